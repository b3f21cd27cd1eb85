"""Plays on a page as people do: with the mouse, and with the keyboard alone."""

from __future__ import annotations

from typing import Any

from tests.exporters.web import games
from tests.exporters.web.browser import Seen

KINDS = {
    "stacking": "Ex Nihilo", "lanes": "Hypnosia", "dice": "Caravans", "leaps": "Leapfrogs",
    "hidden": games.HIDDEN, "simultaneous": games.TOGETHER, "promotion": games.PROMOTION, "choice": games.CHOICE,
    "edges": games.EDGES, "puzzle": games.PUZZLE, "passes": games.PASSES,
}  # fmt: skip
"""A game of each kind that pages show differently."""


def tap(place: Any) -> None:
    """Click in the middle of an element. Playwright itself holds an edge, which has no height, for invisible."""
    place.evaluate("element => element.scrollIntoView({ block: 'center' })")
    box = place.bounding_box()
    place.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def play_something(seen: Seen) -> None:
    """Make one move with the mouse: the first that the page offers."""
    before = seen.ply
    if seen.page.locator("#cover[open]").count():
        seen.page.locator("#cover button").click()
    for _ in range(3):
        goals = seen.page.locator(".target[aria-label*='can go there']")
        choices = seen.page.locator(".target.can[aria-disabled='false']")
        places = goals if goals.count() else choices if choices.count() else seen.page.locator("#aside button")
        tap(places.first)
        if seen.page.locator("#choice[open]").count():
            seen.page.locator("#choice .option").first.click()
        if seen.ply != before or seen.page.locator("#cover[open]").count():
            return
    raise AssertionError("three clicks made no move")


def uncover(seen: Seen) -> None:
    """Look at the screen, if it is covered."""
    if seen.page.locator("#cover[open]").count():
        seen.page.keyboard.press("Tab")
        seen.page.locator("#cover button").press("Enter")


def key_something(seen: Seen) -> None:
    """Make one move with the keyboard alone: the first that the page offers."""
    before = seen.ply
    uncover(seen)
    for _ in range(3):
        goals = seen.page.locator(".target[aria-label*='can go there']")
        choices = seen.page.locator(".target.can[aria-disabled='false']")
        places = goals if goals.count() else choices if choices.count() else seen.page.locator("#aside button")
        places.first.focus()
        seen.page.keyboard.press("Enter")
        if seen.page.locator("#choice[open]").count():
            seen.page.locator("#choice .option").first.press("Enter")
        if seen.ply != before or seen.page.locator("#cover[open]").count():
            return
    raise AssertionError("three choices made no move")
