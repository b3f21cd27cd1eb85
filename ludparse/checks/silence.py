"""Comments that silence warnings.

    (define "Spare" 3)      // lud: ignore unused-define
    // lud: ignore-file always-true, never-true

The first form is for its line, the second, anywhere in the file, for all of it. Without names, all warnings are meant.
Errors cannot be silenced.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from ludparse.problems.errors import LudError
from ludparse.problems.spans import Source
from ludparse.reader.comments import comments_of

__all__ = ["without_silenced"]

_COMMENT = re.compile(r"//\s*lud:\s*ignore(?P<file>-file)?(?P<names>[\w\s,-]*)")


def without_silenced(problems: Iterable[LudError], source: Source) -> list[LudError]:
    """The problems without the warnings that comments of the source silence."""
    problems = list(problems)
    if "lud:" not in source.text:
        return problems
    everywhere: set[str] = set()
    lines: dict[int, set[str]] = {}
    for at, comment in comments_of(source.text):
        found = _COMMENT.match(comment)
        if found:
            names = set(re.split(r"[\s,]+", found["names"].strip())) - {""} or {"*"}
            if found["file"]:
                everywhere |= names
            else:
                lines.setdefault(source.position(at)[0], set()).update(names)

    def silent(error: LudError) -> bool:
        if error.severity == "error":
            return False
        if everywhere & {"*", error.code}:
            return True
        places = error.span.places if error.span else ()
        return any(place.source is source and lines.get(place.line, set()) & {"*", error.code} for place in places)

    return [error for error in problems if not silent(error)]
