/* Many games side by side (`vector.py`). Each lane has an engine of its own, which stays at the lane's position. Its
   legal moves are listed by their sites alone where that is possible (LISTS), and the one that is played is built then;
   else they stay in the lane's move buffer. What a step puts out goes straight into the caller's arrays, of which only
   what has changed is written. Included only in libraries that are compiled with -DVECTOR. */
#ifndef MAP_COLUMNS
#define MAP_COLUMNS 14
#endif
enum { WHAT_C, WHAT_V, WHAT_E, HEIGHT, COUNT, LOCAL, AMOUNT, OWNED_N, OWNED, ORDER,
       BOARD_WHAT, BOARD_HEIGHT, BOARD_COUNT, BOARD_LOCAL }; /* what tensors read of the sites of the board */
enum { RUNNING = 0, GAME_OVER = 1, CUT = 2, ILLEGAL = 3 };
enum { TERMINATE = 0, RANDOM = 1 };                          /* what an illegal action does */
enum { LP_RESERVE = 20 };  /* the status where the reserve of action numbers does not suffice */

/* What does not change: written by Python as an array of ints, in this order. */
typedef struct {
  int64_t players, size, reserve, width, groups_at, columns_at, declared_at, declared;    /* the action numbers */
  int64_t channels, cells, pieces, stacking, counts, amounts, states, swaps, containers, n_spots, n_sites; /* tensors */
  int64_t board_sites; /* the first so many of `sites` are of the board */
  int64_t max_cycles, illegal, with_tensors;
  int64_t chance;      /* whether finding legal moves may draw random numbers */
  int64_t past;        /* how many earlier positions of each game are kept */
  column_t columns[MAP_COLUMNS];
} plan_t;
/* What a lane's tensor shows at the time. */
typedef struct {
  int32_t painted; /* 0: nothing yet */
  int32_t seat, swapped, last[4];
  char *what;      /* the column of pieces, if changes in it are looked for (`only` below) */
} shown_t;
/* What was thrown for the legal moves of a position and stands in no state yet: sites and faces of dice. */
enum { MOST_THROWN = 100 };
typedef struct { int32_t n, dice[MOST_THROWN][2]; } thrown_t;
/* An earlier position of a game, with what was thrown in it. */
typedef struct { state_t s; thrown_t thrown; } past_t;
typedef struct {
  /* what a saved lane keeps, beside positions */
  uint64_t chance, picks; /* random numbers: of new games, and of actions that are drawn */
  int32_t cycles, last[4];
  int32_t limited, limit, where, consequent; /* games that a limit cut off; its status, and where it was passed */
  int32_t final_player, final_seat, final_last[4];
  thrown_t final_thrown;
  E *e; /* from here on no saved lane keeps it as it is */
  int32_t n_past, final_past, newest; /* earlier positions of this game, and of the one before; where the newest is */
  past_t *past;    /* a ring of `v->p.past` of them */
  int32_t n, cap;
  state_t *fresh;  /* the position before its legal moves were found, if that may draw */
  state_t *final;  /* the last position of the game that the last step ended, if `final_player` */
  thrown_t thrown;
  int32_t *numbers, *at; /* the legal actions, and the place of a move of each in the buffer */
  shown_t shown;
} lane_t;
typedef struct {
  plan_t p;
  int32_t n, threads;
  const int32_t *spots, *sites; /* where each site stands in a channel; the sites of all containers, in order */
  const uint8_t *owned;         /* of each piece: whether it has channels */
  const float *exists;          /* the channels of containers */
  const int32_t *codes;         /* the numbers of moves (vector/numbers.h) */
  uint8_t *masks, *ended;
  float *tensors, *rewards;
  int32_t *seats, *counts;
  lane_t *lanes;
  listed_t **listed; /* for each thread: the moves that are listed */
  int32_t **first;   /* for each thread: of each number, -1, or the first move that has it */
  state_t *seen;     /* for each thread: a position as somebody sees it */
  int32_t only;      /* the column in which pieces stand, if it is the only one and its sites have spots of their own */
  int32_t failed, prepared;
} vector_t;

EXPORT void lp_vector_free(vector_t *v) {
  if (!v) return;
  for (int i = 0; i < v->n && v->lanes; i++) {
    lp_free(v->lanes[i].e); free(v->lanes[i].numbers); free(v->lanes[i].shown.what);
    free(v->lanes[i].at); free(v->lanes[i].fresh); free(v->lanes[i].final);
    free(v->lanes[i].past);
  }
  for (int i = 0; i < v->threads && v->listed; i++) free(v->listed[i]);
  for (int i = 0; i < v->threads && v->first; i++) free(v->first[i]);
  free(v->seen); free(v->listed); free(v->first); free(v->lanes); free(v);
}
INLINE size_t bytes_of(const column_t *c) { return (size_t)(c->n * c->width); }
/* The column of pieces in which changes can be looked for, or -1. Where two sites share a spot, or counts or stacks
   stand in the tensor, all channels of pieces are written anew. */
