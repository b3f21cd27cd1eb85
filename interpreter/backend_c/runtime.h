/* The engine: state, context, move buffer, actions, lists, random numbers. Included after state_t and ctx_t. */
enum { LP_OK = 0, LP_FULL = 1, LP_RULE = 2, LP_MEMORY = 3, LP_TOO_LONG = 4 };

#define MAX_MODES 64
typedef struct E {
  state_t s;
  ctx_t c;
  const table_t *t[N_TABLES];
  move_t *moves;
  act_t *acts, *applied;
  int32_t n_moves, cap_moves, n_acts, cap_acts, n_applied, cap_applied, open_act, applied_base, applying;
  buffer_t *lists;
  int32_t n_lists, cap_lists;
  state_t *saved;
  int32_t n_saved, cap_saved;
  int64_t ticks, tick_limit;
  /* moves need not be built to be counted or chosen: mode 1 counts, 2 builds number `target`, 3 asks for one to `probe` */
  int32_t mode, target, building, counted, probe, found;
  int32_t enough; /* more moves than that need not be counted */
  struct { int32_t mode, target, building, counted, probe, found, enough; } modes[MAX_MODES];
  int32_t n_modes;
  int32_t *rounds, n_rounds, cap_rounds, in_rounds;
  move_t chosen;
  int32_t status, detail;
  uint64_t pick_rng;
  jmp_buf trap;
} E;

static void state_copy(state_t *to, const state_t *from, int within);
static void fail(E *e, int code) __attribute__((noreturn, unused));
static void fail(E *e, int code) { e->status = LP_RULE; e->detail = code; longjmp(e->trap, 1); }
static void stop(E *e, int status, int detail) __attribute__((noreturn, unused));
static void stop(E *e, int status, int detail) { e->status = status; e->detail = detail; longjmp(e->trap, 1); }

INLINE void tick(E *e) { if (++e->ticks > e->tick_limit) stop(e, LP_TOO_LONG, 0); }

static UNUSED __attribute__((noinline)) void *grow(E *e, void *p, int32_t *cap, size_t size) {
  int32_t n = *cap ? *cap * 2 : 64;
  if (n > (1 << 26)) stop(e, LP_MEMORY, 0);
  void *q = realloc(p, (size_t)n * size);
  if (!q) stop(e, LP_MEMORY, 0);
  *cap = n;
  return q;
}

INLINE int lp_div(E *e, int a, int b) { if (!b) fail(e, -3); return a / b; }
INLINE int lp_mod(E *e, int a, int b) { if (!b) fail(e, -3); return a % b; }
INLINE double lp_fdiv(E *e, double a, double b) { (void)e; return a / b; }
INLINE double lp_fpow(E *e, double a, double b) { (void)e; return pow(a, b); }
#define FLOAT_FUNCTION(f) INLINE double float_##f(E *e, double a) { (void)e; return f(a); }
FLOAT_FUNCTION(sqrt) FLOAT_FUNCTION(log) FLOAT_FUNCTION(log10) FLOAT_FUNCTION(exp)
FLOAT_FUNCTION(sin) FLOAT_FUNCTION(cos) FLOAT_FUNCTION(tan)
INLINE int lp_pow(int a, int b) { double r = pow((double)a, (double)b); return r >= 2147483647.0 ? 2147483647 : r <= -2147483648.0 ? (-2147483647 - 1) : (int)r; }

