"""The example of ludemes of one's own, on both backends, and what goes wrong with such ludemes."""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import ludparse
from ludparse import Game, LudTypeError, check, load
from ludparse.binding import own
from ludparse.interpreter.lower import families
from ludparse.interpreter.program.declarations import UndeclaredFieldError
from tests.interpreter.lower.playing import BACKENDS

HERE = Path(__file__).parents[2] / "examples" / "own_ludeme"

HEAD = """
from __future__ import annotations
from enum import Enum
from ludparse.extend import *
from ludparse.ludemes import *
"""


@pytest.fixture(autouse=True)
def registries() -> Iterator[None]:
    """Each test starts and ends with the ludemes of the package alone."""
    families.load()
    with own.registrations_undone():
        yield


def module(folder: Path, text: str, name: str = "mine") -> Path:
    path = folder / f"{name}.py"
    path.write_text(HEAD + text, encoding="utf-8")
    return path


def load_example(backend: str) -> Game:
    ludparse.load_ludemes(HERE / "turned.py")
    game = load(HERE / "turnstiles.lud", backend=backend)
    assert isinstance(game, Game)
    return game


@pytest.mark.parametrize("backend", BACKENDS)
def test_the_example_by_hand(backend: str) -> None:
    """A new piece turns the pieces beside it: the second and the third turn the one in the corner, and one another."""
    ludparse.load_ludemes(HERE / "turned.py")
    text = (HERE / "turnstiles.lud").read_text(encoding="utf-8")
    text = text.replace("(if (is Full) (result Mover Draw))", "(if (= (count Turned) 4) (result Next Loss))")
    state = load(text, backend=backend).start(seed=1)
    for site in (0, 1, 3, 4):
        assert not state.over
        (move,) = (m for m in state.legal_moves() if m.to_site == site)
        state.apply(move)
    # 0 was turned by 1 and 3; 1, 3 and again 0 by 4; 4 itself stands as it was placed
    assert not state.over
    (move,) = (m for m in state.legal_moves() if m.to_site == 5)
    state.apply(move)
    assert state.over, "now 4 is turned too, and four pieces are"


def test_the_example_on_both_backends() -> None:
    states = [load_example(backend).start(seed=1) for backend in BACKENDS]
    chance = random.Random(7)
    for _ in range(30):
        if states[0].over:
            break
        names = [[m.text for m in state.legal_moves()] for state in states]
        assert names[0] == names[1]
        k = chance.randrange(len(names[0]))
        for state in states:
            state.apply(state.legal_moves()[k])
    assert states[0].over and states[1].over
    assert states[0].ranking == states[1].ranking


def test_the_words_are_unknown_without_the_module() -> None:
    with pytest.raises(LudTypeError, match="turnAround"):
        load(HERE / "turnstiles.lud", backend="python")


def test_it_may_be_loaded_after_descriptions_were_read() -> None:
    """The tables of signatures are made when the first description is read; registering empties them."""
    with pytest.raises(LudTypeError):
        load(HERE / "turnstiles.lud", backend="python")
    assert load_example("python").name == "Turnstiles"


def test_a_file_is_run_once() -> None:
    assert ludparse.load_ludemes(HERE / "turned.py") is ludparse.load_ludemes(str(HERE / "turned.py"))


@pytest.mark.parametrize("checked", [False, True])
def test_an_installed_package_is_asked_when_a_word_is_unknown(monkeypatch: pytest.MonkeyPatch, checked: bool) -> None:
    asked = []

    def entry_points(*, group: str) -> list[EntryPoint]:
        asked.append(group)
        return [EntryPoint("turned", "turned", group)]

    monkeypatch.syspath_prepend(str(HERE))
    monkeypatch.delitem(sys.modules, "turned", raising=False)
    monkeypatch.setattr("importlib.metadata.entry_points", entry_points)
    own.load_installed_ludemes.cache_clear()
    try:
        load("Gardens", backend="python")
        assert not asked, "a description of known words costs no search for packages"
        if checked:
            assert check(HERE / "turnstiles.lud") == []
        else:
            assert load(HERE / "turnstiles.lud", backend="python").name == "Turnstiles"
        assert asked == ["ludparse.ludemes"]
    finally:
        own.load_installed_ludemes.cache_clear()