static int only_column(const vector_t *v) {
  int found = -1;
  if (v->p.stacking || v->p.counts) return -1;
  for (int k = WHAT_C; k <= WHAT_E; k++)
    if (v->p.columns[k].at >= 0) { if (found >= 0) return -1; found = k; }
  if (found < 0 || v->p.columns[found].n > v->p.n_spots) return -1;
  for (int i = 0; i < v->p.columns[found].n; i++)
    for (int j = 0; j < i; j++) if (v->spots[i] == v->spots[j]) return -1;
  return found;
}
enum { FIRST_ROOM = 4096 };
/* Moves that are listed: as many as there are numbers, and some that are the same in every part. */
INLINE int32_t most_listed(const vector_t *v) { return (int32_t)(v->p.size + 256); }
EXPORT vector_t *lp_vector_new(const int64_t *plan, int n, int threads, const int32_t *spots, const int32_t *sites,
                               const uint8_t *owned, const float *exists, const int32_t *codes, uint8_t *masks,
                               float *tensors, float *rewards, uint8_t *ended, int32_t *seats, int32_t *counts) {
  vector_t *v = calloc(1, sizeof *v);
  if (!v) return NULL;
  memcpy(&v->p, plan, sizeof v->p);
  v->n = n; v->threads = threads; v->spots = spots; v->sites = sites; v->owned = owned; v->exists = exists;
  v->codes = codes;
  v->masks = masks; v->tensors = tensors; v->rewards = rewards; v->ended = ended; v->seats = seats; v->counts = counts;
  v->only = only_column(v);
  v->lanes = calloc((size_t)n, sizeof *v->lanes);
  v->listed = calloc((size_t)threads, sizeof *v->listed);
  v->first = calloc((size_t)threads, sizeof *v->first);
  v->seen = calloc((size_t)threads, sizeof *v->seen);
  int good = v->lanes && v->listed && v->first && v->seen;
  for (int i = 0; LISTS && good && i < threads; i++)
    good = (v->listed[i] = malloc((size_t)most_listed(v) * sizeof(listed_t))) != NULL;
  for (int i = 0; good && i < threads; i++) {
    good = (v->first[i] = malloc((size_t)v->p.size * sizeof(int32_t))) != NULL;
    if (good) memset(v->first[i], -1, (size_t)v->p.size * sizeof(int32_t));
  }
  for (int i = 0; good && i < n; i++) {
    lane_t *l = &v->lanes[i];
    l->e = lp_new();
    l->cap = lp_min((int)v->p.size, FIRST_ROOM);
    l->numbers = malloc((size_t)l->cap * sizeof(int32_t));
    l->at = malloc((size_t)l->cap * sizeof(int32_t));
    l->shown.what = calloc(1, v->only < 0 ? 1 : bytes_of(&v->p.columns[v->only]));
    l->fresh = malloc(v->p.chance ? sizeof(state_t) : 1);
    l->final = malloc(sizeof(state_t));
    l->past = calloc((size_t)(v->p.past ? v->p.past : 1), v->p.past ? sizeof *l->past : 1);
    good = l->past && l->e && l->numbers && l->at && l->shown.what && l->fresh && l->final;
    if (l->e) lp_patient(l->e, 1);
  }
  if (good) return v;
  lp_vector_free(v);
  return NULL;
}
EXPORT E *lp_vector_engine(vector_t *v, int i) { return v->lanes[i].e; }
EXPORT int lp_vector_failed(vector_t *v) { return v->failed; }

#include "vector/numbers.h"
#include "vector/observe.h"
#include "vector/tensor.h"

