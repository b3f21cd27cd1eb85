"""Many games side by side: one call steps all of them, and arrays hold what came of it.

    games = VectorGame(load("Ex Nihilo"), 256, seed=1)
    games.step(games.sample())
    games.tensors, games.masks, games.rewards, games.ended

The arrays are made once, cannot be written to, and are written again by every step. Other programs may read them
without copies, for instance by `torch.as_tensor(games.tensors)`.
"""

from __future__ import annotations

import copy
import os
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from ludparse.problems.errors import IllegalMoveError, LudError, LudLimitError, LudUnsupportedError

from ..play.arguments import MOST_THREADS, bits_of_seed, whole, writable
from ..play.playouts import Chance, game_seed
from ..play.tensors import Seen
from .lanes import Lanes

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from ..play.board_planes import BoardPlanes
    from ..play.game_state import GameState
    from .game import SingleGame

__all__ = ["CUT", "ILLEGAL", "LEAVE", "OVER", "RUNNING", "Saved", "Seen", "VectorGame", "as_lists"]

RUNNING, OVER, CUT, ILLEGAL = range(4)
"""How the last step left a lane's game: it goes on; it is over; `max_cycles` or a limit cut it off; an illegal action
ended it."""
_ON_ILLEGAL = ("terminate", "raise", "random")
MOST_LEFT_OUT = 8
"""A game whose start passes a limit is left out, but not endlessly."""
_SETTINGS = "game", "n", "threads", "illegal", "max_cycles", "observation", "history"
MOST_HISTORY = 64
NO_ACTION = -2
"""A number that no legal move ever has, and that leaves no lane alone."""
LEAVE = -1
"""The action that leaves a lane alone."""


class _Runner(Protocol):
    def reset(self, seed: int, lanes: Any) -> None: ...
    def restore(self, saved: Any) -> None: ...
    def lists(self) -> tuple[Any, Any]: ...
    def step(self, actions: Any) -> None: ...
    def illegal_lane(self, actions: Any) -> int: ...
    def sample(self, out: Any) -> None: ...
    def observe(self, seats: Any, final: bool, planes: Any, numbers: Any) -> None: ...
    def about(self, final: bool) -> Any: ...
    def nobodys(self, seats: Any, final: bool) -> int: ...
    def save(self) -> Any: ...
    @property
    def grown(self) -> int: ...
    @property
    def limited(self) -> int: ...
    @property
    def limit(self) -> LudLimitError | None: ...


class Saved(NamedTuple):
    """Lanes as they were."""

    lanes: Any
    rewards: npt.NDArray[np.float32]
    ended: npt.NDArray[np.uint8]


