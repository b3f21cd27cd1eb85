/* Values of games in which positions may come again: all positions that can be reached are enumerated, breadth first, and
   values are carried back from the ends (retrograde analysis; Stroehlein 1970, Thompson 1986). How long a game is and who
   passed long ago is no part of a position here, so the positions of most games are finitely many. */
enum { CYC_ENDS = 3, CYC_LINE = 400, CYC_RANKS = 65000 };

/* Positions have numbers: below CYC_ENDS they stand for all ends that are worth 0, something between, and 1 to the side
   that asks. moves: of each position, the first place in `after`, which has the number of the position after each move.
   rank[1], rank[0]: 1 + the plies in which the side that asks, or the others, can force the end 1, or 0; 0: they cannot. */
typedef struct {
  const search_t *places;
  uint64_t ours; /* the seats of the side that asks, as bits */
  int32_t seat, stuck, depth; /* stuck: nobody can move somewhere; depth: plies to the farthest position, at least */
  arena_t arena;              /* states of positions whose moves are not listed yet */
  char **waiting;
  uint64_t *keys, *moves;
  uint8_t *side; /* whether the side that asks is to move */
  uint16_t *rank[2];
  uint32_t *slots, *after;
  int64_t n, cap, n_slots, n_after, cap_after, most_bytes, most;
  stopwatch_t watch;
} cycles_t;

static int64_t cyc_bytes(const cycles_t *c) {
  int64_t row = (int64_t)(sizeof(char *) + 2 * sizeof(uint64_t) + sizeof(uint8_t) + 2 * sizeof(uint16_t));
  return c->cap * row + (c->n_slots + c->cap_after) * (int64_t)sizeof(uint32_t) + c->arena.bytes;
}
static void *cyc_more(E *e, void *p, int64_t n, size_t size) {
  void *q = realloc(p, (size_t)n * size);
  if (!q) stop(e, LP_MEMORY, 0);
  return q;
}
/* The slot of a position, or the empty one that would be its own. */
static uint64_t cyc_slot(const cycles_t *c, uint64_t key) {
  uint64_t at = key & (uint64_t)(c->n_slots - 1);
  while (c->slots[at] && c->keys[c->slots[at]] != key) at = (at + 1) & (uint64_t)(c->n_slots - 1);
  return at;
}
/* Room for one more position; 0: the memory is used up. */
static int cyc_room(E *e, cycles_t *c) {
  if (c->n + 1 < c->cap) return 1;
  int64_t cap = c->cap ? 2 * c->cap : 1024;
  if (c->cap && 2 * (cyc_bytes(c) - c->arena.bytes) + c->arena.bytes > c->most_bytes) return 0;
  c->waiting = cyc_more(e, c->waiting, cap, sizeof *c->waiting);
  c->keys = cyc_more(e, c->keys, cap, sizeof *c->keys);
  c->moves = cyc_more(e, c->moves, cap, sizeof *c->moves);
  c->side = cyc_more(e, c->side, cap, sizeof *c->side);
  for (int i = 0; i < 2; i++) c->rank[i] = cyc_more(e, c->rank[i], cap, sizeof *c->rank[i]);
  uint32_t *slots = calloc((size_t)(2 * cap), sizeof *slots);
  if (!slots) stop(e, LP_MEMORY, 0);
  free(c->slots);
  c->slots = slots;
  c->n_slots = 2 * cap;
  c->cap = cap;
  for (int64_t i = CYC_ENDS; i < c->n; i++) slots[cyc_slot(c, c->keys[i])] = (uint32_t)i;
  return cap < UINT32_MAX / 2;
}
/* The number of the engine's position, a new one if it was not met before; -1 at a limit. */
static int64_t cyc_number(E *e, cycles_t *c) {
  if (e->s.over) {
    double values[MAX_SEATS];
    result_of(e, c->places, values);
    return values[c->seat] >= 1.0 ? 2 : values[c->seat] < 0.5 ? 0 : 1;
  }
  const uint64_t key = cycle_key(e, c->places);
  if (c->slots[cyc_slot(c, key)]) return c->slots[cyc_slot(c, key)];
  if (!cyc_room(e, c) || c->n >= c->most) return -1;
  c->arena.most = c->most_bytes - (cyc_bytes(c) - c->arena.bytes);
  int class = class_of(state_bytes(&e->s));
  void *state = arena_idle(&c->arena, class);
  if (!state) state = arena_new(&c->arena, class);
  if (!state) return -1;
  state_save(state, &e->s);
  c->waiting[c->n] = state;
  c->keys[c->n] = key;
  c->rank[0][c->n] = c->rank[1][c->n] = 0;
  c->slots[cyc_slot(c, key)] = (uint32_t)c->n;
  return c->n++;
}
/* Lists the moves of a position. 0: a limit is reached, or nobody can move. */
static int cyc_open(E *e, cycles_t *c, int64_t i) {
  state_load(&e->s, c->waiting[i]);
  arena_give(&c->arena, c->waiting[i], state_bytes(&e->s));
  all_stale(e);
  CLEAR(e);
  next_position(e);
  c->side[i] = (uint8_t)moves_for(e, c->places, c->ours);
  entry_moves(e);
  int n = e->n_moves;
  c->stuck |= !n;
  c->moves[i] = (uint64_t)c->n_after;
  if (c->n_after + n > c->cap_after) {
    int64_t cap = 2 * (c->n_after + n) + 1024;
    if (cyc_bytes(c) + (cap - c->cap_after) * (int64_t)sizeof *c->after > c->most_bytes && c->cap_after) return 0;
    c->after = cyc_more(e, c->after, cap, sizeof *c->after);
    c->cap_after = cap;
  }
  for (int k = 0; k < n; k++) {
    whole_state_push(e);
    play_only(e, k);
    int64_t to = late_now(&c->watch) ? -1 : cyc_number(e, c);
    whole_state_pop(e);
    if (to < 0) return 0;
    c->after[c->n_after++] = (uint32_t)to;
  }
  c->moves[i + 1] = (uint64_t)c->n_after;
  return n > 0;
}
/* Ranks the positions from which a side can force an end. 0: the time was up. */
static int cyc_attract(cycles_t *c, int ours) {
  uint16_t *rank = c->rank[ours];
  rank[ours ? 2 : 0] = 1;
  for (uint32_t r = 1, grown = 1; grown; r++) {
    grown = 0;
    if (r > CYC_RANKS || (c->watch.deadline && now() > c->watch.deadline)) return 0;
    for (int64_t i = c->n - 1; i >= CYC_ENDS; i--) {
      if (rank[i]) continue;
      int may = c->side[i] == ours, forced = !may;
      for (uint64_t k = c->moves[i]; k < c->moves[i + 1] && forced == !may; k++) {
        uint16_t to = rank[c->after[k]];
        int there = to && to <= r;
        if (there == may) forced = may;
      }
      if (forced) { rank[i] = (uint16_t)(r + 1); grown = 1; }
    }
  }
  return 1;
}
/* The keys of the positions that best play goes through, until one comes again; 0, 1, 2 for an end. Not the numbers of
   moves: equal positions may list their moves in different orders. Returns the number of plies. */
