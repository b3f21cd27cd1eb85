/* Random games of a program whose moves can be counted and chosen (games.py). All code of a ply is one function, and what
   it changes are local variables of that function. E holds them. Nothing may keep the address of E, so that the compiler
   can hold its members in registers: arrays lie beside it, and what the game shares with other threads is in O. */
/* The compiler follows paths that cannot be taken: a result that is kept is only read where it is fresh, and indices that
   are known to be within bounds (ranges.py) are not checked. */
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wstringop-overflow"
#pragma GCC diagnostic ignored "-Warray-bounds"
enum { FULL = 0, COUNT = 1, CHOOSE = 2 }; /* the ways of pushing moves that there are */
/* What a chosen move and its consequents may be made of; where they need more, ordinary code plays the game. */
enum { MOST_MOVES = BUILDS ? 256 : 1, MOST_ACTS = RECORDS ? 2048 : BUILDS ? 512 : 1, MOST_APPLIED = RECORDS ? 512 : 1 };
enum { MOST_SAVED = 4 }; /* copies of the state */
/* PASSED: whether actions may be notes of the kind `passed`; DECISIONS: whether it matters which actions of a move that is
   built are decisions; BUILT_PASSES: whether such a move may pass. */
enum { BUILT = -1 }; /* instead of the number of a point: the chosen move has its actions in the buffer */

#include "games/growing.h"

/* The memory of one thread. */
typedef struct {
  state_t s; /* in which games begin */
  start_t start; /* what is found once for it */
  const table_t *t[N_TABLES];
  int64_t ticks_used, tick_limit; /* as in E of core/runtime.h, like what follows */
  int32_t patient;
  stopwatch_t watch;
  int32_t *rounds, cap_rounds;
  buffer_t *lists; /* local lists */
  int32_t cap_lists;
  int32_t status, detail, where, field, n_grown;
#if N_GROWING
  growing_t growing[N_GROWING];
#endif
  trap_t trap;
} O;
typedef struct { int32_t mover, from, to, level_min, level_max, act, n_act, n_then; } head_t;
typedef struct { head_t head; uint16_t then[MAX_THEN]; } built_t;
typedef struct E {
  hot_t s;
  ctx_t c;
  O *o;
  const table_t *const *t;
  head_t head; /* of the chosen move, which is number 0 */
  built_t *moves; /* the consequents of all moves, and the other moves: parts of the chosen one, and those of consequents */
  act_t *acts, *applied; /* applied: the record of actions that were applied, where rules read it */
  saved_t *saved;
  int32_t chosen[MAX_CHOSEN], *rounds;
  int32_t n_moves, target, enough, n_modes, n_rounds, in_rounds, point, chosen_pass, n_applied, applied_base;
  int32_t n_acts, open_act, building, counted, n_lists, n_saved, applying;
  int32_t probe; /* of the mode PROBE, which is never entered */
  int64_t ticks;
  uint64_t fresh[KEPT_WORDS];
  memos_t *memos;
  set_t *kept;
  int *kept_int;
} E;

/* An error ends the game. Ordinary code plays it again and says where (random_games.py). */
typedef O own_t;
#define OWN(e) ((e)->o)
#define SHARED INLINE
#define more_ticks(e, where) ((e)->ticks += next_ticks(OWN(e), where))
#include "core/thread.h"
INLINE int is_fresh(E *e, int k) { return e->fresh[k / 64] >> (k % 64) & 1; }
INLINE void set_fresh(E *e, int k) { e->fresh[k / 64] |= 1ull << (k % 64); }
INLINE void stale(E *e, int word, uint64_t which) { e->fresh[word] &= ~which; }
/* no state is saved, no memo is checked, and no function is profiled */
#define CHECK_MEMO(e, memo, now) ((void)0)
#define KEEP(e, field) ((void)0)
#define keep(e, from, size) ((void)0)
#define PROFILED ((void)0)
#include "core/numbers.h"
#include "core/random.h"

