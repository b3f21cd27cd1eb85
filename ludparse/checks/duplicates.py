"""What is given twice, so that one of the two can never be meant."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any

import ludparse.ludemes as L
from ludparse.checks.inspection import Inspection
from ludparse.expansion.defines import Define
from ludparse.expansion.options import Option, Ruleset
from ludparse.problems.errors import LudError
from ludparse.problems.problem import problem
from ludparse.problems.spans import Span

__all__ = ["check_duplicate_items", "duplicate_defines", "duplicate_options"]


def check_duplicate_items(inspection: Inspection) -> None:
    """Note pieces, regions, tracks, phases and maps of one name, and boards beside the first."""
    kinds: tuple[tuple[str, type[Any] | tuple[type[Any], ...], Callable[[Any], Hashable]], ...] = (
        ("piece", (L.EquipmentPiece, L.Tile, L.Domino, L.Die), lambda n: (n.name, n.role)),
        ("track", L.Track, lambda n: (n.name, n.role, n.owner)),
        ("phase", L.Phase, lambda n: (n.name, n.role)),
    )
    for what, classes, key in kinds:
        first: dict[Hashable, Any] = {}
        for node in inspection.of(*(classes if isinstance(classes, tuple) else (classes,))):
            if key(node) not in first:
                first[key(node)] = node
                continue
            earlier = first[key(node)].span
            hint = f"The first one stands at {earlier}." if earlier else ""
            inspection.add(f"duplicate-{what}", inspection.place(node, node.name), hint=hint, name=node.name)
    boards = list(inspection.of(L.Board, L.Boardless, L.MancalaBoard, L.SurakartaBoard))
    for board in boards[1:]:
        inspection.add("second-board", inspection.head(board), hint=f"The first one stands at {boards[0].span}.")


def duplicate_options(options: Iterable[Option], rulesets: Iterable[Ruleset]) -> list[LudError]:
    """Options, items, tags and rulesets of one name; only what is first can be chosen."""
    problems: list[LudError] = []
    options = list(options)
    _twice("duplicate-option", ((o.name, o.span) for o in options), problems)
    shared: dict[tuple[str, str], Option] = {}
    for option in options:
        for argument in option.arguments:
            earlier = shared.setdefault((option.tag, argument), option)
            if earlier is not option:
                hint = f"The first one, which counts, stands at {earlier.span}."
                tag = f"{option.tag}:{argument}"
                problems.append(problem("duplicate-tag", _name_in(option.span, option.tag), hint=hint, name=tag))
                break
        most = max((item.priority for item in option.items), default=0)
        starred = [item for item in option.items if item.priority == most > 0]
        for item in starred[1:]:
            hint = f"The first one, {starred[0].name!r}, is chosen."
            problems.append(problem("several-defaults", item.span, hint=hint, name=option.name))
        _twice("duplicate-item", ((item.heading, item.span or option.span) for item in option.items), problems)
    _twice("duplicate-ruleset", ((r.heading, r.span) for r in rulesets), problems)
    return problems


def duplicate_defines(defines: Iterable[Define]) -> list[LudError]:
    """Defines of one name; the first counts."""
    problems: list[LudError] = []
    first: dict[str, Define] = {}
    for define in defines:
        earlier = first.setdefault(define.name, define)
        if earlier.body.text != define.body.text:
            hint = f"The first one, which counts, stands at {earlier.span}."
            problems.append(
                problem("duplicate-define", _name_in(define.span, define.name), hint=hint, name=define.name)
            )
    return problems


def _twice(code: str, named: Iterable[tuple[str, Span | None]], problems: list[LudError]) -> None:
    first: dict[str, Span | None] = {}
    for name, span in named:
        if name in first:
            earlier = first[name]
            hint = f"The first one, which counts, stands at {earlier}." if earlier else ""
            problems.append(problem(code, _name_in(span, name), hint=hint, name=name))
        else:
            first[name] = span


def _name_in(span: Span | None, name: str) -> Span | None:
    """The name where it stands in the span, so that not all of an option is marked."""
    if span is None:
        return None
    short = name.rpartition("/")[2]
    for text in (f'"{name}"', f'"{short}"', f"<{name}>"):
        at = span.text.find(text)
        if at >= 0:
            return span.sub(at, at + len(text))
    return span
