"""A whole game in words: players, board, pieces, start, play, end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ludparse import ludemes as L
from ludparse.interpreter.equipment import Component, ComponentKind, Equipment
from ludparse.ludemes.base import keyword_of, names_of, walk
from ludparse.ludemes.enums import ResultType
from ludparse.ludemes.kinds import Moves

from .arguments import Reading, raw
from .ending import next_phase
from .outline import outline
from .phrases import Words, joined, plural_site

__all__ = ["describe_match", "describe_rules", "why_ended"]

Part = tuple[str, list[str]]
"""A heading, and sentences."""

_NO_VERBS = frozenset(("one", "all", "the", "if", "for", "with", "so", "as", "by", "in"))
_SHORT = 200  # characters
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


def describe_rules(game: L.Game, equipment: Equipment, board: str) -> tuple[list[Part], Words]:
    """The rules by part, and the words that told them: these know what had no phrase of its own.

    board: the board in a few words, such as `hex, 61 cells`.
    """
    words = Words(plural_site(equipment.default_site))
    elements = equipment.board.elements(equipment.default_site)
    words.labels = [element.label for element in elements]
    words.states_are_sides = _states_are_sides(game)
    words.colours = {element.phase: element.label for element in reversed(elements)}
    generators = [c.generator for c in equipment.components[1:] if c.generator is not None]
    words.name_what_comes_again([*dict.fromkeys(generators), game.rules])
    parts = _parts(Reading(game), equipment, board, words)
    terms = [f"{label} {_told(node, words)}" for node, label in list(words.terms.items())]
    return [*parts, *([("Terms", _used(terms, parts))] if terms else [])], words


def why_ended(game: L.Game, equipment: Equipment, drawn: bool) -> str:
    """The rule by which a game has ended, as a sentence; empty where several may be meant, or it takes no short one.

    drawn: whether all places are the same. Then wins and losses are not meant, and otherwise no draws.
    """
    words = Words(plural_site(equipment.default_site))
    words.labels = [element.label for element in equipment.board.elements(equipment.default_site)]
    words.states_are_sides = _states_are_sides(game)
    draws = {ResultType.Draw: True, ResultType.Tie: True, ResultType.Win: False, ResultType.Loss: False}
    found = []
    for node in walk(game.rules):
        for rule in _rules_of(node) if isinstance(node, L.End) else ():
            result = getattr(rule, "result", None)
            if not isinstance(result, L.Result) or draws.get(result.result, drawn) == drawn:
                found.append(_sentence(words.of(rule)))
    return found[0] if len(found) == 1 and len(found[0]) <= _SHORT else ""


def _states_are_sides(game: L.Game) -> bool:
    """Whether rules ask for friends and enemies by the states of pieces."""
    return any(isinstance(node, L.IsPlayer) and isinstance(node.index, L.State) for node in walk(game))


def _told(node: Any, words: Words) -> str:
    """What a name stands for: moves as an outline."""
    if not isinstance(node, Moves):
        return f"means: {words.term(node)}."
    label = words.terms.pop(node)
    words.choosing = node in words.chosen
    try:
        return "means: " + "\n".join(outline(node, words)) + "."
    finally:
        words.choosing = False
        words.terms[node] = label


def _used(terms: list[str], parts: list[Part]) -> list[str]:
    """The terms that are used in the rules or in a term that is."""
    text = "\n".join(line for _, lines in parts for line in lines)
    used: list[str] = []
    while True:
        more = [term for term in terms if term not in used and term.split(" ", 1)[0] in text]
        if not more:
            return sorted(used, key=terms.index)
        used += more
        text += "\n".join(term.split(" ", 1)[1] for term in more)


def _parts(game: Any, equipment: Equipment, board: str, words: Words) -> list[Part]:
    """The rules by part."""
    parts = [
        ("Players", list(_players(game, equipment))),
        ("Board", list(_board(game, equipment, board, words))),
        ("Pieces", [*_pieces(equipment, words), *map(_sentence, _items(game, words))]),
        ("Start", [_sentence(words.of(rule)) for rule in _rules(game.rules.start)] or ["The board is empty."]),
        *_play(game, equipment, words),
        ("Throughout", [words.of(rule) for rule in _rules(game.rules.meta)]),
        ("End", _ends(game.rules.end, words)),
        ("Also", [_sentence(f"the description says{rest}") for rest in [words.rest(game, *_BUILT[L.Game])] if rest]),
    ]
    return [(head, lines) for head, lines in parts if lines]


_BUILT: dict[type, tuple[str, ...]] = {
    L.Game: ("name", "players", "equipment"),
    L.Board: ("graph_fn", "track", "tracks", "use"),
    L.MancalaBoard: ("rows", "columns", "store", "num_stores", "track", "tracks"),
    L.SurakartaBoard: ("graph_fn", "loops", "from_"),
    L.Boardless: ("tiling", "dimension"),
    L.Track: names_of(L.Track),
    L.EquipmentPiece: ("name", "role", "generator"),
    L.Die: ("name", "role", "num_faces", "generator"),
    L.Dice: ("d", "faces", "faces_by_die", "from_", "role", "num"),
    L.Tile: ("name", "role", "generator"),
    L.Hand: ("role",),
}
"""Arguments that are told by what was built of them.

