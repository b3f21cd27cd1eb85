"""Every twelfth recorded game: components, containers and what it uses, as recorded."""

import gzip
import json
from typing import Any

import pytest

from ludparse.interpreter.equipment.flags import Feature
from ludparse.interpreter.lower.equipment import build_equipment, game_flags
from tests.corpus import BOARDS, EXPANDED, TRACES, needs_corpus, recorded_games
from tests.interpreter.small import read_game

pytestmark = needs_corpus


def first_line(path: str) -> dict[str, Any]:
    with gzip.open(TRACES / path / "seed1.jsonl.gz", "rt", encoding="utf-8") as file:
        found: dict[str, Any] = json.loads(file.readline())
    return found


@pytest.mark.parametrize("path", recorded_games()[::12])
def test_as_recorded(path: str) -> None:
    with gzip.open(EXPANDED / f"{path}.txt.gz", "rt", encoding="utf-8") as file:
        game = read_game(file.read())
    with gzip.open(BOARDS / f"{path}.json.gz", "rt", encoding="utf-8") as file:
        board = json.load(file)
    equipment = build_equipment(game)
    described = equipment.describe()
    assert described["components"] == board["components"]
    assert described["containers"] == board["containers"]
    assert equipment.default_site.name == board["default_site"]
    assert equipment.board.num_edges == board["num_edges_dir"]

    trace = first_line(path)
    flags = game_flags(game, equipment)
    assert equipment.players.count == trace["players"]
    assert flags.stochastic == trace["stochastic"]
    assert flags.stacking == trace["stacking"]
    assert flags.alternating == trace["alternating"]
    assert flags.uses(Feature.SCORE) == ("score" in trace["state"])
    assert flags.uses(Feature.AMOUNT) == ("amount" in trace["state"])