/* The seat (from 0) of a player (from 1), who keeps it when the players change sides. */
INLINE int lane_seat(const vector_t *v, const E *e, int player) {
  const column_t *order = &v->p.columns[ORDER];
  return seat_in(e, order->at, order->width, player);
}
/* Finds the legal moves of a lane's position. */
static void lane_moves(vector_t *v, E *e, int thread) {
#if LISTS
  e->listed = v->listed[thread];
  e->cap_listed = most_listed(v);
  e->n_rounds = e->in_rounds = 0;
  entry_list(e);
#else
  (void)v; (void)thread;
  entry_moves(e);
#endif
}
/* The dice with which the legal moves begin. */
static void look_at_dice(E *e, thrown_t *t) {
  t->n = 0;
  for (int i = 0; !LISTS && i < e->n_moves && !t->n; i++) {
    const act_t *a = &e->acts[e->moves[i].act];
    for (int k = 0; k < e->moves[i].n_act && !a[k].decision && t->n < MOST_THROWN; k++) {
      if (a[k].kind != ACT_update_dice || a[k].p[1] < 0) continue;
      t->dice[t->n][0] = a[k].p[0]; t->dice[t->n][1] = a[k].p[1]; t->n++;
    }
  }
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
  if (v->p.chance) state_copy(l->fresh, &e->s, 0);
  if (!e->s.over) lane_moves(v, e, thread);
  number_moves(v, l, mask, thread);
  if (v->p.chance) look_at_dice(e, &l->thrown);
  v->counts[i] = l->n;
  v->seats[i] = lane_seat(v, e, e->s.mover);
  if (v->p.with_tensors) 
    put_tensor(v, (const char *)&e->s, l->last, &l->shown, 0, v->tensors + (size_t)i * (size_t)v->p.channels * (size_t)v->p.cells);
}
static void begin_game(vector_t *v, int i, int thread) {
  lane_t *l = &v->lanes[i];
  E *e = l->e;
  int64_t rng = (int64_t)splitmix(&l->chance);
  l->cycles = l->n_past = 0;
  CLEAR(e); ctx_init(e);
  all_stale(e);
  start_game(e, rng);
  for (int k = 0; k < 4; k++) l->last[k] = -1;
  show(v, i, thread);
}
/* What the result is worth to each seat: from 1 for the first place to -1 for the last, 0 where it is undecided. */
static void put_rewards(const vector_t *v, const E *e, float *out) {
  const int n = (int)v->p.players;
  for (int q = 1; q <= n; q++) {
    double place = (double)e->s.rank[q] / 2.0, value = 0;
    if (place != 0) value = n == 1 ? (place == 1 ? 1.0 : -1.0) : 2 * (((double)n - place) / (double)(n - 1)) - 1;
    out[lane_seat(v, e, q)] = (float)value;
  }
}
/* Keeps a position among the earlier ones. */
static void remember(const vector_t *v, lane_t *l, const state_t *s) {
  if (!v->p.past) return;
  l->newest = (l->newest + 1) % (int32_t)v->p.past;
  state_copy(&l->past[l->newest].s, s, 0);
  l->past[l->newest].thrown.n = 0;
  if (v->p.chance) l->past[l->newest].thrown = l->thrown;
  if (l->n_past < v->p.past) l->n_past++;
}
/* The position before a lane's position, or before its last one of the game before, `back` moves ago; from 1. */
INLINE const past_t *earlier(const vector_t *v, const lane_t *l, int back) {
  return &l->past[(l->newest + v->p.past - (back - 1)) % v->p.past];
}
/* Notes the sites of the move that is about to be played. */
INLINE void played(lane_t *l, int k) {
  l->last[2] = l->last[0]; l->last[3] = l->last[1];
  l->last[0] = l->e->moves[k].from; l->last[1] = l->e->moves[k].to;
}
/* Keeps the position of a lane whose game ends in it. */
static void keep_final(vector_t *v, lane_t *l) {
  state_copy(l->final, &l->e->s, 0);
  l->final_player = l->e->s.mover;
  l->final_seat = lane_seat(v, l->e, l->e->s.mover);
  memcpy(l->final_last, l->last, sizeof l->last);
  l->final_past = l->n_past;
  l->final_thrown = l->thrown;
}
/* Keeps the position where `max_cycles` ends a game, with what is drawn for its legal moves. */
static void cut_off(vector_t *v, lane_t *l, int thread) {
  l->thrown.n = 0;
  if (v->p.chance) {
    CLEAR(l->e);
    next_position(l->e);
    lane_moves(v, l->e, thread);
    look_at_dice(l->e, &l->thrown);
  }
  keep_final(v, l);
}
enum { LEAVE = -1 }; /* the action that leaves a lane alone */
/* Which legal action has a number; as many as there are if none has it. */
INLINE int action_with(const lane_t *l, int number) {
  int k = 0;
  while (k < l->n && l->numbers[k] != number) k++;
  return k;
}
static int step_lane(vector_t *v, int i, int thread, int action) {
  lane_t *l = &v->lanes[i];
  E *e = l->e;
  float *rewards = v->rewards + (size_t)i * (size_t)v->p.players;
  l->final_player = 0;
  if (action == LEAVE && l->n) {
    fill(rewards, v->p.players, 0);
    v->ended[i] = RUNNING;
    return LP_OK;
  }
  ENTER_AGAIN(e);
  int k = action_with(l, action);
  if (k == l->n && v->p.illegal == RANDOM && l->n) k = (int)pick(&l->picks, (uint32_t)l->n);
  e->recording = RECORDS;
  fill(rewards, v->p.players, 0);
  if (k == l->n) {
    if (l->n) rewards[v->seats[i]] = -1;
    v->ended[i] = l->n ? ILLEGAL : GAME_OVER; /* a game without moves is over */
    keep_final(v, l);
    begin_game(v, i, thread);
    return LP_OK;
  }
  remember(v, l, &e->s);
  next_position(e);
  l->cycles++;
  k = l->at[k];
  if (LISTS) { CLEAR(e); choose_move(e, k); k = 0; }
  played(l, k);
  if (LISTS) play_chosen(e); else entry_play(e, k);
  v->ended[i] = e->s.over ? GAME_OVER : v->p.max_cycles && l->cycles >= v->p.max_cycles ? CUT : RUNNING;
  if (v->ended[i] == GAME_OVER) { put_rewards(v, e, rewards); l->thrown.n = 0; keep_final(v, l); }
  if (v->ended[i] == CUT) cut_off(v, l, thread);
  if (v->ended[i]) begin_game(v, i, thread); else show(v, i, thread);
  return LP_OK;
}
/* A game whose start passes a limit is left out, but not endlessly. */
enum { MOST_LEFT_OUT = 8 };
/* Whether a status means that a limit was passed, for which only the lane's game is given up: a LudLimitError. */
INLINE int is_limit(int status) { return status && status != -LP_RULE; }
static void note_limit(lane_t *l, int status) {
  l->limited++;
  l->limit = -status; l->where = l->e->where; l->consequent = l->e->consequent;
  l->shown.painted = 0;
}
static int try_begin(vector_t *v, int i, int thread) {
  E *e = v->lanes[i].e;
  ENTER(e);
  e->recording = RECORDS;
  begin_game(v, i, thread);
  return LP_OK;
}
static int next_game(vector_t *v, int i, int thread) {
  int status = try_begin(v, i, thread);
  for (int k = 0; k < MOST_LEFT_OUT && is_limit(status); k++) {
    note_limit(&v->lanes[i], status);
    status = try_begin(v, i, thread);
  }
  return status;
}
static int begin_lane(vector_t *v, int i, int thread, uint64_t seed) {
  lane_t *l = &v->lanes[i];
  l->chance = game_seed(seed, (uint64_t)i);
  l->picks = ~l->chance;
  l->shown.painted = 0;
  l->final_player = 0;
  v->ended[i] = RUNNING;
  fill(v->rewards + (size_t)i * (size_t)v->p.players, v->p.players, 0);
  return next_game(v, i, thread);
}
static int play_lane(vector_t *v, int i, int thread, int action) {
  int status = step_lane(v, i, thread, action);
  if (!is_limit(status)) return status;
  note_limit(&v->lanes[i], status);
  if (v->lanes[i].cycles) { /* else it was the next game, and this one has its result */
    v->lanes[i].final_player = 0;
    v->ended[i] = CUT;
    fill(v->rewards + (size_t)i * (size_t)v->p.players, v->p.players, 0);
  }
  return next_game(v, i, thread);
}
/* Lanes first … last - 1 play one action each, or begin new games if `actions` is NULL. 0, or the negated status of a lane
   that failed. */
