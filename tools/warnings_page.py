"""Writes docs/warnings.md from the table of warnings:
`python -m tools.warnings_page docs/warnings.md`."""

from __future__ import annotations

import sys
from difflib import unified_diff
from pathlib import Path

from ludparse.problems.warnings import WARNINGS

__all__ = ["warnings_page"]

_HEAD = """\
# Warnings

`lud check` tells two kinds of things. An **error** is something that cannot be compiled, started or played. A
**warning** is something that can be played and is probably not what was meant. Warnings do not change the exit code,
unless `--strict` is given; `--no-warnings` leaves them out.

A warning that is not one is silenced by its name, for a line or for the whole file:

    (define "Spare" 3)      // lud: ignore unused-define
    // lud: ignore-file always-true, never-true

Without names, `// lud: ignore` silences all warnings of its line, and `// lud: ignore-file` all of the file. Errors
cannot be silenced. Every item of every option and every ruleset is looked at (of a very long
description as many as a few seconds allow, which is told), and a warning is told only if it holds whatever is chosen.
While a description has errors, nothing is said to be unused.

This page is written by `python -m tools.warnings_page docs/warnings.md`.
"""


def warnings_page() -> str:
    """The page as Markdown: each warning with its reason and, as a difference, an example put right."""
    parts = [_HEAD, "| name | says |\n|---|---|"]
    parts[1] += "".join(f"\n| [{code}](#{code}) | {_plain(row.text)} |" for code, row in WARNINGS.items()) + "\n"
    for code, row in WARNINGS.items():
        lines = list(unified_diff(row.wrong.splitlines(), row.right.splitlines(), lineterm="", n=0))[2:]
        changed = "\n".join(line[0] + " " + line[1:].strip() for line in lines if not line.startswith("@@"))
        parts.append(f"## {code}\n\n{row.why}\n\n```diff\n{changed}\n```\n")
    return "\n".join(parts)


def _plain(text: str) -> str:
    """A message with … in place of what is filled in."""
    shown = text
    for name in ("name!r", "other!r", "keyword", "loop", "parameters", "given", "word"):
        shown = shown.replace(f"{{{name}}}", "…")
    return shown.replace("(… …)", "(…)")


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(warnings_page(), encoding="utf-8")
