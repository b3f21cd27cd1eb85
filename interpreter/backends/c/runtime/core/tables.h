/* Constant tables: values, rows of values, sets. Tables begin with their number of rows. A missing row reads as empty
   or 0. */
/* A distinct type tells the compiler that writes to the state or the context do not alias tables. */
typedef struct { int32_t v; } table_t;
INLINE set_t set_known(const table_t *table, int i) { /* for a row that exists, like the other functions `_known` */
  set_t r;
  memcpy(&r, table + 2 + (size_t)i * SET_WORDS * 2, sizeof r);
  return r;
}
INLINE set_t set_at(const table_t *table, int i) {
  return (unsigned)i < (unsigned)table->v ? set_known(table, i) : set_empty();
}
/* Whether one of the n sets of a row lies within a set; n is a multiple of 4. */
INLINE int some_known(const table_t *table, int row, const set_t *s, const int n) {
  const table_t *at = table + 2 + (size_t)row * n * SET_WORDS * 2;
#if SET_WORDS == 1
  return includes_one(at, n, s);
#else
  for (int i = 0; i < n; i++, at += SET_WORDS * 2) {
    uint64_t left = 0;
    for (int k = 0; k < SET_WORDS; k++) {
      uint64_t x;
      memcpy(&x, at + 2 * k, sizeof x);
      left |= x & ~s->w[k];
    }
    if (!left) return 1;
  }
  return 0;
#endif
}
INLINE int some_within(const table_t *table, int row, const set_t *s, const int n) {
  return (unsigned)row < (unsigned)table->v && some_known(table, row, s, n);
}
/* the union of the sets at the members of another set */
INLINE set_t set_union(const table_t *table, const set_t *at) {
  set_t r = set_empty();
  for (int k = 0; k < SET_WORDS; k++)
    for (uint64_t b = at->w[k]; b; b &= b - 1) r = set_or(r, set_at(table, k * 64 + __builtin_ctzll(b)));
  return r;
}
/* Takes what is reached from `todo` out of `within`. With `target`: its first member beside one that is looked at ends
   this, and is returned; -1 if there is none. */
INLINE int flood(const table_t *table, set_t todo, set_t *within, const set_t *target, set_t *looked_at) {
  uint64_t left;
  do {
#pragma GCC unroll 8
    for (int k = 0; k < SET_WORDS; k++) {
      while (todo.w[k]) {
        const int i = k * 64 + __builtin_ctzll(todo.w[k]);
        const set_t near = set_at(table, i), fresh = set_and(near, *within);
        if (target) {
          const set_t met = set_and(near, *target);
          set_add(looked_at, i);
          for (int j = 0; j < SET_WORDS; j++) if (met.w[j]) return j * 64 + __builtin_ctzll(met.w[j]);
        }
        todo.w[k] &= todo.w[k] - 1;
        *within = set_diff(*within, fresh);
        todo = set_or(todo, fresh);
      }
    }
    left = 0;
    for (int k = 0; k < SET_WORDS; k++) left |= todo.w[k];
  } while (left);
  return -1;
}
/* a set, and the members of `within` that are reached from it; the table's sets say what lies beside each site. Words are
   read one by one right after they were written: joining their writes to vectors makes this twice as slow. */
#if defined(__GNUC__) && !defined(__clang__)
#define WORD_BY_WORD __attribute__((optimize("no-tree-slp-vectorize")))
#else
#define WORD_BY_WORD
#endif
static UNUSED WORD_BY_WORD set_t set_flood(const table_t *table, set_t from, set_t within) {
  const set_t before = set_diff(within, from);
  within = before;
  flood(table, from, &within, NULL, NULL);
  return set_or(from, set_diff(before, within));
}
/* Whether a member of `target` lies beside a member of set_flood and is not in it: the first one that is found, or -1.
   looked_at: the members of the flood up to then. */
