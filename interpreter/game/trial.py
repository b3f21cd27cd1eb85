"""Trials, the form in which Ludii saves games: built from a state, and replayed."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Protocol, TypeVar
from weakref import WeakKeyDictionary

from ..backends.python.engine import PythonEngine
from ..lower.base.fields import MOVE_LIMIT, TURN_LIMIT
from ..play.trial_text import MoveText, Trial, TrialError, parse_move
from ..program.actions import action_text

if TYPE_CHECKING:
    from ..play.game import Game
    from ..play.move import Move
    from ..play.state import State

__all__ = [
    "Trial",
    "TrialError",
    "fitted",
    "matching",
    "replay",
    "replayed",
    "trial_of",
    "trial_of_state",
    "trial_path",
]


class _Move(Protocol):
    @property
    def from_site(self) -> int: ...

    @property
    def to_site(self) -> int: ...

    @property
    def text(self) -> str: ...


M = TypeVar("M", bound=_Move)


class _Offers(Protocol[M]):
    """A position that offers moves of some kind."""

    def forced_pass(self) -> M: ...

    def consequences(self, move: M) -> M: ...


class _Opens(Protocol):
    """A game or a match; for the latter `opening` is its first game, for the former the game itself."""

    def opening(self) -> Game: ...


def trial_of(
    game: Game, began: int, moves: Sequence[Move], *, path: str = "", options: Sequence[str] = ()
) -> Trial:
    """A game as a trial.

    began: the random numbers at its start (64 bits). moves: those of the players as they were applied, which are played
    over. path: of the description, as the trial shall name it. Raises TrialError for moves that are not legal, and for
    those that name something with a square bracket without its partner.
    """
    rng = tuple(struct.unpack("<8b", struct.pack("<Q", began % 2**64)))
    at = game.start(rng_state=rng)
    counts = []
    for ply, move in enumerate(moves):
        legal = at.legal_moves()
        counts.append(len(legal))
        try:
            found = matching(at, legal, move.text)
        except ValueError as wrong:  # the language of trials has no way to write it
            what = f"a trial cannot hold {move}: a name or a note in it has a square bracket without its partner"
            raise _departure(ply, what) from wrong
        if found is None:
            raise _departure(ply, f"{move} is not legal: the random numbers were changed on the way")
        at.apply(found)
    ranking = tuple(float(r) for r in at.ranking)
    winner, end = (_winner(ranking), _end_type(game, len(counts), at)) if at.over else (None, None)
    match = _first(game) is not None
    return Trial(
        path=path, options=tuple(options), rng=rng, start=_start(game.opening(), began),
        moves=tuple(move.text for move in moves),
        legal_counts=() if match else tuple(counts), winner=winner, end_type=end, rankings=ranking, match=match,
    )  # fmt: skip


def _first(game: _Opens) -> Game | None:
    """The first game of a match; None for a single game."""
    first = game.opening()
    same: object = game
    return None if first is same else first


def fitted(game: _Opens, trial: Trial) -> Trial:
    """The trial, with the moves of the start told from those of the players as the game tells them.

    Files do not always tell them apart: those of matches do not (see `Trial.match`), and before Ludii 1.2.6 they say
    nothing of it, so that moves of nobody may be of the start or of play. As in Ludii, the start then has as many moves
    as the game makes by itself, if these are the first ones of the trial. Other trials are returned as they are.
    """
    first = _first(game)
    unsure = not trial.moves or trial.moves[0].startswith("[Move:mover=0,")
    if not unsure or (first is not None and (trial.start or not trial.moves)):
        return trial
    start = _start(first or game.opening(), struct.unpack("<Q", struct.pack("<8b", *trial.rng))[0])
    if first is not None:
        if not start or trial.moves[: len(start)] != start[::-1]:
            return trial
        n = len(start)
        return replace(trial, start=start, moves=trial.moves[n:], lines=trial.lines[n:], match=True)
    whole, n = (*trial.start, *trial.moves), len(start)
    if n == len(trial.start) or not _same_moves(whole[:n], start):
        return trial
    lines = trial.lines[n - len(trial.start) :] if n > len(trial.start) else ()
    counts = trial.legal_counts[: len(whole) - n]  # one more than moves: of the position in which the game ended
    counts = counts if len(counts) == len(whole) - n else ()
    return replace(trial, start=whole[:n], moves=whole[n:], lines=lines, legal_counts=counts)


def _same_moves(moves: Sequence[str], others: Sequence[str]) -> bool:
    """Whether moves mean the same, in whatever version's words."""
    return len(moves) == len(others) and all(
        one == other or _meaning(parse_move(one)) == _meaning(parse_move(other))
        for one, other in zip(moves, others, strict=True)
    )


def trial_of_state(game: Game, state: State, began: int | None) -> Trial:
    """The game that led to a state, as a trial. Raises TrialError if it did not begin at the start."""
    if began is None:
        raise TrialError("this state was not reached by moves from the start of a game, so that it has no trial")
    description = game.description
    defaults = {option.default.heading for option in description.options}
    options = tuple(chosen for chosen in description.selected_options if chosen not in defaults)
    return trial_of(game, began, state.history, path=trial_path(str(description.source.name)), options=options)


