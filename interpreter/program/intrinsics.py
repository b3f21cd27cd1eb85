"""What the program cannot say in its own operations: memory, the move buffer, random numbers, copies of the state.

Each intrinsic is declared once here; each backend's runtime implements it under the same name. No ludeme's meaning
lives in one.
"""

from __future__ import annotations

from dataclasses import dataclass

from .ops import Type

N, B, S, L, V = Type.INT, Type.BOOL, Type.SET, Type.LIST, Type.VOID


@dataclass(frozen=True, slots=True)
class Intrinsic:
    """Name, argument types, result type; `pure` ones may be repeated or dropped."""

    name: str
    args: tuple[Type, ...]
    result: Type
    pure: bool = False


INTRINSICS: dict[str, Intrinsic] = {}
FULL, COUNT, CHOOSE, PROBE = 0, 1, 2, 3  # ways of pushing moves
EVERY, ANY = -1, 1  # how far COUNT goes


def _declare(name: str, args: tuple[Type, ...], result: Type, pure: bool = False) -> None:
    INTRINSICS[name] = Intrinsic(name, args, result, pure)


# the move buffer: moves are numbered from 0 in the order in which they were pushed
_declare("move_count", (), N)
_declare("move_mover", (N,), N)
_declare("move_from", (N,), N)
_declare("move_to", (N,), N)
_declare("move_level_min", (N,), N)
_declare("move_level_max", (N,), N)
_declare("move_set_mover", (N, N), V)
_declare("move_set_from", (N, N), V)
_declare("move_set_to", (N, N), V)
_declare("move_set_levels", (N, N, N), V)
_declare("move_set_movers", (N, N), V)  # every move from the first number to the end: its mover
_declare("emit_gate", (N,), B)  # whether the move to that site, to be pushed next, is wanted in full
# how moves are pushed until mode_leave: FULL; COUNT, all (EVERY) or until there is one (ANY); PROBE for moves to a site
_declare("mode_enter", (N, N), V)
_declare("mode_leave", (), V)
_declare("mode_export", (N,), V)  # leaves FULL: moves pushed since that count are passed on to the mode before
_declare("probe_found", (), B)  # whether a move to the probed site was pushed
_declare("push_mode", (), N)  # the way in which moves are pushed now: FULL, COUNT, CHOOSE or PROBE
_declare("push_counted", (N,), V)  # in COUNT: so many moves more
_declare("emit_done", (), V)  # ends what a true emit_gate began: exactly one move was pushed since
_declare("move_attach", (N, N), V)  # every move from the first number to the end: one more consequent (function index)
_declare("move_copy", (N,), V)  # pushes a copy of a move
_declare("move_twin", (N,), V)  # pushes a move again as the very same: what is added to one is added to both
_declare("move_drop", (N, N), V)  # removes the moves lo .. hi - 1; later ones move up
_declare("move_swap", (N, N), V)  # exchanges two moves of the buffer
_declare("move_open", (), V)  # starts a move; actions and spliced moves follow; move_close pushes it
_declare("move_splice", (N, N), V)  # adds to the open move all actions and consequents of the moves lo .. hi - 1
_declare("move_close", (N, N, N, N, N), V)  # mover, from, to, level_min, level_max
_declare("move_reopen", (N,), V)  # opens the actions of a move of the buffer again; others follow, then move_reclose
_declare("move_reclose", (N,), V)  # the open actions become those of that move; all else of it stays
_declare("move_detach", (N, N), V)  # the moves lo .. hi - 1 have no consequents any more
_declare("move_undecide", (N, N), V)  # no action of the moves lo .. hi - 1 is a decision any more
_declare("move_decide", (N, N), V)  # every action of the moves lo .. hi - 1 is a decision
_declare("move_action_count", (N,), N)
_declare("move_action_kind", (N, N), N)  # kind number of the n-th action of a move
_declare("move_action_param", (N, N, N), N)  # its p-th parameter
_declare("move_action_decision", (N, N), B)
_declare("move_is_pass", (N,), B)  # every decision action is a pass, and there is a pass
_declare("move_then_count", (N,), N)
_declare("move_same", (N, N), B)  # equal header, actions and consequents
_declare(
    "move_insert_applied", (N, N, N, N), V
)  # move, position: the applied actions lo .. hi - 1 go before that action
_declare(
    "move_replace_applied", (N, N, N), V
)  # move: its actions become the applied ones lo .. hi - 1, without consequents
# applying: the actions applied since the entry are recorded in their order
_declare("apply_actions", (N,), V)  # the actions (and spliced consequents) of a move of the buffer
_declare("apply_thens", (N,), V)  # its consequents
_declare("moves_rewind", (N, N), V)  # forgets moves and actions from these counts on
_declare("act_count", (), N)
_declare("applied_count", (), N)
_declare("applied_base", (), N)  # where the move that is being applied began in the record
_declare("applied_set_base", (N,), V)
_declare("applied_kind", (N,), N)
_declare("applied_param", (N, N), N)
_declare("applied_decision", (N,), B)
_declare("applied_set_param", (N, N), V)  # parameter of the action that is being applied (levels found on applying)
_declare("applied_rotate", (N, N), V)  # base, n: the last n actions go to the front of those from base on
_declare("applied_truncate", (N,), V)  # forgets the record from this count on
# copies of the state: play on, then go back
_declare("state_push", (), V)
_declare("state_pop", (), V)
# random numbers: an integer in 0 .. bound - 1, drawn as Java's RandomProvider does from SplitMix64
_declare("random_int", (N,), N)
# functions of floats
for _name in ("sqrt", "log", "log10", "exp", "sin", "cos", "tan"):
    _declare(f"float_{_name}", (Type.FLOAT,), Type.FLOAT, pure=True)
_declare("random_unit", (), Type.FLOAT)  # a number from 0 up to but not including 1, drawn as Java's nextDouble
# local lists
_declare("list_push", (L, N), V)
_declare("list_set", (L, N, N), V)
_declare("list_remove_at", (L, N), V)
_declare("list_insert", (L, N, N), V)
_declare("list_clear", (L,), V)
_declare("list_sort", (L,), V)
# 64-bit digest of the fields that Program.hashed names (a variant each), kept in 64-bit list fields
_declare("hash_push", (N, N), V)  # variant, number of the list field (Program.hash_lists)
_declare("hash_has", (N, N), B)
_declare("hash_count", (N, N), N)  # how often the present digest is in the list
# list fields of the state (named by `Builder.field_*`, which pass the field through Expr.arg)
# limits and failures
_declare("fail", (N,), V)  # stops with the rule error of that number (Program.strings)
_declare("call_moves", (N,), V)  # calls a parameterless function of the program by its index
