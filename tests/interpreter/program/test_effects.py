"""What a run of an intrinsic may change, read and fail on, as it counts for the functions that hold it."""

import pytest

from ludparse.interpreter.program import expressions as ir
from ludparse.interpreter.program import ops
from ludparse.interpreter.program.effects import EffectsOf, may_fail, silent
from ludparse.interpreter.program.intrinsics import INTRINSICS, run_of
from ludparse.interpreter.program.ops import Expr, Op, Type, Var
from ludparse.interpreter.program.program import Effects, Function

ONE = ir.const(1)
ANY = None


def run(name: str, *operands: Expr, of: str = "", type: Type = Type.VOID) -> Expr:
    return Expr(Op.RUN, type, operands, run_of(INTRINSICS[name], of))


CASES = [
    # looks at the buffer of moves, which is no part of the state, and changes nothing
    ("move_count", run("move_count", type=Type.INT), Effects(state_only=False)),
    # changes the buffer, which holds no field
    ("move_set_mover", run("move_set_mover", ONE, ONE), Effects(pure=False)),
    # the generator's fields are not named; the number depends on them, and on no other field
    (
        "random_int",
        run("random_int", ONE, type=Type.INT),
        Effects(written=ANY, pure=False, draws=True, state_only=False),
    ),
    # ends everything, so that no field is seen any more as it would have been
    ("fail", run("fail", ONE), Effects(written=ANY, pure=False, stops=True)),
    # one list of the state, by its name
    ("field_push", run("field_push", ONE, of="seen"), Effects(written={"seen"}, pure=False)),
    # a local list belongs to one function: nobody else sees what is pushed, but that an index is wrong
    ("list_push", run("list_push", ir.const(0), ONE), Effects()),
    ("list_set", run("list_set", ir.const(0), ONE, ONE), Effects(pure=False)),
]


@pytest.mark.parametrize(("x", "effects"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_effects_of_an_intrinsic(x: Expr, effects: Effects) -> None:
    """The same whether it is looked at alone, in a block, or in a function that another one calls."""
    of = EffectsOf()
    assert of.expression(x) == effects
    assert of.block([ops.If(ir.TRUE, [ops.Do(x)], [])]) == effects
    callee = Function("callee", (), Type.VOID, [ops.Do(x)], 1)
    caller = Function("caller", (), Type.VOID, [ops.Do(Expr(Op.CALL, Type.VOID, (), callee))], 0)
    assert of.function(caller) == effects


def test_effects_of_several_add_up() -> None:
    """A field that is set beside numbers that are drawn: any field may change then, and all else holds too."""
    effects = EffectsOf().block([ops.Do(x) for _, x, _ in CASES])
    assert effects == Effects(written=ANY, pure=False, draws=True, stops=True, state_only=False)


UNKNOWN = ir.value_of(Var("x", Type.INT))


@pytest.mark.parametrize(
    ("divisor", "fails"), [(ir.const(0), True), (UNKNOWN, True), (ONE, False), (ir.const(-3), False)]
)
@pytest.mark.parametrize("op", [Op.DIV, Op.MOD])
def test_a_division_fails_unless_its_divisor_is_another_number_than_0(op: Op, divisor: Expr, fails: bool) -> None:
    x = Expr(op, Type.INT, (UNKNOWN, divisor))
    assert (may_fail(x), silent(x)) == (fails, not fails)
