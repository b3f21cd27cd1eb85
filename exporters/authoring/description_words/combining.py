"""How moves are put together, in words: alternatives, conditions, sequences."""

from __future__ import annotations

from typing import Any

from ludparse import ludemes as L
from ludparse.ludemes.base import replace, walk
from ludparse.ludemes.enums import MoveSimpleType

from .moving import following, moved_by, with_then
from .placing import piece_or_stack, placed
from .tree.arguments import raw, whole
from .tree.trees import differences
from .tree.turns import Further
from .unmoved import castling
from .wording.phrases import Words
from .wording.vocabulary import told


@told(L.MovesOr)
def _or(node: L.MovesOr | L.MovesAnd, words: Words) -> str:
    """Moves of which one is made; effects all happen, as with `and`."""
    return _one(node, words) if words.choosing else _all(node, words)


def _one(node: L.MovesOr | L.MovesAnd, words: Words) -> str:
    given = node.list or (node.moves_a, node.moves_b)
    both = piece_or_stack(given, words)
    return with_then(both or ", or ".join(dict.fromkeys(map(words.inner, given))), node, words)


def replaces(node: Any, words: Words) -> str:
    """That a piece stands in place of what stood on a site; empty for other effects."""
    parts = node.list or (node.moves_a, node.moves_b)
    gone, new = parts if len(parts) == 2 else (None, None)
    if not isinstance(gone, L.MovesRemove) or not isinstance(new, L.MovesAdd) or new.to is None or words.stacks:
        return ""
    where: Any = gone.location_function
    same = where is not None and raw(where) == raw(new.to.loc) and raw(gone) == L.MovesRemove(
        location_function=raw(where), region_function=None)  # fmt: skip
    if not same or raw(new) != L.MovesAdd(what=raw(new.what), to=L.To(loc=raw(where))):
        return ""
    whole(gone), whole(new.to)
    return f"replace what stands on {words.place(where)} with {placed(new.what, words)}"


@told(L.MovesAnd)
def _and(node: L.MovesAnd, words: Words) -> str:
    """Effects that all happen; of moves that are chosen one is made, as with `or`."""
    return _one(node, words) if words.choosing else _all(node, words)


def _all(node: L.MovesOr | L.MovesAnd, words: Words) -> str:
    replaced = replaces(node, words)
    if replaced:
        return with_then(replaced, node, words)
    text, before = "", False
    for part in node.list or (node.moves_a, node.moves_b):
        text += f"{'' if not text else '; in any case, ' if before else ', and '}{words.inner(part)}"
        before = asks(part, words)
    return with_then(text, node, words)


def asks(node: Any, words: Words) -> bool:
    """Whether moves begin with a condition, which would seem to be one of what is told behind them."""
    if not isinstance(node, L.MovesIf) or isinstance(node.cond, bool) or words.is_term(node):
        return False
    return not loses_mark(node, words) and not castling(node, words) and not switched(node, words)


def chosen(node: L.MovesIf) -> Any:
    """What is done where an option has decided the condition; the other part is done never, and not told."""
    whole(node.list), whole(node.else_list)
    return node.list if node.cond else node.else_list


def captures_again(first: Any, again: Any) -> bool:
    """Whether the moves that follow in a turn are those hops with which it began, of the same piece."""
    heads = {}
    for node in walk(raw(first)):
        if isinstance(node, L.ForEachPiece) and node.item is not None and node.specific_moves is not None:
            moves: Any = node.specific_moves
            moves = moves.moves if isinstance(moves, L.MaxMoves) else moves
            if isinstance(moves, L.Hop | L.MoveHop):
                if node.item in heads:
                    return False
                heads[node.item] = moves
    cases = _cases(raw(again))
    if not cases or not heads:
        return False
    named = {name for name, _ in cases if name}
    others = [hop for name, hop in heads.items() if name not in named]
    alike = len(others) == sum(not name for name, _ in cases) <= 1 and named <= heads.keys()
    if not alike or not all(_same_hop(heads[name] if name else others[0], hop) for name, hop in cases):
        return False
    whole(again)
    return True


