"""The flow of a game: start, legal moves, and everything that follows when a move is played.

Order and numbers are those of Ludii 1.3.13 (Game.start, Game.moves, Game.apply).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ludparse.ludemes.base import walk

from ..equipment.features import LETTER
from ..equipment.players import player_number
from ..program.modes import ANY, COUNT, EVERY
from .base import passed, repetition
from .base.fields import MOVE_LIMIT, TURN_LIMIT, place_in_history
from .base.prelude import (
    Expr,
    Feature,
    FieldKind,
    Function,
    L,
    Lowering,
    RoleType,
    SiteType,
    Type,
    action_number,
    ir,
)
from .board import dominoes
from .flow.end import lower_end
from .flow.other_modes import move_of_nobody, moves_of_all
from .flow.places import draw_by_limit
from .flow.plays import plays_of, run_plays
from .flow.sequence_capture import remove_pending_captures
from .lookahead import meta
from .lookahead.asking import query_for
from .players.active import next_active
from .start import lower_start


class Turn:
    """Lowers the entries "start", "moves" and "play" of a game."""

    def __init__(self, lo: Lowering, result: L.Int | None = None) -> None:
        self.lo = lo
        self.result = result
        rules = lo.game.rules
        self.phases: Sequence[L.Phase] = rules.phases or ()
        self.plays: list[list[Function]] = []
        self.then = {type(x) for node in walk(lo.game) if isinstance(node, L.Then) for x in walk(node)}
        """The ludemes of consequents."""
        self.laid_out = 0
        """Where in the entry "start" the empty board is laid out."""

    def lower(self) -> None:
        """Writes all functions of the flow of a game and enters them in the program."""
        self.plays = plays_of(self.lo, lambda moves: moves)
        self._phase_moves()
        meta.write_legal_moves(self.lo)
        self._compute_stalemated()
        self._play()
        entries = self.lo.program.entries
        entries["moves"], entries["start"], entries["play"] = self._moves(), self._start(), self.lo.play
        self._apply_stored()  # last, because any rule may have registered a hook for applied actions

    def compute_regions(self) -> None:
        """Writes the computation of regions that depend on the position, on the empty board. To be called last, because
        any rule may ask for a region."""
        if self.lo.on_empty_board:
            with self.lo.capture() as computed:
                for hook in self.lo.on_empty_board:
                    hook()
            body = self.lo.program.entries["start"].body
            body[self.laid_out : self.laid_out] = computed

    # ------------------------------------------------------------------ start

    def _start(self) -> Function:
        lo = self.lo
        rules = lo.game.rules.start
        with lo.function("start", place=rules.span if rules else None) as (fn, _):
            lo.run("seed_copies")
            for p in range(1, lo.n_players + 1):
                lo.put("team", p, p)
                lo.put("order", p, p)
                lo.put("phase", self._first_phase(p), p)
            for t in lo.sites.types:
                size = lo.sites.on_board[t]
                full = lo.set_const([*range(size), *self._hand_sites()] if t is SiteType.Cell else range(size))
                lo.put(f"empty_{LETTER[t]}", full)
            if lo.flags.deduction_puzzle:
                lo.sites.variables.lay_out()
            self.laid_out = len(fn.body)
            dominoes.lay_out(lo)
            lower_start(lo)
            for hook in lo.after_start:
                hook()
            self._sum_dice()
            repetition.remember_start(lo)
        return fn

    def _hand_sites(self) -> list[int]:
        return [s for c in self.lo.eq.containers[1:] for s in c.sites]

    def _first_phase(self, player: int) -> int:
        for i, phase in enumerate(self.phases):
            role = phase.role or RoleType.Shared
            if role in (RoleType.Shared, RoleType.All) or player_number(role) == player:
                return i
        return 0

    def _sum_dice(self) -> None:
        lo = self.lo
        for i, dice in enumerate(lo.eq.dice):
            faces = lo.table([lo.eq.components[c].faces for c in range(len(lo.eq.components))], "ragged", "faces")
            total = lo.var(0, "sum")
            with lo.for_range(dice.first_site, dice.first_site + dice.num_sites) as site:
                t = dice.default_site
                face = lo.row_at(faces, lo.sites.what(t, site), lo.sites.state(t, site))
                lo.assign(total, total + face)
            lo.put("dice_sum", total, i)

    # ------------------------------------------------------------------ legal moves

    def _phase_moves(self) -> None:
        """The moves of the mover's phase, without meta rules; the moves of all phases if there is no mover."""
        lo, flags = self.lo, self.lo.flags
        with lo.define(self.lo.phase_moves):
            if flags.simulation:
                move_of_nobody(self.lo, self.plays)
            elif flags.simultaneous:
                moves_of_all(self.lo, self.plays)
            else:
                run_plays(lo, self.plays)

    def _moves(self) -> Function:
        """All legal moves. If there is none and players take turns, a forced pass."""
        lo = self.lo
        with lo.function("moves") as (fn, _):
            with lo.if_(ir.ne(lo.get("over"), 0)):
                lo.return_()
            mark = lo.mark()
            lo.do(lo.call(lo.legal_moves))
            if lo.flags.alternating:
                with lo.if_(ir.eq(lo.count(), mark)):
                    lo.emit(-1, -1, [lo.act("pass", decision=True, forced=1)])
                self._stalemated(lo.get("mover"), ir.FALSE)
            else:
                with lo.if_(ir.ne(lo.get("active"), 0)):
                    self._stalemated(lo.get("mover"), ir.eq(lo.count(), mark))
            if "n_legal" in lo.program.fields:
                lo.put("n_legal", lo.count() - mark)
        return fn

    def _stalemated(self, player: Expr, stuck: ir.BoolLike) -> None:
        lo = self.lo
        bit = lo.let(ir.shl(1, player))
        now = lo.get("stalemated")
        cleared = now - (now & bit)
        lo.put("stalemated", cleared + ir.select(stuck, bit, 0))

    def _compute_stalemated(self) -> None:
        """Sets the stalemated bit of the player to move if no move can be made."""
        lo = self.lo
        with lo.define(lo.compute_stalemated), lo.if_(ir.ne(lo.get("active"), 0)):
            far = ANY if lo.flags.alternating else EVERY  # the moves of several players may be drawn by chance
            with lo.question(COUNT, far) as number:
                lo.do(lo.call(self._asked_moves()))
            self._stalemated(lo.get("mover"), ir.eq(number, 0))

    def _asked_moves(self) -> Function:
        """The function that tells whether any legal move exists.

        As in Ludii, exchanging the sides counts as a move, and of the other rules about all moves only those against
        repetition and suicide are asked.
        """
        lo = self.lo
        if not lo.flags.alternating:
            return lo.legal_moves
        plays = plays_of(lo, partial(query_for, lo))
        same = [[f.index for f in fs] for fs in plays] == [[f.index for f in fs] for fs in self.plays]
        if same and not meta.meta_rules(lo):
            return lo.legal_moves
        with lo.function("asked_moves") as (fn, _):
            if meta.may_swap(lo):
                with lo.if_(meta.second_turn(lo)):
                    lo.emit(-1, -1, [lo.act("pass", decision=True, forced=1)])
                    lo.return_()
            run_plays(lo, plays)
        return fn

    # ------------------------------------------------------------------ applying

    def _apply_stored(self) -> None:
        """Applies move m as the next of the trial: first its actions, then it becomes the last move, then its
        consequents.
        """
        lo = self.lo
        with lo.define(lo.apply_stored) as (fn, (m,)):
            fn.last = ("last_from", "last_to")
            base = lo.let(lo.run("applied_base"))
            lo.run("applied_set_base", lo.run("applied_count"))
            start = lo.let(lo.run("applied_base"))
            lo.run("apply_actions", m)
            self._remember_last(m)
            self._after_consequents(start)  # the consequents see the move with its own actions only
            lo.run("apply_thens", m)
            then_passes = L.Pass in self.then
            if then_passes or self.then & _DECIDING or "swap" in lo.used_actions:
                with lo.if_(ir.or_(then_passes, ir.ne(lo.get("last_is_pass"), 0))):
                    self._pass_after_all(start)
            if self.then & _SWAPPING:
                lo.put(lo.field("last_is_swap", FieldKind.INT), self._consisted_of("swap", start))
            if lo.flags.uses(Feature.SEQUENCE_CAPTURE):
                remove_pending_captures(lo, start)
            self._after_consequents(start)
            lo.run("applied_set_base", base)

    def _remember_last(self, m: Expr) -> None:
        lo = self.lo
        for hook in self.lo.before_last:
            hook(m)
        for name in ("mover", "from", "to", "level_min", "level_max"):
            lo.put(f"last_{name}", lo.run(f"move_{name}", m))
        lo.put("last_is_pass", lo.run("move_is_pass", m))
        lo.put("has_last", 1)
        passed.remember_last(self.lo, m)
        k = lo.let(place_in_history(self.lo, lo.get("n_moves")))
        lo.put("past_mover", lo.run("move_mover", m), k)
        lo.put("past_pass", lo.get("last_is_pass"), k)
        lo.put("n_moves", lo.get("n_moves") + 1)
        with lo.if_(ir.ne(lo.get("last_is_pass"), 0)):
            lo.put("latest_pass", lo.get("n_moves"))

    def _consisted_of(self, kind: str, start: Expr) -> Expr:
        """Whether the move that was applied, with its consequents, has an action of a kind and no other decision."""
        lo = self.lo
        found, only = lo.var(False, "found"), lo.var(True, "only")
        with lo.for_range(start, lo.run("applied_count"), "k") as k:
            with lo.if_(ir.eq(lo.run("applied_kind", k), action_number(kind))):
                lo.assign(found, True)
            with lo.else_(), lo.if_(lo.run("applied_decision", k)):
                lo.assign(only, False)
        return found & only

    def _pass_after_all(self, start: Expr) -> None:
        """A move is a pass, with its consequents, if passes are all that is decided in it."""
        lo = self.lo
        passes = self._consisted_of("pass", start)
        lo.put("last_is_pass", passes)
        lo.put("past_pass", passes, place_in_history(lo, lo.get("n_moves") - 1))
        with lo.if_(passes):
            lo.put("latest_pass", lo.get("n_moves"))

    def _after_consequents(self, start: Expr) -> None:
        for hook in self.lo.after_move:
            hook(start)

    def _carry_out(self) -> Function:
        """Applies move m with all its consequents, before the end rules are evaluated."""
        lo = self.lo
        with lo.function("carry_out", [("m", Type.INT)]) as (fn, (m,)):
            lo.run("seed_copies")
            lo.put("decided", -1)
            bit = ir.shr(lo.get("stalemated"), lo.get("mover")) & 1
            with lo.if_(lo.run("move_is_pass", m) & ir.eq(bit, 0)):
                lo.do(lo.call(lo.compute_stalemated))
            lo.list_field("clear", "pending")
            lo.do(lo.call(lo.apply_stored, m))
        lo.program.entries["consequences"] = fn
        return fn

    def _play(self) -> None:
        lo = self.lo
        carry_out, limits = self._carry_out(), self._limits()
        with lo.define(lo.play) as (_, (m,)):
            mover = lo.let(lo.get("mover"), "mover")
            lo.do(lo.call(carry_out, m))
            self._end()
            lo.do(lo.call(limits))
            with lo.if_(ir.eq(lo.get("active"), 0)):
                lo.put("prev", mover)
            with lo.else_():
                self._change_phases()
            lo.put("counter", lo.get("counter") + 1)
            repetition.remember(lo)
            with lo.if_(ir.ne(lo.get("active"), 0)):
                self._pass_turn(mover, m)
            self._sum_dice()
            if self.result is not None:
                lo.field("result", FieldKind.INT)
                with lo.if_(ir.ne(lo.get("over"), 0)):
                    lo.put("result", lo.int(self.result))

    def _end(self) -> None:
        lo = self.lo
        ends = [p.end for p in self.phases]
        if any(e is not None for e in ends):
            with lo.if_(ir.ne(lo.get("active"), 0)):
                phase = lo.let(lo.get("phase", lo.get("mover")))
                for i, end in enumerate(ends):
                    if end is not None:
                        with lo.lowering(self.phases[i]), lo.if_(ir.eq(phase, i)):
                            lo.do(lo.call(lower_end(lo, end)))
        if lo.game.rules.end is not None:
            with lo.if_(ir.eq(lo.get("over"), 0)):
                lo.do(lo.call(lower_end(lo, lo.game.rules.end)))

    def _limits(self) -> Function:
        """Ends games that are too long: a draw among those who still play."""
        lo = self.lo
        long_game = (lo.get("turn") >= TURN_LIMIT * lo.n_players) | (
            lo.get("n_moves") - lo.get("n_start") >= MOVE_LIMIT
        )
        with lo.function("limits") as (fn, _), lo.if_(ir.ne(lo.get("active"), 0) & long_game):
            draw_by_limit(lo)
        lo.program.counting.add(fn.index)
        return fn

    def _change_phases(self) -> None:
        lo = self.lo
        changes = [change for p in self.phases for change in _next_phases(p)]
        if not changes:
            return
        lo.play.place = changes[0].span if len(changes) == 1 else lo.game.rules.span
        with lo.for_range(1, lo.n_players + 1, "pid") as pid:
            phase = lo.let(lo.get("phase", pid))
            for i, p in enumerate(self.phases):
                conditions = _next_phases(p)
                if not conditions:
                    continue
                with lo.lowering(p), lo.if_(ir.eq(phase, i)):
                    done = lo.var(False, "done")
                    for nxt in conditions:
                        with lo.lowering(nxt), lo.if_(~done):
                            self._next_phase(nxt, pid, done)

    def _next_phase(self, nxt: L.NextPhase, pid: Expr, done: Expr) -> None:
        lo = self.lo
        everyone = lo.n_players + 1
        if nxt.index_player is not None:
            who = lo.let(lo.int(nxt.index_player.index))
        else:
            who = lo.let(lo.role(nxt.role or RoleType.Shared))
        with lo.if_(ir.eq(who, everyone) | ir.eq(who, pid)):
            cond = lo.opt_bool(nxt.cond, True)
            with lo.if_(cond):
                if nxt.phase_name is not None:
                    names = [p.name for p in self.phases]
                    if nxt.phase_name not in names:
                        lo.run("fail", lo.string(f"no phase is called {nxt.phase_name!r}"))
                        return
                    target: Expr = ir.const(names.index(nxt.phase_name))
                else:
                    owner = ir.select(ir.eq(who, everyone), lo.get("mover"), who)
                    target = ir.mod(lo.get("phase", owner) + 1, len(self.phases))
                lo.put("phase", target, pid)
                lo.assign(done, True)

    def _pass_turn(self, mover: Expr, m: Expr) -> None:
        lo = self.lo
        if lo.flags.uses(Feature.VISITED):
            with lo.if_(ir.ne(lo.get("mover"), lo.get("next"))):
                lo.put("visited", ir.EMPTY_SET)
            with lo.else_():
                both = ir.set_one(lo.get("last_from")) | ir.set_one(lo.get("last_to"))
                lo.put("visited", lo.get("visited") | both)
        lo.put("prev", mover)
        lo.put("mover", lo.get("next"))
        if self.then & _SWAPPING:
            swap = ir.ne(lo.get(lo.field("last_is_swap", FieldKind.INT)), 0)
        else:
            swap = meta.is_swap(lo, m)
        with lo.if_(ir.eq(lo.get("prev"), lo.get("mover")) & ~swap):
            lo.put("turn_same", lo.get("turn_same") + 1)
        with lo.else_():
            lo.put("turn_same", 0)
            lo.put("turn", lo.get("turn") + 1)
        lo.put("next", next_active(lo, lo.get("mover")))
        lo.put("passes", ir.select(ir.ne(lo.get("last_is_pass"), 0), lo.get("passes") + 1, 0))


_SWAPPING = {L.SwapPlayers, L.MoveSwapPlayers}
_DECIDING = {L.Append, L.Bet}
"""Effects with an action that counts as a decision, beside a swap of players."""


def _next_phases(phase: L.Phase) -> Sequence[L.NextPhase]:
    if phase.next_phases is not None:
        return phase.next_phases
    return (phase.next_phase,) if phase.next_phase is not None else ()
