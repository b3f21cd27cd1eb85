"""Numbers and regions of drawn tracks with pieces on them, beside a few lines of Python that say the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from ludparse import load

GAME = """(game "Track" (players 2) (equipment {{ (board (square 3) {{ (track "Way" "{way}" loop:{loop}) }})
    (piece "Man" Each) }})
  (rules {start} (play (move Pass (then (and {{ {notes} }})))) (end (if (= 9 (count Turns)) (result Mover Win)))))"""


def told(way: Sequence[int], loop: bool, taken: set[int], asked: Sequence[str]) -> list[str]:
    """What is noted of each question, with men on some sites. (Each player gets the note.)"""
    men = " ".join(map(str, sorted(taken)))
    text = GAME.format(
        way=",".join(map(str, way)), loop=loop, notes=" ".join(f"(note {x})" for x in asked),
        start=f'(start (place "Man1" (sites {{{men}}})))' if taken else "",
    )  # fmt: skip
    state = load(text, backend="python").start(seed=1)
    done = state.consequences(state.legal_moves()[0])
    return [action.partition("message=")[2].partition(",to=")[0].rstrip("]") for action in done.actions[1::2]]


def first_site(way: Sequence[int], start: int, fits: Callable[[int], bool]) -> int:
    """From a site of the track onwards, and then from its beginning; from there at once for -1."""
    at = 0 if start == -1 else way.index(start)
    return next((site for site in [*way[at:], *way[:at]] if fits(site)), -1)


def moved(way: Sequence[int], loop: bool, start: int, steps: int) -> int:
    at = way.index(start) + steps
    return way[at % len(way)] if loop or at < len(way) else -1


def part(way: Sequence[int], first: int, last: int) -> set[int]:
    """From one site to another, by way of the beginning if that is where it lies."""
    a, b = way.index(first), way.index(last)
    return {*way[a : b + 1]} if a <= b else {*way[a:], *way[: b + 1]}


@settings(max_examples=40, deadline=None)
@given(
    st.permutations(range(9)), st.integers(2, 9), st.booleans(), st.sets(st.integers(0, 8)),
    st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8), st.integers(0, 10)), min_size=1, max_size=3),
)  # fmt: skip
def test_a_track_of_drawn_sites(
    cells: list[int], length: int, loop: bool, taken: set[int], picks: list[tuple[int, int, int]]
) -> None:
    way = cells[:length]
    cases: list[tuple[str, object]] = [('(trackSite EndSite "Way")', way[-1])]
    for a, b, steps in picks:
        here, there = way[a % length], way[b % length]
        free, held = (lambda site: site not in taken), (lambda site: site in taken)
        cases += [
            ('(trackSite FirstSite "Way" if:(is Empty (to)))', first_site(way, -1, free)),
            (f'(trackSite FirstSite "Way" from:{here} if:(is Empty (to)))', first_site(way, here, free)),
            (f'(trackSite FirstSite "Way" from:{here} if:(is Occupied (to)))', first_site(way, here, held)),
            (f'(trackSite FirstSite "Way" from:{here})', here),
            (f'(trackSite FirstSite "Way" from:{here} if:(= (to) {there}))', there),
            (f'(trackSite FirstSite "Way" from:{here} if:(= (to) {way[0]}))', way[0]),
            (f'(trackSite Move from:{here} "Way" steps:{steps})', moved(way, loop, here, steps)),
            (f'(count StepsOnTrack "Way" {here} {there})', (way.index(there) - way.index(here)) % length),
            (f'(count Sites in:(sites Track "Way" from:{here} to:{there}))', len(part(way, here, there))),
            (f'(sites Track "Way" from:{here} to:{there})', part(way, here, there)),
            ('(difference (sites Track "Way") (sites Occupied by:P1))', {*way} - taken),
            ('(intersection (sites Track "Way") (sites Occupied by:P1))', {*way} & taken),
            (f'(union (sites Track "Way" from:{there}) (sites {{{here} {there}}}))', {*way, here}),
        ]
    shown = [f"{{{', '.join(map(str, sorted(x)))}}}" if isinstance(x, set) else str(x) for _, x in cases]
    for (question, _), answer, wanted in zip(cases, told(way, loop, taken, [q for q, _ in cases]), shown, strict=True):
        assert answer == wanted, question
