"""Write a designer's report: how balanced a game is by the budget of the search, and what its games are like.

  lud report game.lud --plan plan.json           write a plan, and end: look at it, and change what should be asked
  lud report game.lud --plan plan.json --output DIR
  lud report --verify DIR                        play all of it again, and compare every game and the page

The plan says which agents play how many games, with which seeds, and which questions are answered; a folder goes on
with its own plan alone. Games are kept, also as trials. The page is one file that says what it depends on. Needs
`pip install 'ludparse[statistics]'`. docs/report.md explains what is measured.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from ludparse.description.description import load_description

from ..terminal.output import counted
from .common import (
    Failure,
    add_backend,
    add_games,
    add_jobs,
    add_max_moves,
    add_options,
    add_output,
    add_seed,
    games_of,
    print_json,
)
from .similar import Told

if TYPE_CHECKING:
    from ..laboratory.report.plan import Plan

__all__ = ["configure", "run"]


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", nargs="?", help="a path, a name, or a text")
    add_options(parser)
    parser.add_argument("--plan", type=Path, metavar="FILE", help="the plan: written if it is not there, else followed")
    parser.add_argument("--verify", type=Path, metavar="DIR", help="play a report again, and compare it bit by bit")
    parser.add_argument(
        "--budgets", type=_numbers, default=[100, 1000, 10000], metavar="N,N",
        help="in a new plan: iterations of UCT (default 100,1000,10000)",
    )  # fmt: skip
    parser.add_argument(
        "--depths", type=_numbers, default=[1, 2, 3], metavar="N,N",
        help="in a new plan: depths of alpha-beta (default 1,2,3)",
    )  # fmt: skip
    add_games(parser, 200, "games of each agent against itself")
    add_output(parser, "the report and its games; another run goes on with them")
    add_seed(parser)
    add_max_moves(parser)
    add_jobs(parser)
    add_backend(parser)


def _numbers(text: str) -> list[int]:
    """For argparse: whole numbers from 1 on, with commas between them."""
    words = text.split(",")
    if not all(word.isascii() and word.isdigit() and len(word) < 10 and int(word) for word in words):
        raise argparse.ArgumentTypeError(f"{text!r} is no list of whole numbers, such as 100,1000")
    return [int(word) for word in words]


def run(args: argparse.Namespace) -> int:
    if args.verify is not None:
        return _verify(args)
    if args.game is None:
        raise Failure("name a GAME, or a report to --verify", 2)
    if args.plan is None and args.output is None:
        raise Failure("name a --plan to be written, or the folder of the report with --output", 2)
    from ..laboratory.report.plan import Plan
    from ..laboratory.report.run import rules_of, write_report
    from ..statistics.plots import PlotError

    rules = rules_of(load_description(args.game, **games_of(args)))
    if args.plan is not None and args.plan.exists():
        plan = Plan.read(args.plan)
    else:
        plan = _plan(args, rules)
        if args.plan is not None:
            plan.write(args.plan)
            print(f"written: {args.plan}\nlook at it, then: lud report GAME --plan {args.plan} --output DIR")
            return 0
    if args.output is None:
        raise Failure(f"{args.plan} is there already: --output DIR plays what it asks for", 2)
    played = Told("played", args)
    try:
        page = write_report(plan, rules, args.output, jobs=args.jobs, backend=args.backend, report=played)
    except PlotError as problem:
        raise Failure(str(problem)) from None
    finally:
        played.end()
    if args.json:
        print_json({"page": str(page), "plan": plan.digest})
    else:
        print(f"written: {page}")
    return 0


def _plan(args: argparse.Namespace, rules: str) -> Plan:
    """The usual plan for a game."""
    from ..laboratory.report.plan import Plan, agents_of
    from ..laboratory.report.run import digest_of

    description = load_description(args.game, **games_of(args))
    kinds = agents_of(args.budgets, args.depths)
    middle = kinds["uct"][len(kinds["uct"]) // 2]
    return Plan(
        description.name, digest_of(rules), description.selected_options, args.ruleset, kinds, games=args.games,
        skill_games=max(2, min(60, args.games)), restricted=middle, restricted_games=max(2, min(40, args.games)),
        values=f"uct(iterations={10 * max(args.budgets)})", max_moves=args.max_moves, seed=args.seed,
    )  # fmt: skip


def _verify(args: argparse.Namespace) -> int:
    from ..laboratory.report.run import verify
    from ..statistics.plots import PlotError

    if args.game is not None or args.plan is not None or args.output is not None:
        raise Failure("--verify DIR stands alone: the folder holds the game and the plan", 2)
    played = Told("played again", args)
    try:
        found = verify(args.verify, jobs=args.jobs, backend=args.backend, report=played)
    except PlotError as problem:
        raise Failure(str(problem)) from None
    finally:
        played.end()
    if args.json:
        print_json({"same": found.same, **found.__dict__, "different": list(found.different)})
    elif found.same:
        print(f"the same to the bit: {counted(found.games, 'game')} and the page")
    else:
        page = "the same" if found.page else "another"
        print(f"not the same: {len(found.different):,} of {counted(found.games, 'game')} differ, the page is {page}")
        if found.different:
            print(f"  the first: game {found.different[0]}")
    if not found.engine:
        print("another engine made this report: its version, its code or its backend is not that of this one")
    return 0 if found.same else 1
