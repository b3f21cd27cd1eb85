/* Loops with independent iterations (`apart`): while moves are counted, the count after each iteration of an outermost
   such loop is recorded; when one is chosen, only the iteration that pushes it runs. */
enum { EVERY_ROUND = 0, KEEP_ROUNDS = 1, ONE_ROUND = 2 };
INLINE int rounds_enter(E *e, const int mode) {
  const int lists = KEEPS_LISTED(e, mode); /* choosing is to skip what was listed */
  if ((NOW(e, mode) != 1 && NOW(e, mode) != 2 && !lists) || e->n_modes || e->in_rounds) return EVERY_ROUND;
  e->in_rounds = 1;
  return lists ? KEEP_ROUNDS : NOW(e, mode);
}
/* Room for the counts after n more iterations. */
static __attribute__((noinline, cold, unused)) int32_t *rounds_grow(own_t *o, int n) {
  while (n >= o->cap_rounds) o->rounds = grow(o, o->rounds, &o->cap_rounds, sizeof(int32_t));
  return o->rounds;
}
INLINE int32_t *rounds_room(E *e, int n) {
  if (__builtin_expect(e->n_rounds + n >= OWN(e)->cap_rounds, 0)) e->rounds = rounds_grow(OWN(e), e->n_rounds + n);
  return e->rounds + e->n_rounds;
}
INLINE void rounds_leave(E *e, int how) { if (how) e->in_rounds = 0; }
#if SPARES
#define ROUND 2 /* an iteration may come to filters, each of which keeps what it has counted */
#else
#define ROUND 1
#endif
INLINE void round_keep(UNUSED const E *e, int32_t *round, int n_moves) {
  round[0] = n_moves;
#if SPARES
  round[1] = e->n_filtered;
#endif
}
INLINE void round_done(E *e) {
  round_keep(e, rounds_room(e, ROUND), e->n_moves);
  e->n_rounds += ROUND;
}
/* Loops whose moves are counted for all iterations at once: bit i of a site's number of moves is whether it is in
   planes[i]. Counting keeps the number of moves at the end of the loop, and the planes, for the choice. */
#define ONCE_ROOM(planes) (1 + (int)sizeof(set_t) / 4 * (planes))
INLINE void once_keep(E *e, const set_t *planes, const int n) {
  int32_t *room = rounds_room(e, ONCE_ROOM(n));
  room[0] = e->n_moves;
  memcpy(room + 1, planes, sizeof(set_t) * (size_t)n);
  e->n_rounds += ONCE_ROOM(n);
}
INLINE int32_t once_next(E *e, set_t *planes, const int n) {
  const int32_t *kept = e->rounds + e->n_rounds;
  memcpy(planes, kept + 1, sizeof(set_t) * (size_t)n);
  e->n_rounds += ONCE_ROOM(n);
  return kept[0];
}
/* With -DANY_ORDER=1 such a loop may number its moves in another order, so that the chosen one is found without going
   through the iterations. The move of number k is the move of number `index` of the site that is returned. */
#ifndef ANY_ORDER
#define ANY_ORDER 0
#endif
INLINE int once_pick(const set_t *planes, const int n, int k, int *index) {
  for (int i = 0; i < n; i++) {
    const int count = set_count(planes[i]) << i;
    if (k < count) {
      const int site = set_nth(planes[i], k >> i);
      *index = k & ((1 << i) - 1);
      for (int j = 0; j < i; j++) *index += set_bit(&planes[j], site) << j;
      return site;
    }
    k -= count;
  }
  return -1;
}
typedef uint64_t halves_t __attribute__((vector_size(16)));
/* Iterations over sites in the order of a list, of which each has as many moves as the planes say: the first one up to
   which there are more than *k moves, `n` if there is none. *k becomes the number of the move within it. room: how many
   values of the array may be read. */
