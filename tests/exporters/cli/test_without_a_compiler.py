"""What most people do first, on a machine where no program is found, a compiler neither."""

import os
import subprocess
import sys
from pathlib import Path

LINE = """(game "Line" (players 2)
  (equipment { (board (square 3)) (piece "Disc" Each) })
  (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"""
SCRIPT = """
import sys
sys.modules["ziglang"] = None  # a compiler of another package
from ludparse.exporters.cli.main import main
for words in (
    "info GAME", "play GAME --random --seed 1", "playouts GAME -n 20", "check GAME", "describe GAME", "cover GAME -n 2"
):
    status = main([word.replace("GAME", sys.argv[1]) for word in words.split()])
    assert not status, (words, status)
"""


def test_commands_need_no_compiler(tmp_path: Path) -> None:
    game, cache = tmp_path / "line.lud", tmp_path / "cache"
    game.write_text(LINE)
    env = {name: value for name, value in os.environ.items() if name != "CC"}
    env |= {"PATH": "", "XDG_CACHE_HOME": str(cache)}
    done = subprocess.run([sys.executable, "-c", SCRIPT, game], env=env, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    assert not list(cache.rglob("*.so"))
