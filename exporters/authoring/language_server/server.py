"""The language server: connects the answers with an editor by the Language Server Protocol.

Nothing is decided here. A text that changes becomes a new `Document`; every request is put to pure functions.
"""

from __future__ import annotations

import asyncio
import gc
import tempfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from lsprotocol import types as lsp
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path, to_fs_path

from ludparse.description.description import open_library
from ludparse.interpreter.play.cover import Cover
from ludparse.library.library import Library
from ludparse.problems.errors import LudError
from ludparse.problems.spans import Source
from ludparse.support.release import __version__

from . import answers
from .commands import COMMANDS, cover_of, lenses
from .completion import complete
from .document import Document
from .lines import Lines
from .problems import Check, Problem, fixes_of, problems_of, shifted
from .protocol import Protocol
from .shown import item, range_of, symbol_of

__all__ = ["make_server"]

_PAUSE = 0.15
"""Seconds without a change before more of a text is checked than its syntax."""

_UNCOLLECTED = 50
"""Changes after which what earlier texts have left is freed, though nobody has paused: a text leaves megabytes."""


class Server(LanguageServer):
    """The server with the texts that are open."""

    def __init__(self, library: str | None) -> None:
        # Whole texts: where a text holds other line ends than the protocol's, such as U+2028, pygls counts lines in its
        # own way and moves the places of incremental changes.
        whole = lsp.TextDocumentSyncKind.Full
        super().__init__("lud", __version__, text_document_sync_kind=whole, protocol_cls=Protocol)
        self.library_place = library
        self.library: Library | None = None
        self.encoding = "utf-16"
        self.snippets = False
        self.plays = False
        self.answers_only = False
        self.texts: dict[str, tuple[int, str]] = {}
        self.opened: dict[str, Document] = {}
        self.found: dict[str, tuple[str, list[Problem]]] = {}
        self.settled: dict[str, tuple[str, list[Problem]]] = {}
        self.tried: dict[str, tuple[str, list[Problem], str]] = {}
        self.covered: dict[str, tuple[str, Cover]] = {}
        self.waiting: dict[str, asyncio.Task[None]] = {}
        self.uncollected = 0
        self.checking = ThreadPoolExecutor(max_workers=1)
        self.working = ThreadPoolExecutor(max_workers=1)

    def document(self, uri: str) -> Document:
        text = self.texts[uri][1] if uri in self.texts else ""
        known = self.opened.get(uri)
        if known is None or known.text != text:
            known = self.opened[uri] = Document(text, _name(uri), self.library)
        return known

    def lines(self, text: str) -> Lines:
        return Lines(text, self.encoding)

    def at(self, params: Any) -> tuple[Document, int, Lines]:
        """The document of a request, the offset that it asks about, and the lines."""
        document = self.document(params.text_document.uri)
        lines = self.lines(document.text)
        return document, lines.offset(params.position.line, params.position.character), lines

    def location(self, uri: str, lines: Lines, target: answers.Target) -> lsp.Location | None:
        """A place as a location; None for one within an archive, which no editor can open."""
        if target.source is None:
            return lsp.Location(uri, range_of(lines, target.start, target.end))
        path = Path(target.source.name)
        other = from_fs_path(str(path.resolve())) if path.is_file() else None
        if other is None:
            return None
        return lsp.Location(other, range_of(self.lines(target.source.text), target.start, target.end))

    # ------------------------------------------------------------------ checking

    def changed(self, uri: str) -> None:
        """Checks a text: its syntax at once, the rest when nothing has changed for a moment."""
        task = self.waiting.pop(uri, None)
        if task is not None:
            task.cancel()
        self.uncollected += 1
        if self.uncollected == _UNCOLLECTED:  # not again until that is done
            self.checking.submit(self.collect)
        self.waiting[uri] = asyncio.get_running_loop().create_task(self._check(uri))

    async def _check(self, uri: str) -> None:
        if uri not in self.texts:
            return
        version, text = self.texts[uri]
        check = Check(text, _name(uri), self.library)

        def stopped() -> bool:
            return self.texts.get(uri) != (version, text)

        async def found(step: Callable[..., list[Problem]], *arguments: Any) -> list[Problem] | None:
            if stopped():
                return None
            problems = await asyncio.get_running_loop().run_in_executor(self.checking, step, *arguments)
            return None if stopped() else problems

        wrong = await found(check.syntax)
        if wrong is None:
            return
        # What the last complete check found elsewhere stays, so that it does not flicker at every keystroke.
        syntax = {_key(one) for one in wrong}
        before, kept = self.settled.get(uri, ("", []))
        self._publish(uri, version, text, [*wrong, *(o for o in shifted(kept, before, text) if _key(o) not in syntax)])
        await asyncio.sleep(_PAUSE)
        for step, arguments in ((check.default, ()), (check.every, (stopped,))):  # what is wrong anyway is told first
            problems = await found(step, *arguments)
            if problems is None:
                return
            self._publish(uri, version, text, problems)
            self.settled[uri] = text, [one for one in problems if _key(one) not in syntax]
        # while somebody types, the collector does not look for what earlier texts have left (see `grown_old`)
        await asyncio.get_running_loop().run_in_executor(self.checking, self.collect)

    def collect(self) -> None:
        """Frees what earlier texts have left."""
        self.uncollected = 0
        gc.collect()

    def _publish(self, uri: str, version: int, text: str, problems: list[Problem]) -> None:
        self.found[uri] = text, problems
        lines = self.lines(text)
        self.text_document_publish_diagnostics(
            lsp.PublishDiagnosticsParams(uri, [self.diagnostic(uri, lines, one) for one in problems], version)
        )

    def diagnostic(self, uri: str, lines: Lines, one: Problem) -> lsp.Diagnostic:
        related = []
        for target, said in one.related:
            location = self.location(uri, lines, target)
            if location is not None:
                related.append(lsp.DiagnosticRelatedInformation(location, said))
        severity = lsp.DiagnosticSeverity.Error if one.severity == "error" else lsp.DiagnosticSeverity.Warning
        unused = [lsp.DiagnosticTag.Unnecessary] if one.code.startswith("unused-") else None
        return lsp.Diagnostic(
            range_of(lines, one.start, one.end), one.message, severity, one.code, None, "lud", unused, related or None
        )

    def problems(self, uri: str) -> list[Problem]:
        """The problems of the text as it is now."""
        text = self.texts[uri][1] if uri in self.texts else ""
        known = self.found.get(uri)
        if known is None or known[0] != text:
            known = self.found[uri] = text, problems_of(text, _name(uri), self.library, every_choice=False)
        return known[1]

    def fixes(self, uri: str) -> tuple[list[Problem], str]:
        """The problems of the text as it is now that can be put right, each with the edits, which were tried; and the
        text with all of them put right."""
        text = self.texts[uri][1] if uri in self.texts else ""
        tried = self.tried.get(uri)
        if tried is None or tried[0] != text:
            problems, fixed = fixes_of(text, _name(uri), self.library)
            tried = self.tried[uri] = text, [problem for problem in problems if problem.fix], fixed
        return tried[1:]


