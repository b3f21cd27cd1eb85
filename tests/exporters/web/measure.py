"""Measures pages in Chromium: how long they take to load and to answer a click, and how fast they search.

    python -m tests.exporters.web.measure --library ../shared/ludii/res

One line a game, as docs/pages.md has them, each some random moves into the game.

- Load: from the request of the page until the board can be played on, the shortest and the median of several loads in
  fresh profiles. What else runs on the machine can only make them longer.
- Click: from the moment the mouse button is released until the next picture is on the screen, the median of real
  clicks, and the longest.
- Search: iterations for each second of processor time, in the page once the browser has optimised its code, and, for as
  many iterations, in optimised native code on one thread; and their ratio.

Loading and clicks are measured by the clock, on an idle machine. The ratio also holds on a busy one.
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from ludparse import load
from ludparse.exporters.web.bundle import make_bundle
from ludparse.exporters.web.page import page_html
from ludparse.search import UCT
from tests.exporters.web.browser import Seen, browsing
from tests.exporters.web.shots import address, reached

GAMES = {
    "Chess": "board/war/replacement/checkmate/chess/Chess.lud",
    "Go": "board/space/territory/Go.lud",
    "Hex": "board/space/connection/Hex.lud",
    "Backgammon": "board/race/escape/Backgammon.lud",
    "Oware": "board/sow/two_rows/Oware.lud",
    "Lasca": "board/war/leaping/diagonal/Lasca.lud",
    "Royal Game of Ur": "board/race/escape/Royal Game of Ur.lud",
    "Nine Men's Morris": "board/space/line/Nine Men's Morris.lud",
    "Ex Nihilo": "Ex Nihilo",
    "Hypnosia": "Hypnosia",
}
TIMES = """
window.clicked = [];
addEventListener("pointerup", (event) => requestAnimationFrame(() => {
  const after = new MessageChannel();
  after.port1.onmessage = () => window.clicked.push(performance.now() - event.timeStamp);
  after.port2.postMessage(0);
}), true);
"""
REPORTS = """
window.reports = [];
const Original = window.Worker;
window.Worker = class extends Original {
  constructor(...all) {
    super(...all);
    this.addEventListener("message", (event) => window.reports.push(event.data.games));
  }
};
"""
READY = "performance.getEntriesByName('ready')[0].startTime"
NEXT = """() => {
  const shown = (element) => element.checkVisibility();
  const of = (selector) => [...document.querySelectorAll(selector)].filter(shown);
  const goals = of(".target[aria-label*='can go there']");
  const options = of("dialog[open] button.option");
  const begin = of(".target.can[aria-disabled='false'], #aside button");
  const found = options.length ? options : goals.length ? goals : begin;
  return found.map((element) => {
    const box = element.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  });
}"""


def processor_seconds(browser: Any, kind: str) -> float:
    """The processor time of Chromium's processes of a kind so far."""
    session = browser.new_browser_cdp_session()
    processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    return sum(float(process["cpuTime"]) for process in processes if process["type"] == kind)


def loading(browser: Any, where: str, times: int) -> tuple[float, float]:
    """Milliseconds until a page can be played on: the shortest and the median."""
    waits = []
    for _ in range(times):
        context = browser.new_context(viewport={"width": 1100, "height": 800})
        seen = Seen(context.new_page())
        seen.visit(where)
        waits.append(float(seen.page.evaluate(READY)))
        context.close()
    return min(waits), statistics.median(waits)


def clicking(browser: Any, where: str, clicks: int) -> tuple[float, float]:
    """Milliseconds until a click is answered on the screen: the median and the longest."""
    context = browser.new_context(viewport={"width": 1100, "height": 800})
    page = context.new_page()
    page.add_init_script(TIMES)
    Seen(page).visit(where)
    chance = random.Random(1)
    for number in range(clicks):
        places = page.evaluate(NEXT)
        if not places or page.evaluate("document.documentElement.dataset.over") == "true":
            page.get_by_role("button", name="New game", exact=True).click()
        else:
            page.mouse.click(*chance.choice(places))
        page.wait_for_function("count => window.clicked.length >= count", arg=number + 1)
    found = page.evaluate("window.clicked")
    context.close()
    return statistics.median(found), max(found)


def searching(browser: Any, where: str, seconds: float) -> tuple[int, float]:
    """Iterations of the search in the page, and how many of them it does in a second of processor time."""
    context = browser.new_context(viewport={"width": 1100, "height": 800})
    page = context.new_page()
    page.add_init_script(REPORTS)
    Seen(page).visit(where)
    page.get_by_role("button", name="Hint", exact=True).click()
    seen = [(processor_seconds(browser, "renderer"), 0)]
    for _ in range(2):  # the browser optimises the code during the first part
        begin, count = seen[-1][0], 0
        while processor_seconds(browser, "renderer") < begin + seconds:
            count = page.evaluate("window.reports.length")
            page.wait_for_function("count => window.reports.length > count", arg=count, timeout=120_000)
        seen.append((processor_seconds(browser, "renderer"), int(page.evaluate("window.reports.at(-1)"))))
    context.close()
    (began, first), (ended, last) = seen[1:]
    return last, (last - first) / (ended - began)


def native(game: Any, state: Any, iterations: int) -> float:
    """Iterations that the native search does in a second of processor time."""
    game.engine.optimise()
    UCT(iterations=100, seed=1).choose(state)
    began, agent = time.process_time(), UCT(iterations=iterations, seed=1, max_memory=192 << 20)
    agent.choose(state)
    return agent.done / (time.process_time() - began)


def plies_before_a_choice(game: Any) -> int:
    """How many random moves lead to a position with several legal moves."""
    return next(n for n in range(6, 60) if len(reached(game, n).legal_moves()) > 1)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--library", required=True)
    parser.add_argument("--only", nargs="+", choices=GAMES, default=list(GAMES))
    parser.add_argument("--loads", type=int, default=7)
    parser.add_argument("--clicks", type=int, default=60)
    parser.add_argument("--seconds", type=float, default=4.0, help="of processor time, of searching; 0: no search")
    args = parser.parse_args()
    head = "| game | page | load, shortest | median | click, median | longest | search, page | native | ratio |"
    print(head, flush=True)
    print("|---|---|---|---|---|---|---|---|---|", flush=True)
    with browsing() as browser, tempfile.TemporaryDirectory() as folder:
        for name in args.only:
            file, game = Path(folder) / "page.html", load(GAMES[name], library=args.library, backend="c")
            file.write_text(page_html(make_bundle(GAMES[name], library=args.library, most=1)), encoding="utf-8")
            moves = plies_before_a_choice(game)
            where = file.as_uri() + address(game, moves)
            least, usual = loading(browser, where, args.loads)
            median, longest = clicking(browser, where, args.clicks)
            times = " | ".join(f"{time_:.0f} ms" for time_ in (least, usual, median, longest))
            print(f"| {name} | {file.stat().st_size / 1000:.0f} kB | {times} |", end="", flush=True)
            if args.seconds > 0:
                count, ours = searching(browser, where, args.seconds)
                theirs = native(game, reached(game, moves), count)
                print(f" {ours:,.0f}/s | {theirs:,.0f}/s | {ours / theirs:.2f} |", end="")
            print(flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
