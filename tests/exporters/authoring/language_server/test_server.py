"""`lud lsp` as an editor talks to it: a client starts the process and speaks the protocol."""

from __future__ import annotations

import asyncio
import builtins
import gc
import io
import json
import random
import re
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from ludparse.exporters.cli.main import main

pytest.importorskip("pygls", reason="the language server needs ludparse[editor]")

from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

from ludparse.exporters.authoring.language_server import answers
from ludparse.exporters.authoring.language_server import server as language_server
from ludparse.exporters.authoring.language_server.completion import complete
from ludparse.exporters.authoring.language_server.document import Document
from ludparse.exporters.authoring.language_server.lines import Lines
from ludparse.exporters.authoring.language_server.problems import problems_of, shifted
from ludparse.exporters.authoring.language_server.server import make_server
from ludparse.interpreter.game.load import load_sandboxed

ROOT = Path(__file__).resolve().parents[4]
WRONG = """\
// \U0001f3b2 \u2028
(game "Rows"
    (players 2)
    (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules
        (play (mvoe Add (to (sites Empty))))
        (end (if (is Lnie 3) (result Mover Win)))
    )
)
"""
URI = "file:///tmp/rows.lud"


class Editor:
    """An editor with one text."""

    def __init__(self) -> None:
        self.client = LanguageClient("editor", "1")
        self.published: list[lsp.PublishDiagnosticsParams] = []
        self.arrived = asyncio.Event()
        self.messages: list[str] = []
        self.text = ""
        self.version = 0

        @self.client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def diagnostics(params: lsp.PublishDiagnosticsParams) -> None:
            self.published.append(params)
            self.arrived.set()

        @self.client.feature(lsp.WINDOW_SHOW_MESSAGE)
        def message(params: lsp.ShowMessageParams) -> None:
            self.messages.append(params.message)

    async def start(self, text: str) -> lsp.InitializeResult:
        await self.client.start_io(sys.executable, "-m", "ludparse.exporters.cli", "lsp", cwd=str(ROOT))
        item = lsp.ClientCompletionItemOptions(snippet_support=True)
        capabilities = lsp.ClientCapabilities(
            text_document=lsp.TextDocumentClientCapabilities(
                completion=lsp.CompletionClientCapabilities(completion_item=item)
            )
        )
        result = await self.client.initialize_async(lsp.InitializeParams(capabilities, process_id=None))
        self.client.initialized(lsp.InitializedParams())
        self.text = text
        document = lsp.TextDocumentItem(URI, "lud", 0, text)
        self.client.text_document_did_open(lsp.DidOpenTextDocumentParams(document))
        return result

    def edit(self, start: int, end: int, text: str) -> None:
        self.version += 1
        self.text = self.text[:start] + text + self.text[end:]
        change = lsp.TextDocumentContentChangeWholeDocument(text=self.text)
        document = lsp.VersionedTextDocumentIdentifier(self.version, URI)
        self.client.text_document_did_change(lsp.DidChangeTextDocumentParams(document, [change]))

    async def problems(self) -> list[lsp.Diagnostic]:
        """The problems of the text as it is now."""
        while not self.published or self.published[-1].version != self.version:
            self.arrived.clear()
            await asyncio.wait_for(self.arrived.wait(), 30)
        return list(self.published[-1].diagnostics)

    async def settled(self, expected: list[tuple[str, str]]) -> None:
        """Waits until the problems of the text as it is now are these, by code and message."""
        for _ in range(300):
            found = [(str(one.code), one.message) for one in await self.problems()]
            if found == expected:
                return
            await asyncio.sleep(0.1)
        assert found == expected

    def place(self, offset: int) -> dict[str, Any]:
        position = lsp.Position(*Lines(self.text).position(offset))
        return {"text_document": lsp.TextDocumentIdentifier(URI), "position": position}

    def apply(self, edits: Any) -> None:
        lines = Lines(self.text)
        changes = [
            (lines.offset(e.range.start.line, e.range.start.character),
             lines.offset(e.range.end.line, e.range.end.character), e.new_text)
            for e in edits
        ]  # fmt: skip
        for start, end, text in sorted(changes, reverse=True):
            self.edit(start, end, text)


