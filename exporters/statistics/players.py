"""Who plays games (random moves, a search of this package, or a class of one's own), and how they are played."""

from __future__ import annotations

import importlib
import inspect
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from ludparse.problems.errors import nearest

__all__ = ["Choice", "Player", "PlayerError", "choices", "limited", "make_player"]

_SPEC = re.compile(r"(ludii:[\w .+-]+|[^()]+\.onnx|[\w.]+(?::\w+)?)(?:\((.*)\))?", re.DOTALL)

_LIMITS = ("seconds", "iterations", "nodes", "depth", "playouts")


class PlayerError(ValueError):
    """What was written for a player means none."""


class Player(Protocol):
    """Anything that chooses a move of a position that is not over."""

    def choose(self, state: Any) -> Any: ...


@dataclass(frozen=True, slots=True)
class Choice:
    """A move that is to be made, who chose it (None: it is a forced pass), and in how many seconds."""

    player: Player | None
    move: Any
    seconds: float = 0.0


def choices(state: Any, player_at: Callable[[int], Player], max_moves: int) -> Iterator[Choice]:
    """Play a game: choose move after move until the game is over, or so many were made. Whoever asks makes them.

    player_at: who plays at a seat (from 0). What a player prepares before its first choice is not part of its time.
    Raises KeyboardInterrupt where Ctrl-C has ended a search.
    """
    prepared = set[int]()
    for _ in range(max_moves):
        if state.over:
            return
        if not state.count_moves():
            yield Choice(None, state.forced_pass())
            continue
        player = player_at(state.seats[state.mover - 1])
        if id(player) not in prepared and (prepare := getattr(player, "prepare", None)) is not None:
            prepare(state)
        prepared.add(id(player))
        began = time.perf_counter()
        move = player.choose(state)
        took = time.perf_counter() - began
        if getattr(player, "interrupted", False):
            raise KeyboardInterrupt  # the search has caught it, to tell what it found
        yield Choice(player, move, took)


def make_player(spec: str, *, seconds: float | None = None, ludii: str | None = None) -> Callable[[int], Player]:
    """What makes a player from a seed. `random`, `flat(playouts=20)`, a class of `ludparse.interpreter.search` by its
    name
    (`uct(iterations=1000)`), a trained network (`net.onnx(iterations=100)`), an agent of a running Ludii
    (`ludii:MC-GRAVE`), or a class of one's own (`package.module:Class(setting=1)`).

    A setting is a number, True, False or a text. The seed is passed as `seed` to a class that has such a parameter.
    seconds: as for `limited`. ludii: where Ludii is. Raises PlayerError.
    """
    name, settings = _read(spec if seconds is None else limited(spec, seconds))
    cls = _class_of(name)
    if name.startswith("ludii:"):
        settings |= {"name": name.removeprefix("ludii:"), **({"place": ludii} if ludii else {})}
    elif name.endswith(".onnx"):
        settings |= {"file": name}
    accepted = inspect.signature(cls).parameters
    free = any(p.kind is inspect.Parameter.VAR_KEYWORD for p in accepted.values())
    for setting in settings:
        if setting not in accepted and not free:
            raise PlayerError(f"{name} has no setting {setting!r}; it has {', '.join(accepted) or 'none'}")

    def make(seed: int) -> Player:
        given = {"seed": seed, **settings} if "seed" in accepted or free else settings
        player: Player = cls(**given)
        return player

    return make


def limited(spec: str, seconds: float) -> str:
    """The same player, with so many seconds for a move where its class knows such a limit and none is set.

    Raises PlayerError.
    """
    name, settings = _read(spec)
    if any(isinstance(settings.get(limit), int | float) for limit in _LIMITS):
        return spec
    if "seconds" not in inspect.signature(_class_of(name)).parameters:
        return spec
    told = ", ".join(f"{setting}={value}" for setting, value in {**settings, "seconds": f"{seconds:g}"}.items())
    return f"{name}({told})"


def _read(spec: str) -> tuple[str, dict[str, Any]]:
    """The name of a player, and its settings."""
    match = _SPEC.fullmatch(spec.strip())
    if match is None:
        forms = "random, flat(playouts=50), net.onnx or package.module:Class(setting=1)"
        raise PlayerError(f"{spec!r} is no player; write {forms}")
    return match[1].strip(), _settings(match[2] or "", spec)


def _class_of(name: str) -> Any:
    if name.startswith("ludii:"):
        from ..verification.ludii.agent import LudiiAgent  # imported late: it needs Java, which few users have

        return LudiiAgent
    if name.endswith(".onnx"):
        from ..environments.learning.network_agent import NetworkAgent  # imported late: few agents are networks

        return NetworkAgent
    module_name, _, class_name = name.partition(":")
    if class_name:
        try:
            return getattr(importlib.import_module(module_name), class_name)
        except (ImportError, AttributeError) as problem:
            raise PlayerError(f"the player {name!r} cannot be loaded: {problem}") from None
    found = _searches()
    if name.lower() in found:
        return found[name.lower()]
    known = sorted(found)
    like = nearest(name.lower(), known)
    meant = f"; did you mean {' or '.join(like)}?" if like else "."
    raise PlayerError(f"there is no player {name!r}{meant} There are {', '.join(known)}, and package.module:Class")


_SHORT = {"RandomAgent": "random", "FlatMonteCarlo": "flat"}


def _searches() -> dict[str, Any]:
    """The classes of `ludparse.interpreter.search` that choose moves, by name in small letters or a shorter one."""
    module = importlib.import_module("ludparse.interpreter.search")
    classes = {name: value for name, value in vars(module).items() if inspect.isclass(value)}
    return {_SHORT.get(name, name).lower(): value for name, value in classes.items() if _is_agent(value)}


def _is_agent(cls: Any) -> bool:
    """Whether a class chooses moves, and is not the protocol that says so."""
    return hasattr(cls, "choose") and not getattr(cls, "_is_protocol", False)


def _settings(text: str, spec: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, equals, value = (x.strip() for x in part.partition("="))
        if not equals or not name.isidentifier():
            raise PlayerError(f"{part!r} in {spec!r} is no setting; write name=value")
        found[name] = _value(value)
    return found


def _value(text: str) -> Any:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return {"True": True, "False": False, "None": None}.get(text, text.strip("'\""))
