/* Positions of one game in slots with numbers (`pool_native.py`), for searches over many of them at once. The slots that
   callers name are checked in Python: every number that comes here is of a slot, and of one that is in use.

   The engine of the first lane finds the moves of each position as it is made: a slot keeps their numbers and places. */
typedef struct {
  state_t s;                       /* before its legal moves were found: finding them again draws the same */
  state_t *drawn;                  /* with what was drawn for them, where that may differ */
  int32_t n, cap, *numbers, *at;
  thrown_t thrown;
} slot_t;
typedef struct {
  vector_t *v;
  int64_t room;
  slot_t *slots;
  int32_t *seats;   /* of each slot: whose turn it is, from 0; how its game stands; what it brought each seat */
  uint8_t *ended;
  float *rewards;
} pool_t;

EXPORT void lp_pool_free(pool_t *p) {
  if (!p) return;
  for (int64_t i = 0; i < p->room && p->slots; i++) {
    free(p->slots[i].drawn); free(p->slots[i].numbers); free(p->slots[i].at);
  }
  free(p->slots); free(p);
}
EXPORT pool_t *lp_pool_new(vector_t *v, int64_t room, int32_t *seats, uint8_t *ended, float *rewards) {
  pool_t *p = calloc(1, sizeof *p);
  if (!p) return NULL;
  p->v = v; p->room = room; p->seats = seats; p->ended = ended; p->rewards = rewards;
  p->slots = calloc((size_t)room, sizeof *p->slots);
  memset(v->masks, 0, (size_t)v->p.size);
  v->lanes[0].n = 0;
  if (p->slots) return p;
  lp_pool_free(p);
  return NULL;
}
static void slot_room(E *e, slot_t *slot, int32_t n) {
  if (n <= slot->cap) return;
  int32_t *numbers = realloc(slot->numbers, (size_t)n * sizeof *numbers);
  if (numbers) slot->numbers = numbers;
  int32_t *at = realloc(slot->at, (size_t)n * sizeof *at);
  if (at) slot->at = at;
  if (!numbers || !at) stop_at(e, LP_MEMORY, 0, -1);
  slot->cap = n;
}
/* Keeps the engine's position in a slot, with its legal moves and its result. */
static void keep_slot(pool_t *p, int64_t i) {
  vector_t *v = p->v;
  lane_t *l = &v->lanes[0];
  E *e = l->e;
  slot_t *slot = &p->slots[i];
  state_copy(&slot->s, &e->s, 0);
  slot->n = slot->thrown.n = l->n = 0;
  CLEAR(e);
  next_position(e);
  if (!e->s.over) lane_moves(v, e, 0);
  number_moves(v, l, v->masks, 0);
  for (int k = 0; k < l->n; k++) v->masks[l->numbers[k]] = 0;
  if (v->p.chance) {
    look_at_dice(e, &slot->thrown);
    if (!slot->drawn) slot->drawn = calloc(1, sizeof *slot->drawn);
    if (!slot->drawn) stop_at(e, LP_MEMORY, 0, -1);
    state_copy(slot->drawn, &e->s, 0);
  }
  slot_room(e, slot, l->n);
  if (l->n) {
    memcpy(slot->numbers, l->numbers, (size_t)l->n * sizeof *slot->numbers);
    memcpy(slot->at, l->at, (size_t)l->n * sizeof *slot->at);
  }
  slot->n = l->n;
  p->seats[i] = lane_seat(v, e, e->s.mover);
  p->ended[i] = e->s.over || !l->n ? GAME_OVER : RUNNING; /* a game without moves is over */
  float *rewards = p->rewards + i * v->p.players;
  fill(rewards, (int)v->p.players, 0);
  if (e->s.over) put_rewards(v, e, rewards);
  l->n = 0;
}
/* A slot whose position passed a limit: it has no moves, and shows what the slot before it shows. */
static void cut_slot(pool_t *p, int64_t i, int64_t parent) {
  slot_t *slot = &p->slots[i];
  slot->n = slot->thrown.n = 0;
  memset(p->v->masks, 0, (size_t)p->v->p.size);
  p->ended[i] = CUT;
  fill(p->rewards + i * p->v->p.players, (int)p->v->p.players, 0);
  if (parent < 0) return;
  state_copy(&slot->s, &p->slots[parent].s, 0);
  if (slot->drawn) state_copy(slot->drawn, &p->slots[parent].s, 0);
  p->seats[i] = p->seats[parent];
}
static int32_t place_of(const slot_t *slot, int32_t number) {
  for (int32_t k = 0; k < slot->n; k++) if (slot->numbers[k] == number) return k;
  return -1;
}
static int start_slot(pool_t *p, int64_t i, uint64_t seed) {
  E *e = p->v->lanes[0].e;
  ENTER(e);
  e->recording = RECORDS;
  CLEAR(e); ctx_init(e);
  start_game(e, (int64_t)seed);
  keep_slot(p, i);
  return LP_OK;
}
static int grow_slot(pool_t *p, int64_t i, int64_t parent, int32_t action, const uint64_t *seed) {
  vector_t *v = p->v;
  lane_t *l = &v->lanes[0];
  E *e = l->e;
  ENTER(e);
  e->recording = RECORDS;
  const slot_t *from = &p->slots[parent];
  int k = from->at[place_of(from, action)];
  CLEAR(e); ctx_init(e);
  state_copy(&e->s, &from->s, 0);
  next_position(e);
  /* a choice needs what was kept when the moves of this very position were counted or listed (`rounds.h`) */
  if (LISTS && !SIFTED && !SPARES) count_moves(e); else lane_moves(v, e, 0);
  if (seed) { uint64_t chance = *seed; set_rng(e, (int64_t)splitmix(&chance)); } /* what is thrown already stays */
  e->n_noted = 0;
  if (LISTS) { CLEAR(e); choose_move(e, k); play_chosen(e); }
  else entry_play(e, k);
  keep_slot(p, i);
  return LP_OK;
}
static int take_state(pool_t *p, int64_t i, const void *state) {
  E *e = p->v->lanes[0].e;
  ENTER(e);
  e->recording = RECORDS;
  CLEAR(e); ctx_init(e);
  memcpy(&e->s, state, sizeof e->s);
  keep_slot(p, i);
  return LP_OK;
}
/* New games in slots, each with random numbers of its own. 0, or the negated status of rules that fail. */
EXPORT int lp_pool_start(pool_t *p, int64_t n, const int32_t *slots, const uint64_t *seeds) {
  for (int64_t i = 0; i < n; i++) {
    int status = start_slot(p, slots[i], seeds[i]);
    if (is_limit(status)) { /* it shows an empty board */
      cut_slot(p, slots[i], -1);
      memset(&p->slots[slots[i]].s, 0, sizeof(state_t));
      p->seats[slots[i]] = 0;
    } else if (status) { memset(p->v->masks, 0, (size_t)p->v->p.size); return status; }
  }
  return LP_OK;
}
/* The first of the actions that its slot does not have, or -1. */
EXPORT int64_t lp_pool_check(const pool_t *p, int64_t n, const int32_t *slots, const int32_t *actions) {
  for (int64_t i = 0; i < n; i++) if (place_of(&p->slots[slots[i]], actions[i]) < 0) return i;
  return -1;
}
/* Plays an action of each parent, which has it; the positions go into slots that are in use by nobody else. */
EXPORT int lp_pool_expand(pool_t *p, int64_t n, const int32_t *parents, const int32_t *actions, const int32_t *slots,
                          const uint64_t *seeds) {
  for (int64_t i = 0; i < n; i++) {
    int status = grow_slot(p, slots[i], parents[i], actions[i], seeds ? &seeds[i] : NULL);
    if (is_limit(status)) cut_slot(p, slots[i], parents[i]);
    else if (status) { memset(p->v->masks, 0, (size_t)p->v->p.size); return status; }
  }
  return LP_OK;
}
/* What chance draws when an action of a slot is played with a seed, until the moves after it are known: two numbers each,
   the generator before the draw and how many outcomes it has. The position goes into another slot. Returns how many
   draws there are, of which at most `cap` are written, or the negated status of rules that fail. */
