"""The variables of a game's module, what its renderer knows, how calls end early, and how steps are counted."""

from __future__ import annotations

from ....low.words import Known, i32, i64, load32, trap

FULL, RULE, MEMORY, TOO_LONG, WIDE, CANCELLED, PAUSED, MORE = 1, 2, 3, 4, 5, 6, 7, 8
"""Why a call has ended early. FULL: a capacity of the state is used up; MORE: a buffer is."""
MOVES, ACTS, APPLIED, LISTS, ITEMS, SAVED, ROUNDS, OUT = range(8)
"""The buffers that grow, by number."""
TICKS = 65536
"""Steps after which somebody looks whether the call has to end."""
PATIENT, CANCEL = 1, 2
NO_STACK = 4
"""The detail of TOO_LONG where functions call one another so deep that the stack is full."""
"""What the engine writes to the word `control`: the call may take long; it has to end."""
NO_LIMIT = 0x7FFFFFFF
BEFORE_PAUSE = 1_000_000
"""Steps after which a call that is not patient is paused, and begun again where it can be cancelled."""


class Registers:
    """Variables. The moves, actions and applied actions that there are; the open move; what is being applied. building:
    how deep in moves that are put together while others are counted; target: the move that is chosen; point,
    chosen_pass: where it was pushed, if its actions are not in the buffer, and whether it passes; probe, found: the
    site that is asked about, and whether a move goes there; enough: counting may stop beyond. on_copy: how deep in
    copies on which rules draw. recording: whether applied actions are noted. counted, made_by: where functions are
    counted, the one that runs, and the one that has made what is applied; -1: nobody. status, detail, where, field: why
    a call has ended early."""

    n_moves: i32
    n_acts: i32
    n_applied: i32
    applied_base: i32
    applying: i32
    open_act: i32
    building: i32
    target: i32
    point: i32
    chosen_pass: i32
    probe: i32
    found: i32
    enough: i32
    in_rounds: i32
    n_rounds: i32
    n_lists: i32
    n_saved: i32
    depth: i32
    on_copy: i32
    consequent: i32
    recording: i32
    counted: i32
    made_by: i32
    ticks: i32
    steps_left: i32
    has_start: i32
    seen_known: i32
    games: i32
    plies: i32
    status: i32
    detail: i32
    where: i32
    field: i32
    chance: i64


E = Registers()
GAME = Known()


def stop(status: i32, detail: i32, where: i32) -> None:
    E.status = status
    E.detail = detail
    E.where = where
    trap()


def more(buffer: i32) -> None:
    stop(MORE, buffer, -1)


def tick(where: i32) -> None:
    E.ticks -= 1
    if E.ticks < 0:
        more_ticks(where)


def end_if_cancelled(where: i32) -> None:
    if load32(GAME.control) == CANCEL:
        stop(CANCELLED, 0, where)


def more_ticks(where: i32) -> None:
    end_if_cancelled(where)
    E.steps_left -= TICKS
    if E.steps_left <= 0:
        stop(TOO_LONG, 0, where)
    if load32(GAME.control) == 0 and GAME.max_steps - E.steps_left > BEFORE_PAUSE:
        stop(PAUSED, 0, where)
    E.ticks += TICKS if E.steps_left > TICKS else E.steps_left


def next_position() -> None:
    """Steps are counted anew. Called once for each position."""
    E.steps_left = GAME.max_steps
    E.ticks = TICKS if GAME.max_steps > TICKS else GAME.max_steps
    end_if_cancelled(-1)


def deeper(where: i32) -> None:
    """Counts a call of a recursive function, or of a consequent."""
    E.depth += 1
    if E.depth > GAME.max_calls:
        stop(TOO_LONG, 3, where)
