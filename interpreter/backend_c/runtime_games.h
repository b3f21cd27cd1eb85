/* Random games of a program that builds no moves (games.py). All code of a ply is one function, and what it changes are
   local variables of that function. E holds them. Nothing may keep the address of E, so that the compiler can hold its
   members in registers: arrays lie beside it, and what the game shares with other threads is in O. */
#include <time.h>
enum { LP_OK = 0, LP_FULL = 1, LP_RULE = 2, LP_MEMORY = 3, LP_TOO_LONG = 4, LP_WIDE = 5, LP_CANCELLED = 6, LP_PAUSED = 7 };
enum { COUNT = 1, CHOOSE = 2 }; /* the ways of pushing moves that are left */
#define KEPT_WORDS ((N_KEPT + 63) / 64)

/* The memory of one thread. */
typedef struct {
  state_t s;
  const table_t *t[N_TABLES];
  int64_t ticks_used, tick_limit; /* as in E of runtime.h, like what follows */
  int32_t patient, looks, next_look;
  int64_t deadline;
  int32_t *rounds, cap_rounds;
  int32_t status, detail;
  trap_t trap;
} O;
typedef struct { int32_t mover, from, to, level_min, level_max, n_then; } chosen_t;
typedef struct E {
  hot_t s;
  ctx_t c;
  O *o;
  const table_t *const *t;
  chosen_t *moves; /* the chosen move, as number 0 */
  int32_t *chosen, *rounds;
  int32_t n_moves, target, enough, n_modes, n_rounds, in_rounds, point, chosen_pass, n_applied, applied_base;
  int32_t probe; /* of the mode PROBE, which is never entered */
  int64_t ticks;
  uint64_t fresh[KEPT_WORDS];
  memos_t *memos;
  set_t *kept;
  int *kept_int;
} E;

/* An error ends the game. Ordinary code plays it again and says where (random_games.py). */
static void stop_out(O *o, int status, int detail) __attribute__((noreturn, noinline, cold, unused));
static void stop_out(O *o, int status, int detail) {
  o->status = status; o->detail = detail;
  TRAP(o->trap);
}
enum { WHERE = -1 };
#define stop_at(e, status, detail, where) ((void)(where), stop(e, status, detail))
#define stop(e, status, detail) stop_out((e)->o, status, detail)
#define fail(e, code) stop(e, LP_RULE, code)
#define FIT(e, bits, field, v) fit(e, bits, v)
INLINE int fit(E *e, int bits, int v) {
  if (v < -(1 << (bits - 1)) || v >= 1 << (bits - 1)) stop(e, LP_WIDE, v);
  return v;
}
INLINE int is_fresh(E *e, int k) { return e->fresh[k / 64] >> (k % 64) & 1; }
INLINE void set_fresh(E *e, int k) { e->fresh[k / 64] |= 1ull << (k % 64); }
INLINE void stale(E *e, int word, uint64_t which) { e->fresh[word] &= ~which; }
INLINE int64_t limit(O *o) { return __atomic_load_n(&o->tick_limit, __ATOMIC_RELAXED); }
static void late(O *o) __attribute__((noreturn, noinline, cold, unused));
static void late(O *o) { stop_out(o, limit(o) < 0 ? LP_CANCELLED : o->patient ? LP_TOO_LONG : LP_PAUSED, 0); }
enum { TICKS = MAX_STEPS < 1000 ? MAX_STEPS : 1000 };
static __attribute__((noinline, cold, unused)) int64_t more_ticks(O *o) {
  int64_t left = limit(o) - o->ticks_used;
  if (left <= 0) late(o);
  if (left > TICKS) left = TICKS;
  o->ticks_used += left;
  return left;
}
INLINE void tick(E *e) { if (__builtin_expect(--e->ticks < 0, 0)) e->ticks += more_ticks(e->o); }
INLINE void tick_all(E *e, int n) {
  if (n <= 0) return;
  e->ticks -= n;
  while (__builtin_expect(e->ticks < 0, 0)) e->ticks += more_ticks(e->o);
}
/* no state is saved, no memo is checked, and no function is profiled */
#define CHECK_MEMO(e, memo, now) ((void)0)
#define KEEP(e, field) ((void)0)
#define PROFILED ((void)0)
#include "runtime_numbers.h"
#include "runtime_random.h"

