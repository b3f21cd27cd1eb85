"""Everything that a page has to know of a game, as plain data: the rules as WebAssembly, tables, names, pictures.

`web/src/engine/data.ts` declares the same data for the page.
"""

from __future__ import annotations

import base64
import gzip
import os
import re
import struct
import zlib
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import chain
from typing import Any

from ludparse.description.description import Description, load_description
from ludparse.expansion.options import Item
from ludparse.interpreter.backends.c.engine import CEngine
from ludparse.interpreter.backends.c.failures import failure
from ludparse.interpreter.backends.c.rendering.render import render_c
from ludparse.interpreter.backends.c.rendering.tables import table_data
from ludparse.interpreter.backends.c.wasm import compile_wasm, zig_command
from ludparse.interpreter.backends.wasm.engine import WasmEngine
from ludparse.interpreter.equipment.features import SITE_TYPES
from ludparse.interpreter.equipment.flags import Feature
from ludparse.interpreter.equipment.players import subgames
from ludparse.interpreter.game.game import SingleGame
from ludparse.interpreter.game.load import load
from ludparse.interpreter.game.trial import trial_path
from ludparse.interpreter.lower.base.fields import MOVE_LIMIT, TURN_LIMIT
from ludparse.interpreter.play.state import State
from ludparse.interpreter.play.state_bytes import position_fields
from ludparse.interpreter.program.actions import ACTIONS, ORDER
from ludparse.interpreter.program.ops import FieldKind
from ludparse.interpreter.program.program import Program
from ludparse.interpreter.search import UCT, AlphaBeta, Auto
from ludparse.interpreter.search.alpha_beta_python import searches_captures
from ludparse.interpreter.search.evaluation import chosen_evaluation
from ludparse.interpreter.search.native.evaluation import COLUMNS, tables_of
from ludparse.interpreter.search.uct import USUAL_HISTORY
from ludparse.library.library import Library
from ludparse.ludemes import Game as GameNode
from ludparse.ludemes import Match
from ludparse.problems.errors import LudUnsupportedError
from ludparse.problems.spans import Source

from ..authoring.description_words import describe_rules, why_ended
from ..catalogue.entry import board_kind, entry_of
from ..pictures import kit_of
from ..pictures.graphics import graphics_of
from ..pictures.overlays import has_two_rows
from ..pictures.theme import BY_VIEWER
from ..terminal.screen import player_names, prefers_moves
from ..terminal.words import piece_name, players_called, signs_of, site_names

__all__ = ["MOST_VARIANTS", "Bundle", "Choice", "choices_of", "make_bundle", "packed"]

MOST_VARIANTS = 8
"""Variants in a page where no other number is asked for."""

_TRIED = 8  # random games that show how much room positions need
_LONGEST = 300
_LIST_ROOM, _STACK_ROOM = 8, 2  # the room that a page has, in terms of what those games needed
_MOST_ROOM = 1 << 16

Progress = Callable[[int, int, str], None]


@dataclass(frozen=True)
class Bundle:
    """The data of a page, and the size of each variant's WebAssembly and tables in bytes, as they travel."""

    name: str
    data: dict[str, Any]
    sizes: Mapping[str, int]
    left: int

    @property
    def missing(self) -> str:
        """The name of what the description says to agents, where no library has it; else empty."""
        return str(self.data["missing"])


def make_bundle(
    source: str | os.PathLike[str] | Source,
    *,
    library: str | Library | None = None,
    options: tuple[str, ...] = (),
    ruleset: str | None = None,
    most: int | None = MOST_VARIANTS,
    progress: Progress = lambda done, total, name: None,
    load: Callable[..., Any] = load,
) -> Bundle:
    """The data of a game for a page. most: how many variants it holds, None for all. progress: is told how many of how
    many variants are done, and the name of the next. load: what loads it, `load_sandboxed` if a stranger wrote it.

    Raises LudError for a description that cannot be played, and NoCompilerError without a compiler for WebAssembly.
    """
    description = load_description(source, library=library, options=options, ruleset=ruleset)
    if isinstance(description.game, Match):
        raise LudUnsupportedError(_no_page_of(description.game), description.game.span)
    zig_command()  # before anything takes its time
    choices, left = choices_of(description, most)
    variants = []
    for number, choice in enumerate(choices):
        progress(number, len(choices), choice.label)
        variants.append(_variant(load, source, library, choice))
    data = {
        "name": description.name,
        "path": trial_path(str(description.source.name)),
        "about": [text for text in [description.metadata.text("description")] if text],
        "credits": _credits(description),
        "variants": variants,
        "left": left,
        "missing": description.missing_agents or "",
        "actions": [_action(kind) for kind in ORDER],
        "failures": _failures(),
        "turnLimit": TURN_LIMIT,
        "moveLimit": MOVE_LIMIT,
    }
    sizes = {v["label"]: len(base64.b64decode(v["wasm"])) + len(base64.b64decode(v["tables"])) for v in variants}
    return Bundle(description.name, data, sizes, left)