def with_editor(text: str, do: Callable[[Editor], Awaitable[None]]) -> None:
    async def session() -> None:
        editor = Editor()
        try:
            await asyncio.wait_for(editor.start(text), 60)
            await asyncio.wait_for(do(editor), 120)
            await asyncio.wait_for(editor.client.shutdown_async(None), 10)
            editor.client.exit(None)
        except BaseException:
            process = getattr(editor.client, "_server", None)
            if process is not None:
                process.kill()  # it would wait for a shutdown
            raise
        finally:
            await asyncio.wait_for(editor.client.stop(), 10)

    asyncio.run(session())


def test_a_session() -> None:
    """Two mistakes are told and put right; then everything is asked once."""

    async def session(editor: Editor) -> None:
        client = editor.client
        found = await editor.problems()
        assert [(one.code, one.range.start.line) for one in found] == [
            ("unknown-ludeme", 5),
            ("unknown-constant-here", 6),
        ]
        assert found[0].range.start.character == 14 and "did you mean: move?" in found[0].message
        context = lsp.CodeActionContext(found)
        whole = lsp.Range(lsp.Position(0, 0), lsp.Position(99, 0))
        actions = await client.text_document_code_action_async(
            lsp.CodeActionParams(lsp.TextDocumentIdentifier(URI), whole, context)
        )
        assert actions is not None
        before = lsp.Range(found[0].range.start, found[0].range.start)  # the cursor stands where a mistake begins
        for where, count in ((whole, 2), (before, 1)):
            params = lsp.CodeActionParams(lsp.TextDocumentIdentifier(URI), where, context)
            offered = await client.text_document_code_action_async(params) or []
            assert [getattr(action, "kind", None) for action in offered].count(lsp.CodeActionKind.QuickFix) == count
        every = actions[-1]
        assert isinstance(every, lsp.CodeAction) and every.kind == lsp.CodeActionKind.SourceFixAll
        assert every.edit is not None and every.edit.changes is not None
        editor.apply(every.edit.changes[URI])
        assert [one.message for one in await editor.problems()] == []
        assert "(move Add" in editor.text and "(is Line 3)" in editor.text
        none = lsp.CodeActionParams(lsp.TextDocumentIdentifier(URI), whole, lsp.CodeActionContext([]))
        assert not await client.text_document_code_action_async(none), "nothing is left to be put right"

        at = editor.text.index
        hover = await client.text_document_hover_async(lsp.HoverParams(**editor.place(at("Line"))))
        assert hover is not None and "(is Line …)" in str(hover.contents)
        completion = await client.text_document_completion_async(lsp.CompletionParams(**editor.place(at("Mover") + 1)))
        assert isinstance(completion, lsp.CompletionList)
        assert "NonMover" in {item.label for item in completion.items}
        first = min(completion.items, key=lambda item: item.sort_text or "")
        assert (first.label, first.sort_text) == ("Mover", "00000")  # what the library mostly has there
        help_ = await client.text_document_signature_help_async(lsp.SignatureHelpParams(**editor.place(at("3) (res"))))
        assert help_ is not None and help_.signatures[0].label.startswith("(is Line")
        document = lsp.TextDocumentIdentifier(URI)
        symbols = await client.text_document_document_symbol_async(lsp.DocumentSymbolParams(document))
        assert symbols is not None and [symbol.name for symbol in symbols] == ["Rows"]
        folds = await client.text_document_folding_range_async(lsp.FoldingRangeParams(document))
        assert folds is not None and (folds[0].start_line, folds[0].end_line) == (1, 8)
        tokens = await client.text_document_semantic_tokens_full_async(lsp.SemanticTokensParams(document))
        assert tokens is not None and len(tokens.data) % 5 == 0 and list(tokens.data[5:10]) == [1, 1, 4, 0, 0]
        options = lsp.FormattingOptions(4, True)
        edits = await client.text_document_formatting_async(lsp.DocumentFormattingParams(document, options))
        assert edits is not None and edits[0].new_text == answers.formatted(Document(editor.text))
        disc = lsp.RenameParams(new_name="Stone", **editor.place(at("Disc") + 1))
        rename = await client.text_document_rename_async(disc)
        assert rename is not None and rename.changes is not None and len(rename.changes[URI]) == 1
        lenses = await client.text_document_code_lens_async(lsp.CodeLensParams(document))
        assert lenses is not None
        titles = [lens.command.title for lens in lenses if lens.command]
        assert titles == ["show board", "playouts", "expand", "count what happens"]

        async def run(command: str) -> str:
            params = lsp.ExecuteCommandParams(command, arguments=[URI])
            return str(await client.workspace_execute_command_async(params))

        assert (await run("lud.showBoard")).startswith("<svg")
        assert (await run("lud.expand")).startswith('(game "Rows"')
        assert "200 random games: player 1 wins" in await run("lud.playouts")
        assert editor.messages and "200 random games" in editor.messages[-1]

        assert "200 random games" in await run("lud.cover")
        cover = load_sandboxed(editor.text).cover(200, seconds=60)
        shown = await client.text_document_code_lens_async(lsp.CodeLensParams(document))
        assert shown is not None
        told = {lens.range.start.line + 1: lens.command for lens in shown if lens.command and not lens.command.command}
        firsts = {line: cover.on_line(line)[0] for line in {one.place.line for one in cover.ludemes}}
        assert {line: command.title for line, command in told.items()} == {
            line: f"never: {one.never}" if one.never else f"happened {one.happened:,} times"
            for line, one in firsts.items()
        }
        editor.edit(0, 0, " ")  # what was counted is of the text before
        shown = await client.text_document_code_lens_async(lsp.CodeLensParams(document))
        assert shown is not None and len(shown) == len(titles)

    with_editor(WRONG, session)