/* Moves are counted, then one is chosen. Each function that pushes moves is inlined in the mode that it runs in. */
#define NOW(e, mode) (mode)
#define IN(mode, f, e, ...) f##_in(e, mode, ##__VA_ARGS__)
INLINE void probe_set(E *e, const set_t *to) { (void)e; (void)to; }
INLINE int is_chosen_now(E *e) { return e->n_moves++ == e->target; }
INLINE void chosen_move(E *e, int point, int is_pass, int mover, int from, int to, int level_min, int level_max) {
  e->head.mover = mover; e->head.from = from; e->head.to = to; e->head.level_min = level_min; e->head.level_max = level_max;
  e->head.n_then = 0; e->point = point; e->chosen_pass = is_pass;
}
#define HEAD(e, m, member) ((m) ? (e)->moves[m].head.member : (e)->head.member)
#define PART(e, m, member) ((e)->moves[m].head.member)
#define RECORDING(e) RECORDS
#define CHANGED(m) ((void)0)
INLINE void act_room(E *e) { if (e->n_acts == MOST_ACTS) stop(e, LP_RULE, 0); }
#include "core/buffer.h"
INLINE int move_is_pass(E *e, int m) { return m ? passes(e, m) : e->chosen_pass; }
INLINE int move_action_count(E *e, int m); /* these follow from the point, as do applied_kind and applied_decision */
INLINE int move_action_kind(E *e, int m, int k);
INLINE int move_action_decision(E *e, int m, int k);
INLINE int move_action_param(E *e, int m, int k, int p);
INLINE int is_chosen(E *e, const int mode, int from) {
  return mode == CHOOSE && e->target >= from && e->target < e->n_moves;
}
INLINE void move_set_movers_in(E *e, const int mode, int from, int mover) {
  if (is_chosen(e, mode, from)) e->head.mover = mover;
  for (int i = from; mode == FULL && i < e->n_moves; i++) e->moves[i].head.mover = mover;
}
INLINE int pushes_in_in(E *e, const int mode, int k) { (void)e; return mode == k; }
INLINE int wanted_site_in(E *e, const int mode) { (void)e, (void)mode; return -1; }
#define ENOUGH(e, mode) ((mode) == COUNT && (e)->n_moves > (e)->enough)
/* a question within `outer`: it only counts, and ends at the first move if `any` is 1 */
INLINE int32_t mode_enter_in(E *e, const int outer, const int mode, int any) {
  (void)outer, (void)mode;
  int32_t enough = e->enough;
  e->n_modes++;
  e->enough = any == 1 ? e->n_moves : INT32_MAX;
  return enough;
}
INLINE void mode_leave_in(E *e, const int outer, const int mode, int32_t enough) {
  (void)outer, (void)mode;
  e->n_modes--;
  e->enough = enough;
}
/* Building the chosen move, and what consequents push: as in core/moves.h and core/modes.h. */
INLINE void move_close(E *e, int mover, int from, int to, int level_min, int level_max) {
  if (e->n_moves == MOST_MOVES) stop(e, LP_RULE, 0);
  e->moves[e->n_moves++].head = (head_t){mover, from, to, level_min, level_max, e->open_act, e->n_acts - e->open_act, 0};
}
/* The parts of a move that is only begun mostly have their actions one after the other at the end of the buffer: they stay
   there. */
INLINE void move_splice(E *e, int lo, int hi) {
  if (lo >= hi) return;
  int at = e->moves[lo].head.act;
  if (e->open_act == e->n_acts && !PASSED && !DECISIONS) {
    for (int i = lo; i < hi; i++) at = e->moves[i].head.act == at ? at + e->moves[i].head.n_act : -1;
    if (at == e->n_acts) { e->open_act = e->moves[lo].head.act; return; }
  }
  for (int i = lo; i < hi; i++)
    for (int k = 0; k < e->moves[i].head.n_act; k++) {
      if (PASSED && i > lo && e->acts[e->moves[i].head.act + k].kind == ACT_passed) continue;
      act_t *a = act_new(e, 0, 0);
      *a = e->acts[e->moves[i].head.act + k];
    }
}
INLINE void move_drop(E *e, int lo, int hi) {
  for (int i = hi; i < e->n_moves; i++) e->moves[lo + i - hi] = e->moves[i];
  e->n_moves -= hi - lo;
}
INLINE void then_add(E *e, int m, int fn) {
  const int n = HEAD(e, m, n_then);
  if (n == MAX_THEN) fail(e, -4);
  e->moves[m].then[n] = (uint16_t)fn;
  if (m) e->moves[m].head.n_then = n + 1; else e->head.n_then = n + 1;
}
INLINE void move_attach_in(E *e, const int mode, int from, int fn) {
  if (is_chosen(e, mode, from)) then_add(e, 0, fn);
  for (int i = from; mode == FULL && i < e->n_moves; i++) then_add(e, i, fn);
}
INLINE void move_attach(E *e, int from, int fn) { move_attach_in(e, FULL, from, fn); }
INLINE int emit_gate_in(E *e, const int mode, int to) {
  (void)to;
  if (mode == FULL) { e->building += e->building > 0; return 1; }
  int k = e->n_moves++;
  if (mode == COUNT || k != e->target) return 0;
  e->building = 1; e->counted = e->n_moves; e->n_moves = 1; e->n_acts = 0;
  return 1;
}
INLINE void emit_done(E *e) {
  if (!e->building || --e->building) return;
  const int last = e->n_moves - 1;
  e->head = e->moves[last].head;
  memcpy(e->moves->then, e->moves[last].then, sizeof e->moves->then);
  e->n_moves = e->counted;
  e->point = BUILT; e->chosen_pass = passes(e, 0);
}
#define KEEPS_LISTED(e, mode) 0
#include "core/rounds.h"

