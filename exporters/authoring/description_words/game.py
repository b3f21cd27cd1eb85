"""A whole game in words: players, board, pieces, start, play, end."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from ludparse import ludemes as L
from ludparse.interpreter.equipment import Component, ComponentKind, Equipment
from ludparse.ludemes.base import keyword_of, names_of, replace, walk
from ludparse.ludemes.enums import ResultType, RoleType
from ludparse.ludemes.kinds import BooleanFunction, Moves

from .combining import captures_again
from .ending import FIRST_DECIDES, decided_by, decides, first_decides, next_phase
from .layout import board_sentences, learn, sentence
from .marks import mark_sentences
from .moving import moved_by, moved_last, removes_at_end
from .outline import ALL, asked, means, outline
from .starting import remembered_at_first, start_sentences
from .throughout import holding_throughout, moves_pieces, without_removal
from .told import Told, of_ludeme
from .tree.arguments import Reading, raw, whole
from .tree.folding import Seen, Way, Who, folded, from_the_side_of
from .tree.terms import Term, speaks_of
from .tree.turns import first_and_again, in_turns
from .unmoved import loses, steps_past
from .wording.kept import begins_by_pending, restarted, restarts, without
from .wording.phrases import Words
from .wording.vocabulary import OPEN, joined, plain, plural_site, readable, spaced

__all__ = ["describe_match", "describe_rules", "why_ended"]

Part = tuple[str, list[str]]
"""A heading, and sentences."""

_SHORT = 200  # characters
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")


def describe_rules(game: L.Game, equipment: Equipment, board: str) -> tuple[list[Part], Words]:
    """The rules by part, and the words that told them: these know what had no phrase of its own.

    board: the board in a few words, such as `hex, 61 cells`.
    """
    words = Words(sites_called(game, equipment), you=True, players=equipment.players.count)
    learn(words, game, equipment)
    count, since = equipment.players.count, restarted(game, equipment)
    words.since = since
    pieces = {one.index: one.generator for one in equipment.components[1:] if one.generator is not None}
    rules: Any = game.rules
    roots = [rules, *pieces.values()]
    words.decided_by = decided_by(rules.end, [node for root in roots for node in walk(root)])
    drops = [test for test, used in ((restarts, since), (loses, words.begun), (steps_past, words.passes_by)) if used]
    if drops:
        rules, pieces = without(rules, drops), {number: without(moves, drops) for number, moves in pieces.items()}
    rules, pieces = in_turns(rules, pieces, count)
    seen = words.from_both_sides() if count == 2 else None
    told = replace(game, rules=folded(rules, count, seen))
    turns = [first_and_again(node.moves) for node in walk(told.rules) if isinstance(node, L.Play)]
    words.must_hop_on = bool(turns) and all(
        then is not None and only is None and captures_again(first, then) for first, then, only in turns)
    generators = _generators(told, pieces, equipment, seen)
    plays = [node.moves for node in walk(told.rules) if isinstance(node, L.Play)]
    words.bare = frozenset(id(node) for moves in plays for node in without_removal(moves, list(generators.values())))
    words.told_of_board = words.to_tell_of_board()
    words.name_what_comes_again([*dict.fromkeys(generators.values()), told.rules])
    words.told_sets.clear()
    words.tells_colours = False
    for _ in range(6):
        words.forget()
        words.maps_told.clear()
        for term in words.terms:
            term.moved.clear()
            term.falls.clear()
        parts = _parts(Reading(told), equipment, board, words, generators)
        terms, unused = _terms(parts, words)
        if not unused and words.told_of_board == words.to_tell_of_board():
            break
        if not unused:  # a term speaks of what the board has not told
            continue
        words.told_sets.clear()
        words.tells_colours = False
        words.terms = [term for term in words.terms if term not in unused]
        words.name_terms()
        words.by_name.clear()
    told_parts = [*parts, *([("Terms", terms)] if terms else [])]
    return [(head, [_plainly(line) for line in lines]) for head, lines in told_parts], words


def _plainly(line: str) -> str:
    """A sentence without the marks in it, of the same ludeme."""
    text = plain(line)
    if isinstance(line, Told):
        text = Told(text)
        text.span = line.span
    return text


def sites_called(game: L.Game, equipment: Equipment) -> str:
    """What the sites of a game are called: those of mancala boards are holes."""
    mancala = any(isinstance(item, L.MancalaBoard) for item in game.equipment.items)
    return "holes" if mancala else plural_site(equipment.default_site)


def why_ended(game: L.Game, equipment: Equipment, drawn: bool) -> str:
    """The rule by which a game has ended, as a sentence; empty where several may be meant, or it takes no short one.

    drawn: whether all places are the same. Then wins and losses are not meant, and otherwise no draws.
    """
    words = Words(sites_called(game, equipment))
    learn(words, game, equipment)
    draws = {ResultType.Draw: True, ResultType.Tie: True, ResultType.Win: False, ResultType.Loss: False}
    found = []
    for node in walk(folded(game.rules, equipment.players.count)):
        for rule in _rules_of(node) if isinstance(node, L.End) else ():
            result = getattr(rule, "result", None)
            if not isinstance(result, L.Result) or draws.get(result.result, drawn) == drawn:
                found.append(plain(sentence(words.of(rule))))
    return found[0] if len(found) == 1 and len(found[0]) <= _SHORT else ""


def _generators(game: Any, given: Mapping[int, Any], equipment: Equipment, seen: Seen | None) -> dict[int, Any]:
    """The moves of each piece, by its number, as its owner sees them where only the owner moves it.

    What two players' pieces of one kind have in common is told as it is written where they would see it differently.
    """
    loops = [node for node in walk(game.rules) if isinstance(node, L.ForEachPiece) and node.specific_moves is None]
    own = seen is not None and all(
        node.player is None and node.role in (None, RoleType.Mover, RoleType.Next) for node in loops)
    moves = {number: folded(one, equipment.players.count, seen) for number, one in given.items()}
    kinds: dict[str, list[int]] = {}
    for number in moves:
        if own and seen is not None and equipment.components[number].owner in (1, 2):
            kinds.setdefault(equipment.components[number].base_name, []).append(number)
    for numbers in kinds.values():
        views = [from_the_side_of(equipment.components[one].owner, moves[one], seen or {}) for one in numbers]
        alike = len(numbers) == 2 and moves[numbers[0]] == moves[numbers[1]]
        if not alike or views[0] == views[1]:
            moves.update(zip(numbers, views, strict=True))
    return moves


def _terms(parts: list[Part], words: Words) -> tuple[list[str], list[Term]]:
    """What the terms mean that the rules use, and those that are used once or not at all."""
    told = "\n".join(line for _, lines in parts for line in lines)
    means: dict[Term, str] = {}
    for term in reversed(words.terms):  # those that use others come first, so that it is known where these are used
        moved = next(iter(term.moved)) if len(term.moved) == 1 else ""
        moved = "the moved or new piece" if term.moved == {"the moved piece", "the new piece"} else moved
        falls = next(iter(term.falls)) if len(term.falls) == 1 else ""
        with words.speaking_of(moved), words.calling_to(falls, falls):
            means[term] = words.in_full(term, partial(_meaning, term=term, words=words))
    means = dict(reversed(means.items()))
    everything = "\n".join([told, *means.values()])
    unused = [term for term in words.terms if not term.for_all and everything.count(f"“{term.name}”") - 1 < 2]
    return [of_ludeme(text, term.body) for term, text in means.items()], unused


def _meaning(node: Any, term: Term, words: Words) -> str:
    """What a term stands for: moves as an outline."""
    given = _for(node, term, words)
    if not isinstance(node, Moves):
        if term.quality:
            one = words.given(term.givens[0]) if term.givens else words.a_site
            return "\n".join(asked(f"{one[0].upper()}{one[1:]} is “{term.name}” if", node, words, "")) + "."
        if isinstance(node, BooleanFunction):
            return "\n".join(asked(f"“{term.name}”{given} holds if", node, words, "")) + "."
        return "\n".join(means(f"“{term.name}”{given} means", node, words)) + "."
    words.choosing = term in words.chosen
    try:
        return f"“{term.name}”{given} means: " + "\n".join(outline(node, words)) + "."
    finally:
        words.choosing = False


def _for(node: Any, term: Term, words: Words) -> str:
    """What a term is told for: what its uses give it, and the site and direction that they speak of."""
    given = []
    for one in term.givens:
        called = words.given(one) if one.kind in ("site", "sites") else one.text
        noun = {"site": words.a_site, "sites": words.sites}.get(one.kind, "")
        given.append(called if called.startswith("the ") else f"{noun} {called}".strip())
    about = [words.a_site] if speaks_of(node, L.IteratorSite()) else []
    about += ["a direction"] if speaks_of(node, Way.THAT) else []
    about += ["a player"] if speaks_of(node, Who.THAT) else []
    return "".join((f", for {joined([*about, *given])}" if about or given else "", "," if about or given else ""))


def _parts(game: Any, equipment: Equipment, board: str, words: Words, moves: Mapping[int, Any]) -> list[Part]:
    """The rules by part. moves: those of pieces, by their numbers, as they are told."""
    pieces, play = list(_pieces(equipment, words, moves)), list(_play(game, equipment, words))
    if moves and not moves_pieces(raw(game).rules):
        asked = any(isinstance(node, L.ForEachPiece) and node.specific_moves is None for node in walk(raw(game).rules))
        pieces.append(NOT_MADE + ("; they count only where a rule asks what a player could do." if asked else "."))
    pieces.extend(mark_sentences(game, words))
    plays = [node.moves for node in walk(raw(game).rules) if isinstance(node, L.Play)]
    with words.calling_last(moved_last(plays, moves.values())):
        goals = list(_goals(game.rules, words))
    parts: list[Part] = [
        ("Players", list(_players(game, equipment, words))),
        ("Goal", goals),
        ("Board", []),
        ("Start", [*(of_ludeme(line, game.rules.start) for line in start_sentences(_rules(game.rules.start), words)),
                   *remembered_at_first(game.rules, words)]),
        ("Pieces", pieces),
        *play,
        ("Throughout", [*(of_ludeme(words.of(rule), rule) for rule in _rules(game.rules.meta)),
                        *holding_throughout(game, list(moves.values()), words.players)]),
        ("Also", [sentence(f"the description says{rest}") for rest in [words.rest(game, *_BUILT[L.Game])] if rest]),
    ]
    parts[2] = "Board", [  # told last, when it is known which sites of maps are named
        *board_sentences(game, equipment, board, words), *map(sentence, _items(game, equipment, words))]
    return [(head, lines) for head, lines in parts if lines]


_BUILT: dict[type, tuple[str, ...]] = {
    L.Game: ("name", "players", "equipment"),
    L.Board: ("graph_fn", "track", "tracks", "use"),
    L.MancalaBoard: ("rows", "columns", "store", "num_stores", "track", "tracks"),
    L.SurakartaBoard: ("graph_fn", "loops", "from_"),
    L.Boardless: ("tiling", "dimension"),
    L.Track: names_of(L.Track),
    L.EquipmentPiece: ("name", "role", "generator"),
    L.Regions: names_of(L.Regions),
    L.Map: names_of(L.Map),
    L.Die: ("name", "role", "num_faces", "generator"),
    L.Dice: ("d", "faces", "faces_by_die", "from_", "role", "num"),
    L.Tile: ("name", "role", "generator"),
    L.Hand: ("role", "size"),
}
"""Arguments that are told by what was built of them.

