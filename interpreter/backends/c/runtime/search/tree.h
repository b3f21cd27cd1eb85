/* The tree of a search: positions, what is known about their moves, and selection. interpreter/search/tree.py and uct.py
   are the readable specification: with one worker, everything here happens in the same order. */
#include <sched.h>
#include "search/memory.h"
#include "search/history.h"
#include "search/amaf.h"

#define MAX_SEATS 64
enum { SURE = 1, OVER = 2, NEXT = 3 }; /* of a move: it wins; it loses at once; the next player wins after it */

typedef struct node node_t;
/* A move that was tried. total: the sum of the values for the seat that moves. first: the positions after it (several
   where chance plays a part), in the order in which they were first reached; recent: the one reached last. */
typedef struct { int32_t move, visits; double total; node_t *first, *recent; } edge_t;
/* A position. state: its packed state, or NULL; then it is played again from the parent, with the random numbers `bits`
   where chance plays a part. n_moves: -1 before the position is opened. proof: a value for each seat, or NULL; depth:
   plies to the end of the game then. size: the number of positions from here on. */
struct node {
  node_t *next, *parent;
  edge_t *edges;
  int32_t *untried;
  int32_t *names; /* of all moves, in the history; NULL without one */
  amaf_t *amaf;
  char *state;
  double *proof;
  uint64_t key, bits;
  int32_t move, visits, n_moves, n_edges, cap_edges, n_untried, depth, seat, size;
  uint32_t state_bytes;
};
/* A part of a position's digest: a field, the used part of a list (n_at), or of a stack on each site (rows). */
typedef struct { int64_t at, size, width, rows, heights_at, n_at; } part_t;

/* A search, whose tree workers in several threads share. The lock guards everything but what says otherwise. */
typedef struct {
  /* as Python writes it: settings, and fields of the state (-1: the game has none); never written while workers run */
  int64_t players, stochastic, alone, early, max_moves, max_nodes;
  int64_t order_at, order_width, moves_at, moves_width, start_at, start_width;
  char lock;
  arena_t arena;
  node_t *root, *garbage; /* garbage: subtrees that are dismantled as memory is needed */
  int64_t nodes, done, claimed, wanted, proved_at; /* iterations: finished, begun, to do, when the result was certain */
  int full, workers; /* whether memory was refused; running workers */
  int32_t mast, grave, guided; /* further settings */
  int64_t most, amaf_bytes; /* bytes: of all; of the averages of all moves */
  amaf_t *amafs, *idle_amafs;
  int32_t records; /* whether the moves of playouts are remembered */
  double exploration, weight; /* weight: of the history; 0: there is none */
  history_t history;
  int32_t latest_at, movers_at, passes_at, n_past; /* the latest moves, for cycle_key; n_past 0: nobody asks for them */
  part_t *parts;
  int32_t n_parts;
  char *barred; /* what is known of each of the first moves of the root: it is left aside where it loses (search/decisive.h) */
  int32_t n_barred, n_told; /* n_told: edges of such moves */
} search_t;

INLINE void lock(search_t *s) { while (__atomic_test_and_set(&s->lock, __ATOMIC_ACQUIRE)) sched_yield(); }
INLINE void unlock(search_t *s) { __atomic_clear(&s->lock, __ATOMIC_RELEASE); }

/* ---- memory */

