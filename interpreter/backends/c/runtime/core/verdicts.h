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
  BANKS = VERDICT_SLOTS / VERDICT_STRIDE, /* the slots of a bank are for sites */
  MOST_ACTS = 2
};
/* what looking a verdict up reads comes first, side by side */
typedef struct {
  uint64_t stamp, change;
  int32_t answer, asked, n_numbers;
  struct { int32_t at, value; } numbers[MOST_NUMBERS]; /* at: where they are in E */
  move_t move;
  act_t acts[MOST_ACTS];
} verdict_t;
/* Verdicts that differ in nothing but the site: moves of one Emit with the same other values (key), and the same numbers.
   There is one class for each bank; the slots that hold a verdict of it are `alike` (core/sifting.h). */
typedef struct {
  uint64_t key;
  int32_t n_numbers;
  struct { int32_t at, value; } numbers[MOST_NUMBERS];
} verdict_class_t;
struct verdicts {
  uint64_t known[SLOT_WORDS];
  /* What the verdicts of a slot depend on, and the slots that depend on a site: in the first function of a group alone
     (VERDICT_GROUPS). A trial for one function of a group may find a verdict of another one, too. */
  set_t sites[VERDICT_SLOTS];
  uint64_t by_site[SET_WORDS * 64][SLOT_WORDS];
  verdict_class_t classes[BANKS];
  /* of the slots that are alike: yes: the answer, or `open`: it depends on `change` */
  uint64_t alike[SLOT_WORDS], yes[SLOT_WORDS], open[SLOT_WORDS], change[VERDICT_SLOTS];
  verdict_t slots[VERDICT_SLOTS];
  int64_t found, made; /* how often a verdict was known, and how often it was not */
  int32_t useless;
};
#ifdef CHECK_KEPT
#define WHOLE_VERDICTS 1
#else
#define WHOLE_VERDICTS 0 /* a move that has a stamp is not kept part by part */
#endif
static const int32_t noted_at[]; /* where the numbers are that trials may read */
static const uint8_t VERDICT_GROUPS[VERDICTS]; /* the first function of the group of each */
INLINE int32_t noted_number(const E *e, int at) {
  int32_t v;
  memcpy(&v, (const char *)e + at, sizeof v);
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
  e->notes.numbers[e->notes.n_numbers].at = noted_at[k];
  e->notes.numbers[e->notes.n_numbers++].value = noted_number(e, noted_at[k]);
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
        const uint64_t *by = e->verdicts[VERDICT_GROUPS[f]].by_site[w * 64 + __builtin_ctzll(b)];
        for (int k = 0; k < SLOT_WORDS; k++) v->known[k] &= ~by[k];
      }
  }
  e->no_verdicts = e->late_verdicts = 0;
  e->touched = set_empty();
}
/* Whether verdicts are kept here: in games that are played on, where no other move is being tried. */
INLINE int verdicts_kept(E *e, int f) {
  if (__builtin_expect(e->n_saved | e->late_verdicts, 0)) {
    if (!e->keeps_verdicts || e->n_saved) return 0;
    verdicts_update(e);
    if (!e->keeps_verdicts) return 0;
  }
  return !e->verdicts[f].useless;
}
INLINE int verdict_slot(const move_t *m) {
  unsigned bank = (unsigned)m->mover + 3 * (unsigned)(m->from - m->to);
  return (int)(((unsigned)m->to + VERDICT_STRIDE * bank) & (VERDICT_SLOTS - 1));
}
/* A few wide comparisons are enough where all parameters are in use. */
INLINE int same_action(const act_t *a, const act_t *b) {
  if (!memcmp(a, b, sizeof *a)) return 1;
  if ((a->kind ^ b->kind) | (a->decision ^ b->decision)) return 0;
  for (int p = 0; p < N_PARAMS[a->kind]; p++) if (a->p[p] != b->p[p]) return 0;
  return 1;
}
/* Which Emit a move comes from, and what all that varies in it is made of; 0 if that is not known. With -1 for the site it
   is what all moves of a loop have in common. */
