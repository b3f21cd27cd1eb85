/* Applying a move: its actions, its consequents, and the record of the actions that were applied. */
static void apply_action(E *e, const act_t *a);
static void call_moves(E *e, int fn);
static void apply_consequent(E *e, int fn);

/* An action begins to be applied and recorded; returns which one was being applied before. */
INLINE int record_next(E *e, int kind, int decision) {
  int outer = e->applying;
  if (e->n_applied == e->cap_applied) e->applied = grow(e, e->applied, &e->cap_applied, sizeof(act_t));
  e->applying = e->n_applied++;
  e->applied[e->applying].kind = (int16_t)kind;
  e->applied[e->applying].decision = (int16_t)decision;
  MADE_NOW(e, &e->applied[e->applying]);
  return outer;
}
static UNUSED void apply_records(E *e, int m) {
  int first = e->moves[m].act, n = e->moves[m].n_act;
  for (int k = 0; k < n; k++) {
    act_t *a = &e->acts[first + k];
    if (a->kind == 0) { apply_consequent(e, a->p[0]); continue; }
    if (a->kind == ACT_passed) continue;
    APPLIED_BY(e, a);
    if (!e->recording) { apply_action(e, a); APPLIED(e); continue; }
    if (e->n_applied == e->cap_applied) e->applied = grow(e, e->applied, &e->cap_applied, sizeof(act_t));
    e->applied[e->n_applied] = *a;
    int outer = e->applying;
    e->applying = e->n_applied++;
    apply_action(e, &e->applied[e->applying]);
    e->applying = outer;
    APPLIED(e);
  }
}
INLINE void apply_actions(E *e, int m) { if (AT_POINT(e, m)) apply_point(e); else apply_records(e, m); }
static UNUSED void apply_thens(E *e, int m) {
  for (int k = 0; k < e->moves[m].n_then; k++) apply_consequent(e, e->moves[m].then[k]);
}
static UNUSED void apply_consequent(E *e, int fn) {
  int moves0 = e->n_moves, acts0 = e->n_acts, outer = e->consequent;
  const int32_t enough = e->enough;
  tick_at(e, fn);
  deeper(e, fn);
  e->consequent = fn;
  e->enough = INT32_MAX; /* of what a tried move does nothing may be left out */
  call_moves(e, fn);
  for (int i = moves0, end = e->n_moves; i < end; i++) { apply_actions(e, i); apply_thens(e, i); }
  e->n_moves = moves0;
  e->n_acts = acts0;
  e->enough = enough;
  e->consequent = outer;
  e->depth--;
}
INLINE void apply_actions_drawing(E *e, int m) { apply_actions(e, m); }
INLINE void apply_thens_drawing(E *e, int m) { apply_thens(e, m); }
INLINE int applied_kind(E *e, int k) { return e->applied[k].kind; }
INLINE int applied_decision(E *e, int k) { return e->applied[k].decision; }
static UNUSED void applied_rotate(E *e, int base, int n) { /* the last n actions go to the front of those from base on */
  for (int i = 0; i < n; i++) {
    act_t a = e->applied[e->n_applied - 1];
    memmove(e->applied + base + 1, e->applied + base, (size_t)(e->n_applied - 1 - base) * sizeof(act_t));
    e->applied[base] = a;
  }
}

static UNUSED void move_insert_applied(E *e, int m, int at, int lo, int hi) {
  as_record(e, m);
  int first = e->moves[m].act, n = e->moves[m].n_act, start = e->n_acts;
  for (int k = 0; k <= n; k++) {
    if (k == at || (k == n && at > n))
      for (int times = 0; times <= e->moves[m].twin; times++)
        for (int j = lo; j < hi; j++) { act_t *a = act_new(e, 0, 0); *a = e->applied[j]; }
    if (k < n) { act_t *a = act_new(e, 0, 0); *a = e->acts[first + k]; }
  }
  CHANGED(&e->moves[m]);
  e->moves[m].act = start;
  e->moves[m].n_act = e->n_acts - start;
}
static UNUSED void move_replace_applied(E *e, int m, int lo, int hi) {
  as_record(e, m);
  CHANGED(&e->moves[m]);
  e->moves[m].act = e->n_acts;
  for (int j = lo; j < hi; j++) { act_t *a = act_new(e, 0, 0); *a = e->applied[j]; }
  e->moves[m].n_act = hi - lo;
  e->moves[m].n_then = 0;
}
