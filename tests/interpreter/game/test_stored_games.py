"""Games from the cache: they are the same as compiled ones, start quickly, and nothing damaged or foreign is used."""

from __future__ import annotations

import os
import pickle
import re
import subprocess
import sys
import threading
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ludparse import Description, Game, Library, LudRuleError, LudUnsupportedError, Move, load
from ludparse.interpreter.backends.c.engine import CEngine
from ludparse.interpreter.backends.cache import MAX_STORED, Cache, CacheWarning
from ludparse.interpreter.game import stored_actions, stored_later
from ludparse.interpreter.game.actions import space
from ludparse.interpreter.game.actions.numbering import Group
from ludparse.interpreter.game.load import load_once
from ludparse.interpreter.game.stored_later import later, written
from ludparse.interpreter.play.engine import RenderedProgram
from tests.corpus import LIBRARY, REPO, description, needs_corpus
from tests.interpreter.descriptions import DICE, HUNT, LINE, PUZZLE, SCORE
from tests.interpreter.lower.playing import BACKENDS

FALLIBLE = """
(game "Fallible" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules (play (move Pass (then (addScore Mover (/ 1 (- (count Pieces) (count Pieces)))))))
    (end (if (is Line 3) (result Mover Win)))))
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of its own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "ludparse"


def from_cache(game: Any) -> bool:
    """Whether a game that was just loaded came from the cache: nobody has read its description yet."""
    return "description" not in vars(game._parts)


def twice(source: str | Path, backend: str, **arguments: Any) -> tuple[Game, Game]:
    """A game as it is compiled, and the same from the cache."""
    compiled, stored = load(source, backend=backend, **arguments), load(source, backend=backend, **arguments)
    assert isinstance(compiled, Game) and isinstance(stored, Game)
    assert not from_cache(compiled) and from_cache(stored)
    return compiled, stored


# --------------------------------------------------------------------------------------------------- the same game


def plain(value: object) -> object:
    """A value of a game in a form that can be compared."""
    if isinstance(value, Description):
        return value.name, value.text, value.request, value.selected_options, value.metadata.info, repr(value.ruleset)
    return re.sub(r" at 0x[0-9a-f]+", "", repr(value))


def _members(value: object) -> list[str]:
    return [n for n in dir(value) if not n.startswith("_")]


def calls(game: Game) -> dict[str, Callable[[], object]]:
    """What the methods of a game give, by their names."""
    state = game.start(seed=5)
    played = game.start(seed=5)
    for _ in range(6):
        if moves := played.legal_moves():
            played.apply(moves[len(moves) // 2])
    return {
        "playouts": lambda: list(game.playouts(6, seed=3, max_moves=60).lengths),
        "perft": lambda: game.perft(2),
        "start": lambda: [(m.notation, m.text, m.raw) for m in state.legal_moves()],
        "start_with": lambda: game.start_with(9).key,
        "replay": lambda: [m.text for m in game.replay(played.trial()).history] == [m.text for m in played.history],
        "same_as": lambda: game.same_as(game),
        "svg": lambda: game.svg(),
        "opening": lambda: game.opening() is game,
        "table": lambda: [m.notation for m in game.table(state.raw).moves()],
        "random_games": lambda: game.random_games(state.fresh, 3, 1, 40, 1, 0).moves,
        "optimise": lambda: None,
        "make_pickles_with": lambda: None,
        "restored": lambda: None,
        "sites": lambda: (played.snapshot(), played.key, played.ranking, repr(played), played.sites()),
        "trial": lambda: str(played.trial()),
        "undone": lambda: (str(played.copy().undo()), played.count_moves()),
        "actions of a state": lambda: played.actions(),
        "repr": lambda: (repr(game), repr(game.board), game.board.describe()),
        "saved": lambda: pickle.loads(pickle.dumps(played)).key,
    }


_COMPARED_BELOW = {"engine", "program", "data", "vocabulary", "tensors", "actions", "equipment", "flags", "board"}


def member(game: Game, name: str) -> object:
    """A public member as plain data, or what refuses it."""
    try:
        return plain(getattr(game, name))
    except LudUnsupportedError as refusal:
        return str(refusal)


def assert_the_same(one: Game, other: Game) -> None:
    """Compare every public member of two games."""
    assert _members(one) == _members(other)
    methods, others = calls(one), calls(other)
    for name in _members(one):
        if name in methods or name in _COMPARED_BELOW:
            continue
        assert member(one, name) == member(other, name), name
    for name in methods:
        assert methods[name]() == others[name](), name
    assert one.actions.size == other.actions.size and one.tensors.state_shape == other.tensors.state_shape
    assert one.equipment.describe() == other.equipment.describe()
    assert one.flags.features == other.flags.features and one.vocabulary.strings == other.vocabulary.strings
    assert [*one.program.fields] == [*other.program.fields] == [*other.data.fields]
    assert one.engine.source == other.engine.source  # type: ignore[attr-defined]
    assert one.start(seed=2) == other.start(seed=2) and hash(one) != 0
    assert one.start(seed=2).legal_moves() == other.start(seed=2).legal_moves()


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("text", [LINE, HUNT, DICE, SCORE, PUZZLE], ids=["line", "hunt", "dice", "score", "puzzle"])
@pytest.mark.telling("line", "score-python", "puzzle-python", "dice-c")
def test_a_game_from_the_cache_is_the_same(folder: Path, text: str, backend: str, c_compiler: None) -> None:
    assert_the_same(*twice(f"{text}// not the game of another test, which pickles might find", backend))


def test_what_a_name_means_is_kept_for_archives_alone(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder is looked at each time: its descriptions may be others tomorrow."""
    (tmp_path / "place" / "lud").mkdir(parents=True)
    (tmp_path / "place" / "lud" / "Mine.lud").write_text(LINE, encoding="utf-8")
    kept: list[str] = []
    monkeypatch.setattr("ludparse.interpreter.game.load.keep_source", lambda name, archive, source: kept.append(name))
    assert load("Mine", library=tmp_path / "place", backend="python").name == "Three"
    assert kept == []
    with zipfile.ZipFile(tmp_path / "place.jar", "w") as archive:
        archive.write(tmp_path / "place" / "lud" / "Mine.lud", "lud/Mine.lud")
    assert load("Mine", library=tmp_path / "place.jar", backend="python").name == "Three"
    assert kept == ["Mine"]


