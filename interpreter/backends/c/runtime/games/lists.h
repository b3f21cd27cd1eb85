/* Local lists in random games: as in core/lists.h, but in memory that the thread keeps. */
static __attribute__((noinline, cold, unused)) void *grown(O *o, void *p, int32_t *cap, int32_t n, size_t size) {
  int32_t more = *cap ? *cap : 16;
  while (more < n) more *= 2;
  void *q = more > 1 << 26 ? NULL : realloc(p, (size_t)more * size);
  if (!q) stop_out(o, LP_MEMORY, 0);
  *cap = more;
  return q;
}
static __attribute__((noinline, cold, unused)) void more_lists(O *o) {
  int old = o->cap_lists;
  o->lists = grown(o, o->lists, &o->cap_lists, old + 1 > 16 ? old * 2 : 16, sizeof(buffer_t));
  memset(o->lists + old, 0, (size_t)(o->cap_lists - old) * sizeof(buffer_t));
}
INLINE list_t list_new(E *e, int n, const int *values) {
  O *o = e->o;
  if (__builtin_expect(e->n_lists == o->cap_lists, 0)) more_lists(o);
  buffer_t *b = &o->lists[e->n_lists];
  if (__builtin_expect(b->cap < n, 0)) b->v = grown(o, b->v, &b->cap, n, sizeof *b->v);
  b->n = n;
  for (int i = 0; i < n; i++) b->v[i] = values[i];
  return e->n_lists++;
}
INLINE void list_leave(E *e, int n) { e->n_lists = n; }
INLINE int list_len(E *e, list_t l) { return e->o->lists[l].n; }
INLINE int list_at(E *e, list_t l, int i) {
  const buffer_t *b = &e->o->lists[l];
  if ((unsigned)i >= (unsigned)b->n) stop(e, LP_RULE, -6);
  return b->v[i];
}
INLINE int list_has(E *e, list_t l, int v) {
  const buffer_t *b = &e->o->lists[l];
  for (int i = 0; i < b->n; i++) if (b->v[i] == v) return 1;
  return 0;
}
INLINE void list_room(E *e, buffer_t *b) {
  if (__builtin_expect(b->n == b->cap, 0)) b->v = grown(e->o, b->v, &b->cap, b->n + 1, sizeof *b->v);
}
INLINE void list_push(E *e, list_t l, int v) {
  buffer_t *b = &e->o->lists[l];
  list_room(e, b);
  b->v[b->n++] = v;
}
INLINE void list_set(E *e, list_t l, int i, int v) {
  buffer_t *b = &e->o->lists[l];
  if ((unsigned)i >= (unsigned)b->n) stop(e, LP_RULE, -6);
  b->v[i] = v;
}
INLINE void list_remove_at(E *e, list_t l, int i) {
  buffer_t *b = &e->o->lists[l];
  if ((unsigned)i >= (unsigned)b->n) stop(e, LP_RULE, -6);
  memmove(b->v + i, b->v + i + 1, (size_t)(b->n - i - 1) * sizeof *b->v);
  b->n--;
}
INLINE void list_insert(E *e, list_t l, int i, int v) {
  buffer_t *b = &e->o->lists[l];
  if ((unsigned)i > (unsigned)b->n) stop(e, LP_RULE, -6);
  list_room(e, b);
  memmove(b->v + i + 1, b->v + i, (size_t)(b->n - i) * sizeof *b->v);
  b->v[i] = v;
  b->n++;
}
INLINE void list_clear(E *e, list_t l) { e->o->lists[l].n = 0; }
INLINE void list_sort(E *e, list_t l) {
  buffer_t *b = &e->o->lists[l];
  for (int i = 1; i < b->n; i++) {
    int v = b->v[i], j = i;
    for (; j > 0 && b->v[j - 1] > v; j--) b->v[j] = b->v[j - 1];
    b->v[j] = v;
  }
}
#include "games/list_fields.h"
