/* Digests of what a game does (digests.py says what they cover), as a library of their own: it is the same for all games
   and compiled once, with optimisation: most games are followed by code that was compiled quickly, which would spend half
   of its time here. All that is particular to a game comes in two tables: `plan` (ints, followed.py
   lays them out) and `letters` (bytes). */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "core/digests_calls.h"

enum { PLAN_CHANCE, PLAN_PLAYERS, PLAN_HEAD, PLAN_LISTS, PLAN_PLACES, PLAN_KINDS, PLAN_STRINGS, PLAN_LARGE };
enum { SHOW_ALWAYS, SHOW_SET, SHOW_TRUE, SHOW_MANY };
enum { FORM_INT, FORM_SITE_TYPE, FORM_BOOL, FORM_STRING, FORM_FLOAT, FORM_RANGE, FORM_SITES, FORM_STRINGS };
enum { ITEMS = 12 };
enum { TITLE, TITLE_SIZE, ODD, EXTRA, STATE_AT, WHAT_AT, N_KEYS, KEYS };
enum { ODD_NO, ODD_NOTE, ODD_PENDING, ODD_PASS, ODD_HIDDEN };
enum { EXTRA_NO, EXTRA_ADDS, EXTRA_MOVES, EXTRA_NONE }; /* whether the head of a move says more about such an action */
typedef struct { int16_t kind, decision; int32_t p[]; } act_t;
typedef struct {
  digests_t calls; /* first: what games know of this */
  const int32_t *plan;
  const char *letters;
  uint32_t crc, table[256];
} digest_t;

/* CRC-32 as zlib computes it */
static void digest_begin(digest_t *d) {
  for (uint32_t i = 0; i < 256; i++) {
    uint32_t c = i;
    for (int k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >> 1) : c >> 1;
    d->table[i] = c;
  }
}
static void digest_bytes(digest_t *d, const void *data, int64_t n) {
  const unsigned char *p = data;
  uint32_t c = ~d->crc;
  for (; n > 0; n--) c = d->table[(c ^ *p++) & 255] ^ (c >> 8);
  d->crc = ~c;
}
static void digest_text(digest_t *d, const char *text) { digest_bytes(d, text, (int64_t)strlen(text)); }
static void digest_letters(digest_t *d, const int32_t *place) { digest_bytes(d, d->letters + place[0], place[1]); }
static void digest_number(digest_t *d, int32_t v) {
  char text[12], *p = text + sizeof text;
  uint32_t left = v < 0 ? 0u - (uint32_t)v : (uint32_t)v;
  do *--p = (char)('0' + left % 10); while (left /= 10);
  if (v < 0) *--p = '-';
  digest_bytes(d, p, text + sizeof text - p);
}
/* as float_text in program/arithmetic.py */
static void digest_float(digest_t *d, int32_t bits) {
  char digits[24];
  float v;
  int n = 1;
  memcpy(&v, &bits, sizeof v);
  if (v - v != 0) { digest_text(d, v != v ? "NaN" : v > 0 ? "Infinity" : "-Infinity"); return; }
  if (bits < 0) { digest_text(d, "-"); v = -v; }
  while (snprintf(digits, sizeof digits, "%.*e", n, (double)v), strtof(digits, NULL) != v && n < 9) n++;
  int power = atoi(digits + n + 3), point = power >= -3 && power < 7 ? power + 1 : 1;
  digits[1] = digits[0]; /* over the decimal point */
  while (n && digits[n + 1] == '0') n--;
  for (int k = point < 1 ? point - 1 : 0; k <= n || k <= point; k++) {
    if (k == point) digest_text(d, ".");
    digest_bytes(d, k >= 0 && k <= n ? digits + 1 + k : "0", 1);
  }
  if (point != power + 1) { digest_text(d, "E"); digest_number(d, power); }
}
/* a number of a position: four bytes, the lowest first */
static void digest_int(digest_t *d, int64_t v) {
  unsigned char b[] = {(unsigned char)v, (unsigned char)(v >> 8), (unsigned char)(v >> 16), (unsigned char)(v >> 24)};
  digest_bytes(d, b, 4);
}

/* ------------------------------------------------------------------ texts, as actions.py and move.py make them */

