"""Ludii's games from Python: load one, play it at random, and tell what happened in the trace format."""

from __future__ import annotations

import random
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from ludparse.interpreter.play.trial_text import split_actions

from ..recordings import EVERY, FORMAT
from . import language
from .board import describe
from .errors import LudiiCrashError, LudiiRefusedError
from .jvm import Java
from .replay import replay
from .snapshot import Snapshots
from .words import message_of

__all__ = ["Bridge"]


class Bridge:
    """A virtual machine with Ludii in it, and the game that was loaded last."""

    def __init__(self, place: Path, megabytes: int = 1024) -> None:
        """Raises JavaMissingError, NotLudiiError, LudiiVersionError."""
        self.java = java = Java(place, megabytes)
        self.place = place
        self.game: Any = None
        self.path = ""
        self.options: list[str] = []
        string, context = java.jpype.java.lang.String, java.Context
        self._done = java.method(java.Move, "getMoveWithConsequences", java.Move, context)
        text = java.method(java.Move, "toTrialFormat", string, context)
        self._text = java.bound(text, 1, None)
        number = java.jpype.JInt
        self._ints = [
            java.function(java.method(java.Move, name, number), "ToIntFunction")
            for name in ("mover", "fromNonDecision", "toNonDecision")
        ]
        self._plain = java.function(self._text, "Function")

    def about(self) -> dict[str, Any]:
        """Which Ludii and which Java this is; of another Ludii than ours `differs`: its language, in words."""
        about: dict[str, Any] = {"ludii": self.java.version, "java": self.java.java_version}
        if self.java.version != language.FOLLOWED:
            theirs = language.entries(self.java.jpype, self.place)
            about["differs"] = language.differences(theirs, self.java.version)
        return about

    def load(self, text: str, path: str, options: Sequence[str]) -> dict[str, Any]:
        """Compile a description; what the first line of a trace says of the game.

        Raises LudiiRefusedError with Ludii's own message, or LudiiCrashError where the game cannot be asked about.
        """
        java = self.java
        self.game, self.path, self.options = None, path, list(options)
        chosen = java.jpype.java.util.ArrayList()
        for option in options:
            chosen.add(option)
        try:
            game = java.Compiler.compile(java.Description(text), java.UserSelections(chosen), java.Report(), False)
            if game is None:
                raise LudiiRefusedError("the compiler returns no game")
            game = java.jpype.JObject(game, java.Game)
            if game.hasSubgames():
                for instance in game.instances():
                    java.GameLoader.compileInstance(instance)
        except java.jpype.JException as problem:
            raise LudiiRefusedError(message_of(problem, where=False)) from problem
        self.game = game
        try:
            return self._header()
        except java.jpype.JException as problem:
            raise LudiiCrashError(message_of(problem)) from problem

    def expanded(self) -> str:
        """The game part of the description that was loaded, without defines and options."""
        return str(self.game.description().expanded())

    def board(self) -> dict[str, Any]:
        """The game's equipment and its board (of a match: of its first game), in the form of recorded boards."""
        game = self._first()
        header = self._header()
        components = [
            {**c, "value": int(game.equipment().components()[c["index"]].getValue())} for c in header["components"]
        ]
        about = {"game": str(game.name()), "components": components, "containers": header["containers"]}
        return {**about, **describe(self.java, game)}

    def replay(self, trial: str) -> dict[str, Any]:
        """A trial of the game that was loaded, played over (see `replay.replay`)."""
        return replay(self.java, self.game, trial)

    def started(self, rng: Sequence[int]) -> tuple[Any, Any, Any]:
        """Trial and context of the game that was loaded, at its start, and its random numbers there.

        Ludii would begin every later game as the first one, if only decks and some start rules draw at random.
        """
        java = self.java
        kept = java.Game.class_.getDeclaredField("startContext")
        kept.setAccessible(True)
        for game in [instance.getGame() for instance in self.game.instances() or ()] or [self.game]:
            kept.set(game, None)
        trial = java.Trial(self.game)
        trial.storeLegalMovesHistorySizes()
        context = java.Context(self.game, trial)
        state = java.RandomState(java.jpype.JArray(java.jpype.JByte)(list(rng)))
        context.rng().restoreState(state)
        self.seed_copies(context)
        self.game.start(context)
        return trial, context, state

    def seed_copies(self, context: Any) -> None:
        """Has copies of the position draw what the game would draw. To be called before a game starts and before each
        move is played.

        Everything that Ludii does on copies draws from one generator, which begins with whatever the system gives and
        goes on from game to game. Set like this, it has a state that follows from the game.
        """
        if self.game.hasSubgames() or self.game.isStochasticGame():
            copy = self.java.TempContext(context)
            copy.rng().restoreState(context.rng().saveState())

    def _first(self) -> Any:
        """The game, or the first one of a match."""
        return self.game.instances()[0].getGame() if self.game.hasSubgames() else self.game

    def _header(self) -> dict[str, Any]:
        match, game = self.game, self._first()
        topology = game.board().topology()
        first = game.equipment().sitesFrom()
        return {
            "format": FORMAT,
            "ludii": self.java.version,
            "game": str(match.name()),
            "path": self.path,
            "options": self.options,
            "players": int(match.players().count()),
            "stochastic": bool(game.isStochasticGame()),
            "stacking": bool(game.isStacking()),
            "alternating": bool(game.isAlternatingMoveGame()),
            "components": [
                {"index": i, "name": str(c.name()), "owner": int(c.owner())}
                for i, c in enumerate(game.equipment().components())
                if c is not None
            ],
            "containers": [
                {"name": str(c.name()), "from": int(first[i]), "sites": int(c.numSites()), "owner": int(c.owner())}
                for i, c in enumerate(game.equipment().containers())
            ],
            "cells": len(topology.cells()),
            "vertices": len(topology.vertices()),
            "edges": len(topology.edges()),
            "default_site": str(game.board().defaultSite()),
        }

    def record(
        self,
        *,
        rng: Sequence[int],
        plies: int,
        seed: int | None = None,
        picks: Sequence[int] | None = None,
        full: bool = False,
        every: int = EVERY,
    ) -> Iterator[dict[str, Any]]:
        """Play a game: the rest of the first line of a trace, then its plies, then `{"trial": text}`.

        rng: the eight signed bytes of the random numbers. picks: which legal move to play at each ply; else moves are
        drawn with `seed`. full: legal moves with their text and not its checksum. Raises LudiiCrashError.
        """
        play = _Play(self, rng)
        yield play.start()
        chance = random.Random(seed)
        for ply in range(plies if picks is None else len(picks)):
            if play.over():
                break
            last = ply + 1 == (plies if picks is None else len(picks))
            yield play.ply(ply, chance if picks is None else picks[ply], full, every, last)
        yield {"trial": play.trial_text()}


