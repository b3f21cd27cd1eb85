"""Games as trials: written, read, replayed, and what departs is said."""

from __future__ import annotations

import copy
import pickle
import random
from dataclasses import replace
from pathlib import Path

import pytest

from ludparse import load
from ludparse.exporters.cli import main
from ludparse.interpreter.game.trial import Trial, TrialError, fitted, matching
from tests.corpus import LIBRARY, TRIALS, needs_corpus
from tests.interpreter.lower.playing import BACKENDS

GAMES = ["Gardens", "Caravans", "Leapfrogs"]

GAME = (
    '(game "Mine" (players 2) (equipment {(board (square 2)) (piece "Man" Each)})'
    " (rules (play (move Add (to (sites Empty)))) (end (if (is Full) (result Mover Win)))))"
)


def played(name: str, moves: int, backend: str = "python", seed: int = 4) -> object:
    state = load(name, backend=backend).start(seed=seed)
    chance = random.Random(seed)
    for _ in range(moves):
        if state.over:
            break
        state.apply(state.random_move(chance))
    return state


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("name", GAMES)
def test_a_game_is_the_same_after_its_trial(name: str, backend: str, tmp_path: Path) -> None:
    for moves in (0, 7, 400):
        state = played(name, moves, backend)
        trial = state.trial()
        trial.write(tmp_path / "trial.txt")
        again = state.game.replay(Trial.read(tmp_path / "trial.txt"))
        assert again == state and again.snapshot() == state.snapshot()
        assert [m.text for m in again.history] == [m.text for m in state.history]
        assert str(again.trial()) == (tmp_path / "trial.txt").read_text(encoding="utf-8")
        assert (trial.winner is None) == (not state.over)


def test_copies_and_pickles_keep_their_trial() -> None:
    state = played("Caravans", 12)
    for other in (copy.copy(state), pickle.loads(pickle.dumps(state))):
        assert other.trial() == state.trial()


def test_other_random_numbers_are_said() -> None:
    state = played("Caravans", 3)
    for seed in range(5):  # one of them throws other dice
        state.reseed(seed)
        state.apply(state.legal_moves()[0])
    with pytest.raises(TrialError, match="random numbers were changed"):
        state.trial()


def test_where_a_trial_departs_is_said() -> None:
    state = played("Gardens", 9)
    trial = state.trial()
    lines = str(trial).splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith("Move=[Move:mover=1"))
    wrong = Trial.parse("\n".join([*lines[:first], lines[first + 2], *lines[first + 1 :]]) + "\n")
    with pytest.raises(TrialError, match=r"before move 3 .* is not legal") as caught:
        state.game.replay(wrong)
    assert caught.value.ply == 2 and caught.value.line == first + 3
    counted = Trial.parse(str(trial).replace(f"SIZE = {trial.legal_counts[0]}", "SIZE = 3", 1))
    with pytest.raises(TrialError, match="and 3 in the trial"):
        state.game.replay(counted)


def test_older_words_mean_the_same() -> None:
    state = played("Gardens", 0)
    legal = state.legal_moves()
    text = state.consequences(legal[2]).text
    assert matching(state, legal, text).raw == legal[2].raw
    assert matching(state, legal, text.replace("decision=true", "level=0,decision=true")).raw == legal[2].raw
    assert matching(state, legal, text.replace("what=1", "what=2")) is None
    assert "type=Cell," in text
    assert matching(state, legal, text.replace("type=Cell,", "")).raw == legal[2].raw
    assert matching(state, legal, text.replace("type=Cell,", "type=Edge,")) is None


def test_moves_of_nobody_belong_to_the_start_whatever_the_file_says() -> None:
    trial = played("Caravans", 3).trial()
    assert trial.start
    said = f"numInitialPlacementMoves={len(trial.start)}"
    again = Trial.parse(str(trial).replace(said, "numInitialPlacementMoves=0"))
    assert (again.start, again.moves) == (trial.start, trial.moves)


CELLS = """(game "Cells" (players 0) (equipment {(board (square 3)) (piece "Disc" Shared)}) (rules
    (start (place "Disc" (sites {"A1" "B2"})))
    (play (forEach Site (sites Board) (if (is Empty (site)) (add (piece "Disc") (to (site))) (remove (site)))))
    (end (if False))))"""


