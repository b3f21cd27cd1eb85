/* The functions that Python calls. Results stay in the engine until the next call. An entry that fails returns its
   negated status and leaves the caller's state unchanged. */
#include "core/library.h"
/* The head of an entry at the position of the call before: what is memoised is still known to be right or stale. */
#define ENTER_AGAIN(e) do { (e)->status = LP_OK; (e)->where = (e)->consequent = -1; (e)->depth = 0; \
  (e)->stack = (char *)__builtin_frame_address(0); ticks_reset(e); (e)->n_saved = (e)->n_journal = 0; (e)->n_lists = 0; \
  (e)->mode = (e)->building = (e)->n_modes = 0; (e)->enough = INT32_MAX; \
  if (TRAPPED((e)->trap)) return -(e)->status; } while (0)
#define ENTER(e) do { (e)->recording = 1; (e)->on_copy = 0; all_stale(e); \
  PROFILE_BEGIN(e); \
  IF_VERDICTS((e)->keeps_verdicts = (e)->noting = 0); \
  IF_SPARED((e)->spares = (e)->sparing = 0); \
  ENTER_AGAIN(e); } while (0)
#define CLEAR(e) do { (e)->n_moves = (e)->n_acts = (e)->n_applied = (e)->applied_base = 0; (e)->n_lists = (e)->point = 0; } while (0)
/* ENTER at a position that Python hands over. */
#define ENTER_AT(e, state) do { ENTER(e); CLEAR(e); ctx_init(e); memcpy(&(e)->s, state, sizeof (e)->s); } while (0)

/* A call over many positions begins: it may be paused, and records only what rules read. */
static void watch(E *e) {
  e->recording = RECORDS;
  e->watch = pausing(e);
}

EXPORT E *lp_new(void) {
  E *e = calloc(1, sizeof(E));
  if (!e) return NULL;
  e->cap_out = 4096;
  e->out = malloc((size_t)e->cap_out * sizeof(int32_t));
  lp_patient(e, 0);
  if (!e->out) { free(e); return NULL; }
  return e;
}
EXPORT void lp_free(E *e) {
  if (!e) return;
  for (int i = 0; i < e->cap_lists; i++) free(e->lists[i].v);
  free(e->lists); free(e->rounds); free(e->moves); free(e->acts); free(e->applied); free(e->journal); free(e->copies);
  IF_VERDICTS(free(e->verdicts));
  IF_SIFTED(free(e->sifted); free(e->refused));
  IF_SPARED(free(e->built); free(e->filtered));
  IF_DIGESTS(for (int i = 0; i < HASH_LISTS; i++) free(e->seen[i]));
  free(e->out); free(e);
}
EXPORT int lp_field(E *e) { return e->field; }
EXPORT int lp_where(E *e) { return e->where; }
EXPORT int lp_consequent(E *e) { return e->consequent; }
EXPORT const int32_t *lp_out(E *e) { return e->out; }
#ifdef PROFILE
EXPORT const profile_t *lp_profile(E *e) { return &e->profile; }
#endif
#ifdef COVER
EXPORT counts_t *lp_counted(E *e) { return e->sums; }
#endif

/* Makes room for n ints in `out`. */
static void room(E *e, int64_t n) {
  if (n <= e->cap_out) return;
  int64_t cap = 2 * n;
  int32_t *out = cap > INT32_MAX ? NULL : realloc(e->out, (size_t)cap * sizeof *out);
  if (!out) stop(e, LP_MEMORY, 0);
  e->out = out;
  e->cap_out = cap;
}
/* The number of ints that put_action writes for some actions. `out` may move only when its content does not fit,
   because Python looks up its address again only when there is more in it than before (`Memory.taken`). */
