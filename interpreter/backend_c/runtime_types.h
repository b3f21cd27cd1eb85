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
  for (int i = 0; i < SET_WORDS; i++) {
    int from = lo - i * 64, to = hi - i * 64; /* of the bits of this word */
    if (from >= 64 || to <= 0 || from >= to) continue;
    r.w[i] = (to >= 64 ? ~0ull : (1ull << to) - 1) & (from <= 0 ? ~0ull : ~0ull << from);
  }
  return r;
}
#define SET_BINARY(name, expr) \
  INLINE set_t name(set_t a, set_t b) { for (int i = 0; i < SET_WORDS; i++) a.w[i] = expr; return a; }
SET_BINARY(set_or, a.w[i] | b.w[i])
SET_BINARY(set_and, a.w[i] & b.w[i])
SET_BINARY(set_diff, a.w[i] & ~b.w[i])
SET_BINARY(set_xor, a.w[i] ^ b.w[i])
INLINE int set_has(const set_t *s, int i) {
  return (unsigned)i < SET_WORDS * 64u && (s->w[(unsigned)i >> 6] >> (i & 63) & 1);
}
INLINE void set_add(set_t *s, int i) { if ((unsigned)i < SET_WORDS * 64u) s->w[(unsigned)i >> 6] |= 1ull << (i & 63); }
INLINE void set_drop(set_t *s, int i) { if ((unsigned)i < SET_WORDS * 64u) s->w[(unsigned)i >> 6] &= ~(1ull << (i & 63)); }
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
/* the places in a row (of at most 64) whose values are in a set; they are known to be within its width */
INLINE uint64_t row_mask(const table_t *row, const set_t *s) {
  uint64_t found = 0;
  for (int i = 0; i < row->v; i++) {
    unsigned k = (unsigned)row[1 + i].v;
    found |= (s->w[k >> 6] >> (k & 63) & 1) << i;
  }
  return found;
}
/* the first place of a row, from one on, whose value is not in a set; the row's length where there is none */
INLINE int row_run(const table_t *table, int row, int from, const set_t *s) {
  const table_t *p = row_ptr(table, row);
  for (; from < p->v; from++) {
    unsigned k = (unsigned)p[1 + from].v;
    if (!(s->w[k >> 6] >> (k & 63) & 1)) break;
  }
  return from;
}
INLINE set_t row_set(const table_t *table, int row, int lo, int hi) {
  const table_t *p = row_ptr(table, row);
  set_t r = set_empty();
  for (int i = lo < 0 ? 0 : lo; i < hi && i < p->v; i++) r.w[(unsigned)p[1 + i].v >> 6] |= 1ull << (p[1 + i].v & 63);
  return r;
}
/* how many members a set of a table has in common with another, of the first `words` words */
INLINE int set_common(const table_t *table, int i, const set_t *s, int words) {
  uint64_t row[SET_WORDS];
  int n = 0;
  if ((unsigned)i >= (unsigned)table->v) return 0;
  memcpy(row, table + 2 + (size_t)i * SET_WORDS * 2, (size_t)words * 8);
  for (int k = 0; k < words; k++) n += __builtin_popcountll(row[k] & s->w[k]);
  return n;
}
INLINE int set_holds(const table_t *table, int i, int site) {
  if ((unsigned)i >= (unsigned)table->v || (unsigned)site >= SET_WORDS * 64u) return 0;
  uint64_t word;
  memcpy(&word, table + 2 + ((size_t)i * SET_WORDS + ((unsigned)site >> 6)) * 2, 8);
  return word >> (site & 63) & 1;
}
/* which members, by their rank within a set of a table, another set has too */
#ifdef __BMI2__
#define BY_KEY 1
INLINE uint64_t row_ranks(const table_t *table, int i, const set_t *s, int words) {
  uint64_t row[SET_WORDS], found = 0;
  int n = 0;
  if ((unsigned)i >= (unsigned)table->v) return 0;
  memcpy(row, table + 2 + (size_t)i * SET_WORDS * 2, (size_t)words * 8);
  for (int k = 0; k < words; k++) {
    if (n < 64) found |= __builtin_ia32_pext_di(s->w[k], row[k]) << n;
    n += __builtin_popcountll(row[k]);
  }
  return found;
}
#else
#define BY_KEY 0
#define row_ranks(table, i, s, words) 0
#endif
/* the places of an array that hold a value; found sixteen at a time where the machine can, and else eight */
#ifdef __SSE2__
typedef int8_t bytes_t __attribute__((vector_size(16)));
typedef char chars_t __attribute__((vector_size(16)));
typedef int16_t shorts_t __attribute__((vector_size(16)));
INLINE uint64_t equal_8(const int8_t *f, int v) {
  bytes_t x;
  memcpy(&x, f, sizeof x);
  return (uint32_t)__builtin_ia32_pmovmskb128((chars_t)(x == (int8_t)v));
}
INLINE uint64_t equal_16(const int16_t *f, int v) {
  shorts_t x, y;
  memcpy(&x, f, sizeof x);
  memcpy(&y, f + 8, sizeof y);
  return (uint32_t)__builtin_ia32_pmovmskb128(__builtin_ia32_packsswb128((shorts_t)(x == (int16_t)v), (shorts_t)(y == (int16_t)v)));
}
#define AT_ONCE 16
#else
INLINE uint64_t zero_bytes(uint64_t x) {
  uint64_t low = 0x7f7f7f7f7f7f7f7full, zero = ~(((x & low) + low) | x | low);
  return ((zero >> 7) * 0x0102040810204080ull) >> 56;
}
INLINE uint64_t equal_8(const int8_t *f, int v) {
  uint64_t x;
  memcpy(&x, f, sizeof x);
  return zero_bytes(x ^ (uint8_t)v * 0x0101010101010101ull);
}
INLINE uint64_t equal_16(const int16_t *f, int v) {
  uint64_t r = 0;
  for (int k = 0; k < 8; k++) r |= (uint64_t)(f[k] == v) << k;
  return r;
}
#define AT_ONCE 8
#endif
INLINE uint64_t equal_32(const int32_t *f, int v) {
  uint64_t r = 0;
  for (int k = 0; k < AT_ONCE; k++) r |= (uint64_t)(f[k] == v) << k;
  return r;
}
#define SET_WHERE(bits) \
  INLINE set_t set_where_##bits(const int##bits##_t *f, int n, int v) { \
    set_t r = set_empty(); \
    if (v != (int##bits##_t)v) return r; \
    if (n > SET_WORDS * 64) n = SET_WORDS * 64; \
    int i = 0; \
    for (; i + AT_ONCE <= n; i += AT_ONCE) r.w[i >> 6] |= equal_##bits(f + i, v) << (i & 63); \
    for (; i < n; i++) r.w[i >> 6] |= (uint64_t)(f[i] == v) << (i & 63); \
    return r; \
  }
SET_WHERE(8) SET_WHERE(16) SET_WHERE(32)
#define AT(f, n, i, d) ({ unsigned i_ = (unsigned)(i); i_ < (unsigned)(n) ? (f)[i_] : (d); })
#define PUT(e, f, n, i) (*({ unsigned i_ = (unsigned)(i); if (i_ >= (unsigned)(n)) fail(e, -8); &(f)[i_]; }))

INLINE int lp_min(int a, int b) { return a < b ? a : b; }
INLINE int lp_max(int a, int b) { return a > b ? a : b; }
INLINE double flp_min(double a, double b) { return a < b ? a : b; }
INLINE double flp_max(double a, double b) { return a > b ? a : b; }
INLINE int lp_abs(int a) { return a < 0 ? -a : a; }