class _Play:
    """One game that is being played. `whole` is the context of the game or match, `part` that of the game in it."""

    def __init__(self, bridge: Bridge, rng: Sequence[int]) -> None:
        self.bridge = bridge
        self.java = java = bridge.java
        self.number = -1
        self.entries: dict[tuple[int, int, int, str], list[Any]] = {}
        try:
            self.trial, self.whole, self.rng = bridge.started(rng)
            self.enter()
        except java.jpype.JException as problem:
            raise self.crash(problem) from problem
        self.bytes = list(rng)

    def enter(self) -> None:
        """Notes the game of a match that is being played now."""
        java, bridge = self.java, self.bridge
        self.part = self.whole.currentInstanceContext()
        self.snapshots = Snapshots(java, self.part.game(), self.part)
        self.described = java.function(java.after(java.bound(bridge._done, 1, self.part), bridge._text), "Function")

    def crash(self, problem: Any) -> LudiiCrashError:
        error = LudiiCrashError(message_of(problem))
        error.ply = self.number
        return error

    def over(self) -> bool:
        return bool(self.trial.over())

    def start(self) -> dict[str, Any]:
        trial = self.part.trial()
        moves = list(trial.generateCompleteMovesList())[: int(trial.numInitialPlacementMoves())]
        texts = [_actions(str(m.toTrialFormat(None))) for m in moves]
        return {"rng": self.bytes, "start": texts, "state": self.snapshot()}

    def snapshot(self) -> dict[str, Any]:
        state = self.snapshots.take()
        if self.bridge.game.hasSubgames():
            whole = self.whole
            players = range(1, int(self.bridge.game.players().count()) + 1)
            state["match"] = {
                "game": str(self.part.game().name()),
                "games": len(whole.completedTrials()),
                "score": [int(whole.score(p)) for p in players],
                "ranking": state["ranking"],
            }
            state["ranking"] = [float(r) for r in self.trial.ranking()]
        return state

    def ply(self, number: int, choice: random.Random | int, full: bool, every: int, last: bool) -> dict[str, Any]:
        """Lists the legal moves, plays one, and tells of both."""
        self.number = number
        java, game, part = self.java, self.bridge.game, self.part
        try:
            moves = game.moves(self.whole).moves()
            mover = int(part.state().mover())
            count = int(moves.size())
            between = bool(game.hasSubgames()) and count == 1 and bool(moves.get(0).containsNextInstance())
            texts = java.texts(moves, self.bridge._plain if between else self.described)
            columns = [java.numbers(moves, f) for f in self.bridge._ints]
            legal = [self.entry(row, full) for row in zip(*columns, texts, strict=True)]
            if count == 0:
                pick = -1
                move = java.Game.createPassMove(mover, True)
            else:
                pick = choice.randrange(count) if isinstance(choice, random.Random) else choice
                move = moves.get(pick)
            self.bridge.seed_copies(self.whole)
            applied = str(game.apply(self.whole, move).toTrialFormat(None))
            record: dict[str, Any] = {"mover": mover, "legal": legal, "pick": pick, "applied": applied}
            if between and not self.over():
                self.enter()
            if self.over() or last or (number + 1) % every == 0:
                record["state"] = self.snapshot()
            if self.over():
                record["over"] = True
                record["ranking"] = [float(r) for r in self.trial.ranking()]
            return record
        except java.jpype.JException as problem:
            raise self.crash(problem) from problem

    def entry(self, row: tuple[int, int, int, str], full: bool) -> list[Any]:
        """A legal move as it is recorded: from, to, and its text or the checksum. The same move comes again and
        again in a game."""
        known = self.entries.get(row)
        if known is None:
            mover, start, end, text = row
            entry = f"{mover}|{start}|{end}|{_actions(text)}"
            known = self.entries[row] = [start, end, entry if full else f"{zlib.crc32(entry.encode()):x}"]
        return known

    def trial_text(self) -> str:
        """The game as Ludii saves it."""
        bridge, java = self.bridge, self.java
        options = java.jpype.java.util.ArrayList()
        for option in bridge.options:
            options.add(option)
        text = str(self.trial.convertTrialToString(bridge.path, options, self.rng))
        return f"{text}SANDBOX=false\nLUDII_VERSION={java.version}\n"


def _actions(text: str) -> str:
    """The actions of a move's text without the commas between them."""
    actions = text[text.index(",actions=") + 9 : -1]
    if actions.count("[") == actions.count("],[") + 1:
        return actions.replace("],[", "][")
    return "".join(split_actions(actions))

