/* Groups of connected sites in a set that mostly grows by one site, as where pieces are only placed: a union-find forest
   (Galler and Fischer 1964, with path halving) whose roots have their groups as sets. Included by games/runtime.h. */
typedef struct {
  set_t within; /* the groups are those of this set */
  set_t asked;  /* the set of the last question that they did not answer */
  uint16_t parent[KEYS];
  set_t groups[KEYS]; /* of roots */
} growing_t;

INLINE void growing_start(growing_t *g) { g->within = g->asked = set_empty(); }
INLINE int growing_root(growing_t *g, int i) {
  while (g->parent[i] != i) i = g->parent[i] = g->parent[g->parent[i]];
  return i;
}
/* A site joins the groups beside it, and becomes their root; within: the set with it. */
INLINE set_t growing_join(growing_t *g, const table_t *near, const int site, const set_t within) {
  set_t all = set_one(site);
  const set_t beside = set_and(set_at(near, site), g->within);
  g->within = within;
  g->parent[site] = (uint16_t)site;
  g->groups[site] = all;
  for (int k = 0; k < SET_WORDS; k++)
    for (uint64_t b = beside.w[k]; b; b &= b - 1) {
      const int root = growing_root(g, k * 64 + __builtin_ctzll(b));
      all = set_or(all, g->groups[root]);
      g->parent[root] = (uint16_t)site;
    }
  return g->groups[site] = all;
}
/* The groups of a set, found anew. */
static __attribute__((noinline, cold, unused)) void growing_anew(growing_t *g, const table_t *near, const set_t within) {
  set_t left = g->within = within;
  for (int i; (i = set_min(left)) >= 0; left = set_diff(left, g->groups[i])) {
    g->groups[i] = set_flood(near, set_one(i), within);
    for (int k = 0; k < SET_WORDS; k++)
      for (uint64_t b = g->groups[i].w[k]; b; b &= b - 1) g->parent[k * 64 + __builtin_ctzll(b)] = (uint16_t)i;
  }
}
/* The answer where the set is another one. If another site was added, it joins the groups; if this one was added since
   the last question, more are likely to follow, and the groups are found anew. */
static __attribute__((noinline, unused)) set_t growing_again(growing_t *g, const table_t *near, int site, const set_t within) {
  const set_t from = set_one(site), added = set_diff(within, g->within);
  const int one = set_count(added) == 1 && set_eq(within, set_or(g->within, added));
  if (one) growing_join(g, near, set_min(added), within);
  else if (!set_has(&g->asked, site) && set_eq(within, set_or(g->asked, from))) growing_anew(g, near, within);
  g->asked = within;
  return one && set_has(&within, site) ? g->groups[growing_root(g, site)] : set_flood(near, from, within);
}
/* set_flood from one site */
INLINE set_t growing_flood(growing_t *g, const table_t *near, const int site, const set_t within) {
  const set_t old = g->within;
  if ((unsigned)site >= KEYS) return set_flood(near, set_one(site), within);
  if (set_has(&old, site)) {
    if (set_eq(within, old)) return g->groups[growing_root(g, site)];
  } else if (set_eq(within, set_or(old, set_one(site)))) return growing_join(g, near, site, within);
  return growing_again(g, near, site, within);
}