def test_an_installed_package_that_fails_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = [EntryPoint("mine", "no_such_module_of_ludemes", own.GROUP)]
    monkeypatch.setattr("importlib.metadata.entry_points", lambda group: broken)
    own.load_installed_ludemes.cache_clear()
    try:
        with pytest.raises(ImportError, match=r"the ludemes of 'mine' \(no_such_module_of_ludemes\) cannot be loaded"):
            load(HERE / "turnstiles.lud", backend="python")
    finally:
        own.load_installed_ludemes.cache_clear()


WRONG = {
    "a name that is taken": (
        '@ludeme("mine")\nclass CountSteps(IntFunction):\n    pass\n',
        ValueError,
        "there is a ludeme class CountSteps already",
    ),
    "a signature that is taken": (
        '@ludeme("abs")\nclass MyAbs(IntFunction):\n    value: Int\n',
        ValueError,
        "(abs …) of MyAbs is written like that of IntAbs",
    ),
    "an unknown type": (
        '@ludeme("mine")\nclass Mine(IntFunction):\n    value: Nonsense\n',
        TypeError,
        "Mine: 'Nonsense' is no ludeme, kind of ludeme or enumeration",
    ),
    "a second meaning": (
        '@lowers(CountSteps, to="int")\ndef mine(node, lo):\n    return ir.const(1)\n',
        ValueError,
        "CountSteps has a meaning already: count_steps",
    ),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_is_wrong_with_a_module_is_said_and_nothing_of_it_remains(case: str, tmp_path: Path) -> None:
    text, error, message = WRONG[case]
    good = '@ludeme("fine")\nclass Fine(IntFunction):\n    pass\n\n'
    path = module(tmp_path, good + text, re.sub(r"\W", "_", case))
    for _ in range(2):  # the second time it is not taken for loaded
        with pytest.raises(error, match=re.escape(message)):
            ludparse.load_ludemes(path)
    assert "fine" not in own.REGISTRY


def test_annotations_have_to_be_texts(tmp_path: Path) -> None:
    path = tmp_path / "eager.py"
    path.write_text('from ludparse.extend import *\nfrom ludparse.ludemes import *\n@ludeme("mine")\n'
                    "class Eager(IntFunction):\n    value: Int\n", encoding="utf-8")  # fmt: skip
    with pytest.raises(TypeError, match="Eager has to begin with `from __future__ import annotations`"):
        ludparse.load_ludemes(path)


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(ImportError, match=r"there is no file of ludemes '/nowhere/mine\.py'"):
        ludparse.load_ludemes("/nowhere/mine.py")


UNDECLARED = """
@ludeme("corner")
class CornerRotation(IntFunction):
    pass

@lowers(CornerRotation, to="int")
def corner(node: CornerRotation, lo: Lowering) -> Expr:
    return lo.sites.rotation(lo.site_type(None), 0)

@ludeme("latest")
class LatestVisit(BooleanFunction):
    pass

@lowers(LatestVisit, to="bool")
def latest(node: LatestVisit, lo: Lowering) -> Expr:
    return ir.set_has(lo.get("visited"), lo.get("last_to"))
"""


def play(condition: str) -> str:
    return f"""(game "T" (players 2) (equipment {{(board (square 2)) (piece "P" Each)}})
        (rules (play (move Add (to (sites Empty)))) (end (if {condition} (result Mover Win)))))"""


def test_reading_what_no_rule_needs_is_an_error_that_names_the_ludeme(tmp_path: Path) -> None:
    ludparse.load_ludemes(module(tmp_path, UNDECLARED, "undeclared"))
    wanted = "CornerRotation reads the rotation of sites, which the state of this game does not hold: declare it with "
    with pytest.raises(
        UndeclaredFieldError, match=re.escape(wanted + "@lowers(CornerRotation, needs=Feature.ROTATION)")
    ):
        load(play("(= (corner) 1)"), backend="python")
    with pytest.raises(UndeclaredFieldError, match="LatestVisit reads the state field 'visited'"):
        load(play("(latest)"), backend="python")


def test_declaring_it_is_enough(tmp_path: Path) -> None:
    text = UNDECLARED.replace('CornerRotation, to="int"', 'CornerRotation, to="int", needs=Feature.ROTATION')
    ludparse.load_ludemes(module(tmp_path, text, "declared"))
    assert "rotation_c" in load(play("(= (corner) 1)"), backend="python").program.fields
