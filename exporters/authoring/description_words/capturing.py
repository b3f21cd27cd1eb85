"""Captures that follow from a move, in words."""

from __future__ import annotations

import re
from typing import Any

from ludparse import ludemes as L

from .moving import following, removes, site, sites, with_then
from .said_of_sites import of_piece
from .tree.arguments import raw, whole
from .wording.phrases import Words
from .wording.vocabulary import joined, says, told

says("satisfy: {constraint/constraints}", L.Satisfy)


def _whom(part: Any, iterator: Any, words: Words, default: str, several: bool = False) -> str:
    """Whose piece, or pieces, are meant by a condition on their site."""
    return _meant(None if part is None else part.if_, iterator, words, default, several)


def _meant(condition: Any, iterator: Any, words: Words, default: str, several: bool = False) -> str:
    with words.calling_to(f"that {words.site}"):
        whom = "" if condition is None else of_piece(condition, iterator, words, several)
        if whom.startswith(("where ", "that ", "in ", "on ", "not ")) or " where " in whom:
            return sites(condition, iterator, words) if several else site(words.site, condition, iterator, words)
    return whom or default


def _start(node: Any, usual: Any, words: Words) -> str:
    """The site around which pieces are captured."""
    from_ = node.from_
    if from_ is None:
        return words.moved_piece(usual) or words.of(usual)
    where = from_.loc if from_.loc is not None else L.IteratorFrom()
    return (words.moved_piece(where) or words.of(where)) + words.rest(from_)


def _instead(part: Any, iterator: Any, words: Words) -> str:
    """What is done with captured pieces, where they are not only removed."""
    if part is None or part.effect is None or removes(part.effect, iterator):
        return ""
    done: Any = part.effect.effect
    if isinstance(done, L.MovesAnd) and done.then is None and part.effect.if_ is None:
        parts = list(done.list or (done.moves_a, done.moves_b))
        removal = [one for one in parts if removes(L.Apply(effect=raw(one)), iterator)]
        if len(removal) == 1:
            whole(removal[0])
            with words.calling_captured():
                return f"; for each captured piece, {_all_done([one for one in parts if one is not removal[0]], words)}"
    with words.calling_captured():
        return f"; for each of them, {following(part.effect, words)}"


def _all_done(effects: list[Any], words: Words) -> str:
    """Effects one after another, those that have a condition with it behind them, so that it is not one of the next."""
    text, before = "", False
    for effect in effects:
        asked = isinstance(effect, L.MovesIf) and not isinstance(effect.cond, bool) and not words.is_term(effect) and (
            effect.else_list is None and effect.then is None)  # fmt: skip
        one = f"{words.inner(effect.list)}, but only if {words.of(effect.cond)}" if asked else words.inner(effect)
        between = "" if not text else ", and " if asked else "; in any case, " if before else " and "
        text, before = f"{text}{between}{one}", asked
    return text


def _captured(node: Any, text: str, part: Any, iterator: Any, words: Words) -> str:
    """A capture, or what is done with pieces in its place, with what is told of neither."""
    done = _instead(part, iterator, words)
    rest = words.rest(node, "then")
    if done.startswith("; for each of"):
        text = re.sub(" if (?=every |all )", ", if ", text.replace("capture", "for", 1), count=1)
        text = text.replace("for each unbroken line", "for each piece in an unbroken line", 1)
        done = done.removeprefix("; for each of them")
    return with_then(f"{text}{rest}{done}", node, words)


_LAST_TO = L.Last(kind=L.LastType.To)


@told(L.Custodial)
def _custodial(node: L.Custodial, words: Words) -> str:
    """What stands between is captured, or something else happens to it."""
    other = _whom(node.to, L.IteratorTo, words, "a friendly piece")
    way = "" if node.dirn_choice is None else f" {words.of(node.dirn_choice)}"
    limits: Any = None if node.between is None else node.between.range
    if isinstance(limits, L.RangeMax) and limits.max == 1:
        whole(limits)
        whom = _whom(node.between, L.IteratorBetween, words, "an enemy piece")
        each = re.fullmatch(r"(the opponent|player \d+)'s ([^,]+?)(?= where | on | in | not |$)(.*)", whom)
        one = f"each {each[2]} of {each[1]}{each[3]}" if each else re.sub("^an? ", "each ", whom)
        what = f"{one} that stands{way} directly between {_start(node, _LAST_TO, words)} and {other}"
        return _captured(node, f"capture {what}", node.between, L.IteratorBetween, words)
    many = "" if limits is None else f", {words.of(limits)} long,"
    whom = _whom(node.between, L.IteratorBetween, words, "enemy pieces", several=True)
    line = f"each unbroken line{way}{many} of {whom} between {_start(node, _LAST_TO, words)} and {other}"
    return _captured(node, f"capture {line}", node.between, L.IteratorBetween, words)


