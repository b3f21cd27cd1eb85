/* Alpha-beta: the value of a position after one move. search/alpha_beta_python.py is the readable specification, and
   search/alpha_beta.py decides which moves are searched how deep. */
enum { MOST_DRAWS = 16, MOST_PLY = 320, KILLERS = 2, LP_ENOUGH = 8 };
#define WON 1e9
#define OUT_OF_GAME 10000.0

/* What is known of a position. bound: 0 for an exact value, 1 where it is at least this, -1 where it is at most this.
   plies: how deep it was searched; 0: the row is empty. */
typedef struct { uint64_t key; double value; int32_t best; int16_t plies; int8_t bound, certain; } known_t;

typedef struct {
  const search_t *places; /* where the fields of a position lie */
  heuristics_t *heuristics;
  int32_t seat, keeps, quiet; /* keeps: whether there is a table; quiet: plies of captures after the last ply */
  uint64_t ours;              /* the seats that maximise, as bits */
  int32_t n_draws;            /* how many outcomes of chance are looked at; 0 where there is no chance */
  uint64_t draws[MOST_DRAWS];
  int64_t visited, most, max_table;
  stopwatch_t watch;
  known_t *table;
  int64_t n_slots, n_known;
  history_t history;
  uint64_t killers[MOST_PLY][KILLERS];
  uint64_t *order;
  int32_t n_order, cap_order;
} alpha_beta_t;
typedef struct { double value; int32_t certain; } found_t;

INLINE int is_result(double value) { return value > 1e7 || value < -1e7; }
/* A value as it is seen so many plies before: results count the less the later they come. */
INLINE double later(double value, int plies) {
  return !is_result(value) ? value : value > 0 ? value - plies : value + plies;
}

static found_t ab_value(E *e, alpha_beta_t *s, int depth, double alpha, double beta, int ply);

/* ---- the table */

INLINE known_t *ab_slot(const alpha_beta_t *s, uint64_t key) {
  uint64_t mask = (uint64_t)s->n_slots - 1, at = key * 0x9e3779b97f4a7c15ull >> 20 & mask;
  while (s->table[at].plies && s->table[at].key != key) at = (at + 1) & mask;
  return &s->table[at];
}
/* Keeps what is known; a full table is emptied before. */
static void ab_store(E *e, alpha_beta_t *s, known_t row) {
  known_t *slot = s->n_slots ? ab_slot(s, row.key) : NULL;
  if (!slot || !slot->plies) {
    if (s->n_known == s->max_table) { memset(s->table, 0, (size_t)s->n_slots * sizeof *s->table); s->n_known = 0; }
    else if (2 * s->n_known >= s->n_slots) {
      known_t *old = s->table;
      int64_t n = s->n_slots;
      known_t *table = calloc((size_t)(n ? 2 * n : 1024), sizeof *table);
      if (!table) stop(e, LP_MEMORY, 0);
      s->table = table;
      s->n_slots = n ? 2 * n : 1024;
      for (int64_t i = 0; i < n; i++) if (old[i].plies) *ab_slot(s, old[i].key) = old[i];
      free(old);
    }
    slot = ab_slot(s, row.key);
    s->n_known++;
  }
  *slot = row;
}

/* ---- the order of moves */

INLINE int is_capture(const E *e, int m) {
  for (int k = 0; k < e->moves[m].n_act; k++) if (is_remove(e->acts[e->moves[m].act + k].kind)) return 1;
  return 0;
}
INLINE uint64_t move_key(const move_t *m) { return history_key(0, m->mover, m->from, m->to); }
INLINE int is_killer(const alpha_beta_t *s, int ply, uint64_t key) {
  return s->killers[ply][0] == key || s->killers[ply][1] == key;
}
INLINE uint64_t *order_room(E *e, alpha_beta_t *s, int n) {
  while (s->n_order + n > s->cap_order) s->order = grow(e, s->order, &s->cap_order, sizeof *s->order);
  return s->order + s->n_order;
}
static void sort_order(uint64_t *a, int n) {
  int gap = 1;
  while (gap < n / 9) gap = 3 * gap + 1;
  for (; gap; gap /= 3)
    for (int i = gap; i < n; i++) {
      uint64_t v = a[i];
      int j = i;
      for (; j >= gap && a[j - gap] > v; j -= gap) a[j] = a[j - gap];
      a[j] = v;
    }
}
/* The score of a move in the history; it takes part in the order with 38 bits. */
static uint64_t ab_history(alpha_beta_t *s, uint64_t key) {
  int32_t name = history_name(&s->history, key);
  double total = name < 0 ? 0.0 : s->history.rows[name].total;
  return total < 2.7e11 ? (uint64_t)total : (1ull << 38) - 1;
}
/* Puts moves into the order in which they are tried: the best one of the table, captures, killers, then by history; all
   else in the order of the game's moves. Returns their number; with `quiet`, of the captures alone. */
