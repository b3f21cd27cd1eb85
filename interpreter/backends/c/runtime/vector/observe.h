/* What a seat sees of a position. Items (`play/plane_items.py`) say which parts of a state are written where; before that
   what is hidden from the player is left out, as `play/concealing.py` says, and the dice show what is thrown. */
enum { VALUES, ONE_HOT, SUM, MEMBERS, LENGTH, LISTED, IN_ORDER, BITS };
enum { RAW, SCALED, SQUASHED };
enum { BELOW = 1, UNSEEN = -1 };
typedef struct {
  column_t values, heights, where;
  int64_t length_at, kind, first, n, places, span, level, table, low, n_table, other, form, scale;
  int64_t width; /* levels that a site may have */
} item_t;
/* The data of sites of one type, and what is hidden of each from whom. */
enum { S_WHAT, S_WHO, S_COUNT, S_STATE, S_ROTATION, S_VALUE, N_PARTS };
typedef struct { column_t parts[N_PARTS], heights, whole, hidden[N_PARTS]; } sites_t;
enum { LASTS = 7 };
typedef struct {
  int64_t hides;              /* whether anything is hidden from anybody */
  int64_t n_owners;           /* where sites hold pieces in place of owners: how many owners follow in the pool, */
  int64_t owners;             /* and where */
  int64_t throws;             /* whether moves may begin with a throw, */
  int64_t n_dice, dice;       /* and of each die, in the pool: its site, its hand, its faces, and their pips */
  sites_t sites[3];
  column_t last[LASTS];       /* the fields of the last move; the second of them is where it ended */
  column_t state, pips, sums, equal, order;
} seen_t;
typedef struct {
  seen_t seen;
  const item_t *items; /* those of planes, then those of numbers */
  int64_t planes, numbers;
  const int32_t *pool;
  int64_t n_read, read; /* what is read of a state, in the pool: parts, each with its offset and size in bytes */
} observing_t;