/* Actions are applied, and recorded if RECORDS. Otherwise rules that ask for the record are told by the point of the chosen
   move, which then has no consequents. */
INLINE void apply_point(E *e);
#if BUILDS
INLINE void apply_action(E *e, const act_t *a);
#else
#define apply_action(e, a) ((void)(e), (void)(a))
#endif
/* The record has one more action. Returns what was being applied. */
INLINE int record_next(E *e, int kind, int decision) {
  const int outer = e->applying;
  e->applying = e->n_applied++;
  if (!RECORDS) return outer;
  if (e->applying == MOST_APPLIED) stop(e, LP_RULE, 0);
  act_t *a = &e->applied[e->applying];
  a->kind = (int16_t)kind; a->decision = (int16_t)decision;
  return outer;
}
INLINE void apply_built(E *e, int first, int end) {
  for (int i = first; i < end; i++)
    for (int k = 0; k < HEAD(e, i, n_act); k++) {
      const act_t *a = &e->acts[HEAD(e, i, act) + k];
      if (a->kind == ACT_passed) continue;
      const int outer = record_next(e, a->kind, a->decision);
      if (RECORDS) e->applied[e->applying] = *a;
      apply_action(e, a);
      e->applying = outer;
    }
}
INLINE void apply_actions(E *e, int m) {
  if (BUILDS && (m || e->point == BUILT)) apply_built(e, m, m + 1); else apply_point(e);
}
/* The function that applies the consequents of a move, and `apply` the moves that these push. Each level of consequents
   (those of moves that consequents push are the next one) has its own, since inlined functions cannot call themselves. */
#define APPLIES_THENS(name, call, apply) \
  INLINE void name(E *e, int m) { \
    for (int k = 0; k < HEAD(e, m, n_then); k++) { \
      const int moves0 = e->n_moves, acts0 = e->n_acts; \
      tick(e); \
      call(e, e->moves[m].then[k]); \
      apply(e, moves0, e->n_moves); \
      e->n_moves = moves0; e->n_acts = acts0; \
    } \
  }
#define APPLIES_WITH_THENS(name, thens) \
  INLINE void name(E *e, int first, int end) { \
    for (int i = first; i < end; i++) { apply_built(e, i, i + 1); thens(e, i); } \
  }
INLINE int applied_kind(E *e, int k);
INLINE int applied_decision(E *e, int k);
INLINE void move_insert_applied(E *e, int m, int at, int lo, int hi) {
  const int first = e->moves[m].head.act, n = e->moves[m].head.n_act;
  int start = e->n_acts;
  if (at >= n && first + n == start) start = first; /* it ends where the buffer ends */
  for (int k = start == first ? n : 0; k <= n; k++) {
    if (k == at || (k == n && at > n))
      for (int j = lo; j < hi; j++) { act_t *a = act_new(e, 0, 0); *a = e->applied[j]; }
    if (k < n) { act_t *a = act_new(e, 0, 0); *a = e->acts[first + k]; }
  }
  e->moves[m].head.act = start;
  e->moves[m].head.n_act = e->n_acts - start;
}

#include "core/lists.h"
