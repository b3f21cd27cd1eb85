"""The nearest games and why: what is told of two games holds for both, and the index is made once."""

import json
import re
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path

import pytest

np = pytest.importorskip("numpy", reason="the extra laboratory is not installed")

import ludparse  # noqa: E402
from ludparse import load_description  # noqa: E402
from ludparse.description.description import Description  # noqa: E402
from ludparse.exporters.catalogue import Entry, board_kind  # noqa: E402
from ludparse.exporters.catalogue import index as index_module  # noqa: E402
from ludparse.exporters.catalogue.entry import entry_of  # noqa: E402
from ludparse.exporters.laboratory import measured as measured_module  # noqa: E402
from ludparse.exporters.laboratory.measured import DescribedGame, DescribedGames  # noqa: E402
from ludparse.exporters.laboratory.reasons import Reasons, Side, parts_of, reasons_between  # noqa: E402
from ludparse.exporters.laboratory.similar import ORDERS, neighbours, similar, space_at  # noqa: E402
from ludparse.exporters.laboratory.space import Space  # noqa: E402
from ludparse.exporters.laboratory.trees import ludemes_of, without_names  # noqa: E402
from ludparse.interpreter.concepts import PARENTS, concepts_of  # noqa: E402
from ludparse.library.library import BUNDLED  # noqa: E402
from ludparse.reader.formatter import format_tree  # noqa: E402
from tests.corpus import LIBRARY, needs_corpus  # noqa: E402
from tests.exporters.commands import run  # noqa: E402

