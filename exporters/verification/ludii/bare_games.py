"""The plainest games around one part of a description: where leaving out and replacing begins.

A difference in play mostly comes from one condition or one kind of move. Each of them is put into a game that has
hardly anything besides: one cell, at most one piece, no end. If one of these games differs in the same way, hundreds of
words are gone in one step, and every further attempt is fast. None of these games has to be right: whoever asks for
them checks each one, the smallest first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from ludparse import ludemes
from ludparse.description.description import parse
from ludparse.reader.formatter import format_tree
from ludparse.reader.syntax import Arg, Array, Atom, AtomKind, Call, Node, walk

from .simpler import kinds_of
from .trees import children, is_number, size

__all__ = ["bare_games"]

_EFFECTS = {
    "Add": "(add (to 0))",
    "Move": "(fromTo (from 0) (to 0))",
    "Remove": "(remove 0)",
    "Select": "(move Select (from 0))",
    "SetNextPlayer": "(moveAgain)",
    "SetScore": "(addScore P1 1)",
    "SetVar": "(set Var 1)",
    "SetState": "(set State at:0 1)",
    "SetCount": "(set Count at:0 1)",
    "Propose": '(move Propose "Draw")',
}
"""What a condition may allow so that its value is seen, by the kind of action that the move then has. It may always
allow a pass: where it allows nothing, a pass is forced."""

_AT_SITES = {
    "Add": "(add (to {}))",
    "Move": "(add (to 0) (then (fromTo (from 0) (to {}))))",
    "Remove": "(add (to 0) (then (remove {})))",
    "Select": "(move Select (from {}))",
}
"""What shows the value of a number or a region, by the kind of action that the move then has."""

_WITH_NUMBER = {
    "SetScore": "(addScore P1 {})",
    "SetVar": "(set Var {})",
    "SetState": "(set State at:0 {})",
    "SetCount": "(set Count at:0 {})",
    "SetValue": "(set Value at:0 {})",
}
"""The same for numbers that are no sites."""

_CONTEXT = frozenset(("to", "from", "between", "site"))
"""Ludemes that ask for what only surrounding moves and loops provide. In a bare game a constant takes their place."""

_MOVING = frozenset(("move", "step", "slide", "hop", "leap", "fromTo", "shoot", "select"))
"""Moves that begin at the piece that `forEach Piece` has reached, unless they say where they begin."""

_MOST = 2000
"""At most so many games are proposed, the smallest."""

_BOARDS = ("(board (square 1))", "(board (square 3))")

_RESULTS = ("(byScore)", "(result Mover Win)")

_NO_END = "(end (if False))"

_WORD = re.compile(r'"[^"]*"|[^\s(){}":]+')


@dataclass(frozen=True, slots=True)
class _Parts:
    """A description by its parts. `items`: the equipment besides board and pieces."""

    name: str
    players: int
    board: str
    pieces: tuple[Call, ...]
    items: tuple[Call, ...]
    start: str


def bare_games(tree: Call, about: str, actions: frozenset[str]) -> Iterator[Call]:
    """Games that are smaller than the description, each around one of its parts, the smallest first.

    about: what the difference is about: `moves`, `end` or `position`; for others there are none. actions: the kinds of
    actions that it is about, such as `Remove`. A match has no such games.
    """
    parts = _parts_of(tree)
    around = {"moves": _moves, "end": _ends, "position": _starts}.get(about)
    if parts is None or around is None:
        return
    words = size(tree)
    texts = dict.fromkeys(around(tree, parts, actions))
    for text in sorted(texts, key=lambda text: len(_WORD.findall(text)))[:_MOST]:
        (game,) = parse(text)
        assert isinstance(game, Call)
        if size(game) < words:
            yield game


def _moves(tree: Call, parts: _Parts, actions: frozenset[str]) -> Iterator[str]:
    """Games whose moves are one of the moves or effects of the description, or depend on one of its conditions, numbers
    or regions."""
    effects = [effect for name, effect in _EFFECTS.items() if name in actions]
    at_sites = [effect for name, effect in _AT_SITES.items() if name in actions]
    with_number = [effect for name, effect in _WITH_NUMBER.items() if name in actions]
    of_pieces = {id(node) for piece in parts.pieces for node in walk(piece)}
    for part in (node for node in walk(tree) if isinstance(node, Call)):
        kinds = kinds_of(part)
        if ludemes.Moves in kinds:
            for text in dict.fromkeys(_forms(part)):
                yield from _around(parts, text)
            if id(part) in of_pieces:
                for form in (part, _eased(part)):
                    yield from _of_piece(parts, format_tree(form))
        if ludemes.BooleanFunction in kinds:
            for text in _closed(part):
                yield from _around(parts, f"(if {text} (pass))")
                for effect in effects:
                    yield from _on_one_cell(parts, f"(if {text} {effect})")
        if ludemes.IntFunction in kinds:
            for text, effect, value in product(_closed(part), ("(pass)", *effects[:1]), range(3)):
                yield from _on_one_cell(parts, f"(if (= {value} {text}) {effect})")
        asked = at_sites if {ludemes.IntFunction, ludemes.RegionFunction} & kinds else []
        for text, effect in product(_closed(part), asked + (with_number if ludemes.IntFunction in kinds else [])):
            yield from _around(parts, effect.format(text))


def _ends(tree: Call, parts: _Parts, actions: frozenset[str]) -> Iterator[str]:
    """Games that end as the description does, or by one of its conditions."""
    for part in (node for node in walk(tree) if isinstance(node, Call)):
        kinds = kinds_of(part)
        for text in dict.fromkeys(_forms(part)):
            ends = [f"(end {text})"] if ludemes.EndRule in kinds else []
            ends += [f"(end (if {text} {what}))" for what in _RESULTS] if ludemes.BooleanFunction in kinds else []
            for end, moves in product(ends, ("(pass)", "(add (to 0))", "(add (to (sites Empty)))")):
                yield from _around(parts, moves, end)


def _starts(tree: Call, parts: _Parts, actions: frozenset[str]) -> Iterator[str]:
    """Games that begin as the description does, or by one of its start rules."""
    yield from _around(parts, "(pass)")
    equipment = [*map(format_tree, parts.items), *map(_bare, parts.pieces)]
    for part in (node for node in walk(tree) if isinstance(node, Call) and ludemes.StartRule in kinds_of(node)):
        text = format_tree(part)
        named = [_bare(piece) for piece in parts.pieces if _name(piece) in _names(text)]
        for board in (*_BOARDS, parts.board):
            yield _game(parts, [board, *named], f"(start {text})", "(pass)", _NO_END)
            yield _game(parts, [board, *equipment], f"(start {text})", "(pass)", _NO_END)


def _around(parts: _Parts, moves: str, end: str = _NO_END) -> Iterator[str]:
    """Games with these moves: without pieces, with one at the first site, and with all equipment."""
    about = f"{moves} {end}"
    items = [format_tree(item) for item in parts.items if _needed(item, about)]
    named = [_bare(piece) for piece in parts.pieces if _name(piece) in _names(about)] or ['(piece "Disc")']
    first = _start(named[0])
    for board in _BOARDS:
        yield _game(parts, [board, *items], "", moves, end)
        yield _game(parts, [board, *items], "", f"(add (to 0) (then {moves}))", end)
        yield _game(parts, [board, *items, *named], first, moves, end)
        if any(item.startswith("(hand") for item in items):
            yield _game(parts, [board, *items, *named], first.replace(" 0)", ' "Hand1")'), moves, end)
    pieces = [_bare(piece) for piece in parts.pieces]
    yield _game(parts, [parts.board, *map(format_tree, parts.items), *pieces], parts.start, moves, end)
    yield _game(parts, [parts.board, *items], "", moves, end)


def _on_one_cell(parts: _Parts, moves: str) -> Iterator[str]:
    """Games with these moves on the smallest board: by themselves, and after a piece was added."""
    equipment = [_BOARDS[0], *(format_tree(item) for item in parts.items if _needed(item, moves))]
    for text in (moves, f"(add (to 0) (then {moves}))"):
        yield _game(parts, equipment, "", text, _NO_END)


def _of_piece(parts: _Parts, moves: str) -> Iterator[str]:
    """Games in which the only piece has these moves."""
    items = [format_tree(item) for item in parts.items if _needed(item, moves)]
    named = [_bare(piece) for piece in parts.pieces if _name(piece) in _names(moves)]
    piece = f'(piece "Runner" {moves})'
    for board, site in product(_BOARDS, ("0", "(sites Board)")):
        equipment = [board, *items, piece, *named]
        yield _game(parts, equipment, f'(start (place "Runner1" {site}))', "(forEach Piece)", _NO_END)


def _game(parts: _Parts, equipment: list[str], start: str, moves: str, end: str) -> str:
    return (
        f'(game "{parts.name}" (players {parts.players}) (equipment {{{" ".join(equipment)}}}) '
        f"(rules {start} (play {moves}) {end}))"
    )


def _parts_of(tree: Call) -> _Parts | None:
    """The parts of a game; None for anything else."""
    if tree.keyword != "game" or not tree.args or not isinstance(tree.args[0].value, Atom):
        return None
    by_keyword = {child.keyword: child for child in children(tree) if isinstance(child, Call)}
    if not {"equipment", "rules"} <= {*by_keyword}:
        return None
    items = [node for node in _flat(by_keyword["equipment"]) if isinstance(node, Call)]
    boards = [item for item in items if ludemes.Container in kinds_of(item) and item.keyword not in ("hand", "dice")]
    pieces = tuple(item for item in items if item.keyword == "piece")
    others = tuple(item for item in items if item not in pieces and item not in boards[:1])
    starts = [node for node in children(by_keyword["rules"]) if isinstance(node, Call) and node.keyword == "start"]
    board = format_tree(boards[0]) if boards else _BOARDS[0]
    name = tree.args[0].value.text
    return _Parts(name, _players(by_keyword), board, pieces, others, " ".join(map(format_tree, starts)))


def _flat(equipment: Call) -> Iterator[Node]:
    for node in children(equipment):
        yield from node.items if isinstance(node, Array) else (node,)


def _players(by_keyword: dict[str, Call]) -> int:
    """How many players there are."""
    (*given,) = children(by_keyword["players"]) if "players" in by_keyword else ()
    if len(given) == 1 and isinstance(given[0], Atom) and given[0].kind is AtomKind.NUMBER:
        return int(given[0].text)
    return len([*_flat(by_keyword["players"])]) if given else 2


def _forms(part: Call) -> Iterator[str]:
    """The text of a part; also with nothing that it asks for, and with constants in the place of what only its
    surroundings provide."""
    eased = _eased(part)
    for form in (part, eased, _at_first(part), _at_first(eased)):
        yield from _closed(form)


def _eased(node: Call) -> Call:
    """With every condition met and every number at most 1."""
    met, one = Atom("True", AtomKind.SYMBOL), Atom("1", AtomKind.NUMBER)

    def changed(child: Node) -> Node:
        if isinstance(child, Array):
            return Array(tuple(changed(item) for item in child.items))
        if isinstance(child, Atom):
            return one if is_number(child) and int(child.text) > 1 else child
        if child.keyword == "if" and len(child.args) > 1 and ludemes.Moves in kinds_of(child):
            return changed(child.args[1].value)
        return _eased(child)

    return Call(node.keyword, tuple(Arg(a.name, met if a.name == "if" else changed(a.value)) for a in node.args))


def _at_first(move: Call) -> Call:
    """A move from the first site to the first site, with whatever else it has."""
    if move.keyword not in _MOVING:
        return move
    ends = {keyword: parse(f"({keyword} 0)")[0] for keyword in ("from", "to")}
    return Call(move.keyword, tuple(Arg(a.name, ends.get(getattr(a.value, "keyword", ""), a.value)) for a in move.args))


def _closed(part: Call) -> Iterator[str]:
    """The text of a part, and with constants in the place of what only its surroundings provide."""
    text = format_tree(part)
    yield text
    closed = _with_constants(part, part.keyword in _MOVING)
    if part.keyword in _MOVING and not any(isinstance(n, Call) and n.keyword == "from" for n in children(closed)):
        (start,) = parse("(from 0)")
        words = [isinstance(arg.value, Atom) for arg in closed.args]
        at = words.index(False) if False in words else len(words)
        closed = Call(closed.keyword, (*closed.args[:at], Arg(None, start), *closed.args[at:]))
    yield format_tree(closed)
    if closed.keyword == "move" and not any(isinstance(node, Atom) for node in children(closed)):
        yield format_tree(Call("fromTo", closed.args))  # the same as an effect


def _with_constants(node: Call, moving: bool) -> Call:
    """moving: the ludemes directly within say where moves begin and end, and are no questions."""

    def changed(child: Node) -> Node:
        if isinstance(child, Array):
            return Array(tuple(changed(item) for item in child.items))
        if not isinstance(child, Call):
            return child
        if not moving and child.keyword in _CONTEXT and not child.args:
            return Atom("0", AtomKind.NUMBER)
        return _with_constants(child, child.keyword in _MOVING)

    return Call(node.keyword, tuple(Arg(arg.name, changed(arg.value)) for arg in node.args))


def _needed(item: Call, text: str) -> bool:
    """Whether something of the equipment is referred to, by its name or by what it is."""
    return _name(item) in _names(text) or item.keyword in text.lower()


def _name(item: Call) -> str:
    """The first name within something; empty where it has none."""
    return next((node.text for node in walk(item) if isinstance(node, Atom) and node.kind is AtomKind.STRING), "")


def _names(text: str) -> set[str]:
    """The names in a text, also without the number of a player."""
    names = {*text.split('"')[1::2]}
    return names | {name.rstrip("0123456789") for name in names}


def _bare(piece: Call) -> str:
    """A piece without moves of its own."""
    kept = tuple(arg for arg in piece.args if isinstance(arg.value, Atom))[:2]
    return format_tree(Call(piece.keyword, kept))


def _start(piece: str) -> str:
    """The first player's piece on the first site."""
    return f'(start (place "{piece.split(chr(34))[1]}1" 0))'
