/* The engine and the functions that work on it. Included after state_t and ctx_t. */
#define MAX_SAVED 4000
#ifndef MOST_COPIED
#define MOST_COPIED 2560 /* bytes */
#endif
#define JOURNAL (TRIED_HEAD > MOST_COPIED || STATE_HEAD > 4 * MOST_COPIED)
#if DIGESTS
#define IF_DIGESTS(x) x
#else
#define IF_DIGESTS(x)
#endif
#if VERDICTS
#define IF_VERDICTS(x) x
#define CHANGED(m) ((m)->stamp = 0) /* called when a move in the buffer is written */
#define MOST_NUMBERS 8
#else
#define IF_VERDICTS(x)
#define CHANGED(m) ((void)0)
#define touch(e, site) ((void)0)
#define touch_all(e) ((void)0)
#define touch_changed(e, old, now) ((void)(old))
#endif
#if SIFTED
#define IF_SIFTED(x) x
#else
#define IF_SIFTED(x)
#endif
#if SPARES
#define IF_SPARED(x) x
typedef struct { move_t move; int32_t number, good, sure; } built_t; /* number: among all moves of the generator */
/* what counting finds of a filter: the answer for moves that are not tried, how many moves there are, the number of
   rounds at the end, the moves that were built, the number of the filter after it and those within it */
typedef struct { int32_t answer, n, rounds, begin, end, next; } filtered_t;
#else
#define IF_SPARED(x)
#endif
#include "core/profile.h"
/* Of memoised results: which are valid, which have become invalid at some time since the state was saved last, and which
   have been computed since then. */
typedef struct { uint64_t fresh[KEPT_WORDS], changed[KEPT_WORDS], redone[KEPT_WORDS]; } results_t;
/* The memory of one thread that evaluates rules. Nothing else is ever written, so any number of threads may run the
   same code, each with its own E. What every position uses comes first, because where there are many of these
   (vector/vector.h) each page of memory counts. */
typedef struct E {
  state_t s; /* first: Python reads the state where E begins */
  ctx_t c;
  const table_t *t[N_TABLES];
  move_t *moves;
  act_t *acts, *applied;
  int32_t n_moves, cap_moves, n_acts, cap_acts, n_applied, cap_applied, open_act, applied_base, applying;
  buffer_t *lists;
  int32_t n_lists, cap_lists;
  /* Saved states. Small states are copied. For large ones a journal records the value that each write replaced, and
     restoring undoes the writes. */
  int32_t n_saved, cap_saved;
  state_t *copies;
  struct { uint32_t at, old; } *journal;
  int32_t n_journal, cap_journal;
  int64_t ticks;      /* left until `ticks_used` is compared with the limit again */
  int64_t ticks_used; /* of the present position, those of `ticks` included */
  int64_t tick_limit; /* per position; another thread makes it negative to cancel the call: always read atomically */
  int32_t patient;    /* 0: a call that takes long is paused, and repeated where it can be cancelled */
  stopwatch_t watch;
  int32_t *out; /* what Python reads */
  int64_t cap_out;
  /* counting and choosing do not build moves: mode 1 counts, 2 builds move `target`, 3 asks for a move to `probe` */
  int32_t mode, target, building, counted, probe, found;
  int32_t enough; /* counting may stop beyond this number */
  int32_t n_modes;
  int32_t *rounds, n_rounds, cap_rounds, in_rounds;
  int32_t point, chosen_pass, chosen[MAX_CHOSEN]; /* the chosen move, see core/chosen.h */
#if LISTS
  listed_t *listed;
  int32_t cap_listed;
#endif
  int32_t n_grown; /* how often a buffer has grown */
  int32_t on_copy;   /* how deep in copies of the state on which rules draw; 0 where the game itself is played */
  int32_t recording; /* whether applied actions are recorded; playouts may not need them */
  results_t results;
  set_t kept[N_KEPT];
  int kept_int[N_KEPT];
  BY_SLOT
  int32_t has_start;
  int32_t status, detail;
  /* for the place of an error: the function where it occurred, the consequent being applied; -1 for none */
  int32_t where, consequent, field;
  int32_t depth; /* of recursive calls and of consequents */
  char *stack;
  PROFILE_STATE
  COVER_STATE
  trap_t trap;
  state_t start;      /* the state after `start`, if it is always the same one */
  struct { int32_t mode, target, building, counted, probe, found, enough; } modes[MAX_CALLS];
  int32_t begins[MAX_SAVED]; /* the journal's length when each state was saved */
  results_t results_before[MAX_SAVED];
#if DIGESTS /* core/repeats.h */
  struct { uint32_t known; uint64_t terms[DIGESTS]; } digests, digests_before[MAX_SAVED];
  uint32_t seen_known;
  uint64_t *seen[HASH_LISTS];
#endif
#if VERDICTS /* core/verdicts.h */
  int32_t keeps_verdicts, no_verdicts, late_verdicts, noting;
  set_t touched; /* sites that were written since verdicts were looked up last */
  struct verdicts *verdicts;
  struct {
    set_t sites;
    uint64_t read, written, change, digest;
    int32_t n_numbers, too_many, asked;
    int32_t shared; /* another function whose verdict the trial has found, or -1 */
    struct { int32_t at, value; } numbers[MOST_NUMBERS];
  } notes;
#endif
#if SPARES /* games/spared.h */
  struct { SPARED_SLOTS } spared; /* what the question has read */
  built_t *built;
  filtered_t *filtered;
  int32_t n_built, cap_built, first_built, n_filtered, cap_filtered, spares, sparing, sure;
#endif
#if SIFTED /* core/sifting.h */
  set_t *sifted;
  int32_t *refused;
  int32_t n_sifted, cap_sifted, n_refused, cap_refused, sift_first, sift_count, sift_target;
#endif
#ifdef VECTOR
  int64_t *noted; /* what is drawn, if anyone asks (vector/pool.h) */
  int32_t n_noted, cap_noted;
#endif
} E;
typedef E own_t;
#define OWN(e) (e)
/* what is too large to be inlined, except where all is one function */
#define SHARED static UNUSED
static __attribute__((noinline, unused)) void more_ticks(E *e, int where);
#include "core/thread.h"
static void more_ticks(E *e, int where) { e->ticks += next_ticks(e, where); }

