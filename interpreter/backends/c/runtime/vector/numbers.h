/* The numbers of legal moves, as `interpreter/game/actions` defines them: looked up by where a move begins and ends, and by
   some of its content where that does not suffice. */
enum { NO_NUMBER = -1, IN_CONTENT = -2 }; /* no number of its own; the move has to be built to find it */
enum { BY_KIND, BY_LOW, BY_HIGH, BY_PARAM, BY_SIZE, BY_THENS };   /* what a column is */
enum { COLUMN_SIZE = 5, MOST_COLUMNS = 32 };

/* The kind of the first decision of a move, or of its first action. */
static int32_t decided_kind(E *e, int m) {
  int32_t first = 0;
  for (int k = 0; k < e->moves[m].n_act; k++) {
    const act_t *a = &e->acts[e->moves[m].act + k];
    if (!a->kind || a->kind == ACT_passed || a->kind == ACT_plain) continue;
    if (a->decision) return a->kind;
    if (!first) first = a->kind;
  }
  return first;
}
static int32_t n_actions(E *e, int m) {
  int32_t n = 0;
  for (int k = 0; k < e->moves[m].n_act; k++) {
    const int kind = e->acts[e->moves[m].act + k].kind;
    n += kind && kind != ACT_passed && kind != ACT_plain;
  }
  return n;
}
static int32_t thens_of(const move_t *m) {
  uint32_t found = 0;
  for (int k = 0; k < m->n_then; k++) found = (31 * found + m->then[k] + 1) & 0x3FFFFFFF;
  return (int32_t)found;
}
static int32_t column_of(const vector_t *v, E *e, int m, const int32_t *c) {
  if (c[0] == BY_KIND) return decided_kind(e, m);
  if (c[0] == BY_SIZE) return n_actions(e, m);
  if (c[0] == BY_THENS) return thens_of(&e->moves[m]);
  if (c[0] != BY_PARAM) return c[0] == BY_LOW ? e->moves[m].level_min : e->moves[m].level_max;
  int32_t nth = c[2];
  for (int k = 0; k < e->moves[m].n_act; k++) {
    const act_t *a = &e->acts[e->moves[m].act + k];
    if (a->kind != c[1] || nth--) continue;
    int32_t value = a->p[c[3]];
    return c[4] && value >= 0 && value < v->p.declared ? v->codes[v->p.declared_at + value] : value;
  }
  return INT32_MIN;
}
/* Looks a move up in a group: rows of values, ascending, each with its number. */
static int32_t in_group(const int32_t *g, const int32_t *values) {
  const int n = g[0], size = n + 1;
  const int32_t *rows = g + 3 + n;
  int low = 0, high = g[1];
  while (low < high) {
    const int middle = (low + high) / 2;
    const int32_t *row = rows + middle * size;
    int k = 0;
    while (k < n && row[k] == values[k]) k++;
    if (k == n) return row[n];
    if (row[k] < values[k]) low = middle + 1; else high = middle;
  }
  return g[2];
}
/* The number of a legal move. built: whether it is in the buffer with its actions. kind: ACT_pass or ACT_swap, if it is
   known to be one. */
INLINE int32_t number_of(const vector_t *v, E *e, int m, int from, int to, int built, int kind) {
  if (from < -1 || to < -1 || from + 1 >= v->p.width) return NO_NUMBER;
  const int32_t *row = v->codes + 3 * (from + 1), place = to - row[0];
  if (place < 0 || place >= row[1]) return NO_NUMBER;
  const int32_t number = v->codes[row[2] + place];
  if (__builtin_expect(number >= NO_NUMBER, 1)) return number;
  const int32_t *g = v->codes + v->p.groups_at - (number + 2);
  int32_t values[MOST_COLUMNS];
  for (int k = 0; k < g[0]; k++) {
    const int32_t *column = v->codes + v->p.columns_at + COLUMN_SIZE * g[3 + k];
    if (built) values[k] = column_of(v, e, m, column);
    else if (kind && column[0] == BY_KIND) values[k] = kind;
    else return IN_CONTENT;
  }
  return in_group(g, values);
}
/* A number that follows from all that a move is, but for its consequents (`content_hash` of space.py). */
static uint64_t content_hash(E *e, int m) {
  const move_t *o = &e->moves[m];
  uint64_t h = 0xCBF29CE484222325u;
#define HASH(x) h = (h ^ (uint32_t)(x)) * 0x100000001B3u
  HASH(o->mover); HASH(o->from); HASH(o->to); HASH(o->level_min); HASH(o->level_max);
  for (int k = 0; k < o->n_act; k++) {
    const act_t *a = &e->acts[o->act + k];
    if (!a->kind || a->kind == ACT_passed || a->kind == ACT_plain) continue;
    HASH(a->kind); HASH(!!a->decision);
    for (int p = 0; p < N_PARAMS[a->kind]; p++) HASH(a->p[p]);
  }
#undef HASH
  return h ^ (h >> 32);
}
static __attribute__((noinline)) void numbers_grow(lane_t *l, int n) {
  int32_t *more = realloc(l->numbers, 2 * (size_t)n * sizeof *more), *at = realloc(l->at, 2 * (size_t)n * sizeof *at);
  if (more) l->numbers = more;
  if (at) l->at = at;
  if (!more || !at) stop_at(l->e, LP_MEMORY, 0, -1);
  l->cap = 2 * n;
  l->e->n_grown++;
}
/* Gives moves without a number, and those that share one with another move, numbers of the reserve: in the order of
   their hashes, each the first that is free from where its hash says. Returns whether it suffices. */
