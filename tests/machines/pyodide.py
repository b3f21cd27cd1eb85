"""ludparse in Pyodide, Python in WebAssembly: under node, and in a page in Chromium where playwright is installed.

    python -m tests.machines.pyodide [FOLDER]     FOLDER: with node_modules/pyodide (npm install pyodide)

The wheel of this repository and those of what it needs are unpacked there as `micropip.install` does. Then a bundled
game is played, the rules of another are checked, a word is explained, and a position is drawn. What a game comes to and
the picture have to be those of this machine. Exit code 1 where they are not, 2 where something is missing.
"""

from __future__ import annotations

import contextlib
import functools
import http.server
import json
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import Any

from tests.corpus import REPO

FOLDER = REPO / "build" / "machines"
SECONDS = 300

RUN = """
import contextlib, hashlib, io, json, sys
from ludparse import load
from ludparse.exporters.cli.main import main
from ludparse.pictures import position_svg

def said(*words):
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        code = main(list(words))
    return f"{code} {out.getvalue()}"

game = load("Ponds", backend="python")
played = game.playouts(5, seed=1, max_moves=60)
state = game.start(seed=1)
for _ in range(6):
    state.apply(state.legal_moves()[0])
with open("wrong.lud", "w") as file:
    file.write('(game "X" (players 2) (equipment {(board (square 3)) (piece "Stone" Each)})'
               ' (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Winn)))))')
report = json.dumps({
    "lengths": list(played.lengths), "places": [list(row) for row in played.rankings], "board": str(state),
    "picture": hashlib.sha256(position_svg(state).encode()).hexdigest(), "check": said("check", "wrong.lud"),
    "explained": said("explain", "is Line"),
})
"""

NODE = """
import { loadPyodide } from "PYODIDE/pyodide.mjs";
import fs from "fs";
process.on("uncaughtException", problem => { console.log(String(problem).slice(0, 4000)); process.exit(1); });
const python = await loadPyodide();
for (const wheel of process.argv.slice(3)) python.unpackArchive(new Uint8Array(fs.readFileSync(wheel)), "wheel");
await python.runPythonAsync(fs.readFileSync(process.argv[2], "utf8"));
console.log(JSON.stringify([python.runPython("import sys; sys.version"), python.globals.get("report")]));
process.exit(0);
"""

PAGE = """<!doctype html><title>ludparse in Pyodide</title><div id="board"></div><script type="module">
import { loadPyodide } from "./node_modules/pyodide/pyodide.mjs";
const python = await loadPyodide();
for (const wheel of WHEELS) python.unpackArchive(await (await fetch(wheel)).arrayBuffer(), "wheel");
await python.runPythonAsync(await (await fetch("run.py")).text());
document.getElementById("board").innerHTML = python.runPython("position_svg(state)");
window.report = [python.runPython("import sys; sys.version"), python.globals.get("report")];
</script>"""


def wheels(folder: Path) -> list[Path]:
    """The wheel of this repository and those that it needs, made or fetched by pip."""
    place = folder / "wheels"
    make = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--wheel-dir", str(place)]
    if not list(place.glob("networkx-*")):
        subprocess.run([*make, "networkx", "jinja2"], check=True)
    for old in place.glob("ludparse-*"):
        old.unlink()
    subprocess.run([*make, "--no-deps", str(REPO)], check=True)
    return sorted(place.glob("*.whl"))


def under_node(folder: Path, packages: list[Path]) -> tuple[str, str]:
    """The version of Python, and the report of RUN."""
    script, run = folder / "run.mjs", folder / "run.py"
    script.write_text(NODE.replace("PYODIDE", str(folder / "node_modules" / "pyodide")))
    run.write_text(RUN)
    command = ["node", script, run, *packages]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, timeout=SECONDS)
    if done.returncode:
        raise RuntimeError(done.stdout)
    version, report = json.loads(done.stdout.splitlines()[-1])
    return version, report


class _Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *what: object) -> None:
        pass


def in_chromium(folder: Path, packages: list[Path]) -> tuple[str, str]:
    """The same in a page, of which a picture is left in the folder."""
    from playwright.sync_api import sync_playwright

    names = [f"wheels/{package.name}" for package in packages]
    (folder / "page.html").write_text(PAGE.replace("WHEELS", json.dumps(names)))
    (folder / "run.py").write_text(RUN)
    handler = functools.partial(_Quiet, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server, sync_playwright() as play:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        browser = play.chromium.launch(executable_path="/usr/bin/chromium", args=flags)
        page = browser.new_page()
        page.goto(f"http://127.0.0.1:{server.server_port}/page.html")
        page.wait_for_function("window.report", timeout=1000 * SECONDS)
        version, report = page.evaluate("window.report")
        page.screenshot(path=str(folder / "page.png"))
        browser.close()
        server.shutdown()
    return version, report


def main(arguments: list[str]) -> int:
    folder = Path(arguments[0]) if arguments else FOLDER
    if not (folder / "node_modules" / "pyodide").is_dir():
        print(f"there is no Pyodide: npm install --prefix {folder} pyodide", file=sys.stderr)
        return 2
    here: dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as place, contextlib.chdir(place):
        exec(compile(RUN, "run.py", "exec"), here)
    packages, bad = wheels(folder), 0
    for name, way in ("node", under_node), ("Chromium", in_chromium):
        try:
            version, report = way(folder, packages)
        except ImportError:
            print(f"{name}: playwright is not installed")
            continue
        wrong = [key for key, value in json.loads(here["report"]).items() if json.loads(report)[key] != value]
        print(f"{name}: Python {version.split()[0]},", f"other: {', '.join(wrong)}" if wrong else "as on this machine")
        for key in wrong:
            print(json.loads(here["report"])[key], json.loads(report)[key], sep="\n---\n")
        bad += bool(wrong)
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
