"""What all ludemes share: how a class declares its signature, and what its instances can do.

    @ludeme("slide")
    class Slide(Effect):
        from_: From | None = None             # positional, may be left out
        to: To                                # positional, must be there
        stack: bool | None = named(default=None)   # written `stack:true`
        who: Player = either(1)               # one of the fields of group 1 must be there
        role: RoleType = either(1)

The order of the fields is the order of the text. A field whose default is None may be left out. What can be written in
several ways declares `forms`, one string for each way; all their parameters are fields. Where more than one way fits,
the last counts:

    @ludeme("and", forms=("a b", "list"))

In a form, `name` is positional, `name:` is named, `[name]` may be left out, `(a|b)` is exactly one of them and `[a|b]`
at most one, `name=Type` narrows the field's type for this form.

A word that always follows the keyword belongs to it: `@ludeme("is Line")` is written `(is Line …)`, and no field holds
the word. Where one of several words follows, it is the first field, which is called `kind`.

Which of the two? Fields alone where one order of arguments serves every way of writing: `named` for a word before an
argument, `either` for neighbours of which one is given, `together` for those that need each other. `forms` where the
ways differ in more: in their order, in which arguments go together, or in the type of one.

In whatever order the classes of one keyword are declared, they are told apart by their arguments. Only where two
overlap does the order count: what has no arguments is tried first, then what is declared last
(`tests/ludparse/binding/test_signatures.py` lists the pairs).

A field's type is the text of its annotation, which is looked up in `ludparse.ludemes`.

Classes are slotted, frozen and hashable. They are made without generating code, because there are hundreds of them and
all are needed before the first game is read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import attrgetter
from typing import Any, ClassVar, NamedTuple, NoReturn, TypeVar, dataclass_transform

from ludparse.problems.spans import Place, Span, span_of

__all__ = [
    "Field", "Ludeme", "children", "declared_forms", "either", "fields_of", "keyword_of", "ludeme", "named", "names_of",
    "place_of", "replace", "walk", "word_of",
]  # fmt: skip


class _Required:
    """The default of a field that has none."""

    def __repr__(self) -> str:
        return "required"


REQUIRED: Any = _Required()


class _Spec(NamedTuple):
    default: Any
    is_named: bool
    group: int
    together: int


def named(*, default: Any = REQUIRED, group: int = 0, together: int = 0) -> Any:
    """A field written with its name in the text. With a `group`, see `either`."""
    return _Spec(default, True, group, together)


def either(group: int, *, default: Any = REQUIRED, together: int = 0) -> Any:
    """A field of which only one in the group can be given; one must be, unless the default is None.

    Neighbouring fields with the same group number exclude each other. Fields with the same number `together` are
    given together or not at all.
    """
    return _Spec(default, False, group, together)


class Field(NamedTuple):
    """One field of a ludeme as declared. `type` is the annotation's text without `| None`."""

    name: str
    type: str
    required: bool
    is_named: bool
    group: int
    together: int


def _reader(names: tuple[str, ...]) -> Callable[[Any], tuple[Any, ...]]:
    """A function that reads all fields at once. It is fast, because nodes are compared often."""
    if len(names) > 1:
        return attrgetter(*names)
    return (lambda node: (getattr(node, names[0]),)) if names else lambda node: ()


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(named, either))
class LudemeMeta(type):
    """Turns annotations into slots and a signature."""

    def __new__(mcs, name: str, bases: tuple[type, ...], namespace: dict[str, Any], **keywords: Any) -> LudemeMeta:
        fields = []
        for field, annotation in namespace.get("__annotations__", {}).items():
            if not isinstance(annotation, str):
                raise TypeError(f"the module of {name} has to begin with `from __future__ import annotations`")
            if not annotation.startswith("ClassVar"):
                spec = namespace.pop(field, REQUIRED)
                if not isinstance(spec, _Spec):
                    spec = _Spec(spec, False, 0, 0)
                required = spec.default is REQUIRED and not spec.group
                text = annotation.removesuffix(" | None")
                optional = spec.default is not REQUIRED
                fields.append(Field(field, text, required or not optional, spec.is_named, spec.group, spec.together))
        names = tuple(field.name for field in fields)
        if bases:
            namespace.update(__slots__=names, _fields=tuple(fields), _names=names, _values=_reader(names))
        else:
            namespace["__slots__"] = ("_hash", "_place")
            namespace["span"] = property(lambda node: span_of(node._place))
        return super().__new__(mcs, name, bases, namespace, **keywords)