def test_random_edits_give_the_answers_of_a_fresh_start() -> None:
    text = (ROOT / "games" / "gardens" / "gardens.lud").read_text(encoding="utf-8")

    async def session(editor: Editor) -> None:
        draw = random.Random(7)
        for _ in range(40):
            start = draw.randrange(len(editor.text) + 1)
            end = min(len(editor.text), start + draw.choice((0, 0, 1, 9)))
            editor.edit(start, end, draw.choice(["(", ")", '"', "\n", "é", "\U0001f3b2", "is ", "\u2028", "\r\n", ""]))
            at = draw.randrange(len(editor.text) + 1)
            lines = Lines(editor.text)
            at = lines.offset(*lines.position(at))  # none between \r and \n
            fresh = Document(editor.text, "/tmp/rows.lud")
            hover = await editor.client.text_document_hover_async(lsp.HoverParams(**editor.place(at)))
            expected = answers.hover(fresh, at)
            assert (hover is None) == (expected is None)
            if hover is not None and expected is not None:
                assert getattr(hover.contents, "value", None) == expected.markdown
            found = await editor.client.text_document_completion_async(lsp.CompletionParams(**editor.place(at)))
            assert isinstance(found, lsp.CompletionList)
            assert [item.label for item in found.items] == [one.label for one in complete(fresh, at)]
            if draw.random() < 0.2:
                await editor.settled([(one.code, one.message) for one in problems_of(editor.text, "/tmp/rows.lud")])

    with_editor(text, session)


def test_what_texts_leave_is_freed_while_somebody_types(monkeypatch: pytest.MonkeyPatch) -> None:
    """The collector waits for a pause, but not for ever."""
    monkeypatch.setattr(language_server, "_UNCOLLECTED", 5)
    collected: list[int] = []
    monkeypatch.setattr(gc, "collect", lambda: collected.append(server.texts[URI][0]))
    server = make_server()

    async def typing() -> None:
        for version in range(23):
            server.texts[URI] = version, WRONG
            server.changed(URI)
            server.checking.submit(int).result()
        server.waiting[URI].cancel()

    asyncio.run(typing())
    server.checking.shutdown()
    assert collected == [4, 9, 14, 19]


def test_a_notification_leaves_nothing_in_the_server() -> None:
    """Each change of a text is one: kept, they would fill the memory of a server that runs for days."""
    server = make_server()
    server.protocol.set_writer(io.BytesIO())

    async def session() -> None:
        def tell(method: str, params: dict[str, Any], **more: Any) -> None:
            message = {"jsonrpc": "2.0", "method": method, "params": params, **more}
            server.protocol.handle_message(server.protocol.structure_message(message))

        tell("initialize", {"capabilities": {}, "processId": None}, id=1)
        document = {"uri": URI, "languageId": "lud", "version": 0, "text": WRONG}
        tell("textDocument/didOpen", {"textDocument": document})
        for version in range(1, 5):
            changes = [{"text": WRONG + " " * version}]
            changed = {"textDocument": {"uri": URI, "version": version}, "contentChanges": changes}
            tell("textDocument/didChange", changed)
        assert server.texts[URI] == (4, WRONG + " " * 4)
        tell("textDocument/didClose", {"textDocument": {"uri": URI}})
        await asyncio.sleep(0)

    asyncio.run(session())
    server.checking.shutdown()
    assert not server.texts
    assert not server.protocol._request_futures


