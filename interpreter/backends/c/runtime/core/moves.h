#define HEAD(e, m, member) ((e)->moves[m].member)
#define PART HEAD
#define RECORDING(e) ((e)->recording)
enum { DECISIONS = 1, BUILT_PASSES = 1 }; /* nothing is known of what is built */
INLINE void act_room(E *e) {
  if (e->n_acts == e->cap_acts) e->acts = grow(e, e->acts, &e->cap_acts, sizeof(act_t));
}
#include "core/buffer.h"
/* The move buffer: moves are pushed, read, changed and combined here before one of them is applied. */
INLINE void act_then(E *e, int fn) { act_new(e, 0, 0)->p[0] = fn; }
static UNUSED __attribute__((noinline)) void moves_grow(E *e, int where) {
  if (e->n_moves >= MAX_MOVES) stop_at(e, LP_MEMORY, 1, where);
  e->moves = grow(e, e->moves, &e->cap_moves, sizeof(move_t));
}
#define move_close(e, ...) move_close_at(e, WHERE, __VA_ARGS__)
INLINE void move_close_at(E *e, int where, int mover, int from, int to, int level_min, int level_max) {
  if (e->n_moves == e->cap_moves) moves_grow(e, where);
  move_t *m = &e->moves[e->n_moves++];
  m->mover = mover; m->from = from; m->to = to; m->level_min = level_min; m->level_max = level_max;
  m->act = e->open_act; m->n_act = e->n_acts - e->open_act; m->n_then = 0; m->twin = 0;
  MADE_BY(e, m);
  CHANGED(m);
}
INLINE void move_set_mover(E *e, int m, int v) { e->moves[m].mover = v; CHANGED(&e->moves[m]); }
INLINE void move_set_from(E *e, int m, int v) { e->moves[m].from = v; CHANGED(&e->moves[m]); }
INLINE void move_set_to(E *e, int m, int v) { e->moves[m].to = v; CHANGED(&e->moves[m]); }
INLINE void move_set_levels(E *e, int m, int lo, int hi) {
  e->moves[m].level_min = lo; e->moves[m].level_max = hi; CHANGED(&e->moves[m]);
}
INLINE void then_add(E *e, move_t *m, int fn) {
  if (m->n_then == MAX_THEN) fail(e, -4);
  m->then[m->n_then++] = (uint16_t)fn;
  CHANGED(m);
}
INLINE void move_copy(E *e, int i) {
  as_record(e, i);
  if (e->n_moves == e->cap_moves) moves_grow(e, WHERE);
  e->moves[e->n_moves++] = e->moves[i];
  e->moves[e->n_moves - 1].twin = 0;
}
INLINE void move_twin(E *e, int i) { move_copy(e, i); e->moves[i].twin = e->moves[e->n_moves - 1].twin = 1; }
INLINE void move_drop(E *e, int lo, int hi) {
  if (lo < hi) memmove(e->moves + lo, e->moves + hi, (size_t)(e->n_moves - hi) * sizeof(move_t));
  e->n_moves -= hi - lo;
}
static UNUSED void move_splice(E *e, int lo, int hi) {
  for (int i = lo; i < hi; i++) {
    for (int k = 0; k < e->moves[i].n_act; k++) {
      /* a combined move keeps only the `passed` notes of its first part */
      if (i > lo && e->acts[e->moves[i].act + k].kind == ACT_passed) continue;
      act_t *a = act_new(e, 0, 0);
      *a = e->acts[e->moves[i].act + k];
    }
    for (int k = 0; k < e->moves[i].n_then; k++) act_then(e, e->moves[i].then[k]);
  }
}
static UNUSED void move_reopen(E *e, int m) {
  as_record(e, m);
  int first = e->moves[m].act, n = e->moves[m].n_act;
  e->open_act = e->n_acts;
  for (int k = 0; k < n; k++) { act_t *a = act_new(e, 0, 0); *a = e->acts[first + k]; }
}
INLINE void move_reclose(E *e, int m) {
  as_record(e, m);
  CHANGED(&e->moves[m]);
  e->moves[m].act = e->open_act;
  e->moves[m].n_act = e->n_acts - e->open_act;
}
INLINE int move_action_count(E *e, int m) { as_record(e, m); return e->moves[m].n_act; }
INLINE int move_action_kind(E *e, int m, int k) { as_record(e, m); return e->acts[e->moves[m].act + k].kind; }
INLINE int move_action_param(E *e, int m, int k, int p) {
  as_record(e, m);
  return e->acts[e->moves[m].act + k].p[p];
}
INLINE int move_action_decision(E *e, int m, int k) { as_record(e, m); return e->acts[e->moves[m].act + k].decision; }
INLINE int move_is_pass(E *e, int m) { return AT_POINT(e, m) ? e->chosen_pass : passes(e, m); }
/* Whether a move has an action of a kind and no decision of another one. */
static UNUSED int only_kind(E *e, int m, int kind) {
  int found = 0;
  for (int k = 0; k < e->moves[m].n_act; k++) {
    const act_t *a = &e->acts[e->moves[m].act + k];
    if (a->kind == 0 || a->kind == ACT_passed) continue;
    if (a->kind == kind) found = 1;
    else if (a->decision) return 0;
  }
  return found;
}
INLINE int move_then(E *e, int m, int k) { return e->moves[m].then[k]; }
static UNUSED int move_same(E *e, int i, int j) {
  as_record(e, i); as_record(e, j);
  move_t *a = &e->moves[i], *b = &e->moves[j];
  if (a->mover != b->mover || a->from != b->from || a->to != b->to || a->level_min != b->level_min ||
      a->level_max != b->level_max || a->n_act != b->n_act || a->n_then != b->n_then) return 0;
  for (int k = 0; k < a->n_then; k++) if (a->then[k] != b->then[k]) return 0;
  for (int k = 0; k < a->n_act; k++) {
    act_t *x = &e->acts[a->act + k], *y = &e->acts[b->act + k];
    if (x->kind != y->kind || x->decision != y->decision) return 0;
    for (int p = 0; p < N_PARAMS[x->kind]; p++) if (x->p[p] != y->p[p]) return 0;
  }
  return 1;
}