def _no_page_of(match: Match) -> str:
    """Why a match has no page, and which pages its games can have."""
    named = ((game.name, game.option) for game in subgames(match))
    shown = [f"{name!r} with the option {option!r}" if option else f"{name!r}" for name, option in named]
    games = ", ".join(dict.fromkeys(shown))
    return (
        f"{match.name!r} is a match of several games, and a page plays one game, without the scores of a match. "
        f"Each of its games can be a page of its own: {games} (lud export GAME --html FILE)"
    )


def _variant(load: Callable[..., Any], source: Any, library: Any, choice: Choice) -> dict[str, Any]:
    game = load(source, library=library, options=choice.options, ruleset=choice.ruleset)
    if not isinstance(game, SingleGame):
        raise LudUnsupportedError(f"{game.name!r} is a match of several games")
    node, program, equipment, flags = game.description.game, game.program, game.equipment, game.flags
    assert isinstance(node, GameNode)
    caps, names = _capacities(game), site_names(game)
    with ThreadPoolExecutor(1) as other:  # two compilers at once: one for the page, one for the search that is asked
        grown = {name: n for name, n in caps.items() if n != program.caps[name]}
        compiled = other.submit(compile_wasm, render_c(program), grown)
        search = _search(game)
        wasm = compiled.result()
    defaults = {option.default.heading for option in game.options}
    return {
        "options": [heading for heading in game.description.selected_options if heading not in defaults],
        "ruleset": choice.ruleset or "",
        "label": choice.label,
        "wasm": packed(wasm),
        "tables": packed(_planes(b"".join(_table(table_data(t, program.set_width)) for t in program.tables.values()))),
        "caps": caps,
        "fields": [
            {"name": f.name, "kind": f.kind.name, "bits": f.bits, "size": f.size, "cap": f.cap or ""}
            for f in program.fields.values()
        ],
        "players": game.players,
        "strings": list(program.strings),
        "labels": [names[kind] for kind in SITE_TYPES],
        "signs": signs_of(game),
        "defaultSite": SITE_TYPES.index(equipment.board.default_site),
        "pieces": [
            {
                "name": c.name,
                "base": piece_name(c),
                "owner": c.owner,
                "who": c.index if flags.piece_is_owner else c.owner,
                "large": c.is_large,
                "faces": list(c.faces),
            }
            for c in equipment.components
        ],
        "containers": [
            {"name": c.name, "owner": c.owner, "kind": c.kind.value, "first": c.first_site, "sites": c.num_sites}
            for c in equipment.containers
        ],
        "flags": {
            "stochastic": flags.stochastic,
            "hidden": flags.hidden,
            "simultaneous": flags.simultaneous,
            "simulation": flags.simulation,
            "puzzle": flags.deduction_puzzle,
            "score": flags.uses(Feature.SCORE),
            "amount": flags.uses(Feature.AMOUNT),
            "pieceIsOwner": flags.piece_is_owner,
            "prefers": prefers_moves(game),
        },
        "checks": _checks(game),
        "endings": [why_ended(node, equipment, drawn) for drawn in (False, True)],
        "kit": kit_of(game, theme=BY_VIEWER, overlays=_overlays(game), layouts=True).json(),
        "search": search,
        "rules": _rules(game, library),
        "told": [part.strip() for part in game.description.metadata.text("rules").split("\n\n") if part.strip()],
    }


def _checks(game: SingleGame) -> list[int]:
    """The components of which `(show Check …)` of the metadata says that it is shown when they are in check."""
    rules = graphics_of(game.description.metadata).checks
    return [
        c.index
        for c in game.equipment.components[1:]
        if any(role in ("", f"P{c.owner}") and piece in ("", c.name, c.base_name) for role, piece in rules)
    ]


