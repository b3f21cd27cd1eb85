/* What Python can ask of every library of a game. */
#define EXPORT __attribute__((visibility("default")))

/* Before a call is paused: ticks of one position (the limit is MAX_STEPS), nanoseconds of a call over many. */
enum { SHORT = 100000, SHORT_NS = 20000000 };

/* patient: whether calls may take long; otherwise they are paused (LP_PAUSED). Revokes lp_cancel. */
EXPORT void lp_patient(own_t *o, int patient) {
  o->patient = patient;
  __atomic_store_n(&o->tick_limit, patient ? MAX_STEPS : SHORT, __ATOMIC_RELAXED);
}
/* Cancels the call that another thread is making with this memory, and all further calls until lp_patient. */
EXPORT void lp_cancel(own_t *o) { __atomic_store_n(&o->tick_limit, INT64_MIN, __ATOMIC_RELAXED); }
/* When a call over many positions is paused. */
static stopwatch_t pausing(const own_t *o) { return stopwatch(o->patient ? -1.0 : SHORT_NS * 1e-9); }
EXPORT void lp_table(own_t *o, int i, const void *t) { o->t[i] = t; }
EXPORT long lp_state_size(void) { return (long)sizeof(state_t); }
EXPORT int lp_detail(own_t *o) { return o->detail; }
EXPORT const long *lp_layout_table(void) { return lp_layout; }
INLINE uint32_t pick(uint64_t *chance, uint32_t n) { return (uint32_t)(((splitmix(chance) >> 32) * (uint64_t)n) >> 32); }
