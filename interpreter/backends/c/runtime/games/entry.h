/* The functions that Python calls in a library that only plays random games: as those of core/entry.h. */
#include "core/library.h"
enum { LOOKS = 8 }; /* a game looks every LOOKS plies whether it is to stop */
EXPORT O *lp_new(void) {
  O *o = calloc(1, sizeof(O));
  if (o) lp_patient(o, 0);
  return o;
}
EXPORT void lp_free(O *o) {
  if (!o) return;
  free(o->rounds);
  for (int k = 0; k < o->cap_lists; k++) free(o->lists[k].v);
  free(o->lists);
  free(o);
}

/* Nothing reads the move that was chosen last any more. The compiler is told by values that are left open: otherwise it
   hands the old ones on, on the way where no move is chosen, which is not taken. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wuninitialized"
INLINE void forget_chosen(E *e) {
  head_t open;
  int32_t pass;
  e->head = open; e->chosen_pass = pass; e->point = 0;
}
#pragma GCC diagnostic pop

/* Chooses a move and plays it. Returns 0 if there is none. */
INLINE int one_ply(E *e, uint64_t *chance) {
  e->n_moves = 0; e->n_rounds = 0; e->in_rounds = 0;
  entry_moves(e, COUNT);
  int n = e->n_moves;
  if (!n) return 0;
  if (__builtin_expect(n > MAX_MOVES, 0)) stop(e, LP_MEMORY, 1); /* ordinary code says where */
  e->n_moves = 0; e->n_rounds = 0; e->in_rounds = 0;
  e->n_acts = 0;
  e->target = (int)pick(chance, (uint32_t)n);
  if (n < 0 || e->target < 0 || e->target >= n) __builtin_unreachable(); /* for the compiler */
  forget_chosen(e);
  entry_moves(e, CHOOSE);
  if (!e->point) stop(e, LP_RULE, 0); /* it would not be one of the moves that were counted */
  e->n_moves = 1; e->n_applied = e->applied_base = e->building = e->n_lists = e->n_saved = 0;
#if HOT_POINT /* almost all moves are of one kind: what is known of them is known in a copy of `play` */
  if (__builtin_expect(e->point == HOT_POINT, 1)) {
    e->point = HOT_POINT; e->chosen_pass = 0;
    entry_play(e);
    return 1;
  }
#endif
  entry_play(e);
  return 1;
}
/* One random game from a state. Returns its plies. places: of each player; over: whether it came to an end. */
static __attribute__((noinline)) int random_game(O *o, const state_t *from, int64_t rng, uint64_t chance, int max_moves,
                                                 int players, float *places, int *over) {
  ARRAYS;
  built_t moves[MOST_MOVES];
  act_t acts[MOST_ACTS], applied[MOST_APPLIED];
  saved_t saved[SAVES ? MOST_SAVED : 1];
  memos_t memos;
  set_t kept[N_KEPT]; /* cleared for the compiler, which cannot see that each is found before it is read */
  for (int i = 0; i < N_KEPT; i++) kept[i] = set_empty();
  int kept_int[N_KEPT];
  E local = {.o = o, .t = o->t, .moves = moves, .acts = acts, .applied = applied, .saved = saved,
             .memos = &memos, .kept = kept,
             .kept_int = kept_int, .rounds = o->rounds, .enough = INT32_MAX}, *e = &local;
  state_unpack(e, from);
  ctx_init(e);
  e->s.rng = rng;
#if N_GROWING
  for (int i = 0; i < N_GROWING; i++) growing_start(&o->growing[i]);
#endif
  int ply = 0;
  const int most = max_moves < 0 ? INT32_MAX : max_moves;
  while (!e->s.over && ply < most) {
    ticks_reset(e);
    if (!(ply % LOOKS)) see_time(o);
    ranges_hold(e);
#if BY_MOVER /* a copy of everything for each mover */
    if (e->s.mover == 1) {
      e->s.mover = 1;
      if (!one_ply(e, &chance)) break;
    } else {
      if (e->s.mover != 2) stop(e, LP_RULE, 0);
      e->s.mover = 2;
      if (!one_ply(e, &chance)) break;
    }
#else
    if (!one_ply(e, &chance)) break;
#endif
    ply++;
  }
  const int n_players = PLAYERS ? PLAYERS : players;
  for (int p = 0; p < n_players; p++) places[p] = (float)e->s.rank[p + 1] / 2.0f;
  *over = e->s.over != 0;
  return ply;
}
/* As lp_playouts of core/entry.h. With restart, too, every game begins in the given state. */
EXPORT int lp_playouts(O *o, const void *state, int64_t first, int n, uint64_t seed, int max_moves, int restart,
                       int players, int32_t *lengths, float *rankings, int64_t *counts) {
  o->status = LP_OK;
  if (TRAPPED(o->trap)) return -o->status;
  o->watch = pausing(o);
  memcpy(&o->s, state, sizeof o->s);
  if (!in_ranges(&o->s)) return LP_RULE; /* a state that the rules do not make: ordinary code plays from it */
  find_start(o, &o->s);
  for (int g = (int)counts[2]; g < n; g++) {
    uint64_t chance = game_seed(seed, (uint64_t)(first + g));
    int64_t rng = (int64_t)splitmix(&chance);
    int over;
    int ply = random_game(o, &o->s, restart ? rng : o->s.rng ^ rng, chance, max_moves, players, rankings + g * players, &over);
    lengths[g] = ply;
    counts[0] += ply;
    counts[1] += !over;
    counts[2]++;
  }
  return LP_OK;
}