def _cases(node: Any) -> list[tuple[str, Any]]:
    """The hops of the piece that has moved, by its name (empty for the other one); none for other moves."""
    if isinstance(node, L.MaxMoves) and node.then is None:
        return _cases(node.moves)
    if isinstance(node, L.Hop | L.MoveHop):
        last = node.from_ is not None and node.from_ == L.From(loc=L.Last(kind=L.LastType.To))
        return [("", node)] if last else []
    asked = node.cond if isinstance(node, L.MovesIf) and node.then is None and node.else_list is not None else None
    if not isinstance(asked, L.Equals) or asked.value_a != L.What(at=L.Last(kind=L.LastType.To)):
        return []
    name = asked.value_b.name if isinstance(asked.value_b, L.Id) else None
    one, other = _cases(node.list), _cases(node.else_list)
    return [(name, one[0][1]), *other] if name and len(one) == 1 and one[0][0] == "" and other else []


def _same_hop(a: Any, b: Any) -> bool:
    """Whether two hops differ only in where they begin and in what may not be hopped over twice."""
    if a.directions != b.directions or a.to != b.to or a.stack != b.stack or a.between is None or b.between is None:
        return False
    if _hurdles(a.between) != _hurdles(b.between) or a.between.effect != b.between.effect:
        return False
    return all("cond" in path and _is_can(a.then, path) for path, _, _ in differences(a.then, b.then))


def _is_can(node: Any, path: tuple[Any, ...]) -> bool:
    """Whether a path leads into moves of which is only asked whether there are any."""
    for step in path:
        if isinstance(node, L.Can):
            return True
        node = node[step] if isinstance(node, tuple) else getattr(node, step, None)
    return False


def loses_mark(node: Any, words: Words) -> bool:
    """Whether a piece loses its mark if it has one: then it need not be asked for."""
    done, condition = raw(node.list), raw(node.cond)
    same = isinstance(done, L.SetSite) and done.kind is L.SetSiteType.State and isinstance(condition, L.Equals) and (
        isinstance(condition.value_a, L.State) and condition.value_a.at == done.at) and (
        condition.value_b == 1 and done.value == 0 and condition.value_a.level is None)  # fmt: skip
    if not (words.kept.marks and same and node.else_list is None):
        return False
    whole(node.cond)
    return True


def _goes_on(node: Any, words: Words) -> bool:
    """Whether a turn goes on if a move like the one before is possible."""
    before = words.before
    if before is None or node.else_list is not None or not isinstance(node.list, L.MoveAgain):
        return False
    if node.list.then is not None or not isinstance(node.cond, L.Can):
        return False
    if raw(node.cond.moves) != replace(before, then=None):
        return False
    whole(node.cond), whole(node.list)
    return True


def hops_again(words: Words) -> str:
    """That a piece which has hopped does it again."""
    return f"if the piece can hop so again from there, {'it must' if words.must_hop_on else 'move again'}"


def is_again(node: Any, words: Words) -> bool:
    """Whether a turn goes on if the piece that has hopped can do it again."""
    if not isinstance(node.list, L.MoveAgain):
        return False
    if node.list.then is not None or not isinstance(node.cond, L.Can):
        return False
    again, first = raw(node.cond.moves), words.before
    if not isinstance(first, L.Hop | L.MoveHop):
        return False
    if not isinstance(again, L.Hop | L.MoveHop) or again.then is not None or again.from_ is None:
        return False
    same = again.directions == first.directions and again.to == first.to and again.stack == first.stack
    last = again.from_ == L.From(loc=L.Last(kind=L.LastType.To))
    if not (same and last and again.between is not None and first.between is not None and again.to.effect is None):
        return False
    if _hurdles(again.between) != _hurdles(first.between):
        return False
    whole(node.cond), whole(node.list)
    return True


def _hurdles(between: Any) -> Any:
    """What may be hopped over, apart from its being captured already, and how."""
    given = between.if_
    parts = (given.list or (given.a, given.b)) if isinstance(given, L.BoolAnd) else (given,)
    kept = frozenset(part for part in parts if part != _NOT_YET)
    return kept, between.before, between.range, between.after


