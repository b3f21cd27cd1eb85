"""The interval analysis of both backends: every value is within the range that was found for it."""

import pytest

from ludparse.interpreter.backends.python import engine
from ludparse.interpreter.backends.python.render import PythonRenderer
from ludparse.interpreter.facts.intervals import ANY
from ludparse.interpreter.facts.ranges import Ranges, held_ranges
from ludparse.interpreter.program import expressions as ir
from ludparse.interpreter.program.builder import Builder
from ludparse.interpreter.program.ops import Expr, FieldKind, Op, Type, Var
from ludparse.interpreter.program.printer import expression
from ludparse.interpreter.program.program import Program
from tests.interpreter.descriptions import ALL
from tests.interpreter.program.test_program import program_of


def inside(value: int, lo: int, hi: int) -> int:
    """The value. Raises AssertionError where it is out of the range."""
    assert lo <= value <= hi, f"{value} is not in {lo} .. {hi}"
    return value


class CheckedRenderer(PythonRenderer):
    """Checks every INT on the way."""

    def e(self, x: Expr) -> str:
        text = super().e(x)
        if x.type is not Type.INT or x.op is Op.CONST:
            return text
        lo, hi = self.ranges.range_of(x)
        return f"inside({text}, {lo}, {hi})"


def render_checked(program: Program) -> str:
    return f"from {__name__} import inside\n" + CheckedRenderer(program).render()