The board is told by its kind and its tracks, pieces by their owners and moves, dice by their faces.
"""


def _items(game: Any, equipment: Equipment, words: Words) -> Iterator[str]:
    """What nothing that was built tells of the equipment."""
    facing = {player.facing.name for player in equipment.players.players if player.facing}
    for item in game.equipment.items:
        name = getattr(item, "name", None)
        later = ("dirn",) if isinstance(item, L.EquipmentPiece) and _faces(item) in facing else ()
        rest = words.rest(item, "name", *later, *_BUILT.get(item.__class__, ()))
        if rest:
            yield f"there is a {spaced(keyword_of(item))}{f' “{readable(name)}”' if name else ''}{rest}"


def _faces(item: Any) -> str:
    return "" if item.dirn is None else str(item.dirn.name)


def describe_match(match: L.Match, players: int) -> tuple[list[Part], Words]:
    """The rules of a match: its games one after another, and its end."""
    words = Words()
    read: Any = Reading(match)
    games = read.games.games if read.games.games is not None else (read.games.game,)
    names = [f"{game.name}{words.rest(game)}" for game in games]
    parts = [
        ("Players", [sentence(f"{_number(players)} players play a match")]),
        ("Games", [sentence(f"these games are played one after another: {joined(names)}")]),
        ("Goal", list(_ends(read.end, words))),
    ]
    return parts, words


def _number(count: int) -> str:
    return _NUMBERS[count].capitalize() if count < len(_NUMBERS) else str(count)


def _rules(node: Any) -> tuple[Any, ...]:
    """The rules of a `(start …)` or `(meta …)`."""
    if node is None:
        return ()
    return node.rules if node.rules is not None else (node.rule,)


def _players(game: L.Game, equipment: Equipment, words: Words) -> Iterator[str]:
    count = equipment.players.count
    mode = "" if game.mode is None else game.mode.mode.name
    if count == 0:
        yield "Nobody plays: the game runs by itself."
    elif count == 1:
        yield "One player plays alone."
    elif mode == "Simultaneous":
        yield f"{_number(count)} players move at the same time."
    else:
        yield f"{_number(count)} players take turns, player 1 first."
    facing = [f"{words.of(player.facing)} for player {player.index}" for player in equipment.players.players
              if player.facing]  # fmt: skip
    own = {(c.owner, words.bases[c.base_name]): c.facing for c in equipment.components[1:]
           if c.facing and 1 <= c.owner <= count and not equipment.players.facing(c.owner)}  # fmt: skip
    facing += [f"{words.of(way)} for player {owner}'s {name}" for (owner, name), way in own.items()]
    if facing:
        yield sentence(f"Forward is {joined(facing)}")


def _pieces(equipment: Equipment, words: Words, told: Mapping[int, Any]) -> Iterator[str]:
    players = equipment.players.count
    owners: dict[str, list[int]] = {}
    moves: dict[str, dict[int, str]] = {}
    for piece in equipment.components[1:]:
        if piece.kind is ComponentKind.DIE:
            continue
        name = words.bases[piece.base_name]
        owners.setdefault(name, []).append(piece.owner)
        if piece.generator is not None:
            words.choosing = True
            way = "\n".join(outline(told[piece.index], words))
            words.choosing = False
            moves.setdefault(name, {})[piece.owner] = way
    plain = [name for name, of in owners.items() if name not in moves and _all_have(of, players)]
    told_alike: dict[tuple[str, bool], dict[str, list[str]]] = {}
    written: dict[str, Any] = {}
    for name, of in owners.items():
        ways = moves.get(name, {})
        if name in plain:
            continue
        changes = words.states_are_sides and set(of) == {0}
        whose = "" if _all_have(of, players) or of == [players] == [1] else f" of {_owned(of, players)}"
        if not ways and changes:
            yield f"{name}: any player may have it, and it can change sides."
        elif not ways:
            shared = set(of) == {players + 1}
            if not shared:
                neutral, both = set(of) == {0}, _all_have([owner for owner in of if owner], players) and 0 in of
                yield f"{name}: a neutral piece." if neutral else (
                    f"{name}: each player has such pieces, and there are neutral ones." if both else
                    f"{name}: a piece{whose}." if whose else f"{name}.")  # fmt: skip
        for way in dict.fromkeys(ways.values()):
            who = [owner for owner, text in ways.items() if text == way]
            if len(set(ways.values())) > 1:
                whose = f" of player {joined([str(o) for o in who])}"
            elif set(of) > {*who}:  # others of its name have no moves
                whose = f" of {_owned(who, players)}"
            told_alike.setdefault((way, bool(whose)), {}).setdefault(whose, []).append(name)
            one = next(c for c in equipment.components[1:] if words.bases[c.base_name] == name and c.owner == who[0])
            written.setdefault(way, one.generator)
    for (way, _), named in told_alike.items():
        heads = [f"{joined(names)}{whose}" for whose, names in named.items()]
        yield of_ludeme(f"{joined(heads)}: {way.rstrip('.')}.", written[way])
    yield from _dice(equipment, words)
    hands = [c for c in equipment.containers[1:] if c.kind.value == "hand"]
    if not words.uses_hands:
        return
    each = len(hands) == players > 1 and sorted(c.owner for c in hands) == list(range(1, players + 1))
    if hands and not each:
        own = [c.owner for c in hands if c.owner <= players]
        every = sorted(own) == list(range(1, players + 1))
        who_has = "each player" if every and players > 1 else joined([_owner(owner, players) for owner in own])
        common = "there is a common" if len(own) < len(hands) else ""
        text = f"{who_has} {'has' if every or len(own) == 1 else 'have'} a hand beside the board"
        told_of = f"{text}, and {common} one" if common else text
        yield sentence(told_of if own else f"{common} hand beside the board")


def _all_have(of: list[int], players: int) -> bool:
    return players > 1 and sorted(set(of)) == list(range(1, players + 1))


def _owned(of: list[int], players: int) -> str:
    one = sorted(set(of))
    return joined([_owner(owner, players) for owner in one])


def _owner(owner: int, players: int) -> str:
    return "nobody" if owner == 0 else "all players" if owner > players else f"player {owner}"


def _dice(equipment: Equipment, words: Words) -> Iterator[str]:
    for container in equipment.dice:
        dice: list[Component] = [equipment.components[i] for i in container.members]
        faces = dice[0].faces if dice else ()
        number = "A die" if container.num_sites == 1 else f"{_number(container.num_sites)} dice"
        verb = "shows" if container.num_sites == 1 else "show"
        double = "; when all show the same, each of them is used twice" if words.doubles_count_twice else ""
        yield f"{number} {verb} {joined([str(face) for face in faces], 'or')}{double}."


def _play(game: L.Game, equipment: Equipment, words: Words) -> Iterator[Part]:
    rules = game.rules
    if rules.phases is None:
        yield "Play", list(_turn(rules.play, words)) if rules.play is not None else []
        return
    common = list(_turn(rules.play, words)) if rules.play is not None else []
    for phase in rules.phases:
        who = "" if phase.role is None else f", {words.who(phase.role)}"
        lines = [*_turn(phase.play, words), *common]
        following = phase.next_phases if phase.next_phases is not None else (phase.next_phase,)
        for node in following:
            if words.kept.pending_begins and begins_by_pending(node):
                whole(node)
            elif node is not None:
                lines.append(of_ludeme(next_phase(node, words), node))
        rest = words.rest(phase, "name", "end")
        yield f"Phase “{readable(phase.name)}”{who}{rest}" if len(rules.phases) > 1 or rest else "Play", lines


def _turn(play: L.Play, words: Words) -> Iterator[str]:
    """What is done on a turn, and, where that is asked for, what is done when its player moves again."""
    first, again, only = first_and_again(play.moves)
    limit: Any = None
    if isinstance(first, L.Do) and first.next is None and first.then is None and first.if_afterwards is not None:
        first, limit = first.prior, first
    words.choosing = True
    try:
        lines = list(outline(first, words))
        lines[0] = f"do {lines[0]}" if lines[0] in ("one of these:", ALL) else lines[0]
        yield of_ludeme(sentence("on your turn, " + "\n".join(lines)), first)
        if limit is not None:
            condition = limit.if_afterwards
            parts = (condition.list or (condition.a, condition.b)) if isinstance(condition, L.BoolAnd) else (condition,)
            with words.speaking_of(moved_by(raw(first), words)):
                barred = ", nor one ".join(f"after which {words.of(L.Not(a=whole(part)))}" for part in parts)
                yield of_ludeme(sentence(f"you may not make a move {barred}{words.rest(limit)}"), limit)
        if only is not None:
            lines = [*asked("if", only, words), *(f"    {line}" for line in outline(again, words))]
            lines.append("otherwise do as at the beginning of a turn")
            yield of_ludeme(sentence(f"{AGAIN}, " + "\n".join(lines)), again)
        elif again is not None and captures_again(first, again):
            if any(isinstance(node, L.Apply) and removes_at_end(node) for node in walk(raw(again))):
                yield of_ludeme("No piece may be hopped over twice in a turn.", again)
        elif again is not None:
            with words.speaking_of(moved_by(raw(first), words).replace("moved piece", "piece just moved")):
                yield of_ludeme(sentence(f"{AGAIN}, " + "\n".join(outline(again, words))), again)
    finally:
        words.choosing = False


NOT_MADE = "Nobody makes these moves of pieces on a turn"

AGAIN = "when you move again in the same turn"


def _ends(end: L.End | None, words: Words, within: str = "") -> Iterator[str]:
    """The rules of an end. within: what stands before each of them."""
    for rule in () if end is None else _rules_of(end):
        text = "\n".join(_ending(rule, words))
        yield of_ludeme(sentence(f"{within}{text[:1].lower()}{text[1:]}" if within else text), rule)
    if end is not None and words.players == 2 and first_decides(_rules_of(end)):
        yield sentence(f"{within}if several of these apply, the first one decides" if within else FIRST_DECIDES)


def _goals(rules: Any, words: Words) -> Iterator[str]:
    """How a game ends, at any time and in its phases."""
    yield from _ends(rules.end, words)
    for phase in rules.phases or ():
        yield from _ends(phase.end, words, f"in the phase “{readable(phase.name)}”: " if len(rules.phases) > 1 else "")


def _ending(rule: Any, words: Words) -> Iterator[str]:
    """A rule of the end, its conditions and the rules within it below each other where they are long."""
    read: Any = rule
    inner = (read.subs if read.subs is not None else (read.sub,)) if isinstance(read, L.EndIf) else (None,)
    if isinstance(read, L.EndIf) and inner != (None,):
        yield from asked("if", read.test, words, ", the first of these that applies decides:")
        results = [*inner, *([read.result] if read.result is not None else [])]
        yield from (f"    - {one[:1].lower()}{one[1:].rstrip('.')}" for one in map(words.of, results))
        return
    if isinstance(read, L.EndIf) and isinstance(read.result, L.Result) and not decides(read.test, words):
        yield from asked(f"{_result(read.result, words)} if", read.test, words, "")
        return
    text = words.of(rule)
    lines = list(asked("if", read.test, words, "")) if isinstance(read, L.EndIf) and OPEN in text else []
    if len(lines) < 2:
        yield text
        return
    yield from lines
    yield f"then {words.of(read.result)}"


def _result(result: Any, words: Words) -> str:
    """Who wins or loses; of two players one wins if the other one loses."""
    if result.result is ResultType.Loss and result.who is RoleType.Next and words.players == 2:
        return words.of(L.Result(who=RoleType.Mover, result=ResultType.Win))
    return words.of(result)


def _rules_of(end: L.End) -> tuple[Any, ...]:
    rules = end.end_rules if end.end_rules is not None else (end.end_rule,)
    return tuple(rule for rule in rules if rule is not None)