def test_options_and_rulesets_are_kept_apart(folder: Path, c_compiler: None) -> None:
    small, again = twice("Gardens", "c", options=["Board Size/4"])
    assert_the_same(small, again)
    usual = load("Gardens", backend="c")
    assert not from_cache(usual) and len(usual.start(seed=1).legal_moves()) != len(small.start(seed=1).legal_moves())
    assert load("Gardens", backend="c", options="Board Size/4").description.selected_options[0] == "Board Size/4"


@needs_corpus
@pytest.mark.parametrize(
    "path",
    ["board/war/replacement/eliminate/all/Surakarta", "board/race/escape/Backgammon", "board/sow/two_rows/Oware"],
)
def test_games_of_the_library(folder: Path, path: str) -> None:
    assert_the_same(*twice(description(path), "python", library=LIBRARY))


def test_members_made_late_are_made_once(folder: Path) -> None:
    load(HUNT, backend="python")
    game = load(HUNT, backend="python")
    seen: list[object] = []
    gate = threading.Barrier(6)

    def ask() -> None:
        gate.wait()
        seen.append((id(game.program), id(game.description), id(game.engine.program)))  # type: ignore[attr-defined]

    threads = [threading.Thread(target=ask) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(seen)) == 1


def test_keys_need_no_compilation(folder: Path) -> None:
    """Nor do searches, which ask for the same fields and have limits on time."""
    key = load(HUNT, backend="python").start(seed=1).key
    game = load(HUNT, backend="python")
    assert game.start(seed=1).key == key
    assert from_cache(game)


@pytest.mark.parametrize("backend", BACKENDS)
def test_failing_rules_have_their_place(folder: Path, backend: str, c_compiler: None) -> None:
    texts = []
    for game in twice(FALLIBLE, backend):
        state = game.start(seed=1)
        with pytest.raises(LudRuleError, match="division by zero") as problem:
            state.apply(state.legal_moves()[0])
        texts.append(str(problem.value))
    assert texts[0] == texts[1] and "(addScore Mover (/ 1 (" in texts[0]


