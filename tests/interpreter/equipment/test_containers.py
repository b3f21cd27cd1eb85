"""Containers: their order, names, owners and sites."""

import pytest

from ludparse import LudRuleError
from ludparse.interpreter.equipment import ContainerKind, Equipment
from ludparse.interpreter.lower.equipment import build_equipment
from ludparse.ludemes.enums import SiteType
from tests.interpreter.small import small_game


def equipment(items: str, **parts: str) -> Equipment:
    return build_equipment(small_game(items, **parts))


def rows(found: Equipment) -> list[tuple[str, int, int, int]]:
    return [(c.name, c.owner, c.first_site, c.num_sites) for c in found.containers]


def test_board_alone() -> None:
    found = equipment("")
    assert rows(found) == [("Board", 0, 0, 16)]
    assert (found.num_sites, found.has_hand) == (16, False)


def test_hands_go_on_after_the_board() -> None:
    found = equipment("(hand Each size:2) (hand Shared)")
    assert rows(found)[1:] == [("Hand1", 1, 16, 2), ("Hand2", 2, 18, 2), ("Hand0", 3, 20, 1)]
    assert found.num_sites == 21
    assert found.container_of == (0,) * 16 + (1, 1, 2, 2, 3)
    assert list(found.containers[2].sites) == [18, 19]


def test_hands_then_dice() -> None:
    found = equipment("(dice num:2) (deck) (hand P2)")
    assert [c.kind for c in found.containers] == [
        ContainerKind.BOARD,
        ContainerKind.DECK,
        ContainerKind.HAND,
        ContainerKind.DICE,
    ]
    assert found.containers[3].members == (53, 54)
    assert found.dice == (found.containers[3],)
    assert found.decks == (found.containers[1],)
    assert len(found.containers[1].members) == 52


def test_all_dice_lie_together() -> None:
    found = equipment("(dice num:2) (dice d:4 P1 num:1)")
    assert rows(found)[1:] == [("Dice1", 1, 16, 3)]
    assert found.containers[1].members == (1, 2, 3)
    assert found.components[3].faces == (1, 2, 3, 4)


def test_boards_on_vertices() -> None:
    found = equipment("(hand P1)", board="(board (square 3) use:Vertex)")
    assert found.default_site is SiteType.Vertex
    assert rows(found) == [("Board", 0, 0, 9), ("Hand1", 1, 9, 1)]


def test_boards_on_edges() -> None:
    found = equipment("(hand P1)", board="(board (square 3) use:Edge)")
    assert rows(found)[0][3] == 12
    assert rows(found)[1][2] == 12


def test_mancala_is_played_on_vertices() -> None:
    found = equipment("", board="(mancalaBoard 2 6)")
    assert found.default_site is SiteType.Vertex
    assert found.containers[0].num_sites == 14


def test_boardless() -> None:
    found = equipment("", board="(boardless Hexagonal (+ 1 2))")
    assert found.boardless
    assert found.containers[0].num_sites == 19


def test_large_stacks() -> None:
    assert equipment("", board="(board (square 3) largeStack:True)").large_stack
    assert not equipment("").large_stack


def test_one_board_is_needed() -> None:
    with pytest.raises(LudRuleError, match="one board"):
        equipment("", board="")


def test_further_boards_are_containers_without_owner() -> None:
    found = equipment("(hand P1)", board="(board (square 3) use:Vertex) (board (hex 2))").containers
    assert [(c.name, c.first_site, c.num_sites, c.owner) for c in found] == [
        ("Board", 0, 9, 0),
        ("Board", 9, 7, 0),
        ("Hand1", 16, 1, 1),
    ]
    with pytest.raises(LudRuleError, match="24 sites and only 9 cells"):
        equipment("", board="(board (square 3)) (board (square 4) use:Edge)")


def test_dice_belong_to_one_player_or_all() -> None:
    with pytest.raises(LudRuleError, match="not to each"):
        equipment("(dice Each num:2)")


def test_describe() -> None:
    assert equipment('(piece "Pawn" P1)').describe() == {
        "components": [
            {"owner": 0, "name": "Disc", "index": 0, "value": -1},
            {"owner": 1, "name": "Pawn1", "index": 1, "value": -1},
        ],
        "containers": [{"owner": 0, "name": "Board", "sites": 16, "from": 0}],
    }
