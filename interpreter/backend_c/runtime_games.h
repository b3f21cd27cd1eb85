/* Random games of a program that builds no moves: all code of a ply is one function, and what it changes are local
   variables of that function. `E` holds them. Nothing may take its address, so that the compiler can keep its members
   in registers: arrays lie beside it, and what the game shares with its caller is in `O`. */
#include <time.h>
enum {
  LP_OK = 0, LP_FULL = 1, LP_RULE = 2, LP_MEMORY = 3, LP_TOO_LONG = 4, LP_WIDE = 5, LP_CANCELLED = 6, LP_PAUSED = 7
};
#define KEPT_WORDS ((N_KEPT + 63) / 64)
#define EXPORT __attribute__((visibility("default")))
enum { SHORT = 100000, SHORT_NS = 20000000 }; /* as in runtime_entry.h */
enum { TICKS = MAX_STEPS < 1000 ? MAX_STEPS : 1000 };
typedef struct {
  state_t s; /* first, as in E of runtime.h */
  const table_t *t[N_TABLES];
  int64_t ticks_used, tick_limit;
  int32_t patient, looks, next_look;
  int64_t deadline;
  int32_t *rounds, cap_rounds;
  int32_t status, detail, where, consequent, field;
  trap_t trap;
} O;
typedef struct { int32_t mover, from, to, level_min, level_max, n_then; } chosen_t;
typedef struct E {
  hot_t s;
  ctx_t c;
  O *o;
  const table_t *const *t;
  chosen_t *moves;
  int32_t *chosen, *rounds;
  int32_t n_moves, target, enough, n_modes, n_rounds, in_rounds, point, chosen_pass;
  int64_t ticks;
  uint64_t fresh[KEPT_WORDS];
  set_t *kept;
  int *kept_int;
} E;
enum { WHERE = -1 };
static void stop_out(O *o, int status, int detail, int where) __attribute__((noreturn, noinline, cold, unused));
static void stop_out(O *o, int status, int detail, int where) {
  o->status = status; o->detail = detail; o->where = where;
  TRAP(o->trap);
}
#define stop_at(e, status, detail, where) stop_out((e)->o, status, detail, where)
#define stop(e, status, detail) stop_at(e, status, detail, WHERE)
#define fail(e, code) stop_at(e, LP_RULE, code, WHERE)
INLINE int fit_at(E *e, int bits, int field, int v, int where) {
  if (v < -(1 << (bits - 1)) || v >= 1 << (bits - 1)) { e->o->field = field; stop_at(e, LP_WIDE, v, where); }
  return v;
}
#define FIT(e, bits, field, v) fit_at(e, bits, field, v, WHERE)
INLINE int is_fresh(E *e, int k) { return e->fresh[k / 64] >> (k % 64) & 1; }
INLINE void set_fresh(E *e, int k) { e->fresh[k / 64] |= 1ull << (k % 64); }
INLINE void stale(E *e, int word, uint64_t which) { e->fresh[word] &= ~which; }
INLINE int64_t limit(O *o) { return __atomic_load_n(&o->tick_limit, __ATOMIC_RELAXED); }
static void late(O *o, int where) __attribute__((noreturn, noinline, cold, unused));
static void late(O *o, int where) {
  stop_out(o, limit(o) < 0 ? LP_CANCELLED : o->patient ? LP_TOO_LONG : LP_PAUSED, 0, where);
}
static __attribute__((noinline, cold, unused)) int64_t more_ticks(O *o, int where) {
  int64_t left = limit(o) - o->ticks_used;
  if (left <= 0) late(o, where);
  if (left > TICKS) left = TICKS;
  o->ticks_used += left;
  return left;
}
INLINE void tick_at(E *e, int where) { if (__builtin_expect(--e->ticks < 0, 0)) e->ticks += more_ticks(e->o, where); }
#define tick(e) tick_at(e, WHERE)
INLINE void tick_all_at(E *e, int n, int where) {
  if (n <= 0) return;
  e->ticks -= n;
  while (__builtin_expect(e->ticks < 0, 0)) e->ticks += more_ticks(e->o, where);
}
#define tick_all(e, n) tick_all_at(e, n, WHERE)
#define KEEP(e, field) ((void)0)
#define keep(e, p, size) ((void)0)
#define PROFILED ((void)0)
#include "runtime_numbers.h"
#include "runtime_random.h"

