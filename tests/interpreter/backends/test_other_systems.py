"""On systems without forks and owners of files, such as Windows, games load and run in plain Python."""

import subprocess
import sys
import warnings
from pathlib import Path

import pytest

from ludparse.interpreter.backends.cache import Cache
from tests.corpus import REPO

WITHOUT = """
import os, sys
for name in "register_at_fork", "uname", "geteuid", "getuid", "getegid", "getgid", "fork", "killpg":
    if hasattr(os, name):
        delattr(os, name)
for name in "resource", "fcntl", "pwd", "grp", "termios", "tty":
    sys.modules[name] = None
from ludparse.exporters.cli.main import main
from ludparse import load
game = load("Two Shores", backend="python")
print(game.backend, game.playouts(2, seed=1).moves > 0)
sys.exit(main(["show", "Two Shores", "--backend", "python"]))
"""


def test_the_python_backend_needs_no_unix() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT], cwd=REPO, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("python True")
    assert "White to move" in done.stdout


def test_without_owners_of_files_a_process_reads_what_it_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("os.geteuid")
    cache = Cache(tmp_path)
    assert "who may write" in cache.problem()  # not the folder of all processes
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        cache.write("a", b"kept")
        assert cache.read("a") == b"kept"