def _key(one: Problem) -> tuple[str, int, int]:
    return one.code, one.start, one.end


def _name(uri: str) -> str:
    return to_fs_path(uri) or uri


def make_server(library: str | None = None) -> Server:
    """A server that speaks on standard input and output when it is started with `start_io`."""
    server = Server(library)
    feature = server.feature

    @feature(lsp.INITIALIZE)
    def initialize(params: lsp.InitializeParams) -> None:
        given = params.initialization_options if isinstance(params.initialization_options, dict) else {}
        server.plays = given.get("play") is True
        server.answers_only = given.get("answersOnly") is True
        if isinstance(given.get("library"), str) and given["library"]:
            server.library_place = given["library"]
        text = params.capabilities.text_document
        item = text.completion.completion_item if text and text.completion else None
        server.snippets = bool(item and item.snippet_support)

    @feature(lsp.INITIALIZED)
    def initialized(_: lsp.InitializedParams) -> None:
        encoding = server.server_capabilities.position_encoding
        server.encoding = str(getattr(encoding, "value", encoding) or "utf-16")
        try:
            server.library = open_library(server.library_place)
        except LudError as wrong:
            server.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Warning, f"lud: {wrong.message}"))

    @feature(lsp.TEXT_DOCUMENT_DID_OPEN)
    def did_open(params: lsp.DidOpenTextDocumentParams) -> None:
        server.texts[params.text_document.uri] = params.text_document.version, params.text_document.text
        server.changed(params.text_document.uri)

    @feature(lsp.TEXT_DOCUMENT_DID_CHANGE)
    def did_change(params: lsp.DidChangeTextDocumentParams) -> None:
        uri = params.text_document.uri
        text = params.content_changes[-1].text
        server.texts[uri] = params.text_document.version, text
        server.changed(uri)

    @feature(lsp.TEXT_DOCUMENT_DID_CLOSE)
    def did_close(params: lsp.DidCloseTextDocumentParams) -> None:
        uri = params.text_document.uri
        task = server.waiting.pop(uri, None)
        if task is not None:
            task.cancel()
        for kept in (server.texts, server.opened, server.found, server.settled, server.tried, server.covered):
            kept.pop(uri, None)
        server.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, []))

    @feature(lsp.TEXT_DOCUMENT_COMPLETION, lsp.CompletionOptions(trigger_characters=["(", '"', ":", "{", "<"]))
    def completion(params: lsp.CompletionParams) -> lsp.CompletionList:
        document, offset, lines = server.at(params)
        found = enumerate(complete(document, offset))
        return lsp.CompletionList(False, [item(lines, one, rank, snippets=server.snippets) for rank, one in found])

    @feature(lsp.TEXT_DOCUMENT_HOVER)
    def hover(params: lsp.HoverParams) -> lsp.Hover | None:
        document, offset, lines = server.at(params)
        found = answers.hover(document, offset)
        if found is None:
            return None
        content = lsp.MarkupContent(lsp.MarkupKind.Markdown, found.markdown)
        return lsp.Hover(content, range_of(lines, found.start, found.end))

    @feature(lsp.TEXT_DOCUMENT_SIGNATURE_HELP, lsp.SignatureHelpOptions(trigger_characters=[" ", ":"]))
    def signature_help(params: lsp.SignatureHelpParams) -> lsp.SignatureHelp | None:
        document, offset, _ = server.at(params)
        found = answers.signature_help(document, offset)
        if found is None:
            return None
        shown = []
        for label, said, names, active in zip(
            found.labels, found.documentation, found.parameters, found.active, strict=True
        ):
            parameters = [lsp.ParameterInformation(name, meaning or None) for name, meaning in names]
            shown.append(lsp.SignatureInformation(label, said, parameters, active))
        first = next((number for number, active in enumerate(found.active) if active is not None), 0)
        return lsp.SignatureHelp(shown, first, found.active[first])

    @feature(lsp.TEXT_DOCUMENT_DEFINITION)
    def definition(params: lsp.DefinitionParams) -> list[lsp.Location]:
        document, offset, lines = server.at(params)
        found = [server.location(params.text_document.uri, lines, t) for t in answers.definition(document, offset)]
        return [location for location in found if location is not None]

    @feature(lsp.TEXT_DOCUMENT_REFERENCES)
    def references(params: lsp.ReferenceParams) -> list[lsp.Location]:
        document, offset, lines = server.at(params)
        targets = answers.references(document, offset, declaration=params.context.include_declaration)
        return [lsp.Location(params.text_document.uri, range_of(lines, t.start, t.end)) for t in targets]

    @feature(lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    def highlight(params: lsp.DocumentHighlightParams) -> list[lsp.DocumentHighlight]:
        document, offset, lines = server.at(params)
        return [lsp.DocumentHighlight(range_of(lines, t.start, t.end)) for t in answers.references(document, offset)]

    @feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME)
    def prepare_rename(params: lsp.PrepareRenameParams) -> lsp.Range | None:
        document, offset, lines = server.at(params)
        target = answers.rename_range(document, offset)
        return range_of(lines, target.start, target.end) if target else None

    @feature(lsp.TEXT_DOCUMENT_RENAME, lsp.RenameOptions(prepare_provider=True))
    def rename(params: lsp.RenameParams) -> lsp.WorkspaceEdit | None:
        document, offset, lines = server.at(params)
        try:
            targets = answers.rename(document, offset, params.new_name)
        except answers.RenameError as wrong:
            server.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Error, str(wrong)))
            return None
        edits = [lsp.TextEdit(range_of(lines, t.start, t.end), params.new_name) for t in targets]
        return lsp.WorkspaceEdit(changes={params.text_document.uri: edits})

    @feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def symbols(params: lsp.DocumentSymbolParams) -> list[lsp.DocumentSymbol]:
        document = server.document(params.text_document.uri)
        lines = server.lines(document.text)
        return [symbol_of(lines, symbol) for symbol in answers.outline(document)]

    @feature(lsp.TEXT_DOCUMENT_FOLDING_RANGE)
    def folding(params: lsp.FoldingRangeParams) -> list[lsp.FoldingRange]:
        found = answers.folds(server.document(params.text_document.uri))
        kind = lsp.FoldingRangeKind
        return [lsp.FoldingRange(f.first, f.last, kind=kind.Comment if f.comment else kind.Region) for f in found]

    @feature(lsp.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, lsp.SemanticTokensLegend(list(answers.TOKEN_TYPES), []))
    def semantic_tokens(params: lsp.SemanticTokensParams) -> lsp.SemanticTokens:
        document = server.document(params.text_document.uri)
        lines = server.lines(document.text)
        data: list[int] = []
        line = column = 0
        for colour in answers.colours(document):
            at, start = lines.position(colour.start)
            end = lines.position(colour.end)[1]
            data += [at - line, start - column if at == line else start, end - start,
                     answers.TOKEN_TYPES.index(colour.type), 0]  # fmt: skip
            line, column = at, start
        return lsp.SemanticTokens(data)

    @feature(lsp.TEXT_DOCUMENT_FORMATTING)
    def formatting(params: lsp.DocumentFormattingParams) -> list[lsp.TextEdit] | None:
        document = server.document(params.text_document.uri)
        text = answers.formatted(document)
        if text is None or text == document.text:
            return None if text is None else []
        return [lsp.TextEdit(range_of(server.lines(document.text), 0, len(document.text)), text)]

    @feature(
        lsp.TEXT_DOCUMENT_CODE_ACTION,
        lsp.CodeActionOptions([lsp.CodeActionKind.QuickFix, lsp.CodeActionKind.SourceFixAll]),
    )
    async def code_action(params: lsp.CodeActionParams) -> list[lsp.CodeAction]:
        uri = params.text_document.uri
        lines = server.lines(server.document(uri).text)
        first = lines.offset(params.range.start.line, params.range.start.character)
        last = lines.offset(params.range.end.line, params.range.end.character)
        problems, fixed = await asyncio.get_running_loop().run_in_executor(server.working, server.fixes, uri)
        return _actions(server, uri, lines, problems, fixed, first, last)

    @feature(lsp.TEXT_DOCUMENT_CODE_LENS)
    def code_lens(params: lsp.CodeLensParams) -> list[lsp.CodeLens]:
        document = server.document(params.text_document.uri)
        lines = server.lines(document.text)
        found = []
        text, cover = server.covered.get(params.text_document.uri, ("", None))
        for start, title, command in lenses(document, server.plays, cover if text == document.text else None):
            do = lsp.Command(title, command, arguments=[params.text_document.uri] if command else None)
            found.append(lsp.CodeLens(range_of(lines, start, start), do))
        return found

    for name, (function, ending) in COMMANDS.items():
        _add_command(server, name, function, ending)

    def count(uri: str, source: Source) -> str:
        cover = cover_of(source, server.library)
        server.covered[uri] = source.text, cover
        return str(cover).partition("\n")[0]

    @server.command("lud.cover")
    async def cover(uri: str) -> str:
        text = await _done(server, uri, lambda source: count(uri, source))
        if text and not server.answers_only:
            server.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Info, text))
        workspace = server.client_capabilities.workspace
        if text and workspace is not None and workspace.code_lens is not None and workspace.code_lens.refresh_support:
            await server.workspace_code_lens_refresh_async(None)
        return text

    return server


