"""Readable notation of moves: `A1-B2`, `B2`, `A1-B2=Queen`, `pass`, `throw`. It is unique among the legal moves."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence

from ..program.actions import ACTIONS, action_text
from ..program.raw import NOTES, RawAction, RawMove

__all__ = ["Names", "base_name", "ends", "name_moves"]


class Names:
    """The names of sites and pieces of a game. labels: of the sites, by site type (0 cells, 1 vertices, 2 edges).
    default: the site type that is played on. pieces: the names of the components by index; index 0 is no piece.
    strings: the texts of the program. sign: what stands between the two sites of a move.
    """

    __slots__ = ("default", "labels", "pieces", "sign", "strings")

    def __init__(
        self, labels: tuple[Sequence[str], ...], default: int, pieces: Sequence[str], strings: Sequence[str],
        sign: str = "-",
    ) -> None:  # fmt: skip
        self.labels = labels
        self.default = default
        self.pieces = pieces
        self.strings = strings
        self.sign = sign

    def site(self, index: int, site_type: int = -1) -> str:
        """The label of a site; `#` and its index for a site off the board."""
        labels = self.labels[site_type if 0 <= site_type < 3 else self.default]
        return labels[index] if 0 <= index < len(labels) else f"#{index}"

    def piece(self, index: int) -> str:
        """The name of a component; `none` for 0."""
        return self.pieces[index] if 0 < index < len(self.pieces) else "none"


_NOBODY = Names(((), (), ()), 0, (), ())


def name_moves(raws: Sequence[RawMove], names: Names | None) -> tuple[str, ...]:
    """Unique names for the moves.

    Moves with the same base name get a suffix that distinguishes them: the piece that appears (`A1-A2=Queen`), the
    sites that are emptied (`A1-A5xA3`), the sites between (`A1-A5 via C3`), the level, any other number, and else their
    number (`/2`). A move that is only a throw of the dice is `throw`.
    """
    names = names or _NOBODY
    found = [base_name(m, names) for m in raws]
    throws = [k for k, m in enumerate(raws) if _only_throws(m)]
    if len(throws) == 1:
        found[throws[0]] = "throw"
    alike = defaultdict(list)
    for k, name in enumerate(found):
        alike[name].append(k)
    for group in alike.values():
        if len(group) > 1:
            endings = _endings([raws[k] for k in group], names)
            for k, ending in zip(group, endings, strict=True):
                found[k] += ending
    return tuple(found)


def base_name(m: RawMove, names: Names) -> str:
    """The sites of a move, or what it does if it has no sites. Different moves may share it.

    Of puzzles: `A1=5` gives a variable its value, `A1~5` strikes one out (or brings it back).
    """
    acts = [a for a in m.actions if a.kind not in NOTES]
    for a in acts:
        if a.kind in ("puzzle_set", "puzzle_toggle"):
            type_, var, value = a.params
            return f"{names.site(var, type_)}{'=' if a.kind == 'puzzle_set' else '~'}{value}"
    if m.to_site < 0:
        # A throw of dice comes before the decision.
        decided = next((a for a in acts if a.decision), acts[0] if acts else None)
        return _words(decided, names) if decided is not None else "pass"
    return names.sign.join(ends(m, names))


def _only_throws(m: RawMove) -> bool:
    """Whether a move throws dice and, for the want of a site, selects one: the throw is all that matters of it."""
    kinds = {a.kind for a in m.actions if a.kind not in NOTES} - {"set_var"}
    return m.from_site == m.to_site and {"select"} < kinds <= {"select", "update_dice", "dice_equal"}


def ends(m: RawMove, names: Names) -> tuple[str, ...]:
    """The names of the sites where a move begins and ends, one where these are the same; none for one without sites."""
    if m.to_site < 0:
        return ()
    types = [t for a in m.actions if a.kind not in NOTES for t in _types(a)]
    first, last = (types[0], types[min(1, len(types) - 1)]) if types else (-1, -1)
    if m.from_site < 0 or m.from_site == m.to_site:
        return (names.site(m.to_site, first),)
    return names.site(m.from_site, first), names.site(m.to_site, last)


def _words(a: RawAction, names: Names) -> str:
    """The text for an action without a site: its title and its values."""
    title, _, rest = action_text(a.kind, a.params, False, names.strings)[1:-1].partition(":")
    values = [part.partition("=")[2] for part in rest.split(",") if "=" in part and not part.startswith("forced=")]
    return " ".join([title.lower(), *values])


def _title(a: RawAction) -> str:
    return "" if a.kind == "THEN" else f" {ACTIONS[a.kind].title.lower()}"


def _param(a: RawAction, name: str, default: int = -1) -> int:
    params = ACTIONS[a.kind].params
    return a.params[params.index(name)] if name in params else default


def _types(a: RawAction) -> list[int]:
    found = [_param(a, name) for name in ("type", "type_from", "type_to")]
    return [t for t in found if t >= 0]


def _endings(group: Sequence[RawMove], names: Names) -> list[str]:
    """Suffixes that distinguish moves with the same base name."""
    endings = [""] * len(group)
    for tell in (_appearing, _emptied, _between, _levels, None):
        for alike in _alike(endings):
            told = tell or _difference([group[k] for k in alike])
            found = [told(group[k], names) for k in alike]
            if len(set(found)) > 1:
                for k, new in zip(alike, found, strict=True):
                    endings[k] += new
    for alike in _alike(endings):
        for number, k in enumerate(alike, 1):
            endings[k] += f"/{number}"
    return endings


def _alike(endings: Sequence[str]) -> list[list[int]]:
    """The places of equal endings, for each that is not the only one."""
    places: dict[str, list[int]] = defaultdict(list)
    for k, ending in enumerate(endings):
        places[ending].append(k)
    return [found for found in places.values() if len(found) > 1]


def _appearing(m: RawMove, names: Names) -> str:
    kinds = ("promote", "add", "insert")
    return "".join(f"={names.piece(_param(a, 'what'))}" for a in m.actions if a.kind in kinds)


def _emptied(m: RawMove, names: Names) -> str:
    kinds = ("remove", "remove_level", "remove_later")
    return "".join(f"x{names.site(_param(a, 'to'), _param(a, 'type'))}" for a in m.actions if a.kind in kinds)


def _between(m: RawMove, names: Names) -> str:
    sites = [_param(a, "to") for a in m.actions if a.kind in ("move", "stack_move", "move_n") and a.decision]
    sites += [a.params[0] for a in m.actions if a.kind == "passed"]
    through = [names.site(site) for site in sites if site not in (m.from_site, m.to_site)]
    return f" via {' '.join(through)}" if through else ""


def _levels(m: RawMove, names: Names) -> str:
    if m.level_min == m.level_max:
        return f" level {m.level_min}"
    return f" levels {m.level_min} to {m.level_max}"


def _difference(group: Sequence[RawMove]) -> Callable[[RawMove, Names], str]:
    """A function that gives a move's suffix: the first number in which the actions of the moves differ."""
    for k in range(min(len(m.actions) for m in group)):
        kinds = {m.actions[k].kind for m in group}
        if len(kinds) > 1:
            return lambda m, names: (
                f" {ACTIONS[m.actions[k].kind].title.lower()}" if m.actions[k].kind != "THEN" else ""
            )
        for p, name in enumerate(ACTIONS[next(iter(kinds))].params if kinds != {"THEN"} else ()):
            if len({m.actions[k].params[p] for m in group}) > 1:
                plain = name.removesuffix("_from").removesuffix("_to").replace("_", " ")
                return lambda m, names, k=k, p=p, name=plain: f" {name} {m.actions[k].params[p]}"  # type: ignore[misc]
    return lambda m, names: ""
