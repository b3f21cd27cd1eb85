"""Causes: groups the failures of many games, each under one line of text."""

from __future__ import annotations

import re
import traceback
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from ludparse.problems.errors import LudError

__all__ = ["action_names", "error_cause", "error_detail", "moves_cause", "site_text", "state_cause"]

_NUMBER = re.compile(r"(?<![A-Za-z_#])-?\d+(\.\d+)?")
_ADDRESS = re.compile(r" at 0x[0-9a-f]+")
_ACTION = re.compile(r"\[([A-Z]\w*):(?!mover=)")
_FIELD = re.compile(r"(\w+)=")
_LEVEL = ("what", "who", "state", "rotation", "value")
_OURS = ("ludparse",)


def error_cause(problem: BaseException) -> str:
    """Class and message of an exception, without what differs between games; for a defect also where it arose."""
    if isinstance(problem, LudError):
        return f"{type(problem).__name__}: {pattern(problem.message)}"
    place = _innermost(problem)
    message = pattern(str(problem).split("\n", 1)[0])
    return f"{type(problem).__name__}: {message}" + (f"  [{place}]" if place else "")


def error_detail(problem: BaseException) -> str:
    """For the report: the error as a user sees it, or the last frames of a defect."""
    if isinstance(problem, LudError):
        return str(problem)
    return "".join(traceback.format_exception(problem, limit=-6))


def pattern(message: str) -> str:
    """A message with `#` for every number."""
    return _NUMBER.sub("#", _ADDRESS.sub("", message))[:160]


def _innermost(problem: BaseException) -> str:
    """File and function of the innermost frame inside this project."""
    for frame in reversed(traceback.extract_tb(problem.__traceback__)):
        parts = Path(frame.filename).parts
        own = [i for i, part in enumerate(parts) if part in _OURS]
        if own:
            return f"{'/'.join(parts[own[-1] :])} {frame.name}"
    return ""


def action_names(records: Iterable[str]) -> str:
    """The kinds of actions in the texts of some moves: `Move, Remove`."""
    return ", ".join(sorted({name for record in records for name in _ACTION.findall(record)}))


def moves_cause(ours: Sequence[str], recorded: Sequence[str]) -> str:
    """How the actions of moves differ: kinds that only one side has, else order or values."""
    ours, recorded = ([_actions(text) for text in side] for side in (ours, recorded))
    if not ours:
        return f"not found: {action_names(recorded)}"
    mine, other = ({*_ACTION.findall("".join(side))} for side in (ours, recorded))
    if mine != other:
        parts = []
        if other - mine:
            parts.append(f"without {', '.join(sorted(other - mine))}")
        if mine - other:
            parts.append(f"with {', '.join(sorted(mine - other))}")
        return "; ".join(parts)
    first, second = _ACTION.findall(ours[0]), _ACTION.findall(recorded[0])
    if first != second:
        return f"number or order of {', '.join(sorted(mine))}"
    a, b = (re.findall(r"\[[A-Z][^\]]*\]", side[0]) for side in (ours, recorded))
    for left, right in zip(a, b, strict=False):
        if left != right:
            name = _ACTION.findall(left)[0] if _ACTION.findall(left) else "action"
            fields, others = _FIELD.findall(left), _FIELD.findall(right)
            if fields != others:
                return f"fields of {name}: {', '.join(sorted({*fields} ^ {*others})) or 'order'}"
            values = [f for f in fields if _value(left, f) != _value(right, f)]
            return f"{', '.join(values)} of {name}"
    return "mover, from or to"


def _actions(text: str) -> str:
    """The actions of a move in either form: without the mover and the sites."""
    return text.split(",actions=", 1)[1] if text.startswith("[Move:mover=") else text


def _value(action: str, name: str) -> str:
    match = re.search(rf"\b{name}=([^,\]]*)", action)
    return match[1] if match else ""


def state_cause(keys: Sequence[str], ours: dict[str, Any], recorded: dict[str, Any]) -> str:
    """Which parts of a snapshot differ; of the sites also in what."""
    parts = [key for key in keys if key != "sites"]
    if "sites" in keys:
        parts.append(f"sites ({_sites_cause(ours.get('sites', []), recorded.get('sites', []))})")
    return ", ".join(sorted(parts))


def site_text(site: Sequence[Any]) -> str:
    """A site of a snapshot in words: its count and what stands on each level, without what is 0 there."""
    name, count, *levels = site
    shown = [[f"{what} {value}" for what, value in zip(_LEVEL, level, strict=True) if value] for level in levels]
    return f"{name}: count {count}; " + " | ".join(", ".join(level) or "nothing" for level in shown)


def _sites_cause(ours: list[Any], recorded: list[Any]) -> str:
    mine, other = ({site[0]: site[1:] for site in side} for side in (ours, recorded))
    if mine == other:
        return "order"
    what = set()
    for name in {*mine, *other}:
        a, b = mine.get(name), other.get(name)
        if a == b:
            continue
        if a is None or b is None:
            what.add("too few" if a is None else "too many")
        elif a[0] != b[0]:
            what.add("count")
        elif len(a) != len(b):
            what.add("height of a stack")
        else:
            for ours_level, recorded_level in zip(a[1:], b[1:], strict=True):
                pairs = zip(_LEVEL, ours_level, recorded_level, strict=True)
                what |= {name for name, left, right in pairs if left != right}
    return ", ".join(sorted(what))
