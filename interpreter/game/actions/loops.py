"""Follows loops: iteration by iteration where these are known, and else until nothing new comes, widening."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Any

from ...program import ops
from ...program.ops import Block, Expr, Op, Stmt, Var
from ...program.walk import bound, statements
from .dependencies import leads_to_moves
from .environment import Env
from .following import Follower
from .values import (
    ANY,
    MOST,
    VARYING,
    Moves,
    Origin,
    bits,
    from_origin,
    members,
    number,
    same,
    settled,
    varies,
    without_origin,
)

__all__ = ["Loops"]

ROW = 32
"""Values of an unknown row that are gone through one by one where they only lead to other values."""
WHILE = 128
"""Iterations of a loop whose condition is known that are followed one by one."""


class Loops:
    """Follows the loops of functions, for a follower. run: how, by kind of loop."""

    def __init__(self, follower: Follower) -> None:
        self.follower, self.program, self.dependencies = follower, follower.program, follower.dependencies
        self.buffer, self.evaluator = follower.buffer, follower.evaluator
        self.changing: dict[int, tuple[Iterable[Var], Collection[str], Collection[str]]] = {}
        self.leaving: dict[int, bool] = {}
        self.any_of: dict[frozenset[int], Any] = {}
        self.run: dict[type[Stmt], Callable[[Any, Env], Env | None]] = {
            ops.While: self._while, ops.ForRange: self._for_range, ops.ForAlong: self._for_range, ops.Scan: self._scan,
            ops.ForPieces: self._for_pieces, ops.ForSet: self._for_set, ops.ForRow: self._for_row,
            ops.ForList: self._for_list, ops.Flood: self._flood,
        }  # fmt: skip

    def _each(self, s: Any, env: Env, values: Iterable[Any], sure: bool, prepare: Any = None) -> Env | None:
        """The iterations of a loop for some values of its variable. sure: all of them, in this order."""
        frame, start, mark = self.follower.frames[-1], len(self.buffer.pushed), len(self.buffer.log)
        kept = self.buffer.kept_in_loop
        breaks: list[Env] = []
        frame.breaks.append(breaks)
        frame.continues.append([])
        values = list(values)
        iterations = self.evaluator.origins.calls[-1][1]
        keys = list(env.own)
        doubtful = not sure or self._may_leave(s.body)
        self.buffer.unsure += doubtful

        def once(current: Env) -> Env | None:
            at: Env | None = current
            for k, value in enumerate(values):
                if at is None:
                    break
                inner = at.copy()
                inner.own[s.var] = value
                if prepare is not None:
                    prepare(inner, value)
                iterations.append((id(s), k, value))
                out = self.follower.block(s.body, inner)
                iterations.pop()
                for other in frame.continues[-1]:
                    out = other if out is None else self.follower.join(out, other)
                frame.continues[-1].clear()
                if sure:
                    at = out
                elif out is not None:
                    at = self.follower.join(at, out)
            return at

        after: Env | None = env
        if sure:
            after = once(env)
        elif values:
            self._forget_origins(s, env)
            for k in range(4):
                assert after is not None
                found = once(after)
                assert found is not None
                found.own = {v: found.own[v] for v in keys if v in found.own}
                changed = [v for v in found.own if not same(found.own[v], after.own.get(v))]
                shared = [v for v in found.shared if not same(found.shared[v], after.shared.get(v))]
                after = found
                if not changed and not shared:
                    break
                if k:
                    self._widen(after, changed, shared)
        for other in breaks:
            after = other if after is None else self.follower.join(after, other)
        frame.breaks.pop()
        frame.continues.pop()
        self._end_loop(start, mark, kept, doubtful)
        return after

    def _may_leave(self, body: Block) -> bool:
        """Whether an iteration may end a loop, or itself, before its end."""
        found = self.leaving.get(id(body))
        if found is None:
            kinds = ops.Break | ops.Continue | ops.Return
            found = self.leaving[id(body)] = any(isinstance(s, kinds) for s in statements(body))
        return found

    def _forget_origins(self, s: Any, env: Env) -> None:
        """Forgets where the values come from that the iterations of a loop change: they differ between them."""
        if id(s) not in self.changing:
            body = [*s.head, *s.body] if isinstance(s, ops.While) else s.body
            of = self.dependencies
            self.changing[id(s)] = bound(body), of.left_changed.block(body), of.changes(body)
        own, slots, fields = self.changing[id(s)]
        for v in own:
            if v in env.own:
                env.own[v] = without_origin(env.own[v])
        for key in env.shared:
            if (key[0] in fields) if type(key) is tuple else key in slots:
                env.shared[key] = without_origin(env.shared[key])

    def _from_here(self, value: Any, s: Stmt) -> Any:
        return value if self.evaluator.iterated else from_origin(value, self.evaluator.origins.here(s) or Origin())

    def _end_loop(self, start: int, mark: int, kept: int, doubtful: bool = True) -> None:
        self.buffer.unsure -= doubtful
        self.buffer.kept_in_loop = kept
        self.buffer.undo_drops(mark, start)

    def _widen(self, env: Env, changed: Iterable[Var], shared: Iterable[Any]) -> None:
        for v in changed:
            env.own[v] = self.evaluator.unknown(v.type)
        for key in shared:
            if type(key) is tuple:
                del env.shared[key]
            else:
                env.shared[key] = self.evaluator.unknown_slot(key)

    def _until(
        self, s: Any, env: Env, prepare: Callable[[Env], None], head: Block = [], cond: Any = None  # noqa: B006
    ) -> Env | None:
        """The iterations of a loop that cannot be gone through one by one."""
        frame, start, mark = self.follower.frames[-1], len(self.buffer.pushed), len(self.buffer.log)
        kept = self.buffer.kept_in_loop
        breaks: list[Env] = []
        frame.breaks.append(breaks)
        frame.continues.append([])
        self.buffer.unsure += 1
        if not self.evaluator.iterated:
            self.evaluator.origins.before_loop = self.evaluator.origins.now
        self.evaluator.iterated += 1
        self.evaluator.origins.calls[-1][1].append(None)
        keys = list(env.own)
        self._forget_origins(s, env)
        after, out_head = env, None
        for k in range(5):
            inner, now = after.copy(), self.evaluator.origins.now
            prepare(inner)
            begun = self.follower.block(head, inner) if head else inner
            if begun is not None:
                out_head = begun.copy() if out_head is None else self.follower.join(out_head, begun)
                if cond is None or self.evaluator.refine(cond, True, begun):
                    out = self.follower.block(s.body, begun)
                else:
                    out = None
                for other in frame.continues[-1]:
                    out = other if out is None else self.follower.join(out, other)
                frame.continues[-1].clear()
            else:
                out = None
            found = after if out is None else self.follower.join(after, out)
            found = Env({v: found.own[v] for v in keys if v in found.own}, dict(found.shared))
            changed = [v for v in found.own if not same(found.own[v], after.own.get(v))]
            shared = [v for v in found.shared if not same(found.shared[v], after.shared.get(v))]
            after = found
            if not changed and not shared and (k or self.evaluator.origins.now == now):
                break
            if k:
                self._widen(after, changed, shared)
        result: Env | None = after if cond is None else out_head
        for other in breaks:
            result = other if result is None else self.follower.join(result, other)
        frame.breaks.pop()
        frame.continues.pop()
        self.evaluator.origins.calls[-1][1].pop()
        self.evaluator.iterated -= 1
        self._end_loop(start, mark, kept)
        if result is not None and not self.evaluator.iterated:
            own = {k: settled(v) for k, v in result.own.items()}
            result = Env(own, {k: settled(v) for k, v in result.shared.items()})
        return result

    def _while(self, s: ops.While, env: Env) -> Env | None:
        frame, start, mark = self.follower.frames[-1], len(self.buffer.pushed), len(self.buffer.log)
        kept = self.buffer.kept_in_loop
        breaks: list[Env] = []
        at: Env | None = env
        iterations = self.evaluator.origins.calls[-1][1]
        for k in range(WHILE):
            assert at is not None
            trial = at.copy()
            steps = len(self.buffer.pushed)
            iterations.append((id(s), k))
            begun = self.follower.block(s.head, trial) if s.head else trial
            iterations.pop()
            if begun is None:
                at = None
                break
            holds = self.evaluator.holds(s.cond, begun)
            if holds is None or len(self.buffer.pushed) != steps:
                at = self._until(s, at, lambda inner: None, s.head, s.cond)
                break
            if not holds:
                at = begun
                break
            frame.breaks.append(breaks)
            frame.continues.append([])
            self.buffer.unsure += 1
            iterations.append((id(s), k))
            out = self.follower.block(s.body, begun)
            iterations.pop()
            for other in frame.continues.pop():
                out = other if out is None else self.follower.join(out, other)
            frame.breaks.pop()
            self._end_loop(start, mark, kept)
            at = out
            if at is None:
                break
        else:
            assert at is not None
            at = self._until(s, at, lambda inner: None, s.head, s.cond)
        for other in breaks:
            at = other if at is None else self.follower.join(at, other)
        return at

    def _for_range(self, s: ops.ForNumbers, env: Env) -> Env | None:
        lo, hi = self.evaluator.value(s.lo, env), self.evaluator.value(s.hi, env)
        if isinstance(lo, Moves) or isinstance(hi, Moves):
            first = lo.first if isinstance(lo, Moves) else 0
            last = hi.first if isinstance(hi, Moves) and hi.mark and not hi.offset else None
            once = isinstance(lo, Moves) and lo.mark and not lo.offset and lo.once

            def moves(inner: Env) -> None:
                inner.own[s.var] = Moves(first, False, 0, last, once)

            self.follower.over_moves.append(s)
            after = self._until(s, env, moves)
            self.follower.over_moves.pop()
            return after
        some, others = members(lo), members(hi)
        if some is not None and others is not None:
            if s.down:
                low, high = min(others), max(some)
            else:
                low, high = min(some), max(others) - 1
            if high - low < MOST:
                values = range(high, low - 1, -1) if s.down else range(low, high + 1)
                return self._each(s, env, values, type(lo) is int and type(hi) is int)

        def any_number(inner: Env) -> None:
            inner.own[s.var] = VARYING

        return self._until(s, env, any_number)

    def _scan(self, s: ops.Scan, env: Env) -> Env | None:
        lo, hi = members(self.evaluator.value(s.lo, env)), members(self.evaluator.value(s.hi, env))
        if lo is None or hi is None or max(hi) - min(lo) > MOST:

            def any_number(inner: Env) -> None:
                inner.own[s.var] = VARYING

            after = self._until(s, env, any_number)
            if after is not None:
                after.own[s.var] = VARYING if self.evaluator.iterated else ANY
            return after
        exact = len(lo) == len(hi) == 1
        unbroken = {max(first, limit) for first in lo for limit in hi}
        ends: list[Env] = []
        frame, start, mark = self.follower.frames[-1], len(self.buffer.pushed), len(self.buffer.log)
        kept = self.buffer.kept_in_loop
        frame.breaks.append([])
        frame.continues.append([])
        self.buffer.unsure += 1
        at: Env | None = env
        for value in range(min(lo), max(hi)):
            if at is None:
                break
            inner = at.copy()
            inner.own[s.var] = value
            if not exact and value in unbroken:
                ends.append(inner.copy())
            self.evaluator.origins.calls[-1][1].append((id(s), value))
            out = self.follower.block(s.body, inner)
            self.evaluator.origins.calls[-1][1].pop()
            for other in frame.continues[-1]:
                out = other if out is None else self.follower.join(out, other)
            frame.continues[-1].clear()
            ends += frame.breaks[-1]
            frame.breaks[-1].clear()
            if out is not None:
                at = out if exact else self.follower.join(at, out)
            elif len(lo) == 1:  # else it may begin behind
                at = None
        frame.breaks.pop()
        frame.continues.pop()
        self._end_loop(start, mark, kept)
        for value in sorted(unbroken):
            if at is not None and value >= max(hi):
                last = at.copy()
                last.own[s.var] = value
                ends.append(last)
        if not ends:
            return None
        result = ends[0]
        for other in ends[1:]:
            result = self.follower.join(result, other)
        result.own[s.var] = self._from_here(result.own[s.var], s)
        return result

    def _for_pieces(self, s: ops.ForPieces, env: Env) -> Env | None:
        piece = self.evaluator.value(s.piece, env)
        codes = self.evaluator.fields.domain(s.first.name)
        if isinstance(codes, frozenset):
            sites = [x for x in sorted(codes) if x >= 0]
            held = self.program.listed
            if held and type(piece) is int and not self.follower.copies:
                sites = [x for x in sites if x < self.program.fields[held].size]

                def note(inner: Env, site: int) -> None:
                    inner.shared[held, site] = piece

                before = {k: v for k, v in env.shared.items() if type(k) is tuple and k[0] == held}
                sites = [x for x in sites if piece in (members(before.get((held, x), ANY)) or (piece,))]
                after = self._each(s, env, sites, False, note)
                if after is not None:
                    for key in [k for k in after.shared if type(k) is tuple and k[0] == held and k not in before]:
                        del after.shared[key]
                return after
            return self._each(s, env, sites, False)

        def any_code(inner: Env) -> None:
            inner.own[s.var] = VARYING

        return self._until(s, env, any_code)

    def _for_set(self, s: ops.ForSet, env: Env) -> Env | None:
        certain, may = self.evaluator.value(s.set, env)
        return self._each(s, env, bits(may), certain == may)

    def _for_row(self, s: ops.ForRow, env: Env) -> Env | None:
        row = self.evaluator.value(s.row, env)
        rows = self.program.tables[s.table].lists
        if type(row) is int:
            return self._each(s, env, rows[row] if 0 <= row < len(rows) else (), True)
        leaf = self.evaluator.leaf(s.row, env)
        computes = not leads_to_moves(s.body)
        if leaf is not None and not computes:
            return self._split(leaf, s, env)
        some = members(row)
        found = {x for i in (range(len(rows)) if some is None else some) if 0 <= i < len(rows) for x in rows[i]}
        if computes and len(found) > ROW:
            values = self.any_of.setdefault(frozenset(found), number(found, True))  # the same object again

            def any_of_them(inner: Env) -> None:
                inner.own[s.var] = values

            return self._until(s, env, any_of_them)
        return self._each(s, env, sorted(found), False)

    def _split(self, leaf: Expr, s: Stmt, env: Env) -> Env | None:
        """Follows a statement for each value that something in it may have."""
        value = self.evaluator.value(leaf, env)
        assert isinstance(value, frozenset)
        case = self.follower.case(varies(value))

        def way(one: int) -> Callable[[], Env | None]:
            def follow() -> Env | None:
                inner = env.copy()
                self.evaluator.put(leaf, one, inner)
                if case is not None:
                    inner.shared[case] = one
                return self.follower.run[type(s)](s, inner)

            return follow

        return self.follower.either([way(one) for one in sorted(value)])

    def _for_list(self, s: ops.ForList, env: Env) -> Env | None:
        values = members(self.evaluator.value(s.list, env))
        while values is not None:
            after = self._each(s, env.copy(), sorted(values), False)
            if after is None or s.list.op is not Op.VAR:
                return after
            longer = members(self.evaluator.value(s.list, after))
            if longer is not None and longer <= values:
                return after
            values = None if longer is None else values | longer  # the loop also goes through what its body adds

        def any_number(inner: Env) -> None:
            inner.own[s.var] = VARYING

        return self._until(s, env, any_number)

    def _flood(self, s: ops.Flood, env: Env) -> Env:
        self.evaluator.value(s.start, env)
        self.follower.skip(s.body, env)
        env.own.pop(s.var, None)
        env.own[s.group] = (0, self.evaluator.every)
        return env