/* Gives the averages of a position back. */
static void amaf_give(search_t *s, node_t *n) {
  if (!n->amaf) return;
  s->amaf_bytes -= (int64_t)n->amaf->n_rows * (int64_t)sizeof *n->amaf->rows;
  amaf_clear(n->amaf);
  n->amaf->idle = s->idle_amafs;
  s->idle_amafs = n->amaf;
  n->amaf = NULL;
}
/* Drops all averages. */
static void amaf_forget(search_t *s) {
  for (amaf_t *a = s->amafs, *next; a; a = next) { next = a->next; amaf_clear(a); free(a); }
  s->amafs = s->idle_amafs = NULL;
  s->amaf_bytes = 0;
}
/* Averages for a position; NULL without memory. */
static amaf_t *amaf_take(search_t *s) {
  amaf_t *a = s->idle_amafs;
  if (a) { s->idle_amafs = a->idle; return a; }
  a = s->amaf_bytes < s->most / 4 ? calloc(1, sizeof *a) : NULL;
  if (a) { a->next = s->amafs; s->amafs = a; }
  return a;
}
/* Adds the result of a move to the averages of a position; it is not counted where there is no memory. */
static void amaf_add(search_t *s, amaf_t *a, int32_t name, double value) {
  if (name < 0) return;
  if (name >= a->n_rows) {
    int32_t n = name + 1 > 2 * a->n_rows ? name + 1 : 2 * a->n_rows;
    int64_t more = (int64_t)(n - a->n_rows) * (int64_t)sizeof *a->rows;
    void *rows = s->amaf_bytes + more <= s->most / 4 ? realloc(a->rows, (size_t)n * sizeof *a->rows) : NULL;
    if (!rows) return;
    a->rows = rows;
    memset(a->rows + a->n_rows, 0, (size_t)more);
    a->n_rows = n;
    s->amaf_bytes += more;
  }
  tally_add(&a->rows[name], value);
}
static void forget_state(search_t *s, node_t *n) {
  arena_give(&s->arena, n->state, n->state_bytes);
  n->state = NULL;
}
/* Frees one position of the garbage, and adds its children to it. */
static void dismantle(search_t *s) {
  node_t *n = s->garbage;
  s->garbage = n->next;
  for (int i = 0; i < n->n_edges; i++)
    for (node_t *child = n->edges[i].first, *next; child; child = next) {
      next = child->next;
      child->next = s->garbage;
      s->garbage = child;
    }
  arena_give(&s->arena, n->edges, (size_t)n->cap_edges * sizeof(edge_t));
  if (n->n_moves > 0) {
    arena_give(&s->arena, n->untried, (size_t)n->n_moves * sizeof(int32_t));
    arena_give(&s->arena, n->names, (size_t)n->n_moves * sizeof(int32_t));
  }
  amaf_give(s, n);
  forget_state(s, n);
  arena_give(&s->arena, n->proof, (size_t)s->players * sizeof(double));
  arena_give(&s->arena, n, sizeof(node_t));
}
/* A block; NULL at the limit of memory. */
static void *take(search_t *s, size_t n) {
  int c = class_of(n);
  void *p = arena_idle(&s->arena, c);
  for (int i = 0; !p && i < 4 && s->garbage; i++) { dismantle(s); p = arena_idle(&s->arena, c); }
  if (!p) p = arena_new(&s->arena, c);
  while (!p && s->garbage) { dismantle(s); p = arena_idle(&s->arena, c); }
  if (!p) s->full = 1;
  return p;
}
static node_t *node_new(search_t *s, node_t *parent, int move) {
  node_t *n = take(s, sizeof(node_t));
  if (!n) return NULL;
  memset(n, 0, sizeof *n);
  n->parent = parent;
  n->move = move;
  n->n_moves = -1;
  n->size = 1;
  return n;
}
static void discard(search_t *s, node_t *n) {
  if (n) { n->next = s->garbage; s->garbage = n; }
}
static int edge_add(search_t *s, node_t *n, int move) {
  if (n->n_edges == n->cap_edges) {
    int cap = n->cap_edges ? 2 * n->cap_edges : 4;
    if (cap > n->n_moves) cap = n->n_moves;
    edge_t *edges = take(s, (size_t)cap * sizeof(edge_t));
    if (!edges) return -1;
    if (n->n_edges) memcpy(edges, n->edges, (size_t)n->n_edges * sizeof(edge_t));
    arena_give(&s->arena, n->edges, (size_t)n->cap_edges * sizeof(edge_t));
    n->edges = edges;
    n->cap_edges = cap;
  }
  n->edges[n->n_edges] = (edge_t){move, 0, 0.0, NULL, NULL};
  return n->n_edges++;
}
/* Makes room for the moves of a position, all untried. names: theirs in the history, or NULL. */
static int node_open(search_t *s, node_t *n, int moves, const int32_t *names) {
  if (moves) {
    int32_t *untried = take(s, (size_t)moves * sizeof(int32_t));
    if (!untried) return 0;
    if (names) {
      n->names = take(s, (size_t)moves * sizeof(int32_t));
      if (!n->names) { arena_give(&s->arena, untried, (size_t)moves * sizeof(int32_t)); return 0; }
      memcpy(n->names, names, (size_t)moves * sizeof(int32_t));
    }
    for (int i = 0; i < moves; i++) untried[i] = i;
    n->untried = untried;
  }
  n->n_untried = n->n_moves = moves;
  return 1;
}