static void state_copy(state_t *to, const state_t *from, int within);
static void tried_copy(state_t *to, const state_t *from);
static UNUSED int same_rest(const state_t *a, const state_t *b);
INLINE int is_fresh(E *e, int k) { return e->results.fresh[k / 64] >> (k % 64) & 1; }
INLINE void set_fresh(E *e, int k) {
  e->results.fresh[k / 64] |= 1ull << (k % 64);
  if (SAVES) e->results.redone[k / 64] |= 1ull << (k % 64);
}
/* Called when a field is written: the results that depend on it are no longer valid. */
INLINE void stale(E *e, int word, uint64_t which) {
  e->results.fresh[word] &= ~which;
  if (SAVES) e->results.changed[word] |= which;
}
/* Called when the whole state is replaced. */
INLINE void all_stale(E *e) {
  results_t *now = &e->results;
  for (int w = 0; w < KEPT_WORDS; w++) now->fresh[w] = 0, now->changed[w] = now->redone[w] = ~0ull;
  IF_DIGESTS(e->digests.known = e->seen_known = 0);
  IF_VERDICTS(e->no_verdicts = e->late_verdicts = 1);
}
/* Whether a memo holds what the function that made it gives now. */
#ifdef CHECK_KEPT
#define CHECK_MEMO(e, memo, now) do { __auto_type now_ = (now); \
  if (memcmp(&now_, &(memo), sizeof now_)) fail(e, -13); } while (0)
#else
#define CHECK_MEMO(e, memo, now) ((void)0)
#endif
INLINE E *deeper(E *e, int where) {
  const char *here = __builtin_frame_address(0); /* not of a variable: sanitizers keep some elsewhere */
  if (++e->depth > MAX_CALLS || e->stack - here > MAX_STACK) stop_at(e, LP_TOO_LONG, 3, where);
  return e;
}
INLINE void higher(E **e) { (*e)->depth--; }
/* At the head of a recursive function: counts the call depth. */
#define COUNT_CALLS E *counted_ __attribute__((cleanup(higher), unused)) = deeper(e, WHERE)

static UNUSED __attribute__((noinline)) void journal_grow(E *e) {
  e->journal = grow(e, e->journal, &e->cap_journal, sizeof *e->journal);
}
INLINE void keep_word(E *e, uint32_t at) {
  if (__builtin_expect(e->n_journal == e->cap_journal, 0)) journal_grow(e);
  uint32_t old;
  memcpy(&old, (const char *)&e->s + at, 4);
  e->journal[e->n_journal].at = at;
  e->journal[e->n_journal++].old = old;
}
/* Called before a part of the state is written: records the words that contain it. Fields lie at multiples of their
   size, so that one word holds a small one. */
INLINE void keep(E *e, const void *p, size_t size) {
  if (!JOURNAL || !e->n_saved) return;
  uint32_t at = (uint32_t)((const char *)p - (const char *)&e->s), end = at + (uint32_t)size;
  at &= ~3u;
  if (__builtin_constant_p(size) && size <= 4) { keep_word(e, at); return; }
  for (; at < end; at += 4) keep_word(e, at);
}
#define KEEP(e, field) keep(e, &(field), sizeof(field))

#include "core/cover_calls.h"
#include "core/numbers.h"
#include "core/chosen.h"
#include "core/moves.h"
#include "core/modes.h"
#include "core/apply.h"
#include "core/state.h"
#include "core/random.h"
#include "core/lists.h"
#if VERDICTS
#include "core/verdicts.h"
#endif
#if SIFTED
#include "core/sifting.h"
#endif