@pytest.mark.parametrize("name", ALL)
def test_values_are_within_their_ranges(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludparse.interpreter.backends.python.render.render_python", render_checked)
    made = engine.PythonEngine(program_of(ALL[name]))
    assert "inside(" in made.source
    made.playouts(None, 0, 1, 3, 30, 1)


def program(body: object) -> tuple[Program, Expr]:
    """A program of one function that computes something, and the expression."""
    p = Program("test")
    b = Builder(p)
    b.field("small", FieldKind.INT, bits=8)
    b.field("wide", FieldKind.INT)
    with b.function("main", (), Type.INT) as (fn, _):
        x = body(b)  # type: ignore[operator]
        b.return_(x)
    p.entries |= {"start": fn, "moves": fn, "play": fn}
    return p, x


def counted(b: Builder) -> Expr:
    n = b.var(0)
    with b.for_range(0, b.get("wide")):
        b.assign(n, n + 1)
    return n


def doubled(b: Builder) -> Expr:
    n = b.var(1)
    with b.for_range(0, b.get("wide")):
        b.assign(n, n + n)
    return n


def looped(b: Builder) -> Expr:
    out = b.var(0)
    with b.for_range(b.get("small"), 200) as i:
        b.assign(out, i)
    return out


@pytest.mark.parametrize(
    ("body", "lo", "hi", "overflows"),
    [
        (lambda b: b.get("small") + b.get("small"), -256, 254, False),
        (lambda b: b.get("small") * b.get("small"), -16256, 16384, False),
        (lambda b: b.get("wide") + 1, *ANY, True),
        (lambda b: ir.neg(b.get("wide")), *ANY, True),
        (lambda b: ir.abs_(b.get("wide")), *ANY, True),
        (lambda b: ir.band(b.get("wide"), 7), 0, 7, False),
        (lambda b: ir.mod(b.get("wide"), 5), -4, 4, False),
        (lambda b: ir.select(ir.eq(b.get("wide"), 1), 3, b.get("small")), -128, 127, False),
        (lambda b: ir.shl(1, b.get("wide")), *ANY, True),
        (counted, 0, 2**30, False),
        (doubled, *ANY, False),
        (looped, -128, 2**15 - 1, False),
    ],
)
def test_ranges(body: object, lo: int, hi: int, overflows: bool) -> None:
    p, x = program(body)
    found = Ranges(p, p.functions)
    assert found.range_of(x) == (lo, hi)
    assert found.overflows(x) == overflows


def test_fields_have_what_is_assigned_to_them_and_their_initial_value() -> None:
    p, x = program(lambda b: (b.put("wide", ir.mod(b.get("small"), 2) + 1), b.get("wide"))[1])
    assert Ranges(p, p.functions).range_of(x) == ANY
    assert Ranges(p, p.functions, range(9), fields=True).range_of(x) == (0, 1)
    p, x = program(lambda b: (b.put("small", b.get("small") + b.get("wide")), b.get("small"))[1])
    assert Ranges(p, p.functions, fields=True).range_of(x) == (0, 0)
    p, x = program(lambda b: (b.put("small", b.get("small") + 100), b.get("small"))[1])
    assert Ranges(p, p.functions, fields=True).range_of(x) == (-128, 127), "what does not fit is an error"
    assert Ranges(p, p.functions, fields=True, known={"small": (3, 4)}).range_of(x) == (3, 4)


def test_bits_that_are_cleared_make_nothing_negative() -> None:
    def clear(b: Builder) -> Expr:
        b.put("wide", 3)
        b.put("wide", b.get("wide") - ir.band(b.get("wide"), 2))
        return b.get("wide")

    p, x = program(clear)
    assert Ranges(p, p.functions, fields=True).range_of(x) == (0, 127)


def test_what_is_doubled_is_wrapped() -> None:
    p, _ = program(doubled)
    assert "v1 = wrap((v1 + v1))" in PythonRenderer(p).render()
    p, _ = program(counted)
    assert "wrap(" not in PythonRenderer(p).render()


def test_bounds_are_met_exactly() -> None:
    p, x = program(looped)
    assert Ranges(p, p.functions, [199, 300]).range_of(x) == (-128, 199)


def test_members_of_sets() -> None:
    p = Program("test")
    b = Builder(p)
    p.set_width = 70
    b.field("some", FieldKind.SET)
    b.field("bytes", FieldKind.ARRAY, size=40, bits=8)
    table = b.table([[1, 5], [33]], "sets")
    with b.function("both", [("one", Type.SET)], Type.SET) as (both, (one,)):
        b.return_(ir.set_or(one, ir.set_range(0, 41)))
    with b.function("main") as (fn, _):
        known = b.var(b.set_at(table, b.get("bytes", 0)))
        grown = b.var(ir.EMPTY_SET)
        b.assign(grown, ir.set_or(grown, known))
        returned = b.var(b.call(both, known))
        with b.flood(ir.const(50)) as (group, _site):
            b.assign(group, ir.set_or(group, known))
        drawn = b.var(ir.EMPTY_SET)
        b.include(drawn, b.get("bytes", 0))
    ranges = Ranges(p, [fn, both])
    some = b.get("some")
    for members, greatest in (
        (some, 127),  # sets are as wide as their words
        (known, 33),
        (ir.set_and(some, known), 33),
        (ir.set_or(some, known), 127),
        (ir.set_diff(known, some), 33),
        (Expr(Op.SET_WHERE, Type.SET, (ir.const(1),), "bytes"), 39),
        (grown, 33),
        (one, 33),
        (returned, 40),
        (group, 127),  # where it begins, whatever that is
        (drawn, 127),
    ):
        assert ranges.range_of(members) == (0, greatest), expression(members)


def test_nothing_is_claimed_of_locals_that_the_program_does_not_assign() -> None:
    """Backends make expressions of their own while they render, and name parts of them."""
    p, x = program(looped)
    ranges, other = Ranges(p, p.functions), Expr(Op.VAR, Type.INT, (), Var("other", Type.INT))
    assert ranges.range_of(other) == ANY
    assert ranges.range_of(ir.select(ir.eq(x, 3), other, ir.const(0))) == ANY
    assert [ranges.range_of(Expr(Op.CONST, Type.INT, (), k)) for k in range(50)] == [(k, k) for k in range(50)]


def test_ranges_that_hold_are_those_of_what_runs() -> None:
    """`held` is 0 at first, then 3 or 5. What writes 1000 into it, and what alone reads `unread`, nobody calls."""
    p = Program("test", context={"to": -1})
    b = Builder(p)
    for name in ("held", "unread", "wide"):
        b.field(name, FieldKind.INT)
    with b.function("start", (), Type.VOID) as (fn, _):
        b.put("held", ir.select(ir.eq(b.ctx("to"), 1), 3, 5))
        b.put("unread", 3)
        b.put("wide", b.ctx("to"))
        b.set_ctx("to", b.get("held") + b.get("wide"))
    with b.function("uncalled", (), Type.VOID):
        b.put("held", 1000)
        b.set_ctx("to", b.get("unread"))
    p.entries |= {"start": fn, "moves": fn, "play": fn}
    found = held_ranges(p)
    assert set(found) == {"held"}
    lo, hi = found["held"]
    assert lo == 0 and 5 <= hi < 1000
