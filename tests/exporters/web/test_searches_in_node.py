"""The searches of pages under Node.js: the computer's answers and hints, and statistics of random games."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.exporters.web import games
from tests.exporters.web.in_node import NodePage, in_node

pytestmark = pytest.mark.usefixtures("c_compiler")

PLACES = """(game "Places" (players 2) (equipment {(board (square 4)) (piece "Stone" Each)})
    (rules (play (move Add (to (sites Empty)) (then (addScore Mover (last To))))) (end (if (is Full) (byScore)))))
    (metadata (ai (bestAgent "Alpha-Beta") (heuristics {(score)})))"""
"""A stone is worth the number of its site: the best move is the last free one, at the start D4 with 15. However deep
one looks, a player who takes another site gets less: the other takes D4 then."""

FOUR = """(game "Four" (players 2) (equipment {(board (square 2)) (piece "Stone" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))))
    (metadata (ai (bestAgent "UCT")))"""


def opinion(page: NodePage) -> tuple[list[str], list[str], str]:
    """The moves that the computer thinks of, what it gives for them, and how much it has looked at."""
    page.press("Hint")
    page.until("document.querySelector('#opinion .note')")
    return page.texts("#opinion .name"), page.texts("#opinion .score"), page.texts("#opinion .note")[0]


def test_alpha_beta_answers_with_the_best_move_and_its_move_is_taken_back_too(tmp_path: Path) -> None:
    with in_node(PLACES, tmp_path, searches=True) as page:
        names, scores, seen = opinion(page)
        assert names[0] == "White stone at D4"
        assert int(scores[0].removesuffix(" %")) > 50
        assert seen.endswith(" positions") and seen != "0 positions"
        page.press("Hint")
        page.run("void (document.querySelector('#strength').value = '0')")
        page.seat(2, "computer")
        page.choose("C15")
        page.until("document.documentElement.dataset.ply === '2'")
        assert page.moves[0] == "D4"
        page.press("Undo")
        assert (page.ply, page.status) == (0, "White to move.")


@pytest.mark.parametrize("agent", ["UCT", "Alpha-Beta"])
def test_the_computer_takes_a_win_and_stops_one_before_it_searches(agent: str, tmp_path: Path) -> None:
    """Player 1 has A1 and B1, so that player 2 has to go to C1; with B2 that makes two of a line, and A3 wins."""
    text = f"""(game "Three" (players 2) (equipment {{(board (square 3)) (piece "Stone" Each)}})
        (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))
        (metadata (ai (bestAgent "{agent}")))"""
    with in_node(text, tmp_path, searches=True) as page:
        for site in (0, 4, 1):
            page.choose(f"C{site}")
        names, scores, _ = opinion(page)
        assert names[0] == "Black stone at C1" and scores[0] != "0 %" and set(scores[1:]) == {"0 %"}
        page.press("Hint")
        page.choose("C2")
        page.choose("C3")
        assert opinion(page)[:2] == (["Black stone at A3"], ["100 %"])


def test_random_games_tell_of_moves_at_the_same_time(tmp_path: Path) -> None:
    """Player 1 wins whatever is played, so that each game is worth 1 to that player."""
    with in_node(games.TOGETHER, tmp_path) as page:
        page.press("I am White: show the board")
        names, scores, seen = opinion(page)
        assert len(names) == 4 and scores == ["100 %"] * 4
        assert seen.endswith(" random games") and int(seen.split()[0].replace(",", "")) >= 4


def test_quick_wins_stand_first_and_quick_losses_last(tmp_path: Path) -> None:
    """Native code says of each move how often it was tried, what that came to, its proof (0 lost, 1 won) and
    the depth of that: A1 is lost in two moves, B1 in six; A2 came to 20 of 40, B2 to 15 of 60."""
    with in_node(FOUR, tmp_path) as page:
        page.run("""void Object.assign(answers, {
            search_new: () => 32, search_settings: () => 1, search_begin: () => 1, search_run: () => 0,
            search_free: () => 0, decisive: () => 0, search_bar: () => 1,
            search_numbers: (memory, tree, at) => new BigInt64Array(memory, at, 5).set([1005n, 0n, 0n, 2n, 0n]),
            search_root: (memory, tree, at) => new Float64Array(memory, at, 16).set([
                900, 0, 0, 2,  5, 0, 0, 6,  40, 20, -1, 0,  60, 15, -1, 0]),
        })""")
        names, scores, seen = opinion(page)
        assert names == [f"White stone at {site}" for site in ("B2", "A2", "B1", "A1")]
        assert (scores, seen) == (["25 %", "50 %", "0 %", "0 %"], "1,005 random games")


def test_statistics_are_those_of_all_random_games(tmp_path: Path) -> None:
    """Four games of 3, 5, 4 and 1,000 moves, of which each player wins one, one is drawn and one cut short."""
    with in_node(FOUR, tmp_path) as page:
        found: Any = page.run("""(async () => {
            const games = [[3, 1, 2, 0n], [5, 2, 1, 0n], [4, 1.5, 1.5, 0n], [1000, 0, 0, 1n]];
            answers.playouts = (memory, engine, state, number, ...more) => {
                const [length, first, second, cut] = games[Number(number)];
                const [lengths, ranks, counts] = more.slice(-3);
                new Int32Array(memory, lengths, 1)[0] = length;
                new Float32Array(memory, ranks, 2).set([first, second]);
                new BigInt64Array(memory, counts, 3).set([BigInt(length), cut, 1n]);
                return 0;
            };
            const worker = new Worker([...sources.keys()][0]);
            let said = null;
            worker.onmessage = ({ data }) => { said = data; };
            worker.postMessage({
                statistics: true, code: { module: {}, tables: new Uint8Array() }, fields: [], players: 2, games: 4,
            });
            await until(() => said);
            return said;
        })()""")
        counts = {"games": 4, "moves": 1012, "shortest": 3, "longest": 1000, "wins": [1, 1], "cut": 1}
        assert found == {"statistics": counts}
