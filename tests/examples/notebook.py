"""Runs the cells of examples/first_steps.ipynb; `python -m tests.examples.notebook` keeps what they show."""

from __future__ import annotations

import ast
import contextlib
import io
import json
import tempfile
from collections.abc import Iterator
from typing import Any
from unittest import mock

from tests.corpus import REPO

PATH = REPO / "examples" / "first_steps.ipynb"
_SHOWN = (("image/svg+xml", "_repr_svg_"), ("text/html", "_repr_html_"))


def cells() -> Iterator[tuple[dict[str, Any], list[dict[str, Any]]]]:
    """Each cell with code, and what it shows when all are run in order, with an empty cache: a game says what runs it,
    and that is native code where an earlier run has kept some. Cells of `%pip` are passed over."""
    with tempfile.TemporaryDirectory() as cache, mock.patch.dict("os.environ", XDG_CACHE_HOME=cache):
        yield from _run()


def _run() -> Iterator[tuple[dict[str, Any], list[dict[str, Any]]]]:
    names: dict[str, Any] = {}
    for cell in json.loads(PATH.read_text(encoding="utf-8"))["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] != "code" or source.startswith("%pip"):
            continue
        tree = ast.parse(source)
        last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(tree, str(PATH), "exec"), names)
            value = None if last is None else eval(compile(ast.Expression(last.value), str(PATH), "eval"), names)
        outputs: list[dict[str, Any]] = []
        if printed.getvalue():
            outputs.append({"output_type": "stream", "name": "stdout", "text": printed.getvalue().splitlines(True)})
        if value is not None:
            data = {kind: getattr(value, name)() for kind, name in _SHOWN if hasattr(value, name)}
            data["text/plain"] = [repr(value)]
            outputs.append({"output_type": "execute_result", "data": data, "metadata": {}, "execution_count": None})
        yield cell, outputs


def main() -> None:
    book = json.loads(PATH.read_text(encoding="utf-8"))
    found = {cell["id"]: outputs for cell, outputs in cells()}
    for cell in book["cells"]:
        if cell["id"] in found:
            cell["outputs"] = found[cell["id"]]
    PATH.write_text(json.dumps(book, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