EXPORT int lp_pool_drawn(pool_t *p, int32_t parent, int32_t action, uint64_t seed, int32_t slot, int32_t cap,
                         int64_t *draws) {
  E *e = p->v->lanes[0].e;
  e->noted = draws; e->n_noted = 0; e->cap_noted = cap;
  const int status = grow_slot(p, slot, parent, action, &seed);
  e->noted = NULL;
  if (!status) return e->n_noted;
  memset(p->v->masks, 0, (size_t)p->v->p.size);
  return is_limit(status) ? e->n_noted : -status;
}
EXPORT int lp_pool_copy(pool_t *p, int64_t n, const int32_t *from, const int32_t *slots) {
  for (int64_t i = 0; i < n; i++) {
    const slot_t *one = &p->slots[from[i]];
    if (p->ended[from[i]] == CUT) { cut_slot(p, slots[i], from[i]); continue; }
    int status = take_state(p, slots[i], &one->s);
    if (is_limit(status)) cut_slot(p, slots[i], from[i]); else if (status) return status;
  }
  return LP_OK;
}
EXPORT int lp_pool_put(pool_t *p, int32_t slot, const void *state) { return take_state(p, slot, state); }
EXPORT void lp_pool_get(const pool_t *p, int32_t slot, void *state) { memcpy(state, &p->slots[slot].s, sizeof(state_t)); }
EXPORT void lp_pool_masks(const pool_t *p, int64_t n, const int32_t *slots, uint8_t *out) {
  memset(out, 0, (size_t)n * (size_t)p->v->p.size);
  for (int64_t i = 0; i < n; i++, out += p->v->p.size)
    for (int32_t k = 0; k < p->slots[slots[i]].n; k++) out[p->slots[slots[i]].numbers[k]] = 1;
}
/* Where the actions of each slot begin in a list of all of them; n + 1 numbers. */
EXPORT void lp_pool_offsets(const pool_t *p, int64_t n, const int32_t *slots, int64_t *out) {
  *out = 0;
  for (int64_t i = 0; i < n; i++) out[i + 1] = out[i] + p->slots[slots[i]].n;
}
EXPORT void lp_pool_list(const pool_t *p, int64_t n, const int32_t *slots, int32_t *out) {
  for (int64_t i = 0; i < n; i++) {
    const slot_t *slot = &p->slots[slots[i]];
    if (slot->n) memcpy(out, slot->numbers, (size_t)slot->n * sizeof *out);
    out += slot->n;
  }
}
EXPORT void lp_pool_observe(pool_t *p, int64_t n, const int32_t *slots, const observing_t *o, const wanted_t *w,
                            const int32_t *seats, float *planes, float *numbers) {
  for (int64_t i = 0; i < n; i++, planes += w->planes, numbers += w->numbers) {
    const slot_t *slot = &p->slots[slots[i]];
    const char *s = (const char *)(slot->drawn ? slot->drawn : &slot->s);
    memset(planes, 0, (size_t)w->planes * sizeof *planes);
    memset(numbers, 0, (size_t)w->numbers * sizeof *numbers);
    const int player = player_at(&o->seen, s, p->v->p.players, seats[i]);
    const char *seen = as_seen(o, s, &slot->thrown, player, (char *)p->v->seen);
    put_items(o, 0, seen, planes);
    put_items(o, 1, seen, numbers);
  }
}
