"""The tables of `docs/program.md` that are made from those of the program: nothing is missing, and each row says what
its entry does."""

from __future__ import annotations

import re

import pytest

from ludparse.interpreter.program import ops
from ludparse.interpreter.program.actions import ACTIONS
from ludparse.interpreter.program.intrinsics import INTRINSICS
from ludparse.interpreter.program.operations import OPERATIONS
from ludparse.interpreter.program.reference import BEGIN, END, generated, updated

KINDS = [
    c for c in vars(ops).values()
    if isinstance(c, type) and issubclass(c, ops.Stmt) and (not c.__subclasses__() or c in (ops.Restoring, ops.Ahead))
]  # fmt: skip


def tables() -> dict[str, list[list[str]]]:
    """The rows of each table, by its heading; the first two are its head."""
    found: dict[str, list[list[str]]] = {}
    for line in generated().splitlines():
        if line.startswith("### "):
            rows = found[line.removeprefix("### ")] = []
        elif line.startswith("|"):
            rows.append([cell.strip() for cell in line.strip("|").split(" | ")])
    return found


def test_every_entry_has_its_row() -> None:
    said = tables()
    for heading, names in (("Operations", [e.name for e in OPERATIONS.values()]), ("Intrinsics", list(INTRINSICS))):
        assert [re.split(r"\W", row[0].strip("`"))[0] for row in said[heading][2:]] == names
    assert sorted(name for name, _ in said["Statements"][2:]) == sorted(kind.__name__ for kind in KINDS)
    actions = [name.strip("`") for names, _ in said["Actions"][2:] for name in names.split(", ")]
    assert sorted(actions) == sorted(ACTIONS)
    for rows in said.values():
        assert all(len(row) == len(rows[0]) for row in rows[2:])


@pytest.mark.parametrize(
    ("table", "row"),
    [
        # what each is declared with
        ("Intrinsics", ["`move_set_from(move, from)`", "moves"]),
        ("Intrinsics", ["`random_int(", "random; fails: "]),
        ("Intrinsics", ["`pushes_in(mode)`", "mode"]),
        ("Intrinsics", ["`call_moves(", "everything", "calls"]),
        (
            "Intrinsics",
            ["`field_push[list field](value)`", "(int) → void", "fields | fields", "fails: something is too large"],
        ),
        ("Intrinsics", ["`act[kind of action](decision, parameters …)`", "open move"]),
        ("Operations", ["`ADD(", "(int, int) → int", "(float, float) → float"]),
        ("Operations", ["`LIST_NEW(values …)`", "(int) → list"]),
        ("Operations", ["`FIELD[field](index)`", "() → set", "(int) → int", "fields"]),
        ("Actions", ["`pass`", "forced"]),
    ],
)
def test_a_row_says_what_its_entry_does(table: str, row: list[str]) -> None:
    first, *more = row
    lines = ["| " + " | ".join(cells) for cells in tables()[table]]
    (line,) = [line for line in lines if first in line.split(" | ")[0]]
    assert all(part in line for part in more), line


def test_what_stands_around_the_tables_stays() -> None:
    page = f"before\n{BEGIN}\nyesterday\n{END}\nafter\n"
    new = updated(page)
    assert new.startswith(f"before\n{BEGIN}\n\n### Types") and new.endswith(f"{END}\nafter\n")
    assert "yesterday" not in new
    assert updated(new) == new
    for wrong in (page.replace(BEGIN, ""), page.replace(END, "")):
        with pytest.raises(ValueError, match="the page lacks"):
            updated(wrong)
