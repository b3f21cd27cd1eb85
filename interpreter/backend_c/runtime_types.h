/* Types and set operations of the runtime. The generated file defines SET_WORDS, MAX_PARAMS, N_TABLES, CAP_*. */
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <math.h>

#define MAX_THEN 7

typedef struct { uint64_t w[SET_WORDS]; } set_t;
typedef int list_t;

typedef struct { int16_t kind, decision; int32_t p[MAX_PARAMS]; } act_t;
typedef struct {
  int32_t mover, from, to, level_min, level_max, act, n_act;
  uint16_t n_then, then[MAX_THEN], twin;
} move_t;
typedef struct { int32_t *v; int32_t n, cap; } buffer_t;

#define INLINE static inline __attribute__((always_inline, unused))
#define UNUSED __attribute__((unused))

INLINE set_t set_empty(void) { set_t r; memset(&r, 0, sizeof r); return r; }
INLINE set_t set_one(int i) {
  set_t r = set_empty();
  if ((unsigned)i < SET_WORDS * 64u) r.w[(unsigned)i >> 6] = 1ull << (i & 63);
  return r;
}
INLINE set_t set_range(int lo, int hi) {
  set_t r = set_empty();
  for (int i = lo < 0 ? 0 : lo; i < hi && i < SET_WORDS * 64; i++) r.w[i >> 6] |= 1ull << (i & 63);
  return r;
}
#define SET_BINARY(name, expr) \
  INLINE set_t name(set_t a, set_t b) { for (int i = 0; i < SET_WORDS; i++) a.w[i] = expr; return a; }
SET_BINARY(set_or, a.w[i] | b.w[i])
SET_BINARY(set_and, a.w[i] & b.w[i])
SET_BINARY(set_diff, a.w[i] & ~b.w[i])
SET_BINARY(set_xor, a.w[i] ^ b.w[i])
INLINE int set_has(set_t s, int i) {
  return (unsigned)i < SET_WORDS * 64u && (s.w[(unsigned)i >> 6] >> (i & 63) & 1);
}
INLINE int set_count(set_t s) { int n = 0; for (int i = 0; i < SET_WORDS; i++) n += __builtin_popcountll(s.w[i]); return n; }
INLINE int set_min(set_t s) {
  for (int i = 0; i < SET_WORDS; i++) if (s.w[i]) return i * 64 + __builtin_ctzll(s.w[i]);
  return -1;
}
INLINE int set_max(set_t s) {
  for (int i = SET_WORDS - 1; i >= 0; i--) if (s.w[i]) return i * 64 + 63 - __builtin_clzll(s.w[i]);
  return -1;
}
INLINE int set_nth(set_t s, int k) {
  for (int i = 0; i < SET_WORDS; i++) {
    int n = __builtin_popcountll(s.w[i]);
    if (k < n) {
      uint64_t b = s.w[i];
#ifdef __BMI2__
      return i * 64 + __builtin_ctzll(__builtin_ia32_pdep_di(1ull << k, b));
#else
      while (k--) b &= b - 1;
      return i * 64 + __builtin_ctzll(b);
#endif
    }
    k -= n;
  }
  return -1;
}
INLINE int set_eq(set_t a, set_t b) { return memcmp(&a, &b, sizeof a) == 0; }

/* Tables begin with their number of rows; a row that is not there is empty or 0. Fields outside the state's bounds read
   as their initial value and cannot be written. */
/* A type of its own tells the compiler that writing to the state or the context changes no table. */
typedef struct { int32_t v; } table_t;
INLINE set_t set_load(const table_t *table, int i) {
  set_t r = set_empty();
  if ((unsigned)i < (unsigned)table->v) memcpy(&r, table + 2 + (size_t)i * SET_WORDS * 2, sizeof r);
  return r;
}
INLINE int flat_at(const table_t *table, int i) { return (unsigned)i < (unsigned)table->v ? table[1 + i].v : 0; }
static const table_t no_row[1] = {{0}};
INLINE const table_t *row_ptr(const table_t *table, int row) {
  return (unsigned)row < (unsigned)table->v ? table + table[1 + row].v : no_row;
}
INLINE int row_len(const table_t *table, int row) { return row_ptr(table, row)->v; }
INLINE int row_at(const table_t *table, int row, int k) {
  const table_t *p = row_ptr(table, row);
  return (unsigned)k < (unsigned)p->v ? p[1 + k].v : 0;
}
#define AT(f, n, i, d) ({ unsigned i_ = (unsigned)(i); i_ < (unsigned)(n) ? (f)[i_] : (d); })
#define PUT(e, f, n, i) (*({ unsigned i_ = (unsigned)(i); if (i_ >= (unsigned)(n)) fail(e, -8); &(f)[i_]; }))

INLINE int lp_min(int a, int b) { return a < b ? a : b; }
INLINE int lp_max(int a, int b) { return a > b ? a : b; }
INLINE double flp_min(double a, double b) { return a < b ? a : b; }
INLINE double flp_max(double a, double b) { return a > b ? a : b; }
INLINE int lp_abs(int a) { return a < 0 ? -a : a; }
