/* Digests of the state, and lists of those of former positions. The digest of a position is the exclusive or of one term
   for each value of its fields (Zobrist 1970), so that a write to a field changes it by two terms. Only what is short (the
   lists among the fields) is digested anew each time. Included where the program asks for digests (DIGESTS > 0). */
static uint64_t digest_terms(E *e, int variant);
static uint64_t digest_rest(E *e, int variant);
static int64_t *digest_list(E *e, int list, int32_t **n, int *cap, int *capid);

/* The term of value v at index i of the field with number k; none for 0, which most values are. */
INLINE uint64_t digest_term(int k, int i, int64_t v) {
  uint64_t h = ((uint64_t)v * 0x9e3779b97f4a7c15ull) ^ (((uint64_t)k << 32 | (uint32_t)i) * 0xbf58476d1ce4e5b9ull);
  h = (h ^ h >> 32) * 0xff51afd7ed558ccdull;
  h = (h ^ h >> 29) * 0xc4ceb9fe1a85ec53ull;
  return v ? h ^ h >> 32 : 0;
}
#define DIGEST_ARRAY(bits) \
  static UNUSED uint64_t digest_array_##bits(int k, const int##bits##_t *f, int n) { \
    uint64_t h = 0; \
    for (int i = 0; i < n; i++) if (f[i]) h ^= digest_term(k, i, f[i]); \
    return h; \
  }
DIGEST_ARRAY(8) DIGEST_ARRAY(16) DIGEST_ARRAY(32) DIGEST_ARRAY(64)
/* A value at index i of a field with number k is going to be replaced; variants: the digests that the field is part of. */
INLINE void digest_change(E *e, const unsigned variants, int k, int i, int64_t old, int64_t v) {
  uint64_t change = digest_term(k, i, old) ^ digest_term(k, i, v);
  for (int d = 0; d < DIGESTS; d++) if (variants >> d & 1) e->digests.terms[d] ^= change;
}
static UNUSED uint64_t state_digest(E *e, int variant) {
  if (!(e->digests.known >> variant & 1)) {
    e->digests.terms[variant] = digest_terms(e, variant);
    e->digests.known |= 1u << variant;
  }
#ifdef CHECK_KEPT
  if (e->digests.terms[variant] != digest_terms(e, variant)) fail(e, -13);
#endif
  return e->digests.terms[variant] ^ digest_rest(e, variant);
}

/* Which digests may be in a list, by their lowest bits: those that were in it at some time since the state was replaced
   as a whole. Where there is no memory for that the lists are searched. */
enum { SEEN_BITS = 16, SEEN_WORDS = 1 << (SEEN_BITS - 6) };
INLINE uint64_t *seen_word(uint64_t *seen, int64_t h) { return &seen[(uint64_t)h >> 6 & (SEEN_WORDS - 1)]; }
static __attribute__((noinline, unused)) uint64_t *seen_begin(E *e, int list) {
  if (!e->seen[list]) e->seen[list] = malloc(SEEN_WORDS * sizeof(uint64_t));
  uint64_t *seen = e->seen[list];
  if (!seen) return NULL;
  memset(seen, 0, SEEN_WORDS * sizeof(uint64_t));
  int32_t *n; int cap, capid;
  const int64_t *f = digest_list(e, list, &n, &cap, &capid);
  for (int i = 0; i < *n; i++) *seen_word(seen, f[i]) |= 1ull << (f[i] & 63);
  e->seen_known |= 1u << list;
  return seen;
}
INLINE uint64_t *seen_in(E *e, int list) { return e->seen_known >> list & 1 ? e->seen[list] : seen_begin(e, list); }

static UNUSED int digest_count(E *e, int list, int64_t h) {
  uint64_t *seen = seen_in(e, list);
  if (seen && !(*seen_word(seen, h) >> (h & 63) & 1)) return 0;
  int32_t *n; int cap, capid, found = 0;
  const int64_t *f = digest_list(e, list, &n, &cap, &capid);
  for (int i = 0; i < *n; i++) found += f[i] == h;
  return found;
}
static UNUSED void hash_push(E *e, int variant, int list) {
  int32_t *n; int cap, capid;
  int64_t *f = digest_list(e, list, &n, &cap, &capid);
  if (*n == cap) stop(e, LP_FULL, capid);
  int64_t h = (int64_t)state_digest(e, variant);
  uint64_t *seen = seen_in(e, list);
  if (seen) *seen_word(seen, h) |= 1ull << (h & 63);
  KEEP(e, f[*n]);
  KEEP(e, *n);
  f[(*n)++] = h;
}
static UNUSED int hash_count(E *e, int variant, int list) {
  return digest_count(e, list, (int64_t)state_digest(e, variant));
}
INLINE int hash_has(E *e, int variant, int list) { return hash_count(e, variant, list) > 0; }
