"""Playing by clicks, as notebooks do it, without a notebook."""

from __future__ import annotations

import os
import random
from pathlib import Path
from typing import Any

import pytest

import ludparse
from ludparse.exporters.notebook.playing import Playing
from ludparse.exporters.pictures.position import move_sites
from ludparse.interpreter.play.move import Move
from tests.exporters.web.hands import KINDS

RACE = """(game "Race" (players {(player N) (player S)})
    (equipment {(board (square 3)) (piece "Man" Each (move Step Forward (to if:(is Empty (to))))) })
    (rules (start {(place "Man1" (sites Bottom)) (place "Man2" (sites Top))})
        (play (forEach Piece)) (end (if (no Moves Next) (result Mover Win)))))"""


def at(playing: Playing, state: Any) -> Playing:
    """The same in another position."""
    playing.state = state.copy()
    playing._moved()
    return playing


def click(playing: Playing, site: str) -> None:
    x, y, *_ = playing.kit.sites[site]
    playing.click(x, y)


def make(playing: Playing, move: Move) -> None:
    """Makes a move as a player does: by clicks on its sites, and a choice where they mean several moves."""
    plies = len(playing.state.history)
    sites = move_sites(getattr(playing.state, "instance", playing.state).game, move)
    for site in sites:
        click(playing, site)
        if len(playing.state.history) > plies:
            return
    names = [offered.text for offered in playing.offered]
    playing.choose(names.index(move.text))


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_every_legal_move_can_be_made_by_clicks(kind: str) -> None:
    game = ludparse.load(KINDS[kind])
    rng = random.Random(kind)
    state = game.start(seed=1)
    playing, tried = Playing(game), 0
    while not state.over and len(state.history) < 24:
        moves = state.legal_moves()
        for move in rng.sample(moves, min(len(moves), 4)):
            make(at(playing, state), move)
            assert playing.state.history[-1].text == state.consequences(move).text, f"ply {len(state.history)}: {move}"
            assert len(playing.view["choices"]) == len({*playing.view["choices"]}), "two choices with one name"
            tried += 1
        state.apply(rng.choice(moves))
    assert tried > 3


def test_a_second_click_on_a_piece_lets_it_go_and_a_click_elsewhere_too() -> None:
    playing = Playing(ludparse.load(RACE))
    for other in ("C0", "C8"):
        click(playing, "C0")
        assert playing.entry.selected == "C0" and [move.notation for move in playing.entry.marked] == ["A1-A2"]
        click(playing, other)
        assert playing.entry.selected == "" and not playing.state.history
    playing.click(-50, -50)
    assert playing.entry.selected == "" and not playing.state.history


def test_moves_can_be_written_and_taken_back() -> None:
    playing = Playing(ludparse.load(RACE))
    playing.write("a1-a2")
    assert playing.view["status"] == "Black to move."
    playing.write("A1-A2")
    assert "A1-A2" in playing.view["problem"] and len(playing.state.history) == 1
    playing.undo()
    playing.undo()
    assert playing.view["status"] == "White to move." and not playing.view["problem"]


def test_a_seat_makes_its_own_moves_alone() -> None:
    playing = Playing(ludparse.load(RACE), seat=2)
    click(playing, "C0")
    assert not playing.entry.moves and not playing.entry.selected
    playing.write("A1-A2")
    assert playing.view["problem"] == "illegal move: it is another player's turn"
    playing.state.apply("A1-A2")
    playing._moved()
    click(playing, "C7")
    assert playing.entry.selected == "C7"


def test_a_changed_file_is_played_on_as_far_as_its_rules_allow(tmp_path: Path) -> None:
    file = tmp_path / "race.lud"

    def write(text: str) -> None:
        file.write_text(text, encoding="utf-8")
        os.utime(file, ns=(write.time, write.time))  # type: ignore[attr-defined]  # clocks may be coarse
        write.time += 10**9  # type: ignore[attr-defined]

    write.time = 10**18  # type: ignore[attr-defined]
    write(RACE)
    playing = Playing(ludparse.load(file))
    assert not playing.renew()
    playing.write("A1-A2")
    playing.write("B3-B2")
    write(RACE.replace("Race", "Slow race"))
    assert playing.renew() and playing.game.name == "Slow race" and len(playing.state.history) == 2
    assert not playing.renew()

    write(RACE.replace("(move Step", "(move Stp"))
    assert playing.renew() and playing.game.name == "Slow race" and len(playing.state.history) == 2
    assert "race.lud:2" in playing.view["problem"]

    write(RACE.replace("(sites Top)", '(sites {"A3" "C3"})'))
    assert playing.renew() and len(playing.state.history) == 1
    assert playing.view["problem"] == "the file has changed: move 2, B3-B2, is not possible any more"


def test_a_file_that_is_gone_changes_nothing(tmp_path: Path) -> None:
    file = tmp_path / "race.lud"
    file.write_text(RACE, encoding="utf-8")
    playing = Playing(ludparse.load(file))
    playing.write("A1-A2")
    file.unlink()
    playing.renew()
    assert len(playing.state.history) == 1 and playing.game.name == "Race"


def test_the_widget_takes_what_its_script_sends_and_nothing_else() -> None:
    pytest.importorskip("anywidget")
    game = ludparse.load(RACE)
    widget = game.widget()
    x, y, *_ = widget.playing.kit.sites["C0"]
    for asked in (
        {"click": [x, y]},
        {"click": "C0"},
        {"choose": 99},
        {"choose": -1},
        {"do": "fly"},
        {},
        {"write": "A1-A2"},
    ):
        widget._asked(widget, asked, [])
    assert [move.notation for move in widget.playing.state.history] == ["A1-A2"]
    assert widget.view["status"] == "Black to move."


def test_without_anywidget_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "anywidget", None)
    for name in [name for name in sys.modules if name.startswith("ludparse.exporters.notebook")]:
        monkeypatch.delitem(sys.modules, name)
    with pytest.raises(ludparse.LudError, match=r"pip install 'ludparse\[notebook\]'"):
        ludparse.load(RACE).widget()