The board is told by its kind and its tracks, pieces by their owners and moves, dice by their faces.
"""


def _items(game: Any, words: Words) -> Iterator[str]:
    """What nothing that was built tells of the equipment."""
    for item in game.equipment.items:
        name = getattr(item, "name", None)
        rest = words.rest(item, "name", *_BUILT.get(item.__class__, ()))
        if rest:
            yield f"{keyword_of(item)}{f' “{name}”' if name else ''}{rest}"


def _board(game: L.Game, equipment: Equipment, board: str, words: Words) -> Iterator[str]:
    yield _sentence(f"the board: {board}")
    yield from _tracks(equipment, words)
    yield from _regions(game, words)
    yield from _maps(game, equipment, words)


def describe_match(match: L.Match, players: int) -> tuple[list[Part], Words]:
    """The rules of a match: its games one after another, and its end."""
    words = Words()
    read: Any = Reading(match)
    games = read.games.games if read.games.games is not None else (read.games.game,)
    names = [f"{game.name}{words.rest(game)}" for game in games]
    parts = [
        ("Players", [_sentence(f"{_number(players)} players play a match")]),
        ("Games", [_sentence(f"these games are played one after another: {joined(names)}")]),
        ("End", _ends(read.end, words)),
    ]
    return parts, words


def _sentence(text: str) -> str:
    return (text[:1].upper() + text[1:]).rstrip(".") + "."


def _number(count: int) -> str:
    return _NUMBERS[count].capitalize() if count < len(_NUMBERS) else str(count)


def _rules(node: Any) -> tuple[Any, ...]:
    """The rules of a `(start …)` or `(meta …)`."""
    if node is None:
        return ()
    return node.rules if node.rules is not None else (node.rule,)


def _players(game: L.Game, equipment: Equipment) -> Iterator[str]:
    count = equipment.players.count
    mode = "" if game.mode is None else game.mode.mode.name
    if count == 0:
        yield "Nobody plays: the game runs by itself."
    elif count == 1:
        yield "One player plays alone."
    elif mode == "Simultaneous":
        yield f"{_number(count)} players move at the same time."
    else:
        yield f"{_number(count)} players take turns."
    facing = [
        f"player {player.index} plays {player.facing.name}" for player in equipment.players.players if player.facing
    ]
    if facing:
        yield _sentence(f"Forward is a direction of its own for each player: {joined(facing)}")


def _tracks(equipment: Equipment, words: Words) -> Iterator[str]:
    for track in equipment.tracks:
        owner = f" of player {track.owner}" if track.owner else ""
        loop = ", which is a loop" if track.loop else ", which goes one way" if track.directed else ""
        way = ", ".join(_runs(equipment, track.sites, words))
        yield f"There is a track “{track.name}”{owner} of {len(track.elements)} steps{loop}: {way}."


def _runs(equipment: Equipment, sites: Sequence[int], words: Words) -> Iterator[str]:
    """Sites one after another, those in a straight line by the first and the last of them."""
    places = [(element.x, element.y) for element in equipment.board.elements(equipment.default_site)]
    at = 0
    while at < len(sites):
        end = at + 1
        while end + 1 < len(sites) and max(sites[at : end + 2]) < len(places) and min(sites[at : end + 2]) >= 0:
            (a, b), (c, d), (e, f) = (places[site] for site in sites[end - 1 : end + 2])
            if abs(c - a - e + c) + abs(d - b - f + d) > 1e-6:
                break
            end += 1
        if end - at > 1:
            yield f"{_label(sites[at], words)} to {_label(sites[end], words)}"
            at = end + 1
        else:
            yield _label(sites[at], words)
            at += 1


def _label(site: int, words: Words) -> str:
    return "its end" if site < 0 else words.sites_of([site])


def _regions(game: L.Game, words: Words) -> Iterator[str]:
    for item in game.equipment.items:
        if isinstance(item, L.Regions):
            who = f" of {words.of(item.role)}" if item.role is not None else ""
            name = f" “{item.name}”" if item.name else ""
            given = item.region_fn if item.region_fn is not None else item.regions_fn
            if given is not None:
                yield _sentence(f"the region{name}{who} is {words.of(given)}")
            elif item.sites is not None:
                yield _sentence(f"the region{name}{who} is {words.sites_of(item.sites, 24)}")


def _maps(game: Any, equipment: Equipment, words: Words) -> Iterator[str]:
    """The sites that maps name for players, of the maps that rules ask for those of a player."""
    entries = [node for node in walk(raw(game)) if isinstance(node, L.MapEntry)]
    roles = L.Mover | L.Next | L.Prev
    asked = {node.name or "Map" for node in entries if node.key_role is not None or isinstance(node.key, roles)}
    elements = equipment.board.elements(equipment.default_site)
    players = range(1, equipment.players.count + 1)
    for one in equipment.maps:
        if one.name in asked and all(0 <= one[player] < len(elements) for player in players):
            shown = [f"{elements[one[player]].label} for player {player}" for player in players]
            yield f"The {f'“{one.name}”' if one.name != 'Map' else 'map'} site is {joined(shown)}."


def _pieces(equipment: Equipment, words: Words) -> Iterator[str]:
    players = equipment.players.count
    owners: dict[str, list[int]] = {}
    moves: dict[str, dict[int, str]] = {}
    for piece in equipment.components[1:]:
        if piece.kind is ComponentKind.DIE:
            continue
        owners.setdefault(piece.base_name, []).append(piece.owner)
        if piece.generator is not None:
            words.choosing = True
            way = "\n".join(outline(piece.generator, words))
            words.choosing = False
            moves.setdefault(piece.base_name, {})[piece.owner] = way
    for name, of in owners.items():
        changes = words.states_are_sides and set(of) == {0}
        whose = "any player may have it, and it can change sides" if changes else _owned(of, players)
        yield _sentence(f"{name}: {whose}")
        ways = moves.get(name, {})
        for way in dict.fromkeys(ways.values()):
            who = [owner for owner, text in ways.items() if text == way]
            whose = "" if len(set(ways.values())) == 1 else f" of player {joined([str(o) for o in who])}"
            verb = way.split(" ", 1)[0] not in _NO_VERBS
            yield _sentence(f"a {name}{whose} may {way}" if verb else f"a {name}{whose} may do this: {way}")
    yield from _dice(equipment)
    hands = [c for c in equipment.containers[1:] if c.kind.value == "hand"]
    if hands:
        yield _sentence(f"beside the board there are hands for {joined([_owner(c.owner, players) for c in hands])}")


def _owned(of: list[int], players: int) -> str:
    if sorted(set(of)) == list(range(1, players + 1)) and players > 1:
        return "each player has some"
    return f"for {joined([_owner(owner, players) for owner in sorted(set(of))])}"


def _owner(owner: int, players: int) -> str:
    return "nobody" if owner == 0 else "everybody" if owner > players else f"player {owner}"


def _dice(equipment: Equipment) -> Iterator[str]:
    for container in equipment.dice:
        dice: list[Component] = [equipment.components[i] for i in container.members]
        faces = dice[0].faces if dice else ()
        number = "A die" if container.num_sites == 1 else f"{_number(container.num_sites)} dice"
        verb = "shows" if container.num_sites == 1 else "show"
        yield f"{number} {verb} {joined([str(face) for face in faces], 'or')}."


def _play(game: L.Game, equipment: Equipment, words: Words) -> Iterator[Part]:
    rules = game.rules
    if rules.phases is None:
        yield "Play", [_turn(rules.play, words)] if rules.play is not None else []
        return
    common = [_turn(rules.play, words)] if rules.play is not None else []
    for phase in rules.phases:
        who = "" if phase.role is None else f", {words.of(phase.role)}"
        lines = [_turn(phase.play, words), *common]
        following = phase.next_phases if phase.next_phases is not None else (phase.next_phase,)
        lines += [next_phase(node, words) for node in following if node is not None]
        lines += _ends(phase.end, words)
        rest = words.rest(phase, "name")
        yield f"Phase “{phase.name}”{who}{rest}" if len(rules.phases) > 1 or rest else "Play", lines


def _turn(play: L.Play, words: Words) -> str:
    words.choosing = True
    try:
        return _sentence("on a turn, " + "\n".join(outline(play.moves, words)))
    finally:
        words.choosing = False


def _ends(end: L.End | None, words: Words) -> list[str]:
    return [] if end is None else [_sentence(words.of(rule)) for rule in _rules_of(end)]


def _rules_of(end: L.End) -> tuple[Any, ...]:
    rules = end.end_rules if end.end_rules is not None else (end.end_rule,)
    return tuple(rule for rule in rules if rule is not None)
