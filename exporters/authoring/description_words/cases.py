"""Numbers that depend on conditions: the first value counts whose condition holds."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from ludparse import ludemes as L
from ludparse.ludemes.enums import IsPlayerType, RoleType

from .tree.arguments import raw, whole
from .tree.terms import Given
from .tree.trees import differences, replaced_at
from .wording.kept import is_player
from .wording.phrases import Words
from .wording.vocabulary import LOWEST, is_site, joined, told


def _first_of(node: Any, words: Words) -> str:
    """Sites of which the first one is meant for which a condition holds; empty for other numbers."""
    chain, last = [], raw(node)
    while isinstance(last, L.IntIf):
        chain.append((last.value_a, last.cond))
        last = last.value_b
    values = [value for value, _ in chain]
    if len(chain) < 4 or not all(type(value) is int and 0 <= value < len(words.labels) for value in values):
        return ""
    paths = {path for path, _, _ in differences(chain[0][1], chain[1][1])}
    for value, condition in chain[1:]:
        changes = list(differences(chain[0][1], condition))
        if {path for path, _, _ in changes} != paths or not all((a, b) == (values[0], value) for _, a, b in changes):
            return ""
    whole(node.value_a), whole(node.cond), whole(node.value_b)
    one = replaced_at(chain[0][1], dict.fromkeys(paths, Given(f"that {words.site}", "place")))
    first = f"the first of {_in_order(values, words)} for which {words.of(one)}"
    return f"{first}, or else nowhere," if last == -1 else f"{first}, or {words.place(last)} where there is none"


def _in_order(sites: list[Any], words: Words) -> str:
    """Sites by their names, in their order."""
    names = words.names_of(sites)
    step = sites[1] - sites[0]
    places = [words.places.get(name) for name in names]
    row = all(one is not None and other is not None and one[1] == other[1] and abs(one[0] - other[0]) == 1
              for one, other in pairwise(places))  # fmt: skip
    if row and abs(step) == 1 and all(other - one == step for one, other in pairwise(sites)):
        return f"{names[0]} to {names[-1]}, in this order,"
    return joined(names)


def _by_lowest(node: Any, words: Words) -> str:
    """A number that depends on where a player's lowest piece is in a stack; empty for other numbers."""
    values, stack, owner, last = list[str](), None, None, node
    while isinstance(last, L.IntIf):
        asked: Any = last.cond
        sides = (asked.value_a, asked.value_b) if isinstance(asked, L.Equals) else ()
        held: Any = next((one for one in sides if isinstance(one, L.Who)), None)
        owners = [one for one in (*sides, asked.role_b if sides else None) if one is not held and one is not None]
        whose: Any = owners[0] if owners else None
        if held is None or held.level != len(values) or whose is None or held.type is not None:
            return ""
        if values and (raw(held.at), whose) != (raw(stack), owner):
            return ""
        stack, owner = held.at, whose
        values.append(words.operand(last.value_a))
        last = last.value_b
    if not 2 < len(values) <= len(LOWEST):
        return ""
    whole(node.cond), whole(node.value_b)
    there = joined(list(LOWEST[: len(values)]), "or")
    number = f"{joined(values, 'or')} if that is the {there} piece there, and otherwise {words.operand(last)}"
    return f"a number for the lowest of {words.whose(owner)} pieces on {words.place(stack)}, which is {number}"


def _opposite(node: Any, words: Words) -> str:
    """The hole in the other one of two rows, which is so many numbers more or less; empty for other numbers."""
    asked, up, down = raw(node.cond), raw(node.value_a), raw(node.value_b)
    if isinstance(up, L.IntSub):
        asked, up, down = L.Not(a=asked), down, up
    here = up.a if isinstance(up, L.IntAdd) and type(up.b) is int else None
    if words.site != "hole" or here is None or not isinstance(down, L.IntSub) or down != L.IntSub(
            value_a=here, value_b=up.b):  # fmt: skip
        return ""
    turned = isinstance(asked, L.Not)
    inner: Any = asked.a if isinstance(asked, L.Not) else asked
    region = words.known_sites(inner.region) if isinstance(inner, L.IsIn) and inner.site == here else None
    full = words.rows_of_holes
    if len(full) != 2 or region is None or any(b - a != up.b for a, b in zip(*full, strict=True)):
        return ""
    if set(region) & {*full[0], *full[1]} != set(full[turned]):
        return ""
    whole(node.cond), whole(node.value_a), whole(node.value_b)
    return f"the hole opposite {words.place(here)}"


def _by_player(node: Any, words: Words) -> str:
    """The site some rows above another one for one of two players, and below it for the other; empty for others."""
    asked, up, down = raw(node.cond), raw(node.value_a), raw(node.value_b)
    role = getattr(asked, "role", None)
    if not isinstance(asked, L.IsPlayer) or asked.kind is not IsPlayerType.Mover or words.players != 2 or (
            asked.index is not None or role not in (RoleType.P1, RoleType.P2)):  # fmt: skip
        return ""
    ways = ["above", "below"]
    if isinstance(up, L.IntSub):
        up, down, ways = down, up, ways[::-1]
    here = up.a if isinstance(up, L.IntAdd) and type(up.b) is int else None
    if here is None or not is_site(here) or down != L.IntSub(value_a=here, value_b=up.b):
        return ""
    rows = words.rows_on(up.b) or words.rows_of_holes_on(up.b)
    if rows <= 0:
        return ""
    whole(node.cond), whole(node.value_a), whole(node.value_b)
    far = f"{rows} row{'s' * (rows > 1)}"
    players = [1, 2] if role is RoleType.P1 else [2, 1]
    first, second = (f"for player {player}" for player in players)
    return f"the {words.site} {far} {ways[0]} {words.place(here)} {first} and {far} {ways[1]} it {second}"


def cases(node: Any, given: tuple[Any, ...] = ()) -> Iterator[tuple[Any, Any]]:
    """The values of a number, each with its condition; the first one that holds decides, the last one has none."""
    asked = None if not given else given[0] if len(given) == 1 else L.BoolAnd(list=given)
    if not isinstance(node, L.IntIf):
        yield node, asked
        return
    yield from cases(node.value_a, (*given, node.cond))
    yield from cases(node.value_b, given)


def in_a_phrase(node: Any, words: Words) -> str:
    """A number of several cases that has a phrase for all of them; empty for others."""
    if not isinstance(node, L.IntIf):
        return ""
    return _opposite(node, words) or _by_player(node, words) or _first_of(node, words) or _by_lowest(node, words)


@told(L.IntIf)
def _chosen(node: Any, words: Words) -> str:
    """Numbers of which the first one is meant whose condition holds."""
    as_one = in_a_phrase(node, words)
    if as_one:
        return as_one
    parts = []
    tell = words.who if is_player(raw(node), words.kept.players) else words.operand
    if isinstance(node.value_a, L.IntIf) and not words.is_term(node.value_a) and not in_a_phrase(node.value_a, words):
        several = [(tell(value), asked) for value, asked in cases(raw(node))]
        whole(node.value_a), whole(node.value_b), whole(node.cond)
        listed = ", ".join(f"{value} if {words.of(asked)}" for value, asked in several[:-1])
        return f"the first that applies of {listed}, and otherwise {several[-1][0]},"
    while isinstance(node, L.IntIf):
        parts.append(f"{tell(node.value_a)} if {words.of(node.cond)}")
        node = node.value_b
        if isinstance(node, L.IntIf) and in_a_phrase(node, words):
            break
    return f"{', else '.join(parts)}, and otherwise {tell(node)},"
