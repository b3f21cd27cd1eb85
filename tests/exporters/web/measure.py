"""Measures pages in Chromium: how long they take to load and to answer a click, and how fast they search.

    python -m tests.exporters.web.measure --library ../shared/ludii/res

One line a game, as docs/pages.md has them. Loading: from the request of the page until the board can be played on, the
median of several in fresh profiles, and the processor time of all of Chromium's processes for it. Clicks: from the
moment the mouse button is released until the next picture is on the screen, over real clicks; median and longest.
Searching: iterations for each second of processor time, in the page and in native code (optimised, one thread) from the
same position, and their ratio. Measure loading and clicks on an idle machine; on a busy one only the ratio of searching
holds.
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

from exporters.web.bundle import make_bundle
from exporters.web.page import page_html
from interpreter import load
from interpreter.search import UCT
from tests.exporters.web.browser import Seen, browsing

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


def processor_seconds(browser: Any, kind: str = "") -> float:
    """The processor time of Chromium's processes so far: of all, or of a kind."""
    session = browser.new_browser_cdp_session()
    processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
    session.detach()
    return sum(float(process["cpuTime"]) for process in processes if kind in ("", process["type"]))


def loading(browser: Any, file: Path, times: int) -> tuple[float, float]:
    """Milliseconds until a page can be played on, and of processor time: medians."""
    waits, work = [], []
    for _ in range(times):
        context = browser.new_context(viewport={"width": 1100, "height": 800})
        before = processor_seconds(browser)
        seen = Seen(context.new_page())
        seen.visit(file.as_uri())
        waits.append(float(seen.page.evaluate(READY)))
        work.append(1000 * (processor_seconds(browser) - before))
        context.close()
    return statistics.median(waits), statistics.median(work)


def clicking(browser: Any, file: Path, clicks: int) -> tuple[float, float]:
    """Milliseconds until a click is answered on the screen: the median and the longest."""
    context = browser.new_context(viewport={"width": 1100, "height": 800})
    page = context.new_page()
    page.add_init_script(TIMES)
    Seen(page).visit(file.as_uri())
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


def searching(browser: Any, file: Path, seconds: float) -> float:
    """Iterations of the search in the page for each second of processor time, from the position at the start."""
    context = browser.new_context(viewport={"width": 1100, "height": 800})
    page = context.new_page()
    page.add_init_script(REPORTS)
    Seen(page).visit(file.as_uri() + "#s=1")
    page.get_by_role("button", name="Hint", exact=True).click()
    page.wait_for_function("() => window.reports.length >= 3")  # by then the browser has optimised the module
    work, before = processor_seconds(browser, "renderer"), page.evaluate("window.reports.at(-1)")
    page.wait_for_timeout(1000 * seconds)
    last = page.evaluate("window.reports.length")
    page.wait_for_function("count => window.reports.length > count", arg=last)
    work, after = processor_seconds(browser, "renderer") - work, page.evaluate("window.reports.at(-1)")
    context.close()
    return float(after - before) / work


def native(path: str, library: str, seconds: float) -> float:
    """Iterations of the native search for each second of processor time, from the same position."""
    game = load(path, library=library, backend="c")
    state = game.start(rng_state=list((1).to_bytes(8, "little")))
    game.engine.optimise()
    agent = UCT(seconds=seconds, seed=1, max_memory=192 << 20)
    agent.choose(state)
    began = time.process_time()
    agent = UCT(seconds=seconds, seed=1, max_memory=192 << 20)
    agent.choose(state)
    return agent.done / (time.process_time() - began)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--library", required=True)
    parser.add_argument("--only", nargs="+", choices=GAMES, default=list(GAMES))
    parser.add_argument("--loads", type=int, default=7)
    parser.add_argument("--clicks", type=int, default=60)
    parser.add_argument("--seconds", type=float, default=3.0, help="of searching")
    args = parser.parse_args()
    print("| game | page | load | processor | click | longest | search, page | native | ratio |", flush=True)
    print("|---|---|---|---|---|---|---|---|---|", flush=True)
    with browsing() as browser, tempfile.TemporaryDirectory() as folder:
        for name in args.only:
            path, file = GAMES[name], Path(folder) / "page.html"
            file.write_text(page_html(make_bundle(path, library=args.library, most=1)), encoding="utf-8")
            wait, work = loading(browser, file, args.loads)
            median, longest = clicking(browser, file, args.clicks)
            ours, theirs = searching(browser, file, args.seconds), native(path, args.library, args.seconds)
            print(
                f"| {name} | {file.stat().st_size / 1000:.0f} kB | {wait:.0f} ms | {work:.0f} ms | {median:.0f} ms "
                f"| {longest:.0f} ms | {ours:,.0f}/s | {theirs:,.0f}/s | {ours / theirs:.2f} |",
                flush=True,
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
