/* Positions of many games side by side as tensors, written where they differ from what the tensor shows already. */
enum { STACK_LEVELS = 5, LOCAL_STATES = 6 };

INLINE int spot_of(const vector_t *v, int site) {
  return (unsigned)site < (unsigned)v->p.n_spots ? v->spots[site] : 0;
}
INLINE void fill(float *to, int n, float value) { for (int i = 0; i < n; i++) to[i] = value; }

/* The channels of pieces of games without stacks. listed: from the lists of positions, where sites hold counts. */
static void put_pieces(const vector_t *v, const char *s, int listed, float *out) {
  const plan_t *p = &v->p;
  if (p->counts && listed) {
    const column_t *counts = &p->columns[OWNED_N], *codes = &p->columns[OWNED];
    int room = (int)(codes->n / counts->n), most = 1, fields = 0;
    for (int k = WHAT_C; k <= WHAT_E; k++)
      if (p->columns[k].at >= 0) { fields++; most = lp_max(most, p->columns[k].n); }
    int bits = site_bits(most);
    for (int piece = 1; piece <= p->pieces; piece++) {
      int n = v->owned[piece] ? (int)part_of(s, counts, piece) : 0;
      for (int i = 0; i < n; i++) {
        int code = (int)part_of(s, codes, piece * room + i), site = fields == 1 ? code : code_site(code, bits);
        out[(piece - 1) * p->cells + spot_of(v, site)] = 1;
      }
    }
    return;
  }
  /* the numbers of a puzzle stand where pieces do, and are none */
  for (int k = WHAT_C; k <= WHAT_E; k++) {
    const column_t *c = &p->columns[k];
    for (int i = 0; c->at >= 0 && i < c->n; i++) {
      const int what = (int)part_of(s, c, i);
      if (what > 0 && what <= p->pieces && v->owned[what]) out[(what - 1) * p->cells + spot_of(v, i)] = 1;
    }
  }
}
/* The same where the tensor shows an earlier position: only sites that have changed are written. */
static void put_changes(const vector_t *v, const char *s, char *old, float *out) {
  const column_t *c = &v->p.columns[v->only];
  const char *now = s + c->at;
  const int bytes = (int)bytes_of(c);
  const int64_t cells = v->p.cells;
#define SHOWN(piece) ((piece) > 0 && (piece) <= v->p.pieces && v->owned[piece])
#define PUT_CHANGES(type) do { \
    const type *was = (const type *)old + at / (int)sizeof(type), *is = (const type *)now + at / (int)sizeof(type); \
    for (int k = 0, s = at / (int)sizeof(type); k < n / (int)sizeof(type); k++, s++) { \
      if (was[k] == is[k]) continue; \
      if (SHOWN(was[k])) out[(was[k] - 1) * cells + v->spots[s]] = 0; \
      if (SHOWN(is[k])) out[(is[k] - 1) * cells + v->spots[s]] = 1; \
    } \
  } while (0)
  for (int at = 0; at < bytes; at += 8) {
    int n = lp_min(8, bytes - at);
    uint64_t a, b;
    if (n == 8 && (memcpy(&a, now + at, 8), memcpy(&b, old + at, 8), a == b)) continue;
    if (c->width == 1) PUT_CHANGES(int8_t);
    else if (c->width == 2) PUT_CHANGES(int16_t);
    else PUT_CHANGES(int32_t);
    memcpy(old + at, now + at, (size_t)n);
  }
}
/* The levels of stacks from below and from above, then their heights. */
static void put_stacks(const vector_t *v, const char *s, float *out) {
  const plan_t *p = &v->p;
  float *high = out + (size_t)2 * STACK_LEVELS * (size_t)p->pieces * (size_t)p->cells;
  for (int k = 0; k < p->n_sites; k++) {
    int board = k < p->board_sites;
    const column_t *heights = &p->columns[board ? BOARD_HEIGHT : HEIGHT];
    const column_t *what = &p->columns[board ? BOARD_WHAT : WHAT_C];
    if (heights->at < 0 || what->at < 0) continue;
    int stride = (int)(what->n / heights->n), site = v->sites[k], spot = spot_of(v, site);
    int height = site < heights->n ? (int)part_of(s, heights, site) : 0;
    if (!height) continue;
    for (int i = 0; i < STACK_LEVELS && i < height; i++) {
      int low = (int)part_of(s, what, site * stride + i), top = (int)part_of(s, what, site * stride + height - 1 - i);
      if (low > 0) out[((low - 1) * 2 * STACK_LEVELS + i) * p->cells + spot] = 1;
      if (top > 0) out[((top - 1) * 2 * STACK_LEVELS + STACK_LEVELS + i) * p->cells + spot] = 1;
    }
    high[spot] = (float)height;
  }
}
/* The local state of each site, or of the top of its stack. */
static void put_states(const vector_t *v, const char *s, float *out) {
  const plan_t *p = &v->p;
  for (int k = 0; k < p->n_sites; k++) {
    int board = k < p->board_sites;
    const column_t *values = &p->columns[board ? BOARD_LOCAL : LOCAL];
    const column_t *heights = &p->columns[board ? BOARD_HEIGHT : HEIGHT];
    int stacks = p->stacking && heights->at >= 0, length = values->at < 0 ? 0 : (int)values->n;
    int stride = stacks ? length / (int)heights->n : 1;
    int site = v->sites[k], level = stacks && site < heights->n ? (int)part_of(s, heights, site) - 1 : 0;
    int at = site * stride + level, state = level >= 0 && at < length ? (int)part_of(s, values, at) : 0;
    out[lp_min(state, LOCAL_STATES - 1) * p->cells + spot_of(v, site)] = 1;
  }
}
INLINE void clear(float *to, int n) { memset(to, 0, (size_t)n * sizeof *to); }
/* A position as a tensor, as state_tensor.py writes it. last: where the latest moves began and ended. shown: what the
   tensor shows; as_seen: the position is what one player sees of one in which something is hidden. */