static int put_in_order(E *e, alpha_beta_t *s, int moves0, int end, int first, int ply, int quiet) {
  uint64_t *order = order_room(e, s, end - moves0);
  int n = 0;
  for (int i = moves0; i < end; i++) {
    int capture = is_capture(e, i);
    if (quiet && !capture) continue;
    uint64_t key = move_key(&e->moves[i]);
    uint64_t group = i - moves0 == first ? 0 : capture ? 1 : is_killer(s, ply, key) ? 2 : 3;
    order[n++] = group << 62 | ((1ull << 38) - 1 - ab_history(s, key)) << 24 | (uint64_t)(i - moves0);
  }
  sort_order(order, n);
  return n;
}
static void remember_cut(alpha_beta_t *s, uint64_t key, int depth, int ply) {
  history_add(&s->history, history_name(&s->history, key), (double)depth * depth);
  if (!is_killer(s, ply, key)) { s->killers[ply][1] = s->killers[ply][0]; s->killers[ply][0] = key; }
}

/* ---- values */

static double ab_evaluation(E *e, alpha_beta_t *s, int first, int end) {
  const search_t *at = s->places;
  double values[MAX_SEATS], places[MAX_SEATS], ours = 0.0, theirs = 0.0;
  int n_ours = 0, n_theirs = 0;
  evaluate(e, s->heuristics, first, end, values);
  result_of(e, at, places);
  for (int p = 1; p <= at->players; p++) {
    int seat = seat_of(e, at, p);
    if ((unsigned)seat >= MAX_SEATS) continue;
    double v = e->s.rank[p] ? OUT_OF_GAME * (2.0 * places[seat] - 1.0) : values[p];
    if (s->ours >> seat & 1) { ours += v; n_ours++; } else { theirs += v; n_theirs++; }
  }
  double lead = ours / lp_max(1, n_ours) - theirs / lp_max(1, n_theirs);
  return lead > 1e6 ? 1e6 : lead < -1e6 ? -1e6 : lead;
}
/* Plays move m of the buffer on a copy of the state, with the random numbers of a draw. */
INLINE void ab_play(E *e, const alpha_beta_t *s, int m, int draw) {
  whole_state_push(e);
  if (s->n_draws) { KEEP(e, e->s.rng); e->s.rng = (int64_t)reseeded(s->draws[draw]); }
  play_only(e, m);
}
/* The value after move m of the buffer: where chance plays a part, the mean over the draws. */
static found_t ab_after(E *e, alpha_beta_t *s, int m, int depth, double alpha, double beta, int ply) {
  int weights[MOST_DRAWS], of[MOST_DRAWS], n = 0;
  uint64_t keys[MOST_DRAWS];
  found_t found = {0.0, 0};
  for (int draw = 0; draw < s->n_draws; draw++) {
    ab_play(e, s, m, draw);
    uint64_t key = outcome(e, s->places);
    whole_state_pop(e);
    int k = 0;
    while (k < n && keys[k] != key) k++;
    if (k == n) { keys[n] = key; weights[n] = 0; of[n++] = draw; }
    weights[k]++;
  }
  if (n <= 1) {
    ab_play(e, s, m, 0);
    found = ab_value(e, s, depth, alpha, beta, ply);
    whole_state_pop(e);
    return found;
  }
  for (int k = 0; k < n; k++) {
    ab_play(e, s, m, of[k]);
    found.value += weights[k] * ab_value(e, s, depth, -HUGE_VAL, HUGE_VAL, ply).value;
    whole_state_pop(e);
  }
  found.value /= s->n_draws;
  return found;
}
/* Tries the n moves in `order`, which begin at moves0 in the buffer. best: the value before any of them; which: the number of the best move, -1 where none is better. */
static found_t ab_best(E *e, alpha_beta_t *s, int moves0, int n, int sign, double best, int depth, double alpha,
                       double beta, int ply, int *which) {
  found_t found = {best, 1};
  int first = s->n_order, soon = 0; /* soon: no move that was searched as deep wins sooner */
  s->n_order += n;
  *which = -1;
  for (int i = 0; i < n; i++) {
    int k = (int)(s->order[first + i] & 0xffffff);
    found_t child = ab_after(e, s, moves0 + k, depth - 1, alpha, beta, ply + 1);
    found.certain &= child.certain;
    if (child.value * sign > found.value * sign) {
      found.value = child.value;
      *which = k;
      soon = child.certain && child.value * sign >= later(WON, ply + depth);
    }
    if (sign > 0) { if (found.value > alpha) alpha = found.value; } else if (found.value < beta) beta = found.value;
    if (alpha >= beta) {
      if (depth > 0) remember_cut(s, move_key(&e->moves[moves0 + k]), depth, ply);
      found.certain = soon = child.certain;
      break;
    }
  }
  found.certain |= soon;
  s->n_order = first;
  return found;
}
/* The value of the engine's position for the seats that maximise, and whether it is certain. depth: plies to search;
   from 0 down only captures are searched. */