def test_a_request_with_wrong_parameters_has_an_answer() -> None:
    """It says what is wrong, and the server goes on; so it does after a wrong notification, which nobody answers."""
    place = {"textDocument": {"uri": URI}, "position": {"line": 0, "character": 0}}
    sent: list[dict[str, Any]] = [
        {"id": 1, "method": "initialize", "params": {"capabilities": {}}},
        {"id": 2, "method": "textDocument/completion", "params": {**place, "context": {}}},
        {"id": "three", "method": "textDocument/hover", "params": {**place, "textDocument": {}}},
        {"id": 4, "method": "textDocument/hover"},
        {"method": "textDocument/didOpen", "params": {"textDocument": 6}},
        {"id": 7, "method": "lud/unknown"},
        {"id": 8, "method": "textDocument/hover", "params": place},
        {"method": "exit"},
    ]
    bodies = [json.dumps({"jsonrpc": "2.0", **message}).encode() for message in sent]
    frames = b"".join(b"Content-Length: %d\r\n\r\n%s" % (len(body), body) for body in bodies)
    command = [sys.executable, "-m", "ludparse.exporters.cli", "lsp"]
    ran = subprocess.run(command, input=frames, capture_output=True, cwd=ROOT, timeout=60, check=False)
    received = [json.loads(text) for text in re.split(r"Content-Length.*\r\n.*\r\n\r\n", ran.stdout.decode())[1:]]
    by_id = {str(answer["id"]): answer.get("error") for answer in received if "id" in answer}
    assert list(by_id) == ["1", "2", "three", "4", "7", "8"]
    assert {number: error and error["code"] for number, error in by_id.items()} == {
        "1": None, "2": -32602, "three": -32602, "4": -32602, "7": -32601, "8": None
    }  # fmt: skip
    assert by_id["2"]["message"] == (
        "textDocument/completion: required field missing @ message.params.context.triggerKind"
    )


def test_what_was_found_moves_with_the_text() -> None:
    """A warning stays with its place while the text around it changes, and goes when its own place does."""
    text = (ROOT / "games" / "gardens" / "gardens.lud").read_text(encoding="utf-8")
    text = text.replace('(define "Neighbours"', '(define "Idle" (is Full))\n\n(define "Neighbours"')
    found = problems_of(text, "x.lud")
    assert [one.code for one in found] == ["unused-define"]
    place = text[found[0].start : found[0].end]
    for new in (f"// first\n{text}", text + "// last", text.replace("(players 2)", "(players  2)")):
        (moved,) = shifted(found, text, new)
        assert new[moved.start : moved.end] == place
        assert moved.message == found[0].message
    assert shifted(found, text, text) == found
    assert shifted(found, text, text.replace('"Idle"', '"Idler"')) == []


def test_a_warning_does_not_flicker() -> None:
    """At every keystroke the syntax is checked at once; what was found elsewhere stays meanwhile."""
    text = (ROOT / "games" / "gardens" / "gardens.lud").read_text(encoding="utf-8")
    text = '(define "Idle" (is Full))\n' + text

    async def session(editor: Editor) -> None:
        expected = [(one.code, one.message) for one in problems_of(text, "/tmp/rows.lud")]
        await editor.settled(expected)
        seen = len(editor.published)
        at = editor.text.index("(players 2)")
        editor.edit(at, at, "\n")
        await editor.settled(expected)
        editor.edit(at, at + 1, "(mvoe)")
        await editor.problems()
        codes = [[one.code for one in each.diagnostics] for each in editor.published[seen:]]
        assert len(codes) >= 2 and all("unused-define" in each for each in codes)

    with_editor(text, session)


@contextmanager
def without_pygls(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    real = builtins.__import__

    def refuse(name: str, *args: Any, **kwargs: Any) -> Any:
        if name.split(".")[0] in ("pygls", "lsprotocol"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
        return real(name, *args, **kwargs)

    with monkeypatch.context() as patch:
        patch.delitem(sys.modules, "ludparse.exporters.authoring.language_server.server", raising=False)
        patch.setattr(builtins, "__import__", refuse)
        yield


def test_without_pygls(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    with without_pygls(monkeypatch):
        assert main(["lsp"]) == 1
    assert "the language server needs pygls 2: pip install 'ludparse[editor]'" in capsys.readouterr().err
