/* How a call ends early, limits, and buffers that grow. own_t is the memory that a thread keeps: E itself, or O where all
   other memory is local (games/runtime.h); OWN(e) finds it. */
static void stop_own(own_t *o, int status, int detail, int where) __attribute__((noreturn, noinline, unused, cold));
static void stop_own(own_t *o, int status, int detail, int where) {
  o->status = status; o->detail = detail; o->where = where;
  TRAP(o->trap);
}
/* Errors report where they occurred. Each function of the program defines WHERE as its number. */
enum { WHERE = -1 };
#define stop_at(e, status, detail, where) stop_own(OWN(e), status, detail, where)
#define stop(e, status, detail) stop_at(e, status, detail, WHERE)
#define fail(e, code) stop_at(e, LP_RULE, code, WHERE)

/* a value that is written to a field of 8 or 16 bits */
INLINE int fit_at(E *e, int bits, int field, int v, int where) {
  if (v < -(1 << (bits - 1)) || v >= 1 << (bits - 1)) { OWN(e)->field = field; stop_at(e, LP_WIDE, v, where); }
  return v;
}
#define FIT(e, bits, field, v) fit_at(e, bits, field, v, WHERE)

INLINE int64_t limit(own_t *o) { return __atomic_load_n(&o->tick_limit, __ATOMIC_RELAXED); }
static void late(own_t *o, int where) __attribute__((noreturn, noinline, cold, unused));
static void late(own_t *o, int where) {
  stop_own(o, limit(o) < 0 ? LP_CANCELLED : o->patient ? LP_TOO_LONG : LP_PAUSED, 0, where);
}
/* Ticks are counted down, so that most take one subtraction and one branch. */
enum { TICKS = MAX_STEPS < 1000 ? MAX_STEPS : 1000 };
INLINE void ticks_reset(E *e) { e->ticks = OWN(e)->ticks_used = TICKS; }
static __attribute__((noinline, cold, unused)) int64_t next_ticks(own_t *o, int where) {
  int64_t left = limit(o) - o->ticks_used;
  if (left <= 0) late(o, where);
  if (left > TICKS) left = TICKS;
  o->ticks_used += left;
  return left;
}
/* Called in every loop that may be long. */
INLINE void tick_at(E *e, int where) {
  if (__builtin_expect(--e->ticks < 0, 0)) more_ticks(e, where);
}
#define tick(e) tick_at(e, WHERE)
/* Before a loop of n iterations that are short. */
INLINE void tick_all_at(E *e, int n, int where) {
  if (n <= 0) return;
  e->ticks -= n;
  while (__builtin_expect(e->ticks < 0, 0)) more_ticks(e, where);
}
#define tick_all(e, n) tick_all_at(e, n, WHERE)
static __attribute__((noinline, cold, unused)) void end_if_late(own_t *o) {
  if (limit(o) < 0) late(o, -1);
  if (late_now(&o->watch)) stop_own(o, LP_PAUSED, 0, -1);
}
INLINE void see_time(own_t *o) { if (__builtin_expect(limit(o) < 0 || o->watch.deadline, 0)) end_if_late(o); }
/* Called once per position in calls over many positions. */
INLINE void next_position(E *e) { ticks_reset(e); see_time(OWN(e)); }

static __attribute__((noinline, cold, unused)) void *grow(own_t *o, void *p, int32_t *cap, size_t size) {
  int32_t n = *cap ? *cap * 2 : 64;
  if (n > (1 << 26) || (int64_t)n * (int64_t)size > MAX_BYTES) stop_own(o, LP_MEMORY, 0, -1);
  void *q = realloc(p, (size_t)n * size);
  if (!q) stop_own(o, LP_MEMORY, 0, -1);
  *cap = n;
  o->n_grown++;
  return q;
}
