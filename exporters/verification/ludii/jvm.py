"""The Java virtual machine of a worker, and the handful of Ludii's classes that are used.

Loops over many moves or sites run inside Java. A method of Ludii's becomes a method handle, its fixed arguments are
bound, and the handle becomes a functional interface that a Java stream applies to each element: one call from Python
brings the texts of all legal moves. What compares many games has a class of our own (`digested.py`), which comes
compiled. So a Java runtime is enough.
"""

from __future__ import annotations

from array import array
from pathlib import Path
from typing import Any

from .errors import JavaMissingError, LudiiVersionError, NotLudiiError

__all__ = ["BUILT", "SEPARATOR", "Java"]

BUILT = Path(__file__).parent / "built"
"""The classes of our own, compiled (`make java`)."""

SEPARATOR = "\x1e"
"""Stands between joined texts; no description can bring it into a text."""

_CLASSES = {
    "Game": "game.Game",
    "SiteType": "game.types.board.SiteType",
    "RelationType": "game.types.board.RelationType",
    "Compiler": "compiler.Compiler",
    "Constants": "main.Constants",
    "Description": "main.grammar.Description",
    "Report": "main.grammar.Report",
    "UserSelections": "main.options.UserSelections",
    "FastArrayList": "main.collections.FastArrayList",
    "GameLoader": "other.GameLoader",
    "Context": "other.context.Context",
    "TempContext": "other.context.TempContext",
    "Move": "other.move.Move",
    "ContainerState": "other.state.container.ContainerState",
    "Trial": "other.trial.Trial",
    "RandomState": "org.apache.commons.rng.core.RandomProviderDefaultState",
    "MatchRecord": "manager.utils.game_logs.MatchRecord",
}


class Java:
    """A running virtual machine with Ludii's classes: `java.Game`, `java.Move` and so on, and `java.version`."""

    def __init__(self, place: Path, megabytes: int) -> None:
        """Start the virtual machine; there can be one in a process. megabytes: the most that its heap may grow to.

        Raises JavaMissingError, NotLudiiError, LudiiVersionError.
        """
        try:
            import jpype
        except ImportError as problem:
            raise JavaMissingError(
                "JPype is not installed, which connects Python with Java", hint="pip install 'ludparse[ludii]'"
            ) from problem
        self.jpype = jpype
        try:
            jpype.startJVM(
                "-Djava.awt.headless=true", f"-Xmx{megabytes}m", "-Xss16m", "-XX:+UseSerialGC",
                "-XX:-OmitStackTraceInFastThrow", "-XX:+ExitOnOutOfMemoryError",
                classpath=[str(place), str(BUILT)], convertStrings=False,
            )  # fmt: skip
        except (jpype.JVMNotFoundException, jpype.JVMNotSupportedException) as problem:
            raise JavaMissingError(
                "no Java runtime was found", hint="Install one (Java 8 or newer), or set JAVA_HOME to its folder."
            ) from problem
        try:
            constants = jpype.JClass("main.Constants")
        except TypeError as problem:
            raise NotLudiiError(f"{str(place)!r} does not hold Ludii's classes") from problem
        self.version = str(constants.LUDEME_VERSION)
        self.java_version = str(jpype.java.lang.System.getProperty("java.version"))
        for name, full in _CLASSES.items():
            try:
                setattr(self, name, jpype.JClass(full))
            except TypeError as problem:
                raise LudiiVersionError(
                    f"Ludii {self.version} has no class {full}, which is needed", hint="Ludii 1.3.13 is known to work."
                ) from problem
        self.Digests = jpype.JClass("ludparse.Digests")
        handles = jpype.JClass("java.lang.invoke.MethodHandles")
        self._handles = handles
        self._lookup = handles.publicLookup()
        self._type = jpype.JClass("java.lang.invoke.MethodType")
        self._interface = jpype.JClass("java.lang.invoke.MethodHandleProxies").asInterfaceInstance
        self._streams = jpype.JClass("java.util.stream.StreamSupport")
        self._collectors = jpype.JClass("java.util.stream.Collectors")
        self._range = jpype.JClass("java.util.stream.IntStream").range
        self._functions = jpype.JPackage("java").util.function

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name)

    def method(self, owner: Any, name: str, result: Any, *parameters: Any) -> Any:
        """A handle of a public method of Ludii's. Raises LudiiVersionError where there is none."""
        try:
            if not parameters:
                return self._lookup.findVirtual(owner, name, self._type.methodType(result))
            return self._lookup.findVirtual(
                owner, name, self._type.methodType(result, self.jpype.JArray(self.jpype.java.lang.Class)(parameters))
            )
        except self.jpype.JException as problem:
            raise LudiiVersionError(
                f"Ludii {self.version} has no method {owner.class_.getName()}.{name} of the kind that is needed",
                hint="Ludii 1.3.13 is known to work.",
            ) from problem

    def bound(self, handle: Any, at: int, *values: Any) -> Any:
        """The handle with arguments from the one at `at` on fixed (0: the object itself)."""
        return self._handles.insertArguments(handle, at, self.jpype.JArray(self.jpype.java.lang.Object)(values))

    def after(self, first: Any, then: Any) -> Any:
        """The handle that applies `then` to the result of `first`."""
        return self._handles.filterReturnValue(first, then)

    def function(self, handle: Any, interface: str) -> Any:
        """The handle as a functional interface of java.util.function: Function, ToIntFunction, IntUnaryOperator."""
        return self._interface(getattr(self._functions, interface), handle)

    def texts(self, elements: Any, function: Any) -> list[str]:
        """`function` applied to every element of an iterable of Java's; its results are strings."""
        stream = self._streams.stream(elements.spliterator(), False)
        joined = str(stream.map(function).collect(self._collectors.joining(SEPARATOR)))
        return joined.split(SEPARATOR) if joined else []

    def index(self, elements: Any, function: Any, wanted: Any) -> int:
        """The index of the first element for which `function` gives what equals `wanted`; -1: of none."""
        stream = self._streams.stream(elements.spliterator(), False)
        return int(stream.map(function).collect(self._collectors.toList()).indexOf(wanted))

    def numbers(self, elements: Any, function: Any) -> list[int]:
        """`function` (a ToIntFunction) applied to every element of an iterable of Java's."""
        return self._ints(self._streams.stream(elements.spliterator(), False).mapToInt(function))

    def column(self, begin: int, end: int, function: Any) -> list[int]:
        """`function` (an IntUnaryOperator) applied to the whole numbers from `begin` up to before `end`."""
        return self._ints(self._range(begin, end).map(function))

    def _ints(self, stream: Any) -> list[int]:
        return array("i", memoryview(stream.toArray()).tobytes()).tolist()
