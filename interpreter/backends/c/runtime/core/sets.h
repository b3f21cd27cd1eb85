/* Sets of sites. Numbers outside their width are in no set. */
INLINE set_t set_empty(void) { set_t r; memset(&r, 0, sizeof r); return r; }
INLINE set_t set_one(int i) {
  set_t r = set_empty();
  if ((unsigned)i < SET_WORDS * 64u) r.w[(unsigned)i >> 6] = 1ull << (i & 63);
  return r;
}
INLINE set_t set_range(int lo, int hi) {
  set_t r = set_empty();
  if (lo < 0) lo = 0;
  if (hi < 0) hi = 0;
  for (int i = 0; i < SET_WORDS; i++) {
    int from = lo - i * 64, to = hi - i * 64; /* bits of this word */
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
/* The set with `by` added to each member. */
INLINE set_t set_shift(set_t s, int by) {
  set_t r = set_empty();
  const int words = by >> 6, bits = by & 63;
  if (SET_WORDS == 1) {
    if (by < 64 && by >= 0) r.w[0] = s.w[0] << bits;
    else if (by < 0 && by > -64) r.w[0] = s.w[0] >> -by;
    return r;
  }
  if (words < -SET_WORDS || words >= SET_WORDS) return r;
  uint64_t w[3 * SET_WORDS + 1];
  memset(w, 0, sizeof w);
  memcpy(w + SET_WORDS + 1, s.w, sizeof s.w);
  const uint64_t *from = w + SET_WORDS + 1 - words;
  for (int i = 0; i < SET_WORDS; i++) r.w[i] = from[i] << bits | from[i - 1] >> 1 >> (63 - bits);
  return r;
}
INLINE int set_has(const set_t *s, int i) {
  return (unsigned)i < SET_WORDS * 64u && (s->w[(unsigned)i >> 6] >> (i & 63) & 1);
}
/* the same for i within the width */
INLINE int set_bit(const set_t *s, int i) { return s->w[SET_WORDS == 1 ? 0 : (unsigned)i >> 6] >> (i & 63) & 1; }
INLINE void set_add(set_t *s, int i) { if ((unsigned)i < SET_WORDS * 64u) s->w[(unsigned)i >> 6] |= 1ull << (i & 63); }
INLINE void set_drop(set_t *s, int i) { if ((unsigned)i < SET_WORDS * 64u) s->w[(unsigned)i >> 6] &= ~(1ull << (i & 63)); }
/* The same for i within the width. A set of a few words is written as a whole, in pieces as long as those in which it is
   read: what reads it soon after would else wait until the write of one word has left the store buffer. */
#if defined(__AVX2__) && SET_WORDS > 1 && SET_WORDS <= 8
typedef uint64_t words_4_t __attribute__((vector_size(32)));
typedef uint64_t words_2_t __attribute__((vector_size(16)));
#define CHANGE_WORDS(n, change) do { words_##n##_t w; memcpy(&w, s->w + k, sizeof w); w change; memcpy(s->w + k, &w, sizeof w); } while (0)
#define SET_CHANGE(name, change) INLINE void name(set_t *s, int i) { \
    const uint64_t word = (unsigned)i >> 6, one = 1ull << (i & 63); \
    int k = 0; \
    for (; k + 4 <= SET_WORDS; k += 4) CHANGE_WORDS(4, change ((words_4_t)((words_4_t){0, 1, 2, 3} + (uint64_t)k == word) & one)); \
    if (k + 2 <= SET_WORDS) { CHANGE_WORDS(2, change ((words_2_t)((words_2_t){0, 1} + (uint64_t)k == word) & one)); k += 2; } \
    if (k < SET_WORDS) s->w[k] change (word == (uint64_t)k ? one : 0); \
  }
#else
#define SET_CHANGE(name, change) \
  INLINE void name(set_t *s, int i) { s->w[SET_WORDS == 1 ? 0 : (unsigned)i >> 6] change (1ull << (i & 63)); }
#endif
SET_CHANGE(set_add_known, |=)
SET_CHANGE(set_drop_known, &= ~)
/* The members of a word. GCC 12.2 turns a sum over several words into a vector instruction, and with AVX-512 computes it
   wrongly where the words are constants: the sum of {1 << 20, 0, 0, 0} is 1 << 20. The empty instruction keeps it from
   that. */
INLINE int word_count(uint64_t w) {
  int n = __builtin_popcountll(w);
#if defined(__GNUC__) && !defined(__clang__)
  __asm__("" : "+r"(n));
#endif
  return n;
}
INLINE int set_count(set_t s) { int n = 0; for (int i = 0; i < SET_WORDS; i++) n += word_count(s.w[i]); return n; }
INLINE int set_min(set_t s) {
  for (int i = 0; i < SET_WORDS; i++) if (s.w[i]) return i * 64 + __builtin_ctzll(s.w[i]);
  return -1;
}
/* set_min for rules that ask for the first of few sites: it is a matter of chance whether there is one, and so no branch. */
INLINE int set_first(set_t s) {
  return SET_WORDS == 1 ? __builtin_ctzll(s.w[0] | 1ull << 63) | -!s.w[0] : set_min(s);
}
INLINE int set_max(set_t s) {
  for (int i = SET_WORDS - 1; i >= 0; i--) if (s.w[i]) return i * 64 + 63 - __builtin_clzll(s.w[i]);
  return -1;
}
/* The bit of a word that has k lower ones; none if there are not so many. */
INLINE uint64_t word_nth(uint64_t w, int k) {
#ifdef __BMI2__
  return __builtin_ia32_pdep_di(1ull << k, w);
#else
  for (; k > 0; k--) w &= w - 1;
  return w & -w;
#endif
}
/* The member that has k smaller ones. The word that it is in is found without branches: it is seldom predicted. */
INLINE int set_nth(set_t s, int k) {
  if (k < 0) return -1;
#ifdef __BMI2__
  if (SET_WORDS > 1 && SET_WORDS <= 8) {
    int at = 0, before = 0, sum = 0;
    for (int i = 0; i < SET_WORDS; i++) {
      sum += word_count(s.w[i]);
      const int past = k >= sum;
      at += past;
      before = past ? sum : before;
    }
    if (at == SET_WORDS) return -1;
    return at * 64 + __builtin_ctzll(word_nth(s.w[at], k - before));
  }
#endif
  for (int i = 0; i < SET_WORDS; i++) {
    int n = word_count(s.w[i]);
    if (k < n) return i * 64 + __builtin_ctzll(word_nth(s.w[i], k));
    k -= n;
  }
  return -1;
}
INLINE int set_eq(set_t a, set_t b) { return memcmp(&a, &b, sizeof a) == 0; }
/* The indices of an array that hold a value, found as many at a time as the machine can. What is left over at the end is
   looked at together with values before it. */
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
typedef int32_t ints_4_t __attribute__((vector_size(16)));
typedef float floats_4_t __attribute__((vector_size(16)));
INLINE uint64_t equal_32(const int32_t *f, int v) {
  uint64_t r = 0;
  for (int k = 0; k < AT_ONCE; k += 4) {
    ints_4_t x;
    memcpy(&x, f + k, sizeof x);
    r |= (uint64_t)(uint32_t)__builtin_ia32_movmskps((floats_4_t)(x == v)) << k;
  }
  return r;
}
#else
#define AT_ONCE 8
INLINE uint64_t zero_bytes(uint64_t x) { /* bit k: whether byte k in memory is 0 */
  if (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__) x = __builtin_bswap64(x);
  uint64_t low = 0x7f7f7f7f7f7f7f7full, zero = ~(((x & low) + low) | x | low);
  return ((zero >> 7) * 0x0102040810204080ull) >> 56;
}
INLINE uint64_t equal_8(const int8_t *f, int v) {
  uint64_t x;
  memcpy(&x, f, sizeof x);
  return zero_bytes(x ^ (uint8_t)v * 0x0101010101010101ull);
}
#define EQUAL(bits) \
  INLINE uint64_t equal_##bits(const int##bits##_t *f, int v) { \
    uint64_t r = 0; \
    for (int k = 0; k < AT_ONCE; k++) r |= (uint64_t)(f[k] == v) << k; \
    return r; \
  }