static int take_reserve(vector_t *v, lane_t *l, int n, int32_t *first) {
  E *e = l->e;
  const int64_t room = v->p.size - v->p.reserve;
  for (int i = 0; i < n; i++) {
    const int32_t number = l->numbers[i];
    l->at[i] = 0;
    if (number < 0) { l->at[i] = 1; continue; }
    if (first[number] < 0) { first[number] = i; continue; }
    if (!move_same(e, first[number], i)) l->at[first[number]] = 1;
  }
  int left = 0;
  for (int i = 0; i < n; i++) {
    if (l->numbers[i] >= 0 && l->at[first[l->numbers[i]]]) l->at[i] = 1;
    left += l->at[i];
  }
  for (int i = 0; i < n; i++) if (l->numbers[i] >= 0) first[l->numbers[i]] = -1;
  uint64_t done = 0;
  int after = -1; /* the move that was settled last, among those with the hash `done` */
  for (; left && room; left--) {
    uint64_t least = UINT64_MAX;
    int next = -1;
    for (int i = 0; i < n; i++) {
      if (l->at[i] != 1) continue;
      const uint64_t h = content_hash(e, i);
      if (h < done || (h == done && i < after)) continue;
      if (next < 0 || h < least) { least = h; next = i; }
    }
    int64_t slot = (int64_t)(least % (uint64_t)room), tries = room;
    for (; tries; tries--, slot = (slot + 1) % room) {
      const int64_t number = v->p.reserve + slot;
      if (first[number] < 0) { first[number] = next; break; }
      if (move_same(e, first[number], next)) break;
    }
    if (!tries) break;
    l->numbers[next] = (int32_t)(v->p.reserve + slot);
    l->at[next] = 2;
    done = least; after = next;
  }
  for (int64_t k = v->p.reserve; k < v->p.size; k++) first[k] = -1;
  return !left;
}
static void lane_moves(vector_t *v, E *e, int thread);
/* Numbers the legal moves in an empty mask. Where moves were listed by their sites and that does not suffice, they are
   built. */
static void number_moves(vector_t *v, lane_t *l, uint8_t *mask, int thread) {
  E *e = l->e;
  int built = !LISTS, unsettled, n;
  for (;;) {
    n = e->n_moves; unsettled = 0;
    if (n > l->cap) numbers_grow(l, n);
    int done = 0;
#if LISTS
    if (!built && n > e->cap_listed) unsettled = 1;
#endif
    for (; done < n && (built || !unsettled); done++) {
      int from, to, kind = 0;
#if LISTS
      if (!built) { from = e->listed[done].from; to = e->listed[done].to; kind = e->listed[done].kind; }
      else
#endif
      { from = e->moves[done].from; to = e->moves[done].to; }
      const int32_t number = number_of(v, e, done, from, to, built, kind);
      l->numbers[done] = number;
      l->at[done] = done;
      if (number < 0 || mask[number]) unsettled = 1; else mask[number] = 1;
    }
    if (!unsettled) { l->n = n; return; }
    for (int i = 0; i < done; i++) if (l->numbers[i] >= 0) mask[l->numbers[i]] = 0;
    if (built) break;
    CLEAR(e);
    entry_moves(e);
    built = 1;
  }
  if (!take_reserve(v, l, n, v->first[thread])) { l->n = 0; stop_at(e, LP_RESERVE, 0, -1); }
  l->n = 0;
  for (int i = 0; i < n; i++) { /* moves that are the same in every part are one action */
    if (mask[l->numbers[i]]) continue;
    mask[l->numbers[i]] = 1;
    l->numbers[l->n] = l->numbers[i];
    l->at[l->n++] = i;
  }
}