static int cyc_line(const cycles_t *c, uint64_t *line) {
  int64_t i = CYC_ENDS, seen[CYC_LINE];
  int n = 0;
  for (; i >= CYC_ENDS && n < CYC_LINE; n++) {
    for (int j = 0; j < n; j++) if (seen[j] == i) return n;
    seen[n] = i;
    int wins = c->rank[1][i] ? 1 : c->rank[0][i] ? 0 : -1, mine = c->side[i] == wins;
    int64_t best = -1;
    for (uint64_t k = c->moves[i]; k < c->moves[i + 1]; k++) {
      uint32_t to = c->after[k];
      int better = best < 0;
      if (wins < 0) {
        if (c->rank[!c->side[i]][to]) continue; /* this move would lose */
      } else {
        int rank = c->rank[wins][to], known = better ? 0 : c->rank[wins][c->after[best]];
        if (mine && !rank) continue;
        better |= mine ? rank < known : rank > known;
      }
      if (better) best = (int64_t)k;
    }
    i = c->after[best];
    line[n] = i < CYC_ENDS ? (uint64_t)i : c->keys[i];
  }
  return n;
}
static int cyc_run(E *e, cycles_t *c, const void *state, int64_t *out, uint64_t *line) {
  ENTER_AT(e, state); watch(e);
  c->n = CYC_ENDS;
  if (!cyc_room(e, c)) return LP_OK;
  for (int i = 0; i < CYC_ENDS; i++) c->rank[0][i] = c->rank[1][i] = 0;
  if (cyc_number(e, c) < 0) return LP_OK;
  int64_t level = c->n;
  for (int64_t i = CYC_ENDS; i < c->n; i++) {
    if (i == level) { c->depth++; level = c->n; }
    if (!cyc_open(e, c, i)) return LP_OK;
  }
  if (!cyc_attract(c, 1) || !cyc_attract(c, 0)) return LP_OK;
  out[0] = c->rank[1][CYC_ENDS];
  out[1] = c->rank[0][CYC_ENDS];
  out[2] = cyc_line(c, line);
  return LP_OK;
}
/* What a position is worth to a side. ours: its seats, as bits. out: 1 + the plies in which it can force the best end; 1 +
   those in which the others can force the worst; the length of `line`, which holds up to CYC_LINE keys; the
   number of positions; whether somebody could not move; the plies to the farthest position. The length of the line is -1
   if a limit was reached. */
EXPORT int lp_cycles(E *e, const search_t *places, const void *state, int seat, uint64_t ours, int64_t most,
                     int64_t max_bytes, double seconds, int64_t *out, uint64_t *line) {
  cycles_t c = {.places = places, .seat = seat, .ours = ours, .most = most + CYC_ENDS, .most_bytes = max_bytes,
                .watch = stopwatch(seconds)};
  out[0] = out[1] = 0; out[2] = -1;
  int status = cyc_run(e, &c, state, out, line);
  out[3] = c.n - CYC_ENDS; out[4] = c.stuck; out[5] = c.depth;
  arena_free(&c.arena);
  free(c.waiting); free(c.keys); free(c.moves); free(c.side); free(c.rank[0]); free(c.rank[1]);
  free(c.slots); free(c.after);
  return status;
}
/* The key of a position, as lp_cycles puts it out. */
EXPORT int lp_cycle_key(E *e, const search_t *places, const void *state, uint64_t *out) {
  ENTER_AT(e, state);
  out[0] = cycle_key(e, places);
  return LP_OK;
}
