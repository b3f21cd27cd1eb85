"""What players are told: messages of the rules, tries that were illegal, and no hints where something is hidden."""

from __future__ import annotations

from typing import Any

from tests.corpus import needs_corpus
from tests.exporters.web import games
from tests.exporters.web.browser import opened
from tests.exporters.web.hands import uncover


def test_messages_are_told_and_listed(browser: Any, page_of: Any) -> None:
    with opened(browser, page_of(games.NOTES)) as seen:
        messages = seen.page.get_by_role("list", name="Messages so far")
        assert not messages.is_visible()
        seen.site("C0").click()
        assert "White took a corner." in seen.status
        seen.site("C1").click()
        assert "To Black: Look at the middle." in seen.status
        listed = messages.locator("li").all_inner_texts()
        assert listed == ["1. White took a corner", "2. To Black: Look at the middle"]
        seen.press("Undo")
        assert messages.locator("li").count() == 1


def test_messages_of_all_kinds_are_told(browser: Any, page_of: Any) -> None:
    """Ludii's words, from a game that it has played."""
    with opened(browser, page_of(games.TOLD)) as seen:
        seen.site("C4").click()
        listed = seen.page.get_by_role("list", name="Messages so far").locator("li").all_inner_texts()
        assert listed == ["1. {0, 1, 2, 3, 5, 6, 7, 8}", "1. [1;3]", "1. [N, E]", "1. 0.6666667"]


@needs_corpus
def test_an_illegal_try_of_kriegspiel_is_told_to_both_players(browser: Any, page_of: Any) -> None:
    with opened(browser, page_of("Kriegspiel (Chess)"), "#s=1") as seen:
        uncover(seen)
        for _ in range(2):
            seen.site("C1").click()
            seen.site("C25").click()
        assert seen.ply == 2
        assert "Illegal move" in seen.status
        assert seen.page.locator("#messages li").all_inner_texts() == ["1. Illegal move", "2. Illegal move"]
        seen.site("C12").click()
        seen.site("C20").click()
        uncover(seen)
        assert "Illegal move (2 times)." in seen.status  # the other player hears it at the beginning of the turn


def test_a_hint_is_refused_with_its_reason_where_something_is_hidden(browser: Any, page_of: Any) -> None:
    with opened(browser, page_of("hidden")) as seen:
        uncover(seen)
        assert seen.page.get_by_role("button", name="Hint").is_disabled()
        assert "No hints here" in seen.page.locator("#no-hint").inner_text()
    with opened(browser, page_of("simultaneous")) as seen:
        uncover(seen)
        seen.press("Hint")
        seen.page.wait_for_selector("#opinion meter", timeout=20_000)
