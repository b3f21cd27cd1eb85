"""`make dist`: tries the sdist and the wheel in a fresh environment of each supported Python that is installed.

There games are played, checked and drawn, and a script is run and type-checked. Usage: python -m tests.release dist
"""

from __future__ import annotations

import itertools
import os
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.corpus import REPO
from tests.test_installed import SCRIPT, run, type_check

MINORS = range(11, 15)
"""The Pythons 3.x that the classifiers of pyproject.toml name."""


def python_of(minor: int) -> Path | None:
    """A Python 3.minor that can make environments: from the path, or from pyenv."""
    named = shutil.which(f"python3.{minor}")
    kept = sorted((Path.home() / ".pyenv" / "versions").glob(f"3.{minor}.*/bin/python3"))
    for candidate in [*([Path(named)] if named else []), *kept]:
        ask = [str(candidate), "-c", "import ensurepip, sys; print(sys.version_info.minor)"]
        done = subprocess.run(ask, capture_output=True, text=True)
        if done.returncode == 0 and done.stdout.strip() == str(minor):
            return candidate
    return None


def try_out(python: Path, distribution: Path, folder: Path) -> None:
    """Install a wheel or an sdist in a new environment in this folder, and use it as a newcomer would."""
    run(python, "-m", "venv", folder / "env")
    installed, lud = folder / "env" / "bin" / "python", folder / "env" / "bin" / "lud"
    clean = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "LUD_LIBRARY")}
    clean["XDG_CACHE_HOME"] = str(folder / "cache")
    run(installed, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", distribution, env=clean)
    run(lud, "playouts", "Ponds", "-n", "100", "--seed", "1", cwd=folder, env=clean)
    run(lud, "play", "Ex Nihilo", "--random", "--seed", "1", "--max-moves", "6", cwd=folder, env=clean)
    run(lud, "check", *sorted((REPO / "games").glob("*/*.lud")), cwd=folder, env=clean)
    run(lud, "board", "Ex Nihilo", "--start", "--output", folder / "board.svg", cwd=folder, env=clean)
    assert (folder / "board.svg").read_text(encoding="utf-8").startswith("<svg")
    script = folder / "script.py"
    script.write_text(SCRIPT, encoding="utf-8")
    output = run(installed, script, cwd=folder, env=clean).stdout
    assert str(folder / "env") in output, f"another ludparse was imported: {output}"
    type_check(installed, script, clean)


def main(folder: Path) -> None:
    distributions = [*folder.glob("*.whl"), *folder.glob("*.tar.gz")]
    assert len(distributions) == 2, f"{folder} has to hold one wheel and one sdist, and nothing else"
    pythons = {minor: python for minor in MINORS if (python := python_of(minor))}
    for minor in sorted({*MINORS} - {*pythons}):
        print(f"Python 3.{minor}: not installed, not tried")
    assert pythons, "no supported Python can make an environment"

    def tried(minor: int, distribution: Path) -> str:
        began = time.monotonic()
        with tempfile.TemporaryDirectory() as place:
            try_out(pythons[minor], distribution.resolve(), Path(place))
        took = time.monotonic() - began
        return f"Python 3.{minor}: {distribution.name} installs, plays, checks, draws and is typed ({took:.0f} s)"

    # processes do the work: a thread waits for each
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for line in pool.map(tried, *zip(*itertools.product(pythons, distributions), strict=True)):
            print(line, flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
