"""From the moves that a game may have to a number for each: what tells them apart, and no more than that.

A move is looked up by where it begins and ends. Where several moves share that and may be legal at the same time, a
few *columns* tell them apart: the kind of the action that is the decision, levels, or a parameter of an action (the
piece of a promotion). Values that one move can only have in different positions share a number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any, NamedTuple

from ...program.actions import ACTIONS, ORDER, action_number
from ...program.raw import NOTES, RawMove
from .buffer import NotBoundedError, Possible
from .values import ANY, VARYING, Varying, joined, members, told, varies

__all__ = ["ABSENT", "Column", "Group", "Meaning", "Numbering", "build"]

ABSENT = -(1 << 31)
"""The value of a column for a move that has no such action."""
LEVELS = 16
"""Where the levels of stacks are not bounded, those below this have numbers."""
MOST_COLUMNS = 32
"""Columns by which the moves of a place are told apart (native code has room for as many)."""
MOST_PLACED = 500_000
"""Moves that are told apart by where they begin and end and what they are, of which each takes some 400 bytes."""
MOST_TOLD = 250_000
"""Values of columns that have numbers, of which each takes some 1,200 bytes."""
_MOST_KEYS = 4096
KIND, LOW, HIGH, PARAM, SIZE, THENS = range(6)


class Column(NamedTuple):
    """Something by which moves are told apart. what: KIND, LOW, HIGH, PARAM, SIZE (the
    number of actions), or THENS (the consequents, as one number). kind, nth, param: which parameter, of
    the nth action of a kind (a number). declared: a component counts as the item of the equipment that declares it,
    whoever owns it."""

    what: int
    kind: int = 0
    nth: int = 0
    param: int = 0
    declared: bool = False

    def of(self, move: RawMove, declared: Sequence[int]) -> int:
        """The value of a move."""
        if self.what == KIND:
            return decided_kind(move)
        if self.what == LOW:
            return move.level_min
        if self.what == HIGH:
            return move.level_max
        if self.what == SIZE:
            return sum(act.kind not in NOTES for act in move.actions)
        if self.what == THENS:
            return _of_thens(move.then)
        name, seen = ORDER[self.kind - 1], 0
        for act in move.actions:
            if act.kind == name:
                if seen == self.nth:
                    value = act.params[self.param]
                    return declared[value] if self.declared and 0 <= value < len(declared) else value
                seen += 1
        return ABSENT

    def possible(self, move: Possible, declared: Sequence[int]) -> Any:
        """The values that it may have for a possible move."""
        if self.what == KIND:
            return kinds_of(move)
        if self.what == LOW or self.what == HIGH:
            return move.low if self.what == LOW else move.high
        if self.what == THENS:
            return ANY if move.thens is None else _of_thens(move.thens)
        if self.what == SIZE:
            known = not move.free and all(act.kind and not act.may for act in move.acts)
            return sum(act.kind not in NOTES for act in move.acts) if known else ANY
        name, seen, out, several = ORDER[self.kind - 1], 0, None, False
        shifted = name in move.free  # the others may come before these
        for act in move.acts:
            if not act.kind:
                return ANY
            if act.kind != name:
                continue
            if several or act.may:
                several = True
            elif seen < self.nth:
                seen += 1
                continue
            value = act.params[self.param] if self.param < len(act.params) else -1
            if self.declared:
                value = _mapped(value, declared)
            out = value if out is None else joined(out, value, False)
            if not several:
                break
        if shifted:
            return VARYING if varies(out) else ANY
        if out is None:
            return ABSENT
        if several and move.several:
            return ANY  # there may be any number of such actions
        return joined(out, ABSENT, False) if several else out


def _of_thens(thens: Sequence[int]) -> int:
    found = 0
    for fn in thens:
        found = (31 * found + fn + 1) & 0x3FFFFFFF
    return found


def _mapped(value: Any, declared: Sequence[int]) -> Any:
    some = members(value)
    if some is None:
        return value
    found = frozenset(declared[v] if 0 <= v < len(declared) else v for v in some)
    if len(found) == 1:
        return next(iter(found))
    return Varying(found) if varies(value) else found


def decided_kind(move: RawMove) -> int:
    """The kind, as a number, of the first action that is a decision; without one, of the first action; else 0."""
    acts = [act for act in move.actions if act.kind not in NOTES]
    for act in acts:
        if act.decision:
            return action_number(act.kind)
    return action_number(acts[0].kind) if acts else 0


def kinds_of(move: Possible) -> Any:
    """As `decided_kind`, of a possible move."""
    found = {action_number(kind) for kind in move.free}
    acts = [act for act in move.acts if act.kind not in NOTES]
    for act in acts:
        if not act.kind:
            return ANY
        if act.decision is not False:
            found.add(action_number(act.kind))
        if act.decision and not act.may:
            break
    else:
        found.update(action_number(act.kind) for act in acts[:1])
    return frozenset(found) if len(found) > 1 else found.pop() if found else 0


@dataclass(slots=True)
class Group:
    """The moves from one place to another, if more than one may be legal at once. numbers: by the values of the
    columns. other: the number of all other values, -1 if there are none."""

    columns: tuple[Column, ...]
    numbers: dict[tuple[int, ...], int]
    other: int = -1


class Meaning(NamedTuple):
    """What a number stands for. kinds: of the decision (numbers). begin, end: sites, -1 for none. values: for some
    columns, the values of the move, of which it has one."""

    kinds: frozenset[int]
    begin: int
    end: int
    values: tuple[tuple[Column, frozenset[int]], ...]


@dataclass(slots=True)
class Numbering:
    """The numbers of a game's moves.

    places: by begin and end, a number or a `Group`. size: how many numbers there are. told: whether the columns tell
    apart all moves that may be legal at once, as far as is known. bounded: whether all moves are among the places.
    by_content: whether there are so many places that all moves are told apart by their content alone.
    meanings: of each number. reason: why some or all moves are told apart by their content, "" where none are.
    """

    places: dict[tuple[int, int], int | Group]
    size: int
    told: bool
    bounded: bool
    meanings: list[Meaning] = field(default_factory=list)
    by_content: bool = False
    reason: str = ""


def build(
    moves: Iterable[Possible], sites: int, written: set[str], declared: Sequence[int], hidden: bool,
    inside: tuple[bool, bool] = (True, True),
) -> Numbering:  # fmt: skip
    """Numbers possible moves. sites: site numbers are below it. inside: whether moves begin, and end, at sites that
    exist where it is not known at which. written: fields that moves are tried with other values
    of. declared: for each component the number of the first one that the same item declares. hidden: whether players
    do not see all: which consequents a move has may follow from what its player does not see, and numbers do not tell
    that. Raises NotBoundedError where that would be too many numbers."""
    places: dict[tuple[int, int], dict[Any, Possible]] = {}
    differing: dict[tuple[int, int], dict[Any, frozenset[int]]] = {}
    anywhere = frozenset(range(-1, sites))
    loose = free = outside = False
    placed = values = 0
    for move in moves:
        loose, free = loose or move.loose, free or bool(move.free)
        starts, ends = members(move.start), members(move.end)
        outside = outside or (starts is None and not inside[0]) or (ends is None and not inside[1])
        key = _content(move, written)
        for start in anywhere if starts is None else starts:
            for end in anywhere if ends is None else ends:
                if -1 <= start < sites and -1 <= end < sites:
                    kept = places.setdefault((start, end), {}).setdefault(key, move)
                    kept.last = max(kept.last, move.last)
                    different = move.differing(kept) if kept is not move or move.several else None
                    if different:
                        known = differing.setdefault((start, end), {})
                        known[key] = known.get(key, frozenset()) | different
                    placed += kept is move
                else:
                    outside = True  # whoever plays may make it all the same
            if placed > MOST_PLACED:
                raise NotBoundedError("its moves may begin and end in too many places")
    numbering = Numbering({}, 0, True, not loose and not outside)
    done: dict[Any, tuple[Any, ...]] = {}
    for place in sorted(places):
        kinds = places[place]
        there = list(kinds.values())
        mixed = differing.get(place, {})
        if mixed:
            there = [move.that_varies(mixed[key]) if key in mixed else move for key, move in kinds.items()]
        gone = [(i, k) for i, a in enumerate(there) if a.gone < a.index for k, b in enumerate(there) if _gone(a, b)]
        shape = (*kinds, *gone, *mixed.items())
        if shape not in done:
            done[shape] = _classes(there, written, declared, hidden)
        columns, classes, told, bounded = done[shape]
        values += sum(map(len, classes))
        if values > MOST_TOLD:
            raise NotBoundedError("too many values tell its moves apart")
        numbering.told &= told
        numbering.bounded &= bounded
        every: set[int] = set()
        for move in kinds.values():
            every |= members(kinds_of(move)) or set()
        _give(numbering, place, columns, classes, frozenset(every))
    if free and not numbering.told:  # there may be many whose other actions alone tell them apart
        numbering.bounded = False
    if not numbering.told:
        numbering.reason = "its rules may make several moves at once that no number tells apart"
    elif not numbering.bounded:
        numbering.reason = "not all values that tell its moves apart are known"
    return numbering


def _give(
    numbering: Numbering, place: tuple[int, int], columns: tuple[Column, ...], classes: list[Any], kinds: frozenset[int]
) -> None:
    """Gives numbers to the classes of one place."""
    if len(classes) == 1:
        numbering.places[place] = numbering.size
        numbering.meanings.append(Meaning(kinds, *place, ()))
        numbering.size += 1
        return
    group = Group(columns, {})
    for keys in classes:
        for key in keys:
            if key is None:
                group.other = numbering.size
            else:
                group.numbers[key] = numbering.size
        told = [key for key in keys if key is not None]
        values = tuple((c, frozenset(key[i] for key in told)) for i, c in enumerate(columns)) if told else ()
        own = next((told for column, told in values if column.what == KIND), kinds)
        numbering.meanings.append(Meaning(own, *place, values))
        numbering.size += 1
    numbering.places[place] = group


def _content(move: Possible, written: set[str]) -> Any:
    """What a possible move is, beside where it begins and ends."""
    facts = frozenset((k, v) for k, v in move.facts.items() if k[0] not in written and isinstance(v, (int, frozenset)))
    acts = tuple((a.kind, a.params, a.decision, a.may) for a in move.acts)
    gone = (move.gone, move.index) if move.gone < move.index else None
    others = move.free, move.loose, move.source, gone
    return id(move.place), move.turn, move.mover, move.low, move.high, acts, others, move.thens, move.several, facts


def _gone(a: Possible, b: Possible) -> bool:
    """Whether a move is only made where another one, which would come before it, was not made or has been dropped."""
    return a.gone <= b.index and b.last < a.index


def _exclusive(a: Possible, b: Possible, written: set[str]) -> bool:
    """Whether two moves cannot be legal in the same position."""
    if a.turn != b.turn or _gone(a, b) or _gone(b, a):
        return True
    for key, value in a.facts.items():
        other = b.facts.get(key)
        if other is not None and key[0] not in written:
            p, q = members(value), members(other)
            if p is not None and q is not None and not p & q:
                return True
    return False


def _classes(
    moves: list[Possible], written: set[str], declared: Sequence[int], hidden: bool
) -> tuple[tuple[Column, ...], list[list[Any]], bool, bool]:
    """The columns that tell moves apart, and the values of each class that has a number: None for all other values.
    Also whether that tells all apart, and whether all values are known."""
    moves = _opened(moves, written, declared)
    one = moves[0]
    if len(moves) == 1 and not any(map(varies, one.parts())) and not (one.several and any(a.may for a in one.acts)):
        return (), [[None]], True, True
    columns: list[Column] = []
    told = bounded = True
    for move in moves:
        for column in _columns(move, None):
            if not varies(column.possible(move, declared)) or column in columns or _by_declared(column) in columns:
                continue
            if not column.declared or _is_one_to_one(column, moves, declared):
                columns.append(column)
    if any(move.several and any(act.may for act in move.acts) for move in moves):
        told = False
    for i, a in enumerate(moves):
        for b in moves[:i]:
            if _exclusive(a, b, written) or _separated(a, b, columns, declared):
                continue
            for column in _between(a, b):
                if _disjoint(column.possible(a, declared), column.possible(b, declared)):
                    columns.append(column)
                    break
            else:
                if not (_alike(a, b) or _by_parts(a, b, columns)) or (hidden and a.thens != b.thens):
                    told = False
                elif a.thens != b.thens:
                    columns.append(Column(THENS))
                    told = told and a.thens is not None and b.thens is not None
    if len(columns) > MOST_COLUMNS:
        columns, told = columns[:MOST_COLUMNS], False
    if not columns:
        return (), [[None]], told, bounded
    parent: dict[Any, Any] = {}

    def root(key: Any) -> Any:
        while parent[key] != key:
            key = parent[key]
        return key

    for move in moves:
        choices: list[list[int]] = []
        fixed: list[bool] = []
        for column in columns:
            value = column.possible(move, declared)
            if value is VARYING and (column.what in (LOW, HIGH) or _is_level(column)):
                value, bounded = Varying(range(LEVELS)), False
            some = members(value)
            if some is None:
                bounded = bounded and value is not VARYING
                choices = [[]]
                break
            choices.append(sorted(some))
            fixed.append(not varies(value))
        size = 1
        for some_values in choices:
            size *= len(some_values)
        if not size or size > _MOST_KEYS:
            parent.setdefault(None, None)
            continue
        if len(parent) > MOST_TOLD:
            raise NotBoundedError("too many values tell its moves apart")
        first: dict[tuple[int, ...], Any] = {}
        for key in product(*choices):
            parent.setdefault(key, key)
            free = tuple(v for v, f in zip(key, fixed, strict=True) if not f)
            other = first.setdefault(free, key)
            a_root, b_root = root(key), root(other)
            if a_root != b_root:
                parent[max(a_root, b_root)] = min(a_root, b_root)
    classes: dict[Any, list[Any]] = {}
    for key in sorted(parent, key=lambda k: (k is None, k or ())):
        classes.setdefault(root(key), []).append(key)
    return tuple(columns), list(classes.values()), told, bounded


def _opened(moves: list[Possible], written: set[str], declared: Sequence[int]) -> list[Possible]:
    """The same moves. Parts vary in which moves of one statement may differ that may be legal at once."""
    parts: list[set[int]] = [set() for _ in moves]
    for i, a in enumerate(moves):
        for k, b in enumerate(moves[:i]):
            if a.place is not b.place or not _comparable(a, b):
                continue
            differing = [n for n, (p, q) in enumerate(zip(a.parts(), b.parts(), strict=True)) if not _equal(p, q)]
            if any(members(move.parts()[n]) is None for n in differing for move in (a, b)):
                continue
            if _exclusive(a, b, written) or any(
                _disjoint(c.possible(a, declared), c.possible(b, declared)) for c in _between(a, b)
            ):
                continue
            parts[i].update(differing)
            parts[k].update(differing)
    return [move.that_varies(frozenset(some)) if some else move for move, some in zip(moves, parts, strict=True)]


def _comparable(a: Possible, b: Possible) -> bool:
    """Whether two moves have the same actions, but for their parameters."""
    if a.loose or b.loose or a.source != b.source or a.free or b.free or len(a.acts) != len(b.acts):
        return False
    return _equal(a.mover, b.mover) and all(
        p.kind == q.kind and p.kind and not (p.may or q.may) and p.decision is q.decision is not None
        and len(p.params) == len(q.params)
        for p, q in zip(a.acts, b.acts, strict=True)
    )  # fmt: skip


def _equal(p: Any, q: Any) -> bool:
    """Whether two values are equal in each position."""
    return not varies(p) and told(p) is not None and told(p) == told(q)


def _by_parts(a: Possible, b: Possible, columns: Sequence[Column]) -> bool:
    """Whether columns tell of all parts of two moves that may differ."""
    if not _comparable(a, b):
        return False
    times: Counter[str] = Counter()
    parts = [Column(LOW), Column(HIGH)]
    for act in a.acts:
        kind, nth = action_number(act.kind), times[act.kind]
        parts += [Column(PARAM, kind, nth, k) for k in range(len(act.params))]
        times[act.kind] += 1
    for part, p, q in zip(parts, a.parts(), b.parts(), strict=True):
        if not _equal(p, q) and not (varies(p) and varies(q) and (part in columns or _by_declared(part) in columns)):
            return False
    return True


def _by_declared(column: Column) -> Column:
    return column._replace(declared=True)


def _is_one_to_one(column: Column, moves: Sequence[Possible], declared: Sequence[int]) -> bool:
    """Whether no two pieces that moves may have are declared by one item of the equipment."""
    pieces: set[int] = set()
    for move in moves:
        pieces |= members(column._replace(declared=False).possible(move, declared)) or set()
    return len({declared[x] if 0 <= x < len(declared) else x for x in pieces}) == len(pieces)


def _is_level(column: Column) -> bool:
    return column.what == PARAM and ACTIONS[ORDER[column.kind - 1]].params[column.param] in (
        "level", "level_from", "level_to", "levels", "count",
    )  # fmt: skip


def _alike(a: Possible, b: Possible) -> bool:
    """Whether two moves are the same wherever both are legal."""
    if a.loose or b.loose or a.source != b.source or a.free != b.free:
        return False
    if (a.low, a.high) != (b.low, b.high) or len(a.acts) != len(b.acts):
        return False
    return not any(act.may for act in (*a.acts, *b.acts)) and all(
        p.kind == q.kind == "pass"  # forced or not: a player only has to pass who may do nothing else
        or (p.kind == q.kind and p.params == q.params and all(type(v) is int for v in p.params))
        for p, q in zip(a.acts, b.acts, strict=True)
    )


def _separated(a: Possible, b: Possible, columns: Iterable[Column], declared: Sequence[int]) -> bool:
    return any(_disjoint(c.possible(a, declared), c.possible(b, declared)) for c in columns)


def _disjoint(p: Any, q: Any) -> bool:
    some, others = members(p), members(q)
    return some is not None and others is not None and not some & others


def _between(a: Possible, b: Possible) -> Iterator[Column]:
    """The columns by which two moves may be told apart, in the order in which they are tried."""
    yield Column(KIND)
    yield Column(LOW)
    yield Column(HIGH)
    seen: set[Column] = set()
    for decisions in (True, False):
        if not decisions:
            if a.place is not b.place:
                return
            yield Column(SIZE)
        for column in (*_columns(a, decisions), *_columns(b, decisions)):
            if column not in seen:
                seen.add(column)
                yield column


def _columns(move: Possible, decisions: bool | None) -> Iterator[Column]:
    """The columns of a move's actions: of decisions, of others, or of all, with its levels."""
    if decisions is None:
        yield Column(LOW)
        yield Column(HIGH)
    times: dict[str, int] = {}
    for act in move.acts:
        nth = times.get(act.kind, 0)
        times[act.kind] = nth + 1
        if not act.kind or act.kind in NOTES or act.kind == "pass":
            continue
        if decisions is not None and (act.decision is not False) is not decisions:
            continue
        kind = action_number(act.kind)
        for k, name in enumerate(ACTIONS[act.kind].params[: len(act.params)]):
            if name == "what":
                yield Column(PARAM, kind, nth, k, True)
            yield Column(PARAM, kind, nth, k)
