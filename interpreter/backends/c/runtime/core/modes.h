/* Modes of pushing moves: build all, count them, build one of them, ask whether there is one. */
enum { TO_SITE = -2 }; /* FULL with the aim TO_SITE - n: moves to other sites than n may be left out */
static UNUSED void mode_enter(E *e, int mode, int probe) {
  if (e->n_modes == MAX_CALLS) stop(e, LP_TOO_LONG, 2);
  int k = e->n_modes++;
  e->modes[k].mode = e->mode; e->modes[k].target = e->target; e->modes[k].building = e->building;
  e->modes[k].counted = e->counted; e->modes[k].probe = e->probe; e->modes[k].found = e->found;
  e->modes[k].enough = e->enough;
  const int any = mode <= 1 && probe == 1;
  /* FULL that may stop: parts of moves are built at greater depths, and there nothing may be left out */
  e->mode = mode; e->building = mode == 0 && (any || probe <= TO_SITE); e->probe = probe; e->found = 0;
  e->enough = any ? e->n_moves : INT32_MAX;
  /* counted moves take no room, so there may be more than the buffer holds */
  while (mode == 0 && e->n_moves >= e->cap_moves) e->moves = grow(e, e->moves, &e->cap_moves, sizeof(move_t));
}
static UNUSED void mode_leave(E *e) {
  int k = --e->n_modes;
  e->mode = e->modes[k].mode; e->target = e->modes[k].target; e->building = e->modes[k].building;
  e->counted = e->modes[k].counted; e->probe = e->modes[k].probe; e->found = e->modes[k].found;
  e->enough = e->modes[k].enough;
}
/* The same if the modes are known at compile time: nested counting only changes the limit, which the caller of both
   saves. */
INLINE int32_t mode_enter_in(E *e, const int outer, const int mode, int probe) {
  if (outer != 1 || mode != 1) { mode_enter(e, mode, probe); return 0; }
  if (e->n_modes++ == MAX_CALLS) stop(e, LP_TOO_LONG, 2);
  int32_t enough = e->enough;
  e->enough = probe == 1 ? e->n_moves : INT32_MAX;
  return enough;
}
INLINE void mode_leave_in(E *e, const int outer, const int mode, int32_t enough) {
  if (outer != 1 || mode != 1) { mode_leave(e); return; }
  e->n_modes--;
  e->enough = enough;
}
/* While one move is chosen, it is the first and only one in the buffer. */
INLINE void choose(E *e, int m) { if (m) e->moves[0] = e->moves[m]; }
static UNUSED void mode_export(E *e, int mark) {
  mode_leave(e);
  if (e->mode == 2 && e->target >= mark && e->target < e->n_moves) choose(e, e->target);
  if (e->mode == 3) for (int i = mark; i < e->n_moves; i++) e->found |= e->moves[i].to == e->probe;
}
INLINE int probe_found(E *e) { return e->found; }
INLINE int is_chosen(E *e, int from) { return e->mode == 2 && e->target >= from && e->target < e->n_moves; }
#define NOW(e, m) ((m) < 0 ? (e)->mode : (m))
/* an Emit in a generator of a filter; test: on which condition its moves have to be built while others are counted;
   sure: whether they have to be tried then */
