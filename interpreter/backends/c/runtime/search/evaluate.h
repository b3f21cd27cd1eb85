/* What a position looks worth to each player, by the tables of heuristics/tables.py. heuristics/values.py is the readable
   specification; sums are made in the same order here, so that the values are equal to the last bit. */
enum { AS_IT_IS, BY_PLACEMENT, TANH, LOGISTIC }; /* transformations */

/* Terms that are added up before they are transformed; tables are NULL where no term needs them. */
typedef struct {
  int32_t transformation, length;
  double weight, mobility, influence, all_mobility, all_influence, score, mover, line;
  union {
    struct { const double *pieces, *values, *safe, *hands, *hand_values, *counts, *constants; };
    const double *tables[7];
  };
} group_t;
typedef struct { int32_t component, site, level, type; } piece_t;
typedef struct {
  /* as Python writes it; length: of the longest lines */
  int64_t players, sites, components, places, board_sites, type, simple, most_sites, only, n_groups, lists, n_line_sites, length;
  column_t what[3], who[3], count[3], height[3], value[3], owned_n, owned, score, n_start, prev;
  const int32_t *owners, *hand_players /* bits, by site */, *line_at, *lines;
  group_t *groups;
  /* of the position that is evaluated */
  piece_t *pieces;
  int32_t n_pieces, cap_pieces, mover;
  int32_t mobility[MAX_SEATS]; /* by player, -1: not known */
  double influence[MAX_SEATS];
  uint8_t *reached;   /* [player][site]: whether a move leads there or captures there */
  uint8_t *counted;   /* sites whose lines are counted already */
} heuristics_t;

static void add_piece(E *e, heuristics_t *h, int component, int site, int level, int type) {
  if (h->n_pieces == h->cap_pieces) h->pieces = grow(e, h->pieces, &h->cap_pieces, sizeof *h->pieces);
  h->pieces[h->n_pieces++] = (piece_t){component, lp_min(site, h->sites - 1), level, type};
}
/* Finds the pieces, by the lists of positions where the state has them. */
static void find_pieces(E *e, heuristics_t *h) {
  h->n_pieces = 0;
  if (h->owned.at >= 0) {
    int room = h->owned.n / h->owned_n.n, bits = site_bits(h->most_sites);
    for (int c = 1; c < h->owned_n.n; c++) {
      int n = column_value(e, &h->owned_n, c);
      for (int i = 0; i < n; i++) {
        int code = column_value(e, &h->owned, c * room + i);
        if (h->simple) add_piece(e, h, c, code, 0, h->only);
        else add_piece(e, h, c, code_site(code, bits), code >> (2 + bits), code & 3);
      }
    }
    return;
  }
  for (int type = 0; type < 3; type++) {
    const column_t *what = &h->what[type], *tall = &h->height[type];
    if (what->at < 0) continue;
    int step = tall->at < 0 ? 1 : what->n / tall->n;
    for (int site = 0; site < what->n / step; site++) {
      int levels = tall->at < 0 ? 1 : column_value(e, tall, site);
      for (int level = 0; level < levels; level++) {
        int c = column_value(e, what, site * step + level);
        if (c > 0 && c < h->components) add_piece(e, h, c, site, level, type);
      }
    }
  }
}
static int count_on(const E *e, const heuristics_t *h, int type, int site) {
  const column_t *what = &h->what[type], *tall = &h->height[type], *count = &h->count[type];
  if (what->at < 0 || site >= (tall->at >= 0 ? tall->n : what->n)) return 0;
  if (tall->at >= 0) return column_value(e, tall, site) > 0;
  return count->at >= 0 ? column_value(e, count, site) : column_value(e, what, site) != 0;
}
static int value_on(const E *e, const heuristics_t *h, const piece_t *p) {
  const column_t *value = &h->value[p->type], *tall = &h->height[p->type];
  if (value->at < 0) return 0;
  return column_value(e, value, p->site * (tall->at < 0 ? 1 : value->n / tall->n) + p->level);
}
/* The owner of what lies on top of a site of the board. */
static int who_on(const E *e, const heuristics_t *h, int site) {
  const column_t *who = &h->who[h->type], *tall = &h->height[h->type];
  if (who->at < 0 || site >= (tall->at >= 0 ? tall->n : who->n)) return 0;
  if (tall->at < 0) return column_value(e, who, site);
  int height = column_value(e, tall, site);
  return height ? column_value(e, who, site * (who->n / tall->n) + height - 1) : 0;
}

/* ---- moves */

INLINE int is_remove(int kind) { return kind == ACT_remove || kind == ACT_remove_level || kind == ACT_remove_later; }

