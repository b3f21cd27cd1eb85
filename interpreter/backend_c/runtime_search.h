/* UCT in native code: iterations over a tree that several workers may share, and the functions that Python calls. */
#include "runtime_search_tree.h"

/* One thread's part of a search. at: the position that the engine's state is at, NULL for another one. */
typedef struct {
  search_t *s;
  node_t *at;
  struct { node_t *node; int32_t edge; } *path;
  int n_path, cap_path, locked, busy; /* busy: an iteration is begun */
  node_t *grew; /* the position of which this iteration took the untried move number `taken`, of `left` and one */
  int32_t taken, left;
  uint64_t chance, chance_before;
  state_t *fresh;
  int64_t deadline, slice, seen; /* nanoseconds of the monotonic clock; 0: none */
  int32_t looks, next_look;
  double values[MAX_SEATS];
  struct { uint64_t key; int32_t seat; } *played; /* the moves of the playout, where there is a history */
  int32_t n_played, cap_played;
  int32_t *names, cap_names;
} worker_t;

/* ---- the clock */

static __attribute__((noinline)) int look_at_clock(worker_t *w, int64_t end) {
  int64_t t = now(), since = t - w->seen;
  if (t >= end) { w->next_look = 1; return 1; }
  if (since < 20000 && w->looks < 1 << 20) w->looks *= 2;
  else if (since > 50000 && w->looks > 1) w->looks /= 2;
  if (end - t < 2 * since) w->looks = lp_max(1, w->looks / 4);
  w->seen = t;
  w->next_look = w->looks;
  return 0;
}
/* Whether the time is up. Called for every ply. */
INLINE int late_now(worker_t *w) { return w->deadline && --w->next_look <= 0 && look_at_clock(w, w->deadline); }

/* ---- positions */

INLINE int field_value(const E *e, int at, int width) {
  const char *p = (const char *)&e->s + at;
  int8_t a; int16_t b; int32_t c;
  if (width == 1) { memcpy(&a, p, 1); return a; }
  if (width == 2) { memcpy(&b, p, 2); return b; }
  memcpy(&c, p, 4);
  return c;
}
/* The seat, from 0, of a player, from 1. Players who change sides keep their seats. */
INLINE int seat_of(const E *e, const search_t *s, int player) {
  if (player < 1) player = s->players;
  return s->order_at < 0 ? player - 1 : field_value(e, s->order_at + player * s->order_width, s->order_width) - 1;
}
/* What the result is worth to each seat: 1 for the first place, 0 for the last, 0.5 where it is undecided. */
static void result_of(const E *e, const search_t *s, double *values) {
  int last = s->players;
  for (int p = 1; p <= last; p++) {
    double place = e->s.rank[p] / 2.0;
    double v = place == 0.0 ? 0.5 : last == 1 ? (place == 1.0 ? 1.0 : 0.0) : (last - place) / (last - 1);
    int seat = seat_of(e, s, p);
    if ((unsigned)seat < MAX_SEATS) values[seat] = v;
  }
}
static uint64_t digest_of(const E *e, const search_t *s) {
  uint64_t h = 0x9e3779b97f4a7c15ull;
  const char *base = (const char *)&e->s;
  for (int i = 0; i < s->n_parts; i++) {
    const part_t *part = &s->parts[i];
    if (part->n_at >= 0) {
      int32_t n;
      memcpy(&n, base + part->n_at, sizeof n);
      h = mix_bytes(h, base + part->at, (size_t)n * (size_t)part->width);
    } else if (part->rows) {
      size_t row = (size_t)(part->size / part->rows);
      for (int r = 0; r < part->rows; r++) {
        int height = field_value(e, part->heights_at + 2 * r, 2);
        h = mix_bytes(h, base + part->at + (size_t)r * row, (size_t)height * (size_t)part->width);
      }
    } else h = mix_bytes(h, base + part->at, (size_t)part->size);
  }
  return h;
}
/* The number of legal moves. They are in the buffer only if the game's moves cannot be selected. */
INLINE int list_moves(E *e) {
  CLEAR(e);
  next_position(e);
  if (e->s.over) return 0;
  if (SELECTABLE) return count_moves(e);
  entry_moves(e);
  return e->n_moves;
}
/* A buffer of the worker with room for n items. */
static void *wide_enough(E *e, void *p, int32_t *cap, int n, size_t size) {
  if (n <= *cap) return p;
  void *q = realloc(p, (size_t)(2 * n) * size);
  if (!q) stop(e, LP_MEMORY, 0);
  *cap = 2 * n;
  return q;
}
/* After list_moves: where move k stands in the buffer. */
INLINE int listed(E *e, int k) {
  if (SELECTABLE) { choose_move(e, k); return 0; }
  return k;
}
/* Plays a move of the buffer. rng: the random numbers from here on, with `reseed`. */
INLINE void play_listed(E *e, int m, uint64_t rng, int reseed) {
  if (reseed) e->s.rng = (int64_t)rng;
  entry_play(e, m);
}
INLINE uint64_t reseeded(uint64_t bits) { return splitmix(&bits); }

