/* List fields of the state (32-bit or 64-bit values), and members of its set fields. The file that includes this has
   KEEP and keep, which note what a tried move changes. */
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
