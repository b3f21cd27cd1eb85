"""Small changes of a source file, each as a replacement of a part of its text: Python by its syntax tree, C and
TypeScript by patterns on the text without comments, strings and directives."""

from __future__ import annotations

import ast
import hashlib
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

__all__ = ["OPERATORS", "Mutant", "mutants_of", "package_of"]

OPERATORS = (
    "comparison", "off by one", "condition negated", "condition dropped", "arguments swapped", "wrong player",
    "plus lost", "early return",
)  # fmt: skip
PLAYERS = {"mover", "player", "owner", "winner", "opponent", "who"}
FIELDS = {"mover": "next", "next": "mover", "prev": "mover"}
OTHER = {
    "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "===": "!==", "!==": "===",
    "is": "is not", "is not": "is", "in": "not in", "not in": "in",
}  # fmt: skip


class Mutant(NamedTuple):
    """One change. start, end: offsets in the text; line: where it begins, from 1; first: where its statement does."""

    path: str
    operator: str
    start: int
    end: int
    new: str
    line: int
    first: int

    @property
    def id(self) -> str:
        """The same in every run until the file changes before this place."""
        return hashlib.sha256(repr(self).encode()).hexdigest()[:10]

    def applied(self, text: str) -> str:
        return text[: self.start] + self.new + text[self.end :]


def package_of(path: str) -> str:
    """The name under which a report counts a file."""
    return {".h": "C", ".ts": "TypeScript"}.get(Path(path).suffix, path.partition("/")[0])


def mutants_of(path: str, text: str) -> list[Mutant]:
    """Every change that an operator can make to a file, in the order of the text."""
    mutants = set()
    changes = _python(text) if path.endswith(".py") else _braces(text, path.endswith(".ts"))
    for operator, start, end, new, first in changes:
        if text[start:end] != new:
            line = text.count("\n", 0, start) + 1
            mutants.add(Mutant(path, operator, start, end, new, line, min(first or line, line)))
    return sorted(mutants, key=lambda mutant: mutant[2:])


Change = tuple[str, int, int, str, int]
"""Operator, start, end, the new text, and the line on which the statement begins (0: that of the change)."""

# ---------------------------------------------------------------------------------------------------- Python

Span = Callable[[ast.expr | ast.stmt], tuple[int, int]]
_CLOSED = re.compile(r"\s*\)")


def _python(text: str) -> Iterator[Change]:
    lines = text.encode().splitlines(keepends=True)
    before = [0]
    for line in text.splitlines(keepends=True):
        before.append(before[-1] + len(line))

    def at(line: int, column: int) -> int:
        return before[line - 1] + len(lines[line - 1][:column].decode())

    def span(node: ast.expr | ast.stmt) -> tuple[int, int]:
        return at(node.lineno, node.col_offset), at(node.end_lineno or 0, node.end_col_offset or 0)

    def whole(node: ast.expr | ast.stmt) -> tuple[int, int]:
        start, end = span(node)
        while (left := text[:start].rstrip()).endswith("(") and (right := _CLOSED.match(text, end)):
            start, end = len(left) - 1, right.end()
        return start, end

    def visit(node: ast.AST, first: int) -> Iterator[Change]:
        if isinstance(node, ast.stmt):
            first = node.lineno
        if isinstance(node, ast.expr):
            yield from ((*change, first) for change in _of_expression(node, text, span, whole))
        if isinstance(node, (ast.If, ast.While, ast.IfExp, ast.comprehension)):
            for test in node.ifs if isinstance(node, ast.comprehension) else [node.test]:
                start, end = span(test)
                yield "condition negated", start, end, f"(not ({text[start:end]}))", first
                if isinstance(node, (ast.If, ast.comprehension)):
                    yield "condition dropped", start, end, "True", first
        if isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add):
            start = text.index("+=", span(node.target)[1])
            yield "plus lost", start, start + 2, "=", first
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield from _returns(node, text, span)
        for name, inner in ast.iter_fields(node):
            if name in ("annotation", "returns", "decorator_list", "bases"):
                continue
            for child in inner if isinstance(inner, list) else [inner]:
                if isinstance(child, ast.AST) and not _for_readers(child):
                    yield from visit(child, first)

    return visit(ast.parse(text), 1)


