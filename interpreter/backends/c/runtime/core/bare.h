/* What WebAssembly has in place of a C library, whose making takes half a minute: memory, a clock, and functions of
   floating point, which the host knows. */
#ifdef __wasm__
#include <time.h>
#define HOST(name) __attribute__((import_module("host"), import_name(#name))) double host_##name
HOST(exp)(double);
HOST(log)(double);
HOST(log10)(double);
HOST(sin)(double);
HOST(cos)(double);
HOST(tan)(double);
HOST(tanh)(double);
HOST(pow)(double, double);
HOST(fmod)(double, double);
#define exp host_exp
#define log host_log
#define log10 host_log10
#define sin host_sin
#define cos host_cos
#define tan host_tan
#define tanh host_tanh
#define pow host_pow
#define fmod host_fmod
__attribute__((import_module("wasi_snapshot_preview1"), import_name("clock_time_get")))
int lp_clock(int clock, int64_t precision, int64_t *time);
struct __clockid { int number; };
const struct __clockid _CLOCK_MONOTONIC = {1};
int clock_gettime(clockid_t clock, struct timespec *time) {
  int64_t now = 0;
  const int failed = lp_clock(clock->number, 1, &now);
  time->tv_sec = now / 1000000000; time->tv_nsec = now % 1000000000;
  return failed;
}
int sched_yield(void) { return 0; }
int memcmp(const void *a, const void *b, size_t n) {
  const unsigned char *p = a, *q = b;
  for (size_t k = 0; k < n; k++) if (p[k] != q[k]) return p[k] - q[k];
  return 0;
}
/* Blocks have 16 bytes in front that say their size, a power of two. What is released is kept by size. */
extern unsigned char __heap_base;
static uintptr_t lp_top;
static void *lp_kept[32];
void *malloc(size_t n) {
  int bits = 5;
  while (bits < 31 && ((size_t)1 << bits) < n + 16) bits++;
  const size_t size = (size_t)1 << bits;
  if (size < n + 16) return NULL;
  unsigned char *block = lp_kept[bits];
  if (block) memcpy(&lp_kept[bits], block + 16, sizeof(void *));
  else {
    if (!lp_top) lp_top = ((uintptr_t)&__heap_base + 15) & ~(uintptr_t)15;
    const uint64_t end = (uint64_t)lp_top + size, have = (uint64_t)__builtin_wasm_memory_size(0) << 16;
    if (end > 0xffff0000u) return NULL;
    if (end > have && __builtin_wasm_memory_grow(0, (end - have + 65535) >> 16) == (size_t)-1) return NULL;
    block = (unsigned char *)lp_top;
    lp_top = (uintptr_t)end;
  }
  memcpy(block, &bits, sizeof bits);
  return block + 16;
}
void free(void *p) {
  int bits;
  if (!p) return;
  memcpy(&bits, (unsigned char *)p - 16, sizeof bits);
  memcpy(p, &lp_kept[bits], sizeof(void *));
  lp_kept[bits] = (unsigned char *)p - 16;
}
void *calloc(size_t n, size_t size) {
  if (size && n > SIZE_MAX / size) return NULL;
  void *p = malloc(n * size);
  return p ? memset(p, 0, n * size) : NULL;
}
void *realloc(void *p, size_t n) {
  if (!p) return malloc(n);
  int bits;
  memcpy(&bits, (unsigned char *)p - 16, sizeof bits);
  const size_t had = ((size_t)1 << bits) - 16;
  if (n <= had) return p;
  void *more = malloc(n);
  if (!more) return NULL;
  memcpy(more, p, had);
  free(p);
  return more;
}
#endif