EQUAL(16) EQUAL(32)
#endif
#ifdef __AVX2__
typedef int8_t bytes_32_t __attribute__((vector_size(32)));
typedef char chars_32_t __attribute__((vector_size(32)));
typedef int16_t shorts_16_t __attribute__((vector_size(32)));
typedef long long longs_4_t __attribute__((vector_size(32)));
INLINE uint64_t equals_8(const int8_t *f, int v) {
  bytes_32_t x;
  memcpy(&x, f, sizeof x);
  return (uint32_t)__builtin_ia32_pmovmskb256((chars_32_t)(x == (int8_t)v));
}
INLINE uint64_t equals_16(const int16_t *f, int v) {
  shorts_16_t x, y;
  memcpy(&x, f, sizeof x);
  memcpy(&y, f + 16, sizeof y);
  /* packing goes half by half */
  longs_4_t both = (longs_4_t)__builtin_ia32_packsswb256((shorts_16_t)(x == (int16_t)v), (shorts_16_t)(y == (int16_t)v));
  return (uint32_t)__builtin_ia32_pmovmskb256((chars_32_t)__builtin_ia32_permdi256(both, 0xd8));
}
typedef int32_t ints_8_t __attribute__((vector_size(32)));
typedef float floats_8_t __attribute__((vector_size(32)));
INLINE uint64_t equals_32(const int32_t *f, int v) {
  uint64_t r = 0;
  for (int k = 0; k < 32; k += 8) {
    ints_8_t x;
    memcpy(&x, f + k, sizeof x);
    r |= (uint64_t)(uint32_t)__builtin_ia32_movmskps256((floats_8_t)(x == v)) << k;
  }
  return r;
}
#else
INLINE uint64_t equals_32(const int32_t *f, int v) { return equal_32(f, v) | equal_32(f + AT_ONCE, v) << AT_ONCE; }
INLINE uint64_t equals_8(const int8_t *f, int v) { return equal_8(f, v) | equal_8(f + AT_ONCE, v) << AT_ONCE; }
INLINE uint64_t equals_16(const int16_t *f, int v) { return equal_16(f, v) | equal_16(f + AT_ONCE, v) << AT_ONCE; }
#endif
/* Whether a set of one word includes one of n others; n is a multiple of 4. */
INLINE int includes_one(const void *sets, const int n, const set_t *s) {
#ifdef __AVX2__
  longs_4_t found = {0}, mine = (longs_4_t){0} + (long long)s->w[0];
  for (int i = 0; i < n; i += 4) {
    longs_4_t x;
    memcpy(&x, (const char *)sets + i * 8, sizeof x);
    found |= (x & ~mine) == 0;
  }
  return !__builtin_ia32_ptestz256(found, found);
#else
  for (int i = 0; i < n; i++) {
    uint64_t x;
    memcpy(&x, (const char *)sets + i * 8, sizeof x);
    if (!(x & ~s->w[0])) return 1;
  }
  return 0;
#endif
}
/* bits for the indices from i on, of which no more than `wide` are set */
INLINE void set_bits(set_t *s, int i, uint64_t bits, int wide) {
  s->w[i >> 6] |= bits << (i & 63);
  if ((i & 63) + wide > 64) s->w[(i >> 6) + 1] |= bits >> (64 - (i & 63));
}
#define SET_WHERE(bits) \
  INLINE set_t set_where_##bits(const int##bits##_t *f, int n, int v) { \
    set_t r = set_empty(); \
    if (v != (int##bits##_t)v) return r; \
    if (n > SET_WORDS * 64) n = SET_WORDS * 64; \
    int i = 0; \
    for (; i + 2 * AT_ONCE <= n; i += 2 * AT_ONCE) r.w[i >> 6] |= equals_##bits(f + i, v) << (i & 63); \
    if (i + AT_ONCE <= n) { r.w[i >> 6] |= equal_##bits(f + i, v) << (i & 63); i += AT_ONCE; } \
    if (i == n) return r; \
    if (n >= AT_ONCE) { \
      set_bits(&r, n - AT_ONCE, equal_##bits(f + n - AT_ONCE, v), AT_ONCE); \
    } else { \
      int##bits##_t few[AT_ONCE] = {0}; \
      memcpy(few, f, (size_t)n * sizeof *f); \
      r.w[0] = equal_##bits(few, v) & ((1ull << n) - 1); \
    } \
    return r; \
  }
SET_WHERE(8) SET_WHERE(16) SET_WHERE(32)
/* The first index from lo to hi - 1 at which an array of n values holds one; hi if there is none. */
#define FIND(bits) \
  INLINE int find_##bits(const int##bits##_t *f, int n, int lo, int hi, int v) { \
    int i = lo < 0 ? 0 : lo, end = hi < n ? hi : n; \
    if (v != (int##bits##_t)v) return hi; \
    for (; i < end && i + 2 * AT_ONCE <= n; i += 2 * AT_ONCE) { \
      uint64_t found = equals_##bits(f + i, v); \
      if (found) { i += __builtin_ctzll(found); return i < end ? i : hi; } \
    } \
    for (; i < end; i++) if (f[i] == v) return i; \
    return hi; \
  }
FIND(8) FIND(16) FIND(32)
