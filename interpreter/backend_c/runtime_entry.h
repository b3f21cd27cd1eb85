/* What Python calls. Every entry returns a status; results stay in the engine until the next entry. */
#define EXPORT __attribute__((visibility("default")))
#define ENTER(e) do { (e)->status = LP_OK; (e)->where = (e)->consequent = -1; (e)->depth = 0; \
  (e)->stack = (char *)__builtin_frame_address(0); (e)->ticks = 0; (e)->n_saved = (e)->n_journal = 0; (e)->n_lists = 0; \
  (e)->mode = (e)->building = (e)->n_modes = 0; (e)->enough = INT32_MAX; (e)->recording = 1; touch(e); \
  if (setjmp((e)->trap)) return (e)->status; } while (0)
#define CLEAR(e) do { (e)->n_moves = (e)->n_acts = (e)->n_applied = (e)->applied_base = 0; (e)->n_lists = 0; } while (0)

EXPORT E *lp_new(void) { E *e = calloc(1, sizeof(E)); if (e) e->tick_limit = MAX_STEPS; return e; }
EXPORT void lp_free(E *e) {
  if (!e) return;
  for (int i = 0; i < e->cap_lists; i++) free(e->lists[i].v);
  free(e->lists); free(e->rounds); free(e->moves); free(e->acts); free(e->applied); free(e->journal); free(e->copies); free(e);
}
EXPORT void lp_table(E *e, int i, const void *t) { e->t[i] = t; }
EXPORT void lp_limit(E *e, int64_t ticks) { e->tick_limit = ticks; }
EXPORT long lp_state_size(void) { return (long)sizeof(state_t); }
EXPORT int lp_max_params(void) { return MAX_PARAMS; }
EXPORT int lp_detail(E *e) { return e->detail; }
EXPORT int lp_field(E *e) { return e->field; }
EXPORT int lp_where(E *e) { return e->where; }
EXPORT int lp_consequent(E *e) { return e->consequent; }
EXPORT const long *lp_layout_table(void) { return lp_layout; }

EXPORT int lp_start(E *e, void *state, int64_t rng) {
  ENTER(e); CLEAR(e); ctx_init(e); state_init(e);
  e->s.rng = rng;
  entry_start(e);
  memcpy(state, &e->s, sizeof e->s);
  return LP_OK;
}
EXPORT int lp_moves(E *e, void *state) {
  ENTER(e); CLEAR(e); ctx_init(e);
  memcpy(&e->s, state, sizeof e->s);
  entry_moves(e);
  memcpy(state, &e->s, sizeof e->s);
  return LP_OK;
}
static void import_move(E *e, const int32_t *m) {
  move_open(e);
  const int32_t *p = m + 7 + m[6];
  for (int i = 0; i < m[5]; i++, p += 2 + MAX_PARAMS) {
    act_t *a = act_new(e, p[0], p[1]);
    memcpy(a->p, p + 2, sizeof a->p);
  }
  move_close(e, m[0], m[1], m[2], m[3], m[4]);
  for (int i = 0; i < m[6]; i++) move_attach(e, e->n_moves - 1, m[7 + i]);
}
EXPORT int lp_play(E *e, void *state, const int32_t *move, int keep) {
  ENTER(e); CLEAR(e); ctx_init(e);
  memcpy(&e->s, state, sizeof e->s);
  import_move(e, move);
  if (keep) entry_play(e, 0); else entry_consequences(e, 0);
  if (keep) memcpy(state, &e->s, sizeof e->s);
  return LP_OK;
}
/* moves as ints: mover from to level_min level_max n_act n_then then… (kind decision params…)…; returns the ints needed */
EXPORT long lp_export_moves(E *e, int32_t *out, long cap) {
  long n = 0;
  for (int i = 0; i < e->n_moves; i++) {
    move_t *m = &e->moves[i];
    long need = 7 + m->n_then + (long)m->n_act * (2 + MAX_PARAMS);
    if (n + need <= cap) {
      int32_t *p = out + n;
      *p++ = m->mover; *p++ = m->from; *p++ = m->to; *p++ = m->level_min; *p++ = m->level_max;
      *p++ = m->n_act; *p++ = m->n_then;
      for (int k = 0; k < m->n_then; k++) *p++ = m->then[k];
      for (int k = 0; k < m->n_act; k++) {
        act_t *a = &e->acts[m->act + k];
        *p++ = a->kind; *p++ = a->decision;
        for (int j = 0; j < MAX_PARAMS; j++) *p++ = a->kind && j < N_PARAMS[a->kind] ? a->p[j] : a->kind ? 0 : j ? 0 : a->p[0];
      }
    }
    n += need;
  }
  return n;
}
EXPORT long lp_export_applied(E *e, int32_t *out, long cap) {
  long n = 0;
  for (int i = 0; i < e->n_applied; i++) {
    if (n + 2 + MAX_PARAMS <= cap) {
      out[n] = e->applied[i].kind; out[n + 1] = e->applied[i].decision;
      for (int j = 0; j < MAX_PARAMS; j++) out[n + 2 + j] = j < N_PARAMS[e->applied[i].kind] ? e->applied[i].p[j] : 0;
    }
    n += 2 + MAX_PARAMS;
  }
  return n;
}
/* the number of legal moves, found without building them */
static int count_moves(E *e) {
  e->mode = 1; e->n_rounds = e->in_rounds = 0;
  entry_count(e);
  int n = e->n_moves;
  e->mode = 0; e->n_moves = 0;
  return n;
}
/* after count_moves: the move of that number becomes the only one of the buffer */
static void choose_move(E *e, int k) {
  e->target = k; e->mode = 2; e->n_rounds = e->in_rounds = 0;
  if (!e->cap_moves) e->moves = grow(e, e->moves, &e->cap_moves, sizeof(move_t));
  entry_choose(e);
  e->mode = 0; e->n_moves = 1;
}
/* The legal move of that number as playouts choose it; -1 where this game's moves have to be built to be counted, -2
   where there is no such move. */