STONES = """(game "Stones" (players 2) (equipment {(board (hex 3)) (piece "Disc" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"""
FOUR = STONES.replace("Stones", "Four").replace("Line 3", "Line 4")
SQUARE = STONES.replace("Stones", "Square").replace("hex 3", "square 4")
PASSES = """(game "Passes" (players 3) (equipment {(board (square 8)) (piece "Rook" Each (move Slide))})
    (rules (start (place "Rook1" {"A1"})) (play (forEach Piece)) (end (if (no Moves Next) (result Next Loss)))))"""


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A library of small games, of which one is broken; no bundled games, and a cache of its own."""
    library = tmp_path / "library"
    (library / "lud").mkdir(parents=True)
    for name, text in {"Stones": STONES, "Four": FOUR, "Square": SQUARE, "Passes": PASSES, "Broken": "(game"}.items():
        (library / "lud" / f"{name}.lud").write_text(text)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(index_module, "BUNDLED", tmp_path / "none")
    monkeypatch.delenv("LUD_LIBRARY", raising=False)
    return library


def test_the_nearest_of_a_library(place: Path) -> None:
    found = similar(STONES, place, jobs=1)
    assert [near.name for near in found] == ["Four", "Square", "Passes"]
    assert found[0].why.shared[0] == "kind of board: hex, 19 cells"
    assert "the same but for names: board, pieces, rules of play" in found[0].why.shared
    assert found[1].why.differ[0] == "board: hex, 19 cells | square 4x4"
    assert "players: 2 | 3" in found[2].why.differ
    renamed = STONES.replace("Disc", "Pebble").replace("Stones", "Sand")
    nearest = similar(renamed, place, jobs=1)[0]
    assert (nearest.name, nearest.distances["trees"]) == ("Stones", 0)


@pytest.mark.parametrize("by", ORDERS)
def test_every_order(place: Path, by: str) -> None:
    if by == "edits":
        pytest.importorskip("apted", reason="the extra laboratory is not installed")
    found = similar(STONES, place, by=by, jobs=1)
    values = [near.distances[by] for near in found]
    assert values == sorted(values) and len(found) == 3
    assert str(found).splitlines()[0].split()[:2] == ["game", by]


def test_games_that_are_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LUD_LIBRARY", raising=False)
    found = ludparse.similar(ludparse.load(STONES, backend="python"), [SQUARE, FOUR, STONES], n=1)
    assert [near.name for near in found] == ["Four"], "a game is not its own neighbour"


def test_nothing_to_choose_from() -> None:
    with pytest.raises(ludparse.LudError, match="there are no games to choose from"):
        similar(STONES, [])
    with pytest.raises(ValueError, match=r"by is one of combined, .* not 'size'"):
        similar(STONES, [FOUR], by="size")


def test_the_index_is_made_once(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = space_at(str(place), jobs=1)
    assert len(first.about) == 4, "what cannot be read is left out"
    made = []
    fill = DescribedGames._fill
    monkeypatch.setattr(DescribedGames, "_fill", lambda self, kept, report: [made.append(1), fill(self, kept, report)])
    assert [a.name for a in space_at(str(place)).about] == [a.name for a in first.about] and not made
    (place / "lud" / "Four.lud").write_text(FOUR.replace("Line 4", "Line 5"))
    assert "(is Line 5)" in space_at(str(place), jobs=1).texts()[0] and made


def test_an_interrupted_index_goes_on(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(done: int, total: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        space_at(str(place), jobs=1, report=interrupted)
    told = list[tuple[int, int]]()
    space_at(str(place), jobs=1, report=lambda done, total: told.append((done, total)))
    assert told[-1] == (3, 3), "two of five games were kept"


def test_a_game_that_cannot_be_played_has_no_distance_by_play(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measured_module, "measures_of", lambda description, library: ([], "for a test"))
    with pytest.raises(ludparse.LudError, match="'Stones' has no distance by play"):
        similar(STONES, [FOUR, SQUARE], by="play")


def test_bundled_games_are_recognised_without_names_and_with_a_rule_altered() -> None:
    """The last number of the rules is another one."""
    games = [load_description(file) for file in sorted(BUNDLED.glob("*/*.lud"))]
    space = Space.of([DescribedGame.of(game, None) for game in games])
    for game in games:
        text = format_tree(without_names(game.tree))
        (*_, last) = re.finditer(r"(?<=[ (:])\d+(?=[ )])", text)
        altered = f"{text[: last.start()]}{int(last[0]) + 1}{text[last.end() :]}"
        assert neighbours(space, load_description(altered), None, n=1)[0].name == game.name


# ---------------------------------------------------------------------------------------------------- what is told


@cache
def entry_at(description: Description, library: str | None) -> Entry:
    return entry_of(description, library, "")


def side(description: Description, library: str | None) -> Side:
    entry = entry_at(description, library)
    words = frozenset(ludemes_of(description.tree))
    return Side(words, parts_of(description.tree), frozenset(entry.concepts), entry.players, board_kind(entry))


@cache
def held_by(description: Description, library: str | None) -> frozenset[str]:
    return concepts_of(description, library=library)


@cache
def words(text: str) -> set[str]:
    """The ludemes of an expanded text, found without its tree: keywords, and keywords with plain words that stand
    directly within them and have no name (`stack:True` is written as one)."""
    found, open_calls = set[str](), list[str]()
    before = ""
    for token in re.findall(r'"(?:[^"\\]|\\.)*"|[(){}]|[^\s(){}"]+', text):
        if token in "({":
            open_calls.append("")
        elif token in ")}":
            open_calls.pop()
        elif before == "(":
            open_calls[-1] = token
            found.add(token)
        elif open_calls and open_calls[-1] and re.fullmatch(r"[^\"\d.-][^\":]*|[-+*/<>=!%^]+", token):
            found.add(f"{open_calls[-1]} {token}")
        before = token
    return found


def parts(text: str) -> Iterator[tuple[str, str]]:
    """The rules of start, play and end of an expanded text, with other names for what has a name, found without its
    tree."""
    named = re.findall(r'\((?:game|match|piece|regions|track|map|phase|player)\s+"([^"]*?)\d*"', text)
    numbers = dict[str, str]()

    def renamed(found: re.Match[str]) -> str:
        stem = found[1].rstrip("0123456789")
        if stem not in named or len(stem) < 2:
            return found[0]
        return f'"<{numbers.setdefault(stem, str(len(numbers)))}>{found[1][len(stem) :]}"'

    text = re.sub(r'"([^"]*)"', renamed, " ".join(text.split()))
    for part in ("start", "play", "end"):
        at = text.find(f"({part} ")
        depth = 0
        for end in range(at, len(text)) if at >= 0 else ():
            depth += (text[end] in "({") - (text[end] in ")}")
            if not depth:
                yield part, text[at : end + 1]
                break


def check(why: Reasons, one: Description, other: Description, library: str | None) -> None:
    """Every statement, against the descriptions."""
    held = [held_by(game, library) for game in (one, other)]
    used = [{*words(game.text)} for game in (one, other)]
    for told, has in ((why.concepts, held), (why.ludemes, used)):
        assert {*told[0]} <= has[0] & has[1], "said of both"
        assert {*told[1]} <= has[0] - has[1], "said of the first alone"
        assert {*told[2]} <= has[1] - has[0], "said of the second alone"
    for name in why.concepts[0]:
        assert not any(PARENTS[other] == name for other in held[0] & held[1]), "a narrower one would say more"
    found = [dict(parts(game.text)) for game in (one, other)]
    for part in ("start", "play", "end"):
        if part in why.parts:
            assert found[0][part] == found[1][part]
    counts = [entry_at(game, library) for game in (one, other)]
    assert why.players == tuple(entry.players for entry in counts)
    assert why.boards == tuple(map(board_kind, counts))


def told(one: Description, other: Description, library: str | None) -> Reasons:
    return reasons_between(side(one, library), side(other, library), len, len)


def test_what_is_told_of_bundled_games_is_so() -> None:
    games = [load_description(file) for file in sorted(BUNDLED.glob("*/*.lud"))]
    for one, other in product(games, games):
        check(told(one, other, None), one, other, None)


@needs_corpus
def test_what_is_told_of_games_of_the_library_is_so() -> None:
    names = (
        "Chess", "Shogi", "Hex", "Nine Men's Morris", "Backgammon", "Senet", "Oware", "Kalah", "English Draughts",
        "Hnefatafl", "Connect Four", "Lielow",
    )  # fmt: skip
    library = str(LIBRARY)
    games = [load_description(name, library=library) for name in names]
    for one, other in product(games, games):
        check(told(one, other, library), one, other, library)


# ---------------------------------------------------------------------------------------------------- the command


def test_the_command(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "similar", STONES, "-n", "2", "--library", str(place))
    assert code == 0
    assert out.splitlines()[0] == "Stones: the nearest of 4 games by combined (0 the same, 1 nothing shared)"
    assert re.findall(r"^ +\d\. (\w+)", out, re.MULTILINE) == ["Four", "Square"]
    code, out, _ = run(capsys, "similar", STONES, "--by", "trees", "--json", "--library", str(place))
    record = json.loads(out)
    assert code == 0 and (record["by"], record["of"]) == ("trees", 4)
    assert [near["place"] for near in record["games"]] == ["lud/Four.lud", "lud/Square.lud", "lud/Passes.lud"]


def test_a_matrix_and_a_map(place: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    matrix = tmp_path / "all.csv"
    assert run(capsys, "similar", "--matrix", str(matrix), "--library", str(place))[0] == 0
    head, *rows = [line.split(",") for line in matrix.read_text().splitlines()]
    assert head == ["", "lud/Four.lud", "lud/Passes.lud", "lud/Square.lud", "lud/Stones.lud"]
    assert [row[0] for row in rows] == head[1:]
    table = [[float(value) for value in row[1:]] for row in rows]
    assert all(table[i][j] == table[j][i] and table[i][i] == 0 for i in range(4) for j in range(4))
    arrays = tmp_path / "all.npz"
    assert run(capsys, "similar", "--matrix", str(arrays), "--library", str(place))[0] == 0
    loaded = np.load(arrays)
    assert list(loaded["names"]) == ["Four", "Passes", "Square", "Stones"]
    assert np.allclose(loaded["distances"], table, atol=1e-4)
    pytest.importorskip("sklearn", reason="the extra laboratory is not installed")
    page = tmp_path / "map.html"
    assert run(capsys, "similar", "--map", str(page), "--library", str(place))[0] == 0
    (data,) = re.findall(r'<script type="application/json" id="games">(.*?)</script>', page.read_text(), re.DOTALL)
    games = {game["name"]: game for game in json.loads(data)}
    assert len(games["Stones"]["sites"]) == 2 * 19 and games["Stones"]["board"] == "hex, 19 cells"
    assert all(0 <= game[axis] <= 1 for game in games.values() for axis in "xy")


@pytest.mark.parametrize(
    ("arguments", "code", "problem"),
    [
        (("similar",), 2, "name a GAME"),
        (("similar", "Nonesuch"), 1, "'Nonesuch'"),
        (("similar", '(game "x" (players 2'), 1, "<text>:1:1: syntax error"),
        (("similar", "--matrix", "all.txt"), 2, "'all.txt' ends neither in .csv nor in .npz"),
    ],
)
def test_what_is_wrong(
    place: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], code: int, problem: str
) -> None:
    found, _, err = run(capsys, *arguments, "--library", str(place))
    assert found == code and problem in err


def test_an_empty_library(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "lud").mkdir()
    code, _, err = run(capsys, "similar", STONES, "--library", str(tmp_path))
    assert code == 1 and "holds neither descriptions nor defines" in err and "A library is Ludii.jar" in err
