/* Many games side by side (`vector.py`): each lane has an engine of its own, whose move buffer holds the legal moves of
   the lane's position, so that a step neither copies moves nor finds them twice. What a step puts out goes straight into
   the caller's arrays. Included only in libraries that are compiled with -DVECTOR. */
#ifndef MAP_COLUMNS
#define MAP_COLUMNS 14
#endif
enum { WHAT_C, WHAT_V, WHAT_E, HEIGHT, COUNT, LOCAL, AMOUNT, OWNED_N, OWNED, ORDER,
       BOARD_WHAT, BOARD_HEIGHT, BOARD_COUNT, BOARD_LOCAL }; /* what tensors read of the sites of the board */
enum { RUNNING = 0, OVER = 1, CUT = 2, ILLEGAL = 3 };
enum { TERMINATE = 0, RANDOM = 1 };                          /* what an illegal action does */
enum { LP_RESERVE = 20, LP_PLACE = 21 };  /* statuses: more moves share their sites than have numbers; no such site */
enum { STACK_LEVELS = 5, LOCAL_STATES = 6, FIRST_OTHER = 2 };

/* A field of the state: n values of so many bits; offset -1 where the game has no such field. */
typedef struct { int32_t offset, bits, n; } column_t;
/* What does not change: written by Python as an array of ints, in this order. */
typedef struct {
  int32_t players, size, width, begins, variants, nowhere, nowhere_variants, reserve;    /* the action numbers */
  int32_t channels, cells, pieces, stacking, counts, amounts, states, swaps, containers, n_spots, n_sites; /* tensors */
  int32_t board_sites; /* the first so many of `sites` are of the board */
  int32_t max_cycles, illegal, with_tensors;
  column_t columns[MAP_COLUMNS];
} plan_t;
typedef struct {
  E *e;
  uint64_t chance, picks; /* random numbers: of new games, and of actions that are drawn */
  int32_t cycles, last[4], n, cap;
  int32_t *numbers; /* the action of each move in the buffer */
} lane_t;
typedef struct {
  plan_t p;
  int32_t n, threads;
  const int32_t *spots, *sites; /* where each site stands in a channel; the sites of all containers, in order */
  const uint8_t *owned;         /* of each piece: whether it has channels */
  const float *exists;          /* the channels of containers */
  uint8_t *masks, *ended;
  float *tensors, *rewards;
  int32_t *seats, *counts;
  lane_t *lanes;
  uint16_t **following; /* for each thread: how many moves of each pair of sites were numbered; all 0 between calls */
  int32_t failed;
} vector_t;

/* ENTER without all_stale: between two steps only the program itself has changed the state of a lane, so that what it
   has memoised is still known to be right or stale. */
#define LANE_ENTER(e) do { (e)->status = LP_OK; (e)->where = (e)->consequent = -1; (e)->depth = 0; \
  (e)->stack = (char *)__builtin_frame_address(0); (e)->ticks = 0; (e)->n_saved = (e)->n_journal = 0; (e)->n_lists = 0; \
  (e)->mode = (e)->building = (e)->n_modes = 0; (e)->enough = INT32_MAX; \
  if (setjmp((e)->trap)) return -(e)->status; } while (0)

EXPORT void lp_vector_free(vector_t *v) {
  if (!v) return;
  for (int i = 0; i < v->n && v->lanes; i++) { lp_free(v->lanes[i].e); free(v->lanes[i].numbers); }
  for (int i = 0; i < v->threads && v->following; i++) free(v->following[i]);
  free(v->following); free(v->lanes); free(v);
}
EXPORT vector_t *lp_vector_new(const int32_t *plan, int n, int threads, const int32_t *spots, const int32_t *sites,
                               const uint8_t *owned, const float *exists, uint8_t *masks, float *tensors,
                               float *rewards, uint8_t *ended, int32_t *seats, int32_t *counts) {
  vector_t *v = calloc(1, sizeof *v);
  if (!v) return NULL;
  memcpy(&v->p, plan, sizeof v->p);
  v->n = n; v->threads = threads; v->spots = spots; v->sites = sites; v->owned = owned; v->exists = exists;
  v->masks = masks; v->tensors = tensors; v->rewards = rewards; v->ended = ended; v->seats = seats; v->counts = counts;
  v->lanes = calloc((size_t)n, sizeof *v->lanes);
  v->following = calloc((size_t)threads, sizeof *v->following);
  int good = v->lanes && v->following;
  size_t places = (size_t)v->p.width * (size_t)(v->p.begins ? v->p.width : 1);
  for (int i = 0; good && i < threads; i++) good = (v->following[i] = calloc(places, sizeof(uint16_t))) != NULL;
  for (int i = 0; good && i < n; i++) {
    lane_t *l = &v->lanes[i];
    l->e = lp_new();
    l->cap = 256;
    l->numbers = malloc((size_t)l->cap * sizeof(int32_t));
    good = l->e && l->numbers;
    if (l->e) lp_patient(l->e, 1);
  }
  if (good) return v;
  lp_vector_free(v);
  return NULL;
}
EXPORT E *lp_vector_engine(vector_t *v, int i) { return v->lanes[i].e; }
EXPORT int lp_vector_failed(vector_t *v) { return v->failed; }

