"""The page of a report: one file, the same to the byte for the same games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any
from xml.sax.saxutils import escape, quoteattr

from ...statistics import plots
from ...statistics.page import Block
from ...statistics.words import interval_text, number_text
from ...templates import rendered
from .findings import (
    Answer,
    Share,
    answers_of,
    endings,
    fair_seats,
    measures_of,
    openings_of,
    overlap,
    site_shares,
    strong_points,
)  # fmt: skip
from .games import Played, restrictions_of
from .plan import ALONE, QUESTIONS, Plan

__all__ = ["FirstMove", "report_page"]

_ROWS = 12
FirstMove = tuple[str, float | None, int]
"""A first move, its value for the first player from 0 to 1, and how often the search tried it."""


def report_page(
    plan: Plan, game: Any, games: Sequence[Played], first_moves: Sequence[FirstMove], cover: Mapping[str, Any],
    marks: Mapping[str, str],
) -> str:  # fmt: skip
    """The page. cover: of `Cover.as_dict`, or `problem`. marks: what makes the report citable, by name. Raises
    PlotError without matplotlib."""
    alone = {agent: [g for g in games if g.task.part == "alone" and g.task.agents[0] == agent] for agent in plan.agents}
    strongest = plan.agents[-1] if len(plan.kinds) == 1 else next(iter(plan.kinds.values()))[-1]
    ends = ["random", *(agents[-1] for agents in plan.kinds.values())]  # more would hide each other
    blocks = [
        *_answers(plan, game, games), _balance(plan, alone, game.players), _measures(plan, alone), _endings(alone),
        Block(f"How long games are: {', '.join(ends)}", plots.lengths({a: [g.record for g in alone[a]] for a in ends})),
        _skill(plan, game, games, alone), _restricted(plan, game, games), _heat(game, alone),
        _first_moves(plan, game, first_moves, alone[strongest], strongest), _openings(plan, alone), _cover(cover),
        _marks(marks),
    ]  # fmt: skip
    about = (
        f"{len(games):,} games, of which {plan.games} are of each agent against itself, seed {plan.seed}. The plan was "
        f"written before they were played. All intervals of answers hold at once with {plan.confidence:.0%} confidence."
    )
    if game.players > 2:
        about += " The first place gives all points, the last none, and the places between evenly less."
    return rendered("statistics.html.jinja", title=f"{plan.name}: a report", about=about, blocks=blocks)


def _answers(plan: Plan, game: Any, games: Sequence[Played]) -> list[Block]:
    blocks: dict[str, Block] = {}
    for answer in answers_of(plan, games):
        block = blocks.setdefault(
            answer.question,
            Block(QUESTIONS[answer.question], columns=("", "answer", "why"), text_columns=("answer", "why")),
        )  # fmt: skip
        block.rows.append([answer.about, {"kind": _kind(answer), "text": answer.verdict}, answer.words])
    for question in plan.questions:
        if game.players == 1 and question in ALONE:
            words = [f"This question has no meaning for one player: {ALONE[question]}."]
        else:
            words = ["There is nothing here that it could be asked about."]
        blocks.setdefault(question, Block(QUESTIONS[question], words=words))
    return [blocks[question] for question in plan.questions]


def _kind(answer: Answer) -> str:
    if answer.verdict == "not known":
        return "open"
    return ("same" if answer.verdict == "yes" else "differs") if answer.question == "fair" else "known"


def _balance(plan: Plan, alone: Mapping[str, Sequence[Played]], players: int) -> Block:
    rows = []
    for agent, some in alone.items():
        for seat in fair_seats(players):
            share = Share.of([g.points[seat] for g in some], plan.confidence)
            interval = f"{share.interval[0]:.1%} to {share.interval[1]:.1%}"
            seats = [f"{seat + 1}"] if players > 2 else []
            rows.append([agent, f"{len(some)}", *seats, f"{share.mean:.1%}", interval])
    if players == 1:
        title, plot, note = "Success, by the budget of the search", "", "The share of the points that the player gets."
    else:
        records = {agent: [g.record for g in some] for agent, some in alone.items()}
        title, plot = "Balance, by the budget of the search", plots.outcomes(records, players)
        who = "the first player" if players == 2 else "each player"
        note = f"The share of the points that {who} gets when an agent plays against itself."
    columns = ("agent", "games", "player", "points", "interval") if players > 2 else (
        "agent", "games", "first player" if players == 2 else "points", "interval",
    )  # fmt: skip
    return Block(title, plot, f"{note} Each interval stands by itself.", columns=columns, rows=rows)


def _measures(plan: Plan, alone: Mapping[str, Sequence[Played]]) -> Block:
    by_agent = {agent: measures_of(some, plan) for agent, some in alone.items()}
    first = next(iter(by_agent.values()))
    rows: list[Any] = []
    for name in first:
        for agent, measures in by_agent.items():
            _, value, interval = measures[name]
            rows.append([name if measures is first else "", agent, number_text(value), interval_text(interval)])
    meanings = "; ".join(f"{name}: {meaning}" for name, (meaning, _, _) in first.items())
    note = f"{meanings}. Positions are valued by {plan.playouts} random games from each."
    columns = ("", "agent", "mean", "interval")
    return Block("What games are like", note=note, columns=columns, text_columns=("agent",), rows=rows)


def _endings(alone: Mapping[str, Sequence[Played]]) -> Block:
    counts = {agent: endings(some) for agent, some in alone.items()}
    total: Counter[str] = sum(counts.values(), Counter())
    rows: list[Any] = []
    for condition in sorted(total, key=lambda condition: (-total[condition], condition)):
        for number, (agent, decided) in enumerate(counts.items()):
            share = decided[condition] / max(1, len(alone[agent]))
            rows.append([condition if not number else "", agent, f"{decided[condition]}", f"{share:.0%}"])
    note = "How many games a condition decided. Where several decided one game, each counts."
    columns = ("condition", "agent", "games", "share")
    return Block("Which end rules decide", note=note, columns=columns, text_columns=("agent",), rows=rows)


def _skill(plan: Plan, game: Any, games: Sequence[Played], alone: Mapping[str, Sequence[Played]]) -> Block:
    rows: list[Any] = []
    if game.players == 1:
        for agent, some in alone.items():
            share = Share.of([g.points[0] for g in some], plan.confidence)
            rows.append([agent, "–", f"{len(some)}", str(share)])
    for weak, strong in plan.pairs if game.players > 1 else ():
        points = strong_points(games, weak, strong)
        rows.append([strong, weak, f"{len(points)}", str(Share.of(points, plan.confidence))])
    note = "Points of the agent with the larger budget. Where they stay at 50 %, more search finds nothing more."
    if game.players == 1:
        note = "Points of each agent. Where they do not grow with the budget, more search finds nothing more."
    columns = ("agent", "against", "games", "points")
    return Block("Skill trace", note=note, columns=columns, text_columns=("against",), rows=rows)


def _restricted(plan: Plan, game: Any, games: Sequence[Played]) -> Block:
    rows: list[Any] = []
    for restriction in restrictions_of(game):
        for side in range(game.players):
            some = [g for g in games if g.task.restriction == restriction and g.task.side == side]
            if some:
                points = Share.of([g.points[side] for g in some], plan.confidence)
                rows.append([restriction, f"player {side + 1}", f"{len(some)}", str(points)])
    note = f"{plan.restricted} plays against itself, and one side leaves out a kind of move where it has another one."
    if game.players == 1:
        note = f"{plan.restricted} plays, and leaves out a kind of move where it has another one."
    if not rows:
        return Block("Restricted play", words=["There is no kind of move that a player could leave out."])
    columns = ("left out", "by", "games", "points of that side")
    return Block("Restricted play", note=note, columns=columns, text_columns=("by",), rows=rows)


def _heat(game: Any, alone: Mapping[str, Sequence[Played]]) -> Block:
    board = game.equipment.board
    elements = board.elements(game.equipment.default_site)
    shares = {agent: site_shares(some, len(elements)) for agent, some in alone.items()}
    most = max((share for row in shares.values() for share in row), default=0.0) or 1.0
    pictures = "".join(_picture(agent, elements, row, most) for agent, row in shares.items())
    agents = list(shares)
    rows: list[Any] = []
    for agent in agents:
        halves = [site_shares(alone[agent][k::2], len(elements)) for k in (0, 1)]
        cells = [f"{overlap(shares[agent], shares[other]):.0%}" for other in agents]
        rows.append([agent, *cells, f"{overlap(*halves):.0%}"])
    note = (
        "The share of the moves that went to each site: the darker, the more. Below, what two agents have in common; "
        "the last column is what two halves of the same agent's games have in common, and more cannot be expected."
    )  # fmt: skip
    plot = f'<div style="display:flex;flex-wrap:wrap;gap:1rem">{pictures}</div>'
    return Block("Where is played", plot, note, columns=("", *agents, "halves"), rows=rows)


def _picture(agent: str, elements: Sequence[Any], shares: Sequence[float], most: float) -> str:
    xs, ys = [e.x for e in elements], [e.y for e in elements]
    size = max(max(xs) - min(xs), max(ys) - min(ys)) or 1.0
    radius = 46.0 / max(2.0, len(elements) ** 0.5)
    dots = []
    for element, share in zip(elements, shares, strict=True):
        x, y = 6 + 88 * (element.x - min(xs)) / size, 6 + 88 * (max(ys) - element.y) / size
        dots.append(
            f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}" fill="#c05621" fill-opacity="{share / most:.3f}" '
            f'stroke="#cbd5e0" stroke-width=".4"><title>{escape(element.label)}: {share:.1%}</title></circle>'
        )
    title = f'<figcaption class="note">{escape(agent)}</figcaption>'
    label = quoteattr(f"where {agent} plays")
    drawn = f'<svg viewBox="0 0 100 100" role="img" aria-label={label}>{"".join(dots)}</svg>'
    return f'<figure style="margin:0;width:11rem">{title}{drawn}</figure>'


def _first_moves(plan: Plan, game: Any, first: Sequence[FirstMove], games: Sequence[Played], agent: str) -> Block:
    points: dict[str, list[float]] = {}
    for one in games:
        points.setdefault(one.moves[0] if one.moves else "", []).append(one.points[0])
    rows: list[Any] = []
    for move, value, visits in first[:_ROWS]:
        some = points.get(move, [])
        share = str(Share.of(some, plan.confidence)) if some else "–"
        rows.append([move, "–" if value is None else f"{value:.3f}", f"{visits:,}", f"{len(some)}", share])
    valued = [(move, value) for move, value, _ in first if value is not None]
    words = []
    if valued:
        best, value = max(valued, key=lambda item: item[1])
        words.append(f"The best first move, {best}, is worth {value:.1%} to the first player.")
        fair, even = min(valued, key=lambda item: abs(item[1] - 0.5))
        if game.players != 2:
            words.append("The pie rule has no meaning here: it is for two players.")
        elif "SwapOption" in game.concepts:
            words.append("The game has a pie rule already, and these values count with it.")
        else:
            words.append(
                "With the pie rule, where the second player may take the first player's place after the first move, "
                f"the first player does best with {fair}: {min(even, 1 - even):.1%}."
            )
    note = f"Values are those of {plan.values} at the start; points are those of games of {agent} that began so."
    columns = ("first move", "value", "tried", "games", "points of the first player")
    return Block("First moves, and the pie rule", words=words, note=note, columns=columns, rows=rows)


def _openings(plan: Plan, alone: Mapping[str, Sequence[Played]]) -> Block:
    rows: list[Any] = []
    for agent, some in alone.items():
        openings = openings_of(some, plan.openings, plan.confidence)
        for number, one in enumerate(openings[:3]):
            head = ["", ""] if number else [agent, f"{len(openings)}"]
            rows.append([*head, " ".join(one.moves), f"{one.share.games}", str(one.share)])
    moves = f"the first {plan.openings} moves, the three most frequent"
    columns = ("agent", "different ones", moves, "games", "points of the first player")
    return Block("Openings seen", columns=columns, text_columns=(moves,), rows=rows)


def _cover(cover: Mapping[str, Any]) -> Block:
    if "problem" in cover:
        return Block("Rules that happen", warnings=[str(cover["problem"])])
    never, number = cover["never"], len(cover["ludemes"])
    rows: list[Any] = [[one["ludeme"], f"{one['line']}", one["never"]] for one in never]
    happened = sum(not one["never"] for one in cover["ludemes"])
    games = f"{cover['playouts']:,} random games and {cover['searched']} of the strongest agent"
    words = [f"{happened} of {number} ludemes happened in {games}."]
    columns = ("never happened", "line", "why") if rows else ()
    return Block("Rules that happen", words=words, columns=columns, text_columns=("why",), rows=rows)


def _marks(marks: Mapping[str, str]) -> Block:
    rows: list[Any] = [[name, value] for name, value in marks.items()]
    note = "lud report --verify DIR plays all of it again and compares every game and this page, bit by bit."
    return Block("What this report depends on", note=note, columns=("", "is"), text_columns=("is",), rows=rows)
