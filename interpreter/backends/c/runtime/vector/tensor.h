/* Positions of many games side by side as tensors, written where they differ from what the tensor shows already. */
enum { STACK_LEVELS = 5, LOCAL_STATES = 6 };

INLINE int spot_of(const vector_t *v, int site) {
  return (unsigned)site < (unsigned)v->p.n_spots ? v->spots[site] : 0;
}
INLINE void fill(float *to, int n, float value) { for (int i = 0; i < n; i++) to[i] = value; }

/* The channels of pieces of games without stacks; from the lists of positions where sites hold counts. */
static void put_pieces(const vector_t *v, const E *e, float *out) {
  const plan_t *p = &v->p;
  if (p->counts) {
    const column_t *counts = &p->columns[OWNED_N], *codes = &p->columns[OWNED];
    int room = codes->n / counts->n, most = 1, fields = 0;
    for (int k = WHAT_C; k <= WHAT_E; k++)
      if (p->columns[k].at >= 0) { fields++; most = lp_max(most, p->columns[k].n); }
    int bits = site_bits(most);
    for (int piece = 1; piece <= p->pieces; piece++) {
      int n = v->owned[piece] ? column_value(e, counts, piece) : 0;
      for (int i = 0; i < n; i++) {
        int code = column_value(e, codes, piece * room + i), site = fields == 1 ? code : code_site(code, bits);
        out[(piece - 1) * p->cells + spot_of(v, site)] = 1;
      }
    }
    return;
  }
  /* the numbers of a puzzle stand where pieces do, and are none */
  for (int k = WHAT_C; k <= WHAT_E; k++) {
    const column_t *c = &p->columns[k];
    for (int s = 0; c->at >= 0 && s < c->n; s++) {
      const int what = column_value(e, c, s);
      if (what > 0 && what <= p->pieces && v->owned[what]) out[(what - 1) * p->cells + spot_of(v, s)] = 1;
    }
  }
}
/* The same where the tensor shows an earlier position: only sites that have changed are written. */
static void put_changes(const vector_t *v, const lane_t *l, float *out) {
  const column_t *c = &v->p.columns[v->only];
  const char *now = (const char *)&l->e->s + c->at;
  char *old = l->shown.what;
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
static void put_stacks(const vector_t *v, const E *e, float *out) {
  const plan_t *p = &v->p;
  float *high = out + (size_t)2 * STACK_LEVELS * (size_t)p->pieces * (size_t)p->cells;
  for (int k = 0; k < p->n_sites; k++) {
    int board = k < p->board_sites;
    const column_t *heights = &p->columns[board ? BOARD_HEIGHT : HEIGHT];
    const column_t *what = &p->columns[board ? BOARD_WHAT : WHAT_C];
    if (heights->at < 0 || what->at < 0) continue;
    int stride = what->n / heights->n;
    int site = v->sites[k], height = site < heights->n ? column_value(e, heights, site) : 0, spot = spot_of(v, site);
    if (!height) continue;
    for (int i = 0; i < STACK_LEVELS && i < height; i++) {
      int low = column_value(e, what, site * stride + i), top = column_value(e, what, site * stride + height - 1 - i);
      if (low) out[((low - 1) * 2 * STACK_LEVELS + i) * p->cells + spot] = 1;
      if (top) out[((top - 1) * 2 * STACK_LEVELS + STACK_LEVELS + i) * p->cells + spot] = 1;
    }
    high[spot] = (float)height;
  }
}
/* The local state of each site, or of the top of its stack. */
static void put_states(const vector_t *v, const E *e, float *out) {
  const plan_t *p = &v->p;
  for (int k = 0; k < p->n_sites; k++) {
    int board = k < p->board_sites;
    const column_t *values = &p->columns[board ? BOARD_LOCAL : LOCAL];
    const column_t *heights = &p->columns[board ? BOARD_HEIGHT : HEIGHT];
    int stacks = p->stacking && heights->at >= 0, length = values->at < 0 ? 0 : values->n;
    int stride = stacks ? length / heights->n : 1;
    int site = v->sites[k], level = stacks && site < heights->n ? column_value(e, heights, site) - 1 : 0;
    int at = site * stride + level, state = level >= 0 && at < length ? column_value(e, values, at) : 0;
    out[lp_min(state, LOCAL_STATES - 1) * p->cells + spot_of(v, site)] = 1;
  }
}
INLINE void clear(float *to, int n) { memset(to, 0, (size_t)n * sizeof *to); }
/* The position as a tensor: the same as state_tensor.py writes. */
static void put_tensor(const vector_t *v, lane_t *l, float *out) {
  const plan_t *p = &v->p;
  const E *e = l->e;
  shown_t *shown = &l->shown;
  const column_t *order = &p->columns[ORDER];
  int cells = p->cells, mover = e->s.mover, first = !shown->painted;
  if (first) {
    clear(out, p->channels * cells);
    if (v->only >= 0) memset(shown->what, 0, bytes_of(&p->columns[v->only]));
    shown->painted = 1; shown->seat = shown->swapped = 0;
    for (int k = 0; k < 4; k++) shown->last[k] = -1;
  }
  int n = p->stacking ? (2 * STACK_LEVELS * p->pieces + 1) * cells : p->pieces * cells;
  if (v->only >= 0) put_changes(v, l, out);
  else {
    clear(out, n);
    if (p->stacking) put_stacks(v, e, out); else put_pieces(v, e, out);
  }
  out += n;
  if (p->counts) {
    clear(out, cells);
    for (int k = 0; k < p->n_sites; k++) {
      const column_t *c = &p->columns[k < p->board_sites ? BOARD_COUNT : COUNT];
      if (c->at < 0) continue;
      int site = v->sites[k];
      out[spot_of(v, site)] = site < c->n ? (float)column_value(e, c, site) : 0.0f;
    }
    out += cells;
  }
  if (p->amounts)
    for (int q = 1; q <= p->players; q++, out += cells) fill(out, cells, (float)column_value(e, &p->columns[AMOUNT], q));
  if (p->players > 1) {
    int seat = mover && order->at >= 0 ? column_value(e, order, mover) : mover;
    if (seat != shown->seat) {
      if (shown->seat > 0) clear(out + (shown->seat - 1) * cells, cells);
      if (seat > 0) fill(out + (seat - 1) * cells, cells, 1.0f);
      shown->seat = seat;
    }
    out += p->players * cells;
  }
  if (p->states) {
    clear(out, LOCAL_STATES * cells);
    put_states(v, e, out);
    out += LOCAL_STATES * cells;
  }
  if (p->swaps) {
    int changed = 0;
    for (int q = 1; order->at >= 0 && q <= p->players; q++) changed |= column_value(e, order, q) != q;
    if (changed != shown->swapped) fill(out, cells, (float)changed);
    shown->swapped = changed;
    out += cells;
  }
  if (first) memcpy(out, v->exists, (size_t)p->containers * (size_t)cells * sizeof *out);
  out += p->containers * cells;
  for (int k = 0; k < 4; k++, out += cells) {
    if (shown->last[k] != -1) out[spot_of(v, shown->last[k])] = 0;
    if (l->last[k] != -1) out[spot_of(v, l->last[k])] = 1;
    shown->last[k] = l->last[k];
  }
}