/* Whether a move has an action of a kind and no decision of another one. */
static int only_kind(E *e, int m, int kind) {
  int found = 0;
  for (int k = 0; k < e->moves[m].n_act; k++) {
    const act_t *a = &e->acts[e->moves[m].act + k];
    if (a->kind == 0 || a->kind == ACT_passed) continue;
    if (a->kind == kind) found = 1;
    else if (a->decision) return 0;
  }
  return found;
}
INLINE int place_of(const plan_t *p, const move_t *m) { return (p->begins ? (m->from + 1) * p->width : 0) + m->to + 1; }

/* The action numbers of the moves in the buffer, as action_numbers.py defines them. */
static void number_moves(vector_t *v, lane_t *l, uint16_t *following) {
  const plan_t *p = &v->p;
  E *e = l->e;
  int n = e->n_moves, next = FIRST_OTHER, used = 0, reserve = p->reserve, status = 0, done = 0;
  if (n > l->cap) {
    int32_t *more = realloc(l->numbers, 2 * (size_t)n * sizeof *more);
    if (!more) stop_at(e, LP_MEMORY, 0, -1);
    l->numbers = more;
    l->cap = 2 * n;
  }
  for (; done < n && !status; done++) {
    const move_t *m = &e->moves[done];
    int number, variant;
    if (m->from < 0 && m->to < 0) {
      int fixed = only_kind(e, done, ACT_pass) ? 0 : only_kind(e, done, ACT_swap) ? 1 : -1;
      if (fixed >= 0 && !(used >> fixed & 1)) { used |= 1 << fixed; number = p->nowhere + fixed; }
      else { variant = next++; number = variant < p->nowhere_variants ? p->nowhere + variant : reserve++; }
    } else {
      if (m->from < -1 || m->to < -1 || m->from + 1 >= p->width || m->to + 1 >= p->width) { status = LP_PLACE; break; }
      int place = place_of(p, m);
      variant = following[place]++;
      number = variant < p->variants ? place * p->variants + variant : reserve++;
    }
    if (number >= p->size) status = LP_RESERVE;
    l->numbers[done] = number;
  }
  for (int i = 0; i < done; i++) {
    const move_t *m = &e->moves[i];
    if (m->from >= 0 || m->to >= 0) following[place_of(p, m)] = 0;
  }
  l->n = status ? 0 : n;
  if (status) stop_at(e, status, 0, -1);
}

INLINE int value_of(const E *e, const column_t *c, int i) {
  const char *at = (const char *)&e->s + c->offset;
  if (c->bits == 8) return ((const int8_t *)at)[i];
  return c->bits == 16 ? ((const int16_t *)at)[i] : ((const int32_t *)at)[i];
}
INLINE int spot_of(const vector_t *v, int site) {
  return (unsigned)site < (unsigned)v->p.n_spots ? v->spots[site] : 0;
}
INLINE void fill(float *to, int n, float value) { for (int i = 0; i < n; i++) to[i] = value; }