async def _done(server: Server, uri: str, work: Callable[[Source], str]) -> str:
    """The answer of a command, which is worked out beside what the editor asks; empty where its error is shown."""
    document = server.document(uri)
    source = Source(document.name, document.text)
    try:
        return await asyncio.get_running_loop().run_in_executor(server.working, work, source)
    except LudError as wrong:
        server.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Error, wrong.explain()))
        return ""


def _add_command(server: Server, name: str, function: Any, ending: str) -> None:
    @server.command(name)
    async def run(uri: str) -> str:
        document = server.document(uri)
        text = await _done(server, uri, lambda source: function(source, server.library))
        if not text:
            return ""
        window = server.client_capabilities.window
        if server.answers_only:
            return text
        if not ending:
            server.window_show_message(lsp.ShowMessageParams(lsp.MessageType.Info, text))
        elif window is not None and window.show_document is not None and window.show_document.support:
            folder = Path(tempfile.mkdtemp(prefix="lud-"))
            path = folder / f"{Path(document.name).stem or 'game'}{ending}"
            path.write_text(text, encoding="utf-8")
            await server.window_show_document_async(lsp.ShowDocumentParams(from_fs_path(str(path)) or "", False, True))
        return text


def _actions(
    server: Server, uri: str, lines: Lines, problems: list[Problem], fixed: str, first: int, last: int
) -> list[lsp.CodeAction]:
    """A quick fix for each of the problems that can be put right and lie in the range, and one action for all of them.
    fixed: the text with all of them put right.
    """
    found = []
    for one in problems:
        if one.start <= last and first <= one.end:
            before, after = one.change
            title = f"Write {after}" if after else f"Leave out {before}"
            action = lsp.CodeAction(title, lsp.CodeActionKind.QuickFix, is_preferred=True)
            action.diagnostics = [server.diagnostic(uri, lines, one)]
            edits = [lsp.TextEdit(range_of(lines, e.start, e.end), e.text) for e in one.fix]
            action.edit = lsp.WorkspaceEdit(changes={uri: edits})
            found.append(action)
    if fixed != lines.text:
        every = [lsp.TextEdit(range_of(lines, 0, len(lines.text)), fixed)]
        whole = lsp.WorkspaceEdit(changes={uri: every})
        found.append(
            lsp.CodeAction("Put right all that has one right answer", lsp.CodeActionKind.SourceFixAll, edit=whole)
        )
    return found