/* Notes what the moves first … end - 1 of the buffer reach. */
static void note_moves(E *e, heuristics_t *h, int player, int first, int end) {
  h->mobility[player] = end - first;
  if (!h->lists) return;
  uint8_t *reached = h->reached + (size_t)player * (size_t)h->sites;
  int distinct = 0;
  memset(reached, 0, (size_t)h->sites);
  for (int i = first; i < end; i++) {
    int to = e->moves[i].to;
    if (to < 0) continue;
    to = lp_min(to, h->sites - 1);
    distinct += !(reached[to] & 1);
    reached[to] |= 1;
    for (int k = 0; k < e->moves[i].n_act; k++) {
      const act_t *a = &e->acts[e->moves[i].act + k];
      if (is_remove(a->kind) && a->p[1] >= 0 && a->p[1] < h->board_sites) reached[a->p[1]] |= 2;
    }
  }
  h->influence[player] = distinct / (double)h->places;
}
/* The number of legal moves, while others stand in the buffer. */
static int count_beside(E *e) {
  const mark_t before = mark(e);
  if (SELECTABLE) { e->mode = 1; e->n_rounds = e->in_rounds = 0; entry_count(e); e->mode = 0; }
  else entry_moves(e);
  int n = e->n_moves - before.moves;
  back_to(e, before);
  return n;
}
/* Finds the moves of a player, as if it were that player's turn. */
static void find_moves(E *e, heuristics_t *h, int player) {
  if (h->mobility[player] >= 0) return;
  if (player == h->mover && !h->lists) { h->mobility[player] = count_beside(e); return; }
  const mark_t before = mark(e);
  const int other = player != h->mover;
  if (other) {
    whole_state_push(e);
    if (h->prev.at >= 0) {
      char *prev = (char *)&e->s + h->prev.at;
      keep(e, prev, (size_t)h->prev.width);
      memcpy(prev, &h->mover, (size_t)h->prev.width);
    }
    KEEP(e, e->s.mover);
    e->s.mover = player;
    all_stale(e);
  }
  entry_moves(e);
  note_moves(e, h, player, before.moves, e->n_moves);
  back_to(e, before);
  if (other) whole_state_pop(e);
}

/* ---- lines */

/* How far one can go along n sites, how many of the player's pieces the first 0, 1, … of them hold, and whether it ends
   before a piece of another player. */
static int walk_line(const E *e, const heuristics_t *h, const int32_t *sites, int n, int player, int32_t *mine,
                     int *blocked) {
  int far = 0;
  mine[0] = 0;
  *blocked = 0;
  for (int i = 0; i < n && !h->counted[sites[i]]; i++) {
    int who = who_on(e, h, sites[i]);
    if (who && who != player) { *blocked = 1; break; }
    mine[far + 1] = mine[far] + (who == player);
    far++;
  }
  return far;
}
enum { LONGEST_LINE = 64 };
static double line_value(const E *e, heuristics_t *h, int length, int player) {
  double best = 0.0, second = -1.0;
  int found = 0;
  int32_t ahead[LONGEST_LINE + 1], behind[LONGEST_LINE + 1];
  memset(h->counted, 0, (size_t)h->sites);
  for (int k = 0; k < h->n_pieces; k++) {
    const piece_t *p = &h->pieces[k];
    if (h->owners[p->component] != player || p->site >= h->n_line_sites) continue;
    const int32_t *at = h->lines + h->line_at[p->site], *end = h->lines + h->line_at[p->site + 1];
    while (at < end) {
      int n = at[0], m = at[1], stops_ahead, stops_behind;
      int far = walk_line(e, h, at + 2, lp_min(n, length), player, ahead, &stops_ahead);
      int back_far = walk_line(e, h, at + 2 + n, lp_min(m, length), player, behind, &stops_behind);
      at += 2 + n + m;
      for (int back = 0; back < length; back++) {
        int front = length - 1 - back;
        if (back > back_far || front > far) continue;
        double value = (1 + ahead[front] + behind[back]) / (double)length;
        if (stops_ahead && front == far) value *= 0.5;
        if (stops_behind && back == back_far) value *= 0.5;
        if (!found || value > best) { second = found ? best : -1.0; best = value; }
        else if (value > second) second = value;
        found = 1;
      }
    }
    h->counted[p->site] = 1;
  }
  return best + second / 2.0;
}

/* ---- values */