static found_t ab_value(E *e, alpha_beta_t *s, int depth, double alpha, double beta, int ply) {
  if (s->visited == s->most || late_now(&s->watch)) stop(e, LP_ENOUGH, 0);
  s->visited++;
  next_position(e);
  if (e->s.over) {
    double values[MAX_SEATS];
    result_of(e, s->places, values);
    return (found_t){later(WON * (2.0 * values[s->seat] - 1.0), ply), !s->n_draws};
  }
  double most = later(WON, ply + 1);
  if (alpha >= most) return (found_t){most, 0}; /* no result can come soon enough to matter */
  if (beta <= -most) return (found_t){-most, 0};
  if (alpha < -most) alpha = -most;
  if (beta > most) beta = most;
  const mark_t before = mark(e);
  int moves0 = before.moves, first = -1, which;
  int quiet = depth <= 0, deeper = quiet && s->quiet + depth > 0 && ply < MOST_PLY - 1;
  uint64_t key = 0;
  if (!quiet && s->keeps) {
    key = key_of(e, s->places);
    const known_t *row = s->n_slots ? ab_slot(s, key) : NULL;
    if (row && row->plies) {
      double value = later(row->value, ply);
      int exact = !row->bound || (row->bound > 0 ? value >= beta : value <= alpha);
      if ((row->plies >= depth || row->certain) && exact) return (found_t){value, row->certain};
      first = row->best;
    }
  }
  /* moves that chance draws belong to the position that is evaluated */
  if (quiet && !deeper && !s->n_draws) return (found_t){ab_evaluation(e, s, -1, -1), 0};
  entry_moves(e);
  int end = e->n_moves, sign = moves_for(e, s->places, s->ours) ? 1 : -1, n = 0;
  found_t found = {0.0, 0};
  double best = -WON * 2 * sign;
  if (quiet || end == moves0) {
    found.value = ab_evaluation(e, s, moves0, end);
    if (deeper && (n = put_in_order(e, s, moves0, end, -1, ply, 1)) && n < end - moves0) {
      best = found.value; /* nobody has to capture */
      if (sign > 0) { if (best > alpha) alpha = best; } else if (best < beta) beta = best;
      if (alpha >= beta) n = 0;
    }
  } else n = put_in_order(e, s, moves0, end, first, ply, 0);
  if (n) {
    found = ab_best(e, s, moves0, n, sign, best, depth, alpha, beta, ply, &which);
    if (quiet) found.certain = 0;
    else if (s->keeps) {
      int bound = found.value >= beta ? 1 : found.value <= alpha ? -1 : 0;
      double value = later(found.value, -ply);
      ab_store(e, s, (known_t){key, value, which, (int16_t)depth, (int8_t)bound, (int8_t)found.certain});
    }
  }
  back_to(e, before);
  return found;
}

/* ---- what Python calls */

EXPORT alpha_beta_t *lp_ab_new(void) { return calloc(1, sizeof(alpha_beta_t)); }
EXPORT void lp_ab_free(alpha_beta_t *s) {
  if (!s) return;
  history_free(&s->history);
  free(s->table); free(s->order); free(s);
}
/* numbers: seat, seats that maximise, whether there is a table, plies of captures, positions to visit at most, rows of
   the table at most, draws, then the random numbers of each draw. */
EXPORT void lp_ab_settings(alpha_beta_t *s, const search_t *places, heuristics_t *heuristics, const int64_t *numbers) {
  s->places = places; s->heuristics = heuristics;
  s->seat = (int32_t)numbers[0]; s->ours = (uint64_t)numbers[1]; s->keeps = (int32_t)numbers[2];
  s->quiet = (int32_t)numbers[3]; s->most = numbers[4]; s->max_table = numbers[5]; s->n_draws = (int32_t)numbers[6];
  for (int i = 0; i < s->n_draws && i < MOST_DRAWS; i++) s->draws[i] = (uint64_t)numbers[7 + i];
}
static int ab_run(E *e, alpha_beta_t *s, const void *state, int k, int depth, double alpha, double beta, double *out) {
  s->n_order = 0;
  ENTER_AT(e, state); watch(e);
  next_position(e);
  entry_moves(e);
  if (k >= e->n_moves) return LP_OK;
  found_t found = ab_after(e, s, k, depth, alpha, beta, 1);
  out[0] = found.value; out[1] = found.certain;
  return LP_OK;
}
/* The value after legal move k of a position, searched to a depth, in out[0]; out[1]: whether it is certain; out[2]: the
   positions visited so far, out[3]: those in the table. -LP_ENOUGH: a limit was reached. seconds: below 0: no limit. */
EXPORT int lp_ab_try(E *e, alpha_beta_t *s, const void *state, int k, int depth, double alpha, double beta,
                     double seconds, double *out) {
  s->watch = stopwatch(seconds);
  int status = ab_run(e, s, state, k, depth, alpha, beta, out);
  out[2] = (double)s->visited; out[3] = (double)s->n_known;
  return status;
}
/* The number of the best move of a position in the table, from 1; 0: it is not known. */
EXPORT int lp_ab_look(E *e, const alpha_beta_t *s, const void *state) {
  ENTER_AT(e, state);
  const known_t *row = s->n_slots ? ab_slot(s, key_of(e, s->places)) : NULL;
  return row && row->plies ? row->best + 1 : 0;
}
