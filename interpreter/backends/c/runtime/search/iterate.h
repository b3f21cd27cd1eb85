/* Iterations: select, expand, play out, back up. */
/* Lists the moves of a position; 0 if it has none or the tree is full. */
static int open_node(E *e, worker_t *w, node_t *n) {
  search_t *s = w->s;
  if (n->n_moves >= 0) return n->n_moves > 0;
  if (!can_grow(s) && n != s->root) return 0;
  release(w);
  restore(e, w, n);
  size_t bytes = state_bytes(&e->s);
  hold(w);
  if (!n->state) {
    char *state = take(s, bytes);
    if (state) {
      state_save(state, &e->s);
      n->state_bytes = (uint32_t)bytes;
      __atomic_store_n(&n->state, state, __ATOMIC_RELEASE);
    }
  }
  release(w);
  w->at = NULL;
  if (s->records) { CLEAR(e); next_position(e); if (!e->s.over) entry_moves(e); }
  int moves = s->records ? e->n_moves : list_moves(e);
  if (s->records) names_room(e, w, moves);
  hold(w);
  if (n->n_moves >= 0) return n->n_moves > 0; /* another worker did it */
  for (int i = 0; s->records && i < moves; i++) {
    const move_t *m = &e->moves[i];
    w->names[i] = history_name(&s->history, history_key(n->seat, m->mover, m->from, m->to));
  }
  if (!node_open(s, n, moves, s->records ? w->names : NULL)) return 0;
  if (n == s->root) bar_untried(s);
  return moves > 0;
}
/* Counts a new position. */
static void grown(worker_t *w) {
  for (int i = 0; i < w->n_path; i++) w->path[i].node->size++;
  w->s->nodes++;
}
/* The position after an edge; where chance plays a part, after what chance draws now. NULL: there is no memory for it,
   and the engine is there. */
static node_t *step(E *e, worker_t *w, node_t *n, int i) {
  search_t *s = w->s;
  if (n->edges[i].first && !s->stochastic) return n->edges[i].recent;
  uint64_t bits = s->stochastic ? splitmix(&w->chance) : 0, key = 0;
  int move = n->edges[i].move;
  release(w);
  restore(e, w, n);
  w->at = NULL;
  list_moves(e);
  play_listed(e, listed(e, move), reseeded(bits), s->stochastic);
  if (s->stochastic) key = outcome(e, s);
  int over = e->s.over, seat = seat_of(e, s, e->s.mover);
  double values[MAX_SEATS];
  if (over) result_of(e, s, values);
  hold(w);
  edge_t *edge = &n->edges[i];
  node_t **end = &edge->first;
  while (*end && (*end)->key != key) end = &(*end)->next;
  node_t *child = *end;
  if (!child) {
    child = node_new(s, n, move);
    if (child) {
      child->bits = bits; child->key = key; child->seat = seat;
      if (over) set_proof(s, child, values, 0);
      if (over && !child->proof) { arena_give(&s->arena, child, sizeof *child); child = NULL; }
      else { *end = child; grown(w); w->at = child; }
    }
  }
  if (child) edge->recent = child;
  return child;
}
static void path_push(E *e, worker_t *w, node_t *n, int edge) {
  if (w->n_path == w->cap_path) w->path = grow(e, w->path, &w->cap_path, sizeof *w->path);
  w->path[w->n_path].node = n;
  w->path[w->n_path++].edge = edge;
  n->visits++; /* counted before there is a result: other workers take it for a loss (virtual loss) */
  n->edges[edge].visits++;
}
/* Forgets an iteration that was broken off. */
static void take_back(worker_t *w) {
  if (!w->busy) return;
  w->s->claimed--;
  w->busy = 0;
  for (int i = 0; i < w->n_path; i++) {
    node_t *n = w->path[i].node;
    n->visits--;
    n->edges[w->path[i].edge].visits--;
  }
  /* with one worker the iteration may be made again, with the same numbers, so nothing of it may stay */
  node_t *n = w->grew;
  w->grew = NULL;
  if (w->s->workers == 1) w->chance = w->chance_before;
  if (n && w->s->workers == 1 && n->n_untried == w->left) {
    edge_t *edge = &n->edges[--n->n_edges];
    if (edge->first) {
      for (int i = 0; i < w->n_path; i++) w->path[i].node->size--;
      w->s->nodes--;
      discard(w->s, edge->first);
    }
    if (w->taken < n->n_untried) n->untried[n->n_untried] = n->untried[w->taken];
    n->untried[w->taken] = edge->move;
    n->n_untried++;
  }
  w->n_path = 0;
}
/* Adds a result to the averages of all moves made after each position of the path (GRAVE; Cazenave 2015). Positions begin
   to count when they have half of the visits that a reference needs. */
