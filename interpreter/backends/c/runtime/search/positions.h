/* Positions as searches see them: seats, results, digests, and moves that are listed one position at a time. */
INLINE int seat_of(const E *e, const search_t *s, int player) {
  return seat_in(e, s->order_at, s->order_width, player < 1 ? (int)s->players : player);
}
/* What the result is worth to each seat: 1 for the first place, 0 for the last, 0.5 where it is undecided. */
static void result_of(const E *e, const search_t *s, double *values) {
  int last = s->players;
  for (int p = 1; p <= last; p++) {
    double place = e->s.rank[p] / 2.0;
    double v = place == 0.0 ? 0.5 : last == 1 ? (place == 1.0 ? 1.0 : 0.0) : (last - place) / (last - 1);
    int seat = seat_of(e, s, p);
    if ((unsigned)seat < MAX_SEATS) values[seat] = v;
  }
}
/* The key of a position in a table of results: a digest of its parts, and of the seats of the players. */
static uint64_t key_of(const E *e, const search_t *s) {
  uint64_t h = 0x9e3779b97f4a7c15ull;
  const char *base = (const char *)&e->s;
  for (int i = 0; i < s->n_parts; i++) {
    const part_t *part = &s->parts[i];
    if (part->n_at >= 0) {
      int32_t n;
      memcpy(&n, base + part->n_at, sizeof n);
      h = mix_bytes(h, base + part->at, (size_t)n * (size_t)part->width);
    } else if (part->rows) {
      size_t row = (size_t)(part->size / part->rows);
      for (int r = 0; r < part->rows; r++) {
        int height = field_value(e, part->heights_at + 2 * r, 2);
        h = mix_bytes(h, base + part->at + (size_t)r * row, (size_t)height * (size_t)part->width);
      }
    } else h = mix_bytes(h, base + part->at, (size_t)part->size);
  }
  if (s->order_at >= 0)
    h = mix_bytes(h, (const char *)&e->s + s->order_at, (size_t)s->order_width * (size_t)(s->players + 1));
  return h;
}
/* The key of a position that does not tell how long the game is (search_passes). Of the past it has what the question
   whether all players have passed in turn can depend on (lower/flow/all_passed.py): where nobody has passed lately, only
   who made the last move. */
static uint64_t cycle_key(const E *e, const search_t *s) {
  uint64_t h = key_of(e, s);
  if (!s->n_past) return h;
  const char *base = (const char *)&e->s;
  int moves = field_value(e, s->moves_at, s->moves_width), latest = field_value(e, s->latest_at, 4);
  int near = latest && moves - latest < s->n_past, most = near ? s->n_past : 1;
  for (int k = 1; k <= most && k <= moves; k++) {
    int at = (moves - k) % s->n_past;
    h = (h ^ (uint64_t)(2 * (uint8_t)base[s->movers_at + at] + (near && base[s->passes_at + at]))) * 0xff51afd7ed558ccdull;
    h ^= h >> 32;
  }
  return h;
}
/* The number of legal moves. They are in the buffer only if the game's moves cannot be selected. */
INLINE int list_moves(E *e) {
  CLEAR(e);
  next_position(e);
  if (e->s.over) return 0;
  if (SELECTABLE) return count_moves(e);
  entry_moves(e);
  return e->n_moves;
}
/* After list_moves: where move k stands in the buffer. */
INLINE int listed(E *e, int k) {
  if (SELECTABLE) { choose_move(e, k); return 0; }
  return k;
}
/* Plays the move that `listed` has found. rng: the random numbers from here on, with `reseed`. */
INLINE void play_listed(E *e, int m, uint64_t rng, int reseed) {
  if (reseed) e->s.rng = (int64_t)rng;
  if (SELECTABLE) play_chosen(e); else entry_play(e, m);
}
INLINE uint64_t reseeded(uint64_t bits) { return splitmix(&bits); }

/* Whether the player to move has one of these seats, which are bits. */
INLINE int moves_for(const E *e, const search_t *s, uint64_t seats) {
  const int seat = seat_of(e, s, e->s.mover);
  return (unsigned)seat < MAX_SEATS && seats >> seat & 1;
}

/* The digest of the moves in the buffer from `first` on: dice may show in them alone. */
static uint64_t digest_moves(const E *e, uint64_t h, int first) {
  for (int i = first; i < e->n_moves; i++) {
    const move_t *m = &e->moves[i];
    int32_t head[] = {m->mover, m->from, m->to, m->level_min, m->level_max, m->n_act, m->n_then};
    h = mix_bytes(mix_bytes(h, head, sizeof head), m->then, m->n_then * sizeof *m->then);
    for (int k = 0; k < m->n_act; k++) {
      const act_t *a = &e->acts[m->act + k];
      int32_t kind[] = {a->kind, a->decision};
      h = mix_bytes(mix_bytes(h, kind, sizeof kind), a->p, (size_t)N_PARAMS[a->kind] * sizeof *a->p);
    }
  }
  return h;
}
/* The digest of a position and of its moves, with what chance draws for them. The position stays as it is. */
static uint64_t outcome(E *e, const search_t *s) {
  const mark_t before = mark(e);
  whole_state_push(e);
  next_position(e);
  if (!e->s.over) entry_moves(e);
  const uint64_t h = digest_moves(e, key_of(e, s), before.moves);
  whole_state_pop(e);
  back_to(e, before);
  return h;
}
