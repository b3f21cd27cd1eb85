/* Groups of connected sites in a set that mostly grows by one site, as where pieces are only placed: a union-find forest
   (Galler and Fischer 1964, with path halving) whose roots have their groups as sets. Included by runtime_games.h. */
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
/* The answer where the groups are those of another set. If it is likely that they will be asked for again, they are
   found for this one: it was asked for before, or has grown since by one site. */
static __attribute__((noinline, cold, unused)) set_t growing_again(growing_t *g, const table_t *near, int site, set_t within) {
  const set_t from = set_one(site);
  const int again = set_eq(within, g->asked) || set_eq(within, set_or(g->asked, from));
  g->asked = within;
  if (again) {
    set_t left = within;
    for (int i; (i = set_min(left)) >= 0; left = set_diff(left, g->groups[i])) {
      g->groups[i] = set_flood(near, set_one(i), within);
      for (int k = 0; k < SET_WORDS; k++)
        for (uint64_t b = g->groups[i].w[k]; b; b &= b - 1) g->parent[k * 64 + __builtin_ctzll(b)] = (uint16_t)i;
    }
    g->within = within;
  }
  return set_flood(near, from, within);
}
/* set_flood from one site */
INLINE set_t growing_flood(growing_t *g, const table_t *near, const int site, const set_t within) {
  const set_t from = set_one(site), old = g->within;
  if ((unsigned)site >= KEYS) return set_flood(near, from, within);
  if (__builtin_expect(set_has(&old, site) | !set_eq(within, set_or(old, from)), 0)) {
    if (!set_has(&old, site) || !set_eq(within, old)) return growing_again(g, near, site, within);
    return g->groups[growing_root(g, site)];
  }
  /* the site joins the groups beside it, and becomes their root */
  set_t all = from;
  const set_t beside = set_and(set_at(near, site), old);
  g->within = within;
  g->parent[site] = (uint16_t)site;
  g->groups[site] = from;
  for (int k = 0; k < SET_WORDS; k++)
    for (uint64_t b = beside.w[k]; b; b &= b - 1) {
      const int root = growing_root(g, k * 64 + __builtin_ctzll(b));
      all = set_or(all, g->groups[root]);
      g->parent[root] = (uint16_t)site;
    }
  return g->groups[site] = all;
}
