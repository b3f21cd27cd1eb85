"""A network for any game: a convolution over the board's own grid, which sees every position as the first player would,
and says what each action is worth by where it begins and ends."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from ludparse.interpreter.game.game import SingleGame
from ludparse.interpreter.game.pool import Gathered
from ludparse.interpreter.play.action_space import Symmetry
from ludparse.interpreter.play.board_planes import BoardPlanes

from ..opening import missing
from .network_agent import METADATA, fit

try:
    import onnx
    import torch
    from torch import nn
except ImportError as absent:
    raise missing("learning", "PyTorch or onnx") from absent

__all__ = ["Network", "save"]

CHANNELS, BLOCKS, HEADS = 32, 3, 4
PAIRS = 16
"""Features by which the beginning and the end of an action are matched."""


class Network(nn.Module):  # type: ignore[misc]
    """From planes, (n, planes, rows, columns), and numbers, (n, numbers), to logits, (n, actions), and values: (n,) of
    whose turn it is, or (n, players) where there are more than two."""

    def __init__(self, game: SingleGame) -> None:
        super().__init__()
        form = game.tensors.form("board")
        assert form is not None
        planes, (rows, columns) = form.shape[0], form.shape[-2:]
        cells, self.of_each = rows * columns, game.players > 2
        self.views = _Views(game, form)
        board = np.array([site is not None for site in form.sites], dtype=np.float32)
        self.register_buffer("board", torch.from_numpy(board.reshape(1, 1, rows, columns)))
        self.first = _convolution(planes + len(form.numbers) + 1, CHANNELS, nn.ReLU())
        self.blocks = nn.ModuleList(_Block() for _ in range(BLOCKS))
        self.actions = _Actions(game, form)
        self.worth = nn.Sequential(
            nn.Conv2d(CHANNELS, HEADS, 1), nn.ReLU(), nn.Flatten(), nn.Linear(HEADS * cells, 64), nn.ReLU(),
            nn.Linear(64, game.players if self.of_each else 1), nn.Tanh(),
        )  # fmt: skip
        self.to(memory_format=torch.channels_last)  # convolutions take two thirds of the time so

    def forward(self, planes: Any, numbers: Any) -> tuple[Any, Any]:
        planes, numbers, movers = self.views.seen(planes, numbers)
        shape = -1, -1, planes.shape[2], planes.shape[3]
        spread = numbers[:, :, None, None].expand(*shape)
        board = self.board.expand(planes.shape[0], *shape[1:])
        seen = self.first(torch.cat([planes, spread, board], 1).contiguous(memory_format=torch.channels_last))
        for block in self.blocks:
            seen = block(seen)
        logits, worth = self.views.told(self.actions(seen), self.worth(seen), movers)
        return logits, worth if self.of_each else worth.squeeze(1)

    @torch.inference_mode()  # type: ignore[untyped-decorator]
    def evaluate(self, found: Gathered) -> tuple[Any, Any]:
        """What a search on a pool asks."""
        logits, values = self(torch.from_numpy(found.seen.planes), torch.from_numpy(found.seen.numbers))
        own = np.where(found.masks, logits.numpy(), -np.inf)
        top = own.max(axis=1, keepdims=True)  # -inf where the game is over
        return np.exp(own - np.where(np.isfinite(top), top, 0)), values.numpy()


class _Block(nn.Module):  # type: ignore[misc]
    """Two convolutions beside the way; what the whole board holds is added between them."""

    def __init__(self) -> None:
        super().__init__()
        self.before = _convolution(CHANNELS, CHANNELS, nn.ReLU())
        self.everywhere = nn.Linear(2 * CHANNELS, CHANNELS)
        self.after = _convolution(CHANNELS, CHANNELS)

    def forward(self, seen: Any) -> Any:
        within = self.before(seen)
        pooled = torch.cat([within.mean((2, 3)), within.amax((2, 3))], 1)
        return torch.relu(seen + self.after(within + self.everywhere(pooled)[:, :, None, None]))


def _convolution(before: int, after: int, *then: Any) -> Any:
    return nn.Sequential(nn.Conv2d(before, after, 3, padding=1, bias=False), nn.BatchNorm2d(after), *then)


class _Views(nn.Module):  # type: ignore[misc]
    """Each position as its symmetry with whoever is to move in the place of Player 1, where the game has these
    symmetries: what was learned as one player is known as the others."""

    def __init__(self, game: SingleGame, form: BoardPlanes) -> None:
        super().__init__()
        first: dict[int, Symmetry] = {one.players.index(1): one for one in reversed(game.symmetries)}
        self.of_each = game.players > 2
        self.players = game.players if game.players > 1 and len(first) == game.players else 0
        self.movers = next((item.places for item in form.number_items if item.field == "mover"), ())
        self.movers = tuple(range(self.movers[0], self.movers[0] + self.players)) if self.players else ()
        views = [first[k + 1] for k in range(self.players)]
        parts: dict[str, list[Any]] = {
            "planes": [np.argsort(one.planes) for one in views], "cells": [np.argsort(one.cells) for one in views],
            "numbers": [np.argsort(one.numbers) for one in views], "actions": [one.actions for one in views],
            "seats": [np.array(one.players[1:]) - 1 for one in views],
        }  # fmt: skip
        for name, places in parts.items():
            setattr(self, f"{name}_change", any((part != np.arange(len(part))).any() for part in places))
            for k, part in enumerate(places):
                self.register_buffer(f"{name}_{k}", torch.from_numpy(np.asarray(part, dtype=np.int64)))

    def seen(self, planes: Any, numbers: Any) -> tuple[Any, Any, Any]:
        """Planes and numbers as the first player would see them, and who is to move: (n, players)."""
        if not self.players:
            return planes, numbers, None
        movers = numbers[:, self.movers[0] : self.movers[-1] + 1]
        flat = self._moved("cells", self._moved("planes", planes.flatten(2), movers).transpose(1, 2), movers)
        return flat.transpose(1, 2).reshape(planes.shape), self._moved("numbers", numbers, movers), movers

    def told(self, logits: Any, worth: Any, movers: Any) -> tuple[Any, Any]:
        """Logits and values of the position itself, from those of its image."""
        if movers is None:
            return logits, worth
        return self._moved("actions", logits, movers), self._moved("seats", worth, movers) if self.of_each else worth

    def _moved(self, name: str, values: Any, movers: Any) -> Any:
        """Values, of shape (n, places, …), each from where whoever is to move has it."""
        if not getattr(self, f"{name}_change"):
            return values
        of = [movers[:, k].reshape(-1, *[1] * (values.dim() - 1)) for k in range(self.players)]
        return sum(values.index_select(1, getattr(self, f"{name}_{k}")) * mine for k, mine in enumerate(of))


class _Actions(nn.Module):  # type: ignore[misc]
    """A logit for each action, from what the network knows of the sites where it begins and ends: moves that are alike
    are learned together. It is the sum of how well the two sites fit, of what ends there in this way (the kind, the
    piece, whatever else tells it apart), and of a number of its own."""

    def __init__(self, game: SingleGame, form: BoardPlanes) -> None:
        super().__init__()
        table = game.actions.table
        cells: dict[int, list[int]] = {}
        for cell, site in enumerate(form.sites):
            if site is not None:
                cells.setdefault(site[1], []).append(cell)
        place = {site: k + 1 for k, site in enumerate(cells)}
        places = len(place) + 1
        shares = np.zeros((places, len(form.sites)), dtype=np.float32)
        shares[0] = 1 / len(form.sites)  # of no site: what the board holds
        for number, own in cells.items():
            shares[place[number], own] = 1 / len(own)
        sorts: dict[tuple[object, ...], int] = {}
        sort = np.array([sorts.setdefault((one.kind, one.told), len(sorts)) for one in table])
        begin, end = np.array([(place.get(one.begin, 0), place.get(one.end, 0)) for one in table]).T
        self.together = all(one.begin in (one.end, -1) for one in table)
        self.register_buffer("shares", torch.from_numpy(shares.T.copy()))
        self.register_buffer("pair", torch.from_numpy(begin * places + end))
        self.register_buffer("way", torch.from_numpy(sort * places + end))
        self.begins, self.ends = (nn.Conv1d(CHANNELS, PAIRS, 1) for _ in range(2))
        self.ways = nn.Conv1d(CHANNELS, len(sorts), 1)
        self.own = nn.Parameter(torch.zeros(len(table)))

    def forward(self, seen: Any) -> Any:
        sites = seen.flatten(2) @ self.shares
        logits = self.ways(sites).flatten(1).index_select(1, self.way) + self.own
        if self.together:
            return logits
        pairs = self.begins(sites).transpose(1, 2) @ self.ends(sites) / PAIRS**0.5
        return logits + pairs.flatten(1).index_select(1, self.pair)


def save(network: Network, game: SingleGame, file: Path) -> None:
    """Write a network as an ONNX file that `NetworkAgent` plays. Raises OSError where it cannot be written."""
    form = game.tensors.form("board")
    assert form is not None
    network.eval()
    example = torch.zeros(2, *form.shape), torch.zeros(2, len(form.numbers))
    names = "planes", "numbers", "logits", "values"
    torch.onnx.export(
        network, example, str(file), input_names=names[:2], output_names=names[2:], dynamo=False,
        dynamic_axes={name: {0: "n"} for name in names},
    )  # fmt: skip
    model = onnx.load(str(file))
    onnx.helper.set_model_props(model, {METADATA: json.dumps(fit(game))})
    onnx.save(model, str(file))
