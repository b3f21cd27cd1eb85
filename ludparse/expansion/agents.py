"""The `(ai …)` of a description: what it says to agents, some of which stands in a library.

Ludii keeps most of it apart, in files `def_ai/NAME_ai.def` that a description refers to as `(ai "NAME_ai")`. Only
heuristics and the name of the best agent are read from them: what else they hold is large, and nobody asks for it here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ludparse.expansion.metadata import Metadata
from ludparse.library.defines import LibraryDefine
from ludparse.problems.errors import LudError, raise_all
from ludparse.problems.spans import Source
from ludparse.reader import read_source
from ludparse.reader.comments import blank_comments
from ludparse.reader.matching import closing_bracket
from ludparse.reader.syntax import Arg, Array, Atom, AtomKind, Call

__all__ = ["agent_arguments", "named_define"]

_USE_FOR = re.compile(r'\(useFor\s*(\{|"[^"]*")')
_READ = re.compile(r"(?:(\w+):\s*)?(\((?:heuristics|bestAgent)\b)")


def _arguments(metadata: Metadata) -> list[Arg]:
    found: list[Arg] = []
    for section in metadata.node.args if metadata.node is not None else ():
        if isinstance(section.value, Call) and section.value.keyword == "ai":
            for arg in section.value.args:
                items = arg.value.items if isinstance(arg.value, Array) else (arg.value,)
                found += [Arg(arg.name, item) for item in items]
    return found


def named_define(metadata: Metadata) -> str | None:
    """The name of the library's define that `(ai "NAME_ai")` refers to, None without one."""
    for arg in _arguments(metadata):
        if isinstance(arg.value, Atom) and arg.value.kind is AtomKind.STRING:
            return arg.value.text
    return None


def agent_arguments(metadata: Metadata, define: LibraryDefine | None, active: Sequence[str]) -> tuple[Arg, ...]:
    """What `(ai …)` holds; in place of a define of the library its heuristics and best agent, as far as they apply to
    the chosen items of options and the ruleset (`active`). Raises LudSyntaxError."""
    found = _arguments(metadata)
    if define is not None:
        text = _applying(blank_comments(define.source.text), define.body_start, define.end, frozenset(active))
        at = define.body_start
        while hit := _READ.search(text, at, define.end):
            at = closing_bracket(text, hit.start(2), define.end) + 1
            if not at:
                break
            # what stands before is blanked, so that errors name the right line
            part = _blank(text[: hit.start(2)]) + text[hit.start(2) : at]
            problems: list[LudError] = []
            nodes = read_source(Source(define.source.name, part), problems)
            raise_all(problems)
            found += [Arg(hit[1], node) for node in nodes]
    return tuple(found)


def _applying(text: str, at: int, end: int, active: frozenset[str]) -> str:
    """The text without each `(useFor {"Option/Item" …} …)` of which not all that is named is chosen."""
    while hit := _USE_FOR.search(text, at, end):
        close = closing_bracket(text, hit.start(), end)
        named = closing_bracket(text, hit.end() - 1, close) if hit[1] == "{" else hit.end()
        if min(close, named) < 0:
            break
        wanted = re.findall(r'"([^"]*)"', text[hit.start() : named + 1] if hit[1] == "{" else hit[0])
        if active.issuperset(wanted):
            at = named
        else:
            text = text[: hit.start()] + _blank(text[hit.start() : close + 1]) + text[close + 1 :]
    return text


def _blank(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)
