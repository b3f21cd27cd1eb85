/* Proof-number search, depth first with a table (df-pn; Nagai 2002): whether the result for one side is worth at least
   so much. pn and dn: how many positions at least have to be proven, or disproven, to answer yes, or no. */
enum { PN_END = 1 << 30, PN_WAYS = 4, PN_DEPTH = 3500 };

typedef struct { uint64_t key; uint32_t pn, dn, work, move; } proof_t;
typedef struct { uint64_t key; uint32_t pn, dn; } child_t;

/* One question. ours: the seats of the side that wants the answer yes, as bits. */
typedef struct {
  const search_t *places; /* where the fields of a position lie */
  proof_t *table;
  uint64_t n_table; /* a power of two, at least PN_WAYS */
  uint64_t ours;
  int32_t seat;
  double wanted;
  int64_t nodes, most_nodes;
  stopwatch_t watch;
  int32_t stopped, deep; /* whether a limit was reached; whether a game was longer than PN_DEPTH */
  child_t *children;
  int32_t n_children, cap_children;
} solve_t;

static proof_t *proof_find(const solve_t *s, uint64_t key) {
  proof_t *row = s->table + (key & (s->n_table - 1) & ~(uint64_t)(PN_WAYS - 1));
  for (int i = 0; i < PN_WAYS; i++) if (row[i].key == key) return &row[i];
  return NULL;
}
/* Keeps what is known of a position in place of what took the least work. */
static void proof_store(const solve_t *s, uint64_t key, uint32_t pn, uint32_t dn, int64_t work, uint32_t move) {
  proof_t *row = s->table + (key & (s->n_table - 1) & ~(uint64_t)(PN_WAYS - 1)), *to = proof_find(s, key);
  for (int i = 0; !to && i < PN_WAYS; i++) if (!row[i].key) to = &row[i];
  if (!to) {
    to = row;
    for (int i = 1; i < PN_WAYS; i++) if (row[i].work < to->work) to = &row[i];
  }
  *to = (proof_t){key, pn, dn, work > UINT32_MAX ? UINT32_MAX : (uint32_t)work, move};
}
/* The key of the engine's position; never 0. */
INLINE uint64_t solve_key(const E *e, const solve_t *s) { return key_of(e, s->places) | 1; }
static int solve_yes(const E *e, const solve_t *s) {
  double values[MAX_SEATS];
  result_of(e, s->places, values);
  return values[s->seat] >= s->wanted;
}
INLINE uint32_t pn_sum(uint32_t a, uint32_t b) {
  if (a == PN_END || b == PN_END) return PN_END;
  return a + b < PN_END ? a + b : PN_END - 1;
}

/* Searches the engine's position, which is not over, until pn or dn reaches its threshold; they are put out. Moves and
   children stay in their buffers while those of later positions are put behind them. */
