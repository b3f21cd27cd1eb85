"""What is counted in a program of rules, and when a game has become worse.

A pass that no longer recognises a loop leaves a program that is correct and slow, and no other test sees it.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

from ludparse.description.description import load_description
from ludparse.interpreter.backends.c.random_games.one_function import hindrance
from ludparse.interpreter.backends.c.rendering.sifting import sifted
from ludparse.interpreter.backends.c.rendering.spared import spared
from ludparse.interpreter.facts.loops import one_move_each
from ludparse.interpreter.facts.modes import inherited, modal_functions
from ludparse.interpreter.facts.selectable import selectable
from ludparse.interpreter.facts.verdict_reads import verdict_functions
from ludparse.interpreter.game.building import program_of
from ludparse.interpreter.passes.random_game_program import playout_program
from ludparse.interpreter.program import ops
from ludparse.interpreter.program.ops import Block, Op, Stmt
from ludparse.interpreter.program.program import Function, Program
from ludparse.interpreter.program.walk import reached, runs_of, statements
from ludparse.library.library import Library, find_source
from ludparse.problems.errors import LudError
from tests.corpus import REPO, description
from tests.interpreter.passes.golden_games import GAMES

TABLE = Path(__file__).with_name("table.tsv")
WAYS = "function", "counted", "sifted", "spared", "built", "refused"
KINDS = "sites", "pieces", "rows", "other"
RANK = dict(zip(WAYS, (0, 1, 2, 2, 3, 4), strict=True))


@dataclass(frozen=True)
class Entry:
    """One game. A loop is counted once for each place where it stands in a function that may run.

    moves: how random games come to a move. They run in one function for the ply, or the moves are counted and one is
    chosen, or a filter is answered from kept verdicts (sifted) or spared for moves that cannot change it, or all moves
    are built; `refused`: the game is not compiled.
    once, sets, each, run: loops that push moves, counted for all iterations at once, as the size of a set, by a number
    for each iteration, or by running the iterations.
    sites, pieces, rows, other: loops without any plan, whether they push moves or not: over sets of sites and numbers,
    over the pieces of a player, over rows of tables (steps and radials), and over lists or without a known end.
    verdicts: functions whose verdicts are kept. note: why the game became worse.
    """

    path: str
    moves: str
    once: int = 0
    sets: int = 0
    each: int = 0
    run: int = 0
    sites: int = 0
    pieces: int = 0
    rows: int = 0
    other: int = 0
    verdicts: int = 0
    note: str = ""

    @property
    def line(self) -> str:
        return "\t".join(map(str, dataclasses.astuple(self))).rstrip()

    @classmethod
    def of_line(cls, line: str) -> Entry:
        path, moves, *rest = line.split("\t")
        note = rest.pop() if rest and not rest[-1].isdecimal() else ""
        return cls(path, moves, *map(int, rest), note=note)


HEAD = "\t".join(f.name for f in dataclasses.fields(Entry))


def entry_of(path: str, library: Library | None) -> Entry:
    """The entry of a game: `golden/NAME` is one of the golden games, `games/…` one of ours, all others are Ludii's."""
    try:
        return counted(path, program_at(path, library))
    except LudError:
        return Entry(path, "refused")


def program_at(path: str, library: Library | None) -> Program:
    """The program of a game after all passes. Raises LudError."""
    if path.startswith("golden/"):
        return program_of(load_description(GAMES[path.removeprefix("golden/")]))
    file = REPO / f"{path}.lud" if path.startswith("games/") else description(path)
    return program_of(load_description(find_source(file, library), library=library))


def counted(path: str, program: Program) -> Entry:
    """The entry of a program after all passes."""
    modal = modal_functions(program)
    pushing, plain = dict.fromkeys(("once", "sets", "each", "run"), 0), dict.fromkeys(KINDS, 0)
    for i in reached(program):
        for s in statements(program.functions[i].body):
            if isinstance(s, ops.Loop | ops.Filter):
                plan = plan_of(program, program.functions[i], s)
                if _pushes(s.tests if isinstance(s, ops.Filter) else [s], modal):
                    pushing[plan if plan in pushing else "run"] += 1
                if not plan:
                    plain[_kind(s)] += 1
    return Entry(path, _moves(program), **pushing, **plain, verdicts=len(verdict_functions(program)))


def plan_of(program: Program, fn: Function, s: Stmt) -> str:
    """How the iterations of a loop are counted without running them; "only" if just some of them are run; or ""."""
    if isinstance(s, ops.CountedLoop | ops.ForSet) and s.at_once is not None:
        return "once"
    if isinstance(s, ops.ForSet) and one_move_each(program, fn, s):
        return "sets"
    if isinstance(s, ops.ForRow) and (s.goes is not None or s.ends is not None or (s.narrowed and s.narrowed.one_each)):
        return "sets"
    if isinstance(s, ops.CountedLoop) and s.each is not None:
        return "each"
    return "only" if isinstance(s, ops.ForRow) and s.narrowed is not None else ""


def _kind(s: Stmt) -> str:
    if isinstance(s, ops.ForRow):
        return "rows"
    if isinstance(s, ops.ForList | ops.Scan | ops.While) or (isinstance(s, ops.Filter) and not s.one):
        return "other"  # a filter that looks for one move is a loop over the numbers of moves
    return "pieces" if isinstance(s, ops.ForPieces) else "sites"


def _pushes(body: Block, modal: set[int]) -> bool:
    """Whether a block, a loop for example, pushes moves in the mode of its function."""
    for inner in inherited(body):
        if isinstance(inner, ops.Emit):
            return True
        for x in runs_of([inner]):
            if isinstance(x.arg, Function):
                if x.arg.index in modal:
                    return True
            elif x.op is Op.RUN and x.run.intrinsic.mode_aware:
                return True
    return False


def _moves(program: Program) -> str:
    if selectable(program):
        return "counted" if hindrance(playout_program(program)) else "function"
    if "sifted" in sifted(program).entries:
        return "sifted"
    return "spared" if spared(program).filters else "built"


def worse(old: Entry, new: Entry) -> list[str]:
    """In what a game is worse than before, one sentence each: moves are found in a slower way, more loops push moves in
    a way at least as slow as some way, more loops are plain, or fewer verdicts are kept."""
    found = []
    if RANK[new.moves] > RANK[old.moves]:
        found.append(f"moves: {old.moves} → {new.moves}")
    ways = ("run", "each", "sets")
    sums = [list(accumulate(getattr(e, way) for way in ways)) for e in (old, new)]
    found += [f"{' + '.join(ways[: k + 1])}: {a} → {b}" for k, (a, b) in enumerate(zip(*sums, strict=True)) if b > a]
    for name in KINDS:
        a, b = getattr(old, name), getattr(new, name)
        found += [f"plain {name}: {a} → {b}"] * (b > a)
    return found + [f"verdicts: {old.verdicts} → {new.verdicts}"] * (new.verdicts < old.verdicts)


def table(path: Path = TABLE) -> dict[str, Entry]:
    """The entries of a file, by path."""
    return {e.path: e for e in map(Entry.of_line, path.read_text(encoding="utf-8").splitlines()[1:])}


def write(entries: Mapping[str, Entry], path: Path = TABLE) -> None:
    path.write_text("\n".join([HEAD, *(entries[name].line for name in sorted(entries))]) + "\n", encoding="utf-8")


def of_ours() -> Iterator[str]:
    """The games of this repository, and the golden games."""
    yield from sorted(str(p.relative_to(REPO).with_suffix("")) for p in (REPO / "games").glob("*/*.lud"))
    yield from (f"golden/{name}" for name in sorted(GAMES))
