/* Saving the state, going back to it, and digests of it. */
INLINE uint64_t mix_word(uint64_t h, uint64_t v) {
  h = (h ^ v) * 0xff51afd7ed558ccdull;
  return h ^ (h >> 32);
}
INLINE uint64_t mix(uint64_t h, const unsigned char *p) {
  uint64_t v;
  memcpy(&v, p, 8);
  return mix_word(h, v);
}
INLINE uint64_t word_of(const void *p, size_t n) { /* n: up to 8 bytes */
  uint64_t v = 0;
  memcpy(&v, p, n);
  return v;
}
/* four independent lanes: a single one would wait for each product */
static UNUSED uint64_t mix_bytes(uint64_t h, const void *data, size_t n) {
  const unsigned char *p = data;
  if (n >= 64) {
    uint64_t a = h, b = h + 1, c = h + 2, d = h + 3;
    for (; n >= 32; p += 32, n -= 32) { a = mix(a, p); b = mix(b, p + 8); c = mix(c, p + 16); d = mix(d, p + 24); }
    uint64_t four[] = {a, b, c, d};
    for (int i = 0; i < 4; i++) h = mix(h, (const unsigned char *)&four[i]);
  }
  for (; n >= 8; p += 8, n -= 8) h = mix(h, p);
  uint64_t v = n;
  memcpy(&v, p, n);
  h = (h ^ v) * 0xc4ceb9fe1a85ec53ull;
  return h ^ (h >> 29);
}
#if DIGESTS
#include "core/repeats.h"
#endif

/* Copies what tried moves may change: a short piece of known size, which compilers copy in narrower steps or by a call. */
typedef long long wide_t __attribute__((vector_size(32), may_alias, aligned(1)));
static UNUSED void copy_head(state_t *to, const state_t *from) {
  size_t i = 0;
#pragma GCC unroll 8
  for (; i + sizeof(wide_t) <= TRIED_HEAD; i += sizeof(wide_t))
    *(wide_t *)((char *)to + i) = *(const wide_t *)((const char *)from + i);
  memcpy((char *)to + i, (const char *)from + i, TRIED_HEAD - i);
}

#ifdef CHECK_JOURNAL
#define COPIES 1
#else
#define COPIES !JOURNAL
#endif
/* whole: what runs until the state is restored may be a whole ply; otherwise only what the rules themselves try. */
INLINE void save_state(E *e, UNUSED const int whole) {
  if (e->n_saved == MAX_SAVED) stop(e, LP_TOO_LONG, 1);
  if (COPIES) {
    if (e->n_saved == e->cap_saved) e->copies = grow(e, e->copies, &e->cap_saved, sizeof(state_t));
    state_t *copy = &e->copies[e->n_saved];
#ifdef CHECK_JOURNAL
    *copy = e->s;
#else
    if (whole) state_copy(copy, &e->s, 1); else tried_copy(copy, &e->s);
#endif
  }
  e->results_before[e->n_saved] = e->results;
  for (int w = 0; w < KEPT_WORDS; w++) e->results.changed[w] = e->results.redone[w] = 0;
  IF_DIGESTS(e->digests_before[e->n_saved] = e->digests);
  e->begins[e->n_saved++] = e->n_journal;
}
INLINE void restore_state(E *e, const int whole) {
  int begin = e->begins[--e->n_saved];
  IF_DIGESTS(e->digests = e->digests_before[e->n_saved]);
  /* A result is valid again if nothing that it depends on was written since the state was saved, or if it is still the
     one that was valid then. */
  const results_t *old = &e->results_before[e->n_saved];
  results_t *now = &e->results;
  for (int w = 0; w < KEPT_WORDS; w++) {
    const uint64_t before = old->fresh[w] & ~now->redone[w];
    now->fresh[w] = SAVES ? (now->fresh[w] & ~now->changed[w]) | before : 0;
    now->changed[w] |= old->changed[w];
    now->redone[w] |= old->redone[w];
  }
  if (!JOURNAL) {
    const state_t *copy = &e->copies[e->n_saved];
    if (whole) { state_copy(&e->s, copy, 1); return; }
    tried_copy(&e->s, copy);
#ifdef CHECK_JOURNAL
    if (!same_rest(&e->s, copy)) fail(e, -9);
#endif
    return;
  }
  while (e->n_journal > begin) {
    e->n_journal--;
    memcpy((char *)&e->s + e->journal[e->n_journal].at, &e->journal[e->n_journal].old, 4);
  }
  if (COPIES && memcmp(&e->copies[e->n_saved], &e->s, sizeof e->s)) fail(e, -9);
}
static UNUSED void state_push(E *e) { save_state(e, 0); }
static UNUSED void state_pop(E *e) { restore_state(e, 0); }
static UNUSED void whole_state_push(E *e) { save_state(e, 1); }
static UNUSED void whole_state_pop(E *e) { restore_state(e, 1); }
/* Other random numbers from here on. */
INLINE void set_rng(E *e, int64_t rng) {
  KEEP(e, e->s.rng);
  e->s.rng = rng;
#if DRAWS_ON_COPIES
  KEEP(e, e->s.copies_rng);
  e->s.copies_rng = rng;
#endif
}
#if DRAWS_ON_COPIES
/* Copies of the state on which rules draw random numbers: these come from the generator `copies_rng`, which goes on when
   the state is restored. `whole_state_push` is for what plays the game itself on a copy. */
INLINE void seed_copies(E *e) {
  if (e->on_copy) return;
  KEEP(e, e->s.copies_rng);
  e->s.copies_rng = e->s.rng;
}
static UNUSED void copy_push(E *e) { whole_state_push(e); e->on_copy++; }
static UNUSED void copy_pop(E *e) {
  int64_t drawn = e->s.copies_rng;
  whole_state_pop(e);
  e->on_copy--;
  KEEP(e, e->s.copies_rng);
  e->s.copies_rng = drawn;
}
#endif
/* A field whose place is only known at run time: n values of a width in bytes, from byte `at`; -1: the game has none. */
typedef struct { int64_t at, width, n; } column_t;
INLINE int field_value(const E *e, int64_t at, int64_t width) {
  const char *p = (const char *)&e->s + at;
  int8_t a; int16_t b; int32_t c;
  if (width == 1) { memcpy(&a, p, 1); return a; }
  if (width == 2) { memcpy(&b, p, 2); return b; }
  memcpy(&c, p, 4);
  return c;
}
INLINE int column_value(const E *e, const column_t *c, int64_t i) { return field_value(e, c->at + i * c->width, c->width); }
/* The seat, from 0, of a player, from 1. Players who change sides keep their seats: `order` has them. */
INLINE int seat_in(const E *e, int64_t order_at, int64_t width, int player) {
  return (order_at < 0 ? player : field_value(e, order_at + player * width, width)) - 1;
}