@told(L.Surround)
def _surround(node: L.Surround, words: Words) -> str:
    asked: Any = None if node.between is None else node.between.if_
    parts: list[Any] = list(asked.list or (asked.a, asked.b)) if isinstance(asked, L.BoolAnd) else [asked]
    terms = [part for part in parts if part is not None and words.is_term(part)] if len(parts) > 1 else []
    if terms:
        rest = [part for part in parts if part not in terms]
        asked = rest[0] if len(rest) == 1 else L.BoolAnd(list=tuple(map(whole, rest))) if rest else None
    whom = _meant(asked, L.IteratorBetween, words, "an enemy piece")
    if_ = f"if {joined([words.of(part) for part in terms])}, and " if terms else "if "
    other = _whom(node.to, L.IteratorTo, words, "a friendly piece")
    how = "" if node.relation is None else f"{words.of(node.relation)}ly " if node.relation.name in _LY else (
        f"{words.of(node.relation)} ")  # fmt: skip
    start = _start(node, L.IteratorFrom(), words)
    sites = (f"a {words.site}", f"an empty {words.site}", f"an occupied {words.site}")
    holds = "" if other.startswith(sites) else "hold "
    one = whom if "'s " in whom else f"each {whom.removeprefix('an ').removeprefix('a ')}"
    if node.except_ is None:
        held = other.removeprefix(f"a {words.site} that ") if holds == "" else f"holds {other}"
        held = held if held != other else f"is {other}"
        text = f"capture {one} {how}beside {start} {if_}every other {words.site} {how}beside it {held}"
    else:
        most = f"all but at most {words.of(node.except_)} of the {words.sites}"
        text = f"capture {one} {how}beside {start} {if_}{most} {how}beside it "
        piece = words.moved_piece(L.IteratorFrom() if node.from_ is None else node.from_.loc or L.IteratorFrom())
        both = piece and other == "a friendly piece"
        text += f"hold {piece} or another friendly piece" if both else f"are that {words.site} or {holds}{other}"
    if node.with_ is not None:
        text += f", one of them {words.filled('{with_.component}', node)}"
    return _captured(node, text, node.between, L.IteratorBetween, words)


_LY = ("Orthogonal", "Diagonal")


@told(L.Enclose)
def _enclose(node: L.Enclose, words: Words) -> str:
    whom = _whom(node.between, L.IteratorBetween, words, "enemy pieces", several=True)
    way = "" if node.directions is None else f" {words.of(node.directions)}"
    start = _start(node, _LAST_TO, words)
    beside = "no empty" if node.num_exception is None else f"at most {words.of(node.num_exception)} empty"
    text = f"capture each group of {whom} connected{way} that touches {start} and has {beside} {words.site} beside it"
    return _captured(node, text, node.between, L.IteratorBetween, words)


@told(L.Intervene)
def _intervene(node: L.Intervene, words: Words) -> str:
    whom = _whom(node.to, L.IteratorTo, words, "an enemy piece")
    way = "" if node.dirn_choice is None else f" {words.of(node.dirn_choice)}"
    limits: Any = None if node.between is None else node.between.range
    many = "" if limits is None else f", {words.of(limits)} on each side,"
    text = f"capture {whom} on both sides{way} of {_start(node, _LAST_TO, words)}{many}"
    return _captured(node, text.removesuffix(","), node.to, L.IteratorTo, words)


@told(L.Directional)
def _directional(node: L.Directional, words: Words) -> str:
    """Where a line and its direction are given, these are told instead of the direction of the last move."""
    whom = _whom(node.to, L.IteratorTo, words, "enemy pieces", several=True)
    if node.directions is None or node.from_ is None or node.from_.loc is None:
        way = "" if node.directions is None else f" {words.of(node.directions)}"
        text = f"capture the unbroken line of {whom} in the direction of the move{way}"
        if node.from_ is not None:
            text += f" from {_start(node, _LAST_TO, words)}"
        return _captured(node, text, node.to, L.IteratorTo, words)
    line = f"capture all {whom} that stand without a gap in the line"
    line += f" from {words.place(node.from_.loc)} on, {words.of(node.directions)}"
    return _captured(node, line, node.to, L.IteratorTo, words)
