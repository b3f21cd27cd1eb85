"""The tables of operations and intrinsics are the only place that lists them by a property."""

import ast
from pathlib import Path

import pytest

import ludparse.interpreter
from ludparse.interpreter.backends.python.runtime import Runtime
from ludparse.interpreter.program.entries import Argument, Entry, Resource, Use
from ludparse.interpreter.program.intrinsics import INTRINSICS
from ludparse.interpreter.program.operations import OPERATIONS, Op

ROOT = Path(ludparse.interpreter.__file__).parent
RUNTIME = "".join(header.read_text() for header in sorted((ROOT / "backends/c/runtime").rglob("*.h")))
ENTRIES = [*OPERATIONS.values(), *INTRINSICS.values()]
READERS = [
    *sorted((ROOT / "program").rglob("*.py")),
    *sorted((ROOT / "facts").rglob("*.py")),
    *sorted((ROOT / "passes").rglob("*.py")),
    *sorted((ROOT / "backends/c").rglob("*.py")),
    *sorted((ROOT / "backends/python").glob("render*.py")),
]
READERS.remove(ROOT / "program" / "intrinsics.py")  # the table itself


def test_every_operation_is_in_the_table() -> None:
    assert set(OPERATIONS) == set(Op)
    assert all(entry.name == op.name for op, entry in OPERATIONS.items())


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda e: e.name)
def test_an_entry_is_complete(entry: Entry) -> None:
    assert entry.doc.endswith(".")
    for sig in entry.signatures:
        assert entry.variadic or len(sig.operands) in (0, len(entry.operands))
    names = [o.name for o in entry.operands]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("entry", INTRINSICS.values(), ids=lambda e: e.name)
def test_an_intrinsic_is_in_both_runtimes(entry: Entry) -> None:
    assert hasattr(Runtime, entry.name)
    if entry.argument is Argument.CAPACITY:
        return  # rendered as a call of stop()
    if entry.argument is Argument.ACTION:
        return  # the function depends on the number of parameters
    called = f"{entry.name}_in(" if entry.mode_aware else f"{entry.name}("
    macro = "FLOAT_FUNCTION(" + entry.name.removeprefix("float_") + ")"
    assert called in RUNTIME or macro in RUNTIME


@pytest.mark.parametrize("path", READERS, ids=lambda p: str(p.relative_to(ROOT)))
def test_nothing_else_names_an_intrinsic(path: Path) -> None:
    """A string that is an intrinsic's name would be a property kept outside its entry."""
    tree = ast.parse(path.read_text())
    run_calls = {
        id(call.args[0])
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "run" and call.args
    }
    found = [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and node.value in INTRINSICS and id(node) not in run_calls
    ]
    assert not found


def test_what_follows_from_an_entry() -> None:
    drawing = {e.name for e in INTRINSICS.values() if e.draws}
    lasting = {"apply_actions_drawing", "apply_thens_drawing"}
    assert drawing == {"random_int", "random_unit", "seed_copies"} | lasting
    calling = {e.name for e in INTRINSICS.values() if e.calls}
    assert calling == {"act_now", "apply_actions", "apply_thens", "call_moves"} | lasting
    assert {e.name for e in INTRINSICS.values() if not e.returns} == {"fail", "full"}
    assert INTRINSICS["move_count"].silent
    assert not INTRINSICS["move_count"].state_only
    assert not INTRINSICS["list_set"].silent
    assert INTRINSICS["move_to"].needs_moves
    assert not INTRINSICS["move_attach"].needs_moves
    assert INTRINSICS["move_attach"].operands[1].use is Use.FUNCTION


def test_who_writes_the_state() -> None:
    writers = {e.name for e in ENTRIES if Resource.FIELDS in e.writes and not e.calls}
    changes = {n for n in INTRINSICS if INTRINSICS[n].argument is Argument.LIST}
    assert writers == {"hash_push"} | changes