/* Puts the engine at a position of the tree. Not while the lock is held. */
static void restore(E *e, worker_t *w, node_t *n) {
  if (w->at == n) return;
  int depth = 0;
  node_t *known = n;
  const char *state;
  while (!(state = __atomic_load_n(&known->state, __ATOMIC_ACQUIRE))) { known = known->parent; depth++; }
  w->at = NULL;
  state_load(&e->s, state);
  all_stale(e);
  while (depth--) {
    node_t *next = n;
    for (int i = 0; i < depth; i++) next = next->parent;
    list_moves(e);
    play_listed(e, listed(e, next->move), reseeded(next->bits), w->s->stochastic);
  }
  w->at = n;
}
/* The digest of the moves in the buffer: dice may show in them alone. */
static uint64_t digest_moves(const E *e, uint64_t h) {
  for (int i = 0; i < e->n_moves; i++) {
    const move_t *m = &e->moves[i];
    int32_t head[] = {m->mover, m->from, m->to, m->level_min, m->level_max, m->n_act, m->n_then};
    h = mix_bytes(mix_bytes(h, head, sizeof head), m->then, m->n_then * sizeof *m->then);
    for (int k = 0; k < m->n_act; k++) {
      const act_t *a = &e->acts[m->act + k];
      int32_t kind[] = {a->kind, a->decision};
      h = mix_bytes(mix_bytes(h, kind, sizeof kind), a->p, (size_t)(a->kind ? N_PARAMS[a->kind] : 1) * sizeof *a->p);
    }
  }
  return h;
}
/* The digest of the engine's position, and of its moves with what chance draws for them. The position stays as it is.
   */
static uint64_t digest_here(E *e, worker_t *w) {
  state_copy(w->fresh, &e->s, 0);
  CLEAR(e);
  next_position(e);
  if (!e->s.over) entry_moves(e);
  uint64_t h = digest_moves(e, digest_of(e, w->s));
  state_copy(&e->s, w->fresh, 0);
  all_stale(e);
  return h;
}

/* ---- playouts */

/* Whether the rule of the pie may still be used. */
INLINE int may_swap(const E *e, const search_t *s) {
  return s->early &&
         field_value(e, s->moves_at, s->moves_width) - field_value(e, s->start_at, s->start_width) < s->early;
}
/* Remembers a move of the playout. */
static void note_played(E *e, worker_t *w, const move_t *m) {
  w->played = wide_enough(e, w->played, &w->cap_played, w->n_played + 1, sizeof *w->played);
  int seat = seat_of(e, w->s, e->s.mover);
  w->played[w->n_played].key = history_key(seat, m->mover, m->from, m->to);
  w->played[w->n_played++].seat = seat;
}
/* A random game from the engine's position; 0 if the time was up before its end. */
static int play_out(E *e, worker_t *w) {
  const search_t *s = w->s;
  uint64_t rng = 0, inner = 0;
  int ply = 0, own = 1; /* own: moves are drawn by the search's numbers, as long as the specification asks for it */
  w->at = NULL;
  w->n_played = 0;
  int reseed = s->stochastic;
  if (reseed) rng = reseeded(splitmix(&w->chance));
  for (; ply < s->max_moves && !e->s.over; ply++) {
    if (late_now(w)) return 0;
    if (own && !(ply < s->alone || may_swap(e, s))) {
      own = 0;
      inner = game_seed(splitmix(&w->chance), 0);
      e->s.rng ^= (int64_t)splitmix(&inner);
    }
    int n = list_moves(e);
    if (!n) break;
    int m = listed(e, (int)pick(own ? &w->chance : &inner, (uint32_t)n));
    if (s->weight > 0) note_played(e, w, &e->moves[m]);
    play_listed(e, m, rng, reseed);
    reseed = 0;
  }
  if (own && !e->s.over && ply < s->max_moves) splitmix(&w->chance);
  result_of(e, s, w->values);
  return 1;
}

