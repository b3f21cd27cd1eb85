"""The channels of the tensors of a game: how many there are, what each one says, and where they begin; and a move as a
number: a channel for its step, and the coordinates of the site where it ends. Different moves can have the same number.

Source: measured from `LudiiGameWrapper` of Ludii 1.3.13 (moves: `moveToTensor`); the names of channels are part of its
interface.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from ludparse import ludemes as L
from ludparse.ludemes.base import Ludeme, names_of
from ludparse.ludemes.enums import SiteType

from ..equipment import Equipment
from ..equipment.flags import Feature, GameFlags
from ..program.raw import RawMove
from .tensor_coordinates import Coordinates, coordinates_of

STACK_LEVELS = 5
"""Levels of a stack that have channels of their own, counted from the bottom and again from the top."""
STATES = 6
"""Channels of local states: 0 to 4, and 5 for all higher ones."""
DISTANCE = 3
"""Steps of a move in x and y are clipped to -DISTANCE .. DISTANCE (to 0 in games whose moves come from nowhere)."""
LEVELS = 2
"""The lowest level of a move of a stack, and the number of levels above it, are clipped to 0 .. LEVELS."""


@dataclass(frozen=True)
class TensorLayout:
    """Shapes and channel numbers of one game. `messages`: how many texts can be proposed or voted for."""

    equipment: Equipment
    flags: GameFlags
    players: int
    messages: int

    @cached_property
    def coordinates(self) -> Coordinates:
        """The tensor coordinates of every site."""
        return coordinates_of(self.equipment)

    @cached_property
    def pieces(self) -> int:
        """Number of components, without "no piece"."""
        return max(0, len(self.equipment.components) - 1)

    @property
    def amounts(self) -> bool:
        """Whether players have amounts."""
        return self.flags.uses(Feature.AMOUNT)

    @property
    def swaps(self) -> bool:
        """Whether the swap rule is a meta rule of the game."""
        return self.flags.uses(Feature.SWAP_RULE)

    # ------------------------------------------------------------------ states

    @cached_property
    def channels(self) -> tuple[str, ...]:
        """What each channel of a state's tensor says, under Ludii's names."""
        return tuple(self._names())

    def _names(self) -> Iterator[str]:
        flags, players = self.flags, range(1, self.players + 1)
        for c in self.equipment.components[1:]:
            title = f"Piece Type {c.index} ({c.name})"
            if not flags.stacking:
                yield title
                continue
            for end in ("bottom", "top"):
                yield from (f"{title} at level {i} from stack {end}." for i in range(STACK_LEVELS))
        if flags.stacking:
            yield "Stack sizes (non-binary channel!)"
        if flags.counts:
            yield "Counts (non-binary channel!)"
        if self.amounts:
            yield from (f"Amount for Player {p}" for p in players)
        if self.players > 1:
            yield from (f"Is Player {p} the current mover?" for p in players)
        if flags.states:
            yield from (f"Local state == {i}" for i in range(STATES - 1))
            yield f"Local state >= {STATES - 1}"
        if self.swaps:
            yield "Did Swap Occur?"
        for container in self.equipment.containers:
            yield f"Does position exist in container {container.index} ({container.name})?"
        for which in ("Last", "Second-to-last"):
            yield f"{which} move's from-position"
            yield f"{which} move's to-position"

    @cached_property
    def state_shape(self) -> tuple[int, int, int]:
        """Shape of a state's tensor: channels, columns, rows."""
        at = self.coordinates
        return len(self.channels), at.width, at.height

    # ------------------------------------------------------------------ moves

    @cached_property
    def distance(self) -> int:
        """The largest step in x or y that moves of this game are told apart by."""
        return DISTANCE if self.flags.uses(Feature.FROM_POSITIONS) else 0

    @cached_property
    def first_message(self) -> int:
        """The channel of the first proposition, behind those of steps; that of passing where nobody votes."""
        steps = (2 * self.distance + 1) ** 2
        return steps * (LEVELS + 1) ** 2 if self.flags.stacking else steps

    @cached_property
    def first_vote(self) -> int:
        """The channel of the first vote."""
        return self.first_message + (self.messages if self.flags.uses(Feature.VOTES) else 0)

    @cached_property
    def pass_channel(self) -> int:
        """The channel of passes."""
        return self.first_vote + (self.messages if self.flags.uses(Feature.VOTES) else 0)

    @property
    def swap_channel(self) -> int:
        """The channel of swaps, the last one."""
        return self.pass_channel + 1

    @cached_property
    def move_shape(self) -> tuple[int, int, int]:
        """Shape of a tensor of moves: channels, columns, rows."""
        at = self.coordinates
        return self.swap_channel + 1, at.width, at.height