/* ---- proven results */

INLINE const double *proof_of(const search_t *s, const edge_t *edge) {
  return edge->first && !s->stochastic ? edge->recent->proof : NULL;
}
static void set_proof(search_t *s, node_t *n, const double *values, int depth) {
  double *proof = take(s, (size_t)s->players * sizeof(double));
  if (!proof) return;
  memcpy(proof, values, (size_t)s->players * sizeof(double));
  n->proof = proof;
  n->depth = depth;
}
/* Whether the value of a position has become certain, now that it is certain after one of its moves. */
static int prove(search_t *s, node_t *n, const edge_t *edge) {
  const node_t *child = edge->recent;
  if (n->proof) { /* by another worker, or it was searched on for a quicker win */
    if (child->proof[n->seat] == 1.0 && child->depth + 1 < n->depth) n->depth = child->depth + 1;
    return 0;
  }
  if (s->players <= 2 && child->proof[n->seat] == 1.0) {
    set_proof(s, n, child->proof, child->depth + 1);
    return n->proof != NULL; /* NULL: there is no memory */
  }
  if (n->n_edges < n->n_moves) return 0;
  double best = -1.0;
  for (int i = 0; i < n->n_edges; i++) {
    const double *proof = proof_of(s, &n->edges[i]);
    if (!proof) return 0;
    if (proof[n->seat] > best) best = proof[n->seat];
  }
  const edge_t *first = NULL;
  int depth = -1;
  for (int i = 0; i < n->n_edges; i++) {
    const edge_t *other = &n->edges[i];
    const node_t *after = other->recent;
    if (after->proof[n->seat] != best) continue;
    if (first && s->players > 2 && memcmp(after->proof, first->recent->proof, (size_t)s->players * sizeof(double)))
      return 0;
    if (depth < 0 || (best > 0.5 ? after->depth < depth : after->depth > depth)) depth = after->depth;
    if (!first || other->move < first->move) first = other;
  }
  set_proof(s, n, first->recent->proof, depth + 1);
  return n->proof != NULL;
}

/* Whether the result is certain, and a quicker win was looked for as long as the first one. */
INLINE int settled(const search_t *s) {
  const node_t *n = s->root;
  return n->proof && (n->proof[n->seat] < 1.0 || n->depth == 1 || s->done >= 2 * s->proved_at);
}

/* ---- selection */

INLINE int is_barred(const search_t *s, const node_t *n, int move) {
  return n == s->root && move < s->n_barred && s->barred[move];
}
/* Whether no move was tried. */
INLINE int untouched(const search_t *s, const node_t *n) { return n->n_edges == (n == s->root ? s->n_told : 0); }
/* Takes what is left aside out of the moves of the root that are to be tried. Without chance, and for two players, its
   value is certain: it is lost. */
static void bar_untried(search_t *s) {
  node_t *n = s->root;
  const int certain = s->players == 2 && !s->stochastic, left = n->n_untried;
  double values[2] = {1.0, 1.0};
  values[n->seat == 1] = 0.0;
  n->n_untried = 0;
  for (int i = 0; i < left; i++) {
    int move = n->untried[i];
    if (!is_barred(s, n, move)) { n->untried[n->n_untried++] = move; continue; }
    int edge = certain ? edge_add(s, n, move) : -1;
    node_t *child = edge < 0 ? NULL : node_new(s, n, move);
    if (!child) continue;
    child->seat = n->seat == 0;
    n->edges[edge].first = n->edges[edge].recent = child;
    n->size++;
    s->nodes++;
  }
  s->n_told = 0;
  for (int i = 0; i < n->n_edges; i++) {
    if (!is_barred(s, n, n->edges[i].move)) continue;
    node_t *child = n->edges[i].recent;
    s->n_told++;
    if (certain && child && !child->proof) set_proof(s, child, values, s->barred[n->edges[i].move] == NEXT);
  }
}

INLINE int can_grow(const search_t *s) { return s->nodes < s->max_nodes && !s->full; }