static UNUSED WORD_BY_WORD int flood_meets(
    const table_t *table, set_t from, set_t within, set_t target, set_t *looked_at) {
  within = set_diff(within, from);
  target = set_diff(target, set_or(within, from));
  *looked_at = set_empty();
  return flood(table, from, &within, &target, looked_at);
}
INLINE int flat_known(const table_t *table, int i) { return table[1 + i].v; }
INLINE int flat_at(const table_t *table, int i) { return (unsigned)i < (unsigned)table->v ? flat_known(table, i) : 0; }
static const table_t no_row[5] = {{0}}; /* with room for row_few, as behind each table */
INLINE const table_t *row_known(const table_t *table, int row) { return table + table[1 + row].v; }
INLINE const table_t *row_ptr(const table_t *table, int row) {
  return (unsigned)row < (unsigned)table->v ? row_known(table, row) : no_row;
}
INLINE int row_at(const table_t *row, int k) { return (unsigned)k < (unsigned)row->v ? row[1 + k].v : 0; }
/* the positions in a row (of at most 64) whose values are in a set; the values are known to be within its width */
INLINE uint64_t row_mask(const table_t *row, const set_t *s) {
  uint64_t found = 0;
  for (int i = 0; i < row->v; i++) {
    unsigned k = (unsigned)row[1 + i].v;
    found |= (s->w[k >> 6] >> (k & 63) & 1) << i;
  }
  return found;
}
/* the same for rows of at most `most` values, without a branch for each: what follows a shorter row is read as well */
INLINE uint64_t row_few(const table_t *row, const set_t *s, const int most) {
  uint64_t found = 0;
  for (int i = 0; i < most; i++) {
    unsigned k = (unsigned)row[1 + i].v % (SET_WORDS * 64u);
    found |= (s->w[k >> 6] >> (k & 63) & 1) << i;
  }
  return found & ((1ull << row->v) - 1);
}
/* the first position of a row, from a start on, whose value is not in a set; the row's length if there is none */
INLINE int row_run(const table_t *p, int from, const set_t *s) {
  if (from < 0) from = 0;
  for (; from < p->v; from++) {
    unsigned k = (unsigned)p[1 + from].v;
    if (!(s->w[k >> 6] >> (k & 63) & 1)) break;
  }
  return from;
}
#ifdef __AVX2__
/* the sites below 128, twice */
INLINE longs_4_t first_128(const set_t *s) {
  const long long low = (long long)s->w[0], high = SET_WORDS > 1 ? (long long)s->w[SET_WORDS > 1] : 0;
  return (longs_4_t){low, high, low, high};
}
#endif
/* Whether a way ends in a hit (`ops.WayEnds`). The sites of a row in a table of ways are bytes of a set and their bits. */
INLINE int way_hits(const table_t *before, const table_t *after, int way, const set_t *over, const set_t *idle,
                    const set_t *hits) {
  const table_t *row = after + 2 + (size_t)way * 16;
  const set_t closed = set_diff(set_known(before, way), *over);
#ifdef __AVX2__
  bytes_32_t at, one;
  memcpy(&at, row, sizeof at);
  memcpy(&one, row + 8, sizeof one);
  const longs_4_t of_idle = first_128(idle), of_hits = first_128(hits);
  const bytes_32_t goes_on = ((bytes_32_t)__builtin_ia32_pshufb256((chars_32_t)of_idle, (chars_32_t)at) & one) == one;
  const bytes_32_t is_hit = ((bytes_32_t)__builtin_ia32_pshufb256((chars_32_t)of_hits, (chars_32_t)at) & one) == one;
  const uint32_t stops = ~(uint32_t)__builtin_ia32_pmovmskb256((chars_32_t)goes_on);
  const uint32_t ends = (uint32_t)__builtin_ia32_pmovmskb256((chars_32_t)is_hit);
  return ((stops & -stops & ends) != 0) & set_eq(closed, set_empty()); /* no branch: a processor could not guess it */
#else
  uint8_t at[32], one[32];
  memcpy(at, row, sizeof at);
  memcpy(one, row + 8, sizeof one);
  if (!set_eq(closed, set_empty())) return 0;
  for (int i = 0; i < 32 && at[i] < 0x80; i++) {
    const int site = at[i] * 8 + __builtin_ctz(one[i]);
    if (!set_has(idle, site)) return set_has(hits, site);
  }
  return 0;
#endif
}
/* The positions of `ways`, a set of positions of a row, whose ways end in a hit. Rows of at most `most` ways are gone
   through as a whole, without a branch for each; most is 0 for longer ones. */
INLINE uint64_t ways_hit(uint64_t ways, const table_t *row, const int most, const table_t *before, const table_t *after,
                         const set_t *over, const set_t *idle, const set_t *hits) {
  uint64_t found = 0;
  if (!ways) return 0;
  if (!most) {
    for (uint64_t left = ways; left; left &= left - 1) {
      const int i = __builtin_ctzll(left);
      found |= (uint64_t)way_hits(before, after, row[1 + i].v, over, idle, hits) << i;
    }
    return found;
  }
  for (int i = 0; i < most; i++) {
    const unsigned way = (unsigned)row[1 + i].v; /* behind a shorter row there is no way */
    found |= (uint64_t)way_hits(before, after, way < (unsigned)after->v ? (int)way : 0, over, idle, hits) << i;
  }
  return found & ways;
}
/* Of each ray of a row, the sites up to and including the first that is not in a set. Rays are handled n at a time: `up`
   groups of those that rise, then `down` groups of those that fall, each ray a set of `words` words. There are no
   branches, because a processor cannot guess where rays end. */
