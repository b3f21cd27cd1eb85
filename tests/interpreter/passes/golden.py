"""The texts that are checked in below `golden/`. `python -m tests.interpreter.passes.golden` writes them anew, and the
generated part of `docs/program.md` with them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from ludparse import load_description
from ludparse.interpreter.equipment.players import build_players
from ludparse.interpreter.lower.equipment import build_equipment, game_flags
from ludparse.interpreter.lower.program import lower_game
from ludparse.interpreter.passes import PASSES
from ludparse.interpreter.program.printer import function, print_program
from ludparse.interpreter.program.program import Program
from ludparse.interpreter.program.reference import updated
from ludparse.interpreter.program.walk import bound, reached
from tests.interpreter.passes.golden_games import GAMES, PASS_GAMES

FOLDER = Path(__file__).parent / "golden"
PAGE = Path(__file__).parents[3] / "docs" / "program.md"
MOST_SHOWN = 2  # functions that a pass has changed
COMMON = "line"
"""The game whose functions others refer to where they are equal."""


def lowered(text: str, *, passes: bool) -> Program:
    """The program of a description."""
    game = load_description(text).game
    equipment = build_equipment(game)  # type: ignore[arg-type]
    return lower_game(game, equipment, build_players(game), game_flags(game, equipment), passes=passes)  # type: ignore[arg-type]


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


@cache
def _functions_of_common() -> frozenset[str]:
    program = renumbered(lowered(GAMES[COMMON], passes=True))
    return frozenset(map(function, program.functions))


def game_text(name: str) -> str:
    """The printed program of a game: functions that another game has too are only named."""
    program = renumbered(lowered(GAMES[name], passes=True))
    if name == COMMON:
        return print_program(program)
    live = [program.functions[i] for i in sorted(reached(program))]
    common = [fn.name for fn in live if function(fn) in _functions_of_common()]
    text = print_program(program)
    for fn in live:
        if fn.name in common:
            text = text.replace(f"\n\n{function(fn)}\n", "\n", 1)
    return f"{text.rstrip()}\n\nas in {COMMON}.txt: {', '.join(common)}\n"


def pass_text(name: str) -> str:
    """What a pass does to a program: the shortest functions that it changes, before and after; those of which nothing
    is left come last."""
    program = renumbered(found_by(name, GAMES[PASS_GAMES[name]]))
    old = _parts(program)
    PASSES[name].change(program)
    new = _parts(program)
    return "\n".join(_differences(old, new)).strip() + "\n"


def _parts(program: Program) -> dict[str, str]:
    """The functions of a program by name, and what is declared besides."""
    head = print_program(program).partition("\n\nfn ")[0]
    return {"": "\n".join(head.splitlines()[1:]), **{fn.name: function(fn) for fn in program.functions}}


def _differences(old: dict[str, str], new: dict[str, str]) -> Iterator[str]:
    before, after = old.pop("").splitlines(), new.pop("").splitlines()
    yield from (f"removed: {line.strip()}" for line in before if line not in after)
    yield from (f"added: {line.strip()}" for line in after if line not in before)
    changed = sorted((n for n in old if old[n] != new[n]), key=lambda n: (_emptied(new[n]), len(old[n]), n))
    changed = changed[:MOST_SHOWN]
    for name in changed:
        yield from ("", "before:", "", old[name], "", "after:", "", new[name])
    for name in (n for n in new if n not in old and any(f"{n}(" in new[c] for c in changed)):
        yield from ("", "new:", "", new[name])


def _emptied(text: str) -> bool:
    return text.splitlines()[1:] == ["  nothing"]


def texts() -> Iterator[tuple[Path, str]]:
    """Every golden file with what should stand in it."""
    for name in GAMES:
        yield FOLDER / "games" / f"{name}.txt", game_text(name)
    for name in PASSES:
        yield FOLDER / "passes" / f"{name}.txt", pass_text(name)
    yield PAGE, updated(PAGE.read_text())


def main() -> None:
    """Writes all golden files, and removes those that nothing stands for any more."""
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