def _overlays(game: SingleGame) -> tuple[str, ...]:
    """What can be shown over the board: letters and numbers at its edge where sites are named by them, tracks, regions
    and which sites are neighbours."""
    board = game.equipment.board
    named = all(re.fullmatch(r"[A-Z]{1,2}\d{1,2}", e.label) for e in board.elements(board.default_site))
    sets = board.sets(board.default_site)
    # letters and numbers are of use, and have room, where each stands for several sites
    table = 2 < max(len(sets.rows), len(sets.columns)) <= board.size(board.default_site) / 3
    shown = {
        "axes": named and (table or has_two_rows(board)) and not game.equipment.boardless,
        "tracks": bool(game.equipment.tracks),
        "connections": not game.equipment.boardless,
        "regions": bool(game.equipment.regions),
    }
    return tuple(word for word, wanted in shown.items() if wanted)


def packed(data: bytes) -> str:
    """Data as a page holds them."""
    return base64.b64encode(gzip.compress(data, 9, mtime=0)).decode("ascii")


def _framed(tables: Iterable[bytes]) -> bytes:
    """Tables as native code reads them, each after its length in bytes."""
    return b"".join(struct.pack("<i", len(data)) + data for data in tables)


def _table(ints: array[int]) -> bytes:
    """A table after its length in bytes. Where that packs better, steps from each int to the next stand for the ints,
    with their sign in the lowest bit, and the length is negative: along rays sites lie equally far apart."""
    plain, steps = ints.tobytes(), array("I")
    for before, now in zip(chain([0], ints), ints, strict=False):
        step = ((now - before + (1 << 31)) & 0xFFFFFFFF) - (1 << 31)  # as ints of 32 bits wrap around
        steps.append(step << 1 if step >= 0 else ~step << 1 | 1)
    other = steps.tobytes()
    if len(zlib.compress(_planes(other), 6)) < len(zlib.compress(_planes(plain), 6)):
        return struct.pack("<i", -len(other)) + other
    return struct.pack("<i", len(plain)) + plain


def _planes(ints: bytes) -> bytes:
    """The first bytes of all ints, then the second ones and so on: numbers of sites are small, and so they are packed
    to a fifth on large boards."""
    return b"".join(ints[k::4] for k in range(4))


def _capacities(game: SingleGame) -> dict[str, int]:
    """The room for what grows in a position. A page cannot compile a larger layout, so it gets ample room from the
    start: a multiple of what random games needed. A position that needs more ends in a message."""
    engine = game.engine
    if isinstance(engine, CEngine | WasmEngine):
        game.playouts(_TRIED, seed=1, max_moves=_LONGEST)
        found = dict(engine.capacities)
    else:
        found = dict(game.program.caps)
    lists = {f.cap for f in game.program.fields.values() if f.kind is FieldKind.LIST}
    room = {name: n * (_LIST_ROOM if name in lists else _STACK_ROOM) for name, n in found.items()}
    return {name: max(found[name], min(n, _MOST_ROOM)) for name, n in room.items()}


def _rules(game: SingleGame, library: Any) -> list[dict[str, Any]]:
    assert isinstance(game.description.game, GameNode)
    board = board_kind(entry_of(game.description, library, ""))
    parts, _ = describe_rules(game.description.game, game.equipment, board)
    called = [told for told in [players_called(player_names(game))] if told]
    first = parts[0][0]
    return [
        {"heading": heading, "sentences": [*sentences, *(called if heading == first else ())]}
        for heading, sentences in parts
    ]


def _search(game: SingleGame) -> dict[str, Any]:
    """What the search in WebAssembly goes by (`lp_search_settings`): names of fields, which the page finds in the
    module's own layout; and which search it is, the one that `Auto` takes."""
    program, fields, usual, auto = game.program, game.program.fields, UCT(seconds=1), Auto(seconds=1)
    start = game.start(seed=1)
    auto.prepare(start)
    agent = auto.agent
    parts = position_fields(program) if game.flags.stochastic or isinstance(agent, AlphaBeta) else ()
    if isinstance(agent, AlphaBeta):
        parts = (*parts, *program.hash_lists)
    return {
        "alone": usual.max_moves,
        # moves are credited with the results of their playouts, so that all moves of a playout have to be known
        "early": 0,
        "maxMoves": usual.max_moves,
        "exploration": usual.exploration,
        "history": USUAL_HISTORY,
        "order": "order" if "order" in fields and "swap" in program.appliers else "",
        "team": "team" if game.traits.teams else "",
        "moves": "n_moves" if "n_moves" in fields else "",
        "start": "n_start" if "n_start" in fields else "",
        "parts": [
            {"name": f.name, "rows": f.size if f.heights else 0, "heights": f.heights or ""}
            for f in map(fields.__getitem__, parts)
        ],
        "alphaBeta": _alpha_beta(game, start, agent) if isinstance(agent, AlphaBeta) else None,
    }


