"""Which variants `lud compare` plays, and under which names."""

import argparse
from pathlib import Path

import pytest

from ludparse.exporters.cli.common import Failure
from ludparse.exporters.cli.compare import _variants

GAME = """(game "Sizes" (players 2) (equipment {(board (square <Size:n>)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))))
(option "Board Size" <Size> args:{<n>} {(item "2" <2> "d") (item "3" <3> "d")* (item "4" <4> "d")})
(rulesets {(ruleset "R/One" {"Board Size/2"}) (ruleset "R/Two" {"Board Size/4"})})"""


def variants(
    *games: str, option: tuple[str, ...] = (), ruleset: tuple[str, ...] = (), sweep: str = ""
) -> dict[str, tuple[str, tuple[str, ...], str | None]]:
    args = argparse.Namespace(
        variants=list(games), option=list(option), ruleset=list(ruleset), sweep=sweep, library=None, backend="python",
        agent="random", max_moves=9, seed=4,
    )  # fmt: skip
    found = _variants(args)
    settings = {(one.backend, one.player, one.max_moves, one.seed) for one in found.values()}
    assert settings == {("python", "random", 9, 4)}
    return {name: (one.source, one.options, one.ruleset) for name, one in found.items()}


def test_several_games() -> None:
    """By the names of their files; where two are the same, by the whole path."""
    assert variants("a/x.lud", "y.lud", "Ex Nihilo") == {
        "x": ("a/x.lud", (), None), "y": ("y.lud", (), None), "Ex Nihilo": ("Ex Nihilo", (), None),
    }  # fmt: skip
    assert [*variants("a/x.lud", "b/x.lud", "y.lud")] == ["a/x.lud", "b/x.lud", "y"]
    assert [*variants(GAME, "y.lud")] == [GAME[:40], "y"]
    for games in (("a/x.lud", "a/x.lud"), ("a/x.lud", "y.lud", "a/x.lud")):
        with pytest.raises(Failure, match="named twice") as caught:
            variants(*games)
        assert caught.value.code == 2


@pytest.mark.parametrize("more", [{"option": ("Board Size/2",)}, {"ruleset": ("R/One",)}, {"sweep": "Board Size"}])
def test_options_vary_one_game(more: dict[str, tuple[str, ...]]) -> None:
    with pytest.raises(Failure, match="vary one game") as caught:
        variants("x.lud", "y.lud", **more)  # type: ignore[arg-type]
    assert caught.value.code == 2


def test_variants_of_one_game(tmp_path: Path) -> None:
    """A single one is compared with the usual rules; options separated by commas go together; of a sweep the usual
    item comes first."""
    assert variants(GAME, option=("Board Size/2",)) == {
        "the usual rules": (GAME, (), None), "Board Size/2": (GAME, ("Board Size/2",), None),
    }  # fmt: skip
    both = variants(GAME, option=("Board Size/2", "Board Size/4 , Else/1"), ruleset=("R/One",))
    assert both == {
        "Board Size/2": (GAME, ("Board Size/2",), None), "R/One": (GAME, (), "R/One"),
        "Board Size/4 , Else/1": (GAME, ("Board Size/4", "Else/1"), None),
    }  # fmt: skip
    assert [*both][-1] == "R/One"
    swept = variants(GAME, sweep="board size")
    assert [*swept] == ["Board Size/3", "Board Size/2", "Board Size/4"]
    assert swept["Board Size/4"] == (GAME, ("Board Size/4",), None)
    with pytest.raises(Failure, match="no option 'Colour'; the game has Board Size"):
        variants(GAME, sweep="Colour")
    with pytest.raises(Failure, match="nothing to compare") as caught:
        variants(GAME)
    assert caught.value.code == 2
