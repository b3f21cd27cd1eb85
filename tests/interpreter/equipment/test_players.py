"""Players and roles."""

import pytest

from ludparse import LudLimitError, LudRuleError
from ludparse.interpreter.equipment.players import build_players, is_many, is_team, player_role, role_owner
from ludparse.ludemes.enums import AbsoluteDirection, RoleType
from tests.interpreter.small import small_game


def test_number() -> None:
    found = build_players(small_game(players="3"))
    assert [(p.index, p.name, p.facing) for p in found.players] == [
        (1, "Player 1", None),
        (2, "Player 2", None),
        (3, "Player 3", None),
    ]
    assert (found.count, found.shared) == (3, 4)


def test_facings() -> None:
    found = build_players(small_game(players="{ (player N) (player SSW) }"))
    assert [found.facing(i) for i in range(4)] == [None, AbsoluteDirection.N, AbsoluteDirection.SSW, None]


@pytest.mark.parametrize(("number", "error"), [("17", LudLimitError), ("-1", LudRuleError)])
def test_wrong_numbers(number: str, error: type[Exception]) -> None:
    with pytest.raises(error):
        build_players(small_game(players=number))


def test_roles() -> None:
    assert [role_owner(r) for r in (RoleType.P1, RoleType.P16, RoleType.Team3, RoleType.Mover, RoleType.All)] == [
        1,
        16,
        3,
        0,
        0,
    ]
    assert [player_role(n) for n in (1, 2, 16)] == [RoleType.P1, RoleType.P2, RoleType.P16]
    assert player_role(0) is player_role(17) is RoleType.Neutral
    assert is_team(RoleType.TeamMover)
    assert not is_team(RoleType.P1)
    assert [is_many(r) for r in (RoleType.Enemy, RoleType.Team1, RoleType.P1, RoleType.Mover)] == [
        True,
        True,
        False,
        False,
    ]
    found = build_players(small_game(players="2"))
    assert [found.owner(r) for r in (RoleType.P2, RoleType.Shared, RoleType.All, RoleType.Neutral)] == [2, 3, 3, 0]