EXPORT int lp_vector_step(vector_t *v, int first, int last, int thread, const int32_t *actions, uint64_t seed) {
  for (int i = first; i < last; i++) {
    int status = actions ? play_lane(v, i, thread, actions[i]) : begin_lane(v, i, thread, seed);
    if (status) { v->failed = i; return status; }
  }
  return LP_OK;
}
/* How many games limits have cut off. */
EXPORT int lp_vector_limited(vector_t *v) {
  int n = 0;
  for (int i = 0; i < v->n; i++) n += v->lanes[i].limited;
  return n;
}
/* The status of the limit that the first such lane has passed last; the lane counts as the one that failed. */
EXPORT int lp_vector_limit(vector_t *v) {
  int i = 0;
  while (i < v->n - 1 && !v->lanes[i].limited) i++;
  lane_t *l = &v->lanes[v->failed = i];
  l->e->where = l->where; l->e->consequent = l->consequent;
  return l->limit;
}
/* The first lane whose action is not legal, or -1. */
EXPORT int lp_vector_check(vector_t *v, const int32_t *actions) {
  for (int i = 0; i < v->n; i++) {
    const lane_t *l = &v->lanes[i];
    if (l->n && actions[i] != LEAVE && action_with(l, actions[i]) == l->n) return i;
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
#include "vector/saved.h"
#include "vector/room.h"
#include "vector/pool.h"
