"""Libraries: folders and archives, finding games, defines; what a name can and cannot do."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from ludparse import Library, LudError, check, expand, load_description, parse
from ludparse.library import library as library_module
from ludparse.library.library import BUNDLED, find_source
from ludparse.problems.message import example

GAME = '(game "{name}" (players 2) ("Board" 3))'
FILES = {
    "lud/board/line/Rows.lud": GAME.format(name="Rows"),
    "lud/board/line/Columns.lud": GAME.format(name="Columns of Old"),
    "lud/board/war/Rows (Old).lud": GAME.format(name="Old Rows"),
    "lud/board/war/Twin.lud": GAME.format(name="First Twin"),
    "lud/puzzle/Twin.lud": GAME.format(name="Second Twin"),
    "lud/puzzle/Same.lud": GAME.format(name="The Same"),
    "lud/board/Other.lud": GAME.format(name="The Same"),
    "def/board/Board.def": '// A "board" (\n// @example ("Board" 3)\n\n(define "Board"\n    (board #1) // side\n)\n',
    "def/Nothing.def": "// nothing here\n",
    "def/readme.txt": "no define",
}


@pytest.fixture(params=["folder", "archive"])
def library(request: pytest.FixtureRequest, tmp_path: Path) -> Library:
    if request.param == "folder":
        for name, text in FILES.items():
            file = tmp_path / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
        return Library.open(tmp_path)
    archive = tmp_path / "Some.jar"
    with zipfile.ZipFile(archive, "w") as out:
        for name, text in FILES.items():
            out.writestr(name, text)
        out.writestr("lud/../../evil.lud", "(game)")
    return Library.open(str(archive))


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("board/line/Rows.lud", "lud/board/line/Rows.lud"),
        ("board/line/rows", "lud/board/line/Rows.lud"),
        ("lud/board/line/Rows.lud", "lud/board/line/Rows.lud"),
        ("Rows", "lud/board/line/Rows.lud"),
        ("rows (old)", "lud/board/war/Rows (Old).lud"),
        ("Columns of Old", "lud/board/line/Columns.lud"),
        ("old rows", "lud/board/war/Rows (Old).lud"),
        ("puzzle/Twin", "lud/puzzle/Twin.lud"),
        ("rows-old", "lud/board/war/Rows (Old).lud"),
        ("Columns of 'Öld", "lud/board/line/Columns.lud"),
    ],
)
def test_a_game_is_found_by_path_file_and_name(library: Library, name: str, path: str) -> None:
    assert library.find(name).text == FILES[path]
    assert library.find(name).name.endswith(path)


@pytest.mark.parametrize(("name", "paths"), [("Twin", ("puzzle/Twin.lud",)), ("The Same", ("board/Other.lud",))])
def test_an_ambiguous_name_lists_its_candidates(library: Library, name: str, paths: tuple[str, ...]) -> None:
    with pytest.raises(LudError, match="name of 2 descriptions") as caught:
        library.find(name)
    assert caught.value.code == "ambiguous-game"
    assert all(path in caught.value.hint for path in paths)


@pytest.mark.parametrize("name", ["Colums", "../../etc/passwd", "/etc/passwd", "lud/../def/board/Board.def", "", "."])
def test_what_is_not_there(library: Library, name: str) -> None:
    with pytest.raises(LudError) as caught:
        library.find(name)
    assert caught.value.code == "unknown-game"
    if name == "Colums":
        assert caught.value.nearest == ("Columns",)


def test_defines_of_the_library_are_used(library: Library) -> None:
    assert list(library.defines) == ['"Board"']
    text = '(game "g" ("Board" 5))'
    assert expand(text, library=library) == '(game "g"\n    (board 5)\n)\n'
    found = check('(game "g" ("Bord" 5))', library=library)
    error = next(error for error in found if error.code == "unknown-define")
    assert error.nearest == ("Board",)
    assert "looked up in the description and in the library" in error.hint
    assert "no-library" in [error.code for error in check(text)]


def test_a_place_in_a_define_of_the_library(tmp_path: Path) -> None:
    for name, text in {
        "lud/Rows.lud": GAME.format(name="Rows"),
        "def/Row.def": '(define "Row" (board (rectangel 1 #1)))',
    }.items():
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_text(text, encoding="utf-8")
    problems = check('(game "g" (players 2) (equipment {("Row" 5)}) (rules (play (move Pass))))', library=tmp_path)
    error = next(p for p in problems if p.code == "unknown-ludeme")
    assert error.span is not None
    assert [place.text for place in error.span.places] == ["(rectangel", '"Row"']
    assert error.span.places[0].file.endswith("Row.def")


def test_a_library_is_named_by_its_path(library: Library) -> None:
    assert "(board 3)" in expand("Rows", library=library.path)
    assert "(board 3)" in expand("Rows", library=str(library.path))


@pytest.mark.parametrize("place", [".", "", "./", "here", "here/", "../{name}"])
def test_a_folder_may_be_named_in_any_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str) -> None:
    for name in ("lud/line/Rows.lud", "lud/Top.lud", "lud/Top.lud.bak", "lud/.hidden/Deep.lud", "def/a/b/C.def"):
        for folder in (tmp_path, tmp_path / "here"):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(GAME.format(name="X"), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    library = Library.open(place.format(name=tmp_path.name))
    assert library.games == ("lud/.hidden/Deep.lud", "lud/Top.lud", "lud/line/Rows.lud")
    assert library.read("lud/line/Rows.lud").text == GAME.format(name="X")


def test_no_library(tmp_path: Path) -> None:
    (tmp_path / "file.jar").write_text("no archive")
    (tmp_path / "empty").mkdir()
    for place in ("missing", "file.jar", "empty"):
        with pytest.raises(LudError, match=r"library|neither") as caught:
            Library.open(tmp_path / place)
        assert caught.value.code == "no-library-there"


def test_sources(tmp_path: Path) -> None:
    text = '(game "g" (x))'
    file = tmp_path / "some.lud"
    file.write_bytes(b"\xef\xbb\xbf" + text.replace(" ", "\r\n").encode())
    assert find_source(text).text == text
    assert find_source("  // c\n" + text).name == "<text>"
    assert find_source(file).text == find_source(str(file)).text == text.replace(" ", "\n")
    assert parse(file)[0].span is not None
    with pytest.raises(LudError, match="among files and bundled games") as caught:
        find_source("No Such Game")
    assert "No library was given" in caught.value.hint


def test_files_that_are_no_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "some.lud"
    file.write_bytes(b'(game\n "\xff")')
    with pytest.raises(LudError, match=r"UTF-8 \(line 2\)") as caught:
        find_source(file)
    assert caught.value.code == "not-utf8"
    monkeypatch.setattr(library_module, "MAX_FILE", 4)
    with pytest.raises(LudError, match="more than 4 bytes") as caught:
        find_source(file)
    assert caught.value.code == "file-too-large"
    with pytest.raises(LudError, match="cannot be read") as caught:
        find_source("x" * 5000)
    assert caught.value.code == "unreadable-file"


def test_one_string_is_one_option() -> None:
    assert "Board Size/4" in load_description("Ex Nihilo", options="Board Size/4").selected_options
    with pytest.raises(LudError, match="Board Size/3x3"):
        load_description("Ex Nihilo", options="Board Size/3x3")


def test_an_item_is_named_by_its_words() -> None:
    """Where one item alone has them all: `7` is `7x7`, and neither 17 nor 7 times 8 where there are both."""
    items = " ".join(f'(item "{name}" <3> "")' for name in ("5x5", "7x7 (Old)", "17x17", "8x9", "8x10"))
    board = example(board="(board (square <Size:size>))")
    text = f'{board}(option "Board Size" <Size> args:{{<size>}} {{{items}}})'
    for wanted, item in (("5", "5x5"), ("7", "7x7 (Old)"), ("old", "7x7 (Old)"), ("7 x 7", "7x7 (Old)"), ("9", "8x9")):
        assert load_description(text, options=f"Board Size/{wanted}").selected_options == (f"Board Size/{item}",)
    for wanted in ("8", "1", "5x5x5", "x", "young", ""):
        with pytest.raises(LudError):
            load_description(text, options=f"Board Size/{wanted}")


def test_the_environment_names_the_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "lud").mkdir()
    (tmp_path / "lud" / "Odd One.lud").write_text((BUNDLED / "gardens" / "gardens.lud").read_text())
    monkeypatch.setenv("LUD_LIBRARY", str(tmp_path))
    assert load_description("Odd One").source.name.endswith("Odd One.lud")
    monkeypatch.setenv("LUD_LIBRARY", str(tmp_path / "nowhere"))
    with pytest.raises(LudError, match="LUD_LIBRARY"):
        load_description("Odd One")


AGENTS = {
    "def_ai/Rows_ai.def": '(define "Rows_ai" (heuristics (mobility)))',
    "def_ai/deep/Board.def": '(define "Board" (x))',
    "def_ai/notes.txt": "none",
    "def/Only.def": '(define "Only" 3)',
}


@pytest.mark.parametrize("archive", [False, True])
def test_what_is_said_to_agents_stands_in_a_folder_of_its_own(archive: bool, tmp_path: Path) -> None:
    """By the name of the file, however deep; a define of the rules is none of them, and the other way round."""
    place = tmp_path / "library"
    for name, text in AGENTS.items():
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_text(text, encoding="utf-8")
    if archive:
        with zipfile.ZipFile(tmp_path / "a.jar", "w") as out:
            for name, text in AGENTS.items():
                out.writestr(name, text)
    library = Library.open(tmp_path / "a.jar" if archive else place)
    found = library.agent_define("Rows_ai")
    assert found is not None and found.tag == '"Rows_ai"' and found.source.name.endswith("Rows_ai.def")
    deep = library.agent_define("Board")
    assert deep is not None and deep.source.text == AGENTS["def_ai/deep/Board.def"]
    assert [library.agent_define(name) for name in ("Only", "notes", "Other")] == [None] * 3
    assert [tag.strip(chr(34)) for tag in library.defines] == ["Only"]


def test_a_library_of_given_defines(tmp_path: Path) -> None:
    """It has no descriptions, and is the same as another one exactly where the defines are."""
    (tmp_path / "def").mkdir()
    (tmp_path / "def" / "Only.def").write_text(AGENTS["def/Only.def"], encoding="utf-8")
    (define,) = Library.open(tmp_path).defines.values()
    alone, with_agent, nothing = (
        Library.of_defines([define]), Library.of_defines([], [define]), Library.of_defines([]),
    )  # fmt: skip
    assert alone.games == () and [*alone.defines.values()] == [define] and alone.agent_define("Only") is None
    assert with_agent.agent_define("Only") == define and not with_agent.defines
    assert alone._stamp == Library.of_defines([define])._stamp != nothing._stamp == ""


def test_files_that_are_not_there(tmp_path: Path) -> None:
    """How far there is something, and what is like it there."""
    (tmp_path / "Rows.lud").write_text("x")
    told = {}
    for name in ("Rowz.lud", "none/Rows.lud", "none/deep/Rows.lud", ""):
        with pytest.raises(LudError) as caught:
            find_source(tmp_path / name)
        told[name] = caught.value.hint, caught.value.nearest
    assert told["Rowz.lud"] == ("", ("Rows.lud",))
    assert told["none/Rows.lud"][0].endswith(f"{str(tmp_path / 'none')!r}.")
    assert told["none/deep/Rows.lud"][0] == f"There is no folder {str(tmp_path / 'none' / 'deep')!r}."
    assert told[""][0] == "It is a folder. Name a file in it."
