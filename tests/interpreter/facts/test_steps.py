"""Which loops need no count of their iterations, in programs whose steps are added up in comments."""

from ludparse.interpreter.facts.ranges import Ranges
from ludparse.interpreter.facts.steps import Steps
from ludparse.interpreter.program import expressions as ir
from ludparse.interpreter.program import ops
from ludparse.interpreter.program.builder import Builder
from ludparse.interpreter.program.declarations import Table
from ludparse.interpreter.program.ops import Type
from ludparse.interpreter.program.program import Program
from ludparse.interpreter.program.walk import statements


def test_a_loop_up_to_a_value_of_a_row_is_known_to_end() -> None:
    """The longer row has two values and the greatest is 7: two rounds of one step and of seven more, in both entries
    twice as they are run at most."""
    program = Program("test")
    b = Builder(program)
    program.tables["rows"] = Table("rows", "ragged", [[2, 5], [7]])
    with b.function("moves") as (moves, _), b.for_row("rows", 0) as value, b.for_range(0, value):
        pass
    program.entries.update(moves=moves, play=moves)
    steps = Steps(program, Ranges(program, program.functions, range(9)))
    loops = [s for s in statements(moves.body) if isinstance(s, ops.Loop)]
    assert len(loops) == 2 and not any(map(steps.counts, loops))
    assert steps.uncounted == 2 * 2 * (2 * (1 + 7))


def test_loops_of_all_functions_that_an_endless_loop_calls_are_counted() -> None:
    program = Program("test")
    b = Builder(program)
    parts = []
    for name in ("one", "other"):
        with b.function(name, (), Type.INT) as (part, _):
            with b.for_range(0, 5000):
                pass
            b.return_(1)
        parts.append(part)
    with b.function("moves") as (moves, _), b.while_(lambda: ir.TRUE):
        b.do(b.call(parts[0]) + b.call(parts[1]))
    with b.function("play") as (play, _), b.for_range(0, 5000):
        pass
    program.entries.update(moves=moves, play=play)
    steps = Steps(program, Ranges(program, program.functions, range(9)))
    counted = [steps.counts(s) for fn in (*parts, play) for s in statements(fn.body) if isinstance(s, ops.ForRange)]
    assert counted == [True, True, False]