EXPORT int lp_choose(E *e, void *state, int k) {
  ENTER(e); CLEAR(e); ctx_init(e);
  memcpy(&e->s, state, sizeof e->s);
  if (!SELECTABLE) return -1;
  if (k < 0 || k >= count_moves(e)) return -2;
  choose_move(e, k);
  return LP_OK;
}
EXPORT int lp_move_count(E *e) { return e->n_moves; }

static uint64_t perft(E *e, int depth) {
  if (e->s.over) return 1;
  int moves0 = e->n_moves, acts0 = e->n_acts, applied0 = e->n_applied;
  e->ticks = 0;
  entry_moves(e);
  int end = e->n_moves;
  uint64_t n = 0;
  if (depth <= 1) n = (uint64_t)(end - moves0);
  else {
    for (int i = moves0; i < end; i++) {
      int acts1 = e->n_acts;
      state_push(e);
      e->ticks = 0;
      entry_play(e, i);
      e->n_moves = end; e->n_acts = acts1; e->n_applied = applied0;
      n += perft(e, depth - 1);
      state_pop(e);
    }
  }
  e->n_moves = moves0; e->n_acts = acts0; e->n_lists = 0;
  return n;
}
EXPORT int lp_perft(E *e, const void *state, int depth, uint64_t *out) {
  ENTER(e); CLEAR(e); ctx_init(e);
  memcpy(&e->s, state, sizeof e->s);
  e->recording = RECORDS;
  *out = depth <= 0 ? 1 : perft(e, depth);
  return LP_OK;
}
INLINE uint32_t pick(E *e, uint32_t n) { return (uint32_t)(((splitmix(&e->pick_rng) >> 32) * (uint64_t)n) >> 32); }

EXPORT uint64_t lp_pick_state(E *e) { return e->pick_rng; }

/* n random games from the state, `lengths` and `rankings` (n × players) may be NULL; counts[0] moves, [1] games cut off */
EXPORT int lp_playouts(E *e, const void *state, int n, uint64_t seed, int max_moves, int restart, int players,
                       int32_t *lengths, float *rankings, int64_t *counts, volatile int *cancel) {
  ENTER(e); CLEAR(e); ctx_init(e);
  e->pick_rng = seed;
  e->recording = RECORDS;
  for (int g = 0; g < n && !*cancel; g++) {
    touch(e);
    if (restart) {
      CLEAR(e); state_init(e);
      e->s.rng = (int64_t)splitmix(&e->pick_rng);
      entry_start(e);
    } else {
      state_copy(&e->s, state, 0);
      e->s.rng ^= (int64_t)splitmix(&e->pick_rng);
    }
    int ply = 0;
    while (!e->s.over && (max_moves < 0 || ply < max_moves)) {
      CLEAR(e);
      e->ticks = 0;
      if (SELECTABLE) {
        int n = count_moves(e);
        if (!n) break;
        choose_move(e, (int)pick(e, (uint32_t)n));
        entry_play(e, 0);
      } else {
        entry_moves(e);
        if (!e->n_moves) break;
        entry_play(e, (int)pick(e, (uint32_t)e->n_moves));
      }
      ply++;
    }
    counts[0] += ply;
    counts[1] += !e->s.over;
    counts[2]++;
    if (lengths) lengths[g] = ply;
    if (rankings) for (int p = 0; p < players; p++) rankings[g * players + p] = (float)e->s.rank[p + 1] / 2.0f;
  }
  return LP_OK;
}