static void put_tensor(const vector_t *v, const char *s, const int32_t *last, shown_t *shown, int as_seen, float *out) {
  const plan_t *p = &v->p;
  const column_t *order = &p->columns[ORDER];
  int32_t mover;
  memcpy(&mover, s + offsetof(state_t, mover), sizeof mover);
  int cells = (int)p->cells, first = !shown->painted, changes = v->only >= 0 && shown->what;
  if (first) {
    clear(out, (int)p->channels * cells);
    if (changes) memset(shown->what, 0, bytes_of(&p->columns[v->only]));
    shown->painted = 1; shown->seat = shown->swapped = 0;
    for (int k = 0; k < 4; k++) shown->last[k] = -1;
  }
  int n = p->stacking ? (2 * STACK_LEVELS * p->pieces + 1) * cells : p->pieces * cells;
  if (changes) put_changes(v, s, shown->what, out);
  else {
    if (!first) clear(out, n);
    if (p->stacking) put_stacks(v, s, out); else put_pieces(v, s, !as_seen, out);
  }
  out += n;
  if (p->counts) {
    clear(out, cells);
    for (int k = 0; k < p->n_sites; k++) {
      const column_t *c = &p->columns[k < p->board_sites ? BOARD_COUNT : COUNT];
      if (c->at < 0) continue;
      int site = v->sites[k];
      out[spot_of(v, site)] = site < c->n ? (float)part_of(s, c, site) : 0.0f;
    }
    out += cells;
  }
  if (p->amounts)
    for (int q = 1; q <= p->players; q++, out += cells) fill(out, cells, (float)part_of(s, &p->columns[AMOUNT], q));
  if (p->players > 1) {
    int seat = mover && order->at >= 0 ? (int)part_of(s, order, mover) : mover;
    if (seat != shown->seat) {
      if (shown->seat > 0) clear(out + (shown->seat - 1) * cells, cells);
      if (seat > 0) fill(out + (seat - 1) * cells, cells, 1.0f);
      shown->seat = seat;
    }
    out += p->players * cells;
  }
  if (p->states) {
    clear(out, LOCAL_STATES * cells);
    put_states(v, s, out);
    out += LOCAL_STATES * cells;
  }
  if (p->swaps) {
    int changed = 0;
    for (int q = 1; order->at >= 0 && q <= p->players; q++) changed |= part_of(s, order, q) != q;
    if (changed != shown->swapped) fill(out, cells, (float)changed);
    shown->swapped = changed;
    out += cells;
  }
  if (first) memcpy(out, v->exists, (size_t)p->containers * (size_t)cells * sizeof *out);
  out += p->containers * cells;
  for (int k = 0; k < 4; k++, out += cells) {
    if (shown->last[k] != -1) out[spot_of(v, shown->last[k])] = 0;
    if (last[k] != -1) out[spot_of(v, last[k])] = 1;
    shown->last[k] = last[k];
  }
}
