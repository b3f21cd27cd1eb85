"""The generated part of `docs/program.md`: types, statements, operations and intrinsics, from their tables."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from . import ops
from .actions import ACTIONS
from .entries import Argument, Entry, Failure, Resource, Type
from .intrinsics import INTRINSICS
from .operations import OPERATIONS

BEGIN, END = "<!-- generated: begin -->", "<!-- generated: end -->"

_TYPES = {
    Type.INT: "32-bit signed integer in two's complement; arithmetic wraps",
    Type.BOOL: "false or true",
    Type.SET: "set of site indices from 0 up to the width of the program's sets",
    Type.LIST: "growable list of INT; belongs to the function that made it",
    Type.FLOAT: "32-bit float (IEEE 754 binary32); every operation rounds",
    Type.DOUBLE: "64-bit float, where Ludii computes in doubles",
    Type.VOID: "no value",
}
_STATEMENTS = (
    ops.Assign,
    ops.SetField,
    ops.SetCtx,
    ops.If,
    ops.While,
    ops.ForRange,
    ops.ForAlong,
    ops.ForPieces,
    ops.WhileAny,
    ops.ForSet,
    ops.ForRow,
    ops.ForList,
    ops.Scan,
    ops.Flood,
    ops.Filter,
    ops.Composed,
    ops.OnCopy,
    ops.Restoring,
    ops.Ahead,
    ops.Trial,
    ops.Question,
    ops.InFull,
    ops.Break,
    ops.Continue,
    ops.Return,
    ops.Do,
    ops.Emit,
    ops.BuiltMove,
)
_RESOURCES = {
    Resource.FIELDS: "fields",
    Resource.CONTEXT: "context",
    Resource.TABLES: "tables",
    Resource.LISTS: "lists",
    Resource.MOVES: "moves",
    Resource.COUNTS: "counts",
    Resource.OPEN: "open move",
    Resource.MODE: "mode",
    Resource.RECORD: "record",
    Resource.RECORD_SIZE: "record size",
    Resource.ACTION: "action",
    Resource.SAVED: "saved states",
    Resource.RANDOM: "random",
    Resource.STEPS: "steps",
}


def updated(page: str) -> str:
    """The page with its generated part written anew. Raises ValueError for a page without the two marks."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise ValueError(f"the page lacks {BEGIN} or {END}")
    return f"{before}{BEGIN}\n\n{generated()}\n{END}{after}"


def generated() -> str:
    """The tables as Markdown."""
    return "\n".join(_lines())


def _lines() -> Iterator[str]:
    yield from ("### Types", "", "| type | values |", "|---|---|")
    yield from (f"| {t.name} | {text} |" for t, text in _TYPES.items())
    yield from ("", "### Statements", "", "| statement | meaning |", "|---|---|")
    yield from (f"| {s.__name__} | {_first_paragraph(s.__doc__)} |" for s in _STATEMENTS)
    yield from ("", "### Operations", "")
    yield from ("| operation | types | meaning | reads | fails |", "|---|---|---|---|---|")
    for e in OPERATIONS.values():
        yield f"| `{_call(e)}` | {_types(e)} | {e.doc} | {_used(e.reads)} | {_fails(e)} |"
    yield from ("", "### Intrinsics", "")
    yield "`calls`: runs functions of the program that it does not name. `mode`: does the right thing in every mode."
    yield from ("", "| intrinsic | types | meaning | reads | writes | notes |", "|---|---|---|---|---|---|")
    for e in INTRINSICS.values():
        reads, writes = ("everything", "everything") if e.calls else (_used(e.reads), _used(e.writes))
        yield f"| `{_call(e)}` | {_types(e)} | {e.doc} | {reads} | {writes} | {_notes(e)} |"
    yield from ("", "### Actions", "", "| action | parameters |", "|---|---|")
    for params, kinds in groupby(ACTIONS.values(), lambda k: k.params):
        yield f"| {', '.join(f'`{k.name}`' for k in kinds)} | {', '.join(params) or 'none'} |"
    yield ""


def _first_paragraph(text: str | None) -> str:
    assert text
    return " ".join(text.strip().partition("\n\n")[0].split())


def _call(e: Entry) -> str:
    about = [] if e.argument in (Argument.NONE, Argument.CONSTANT, Argument.LOCAL) else [f"[{_about(e)}]"]
    names = [o.name for o in e.operands]
    return f"{e.name}{''.join(about)}({', '.join(names)}{' …' if e.variadic else ''})"


def _about(e: Entry) -> str:
    return e.argument.value.removeprefix("a ").removeprefix("an ")


def _types(e: Entry) -> str:
    return "<br>".join(map(str, e.signatures)) or f"as {_about(e)} says"


def _used(resources: Resource) -> str:
    return ", ".join(name for r, name in _RESOURCES.items() if r in resources)


def _fails(e: Entry) -> str:
    return "" if e.fails is Failure.NEVER else e.fails.value


def _notes(e: Entry) -> str:
    notes = ["calls"] * e.calls + ["mode"] * e.mode_aware + ["random"] * e.draws
    notes += [] if e.fails is Failure.NEVER else [f"fails: {e.fails.value}"]
    return "; ".join(notes)
