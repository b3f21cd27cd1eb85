"""Values that rules store: variables, remembered values, propositions and votes, costs and phases of sites."""

from __future__ import annotations

from ludparse.ludemes.base import walk

from .prelude import Expr, FieldKind, IntLike, L, Lowering, SiteType, ir

VARIABLE, REMEMBERED = "var", "remembered"


def variable(lo: Lowering, name: str | None) -> str:
    """The INT field of a variable, -1 until it is set. None: the unnamed one."""
    if name is None:
        return "temp"
    return lo.field(f"{VARIABLE}_{lo.string(name)}", FieldKind.INT, init=-1)


def remembered(lo: Lowering, name: str | None) -> str:
    """The LIST field of the values remembered under a name. None: without a name."""
    number = "" if name is None else f"_{lo.string(name)}"
    lo.program.caps.setdefault(REMEMBERED, 16)
    return lo.field(f"{REMEMBERED}{number}", FieldKind.LIST, cap=REMEMBERED)


def remembered_names(lo: Lowering) -> list[str]:
    """The names under which the rules remember values, in the order in which Ludii visits them."""
    found = dict.fromkeys(n.name for n in walk(lo.game) if isinstance(n, L.RememberValue) and n.name is not None)
    size = 16
    while len(found) > size * 3 // 4:
        size *= 2
    return sorted(found, key=lambda name: _java_hash(name) & (size - 1))


def _java_hash(text: str) -> int:
    """The hash of a string by which a Java map orders its keys."""
    h = 0
    for c in text:
        h = (31 * h + ord(c)) & 0xFFFFFFFF
    return h ^ h >> 16


def by_name(lo: Lowering, stem: str) -> dict[int, str]:
    """The fields of all names used so far, by the number of the name (-1: no name)."""
    found = {}
    for field in lo.program.fields:
        head, _, number = field.partition("_")
        if head == stem and (number.isdigit() or not number):
            found[int(number) if number else -1] = field
    return found


def propositions(lo: Lowering) -> str:
    """The LIST field of the numbers of what has been proposed since the last vote."""
    lo.program.caps.setdefault("messages", 16)
    return lo.field("propositions", FieldKind.LIST, cap="messages")


def votes(lo: Lowering) -> str:
    """The LIST field of the votes so far."""
    lo.program.caps.setdefault("messages", 16)
    return lo.field("votes", FieldKind.LIST, cap="messages")


def site_cost(lo: Lowering, t: SiteType, site: IntLike) -> Expr:
    """The cost of a site of the board: 0 unless the rules have set it."""
    return lo.get(cost_field(lo, t), site)


def cost_field(lo: Lowering, t: SiteType) -> str:
    """The ARRAY field of the costs of sites."""
    return lo.field(f"cost_{t.name.lower()}", FieldKind.ARRAY, size=max(1, lo.board.size(t)))


def site_phase(lo: Lowering, t: SiteType, site: IntLike) -> Expr:
    """The phase (colour in a chequered pattern) of a site: the one that the rules have set, else that of the board."""
    given = lo.let(lo.get(phase_field(lo, t), site))
    own = lo.at(lo.table([e.phase for e in lo.board.elements(t)], stem="phases"), site)
    return ir.select(ir.eq(given, 0), own, given - 1)


def phase_field(lo: Lowering, t: SiteType) -> str:
    """The ARRAY field of the phases that the rules have set, plus one; 0: not set."""
    return lo.field(f"phase_{t.name.lower()}", FieldKind.ARRAY, size=max(1, lo.board.size(t)))


def message_number(lo: Lowering, text: str) -> int:
    """The number of a text that players propose or vote for, counted in the order in which the rules name them."""
    known: dict[str, int] = lo.once(message_number, dict)
    return known.setdefault(text, len(known))
