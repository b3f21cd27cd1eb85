"""What native code keeps, counts or plays in a shorter way is what the long way gives.

In one library memos and verdicts are found again (`CHECK_KEPT`), writes are compared with the journal that takes them
back (`CHECK_JOURNAL`), and moves counted at once are counted one by one (`CHECK_AT_ONCE`). In another a chosen move is
played with a record and without (`CHECK_CHOSEN`); that drops all that is kept, so it cannot be the same. Their random
games are those of a plain library, which builds each list of moves and chooses from it.
"""

from __future__ import annotations

import pytest

from ludparse import LudError, load
from ludparse.interpreter.backends.c.engine import CEngine
from ludparse.interpreter.program.program import Program
from tests.corpus import LIBRARY, description, needs_corpus
from tests.interpreter.backends.c.test_sifting import LOOPED
from tests.interpreter.backends.c.test_spared import HANDS
from tests.interpreter.passes.golden_games import GAMES
from tests.interpreter.passes.test_untouched import CONSEQUENTS, FAR

CHECKED = ("-DVARIANTS", "-DCHECK_KEPT", "-DCHECK_JOURNAL", "-DCHECK_AT_ONCE")
CHOSEN = ("-DVARIANTS", "-DCHECK_CHOSEN")
OURS = {**GAMES, "consequents": CONSEQUENTS, "far": FAR, "hands": HANDS, "looped": LOOPED}
LARGE = ["Ex Nihilo", "Nebuchadnezzar", "Hypnosia", "Caravans"]
OURS |= {name: name for name in (*LARGE, "Leapfrogs", "Two Shores", "Gardens", "Ponds")}
RECORDED = [
    "board/race/reach/Breakthrough", "board/war/leaping/diagonal/English Draughts", "board/space/line/Yavalath",
    "board/space/line/Connect Four", "board/space/line/Nine Men's Morris", "board/space/territory/Reversi",
    "board/space/group/Lines of Action", "board/space/territory/Go", "board/space/territory/Atari Go",
    "board/space/territory/HexGo", "board/race/fill/Barca",
    *(f"board/war/replacement/checkmate/{name}" for name in (
        "chess/Chess", "chess/Forcado", "chess/Shakhmaty", "xiangqi/Xiangqi", "shogi/Minishogi")),
]  # fmt: skip


def results(program: Program, *flags: str, games: int, plies: int, seed: int = 3) -> tuple[list[int], list[float]]:
    """Lengths and rankings of random games, with code that is compiled with these flags."""
    played = CEngine(program, flags).playouts(None, 0, games, seed, plies, 1)
    return list(played.lengths), list(played.rankings)


def check(program: Program, games: int, plies: int, seed: int = 3) -> None:
    plain = results(program, games=games, plies=plies, seed=seed)
    assert results(program, *CHECKED, games=games, plies=plies, seed=seed) == plain
    assert results(program, *CHOSEN, games=games, plies=plies, seed=seed) == plain


@pytest.mark.parametrize("name", OURS)
@pytest.mark.telling("check", "stacks", "flank", "dice")  # the others have the same loops, trials and memos
def test_all_checks_hold(name: str, c_compiler: None) -> None:
    check(load(OURS[name], backend="python").program, *((4, 60) if name in LARGE else (50, 150)))


@needs_corpus
@pytest.mark.drawn(6)
@pytest.mark.parametrize("path", RECORDED)
def test_all_checks_hold_in_games_of_the_library(path: str, c_compiler: None) -> None:
    check(load(description(path), library=str(LIBRARY), backend="python").program, 2, 100)


def test_a_memo_that_is_wrong_is_found(c_compiler: None) -> None:
    """The check itself can fail: a function that depends on the state is marked as if only a slot mattered."""
    program = load(GAMES["stacks"], backend="python").program
    (kept,) = (fn for fn in program.functions if fn.kept_by)
    kept.kept_by = "value"  # it depends on `from`
    with pytest.raises(LudError):
        results(program, *CHECKED, games=4, plies=60)
