/* When a call has to stop: the clock is read at growing intervals, as long as that is often enough. */
#include <time.h>
static int64_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}
/* deadline, seen: nanoseconds of the monotonic clock; 0: there is no deadline. looks: calls between two looks at the
   clock; next_look: until the next one. */
typedef struct { int64_t deadline, seen; int32_t looks, next_look; } stopwatch_t;

static UNUSED stopwatch_t stopwatch(double seconds) {
  int64_t t = now();
  return (stopwatch_t){seconds < 0 ? 0 : t + (int64_t)(seconds * 1e9), t, 1, 1};
}
static __attribute__((noinline)) int look_at_clock(stopwatch_t *w) {
  int64_t t = now(), since = t - w->seen;
  if (t >= w->deadline) { w->next_look = 1; return 1; }
  if (since < 20000 && w->looks < 1 << 20) w->looks *= 2;
  else if (since > 50000 && w->looks > 1) w->looks /= 2;
  if (w->deadline - t < 2 * since) w->looks = w->looks > 4 ? w->looks / 4 : 1;
  w->seen = t;
  w->next_look = w->looks;
  return 0;
}
/* Whether the time is up. Called for every ply. */
INLINE int late_now(stopwatch_t *w) { return w->deadline && --w->next_look <= 0 && look_at_clock(w); }
