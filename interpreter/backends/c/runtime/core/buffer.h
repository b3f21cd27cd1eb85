/* The move buffer as rules see it, in both runtimes. HEAD: a member of a move; PART: of one that is not the chosen one. */
INLINE void move_open(E *e) { e->open_act = e->n_acts; }
INLINE act_t *act_new(E *e, int kind, int decision) {
  act_room(e);
  act_t *a = &e->acts[e->n_acts++];
  a->kind = (int16_t)kind;
  a->decision = (int16_t)decision;
  MADE_BY(e, a);
  return a;
}
INLINE int move_count(E *e) { return e->n_moves; }
INLINE int act_count(E *e) { return e->n_acts; }
INLINE void push_counted(E *e, int n) { e->n_moves += n; }
INLINE void moves_rewind(E *e, int moves, int acts) { e->n_moves = moves; e->n_acts = acts; }
INLINE void move_put(E *e, int i, int j) { e->moves[i] = e->moves[j]; }
INLINE void move_swap(E *e, int i, int j) {
  const __typeof__(e->moves[i]) t = e->moves[i];
  e->moves[i] = e->moves[j]; e->moves[j] = t;
}
INLINE int move_mover(E *e, int m) { return HEAD(e, m, mover); }
INLINE int move_from(E *e, int m) { return HEAD(e, m, from); }
INLINE int move_to(E *e, int m) { return HEAD(e, m, to); }
INLINE int move_level_min(E *e, int m) { return HEAD(e, m, level_min); }
INLINE int move_level_max(E *e, int m) { return HEAD(e, m, level_max); }
INLINE int move_then_count(E *e, int m) { return HEAD(e, m, n_then); }
INLINE void move_decisions(E *e, int lo, int hi, int decision) {
  for (int i = lo; DECISIONS && i < hi; i++) {
    CHANGED(&e->moves[i]);
    for (int k = 0; k < PART(e, i, n_act); k++) {
      act_t *a = &e->acts[PART(e, i, act) + k];
      a->decision = (int16_t)(a->kind && decision); /* a consequent among the actions is none */
    }
  }
}
INLINE void move_undecide(E *e, int lo, int hi) { move_decisions(e, lo, hi, 0); }
INLINE void move_decide(E *e, int lo, int hi) { move_decisions(e, lo, hi, 1); }
INLINE void move_detach(E *e, int lo, int hi) {
  for (int i = lo; i < hi; i++) { PART(e, i, n_then) = 0; CHANGED(&e->moves[i]); }
}
/* Whether a move that was built is a pass. */
INLINE int passes(E *e, int m) {
  int found = 0;
  for (int k = 0; BUILT_PASSES && k < HEAD(e, m, n_act); k++) {
    const act_t *a = &e->acts[HEAD(e, m, act) + k];
    if (a->decision && a->kind != ACT_pass) return 0;
    found |= a->kind == ACT_pass;
  }
  return found;
}
INLINE int applied_base(E *e) { return e->applied_base; }
INLINE void applied_set_base(E *e, int k) { e->applied_base = k; }
INLINE int applied_count(E *e) { return e->n_applied; }
INLINE int applied_param(E *e, int k, int p) { return e->applied[k].p[p]; }
INLINE void applied_set_param(E *e, int p, int v) { if (RECORDING(e)) e->applied[e->applying].p[p] = v; }
INLINE void applied_truncate(E *e, int n) { e->n_applied = n; }