_NOT_YET = L.Not(a=L.IsIn(
    site=L.IteratorBetween(), array=None, region=L.SitesSimple(kind=L.SitesSimpleType.ToClear)))  # fmt: skip


@told(L.MovesIf)
def _if(node: L.MovesIf, words: Words) -> str:
    castled = castling(node, words)
    if castled:
        return castled
    if _goes_on(node, words):
        return with_then("if such a move is possible again, move again", node, words)
    if is_again(node, words):
        text = hops_again(words)
        if node.else_list is not None:
            text += f"; otherwise {words.inner(node.else_list)}"
        return with_then(text, node, words)
    if loses_mark(node, words):
        return with_then(words.of(node.list), node, words)
    both_ways = switched(node, words)
    if both_ways:
        return both_ways
    if isinstance(node.cond, bool):  # what an option left
        part = chosen(node)
        return with_then(words.of(part) if part is not None else "do nothing", node, words)
    text = f"if {words.of(node.cond)}, {words.inner(node.list)}"
    if node.else_list is not None:
        text += f"; otherwise {words.inner(node.else_list)}"
    return with_then(text, node, words)


@told(L.Priority)
def _priority(node: L.Priority, words: Words) -> str:
    parts = [words.inner(part) for part in node.list or (node.list1, node.list2)]
    return with_then("; if that is not possible, ".join(parts), node, words)


def is_no_choice(node: Any, words: Words) -> bool:
    """Whether a move is only what follows from it: a pass, or the choice of a site that is always the same.

    Nothing that follows may ask what the last move was.
    """
    then = getattr(node, "then", None)
    if then is None or any(isinstance(one, L.Last) for one in walk(then)):
        return False
    if isinstance(node, L.MoveSimple):
        return node.kind is MoveSimpleType.Pass and not words.passes_count
    chosen_one = isinstance(node, L.MoveSelect | L.Select)
    plain = chosen_one and (node.to, node.from_.if_, node.from_.region) == (None,) * 3
    return plain and (type(node.from_.loc) is int or isinstance(node.from_.loc, L.CentrePoint | L.Coord))


@told(L.Do)
def _do(node: L.Do, words: Words) -> str:
    text = words.inner(node.prior) if node.next is None else following(node.prior, words)
    if node.next is not None:
        text += f"{'; then, in any case,' if asks(node.prior, words) else ', and then'} {words.inner(node.next)}"
    if node.if_afterwards is not None:
        with words.speaking_of(words.moved or moved_by(raw(node), words)):
            text += f", but only if afterwards {words.of(node.if_afterwards)}"
    return with_then(text, node, words)


@told(L.Apply)
def _apply(node: L.Apply, words: Words) -> str:
    when = "" if node.if_ in (None, True) else f" if {words.of(node.if_)}"
    return f"{words.inner(node.effect)}{when}"


@told(Further)
def _further(node: Further, words: Words) -> str:
    with words.choosing_one():
        return words.inner(node.body)


@told(L.MaxMoves)
def _max(node: L.MaxMoves, words: Words) -> str:
    what = "moves" if node.kind is L.MaxMovesType.Moves else "captures"
    text = f"{words.of(node.moves)}, but only so that the most {what} possible are made in the turn"
    return with_then(text, node, words)


def switched(node: Any, words: Words) -> str:
    """That a flag changes to its opposite; empty for other moves."""
    flag = L.Var(key=node.list.name) if isinstance(node.list, L.SetVar) and node.list.name is not None else None
    on, off = (L.SetVar(name=flag.key, new_value=value) for value in (1, 0)) if flag is not None else (None, None)
    if flag is None or flag.key not in words.kept.flags or raw(node.cond) not in _IS_ON(flag):
        return ""
    if (raw(node.list), raw(node.else_list)) != (off, on) or node.then is not None:
        return ""
    whole(node.cond), whole(node.list), whole(node.else_list)
    return f"{words.kept.flag(flag.key)} holds from now on if it did not, and otherwise ceases to hold"


def _IS_ON(flag: L.Var) -> tuple[L.Equals, L.Equals]:
    return L.Equals(value_a=flag, value_b=1), L.Equals(value_a=1, value_b=flag)
