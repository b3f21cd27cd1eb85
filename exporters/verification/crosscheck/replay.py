"""Replays a recorded game and compares it at every ply."""

from __future__ import annotations

import json
import zlib
from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ludparse.interpreter.game.trial import Trial, matching
from ludparse.interpreter.play.trial_text import parse_move

from ..interface import Game, Move, State
from ..recordings import Ply, Trace
from .causes import action_names, moves_cause, site_text, state_cause
from .result import Difference

__all__ = ["TraceOutcome", "check_trace", "check_trial", "checksum", "move_record"]

_SHOWN = 12
_ENDS = "the game ends here, the recording goes on"
_GOES_ON = "the recording ends here, the game goes on"


@dataclass(slots=True)
class TraceOutcome:
    """What a replay found. `legal`: from/to, applied moves and ranking agree; `identical`: everything does."""

    legal: bool = True
    identical: bool = True
    plies: int = 0
    out_of_order: int = 0
    difference: Difference | None = None

    def differ(self, difference: Difference, *, legal: bool = True) -> None:
        """Notes a difference; only the first is kept. `legal=True`: the level *legal* is lost too."""
        self.identical = False
        self.legal = self.legal and not legal
        if self.difference is None:
            self.difference = difference


def move_record(move: Move) -> str:
    """The text that the checksum of a move covers: `MOVER|FROM|TO|` and all its actions with consequences."""
    return f"{move.mover}|{move.from_site}|{move.to_site}|{''.join(map(str, move.actions))}"


def checksum(record: str) -> str:
    """CRC-32 in hexadecimal without leading zeros."""
    return f"{zlib.crc32(record.encode('utf-8')):x}"


def check_trace(game: Game, trace: Trace, where: str) -> TraceOutcome:
    """Replays a trace. Errors of the engine propagate."""
    outcome = TraceOutcome()
    state = game.start(rng_state=trace.rng)
    _compare_state(outcome, state, trace.state, where, None, "start")
    entries = _Entries(trace.full)
    for number, ply in enumerate(trace.plies):
        if not _check_ply(outcome, state, entries, trace, ply, number, where):
            break
        outcome.plies += 1
    return outcome


class _Entries:
    """The recorded form of our moves. A move that was met before in the game is not put into words again."""

    def __init__(self, full: bool) -> None:
        self.full = full
        self._known: dict[Hashable, str] = {}

    def of(self, state: State, move: Move) -> str:
        """The entry of a legal move: the text with its consequences, or the checksum of that."""
        done = state.consequences(move)
        key = done.record
        known = self._known.get(key)
        if known is None:
            text = move_record(done)
            known = self._known[key] = text if self.full else checksum(text)
        return known


def _check_ply(
    outcome: TraceOutcome, state: State, entries: _Entries, trace: Trace, ply: Ply, number: int, where: str
) -> bool:
    """One ply; False when the replay cannot go on."""
    moves = state.legal_moves()
    same = False
    texts: list[str] | None = None
    if outcome.identical and len(moves) == len(ply.legal):
        texts = [entries.of(state, move) for move in moves]
        same = all(
            (move.from_site, move.to_site, text) == entry
            for move, text, entry in zip(moves, texts, ply.legal, strict=True)
        )
    if not same:
        ours = Counter((m.from_site, m.to_site) for m in moves)
        theirs = Counter((a, b) for a, b, _ in ply.legal)
        if ours != theirs:
            outcome.differ(_legal_difference(state, moves, ply, number, where, ours, theirs))
            return False
    if texts is not None and not same:
        recorded = [text for _, _, text in ply.legal]
        if texts != recorded:
            if Counter(texts) == Counter(recorded):
                outcome.out_of_order += 1
            else:
                outcome.differ(_text_difference(state, moves, texts, trace, ply, number, where), legal=False)

    # Ludii passes even where there is no legal move, not even a pass
    if ply.pick < 0:
        chosen = state.forced_pass()
    else:
        chosen = moves[ply.pick] if same else _picked(state, moves, texts, entries, ply)
    applied = state.apply(chosen).text
    if applied != ply.applied:
        outcome.differ(
            Difference(
                "applied",
                f"applied move: {moves_cause([applied], [ply.applied])}",
                "the move that was played does something else",
                where,
                number,
                applied,
                ply.applied,
            )
        )
        return False
    if state.over != ply.over:
        what = _ENDS if state.over else _GOES_ON
        outcome.differ(
            Difference("over", what, what, where, number, f"ranking {_ranking(state)}", f"ranking {ply.ranking}")
        )
        return False
    if ply.ranking is not None and not _same_ranking(state.ranking, ply.ranking):
        outcome.differ(
            Difference(
                "ranking", "the ranking at the end", "another ranking", where, number, str(_ranking(state)),
                str(list(ply.ranking)),
            )
        )  # fmt: skip
        return False
    if ply.state is not None and outcome.identical:
        _compare_state(outcome, state, ply.state, where, number, "state")
    return True


