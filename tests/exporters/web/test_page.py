"""Pages in a real browser: ways to play, trials, addresses, the computer, hidden pieces, texts and contrast."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ludparse import Trial, load
from ludparse.interpreter.game.trial import replayed
from tests.exporters.web import games
from tests.exporters.web.browser import CONTRAST, Seen, opened
from tests.exporters.web.hands import KINDS, play_something
from tests.interpreter.search.games import SWAPPING

WIDE = """(game "Wide" (players 2) (equipment {(board (square 9)) (piece "Stone" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 9) (result Mover Win)))))"""


def test_click_and_drag_and_keyboard(browser: Any, page_of: Any) -> None:
    with opened(browser, page_of("leaps")) as seen:
        origin = seen.page.locator(".target.can").first
        name = origin.get_attribute("data-site")
        origin.click()
        assert "chosen" in (seen.site(name).get_attribute("aria-label") or "")
        goal = seen.page.locator(".target[aria-label*='can go there']").first.get_attribute("data-site")
        seen.site(name).click()  # a second click lets go again
        assert "chosen" not in (seen.site(name).get_attribute("aria-label") or "")
        seen.site(name).drag_to(seen.site(goal))
        assert seen.ply == 1
        seen.press("Undo")
        seen.site(name).focus()
        seen.page.keyboard.press("Enter")
        seen.site(goal).focus()
        seen.page.keyboard.press("Space")
        assert seen.ply == 1
        focused = "document.activeElement.dataset.site"
        seen.site(goal).focus()
        seen.page.keyboard.press("ArrowRight")
        assert seen.page.evaluate(focused) == f"C{int(goal[1:]) + 1}"
        seen.page.keyboard.press("ArrowLeft")
        assert seen.page.evaluate(focused) == goal
        seen.page.keyboard.press("Control+z")
        assert seen.ply == 0


def test_a_drag_to_a_place_where_nothing_may_go_does_nothing(browser: Any, page_of: Any) -> None:
    with opened(browser, page_of("leaps")) as seen:
        first, second = (seen.page.locator(".target.can").nth(k) for k in (0, 1))
        first.drag_to(second)
        assert seen.ply == 0
        assert seen.page.locator(".lifted").count() == 0


def test_moves_that_share_their_sites_are_chosen_by_name(browser: Any, page_of: Any) -> None:
    with opened(browser, page_of("choice")) as seen:
        seen.site("C4").click()
        options = seen.page.locator("#choice .option").all_inner_texts()
        assert [text.split()[-1] for text in options] == ["Round", "Square"]  # a picture may have letters before that
        assert seen.page.locator("#choice .option svg.picture use").count() >= 2
        seen.page.locator("#choice .quiet").click()
        assert seen.ply == 0
        seen.site("C4").click()
        seen.press("Square")
        assert seen.moves == ["B2, square"]


def test_passes_are_buttons_and_the_result_is_told(browser: Any, page_of: Any) -> None:
    with opened(browser, page_of("passes")) as seen:
        seen.press("Pass")
        seen.press("Pass")
        assert seen.page.evaluate("document.documentElement.dataset.over") == "true"
        assert "draw" in seen.status.lower() or "wins" in seen.status
        seen.begin()
        assert seen.ply == 0
        assert seen.status == "White to move."


def test_any_move_can_be_jumped_to(browser: Any, page_of: Any) -> None:
    with opened(browser, page_of("passes")) as seen:
        for name in ("V0", "V5", "V10", "V15"):
            seen.site(name).click()
        seen.page.locator("#moves button").nth(1).click()
        assert (seen.ply, seen.pieces()) == (2, 2)
        seen.press("Start")
        assert (seen.ply, seen.pieces()) == (0, 0)
        seen.press("End")
        assert (seen.ply, seen.pieces()) == (4, 4)
        seen.press("Undo")
        seen.site("V1").click()  # another move: what was taken back is forgotten
        assert seen.moves == ["A1", "B2", "C3", "B1"]


@pytest.mark.parametrize("kind", ["stacking", "dice", "promotion"])
def test_saved_games_are_trials_that_the_engine_replays(kind: str, browser: Any, page_of: Any, tmp_path: Path) -> None:
    game = load(KINDS[kind])
    with opened(browser, page_of(kind), accept_downloads=True) as seen:
        for _ in range(5):
            if seen.ply < 4 and seen.page.evaluate("document.documentElement.dataset.over") == "false":
                play_something(seen)
        seen.page.get_by_text("Save, load, share").click()
        with seen.page.expect_download() as download:
            seen.press("Save game")
        file = tmp_path / "game.trl"
        download.value.save_as(file)
        trial = Trial.read(file)
        state = game.start(rng_state=trial.rng)
        applied = [move.text for move in replayed(state, trial)]
        assert applied == list(trial.moves)
        assert len(applied) == seen.ply
        ours = state.trial()
        assert (ours.start, ours.legal_counts, ours.rankings) == (trial.start, trial.legal_counts, trial.rankings)
        for _ in range(2):
            if not state.over:
                state.apply(state.legal_moves()[0])
        state.trial().write(tmp_path / "longer.trl")
        seen.page.set_input_files("#file", tmp_path / "longer.trl")
        if seen.page.evaluate("document.documentElement.dataset.over") == "false":
            seen.press("End this game")
        seen.page.wait_for_selector(f"html[data-ply='{len(state.history)}']")
        assert len(seen.moves) == len(state.history)


def test_a_damaged_trial_is_refused_and_the_game_stays(browser: Any, page_of: Any, tmp_path: Path) -> None:
    bad = tmp_path / "bad.trl"
    bad.write_text("nonsense")
    with opened(browser, page_of("passes")) as seen:
        seen.site("V0").click()
        seen.page.set_input_files("#file", bad)
        seen.page.wait_for_selector("#problem:not([hidden])")
        assert "not a trial" in seen.page.locator("#problem").inner_text()
        assert seen.ply == 1
        seen.page.evaluate("delete document.documentElement.dataset.failed")


def test_a_damaged_address_is_told(browser: Any, page_of: Any) -> None:
    with opened(browser, page_of("passes")) as seen:
        address = seen.page.url.split("#")[0]
        seen.page.goto(f"{address}#s=1&m=0.zz")
        seen.page.wait_for_selector("#problem:not([hidden])")
        assert "could not be played" in seen.page.locator("#problem").inner_text()
        assert seen.ply == 1


def test_the_computer_answers_and_gives_its_opinion(browser: Any, page_of: Any) -> None:
    with opened(browser, page_of("leaps")) as seen:
        seen.page.locator("#strength").fill("0")
        seen.page.get_by_label("Who plays Black").select_option("computer")
        play_something(seen)
        seen.page.wait_for_selector("html[data-ply='2']", timeout=20_000)
        seen.press("Hint")
        seen.page.wait_for_selector("#opinion meter", timeout=20_000)
        seen.press("Undo")  # also takes back what the computer did
        assert seen.ply == 0
        said = seen.page.locator("#opinion").inner_text()  # which search it is was decided when the page was made
        assert "random games" in said or "positions" in said


def test_the_search_finds_a_win(browser: Any, page_of: Any) -> None:
    text = """(game "Three" (players 2) (equipment {(board (square 3)) (piece "Stone" Each)})
        (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"""
    with opened(browser, page_of(text)) as seen:
        for name in ("C0", "C3", "C1", "C4"):
            seen.site(name).click()
        seen.page.locator("#strength").fill("1")
        seen.page.get_by_label("Who plays White").select_option("computer")
        seen.page.wait_for_selector("html[data-over='true']", timeout=20_000)
        assert seen.moves[-1] == "C1"
        assert "White wins" in seen.status


HOPELESS = """(game "Hopeless" (players 2) (equipment {(board (square 6)) (piece "Stone" Each)})
    (rules (play (move Add (to (sites Empty)))) (end (if (= 36 (count Moves)) (result P1 Win)))))
    (metadata (ai (bestAgent "UCT")))"""


def test_a_computer_without_hope_gives_up_and_may_be_asked_to_play_on(browser: Any, page_of: Any) -> None:
    with opened(browser, page_of(HOPELESS)) as seen:
        seen.page.locator("#strength").fill("0")
        seen.page.get_by_label("Who plays Black").select_option("computer")
        for ply in range(1, 19, 2):
            play_something(seen)
            seen.page.wait_for_selector(f"html[data-ply='{ply + 1}']", timeout=20_000)
        play_something(seen)
        seen.page.wait_for_selector("#ending:not([hidden])", timeout=20_000)
        assert seen.ply == 19
        assert seen.status.endswith("The computer sees no way to win, and gives up.")
        seen.press("Undo")  # it may still be played differently
        assert seen.ply == 18
        assert not seen.page.locator("#ending:not([hidden])").count()
        play_something(seen)
        seen.page.wait_for_selector("#ending:not([hidden])", timeout=20_000)
        seen.press("Play on")
        seen.page.wait_for_selector("html[data-ply='20']", timeout=20_000)
        play_something(seen)
        seen.page.wait_for_selector("html[data-ply='22']", timeout=20_000)


ALONE = """(game "Alone" (players 2) (equipment {(board (square 10)) (piece "Stone" Each)})
    (rules (play (move Add (to (sites Empty)) (then (if (is Mover P1) (addScore P1 1) (moveAgain)))))
        (end (if (is Full) (byScore)))))
    (metadata (ai (heuristics {(score)})))"""


def test_a_computer_that_is_alone_and_behind_gives_up(browser: Any, page_of: Any) -> None:
    """Its search does not see the end, and judges by the score: it is behind, and not without hope."""
    with opened(browser, page_of(ALONE)) as seen:
        seen.page.locator("#strength").fill("0")
        seen.page.get_by_label("Who plays Black").select_option("computer")
        play_something(seen)
        seen.page.wait_for_selector("#ending:not([hidden])", timeout=60_000)
        assert 20 < seen.ply < 40


WHY = (
    "The rule: If the piece on the cell of the last move is in a row of at least 3 pieces of the same player, "
    "Player 2 (White) wins."
)


def test_whoever_changes_sides_keeps_the_seat(browser: Any, page_of: Any) -> None:
    with opened(browser, page_of(SWAPPING)) as seen:
        seen.page.locator("#strength").fill("0")
        seen.page.get_by_label("Who plays White").select_option("computer")
        seen.page.wait_for_selector("html[data-ply='1']", timeout=20_000)
        seen.press("Change sides")
        seen.page.wait_for_selector("html[data-ply='3']", timeout=20_000)  # the computer goes on, on the other side
        assert seen.status.startswith("Player 1 (Black): ")
        assert seen.status.endswith("Player 2 (White) to move.")
        assert seen.page.get_by_label("Who plays Player 1 (Black)").input_value() == "computer"
        seen.press("Undo")
        assert seen.ply == 1
        seen.page.get_by_label("Who plays White").select_option("human")
        seen.press("Start")
        for name in ("C0", "swap", "C3", "C1", "C4", "C2"):
            seen.press("Change sides") if name == "swap" else seen.site(name).click()
        assert seen.status == f"Player 2 (White): white disc at C1. Player 2 (White) wins. {WHY}"


def test_variants_are_in_the_menu_and_in_the_address(browser: Any, page_of: Any) -> None:
    with opened(browser, page_of("leaps", 3)) as seen:
        before = seen.pieces()
        assert "further variant" in seen.page.locator("#variant option:disabled").inner_text()
        seen.page.get_by_label("Variant").select_option("Board Size: 5")
        seen.site("C25").wait_for(state="detached")
        assert seen.pieces() < before
        play_something(seen)
        address, pieces = seen.page.url, seen.pieces()
        other = Seen(browser.new_page())
        other.visit(address)
        assert other.pieces() == pieces
        other.check()
        other.page.close()


def test_hidden_pieces_stay_hidden_from_the_other_seat(browser: Any, page_of: Any) -> None:
    def kings(seen: Seen) -> list[str]:
        labels = [t.get_attribute("aria-label") or "" for t in seen.page.locator(".target").all()]
        return [label for label in labels if "king" in label]

    with opened(browser, page_of("hidden")) as seen:
        assert seen.page.locator("#cover[open]").count() == 1
        assert kings(seen) == []  # while the screen is handed over, nobody's pieces are shown
        seen.page.keyboard.press("Escape")
        assert seen.page.locator("#cover[open]").count() == 1
        seen.page.locator("#cover button").click()
        assert [label.split(": ")[1] for label in kings(seen)] == ["white king"]
        assert seen.page.locator(".pieces use[href='#lp-hidden']").count() == 4
        seen.site("C0").click()
        seen.page.locator(".target[aria-label*='can go there']").first.click()
        assert seen.page.locator("#cover[open]").count() == 1
        assert kings(seen) == []
        seen.page.locator("#cover button").click()
        assert [label.split(": ")[1] for label in kings(seen)] == ["black king"]
        assert seen.moves == ["…"]
        seen.page.locator(".target.can").first.click()
        seen.page.locator(".target[aria-label*='can go there']").first.click()
        seen.page.locator("#cover button").click()
        assert seen.moves[0] != "…" and seen.moves[1] == "…"  # one's own moves are no secret


def test_simultaneous_moves_are_entered_one_player_at_a_time(browser: Any, page_of: Any) -> None:
    with opened(browser, page_of("simultaneous")) as seen:
        seen.page.locator("#cover button").click()
        assert seen.status.startswith("White chooses")
        seen.site("C4").click()
        seen.site("C0").click()
        assert seen.ply == 0  # nothing is played before all have chosen
        assert seen.page.locator("#cover[open]").count() == 1
        assert "C4" in [t.get_attribute("data-site") for t in seen.page.locator(".target").all()]
        seen.page.locator("#cover button").click()
        assert seen.status.startswith("Black chooses")
        seen.site("C7").click()
        seen.site("C1").click()
        assert seen.ply == 2
        assert seen.page.evaluate("document.documentElement.dataset.over") == "true"


def test_nothing_of_a_description_becomes_markup_or_script(browser: Any, page_of: Any) -> None:
    with opened(browser, page_of(games.EVIL, 2)) as seen:
        seen.site("C0").click()
        for summary in seen.page.locator("summary").all():
            summary.click()
        seen.page.locator("#variant").select_option(index=1)
        seen.agree()
        seen.page.wait_for_timeout(300)
        for target in seen.page.locator(".target").all()[:4]:
            target.hover()
        assert seen.page.evaluate("window.evil") is None
        assert seen.page.locator("img").count() == 0
        assert "</script><img src=x" in seen.page.locator("h1").inner_text()


def test_the_page_loads_nothing_and_runs_only_its_own_script(browser: Any, page_of: Any) -> None:
    context = browser.new_context()
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(page_of("passes").as_uri())
    page.wait_for_selector("html[data-ready='1']")
    assert [url for url in asked if not url.startswith(("file:", "blob:", "data:"))] == []
    policy = page.locator("meta[http-equiv]").get_attribute("content") or ""
    script = next(part for part in policy.split("; ") if part.startswith("script-src"))
    assert "unsafe-inline" not in script
    page.evaluate("""() => {
        const script = document.createElement("script");
        script.textContent = "window.evil = 1";
        document.body.append(script);
    }""")
    assert page.evaluate("window.evil") is None
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_has_enough_contrast_and_fits_a_phone(scheme: str, browser: Any, page_of: Any) -> None:
    size = {"width": 360, "height": 740}
    with opened(browser, page_of("stacking"), color_scheme=scheme, viewport=size) as seen:
        play_something(seen)
        seen.press("Hint")
        seen.page.wait_for_selector("#opinion meter", timeout=20_000)
        for summary in seen.page.locator("summary").all():
            summary.click()
        assert seen.page.evaluate(CONTRAST) == []
        assert seen.page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_screen_reader_hears_what_happens(browser: Any, page_of: Any) -> None:
    with opened(browser, page_of("passes")) as seen:
        assert seen.page.locator("#status").get_attribute("aria-live") == "polite"
        seen.page.get_by_role("button", name="B2: empty").click()
        assert seen.status == "White: white stone at B2. Black to move."
        assert seen.page.get_by_role("button", name="B2: white stone").count() == 1
        names = "element => element.textContent || element.getAttribute('aria-label')"
        unnamed = [button for button in seen.page.get_by_role("button").all() if not button.evaluate(names)]
        assert unnamed == []
        assert seen.page.locator(".target[tabindex='0']").count() == 1


def test_a_page_that_is_loaded_anew_remembers_who_plays(browser: Any, page_of: Any) -> None:
    with opened(browser, page_of("choice")) as seen:
        seen.page.locator("#strength").fill("0")
        seen.page.locator("#strength").dispatch_event("change")
        seen.page.locator("#players select").nth(1).select_option("computer")
        seen.page.reload()
        seen.page.wait_for_selector("html[data-ready='1']")
        assert seen.page.locator("#players select").nth(1).input_value() == "computer"
        assert seen.page.locator("#strength").input_value() == "0"


def test_a_ring_shows_the_focus_of_keys_and_not_of_the_mouse(browser: Any, page_of: Any) -> None:
    ring = "() => getComputedStyle(document.activeElement.querySelector('.spot')).stroke"
    with opened(browser, page_of("leaps")) as seen:
        origin = seen.page.locator(".target.can").first
        origin.click()
        bare = seen.page.evaluate(ring)
        seen.page.keyboard.press("Enter")
        assert seen.page.evaluate(ring) != bare
        origin.click()
        assert seen.page.evaluate(ring) == bare


def test_a_piece_that_was_dragged_does_not_go_its_way_again(browser: Any, page_of: Any) -> None:
    running = "() => document.querySelector('svg.board .pieces').getAnimations({ subtree: true }).length"
    with opened(browser, page_of("leaps")) as seen:
        origin = seen.page.locator(".target.can").first
        name = origin.get_attribute("data-site")
        origin.click()
        goal = seen.page.locator(".target[aria-label*='can go there']").first.get_attribute("data-site")
        seen.site(goal).click()
        assert seen.page.evaluate(running) == 1
        seen.press("Undo")
        seen.site(name).drag_to(seen.site(goal))
        assert (seen.ply, seen.page.evaluate(running)) == (1, 0)


@pytest.mark.parametrize(("width", "taps"), [(400, 1), (150, 2)])
def test_small_places_are_touched_twice_and_free_ones_let_the_page_scroll(
    width: int, taps: int, browser: Any, page_of: Any
) -> None:
    """In 150 pixels a place of a board of nine by nine has less than 24."""
    phone = {"viewport": {"width": width, "height": 700}, "has_touch": True, "is_mobile": True}
    with opened(browser, page_of(WIDE), **phone) as seen:
        place = seen.site("C40")
        assert place.evaluate("(node) => getComputedStyle(node).touchAction") != "none"
        for tap in range(taps):
            assert seen.ply == 0
            place.tap()
            assert tap or taps == 1 or "again to choose it" in seen.status
        assert seen.ply == 1