/* The channels of pieces of games without stacks; from the lists of positions where sites hold counts. */
static void put_pieces(const vector_t *v, const E *e, float *out) {
  const plan_t *p = &v->p;
  if (p->counts) {
    const column_t *counts = &p->columns[OWNED_N], *codes = &p->columns[OWNED];
    int room = codes->n / counts->n, stride = 1, fields = 0;
    for (int k = WHAT_C; k <= WHAT_E; k++)
      if (p->columns[k].offset >= 0) { fields++; stride = lp_max(stride, p->columns[k].n); }
    for (int piece = 1; piece <= p->pieces; piece++) {
      int n = v->owned[piece] ? value_of(e, counts, piece) : 0;
      for (int i = 0; i < n; i++) {
        int code = value_of(e, codes, piece * room + i), site = fields == 1 ? code : code / 3 % stride;
        out[(piece - 1) * p->cells + spot_of(v, site)] = 1;
      }
    }
    return;
  }
#define PUT_PIECES(type) do { \
    const type *what = (const type *)((const char *)&e->s + c->offset); \
    for (int s = 0; s < c->n; s++) \
      if (what[s] > 0 && what[s] <= p->pieces && v->owned[what[s]]) out[(what[s] - 1) * p->cells + spot_of(v, s)] = 1; \
  } while (0)
  /* the numbers of a puzzle stand where pieces do, and are none */
  for (int k = WHAT_C; k <= WHAT_E; k++) {
    const column_t *c = &p->columns[k];
    if (c->offset < 0) continue;
    if (c->bits == 8) PUT_PIECES(int8_t);
    else if (c->bits == 16) PUT_PIECES(int16_t);
    else PUT_PIECES(int32_t);
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
    if (heights->offset < 0 || what->offset < 0) continue;
    int stride = what->n / heights->n;
    int site = v->sites[k], height = site < heights->n ? value_of(e, heights, site) : 0, spot = spot_of(v, site);
    if (!height) continue;
    for (int i = 0; i < STACK_LEVELS && i < height; i++) {
      int low = value_of(e, what, site * stride + i), top = value_of(e, what, site * stride + height - 1 - i);
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
    int stacks = p->stacking && heights->offset >= 0, length = values->offset < 0 ? 0 : values->n;
    int stride = stacks ? length / heights->n : 1;
    int site = v->sites[k], level = stacks && site < heights->n ? value_of(e, heights, site) - 1 : 0;
    int at = site * stride + level, state = level >= 0 && at < length ? value_of(e, values, at) : 0;
    out[lp_min(state, LOCAL_STATES - 1) * p->cells + spot_of(v, site)] = 1;
  }
}
/* The position as a tensor: the same as state_tensor.py writes. */
static void put_tensor(const vector_t *v, const lane_t *l, float *out) {
  const plan_t *p = &v->p;
  const E *e = l->e;
  const column_t *order = &p->columns[ORDER];
  int cells = p->cells, mover = e->s.mover;
  memset(out, 0, (size_t)p->channels * (size_t)cells * sizeof *out);
  if (p->stacking) { put_stacks(v, e, out); out += (2 * STACK_LEVELS * p->pieces + 1) * cells; }
  else { put_pieces(v, e, out); out += p->pieces * cells; }
  if (p->counts) {
    for (int k = 0; k < p->n_sites; k++) {
      const column_t *c = &p->columns[k < p->board_sites ? BOARD_COUNT : COUNT];
      if (c->offset < 0) continue;
      int site = v->sites[k];
      out[spot_of(v, site)] = site < c->n ? (float)value_of(e, c, site) : 0.0f;
    }
    out += cells;
  }
  if (p->amounts)
    for (int q = 1; q <= p->players; q++, out += cells) fill(out, cells, (float)value_of(e, &p->columns[AMOUNT], q));
  if (p->players > 1) {
    int seat = mover && order->offset >= 0 ? value_of(e, order, mover) : mover;
    if (seat > 0) fill(out + (seat - 1) * cells, cells, 1.0f);
    out += p->players * cells;
  }
  if (p->states) { put_states(v, e, out); out += LOCAL_STATES * cells; }
  if (p->swaps) {
    int changed = 0;
    for (int q = 1; order->offset >= 0 && q <= p->players; q++) changed |= value_of(e, order, q) != q;
    fill(out, cells, (float)changed);
    out += cells;
  }
  memcpy(out, v->exists, (size_t)p->containers * (size_t)cells * sizeof *out);
  out += p->containers * cells;
  for (int k = 0; k < 4; k++, out += cells) if (l->last[k] != -1) out[spot_of(v, l->last[k])] = 1;
}