INLINE int once_walk(const int8_t *sites, int n, UNUSED int room, const set_t *planes, const int n_planes, int *k) {
  int i = 0;
#ifdef __SSSE3__
  /* 16 sites at a time. The byte that holds the bit of a site is looked up in each plane, and moves are added up. */
  const bytes_t bits = {1, 2, 4, 8, 16, 32, 64, -128, 1, 2, 4, 8, 16, 32, 64, -128};
  const bytes_t lane = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
  for (; i < n && i + 16 <= room; i += 16) {
    bytes_t at, one, each, sum;
    memcpy(&at, sites + i, sizeof at);
    one = (bytes_t)__builtin_ia32_pshufb128((chars_t)bits, (chars_t)at);
    const chars_t byte = (chars_t)((shorts_t)at >> 3) & 15; /* bits of the byte beside it are dropped */
    each = (bytes_t){0};
    for (int j = 0; j < n_planes; j++) {
      const bytes_t plane = (bytes_t)(halves_t){planes[j].w[0], SET_WORDS > 1 ? planes[j].w[SET_WORDS > 1] : 0};
      each += (((bytes_t)__builtin_ia32_pshufb128((chars_t)plane, byte) & one) == one) & ((bytes_t){0} + (int8_t)(1 << j));
    }
    each &= lane < (bytes_t){0} + (int8_t)(n - i < 16 ? n - i : 16);
    /* each byte of the product is the sum of the bytes up to it */
    const uint64_t low = ((halves_t)each)[0] * 0x0101010101010101ull;
    const uint64_t high = (((halves_t)each)[1] + (low >> 56)) * 0x0101010101010101ull;
    if (*k < (int)(high >> 56)) {
      sum = (bytes_t)(halves_t){low, high};
      const uint32_t more = (uint32_t)__builtin_ia32_pmovmskb128((chars_t)(sum > (bytes_t){0} + (int8_t)*k));
      int8_t before[16];
      const int found = __builtin_ctz(more);
      sum -= each;
      memcpy(before, &sum, sizeof before);
      *k -= before[found];
      return i + found;
    }
    *k -= (int)(high >> 56);
  }
  if (i > n) i = n;
#endif
  for (; i < n; i++) {
    int each = 0;
    for (int j = 0; j < n_planes; j++) each += set_bit(&planes[j], sites[i]) << j;
    if (*k < each) break;
    *k -= each;
  }
  return i;
}
/* how many of the next `n` iterations to skip */
INLINE int rounds_skip(E *e, int n) {
  const int32_t *end = e->rounds + e->n_rounds;
  int k = e->target < e->n_moves ? n : 0;
  while (k < n && e->target >= end[ROUND * k]) k++;
  if (k) e->n_moves = end[ROUND * (k - 1)];
#if SPARES
  if (k) e->n_filtered = end[ROUND * (k - 1) + 1];
#endif
  e->n_rounds += ROUND * (k + (k < n));
  return k;
}
/* A loop over a row pushes one move to each member of a set, and the iteration of a value those to the value's own set in
   a table. Gives the position of the iteration that pushes the chosen move as a bit, and the moves before it as n_moves;
   0 for none. end: the number of moves after the loop. */
INLINE uint64_t chosen_ray(E *e, const table_t *row, const table_t *sites, const set_t *to, const int words, int *end) {
  const int first = e->n_moves;
  *end = first + set_count(*to);
  if (e->target < first || e->target >= *end) return 0;
  int i = 0;
  for (int n; e->target >= e->n_moves + (n = set_common(sites, row[1 + i].v, to, words)); i++) e->n_moves += n;
  return 1ull << i;
}
/* Iterations push one move each. Leaves the one that pushes the chosen move, with the moves before it as n_moves, if there
   is one. end: the number of moves after the loop. */
INLINE uint64_t chosen_bit(E *e, uint64_t iterations, int *end) {
  const int first = e->n_moves, n = __builtin_popcountll(iterations);
  *end = first + n;
  if (e->target < first || e->target >= *end) { e->n_moves = *end; return 0; }
  e->n_moves = e->target;
  return word_nth(iterations, e->target - first);
}