/* The upper bound of a move that was tried. ref: the averages of all moves that count here, or NULL. */
INLINE double bound_of(const search_t *s, const node_t *n, const edge_t *edge, double width, const amaf_t *ref) {
  double mean = edge->total / edge->visits, times = ref ? amaf_visits(ref, n->names[edge->move]) : 0.0;
  double average = times > 0 ? ref->rows[n->names[edge->move]].total / times : 0.0;
  double beta = times / (times + edge->visits + 1e-6 * times * edge->visits);
  double bound = (1.0 - beta) * mean + beta * average + width / sqrt((double)edge->visits);
  if (s->weight > 0) {
    double h = history_mean(&s->history, n->names[edge->move], 0.5);
    bound += s->weight * h / (edge->visits * (1.0 - mean) + 1.0);
  }
  return bound;
}
/* The highest of these bounds, among moves without a proven result. */
static double best_bound(const search_t *s, const node_t *n, double width, const amaf_t *ref) {
  if (!s->guided) return 0.0;
  double best = -1.0;
  for (int i = 0; i < n->n_edges; i++) {
    const edge_t *edge = &n->edges[i];
    if (!edge->visits || proof_of(s, edge) || is_barred(s, n, edge->move)) continue;
    double bound = bound_of(s, n, edge, width, ref);
    if (bound > best) best = bound;
  }
  return best;
}
/* What is thought of a move that was not tried. */
INLINE double prior_of(const search_t *s, const node_t *n, int move, const amaf_t *ref) {
  int32_t name = n->names[move];
  double times = ref ? amaf_visits(ref, name) : 0.0;
  return times > 0 ? ref->rows[name].total / times : history_mean(&s->history, name, 0.5);
}
/* Where the untried move with the best history stands; of equals the first one from `start` on, in a circle. */
static int best_untried(const search_t *s, const node_t *n, int start, const amaf_t *ref) {
  double best = -1.0;
  int chosen = start;
  for (int j = 0; j < n->n_untried; j++) {
    int i = start + j < n->n_untried ? start + j : start + j - n->n_untried;
    double h = prior_of(s, n, n->untried[i], ref);
    if (h > best) { best = h; chosen = i; }
  }
  return chosen;
}
/* The index of the edge to try: of a move that was not tried yet, at random (with a history: of the best one, if its bound
   is the highest); else of the one with the highest upper bound, the first of equals. Moves with a proven result are not
   tried again while others are left. -1: no memory. taken: where an untried move stood in its list. */
static int select_edge(search_t *s, node_t *n, uint64_t *chance, int32_t *taken, const amaf_t *ref) {
  double width = s->exploration * sqrt(log(n->visits < 2 ? 2.0 : (double)n->visits));
  if (n->n_untried && (can_grow(s) || untouched(s, n))) {
    int k = (int)pick(chance, (uint32_t)n->n_untried);
    double bound = HUGE_VAL;
    if (s->guided) {
      k = best_untried(s, n, k, ref);
      double h = prior_of(s, n, n->untried[k], ref);
      bound = h + width + s->weight * h / (2.0 - h);
    }
    if (untouched(s, n) || bound >= best_bound(s, n, width, ref)) {
      int i = edge_add(s, n, n->untried[k]);
      if (i < 0 && untouched(s, n)) return -1;
      if (i >= 0) {
        n->untried[k] = n->untried[--n->n_untried];
        *taken = k;
        return i;
      }
    }
  }
  double best = -1.0, best_proven = -1.0;
  int chosen = -1, proven = -1;
  for (int i = 0; i < n->n_edges; i++) {
    const edge_t *edge = &n->edges[i];
    if (is_barred(s, n, edge->move)) continue;
    if (!edge->visits) return i; /* an iteration was broken off here */
    const double *proof = proof_of(s, edge);
    if (proof) {
      double v = proof[n->seat];
      if (v > best_proven || (v == best_proven && edge->move < n->edges[proven].move)) { best_proven = v; proven = i; }
      continue;
    }
    double bound = bound_of(s, n, edge, width, ref);
    if (bound > best || (bound == best && edge->move < n->edges[chosen].move)) { best = bound; chosen = i; }
  }
  return chosen < 0 ? proven : chosen;
}