#define SIGHT(n) \
typedef uint64_t rays_##n __attribute__((vector_size(n * 8), aligned(8))); \
INLINE set_t sight_##n(const table_t *table, int row, const set_t *through, const int up, const int down, const int words) { \
  const rays_##n none = {0}; \
  rays_##n found[SET_WORDS] = {{0}}; \
  set_t seen = set_empty(); \
  if ((unsigned)row >= (unsigned)table->v) return seen; \
  const table_t *at = table + 2 + (size_t)row * (up + down) * words * n * 2; \
  for (int i = 0; i < up + down; i++) { \
    rays_##n open = ~none; /* no bits for a ray that an earlier word has ended */ \
    for (int j = 0; j < words; j++, at += n * 2) { \
      const int k = i < up ? j : words - 1 - j; \
      rays_##n sites, within; \
      memcpy(&sites, at, sizeof sites); \
      const rays_##n stops = sites & ~through->w[k]; \
      if (i < up) within = stops ^ (stops - 1); \
      else { \
        within = stops | stops >> 1; \
        within |= within >> 2; within |= within >> 4; within |= within >> 8; \
        within |= within >> 16; within |= within >> 32; \
        within = ~(within >> 1); \
      } \
      found[k] |= sites & within & open; \
      open &= (rays_##n)(stops == none); \
    } \
  } \
  for (int k = 0; k < words; k++) for (int i = 0; i < n; i++) seen.w[k] |= found[k][i]; \
  return seen; \
}
SIGHT(2)
SIGHT(4)
/* The same for few rays, one by one. */
INLINE set_t sight_1(const table_t *table, int row, const set_t *through, const int up, const int down, const int words) {
  set_t seen = set_empty();
  if ((unsigned)row >= (unsigned)table->v) return seen;
  const table_t *at = table + 2 + (size_t)row * (up + down) * words * 2;
  for (int i = 0; i < up + down; i++) {
    uint64_t open = ~0ull;
    for (int j = 0; j < words; j++, at += 2) {
      const int k = i < up ? j : words - 1 - j;
      uint64_t sites;
      memcpy(&sites, at, sizeof sites);
      const uint64_t stops = sites & ~through->w[k];
      seen.w[k] |= sites & (i < up ? stops ^ (stops - 1) : (uint64_t)(INT64_MIN >> __builtin_clzll(stops | 1))) & open;
      open &= -(uint64_t)!stops;
    }
  }
  return seen;
}
/* Of each ray the last site before the first that is not in a set. The rays are laid out as above, n side by side. */
INLINE set_t ray_ends(const table_t *table, int row, const set_t *through, const int n, const int up, const int down,
                      const int words) {
  set_t ends = set_empty();
  if ((unsigned)row >= (unsigned)table->v) return ends;
  const table_t *at = table + 2 + (size_t)row * (up + down) * words * n * 2;
  for (int i = 0; i < (up + down) * n; i++) {
    const int rises = i < up * n;
    const table_t *ray = at + ((size_t)(i / n) * words * n + i % n) * 2;
    uint64_t open = ~0ull, last = 0;
    int where = 0;
    for (int j = 0; j < words; j++, ray += n * 2) {
      const int k = rises ? j : words - 1 - j;
      uint64_t sites;
      memcpy(&sites, ray, sizeof sites);
      const uint64_t stops = sites & ~through->w[k];
      const uint64_t before = rises ? stops ^ (stops - 1) : (uint64_t)(INT64_MIN >> __builtin_clzll(stops | 1));
      const uint64_t found = sites & before & ~stops & open;
      if (words == 1 || found) { last = found; where = k; }
      open &= -(uint64_t)!stops;
    }
    ends.w[where] |= !rises ? last & -last : last ? 1ull << (63 - __builtin_clzll(last)) : 0;
  }
  return ends;
}
INLINE set_t row_set(const table_t *p, int lo, int hi) {
  set_t r = set_empty();
  for (int i = lo < 0 ? 0 : lo; i < hi && i < p->v; i++) r.w[(unsigned)p[1 + i].v >> 6] |= 1ull << (p[1 + i].v & 63);
  return r;
}
/* the size of the intersection of a table's set and another set, in the first `words` words */
INLINE int set_common(const table_t *table, int i, const set_t *s, int words) {
  uint64_t row[SET_WORDS];
  int n = 0;
  if ((unsigned)i >= (unsigned)table->v) return 0;
  memcpy(row, table + 2 + (size_t)i * SET_WORDS * 2, (size_t)words * 8);
  for (int k = 0; k < words; k++) n += word_count(row[k] & s->w[k]);
  return n;
}
INLINE int set_holds(const table_t *table, int i, int site) {
  if ((unsigned)i >= (unsigned)table->v || (unsigned)site >= SET_WORDS * 64u) return 0;
  uint64_t word;
  memcpy(&word, table + 2 + ((size_t)i * SET_WORDS + ((unsigned)site >> 6)) * 2, 8);
  return word >> (site & 63) & 1;
}
/* the ranks, within a table's set, of the members that another set also has */
#ifdef __BMI2__
#define BY_KEY 1
INLINE uint64_t row_ranks(const table_t *table, int i, const set_t *s, int words) {
  uint64_t row[SET_WORDS], found = 0;
  int n = 0;
  if ((unsigned)i >= (unsigned)table->v) return 0;
  memcpy(row, table + 2 + (size_t)i * SET_WORDS * 2, (size_t)words * 8);
  for (int k = 0; k < words; k++) {
    if (n < 64) found |= __builtin_ia32_pext_di(s->w[k], row[k]) << n;
    n += word_count(row[k]);
  }
  return found;
}
#else
#define BY_KEY 0
#define row_ranks(table, i, s, words) 0
#endif
