/* Random numbers (SplitMix64). */
INLINE uint64_t splitmix(uint64_t *state) {
  uint64_t z = (*state += 0x9e3779b97f4a7c15ull);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}
/* The generator of a random game of a seed. Games of one seed can be played in any order. */
INLINE uint64_t game_seed(uint64_t seed, uint64_t game) {
  uint64_t a = seed, b = game ^ 0xd1b54a32d192ed03ull;
  return splitmix(&a) ^ (splitmix(&b) * 0x2545f4914f6cdd1dull);
}
#if DRAWS_ON_COPIES
#define GENERATOR(e) (*((e)->on_copy ? &(e)->s.copies_rng : &(e)->s.rng))
#else
#define GENERATOR(e) ((e)->s.rng)
#endif
/* The next 64 bits of the generator that is in use. */
INLINE uint64_t random_long(E *e) {
  uint64_t state = (uint64_t)GENERATOR(e);
  uint64_t z = splitmix(&state);
  KEEP(e, GENERATOR(e));
  GENERATOR(e) = (int64_t)state;
  return z;
}
INLINE int random_bits(E *e) {
  uint64_t z = random_long(e);
  return (int)((uint32_t)(z >> 32) ^ (uint32_t)z);
}
/* Notes a draw of one of `bound` numbers, 0: of a number between 0 and 1, with the generator as it is before. */
INLINE void note_draw(E *e, int bound) {
#ifdef VECTOR
  if (!e->noted) return;
  if (e->n_noted < e->cap_noted) { e->noted[2 * e->n_noted] = GENERATOR(e); e->noted[2 * e->n_noted + 1] = bound; }
  e->n_noted++;
#else
  (void)e; (void)bound;
#endif
}
static UNUSED double random_unit(E *e) { note_draw(e, 0); return (double)(random_long(e) >> 11) * 0x1.0p-53; }
static UNUSED int random_int(E *e, int bound) {
  if (bound <= 0) fail(e, -5);
  note_draw(e, bound);
  if ((bound & -bound) == bound) return (int)(((int64_t)bound * (int64_t)((uint32_t)random_bits(e) >> 1)) >> 31);
  for (;;) {
    int32_t bits = (int32_t)((uint32_t)random_bits(e) >> 1);
    int32_t value = bits % bound;
    if ((int64_t)bits - value + (bound - 1) <= 2147483647ll) return value;
  }
}
