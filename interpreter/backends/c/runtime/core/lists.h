/* Local lists. */
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
INLINE int list_at_where(E *e, list_t l, int i, int where) {
  if ((unsigned)i >= (unsigned)e->lists[l].n) stop_at(e, LP_RULE, -6, where);
  return e->lists[l].v[i];
}
#define list_at(e, l, i) list_at_where(e, l, i, WHERE)
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
#include "games/list_fields.h"