/* Moves are counted, then one is chosen. Each function that pushes moves is inlined in the mode that it runs in. */
#define NOW(e, mode) (mode)
#define IN(mode, f, e, ...) f##_in(e, mode, ##__VA_ARGS__)
INLINE void push_counted(E *e, int n) { e->n_moves += n; }
INLINE int is_chosen_now(E *e) { return e->n_moves++ == e->target; }
INLINE void chosen_move(E *e, int point, int is_pass, int mover, int from, int to, int level_min, int level_max) {
  chosen_t *m = e->moves;
  m->mover = mover; m->from = from; m->to = to; m->level_min = level_min; m->level_max = level_max; m->n_then = 0;
  e->point = point; e->chosen_pass = is_pass;
}
INLINE int move_count(E *e) { return e->n_moves; }
INLINE int act_count(E *e) { (void)e; return 0; }
INLINE void moves_rewind(E *e, int moves, int acts) { (void)acts; e->n_moves = moves; }
INLINE int move_mover(E *e, int m) { return e->moves[m].mover; }
INLINE int move_from(E *e, int m) { return e->moves[m].from; }
INLINE int move_to(E *e, int m) { return e->moves[m].to; }
INLINE int move_level_min(E *e, int m) { return e->moves[m].level_min; }
INLINE int move_level_max(E *e, int m) { return e->moves[m].level_max; }
INLINE int move_is_pass(E *e, int m) { (void)m; return e->chosen_pass; }
INLINE int move_then_count(E *e, int m) { (void)e, (void)m; return 0; }
INLINE int move_action_count(E *e, int m); /* these follow from the point, as do applied_kind and applied_decision */
INLINE int move_action_kind(E *e, int m, int k);
INLINE int move_action_decision(E *e, int m, int k);
INLINE int is_chosen(E *e, const int mode, int from) {
  return mode == CHOOSE && e->target >= from && e->target < e->n_moves;
}
INLINE void move_set_movers_in(E *e, const int mode, int from, int mover) {
  if (is_chosen(e, mode, from)) e->moves[0].mover = mover;
}
INLINE int push_mode_in(E *e, const int mode) { (void)e; return mode; }
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
/* Loops with independent iterations, as in runtime_modes.h. */
enum { EVERY_ROUND = 0, KEEP_ROUNDS = 1, ONE_ROUND = 2 };
INLINE int rounds_enter(E *e, const int mode) {
  if (e->n_modes || e->in_rounds) return EVERY_ROUND;
  e->in_rounds = 1;
  return mode;
}
static __attribute__((noinline, cold, unused)) int32_t *rounds_grow(O *o, int32_t n) {
  while (n >= o->cap_rounds) {
    int32_t cap = o->cap_rounds ? o->cap_rounds * 2 : 64;
    int32_t *rounds = cap > 1 << 26 ? NULL : realloc(o->rounds, (size_t)cap * sizeof *rounds);
    if (!rounds) stop_out(o, LP_MEMORY, 0);
    o->rounds = rounds;
    o->cap_rounds = cap;
  }
  return o->rounds;
}
INLINE int32_t *rounds_room(E *e, int n) {
  if (__builtin_expect(e->n_rounds + n >= e->o->cap_rounds, 0)) e->rounds = rounds_grow(e->o, e->n_rounds + n);
  return e->rounds + e->n_rounds;
}
#include "runtime_rounds.h"

/* The chosen move is applied at once, and has no consequents: what is recorded of its actions follows from its point. */
INLINE void apply_point(E *e);
INLINE void apply_actions(E *e, int m) { (void)m; apply_point(e); }
INLINE void apply_thens(E *e, int m) { (void)e, (void)m; }
INLINE int applied_base(E *e) { return e->applied_base; }
INLINE void applied_set_base(E *e, int k) { e->applied_base = k; }
INLINE int applied_kind(E *e, int k);
INLINE int applied_decision(E *e, int k);
INLINE int applied_count(E *e) { return e->n_applied; }
INLINE void applied_set_param(E *e, int p, int v) { (void)e, (void)p, (void)v; }
INLINE void applied_truncate(E *e, int n) { e->n_applied = n; }

INLINE void field_set_add(E *e, set_t *s, int i) { (void)e; set_add(s, i); }
INLINE void field_set_drop(E *e, set_t *s, int i) { (void)e; set_drop(s, i); }
#define field_push(e, f, n, cap, capid, v) \
  do { int v_ = (v); if (*(n) == (cap)) stop(e, LP_FULL, capid); (f)[(*(n))++] = v_; } while (0)
#define field_pop(e, f, n, cap, capid) do { if (*(n)) (*(n))--; } while (0)
#define field_clear(e, f, n, cap, capid) do { *(n) = 0; } while (0)
