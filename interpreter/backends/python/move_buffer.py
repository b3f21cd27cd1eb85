"""The move buffer: moves are pushed, read, changed and combined here before one of them is applied."""

from __future__ import annotations

from typing import Any

from ludparse.problems.errors import LudLimitError, LudRuleError

from ...program.limits import MAX_MOVES, too_many_moves
from ...program.modes import ANY, COUNT, FULL, PROBE

MAX_THEN = 7


class Move:
    """A move in the buffer: actions are lists [kind, decision, params…]."""

    __slots__ = ("actions", "from_site", "level_max", "level_min", "mover", "then", "to_site", "twin")

    def __init__(
        self, mover: int, from_site: int, to_site: int, lo: int, hi: int, actions: list[list[Any]], then: list[int]
    ) -> None:
        self.mover = mover
        self.from_site = from_site
        self.to_site = to_site
        self.level_min = lo
        self.level_max = hi
        self.actions = actions
        self.then = then
        self.twin = False


class MoveBuffer:
    """The intrinsics for moves that have not been applied yet."""

    def __init__(self, kinds: list[str]) -> None:
        self.kind_index = {k: i for i, k in enumerate(kinds)}
        self.reset()

    def reset(self) -> None:
        self.buffer: list[Move] = []
        self.open: list[list[Any]] = []
        self.probes: list[tuple[int, int, int, int]] = []
        self.enough = MAX_MOVES

    def emit(self, mover: int, a: int, b: int, lo: int, hi: int, actions: list[list[Any]], then: list[int]) -> None:
        self.push(Move(mover, a, b, lo, hi, actions, then))

    def push(self, move: Move) -> None:
        """Add a move. Raises LudLimitError if there are too many."""
        if len(self.buffer) >= MAX_MOVES:
            raise LudLimitError(too_many_moves())
        self.buffer.append(move)

    def move_count(self) -> int:
        return len(self.buffer)

    def act_count(self) -> int:
        return 0

    def moves_rewind(self, moves: int, _acts: int) -> None:
        del self.buffer[moves:]

    def move_mover(self, m: int) -> int:
        return self.buffer[m].mover

    def move_from(self, m: int) -> int:
        return self.buffer[m].from_site

    def move_to(self, m: int) -> int:
        return self.buffer[m].to_site

    def move_level_min(self, m: int) -> int:
        return self.buffer[m].level_min

    def move_level_max(self, m: int) -> int:
        return self.buffer[m].level_max

    def move_set_mover(self, m: int, v: int) -> None:
        self.buffer[m].mover = v

    def move_set_from(self, m: int, v: int) -> None:
        self.buffer[m].from_site = v

    def move_set_to(self, m: int, v: int) -> None:
        self.buffer[m].to_site = v

    def move_set_levels(self, m: int, lo: int, hi: int) -> None:
        self.buffer[m].level_min = lo
        self.buffer[m].level_max = hi

    def move_set_movers(self, first: int, mover: int) -> None:
        for m in self.buffer[first:]:
            m.mover = mover

    @staticmethod
    def pushes_in(mode: int) -> bool:
        return mode == FULL

    @staticmethod
    def wanted_site() -> int:
        return -1  # while a move is built, its parts would be taken for other moves

    def push_counted(self, n: int) -> None:
        raise AssertionError("this backend builds every move")

    def mode_enter(self, mode: int, probe: int) -> None:
        self.probes.append((len(self.buffer), probe, self.enough, mode))
        self.enough = len(self.buffer) if mode == COUNT and probe == ANY else MAX_MOVES

    def mode_leave(self) -> None:
        self.enough = self.probes.pop()[2]

    def answer(self, mode: int) -> int | bool:
        """Ends a question: its answer. What was pushed for it is forgotten."""
        mark, aim, self.enough, _ = self.probes.pop()
        pushed = self.buffer[mark:]
        del self.buffer[mark:]
        return any(m.to_site == aim for m in pushed) if mode == PROBE else len(pushed)

    def move_attach(self, first: int, fn: int) -> None:
        counted = bool(self.probes) and self.probes[-1][3] in (COUNT, PROBE)  # then nobody asks what follows a move
        for m in self.buffer[first:]:
            m.then += [fn, fn] if m.twin else [fn]
            if len(m.then) > MAX_THEN and not counted:
                raise LudRuleError("a move has more than 7 consequents")

    def move_copy(self, i: int) -> None:
        m = self.buffer[i]
        # the actions are one: where those of a copy are no decisions any more, neither are those of the move
        self.push(Move(m.mover, m.from_site, m.to_site, m.level_min, m.level_max, m.actions[:], m.then[:]))

    def move_twin(self, i: int) -> None:
        self.buffer[i].twin = True
        self.move_copy(i)
        self.buffer[-1].twin = True

    def move_drop(self, lo: int, hi: int) -> None:
        del self.buffer[lo:hi]

    def move_swap(self, i: int, j: int) -> None:
        self.buffer[i], self.buffer[j] = self.buffer[j], self.buffer[i]

    def move_put(self, i: int, j: int) -> None:
        self.buffer[i] = self.buffer[j]

    def move_open(self) -> None:
        self.open = []

    def move_splice(self, lo: int, hi: int) -> None:
        for m in self.buffer[lo:hi]:
            # a combined move keeps only the `passed` notes of its first part
            first = m is self.buffer[lo]
            self.open += [a[:] for a in m.actions if first or a[0] != "passed"]
            self.open += [["THEN", False, fn] for fn in m.then]

    def act(self, kind: str, decision: bool, *params: int) -> None:
        self.open.append([kind, decision, *params])

    def act_then(self, fn: int) -> None:
        self.open.append(["THEN", False, fn])

    def move_close(self, mover: int, a: int, b: int, lo: int, hi: int) -> None:
        self.push(Move(mover, a, b, lo, hi, self.open, []))
        self.open = []

    def move_reopen(self, m: int) -> None:
        self.open = [a[:] for a in self.buffer[m].actions]

    def move_reclose(self, m: int) -> None:
        self.buffer[m].actions, self.open = self.open, []

    def move_detach(self, lo: int, hi: int) -> None:
        for m in self.buffer[lo:hi]:
            m.then = []

    def move_undecide(self, lo: int, hi: int) -> None:
        for m in self.buffer[lo:hi]:
            for a in m.actions:
                a[1] = False

    def move_decide(self, lo: int, hi: int) -> None:
        for m in self.buffer[lo:hi]:
            for a in m.actions:
                a[1] = a[0] != "THEN"

    def move_action_count(self, m: int) -> int:
        return len(self.buffer[m].actions)

    def move_action_kind(self, m: int, k: int) -> int:
        return self.kind_index[self.buffer[m].actions[k][0]]

    def move_action_param(self, m: int, k: int, p: int) -> int:
        value: int = self.buffer[m].actions[k][2 + p]
        return value

    def move_action_decision(self, m: int, k: int) -> bool:
        return bool(self.buffer[m].actions[k][1])

    def move_is_pass(self, m: int) -> bool:
        found = False
        for a in self.buffer[m].actions:
            if a[1] and a[0] != "pass":
                return False
            found = found or a[0] == "pass"
        return found

    def move_then_count(self, m: int) -> int:
        return len(self.buffer[m].then)

    def move_then(self, m: int, k: int) -> int:
        return self.buffer[m].then[k]

    def move_same(self, i: int, j: int) -> bool:
        a, b = self.buffer[i], self.buffer[j]
        return all(getattr(a, n) == getattr(b, n) for n in Move.__slots__)