def _picked(state: State, moves: Sequence[Move], texts: list[str] | None, entries: _Entries, ply: Ply) -> Move:
    """Our move for the one that was played: same from and to, and the same text where there is a choice."""
    a, b, text = ply.legal[ply.pick]
    candidates = [i for i, m in enumerate(moves) if (m.from_site, m.to_site) == (a, b)]
    if len(candidates) > 1:
        same = [i for i in candidates if (texts[i] if texts else entries.of(state, moves[i])) == text]
        candidates = same or candidates
    rank = sum(1 for entry in ply.legal[: ply.pick] if entry == ply.legal[ply.pick])
    return moves[candidates[min(rank, len(candidates) - 1)]]


def _legal_difference(
    state: State,
    moves: Sequence[Move],
    ply: Ply,
    number: int,
    where: str,
    ours: Counter[tuple[int, int]],
    theirs: Counter[tuple[int, int]],
) -> Difference:
    more, missing = ours - theirs, theirs - ours
    extra = [m for m in moves if (m.from_site, m.to_site) in more]
    lacking = [entry for entry in ply.legal if entry[:2] in missing]
    only_ours = [_described(state, move) for move in extra[:_SHOWN]] + _rest(len(extra))
    only_recorded = [f"{a} → {b}  {text}" for a, b, text in lacking[:_SHOWN]] + _rest(len(lacking))
    which = "other legal moves" if more and missing else "too many legal moves" if more else "legal moves are missing"
    if not moves or not ply.legal:
        which += " (none at all)"
    elif {*ours} == {(-1, -1)}:
        which += " (only a pass)"
    elif {*theirs} == {(-1, -1)}:
        which += " (recorded: only a pass)"
    names = action_names([_described(state, move) for move in extra[:_SHOWN]] + [text for _, _, text in lacking])
    return Difference(
        "legal",
        which + (f": {names}" if names else ""),
        f"{len(moves)} legal moves, recorded {len(ply.legal)}",
        where,
        number,
        f"{len(moves)} moves of player {state.mover}",
        f"{len(ply.legal)} moves of player {ply.mover}; played: {ply.applied}",
        only_ours,
        only_recorded,
    )


def _text_difference(
    state: State, moves: Sequence[Move], texts: list[str], trace: Trace, ply: Ply, number: int, where: str
) -> Difference:
    recorded = [text for _, _, text in ply.legal]
    more, missing = Counter(texts) - Counter(recorded), Counter(recorded) - Counter(texts)
    extra = [move_record(state.consequences(m)) for m, text in zip(moves, texts, strict=True) if text in more]
    lacking = [f"{a} → {b}  {text}" if not trace.full else text for a, b, text in ply.legal if text in missing]
    if trace.full:
        cause = moves_cause(extra, lacking)
    else:
        played = ply.legal[ply.pick][2] in missing if ply.pick >= 0 else False
        cause = moves_cause(_like(extra, ply.applied), [ply.applied]) if played else f"{action_names(extra)} (checksum)"
    return Difference(
        "text",
        f"actions of a legal move: {cause}",
        f"{len(extra)} of {len(moves)} legal moves do something else",
        where,
        number,
        extra[0] if extra else "",
        (lacking[0] if trace.full else ply.applied) if lacking else "",
        extra[:_SHOWN] + _rest(len(extra)),
        lacking[:_SHOWN] + _rest(len(lacking)),
    )


def _like(records: Iterable[str], applied: str) -> list[str]:
    """The records with the from and to of a move that was applied."""
    move = parse_move(applied)
    begin = f"{move.mover}|{move.from_site}|{move.to_site}|"
    return [record for record in records if record.startswith(begin)]