/* ---------------------------------------------------------------- the move buffer */
INLINE act_t *act_new(E *e, int kind, int decision) {
  if (e->n_acts == e->cap_acts) e->acts = grow(e, e->acts, &e->cap_acts, sizeof(act_t));
  act_t *a = &e->acts[e->n_acts++];
  a->kind = (int16_t)kind;
  a->decision = (int16_t)decision;
  return a;
}
INLINE void act_0(E *e, int kind, int decision) { act_t *a = act_new(e, kind, decision); (void)a;  }
INLINE void act_1(E *e, int kind, int decision, int p0) { act_t *a = act_new(e, kind, decision); (void)a; a->p[0] = p0; }
INLINE void act_2(E *e, int kind, int decision, int p0, int p1) { act_t *a = act_new(e, kind, decision); (void)a; a->p[0] = p0; a->p[1] = p1; }
INLINE void act_3(E *e, int kind, int decision, int p0, int p1, int p2) { act_t *a = act_new(e, kind, decision); (void)a; a->p[0] = p0; a->p[1] = p1; a->p[2] = p2; }
INLINE void act_4(E *e, int kind, int decision, int p0, int p1, int p2, int p3) { act_t *a = act_new(e, kind, decision); (void)a; a->p[0] = p0; a->p[1] = p1; a->p[2] = p2; a->p[3] = p3; }
#if MAX_PARAMS >= 5
INLINE void act_5(E *e, int kind, int decision, int p0, int p1, int p2, int p3, int p4) { act_t *a = act_new(e, kind, decision); (void)a; a->p[0] = p0; a->p[1] = p1; a->p[2] = p2; a->p[3] = p3; a->p[4] = p4; }
#endif
#if MAX_PARAMS >= 6
INLINE void act_6(E *e, int kind, int decision, int p0, int p1, int p2, int p3, int p4, int p5) { act_t *a = act_new(e, kind, decision); (void)a; a->p[0] = p0; a->p[1] = p1; a->p[2] = p2; a->p[3] = p3; a->p[4] = p4; a->p[5] = p5; }
#endif
#if MAX_PARAMS >= 7
INLINE void act_7(E *e, int kind, int decision, int p0, int p1, int p2, int p3, int p4, int p5, int p6) { act_t *a = act_new(e, kind, decision); (void)a; a->p[0] = p0; a->p[1] = p1; a->p[2] = p2; a->p[3] = p3; a->p[4] = p4; a->p[5] = p5; a->p[6] = p6; }
#endif
#if MAX_PARAMS >= 8
INLINE void act_8(E *e, int kind, int decision, int p0, int p1, int p2, int p3, int p4, int p5, int p6, int p7) { act_t *a = act_new(e, kind, decision); (void)a; a->p[0] = p0; a->p[1] = p1; a->p[2] = p2; a->p[3] = p3; a->p[4] = p4; a->p[5] = p5; a->p[6] = p6; a->p[7] = p7; }
#endif
#if MAX_PARAMS >= 9
INLINE void act_9(E *e, int kind, int decision, int p0, int p1, int p2, int p3, int p4, int p5, int p6, int p7, int p8) { act_t *a = act_new(e, kind, decision); (void)a; a->p[0] = p0; a->p[1] = p1; a->p[2] = p2; a->p[3] = p3; a->p[4] = p4; a->p[5] = p5; a->p[6] = p6; a->p[7] = p7; a->p[8] = p8; }
#endif
#if MAX_PARAMS >= 10
INLINE void act_10(E *e, int kind, int decision, int p0, int p1, int p2, int p3, int p4, int p5, int p6, int p7, int p8, int p9) { act_t *a = act_new(e, kind, decision); (void)a; a->p[0] = p0; a->p[1] = p1; a->p[2] = p2; a->p[3] = p3; a->p[4] = p4; a->p[5] = p5; a->p[6] = p6; a->p[7] = p7; a->p[8] = p8; a->p[9] = p9; }
#endif
#if MAX_PARAMS >= 11
INLINE void act_11(E *e, int kind, int decision, int p0, int p1, int p2, int p3, int p4, int p5, int p6, int p7, int p8, int p9, int p10) { act_t *a = act_new(e, kind, decision); (void)a; a->p[0] = p0; a->p[1] = p1; a->p[2] = p2; a->p[3] = p3; a->p[4] = p4; a->p[5] = p5; a->p[6] = p6; a->p[7] = p7; a->p[8] = p8; a->p[9] = p9; a->p[10] = p10; }
#endif
#if MAX_PARAMS >= 12
INLINE void act_12(E *e, int kind, int decision, int p0, int p1, int p2, int p3, int p4, int p5, int p6, int p7, int p8, int p9, int p10, int p11) { act_t *a = act_new(e, kind, decision); (void)a; a->p[0] = p0; a->p[1] = p1; a->p[2] = p2; a->p[3] = p3; a->p[4] = p4; a->p[5] = p5; a->p[6] = p6; a->p[7] = p7; a->p[8] = p8; a->p[9] = p9; a->p[10] = p10; a->p[11] = p11; }
#endif
#if MAX_PARAMS >= 13
INLINE void act_13(E *e, int kind, int decision, int p0, int p1, int p2, int p3, int p4, int p5, int p6, int p7, int p8, int p9, int p10, int p11, int p12) { act_t *a = act_new(e, kind, decision); (void)a; a->p[0] = p0; a->p[1] = p1; a->p[2] = p2; a->p[3] = p3; a->p[4] = p4; a->p[5] = p5; a->p[6] = p6; a->p[7] = p7; a->p[8] = p8; a->p[9] = p9; a->p[10] = p10; a->p[11] = p11; a->p[12] = p12; }
#endif
#if MAX_PARAMS >= 14
INLINE void act_14(E *e, int kind, int decision, int p0, int p1, int p2, int p3, int p4, int p5, int p6, int p7, int p8, int p9, int p10, int p11, int p12, int p13) { act_t *a = act_new(e, kind, decision); (void)a; a->p[0] = p0; a->p[1] = p1; a->p[2] = p2; a->p[3] = p3; a->p[4] = p4; a->p[5] = p5; a->p[6] = p6; a->p[7] = p7; a->p[8] = p8; a->p[9] = p9; a->p[10] = p10; a->p[11] = p11; a->p[12] = p12; a->p[13] = p13; }
#endif
INLINE void move_open(E *e) { e->open_act = e->n_acts; }
INLINE void move_close(E *e, int mover, int from, int to, int level_min, int level_max) {
  if (e->n_moves == e->cap_moves) e->moves = grow(e, e->moves, &e->cap_moves, sizeof(move_t));
  move_t *m = &e->moves[e->n_moves++];
  m->mover = mover; m->from = from; m->to = to; m->level_min = level_min; m->level_max = level_max;
  m->act = e->open_act; m->n_act = e->n_acts - e->open_act; m->n_then = 0; m->twin = 0;
}
static UNUSED void mode_enter(E *e, int mode, int probe) {
  if (e->n_modes == MAX_MODES) stop(e, LP_TOO_LONG, 2);
  int k = e->n_modes++;
  e->modes[k].mode = e->mode; e->modes[k].target = e->target; e->modes[k].building = e->building;
  e->modes[k].counted = e->counted; e->modes[k].probe = e->probe; e->modes[k].found = e->found;
  e->modes[k].enough = e->enough;
  e->mode = mode; e->building = 0; e->probe = probe; e->found = 0;
  e->enough = mode == 1 && probe == 1 ? e->n_moves : INT32_MAX;
  /* counted moves take no room: there may be more of them than the buffer holds */
  while (mode == 0 && e->n_moves >= e->cap_moves) e->moves = grow(e, e->moves, &e->cap_moves, sizeof(move_t));
}
static UNUSED void mode_leave(E *e) {
  int k = --e->n_modes;
  e->mode = e->modes[k].mode; e->target = e->modes[k].target; e->building = e->modes[k].building;
  e->counted = e->modes[k].counted; e->probe = e->modes[k].probe; e->found = e->modes[k].found;
  e->enough = e->modes[k].enough;
}
static UNUSED void mode_export(E *e, int mark) {
  mode_leave(e);
  if (e->mode == 2 && e->target >= mark && e->target < e->n_moves) e->chosen = e->moves[e->target];
  if (e->mode == 3) for (int i = mark; i < e->n_moves; i++) e->found |= e->moves[i].to == e->probe;
}
INLINE int probe_found(E *e) { return e->found; }
INLINE int move_count(E *e) { return e->n_moves; }
INLINE int move_mover(E *e, int m) { return e->moves[m].mover; }
INLINE int move_from(E *e, int m) { return e->moves[m].from; }
INLINE int move_to(E *e, int m) { return e->moves[m].to; }
INLINE int move_level_min(E *e, int m) { return e->moves[m].level_min; }
INLINE int move_level_max(E *e, int m) { return e->moves[m].level_max; }
INLINE void move_set_mover(E *e, int m, int v) { e->moves[m].mover = v; }
INLINE void move_set_from(E *e, int m, int v) { e->moves[m].from = v; }
INLINE void move_set_to(E *e, int m, int v) { e->moves[m].to = v; }
INLINE void move_set_levels(E *e, int m, int lo, int hi) { e->moves[m].level_min = lo; e->moves[m].level_max = hi; }
INLINE void then_add(E *e, move_t *m, int fn) {
  if (m->n_then == MAX_THEN) fail(e, -4);
  m->then[m->n_then++] = (uint16_t)fn;
}
INLINE int is_chosen(E *e, int from) { return e->mode == 2 && e->target >= from && e->target < e->n_moves; }
#define NOW(e, mode) ((mode) < 0 ? (e)->mode : (mode))
INLINE void move_attach_in(E *e, const int mode, int from, int fn) {
  if (NOW(e, mode)) {
    for (int times = is_chosen(e, from) ? 1 + e->chosen.twin : 0; times; times--) then_add(e, &e->chosen, fn);
    return;
  }
  for (int i = from; i < e->n_moves; i++) {
    then_add(e, &e->moves[i], fn);
    if (e->moves[i].twin) then_add(e, &e->moves[i], fn);
  }
}
INLINE void move_attach(E *e, int from, int fn) { move_attach_in(e, -1, from, fn); }
INLINE void move_set_movers_in(E *e, const int mode, int from, int mover) {
  if (NOW(e, mode)) { if (is_chosen(e, from)) e->chosen.mover = mover; return; }
  for (int i = from; i < e->n_moves; i++) e->moves[i].mover = mover;
}
INLINE int emit_gate_in(E *e, const int mode, int to) {
  if (__builtin_expect(NOW(e, mode) == 0, 1)) { e->building += e->building > 0; return 1; }
  int k = e->n_moves++;
  if (NOW(e, mode) == 3) { e->found |= to == e->probe; return 0; }
  if (NOW(e, mode) == 1 || k != e->target) return 0;
  e->mode = 0; e->building = 1; e->counted = e->n_moves; e->n_moves = 0;
  return 1;
}
INLINE int push_mode_in(E *e, const int mode) { return NOW(e, mode); }
INLINE void push_counted(E *e, int n) { e->n_moves += n; }
INLINE void emit_done(E *e) {
  if (!e->building || --e->building) return; /* moves of effects are pushed while the chosen one is built */
  e->mode = 2; e->chosen = e->moves[e->n_moves - 1]; e->n_moves = e->counted;
}
/* whether what was asked is answered already: further moves need not be found */
#define ENOUGH(e, mode) ((NOW(e, mode) == 1 && (e)->n_moves > (e)->enough) || (NOW(e, mode) == 3 && (e)->found))
/* Loops whose rounds stand apart: while moves are counted, how many there are after each round of an outermost such loop
   is kept; while one is chosen, only the round that pushes it runs. */