def _alpha_beta(game: SingleGame, start: State, agent: AlphaBeta) -> dict[str, Any]:
    """What alpha-beta goes by (`lp_ab_settings`, `lp_evaluate_new`)."""
    head, groups, *arrays = tables_of(chosen_evaluation(game, agent.heuristics), game.data)
    return {
        "quiet": agent.quiescence if searches_captures(start) else 0,
        "keeps": not game.data.hash_lists and not game.flags.stochastic,
        "draws": agent.draws if game.flags.stochastic else 0,
        "table": agent.max_table,
        "head": head.tolist(),
        "columns": COLUMNS,
        "groups": groups.tolist(),
        "arrays": packed(_framed(array.tobytes() for array in arrays)),
    }


def _credits(description: Description) -> list[str]:
    meta = description.metadata
    by = ", ".join(filter(None, [meta.text("author"), meta.text("date")]))
    return [text for text in (by, meta.text("description")) if text]


def _action(name: str) -> dict[str, Any]:
    kind = ACTIONS[name]
    keys = [[key.name, kind.param_index(key.param), key.show, key.form] for key in kind.keys]
    return {"name": name, "params": list(kind.params), "title": kind.title, "keys": keys}


def _failures() -> dict[str, str]:
    """Sentences for what the runtime may report, by `STATUS DETAIL`."""
    nothing = Program("")
    codes = [(2, detail) for detail in range(-10, 0)] + [(3, 0), (3, 1)] + [(4, detail) for detail in range(4)]
    found = {f"{status} {detail}": failure(nothing, status, detail).message for status, detail in codes}
    return {key: f"{text[0].upper()}{text[1:]}." for key, text in found.items()} | {
        "4": "Evaluating this position takes more steps than a page allows.",
        "5": "A number in the rules grew past what its field can hold.",
    }


@dataclass(frozen=True)
class Choice:
    """Options and a ruleset to load a game with. label: for the menu."""

    label: str
    options: tuple[str, ...] = ()
    ruleset: str | None = None


def choices_of(description: Description, most: int | None) -> tuple[list[Choice], int]:
    """The variants for a page, and how many further ones there are. description: with what was asked for.

    most: how many variants a page may hold, None for all. Combinations of several changed options count as further
    ones only if they were asked for.
    """
    request = description.request
    asked = Choice(_label(description), request.options, request.ruleset)
    seen = {_chosen(description, asked)}
    found = [asked]
    for choice in _others(description, request.options):
        key = _chosen(description, choice)
        if key not in seen:
            seen.add(key)
            found.append(choice)
    kept = found if most is None else found[: max(1, most)]
    return kept, len(found) - len(kept)


def _others(description: Description, options: Sequence[str]) -> Iterator[Choice]:
    for ruleset in description.rulesets:
        name = ruleset.heading.removeprefix("Ruleset/")
        yield Choice(name, (), ruleset.heading)
    for option in description.options:
        for item in option.items:
            others = tuple(heading for heading in options if not heading.startswith(f"{option.name}/"))
            yield Choice(f"{option.name}: {item.name}", (*others, item.heading))


def _label(description: Description) -> str:
    if description.ruleset is not None and description.request.ruleset is not None:
        return description.ruleset.heading.removeprefix("Ruleset/")
    changed = [item for item in _items(description) if item.heading in description.selected_options]
    defaults = {option.default.heading for option in description.options}
    names = [f"{item.option}: {item.name}" for item in changed if item.heading not in defaults]
    return ", ".join(names) or "as usual"


def _items(description: Description) -> Iterator[Item]:
    return (item for option in description.options for item in option.items)


def _chosen(description: Description, choice: Choice) -> tuple[str, ...]:
    """The item of every option that a choice comes to, so that two choices of the same game are seen as one."""
    rules = next((r.choices for r in description.rulesets if r.heading == choice.ruleset), ())
    chosen = []
    for option in description.options:
        headings = [item.heading for item in option.items]
        wanted = [heading for heading in (*choice.options, *rules) if heading in headings]
        chosen.append(wanted[0] if wanted else option.default.heading)
    return tuple(chosen)
