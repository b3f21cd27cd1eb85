"""The moves of one place: which columns tell them apart, and which of their values share a number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any, NamedTuple

from ...program.actions import ACTIONS, ORDER, action_number
from ...program.raw import NOTES
from .buffer import NotBoundedError, Possible
from .columns import HIGH, KIND, LOW, PARAM, SIZE, THENS, Column
from .values import VARYING, Varying, members, told, varies

__all__ = ["MOST_TOLD", "Classes", "classes_of", "gone"]

LEVELS = 16
"""Where the levels of stacks are not bounded, those below this have numbers."""
MOST_COLUMNS = 32
"""Columns by which the moves of a place are told apart (native code has room for as many)."""
MOST_TOLD = 250_000
"""Values of columns that have numbers, of which each takes some 1,200 bytes."""
_MOST_KEYS = 4096


def gone(a: Possible, b: Possible) -> bool:
    """Whether a move is only made where another one, which would come before it, was not made or has been dropped."""
    return a.gone <= b.index and b.last < a.index


def _exclusive(a: Possible, b: Possible, written: set[str]) -> bool:
    """Whether two moves cannot be legal in the same position."""
    if a.turn != b.turn or gone(a, b) or gone(b, a):
        return True
    for key, value in a.facts.items():
        other = b.facts.get(key)
        if other is not None and other is not value and key[0] not in written:
            p, q = members(value), members(other)
            if p is not None and q is not None and not p & q:
                return True
    return False


class Classes(NamedTuple):
    """columns: what tells the moves of a place apart. classes: for each number the values of the columns that have it,
    None for all other values. told: whether that tells all apart. bounded: whether all values are known. shared: of the
    moves (by their places), those that may be legal together with others of the same number."""

    columns: tuple[Column, ...]
    classes: list[list[Any]]
    told: bool = True
    bounded: bool = True
    shared: frozenset[int] = frozenset()


def classes_of(moves: list[Possible], written: set[str], declared: Sequence[int], hidden: bool) -> Classes:
    """What tells the moves of a place apart."""
    moves = _opened(moves, written, declared)
    shared: set[int] = set()
    one = moves[0]
    if len(moves) == 1 and not any(map(varies, one.parts())) and not (one.several and any(a.may for a in one.acts)):
        return Classes((), [[None]])
    columns: list[Column] = []
    told = bounded = True
    cached: dict[tuple[int, Column], Any] = {}

    def possible(i: int, column: Column) -> Any:
        key = i, column
        value = cached.get(key, cached)
        if value is cached:
            value = cached[key] = column.possible(moves[i], declared)
        return value

    for i, move in enumerate(moves):
        for column in _columns(move, None):
            if column in columns or _by_declared(column) in columns or not varies(possible(i, column)):
                continue
            if not column.declared or _is_one_to_one(column, moves, declared):
                columns.append(column)
    if any(move.several and any(act.may for act in move.acts) for move in moves):
        told = False
    for i, a in enumerate(moves):
        for k, b in enumerate(moves[:i]):
            if _exclusive(a, b, written) or any(_disjoint(possible(i, c), possible(k, c)) for c in columns):
                continue
            for column in _between(a, b):
                if _disjoint(possible(i, column), possible(k, column)):
                    columns.append(column)
                    break
            else:
                apart = _alike(a, b) or _by_parts(a, b, columns)
                if apart and a.thens != b.thens and not hidden:
                    columns.append(Column(THENS))
                    apart = a.thens is not None and b.thens is not None
                elif a.thens != b.thens:
                    apart = False
                if not apart:
                    told = False
                    if _differ_in_values(a, b):
                        shared |= {i, k}
    if len(columns) > MOST_COLUMNS:
        columns, told, shared = columns[:MOST_COLUMNS], False, set(range(len(moves)))
    if not columns:
        return Classes((), [[None]], told, bounded, frozenset(shared))
    values = [[possible(i, column) for column in columns] for i in range(len(moves))]
    return _shared_out(moves, values, written, Classes(tuple(columns), [], told, bounded, frozenset(shared)))


def _shared_out(
    moves: list[Possible], values: list[list[Any]], written: set[str], so_far: Classes
) -> Classes:
    """The classes of the values of columns: those that one move can only have in different positions share a number,
    where no other moves need them apart. values: of each move and column."""
    columns, _, told, bounded, some_shared = so_far
    shared = set(some_shared)
    parent: dict[Any, Any] = {}

    def root(key: Any) -> Any:
        while parent[key] != key:
            key = parent[key]
        return key

    others: list[int] = []  # the moves with other values than those that have numbers
    for i in range(len(moves)):
        choices: list[list[int]] = []
        for k, value in enumerate(values[i]):
            if value is VARYING and (columns[k].what in (LOW, HIGH) or _is_level(columns[k])):
                value, bounded = Varying(range(LEVELS)), False
            some = members(value)
            if some is None:
                bounded = bounded and value is not VARYING
                choices = [[]]
                break
            choices.append(sorted(some))
        size = 1
        for some_values in choices:
            size *= len(some_values)
        if not size or size > _MOST_KEYS:
            parent.setdefault(None, None)
            others.append(i)
            continue
        if len(parent) > MOST_TOLD:
            raise NotBoundedError("too many values tell its moves apart")
        first: dict[tuple[int, ...], Any] = {}
        for key in product(*choices):
            parent.setdefault(key, key)
            other = first.setdefault(_varying(key, values[i]), key)
            a_root, b_root = root(key), root(other)
            if a_root != b_root:
                parent[max(a_root, b_root)] = min(a_root, b_root)
    sharing: dict[Any, list[Any]] = {}
    for key in sorted(parent, key=lambda k: (k is None, k or ())):
        sharing.setdefault(root(key), []).append(key)
    for i in others:
        mates = [k for k in others if k < i and not _exclusive(moves[i], moves[k], written)]
        mates = [k for k in mates if not _alike(moves[i], moves[k])]
        if mates or any(map(varies, values[i])):
            told = told and not bounded  # what is not bounded has a reserve already
            shared |= {i, *mates}
    out: list[list[Any]] = []
    for keys in sharing.values():
        clash = _clash(keys, moves, values, written) if len(keys) > 1 else set()
        if clash and told:
            out += [[key] for key in keys]
        else:
            out.append(keys)
            shared |= clash
    return Classes(columns, out, told, bounded, frozenset(shared))


def _varying(key: Sequence[int], values: Sequence[Any]) -> tuple[int, ...]:
    """Those values of a key that a move may have several of in one position."""
    return tuple(v for v, value in zip(key, values, strict=True) if varies(value))


def _clash(
    keys: list[tuple[int, ...]], moves: list[Possible], values: list[list[Any]], written: set[str]
) -> set[int]:
    """Of the moves with some of the values that share a number, those that may be legal together and differ."""
    by_move: list[tuple[int, set[tuple[int, ...]]]] = []
    for i, possible in enumerate(values):
        some = [members(value) for value in possible]
        possible_keys = {key for key in keys if all(m is None or v in m for v, m in zip(key, some, strict=True))}
        if possible_keys:
            by_move.append((i, possible_keys))
    clashing: set[int] = set()
    for n, (i, some_keys) in enumerate(by_move):
        if len({_varying(key, values[i]) for key in some_keys}) > 1:
            clashing.add(i)
        for k, other_keys in by_move[:n]:
            if i in clashing and k in clashing:
                continue
            if len(some_keys | other_keys) > 1 and not _exclusive(moves[i], moves[k], written):
                apart = any(_disjoint(p, q) for p, q in zip(values[i], values[k], strict=True))
                if apart or len({_varying(key, values[i]) for key in some_keys | other_keys}) > 1:
                    clashing |= {i, k}
    return clashing


def _opened(moves: list[Possible], written: set[str], declared: Sequence[int]) -> list[Possible]:
    """The same moves. Parts vary in which moves of one statement may differ that may be legal at once."""
    parts = [move.parts() for move in moves]
    varying: list[set[int]] = [set() for _ in moves]
    statements: dict[int, list[int]] = {}
    for i, a in enumerate(moves):
        others = statements.setdefault(id(a.place), [])
        for k in others:
            b = moves[k]
            if _exclusive(a, b, written) or not _comparable(a, b):
                continue
            differing = [n for n, (p, q) in enumerate(zip(parts[i], parts[k], strict=True)) if not _equal(p, q)]
            if not differing or any(members(some[n]) is None for n in differing for some in (parts[i], parts[k])):
                continue
            if any(_disjoint(c.possible(a, declared), c.possible(b, declared)) for c in _between(a, b)):
                continue
            varying[i].update(differing)
            varying[k].update(differing)
        others.append(i)
    return [move.that_varies(frozenset(some)) if some else move for move, some in zip(moves, varying, strict=True)]


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
    if type(p) is int and type(q) is int:
        return p == q
    return not varies(p) and told(p) is not None and told(p) == told(q)


def _parts(move: Possible) -> list[Column]:
    """The columns of a move's parts."""
    times: Counter[str] = Counter()
    parts = [Column(LOW), Column(HIGH)]
    for act in move.acts:
        kind, nth = action_number(act.kind), times[act.kind]
        parts += [Column(PARAM, kind, nth, k) for k in range(len(act.params))]
        times[act.kind] += 1
    return parts


def _differ_in_values(a: Possible, b: Possible) -> bool:
    """Whether two moves have the same actions and may differ in their values. Levels do not count: there are few at a
    place."""
    return _comparable(a, b) and any(
        part.what == PARAM and not _is_level(part) and not _equal(p, q)
        for part, p, q in zip(_parts(a), a.parts(), b.parts(), strict=True)
    )  # fmt: skip


def _by_parts(a: Possible, b: Possible, columns: Sequence[Column]) -> bool:
    """Whether columns tell of all parts of two moves that may differ."""
    if not _comparable(a, b):
        return False
    for part, p, q in zip(_parts(a), a.parts(), b.parts(), strict=True):
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