enum { EVERY_ROUND = 0, KEEP_ROUNDS = 1, ONE_ROUND = 2 };
INLINE int rounds_enter(E *e, const int mode) {
  if ((NOW(e, mode) != 1 && NOW(e, mode) != 2) || e->n_modes || e->in_rounds) return EVERY_ROUND;
  e->in_rounds = 1;
  return NOW(e, mode);
}
INLINE void rounds_leave(E *e, int how) { if (how) e->in_rounds = 0; }
INLINE void round_done(E *e) {
  if (e->n_rounds == e->cap_rounds) e->rounds = grow(e, e->rounds, &e->cap_rounds, sizeof(int32_t));
  e->rounds[e->n_rounds++] = e->n_moves;
}
/* how many of the next `n` rounds to leave out */
INLINE int rounds_skip(E *e, int n) {
  const int32_t *end = e->rounds + e->n_rounds;
  int k = e->target < e->n_moves ? n : 0;
  while (k < n && e->target >= end[k]) k++;
  if (k) e->n_moves = end[k - 1];
  e->n_rounds += k + (k < n);
  return k;
}
INLINE void move_copy(E *e, int i) {
  if (e->n_moves == e->cap_moves) e->moves = grow(e, e->moves, &e->cap_moves, sizeof(move_t));
  e->moves[e->n_moves++] = e->moves[i];
}
INLINE void move_twin(E *e, int i) { e->moves[i].twin = 1; move_copy(e, i); }
INLINE void move_drop(E *e, int lo, int hi) {
  memmove(e->moves + lo, e->moves + hi, (size_t)(e->n_moves - hi) * sizeof(move_t));
  e->n_moves -= hi - lo;
}
INLINE void move_swap(E *e, int i, int j) { move_t t = e->moves[i]; e->moves[i] = e->moves[j]; e->moves[j] = t; }
static UNUSED void move_splice(E *e, int lo, int hi) {
  for (int i = lo; i < hi; i++) {
    for (int k = 0; k < e->moves[i].n_act; k++) {
      /* a move made of several passes what the first of them does */
      if (i > lo && e->acts[e->moves[i].act + k].kind == ACT_passed) continue;
      act_t *a = act_new(e, 0, 0);
      *a = e->acts[e->moves[i].act + k];
    }
    for (int k = 0; k < e->moves[i].n_then; k++) act_1(e, 0, 0, e->moves[i].then[k]);
  }
}
static UNUSED void move_reopen(E *e, int m) {
  int first = e->moves[m].act, n = e->moves[m].n_act;
  e->open_act = e->n_acts;
  for (int k = 0; k < n; k++) { act_t *a = act_new(e, 0, 0); *a = e->acts[first + k]; }
}
INLINE void move_reclose(E *e, int m) {
  e->moves[m].act = e->open_act;
  e->moves[m].n_act = e->n_acts - e->open_act;
}
INLINE void move_detach(E *e, int lo, int hi) { for (int i = lo; i < hi; i++) e->moves[i].n_then = 0; }
INLINE void move_undecide(E *e, int lo, int hi) {
  for (int i = lo; i < hi; i++)
    for (int k = 0; k < e->moves[i].n_act; k++) e->acts[e->moves[i].act + k].decision = 0;
}
static UNUSED void move_decide(E *e, int lo, int hi) {
  for (int i = lo; i < hi; i++)
    for (int k = 0; k < e->moves[i].n_act; k++) e->acts[e->moves[i].act + k].decision = 1;
}
INLINE int move_action_count(E *e, int m) { return e->moves[m].n_act; }
INLINE int move_action_kind(E *e, int m, int k) { return e->acts[e->moves[m].act + k].kind; }
INLINE int move_action_param(E *e, int m, int k, int p) { return e->acts[e->moves[m].act + k].p[p]; }
INLINE int move_action_decision(E *e, int m, int k) { return e->acts[e->moves[m].act + k].decision; }
INLINE int move_is_pass(E *e, int m) {
  int found = 0;
  for (int k = 0; k < e->moves[m].n_act; k++) {
    act_t *a = &e->acts[e->moves[m].act + k];
    if (a->decision && a->kind != ACT_pass) return 0;
    found |= a->kind == ACT_pass;
  }
  return found;
}
INLINE int move_then_count(E *e, int m) { return e->moves[m].n_then; }
static UNUSED int move_same(E *e, int i, int j) {
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

/* ---------------------------------------------------------------- applying */
static void apply_action(E *e, int k);
static void call_moves(E *e, int fn);
static void apply_consequent(E *e, int fn);

static UNUSED void apply_actions(E *e, int m) {
  int first = e->moves[m].act, n = e->moves[m].n_act;
  for (int k = 0; k < n; k++) {
    act_t *a = &e->acts[first + k];
    if (a->kind == 0) { apply_consequent(e, a->p[0]); continue; }
    if (a->kind == ACT_passed) continue;
    if (e->n_applied == e->cap_applied) e->applied = grow(e, e->applied, &e->cap_applied, sizeof(act_t));
    e->applied[e->n_applied] = *a;
    int outer = e->applying;
    e->applying = e->n_applied++;
    apply_action(e, e->applying);
    e->applying = outer;
  }
}
static UNUSED void apply_thens(E *e, int m) {
  for (int k = 0; k < e->moves[m].n_then; k++) apply_consequent(e, e->moves[m].then[k]);
}
static UNUSED void apply_consequent(E *e, int fn) {
  int moves0 = e->n_moves, acts0 = e->n_acts;
  tick(e);
  call_moves(e, fn);
  for (int i = moves0, end = e->n_moves; i < end; i++) { apply_actions(e, i); apply_thens(e, i); }
  e->n_moves = moves0;
  e->n_acts = acts0;
}
INLINE void moves_rewind(E *e, int moves, int acts) { e->n_moves = moves; e->n_acts = acts; }
INLINE int act_count(E *e) { return e->n_acts; }
INLINE int applied_base(E *e) { return e->applied_base; }
INLINE void applied_set_base(E *e, int k) { e->applied_base = k; }
INLINE int applied_count(E *e) { return e->n_applied; }
INLINE int applied_kind(E *e, int k) { return e->applied[k].kind; }
INLINE int applied_param(E *e, int k, int p) { return e->applied[k].p[p]; }
INLINE int applied_decision(E *e, int k) { return e->applied[k].decision; }
INLINE void applied_set_param(E *e, int p, int v) { e->applied[e->applying].p[p] = v; }
static UNUSED void applied_rotate(E *e, int base, int n) { /* the last n actions go to the front of those from base on */
  for (int i = 0; i < n; i++) {
    act_t a = e->applied[e->n_applied - 1];
    memmove(e->applied + base + 1, e->applied + base, (size_t)(e->n_applied - 1 - base) * sizeof(act_t));
    e->applied[base] = a;
  }
}

INLINE void applied_truncate(E *e, int n) { e->n_applied = n; }

static UNUSED void move_insert_applied(E *e, int m, int at, int lo, int hi) {
  int first = e->moves[m].act, n = e->moves[m].n_act, start = e->n_acts;
  for (int k = 0; k <= n; k++) {
    if (k == at || (k == n && at > n))
      for (int times = 0; times <= e->moves[m].twin; times++)
        for (int j = lo; j < hi; j++) { act_t *a = act_new(e, 0, 0); *a = e->applied[j]; }
    if (k < n) { act_t *a = act_new(e, 0, 0); *a = e->acts[first + k]; }
  }
  e->moves[m].act = start;
  e->moves[m].n_act = e->n_acts - start;
}
static UNUSED void move_replace_applied(E *e, int m, int lo, int hi) {
  e->moves[m].act = e->n_acts;
  for (int j = lo; j < hi; j++) { act_t *a = act_new(e, 0, 0); *a = e->applied[j]; }
  e->moves[m].n_act = hi - lo;
  e->moves[m].n_then = 0;
}

/* ---------------------------------------------------------------- digests of the state */
static uint64_t state_digest(E *e, int variant);
static int64_t *digest_list(E *e, int list, int32_t **n, int *cap, int *capid);
static UNUSED uint64_t mix_bytes(uint64_t h, const void *data, size_t n) {
  const unsigned char *p = data;
  while (n >= 8) { uint64_t v; memcpy(&v, p, 8); h = (h ^ v) * 0xff51afd7ed558ccdull; h ^= h >> 32; p += 8; n -= 8; }
  uint64_t v = n;
  memcpy(&v, p, n);
  h = (h ^ v) * 0xc4ceb9fe1a85ec53ull;
  return h ^ (h >> 29);
}
static UNUSED void hash_push(E *e, int variant, int list) {
  int32_t *n; int cap, capid;
  int64_t *f = digest_list(e, list, &n, &cap, &capid);
  if (*n == cap) stop(e, LP_FULL, capid);
  f[(*n)++] = (int64_t)state_digest(e, variant);
}
static UNUSED int hash_count(E *e, int variant, int list) {
  int32_t *n; int cap, capid, found = 0;
  int64_t *f = digest_list(e, list, &n, &cap, &capid), h = (int64_t)state_digest(e, variant);
  for (int i = 0; i < *n; i++) found += f[i] == h;
  return found;
}
INLINE int hash_has(E *e, int variant, int list) { return hash_count(e, variant, list) > 0; }

/* ---------------------------------------------------------------- copies of the state */
INLINE void state_push(E *e) {
  if (e->n_saved == e->cap_saved) e->saved = grow(e, e->saved, &e->cap_saved, sizeof(state_t));
  if (e->n_saved > 4000) stop(e, LP_TOO_LONG, 1);
  state_copy(&e->saved[e->n_saved++], &e->s, 1);
}
INLINE void state_pop(E *e) { state_copy(&e->s, &e->saved[--e->n_saved], 1); }

/* ---------------------------------------------------------------- random numbers (SplitMix64) */
INLINE uint64_t splitmix(uint64_t *state) {
  uint64_t z = (*state += 0x9e3779b97f4a7c15ull);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
  return z ^ (z >> 31);
}
INLINE int random_bits(E *e) {
  uint64_t state = (uint64_t)e->s.rng;
  uint64_t z = splitmix(&state);
  e->s.rng = (int64_t)state;
  return (int)((uint32_t)(z >> 32) ^ (uint32_t)z);
}
static UNUSED double random_unit(E *e) {
  uint64_t state = (uint64_t)e->s.rng;
  uint64_t z = splitmix(&state);
  e->s.rng = (int64_t)state;
  return (double)(z >> 11) * 0x1.0p-53;
}
static UNUSED int random_int(E *e, int bound) {
  if (bound <= 0) fail(e, -5);
  if ((bound & -bound) == bound) return (int)(((int64_t)bound * (int64_t)((uint32_t)random_bits(e) >> 1)) >> 31);
  for (;;) {
    int32_t bits = (int32_t)((uint32_t)random_bits(e) >> 1);
    int32_t value = bits % bound;
    if ((int64_t)bits - value + (bound - 1) <= 2147483647ll) return value;
  }
}

/* ---------------------------------------------------------------- local lists */
static UNUSED list_t list_new(E *e, int n, const int *values) {
  if (e->n_lists == e->cap_lists) {
    int old = e->cap_lists;
    e->lists = grow(e, e->lists, &e->cap_lists, sizeof(buffer_t));
    memset(e->lists + old, 0, (size_t)(e->cap_lists - old) * sizeof(buffer_t));
  }
  buffer_t *b = &e->lists[e->n_lists];
  while (b->cap < n) b->v = grow(e, b->v, &b->cap, sizeof(int32_t));
  b->n = n;
  for (int i = 0; i < n; i++) b->v[i] = values[i];
  return e->n_lists++;
}
INLINE void list_leave(E *e, int n) { e->n_lists = n; }
INLINE int list_len(E *e, list_t l) { return e->lists[l].n; }
INLINE int list_at(E *e, list_t l, int i) { if ((unsigned)i >= (unsigned)e->lists[l].n) fail(e, -6); return e->lists[l].v[i]; }
INLINE int list_has(E *e, list_t l, int v) {
  for (int i = 0; i < e->lists[l].n; i++) if (e->lists[l].v[i] == v) return 1;
  return 0;
}
INLINE void list_push(E *e, list_t l, int v) {
  buffer_t *b = &e->lists[l];
  if (b->n == b->cap) b->v = grow(e, b->v, &b->cap, sizeof(int32_t));
  b->v[b->n++] = v;
}
INLINE void list_set(E *e, list_t l, int i, int v) { if ((unsigned)i >= (unsigned)e->lists[l].n) fail(e, -6); e->lists[l].v[i] = v; }
static UNUSED void list_remove_at(E *e, list_t l, int i) {
  buffer_t *b = &e->lists[l];
  if ((unsigned)i >= (unsigned)b->n) fail(e, -6);
  memmove(b->v + i, b->v + i + 1, (size_t)(b->n - i - 1) * sizeof *b->v);
  b->n--;
}
static UNUSED void list_insert(E *e, list_t l, int i, int v) {
  buffer_t *b = &e->lists[l];
  if ((unsigned)i > (unsigned)b->n) fail(e, -6);
  if (b->n == b->cap) b->v = grow(e, b->v, &b->cap, sizeof(int32_t));
  memmove(b->v + i + 1, b->v + i, (size_t)(b->n - i) * sizeof *b->v);
  b->v[i] = v;
  b->n++;
}
INLINE void list_clear(E *e, list_t l) { e->lists[l].n = 0; }
static UNUSED void list_sort(E *e, list_t l) {
  buffer_t *b = &e->lists[l];
  for (int i = 1; i < b->n; i++) {
    int v = b->v[i], j = i;
    for (; j > 0 && b->v[j - 1] > v; j--) b->v[j] = b->v[j - 1];
    b->v[j] = v;
  }
}

/* ---------------------------------------------------------------- list fields of the state (32-bit or 64-bit values) */
#define field_push(e, f, n, cap, capid, v) do { if (*(n) == (cap)) stop(e, LP_FULL, capid); (f)[(*(n))++] = (v); } while (0)
#define field_pop(e, f, n, cap, capid) do { if (*(n)) (*(n))--; } while (0)
#define field_clear(e, f, n, cap, capid) do { *(n) = 0; } while (0)
#define field_remove_at(e, f, n, cap, capid, i) do { int i_ = (i); \
  memmove((f) + i_, (f) + i_ + 1, (size_t)(*(n) - i_ - 1) * sizeof *(f)); (*(n))--; } while (0)
#define field_insert(e, f, n, cap, capid, i, v) do { int i_ = (i), v_ = (v); if (*(n) == (cap)) stop(e, LP_FULL, capid); \
  memmove((f) + i_ + 1, (f) + i_, (size_t)(*(n) - i_) * sizeof *(f)); (f)[i_] = v_; (*(n))++; } while (0)
