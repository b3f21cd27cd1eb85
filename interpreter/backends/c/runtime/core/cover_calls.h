/* What counts with -DCOVER (core/cover.h). */
#ifdef COVER
INLINE covered_t cover_enter(E *e, int function) {
  covered_t call = {e, &e->counts[function], e->covers, e->n_moves};
  call.counts->asked++;
  e->covers = function;
  return call;
}
INLINE void cover_leave(covered_t *call) {
  E *e = call->e;
  if (e->n_moves > call->moves) call->counts->made += e->n_moves - call->moves;
  e->covers = call->outer;
}
INLINE int cover_bool(covered_t *call, int value) { call->counts->held += value != 0; return value; }
INLINE set_t cover_set(covered_t *call, set_t value) { call->counts->held += set_count(value) > 0; return value; }
INLINE int cover_int(covered_t *call, int value) {
  counts_t *n = call->counts;
  if (n->asked == 1 || value < n->least) n->least = value;
  if (n->asked == 1 || value > n->most) n->most = value;
  return value;
}
/* at the head of every function of the program that one ludeme means, and where such functions return */
#define COVERED covered_t covered_ __attribute__((cleanup(cover_leave), unused)) = cover_enter(e, WHERE)
/* at the head of what removes a piece */
INLINE void cover_removed(E *e) {
  const int by = e->made_by >= 0 ? e->made_by : e->covers;
  if (!e->n_saved && by >= 0) e->counts[by].removed++;
}
static UNUSED void cover_game_begins(E *e) {
  memset(e->counts, 0, sizeof e->counts);
  e->covers = e->made_by = -1;
}
/* Legal moves were found, and move m is played. */
static UNUSED void cover_played(E *e, int m) {
  for (int i = 0; i < e->n_moves; i++) if (e->moves[i].maker >= 0) e->counts[e->moves[i].maker].offered++;
  if (e->moves[m].maker >= 0) e->counts[e->moves[m].maker].played++;
}
static UNUSED void cover_game_ends(E *e) {
  for (int i = 0; i < COVER; i++) {
    counts_t *sum = &e->sums[i], *n = &e->counts[i];
    if (!n->asked) continue;
    if (!sum->asked || n->least < sum->least) sum->least = n->least;
    if (!sum->asked || n->most > sum->most) sum->most = n->most;
    sum->asked += n->asked; sum->held += n->held; sum->made += n->made;
    sum->offered += n->offered; sum->played += n->played; sum->removed += n->removed;
  }
}
#define COVERING 1
#define APPLIED_BY(e, a) const int outer_by_ = (e)->made_by; (e)->made_by = (a)->maker
#define APPLIED(e) ((e)->made_by = outer_by_)
#else
#define COVERING 0
#define cover_game_begins(e) ((void)0)
#define cover_played(e, m) ((void)0)
#define cover_game_ends(e) ((void)0)
#define APPLIED_BY(e, a) ((void)0)
#define APPLIED(e) ((void)0)
#endif
