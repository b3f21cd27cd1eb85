"""Evaluates expressions: their abstract values, whether conditions hold, and what a condition tells of its operands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ...program import ops
from ...program.ops import Expr, FieldKind, Op, Type
from ...program.program import Program
from ...program.walk import runs, subexpressions
from .buffer import MoveBuffer
from .environment import Env
from .field_domains import FieldDomains
from .origins import Origins
from .values import (
    ANY,
    COMPARE,
    NO_SITES,
    OPPOSITE,
    TURNED,
    VARYING,
    Fixed,
    Moves,
    Varying,
    added,
    apply,
    arithmetic,
    bits,
    from_origin,
    joined,
    members,
    number,
    origin_of,
    that_hold,
    varies,
)  # fmt: skip

__all__ = ["Evaluator"]

_COMPUTE: dict[Op, Any] = {
    op: ops.OPERATIONS[op].folds[Type.INT]
    for op in (
        Op.ADD, Op.SUB, Op.MUL, Op.DIV, Op.MOD, Op.NEG, Op.ABS, Op.BIT_COUNT, Op.MIN, Op.MAX, Op.SHL, Op.SHR, Op.BAND,
        Op.BOR,
    )
}  # fmt: skip


def _does_something(x: Expr) -> bool:
    """Whether a call, or an intrinsic, may change anything: the number of moves, say, may be asked once more."""
    return x.op is not Op.RUN or bool(x.run.intrinsic.writes) or x.run.intrinsic.calls


class Evaluator:
    """Evaluates the expressions of a program. evaluate: how, by operation; whoever follows calls and runs intrinsics
    adds these. every: the bit set of all sites. iterated: how many loops are being followed whose iterations are not
    gone through one by one: what differs between them varies."""

    def __init__(self, program: Program, buffer: MoveBuffer, fields: FieldDomains) -> None:
        self.program, self.buffer, self.fields = program, buffer, fields
        self.every = fields.every
        self.iterated = 0
        self.origins = Origins(self.value, lambda: self.iterated)
        self.tables: dict[str, list[int]] = {}
        self.results: dict[tuple[Any, ...], Any] = {}
        self.evaluate: dict[Op, Callable[[Expr, Env], Any]] = {
            Op.FIELD: self._field, Op.FIELD_RAW: self._field, Op.TABLE: self._table, Op.ROW_LEN: self._row_len,
            Op.ROW_AT: self._row_at, Op.SET_TABLE: self._set_table, Op.SET_UNION: self._union, Op.SELECT: self._select,
            Op.SET_EMPTY: lambda x, env: NO_SITES, Op.SET_ONE: self._one, Op.SET_RANGE: self._span,
            Op.SET_OR: self._sets, Op.SET_AND: self._sets, Op.SET_DIFF: self._sets, Op.SET_XOR: self._sets,
            Op.SET_SHIFT: self._shift, Op.SET_COUNT: self._of_set, Op.SET_MIN: self._of_set, Op.SET_MAX: self._of_set,
            Op.SET_NTH: self._of_set, Op.ROW_SET: self._row_set, Op.LIST_NEW: self._new_list,
            Op.LIST_AT: self._list_at,
        }  # fmt: skip

    def known(self, x: Expr, env: Env) -> Any:
        """As `value`; also where it comes from."""
        early = self.origins.of(x, env) if self.origins.runs(x) else None  # what it runs may change what it depends on
        value = self.value(x, env)
        if isinstance(value, int | Fixed | tuple) or origin_of(value) is not None or varies(value):
            return value
        origin = early if self.origins.runs(x) else self.origins.of(x, env)
        return value if origin is None else from_origin(value, origin)

    def holds(self, x: Expr, env: Env) -> bool | None:
        """Whether a condition holds; None if that is not known."""
        op = x.op
        if op is Op.CONST:
            return bool(x.const)
        if op is Op.NOT:
            inner = self.holds(x.src[0], env)
            return None if inner is None else not inner
        if op is Op.AND or op is Op.OR:
            decisive = op is Op.OR
            a = self.holds(x.src[0], env)
            if a is decisive:
                return decisive
            b = self.holds(x.src[1], env)
            return decisive if b is decisive else None if a is None or b is None else not decisive
        if op in COMPARE:
            return self._compares(op, x, env)
        if op is Op.VAR:
            value = env.own.get(x.var)
            return value if isinstance(value, bool) else None
        if op is Op.SET_HAS:
            certain, may = self.value(x.src[0], env)
            at = members(self.value(x.src[1], env))
            if at is None:
                return False if not may else None
            told = {bool(certain >> i & 1) if not (certain ^ may) >> i & 1 else None if i >= 0 else False for i in at
                    if i >= 0} | ({False} if any(i < 0 for i in at) else set())  # fmt: skip
            return told.pop() if len(told) == 1 else None
        if op is Op.SET_EQ:
            a, b = self.value(x.src[0], env), self.value(x.src[1], env)
            if a[0] == a[1] and b[0] == b[1]:
                return bool(a[0] == b[0])
            return False if a[0] & ~b[1] or b[0] & ~a[1] else None
        if op is Op.SELECT:
            which = self.holds(x.src[0], env)
            if which is not None:
                return self.holds(x.src[1 if which else 2], env)
            a, b = self.holds(x.src[1], env), self.holds(x.src[2], env)
            return a if a is b else None
        if op is Op.LIST_HAS:
            return None
        if op is not Op.CALL and op is not Op.RUN:
            return None
        value = self.evaluate[op](x, env)
        return value if isinstance(value, bool) else None

    def _compares(self, op: Op, x: Expr, env: Env) -> bool | None:
        a, b = self.value(x.src[0], env), self.value(x.src[1], env)
        if type(a) is int and type(b) is int:
            return COMPARE[op](a, b)
        if isinstance(a, Moves) or isinstance(b, Moves):
            if not (isinstance(a, Moves) and isinstance(b, Moves) and a.mark and b.mark):
                return None
            if a.first == b.first:
                return COMPARE[op](a.offset, b.offset)
            return None
        p, q = members(a), members(b)
        if p is None or q is None or not p or not q:
            return None
        if op is Op.EQ or op is Op.NE:
            return None if p & q else op is Op.NE
        low, high = COMPARE[op](min(p), max(q)), COMPARE[op](max(p), min(q))
        return low if low == high else None

    def refine(self, x: Expr, truth: bool, env: Env) -> bool:
        """Notes that a condition holds, or does not. Returns whether that is possible."""
        op = x.op
        if op is Op.NOT:
            return self.refine(x.src[0], not truth, env)
        if op is Op.AND if truth else op is Op.OR:
            return self.refine(x.src[0], truth, env) and self.refine(x.src[1], truth, env)
        if op is Op.VAR and x.type is Type.BOOL:
            env.own[x.var] = truth
            return True
        if op is Op.SET_HAS and truth:
            if runs(x):
                return True
            _, may = self.value(x.src[0], env)
            at = self.value(x.src[1], env)
            some = members(at)
            if some is not None:
                left = frozenset(i for i in some if i >= 0 and may >> i & 1)
                if not left:
                    return False
                self._narrow(x.src[1], number(left, varies(at)), env)
            return True
        if op not in COMPARE or x.src[0].type is not Type.INT or any(map(_does_something, runs(x))):
            return True
        a, b = self.value(x.src[0], env), self.value(x.src[1], env)
        if isinstance(a, Moves) or isinstance(b, Moves):
            if isinstance(a, Moves) and isinstance(b, Moves) and a.mark and b.mark and not (a.offset or b.offset):
                low, high = sorted((a.first, b.first))
                later = op if a.first == high else TURNED[op]  # how the later mark compares with the earlier one
                if (later is Op.GT or later is Op.NE) is not truth and later in (Op.GT, Op.LE, Op.EQ, Op.NE):
                    self.buffer.drop_from(low, high)  # nothing was pushed between them
            return True
        if type(a) is int and type(b) is int:
            return COMPARE[op](a, b) is truth
        p, q = members(a), members(b)
        if p is not None and q is not None:
            left, right = that_hold(op if truth else OPPOSITE[op], p, q)
            if not left or not right:
                return False
            if len(left) < len(p):
                self._narrow(x.src[0], number(left, varies(a)), env)
            if len(right) < len(q):
                self._narrow(x.src[1], number(right, varies(b)), env)
        elif (op is Op.EQ) is truth and (op is Op.EQ or op is Op.NE):
            if p is None:
                self._narrow(x.src[0], b, env)
            else:
                self._narrow(x.src[1], a, env)
            if p is None and q is None and varies(a) is not varies(b):
                self._narrow(x.src[0] if varies(a) else x.src[1], ANY, env)
        return True

    def _narrow(self, x: Expr, value: Any, env: Env) -> None:
        """Notes the value of an expression, if it is one of which something can be noted."""
        if x.op is Op.VAR or x.op is Op.CTX or (x.op is Op.FIELD and not x.src):
            origin = origin_of(self.value(x, env))
            self.put(x, value if origin is None else from_origin(value, origin), env)
        elif x.op is Op.FIELD and self.program.fields[x.name].kind is FieldKind.ARRAY:
            at = self.value(x.src[0], env)
            if type(value) is int and type(at) is int and 0 <= at < self.program.fields[x.name].size:
                env.shared[x.name, at] = value
        elif x.op in (Op.ADD, Op.SUB) and x.src[1].is_const:
            by = x.src[1].const if x.op is Op.SUB else -x.src[1].const
            self._narrow(x.src[0], apply(lambda v: v + by, value), env)

    def forget(self, fields: Iterable[str], env: Env) -> None:
        """Forgets what is known of fields that have been changed."""
        env.forget(fields)
        self.origins.change(fields)

    def put(self, leaf: Expr, value: Any, env: Env) -> None:
        """Notes the value of a local, slot or field."""
        if leaf.op is Op.VAR:
            env.own[leaf.var] = value
        elif leaf.op is Op.CTX:
            env.shared[leaf.name] = value
        else:
            env.shared[leaf.name, None] = value

    def leaf(self, x: Expr, env: Env) -> Expr | None:
        """Something in an expression that may have several values, each of which can be followed."""
        for y in subexpressions(x):
            named = y.op is Op.VAR or y.op is Op.CTX or (y.op is Op.FIELD and not y.src)
            if named and y.type is Type.INT and isinstance(self.value(y, env), frozenset):
                return y
        return None

    def value(self, x: Expr, env: Env) -> Any:
        """The abstract value of an expression. Calls and intrinsics in it have their effects."""
        op = x.op
        if op is Op.CONST:
            return bool(x.arg) if x.type is Type.BOOL else x.arg if x.type is Type.INT else ANY
        if op is Op.VAR:
            found = env.own.get(x.var, env)
            return self.unknown(x.type) if found is env else found
        if op is Op.CTX:
            return env.shared[x.name]
        if x.type is Type.BOOL and op is not Op.CALL and op is not Op.RUN:
            return self.holds(x, env)
        compute = _COMPUTE.get(op)
        if compute is not None and x.type is Type.INT and x.src[0].type is Type.INT:
            operands = [self.value(y, env) for y in x.src]
            if any(type(v) is Moves for v in operands):
                return self._of_marks(op, operands)
            if all(type(v) is int for v in operands):
                return arithmetic(op, compute, operands)
            return self._remembered((op, *operands), lambda: arithmetic(op, compute, operands))
        evaluate = self.evaluate.get(op)
        if evaluate is not None:
            return evaluate(x, env)
        for y in x.src:
            self.value(y, env)
        return self.unknown(x.type)

    def unknown(self, type_: Type) -> Any:
        """The value of a type of which nothing is known."""
        if type_ is Type.SET:
            return (0, self.every)
        return None if type_ is Type.BOOL else VARYING if self.iterated else ANY

    def unknown_slot(self, slot: str) -> Any:
        """The value of a slot of the context of which nothing is known."""
        if slot in self.program.context_sets:
            return (0, self.every)
        return VARYING if self.iterated else ANY

    def _of_marks(self, op: Op, operands: list[Any]) -> Any:
        a, b = operands[0], operands[1] if len(operands) > 1 else 0
        if isinstance(a, Moves) and type(b) is int and op in (Op.ADD, Op.SUB):
            by = b if op is Op.ADD else -b
            if a.mark and a.offset + by >= 0:
                return Moves(a.first, True, a.offset + by, None, a.once)
            return Moves(a.first, False, by, a.last) if not a.mark and by == 1 else Moves(0, False)
        if op is Op.SUB:
            return VARYING if self.iterated else ANY
        return VARYING

    def _field(self, x: Expr, env: Env) -> Any:
        if not x.src:
            found = env.shared.get((x.name, None))
            return self.fields.domain(x.name) if found is None else found
        at = self.value(x.src[0], env)
        f = self.program.fields[x.name]
        if type(at) is int:
            if f.kind is FieldKind.ARRAY and not f.cap and not 0 <= at < f.size:
                return f.init
            found = env.shared.get((x.name, at))
            if found is not None:
                return found
        domain = self.fields.domain(x.name)
        if isinstance(domain, (int, frozenset)) and f.init not in (members(domain) or ()):
            domain = joined(domain, f.init, False)
        if varies(at):
            return VARYING if domain is ANY else Varying(domain) if isinstance(domain, frozenset) else domain
        return domain

    def _table(self, x: Expr, env: Env) -> Any:
        at = self.value(x.src[0], env)
        rows = self.program.tables[x.name].values
        if type(at) is int:
            return rows[at] if 0 <= at < len(rows) else 0
        some = members(at)
        if some is None:
            return number({*rows, 0}, varies(at))
        return number((rows[i] if 0 <= i < len(rows) else 0 for i in some), varies(at))

    def _row_len(self, x: Expr, env: Env) -> Any:
        at = self.value(x.src[0], env)
        rows = self.program.tables[x.name].lists
        if type(at) is int:
            return len(rows[at]) if 0 <= at < len(rows) else 0
        some = members(at)
        return number((len(rows[i]) if 0 <= i < len(rows) else 0 for i in (some or range(-1, len(rows)))), varies(at))

    def _row_at(self, x: Expr, env: Env) -> Any:
        at, place = self.value(x.src[0], env), self.value(x.src[1], env)
        rows = self.program.tables[x.name].lists
        if type(at) is int and type(place) is int:
            return rows[at][place] if 0 <= at < len(rows) and 0 <= place < len(rows[at]) else 0
        return self._remembered((x.name, at, place), lambda: self._some_of(rows, at, place))

    def _remembered(self, key: tuple[Any, ...], compute: Callable[[], Any]) -> Any:
        """What is computed of operands that are sets of numbers, which may be large. key: what was asked, and these."""
        whole = (*key, *map(type, key))  # a set that varies is equal to one that does not
        found = self.results.get(whole)
        if found is None:
            found = self.results[whole] = compute()
        return found

    def _some_of(self, rows: Sequence[Sequence[int]], at: Any, place: Any) -> Any:
        varying = varies(at) or varies(place)
        some, places = members(at), members(place)
        found = {0}
        for i in range(len(rows)) if some is None else some:
            if 0 <= i < len(rows):
                row = rows[i]
                found.update(row if places is None else [row[k] for k in places if 0 <= k < len(row)])
        return number(found, varying)

    def _set_table(self, x: Expr, env: Env) -> Any:
        at = self.value(x.src[0], env)
        rows = self.program.tables[x.name].lists
        some = members(at)
        certain, may = -1, 0
        for i in range(-1, len(rows)) if some is None else some:
            mask = self._masks(x.name)[i] if 0 <= i < len(rows) else 0
            certain, may = certain & mask, may | mask
        return certain & may, may

    def _masks(self, table: str) -> list[int]:
        found = self.tables.get(table)
        if found is None:
            found = self.tables[table] = [sum(1 << i for i in set(row)) for row in self.program.tables[table].lists]
        return found

    def _union(self, x: Expr, env: Env) -> Any:
        certain, may = self.value(x.src[0], env)
        masks, sure, out = self._masks(x.name), 0, 0
        for i in bits(may):
            if i < len(masks):
                out |= masks[i]
                sure |= masks[i] if certain >> i & 1 else 0
        return sure, out

    def _select(self, x: Expr, env: Env) -> Any:
        holds = self.holds(x.src[0], env)
        if holds is not None:
            return self.value(x.src[1 if holds else 2], env)
        results = []
        for truth, y in ((True, x.src[1]), (False, x.src[2])):
            inner = env if runs(x) else env.copy()
            if inner is env or self.refine(x.src[0], truth, inner):
                results.append(self.value(y, inner))
        if len(results) == 1:
            return results[0]
        if not results:
            return self.unknown(x.type)
        varying = self.iterated > 0 and any(
            varies(self.value(y, env)) for y in subexpressions(x.src[0]) if y.op in (Op.VAR, Op.CTX)
        )
        return joined(results[0], results[1], varying)

    def _one(self, x: Expr, env: Env) -> Any:
        at = self.value(x.src[0], env)
        some = members(at)
        if some is None:
            return 0, self.every
        inside = [i for i in some if 0 <= i < self.every.bit_length()]
        may = sum(1 << i for i in inside)
        return (may if len(some) == 1 else 0), may

    def _span(self, x: Expr, env: Env) -> Any:
        lo, hi = self.value(x.src[0], env), self.value(x.src[1], env)
        if type(lo) is int and type(hi) is int:
            low, high = max(lo, 0), min(hi, self.every.bit_length())
            mask = ((1 << high) - 1) >> low << low if high > low else 0
            return mask, mask
        return 0, self.every

    def _sets(self, x: Expr, env: Env) -> Any:
        (a, b), (c, d) = self.value(x.src[0], env), self.value(x.src[1], env)
        if x.op is Op.SET_OR:
            return a | c, b | d
        if x.op is Op.SET_AND:
            return a & c, b & d
        if x.op is Op.SET_DIFF:
            return a & ~d, b & ~c
        return (a & ~d) | (c & ~b), (b | d) & ~(a & c)

    def _shift(self, x: Expr, env: Env) -> Any:
        (a, b), by = self.value(x.src[0], env), self.value(x.src[1], env)
        if type(by) is not int:
            return 0, self.every if b else 0
        return ((a << by) & self.every, (b << by) & self.every) if by >= 0 else (a >> -by, b >> -by)

    def _of_set(self, x: Expr, env: Env) -> Any:
        certain, may = self.value(x.src[0], env)
        for y in x.src[1:]:
            self.value(y, env)
        if x.op is Op.SET_COUNT:
            low, high = certain.bit_count(), may.bit_count()
            return number(range(low, high + 1), False)
        if certain == may and x.op is not Op.SET_NTH:
            if not may:
                return -1
            return may.bit_length() - 1 if x.op is Op.SET_MAX else (may & -may).bit_length() - 1
        varying = self.iterated > 0 and x.op is Op.SET_NTH
        return number([*bits(may), *([] if certain and x.op is not Op.SET_NTH else [-1])], varying)

    def _row_set(self, x: Expr, env: Env) -> Any:
        at, lo, hi = (self.value(y, env) for y in x.src)
        rows = self.program.tables[x.name].lists
        if type(at) is int and type(lo) is int and type(hi) is int:
            row = rows[at][max(lo, 0) : max(hi, 0)] if 0 <= at < len(rows) else ()
            mask = sum(1 << i for i in set(row))
            return mask, mask
        return 0, self.every

    def _new_list(self, x: Expr, env: Env) -> Any:
        out: Any = frozenset()
        for y in x.src:
            out = added(out, self.value(y, env))
        return out

    def _list_at(self, x: Expr, env: Env) -> Any:
        values, at = self.value(x.src[0], env), self.value(x.src[1], env)
        if not isinstance(values, (int, frozenset)) or values == frozenset():
            return self.unknown(Type.INT)
        return number(members(values) or (), varies(at) or varies(values))
