"""Start rules: what stands where, and the numbers of start moves."""

from tests.interpreter.lower.table import Table, backends
from tests.interpreter.small import small_game

PIECES = '(piece "Man" Each) (piece "King" Each)'


def start(backend: str, rules: str, items: str = PIECES, rng: int = 1) -> Table:
    return Table(small_game(items, start=f"(start {{ {rules} }})"), backend, rng=rng)


def standing(table: Table) -> dict[int, int]:
    return {site: what for site, what in enumerate(table.read("what_c")) if what}


@backends
def test_places(backend: str) -> None:
    table = start(
        backend, '(place "Man1" (sites Bottom)) (place "King2" coord:"A4") (place "Man2" {9 10}) (place "King1" 5)'
    )
    man1, king1, man2, king2 = (table.number(n) for n in ("Man1", "King1", "Man2", "King2"))
    assert standing(table) == {0: man1, 1: man1, 2: man1, 3: man1, 5: king1, 9: man2, 10: man2, 12: king2}
    assert (table.read("n_start"), table.read("n_moves"), table.read("last_to")) == (8, 8, 5)


@backends
def test_later_pieces_do_not_replace(backend: str) -> None:
    table = start(backend, '(place "Man1" 3) (place "King2" 3)')
    assert standing(table) == {3: table.number("Man1")}


@backends
def test_hands(backend: str) -> None:
    table = start(backend, '(place "Man" "Hand" count:3) (place "King" "Hand")', PIECES + "(hand Each size:2)")
    first = table.equipment.containers[1].first_site
    names = ("Man1", "King1", "Man2", "King2")
    assert standing(table) == {first + k: table.number(n) for k, n in enumerate(names)}
    assert table.at("count", first) == 3


@backends
def test_counts_are_of_the_last_component(backend: str) -> None:
    table = start(backend, "(set Count 4 to:(sites Bottom))")
    assert standing(table) == dict.fromkeys(range(4), table.number("King2"))
    assert table.at("count", 2) == 4


@backends
def test_stacks(backend: str) -> None:
    table = start(
        backend, '(place Stack "Man1" (sites Bottom) counts:{1 2 3 4}) (place Stack items:{"Man1" "King2"} 8)'
    )
    assert [len(table.levels("what", site)) for site in range(4)] == [1, 2, 3, 4]
    assert table.levels("what", 8) == [table.number("Man1"), table.number("King2")]


@backends
def test_by_chance(backend: str) -> None:
    """As many numbers are drawn as pieces are placed; the same state of chance gives the same places."""
    rule = '(place Random (sites Board) {"Man1" "Man2"} count:3)'
    table = start(backend, rule, rng=12345)
    assert sorted(standing(table).values()) == [table.number("Man1")] * 3 + [table.number("Man2")] * 3
    assert standing(start(backend, rule, rng=12345)) == standing(table)
    assert standing(start("python" if backend == "c" else "c", rule, rng=12345)) == standing(table)


@backends
def test_loops(backend: str) -> None:
    table = start(backend, '(forEach Value min:2 max:4 (place "Man1" (value)))')
    assert standing(table) == dict.fromkeys((2, 3, 4), table.number("Man1"))
    table = start(backend, '(forEach Site (sites Board) if:(= 0 (% (site) 5)) (place "Man2" (site)))')
    assert standing(table) == dict.fromkeys((0, 5, 10, 15), table.number("Man2"))


@backends
def test_dice_lie_ready(backend: str) -> None:
    table = start(backend, '(place "Man1" 0)', PIECES + "(dice d:6 num:2)")
    dice = table.equipment.dice[0]
    assert [table.at("what", site) for site in dice.sites] == list(dice.members)
    assert table.read("current_dice") == [1, 1]
    assert table.read("n_start") == 3


@backends
def test_scores(backend: str) -> None:
    table = start(backend, "(set Score Each 7) (set Score P2 9)")
    assert table.read("score")[1:3] == [7, 9]


@backends
def test_remembered_values(backend: str) -> None:
    table = start(backend, '(set RememberValue "A" 5) (set RememberValue "A" 5 unique:True) (set RememberValue "A" 6)')
    (field,) = (f for f in table.program.fields if f.startswith("remembered"))
    assert table.read(field) == [5, 6]