#define NOW(e, mode) (mode)
#define IN(mode, f, e, ...) f##_in(e, mode, ##__VA_ARGS__)
INLINE int is_chosen_now(E *e) { return e->n_moves++ == e->target; }
INLINE void chosen_move(E *e, int point, int is_pass, int mover, int from, int to, int level_min, int level_max) {
  chosen_t *m = e->moves;
  m->mover = mover; m->from = from; m->to = to; m->level_min = level_min; m->level_max = level_max; m->n_then = 0;
  e->point = point; e->chosen_pass = is_pass;
}
/* Counting and choosing push no moves: only the chosen one is known, as number 0. */
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
INLINE int is_chosen(E *e, const int mode, int from) { return mode == 2 && e->target >= from && e->target < e->n_moves; }
INLINE void move_set_movers_in(E *e, const int mode, int from, int mover) {
  if (is_chosen(e, mode, from)) e->moves[0].mover = mover;
}
INLINE int emit_gate_in(E *e, const int mode, int to) {
  (void)to;
  if (mode != 1) fail(e, -12);
  e->n_moves++;
  return 0;
}
INLINE void push_counted(E *e, int n) { e->n_moves += n; }
INLINE int push_mode_in(E *e, const int mode) { (void)e; return mode; }
#define ENOUGH(e, mode) ((mode) == 1 && (e)->n_moves > (e)->enough)
INLINE int32_t mode_enter_in(E *e, const int outer, const int mode, int probe) {
  (void)outer;
  if (mode != 1) fail(e, -12);
  int32_t enough = e->enough;
  e->n_modes++;
  e->enough = probe == 1 ? e->n_moves : INT32_MAX;
  return enough;
}
INLINE void mode_leave_in(E *e, const int outer, const int mode, int32_t enough) {
  (void)outer, (void)mode;
  e->n_modes--;
  e->enough = enough;
}
enum { EVERY_ROUND = 0, KEEP_ROUNDS = 1, ONE_ROUND = 2 };
INLINE int rounds_enter(E *e, const int mode) {
  if ((mode != 1 && mode != 2) || e->n_modes || e->in_rounds) return EVERY_ROUND;
  e->in_rounds = 1;
  return mode;
}
INLINE void rounds_leave(E *e, int how) { if (how) e->in_rounds = 0; }
static __attribute__((noinline, cold, unused)) int32_t *rounds_grow(O *o, int32_t n) {
  while (n >= o->cap_rounds) {
    int32_t cap = o->cap_rounds ? o->cap_rounds * 2 : 64;
    int32_t *rounds = cap > 1 << 26 ? NULL : realloc(o->rounds, (size_t)cap * sizeof *rounds);
    if (!rounds) stop_out(o, LP_MEMORY, 0, -1);
    o->rounds = rounds;
    o->cap_rounds = cap;
  }
  return o->rounds;
}
INLINE int32_t *rounds_room(E *e, int n) {
  if (__builtin_expect(e->n_rounds + n >= e->o->cap_rounds, 0)) e->rounds = rounds_grow(e->o, e->n_rounds + n);
  return e->rounds + e->n_rounds;
}
INLINE void round_done(E *e) { *rounds_room(e, 1) = e->n_moves; e->n_rounds++; }
INLINE int rounds_skip(E *e, int n) {
  const int32_t *end = e->rounds + e->n_rounds;
  int k = e->target < e->n_moves ? n : 0;
  while (k < n && e->target >= end[k]) k++;
  if (k) e->n_moves = end[k - 1];
  e->n_rounds += k + (k < n);
  return k;
}
INLINE int applied_base(E *e) { (void)e; return 0; }
INLINE void applied_set_base(E *e, int k) { (void)e, (void)k; }
INLINE int applied_count(E *e) { (void)e; return 0; }
INLINE void applied_set_param(E *e, int p, int v) { (void)e, (void)p, (void)v; }
INLINE void applied_truncate(E *e, int n) { (void)e, (void)n; }
static void apply_point(E *e);
INLINE void apply_actions(E *e, int m) { (void)m; apply_point(e); }
INLINE void apply_thens(E *e, int m) { (void)e, (void)m; }
#define field_push(e, f, n, cap, capid, v) do { int v_ = (v); if (*(n) == (cap)) stop(e, LP_FULL, capid); \
  (f)[(*(n))++] = v_; } while (0)
#define field_pop(e, f, n, cap, capid) do { if (*(n)) (*(n))--; } while (0)
#define field_clear(e, f, n, cap, capid) do { *(n) = 0; } while (0)
INLINE void field_set_add(E *e, set_t *s, int i) { (void)e; set_add(s, i); }
INLINE void field_set_drop(E *e, set_t *s, int i) { (void)e; set_drop(s, i); }