static int64_t ints_of(const act_t *acts, int n) {
  int64_t ints = 2 * (int64_t)n;
  for (int k = 0; k < n; k++) ints += N_PARAMS[acts[k].kind];
  return ints;
}
/* An action as ints: kind decision parameters… */
static int32_t *put_action(int32_t *p, const act_t *a) {
  *p++ = a->kind; *p++ = a->decision;
  for (int j = 0; j < N_PARAMS[a->kind]; j++) *p++ = a->p[j];
  return p;
}
/* A move as ints: mover from to level_min level_max n_act n_then then… action… */
static int32_t *put_move(int32_t *p, const move_t *m, const act_t *acts, int n_act, int n_then) {
  *p++ = m->mover; *p++ = m->from; *p++ = m->to; *p++ = m->level_min; *p++ = m->level_max;
  *p++ = n_act; *p++ = n_then;
  for (int k = 0; k < n_then; k++) *p++ = m->then[k];
  for (int k = 0; k < n_act; k++) p = put_action(p, &acts[k]);
  return p;
}
/* Writes the move buffer to `out`: the number of moves, whether the state has changed, the offsets in `out` where each
   move begins and the last one ends, and the moves. Returns the number of ints. */
static int export_moves(E *e, const void *state) {
  int n = e->n_moves;
  int64_t need = 3 + n;
  for (int i = 0; i < n; i++) need += 7 + e->moves[i].n_then + ints_of(e->acts + e->moves[i].act, e->moves[i].n_act);
  room(e, need);
  int32_t *p = e->out + 3 + n;
  e->out[0] = n;
  e->out[1] = memcmp(&e->s, state, sizeof e->s) != 0;
  for (int i = 0; i < n; i++) {
    move_t *m = &e->moves[i];
    e->out[2 + i] = (int32_t)(p - e->out);
    p = put_move(p, m, e->acts + m->act, m->n_act, m->n_then);
  }
  e->out[2 + n] = (int32_t)(p - e->out);
  return (int)(p - e->out);
}

EXPORT int lp_start(E *e, int64_t rng) {
  ENTER(e); CLEAR(e); ctx_init(e); memset(&e->s, 0, sizeof e->s); state_init(e);
  e->s.rng = rng;
  entry_start(e);
  return LP_OK;
}
/* Writes the legal moves of a state to `out`. The engine's state has the random results drawn for them. */
EXPORT int lp_moves(E *e, const void *state) {
  ENTER_AT(e, state);
  if (!e->s.over) entry_moves(e);
  return export_moves(e, state);
}
static void import_move(E *e, const int32_t *m) {
  move_open(e);
  const int32_t *p = m + 7 + m[6];
  for (int i = 0; i < m[5]; i++) {
    const int n = N_PARAMS[p[0]];
    act_t *a = act_new(e, p[0], p[1]);
    memset(a->p, 0, sizeof a->p);
    memcpy(a->p, p + 2, (size_t)n * sizeof *p);
    p += 2 + n;
  }
  move_close(e, m[0], m[1], m[2], m[3], m[4]);
  for (int i = 0; i < m[6]; i++) move_attach(e, e->n_moves - 1, m[7 + i]);
}
/* Writes a move with all actions that were applied to `out`, as export_moves does. */
static int export_applied(E *e, const move_t *head) {
  room(e, 4 + 7 + ints_of(e->applied, e->n_applied));
  int32_t *end = put_move(e->out + 4, head, e->applied, e->n_applied, 0);
  e->out[0] = e->out[1] = 1; e->out[2] = 4; e->out[3] = (int32_t)(end - e->out);
  return (int)(end - e->out);
}
/* What a move would do, told on a copy of the state, which the caller restores. */
static void tell(E *e, int m) {
#if DRAWS_ON_COPIES
  seed_copies(e);
#endif
  e->on_copy++;
  entry_consequences(e, m);
  e->on_copy--;
}
/* Applies the move that begins at offset `at` of `packed`. The move with all applied actions is in `out`, as
   export_moves writes it, and the new state is in the engine. Without `keep` the engine's state is not meaningful. */
