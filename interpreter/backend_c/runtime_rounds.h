/* Loops with independent iterations: what counting keeps for the choice. The file that includes this has `rounds_room`. */
INLINE void rounds_leave(E *e, int how) { if (how) e->in_rounds = 0; }
INLINE void round_done(E *e) {
  *rounds_room(e, 1) = e->n_moves;
  e->n_rounds++;
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
/* how many of the next `n` iterations to skip */
INLINE int rounds_skip(E *e, int n) {
  const int32_t *end = e->rounds + e->n_rounds;
  int k = e->target < e->n_moves ? n : 0;
  while (k < n && e->target >= end[k]) k++;
  if (k) e->n_moves = end[k - 1];
  e->n_rounds += k + (k < n);
  return k;
}