INLINE uint64_t stamp_of(int id, int a, int b, int c, int d) {
  uint64_t w = (unsigned)a + 1u, x = (unsigned)b + 1u, y = (unsigned)c + 1u, z = (unsigned)d + 1u;
  return (w | x | y | z) >> 14 ? 0 : (uint64_t)id | w << 8 | x << 22 | y << 36 | z << 50;
}
/* Marks the move that was just pushed. */
INLINE void stamp_move(E *e, int id, int a, int b, int c, int d) { e->moves[e->n_moves - 1].stamp = stamp_of(id, a, b, c, d); }
/* Most moves have one action and at most one consequent. */
INLINE int same_move(const E *e, const verdict_t *k, const move_t *m) {
  if (memcmp(&k->move, m, offsetof(move_t, then))) return 0; /* mover, sites, levels, how many actions and consequents */
  const act_t *acts = e->acts + m->act;
  if (m->n_then && k->move.then[0] != m->then[0]) return 0;
  if (m->n_act && !same_action(k->acts, acts)) return 0;
  for (int i = 1; i < m->n_then; i++) if (k->move.then[i] != m->then[i]) return 0;
  for (int i = 1; i < m->n_act; i++) if (!same_action(&k->acts[i], &acts[i])) return 0;
  return 1;
}
INLINE int verdict_fits(const E *e, const verdict_t *k, const move_t *m) {
  if ((!m->stamp || k->stamp != m->stamp) && !same_move(e, k, m)) return 0;
#ifdef CHECK_KEPT
  if (!same_move(e, k, m)) return -1;
#endif
  if (k->n_numbers && noted_number(e, k->numbers[0].at) != k->numbers[0].value) return 0;
  for (int i = 1; i < k->n_numbers; i++) if (noted_number(e, k->numbers[i].at) != k->numbers[i].value) return 0;
  return 1;
}
/* The verdict that is kept for a move, or NULL. */
INLINE const verdict_t *verdict_find(E *e, int f, int m) {
  struct verdicts *v = &e->verdicts[f];
  int slot = verdict_slot(&e->moves[m]);
  if (!(v->known[slot >> 6] >> (slot & 63) & 1)) return NULL;
  const int fits = verdict_fits(e, &v->slots[slot], &e->moves[m]);
  if (fits < 0) stop_at(e, LP_RULE, -13, -1); /* equal stamps of moves that are not equal */
  if (!fits) return NULL;
  v->found++;
  return &v->slots[slot];
}
INLINE void verdict_begin(E *e) {
  e->notes.sites = set_empty();
  e->notes.read = e->notes.written = e->notes.change = 0;
  e->notes.n_numbers = e->notes.too_many = e->notes.asked = 0;
  e->notes.shared = -1;
  e->noting = 1;
}
/* Writes the verdict on a move that is tried, with what the trial has noted so far. It is not known yet. The slot, or -1. */
INLINE int verdict_write(E *e, int f, int number, int answer) {
  struct verdicts *v = &e->verdicts[f];
  v->made++;
  const move_t *m = &e->moves[number];
  if (e->notes.too_many || m->n_act > MOST_ACTS) return -1;
  const int slot = verdict_slot(m);
  const uint64_t bit = 1ull << (slot & 63);
  verdict_t *k = &v->slots[slot];
  v->known[slot >> 6] &= ~bit;
  v->alike[slot >> 6] &= ~bit;
  k->stamp = m->stamp;
  if (!m->stamp || WHOLE_VERDICTS) {
    k->move = *m;
    for (int i = 0; i < m->n_act; i++) k->acts[i] = e->acts[m->act + i];
  } else k->move.n_act = -1; /* equal to no move without a stamp */
  k->n_numbers = e->notes.n_numbers;
  memcpy(k->numbers, e->notes.numbers, sizeof k->numbers);
  k->answer = answer;
  k->asked = e->notes.asked;
  k->change = e->notes.change;
  return slot;
}
/* Keeps the verdict on a move that was tried, and the one that its trial found for another function. */
static __attribute__((noinline, unused)) void verdict_keep(E *e, int f, int number, int answer) {
  const int slot = verdict_write(e, f, number, answer);
  if (slot < 0) return;
  const int group = VERDICT_GROUPS[f], shared = e->notes.shared, w = slot >> 6;
  const uint64_t bit = 1ull << (slot & 63);
  struct verdicts *v = &e->verdicts[group];
  set_t *before = &v->sites[slot], now = e->notes.sites;
  e->verdicts[f].known[w] |= bit;
  if (shared >= 0) e->verdicts[shared].known[w] |= bit;
  for (int g = 0; g < VERDICTS; g++) /* what an earlier trial found stays valid as long as what that trial read */
    if (g != f && g != shared && VERDICT_GROUPS[g] == group && e->verdicts[g].known[w] & bit) now = set_or(now, *before);
  for (int i = 0; i < SET_WORDS; i++)
    for (uint64_t b = before->w[i] ^ now.w[i]; b; b &= b - 1) v->by_site[i * 64 + __builtin_ctzll(b)][w] ^= bit;
  *before = now;
}
#if DIGESTS
/* A trial has applied its move: what another function of the group asks of the digest is known too. */
INLINE void verdict_share(E *e, int f, int number, int variant) {
  if (move_is_pass(e, number)) return; /* may be answered without a trial */
  const int asked = e->notes.asked;
  e->notes.asked = 1;
  e->notes.change = state_digest(e, variant) ^ e->notes.digest;
  if (verdict_write(e, f, number, 0) >= 0) e->notes.shared = f;
  e->notes.asked = asked;
}
#endif
