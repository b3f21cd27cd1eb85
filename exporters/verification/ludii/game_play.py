"""Ludii's agents, in the process in which Ludii runs: each follows a game and chooses moves in it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from .errors import LudiiCrashError, LudiiRefusedError

__all__ = ["GamePlay"]

_MOST = 32
"""Games that are followed at a time; the oldest is forgotten."""


class GamePlay:
    """Games that agents of Ludii's take part in, by number."""

    def __init__(self, bridge: Any) -> None:
        self._bridge = bridge
        self._games: dict[int, _Followed] = {}
        self._count = 0

    def begin(self, name: str, rng: Sequence[int], player: int) -> dict[str, Any]:
        """An agent of Ludii's, by its name there, at the start of the game that was loaded last. `number`: of the game
        that it follows. Raises LudiiRefusedError where Ludii has no such agent, or it does not play this game."""
        self._count += 1
        self._games[self._count] = _Followed(self._bridge, name, rng, player)
        while len(self._games) > _MOST:
            self._games.pop(min(self._games)).close()
        return {"number": self._count}

    def follow(self, number: int, moves: Sequence[Sequence[Any]]) -> dict[str, Any]:
        """Play moves: the number of each in our list, and its text as it was applied. `moves`: how many were played;
        `departs`: where Ludii has no such move, and `found`: what it applied instead."""
        game = self._game(number)
        for k, (pick, text) in enumerate(moves):
            found = game.play(int(pick), str(text))
            if found is not None:
                return {"moves": k, "departs": text, "found": found}
        return {"moves": len(moves)}

    def choose(self, number: int, seconds: float, iterations: int, depth: int) -> dict[str, Any]:
        """Let the agent choose (below 0: no limit). `number`: of the move in Ludii's list; `text`: of the move;
        `report`: what the agent says; `processor`: seconds of processor time of all threads."""
        return self._game(number).choose(seconds, iterations, depth)

    def end(self, number: int) -> dict[str, Any]:
        """Forget a game."""
        game = self._games.pop(number, None)
        if game is not None:
            game.close()
        return {}

    def _game(self, number: int) -> _Followed:
        if number not in self._games:
            raise LudiiCrashError(f"there is no game number {number}")
        return self._games[number]


class _Followed:
    """One game, and the agent."""

    def __init__(self, bridge: Any, name: str, rng: Sequence[int], player: int) -> None:
        self.java = java = bridge.java
        self.bridge = bridge
        self.game = game = bridge.game
        jpype = java.jpype
        agent = jpype.JClass("utils.AIFactory").createAI(name)
        if agent is None:
            raise LudiiRefusedError(f"Ludii has no agent {name!r}")
        if not agent.supportsGame(game):
            raise LudiiRefusedError(f"Ludii's {name} does not play {game.name()}")
        self.agent = agent
        self.trial = java.Trial(game)
        self.context = java.Context(game, self.trial)
        self.context.rng().restoreState(java.RandomState(jpype.JArray(jpype.JByte)([*rng])))
        bridge.seed_copies(self.context)
        game.start(self.context)
        agent.initAI(game, player)

    def play(self, pick: int, text: str) -> str | None:
        """Play a move; what was applied, where that differs from the text."""
        game, context = self.game, self.context
        moves = game.moves(context).moves()
        if not 0 <= pick < moves.size():
            move = self.java.Game.createPassMove(context.state().mover(), True) if moves.isEmpty() else None
        else:
            move = moves.get(pick)
        if move is None or str(move.getMoveWithConsequences(context).toTrialFormat(None)) != text:
            texts = [str(m.getMoveWithConsequences(context).toTrialFormat(None)) for m in moves]
            if text not in texts:
                return "no such move" if move is None else str(move.toTrialFormat(None))
            move = moves.get(texts.index(text))
        self.bridge.seed_copies(context)
        applied = str(game.apply(context, move).toTrialFormat(None))
        return None if applied == text else applied

    def choose(self, seconds: float, iterations: int, depth: int) -> dict[str, Any]:
        java = self.java
        copied = self.agent.copyContext(self.context)
        began = time.process_time()
        move = self.agent.selectAction(self.game, copied, seconds, iterations, depth)
        spent = time.process_time() - began
        moves = self.game.moves(self.context).moves()
        number = next((k for k in range(moves.size()) if moves.get(k).equals(move)), -1)
        if number < 0:
            text = str(move.toTrialFormat(None))
            raise LudiiCrashError(f"the agent chose a move that is not legal: {text}")
        applied = str(moves.get(number).getMoveWithConsequences(java.Context(self.context)).toTrialFormat(None))
        report = str(self.agent.generateAnalysisReport() or "")
        return {"number": number, "text": applied, "report": report, "processor": spent}

    def close(self) -> None:
        self.agent.closeAI()
