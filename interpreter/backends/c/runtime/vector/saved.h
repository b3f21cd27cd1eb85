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
typedef struct {
  uint64_t chance, picks;
  int32_t cycles, last[4], limited, limit, where, consequent, final_player, final_seat, final_last[4];
  thrown_t final_thrown;
} saved_lane_t;
EXPORT int lp_vector_saved_size(void) { return (int)sizeof(saved_lane_t); }
EXPORT void lp_vector_save(vector_t *v, int i, saved_lane_t *out) {
  const lane_t *l = &v->lanes[i];
  memset(out, 0, sizeof *out);
  out->chance = l->chance; out->picks = l->picks; out->cycles = l->cycles; out->limited = l->limited;
  out->limit = l->limit; out->where = l->where; out->consequent = l->consequent;
  out->final_player = l->final_player; out->final_seat = l->final_seat;
  memcpy(out->last, l->last, sizeof l->last);
  memcpy(out->final_last, l->final_last, sizeof l->last);
  if (l->final_player && v->p.chance) out->final_thrown = l->final_thrown;
}
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
EXPORT int lp_vector_put(vector_t *v, int i, const saved_lane_t *from, const char *state, const char *final) {
  lane_t *l = &v->lanes[i];
  l->chance = from->chance; l->picks = from->picks; l->cycles = from->cycles; l->limited = from->limited;
  l->limit = from->limit; l->where = from->where; l->consequent = from->consequent;
  memcpy(l->last, from->last, sizeof l->last);
  l->shown.painted = 0;
  int status = put_back(v, i, state);
  l->final_player = from->final_player; l->final_seat = from->final_seat; l->final_thrown = from->final_thrown;
  memcpy(l->final_last, from->final_last, sizeof l->last);
  if (l->final_player) memcpy(l->final, final, sizeof *l->final);
  if (status) v->failed = i;
  return status;
}