EXPORT int lp_play(E *e, const void *state, const int32_t *packed, long at, int keep) {
  ENTER_AT(e, state);
  import_move(e, packed + at);
  const move_t head = e->moves[0];
  if (head.mover < 0) fail(e, -10);
  if (keep) entry_play(e, 0); else tell(e, 0);
  return export_applied(e, &head);
}
/* Counted moves take no room. Where there are too many, building them ends in the error that tells where. */
static __attribute__((noinline, noreturn, cold, unused)) void too_many_moves(E *e) {
  e->n_rounds = e->in_rounds = 0;
  entry_moves(e);
  stop(e, LP_MEMORY, 1);
}
/* the number of legal moves, found without building them */
static int count_moves(E *e) {
  e->mode = 1; e->n_rounds = e->in_rounds = 0; e->enough = MAX_MOVES;
  IF_SIFTED(e->n_sifted = 0);
  IF_SPARED(e->spares = 1; e->n_built = e->n_filtered = 0);
  entry_count(e);
  IF_SPARED(e->spares = 0);
  int n = e->n_moves;
  e->mode = 0; e->n_moves = 0; e->enough = INT32_MAX;
  if (__builtin_expect((uint32_t)n > MAX_MOVES, 0)) too_many_moves(e);
  return n;
}
/* after count_moves: the move with this number becomes the only one in the buffer, perhaps without its actions */
static void choose_move(E *e, int k) {
  e->target = k; e->mode = 2; e->n_rounds = e->in_rounds = 0;
  IF_SIFTED(e->n_sifted = 0);
  if (!e->cap_moves) e->moves = grow(e, e->moves, &e->cap_moves, sizeof(move_t));
  IF_SPARED(e->spares = 1; e->n_filtered = 0);
  entry_choose(e);
  IF_SPARED(e->spares = 0);
  e->mode = 0; e->n_moves = 1;
}
#ifdef CHECK_CHOSEN
/* Plays the chosen move in both ways, which must lead to the same state. */
static void play_chosen(E *e) {
  state_t *before = malloc(sizeof *before);
  ctx_t context = e->c;
  if (!before) stop(e, LP_MEMORY, 0);
  *before = e->s;
  if (!e->cap_acts) e->acts = grow(e, e->acts, &e->cap_acts, sizeof(act_t));
  move_t chosen = e->moves[0];
  int point = e->point, n_acts = e->n_acts;
  entry_play(e, 0);
  size_t size = state_bytes(&e->s);
  char *after = malloc(2 * size);
  if (!after) stop(e, LP_MEMORY, 0);
  state_save(after, &e->s);
  e->s = *before; e->c = context; all_stale(e);
  CLEAR(e);
  e->moves[0] = chosen; e->point = point; e->n_moves = 1; e->n_acts = n_acts;
  as_record(e, 0);
  entry_play(e, 0);
  int same = size == state_bytes(&e->s);
  if (same) { state_save(after + size, &e->s); same = !memcmp(after, after + size, size); }
  free(before); free(after);
  if (!same) fail(e, -11);
}
#else
INLINE void play_chosen(E *e) { entry_play(e, 0); }
#endif
/* Writes the legal move with this number to `out`, found as playouts do. Returns LP_MUST_BUILD if the game's moves
   cannot be counted without building them, LP_NO_MOVE if there is no such move. */
enum { LP_MUST_BUILD = -100, LP_NO_MOVE = -101 };
EXPORT int lp_choose(E *e, const void *state, int k) {
  ENTER_AT(e, state);
  if (!SELECTABLE) return LP_MUST_BUILD;
  if (k < 0 || e->s.over || k >= count_moves(e)) return LP_NO_MOVE;
  choose_move(e, k);
  as_record(e, 0);
  return export_moves(e, state);
}
/* The number of legal moves, or LP_MUST_BUILD. */
EXPORT int lp_count(E *e, const void *state) {
  ENTER_AT(e, state);
  if (!SELECTABLE) return LP_MUST_BUILD;
  return e->s.over ? 0 : count_moves(e);
}