/* The seat (from 0) of a player (from 1), who keeps it when the players change sides. */
INLINE int lane_seat(const vector_t *v, const E *e, int player) {
  const column_t *order = &v->p.columns[ORDER];
  return (order->offset >= 0 ? value_of(e, order, player) : player) - 1;
}
/* Finds the legal moves of a lane, and puts out its mask, tensor and seat. */
static void show(vector_t *v, int i, int thread) {
  lane_t *l = &v->lanes[i];
  E *e = l->e;
  uint8_t *mask = v->masks + (size_t)i * (size_t)v->p.size;
  for (int k = 0; k < l->n; k++) mask[l->numbers[k]] = 0;
  l->n = 0;
  CLEAR(e);
  next_position(e);
  if (!e->s.over) entry_moves(e);
  number_moves(v, l, v->following[thread]);
  for (int k = 0; k < l->n; k++) mask[l->numbers[k]] = 1;
  v->counts[i] = l->n;
  v->seats[i] = lane_seat(v, e, e->s.mover);
  if (v->p.with_tensors) put_tensor(v, l, v->tensors + (size_t)i * (size_t)v->p.channels * (size_t)v->p.cells);
}
static void begin_game(vector_t *v, int i, int thread) {
  lane_t *l = &v->lanes[i];
  E *e = l->e;
  CLEAR(e); ctx_init(e); state_init(e);
  all_stale(e);
  e->s.rng = (int64_t)splitmix(&l->chance);
  entry_start(e);
  l->cycles = 0;
  for (int k = 0; k < 4; k++) l->last[k] = -1;
  show(v, i, thread);
}
/* What the result is worth to each seat: from 1 for the first place to -1 for the last, 0 where it is undecided. */
static void put_rewards(const vector_t *v, const E *e, float *out) {
  int n = v->p.players;
  for (int q = 1; q <= n; q++) {
    float place = (float)e->s.rank[q] / 2.0f, value = 0;
    if (place != 0) value = n == 1 ? (place == 1 ? 1.0f : -1.0f) : 2 * ((float)n - place) / (float)(n - 1) - 1;
    out[lane_seat(v, e, q)] = value;
  }
}
static int step_lane(vector_t *v, int i, int thread, int action) {
  lane_t *l = &v->lanes[i];
  E *e = l->e;
  float *rewards = v->rewards + (size_t)i * (size_t)v->p.players;
  int k = 0;
  while (k < l->n && l->numbers[k] != action) k++;
  if (k == l->n && v->p.illegal == RANDOM && l->n) k = (int)pick(&l->picks, (uint32_t)l->n);
  LANE_ENTER(e);
  e->recording = RECORDS;
  fill(rewards, v->p.players, 0);
  if (k == l->n) {
    if (l->n) rewards[v->seats[i]] = -1;
    v->ended[i] = l->n ? ILLEGAL : OVER; /* a game without moves is over */
    begin_game(v, i, thread);
    return LP_OK;
  }
  l->last[2] = l->last[0]; l->last[3] = l->last[1];
  l->last[0] = e->moves[k].from; l->last[1] = e->moves[k].to;
  next_position(e);
  entry_play(e, k);
  l->cycles++;
  v->ended[i] = e->s.over ? OVER : v->p.max_cycles && l->cycles >= v->p.max_cycles ? CUT : RUNNING;
  if (v->ended[i] == OVER) put_rewards(v, e, rewards);
  if (v->ended[i]) begin_game(v, i, thread); else show(v, i, thread);
  return LP_OK;
}
static int begin_lane(vector_t *v, int i, int thread, uint64_t seed) {
  lane_t *l = &v->lanes[i];
  E *e = l->e;
  l->chance = game_seed(seed, (uint64_t)i);
  l->picks = ~l->chance;
  v->ended[i] = RUNNING;
  fill(v->rewards + (size_t)i * (size_t)v->p.players, v->p.players, 0);
  ENTER(e);
  e->recording = RECORDS;
  begin_game(v, i, thread);
  return LP_OK;
}
/* Lanes first … last - 1 begin new games, or play one action each. 0, or the negated status of a lane that failed. */
EXPORT int lp_vector_reset(vector_t *v, int first, int last, int thread, uint64_t seed) {
  for (int i = first; i < last; i++) {
    int status = begin_lane(v, i, thread, seed);
    if (status) { v->failed = i; return status; }
  }
  return LP_OK;
}
EXPORT int lp_vector_step(vector_t *v, int first, int last, int thread, const int32_t *actions) {
  for (int i = first; i < last; i++) {
    int status = step_lane(v, i, thread, actions[i]);
    if (status) { v->failed = i; return status; }
  }
  return LP_OK;
}
/* The first lane whose action is not legal, or -1. */
EXPORT int lp_vector_check(vector_t *v, const int32_t *actions) {
  for (int i = 0; i < v->n; i++) {
    const lane_t *l = &v->lanes[i];
    int k = 0;
    while (k < l->n && l->numbers[k] != actions[i]) k++;
    if (k == l->n && l->n) return i;
  }
  return -1;
}
/* A uniformly random legal action of each lane; -1 where there is none. */
EXPORT void lp_vector_sample(vector_t *v, int32_t *actions) {
  for (int i = 0; i < v->n; i++) {
    lane_t *l = &v->lanes[i];
    actions[i] = l->n ? l->numbers[pick(&l->picks, (uint32_t)l->n)] : -1;
  }
}
