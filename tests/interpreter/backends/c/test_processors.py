"""Generated code compiles for processors with other instructions than those of this machine."""

import subprocess
from pathlib import Path

import pytest

from ludparse import load
from ludparse.interpreter.backends.c.compile import FLAGS, RUNTIME, find_compiler
from ludparse.interpreter.backends.c.compile import GAMES as FLAGS_OF_GAMES
from ludparse.interpreter.backends.c.random_games.games import render_games
from ludparse.interpreter.backends.c.rendering.render import render_c
from ludparse.interpreter.passes.random_game_program import playout_program
from tests.interpreter.passes.golden_games import GAMES

# the oldest, common ones, and one where float has a width of its own beside that of 16-bit numbers (AVX512-FP16)
PROCESSORS = ["x86-64", "x86-64-v2", "haswell", "znver2", "skylake-avx512", "sapphirerapids"]


@pytest.mark.parametrize("processor", PROCESSORS)
def test_it_compiles_without_warnings(processor: str, c_compiler: None, tmp_path: Path) -> None:
    compiler, empty = find_compiler(), tmp_path / "empty.c"
    empty.touch()
    options = (f"-march={processor}", "-o", str(tmp_path / "game.so"))
    if subprocess.run([*compiler, "-shared", *options, str(empty)], capture_output=True, check=False).returncode:
        pytest.skip(f"this compiler does not know {processor}")
    for name in ("line", "hunt", "score"):
        program = load(GAMES[name], backend="python").program
        for kind, source in {"all": render_c(program), "games": render_games(playout_program(program))}.items():
            path = tmp_path / f"{name}_{kind}.c"
            path.write_text(source)
            more = FLAGS_OF_GAMES if kind == "games" else ("-O1",)
            command = [*compiler, *FLAGS, *more, *options, "-Werror", f"-I{RUNTIME}", str(path)]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            assert done.returncode == 0, done.stderr