#if SPARES
#include "games/spared.h"
#define GATE(e, mode, to, test, sure) ((mode) == SPARE ? spared_gate(e, test, sure) : emit_gate_in(e, mode, to))
#define IN_SPARED(mode, f, ...) ((mode) == SPARE ? f##_t(__VA_ARGS__) : IN(mode, f, __VA_ARGS__))
#else
#define GATE(e, mode, to, test, sure) emit_gate_in(e, mode, to)
#define IN_SPARED(mode, f, ...) IN(mode, f, __VA_ARGS__)
#endif
INLINE void move_attach_in(E *e, const int mode, int from, int fn) {
  IF_SPARED(if (NOW(e, mode) == SPARE) { spared_attach(e, from, fn); return; })
  if (NOW(e, mode)) {
    for (int times = is_chosen(e, from) ? 1 + e->moves[0].twin : 0; times; times--) then_add(e, &e->moves[0], fn);
    return;
  }
  for (int i = from; i < e->n_moves; i++) {
    then_add(e, &e->moves[i], fn);
    if (e->moves[i].twin) then_add(e, &e->moves[i], fn);
  }
}
INLINE void move_attach(E *e, int from, int fn) { move_attach_in(e, -1, from, fn); }
INLINE void move_set_movers_in(E *e, const int mode, int from, int mover) {
  IF_SPARED(if (NOW(e, mode) == SPARE) { spared_movers(e, from, mover); return; })
  if (NOW(e, mode)) { if (is_chosen(e, from)) { e->moves[0].mover = mover; CHANGED(e->moves); } return; }
  for (int i = from; i < e->n_moves; i++) { e->moves[i].mover = mover; CHANGED(&e->moves[i]); }
}
INLINE int emit_gate_in(E *e, const int mode, int to) {
  if (LISTS && mode == LIST) return 1;
  if (__builtin_expect(NOW(e, mode) == 0, 1)) { e->building += e->building > 0; return 1; }
  int k = e->n_moves++;
  if (NOW(e, mode) == 3) { e->found |= to == e->probe; return 0; }
  if (NOW(e, mode) == 1 || k != e->target) return 0;
  e->mode = 0; e->building = 1; e->counted = e->n_moves; e->n_moves = 0;
  return 1;
}
INLINE int pushes_in_in(E *e, const int mode, int k) { return (LISTS && mode == LIST ? 0 : NOW(e, mode)) == k; }
INLINE int wanted_site_in(E *e, const int mode) {
  if (NOW(e, mode) == 3) return e->probe;
  return NOW(e, mode) == 0 && e->building == 1 && e->probe <= TO_SITE ? TO_SITE - e->probe : -1;
}
INLINE void probe_set(E *e, const set_t *to) { e->n_moves += set_count(*to); e->found |= set_has(to, e->probe); }
INLINE void emit_done(E *e) {
  if (!e->building || --e->building) return; /* the moves of consequents are pushed while the chosen one is built */
  IF_SPARED(if (e->sparing) { spared_built(e); return; })
  e->mode = 2; choose(e, e->n_moves - 1); e->n_moves = e->counted;
}
/* whether the query is already answered, so that no further moves are needed */
#define ENOUGH(e, mode) \
  ((NOW(e, mode) < 2 && (e)->n_moves > (e)->enough && (NOW(e, mode) || (e)->building == 1)) || \
   (NOW(e, mode) == 3 && (e)->found))
#define KEEPS_LISTED(e, mode) ((LISTS && mode == LIST) || (SPARES && NOW(e, mode) == SPARE))
#include "core/rounds.h"

/* Listing moves (LIST): they are noted by their sites in `listed`. What has to be built for that is left in the
   buffer, and has no further use. */
#if LISTS
INLINE int noted(E *e, int from, int to, int kind) {
  if (e->n_moves < e->cap_listed) e->listed[e->n_moves] = (listed_t){from, to, kind};
  e->n_moves++;
  return 1;
}
#define NOTED(e, mode, from, to) ((mode) == LIST && ((from) >= 0 || (to) >= 0) && noted(e, from, to, 0))
INLINE int list_room(E *e, const int mode) {
  if (mode != LIST) return 0;
  while (e->n_moves >= e->cap_moves) moves_grow(e, WHERE);
  return e->n_moves;
}
INLINE void note_built(E *e, const int mode, int first) {
  if (mode != LIST) return;
  int end = e->n_moves;
  e->n_moves = first;
  for (int i = first; i < end; i++) {
    const move_t *m = &e->moves[i];
    noted(e, m->from, m->to, m->from >= 0 || m->to >= 0 ? 0 : only_kind(e, i, ACT_pass) ? ACT_pass
      : only_kind(e, i, ACT_swap) ? ACT_swap : 0);
  }
}
#else
#define NOTED(e, mode, from, to) 0
#define list_room(e, mode) 0
#define note_built(e, mode, first) ((void)first)
#endif
