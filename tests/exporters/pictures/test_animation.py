"""Animations: every position is shown in its time, and what stays is drawn once."""

import io
import random
import re
from xml.etree import ElementTree

import pytest

from ludparse import load
from ludparse.exporters.pictures.position import position_marks
from ludparse.pictures import animation_gif, animation_svg, kit_of, png_of, positions_of
from tests.exporters.pictures.games import STEPS

SVG = "{http://www.w3.org/2000/svg}"


def played(number: int) -> list:  # type: ignore[type-arg]
    state = load(STEPS).start(seed=1)
    rng = random.Random(2)
    for _ in range(number):
        state.apply(state.random_move(rng))
    return positions_of(state)


def test_positions_are_those_of_the_game() -> None:
    positions = played(5)
    assert [len(state.history) for state in positions] == list(range(6))
    assert positions[0] == positions[0].game.start(seed=1)


def test_every_piece_is_visible_exactly_while_it_is_there() -> None:
    positions = played(6)
    root = ElementTree.fromstring(animation_svg(positions, seconds=2.0))
    shown: dict[str, set[int]] = {}
    for group in root.iter(f"{SVG}g"):
        pieces = [g for g in group if g.get("class") == "piece"]
        times = group.find(f"{SVG}set")
        if not pieces or times is None:
            continue
        found = re.fullmatch(r"clock[0-9a-f]+\.begin\+([\d.]+)s", times.get("begin", ""))
        assert found
        first = float(found[1]) / 2
        length = float(times.get("dur", "0s")[:-1]) / 2
        place = pieces[0].get("transform", "")
        last = round(first + length)
        shown.setdefault(place, set()).update(range(round(first), min(last, len(positions))))
    kit = kit_of(positions[0].game)
    expected: dict[str, set[int]] = {}
    for k, state in enumerate(positions):
        for mark in position_marks(kit, state):
            if "layers" in mark:
                expected.setdefault(f"translate({mark['x']:g} {mark['y']:g})", set()).add(k)
    assert shown == expected


def test_what_stays_occurs_once_and_what_moves_glides() -> None:
    positions = played(1)
    text = animation_svg(positions)
    assert text.count('class="piece"') == 6  # five pieces, and the moved one at its new site
    assert text.count("animateTransform") == 1


def test_wrong_times() -> None:
    positions = played(1)
    for wrong in (lambda: animation_svg([]), lambda: animation_svg(positions, seconds=0)):
        with pytest.raises(ValueError, match="at least one position, and a positive time"):
            wrong()
    with pytest.raises(ValueError, match="1 to 8192 pixels"):
        png_of(positions[0].svg(), width=0)


def test_png_and_gif() -> None:
    image = pytest.importorskip("PIL.Image")
    pytest.importorskip("resvg_py")
    positions = played(3)
    picture = image.open(io.BytesIO(png_of(positions[0].svg(), width=200)))
    assert picture.format == "PNG" and picture.width == 200
    assert len(picture.convert("RGB").getcolors(100_000)) > 20, "the picture is empty"
    film = image.open(io.BytesIO(animation_gif(positions, seconds=0.5, width=120)))
    assert (film.format, film.width, film.n_frames, film.info["duration"]) == ("GIF", 120, 4, 500)


def test_state_animation() -> None:
    state = played(2)[-1]
    assert state.animation(seconds=1.0) == animation_svg(positions_of(state))
