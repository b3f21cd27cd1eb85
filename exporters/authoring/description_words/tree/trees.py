"""Trees of ludemes: where two of them differ, and trees with other nodes in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ludparse.ludemes.base import Ludeme, names_of, replace


def differences(a: Any, b: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any, Any]]:
    """Where two trees differ: the way to the place, by names of arguments and indexes, and what stands there in each.

    Nodes of one class, and lists of one length, differ in their parts; everything else as a whole.
    """
    if a is b or (type(a) is type(b) and not isinstance(a, Ludeme | tuple) and a == b):
        return
    if isinstance(a, Ludeme) and type(a) is type(b):
        if a != b:
            for name in names_of(a):
                yield from differences(getattr(a, name), getattr(b, name), (*path, name))
    elif isinstance(a, tuple) and isinstance(b, tuple) and len(a) == len(b):
        for i, (x, y) in enumerate(zip(a, b, strict=True)):
            yield from differences(x, y, (*path, i))
    else:
        yield path, a, b


def replaced_at(value: Any, changes: dict[tuple[Any, ...], Any]) -> Any:
    """A tree with other values at some places."""
    if () in changes:
        return changes[()]
    if not changes:
        return value
    inner: dict[Any, dict[tuple[Any, ...], Any]] = {}
    for path, other in changes.items():
        inner.setdefault(path[0], {})[path[1:]] = other
    if isinstance(value, tuple):
        return tuple(replaced_at(item, inner.get(i, {})) for i, item in enumerate(value))
    return replace(value, **{name: replaced_at(getattr(value, name), below) for name, below in inner.items()})


class Changed:
    """Trees in which nodes are changed: `before` what is in them, or `after` it. What is of `stop` stays as it is.

    Every node is changed once, and one in which nothing changes stays the same object.
    """

    def __init__(
        self, before: Callable[[Any], Any] | None = None, after: Callable[[Any], Any] | None = None,
        stop: tuple[type, ...] = (),
    ) -> None:  # fmt: skip
        self.before, self.after, self.stop = before, after, stop
        self._done: dict[int, tuple[Any, Any]] = {}

    def of(self, value: Any) -> Any:
        """A node, a list of them, or an argument of another kind, which stays."""
        if isinstance(value, tuple):
            parts = tuple(map(self.of, value))
            return value if all(a is b for a, b in zip(parts, value, strict=True)) else parts
        if not isinstance(value, Ludeme):
            return value
        if id(value) in self._done:
            return self._done[id(value)][1]
        node = value if self.before is None else self.before(value)
        if isinstance(node, Ludeme) and not isinstance(node, self.stop):
            changes = {name: self.of(getattr(node, name)) for name in names_of(node)}
            changes = {name: made for name, made in changes.items() if made is not getattr(node, name)}
            node = replace(node, **changes) if changes else node
            node = node if self.after is None else self.after(node)
        self._done[id(value)] = value, node  # the value is kept, so that its id stays its own
        return node
