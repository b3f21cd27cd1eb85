"""Sentences and whole rules to read: `python -m tests.exporters.authoring.description_words.golden` writes them anew.

`sentences.txt` has sections, each with the equipment and the part of a small game around its rules (`…`), and below
each rule what it is told as. Review every difference: a sentence is right if it says what the docs of the ludeme say.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ludparse import load_description
from ludparse import ludemes as L
from ludparse.exporters.authoring.description_words import describe_rules
from ludparse.interpreter.lower.equipment import build_equipment
from tests.corpus import REPO
from tests.interpreter.small import small_game

HERE = Path(__file__).parent
SENTENCES = HERE / "sentences.txt"
GAMES = sorted((REPO / "games").glob("*/*.lud"))
PARTS = {"end": "Goal", "play": "Play", "start": "Start", "meta": "Throughout"}


@dataclass
class Case:
    """A rule in a small game, and what it is told as."""

    items: str
    board: str
    part: str
    around: str
    rule: str
    told: str

    def now(self) -> str:
        parts = {self.part: self.around.replace("…", self.rule)}
        if self.board:
            parts["board"] = self.board
        game = small_game(self.items, **parts)
        told = dict(describe_rules(game, build_equipment(game), "square 4x4")[0])
        return "\n".join([*told[PARTS[self.part]], *told.get("Terms", [])])


def sections() -> Iterator[tuple[str, list[Case]]]:
    """The sections of the file: their heads, and the cases in them."""
    blocks = SENTENCES.read_text(encoding="utf-8").strip().split("\n\n")
    head, cases = "", list[Case]()
    for block in blocks:
        if block.startswith("# "):
            if head:
                yield head, cases
            head, cases = block, []
            _, items, around = block.split("\n")
            items, _, board = items.removeprefix("= ").partition(" | ")
            part, _, around = around.removeprefix("= ").partition(": ")
        else:
            rule, *told = block.split("\n")
            text = "\n".join(line.removeprefix("    ") for line in told)
            cases.append(Case(items, board, part, around, rule, text))
    yield head, cases


def rules_of(path: Path) -> str:
    """The rules of a game in words, by part."""
    game = load_description(path).game
    assert isinstance(game, L.Game)
    told, _ = describe_rules(game, build_equipment(game), "")
    return "\n".join(f"# {part}\n\n" + "\n".join(lines) + "\n" for part, lines in told)


def golden(path: Path) -> Path:
    return HERE / "games" / f"{path.stem}.txt"


def write() -> None:
    blocks = []
    for head, cases in sections():
        blocks.append(head)
        blocks += ["\n".join([case.rule, *(f"    {line}" for line in case.now().split("\n"))]) for case in cases]
    SENTENCES.write_text("\n\n".join(blocks) + "\n", encoding="utf-8")
    for path in GAMES:
        golden(path).parent.mkdir(exist_ok=True)
        golden(path).write_text(rules_of(path), encoding="utf-8")


if __name__ == "__main__":
    write()
