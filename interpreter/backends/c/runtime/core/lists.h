/* Local lists. They lie in memory that the thread keeps. */
static __attribute__((noinline, cold, unused)) void more_lists(own_t *o) {
  int old = o->cap_lists;
  o->lists = grow(o, o->lists, &o->cap_lists, sizeof(buffer_t));
  memset(o->lists + old, 0, (size_t)(o->cap_lists - old) * sizeof(buffer_t));
}
SHARED list_t list_new(E *e, int n, const int *values) {
  own_t *o = OWN(e);
  if (__builtin_expect(e->n_lists == o->cap_lists, 0)) more_lists(o);
  buffer_t *b = &o->lists[e->n_lists];
  while (__builtin_expect(b->cap < n, 0)) b->v = grow(o, b->v, &b->cap, sizeof *b->v);
  b->n = n;
  for (int i = 0; i < n; i++) b->v[i] = values[i];
  return e->n_lists++;
}
INLINE void list_leave(E *e, int n) { e->n_lists = n; }
INLINE int list_len(E *e, list_t l) { return OWN(e)->lists[l].n; }
INLINE int list_at_where(E *e, list_t l, int i, int where) {
  const buffer_t *b = &OWN(e)->lists[l];
  if ((unsigned)i >= (unsigned)b->n) stop_at(e, LP_RULE, -6, where);
  return b->v[i];
}
#define list_at(e, l, i) list_at_where(e, l, i, WHERE)
INLINE int list_has(E *e, list_t l, int v) {
  const buffer_t *b = &OWN(e)->lists[l];
  for (int i = 0; i < b->n; i++) if (b->v[i] == v) return 1;
  return 0;
}
INLINE void one_more(E *e, buffer_t *b) {
  if (__builtin_expect(b->n == b->cap, 0)) b->v = grow(OWN(e), b->v, &b->cap, sizeof *b->v);
}
INLINE void list_push(E *e, list_t l, int v) {
  buffer_t *b = &OWN(e)->lists[l];
  one_more(e, b);
  b->v[b->n++] = v;
}
INLINE void list_set(E *e, list_t l, int i, int v) {
  buffer_t *b = &OWN(e)->lists[l];
  if ((unsigned)i >= (unsigned)b->n) fail(e, -6);
  b->v[i] = v;
}
SHARED void list_remove_at(E *e, list_t l, int i) {
  buffer_t *b = &OWN(e)->lists[l];
  if ((unsigned)i >= (unsigned)b->n) fail(e, -6);
  memmove(b->v + i, b->v + i + 1, (size_t)(b->n - i - 1) * sizeof *b->v);
  b->n--;
}
SHARED void list_insert(E *e, list_t l, int i, int v) {
  buffer_t *b = &OWN(e)->lists[l];
  if ((unsigned)i > (unsigned)b->n) fail(e, -6);
  one_more(e, b);
  memmove(b->v + i + 1, b->v + i, (size_t)(b->n - i) * sizeof *b->v);
  b->v[i] = v;
  b->n++;
}
INLINE void list_clear(E *e, list_t l) { OWN(e)->lists[l].n = 0; }
SHARED void list_sort(E *e, list_t l) {
  buffer_t *b = &OWN(e)->lists[l];
  for (int i = 1; i < b->n; i++) {
    int v = b->v[i], j = i;
    for (; j > 0 && b->v[j - 1] > v; j--) b->v[j] = b->v[j - 1];
    b->v[j] = v;
  }
}

/* List fields of the state (32-bit or 64-bit values), and members of its set fields. KEEP and keep note what a
   tried move changes. */
#define field_push(e, f, n, cap, capid, v) do { int v_ = (v); if (*(n) == (cap)) stop(e, LP_FULL, capid); \
  KEEP(e, (f)[*(n)]); KEEP(e, *(n)); (f)[(*(n))++] = v_; } while (0)
#define field_pop(e, f, n, cap, capid) do { if (*(n)) { KEEP(e, *(n)); (*(n))--; } } while (0)
#define field_clear(e, f, n, cap, capid) do { KEEP(e, *(n)); *(n) = 0; } while (0)
#define field_remove_at(e, f, n, cap, capid, i) do { int i_ = (i); \
  if ((unsigned)i_ >= (unsigned)*(n)) { fail(e, -6); } \
  KEEP(e, *(n)); keep(e, (f) + i_, (size_t)(*(n) - i_) * sizeof *(f)); \
  memmove((f) + i_, (f) + i_ + 1, (size_t)(*(n) - i_ - 1) * sizeof *(f)); (*(n))--; } while (0)
#define field_insert(e, f, n, cap, capid, i, v) do { int i_ = (i), v_ = (v); if (*(n) == (cap)) stop(e, LP_FULL, capid); \
  if ((unsigned)i_ > (unsigned)*(n)) { fail(e, -6); } \
  KEEP(e, *(n)); keep(e, (f) + i_, (size_t)(*(n) - i_ + 1) * sizeof *(f)); \
  memmove((f) + i_ + 1, (f) + i_, (size_t)(*(n) - i_) * sizeof *(f)); (f)[i_] = v_; (*(n))++; } while (0)
/* adds or removes one member of a set field */
#define KEEP_WORD(e, s, i) do { if ((unsigned)(i) < SET_WORDS * 64u) KEEP(e, (s)->w[(unsigned)(i) >> 6]); } while (0)
INLINE void field_set_add(UNUSED E *e, set_t *s, int i) {
  KEEP_WORD(e, s, i);
  if ((unsigned)i < SET_WORDS * 64u) set_add_known(s, i);
}
INLINE void field_set_drop(UNUSED E *e, set_t *s, int i) {
  KEEP_WORD(e, s, i);
  if ((unsigned)i < SET_WORDS * 64u) set_drop_known(s, i);
}