def trial_path(name: str) -> str:
    """A description as trials name it: by its path in the library, from `lud/` on where that is in it."""
    name = name.replace("\\", "/")
    _, found, rest = name.rpartition("/lud/")
    return rest if found else name


def replay(game: Game, trial: Trial, plies: int | None = None) -> State:
    """The state after the moves of a trial, or after the first `plies` of them.

    Raises TrialError if the trial departs from our rules; its `ply` says where.
    """
    trial = fitted(game, trial)
    state = game.start(rng_state=trial.rng)
    for _ in replayed(state, trial, plies):
        pass
    return state


def replayed(state: State, trial: Trial, plies: int | None = None) -> Iterator[Move]:
    """Play the moves of a trial from the state at its start. Yields each move as it was applied. Raises TrialError."""
    for ply, text in enumerate(trial.moves[:plies]):
        if state.over:
            raise _departure(ply, f"the game is over, and the trial goes on with {text}", trial)
        legal = state.legal_moves()
        if trial.legal_counts and len(legal) != trial.legal_counts[ply]:
            what = f"there are {len(legal)} legal moves, and {trial.legal_counts[ply]} in the trial"
            raise _departure(ply, what, trial)
        move = matching(state, legal, text)
        if move is None:
            raise _departure(ply, f"{text} is not legal", trial)
        yield state.apply(move)


def matching(state: _Offers[M], legal: Sequence[M], text: str) -> M | None:
    """The legal move (or the forced pass where there is none) that does what a text says; None where there is none.

    A text of an older Ludii may leave out what newer ones write: then what an action does counts, not its words.
    """
    wanted = parse_move(text)
    offered = legal or [state.forced_pass()]
    near = [m for m in offered if (m.from_site, m.to_site) == (wanted.from_site, wanted.to_site)]
    done = [state.consequences(move) for move in near]
    for move, result in zip(near, done, strict=True):
        if result.text == text:
            return move
    meant = _meaning(wanted)
    for move, result in zip(near, done, strict=True):
        if _meaning(parse_move(result.text)) == meant:
            return move
    for move, result in zip(near, done, strict=True):
        if _agree(_meaning(parse_move(result.text)), meant):
            return move
    return None


_DEFAULTS = {"level": "0", "levelFrom": "0", "levelTo": "0", "count": "1", "decision": "false", "stack": "false"}


_Meaning = tuple[int, tuple[tuple[str, frozenset[tuple[str, str]]], ...]]
"""The mover, and each action's name and attributes."""


def _meaning(move: MoveText) -> _Meaning:
    """The meaning of a move's text, without redundant attributes."""
    actions = []
    for action in move.actions:
        name, _, rest = action[1:-1].partition(":")
        fields = dict(pair.partition("=")[::2] for pair in rest.split(",") if pair)
        actions.append((name, frozenset((k, v) for k, v in fields.items() if _DEFAULTS.get(k) != v)))
    return move.mover, tuple(actions)


_LEFT_OUT = {"type", "typeFrom", "typeTo", "level", "levelFrom", "levelTo"}


def _agree(one: _Meaning, other: _Meaning) -> bool:
    """Whether two meanings differ at most in where an action says the type or the level of a site, and one does not."""
    if one[0] != other[0] or len(one[1]) != len(other[1]):
        return False
    for (name, fields), (wanted, meant) in zip(one[1], other[1], strict=True):
        ours, theirs = dict(fields), dict(meant)
        if name != wanted or any(ours.get(key) != theirs.get(key) for key in {*ours, *theirs} - _LEFT_OUT):
            return False
        if any(ours[key] != theirs[key] for key in _LEFT_OUT & ours.keys() & theirs.keys()):
            return False
    return True


def _departure(ply: int, message: str, trial: Trial | None = None) -> TrialError:
    error = TrialError(f"before move {ply + 1} {message}", trial.place(ply) if trial else None)
    error.ply = ply
    return error


def _winner(ranking: Sequence[float]) -> int:
    """The first player with rank 1; 0 for a draw or a lost puzzle."""
    return next((player for player, place in enumerate(ranking) if player and place == 1.0), 0)


def _end_type(game: Game, moves: int, state: State) -> str:
    """How the game ended: by its rules, or because it reached Ludii's limit of length."""
    if state.snapshot()["turn"] >= TURN_LIMIT * game.players:
        return "TurnLimit"
    return "MoveLimit" if moves >= MOVE_LIMIT else "NaturalEnd"


_ENGINES: WeakKeyDictionary[Game, PythonEngine] = WeakKeyDictionary()
"""The engines that tell what is done at the start, which states do not remember."""


def _start(game: Game, began: int) -> tuple[str, ...]:
    """The moves that set up the board, in Ludii's form: one action each, without a mover."""
    engine = _ENGINES.get(game)
    if engine is None:
        engine = _ENGINES[game] = PythonEngine(game.program)
    program = game.program
    moves = []
    for action in engine.start_actions(began):
        text = action_text(action.kind, action.params, action.decision, program.strings)
        fields = dict(pair.partition("=")[::2] for pair in text[1:-1].partition(":")[2].split(","))
        place = f",from={fields['to']},to={fields['to']}" if "to" in fields else ""
        moves.append(f"[Move:mover=0{place},actions={text}]")
    return tuple(moves)
