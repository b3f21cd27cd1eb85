/* Reading the positions of many games side by side, and putting saved ones back. */
enum { NOW_SHOWN, NOW_FRESH, FINAL };
static const state_t *position_of(const vector_t *v, int i, int which) {
  const lane_t *l = &v->lanes[i];
  return which == FINAL ? l->final : which == NOW_FRESH && v->p.chance ? l->fresh : &l->e->s;
}
/* Of each lane that has such a position: n parts (offset and size in bytes) of its state, one after the other. `out` has
   `stride` bytes for each lane. */
EXPORT void lp_vector_gather(vector_t *v, int which, int n, const int32_t *parts, char *out, int64_t stride) {
  for (int i = 0; i < v->n; i++, out += stride) {
    if (which == FINAL && !v->lanes[i].final_player) continue;
    const char *from = (const char *)position_of(v, i, which);
    char *to = out;
    for (int k = 0; k < n; k++) { memcpy(to, from + parts[2 * k], (size_t)parts[2 * k + 1]); to += parts[2 * k + 1]; }
  }
}
/* Beside the states: who is to move (0: there is no such position), the seat, where the last moves began and ended. */
EXPORT void lp_vector_about(vector_t *v, int final, int32_t *out) {
  for (int i = 0; i < v->n; i++, out += 6) {
    const lane_t *l = &v->lanes[i];
    out[0] = final ? l->final_player : l->e->s.mover;
    out[1] = !final ? v->seats[i] : l->final_player ? l->final_seat : -1;
    memcpy(out + 2, final ? l->final_last : l->last, sizeof l->last);
  }
}
/* The dice that are thrown in a lane's position, as pairs; how many. */
EXPORT int lp_vector_thrown(vector_t *v, int i, int final, int32_t *out) {
  const thrown_t *t = final ? &v->lanes[i].final_thrown : &v->lanes[i].thrown;
  if (v->p.chance) memcpy(out, t->dice, (size_t)t->n * sizeof t->dice[0]);
  return v->p.chance ? t->n : 0;
}
/* Of a lane: its numbers, which `put` takes again. */
EXPORT int lp_vector_saved_size(void) { return (int)offsetof(lane_t, e); }
EXPORT void lp_vector_save(const vector_t *v, int i, void *out) { memcpy(out, &v->lanes[i], offsetof(lane_t, e)); }
static int put_back(vector_t *v, int i, const char *state) {
  E *e = v->lanes[i].e;
  ENTER(e);
  e->recording = RECORDS;
  memcpy(&e->s, state, sizeof e->s);
  all_stale(e);
  show(v, i, 0);
  return LP_OK;
}
/* Puts a lane where it was saved: its numbers, its fresh position, and the last one of the game before. */
EXPORT int lp_vector_put(vector_t *v, int i, const void *from, const char *state, const char *final) {
  lane_t *l = &v->lanes[i];
  memcpy(l, from, offsetof(lane_t, e));
  l->shown.painted = 0;
  int status = put_back(v, i, state);
  if (l->final_player) memcpy(l->final, final, sizeof *l->final);
  if (status) v->failed = i;
  return status;
}
