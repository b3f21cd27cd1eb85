"""What one of the agents of Ludii is told, and what is made of its answers. A list stands in the place of Ludii."""

from typing import Any, ClassVar
from unittest.mock import MagicMock

import pytest

from ludparse.exporters.verification.ludii import agent as module
from ludparse.exporters.verification.ludii import game_play
from ludparse.exporters.verification.ludii.agent import LudiiAgent
from ludparse.exporters.verification.ludii.errors import LudiiCrashError, LudiiRefusedError
from ludparse.interpreter.play.game_state import GameState
from tests.interpreter.search.games import THREE, position


class Listening:
    """Answers as Ludii does, and chooses the move of a number; notes what it is asked."""

    def __init__(self, *_: object) -> None:
        self._channel: object = None
        self.asked, self.loaded, self.begun = list[dict[str, Any]](), 0, 0
        self.state: GameState | None = None
        self.number, self.departs = 0, dict[str, Any]()

    def load(self, *_: object, **__: object) -> None:
        self._channel, self.loaded = object(), self.loaded + 1

    def one(self, request: dict[str, Any], _patience: float) -> dict[str, Any]:
        self.asked.append(request)
        if request["do"] == "begin":
            self.begun += 1
            return {"number": self.begun}
        if request["do"] == "choose" and self.state is not None:
            text = self.state.consequences(self.state.legal_moves()[self.number]).text
            return {"number": self.number, "text": text, "report": "took 77 iterations", "processor": 0.5}
        return self.departs if request["do"] == "follow" else {}


@pytest.fixture
def ludii(monkeypatch: pytest.MonkeyPatch) -> Listening:
    there = Listening()
    monkeypatch.setattr(module, "Ludii", lambda *_: there)
    monkeypatch.setattr(module, "_open", {})
    return there


def told(ludii: Listening) -> list[Any]:
    """What was asked since the last time: of moves, how many."""
    found = [(a["do"], len(a["moves"])) if "moves" in a else a["do"] for a in ludii.asked]
    ludii.asked.clear()
    return found


def test_ludii_is_told_each_move_once(ludii: Listening) -> None:
    """Of a game that goes on, the moves since the last choice; of one with other moves, or another game, all."""
    state, agent = position(THREE, backend="python"), LudiiAgent("UCT", iterations=5, warm_up=0)
    ludii.state = state
    assert agent.choose(state) == state.legal_moves()[0]
    assert (told(ludii), agent.processor) == (["begin", "choose"], 0.5)
    for site in (0, 0):
        state.apply(state.legal_moves()[site])
    ludii.number = 3
    assert agent.choose(state) == state.legal_moves()[3]
    assert told(ludii) == [("follow", 2), "choose"]
    assert agent.choose(state) == state.legal_moves()[3]
    assert told(ludii) == ["choose"]
    state.apply(state.legal_moves()[2])
    agent.prepare(state)
    assert [(n, t) for n, t in ludii.asked[0]["moves"]] == [(m.number, m.text) for m in state.history[2:]]
    assert told(ludii) == [("follow", 1)]
    state.undo()
    state.apply(state.legal_moves()[1])
    agent.prepare(state)  # the third move is another one
    assert told(ludii) == ["end", "begin", ("follow", 3)]
    state.undo()
    agent.prepare(state)  # a move was taken back
    assert told(ludii) == ["end", "begin", ("follow", 2)]
    agent.close()
    agent.close()
    assert (told(ludii), ludii.loaded) == (["end"], 1)


def test_what_ludii_does_otherwise_is_told(ludii: Listening) -> None:
    state, agent = position(THREE, "A1", "B1", "C3", backend="python"), LudiiAgent("UCT", iterations=5, warm_up=0)
    ludii.state, ludii.departs = state, {"departs": "[a]", "moves": 1, "found": "[b]"}
    with pytest.raises(LudiiCrashError, match=r"at ply 2 .* we applied \[a\], Ludii \[b\]"):
        agent.choose(state)
    ludii.departs, ludii.state = {}, position(THREE, "A1", "B1", backend="python")
    ludii.number = 6  # C3, which is taken here
    with pytest.raises(LudiiCrashError, match="not legal for us"):
        agent.choose(state)


def test_an_agent_is_warmed_up_once_a_game(ludii: Listening) -> None:
    ludii.state = state = position(THREE, backend="python")
    agent = LudiiAgent("UCT", iterations=5, warm_up=1.5)
    agent.choose(state)
    assert told(ludii) == ["begin", "choose", "end", "begin", "choose"]
    LudiiAgent("UCT", iterations=5, warm_up=1.5).choose(state)
    assert (told(ludii), ludii.loaded) == (["begin", "choose"], 1)
    with pytest.raises(ValueError, match="needs a limit"):
        LudiiAgent("UCT")


class Followed:
    """In the place of a game with an agent of Ludii's: a move that is called `bad` does something else there."""

    closed: ClassVar[list[str]] = []

    def __init__(self, _bridge: object, name: str, *_: object) -> None:
        self.name = name

    def play(self, _pick: int, text: str) -> str | None:
        return "other" if text == "bad" else None

    def close(self) -> None:
        self.closed.append(self.name)


def test_of_the_games_that_ludii_follows_the_oldest_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_play, "_Followed", Followed)
    monkeypatch.setattr(game_play, "_MOST", 2)
    monkeypatch.setattr(Followed, "closed", [])
    games = game_play.GamePlay(None)
    assert [games.begin(name, [], 1)["number"] for name in "abcd"] == [1, 2, 3, 4]
    assert Followed.closed == ["a", "b"]
    with pytest.raises(LudiiCrashError, match="there is no game number 2"):
        games.follow(2, [])
    assert (games.end(3), games.end(3), Followed.closed) == ({}, {}, ["a", "b", "c"])
    assert games.follow(4, [(0, "good"), (1, "good")]) == {"moves": 2}
    assert games.follow(4, [(0, "good"), (1, "bad"), (2, "bad")]) == {"moves": 1, "departs": "bad", "found": "other"}


def test_an_agent_begins_a_game_that_it_plays() -> None:
    """And is refused where Ludii does not know its name, or it does not play the game."""
    bridge = MagicMock()
    games, create = game_play.GamePlay(bridge), bridge.java.jpype.JClass.return_value.createAI
    create.return_value = None
    with pytest.raises(LudiiRefusedError, match="no agent 'Nobody'"):
        games.begin("Nobody", [], 1)
    create.return_value = agent = MagicMock()
    agent.supportsGame.return_value = False
    with pytest.raises(LudiiRefusedError, match="UCT does not play"):
        games.begin("UCT", [], 1)
    assert not agent.initAI.called
    agent.supportsGame.return_value = True
    games.begin("UCT", [], 2)
    bridge.game.start.assert_called_once_with(bridge.java.Context.return_value)
    agent.initAI.assert_called_once_with(bridge.game, 2)