class VectorGame:
    """n games of one kind, each in a lane of its own, as arrays over the lanes:

    masks: bool (n, game.actions.size), True for each legal action. tensors: float32 (n, *game.tensors.state_shape), the
    positions. seats: int32 (n,), whose turn it is, from 0. counts: int32 (n,), the number of legal actions. rewards:
    float32 (n, players), by seat, for the last step: 0 until a game ends, then 1 for the first place, -1 for the last,
    places between them evenly. ended: uint8 (n,), RUNNING, OVER, CUT or ILLEGAL.

    A lane whose game has ended begins a new one in the same step: masks, tensors, seats and counts are of the new
    game, rewards and ended of the old one. `observe(…, final=True)` and `final_seats` tell of the old game's last
    position. The arrays are for reading alone: a step writes only what has changed in them. What happens in a lane
    depends on the seed, the number of the lane and its actions alone; it is the same on both backends and for any
    number of threads. Copies and pickles go on in the same way.

    `tensors` hide nothing, as Ludii's do not, and do not show dice and whatever else stands on no board; `observe`
    gives what one seat sees.

    No lane ends the batch because of its size: a game whose position passes a limit, such as rules that do not come
    to an end, is cut off (ended is CUT, rewards are 0). `limited` counts these games.
    """

    def __init__(
        self,
        game: SingleGame,
        n: int,
        *,
        seed: int = 0,
        threads: int = 1,
        tensors: bool | None = None,
        max_cycles: int | None = None,
        illegal: str = "terminate",
        observation: str = "ludii",
        history: int = 1,
    ) -> None:
        """n: how many games, at least 1. threads: of native code, 1 to 1024; more than n are as n. tensors: whether
        positions are written as tensors; None: with observation="ludii". max_cycles: moves after which a game is cut
        off, from 1 to 2**31 - 1 (None: never). illegal: what an illegal action does: "terminate" (the game ends, reward
        -1 for whose turn it was), "raise" (IllegalMoveError, and no lane has changed), "random" (a random legal action
        is played). observation: what `observe` gives: "ludii" (Ludii's channels, and what else is known), "board"
        (planes over the board's own grid, and numbers), "graph" (features of sites, and numbers). history: how many
        positions the planes show, the latest first, from 1 to 64; 1 for "ludii".

        Compiles optimised code where native code runs. Raises ValueError for settings that make no sense, LudLimitError
        for more lanes than there is memory, LudError without numpy, LudUnsupportedError for matches, simulations, and
        games whose players move at the same time.
        """
        from .game import SingleGame

        if not isinstance(game, SingleGame):
            raise LudUnsupportedError(f"a game is wanted, and this is a {type(game).__name__}")
        if not game.players or game.flags.simultaneous:
            what = "is a simulation" if not game.players else "has players who move at the same time"
            hint = "Use parallel(…)." if game.flags.simultaneous else ""
            raise LudUnsupportedError(f"{game.name!r} {what}: a lane takes one action of one player", hint=hint)
        n, threads = whole("n", n, 1), whole("threads", threads, 1, MOST_THREADS)
        max_cycles = None if max_cycles is None else whole("max_cycles", max_cycles, 1)
        seed = bits_of_seed(seed)
        if illegal not in _ON_ILLEGAL:
            raise ValueError(f"illegal={illegal!r}: one of {', '.join(map(repr, _ON_ILLEGAL))}")
        self.observation, self.history = observation, whole("history", history, 1, MOST_HISTORY)
        tensors = observation == "ludii" if tensors is None else tensors
        form = game.tensors.form(observation, self.history)
        try:
            self._lanes = Lanes(game, n, tensors, form)
        except ModuleNotFoundError as missing:
            raise LudError("VectorGame needs numpy: pip install numpy") from missing
        except (MemoryError, ValueError) as problem:  # numpy's, for arrays that cannot be
            raise LudLimitError("not enough memory for so many games") from problem
        self.game, self.n, self.threads = game, n, threads
        self.illegal, self.max_cycles = illegal, max_cycles
        self._runner = self._run(None)
        self.reset(seed)

    def _run(self, saved: Any) -> _Runner:
        """What steps the lanes. saved: what `_Runner.save` has returned."""
        from ..backends.c.engine import CEngine

        engine = self.game.engine
        if isinstance(engine, CEngine) and engine.compiles():
            from .vector_native import NativeLanes

            return NativeLanes(self._lanes, self.game, self.threads, self.illegal, self.max_cycles, saved)
        return _PlainLanes(self._lanes, self.game, self.illegal, self.max_cycles, saved)

    def __getstate__(self) -> dict[str, Any]:
        lanes = self._lanes
        return {
            **{name: getattr(self, name) for name in _SETTINGS},
            "saved": self._runner.save(), "tensors": lanes.tensors is not None, "rewards": lanes.rewards.copy(),
            "ended": lanes.ended.copy(),
        }  # fmt: skip

    def __setstate__(self, state: dict[str, Any]) -> None:
        for name in _SETTINGS:
            setattr(self, name, state[name])
        form = self.game.tensors.form(self.observation, self.history)
        self._lanes = Lanes(self.game, self.n, state["tensors"], form)
        self._runner = self._run(state["saved"])
        self._lanes.rewards[:], self._lanes.ended[:] = state["rewards"], state["ended"]

    @property
    def masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal in each lane."""
        return self._lanes.shown.masks

    @property
    def tensors(self) -> npt.NDArray[np.float32]:
        """The position of each lane, as Ludii's tensors show it: they hide nothing from anybody, and dice that are
        thrown for the next move are not in them (see `observe`). Raises ValueError for a VectorGame without tensors."""
        if self._lanes.shown.tensors is None:
            raise ValueError("this VectorGame was made with tensors=False")
        return self._lanes.shown.tensors

    def observe(
        self,
        seats: int | npt.ArrayLike | None = None,
        *,
        final: bool = False,
        out: Any = None,
    ) -> npt.NDArray[np.float32] | Seen:
        """What a seat sees of each lane, without what is hidden from it: with observation="ludii" float32 of shape
        (n, *game.tensors.observation_shape), else planes and numbers (`Seen`), of shapes (n, *planes.shape) and
        (n, len(planes.numbers)), where `planes` is `self.planes`.

        seats: from 0; one for all lanes, or integers of shape (n,), such as `self.seats`; None: nothing is hidden.
        final: of the last position of each game that the last step ended, else 0; seats may then be `final_seats`. out:
        arrays to write to, of that shape, C-contiguous; they are what is returned then. Raises ValueError for nobody's
        seat, for other arrays, and with observation="ludii" for a VectorGame without tensors.
        """
        n, form = self.n, self._lanes.form
        if form is None and self._lanes.tensors is None:
            raise ValueError("this VectorGame was made with tensors=False")
        seen: npt.NDArray[np.float32] | Seen
        planes: Any
        numbers: Any = None
        if form is None:
            seen = planes = writable(out, (n, *self.game.tensors.observation_shape), "float32")
        else:
            given = Seen(*out) if out is not None else Seen(None, None)
            planes = writable(given.planes, (n, *form.shape), "float32")
            numbers = writable(given.numbers, (n, len(form.numbers)), "float32")
            seen = Seen(planes, numbers)
        if final and out is not None:
            planes[:] = 0
            if numbers is not None:
                numbers[:] = 0
        self._runner.observe(self._seats(seats, final), final, planes, numbers)
        return seen

    def _seats(self, seats: int | npt.ArrayLike | None, final: bool) -> npt.NDArray[np.int32]:
        """Seats that a caller has given, as int32 of shape (n,); -1 for None."""
        import numpy as np

        if seats is None:
            return np.full(self.n, -1, dtype=np.int32)
        given, players = np.asarray(seats), self.game.players
        if given.dtype.kind not in "iu" or given.shape not in ((), (self.n,)):
            raise ValueError(f"seats are one integer or {self.n}, and these are {given.dtype} of {given.shape}")
        if given.dtype != np.int32:  # numbers that int32 cannot hold are no seats, and must not wrap around to one
            there = (given >= (0 if given.dtype.kind == "u" else -1)) & (given < players)
            given = np.where(there, given, players)
        if given.shape != (self.n,):
            given = np.broadcast_to(given, (self.n,))
        given = _as_native(given)
        if self._runner.nobodys(given, final) >= 0:
            raise ValueError(f"{self.game.name!r} has seats 0 to {players - 1}")
        return given

    @property
    def planes(self) -> BoardPlanes:
        """What the planes and numbers of `observe` hold. Raises ValueError with observation="ludii", whose channels are
        `game.tensors.observation_channels`."""
        if self._lanes.form is None:
            raise ValueError("this VectorGame was made with observation='ludii': see game.tensors.observation_channels")
        return self._lanes.form

    def actions(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32]]:
        """The legal actions of all lanes as one list: those of lane k are numbers[offsets[k]:offsets[k + 1]], in the
        order of the moves. Returns offsets, int64 of shape (n + 1,), and numbers, int32; both new."""
        return self._runner.lists()

    @property
    def final_seats(self) -> npt.NDArray[np.int32]:
        """Who was to move in the last position of each game that the last step ended, from 0. -1 where no game ended,
        and where a move passed a limit, so that there is no position after it. int32 of shape (n,), new each time."""
        seats: npt.NDArray[np.int32] = self._runner.about(True)[:, 1].copy()
        return seats

    @property
    def rewards(self) -> npt.NDArray[np.float32]:
        """What the last step brought each seat of each lane."""
        return self._lanes.shown.rewards

    @property
    def ended(self) -> npt.NDArray[np.uint8]:
        """Whether, and how, the last step ended the game of each lane."""
        return self._lanes.shown.ended

    @property
    def seats(self) -> npt.NDArray[np.int32]:
        """Whose turn it is in each lane, from 0."""
        return self._lanes.shown.seats

    @property
    def movers(self) -> npt.NDArray[np.int32]:
        """Which player is to move in each lane, from 1: other than the seat where sides have changed. `game.views` are
        by player. int32 of shape (n,), new each time."""
        movers: npt.NDArray[np.int32] = self._runner.about(False)[:, 0].copy()
        return movers

    @property
    def counts(self) -> npt.NDArray[np.int32]:
        """The number of legal actions of each lane."""
        return self._lanes.shown.counts

    @property
    def grown(self) -> int:
        """How often native code had to enlarge a buffer since the lanes were made: 0, unless a position takes more than
        twice the memory of any in a thousand moves of random games, which are played before the first step. Nothing
        else is allocated by `step`. Always 0 without native code.
        """
        return self._runner.grown

    @property
    def limited(self) -> int:
        """How many games have been cut off, since the lanes were made, because a position passed a limit: a stack or
        list past its room in native code, rules that do not come to an end."""
        return self._runner.limited

    @property
    def limit(self) -> LudLimitError | None:
        """The limit that one of the games in `limited` passed, to read; None if there are none."""
        return self._runner.limit

    def reset(self, seed: int | None = None, *, lanes: npt.ArrayLike | None = None) -> None:
        """Begin a new game in each lane, or in these lanes alone: integers of one dimension, from 0; the games are
        those that these lanes would have if all began with this seed. seed: any integer, of which 64 bits count; None
        lets the system choose.

        Raises ValueError for lanes that there are not, LudRuleError for rules that fail, LudLimitError where one start
        after the other passes a limit.
        """
        import numpy as np

        given = None
        if lanes is not None:
            given = np.asarray(lanes)
            if given.ndim != 1 or (given.size and given.dtype.kind not in "iu"):
                raise ValueError(f"lanes are integers of one dimension, and these are {given.dtype} of {given.shape}")
            if given.size and not ((given >= 0) & (given < self.n)).all():
                raise ValueError(f"lanes go from 0 to {self.n - 1}")
        number = int.from_bytes(os.urandom(8), "little") if seed is None else bits_of_seed(seed)
        self._runner.reset(number, None if given is None else given.tolist())

    def save(self) -> Saved:
        """All lanes as they are now, for `restore`. It can be pickled."""
        lanes = self._lanes
        return Saved(self._runner.save(), lanes.rewards.copy(), lanes.ended.copy())

    def restore(self, saved: Saved) -> None:
        """Put all lanes back where they were saved. Raises ValueError for what was saved of another number of lanes, or
        with another history."""
        if len(saved.ended) != self.n:
            raise ValueError(f"{len(saved.ended)} lanes were saved, and there are {self.n}")
        self._runner.restore(saved.lanes)
        self._lanes.rewards[:], self._lanes.ended[:] = saved.rewards, saved.ended

    def copy(self) -> VectorGame:
        """The same lanes once more, which go on in the same way."""
        return copy.deepcopy(self)

    def step(self, actions: npt.ArrayLike) -> None:
        """Play an action in each lane, and begin new games where they end.

        actions: integers of shape (n,); C-contiguous int32 is used as it is. -1 leaves a lane alone (in a lane without
        legal actions, whose game is over, any number begins the next). Other numbers outside the action space are
        illegal actions. Raises ValueError for another shape or dtype, IllegalMoveError with illegal="raise", and what
        `reset` raises (then the lanes have to be reset).
        """
        import numpy as np

        given = self._checked(actions)
        if self.illegal == "raise" and (lane := self._runner.illegal_lane(given)) >= 0:
            number = int(np.asarray(actions)[lane])
            name = self.game.actions.name(number) if 0 <= number < self.game.actions.size else "no action"
            raise IllegalMoveError(
                f"action {number} ({name}) is not legal in lane {lane}; {self._lanes.counts[lane]} are"
            )
        self._runner.step(given)

    def sample(self, out: npt.NDArray[np.int32] | None = None) -> npt.NDArray[np.int32]:
        """A uniformly random legal action of each lane, int32 of shape (n,); -1 where there is none.

        The same seed gives the same actions. out: an array to write to. Raises ValueError for one of
        another shape or type, or that cannot be written to.
        """
        out = writable(out, (self.n,), "int32")
        self._runner.sample(out)
        return out

    def _checked(self, actions: npt.ArrayLike) -> npt.NDArray[np.int32]:
        import numpy as np

        given = np.asarray(actions)
        if given.shape != (self.n,):
            raise ValueError(f"actions have shape {given.shape}, not ({self.n},)")
        if given.dtype.kind not in "iu":
            raise ValueError(f"actions are integers, and these have dtype {given.dtype}")
        if given.dtype != np.int32:  # a number that int32 cannot hold is no action, and must not wrap around to one
            small = np.where((given >= 0) & (given < self.game.actions.size), given, NO_ACTION)
            given = np.where(given == LEAVE, LEAVE, small) if given.dtype.kind == "i" else small
        return _as_native(given)

    def __repr__(self) -> str:
        return f"<VectorGame of {self.game.name!r}, {self.n} lanes, backend {self.game.backend}>"


def _as_native(given: npt.NDArray[Any]) -> npt.NDArray[np.int32]:
    """Numbers as native code reads them: the same array, if it is such a one already."""
    import numpy as np

    flags = given.flags
    fits = given.dtype == np.int32 and flags.c_contiguous and flags.aligned
    return given if fits else np.require(given, np.int32, ("C_CONTIGUOUS", "ALIGNED"))


class _PlainLanes:
    """The lanes in plain Python: one state each, stepped one after the other."""

    def __init__(self, lanes: Lanes, game: SingleGame, illegal: str, max_cycles: int | None, saved: Any) -> None:
        self._lanes, self._game, self._illegal, self._max_cycles = lanes, game, illegal, max_cycles
        self._states: list[GameState] = []
        self._chances: list[Chance] = []
        self._picks: list[Chance] = []
        self._cycles = [0] * lanes.n
        self.grown = self.limited = 0
        self.limit: LudLimitError | None = None
        self._final: list[GameState | None] = [None] * lanes.n
        if saved is not None:
            self.__dict__.update(saved)
            for lane in range(lanes.n):
                self._show(lane)

    def save(self) -> dict[str, Any]:
        """All that differs between two moments."""
        copied = {"_states": [state.copy() for state in self._states], "_final": self._final[:]}
        chances = {name: [Chance(c.state) for c in getattr(self, name)] for name in ("_chances", "_picks")}
        rest = {name: getattr(self, name) for name in ("limited", "limit")}
        return {**copied, **chances, **rest, "_cycles": self._cycles[:]}

    def about(self, final: bool) -> Any:
        """As of `NativeLanes`."""
        import numpy as np

        out = np.zeros((self._lanes.n, 6), dtype=np.int32)
        for lane, state in enumerate(self._final if final else self._states):
            last = [] if state is None else state.last_sites(2)
            sites = [site for both in (*last, (-1, -1), (-1, -1)) for site in both][:4]
            out[lane] = (0, -1, *sites) if state is None else (state.mover, state.seats[state.mover - 1], *sites)
        return out

    def nobodys(self, seats: Any, final: bool) -> int:
        """As of `NativeLanes`."""
        wrong = (seats < 0) | (seats >= self._game.players)
        if final:  # nothing is written of lanes without such a position
            wrong &= (seats != -1) | (self.about(True)[:, 1] >= 0)
        return int(wrong.argmax()) if wrong.any() else -1

    def observe(self, seats: Any, final: bool, planes: Any, numbers: Any) -> None:
        """As of `NativeLanes`."""
        tensors, form = self._game.tensors, self._lanes.form
        for lane, state in enumerate(self._final if final else self._states):
            if state is None:
                continue
            player = None if seats[lane] < 0 else state.seats.index(int(seats[lane])) + 1
            if form is None:
                tensors.observe(state, planes[lane], player=player)
            else:
                tensors.write_form(form, state, player, planes[lane], numbers[lane])

    def reset(self, seed: int, lanes: list[int] | None) -> None:
        """Begin a new game in each lane, or in these."""
        n = self._lanes.n
        if lanes is None:
            self._chances, self._picks = [Chance(0)] * n, [Chance(0)] * n
            self._states = [None] * n  # type: ignore[list-item]
        for lane in range(n) if lanes is None else lanes:
            chance = self._chances[lane] = game_seed(seed, lane)
            self._picks[lane] = Chance(~chance.state)
            self._lanes.rewards[lane] = 0
            self._lanes.ended[lane] = RUNNING
            self._final[lane] = None
            self._states[lane] = self._new(lane)
            self._show(lane)

    def restore(self, saved: dict[str, Any]) -> None:
        """Put back what `save` has returned."""
        lanes, game = self._lanes, self._game
        self.__dict__.update(_PlainLanes(lanes, game, self._illegal, self._max_cycles, copy.deepcopy(saved)).__dict__)

    def _new(self, lane: int) -> GameState:
        """A new game, whose legal moves have numbers."""
        self._cycles[lane] = 0
        for last in range(MOST_LEFT_OUT, -1, -1):
            try:
                state = self._game.start_with(self._chances[lane].bits())
                return _numbered(state)
            except LudLimitError as problem:
                if not last:
                    raise
                self._note(problem)
        raise AssertionError

    def _note(self, problem: LudLimitError) -> None:
        self.limited += 1
        self.limit = problem

    def step(self, actions: Any) -> None:
        """Play an action in each lane."""
        for lane in range(self._lanes.n):
            self._step(lane, int(actions[lane]))
            if self._lanes.ended[lane]:
                self._states[lane] = self._new(lane)
            self._show(lane)

    def _step(self, lane: int, action: int) -> None:
        lanes, state = self._lanes, self._states[lane]
        legal = _legal(state)
        lanes.rewards[lane] = 0
        self._final[lane] = None
        if legal and action == LEAVE:
            lanes.ended[lane] = RUNNING
            return
        if legal and action not in legal and self._illegal == "random":
            action = legal[self._picks[lane].below(len(legal))]
        if action not in legal:
            if legal:
                lanes.rewards[lane, lanes.seats[lane]] = -1
            lanes.ended[lane] = ILLEGAL if legal else OVER
            self._final[lane] = state
            return
        self._cycles[lane] += 1
        cut = self._max_cycles is not None and self._cycles[lane] >= self._max_cycles
        try:
            state.apply(state.move(action))
            if not cut:
                _numbered(state)
            elif self._game.flags.stochastic and not state.over:
                state.legal_moves()
        except LudLimitError as problem:
            self._note(problem)
            lanes.ended[lane] = CUT
            return
        lanes.ended[lane] = OVER if state.over else CUT if cut else RUNNING
        if lanes.ended[lane] != RUNNING:
            self._final[lane] = state
        if state.over:
            values = state.by_seat(tuple(state.ranking[1 : self._game.players + 1]))
            lanes.rewards[lane] = [2 * value - 1 for value in values]

    def _show(self, lane: int) -> None:
        lanes, state = self._lanes, self._states[lane]
        legal = _legal(state)
        lanes.masks[lane] = False
        lanes.masks[lane, legal] = True
        lanes.counts[lane] = len(legal)
        lanes.seats[lane] = state.seats[state.mover - 1]
        if lanes.tensors is not None:
            self._game.tensors.state(state, lanes.tensors[lane])

    def lists(self) -> tuple[Any, Any]:
        """As of `NativeLanes`."""
        return as_lists([_legal(state) for state in self._states])

    def illegal_lane(self, actions: Any) -> int:
        """The first lane whose action is not legal, or -1."""
        for lane, state in enumerate(self._states):
            if not state.over and int(actions[lane]) not in (LEAVE, *state.actions()):
                return lane
        return -1

    def sample(self, out: Any) -> None:
        """A uniformly random legal action of each lane."""
        for lane, state in enumerate(self._states):
            legal = _legal(state)
            out[lane] = legal[self._picks[lane].below(len(legal))] if legal else -1


def as_lists(legal: list[list[int]]) -> tuple[Any, Any]:
    """Lists of numbers as offsets, int64, and one array of int32."""
    import numpy as np

    offsets = np.cumsum([0, *map(len, legal)], dtype=np.int64)
    return offsets, np.array([number for numbers in legal for number in numbers], dtype=np.int32)


def _legal(state: GameState) -> list[int]:
    """The legal actions, each once, in the order of the moves."""
    return [] if state.over else list(dict.fromkeys(state.actions()))


def _numbered(state: GameState) -> GameState:
    """The state, with the numbers of its legal moves. Raises LudLimitError where they do not suffice."""
    if not state.over:
        state.actions()
    return state
