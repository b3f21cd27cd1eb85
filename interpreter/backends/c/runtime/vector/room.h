/* Memory of many games side by side: sized before the first step, so that nothing is allocated in play. */
/* Room for twice as many values as another engine's buffer has room for. */
static int roomy(void **buffer, int32_t *cap, int32_t other, size_t size) {
  if (*cap >= 2 * other) return 1;
  void *more = realloc(*buffer, 2 * (size_t)other * size);
  if (!more) return 0;
  *buffer = more;
  *cap = 2 * other;
  return 1;
}
static int roomy_like(E *e, const E *o) {
  int32_t lists = e->cap_lists;
#define ROOMY(field, cap, size) roomy((void **)&e->field, &e->cap, o->cap, size)
  int good = ROOMY(moves, cap_moves, sizeof(move_t)) && ROOMY(acts, cap_acts, sizeof(act_t))
    && ROOMY(applied, cap_applied, sizeof(act_t)) && ROOMY(rounds, cap_rounds, sizeof(int32_t))
    && ROOMY(journal, cap_journal, sizeof *e->journal) && ROOMY(copies, cap_saved, sizeof(state_t))
    && ROOMY(lists, cap_lists, sizeof(buffer_t));
  if (e->cap_lists > lists) memset(e->lists + lists, 0, (size_t)(e->cap_lists - lists) * sizeof(buffer_t));
  int32_t most = 0;
  for (int k = 0; k < o->cap_lists; k++) most = lp_max(most, o->lists[k].cap);
  for (int k = 0; good && k < e->cap_lists; k++)
    good = roomy((void **)&e->lists[k].v, &e->lists[k].cap, most, sizeof(int32_t));
  return good;
}
/* How often a buffer of any lane has grown since they were prepared. */
EXPORT int lp_vector_grown(vector_t *v) {
  int n = -v->prepared;
  for (int i = 0; i < v->n; i++) n += v->lanes[i].e->n_grown;
  return n;
}
enum { PREPARED_NS = 200000000 };
/* Plays random games in the first lane, for so many steps, but not for long, and then gives the engine of each lane
   twice the room that they took. LP_OK, -LP_MEMORY, or -LP_FULL where a field of the state has too little room. What the games are does not matter; the lanes are reset after it.
   Rules that fail here fail again when they are played. */
EXPORT int lp_vector_prepare(vector_t *v, int steps) {
  lane_t *l = &v->lanes[0];
  int64_t end = now() + PREPARED_NS;
  int status = begin_lane(v, 0, 0, 0);
  while (!status && l->limit != LP_FULL && steps-- && now() < end)
    status = play_lane(v, 0, 0, l->n ? l->numbers[pick(&l->picks, (uint32_t)l->n)] : -1);
  if (l->limit == LP_FULL) return -LP_FULL;
  for (int i = v->n - 1; i >= 0; i--) /* the first lane last: the others are compared with it */
    if (!roomy_like(v->lanes[i].e, l->e)) return -LP_MEMORY;
  v->prepared += lp_vector_grown(v);
  l->limited = 0;
  return LP_OK;
}
