"""The example of docs/architecture.md is what the compiler really makes of it."""

import re
from pathlib import Path

from ludparse import expand, load
from ludparse.interpreter.program.printer import print_program

PAGE = (Path(__file__).parent.parent / "docs" / "architecture.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```\n(.*?)^```", PAGE, flags=re.M | re.S)
SOURCE, EXPANDED = BLOCKS[:2]


def without_numbers(text: str) -> set[str]:
    """The lines of a printed program, without the numbers that tell names apart."""
    return {re.sub(r"(?<=[a-z_])\d+\b", "", line.strip()) for line in text.splitlines() if line.strip()}


def test_the_expansion_is_as_shown() -> None:
    assert expand(SOURCE).split() == EXPANDED.split()


def test_every_printed_line_of_the_program_occurs_in_it() -> None:
    printed = without_numbers(print_program(load(SOURCE, backend="python").program))
    shown = [line for block in BLOCKS[2:] if block.startswith("fn ") for line in without_numbers(block)]
    assert shown
    abridged = ("fn ", "same", "found", "return found")
    missing = [line for line in shown if line not in printed and not line.startswith(abridged)]
    assert not missing