static void solve_node(E *e, solve_t *s, uint64_t key, uint32_t most_pn, uint32_t most_dn, uint32_t *pn, uint32_t *dn,
                       int depth) {
  next_position(e);
  int64_t before = s->nodes++;
  if (s->nodes >= s->most_nodes) s->stopped = 1;
  const mark_t before_moves = mark(e);
  int yes = moves_for(e, s->places, s->ours), moves0 = before_moves.moves, first = s->n_children;
  uint32_t best = 0;
  entry_moves(e);
  int n = e->n_moves - moves0;
  if (!n || depth >= PN_DEPTH) { /* a simulation at rest, or too deep: never answered */
    s->deep |= depth >= PN_DEPTH;
    *pn = *dn = PN_END - 1;
    goto done;
  }
  while (s->n_children + n > s->cap_children) s->children = grow(e, s->children, &s->cap_children, sizeof *s->children);
  s->n_children += n;
  int known = 0;
  for (int i = 0; i < n; i++) {
    child_t *c = &s->children[first + i];
    if (s->stopped || late_now(&s->watch)) { /* nothing is known of the others */
      s->stopped = 1;
      *c = (child_t){0, 1, 1};
      continue;
    }
    whole_state_push(e);
    play_only(e, moves0 + i);
    c->key = e->s.over ? 0 : solve_key(e, s);
    const proof_t *row = c->key ? proof_find(s, c->key) : NULL;
    if (!c->key) { int won = solve_yes(e, s); c->pn = won ? 0 : PN_END; c->dn = won ? PN_END : 0; }
    else if (row) { c->pn = row->pn; c->dn = row->dn; }
    else c->pn = c->dn = 1;
    whole_state_pop(e);
    if (yes ? !c->pn : !c->dn) { known = 1; best = (uint32_t)i; break; }
  }
  if (known) { *pn = yes ? 0 : PN_END; *dn = yes ? PN_END : 0; goto done; }
  for (;;) {
    /* `low` is what the side to move wants to bring down, `sum` what it has to keep up */
    uint32_t low = PN_END, second = PN_END, sum = 0, other = 0;
    for (int i = 0; i < n; i++) {
      const child_t *c = &s->children[first + i];
      uint32_t mine = yes ? c->pn : c->dn, theirs = yes ? c->dn : c->pn;
      sum = pn_sum(sum, theirs);
      if (mine < low) { second = low; low = mine; best = (uint32_t)i; other = theirs; }
      else if (mine < second) second = mine;
    }
    *pn = yes ? low : sum;
    *dn = yes ? sum : low;
    if (*pn >= most_pn || *dn >= most_dn || !*pn || !*dn || s->stopped) break;
    uint32_t most_low = yes ? most_pn : most_dn, most_sum = yes ? most_dn : most_pn;
    uint32_t wide = second >= PN_END - 1 ? PN_END : lp_min(PN_END - 1, (int)second + (int)second / 4 + 1);
    uint32_t next_low = wide < most_low ? wide : most_low;
    uint32_t next_sum = most_sum >= PN_END - 1 ? PN_END : most_sum - sum + other;
    child_t c = s->children[first + (int)best];
    whole_state_push(e);
    play_only(e, moves0 + (int)best);
    solve_node(e, s, c.key, yes ? next_low : next_sum, yes ? next_sum : next_low, &c.pn, &c.dn, depth + 1);
    whole_state_pop(e);
    s->children[first + (int)best] = c;
  }
done:
  s->n_children = first;
  back_to(e, before_moves);
  if (*pn < PN_END - 1 || *dn < PN_END - 1) proof_store(s, key, *pn, *dn, s->nodes - before, best);
}
static int solve_run(E *e, solve_t *s, const void *state, uint32_t *pn, uint32_t *dn) {
  ENTER_AT(e, state); watch(e);
  if (e->s.over) { int yes = solve_yes(e, s); *pn = yes ? 0 : PN_END; *dn = yes ? PN_END : 0; return LP_OK; }
  solve_node(e, s, solve_key(e, s), PN_END, PN_END, pn, dn, 0);
  return LP_OK;
}
/* What a table holds of a position: pn, dn, positions visited for it, the number of the best move. 0: nothing. */
EXPORT int lp_solve_look(E *e, const search_t *places, const void *state, void *table, uint64_t n, int64_t *out) {
  ENTER_AT(e, state);
  const solve_t s = {.places = places, .table = table, .n_table = n};
  const proof_t *row = proof_find(&s, solve_key(e, &s));
  if (!row) return 0;
  out[0] = row->pn; out[1] = row->dn; out[2] = row->work; out[3] = row->move;
  return 1;
}
/* Whether the result of a position is worth at least `wanted` to a seat. ours: the seats that want it, as bits. table:
   n rows, a power of two, kept between calls with the same question. out: pn (0: yes), dn (0: no), positions that were
   visited, whether a game was too long to follow. */
EXPORT int lp_solve(E *e, const search_t *places, const void *state, int seat, uint64_t ours, double wanted, void *table,
                    uint64_t n, int64_t most_nodes, double seconds, int64_t *out) {
  solve_t s = {.places = places, .table = table, .n_table = n, .seat = seat, .ours = ours, .wanted = wanted,
               .most_nodes = most_nodes, .watch = stopwatch(seconds)};
  uint32_t pn = 1, dn = 1;
  int status = solve_run(e, &s, state, &pn, &dn);
  free(s.children);
  out[0] = pn; out[1] = dn; out[2] = s.nodes; out[3] = s.deep;
  return status;
}
