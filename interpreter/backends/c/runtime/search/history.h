/* The history of a search: how well moves did in all its games, whatever the position. A move is known by who makes it,
   from where and to where; its name here is a number. */
typedef struct { double visits, total; } tally_t;
typedef struct {
  struct { uint64_t key; int32_t name; } *slots; /* open addressing; a power of two; a name below 0 is empty */
  tally_t *rows;                                 /* by name */
  int32_t n_slots, n_rows;
} history_t;

INLINE uint64_t history_key(int seat, int mover, int from, int to) {
  return (uint64_t)(uint32_t)(seat + 1) << 58 ^ (uint64_t)(uint32_t)mover << 52 ^ (uint64_t)(uint32_t)(from + 1) << 26 ^
         (uint64_t)(uint32_t)(to + 1);
}
/* Where a move has its slot, or the empty one that would be its own. */
INLINE uint32_t history_slot(const history_t *h, uint64_t key) {
  const uint32_t most = (uint32_t)(h->n_slots - 1);
  uint32_t at = (uint32_t)((key * 0x9e3779b97f4a7c15ull) >> 33) & most;
  while (h->slots[at].name >= 0 && h->slots[at].key != key) at = (at + 1) & most;
  return at;
}
static int history_grow(history_t *h) {
  int32_t n = h->n_slots ? 2 * h->n_slots : 1024;
  void *slots = malloc((size_t)n * sizeof *h->slots), *rows = realloc(h->rows, (size_t)(n / 2) * sizeof *h->rows);
  if (rows) h->rows = rows;
  if (!slots || !rows) { free(slots); return 0; }
  history_t old = *h;
  h->slots = slots;
  h->n_slots = n;
  for (int32_t i = 0; i < n; i++) h->slots[i].name = -1;
  for (int32_t i = 0; i < old.n_slots; i++)
    if (old.slots[i].name >= 0) h->slots[history_slot(h, old.slots[i].key)] = old.slots[i];
  free(old.slots);
  return 1;
}
/* The name of a move; -1 without memory. */
static int32_t history_name(history_t *h, uint64_t key) {
  if (h->n_rows >= h->n_slots / 2 && !history_grow(h)) return -1;
  const uint32_t at = history_slot(h, key);
  if (h->slots[at].name >= 0) return h->slots[at].name;
  h->slots[at].key = key;
  h->slots[at].name = h->n_rows;
  h->rows[h->n_rows].visits = h->rows[h->n_rows].total = 0.0;
  return h->n_rows++;
}
/* The name of a move; -1 where it has none. */
static int32_t history_find(const history_t *h, uint64_t key) {
  return h->n_slots ? h->slots[history_slot(h, key)].name : -1;
}
/* The mean value of a move; `unknown` where it was never made. */
INLINE double history_mean(const history_t *h, int32_t name, double unknown) {
  return name >= 0 && h->rows[name].visits > 0 ? h->rows[name].total / h->rows[name].visits : unknown;
}
INLINE void tally_add(tally_t *t, double value) { t->visits += 1; t->total += value; }
INLINE void history_add(history_t *h, int32_t name, double value) {
  if (name >= 0) tally_add(&h->rows[name], value);
}
static void history_clear(history_t *h) {
  for (int32_t i = 0; i < h->n_rows; i++) h->rows[i].visits = h->rows[i].total = 0.0;
}
static void history_free(history_t *h) { free(h->slots); free(h->rows); }