static void digest_string(digest_t *d, int32_t number) {
  const int32_t *strings = d->plan + d->plan[PLAN_STRINGS];
  if (number >= 0 && number < strings[0]) digest_letters(d, strings + 1 + 2 * number);
  else digest_text(d, "null");
}
/* the items that are there, in brackets */
static void digest_list(digest_t *d, const int32_t *items, int sites) {
  const char *before = sites ? "{" : "[";
  int shown = 0;
  for (int k = 0; k < (sites ? 32 * ITEMS : ITEMS); k++) {
    if (sites ? !((uint32_t)items[k / 32] >> k % 32 & 1) : items[k] < 0) continue;
    digest_text(d, shown++ ? ", " : before);
    if (sites) digest_number(d, k); else digest_string(d, items[k]);
  }
  if (!shown) digest_text(d, before);
  digest_text(d, sites ? "}" : "]");
}
static void digest_action(digest_t *d, const act_t *a) {
  static const char *const types[] = {"Cell", "Vertex", "Edge"};
  const int32_t *kind = d->plan + d->plan[d->plan[PLAN_KINDS] + a->kind], *key = kind + KEYS;
  int shown = 0;
  digest_text(d, "[");
  digest_letters(d, kind + TITLE);
  digest_text(d, ":");
  for (int k = 0; k < kind[N_KEYS]; k++, key += 5) {
    int32_t v = a->p[key[2]], show = key[3];
    if ((show == SHOW_SET && v == -1) || (show == SHOW_TRUE && (v == 0 || v == -1)) || (show == SHOW_MANY && v <= 1))
      continue;
    if (shown++) digest_text(d, ",");
    digest_letters(d, key);
    digest_text(d, "=");
    if (kind[ODD] == ODD_NOTE && k == 0 && a->p[0] != kind[STATE_AT]) {
      digest_text(d, "P"); digest_number(d, a->p[0]); digest_text(d, " ");
    }
    if (key[4] == FORM_INT) digest_number(d, v);
    else if (key[4] == FORM_SITE_TYPE) digest_text(d, v >= 0 && v < 3 ? types[v] : "null");
    else if (key[4] == FORM_BOOL) digest_text(d, v == 0 || v == -1 ? "false" : "true");
    else if (key[4] == FORM_STRING) digest_string(d, v);
    else if (key[4] == FORM_FLOAT) digest_float(d, v);
    else if (key[4] == FORM_RANGE) {
      digest_text(d, "["); digest_number(d, v); digest_text(d, ";"); digest_number(d, a->p[key[2] + 1]); digest_text(d, "]");
    } else digest_list(d, a->p + key[2], key[4] == FORM_SITES);
  }
  if (a->decision) digest_text(d, shown || kind[ODD] == ODD_PENDING ? ",decision=true" : "decision=true");
  if (kind[ODD] == ODD_PASS && a->p[0] == 1) digest_text(d, ",forced=true");
  digest_text(d, "]");
}
static const act_t *action(const applied_t *done, int k) {
  return (const act_t *)((const char *)done->actions + (int64_t)k * done->size);
}
/* the actions that were applied, with `between` after each but the last */
static void digest_applied(digest_t *d, const applied_t *done, const char *between) {
  int shown = 0;
  for (int k = 0; k < done->n; k++) {
    const act_t *a = action(done, k);
    if (!a->kind || d->plan[d->plan[d->plan[PLAN_KINDS] + a->kind] + ODD] == ODD_HIDDEN) continue;
    if (shown++) digest_text(d, between);
    digest_action(d, a);
  }
}
static void digest_extras(digest_t *d, const applied_t *m) {
  const int32_t *large = d->plan + d->plan[PLAN_LARGE];
  int decided = 0;
  for (int k = 0; k < m->n; k++) {
    decided |= action(m, k)->decision;
    if (d->plan[d->plan[d->plan[PLAN_KINDS] + action(m, k)->kind] + EXTRA] == EXTRA_NONE) return;
  }
  for (int k = 0; k < m->n; k++) {
    const act_t *a = action(m, k);
    const int32_t *kind = d->plan + d->plan[d->plan[PLAN_KINDS] + a->kind];
    if (a->decision != decided || !kind[EXTRA]) continue;
    int32_t state = a->p[kind[STATE_AT]];
    int moves = kind[EXTRA] == EXTRA_MOVES, is_large = moves;
    for (int i = 0; i < large[0] && !is_large; i++) is_large = large[1 + i] == a->p[kind[WHAT_AT]];
    if (decided && state != -1 && is_large) { digest_text(d, ",state="); digest_number(d, state); return; }
    if (!moves && a->p[0] == 2 && a->p[1] == m->from && m->from == m->to) { /* adds an edge */
      digest_text(d, ",oriented=false,edge="); digest_number(d, m->to); return;
    }
  }
}
/* a move as it was applied, in the form of trials */
static uint32_t digest_move(digests_t *calls, const applied_t *m) {
  digest_t *d = (digest_t *)calls;
  d->crc = 0;
  digest_text(d, "[Move:mover="); digest_number(d, m->mover);
  if (m->from != -1) { digest_text(d, ",from="); digest_number(d, m->from); }
  if (m->to != -1) { digest_text(d, ",to="); digest_number(d, m->to); }
  digest_extras(d, m);
  if (m->level_min != 0 && m->level_max != 0) {
    digest_text(d, ",levelMin="); digest_number(d, m->level_min);
    digest_text(d, ",levelMax="); digest_number(d, m->level_max);
  }
  digest_text(d, ",actions=");
  digest_applied(d, m, ",");
  digest_text(d, "]");
  return d->crc;
}
/* a legal move with its consequences, in the form of recordings; before: the digest of those before it */
static uint32_t digest_entry(digests_t *calls, uint32_t before, const applied_t *m) {
  digest_t *d = (digest_t *)calls;
  d->crc = before;
  digest_number(d, m->mover); digest_text(d, "|");
  digest_number(d, m->from); digest_text(d, "|");
  digest_number(d, m->to); digest_text(d, "|");
  digest_applied(d, m, "");
  digest_text(d, "\n");
  return d->crc;
}

