"""Warnings about the text as a whole: defines and options that nothing uses, arguments that nothing takes."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ludparse.expansion.defines import counted
from ludparse.expansion.miscounted import given_arguments, line_of
from ludparse.expansion.pipeline import Expansion
from ludparse.problems.errors import LudError
from ludparse.problems.problem import problem
from ludparse.reader.comments import blank_comments

__all__ = ["lint_source"]


def lint_source(expansions: Sequence[Expansion], left_open: Sequence[Expansion] = ()) -> list[LudError]:
    """What no choice of options makes use of.

    `expansions`: the description with each choice. `left_open`: with those of which not all is known.
    """
    return [*_unused_defines(expansions, left_open), *_unused_options(expansions[0]), *_surplus_arguments(expansions)]


def _unused_defines(expansions: Sequence[Expansion], left_open: Sequence[Expansion]) -> list[LudError]:
    everything = [*expansions, *left_open]
    used = {name for expansion in everything for name in expansion.used_defines}
    metadata = "".join(expansion.metadata_text for expansion in everything)
    found: dict[str, LudError] = {}
    if any(expansion.game is None for expansion in expansions):
        return []
    for expansion in expansions:
        for define in expansion.defines:
            span = define.span
            if define.name in used or define.name in found or span is None or define.tag in metadata:
                continue
            at = span.text.find(define.tag)
            place = span.sub(at, at + len(define.tag)) if at >= 0 else span
            found[define.name] = problem("unused-define", place, name=define.name)
    return list(found.values())


def _unused_options(expansion: Expansion) -> list[LudError]:
    text = blank_comments(expansion.source.text)
    found = []
    for option in expansion.options:
        span = option.span
        if span is None or not option.items or len({item.values and item.values[0].text for item in option.items}) < 2:
            continue
        uses = re.finditer(f"<{re.escape(option.tag)}[:>]", text)
        if not any(not span.start <= use.start() < span.end for use in uses):
            at = span.text.find(f'"{option.name}"')
            place = span.sub(at, at + len(option.name) + 2)
            hint = f"Its tag <{option.tag}> stands nowhere in the game."
            found.append(problem("unused-option", place, hint=hint, name=option.name))
    return found


def _surplus_arguments(expansions: Sequence[Expansion]) -> list[LudError]:
    found: dict[tuple[str, int], LudError] = {}
    source = expansions[0].source
    for expansion in expansions:
        for span, define, given in expansion.surplus_arguments():
            # A name with blanks ends at the first of them, so that its other words count as arguments.
            blank = any(character.isspace() for character in define.name)
            if span.source is source and not blank and (span.file, span.start) not in found:
                arguments = given_arguments(span)
                surplus = arguments[define.parameters :] if len(arguments) == given else []
                shown = " ".join(line_of(one.text) for one in surplus)
                leave = "leave it out" if len(surplus) == 1 else "leave them out"
                found[span.file, span.start] = problem(
                    "surplus-argument",
                    surplus[0] if surplus else span,
                    hint=f"Nothing takes {shown}: {leave}." if surplus else "",
                    name=define.name,
                    parameters=counted(define.parameters, "parameter"),
                    given=counted(given, "argument"),
                )
    return list(found.values())
