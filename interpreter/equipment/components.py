"""Builds the list of components from the items of a description, in the order of their numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ludparse.ludemes import Deck, Dice, Die, Domino, Dominoes, EquipmentCard, EquipmentPiece, Item, Tile
from ludparse.ludemes.enums import AbsoluteDirection, CardType, RoleType, StepType
from ludparse.problems.errors import LudLimitError, LudRuleError

from .items import OFF, Component, ComponentKind, base_name
from .players import MAX_PLAYERS, PlayersInfo, player_role, role_owner

__all__ = [
    "BLANK",
    "MAX_DICE",
    "MAX_FACES",
    "MAX_PIPS",
    "MAX_SIDES",
    "MAX_SUITS",
    "deck_cards",
    "default_pieces",
    "dice_of",
    "finished",
    "item_components",
]

MAX_DICE = 100
MAX_FACES = 100
MAX_PIPS = 16
MAX_SIDES = 16
MAX_SUITS = 16

BLANK = Component(index=0, name="Disc", base_name="Disc", role=RoleType.Neutral, owner=0)
"""What stands on a site without a piece."""

_DOMINO_SIDES = 4
# Along one row of a domino's eight cells and back along the other row.
_DOMINO_WALK = tuple(StepType[letter] for letter in "FRFRFLFLFRFRF")


def _limit(number: int, most: int, what: str, node: Item) -> None:
    if not 0 <= number <= most:
        raise LudLimitError(f"{number} {what}; between 0 and {most} are possible", node.span)


def item_components(item: Item) -> list[Component]:
    """The components that a piece, tile, die, card, domino or set of dominoes stands for, before roles are resolved.

    Raises LudLimitError for too many sides, faces or pips.
    """
    match item:
        case EquipmentPiece():
            return [
                replace(
                    _component(item, item.name, item.role or RoleType.Each, ComponentKind.PIECE), flips=_flips(item)
                )
            ]
        case Tile():
            if item.num_sides is not None:
                _limit(item.num_sides, MAX_SIDES, "sides of a tile", item)
            return [
                replace(
                    _component(item, item.name, item.role or RoleType.Shared, ComponentKind.TILE),
                    flips=_flips(item),
                    walks=item.walks if item.walk is None else (item.walk,),
                    paths=item.paths or (),
                    num_sides=OFF if item.num_sides is None else item.num_sides,
                    slots=item.slots,
                    slots_per_side=1 if item.slots is None and item.slots_per_side is None else item.slots_per_side,
                )
            ]
        case Die():
            _limit(item.num_faces, MAX_FACES, "faces of a die", item)
            return [replace(_component(item, item.name, item.role, ComponentKind.DIE), num_faces=item.num_faces)]
        case EquipmentCard():
            return [
                replace(
                    _component(item, item.label, item.role, ComponentKind.CARD),
                    value=item.value,
                    rank=item.rank,
                    trump_value=item.trump_value,
                    trump_rank=item.trump_rank,
                    suit=item.suit,
                    card_type=item.card_type,
                )
            ]
        case Domino():
            return [_domino(item, item.name, item.role, item.value, item.value2)]
        case Dominoes():
            pips = 6 if item.up_to is None else item.up_to
            _limit(pips, MAX_PIPS, "pips of a domino", item)
            return [
                _domino(item, f"Domino{i}{j}", RoleType.Shared, i, j)
                for i in range(pips + 1)
                for j in range(i, pips + 1)
            ]
        case _:
            raise TypeError(f"{type(item).__name__} is no component")


def _component(node: Item, name: str, role: RoleType, kind: ComponentKind) -> Component:
    """The fields that all components share."""
    dirn = getattr(node, "dirn", None)
    limits = {key: getattr(node, key, None) for key in ("max_state", "max_count", "max_value")}
    return Component(
        index=OFF,
        name=name,
        base_name=base_name(name),
        role=role,
        owner=OFF,
        kind=kind,
        facing=None if dirn is None else AbsoluteDirection[dirn.name],
        generator=getattr(node, "generator", None),
        node=node,
        **{key: value for key, value in limits.items() if value is not None},
    )


def _flips(node: EquipmentPiece | Tile) -> tuple[int, int] | None:
    return None if node.flips is None else (node.flips.flip_a, node.flips.flip_b)


def _domino(node: Domino | Dominoes, name: str, role: RoleType, value: int, value2: int) -> Component:
    return replace(
        _component(node, name, role, ComponentKind.DOMINO),
        value=value,
        value2=value2,
        walks=(_DOMINO_WALK,),
        num_sides=_DOMINO_SIDES,
    )


def dice_of(node: Dice, first: int) -> list[Component]:
    """The dice of a set, with names numbered from `first`.

    Raises LudLimitError for too many dice or faces, LudRuleError if faces are listed for fewer dice than the set has.
    """
    if not 0 <= node.num <= MAX_DICE:
        raise LudLimitError(f"{node.num} dice; between 0 and {MAX_DICE} are possible", node.span)
    if node.d is not None:
        num_faces = node.d
    elif node.faces is not None:
        num_faces = len(node.faces)
    elif node.faces_by_die is not None:
        num_faces = len(node.faces_by_die[0]) if node.faces_by_die else 0
    else:
        num_faces = 6
    _limit(num_faces, MAX_FACES, "faces of a die", node)
    if not num_faces:
        raise LudRuleError("a die needs at least one face", node.span)
    if node.faces_by_die is not None:
        faces: Sequence[tuple[int, ...]] = node.faces_by_die
        if len(faces) < node.num:
            raise LudRuleError(f"{node.num} dice, but faces for {len(faces)}", node.span)
    elif node.faces is not None:
        faces = [node.faces] * node.num
    else:
        start = 1 if node.from_ is None else node.from_
        if start + num_faces > 2**31:
            raise LudLimitError(f"faces from {start}: the last one does not fit into 32 bits", node.span)
        faces = [tuple(range(start, start + num_faces))] * node.num
    role = node.role or RoleType.Shared
    return [
        replace(
            _component(node, f"Die{first + i}", role, ComponentKind.DIE),
            num_faces=num_faces,
            faces=faces[i],
            bias=node.biased,
        )
        for i in range(node.num)
    ]


def deck_cards(node: Deck, first: int) -> list[Component]:
    """The cards of a deck, suit by suit, with names numbered from `first`."""
    suits = 4 if node.suits is None else node.suits
    _limit(suits, MAX_SUITS, "suits", node)
    role = node.role or RoleType.Shared
    card = _component(node, "", role, ComponentKind.CARD)
    cards: list[Component] = []
    if node.cards is not None:
        bias = tuple(OFF if given.biased is None else given.biased for given in node.cards)
        for given in node.cards:
            cards.append(
                replace(
                    card,
                    card_type=given.type,
                    rank=given.rank,
                    value=given.value,
                    trump_rank=given.rank if given.trump_rank is None else given.trump_rank,
                    trump_value=given.value if given.trump_value is None else given.trump_value,
                    bias=bias,
                )
            )
    else:
        count = 13 if node.cards_by_suit is None else node.cards_by_suit
        types = tuple(CardType)
        if count >= len(types):
            raise LudLimitError(f"{count} cards of one suit; at most {len(types) - 1} are possible", node.span)
        for n in range(1, count + 1):
            cards.append(replace(card, card_type=types[n], rank=n, value=n, trump_rank=n, trump_value=n))
    return [
        replace(card, name=name, base_name=base_name(name), suit=suit + 1)
        for suit in range(suits)
        for i, card in enumerate(cards)
        for name in (f"Card{first + suit * len(cards) + i}",)
    ]


def default_pieces(players: PlayersInfo) -> list[Component]:
    """A ball for each player: the default if the description has no piece."""
    return [
        Component(index=OFF, name=f"Ball{i}", base_name="Ball", role=player_role(i), owner=OFF)
        for i in range(1, players.count + 1)
    ]


def finished(components: Iterable[Component], players: PlayersInfo, board_sides: int) -> tuple[Component, ...]:
    """Number the components from 1 and set their owners and names.

    A component whose role is each player is repeated per player.

    `board_sides`: the number of edges of the first cell of the board, the default number of sides of tiles.
    """
    found = [BLANK]
    for component in components:
        roles = [component.role]
        if component.role is RoleType.Each:
            roles = [player_role(i) for i in range(1, players.count + 1)]
        for role in roles:
            owner = players.owner(role)
            sides = component.num_sides
            if component.kind is ComponentKind.TILE and sides == OFF:
                sides = board_sides
            found.append(
                replace(
                    component,
                    index=len(found),
                    role=role,
                    owner=owner,
                    name=_final_name(component.name, role, players.count),
                    facing=players.facing(owner) or component.facing,
                    num_sides=sides,
                )
            )
    return tuple(found)


def _final_name(name: str, role: RoleType, players: int) -> str:
    """The name with the owner's number appended, except for dominoes, dice and shared pieces."""
    if "Domino" in name or "Die" in name:
        return name
    owned = 0 < role_owner(role) <= MAX_PLAYERS and players != 1
    return f"{name}{role_owner(role)}" if owned or role is RoleType.Neutral else name