/* ------------------------------------------------------------------ positions, as digests.py lays them out */

/* item k of a field; place: its offset in the state (-1: there is no such field) and its width in bits */
static int64_t followed_value(const char *state, const int32_t *place, int64_t k) {
  if (place[0] < 0) return 0;
  const char *p = state + place[0];
  switch (place[1]) {
  case 8: return ((const int8_t *)p)[k];
  case 16: { int16_t v; memcpy(&v, p + 2 * k, 2); return v; }
  case 32: { int32_t v; memcpy(&v, p + 4 * k, 4); return v; }
  default: { int64_t v; memcpy(&v, p + 8 * k, 8); return v; }
  }
}
static uint32_t digest_position(digests_t *calls, const void *state) {
  digest_t *d = (digest_t *)calls;
  const char *s = state;
  const int32_t *p = d->plan + d->plan[PLAN_HEAD];
  d->crc = 0;
  for (int n = *p++; n > 0; n--, p += 3) {
    int64_t v = followed_value(s, p + 1, 0);
    digest_int(d, p[0] ? v != 0 : v);
  }
  p = d->plan + d->plan[PLAN_LISTS]; /* what each player has: factor, whether its presence is told, the field */
  for (int n = *p++; n > 0; n--, p += 4) {
    if (p[1]) digest_int(d, p[2] >= 0);
    if (p[2] >= 0)
      for (int i = 1; i <= d->plan[PLAN_PLAYERS]; i++) digest_int(d, p[0] * followed_value(s, p + 2, i));
  }
  p = d->plan + d->plan[PLAN_PLACES]; /* letter, sites, stride, count, height, five columns */
  for (int n = *p++; n > 0; n--, p += 17)
    for (int site = 0; site < p[1]; site++) {
      int64_t stacks = p[5] >= 0, height = stacks ? followed_value(s, p + 5, site) : 1, at = (int64_t)site * p[2];
      int64_t count, any = stacks && height;
      for (int64_t v = 0; !stacks && !any && v < 5; v++) any = followed_value(s, p + 7 + 2 * v, at) != 0;
      if (stacks) count = height > 0 && followed_value(s, p + 9, at + height - 1) != 0;
      else count = p[3] >= 0 ? followed_value(s, p + 3, site) : followed_value(s, p + 7, at) != 0;
      if (!any && !count) continue;
      digest_int(d, p[0]); digest_int(d, site); digest_int(d, count); digest_int(d, height);
      for (int64_t level = 0; level < height; level++)
        for (int v = 0; v < 5; v++) digest_int(d, followed_value(s, p + 7 + 2 * v, at + level));
    }
  return d->crc;
}

/* ------------------------------------------------------------------ what Python calls */

#define EXPORT __attribute__((visibility("default")))
/* Both tables must live as long as what is returned. NULL: not enough memory. */
EXPORT void *digests_new(const int32_t *plan, const char *letters) {
  digest_t *d = malloc(sizeof *d);
  if (!d) return NULL;
  d->calls = (digests_t){digest_entry, digest_move, digest_position, plan[PLAN_CHANCE]};
  d->plan = plan;
  d->letters = letters;
  digest_begin(d);
  return d;
}
EXPORT void digests_free(void *d) { free(d); }
