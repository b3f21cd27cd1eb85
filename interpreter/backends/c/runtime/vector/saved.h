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
/* What the caller wants of positions: `final`, the numbers of Ludii's channels (0: not these), how many positions of each
   game, how far the planes of an earlier one stand behind, and how many numbers of planes and others there are for each lane. */
typedef struct { int64_t final, own, history, step, planes, numbers; } wanted_t;
static void observe_lane(vector_t *v, int i, const observing_t *o, const wanted_t *w, int seat, state_t *copy,
                         float *planes, float *numbers) {
  const lane_t *l = &v->lanes[i];
  const char *s = (const char *)(w->final ? l->final : &l->e->s);
  const thrown_t *t = !v->p.chance ? NULL : w->final ? &l->final_thrown : &l->thrown;
  const int player = player_at(&o->seen, s, v->p.players, seat), hides = o->seen.hides && player;
  if (w->own && !w->final && !hides) memcpy(planes, v->tensors + (size_t)i * (size_t)w->own, (size_t)w->own * sizeof *planes);
  else if (w->own) {
    int32_t last[4];
    memcpy(last, w->final ? l->final_last : l->last, sizeof last);
    for (int k = 0; hides && k < 4; k += 2)
      if (hides_site(&o->seen, s, last[k + 1], player)) last[k] = last[k + 1] = -1;
    shown_t shown = {0};
    const char *seen = hides ? as_seen(o, s, NULL, player, (char *)copy) : s;
    put_tensor(v, seen, last, &shown, hides, planes);
  }
  memset(planes + w->own, 0, (size_t)(w->planes - w->own) * sizeof *planes);
  if (w->numbers) memset(numbers, 0, (size_t)w->numbers * sizeof *numbers);
  const char *seen = as_seen(o, s, t, player, (char *)copy);
  put_items(o, 0, seen, planes + w->own);
  put_items(o, 1, seen, numbers);
  for (int back = 1; back < w->history && back <= (w->final ? l->final_past : l->n_past); back++) {
    const past_t *past = earlier(v, l, back);
    s = (const char *)&past->s;
    seen = as_seen(o, s, &past->thrown, player_at(&o->seen, s, v->p.players, seat), (char *)copy);
    put_items(o, 0, seen, planes + back * w->step);
  }
}
/* What a seat of each lane sees (-1: all), of lanes first … last - 1, into arrays with so many numbers for each lane. With
   `final`, lanes without a last position are left as they are. */
EXPORT int lp_vector_observe(vector_t *v, int first, int last, int thread, const observing_t *o, const wanted_t *w,
                             const int32_t *seats, float *planes, float *numbers) {
  for (int i = first; i < last; i++) {
    if (w->final && !v->lanes[i].final_player) continue;
    observe_lane(v, i, o, w, seats[i], &v->seen[thread], planes + i * w->planes, numbers ? numbers + i * w->numbers : NULL);
  }
  return LP_OK;
}
/* The first lane for which this is nobody's seat, or -1. With `final`, -1 may be there for lanes without a last position. */
EXPORT int lp_vector_nobodys(const vector_t *v, int final, const int32_t *seats) {
  for (int i = 0; i < v->n; i++)
    if ((seats[i] < 0 || seats[i] >= v->p.players) && !(final && seats[i] == -1 && !v->lanes[i].final_player)) return i;
  return -1;
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
/* How many earlier positions a lane keeps: of its game, or of the game whose last position it keeps. */
EXPORT int lp_vector_past(const vector_t *v, int i) {
  const lane_t *l = &v->lanes[i];
  return l->final_player ? l->final_past : l->n_past;
}
/* One of them, `back` moves ago: what was thrown in it is returned, and its state copied. */
EXPORT const thrown_t *lp_vector_earlier(const vector_t *v, int i, int back, void *state) {
  const past_t *p = earlier(v, &v->lanes[i], back);
  memcpy(state, &p->s, sizeof p->s);
  return &p->thrown;
}
EXPORT int lp_vector_thrown_size(void) { return (int)sizeof(thrown_t); }
/* Puts one into a lane, the oldest first, after `put`. */
EXPORT void lp_vector_remember(vector_t *v, int i, const void *state, const void *thrown) {
  lane_t *l = &v->lanes[i];
  const int32_t n = l->final_player ? l->final_past : l->n_past;
  l->newest = (l->newest + 1) % (int32_t)v->p.past;
  memcpy(&l->past[l->newest].s, state, sizeof(state_t));
  memcpy(&l->past[l->newest].thrown, thrown, sizeof(thrown_t));
  if (l->final_player) l->final_past = n + 1; else l->n_past = n + 1;
}
/* The legal actions of all lanes, one after the other, if `numbers`; where those of each lane begin: n + 1 offsets. */
EXPORT void lp_vector_list(const vector_t *v, int64_t *offsets, int32_t *numbers) {
  offsets[0] = 0;
  for (int i = 0; i < v->n; i++) {
    const lane_t *l = &v->lanes[i];
    if (numbers && l->n) memcpy(numbers + offsets[i], l->numbers, (size_t)l->n * sizeof *numbers);
    offsets[i + 1] = offsets[i] + l->n;
  }
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
  l->shown.painted = l->n_past = l->final_past = 0;
  int status = put_back(v, i, state);
  if (l->final_player) memcpy(l->final, final, sizeof *l->final);
  if (status) v->failed = i;
  return status;
}
