"""A position of Ludii's as plain data: the snapshot of the trace format."""

from __future__ import annotations

from typing import Any

from .jvm import Java

__all__ = ["Snapshots"]

_VALUES = ("what", "who", "state", "rotation", "value")


class Snapshots:
    """Reads the positions of one context, which changes in place as the game goes on."""

    def __init__(self, java: Java, game: Any, context: Any) -> None:
        self.java = java
        self.game = game
        self.context = context
        self.players = int(game.players().count())
        self.stacking = bool(game.isStacking()) and not bool(game.isDeductionPuzzle())
        self.scored = bool(game.requiresScore())
        self.betted = bool(game.requiresBet())
        self._places = [_Place(java, self.stacking, *place) for place in self._parts()]

    def _parts(self) -> list[tuple[Any, str, Any, int, int]]:
        """Container state, letter, site type, first and last site of each part that has sites; in recorded order."""
        java, context = self.java, self.context
        topology = context.topology()
        board = context.state().containerStates()[0]
        found = []
        for letter, name, elements in (
            ("V", "Vertex", topology.vertices()),
            ("E", "Edge", topology.edges()),
            ("C", "Cell", topology.cells()),
        ):
            if len(elements):
                found.append((board, letter, getattr(java.SiteType, name), 0, len(elements)))
        containers, first = context.containers(), context.sitesFrom()
        for i in range(1, len(containers)):
            begin = int(first[i])
            state = context.state().containerStates()[i]
            found.append((state, "C", java.SiteType.Cell, begin, begin + int(containers[i].numSites())))
        return found

    def take(self) -> dict[str, Any]:
        """The position now."""
        context, players = self.context, range(1, self.players + 1)
        state = context.state()
        out: dict[str, Any] = {
            "mover": int(state.mover()),
            "next": int(state.next()),
            "prev": int(state.prev()),
            "turn": int(state.numTurn()),
            "counter": int(state.counter()),
            "active": bool(context.active()),
            "phase": [int(state.currentPhase(p)) for p in players],
        }
        if self.scored:
            out["score"] = [int(context.score(p)) for p in players]
        if self.betted:
            out["amount"] = [int(state.amount(p)) for p in players]
        if int(state.temp()) != -1:
            out["temp"] = int(state.temp())
        out["ranking"] = [float(r) for r in context.trial().ranking()]
        out["sites"] = [row for place in self._places for row in place.rows()]
        return out


class _Place:
    """The sites of one type of one container."""

    def __init__(self, java: Java, stacking: bool, state: Any, letter: str, kind: Any, begin: int, end: int) -> None:
        self.java = java
        self.state = state
        self.letter = letter
        self.kind = kind
        self.begin = begin
        self.end = end
        self.stacking = stacking
        names = ("count", "sizeStack") if stacking else ("count", *_VALUES)
        self.columns = {name: self._column(name) for name in names}

    def _column(self, name: str) -> Any:
        java, integer = self.java, self.java.jpype.JInt
        handle = java.method(java.ContainerState, name, integer, integer, java.SiteType)
        return java.function(java.bound(java.bound(handle, 0, self.state), 1, self.kind), "IntUnaryOperator")

    def rows(self) -> list[list[Any]]:
        """Every site that is not blank."""
        data = {name: self.java.column(self.begin, self.end, f) for name, f in self.columns.items()}
        counts = data["count"]
        if self.stacking:
            return [
                [f"{self.letter}{self.begin + i}", counts[i], *(self._piece(self.begin + i, lv) for lv in range(high))]
                for i, high in enumerate(data["sizeStack"])
                if high or counts[i]
            ]
        return [
            [f"{self.letter}{self.begin + i}", count, list(piece)]
            for i, (count, *piece) in enumerate(zip(counts, *(data[name] for name in _VALUES), strict=True))
            if count or any(piece)
        ]

    def _piece(self, site: int, level: int) -> list[int]:
        return [int(getattr(self.state, name)(site, level, self.kind)) for name in _VALUES]
