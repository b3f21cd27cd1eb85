/* How well moves did in all games through a position, by their names in the history (all moves as first). */
typedef struct amaf {
  struct amaf *next, *idle; /* of all; of those that no position has */
  tally_t *rows;
  int32_t n_rows;
} amaf_t;

INLINE double amaf_visits(const amaf_t *a, int32_t name) { return name >= 0 && name < a->n_rows ? a->rows[name].visits : 0.0; }
static void amaf_clear(amaf_t *a) {
  free(a->rows);
  a->rows = NULL;
  a->n_rows = 0;
}
