/* Makes a process measure time by the processor time that it uses, so that its limits on time do not depend on what else
   the machine does. For LD_PRELOAD. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t clock, struct timespec *t) {
  return (int)syscall(SYS_clock_gettime, clock == CLOCK_MONOTONIC ? CLOCK_PROCESS_CPUTIME_ID : clock, t);
}
/* Waiting takes no processor time, so the clock would stand still if no thread worked. */
int sem_clockwait(sem_t *sem, clockid_t clock, const struct timespec *end) {
  for (;;) {
    struct timespec t, nap = {0, 500000};
    if (!sem_trywait(sem)) return 0;
    if (errno != EAGAIN) return -1;
    clock_gettime(clock, &t);
    if (t.tv_sec > end->tv_sec || (t.tv_sec == end->tv_sec && t.tv_nsec >= end->tv_nsec)) { errno = ETIMEDOUT; return -1; }
    nanosleep(&nap, NULL);
  }
}
/* Python's lock is waited for by the real clock: another thread holds it, which may be waiting itself. */
int pthread_cond_timedwait(pthread_cond_t *cond, pthread_mutex_t *mutex, const struct timespec *end) {
  static int (*real)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
  struct timespec used, now;
  if (!real) real = (int (*)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *))dlsym(RTLD_NEXT, "pthread_cond_timedwait");
  clock_gettime(CLOCK_MONOTONIC, &used);
  syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
  long long left = (end->tv_sec - used.tv_sec) * 1000000000LL + end->tv_nsec - used.tv_nsec;
  long long until = now.tv_sec * 1000000000LL + now.tv_nsec + (left > 0 ? left : 0);
  struct timespec at = {until / 1000000000LL, until % 1000000000LL};
  return real(cond, mutex, &at);
}
