/* Verdicts on tried moves, kept from ply to ply. A trial notes what it reads: sites, of which a field with a value for each
   site was read, and single numbers with their values. A verdict is kept for a move (all that it holds) until one of
   these sites is written, and is valid where the numbers have the same values. Of a trial that asks whether the position
   has occurred before, the change of the digest is kept instead. Included if VERDICTS > 0, the number of functions that
   give verdicts. */
enum {
  VERDICT_STRIDE = 64 * (SET_WORDS <= 1 ? 1 : SET_WORDS <= 2 ? 2 : SET_WORDS <= 4 ? 4 : SET_WORDS <= 8 ? 8 :
    SET_WORDS <= 16 ? 16 : SET_WORDS <= 32 ? 32 : 64),
  VERDICT_SLOTS = VERDICT_STRIDE < 256 ? 1024 : 4 * VERDICT_STRIDE,
  SLOT_WORDS = VERDICT_SLOTS / 64,
  MOST_ACTS = 2
};
typedef struct {
  move_t move;
  act_t acts[MOST_ACTS];
  set_t sites;
  uint64_t read; /* which numbers */
  int32_t numbers[MOST_NUMBERS];
  int32_t answer, asked;
  uint64_t change;
} verdict_t;
struct verdicts {
  uint64_t known[SLOT_WORDS], by_site[SET_WORDS * 64][SLOT_WORDS];
  verdict_t slots[VERDICT_SLOTS];
  int32_t found, made, useless; /* how often a verdict was known, and how often it was not */
};
/* where the numbers are that trials may read */
static const uint32_t noted_at[];
INLINE int32_t noted_number(const E *e, int k) {
  int32_t v;
  memcpy(&v, (const char *)e + noted_at[k], sizeof v);
  return v;
}

/* ---- what a trial notes */
INLINE void note_site(E *e, int site) { set_add(&e->notes.sites, site); }
INLINE void note_sites(E *e, const set_t *s) { e->notes.sites = set_or(e->notes.sites, *s); }
INLINE void note_all(E *e) { memset(&e->notes.sites, 0xff, sizeof(set_t)); }
INLINE void note_written(E *e, int k) { e->notes.written |= 1ull << k; }
/* a slot of the context gets back a value that it had when these were written */
INLINE void note_restored(E *e, int k, uint64_t written) {
  e->notes.written = (e->notes.written & ~(1ull << k)) | (written & 1ull << k);
}
INLINE void note_number(E *e, int k) {
  uint64_t bit = 1ull << k;
  if ((e->notes.written | e->notes.read) & bit) return;
  if (e->notes.n_numbers == MOST_NUMBERS) { e->notes.too_many = 1; return; }
  e->notes.read |= bit;
  e->notes.which[e->notes.n_numbers] = (uint8_t)k;
  e->notes.numbers[e->notes.n_numbers++] = noted_number(e, k);
}