/* How full the buffers are: searches leave in them what they find at a position as long as they are below it. */
typedef struct { int32_t moves, acts, applied; } mark_t;
INLINE mark_t mark(const E *e) { return (mark_t){e->n_moves, e->n_acts, e->n_applied}; }
INLINE void back_to(E *e, mark_t m) { e->n_moves = m.moves; e->n_acts = m.acts; e->n_applied = m.applied; e->n_lists = 0; }
/* Plays a move of the buffer, and forgets what was done for it. */
INLINE void play_only(E *e, int m) {
  const mark_t before = mark(e);
  entry_play(e, m);
  back_to(e, before);
}
static uint64_t perft(E *e, int depth) {
  if (e->s.over) return 1;
  next_position(e);
  const mark_t before = mark(e);
  entry_moves(e);
  int end = e->n_moves;
  uint64_t n = 0;
  if (depth <= 1) n = (uint64_t)(end - before.moves);
  else {
    for (int i = before.moves; i < end; i++) {
      whole_state_push(e);
      next_position(e);
      play_only(e, i);
      n += perft(e, depth - 1);
      whole_state_pop(e);
    }
  }
  back_to(e, before);
  return n;
}
EXPORT int lp_perft(E *e, const void *state, int depth, uint64_t *out) {
  ENTER_AT(e, state); watch(e);
  *out = depth <= 0 ? 1 : perft(e, depth);
  return LP_OK;
}

/* Begins a game with these random numbers. A start that is always the same is only found once. */
static void start_game(E *e, int64_t rng) {
  if (SAME_START && e->has_start && !COVERING) state_copy(&e->s, &e->start, 0);
  else {
    CLEAR(e); state_init(e);
    e->s.rng = rng;
    entry_start(e);
    if (SAME_START) { state_copy(&e->start, &e->s, 0); e->has_start = 1; }
  }
  if (SAME_START) e->s.rng = rng;
}
/* Random games with the numbers first, first + 1, … of a seed. A game depends only on the seed and its number.
   lengths: n ints; rankings: n × players. counts: [0] moves, [1] games cut short, [2] games; they are valid even if the
   call fails or is paused. */
EXPORT int lp_playouts(E *e, const void *state, int64_t first, int n, uint64_t seed, int max_moves, int restart,
                       int players, int32_t *lengths, float *rankings, int64_t *counts) {
  ENTER(e); CLEAR(e); ctx_init(e); watch(e);
  IF_VERDICTS(e->keeps_verdicts = 1);
  for (int g = (int)counts[2]; g < n; g++) {
    uint64_t chance = game_seed(seed, (uint64_t)(first + g));
    all_stale(e);
    cover_game_begins(e);
    if (restart) start_game(e, (int64_t)splitmix(&chance));
    else {
      state_copy(&e->s, state, 0);
      set_rng(e, e->s.rng ^ (int64_t)splitmix(&chance));
    }
    int ply = 0;
    while (!e->s.over && (max_moves < 0 || ply < max_moves)) {
      CLEAR(e);
      next_position(e);
      if (!COVERING && (SELECTABLE || SIFTED || SPARES)) {
        int n = count_moves(e);
        if (!n) break;
        choose_move(e, (int)pick(&chance, (uint32_t)n));
        play_chosen(e);
      } else {
        entry_moves(e);
        if (!e->n_moves) break;
        const int m = (int)pick(&chance, (uint32_t)e->n_moves);
        cover_played(e, m);
        entry_play(e, m);
      }
      ply++;
    }
    lengths[g] = ply;
    for (int p = 0; p < players; p++) rankings[g * players + p] = (float)e->s.rank[p + 1] / 2.0f;
    cover_game_ends(e);
    counts[0] += ply;
    counts[1] += !e->s.over;
    counts[2]++;
  }
  return LP_OK;
}
#ifdef COVER
/* Plays the legal moves with these numbers from the start. */
EXPORT int lp_cover_game(E *e, int64_t rng, const int32_t *picks, int n) {
  ENTER(e); CLEAR(e); ctx_init(e); watch(e);
  cover_game_begins(e);
  start_game(e, rng);
  for (int ply = 0; ply < n && !e->s.over; ply++) {
    CLEAR(e);
    next_position(e);
    entry_moves(e);
    if (picks[ply] < 0 || picks[ply] >= e->n_moves) break;
    cover_played(e, picks[ply]);
    entry_play(e, picks[ply]);
  }
  cover_game_ends(e);
  return LP_OK;
}
#endif
#include "core/follow.h"
#include "core/wasm.h"