static void count_all(worker_t *w) {
  search_t *s = w->s;
  for (int i = 0; i < w->n_path; i++) {
    node_t *n = w->path[i].node;
    if (!n->amaf && (n == s->root || 2 * n->visits >= s->grave)) n->amaf = amaf_take(s);
    if (!n->amaf) continue;
    for (int j = i; j < w->n_path; j++) {
      const node_t *at = w->path[j].node;
      amaf_add(s, n->amaf, at->names[at->edges[w->path[j].edge].move], w->values[at->seat]);
    }
    for (int j = 0; j < w->n_played; j++)
      amaf_add(s, n->amaf, w->played[j].name, w->values[w->played[j].seat]);
  }
}
/* Adds a result to the path, and proves what follows from proven results. */
static void back_up(worker_t *w, node_t *leaf) {
  search_t *s = w->s;
  if (leaf) leaf->visits++;
  int proving = leaf && leaf->proof && !s->stochastic;
  for (int i = w->n_path - 1; i >= 0; i--) {
    node_t *n = w->path[i].node;
    edge_t *edge = &n->edges[w->path[i].edge];
    edge->total += w->values[n->seat];
    if (proving && (proving = prove(s, n, edge)) && n == s->root) s->proved_at = s->done + 1;
  }
  if (s->records) {
    for (int i = 0; i < w->n_path; i++) {
      const node_t *n = w->path[i].node;
      history_add(&s->history, n->names[n->edges[w->path[i].edge].move], w->values[n->seat]);
    }
    for (int i = 0; i < w->n_played; i++) {
      int32_t name = history_name(&s->history, w->played[i].key);
      w->played[i].name = name;
      history_add(&s->history, name, w->values[w->played[i].seat]);
    }
    if (s->grave > 0) count_all(w);
  }
  w->n_path = 0;
  w->grew = NULL;
  s->done++;
}
/* Select, expand, play out, back up. Holds the lock before and after. 0: the time was up before there was a result. */
static int iterate(E *e, worker_t *w) {
  search_t *s = w->s;
  node_t *n = s->root;
  const amaf_t *ref = NULL; /* of the nearest position above that has enough visits */
  w->grew = NULL;
  w->n_played = 0;
  w->chance_before = w->chance;
  for (;;) {
    if (n && n->proof && w->n_path) { memcpy(w->values, n->proof, (size_t)s->players * sizeof(double)); break; }
    int edge = -1;
    if (n && n->amaf && n->visits >= s->grave) ref = n->amaf;
    if (n && !(n->n_moves < 0 && w->n_path && !n->visits) && open_node(e, w, n)) {
      int left = n->n_untried;
      edge = select_edge(s, n, &w->chance, &w->taken, ref);
      if (n->n_untried < left) { w->grew = n; w->left = n->n_untried; }
    }
    if (edge >= 0) { path_push(e, w, n, edge); n = step(e, w, n, edge); continue; }
    release(w);
    if (n) restore(e, w, n);
    int done = play_out(e, w);
    hold(w);
    if (!done) return 0;
    break;
  }
  back_up(w, n);
  return 1;
}
static int search_run(E *e, worker_t *w) {
  ENTER(e); CLEAR(e); ctx_init(e); watch(e);
  search_t *s = w->s;
  hold(w);
  while (s->claimed < s->wanted && !settled(s) && !late_now(&w->watch)) {
    if (w->slice && now() >= w->slice) break;
    s->claimed++;
    w->busy = 1;
    if (!iterate(e, w)) break;
    w->busy = 0;
    if (s->full && untouched(s, s->root)) { release(w); stop(e, LP_MEMORY, 0); }
  }
  release(w);
  return LP_OK;
}
