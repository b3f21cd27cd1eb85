/* Sifting: of the moves that a loop pushes to the sites of a set, those that pass tests are counted without building the
   ones whose verdicts are kept (sifting.py). Included where verdicts are kept and the program has an entry `sifted`. */
INLINE int verdict_class_holds(const E *e, const verdict_class_t *c, uint64_t key) {
  if (c->key != key) return 0;
  for (int i = 0; i < c->n_numbers; i++) if (noted_number(e, c->numbers[i].at) != c->numbers[i].value) return 0;
  return 1;
}
/* The bank of moves whose origin is their destination. */
INLINE int sift_bank(int mover) { return (int)((unsigned)mover & (BANKS - 1)); }
/* The sites of a set whose moves are known to fail a test; those for which this is not known are added to `unknown`. */
INLINE set_t sift_known(E *e, int f, int bank, uint64_t key, const set_t *sites, set_t *unknown) {
  set_t failing = set_empty();
  if (!key || !verdicts_kept(e, f)) { *unknown = set_or(*unknown, *sites); return failing; }
  struct verdicts *v = &e->verdicts[f];
  const int first = bank * (VERDICT_STRIDE / 64);
  const int holds = verdict_class_holds(e, &v->classes[bank], key);
  for (int w = 0; w < SET_WORDS; w++) {
    const uint64_t known = holds ? v->known[first + w] & v->alike[first + w] & sites->w[w] : 0;
    v->found += __builtin_popcountll(known);
    unknown->w[w] |= sites->w[w] & ~known;
    failing.w[w] = known & ~(v->yes[first + w] | v->open[first + w]);
  }
  return failing;
}
/* A move to a site was tried: its verdict joins the class of its bank. */
static UNUSED __attribute__((noinline)) void sift_join(E *e, int f, int bank, uint64_t key, int site, uint64_t stamp) {
  if (!key || !stamp || !e->verdicts || e->verdicts[f].useless) return;
  struct verdicts *v = &e->verdicts[f];
  verdict_class_t *c = &v->classes[bank];
  const int slot = bank * VERDICT_STRIDE + site, w = slot >> 6;
  const uint64_t bit = 1ull << (slot & 63);
  const verdict_t *k = &v->slots[slot];
  if (!(v->known[w] & bit) || v->alike[w] & bit || k->stamp != stamp) return;
  if (!verdict_class_holds(e, c, key)) {
    memset(v->alike + bank * (VERDICT_STRIDE / 64), 0, VERDICT_STRIDE / 8);
    c->key = key; c->n_numbers = 0;
  }
  for (int i = 0; i < k->n_numbers; i++) { /* the numbers of all; at present all of them hold */
    const int32_t at = k->numbers[i].at;
    if (i < c->n_numbers && c->numbers[i].at == at) continue; /* most trials read the same numbers in the same order */
    int j = 0;
    while (j < c->n_numbers && c->numbers[j].at != at) j++;
    if (j < c->n_numbers) continue;
    if (j == MOST_NUMBERS) return;
    c->numbers[j].at = at; c->numbers[j].value = k->numbers[i].value;
    c->n_numbers++;
  }
  v->alike[w] |= bit;
  v->yes[w] = (v->yes[w] & ~bit) | (!k->asked && k->answer ? bit : 0);
  v->open[w] = (v->open[w] & ~bit) | (k->asked ? bit : 0);
  v->change[slot] = k->change;
}
#if DIGESTS
/* The sites of a set whose moves lead to a position that has occurred before. */
INLINE set_t sift_repeats(E *e, int f, int bank, const set_t *sites, int variant, int list) {
  set_t found = set_empty();
  const struct verdicts *v = &e->verdicts[f];
  const uint64_t digest = state_digest(e, variant), *seen = seen_in(e, list);
  const uint64_t *change = v->change + bank * VERDICT_STRIDE;
  const int first = bank * (VERDICT_STRIDE / 64);
  for (int w = 0; w < SET_WORDS; w++)
    for (uint64_t b = sites->w[w] & v->open[first + w]; b; b &= b - 1) {
      const int site = w * 64 + __builtin_ctzll(b);
      const uint64_t h = digest ^ change[site];
      if (seen && !(seen[h >> 6 & (SEEN_WORDS - 1)] >> (h & 63) & 1)) continue;
      if (digest_count(e, list, (int64_t)h) > 0) set_add(&found, site);
    }
  return found;
}
#endif

/* Moves that a filter drops by putting the last move in their place have been counted: `refused` are their numbers. */
static UNUSED void sift_refused(E *e, const set_t *sites, const set_t *refused) {
  for (int w = 0, n = e->n_moves; w < SET_WORDS; n += __builtin_popcountll(sites->w[w++]))
    for (uint64_t b = refused->w[w]; b; b &= b - 1) {
      if (e->n_refused == e->cap_refused) e->refused = grow(e, e->refused, &e->cap_refused, sizeof *e->refused);
      e->refused[e->n_refused++] = n + __builtin_popcountll(sites->w[w] & ((b & -b) - 1)) - e->sift_first;
    }
}
/* Which of n moves the filter leaves as number k. */
static UNUSED int sift_number(const E *e, int k, int n) {
  int from_end = e->n_refused;
  for (int i = 0; i < from_end; i++) {
    const int at = e->refused[i];
    do {
      n--;
      if (from_end > i + 1 && e->refused[from_end - 1] == n) from_end--; else break;
    } while (n > at);
    if (k == at) return n;
  }
  return k;
}
INLINE void sift_begin(E *e, const int mode) {
  e->sift_first = e->n_moves;
  if (NOW(e, mode) != 2) { e->n_refused = 0; return; }
  const int k = e->target - e->n_moves;
  e->sift_target = e->target;
  if (k >= e->sift_count - e->n_refused) e->target += e->n_refused;
  else if (k >= 0) e->target = e->n_moves + sift_number(e, k, e->sift_count);
}
INLINE void sift_end(E *e, const int mode) {
  if (NOW(e, mode) == 2) e->target = e->sift_target; else e->sift_count = e->n_moves - e->sift_first;
  e->n_moves -= e->n_refused;
}
/* The sets of sites that counting has found, for the choice. */
INLINE void sift_keep(E *e, const set_t *sites) {
  if (e->n_sifted == e->cap_sifted) e->sifted = grow(e, e->sifted, &e->cap_sifted, sizeof *e->sifted);
  e->sifted[e->n_sifted++] = *sites;
}