def lacks_cells(equipment: Equipment, flags: GameFlags) -> bool:
    """Whether Ludii looks for stacks in cells that the board does not have, and fails. (Where stacks have no height
    limit, or are of cards, it finds none there instead.)"""
    board = equipment.board
    stacks = flags.stacking and not flags.large_stack and not flags.uses(Feature.CARDS)
    return stacks and board.size(equipment.default_site) > board.size(SiteType.Cell)


def layout_of(tree: L.Game, equipment: Equipment, flags: GameFlags, players: int) -> TensorLayout:
    """The layout of a game's tensors."""
    texts: set[str] = set()
    _messages(tree, texts, set())
    return TensorLayout(equipment, flags, players, len(texts))


def _messages(value: object, texts: set[str], seen: set[int]) -> None:
    """Adds the texts that are proposed, voted for, or asked about below a node."""
    if isinstance(value, tuple):
        for item in value:
            _messages(item, texts, seen)
    if not isinstance(value, Ludeme) or id(value) in seen:
        return
    seen.add(id(value))
    if isinstance(value, L.Propose):
        texts.update(value.propositions if value.propositions is not None else (str(value.proposition),))
    elif isinstance(value, L.Vote):
        texts.update(value.votes if value.votes is not None else (str(value.vote),))
    elif isinstance(value, L.IsString):
        texts.add(value.string)
    elif isinstance(value, L.MoveMessage):
        texts.update(t for t in (value.message, *(value.messages or ())) if t is not None)
    for name in names_of(value):
        _messages(getattr(value, name), texts, seen)


_OTHER = ("swap", "propose", "vote", "set_trump", "bet", "set_next_player", "set_pot")
"""Kinds of actions that have neither pieces nor sites. Ludii counts a move of these alone as a pass."""


def move_place(layout: TensorLayout, move: RawMove) -> tuple[int, int, int]:
    """Channel, column and row of a legal move."""
    for kind, first in (("propose", layout.first_message), ("vote", layout.first_vote)):
        if move.consists_of((kind,)):
            numbers = [a.params[1] for a in move.actions if a.kind == kind and a.decision]
            return first + (numbers[0] if numbers else 0), 0, 0
    if move.consists_of(("pass",)):
        return layout.pass_channel, 0, 0
    if move.consists_of(("swap",)):
        return layout.swap_channel, 0, 0
    if move.consists_of(_OTHER) or move.to_site < 0:
        return layout.pass_channel, 0, 0
    place = layout.coordinates.place
    x, y = place(move.to_site)
    from_x, from_y = place(move.from_site) if move.from_site != -1 else (x, y)
    d = layout.distance
    channel = (_clip(x - from_x, -d, d) + d) * (2 * d + 1) + _clip(y - from_y, -d, d) + d
    if layout.flags.stacking:
        channel = channel * (LEVELS + 1) + _clip(move.level_min, 0, LEVELS)
        channel = channel * (LEVELS + 1) + _clip(move.level_max - move.level_min, 0, LEVELS)
    return channel, x, y


def move_number(layout: TensorLayout, move: RawMove) -> int:
    """The number of a move within the flattened tensor of moves."""
    channel, x, y = move_place(layout, move)
    _, width, height = layout.move_shape
    return (channel * width + x) * height + y


def _clip(value: int, low: int, high: int) -> int:
    return max(low, min(high, value))