/* Number i of those that begin at a place, each of so many bytes. */
INLINE int64_t number_at(const char *p, int64_t width, int64_t i) {
  int8_t a; int16_t b; int32_t d; int64_t f;
  p += i * width;
  if (width == 1) { memcpy(&a, p, 1); return a; }
  if (width == 2) { memcpy(&b, p, 2); return b; }
  if (width == 4) { memcpy(&d, p, 4); return d; }
  memcpy(&f, p, 8);
  return f;
}
INLINE int64_t part_of(const char *s, const column_t *c, int64_t i) { return number_at(s + c->at, c->width, i); }
INLINE void put_part(char *s, const column_t *c, int64_t i, int64_t value) {
  char *p = s + c->at + i * c->width;
  int8_t a = (int8_t)value; int16_t b = (int16_t)value; int32_t d = (int32_t)value;
  if (c->width == 1) memcpy(p, &a, 1);
  else if (c->width == 2) memcpy(p, &b, 2);
  else if (c->width == 4) memcpy(p, &d, 4);
  else memcpy(p, &value, 8);
}
INLINE int bit_of(const char *s, const column_t *c, int64_t i, int player) {
  return c->at >= 0 && i < c->n && (part_of(s, c, i) >> player & 1);
}
/* Whether a player sees nothing of a site, not even whose piece stands there. */
static int hides_site(const seen_t *o, const char *s, int64_t site, int player) {
  if (site < 0) return 0;
  for (int k = 0; k < 3; k++) {
    const sites_t *t = &o->sites[k];
    int64_t size = lp_max((int)t->whole.n, lp_max((int)t->hidden[S_WHAT].n, (int)t->hidden[S_WHO].n));
    int64_t width = t->heights.at < 0 ? 1 : size / t->heights.n;
    if (!size || (site + 1) * width > size) continue;
    int64_t levels = t->heights.at < 0 ? 1 : part_of(s, &t->heights, site), all = 1;
    for (int64_t i = site * width; all && i < site * width + (levels < 1 ? 1 : levels); i++)
      all = bit_of(s, &t->whole, i, player)
        || (bit_of(s, &t->hidden[S_WHAT], i, player) && bit_of(s, &t->hidden[S_WHO], i, player));
    if (all) return 1;
  }
  return 0;
}
/* Leaves out of one part of the data of sites what is hidden of each. bytes: of the bits that say so; 0: as they are. */
INLINE void conceal_part(const observing_t *v, const sites_t *t, char *s, int player, int p, int64_t bytes) {
  const column_t *c = &t->parts[p], *what = &t->hidden[S_WHAT], *own = p == S_WHAT ? what : &t->hidden[p];
  const int64_t n = lp_min((int)t->parts[S_WHAT].n, (int)c->n), owners = p == S_WHO ? v->seen.n_owners : 0;
  const char *down_at = s + what->at, *gone_at = s + own->at;
  for (int64_t i = 0; i < n; i++) {
    const int down = i < what->n && (number_at(down_at, bytes ? bytes : what->width, i) >> player & 1);
    const int gone = i < own->n && (number_at(gone_at, bytes ? bytes : own->width, i) >> player & 1);
    if (!gone && (!down || (p == S_WHO && !owners))) continue;
    int64_t value = part_of(s, c, i);
    if (owners && down) value = value >= 0 && value < owners ? v->pool[v->seen.owners + value] : 0;
    if (gone || p != S_WHO) value = !value ? 0 : p == S_WHAT ? UNSEEN : p == S_COUNT;
    put_part(s, c, i, value);
  }
}
/* Leaves out of the sites of one type what is hidden from a player. */
static void conceal_sites(const observing_t *v, const sites_t *t, char *s, int player) {
  const seen_t *o = &v->seen;
  const int64_t n = t->parts[S_WHAT].n, width = t->heights.at < 0 ? 1 : n / t->heights.n;
  for (int p = 0; p < N_PARTS; p++) {
    const column_t *what = &t->hidden[S_WHAT], *own = p == S_WHAT ? what : &t->hidden[p];
    const int owners = p == S_WHO && o->n_owners;
    if (t->parts[p].at < 0 || (own->at < 0 && (what->at < 0 || (p == S_WHO && !owners)))) continue;
    if (what->width == 4 && (own->at < 0 || own->width == 4)) conceal_part(v, t, s, player, p, 4);
    else conceal_part(v, t, s, player, p, 0);
  }
  if (t->whole.at < 0) return;
  for (int64_t site = 0; site < n / width; site++) {
    int64_t left = 0, gone = 0, tall = t->heights.at < 0 ? 0 : part_of(s, &t->heights, site);
    for (int64_t i = 0; i < width; i++) {
      const int hidden = bit_of(s, &t->whole, site * width + i, player);
      if (hidden) { gone += i < tall; continue; }
      for (int p = 0; p < N_PARTS && left < i; p++) {
        const column_t *c = &t->parts[p];
        if (c->at < 0 || (site + 1) * width > c->n) continue;
        put_part(s, c, site * width + left, part_of(s, c, site * width + i));
      }
      left++;
    }
    for (int64_t i = left; i < width; i++)
      for (int p = 0; p < N_PARTS; p++) {
        const column_t *c = &t->parts[p];
        if (c->at >= 0 && (site + 1) * width <= c->n) put_part(s, c, site * width + i, 0);
      }
    if (gone) put_part(s, &t->heights, site, tall - gone);
  }
}
static void conceal(const observing_t *v, char *s, int player) {
  const seen_t *o = &v->seen;
  if (o->last[1].at >= 0 && hides_site(o, s, part_of(s, &o->last[1], 0), player))
    for (int k = 0; k < LASTS; k++)
      for (int64_t i = 0; o->last[k].at >= 0 && i < o->last[k].n; i++) put_part(s, &o->last[k], i, -1);
  for (int k = 0; k < 3; k++) if (o->sites[k].parts[S_WHAT].at >= 0) conceal_sites(v, &o->sites[k], s, player);
}
/* Changes a state to what it is with what is thrown for its legal moves. */
static void show_throw(const observing_t *v, char *s, const thrown_t *t) {
  const seen_t *o = &v->seen;
  int64_t sums[MOST_THROWN] = {0};
  char thrown[MOST_THROWN] = {0};
  int equal = 1;
  for (int k = 0; k < t->n; k++) {
    const int32_t site = t->dice[k][0], face = t->dice[k][1];
    equal &= face == t->dice[0][1];
    if (o->state.at >= 0) {
      const int64_t width = o->sites[0].heights.at < 0 ? 1 : o->state.n / o->sites[0].heights.n;
      if (site >= 0 && (site + 1) * width <= o->state.n) put_part(s, &o->state, site * width, face);
    }
    const int32_t *die = v->pool + o->dice;
    for (int64_t d = 0; d < o->n_dice; die += 3 + die[2], d++) {
      if (die[0] != site || face < 0 || face >= die[2]) continue;
      if (o->pips.at >= 0 && d < o->pips.n) put_part(s, &o->pips, d, die[3 + face]);
      if (die[1] >= 0 && die[1] < MOST_THROWN) { sums[die[1]] += die[3 + face]; thrown[die[1]] = 1; }
    }
  }
  for (int h = 0; h < MOST_THROWN; h++)
    if (thrown[h] && o->sums.at >= 0 && h < o->sums.n) put_part(s, &o->sums, h, sums[h]);
  if (o->equal.at >= 0) put_part(s, &o->equal, 0, equal);
}
INLINE float in_form(const item_t *m, float x) {
  if (m->form == RAW) return x;
  if (m->form == SQUASHED) return x / ((float)m->scale + (x < 0 ? -x : x));
  x /= (float)m->scale;
  return x < -1 ? -1 : x > 1 ? 1 : x;
}
INLINE void spread(const item_t *m, float *out, int64_t place, float value) {
  if (place >= 0) for (int64_t k = 0; k < m->span; k++) out[place + k] = value;
}
/* What the table of an item has for a value. */
INLINE int64_t moved(const item_t *m, const int32_t *table, int64_t value) {
  return value >= m->low && value < m->low + m->n_table ? table[value - m->low] : m->other;
}
/* What an item SUM counts of a site whose levels begin at a place. */
INLINE float summed(const item_t *m, const int32_t *table, const char *s, const char *levels, int64_t bytes, int64_t row) {
  const int64_t width = m->width;
  int64_t tall = m->heights.at < 0 ? 1 : part_of(s, &m->heights, row), sum = 0, i = 0;
  const int one = m->where.at < 0 && m->n_table == 1 && table[0] >= 0 && m->other < 0; /* one value counts */
  if (m->level != BELOW) {
    if (tall > width) tall = width;
    if (one) for (; i < tall; i++) sum += number_at(levels, bytes, i) == m->low;
    else for (; i < tall; i++)
      sum += (m->where.at < 0 || part_of(s, &m->where, row * width + i) == UNSEEN)
        && moved(m, table, number_at(levels, bytes, i)) >= 0;
    return (float)sum;
  }
  float halves = 0; /* each level halves what is below it; what is 63 below the top or more counts nothing */
  for (i = tall < 64 ? 0 : tall - 63; i < tall - 1; i++) {
    const int counts = i < width && (m->where.at < 0 || part_of(s, &m->where, row * width + i) == UNSEEN)
      && moved(m, table, number_at(levels, bytes, i)) >= 0;
    halves = (halves + (float)counts) * 0.5f;
  }
  return halves;
}
INLINE int64_t length_of(const item_t *m, const char *s) {
  int32_t n = (int32_t)m->values.n;
  if (m->length_at >= 0) memcpy(&n, s + m->length_at, sizeof n);
  return n;
}
/* An item that tells of each site or element. bytes: of one value, which the compiler knows where it is 1. */
INLINE void put_each(const item_t *m, const int32_t *places, const int32_t *table, const char *s, int64_t bytes, float *out) {
  const char *values = s + m->values.at, *heights = s + m->heights.at;
  const int64_t width = m->width;
  if (m->kind == ONE_HOT && m->heights.width == 1 && m->span == 1) {
    const int64_t chosen = m->level;
    for (int64_t k = 0; k < m->n; k++) {
      const int64_t at = m->first + k, tall = number_at(heights, 1, at), level = chosen >= 0 ? chosen : tall + chosen;
      if (level < 0 || level >= tall || level >= width) continue;
      const int64_t more = moved(m, table, number_at(values, bytes, at * width + level));
      if (places[k] >= 0 && more >= 0) out[places[k] + more] = 1;
    }
    return;
  }
  if (m->kind == ONE_HOT && m->heights.at < 0 && m->span == 1) {
    for (int64_t k = 0; k < m->n; k++) {
      const int64_t more = moved(m, table, number_at(values, bytes, m->first + k));
      if (places[k] >= 0 && more >= 0) out[places[k] + more] = 1;
    }
    return;
  }
  for (int64_t k = 0; k < m->n; k++) {
    int64_t at = m->first + k;
    const int64_t place = places[k];
    if (place < 0) continue;
    if (m->kind == SUM) {
      spread(m, out, place, in_form(m, summed(m, table, s, values + at * width * bytes, bytes, at)));
      continue;
    }
    if (m->heights.at >= 0) {
      const int64_t tall = part_of(s, &m->heights, at), level = m->level >= 0 ? m->level : tall + m->level;
      if (level < 0 || level >= tall || level >= width) continue;
      at = at * width + level;
    }
    const int64_t value = number_at(values, bytes, at);
    if (m->kind == VALUES) { spread(m, out, place, in_form(m, (float)value)); continue; }
    const int64_t more = moved(m, table, value);
    if (more >= 0) spread(m, out, place + more, 1);
  }
}
static void put_item(const observing_t *v, const item_t *m, const char *s, float *out) {
  const int32_t *places = v->pool + m->places, *table = v->pool + m->table;
  if (m->kind <= SUM) {
    if (m->values.width == 1) put_each(m, places, table, s, 1, out);
    else put_each(m, places, table, s, m->values.width, out);
  } else if (m->kind == MEMBERS) {
    for (int64_t k = 0; k < m->n; k++) {
      const int64_t bit = m->first + k;
      if (bit / 64 < m->values.n && (part_of(s, &m->values, bit / 64) >> (bit % 64) & 1)) spread(m, out, places[k], 1);
    }
  } else if (m->kind == BITS) {
    const int64_t value = part_of(s, &m->values, 0);
    for (int64_t k = 0; k < m->n; k++) spread(m, out, places[k], (float)(value >> (m->first + k) & 1));
  } else if (m->kind == LENGTH) {
    spread(m, out, places[0], in_form(m, (float)length_of(m, s)));
  } else {
    const int64_t n = length_of(m, s);
    for (int64_t k = 0; k < n && k < m->values.n; k++) {
      const int64_t value = part_of(s, &m->values, k);
      if (m->kind == IN_ORDER) { if (k < m->n) spread(m, out, places[k], in_form(m, (float)value)); continue; }
      if (value < 0 || value >= m->n || places[value] < 0) continue;
      if (m->form == RAW) out[places[value]] += 1; else out[places[value]] = 1;
    }
  }
}
/* The player, from 1, whose role a seat, from 0, plays in a position; 0 for -1. */
static int player_at(const seen_t *o, const char *s, int64_t players, int seat) {
  for (int p = 1; seat >= 0 && o->order.at >= 0 && p <= players; p++) if (part_of(s, &o->order, p) == seat + 1) return p;
  return seat + 1;
}
/* The position as a player sees it; 0: as it is. It is `copy` where that differs from the position. */
static const char *as_seen(const observing_t *v, const char *s, const thrown_t *t, int player, char *copy) {
  const int hides = v->seen.hides && player, throws = v->seen.throws && t && t->n;
  if (!hides && !throws) return s;
  const int32_t *read = v->pool + v->read;
  for (int64_t k = 0; k < v->n_read; k++, read += 2) memcpy(copy + read[0], s + read[0], (size_t)read[1]);
  if (hides) conceal(v, copy, player);
  if (throws) show_throw(v, copy, t);
  return copy;
}
static void put_items(const observing_t *v, int numbers, const char *s, float *out) {
  const item_t *items = v->items + (numbers ? v->planes : 0);
  for (int64_t k = 0; k < (numbers ? v->numbers : v->planes); k++) put_item(v, &items[k], s, out);
}
