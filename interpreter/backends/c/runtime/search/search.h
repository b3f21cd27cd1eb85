/* UCT in native code: iterations over a tree that several workers may share, and the functions that Python calls. */
#include "search/tree.h"
#include "search/positions.h"
#include "search/playout.h"
#include "search/iterate.h"

EXPORT search_t *lp_search_new(int64_t max_bytes) {
  search_t *s = calloc(1, sizeof *s);
  if (s) s->most = s->arena.most = max_bytes;
  return s;
}
EXPORT void lp_search_free(search_t *s) {
  if (!s) return;
  arena_free(&s->arena);
  history_free(&s->history);
  amaf_forget(s);
  free(s->parts);
  free(s->barred);
  free(s);
}
/* mast: whether playouts prefer moves that did well; grave: from how many visits on the averages of all moves made after
   a position count, 0 for never. */
EXPORT void lp_search_guide(search_t *s, int mast, int grave) {
  s->mast = mast;
  s->grave = grave;
  s->guided = s->weight > 0 || grave > 0;
  s->records = s->guided || mast;
  s->arena.most = grave > 0 ? s->most - s->most / 4 : s->most; /* the rest is for these averages */
}
/* numbers: the first ones of search_t, then those of each part of a position. 0 if there is no memory. */
EXPORT int lp_search_settings(search_t *s, const int64_t *numbers, int n_parts, double exploration, double weight) {
  const size_t head = offsetof(search_t, lock);
  memcpy(s, numbers, head);
  s->exploration = exploration;
  s->weight = weight;
  lp_search_guide(s, s->mast, s->grave);
  part_t *parts = realloc(s->parts, (size_t)lp_max(1, n_parts) * sizeof *parts);
  if (!parts) return 0;
  s->parts = parts;
  s->n_parts = n_parts;
  memcpy(parts, numbers + head / sizeof *numbers, (size_t)n_parts * sizeof *parts);
  return 1;
}
/* Where the latest pass, and the movers and passes of the latest n moves lie, for keys that do not tell how long a game is. */
EXPORT void lp_search_passes(search_t *s, int latest_at, int movers_at, int passes_at, int n) {
  s->latest_at = latest_at; s->movers_at = movers_at; s->passes_at = passes_at; s->n_past = n;
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
/* The digest of a position, with what chance draws for its moves. */
EXPORT int lp_search_digest(E *e, const search_t *s, const void *state, uint64_t *key) {
  ENTER_AT(e, state); watch(e);
  *key = outcome(e, s);
  return LP_OK;
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
    if (renew || tries) { arena_free(&s->arena); amaf_forget(s); s->garbage = s->root = NULL; }
    renew = s->full = 0;
    if (!s->root && (s->root = node_new(s, NULL, -1))) s->root->seat = seat_of(e, s, mover);
    if (s->root && (s->root->state = take(s, bytes))) break;
    if (tries) return -1;
  }
  if (s->root->proof && s->root->n_moves < 0) { /* it was left aside, and is searched now */
    arena_give(&s->arena, s->root->proof, (size_t)s->players * sizeof(double));
    s->root->proof = NULL;
  }
  s->nodes = s->root->size;
  s->root->state_bytes = (uint32_t)bytes;
  state_save(s->root->state, &e->s);
  s->done = s->claimed = s->proved_at = 0;
  if (clear) history_clear(&s->history);
  return s->nodes;
}
/* Leaves moves of the root aside in the search that has begun: those of the n moves that lose, as lp_decisive
   tells it. 0: no memory. */
EXPORT int lp_search_bar(search_t *s, const char *rows, int n) {
  char *barred = realloc(s->barred, (size_t)lp_max(1, n));
  if (!barred) return 0;
  for (int i = 0; i < n; i++) barred[i] = rows[i] >= OVER ? rows[i] : 0;
  s->barred = barred;
  s->n_barred = n;
  bar_untried(s);
  return 1;
}
/* Iterates until `wanted` iterations are done, the search is settled, or the time is up: seconds (below 0: none) may break
   an iteration off, slice may not. chance: the worker's random numbers. */
EXPORT int lp_search_run(E *e, search_t *s, int64_t wanted, double seconds, double slice, uint64_t *chance) {
  worker_t w = {.s = s, .chance = *chance, .watch = stopwatch(seconds)};
  w.slice = slice < 0 ? 0 : w.watch.seen + (int64_t)(slice * 1e9);
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
  free(w.played);
  free(w.names);
  *chance = w.chance;
  return status;
}
/* done: iterations; nodes; bytes; whether the value of the root is certain (2: and the search is settled) */
EXPORT void lp_search_numbers(const search_t *s, int64_t *out) {
  out[0] = s->done; out[1] = s->nodes; out[2] = s->arena.bytes + s->amaf_bytes; out[3] = s->root && s->root->proof ? 1 + settled(s) : 0;
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
