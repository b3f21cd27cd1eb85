/* Follows a game move by move and digests what happens. */
#include "core/digests_calls.h"
enum { ROW = 6 };
static applied_t applied_of(E *e, const move_t *m) {
  return (applied_t){m->mover, m->from, m->to, m->level_min, m->level_max, e->n_applied, sizeof(act_t), e->applied};
}

/* Starts a game and plays the legal moves with the numbers `picks` (-1: the pass where there is none). Writes rows of
   ROW ints to `out`: mover, number of legal moves, digest of all legal moves with their consequences, digest of the
   move that was applied, digest of the position after it, whether the game is over. The first row is about the start.
   Returns the number of rows: fewer than n + 1 where the game is over before, or where a number is not that of a move. */
EXPORT int lp_follow(E *e, int64_t rng, const int32_t *picks, int n, digests_t *d) {
  ENTER(e); CLEAR(e); ctx_init(e); watch(e); e->recording = 1;
  start_game(e, rng);
  room(e, (int64_t)ROW * (n + 1));
  memset(e->out, 0, ROW * sizeof *e->out);
  for (int ply = 0;; ply++) {
    int32_t *row = e->out + (int64_t)ROW * ply, *next = row + ROW;
    all_stale(e); CLEAR(e); ctx_init(e); next_position(e);
    if (!d->chance) row[4] = (int32_t)d->position(d, &e->s);
    if (!e->s.over) entry_moves(e);
    if (d->chance) row[4] = (int32_t)d->position(d, &e->s);
    row[5] = e->s.over;
    if (ply == n || e->s.over) return ply + 1;
    int end = e->n_moves, acts = e->n_acts, pick = picks[ply];
    uint32_t legal = 0;
    for (int i = 0; i < end; i++) {
      move_t head = e->moves[i];
      if (head.mover < 0) fail(e, -10);
      whole_state_push(e); ctx_init(e); next_position(e);
      tell(e, i);
      applied_t done = applied_of(e, &head);
      legal = d->entry(d, legal, &done);
      e->n_moves = end; e->n_acts = acts; e->n_applied = e->applied_base = 0; e->n_lists = 0;
      whole_state_pop(e);
    }
    if (pick >= end || (pick < 0) != !end) return ply + 1;
    next[0] = e->s.mover; next[1] = end; next[2] = (int32_t)legal;
    if (!end) {
      move_open(e);
      act_t *a = act_new(e, ACT_pass, 1);
      memset(a->p, 0, sizeof a->p);
      a->p[0] = 1;
      move_close(e, e->s.mover, -1, -1, 0, 0);
      pick = 0;
    }
    move_t head = e->moves[pick];
    ctx_init(e); next_position(e);
    entry_play(e, pick);
    applied_t done = applied_of(e, &head);
    next[3] = (int32_t)d->move(d, &done);
  }
}
