/* The move that a playout has chosen is number 0 of the buffer. Where it was pushed at a point (`chosen_moves.py`), it
   has no actions there until somebody looks at them: `chosen` holds what they take. Other moves have higher numbers
   meanwhile. */
#if defined(VARIANTS) && N_POINTS
#define AT_POINT(e, m) (!(m) && (e)->point)
static void apply_point(E *e);
static void record_point(E *e);
INLINE int is_chosen_now(E *e) { return e->n_moves++ == e->target; }
INLINE void chosen_move(E *e, int point, int is_pass, int mover, int from, int to, int level_min, int level_max) {
  move_t *m = e->moves;
  m->mover = mover; m->from = from; m->to = to; m->level_min = level_min; m->level_max = level_max;
  m->n_then = 0; m->twin = 0; CHANGED(m);
  e->point = point; e->chosen_pass = is_pass;
}
static UNUSED __attribute__((noinline)) void record_chosen(E *e) {
  e->moves->act = e->n_acts;
  record_point(e);
  e->moves->n_act = e->n_acts - e->moves->act;
  e->point = 0;
}
/* Puts the actions of a move together, if that was not done yet. */
INLINE void as_record(E *e, int m) { if (__builtin_expect(AT_POINT(e, m), 0)) record_chosen(e); }
#else
#define AT_POINT(e, m) 0
#define as_record(e, m) ((void)0)
INLINE void apply_point(E *e) { (void)e; }
#endif
