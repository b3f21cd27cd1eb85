/* Wins in one move, of whoever moves and of whoever moves next. search/decisive.py is the readable specification. */
enum { SAMPLES = 4, MOST_THREATS = 64, MOST_REPLIES = 4000 };

/* threats: keys of replies that won after some move. left: positions that may still be looked at after all replies. */
typedef struct { const search_t *places; uint64_t threats[MOST_THREATS]; int32_t n, left; } decisive_t;

/* What the position is worth to a seat; -1 as long as its place is open. */
static double worth_now(E *e, const search_t *s, int seat) {
  double values[MAX_SEATS];
  int p = 1;
  next_position(e);
  while (p < s->players && seat_of(e, s, p) != seat) p++;
  if ((unsigned)seat >= MAX_SEATS || (!e->s.over && !e->s.rank[p])) return -1.0;
  result_of(e, s, values);
  return values[seat];
}
/* What move m of the buffer is worth to a seat if it ends the game; else -1. */
static double worth_after(E *e, const search_t *s, int m, int seat) {
  whole_state_push(e);
  play_only(e, m);
  double value = worth_now(e, s, seat);
  whole_state_pop(e);
  return value;
}
INLINE int is_threat(const decisive_t *d, uint64_t key) {
  int k = 0;
  while (k < d->n && d->threats[k] != key) k++;
  return k < d->n;
}
/* Whether the next player wins by a reply to move m of the buffer: by one that is a threat, or with `all` by any, which
   becomes a threat. */
static int answered(E *e, decisive_t *d, int m, int seat, int all) {
  whole_state_push(e);
  play_only(e, m);
  next_position(e);
  const mark_t before = mark(e);
  int other = seat_of(e, d->places, e->s.mover), won = 0;
  if (!e->s.over && other != seat) {
    entry_moves(e);
    for (int i = before.moves, end = e->n_moves; i < end && !won; i++) {
      uint64_t key = move_key(&e->moves[i]);
      int threat = is_threat(d, key);
      if (!threat && !all) continue;
      if (all) d->left--;
      won = worth_after(e, d->places, i, other) >= 1.0;
      if (won && !threat && d->n < MOST_THREATS) d->threats[d->n++] = key;
    }
  }
  back_to(e, before);
  whole_state_pop(e);
  return won;
}
/* What is known of each of the n legal moves of a position, in rows: 0, SURE, OVER or NEXT. draws: how often a move has
   to win with other random numbers; 0 where there is no chance. Replies are looked at for so many seconds (below 0: no
   limit). */
EXPORT int lp_decisive(E *e, const search_t *places, const void *state, int draws, double seconds, char *rows, int n) {
  stopwatch_t clock = stopwatch(seconds);
  decisive_t d = {.places = places, .left = MOST_REPLIES};
  memset(rows, 0, (size_t)n);
  ENTER_AT(e, state); watch(e);
  next_position(e);
  entry_moves(e);
  const int seat = seat_of(e, places, e->s.mover);
  if (e->n_moves != n) return LP_OK;
  for (int k = 0; k < n; k++) {
    int wins = 0, losses = 0, tries = lp_max(1, draws);
    for (int i = 0; i < tries && wins + losses == i; i++) {
      whole_state_push(e);
      if (draws) { KEEP(e, e->s.rng); e->s.rng = (int64_t)reseeded((uint64_t)i); }
      double value = worth_after(e, places, k, seat);
      whole_state_pop(e);
      wins += value >= 1.0; losses += value == 0.0;
    }
    rows[k] = wins == tries ? SURE : losses == tries ? OVER : 0;
    if (rows[k] == SURE) return LP_OK;
  }
  for (int i = 0; i < SAMPLES && !draws && !late_now(&clock); i++) {
    int k = (int)((int64_t)n * i / SAMPLES);
    if (!rows[k] && answered(e, &d, k, seat, 1)) rows[k] = NEXT;
  }
  for (int k = 0; k < n && d.n && !late_now(&clock); k++)
    if (!rows[k] && (answered(e, &d, k, seat, 0) || (d.left > 0 && answered(e, &d, k, seat, 1)))) rows[k] = NEXT;
  int open = 0;
  while (open < n && rows[open]) open++;
  if (open == n) memset(rows, 0, (size_t)n); /* all moves lose: the search finds the one that loses last */
  return LP_OK;
}