static double group_sum(E *e, heuristics_t *h, const group_t *g, int player) {
  double total = g->constants ? g->constants[player] : 0.0;
  if (g->pieces || g->values || g->hands || g->hand_values)
    for (int k = 0; k < h->n_pieces; k++) {
      const piece_t *p = &h->pieces[k];
      int owner = h->owners[p->component];
      size_t at = (size_t)p->component * (size_t)h->sites + (size_t)p->site;
      if (owner == player) {
        if (g->pieces) total += g->pieces[at];
        if (g->values) total += g->values[at] * value_on(e, h, p);
      } else if (!owner && !p->type && h->hand_players[p->site] >> player & 1) {
        if (g->hands) total += g->hands[at] * count_on(e, h, 0, p->site);
        if (g->hand_values) total += g->hand_values[at] * count_on(e, h, 0, p->site) * value_on(e, h, p);
      }
    }
  if (g->counts)
    for (int site = 0; site < h->sites; site++) {
      double factor = g->counts[player * h->sites + site];
      if (factor != 0.0) total += factor * count_on(e, h, h->type, site);
    }
  int moves = player == h->mover;
  if (g->score != 0.0) total += g->score * column_value(e, &h->score, player);
  if (g->mover != 0.0 && moves) total += g->mover;
  if (g->mobility != 0.0 && moves) { find_moves(e, h, player); total += g->mobility * h->mobility[player]; }
  if (g->all_mobility != 0.0) { find_moves(e, h, player); total += g->all_mobility * h->mobility[player]; }
  if (g->influence != 0.0 && moves) { find_moves(e, h, player); total += g->influence * h->influence[player]; }
  if (g->all_influence != 0.0) { find_moves(e, h, player); total += g->all_influence * h->influence[player]; }
  if (g->line != 0.0) total += g->line * line_value(e, h, g->length, player);
  if (g->safe) {
    for (int q = 1; q <= h->players; q++) if (q != player && q != h->mover) find_moves(e, h, q);
    for (int k = 0; k < h->n_pieces; k++) {
      const piece_t *p = &h->pieces[k];
      int safe = h->owners[p->component] == player && (p->type || p->site < h->board_sites);
      for (int q = 1; q <= h->players && safe; q++)
        if (q != player && q != h->mover) safe = !h->reached[(size_t)q * (size_t)h->sites + (size_t)p->site];
      if (safe) total += g->safe[p->component];
    }
  }
  return total;
}
/* The value for each player, from player 1 (index 1) on. first, end: the legal moves in the buffer; -1: they are not
   there. */
static void evaluate(E *e, heuristics_t *h, int first, int end, double *values) {
  find_pieces(e, h);
  h->mover = e->s.mover;
  for (int p = 0; p <= h->players; p++) { h->mobility[p] = -1; values[p] = 0.0; }
  if (first >= 0) note_moves(e, h, h->mover, first, end);
  for (int p = 1; p <= h->players; p++)
    for (int k = 0; k < h->n_groups; k++) {
      const group_t *g = &h->groups[k];
      double v = group_sum(e, h, g, p);
      if (g->transformation == BY_PLACEMENT) v /= lp_max(1, column_value(e, &h->n_start, 0));
      else if (g->transformation == TANH) v = tanh(v);
      else if (g->transformation == LOGISTIC) v = 1.0 / (1.0 + exp(v < 700.0 ? v : 700.0));
      values[p] += g->weight * v;
    }
}

EXPORT void lp_evaluate_free(heuristics_t *h) {
  if (!h) return;
  free(h->groups); free(h->pieces); free(h->reached); free(h->counted); free(h);
}
enum { GROUP_NUMBERS = 9, GROUP_FACTORS = 8 };
/* numbers: those of heuristics_t, then for each group transformation, length and the places of its tables (-1: none).
   factors: of each group, in the order of group_t. All arrays have to stay where they are.
   NULL without memory. */
EXPORT heuristics_t *lp_evaluate_new(const int64_t *numbers, const double *factors, const double *tables,
                                     const int32_t *owners, const int32_t *hand_players, const int32_t *line_at,
                                     const int32_t *lines) {
  heuristics_t *h = calloc(1, sizeof *h);
  if (!h) return NULL;
  const size_t head = offsetof(heuristics_t, owners);
  memcpy(h, numbers, head);
  numbers += head / sizeof *numbers;
  h->owners = owners; h->hand_players = hand_players; h->line_at = line_at; h->lines = lines;
  h->groups = calloc((size_t)h->n_groups + 1, sizeof *h->groups);
  h->reached = calloc((size_t)(h->players + 2), (size_t)h->sites);
  h->counted = calloc(1, (size_t)h->sites);
  if (!h->groups || !h->reached || !h->counted) { lp_evaluate_free(h); return NULL; }
  for (int k = 0; k < h->n_groups; k++, numbers += GROUP_NUMBERS, factors += GROUP_FACTORS) {
    group_t *g = &h->groups[k];
    g->transformation = (int32_t)numbers[0]; g->length = (int32_t)numbers[1];
    for (int t = 0; t < GROUP_NUMBERS - 2; t++) g->tables[t] = numbers[2 + t] < 0 ? NULL : tables + numbers[2 + t];
    memcpy(&g->weight, factors, GROUP_FACTORS * sizeof *factors);
  }
  return h;
}
/* The value of a position, before its moves are found, for each player: players + 1 numbers, of which the first is unused. */
EXPORT int lp_evaluate(E *e, heuristics_t *h, const void *state, double *values) {
  ENTER_AT(e, state);
  e->recording = RECORDS;
  if (!e->s.over) entry_moves(e); /* what chance draws for them belongs to the position */
  evaluate(e, h, 0, e->n_moves, values);
  return LP_OK;
}