def _for_readers(node: ast.AST) -> bool:
    """Whether a change in it changes nothing that runs, or has no known place (Python 3.11 misplaces parts of f"…")."""
    match node:
        case ast.Expr(value=ast.Constant()) | ast.If(test=ast.Name(id="TYPE_CHECKING")) | ast.JoinedStr():
            return True
        case ast.Assign(targets=[ast.Name(id="__all__")]):
            return True
    return False


def _of_expression(node: ast.expr, text: str, span: Span, whole: Span) -> Iterator[tuple[str, int, int, str]]:
    """span: where a node lies; whole: with the brackets around it."""
    start, end = span(node)
    match node:
        case ast.Compare():
            for left, right in zip([node.left, *node.comparators], node.comparators, strict=False):
                gap = span(left)[1]
                sign = re.compile(r"[()\s]*(not\s+in|is\s+not|in|is|[<>=!]=?)").match(text, gap, span(right)[0])
                if sign is not None:
                    yield "comparison", *sign.span(1), OTHER[" ".join(sign[1].split())]
        case ast.Constant(value=int(value)) if not isinstance(value, bool):
            yield "off by one", start, end, str(value + 1)
        case ast.Constant(value=str(value)) if value in FIELDS and end - start == len(value) + 2:
            yield "wrong player", start + 1, end - 1, FIELDS[value]
        case ast.BoolOp():
            for one, two in zip(node.values, node.values[1:], strict=False):
                yield "condition dropped", whole(one)[1], whole(two)[1], ""
            yield "condition dropped", start, whole(node.values[1])[0], ""
        case ast.Call(func=ast.Name(id="isinstance" | "issubclass" | "cast")):
            pass  # swapped, they are not even tried
        case ast.Call(args=[one, two, *_]) if not any(isinstance(a, ast.Starred) for a in (one, two)):
            (a, b), (c, d) = span(one), span(two)
            yield "arguments swapped", a, d, text[c:d] + text[b:c] + text[a:b]
        case ast.BinOp(op=ast.Add() | ast.Sub()):
            if isinstance(node.op, ast.Add):
                yield "plus lost", whole(node.left)[1], whole(node.right)[1], ""
            if isinstance(node.right, ast.Constant) and node.right.value == 1:
                yield "off by one", whole(node.left)[1], whole(node.right)[1], ""
    values: Iterable[ast.expr] = ()
    match node:  # a player where it is used, not where it is named
        case ast.Subscript(slice=ast.expr() as index):
            values = [index]
        case ast.Call():
            values = node.args
        case ast.Compare():
            values = [node.left, *node.comparators]
    for used in values:
        name = used.id if isinstance(used, ast.Name) else used.attr if isinstance(used, ast.Attribute) else ""
        if name in PLAYERS:
            a, b = span(used)
            yield "wrong player", a, b, f"(3 - {text[a:b]})"


def _returns(node: ast.FunctionDef | ast.AsyncFunctionDef, text: str, span: Span) -> Iterator[Change]:
    """A function without a result ends before each statement of its blocks but the first, and but a return, which does
    the same; a loop ends after one round."""
    inner = [n for part in node.body for n in _own(part)]
    valued = any(isinstance(n, ast.Return) and n.value is not None for n in inner)
    for block in (node, *inner):
        for name in ("body", "orelse", "finalbody"):
            body = getattr(block, name, [])
            if not isinstance(body, list) or not body or not isinstance(body[0], ast.stmt):
                continue
            for one in [] if valued else body[1:]:
                if isinstance(one, ast.Return):
                    continue
                start = span(one)[0]
                indent = text[text.rfind("\n", 0, start) + 1 : start]
                if not indent.strip() and not _for_readers(body[body.index(one) - 1]):
                    yield "early return", start, start, f"return\n{indent}", one.lineno
            if isinstance(block, (ast.For, ast.While)) and name == "body":
                start, end = span(body[-1])
                indent = text[text.rfind("\n", 0, start) + 1 : start]
                if not indent.strip() and not isinstance(body[-1], (ast.Return, ast.Raise, ast.Break)):
                    yield "early return", end, end, f"\n{indent}break", body[-1].lineno