class Ludeme(metaclass=LudemeMeta):
    """A node of the typed tree. Equal when class and fields are equal; the place in the text does not count."""

    _fields: ClassVar[tuple[Field, ...]] = ()
    _names: ClassVar[tuple[str, ...]] = ()
    _values: ClassVar[Callable[[Any], tuple[Any, ...]]]  # the values of the fields
    _keyword: ClassVar[str] = ""
    _word: ClassVar[str] = ""
    _forms: ClassVar[tuple[str, ...]] = ()

    span: Span | None = None

    def __init__(self, *, span: Span | None = None, **values: Any) -> None:
        put = object.__setattr__
        put(self, "_hash", None)
        put(self, "_place", span)
        for field in self._fields:
            name = field.name
            if name in values:
                put(self, name, values.pop(name))
            elif field.required and not field.group:
                raise TypeError(f"{type(self).__name__} needs {name!r}")
            else:
                put(self, name, None)
        if values:
            raise TypeError(f"{type(self).__name__} has no field {', '.join(values)}")

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is frozen")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is frozen")

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if type(other) is not type(self) or hash(self) != hash(other):
            return False
        values = type(self)._values
        return bool(values(self) == values(other))

    def __hash__(self) -> int:
        known: int | None = self._hash  # type: ignore[attr-defined]
        if known is None:
            cls = type(self)
            known = hash((cls.__name__, cls._values(self)))
            object.__setattr__(self, "_hash", known)
        return known

    def __repr__(self) -> str:
        given = [f"{n}={getattr(self, n)!r}" for n in self._names if getattr(self, n) is not None]
        return f"{type(self).__name__}({', '.join(given)})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (type(self), self.span, tuple(getattr(self, name) for name in self._names))


L = TypeVar("L", bound=Ludeme)


def make(cls: type[L], values: tuple[Any, ...], place: Place) -> L:
    """A node from the values of all its fields in order. For the binder, which has checked them."""
    node = cls.__new__(cls)
    put = object.__setattr__
    put(node, "_hash", None)
    put(node, "_place", place)
    for name, value in zip(cls._names, values, strict=True):
        put(node, name, value)
    return node


def _rebuild(cls: type[Ludeme], span: Span | None, values: tuple[Any, ...]) -> Ludeme:
    return make(cls, values, span)


REGISTRY: dict[str, list[type[Ludeme]]] = {}
"""Keyword -> classes, in the order of their declaration."""

LATE: list[Callable[[type[Ludeme]], None]] = []
"""What has to hear of a class that is declared outside this package, before it is registered (`signatures`)."""


def ludeme(keyword: str, *, also: str = "", forms: tuple[str, ...] = ()) -> Callable[[type[L]], type[L]]:
    """Declares the keyword of a class, with the word that always follows it if there is one, and its forms where
    there are several.

    `also` is a second word for the same: `(* 2 3)` can be written `(mul 2 3)`.
    """

    keyword, _, following = keyword.partition(" ")

    def register(cls: type[L]) -> type[L]:
        cls._keyword = keyword
        cls._word = following
        cls._forms = forms
        if is_own(cls):
            for check in LATE:
                check(cls)
        for word in (keyword, also) if also else (keyword,):
            REGISTRY.setdefault(word, []).append(cls)
        return cls

    return register


def is_own(cls: type[Ludeme]) -> bool:
    """Whether a class was declared outside this package."""
    return not cls.__module__.startswith("ludparse.")


def fields_of(node: Ludeme | type[Ludeme]) -> tuple[Field, ...]:
    """The declared fields of a ludeme, in the order of the text."""
    return node._fields


def names_of(node: Ludeme | type[Ludeme]) -> tuple[str, ...]:
    """The names of its fields, in the order of the text."""
    return node._names


def declared_forms(cls: type[Ludeme]) -> tuple[str, ...]:
    """The ways to write a ludeme as they are declared; none where its fields say it."""
    return cls._forms


def place_of(node: Ludeme) -> Place:
    """Where it stands in the text: that of the call that it was made from, the same object."""
    place: Place = node._place  # type: ignore[attr-defined]
    return place


def keyword_of(node: Ludeme | type[Ludeme]) -> str:
    """The word a ludeme begins with in the text."""
    return node._keyword


def word_of(node: Ludeme | type[Ludeme]) -> str:
    """The word after the keyword that says which ludeme of that keyword it is, empty if there is none."""
    return node._word or getattr(getattr(node, "kind", None), "value", "")


def children(node: Ludeme) -> list[Ludeme]:
    """The ludemes directly below a node, also those within lists, in the order of the fields."""
    found: list[Ludeme] = []
    for value in type(node)._values(node):
        if value is None:
            continue
        kind = type(value)
        if type(kind) is LudemeMeta:  # faster than isinstance
            found.append(value)
        elif kind is tuple:
            _add_ludemes(value, found)
    return found


def _add_ludemes(values: tuple[object, ...], found: list[Ludeme]) -> None:
    for value in values:
        if isinstance(value, Ludeme):
            found.append(value)
        elif isinstance(value, tuple):
            _add_ludemes(value, found)


def walk(node: Ludeme) -> Iterator[Ludeme]:
    """The node and all its descendants, parents first; an object that stands at several places once."""
    stack = [node]
    seen: set[int] = set()
    while stack:
        node = stack.pop()
        if id(node) in seen:
            continue
        seen.add(id(node))
        yield node
        stack += children(node)[::-1]


def replace(node: L, **changes: Any) -> L:
    """The same node with other values in some fields.

    Raises TypeError for a field that the node does not have.
    """
    unknown = changes.keys() - set(node._names)
    if unknown:
        raise TypeError(f"{type(node).__name__} has no field {', '.join(sorted(unknown))}")
    values = tuple(changes.get(n, getattr(node, n)) for n in node._names)
    return make(type(node), values, node._place)  # type: ignore[attr-defined]
