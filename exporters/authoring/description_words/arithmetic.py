"""Sums, products and other numbers that are computed, in words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from ludparse import ludemes as L
from ludparse.ludemes.base import replace
from ludparse.ludemes.enums import CountSimpleType

from .cases import in_a_phrase
from .numbers import at_each, sites_of
from .tree.arguments import raw, whole
from .wording.phrases import Words
from .wording.vocabulary import is_site, told


def _rows_away(parts: list[Any], word: str, words: Words) -> str:
    """The site straight above or below another one, where its number is so much more or less; empty for other sums."""
    where, number = parts if type(parts[1]) is int else parts[::-1]
    if type(number) is not int or number <= 0 or not is_site(where) or (word == "minus" and where is parts[1]):
        return ""
    rows = words.rows_on(number)
    if rows <= 0:
        return ""
    way = "above" if word == "plus" else "below"
    return f"the {words.site} {rows} row{'s' * (rows > 1)} {way} {words.place(where)}"


def _steps_farther(parts: list[Any], words: Words) -> str:
    """By how much one site is farther from a third than another one; empty for other differences."""
    one, other = parts
    if not isinstance(one, L.CountSteps) or not isinstance(other, L.CountSteps) or one.site2 is None:
        return ""
    more = any(getattr(part, name) is not None for part in parts for name in ("relation", "type", "step_move"))
    if more or raw(one.site2) != raw(other.site2):
        return ""
    whole(other.site2)
    return (f"the number of steps by which {words.place(one.site1)} is farther from {words.place(one.site2)} than "
            f"{words.place(other.site1)}")  # fmt: skip


_MOST = {"the larger of{}": ("largest", "highest"), "the smaller of{}": ("smallest", "lowest")}
"""Of two numbers, what they are called of a whole list, and the number of a site among others."""


def _moves_of_turn(number: Any) -> bool:
    return isinstance(number, L.CountSimple) and number.kind is CountSimpleType.MovesThisTurn


_SUMS: dict[type, str] = {
    L.IntAdd: "the sum of {} and {}", L.FloatAdd: "the sum of {} and {}",
    L.IntSub: "the difference of {} and {}", L.FloatSub: "the difference of {} and {}",
}  # fmt: skip


def _factor(number: Any, words: Words) -> str:
    """A number that is multiplied or taken away: a sum is called that, for its parts would seem to stand alone."""
    known = words.number(number) if isinstance(number, L.IntAdd | L.IntSub) else None
    if known is not None:
        whole(number)
        return str(known)
    names = ("a", "b") if isinstance(number, L.IntAdd | L.FloatAdd) else ("value_a", "value_b")
    sum_ = _SUMS.get(type(raw(number)), "")
    parts = [getattr(raw(number), name) for name in names] if sum_ and not words.is_term(number) else []
    if not parts or any(part is None or is_site(part) or _moves_of_turn(part) for part in parts):
        return words.operand(number)
    return sum_.format(*(_factor(getattr(number, name), words) for name in names))


def _by_cases(node: Any, names: Sequence[str], words: Words) -> str:
    """What is computed of a written number and one of two cases, in each of these; empty for others."""
    if not isinstance(node, L.IntAdd | L.IntSub | L.IntMul | L.IntDiv):
        return ""
    given = {name: value for name in names if (value := getattr(node, name, None)) is not None}
    chosen = [name for name, value in given.items() if isinstance(value, L.IntIf) and not words.is_term(value)]
    if len(given) != 2 or len(chosen) != 1 or not any(type(value) is int for value in given.values()):
        return ""
    number = given[chosen[0]]
    if in_a_phrase(number, words):
        return ""
    plain = raw(whole(number))
    one, other = (replace(raw(node), **{chosen[0]: value}) for value in (plain.value_a, plain.value_b))
    return words.of(L.IntIf(cond=plain.cond, value_a=one, value_b=other))


def _operation(word: str) -> Any:
    def tell(node: Any, words: Words) -> str:
        names = ("a", "b", "value_a", "value_b")
        parts = [getattr(node, n) for n in names if getattr(node, n, None) is not None]
        parts += list(getattr(node, "list", None) or ())
        array = getattr(node, "array", None)
        by_cases = _by_cases(node, names, words)
        if by_cases:
            return by_cases
        if len(parts) == 2 and word == "plus" and 1 in parts and any(map(_moves_of_turn, parts)):
            whole(next(part for part in parts if _moves_of_turn(part)))
            return "the number of moves of this turn with this one"
        if len(parts) == 2 and word in ("plus", "minus"):
            far = _rows_away(parts, word, words)
            if far:
                return far
            words.counts_sites = words.counts_sites or any(map(is_site, parts))
            farther = _steps_farther(parts, words) if word == "minus" else ""
            if farther:
                return farther
        one = at_each(array, words) if word == "plus" and type(raw(array)) is L.Results else ""
        if one and array is not None:
            return f"the sum over {words.operand(array.from_)} of {one}"
        if array is not None and word in _MOST:
            which, end = _MOST[word]
            if sites_of(array) is None:
                return f"the {which} of {words.of(array)}"
            words.counts_sites = True
            return f"the {words.site} with the {end} number in {words.of(array)}"
        if array is not None:
            return word.format(f" {words.of(array)}") if "{}" in word else f"{words.of(array)}, put together by {word}"
        if "{}" in word:
            return word.format(f" {' and '.join(words.operand(part) for part in parts)}")
        if len(parts) == 1 and word == "minus" and type(parts[0]) is int:
            return f"-{parts[0]}"
        if len(parts) == 1 and word == "minus":
            parts = [0, *parts]
        tell = words.operand if word == "plus" else partial(_factor, words=words)
        first = words.operand if word == "minus" else tell
        return f" {word} ".join([first(parts[0]), *map(tell, parts[1:])])

    return tell


for _classes, _word in (
    ((L.IntAdd, L.FloatAdd), "plus"),
    ((L.IntSub, L.FloatSub), "minus"),
    ((L.IntMul, L.FloatMul), "times"),
    ((L.IntDiv, L.FloatDiv), "divided by"),
    ((L.IntPow, L.FloatPow), "to the power of"),
    ((L.IntMin, L.FloatMin), "the smaller of{}"),
    ((L.IntMax, L.FloatMax), "the larger of{}"),
):
    told(*_classes)(_operation(_word))


@told(L.Mod)
def _rest(node: L.Mod, words: Words) -> str:
    return f"the remainder of {_factor(node.value, words)} divided by {words.operand(node.modulo)}"
