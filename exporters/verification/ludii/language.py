"""What the language of another version of Ludii has and ours has not, and the other way round."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path
from typing import Any

from ludparse.binding.signatures import Form, Slot, forms_of
from ludparse.checks.versions import FOLLOWED, GONE_FIELDS, NEWER, NEWER_FIELDS, NEWER_LUDEMES, NEWER_WORDS
from ludparse.ludemes import enums
from ludparse.ludemes.base import REGISTRY, is_own, keyword_of

__all__ = ["FOLLOWED", "declared", "differences", "entries", "forms"]

Forms = dict[str, set[tuple[str, ...]]]
"""Keyword -> the parameters of each way to write it."""

_PLAIN = {
    "IntFunction": "Int",
    "BooleanFunction": "Bool",
    "FloatFunction": "Float",
    "DimFunction": "Dim",
    "String": "str",
    "Integer": "int",
    "Boolean": "bool",
    "BooleanConstant": "bool",
    "Float": "float",
}
_OURS = {
    "GamePlayer": "Player", "EndScore": "Score", "EndIf": "If", "IntArrayDifference": "Difference",
    "EndResult": "Result",
}  # fmt: skip


def differences(theirs: list[dict[str, Any]], version: str = FOLLOWED) -> list[str]:
    """Each ludeme that one of the languages has in another way or alone, in words, by keyword.

    version: theirs. What is read here only because 1.3.14 has it, or only because 1.3.13 had it, is left out for the
    other one; any other version is compared with 1.3.13.
    """
    newer = version == NEWER
    found = forms(theirs)
    hidden = {entry["keyword"] for entry in theirs if entry.get("hidden")}
    ours = {word: declared(word, newer=newer) for word in REGISTRY if word in found or word not in hidden}
    lines = []
    for keyword in sorted(found.keys() | ours.keys()):
        there, here = (
            {f"({' '.join([keyword, *form])})" for form in language.get(keyword, ())} for language in (found, ours)
        )
        lines += _apart(there, here, NEWER if newer else FOLLOWED)
    for entry in theirs:
        known = getattr(enums, _simple(entry["class"]), None) if "enum" in entry else None
        if known is not None:
            here = {str(one.name).rstrip("_") for one in known if newer or one not in NEWER_WORDS}
            apart = _apart({one["name"] for one in entry["enum"]}, here, NEWER if newer else FOLLOWED)
            lines += [f"{_simple(entry['class'])}: {line}" for line in apart]
    return lines


def _apart(there: set[str], here: set[str], version: str) -> list[str]:
    """A line that says what only one of the languages has; none if they have the same. version: of ours."""
    alone = (("there", there - here), (f"in {version}", here - there))
    line = "; ".join(f"{who} {' or '.join(sorted(texts))}" for who, texts in alone if texts)
    return [line] if line else []


def forms(entries: list[dict[str, Any]]) -> Forms:
    """All ways to write what can stand in a game, of what `entries` (or a file in this form) says of classes."""
    open_ = [c for c in entries if "enum" not in c and not c.get("abstract") and not c.get("hidden")]
    hidden = {e["class"] for e in entries if e.get("hidden")}
    words = {_simple(e["class"]): e["enum"][0]["name"] for e in entries if len(e.get("enum", ())) == 1}
    found: Forms = {}
    seen: set[str] = set()
    waiting = ["game.Game", "game.match.Match"]
    while waiting:
        wanted = re.sub(r"(\[\])+$", "", waiting.pop())
        for entry in open_:
            if entry["class"] in seen or (entry["class"] != wanted and wanted not in entry["is_a"]):
                continue
            seen.add(entry["class"])
            for form in entry["signatures"]:
                params = [p for p in form["params"] if _is_written(p["type"].removesuffix("[]"), hidden)]
                waiting.extend(p["type"] for p in params)
                found.setdefault(entry["keyword"], set()).add(tuple(_param(p, words) for p in params))
    return found


def _is_written(type_: str, hidden: set[str]) -> bool:
    return type_ not in hidden or _simple(type_) in _PLAIN


def _simple(name: str) -> str:
    return name.split(".")[-1].split("$")[-1]


def _param(param: dict[str, Any], words: dict[str, str]) -> str:
    """words: enumerations of one word, which stand for that word, in any class of them."""
    label = param["name"][0].lower() + param["name"][1:] + ":" if param.get("named") else ""
    name = _simple(param["type"])
    depth = name.count("[]")
    name = name.removesuffix("[]" * depth)
    return f"{label}{'{' * depth}{words.get(name) or _PLAIN.get(name, name)}"


def declared(keyword: str, *, newer: bool = False) -> set[tuple[str, ...]]:
    """The ways to write a ludeme that our classes declare for Ludii 1.3.13, or (`newer`) for 1.3.14."""
    classes = [cls for cls in REGISTRY[keyword] if keyword_of(cls) == keyword and not is_own(cls)]
    left_out = GONE_FIELDS if newer else NEWER_FIELDS
    return {
        tuple(text for slot in slots for text in _slot_texts(slot))
        for cls in classes
        if newer or cls not in NEWER_LUDEMES
        for form in forms_of(cls)
        if (slots := _without(form, left_out.get(cls, ()))) is not None
    }


def _without(form: Form, fields: tuple[str, ...]) -> list[Slot] | None:
    """The slots of a form without some of its arguments, None if it cannot be without them."""
    kept = [slot for slot in form.slots if slot.name not in fields]
    groups = {slot.group for slot in kept}
    lost = [slot for slot in form.slots if slot.required and slot.name in fields]
    return None if any(not slot.group or slot.group not in groups for slot in lost) else kept


def _slot_texts(slot: Slot) -> list[str]:
    texts = []
    for type_ in slot.types:
        depth = 0
        while type_.item is not None:
            depth, type_ = depth + 1, type_.item
        name = type_.name if len(type_.constants) != 1 else next(iter(type_.constants))
        if len(type_.bases) == 1 and type_.bases[0].__name__ == name and keyword_of(type_.bases[0]):
            name = _OURS.get(name, name)
        texts.append(f"{slot.label + ':' if slot.label else ''}{'{' * depth}{_OURS.get(name, name)}")
    return texts


def entries(jpype: Any, place: Path) -> list[dict[str, Any]]:
    """What the classes of a Ludii say of its language: keyword, class, what it may stand for, parameters, constants."""
    if place.is_dir():
        files = [file.relative_to(place).as_posix() for file in (place / "game").rglob("*.class")]
    else:
        with zipfile.ZipFile(place) as archive:
            files = [name for name in archive.namelist() if name.startswith("game/")]
    names = sorted(file[: -len(".class")].replace("/", ".") for file in files if re.fullmatch(r"[^$]*\.class", file))
    notes = {name: jpype.JClass(f"annotations.{name}").class_ for name in ("Name", "Hide", "Alias")}
    load = jpype.java.lang.Class.forName
    loader = jpype.JClass("main.Constants").class_.getClassLoader()
    return [_entry(load(name, False, loader), notes) for name in names]


def _entry(cls: Any, notes: dict[str, Any]) -> dict[str, Any]:
    modifiers, alias = int(cls.getModifiers()), cls.getAnnotation(notes["Alias"])
    simple = str(cls.getSimpleName())
    keyword = str(alias.alias()) if alias is not None else simple[:1].lower() + simple[1:]
    entry: dict[str, Any] = {"keyword": keyword, "class": str(cls.getName())}
    if cls.isEnum():
        return entry | {"enum": [{"name": str(one)} for one in cls.getEnumConstants()]}
    makers = [m for m in cls.getDeclaredMethods() if str(m.getName()) == "construct" and int(m.getModifiers()) & 8]
    entry["hidden"] = cls.getAnnotation(notes["Hide"]) is not None
    entry["abstract"] = (not makers and bool(modifiers & 1024)) or not modifiers & 1
    entry["is_a"] = sorted(_kinds(cls))
    made = [maker for maker in (*makers, *cls.getConstructors()) if maker.getAnnotation(notes["Hide"]) is None]
    entry["signatures"] = [{"params": [_parameter(p, notes) for p in maker.getParameters()]} for maker in made]
    return entry


def _kinds(cls: Any) -> set[str]:
    """What a class is: the names of all classes above it."""
    above = [one for one in (cls.getSuperclass(), *cls.getInterfaces()) if one is not None]
    return {str(one.getName()) for one in above}.union(*(_kinds(one) for one in above))


def _parameter(parameter: Any, notes: dict[str, Any]) -> dict[str, Any]:
    return {
        "name": str(parameter.getName()),
        "type": str(parameter.getType().getTypeName()),
        "named": parameter.getAnnotation(notes["Name"]) is not None,
    }