@pytest.mark.parametrize("backend", BACKENDS)
def test_pickles(folder: Path, backend: str, c_compiler: None) -> None:
    compiled, stored = twice(f"{HUNT}// {folder}", backend)  # a game that no other test has loaded
    assert pickle.loads(pickle.dumps(compiled)) is compiled
    state = stored.start(seed=4)
    state.apply(state.legal_moves()[1])
    data = pickle.dumps((stored, state))
    assert from_cache(stored), "a pickle needs the text, not the description"
    code = (
        "import pickle, sys; game, state = pickle.load(sys.stdin.buffer); move = state.legal_moves()[0]\n"
        "print(game, len(state.history), move.notation, 'ludparse.description.description' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], input=data, capture_output=True, check=True, cwd=REPO)
    assert done.stdout.decode().strip() == f"{stored} 1 {state.legal_moves()[0].notation} False"
    move = pickle.loads(pickle.dumps(state.legal_moves()[0]))
    assert isinstance(move, Move) and move == state.legal_moves()[0]


def test_native_code_that_was_removed_is_compiled_again(
    folder: Path, c_compiler: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = [m.text for m in load(LINE, backend="c").start(seed=1).legal_moves()]
    for file in folder.glob("*.so"):
        file.unlink()
    game = load(LINE, backend="c")
    assert from_cache(game) and [m.text for m in game.start(seed=1).legal_moves()] == wanted
    with monkeypatch.context() as patch:
        patch.setattr(CEngine, "random_games", lambda _: None)  # these are rendered from the whole program
        game.optimise()
    assert game.engine.optimised and from_cache(game)  # type: ignore[union-attr]  # the C source is stored too
    game.optimise()
    assert not from_cache(game)


# --------------------------------------------------------------------------------------------------- when it is written


def test_a_form_is_written_behind_the_first_moves(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written()
    monkeypatch.setattr(stored_later, "DELAY", 0.2)
    game = load(LINE, backend="python")
    assert not list(folder.glob("*.game")) and game.start(seed=1).legal_moves()
    writer = stored_later._writer
    assert writer is not None
    writer.join(60)
    assert len(list(folder.glob("*.game"))) == 1


def test_a_game_that_leaves_the_process_is_written_before(folder: Path) -> None:
    pickle.dumps(load(f"{LINE}// {folder}", backend="python"))
    assert len(list(folder.glob("*.game"))) == 1


def test_what_cannot_be_written_is_told_and_the_rest_is_written(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    written()
    monkeypatch.setattr(stored_later, "DELAY", 0.1)
    done: list[str] = []

    def fail() -> None:
        raise RuntimeError("a form that nobody expects")

    with pytest.warns(CacheWarning, match="first is not kept in the cache: RuntimeError: a form that nobody expects"):
        later("first", fail)
        later("second", lambda: done.append("second"))
        writer = stored_later._writer
        assert writer is not None
        writer.join(10)
    assert done == ["second"] and not capfd.readouterr().err, "the thread tells nothing else"
    with pytest.warns(CacheWarning, match="third"):
        later("third", fail)
        written()


def test_where_there_are_no_threads_it_is_written_at_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(_: object) -> None:
        raise RuntimeError("can't start new thread")

    written()
    monkeypatch.setattr(stored_later, "_writer", None)
    monkeypatch.setattr(threading.Thread, "start", none)
    load(LINE, backend="python")
    assert len(list(folder.glob("*.game"))) == 1


# --------------------------------------------------------------------------------------------------- what it depends on


def library_of(place: Path, rule: str) -> Path:
    (place / "def").mkdir(parents=True, exist_ok=True)
    (place / "lud").mkdir(exist_ok=True)
    (place / "def" / "Drop.def").write_text(f'(define "Drop" {rule})\n')
    return place


DROPPING = LINE.replace("(move Add (to (sites Empty)))", '("Drop")')


def test_a_changed_define_of_the_library_counts(folder: Path, tmp_path: Path) -> None:
    place = library_of(tmp_path / "library", "(move Add (to (sites Empty)))")
    opened = Library.open(place)
    assert len(load(DROPPING, backend="python", library=opened).start(seed=1).legal_moves()) == 9
    assert from_cache(load(DROPPING, backend="python", library=opened))
    library_of(place, "(move Add (to (sites Corners)))")
    # an object keeps the defines that it has read; what it stands for now is another library
    assert len(load(DROPPING, backend="python", library=opened).start(seed=1).legal_moves()) == 9
    assert len(load(DROPPING, backend="python", library=Library.open(place)).start(seed=1).legal_moves()) == 4
    assert len(load(DROPPING, backend="python", library=opened).start(seed=1).legal_moves()) == 9


_NAMED = """
import sys
from ludparse import load
print(len(load("Three", backend="python", library=sys.argv[1]).start(seed=1).legal_moves()), "zipfile" in sys.modules)
"""


def test_a_name_in_an_archive_is_looked_up_once(folder: Path, tmp_path: Path) -> None:
    archive = tmp_path / "games.jar"

    def made(size: int) -> None:
        with zipfile.ZipFile(archive, "w") as file:
            file.writestr("lud/Three.lud", LINE.replace("(square 3)", f"(square {size})"))

    def run() -> str:
        command = [sys.executable, "-c", _NAMED, str(archive)]
        return subprocess.run(command, cwd=REPO, capture_output=True, text=True, check=True).stdout.strip()

    made(3)
    assert [run(), run()] == ["9 True", "9 False"]
    made(4)
    assert run() == "16 True", "another archive is looked at anew"


def test_games_with_own_ludemes_are_not_stored(folder: Path) -> None:
    code = (
        "import ludparse; from ludparse import load\n"
        "ludparse.load_ludemes('examples/own_ludeme/turned.py')\n"
        f"load({LINE!r}, backend='python')"
    )
    subprocess.run([sys.executable, "-c", code], cwd=REPO, check=True)
    assert not list(folder.glob("*.game"))


# --------------------------------------------------------------------------------------------------- whom it trusts


@pytest.fixture(scope="module", autouse=True)
def no_library() -> Iterator[None]:
    """A library of the user's (LUD_LIBRARY) is stored as well."""
    with pytest.MonkeyPatch.context() as patch:
        patch.delenv("LUD_LIBRARY", raising=False)
        yield


@pytest.fixture(scope="module")
def one_form(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str, bytes]:
    """A cache folder with one stored form: the folder above it, the name of the form, its bytes."""
    place = tmp_path_factory.mktemp("stored")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(place))
        load(LINE, backend="python")
        written()
    (file,) = (place / "ludparse").glob("*.game")
    return place, file.name, file.read_bytes()


NOT_BOUNDED = """(game "Not Bounded" (players 2) (equipment {(board (square 3)) (piece "A" Each)})
    (rules (play (or (move Add (piece (mover) state:(score P1)) (to (sites Empty)))
            (move Add (piece (mover) state:(score P2)) (to (sites Empty)) (then (addScore Mover 1)))))
        (end (if (is Full) (result Mover Draw)))))"""


@pytest.mark.parametrize("source", ["Caravans", NOT_BOUNDED])
def test_the_numbers_of_moves_are_kept_too(source: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """However they came into being, they are the same; what is damaged is found again."""
    monkeypatch.setattr(stored_actions, "_WORTH_KEEPING", 0.0)
    first = load(source, backend="python").actions
    assert first.numbering.shared or any(isinstance(place, Group) for place in first.numbering.places.values())
    with monkeypatch.context() as unable:
        unable.setattr(space, "_numbering", None)
        other = load(source, backend="python").actions
        assert other.numbering == first.numbering and other.checksum == first.checksum
    written()
    for entry in folder.rglob("*.game"):
        entry.write_bytes(entry.read_bytes()[:-1])
    assert load(source, backend="python").actions.numbering == first.numbering


def test_a_game_that_is_loaded_once_keeps_no_numbers(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored_actions, "_WORTH_KEEPING", 0.0)
    assert load_once("Caravans", backend="python").actions.size > 100
    written()
    assert not [*folder.rglob("*.game")]


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_a_damaged_form_is_ignored(one_form: tuple[Path, str, bytes], data: st.DataObject) -> None:
    place, name, good = one_form
    at = data.draw(st.integers(0, len(good) - 1))
    kind = data.draw(st.sampled_from(["flipped", "cut", "longer", "empty"]))
    bad = {
        "flipped": good[:at] + bytes([good[at] ^ data.draw(st.integers(1, 255))]) + good[at + 1 :],
        "cut": good[:at],
        "longer": good + b"\0",
        "empty": b"",
    }[kind]
    file = place / "ludparse" / name
    file.write_bytes(bad)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(place))
        game = load(LINE, backend="python")
    assert not from_cache(game) and len(game.start(seed=1).legal_moves()) == 9
    written()
    assert file.read_bytes() == good, "it is written anew, and the same game gives the same form"


def test_the_form_of_another_game_is_ignored(folder: Path) -> None:
    load(LINE, backend="python")
    written()
    (line,) = folder.glob("*.game")
    load(HUNT, backend="python")
    written()
    (hunt,) = {*folder.glob("*.game")} - {line}
    line.write_bytes(hunt.read_bytes())
    game = load(LINE, backend="python")
    assert not from_cache(game) and game.name == "Three"


def test_a_form_that_others_may_write_to_is_not_used(folder: Path) -> None:
    load(LINE, backend="python")
    written()
    (file,) = folder.glob("*.game")
    assert file.stat().st_mode & 0o777 == 0o600
    file.chmod(0o622)
    with pytest.warns(CacheWarning, match="made again: others may write to it"):
        assert not from_cache(load(LINE, backend="python"))
    written()
    assert file.stat().st_mode & 0o777 == 0o600
    other = folder / "other"
    os.replace(file, other)
    file.symlink_to(other)
    with pytest.warns(CacheWarning, match="not an ordinary file"):
        assert not from_cache(load(LINE, backend="python"))
    written()
    assert not file.is_symlink()


def test_plain_python_does_without_a_cache(folder: Path) -> None:
    folder.mkdir()
    folder.chmod(0o777)
    for _ in range(2):
        assert not from_cache(load(LINE, backend="python"))
    written()
    assert not list(folder.iterdir())


def test_forms_count_in_the_size_of_the_cache(folder: Path) -> None:
    cache = Cache(folder)
    assert cache.problem() == ""
    for k in range(3):
        cache.write(f"form{k}", bytes(100))
        os.utime(folder / f"form{k}.game", (k, k))
    assert cache.read("form0") == bytes(100)  # used again just now
    assert cache.info().stored == 3 and cache.info().size == 300 and cache.info().games == 0
    cache.limit = 250
    assert {path.stem for path in folder.glob("*.game")} == {"form0", "form2"}
    cache.write("large", bytes(MAX_STORED + 1))
    assert not (folder / "large.game").exists()
    cache.clear()
    assert not list(folder.glob("*.game"))


# --------------------------------------------------------------------------------------------------- a quick start

_START = """
import sys
from ludparse import load
state = load({text!r}, backend={backend!r}).start(seed=1)
state.apply(state.legal_moves()[0])
assert state.legal_moves()[0].notation
print(*sys.modules)
"""
HEAVY = (
    "networkx", "numpy", "jinja2", "scipy", "subprocess", "dataclasses", "inspect", "zipfile", "tempfile",
    "ludparse.description.description",
    "ludparse.reader",
    "ludparse.ludemes",
    "ludparse.binding.bind",
    "ludparse.expansion",
    "ludparse.interpreter.board",
    "ludparse.interpreter.equipment",
    "ludparse.interpreter.lower",
    "ludparse.interpreter.program.ops",
    "ludparse.interpreter.program.program",
    "ludparse.interpreter.game.checks",
    "ludparse.interpreter.passes",
    "ludparse.interpreter.backends.c.rendering.render",
    "ludparse.interpreter.backends.python.render",
)  # fmt: skip


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.telling("c")
def test_a_game_from_the_cache_imports_no_compiler(folder: Path, backend: str, c_compiler: None) -> None:
    command = [sys.executable, "-c", _START.format(text=HUNT, backend=backend)]
    runs = [subprocess.run(command, cwd=REPO, capture_output=True, text=True, check=True) for _ in range(2)]
    first, second = ({*run.stdout.split()} for run in runs)
    compiling = {"ludparse.reader.parser", "ludparse.interpreter.lower.base.lowering"}
    assert compiling <= first, "the list of modules has become useless"
    of_wasmtime = {"dataclasses", "inspect", "subprocess", "tempfile", "zipfile"} if backend == "wasm" else set[str]()
    assert sorted(second & {*HEAVY} - of_wasmtime) == []


def test_a_source_may_wait_for_the_thread_that_asks_for_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is read from the cache waits until it is written, and what is written has the source of an engine."""
    asked, done = threading.Event(), list[str]()

    class Rendered(RenderedProgram):
        def __init__(self, make: Callable[[], str]) -> None:
            self._make_source = make

    def write() -> None:
        asked.wait(30)
        done.append(Rendered(lambda: "written").source)

    def read() -> str:
        asked.set()
        written("one")
        return "read"

    # one that nobody waits for at the end of the process, where this fails
    monkeypatch.setattr(stored_later, "_writing", threading.RLock())
    stored_later._waiting["one"] = write
    writer = threading.Thread(target=written, args=("one",), daemon=True)
    writer.start()
    reader = threading.Thread(target=lambda: done.append(Rendered(read).source), daemon=True)
    reader.start()
    reader.join(60)
    assert done == ["written", "read"]