/* ---- iterations */

INLINE void hold(worker_t *w) { lock(w->s); w->locked = 1; }
INLINE void release(worker_t *w) { w->locked = 0; unlock(w->s); }

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
  if (s->weight > 0) { CLEAR(e); next_position(e); if (!e->s.over) entry_moves(e); }
  int moves = s->weight > 0 ? e->n_moves : list_moves(e);
  if (s->weight > 0) w->names = wide_enough(e, w->names, &w->cap_names, moves, sizeof *w->names);
  hold(w);
  if (n->n_moves >= 0) return n->n_moves > 0; /* another worker did it */
  for (int i = 0; s->weight > 0 && i < moves; i++) {
    const move_t *m = &e->moves[i];
    w->names[i] = history_name(&s->history, history_key(n->seat, m->mover, m->from, m->to));
  }
  return node_open(s, n, moves, s->weight > 0 ? w->names : NULL) && moves;
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
  if (s->stochastic) key = digest_here(e, w);
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
static int path_push(worker_t *w, node_t *n, int edge) {
  if (w->n_path == w->cap_path) {
    int cap = w->cap_path ? 2 * w->cap_path : 64;
    void *path = realloc(w->path, (size_t)cap * sizeof *w->path);
    if (!path) return 0;
    w->path = path;
    w->cap_path = cap;
  }
  w->path[w->n_path].node = n;
  w->path[w->n_path++].edge = edge;
  n->visits++; /* counted before there is a result: other workers take it for a loss (virtual loss) */
  n->edges[edge].visits++;
  return 1;
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
/* Adds a result to the path, and proves what follows from proven results. */
static void back_up(worker_t *w, node_t *leaf) {
  search_t *s = w->s;
  if (leaf) leaf->visits++;
  int proving = leaf && leaf->proof && !s->stochastic;
  for (int i = w->n_path - 1; i >= 0; i--) {
    node_t *n = w->path[i].node;
    edge_t *edge = &n->edges[w->path[i].edge];
    edge->total += w->values[n->seat];
    if (proving) proving = prove(s, n, edge);
  }
  if (s->weight > 0) {
    for (int i = 0; i < w->n_path; i++) {
      const node_t *n = w->path[i].node;
      history_add(&s->history, n->names[n->edges[w->path[i].edge].move], w->values[n->seat]);
    }
    for (int i = 0; i < w->n_played; i++)
      history_add(&s->history, history_name(&s->history, w->played[i].key), w->values[w->played[i].seat]);
  }
  w->n_path = 0;
  w->grew = NULL;
  s->done++;
}
/* Select, expand, play out, back up. Holds the lock before and after. 0: the time was up before there was a result. */
static int iterate(E *e, worker_t *w) {
  search_t *s = w->s;
  node_t *n = s->root;
  w->grew = NULL;
  w->n_played = 0;
  w->chance_before = w->chance;
  for (;;) {
    if (n && n->proof) { memcpy(w->values, n->proof, (size_t)s->players * sizeof(double)); break; }
    int edge = -1;
    if (n && !(n->n_moves < 0 && w->n_path && !n->visits) && open_node(e, w, n)) {
      int left = n->n_untried;
      edge = select_edge(s, n, &w->chance, &w->taken);
      if (n->n_untried < left) { w->grew = n; w->left = n->n_untried; }
    }
    if (edge >= 0 && path_push(w, n, edge)) { n = step(e, w, n, edge); continue; }
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
  e->recording = RECORDS;
  search_t *s = w->s;
  hold(w);
  while (s->claimed < s->wanted && !s->root->proof && !late_now(w)) {
    if (w->slice && now() >= w->slice) break;
    s->claimed++;
    w->busy = 1;
    if (!iterate(e, w)) break;
    w->busy = 0;
    if (s->full && !s->root->n_edges) { release(w); stop(e, LP_MEMORY, 0); }
  }
  release(w);
  return LP_OK;
}

/* ---- what Python calls */

EXPORT search_t *lp_search_new(int64_t max_bytes) {
  search_t *s = calloc(1, sizeof *s);
  if (s) s->arena.most = max_bytes;
  return s;
}
EXPORT void lp_search_free(search_t *s) {
  if (!s) return;
  arena_free(&s->arena);
  history_free(&s->history);
  free(s->parts);
  free(s);
}
/* numbers: players, stochastic, alone, early, max_moves, max_nodes, place and width of the fields order, n_moves and
   n_start, then six numbers for each part of a position. 0 if there is no memory. */
EXPORT int lp_search_settings(search_t *s, const int64_t *numbers, int n_parts, double exploration, double weight) {
  s->players = (int32_t)numbers[0]; s->stochastic = (int32_t)numbers[1]; s->alone = (int32_t)numbers[2];
  s->early = (int32_t)numbers[3]; s->max_moves = (int32_t)numbers[4]; s->max_nodes = numbers[5];
  s->order_at = (int32_t)numbers[6]; s->order_width = (int32_t)numbers[7];
  s->moves_at = (int32_t)numbers[8]; s->moves_width = (int32_t)numbers[9];
  s->start_at = (int32_t)numbers[10]; s->start_width = (int32_t)numbers[11];
  s->exploration = exploration;
  s->weight = weight;
  part_t *parts = realloc(s->parts, (size_t)lp_max(1, n_parts) * sizeof *parts);
  if (!parts) return 0;
  s->parts = parts;
  s->n_parts = n_parts;
  for (int i = 0; i < n_parts; i++) {
    const int64_t *p = numbers + 12 + 6 * i;
    parts[i] = (part_t){(int32_t)p[0], (int32_t)p[1], (int32_t)p[2], (int32_t)p[3], (int32_t)p[4], (int32_t)p[5]};
  }
  return 1;
}
/* Drops the tree. */
EXPORT void lp_search_clear(search_t *s) {
  discard(s, s->root);
  s->root = NULL;
  s->nodes = 0;
}
/* Makes the position after move k the root, and drops the rest; its key is compared where chance plays a part. 0: the
   tree has no such position, and stays. */
EXPORT int lp_search_advance(search_t *s, int k, uint64_t key) {
  node_t *root = s->root;
  for (int i = 0; root && i < root->n_edges; i++) {
    if (root->edges[i].move != k) continue;
    for (node_t **at = &root->edges[i].first; *at; at = &(*at)->next) {
      node_t *child = *at;
      if (s->stochastic && child->key != key) continue;
      *at = child->next;
      discard(s, root);
      child->next = child->parent = NULL;
      s->root = child;
      return 1;
    }
  }
  return 0;
}
/* Drops the states of all positions, depth first. They are found again by playing from the root. */
static void forget_states(search_t *s) {
  node_t *at = s->root;
  while (at) {
    forget_state(s, at);
    node_t *next = NULL;
    for (int i = 0; i < at->n_edges && !next; i++) next = at->edges[i].first;
    while (!next && at != s->root) {
      next = at->next;
      node_t *up = at->parent;
      if (!next) {
        int i = 0;
        while (up->edges[i].move != at->move) i++;
        while (!next && ++i < up->n_edges) next = up->edges[i].first;
      }
      at = up;
    }
    at = next;
  }
}
static int digest_run(E *e, worker_t *w, const void *state, uint64_t *key) {
  ENTER(e); CLEAR(e); ctx_init(e);
  memcpy(&e->s, state, sizeof e->s);
  *key = digest_here(e, w);
  return LP_OK;
}
/* The digest of a position. */
EXPORT int lp_search_digest(E *e, search_t *s, const void *state, uint64_t *key) {
  worker_t w = {.s = s, .fresh = malloc(sizeof(state_t))};
  int status = w.fresh ? digest_run(e, &w, state, key) : -LP_MEMORY;
  free(w.fresh);
  return status;
}
/* Begins a search from a position, which is that of the root if there is one. forget: whether the states of the tree
   are of another layout. clear: whether the history begins anew. Returns the number of positions that are kept, -1 without memory. */
EXPORT int64_t lp_search_begin(E *e, search_t *s, const void *state, int mover, int forget, int clear) {
  memcpy(&e->s, state, sizeof e->s);
  size_t bytes = state_bytes(&e->s);
  if (s->root && forget) forget_states(s);
  if (s->root) forget_state(s, s->root);
  /* blocks of one size do not become blocks of another: where too many of them lie idle, the tree is given up */
  int renew = s->full && s->arena.unused > s->arena.most / 4;
  for (int tries = 0;; tries++) {
    if (renew || tries) { arena_free(&s->arena); s->garbage = s->root = NULL; }
    renew = s->full = 0;
    if (!s->root && (s->root = node_new(s, NULL, -1))) s->root->seat = seat_of(e, s, mover);
    if (s->root && (s->root->state = take(s, bytes))) break;
    if (tries) return -1;
  }
  s->nodes = s->root->size;
  s->root->state_bytes = (uint32_t)bytes;
  state_save(s->root->state, &e->s);
  s->done = s->claimed = 0;
  if (clear) history_clear(&s->history);
  return s->nodes;
}
/* Iterates until `wanted` iterations are done, the root is proven, or the time is up: seconds (below 0: none) may break
   an iteration off, slice may not. chance: the worker's random numbers. */
EXPORT int lp_search_run(E *e, search_t *s, int64_t wanted, double seconds, double slice, uint64_t *chance) {
  int64_t t = now();
  worker_t w = {.s = s, .chance = *chance, .looks = 1, .next_look = 1, .seen = t};
  w.deadline = seconds < 0 ? 0 : t + (int64_t)(seconds * 1e9);
  w.slice = slice < 0 ? 0 : t + (int64_t)(slice * 1e9);
  w.fresh = s->stochastic ? malloc(sizeof(state_t)) : NULL;
  if (s->stochastic && !w.fresh) return -LP_MEMORY;
  lock(s);
  s->wanted = wanted;
  s->workers++;
  unlock(s);
  int status = search_run(e, &w);
  if (!w.locked) lock(s);
  take_back(&w);
  s->workers--;
  unlock(s);
  free(w.path);
  free(w.fresh);
  free(w.played);
  free(w.names);
  *chance = w.chance;
  return status;
}
/* done: iterations; nodes; bytes; whether the value of the root is certain */
EXPORT void lp_search_numbers(const search_t *s, int64_t *out) {
  out[0] = s->done; out[1] = s->nodes; out[2] = s->arena.bytes; out[3] = s->root && s->root->proof;
  out[4] = s->root ? s->root->seat : -1;
}
INLINE void edge_numbers(const search_t *s, const node_t *n, const edge_t *edge, double *row) {
  const double *proof = proof_of(s, edge);
  row[0] = edge->visits; row[1] = edge->total;
  row[2] = proof ? proof[n->seat] : -1.0;
  row[3] = proof ? edge->recent->depth : 0;
}
/* Four numbers for each move of the root: visits, sum of values, proven value (-1: none), plies to the end then. */
EXPORT void lp_search_root(const search_t *s, double *rows, int n) {
  for (int i = 0; i < s->root->n_edges; i++) {
    int k = s->root->edges[i].move;
    if (k < n) edge_numbers(s, s->root, &s->root->edges[i], rows + 4 * k);
  }
}
/* The same for the moves after a line of moves from the root, each given by its number; after chance, for the outcome
   that was drawn most often. bits: the random numbers of the last move. Returns the number of rows, in any order, each
   with the move's number first. */
EXPORT int lp_search_after(const search_t *s, const int32_t *line, int length, double *rows, int most, uint64_t *bits) {
  const node_t *n = s->root;
  *bits = 0;
  for (int j = 0; j < length; j++) {
    int i = 0;
    while (i < n->n_edges && n->edges[i].move != line[j]) i++;
    if (i == n->n_edges || !n->edges[i].first) return -1;
    const node_t *best = n->edges[i].first;
    for (const node_t *child = best; child; child = child->next) if (child->visits > best->visits) best = child;
    n = best;
    *bits = n->bits;
  }
  int used = 0;
  for (int i = 0; i < n->n_edges && used < most; i++, used++) {
    rows[5 * used] = n->edges[i].move;
    edge_numbers(s, n, &n->edges[i], rows + 5 * used + 1);
  }
  return used;
}
