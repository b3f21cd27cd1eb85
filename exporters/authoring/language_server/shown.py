"""Answers in the forms of the Language Server Protocol."""

from __future__ import annotations

import re

from lsprotocol import types as lsp

from .answers import Symbol
from .completion import Completion
from .lines import Lines

__all__ = ["item", "range_of", "symbol_of"]

_KINDS = {
    "ludeme": lsp.CompletionItemKind.Function,
    "constant": lsp.CompletionItemKind.EnumMember,
    "argument": lsp.CompletionItemKind.Property,
    "define": lsp.CompletionItemKind.Module,
    "option": lsp.CompletionItemKind.Variable,
    "list": lsp.CompletionItemKind.Struct,
    "piece": lsp.CompletionItemKind.Class,
}
_SYMBOLS = {
    "game": lsp.SymbolKind.Module,
    "group": lsp.SymbolKind.Namespace,
    "rule": lsp.SymbolKind.Function,
    "phase": lsp.SymbolKind.Event,
    "board": lsp.SymbolKind.Struct,
    "piece": lsp.SymbolKind.Class,
    "define": lsp.SymbolKind.Method,
    "option": lsp.SymbolKind.Enum,
}


def range_of(lines: Lines, start: int, end: int) -> lsp.Range:
    """The characters `start` up to `end`."""
    return lsp.Range(lsp.Position(*lines.position(start)), lsp.Position(*lines.position(end)))


def item(lines: Lines, one: Completion, rank: int, *, snippets: bool) -> lsp.CompletionItem:
    """A completion, the likeliest of rank 0; snippets: whether the editor can fill in their holes."""
    plain = not (one.snippet and snippets)
    text = _without_holes(one.insert) if one.snippet and plain else one.insert
    return lsp.CompletionItem(
        label=one.label,
        kind=_KINDS.get(one.kind, lsp.CompletionItemKind.Value),
        detail=one.detail or None,
        documentation=one.documentation or None,
        sort_text=f"{rank:05}",
        filter_text=lines.text[one.start : one.start + 1] + one.label.lstrip('"<')
        if lines.text[one.start : one.start + 1] in ('"', "<") and one.start < one.end
        else None,
        insert_text_format=lsp.InsertTextFormat.PlainText if plain else lsp.InsertTextFormat.Snippet,
        text_edit=lsp.TextEdit(range_of(lines, one.start, one.end), text),
    )


def _without_holes(snippet: str) -> str:
    """A snippet for an editor that has none: its words without what is to be filled in."""

    return re.sub(r"\$\{\d+(?::((?:[^\\}]|\\.)*))?\}|\$\d+", "", snippet).replace("\\", "").rstrip()


def symbol_of(lines: Lines, symbol: Symbol) -> lsp.DocumentSymbol:
    """An entry of the outline with those inside of it."""
    return lsp.DocumentSymbol(
        name=symbol.name,
        kind=_SYMBOLS.get(symbol.kind, lsp.SymbolKind.Field),
        range=range_of(lines, symbol.start, symbol.end),
        selection_range=range_of(lines, *symbol.name_at),
        children=[symbol_of(lines, child) for child in symbol.children],
    )
