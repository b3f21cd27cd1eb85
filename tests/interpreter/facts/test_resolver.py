"""What is known of values is put into expressions, as long as these stay small."""

from itertools import pairwise

from ludparse.interpreter.facts.first_iteration import FirstIteration
from ludparse.interpreter.facts.resolver import LARGEST, Knowledge, Resolver, Unknown
from ludparse.interpreter.facts.site_sets import SiteSets
from ludparse.interpreter.program import expressions as ir
from ludparse.interpreter.program import ops
from ludparse.interpreter.program.builder import Builder
from ludparse.interpreter.program.effects import effects_of
from ludparse.interpreter.program.ops import Expr, FieldKind, Op, Type, Var
from ludparse.interpreter.program.program import Function, Program
from ludparse.interpreter.program.walk import statements, subexpressions


def doubled(times: int) -> Expr:
    """The result of a function that doubles its parameter so often."""
    program, given = Program("Doubling"), Var("given", Type.INT)
    names = [given, *(Var(f"v{k}", Type.INT) for k in range(times))]
    body: ops.Block = [
        ops.Assign(new, ir.value_of(old) + ir.value_of(old)) for old, new in pairwise(names)
    ]
    fn = program.add(Function("doubled", (given,), Type.INT, [*body, ops.Return(ir.value_of(names[-1]))]))
    call = Expr(Op.CALL, Type.INT, (ir.value_of(given),), fn)
    return Resolver(effects_of(program)).resolve(call, Knowledge({given: ir.value_of(given)}))


def test_short_functions_are_looked_into() -> None:
    assert doubled(1).op is Op.ADD


def test_a_value_that_grows_with_each_step_becomes_unknown() -> None:
    # written out, it would have 2 to the power of 60 parts
    parts = subexpressions(doubled(60))
    assert len(parts) <= LARGEST
    assert any(isinstance(x.arg, Unknown) for x in parts)


def test_what_two_branches_leave_behind_depends_on_their_condition() -> None:
    """A local that differs is chosen by the condition; of one that only one branch knows, nothing is known any more."""
    differs, same, lost, asked = (Var(name, Type.INT) for name in ("differs", "same", "lost", "asked"))
    cond, seven = ir.value_of(asked) < 3, ir.const(7)
    known = Knowledge({v: ir.const(0) for v in (differs, same, lost)})
    first = Knowledge({differs: ir.const(1), same: seven, lost: ir.const(4)})
    known.join(cond, first, Knowledge({differs: ir.const(2), same: seven}))
    assert set(known.locals) == {differs, same} and known.locals[same] is seven
    chosen = known.locals[differs]
    assert chosen.op is Op.SELECT and chosen.src[0] is cond and [x.const for x in chosen.src[1:]] == [1, 2]


def test_a_slot_that_is_restored_holds_what_it_held_before() -> None:
    """An iteration writes 7 into a slot, which is restored. Whether the slot holds 7 then is not known."""
    program = Program("Restoring", context={"to": -1})
    b = Builder(program)
    b.field("total", FieldKind.INT)
    rows = b.table([[0], [1]], "ragged", "rows")
    with b.function("asks") as (fn, _), b.for_row(rows, 0):
        with b.saved("to"):
            b.set_ctx("to", 7)
        with b.if_(ir.ne(b.ctx("to"), 7)):
            b.put("total", 1)
    (loop,) = (s for s in statements(fn.body) if isinstance(s, ops.ForRow))
    first = FirstIteration(effects_of(program), set(), loop, "", {})
    assert not first.needed(SiteSets(program, effects_of(program), first.site, 2)).nowhere