@pytest.mark.parametrize("extra", [None, 0, 1], ids=["no counts", "counts", "one count more"])
def test_moves_of_nobody_are_of_the_start_only_where_the_game_makes_them(extra: int | None) -> None:
    """Before Ludii 1.2.6 the file did not say it. In a simulation nobody makes any move."""
    game = load(CELLS, backend="python")
    state = game.start(seed=1)
    for _ in range(3):
        state.apply(state.legal_moves()[0])
    trial = state.trial()
    assert len(trial.start) == 2 and len(trial.moves) == 3
    lines = [line for line in str(trial).splitlines() if not line.startswith("numInitialPlacementMoves")]
    counts = [line for line in lines if line.startswith("LEGAL MOVES LIST SIZE")]
    kept = [line for line in lines if line not in counts]
    first = next(i for i, line in enumerate(kept) if line.startswith("rankings"))
    kept[first:first] = [] if extra is None else [counts[0]] * (len(counts) + extra)
    old = Trial.parse("\n".join(kept) + "\n")
    assert (len(old.start) == 2) == (extra == 0)
    again = fitted(game, old)
    assert (again.start, again.moves) == (trial.start, trial.moves)
    assert game.replay(old) == state
    place = again.place(0)
    assert place is None if extra is None else place is not None and trial.moves[0] in place.text
    other = replace(old, start=(), moves=(*reversed(trial.start), *trial.moves), legal_counts=())
    assert fitted(game, other) == other, "the game does not begin in this way"


@needs_corpus
@pytest.mark.parametrize("path", ["board/sow/two_rows/Oware", "board/hunt/Bagh Bandi", "board/race/reach/Geister"])
def test_we_write_the_trials_that_ludii_writes(path: str) -> None:
    file = TRIALS / path / "0.txt"
    game = load(f"{path}.lud", library=LIBRARY, backend="python")
    assert str(game.replay(Trial.read(file)).trial()) == file.read_text(encoding="utf-8")


def test_a_trial_is_replayed_and_played_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, other = tmp_path / "one.txt", tmp_path / "two.txt"
    command = ["play", "Gardens", "--random", "--seed", "3", "--backend", "python", "--max-moves", "8"]
    assert main([*command, "--output", str(file)]) == 0
    trial = [str(file), "--game", "Gardens", "--backend", "python"]
    capsys.readouterr()
    assert main(["trial", *trial]) == 0
    assert "replays to its end: is not over there" in capsys.readouterr().out
    on = ["--trial", str(file), "--ply", "5", "--random", "--max-moves", "11", "--output", str(other)]
    assert main(["play", "Gardens", "--backend", "python", *on]) == 0
    assert Trial.read(other).moves[:5] == Trial.read(file).moves[:5]
    assert len(Trial.read(other).moves) == 11
    assert main(["show", "--trial", str(file), "--ply", "99"]) == 2
    file.write_text(file.read_text().replace("mover=1", "mover=2", 1))
    capsys.readouterr()
    assert main(["trial", *trial]) == 1
    assert "departs before move 1" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["Mine", "Gardens"])
def test_a_game_that_was_moved_to_another_folder(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also where a game of ours has the same name."""
    library = tmp_path / "library"
    (library / "lud" / "new").mkdir(parents=True)
    (library / "def").mkdir()
    (library / "lud" / "new" / f"{name}.lud").write_text(GAME)
    state = load(library / "lud" / "new" / f"{name}.lud", backend="python").start(seed=1)
    state.apply(state.legal_moves()[0])
    text = str(state.trial()).replace(f"new/{name}.lud", f"old/{name}.lud")
    (tmp_path / "1.txt").write_text(text)
    assert f"old/{name}.lud" in text
    assert main(["--library", str(library), "trial", str(tmp_path / "1.txt"), "--backend", "python"]) == 0
    assert "replays to its end" in capsys.readouterr().out


def test_the_command_counts_many(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for seed in (1, 2):
        played("Gardens", 6, seed=seed).trial().write(tmp_path / f"{seed}.txt")
    (tmp_path / "3.txt").write_text("nothing\n")
    assert main(["trial", str(tmp_path), "--game", "Gardens", "--backend", "python"]) == 1
    out = capsys.readouterr().out
    assert "2 of 3 trials replay" in out and "not a line of a trial" in out
