"""The programs to read that are checked in below `golden/` (`golden_shown.py`). They are for people: what passes and
lowerings have to do is said by the other tests. `python -m tests.interpreter.passes.golden` writes them anew, and the
generated part of `docs/program.md` with them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from textwrap import fill

from ludparse import load_description
from ludparse.interpreter.equipment.players import build_players
from ludparse.interpreter.game.compiling.driver import compile_game
from ludparse.interpreter.lower.equipment import build_equipment, game_flags
from ludparse.interpreter.passes import PASSES
from ludparse.interpreter.program.printer import function
from ludparse.interpreter.program.program import Program
from ludparse.interpreter.program.reference import updated
from ludparse.interpreter.program.walk import bound
from tests.interpreter.passes.golden_shown import SHOWN, Shown

FOLDER = Path(__file__).parent / "golden"
PAGE = Path(__file__).parents[3] / "docs" / "program.md"


def lowered(text: str, *, passes: bool) -> Program:
    """The program of a description."""
    game = load_description(text).game
    equipment = build_equipment(game)  # type: ignore[arg-type]
    return compile_game(game, equipment, build_players(game), game_flags(game, equipment), passes=passes)  # type: ignore[arg-type]


def found_by(name: str, text: str) -> Program:
    """The program of a description as a pass finds it: the passes before it have run."""
    program = lowered(text, passes=False)
    for earlier in PASSES.values():
        if earlier.name == name:
            break
        earlier.change(program)
    return program


def renumbered(program: Program) -> Program:
    """The same program with the locals of each function numbered from 1, so that a new local changes one function."""
    for fn in program.functions:
        used: Counter[str] = Counter()
        for var in dict.fromkeys((*fn.params, *bound(fn.body))):
            stem = var.name.rstrip("0123456789")
            used[stem] += 1
            var.name = f"{stem}{used[stem]}"
    return program


def shown_text(shown: Shown) -> str:
    """What is checked in of one of them: the idea, the description, and the functions."""
    program = renumbered(found_by(shown.by, shown.game) if shown.by else lowered(shown.game, passes=False))
    old = _functions(program, shown.names)
    parts = [fill(shown.idea, 120), shown.game]
    if shown.by:
        PASSES[shown.by].change(program)
        new = _functions(program, shown.names)
        parts += [f"before {shown.by}:", *old, "after:", *(text for text in new if text not in old)]
    else:
        parts += old
    return "\n\n".join(parts) + "\n"


def _functions(program: Program, names: tuple[str, ...]) -> list[str]:
    """The functions of these names, but for their numbers, as text."""
    return [function(fn) for name in names for fn in program.functions if fn.name.rstrip("0123456789") == f"{name}_"]


def texts() -> Iterator[tuple[Path, str]]:
    """Every file with what should stand in it."""
    for name, shown in SHOWN.items():
        yield FOLDER / f"{name}.txt", shown_text(shown)
    yield PAGE, updated(PAGE.read_text())


def main() -> None:
    """Writes all files, and removes those that nothing stands for any more."""
    wanted = dict(texts())
    for path in FOLDER.rglob("*.txt"):
        if path not in wanted:
            path.unlink()
    for path, text in wanted.items():
        if not path.exists() or path.read_text() != text:
            path.write_text(text)
            print(f"written: {path.relative_to(PAGE.parents[1])}")


if __name__ == "__main__":
    main()