/* ---- what is kept */
INLINE void touch(E *e, int site) { if (!e->n_saved) { set_add(&e->touched, site); e->late_verdicts = 1; } }
INLINE void touch_changed(E *e, const set_t *old, const set_t *now) {
  if (!e->n_saved) { e->touched = set_or(e->touched, set_xor(*old, *now)); e->late_verdicts = 1; }
}
/* a field has changed on which any verdict may depend */
INLINE void touch_all(E *e) { if (!e->n_saved) e->no_verdicts = e->late_verdicts = 1; }
/* Drops the verdicts that what was written since may change. */
static __attribute__((noinline, unused)) void verdicts_update(E *e) {
  if (!e->verdicts) {
    e->verdicts = calloc(VERDICTS, sizeof *e->verdicts);
    if (!e->verdicts) { e->keeps_verdicts = 0; return; }
  }
  for (int f = 0; f < VERDICTS; f++) {
    struct verdicts *v = &e->verdicts[f];
    /* where verdicts hardly ever stay valid, noting costs more than it saves */
    v->useless = v->made > 5000 && v->found < v->made / 2;
    if (e->no_verdicts) { memset(v->known, 0, sizeof v->known); continue; }
    for (int w = 0; w < SET_WORDS; w++)
      for (uint64_t b = e->touched.w[w]; b; b &= b - 1) {
        const uint64_t *by = v->by_site[w * 64 + __builtin_ctzll(b)];
        for (int k = 0; k < SLOT_WORDS; k++) v->known[k] &= ~by[k];
      }
  }
  e->no_verdicts = e->late_verdicts = 0;
  e->touched = set_empty();
}
/* Whether verdicts are kept here: in games that are played on, where no other move is being tried. */
INLINE int verdicts_kept(E *e, int f) {
  if (!e->keeps_verdicts || e->n_saved) return 0;
  if (__builtin_expect(e->late_verdicts, 0)) verdicts_update(e);
  return e->keeps_verdicts && !e->verdicts[f].useless;
}
INLINE int verdict_slot(const move_t *m) {
  unsigned bank = (unsigned)m->mover + 3 * (unsigned)(m->from - m->to);
  return (int)(((unsigned)m->to + VERDICT_STRIDE * bank) & (VERDICT_SLOTS - 1));
}
INLINE int same_action(const act_t *a, const act_t *b) {
  if ((a->kind ^ b->kind) | (a->decision ^ b->decision)) return 0;
  const int n = N_PARAMS[a->kind];
  if (n == MAX_PARAMS) return !memcmp(a->p, b->p, sizeof a->p); /* a few wide comparisons */
  for (int p = 0; p < n; p++) if (a->p[p] != b->p[p]) return 0;
  return 1;
}
INLINE int verdict_fits(E *e, const verdict_t *k, const move_t *m) {
  const move_t *n = &k->move;
  if ((n->mover ^ m->mover) | (n->from ^ m->from) | (n->to ^ m->to) | (n->level_min ^ m->level_min) |
      (n->level_max ^ m->level_max) | (n->n_act ^ m->n_act) | (n->n_then ^ m->n_then)) return 0;
  for (int i = 0; i < m->n_then; i++) if (n->then[i] != m->then[i]) return 0;
  for (int i = 0; i < m->n_act; i++) if (!same_action(&k->acts[i], &e->acts[m->act + i])) return 0;
  const int32_t *number = k->numbers;
  for (uint64_t b = k->read; b; b &= b - 1) if (noted_number(e, __builtin_ctzll(b)) != *number++) return 0;
  return 1;
}
/* The verdict that is kept for a move, or NULL. */
INLINE const verdict_t *verdict_find(E *e, int f, int m) {
  struct verdicts *v = &e->verdicts[f];
  int slot = verdict_slot(&e->moves[m]);
  if (!(v->known[slot >> 6] >> (slot & 63) & 1) || !verdict_fits(e, &v->slots[slot], &e->moves[m])) return NULL;
  if (v->found < 1 << 30) v->found++;
  return &v->slots[slot];
}
INLINE void verdict_begin(E *e) {
  e->notes.sites = set_empty();
  e->notes.read = e->notes.written = e->notes.change = 0;
  e->notes.n_numbers = e->notes.too_many = 0;
  e->noting = 1;
}
/* Keeps the verdict on a move that has been tried. */
static __attribute__((noinline, unused)) void verdict_keep(E *e, int f, int number, int answer) {
  e->noting = 0;
  struct verdicts *v = &e->verdicts[f];
  if (v->made < 1 << 30) v->made++;
  const move_t *m = &e->moves[number];
  if (e->notes.too_many || m->n_act > MOST_ACTS) return;
  int slot = verdict_slot(m);
  uint64_t bit = 1ull << (slot & 63);
  verdict_t *k = &v->slots[slot];
  for (int w = 0; w < SET_WORDS; w++)
    for (uint64_t b = k->sites.w[w] & ~e->notes.sites.w[w]; b; b &= b - 1)
      v->by_site[w * 64 + __builtin_ctzll(b)][slot >> 6] &= ~bit;
  for (int w = 0; w < SET_WORDS; w++)
    for (uint64_t b = e->notes.sites.w[w] & ~k->sites.w[w]; b; b &= b - 1)
      v->by_site[w * 64 + __builtin_ctzll(b)][slot >> 6] |= bit;
  k->move = *m;
  for (int i = 0; i < m->n_act; i++) k->acts[i] = e->acts[m->act + i];
  k->sites = e->notes.sites;
  k->read = e->notes.read;
  int j = 0;
  for (uint64_t b = k->read; b; b &= b - 1)
    for (int i = 0; i < e->notes.n_numbers; i++)
      if (e->notes.which[i] == __builtin_ctzll(b)) k->numbers[j++] = e->notes.numbers[i];
  k->answer = answer;
  k->asked = e->notes.asked;
  k->change = e->notes.change;
  v->known[slot >> 6] |= bit;
}
