"""An editor that changes a text at random and asks the language server (`lud lsp`) after each change."""

from __future__ import annotations

import atexit
import json
import subprocess
import sys
from functools import cache
from random import Random
from typing import Any

__all__ = ["edit"]

EDITS = 100
URI = "file:///edited.lud"
PIECES = ("(", ")", '"', "\n", "\r\n", "{", "}", ":", "é", "\U0001f3b2", "\u2028", "is ", "(then ", "<", "//", "", "")
ASKED = ("hover", "completion", "signatureHelp", "definition", "documentHighlight", "prepareRename", "documentSymbol",
         "foldingRange", "semanticTokens/full", "codeLens", "codeAction", "formatting")  # fmt: skip


class Editor:
    """Speaks with one server. Raises AssertionError for an answer that is an error."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "ludparse.exporters.cli", "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        atexit.register(self.process.kill)
        self.number = 0
        self.ask("initialize", capabilities={}, processId=None)
        self.tell("initialized")

    def tell(self, method: str, **params: Any) -> None:
        self._send({"method": method, "params": params})

    def ask(self, method: str, **params: Any) -> Any:
        self.number += 1
        self._send({"id": self.number, "method": method, "params": params})
        while (answer := self._read()).get("id") != self.number or "method" in answer:
            pass
        assert "error" not in answer, f"{method}: {answer['error']}"
        return answer["result"]

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def _read(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        length = 0
        while line := self.process.stdout.readline().strip():
            name, _, value = line.partition(b":")
            length = int(value) if name.lower() == b"content-length" else length
        assert length, "the server has ended"
        message: dict[str, Any] = json.loads(self.process.stdout.read(length))
        return message


@cache
def _editor() -> Editor:
    """One server for all texts: what it keeps of them has to find room."""
    return Editor()


def edit(text: str, seed: int) -> int:
    """Opens the text, changes it, closes it. Returns how often it was changed."""
    editor, draw = _editor(), Random(seed)
    editor.tell("textDocument/didOpen", textDocument={"uri": URI, "languageId": "lud", "version": 0, "text": text})
    for version in range(1, EDITS + 1):
        start = draw.randrange(len(text) + 1)
        text = text[:start] + draw.choice(PIECES) + text[start + draw.choice((0, 0, 1, 9)) :]
        editor.tell(
            "textDocument/didChange", textDocument={"uri": URI, "version": version}, contentChanges=[{"text": text}]
        )
        line = draw.randrange(text.count("\n") + 1)
        place = {"line": line, "character": draw.randrange(40)}
        whole = {"start": {"line": 0, "character": 0}, "end": place}
        more = {"context": {"diagnostics": []}} if (asked := draw.choice(ASKED)) == "codeAction" else {}
        options = {"tabSize": 4, "insertSpaces": True}
        editor.ask(
            f"textDocument/{asked}", textDocument={"uri": URI}, position=place, range=whole, options=options, **more
        )
    editor.tell("textDocument/didClose", textDocument={"uri": URI})
    return EDITS
