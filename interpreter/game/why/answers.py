"""Answers why a move is legal or is not."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from ludparse.ludemes import End, IsRepeat, MaxDistance, MaxMoves, NoRepeat, Priority
from ludparse.ludemes.base import Ludeme
from ludparse.ludemes.kinds import EndResult
from ludparse.problems.errors import AmbiguousMoveError, IllegalMoveError, LudError, LudRuleError, LudUnsupportedError

from ...backends.python.engine import raw_of
from ...backends.python.makers import MadeMove
from ...play.game import Playable
from ...play.game_state import GameState
from ...play.move import Move
from ...play.notation import ends, name_moves
from ...play.parse_move import find_move, sites_of
from ...play.snapshot import sites
from ...play.why import Why
from ...program.actions import ACTIONS, action_text
from ...program.program import Function, Program
from ...program.raw import NOTES, RawMove
from ...program.state_layout import SiteData
from .near import nearest, refusals
from .recording import Only, Question, RecordingEngine, Run
from .search import Found, Search, Target, parts_of
from .words import Words

__all__ = ["Answers", "answers_of"]

_EACH = 4
"""Of so many moves is told why each is legal, where a text means several."""


class Answers:
    """A game whose traced program is asked. Threads wait for each other."""

    def __init__(self, game: Playable, program: Program, rules: Ludeme) -> None:
        """program: the traced one. rules: the tree of the description."""
        board = game.equipment.board
        self.points = [(x.x, x.y, x.z) for x in board.elements(game.equipment.default_site)]
        self.lock = threading.Lock()
        self.data = game.data
        self.own = weakref.proxy(game.engine)
        self.engine = RecordingEngine(program)
        names = game.vocabulary.names
        assert names is not None
        self.names = names
        self.words = Words(self.engine, rules, names)

    # ------------------------------------------------------------------ positions

    def position(self, state: GameState) -> Any:
        """The position in the traced program, as the last move left it.

        Raises LudUnsupportedError for one that neither has all data that the traced program needs nor was reached by
        moves from the start.
        """
        own, traced = self.data, self.engine.program
        if not traced.hash_lists and {n: _form(f) for n, f in own.fields.items()} == {
            n: _form(f) for n, f in traced.fields.items()
        }:
            return self.engine.unpack(self.own.pack(state.fresh))
        if state.began is None:
            raise LudUnsupportedError("the rules ask for what was played before, and this position was set up")
        at = self.engine.start(state.began)
        for past in reversed(list(state.back())):
            run = self.engine.record_moves(at, whole=False)
            number = past.move.number
            if past.together is not None or not 0 <= number < len(run.moves):
                raise LudUnsupportedError("the moves that led here are not all single legal moves of their positions")
            at = self.engine.record_play(run.state, run.moves[number]).state
        return at

    # ------------------------------------------------------------------ moves

    def why(self, state: GameState, move: Move | str | None, since: bool, seat: int | None) -> Why:
        """What `State.why` answers."""
        if seat is not None and not 1 <= seat <= state.game.players:
            raise ValueError(f"seats are 1 to {state.game.players}, not {seat}")
        with self.lock:
            if move is None:
                return self.end(state, seat)
            why = self._move(state, move, seat)
        if not since or why.value is not False:
            return why
        return replace(why, children=(*why.children, last_possible(state, move)))

    def end(self, state: GameState, seat: int | None) -> Why:
        """Why the game has ended with the last move, or has not: the conditions of the end rules that were asked."""
        told = f"the game has ended{_won(state)}" if state.over else "the game goes on"
        last = next(iter(state.back()), None)
        if last is None:
            return Why(f"{told}: no move was played that end rules could be asked about", None, state.over)
        if seat is not None and self.hides(state, seat):
            return Why(f"{told}: what player {seat} does not see here may have decided that, and no reason is given")
        before = state.copy()
        before.undo()
        found = self.engine.record_moves(self.position(before), whole=False)
        number = last.move.number
        if last.together is not None or not 0 <= number < len(found.moves):
            raise LudUnsupportedError("the last move is none of the single legal moves of its position")
        run = self.engine.record_play(found.state, found.moves[number])
        results = tuple(self.results(run)) if state.over else ()
        told += "".join(f" by {x.text}" for x in results[:1])
        if bool(self.engine.read(run.state, "over")) != state.over:
            raise LudError("the traced program does not end as this game does: this is a defect of ludparse")
        asked = []
        for q in run.roots():
            if self.in_end_rule(run, q):
                parts = parts_of(run, q) if not isinstance(q.about, Function) else []
                asked.append(parts[0] if len(parts) == 1 else q)
        watched = self.engine.record_play(found.state, found.moves[number], None, frozenset(q.number for q in asked))
        rules = []
        for q in asked:
            other = self.outcome(found, number, {q.number: 0})
            decides = other is not None and other != self.outcome(found, number, {})
            why = self.words.condition(watched, watched[q.number], watched.seen[q.number], _is)
            rules.append((decides, why))
        deciding = tuple(why for decides, why in rules if decides and bool(why.value) == state.over)
        conditions = tuple(why for _, why in rules)
        if not deciding:
            told += ": no condition of an end rule alone decides that"
            return Why(told, None, state.over, (), conditions, results)
        sites = tuple(dict.fromkeys(site for why in deciding for site in why.sites))
        told += f": {'; '.join(why.text for why in deciding[:4])}"
        return Why(told, None, state.over, sites, conditions, results)

    def results(self, run: Run) -> Iterator[Why]:
        """The results of end rules that were given, in order."""
        for q in run.questions:
            if q is not None and isinstance(q.about, Function):
                for span in self.words.places(run, q)[:1]:
                    if issubclass(self.words.at.get(span, Ludeme), EndResult):
                        yield Why(Words.ludeme(span), span)

    def came(self, state: GameState, label: str, seat: int | None) -> Why:
        """Why a site holds what it holds: the ply that changed it last, and the ludeme that did."""
        if seat is not None and self.hides(state, seat):
            return Why(f"what player {seat} does not see here may have stood at {label}: no answer is given")
        rows = self.names.labels[self.names.default], *self.names.labels
        found = [k for row in rows for k, name in enumerate(row) if name.casefold() == label.casefold()]
        if not found:
            raise LudRuleError(f"the board has no site {label!r}")
        site, past, moves = found[0], state.copy(), state.history
        with self.lock:
            name, holds = self.words.site(site), self.words.holds(self.position(state)[0], site)
            while past.history:
                before = past.copy()
                before.undo()
                if _row(before, site) != _row(past, site):
                    return self.changed(before, moves[len(before.history)], name, holds, site)
                past = before
        return Why(f"{holds or name}: so since the start", None, None, (name,))

    def changed(self, before: GameState, move: Move, name: str, holds: str, site: int) -> Why:
        """What a move did on a site."""
        base = self.engine.record_moves(self.position(before))
        effects = self.effects(base, base.moves[move.number], site) if 0 <= move.number < len(base.moves) else ()
        by = f" by {effects[-1].text}" if effects else ""
        told = f"{holds or name}: since ply {len(before.history) + 1}, {move.notation}{by}"
        return Why(told, effects[-1].place if effects else None, None, (name,), (), effects)

    def in_end_rule(self, run: Run, q: Question) -> bool:
        """Whether a question is the condition of an end rule."""
        ends = (any(self.words.at.get(s) is End for s in x.about.places) for x in run.around(q.inside))
        has_ludeme = isinstance(q.about, Function) or any(x.decides for x in run.parts(q.number))
        return has_ludeme and not q.is_region and any(ends)

    def outcome(self, found: Run, number: int, forced: dict[int, int]) -> tuple[object, ...] | None:
        """Whether the game is over after a move, and the places of the players; None where the rules fail."""
        try:
            run = self.engine.record_play(found.state, found.moves[number], forced)
        except (LudError, RecursionError, ArithmeticError, LookupError):
            return None
        return self.engine.read(run.state, "over"), tuple(self.engine.read(run.state, "rank"))

    def _move(self, state: GameState, move: Move | str, seat: int | None) -> Why:
        name = move if isinstance(move, str) else move.notation
        if state.over:
            return Why(f"{name} is not legal: the game is over")
        if seat is not None and self.hides(state, seat):
            return Why(f"what player {seat} does not see here may decide about {name}: no answer is given")
        legal = state.legal_moves()
        if name.casefold() == "pass" and (not legal or all(m.is_pass for m in legal)):
            return self.only_pass(state, bool(legal))
        try:
            target, chosen = self.target(state, move, legal)
        except AmbiguousMoveError as several:
            return self.each(state, name, [m for m in several.candidates if isinstance(m, Move)], seat)
        at = self.position(state)
        search = self.search(at, target)
        if legal and [_plain(raw_of(m)) for m in search.base.moves] != [_plain(m.raw) for m in legal]:
            raise LudError("the traced program does not give the moves of this game: this is a defect of ludparse")
        there = search.targets(search.base)
        if there:
            return self.legal(search, chosen or name, there[0])
        return self.illegal(search, name, len(legal), state)

    def each(self, state: GameState, name: str, moves: list[Move], seat: int | None) -> Why:
        """Of a text that means several legal moves, the answers about the first of them."""
        answers = [self._move(state, move, seat) for move in moves[:_EACH]]
        more = f"; and {len(moves) - _EACH} more" if len(moves) > _EACH else ""
        sites = dict.fromkeys(site for why in answers for site in why.sites)
        told = f"{name} may be {len(moves)} moves: {'; '.join(why.text for why in answers)}{more}"
        return Why(told, None, True, tuple(sites), tuple(rule for why in answers for rule in why.rules))

    def only_pass(self, state: GameState, by_rule: bool) -> Why:
        """Why a player can only pass: the conditions that were no while moves were looked for."""
        run = self.engine.record_moves(self.position(state))
        conditions = tuple(refusals(self.words, run))
        how = "a rule lets them pass" if by_rule else "no rule makes a move, so they pass"
        first = f": {conditions[0].text}" if conditions else ""
        return Why(f"player {state.mover} can only pass, {how}{first}", None, True, (), (), conditions)

    def target(self, state: GameState, move: Move | str, legal: list[Move]) -> tuple[Target, str]:
        """The moves that are meant, and the notation of the legal one, empty where none is.

        Raises MoveSyntaxError for a text that is no move, AmbiguousMoveError where several legal moves are meant.
        """
        if isinstance(move, str):
            try:
                move = find_move(move, legal, self.names, state.consequences)
            except IllegalMoveError:
                return self.of_text(str(move)), ""
        wanted = _plain(move.raw)
        only = Only(frozenset({move.from_site} - {-1}), frozenset({move.to_site}))
        return Target(lambda m: _plain(raw_of(m)) == wanted, only), move.notation

    def of_text(self, text: str) -> Target:
        """The moves that a text means which is no legal move: by its sites, or by its whole notation."""
        folded = " ".join(text.split()).casefold()
        labels = sites_of(folded, self.names)
        if not labels:  # of `E7-E8=Queen` the sites come first
            head = folded
            for mark in "=~x/":
                head = head.partition(mark)[0]
            labels = sites_of(head.partition(" via ")[0].strip(), self.names)
            whole = folded
        else:
            whole = ""
        if not labels:
            raise LudUnsupportedError(f"{text!r} is not legal here, and names no sites by which it could be looked for")

        def indices(label: str) -> frozenset[int]:
            number = {int(label[1:])} if label.startswith("#") else set()
            fields = self.engine.program.fields
            rows = {x: [k for k, name in enumerate(row) if name.casefold() == label]
                    for x, row in zip("cve", self.names.labels, strict=True)}  # fmt: skip
            played = {k for x, found in rows.items() if f"what_{x}" in fields for k in found}
            return frozenset(number | (played or {k for found in rows.values() for k in found}))

        def is_one(m: MadeMove) -> bool:
            raw = raw_of(m)
            if tuple(x.casefold() for x in ends(raw, self.names))[-len(labels) :] != labels:
                return False
            return not whole or any(
                name.casefold() == whole
                for name, other in zip(self._names_of_run(), self.engine.run.moves, strict=True)
                if other is m
            )

        return Target(is_one, Only(indices(labels[0]) if len(labels) > 1 else frozenset(), indices(labels[-1])))

    def _names_of_run(self) -> tuple[str, ...]:
        return name_moves([raw_of(m) for m in self.engine.run.moves], self.names)

    def hides(self, state: GameState, player: int) -> bool:
        """Whether anything is hidden from a player, from 1."""
        hidden = [name for name, f in self.data.fields.items() if f.site is SiteData.HIDDEN]
        return any(v >> player & 1 for bits in hidden for v in self.own.read(state.fresh, bits))

    # ------------------------------------------------------------------ answers

    def legal(self, search: Search, name: str, move: MadeMove) -> Why:
        """Why a move is legal: the ludeme that makes it, the conditions that allow it, and what it does."""
        found = _written(search.what_allows())
        conditions = [self.asked(search, f, lambda x, v: _is(x, v) if v else f"{x} allows it") for f in found]
        maker = search.maker(search.base, move)
        rule = self.rule(maker, f"makes {name}", tuple(_once(c for c in conditions if c)))
        more = "" if search.complete else " (not all answers of the rules were tried)"
        effects = self.effects(search.base, move)
        ends = frozenset({move.from_site, move.to_site} - {-1})
        return Why(f"{name} is legal: {rule.text}{more}", None, True, self.sites((rule,), ends), (rule,), effects)

    def illegal(self, search: Search, name: str, legal: int, state: GameState) -> Why:
        """Why a move is not legal: for each ludeme that could make it, the conditions that refuse it."""
        by_maker: dict[int, list[Why]] = {}
        for found in _written(search.what_makes()):
            why = self.asked(search, found, lambda x, v: _is(x, v) if v else f"{x} refuses it")
            if why is not None and any(self.is_precedence(q) for q, _ in found.asked):
                names = name_moves([raw_of(m) for m in search.base.moves], self.names)
                first = "one move comes first" if legal == 1 else f"{legal} moves come first"
                some = ", ".join(names[:4]) + (" …" if len(names) > 4 else "")
                why = replace(why, text=f"{why.text}; {first}: {some}")
            if why is not None and (again := self.repeats(search, found, state)):
                why = replace(why, text=f"{why.text}; {again}")
            if why is not None:
                by_maker.setdefault(found.maker, []).append(why)
        rules = tuple(
            self.rule(maker, f"would make {name}", tuple(_once(whys))) for maker, whys in by_maker.items()
        )
        if not rules:
            sure = "no rule makes such a move" if search.complete else "not all answers of the rules were tried"
            dice = " and ".join(f"{x.pips}{' (used up)' * (x.standing == 'used')}" for x in state.dice if x.pips)
            sure += f"; the dice show {dice}" if dice else ""
            whole = self.engine.record_moves(search.state)
            return nearest(self.words, whole, search.target, name, search.state[0], self.points, sure)
        first = rules[0].rules[0].text if rules[0].rules else ""
        ends = search.target.only.begins | search.target.only.ends
        return Why(f"{name} is not legal: {first}", None, False, self.sites(rules, ends), rules)

    def sites(self, rules: tuple[Why, ...], ends: frozenset[int]) -> tuple[str, ...]:
        """The sites that rules name, and those where a move begins and ends."""
        return tuple(dict.fromkeys([*(s for rule in rules for s in rule.sites), *map(self.words.site, sorted(ends))]))

    def repeats(self, search: Search, found: Found, state: GameState) -> str:
        """Of a move that is refused by a rule about repetitions: the ply after which the board was as after it."""
        if not any(self.words.is_one(q, NoRepeat, IsRepeat) for q, _ in found.asked):
            return ""
        run = search.run(found.forced, everything=True)
        moves = search.targets(run) if run is not None else []
        if run is None or not moves:
            return ""
        after = self.engine.record_play(run.state, moves[0]).state[0]
        rows = sites(self.engine.program.fields, lambda name: getattr(after, name))
        past = state.copy()
        while past.sites() != rows:
            if not past.history:
                return ""
            past.undo()
        ply = len(past.history)
        return f"the board would be as after ply {ply}" if ply else "the board would be as at the start"

    def is_precedence(self, q: Question) -> bool:
        """Whether it is asked if other moves go before one."""
        return self.words.is_one(q, Priority, MaxMoves, MaxDistance)

    def search(self, at: Any, target: Target) -> Search:
        """What decides about moves in a position. Rules about repetitions and precedence are about moves that are made,
        so that nothing else explains why those are missing."""
        return Search(self.engine, at, target, lambda q: self.is_precedence(q) or self.words.is_one(q, NoRepeat))

    def rule(self, maker: int, does: str, conditions: tuple[Why, ...]) -> Why:
        """The ludeme that makes a move, with conditions."""
        spans = list(self.engine.program.functions[maker].places) if maker >= 0 else []
        span = spans[0] if spans else None
        text = f"{Words.ludeme(span)} {does}" if span is not None else f"the rules of the game {does[does.index(' '):]}"
        sites = tuple(dict.fromkeys(s for c in conditions for s in c.sites))
        return Why(text, span, None, sites, conditions)

    def asked(self, search: Search, found: Found, told: Callable[[str, str], str]) -> Why | None:
        """The conditions that a move hangs on, with the values that they had."""
        whys = []
        for number, (q, _) in zip(sorted(found.forced), found.asked, strict=True):
            rest = {n: way for n, way in found.forced.items() if n < number}
            seen = self.engine.record_moves(search.state, rest, frozenset({number}))
            state = seen.seen.get(number)
            if number >= len(seen.questions) or seen[number].about is not q.about:
                return None
            why = self.words.condition(seen, seen[number], state, told)
            if q.is_region:
                site, label = found.forced[number], self.words.site(found.forced[number])
                lacks = "" if q.value >> site & 1 else f", without {label}"
                why = replace(why, text=why.text + lacks, sites=(label,))
            attackers = self.words.attackers(seen, seen[number], state)
            whys.append(replace(why, text=f"{why.text}: {attackers}") if attackers else why)
        first, *others = whys
        moves = "one other move comes or goes" if found.others == 1 else f"{found.others} other moves come or go"
        more = f"; {moves} with that" if found.others else ""
        if not others:
            return Why(first.text + more, first.place, first.value, first.sites, (), first.children)
        sites = tuple(dict.fromkeys(s for w in whys for s in w.sites))
        return Why("; and ".join(w.text for w in whys) + more, first.place, first.value, sites, tuple(whys))

    def effects(self, base: Run, move: MadeMove, site: int = -1) -> tuple[Why, ...]:
        """What a move does: each action, and the ludeme that made it. site: only what is done there; -1: all."""
        run = self.engine.record_play(base.state, move)
        found = []
        for action, maker in run.acts:
            params = dict(zip(ACTIONS[action[0]].params, action[2:], strict=False))
            if action[0] in NOTES or (site >= 0 and site not in (params.get("to"), params.get("from"))):
                continue
            text = action_text(action[0], tuple(map(int, action[2:])), False, self.engine.program.strings)
            source = run if maker >= 0 else base
            number = maker if maker >= 0 else -2 - maker
            spans = self.words.places(source, source[number]) if number >= 0 else []
            span = spans[0] if len(spans) == 1 else None
            by = f"{Words.ludeme(span)}: " if span is not None else ""
            found.append(Why(f"{by}{text}", span))
        return tuple(found)


def last_possible(state: GameState, move: Move | str) -> Why:
    """When a move was last legal for the player to move, and what was played between that and where it was not."""
    past, before = state.copy(), list(state.history)
    following = len(before)  # the earliest ply from which on the player could not make the move
    while past.history:
        past.undo()
        if past.mover != state.mover:
            continue
        ply = len(past.history)
        if _possible(past, move):
            between = [m.notation for m in before[ply:following]]
            changed = f"{between[0]} changed that" if len(between) == 1 else f"{' and '.join(between)} changed that"
            return Why(f"it was last possible at ply {ply}; {changed}", None, None)
        following = ply
    return Why("it was not possible before in this game")


def _possible(state: GameState, move: Move | str) -> bool:
    if isinstance(move, Move):
        return any(_plain(m.raw) == _plain(move.raw) for m in state.legal_moves())
    try:
        state.parse_move(move)
    except AmbiguousMoveError:
        return True
    except IllegalMoveError:
        return False
    return True


def _row(state: GameState, site: int) -> list[object]:
    """What stands on the sites of a number."""
    return [row for row in state.sites() if str(row[0])[1:] == str(site)]


def _won(state: GameState) -> str:
    """Who has won, in words; empty where that is not one player alone."""
    places = state.ranking[1:]
    first = [number for number, place in enumerate(places, 1) if place == 1.0]
    if len(places) > 1 and len(set(places)) == 1:
        return ", drawn"
    return f", player {first[0]} wins" if len(first) == 1 else ""


def _is(ludeme: str, value: str) -> str:
    return f"{ludeme} is {value}" if value else ludeme


def _form(f: Any) -> tuple[object, ...]:
    return f.kind, f.size, f.bits, f.cap


def _plain(m: RawMove) -> tuple[object, ...]:
    """A move without the numbers of its consequents, which differ between programs of a game."""
    actions = tuple(a.kind if a.kind in NOTES else a for a in m.actions)
    return m.mover, m.from_site, m.to_site, m.level_min, m.level_max, actions, len(m.then)


def _written(found: list[Found]) -> list[Found]:
    """Of what decides about a move of the same ludeme: conditions and regions that the author wrote, else all."""
    makers = {f.maker for f in found if all(isinstance(q.about, Function) for q, _ in f.asked)}
    return [f for f in found if f.maker not in makers or isinstance(f.asked[-1][0].about, Function)]


def _once(whys: Any) -> list[Why]:
    """Those that differ."""
    return list(dict.fromkeys(whys))


_MADE: weakref.WeakKeyDictionary[Playable, Answers] = weakref.WeakKeyDictionary()


def answers_of(game: Playable, make: Callable[[], tuple[Program, Ludeme]]) -> Answers:
    """The answers of a game, made when they are first asked for. make: gives its traced program and its rules."""
    made = _MADE.get(game)
    if made is None:
        made = _MADE[game] = Answers(game, *make())
    return made