def _compare_state(
    outcome: TraceOutcome, state: State, recorded: dict[str, Any], where: str, ply: int | None, kind: str
) -> None:
    snapshot = state.snapshot()
    if snapshot == recorded:
        return
    ours = json.loads(json.dumps(snapshot))
    if ours == recorded:
        return
    absent = object()
    keys = [key for key in {**recorded, **ours} if ours.get(key, absent) != recorded.get(key, absent)]

    def values(side: dict[str, Any]) -> str:
        named = {key: side[key] for key in keys if key in side and key != "sites"}
        return json.dumps(named) if named else ""

    mine = [site_text(site) for site in ours.get("sites", [])]
    other = [site_text(site) for site in recorded.get("sites", [])]
    only_ours, only_recorded = [s for s in mine if s not in {*other}], [s for s in other if s not in {*mine}]
    outcome.differ(
        Difference(
            kind,
            f"{'state at the start' if kind == 'start' else 'state'}: {state_cause(keys, ours, recorded)}",
            f"the state differs in {', '.join(keys)}",
            where,
            ply,
            values(ours),
            values(recorded),
            only_ours[:_SHOWN] + _rest(len(only_ours)),
            only_recorded[:_SHOWN] + _rest(len(only_recorded)),
        ),
        legal=False,
    )


def check_trial(game: Game, trial: Trial, where: str) -> tuple[int, Difference | None]:
    """Replay a trial to its end; the plies that agree and the first difference. Errors of the engine come through."""
    state = game.start(rng_state=trial.rng)
    for number, text in enumerate(trial.moves):
        if state.over:
            what = _ENDS
            return number, Difference("over", what, what, where, number, f"ranking {_ranking(state)}", text)
        moves = state.legal_moves()
        count = trial.legal_counts[number] if trial.legal_counts else len(moves)
        if len(moves) != count:
            ours = [f"player {state.mover}:", *(_described(state, m) for m in moves[:_SHOWN]), *_rest(len(moves))]
            return number, Difference(
                "count", "number of legal moves", f"{len(moves)} legal moves, recorded {count}", where, number,
                "\n".join(ours), f"{count} moves; played: {text}",
            )  # fmt: skip
        found = matching(state, moves, text)
        if found is None:
            wanted = parse_move(text)
            candidates = [m for m in moves if (m.from_site, m.to_site) == (wanted.from_site, wanted.to_site)]
            full = [state.consequences(move).text for move in candidates]
            return number, Difference(
                "applied", f"applied move: {moves_cause(full, [text])}", "the move that was played is not among ours",
                where, number, full[0] if full else "", text, full[:_SHOWN] + _rest(len(full)), [text],
            )  # fmt: skip
        announced, applied = state.consequences(found).text, state.apply(found).text
        if applied != announced:
            return number, Difference(
                "applied", f"applied move: {moves_cause([applied], [text])}",
                "the move does something else when it is made", where, number, applied, text,
            )  # fmt: skip
    last = len(trial.moves)
    if trial.winner is None and not state.over:
        return last, None
    if not state.over or trial.winner is None:
        what = _ENDS if state.over else _GOES_ON
        return last, Difference("over", what, what, where, last, "", f"ranking {list(trial.rankings)}")
    if not _same_ranking(state.ranking, trial.rankings):
        return last, Difference(
            "ranking", "the ranking at the end", "another ranking", where, last, str(_ranking(state)),
            str(list(trial.rankings)),
        )  # fmt: skip
    return last, None


def _described(state: State, move: Move) -> str:
    return f"{move.from_site} → {move.to_site}  {move_record(state.consequences(move))}"


def _rest(count: int) -> list[str]:
    return [f"… and {count - _SHOWN} more"] if count > _SHOWN else []


def _ranking(state: State) -> list[float]:
    return [float(x) for x in state.ranking]


def _same_ranking(ours: Sequence[float], recorded: Sequence[float]) -> bool:
    """Index 0 is unused. Shared places are multiples of one half, so a small tolerance is safe."""
    mine, other = list(ours)[1:], list(recorded)[1:]
    return len(mine) == len(other) and all(abs(a - b) < 1e-6 for a, b in zip(mine, other, strict=True))
