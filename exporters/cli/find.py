"""Find games by what they are: lud find "two players, hex, stacking".

Between commas stand terms, and a game has to satisfy all of them:

  two players, 3+ players, 2-4 players, solitaire     how many play
  hex, dice, custodial capture, LineWin, sowing       words of a concept, a kind of board, a name or a ludeme
  cells < 50, rows = 8, pieces >= 6                   numbers: players, sites, cells, vertices, edges, rows,
                                                      columns, pieces, phases, dice
  name:chess  concept:LineEnd  ludeme:sow  board:hex  one kind of thing by its name; author:, date:, path: and
  author:Thompson  text:"phoenician"                  text: (all of the metadata) as well
  not dice, no cards, without swap rule               a term turned round
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from ..catalogue import Entry
from ..catalogue.query import Query, QueryError
from ..terminal.output import counted
from .common import Failure, positive, print_json
from .list import add_catalogue, open_catalogue, record, rows

__all__ = ["configure", "run"]


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("query", metavar="QUERY", nargs="+", help='terms with commas between them: "hex, no dice"')
    parser.add_argument("-n", "--limit", type=positive, default=40, help="at most so many games (default: 40)")
    parser.add_argument("--why", action="store_true", help="what of each game satisfies the terms")
    add_catalogue(parser)


def run(args: argparse.Namespace) -> int:
    try:
        query = Query(" ".join(args.query))
    except QueryError as wrong:
        raise Failure(str(wrong), code=2) from wrong
    catalogue = open_catalogue(args)
    matches = query(catalogue.entries)
    shown = matches[: args.limit]
    if args.json:
        games = [{**record(match.entry), "score": match.score, "why": list(match.reasons)} for match in matches]
        print_json({"query": query.text, "games": games})
        return 0 if matches else 1
    if not matches:
        raise Failure(_nothing(query, catalogue.entries, with_library=catalogue.library is not None))
    notes = ["; ".join(match.reasons) for match in shown] if args.why else ()
    print("\n".join(rows([match.entry for match in shown], args, notes)))
    if not args.names:
        more = f", the first {len(shown)} shown (-n {len(matches)} shows all)" if len(shown) < len(matches) else ""
        print(f"\n{len(matches)} of {counted(len(catalogue.entries), 'game')}{more}")
    return 0


def _nothing(query: Query, entries: Sequence[Entry], *, with_library: bool) -> str:
    """Why nothing was found: the terms that no game satisfies, or all of them together."""
    dead = query.without_games(entries)
    lines = []
    for term, near in dead:
        hint = f"; did you mean {' or '.join(near)}?" if near else ""
        lines.append(f"no game satisfies {term.text!r}{hint}")
    if not lines:
        lines = ["no game satisfies all of these; each alone is satisfied by some"]
    if not with_library:
        lines.append("Only the bundled games were looked at: --library PLACE names a Ludii.jar, or a folder with lud/.")
    return "\n  ".join(lines)
