"""Games that hide something: the search knows what the player knows, and nothing else."""

from typing import Any

import pytest

from ludparse import load
from ludparse.interpreter.game.determinise import Worlds, move_keys
from ludparse.interpreter.game.game import SingleGame
from ludparse.interpreter.play.game_state import GameState
from ludparse.interpreter.play.playouts import Chance
from ludparse.interpreter.search.agent import Seconds
from ludparse.search import UCT, FlatMonteCarlo
from tests.interpreter.search.games import HIDDEN, both_backends, position

# who takes the king wins; what the enemy's pieces are is hidden
GHOSTS = """
(define "Ghost" (piece #1 Each (move Step Forward (to if:(not (is Friend (who at:(to))))
  (apply (if (is Enemy (who at:(to))) (remove (to))))))))
(game "Ghosts" (players 2) (equipment { (board (square 3)) ("Ghost" "King") ("Ghost" "Pawn") })
  (rules (start { (place "King1" {"A1"}) (place "Pawn1" {"B1" "C1"}) (place "King2" {"KING"}) (place "Pawn2" {PAWNS})
      (set Hidden What (sites Occupied by:P1) to:P2) HIDE })
    (play (forEach Piece)) (end (if (= 0 (count Pieces Next "King")) (result Mover Win)))))"""


def ghosts(king: str, *, hidden: bool = True) -> str:
    """The game with the king of the second player on a site of the middle row; pawns on the two others."""
    pawns = " ".join(f'"{site}"' for site in ("A2", "B2", "C2") if site != king)
    hide = "(set Hidden What (sites Occupied by:P2) to:P1)" if hidden else ""
    return GHOSTS.replace("KING", king).replace("PAWNS", pawns).replace("HIDE", hide)


@both_backends
def test_states_that_look_the_same_lead_to_the_same_choice(backend: str) -> None:
    """Whatever the seed; a player who sees everything takes the king at once."""
    for seed in range(4):
        chosen, seen = [], []
        for king in ("A2", "B2", "C2"):
            agent: Any = UCT(iterations=160, seed=seed)
            state = position(ghosts(king), backend=backend)
            chosen.append(agent.choose(state).notation)
            assert agent.report.settings["worlds"] == 8
            open_ = position(ghosts(king, hidden=False), backend=backend)
            seen.append(UCT(iterations=160, seed=seed).choose_seeing(open_, Seconds(None)).to_site)
        assert len(set(chosen)) == 1, (seed, chosen)
        assert seen == [3, 4, 5]


def test_flat_search_chooses_the_same_where_positions_look_the_same() -> None:
    """And a player who knows only that each of three pieces may be the king takes some piece of the enemy's."""
    for seed in range(3):
        agent = FlatMonteCarlo(playouts=30, seed=seed)
        chosen = {agent.choose(position(ghosts(king), backend="python")).to_site for king in ("A2", "B2", "C2")}
        assert len(chosen) == 1 and chosen <= {3, 4, 5}, (seed, chosen)
        assert agent.report is not None and {move.visits for move in agent.report.moves} == {30}


def test_worlds_hold_the_same_pieces_and_look_the_same() -> None:
    state = position(ghosts("B2"))
    worlds, chance, kings = Worlds(state), Chance(1), set()
    for _ in range(30):
        world = worlds.draw(chance)
        assert world is not None
        assert sorted(move_keys(world)) == sorted(move_keys(state))
        kings |= {row[0] for row in world.sites() if row[2][0] == state.game.equipment.component("King2").index}  # type: ignore[index]
        own = [row for row in world.sites() if row[2][1] == 1]  # type: ignore[index]
        assert own == [row for row in state.sites() if row[2][1] == 1]  # type: ignore[index]
    assert kings == {"C3", "C4", "C5"}


def test_what_is_hidden_from_others_tells_nothing() -> None:
    """To player 1 the three pieces look the same, whichever of them their owner does not see either."""
    state = position(ghosts("A2").replace("to:P1)", 'to:P1) (set Hidden What (sites {"A2"}) to:P2)'))
    worlds, chance, kings = Worlds(state), Chance(1), set()
    for _ in range(30):
        world = worlds.draw(chance)
        assert world is not None
        kings |= {row[0] for row in world.sites() if row[2][0] == state.game.equipment.component("King2").index}  # type: ignore[index]
    assert kings == {"C3", "C4", "C5"}


@pytest.mark.parametrize(("to", "blind", "known"), [("C3", 1, -1), ("B2", 1, 4), ("C3", 2, 8)])
def test_a_move_that_was_not_seen_is_not_known(to: str, blind: int, known: int) -> None:
    """The second player moves from C2: to a site of the top row, hidden from one of the players then, or to B2."""
    state = position(
        f"""(game "Veil" (players 2) (equipment {{ (board (square 3)) (piece "Man" Each
            (move Step Orthogonal (to if:(is Empty (to)))
              (then (if (is In (last To) (sites Top)) (set Hidden at:(last To) to:P{blind}))))) }})
          (rules (start {{ (place "Man1" coord:"A1") (place "Man2" coord:"C2") }}) (play (forEach Piece))
            (end (if (no Moves Next) (result Mover Win)))))""",
        *("A1-B1", f"C2-{to}"),
    )
    world = Worlds(state).draw(Chance(1))
    assert world is not None
    assert world.game.engine.read(world.raw, "last_to") == known


@both_backends
def test_a_world_can_be_played(backend: str) -> None:
    """Its derived data fit: it goes on as if the moves had led there."""
    world = Worlds(position(ghosts("C2"), backend=backend)).draw(Chance(3))
    assert world is not None
    while not world.over and world.count_moves():
        before = {row[0] for row in world.sites()}
        move = world.legal_moves()[0]
        assert f"C{move.from_site}" in before
        world.apply(move)


@pytest.mark.parametrize("seconds", [None, 0.1])
def test_pieces_that_cannot_be_seen_at_all(seconds: float | None) -> None:
    """Where only one position fits the moves at hand, that one is searched."""
    game = load(HIDDEN)
    assert isinstance(game, SingleGame)
    state: GameState = game.start(seed=1)
    agent = UCT(seconds=seconds, iterations=None if seconds else 80, seed=1)
    while not state.over:
        state.apply(agent.choose(state))
    assert state.over