def _own(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes below one, itself included, without those of functions and classes inside it."""
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)):
        return
    yield node
    for child in ast.iter_child_nodes(node):
        yield from _own(child)


# ---------------------------------------------------------------------------------------------------- C, TypeScript

_HIDDEN = re.compile(
    r"""//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|^[ \t]*\#(?:\\\n|[^\n])*""",
    re.S | re.M,
)
_TYPES = re.compile(r"^(?:export )?(?:declare |interface |type |import ).*?(?:^\}|;$)", re.S | re.M)


def _braces(text: str, typescript: bool) -> Iterator[Change]:
    blank = lambda m: re.sub(r"[^\n]", " ", m[0])  # noqa: E731
    code = _HIDDEN.sub(blank, text)
    if typescript:
        code = _TYPES.sub(blank, code)
    for sign in re.finditer(r"(?<= )([<>]=?|[=!]==?)(?= )", code):
        yield "comparison", *sign.span(), OTHER[sign[0]], 0
    for number in re.finditer(r"(?<![\w.])\d+(?![\w.])", code):
        yield "off by one", *number.span(), str(int(number[0]) + 1), 0
    for step in re.finditer(r" [+-] 1(?![\w.])", code):
        yield "off by one", *step.span(), "", 0
    for test in re.finditer(r"\b(?:if|while) (?=\()", code):
        start, end = test.end(), _closing(code, test.end())
        yield "condition negated", start, end, f"(!{text[start:end]})", 0
        if test[0].startswith("if"):
            yield "condition dropped", start, end, "(true)" if typescript else "(1)", 0
    for sign in re.finditer(r" (?:&&|\|\|) ", code):
        yield "condition dropped", sign.start(), _operand(code, sign.end()), "", 0
    for call in re.finditer(r"\b(?!if|for|while|switch)\w+\(([\w.]+), ([\w.]+)(?=[,)])", code):
        yield "arguments swapped", call.start(1), call.end(2), f"{call[2]}{text[call.end(1):call.start(2)]}{call[1]}", 0
    for name in re.finditer(rf"(?<=[\[( ])[\w.>-]*\b(?:{'|'.join(sorted(PLAYERS))})\b(?=\]|,|\)| [=!]=)", code):
        line = code[code.rfind("\n", 0, name.start()) + 1 : code.index("\n", name.end())]
        declared = re.search(r"\w[ *]$", code[: name.start()]) or not re.search(r"[=(]", line)
        if not declared:
            yield "wrong player", *name.span(), f"(3 - {name[0]})", 0
    for plus in re.finditer(r" \+= ", code):
        yield "plus lost", *plus.span(), " = ", 0
    for plus in re.finditer(r" \+ [\w.]+(?![\w.(\[]|->| \w)", code):
        yield "plus lost", *plus.span(), "", 0
    for word in re.finditer(r"\bcontinue;", code):
        yield "early return", *word.span(), "break;", 0
    opened = r"\): void \{\n" if typescript else r"^(?:static )?(?:inline )?void [^;{}]*\{\n"
    for head in re.finditer(opened, code, re.M):
        end = _closing(code, head.end() - 2)
        for one in list(re.finditer(r"(?<=[;}]\n)[ \t]+(?=[\w*(][^\n]*;\n)", code[head.end() : end])):
            place = head.end() + one.end()
            if not re.match(r"return|else|case|default|break", code[place:]):
                yield "early return", place, place, "return;\n" + one[0], 0


def _closing(code: str, start: int) -> int:
    """The end of what the bracket at a place opens."""
    depth = 0
    for i in range(start, len(code)):
        depth += (code[i] in "([{") - (code[i] in ")]}")
        if depth == 0:
            return i + 1
    return len(code)


def _operand(code: str, start: int) -> int:
    """Where the right operand of && or || ends."""
    i = start
    while i < len(code) and code[i] not in ")]};?:," and code[i : i + 4] not in (" && ", " || "):
        i = _closing(code, i) if code[i] in "([{" else i + 1
    return i
