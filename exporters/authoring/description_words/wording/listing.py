"""Sites by their names: single ones, and rows, columns, rectangles and colours of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from ludparse import ludemes as L

from ..tree.arguments import raw, whole
from .known import Known
from .vocabulary import joined

__all__ = ["Listing"]


class Listing(Known):
    """Tells sites by their names."""

    def place(self, value: Any) -> str:
        """A site, which may be given by its number."""
        value = whole(value)
        if isinstance(value, L.IntIf) and int in (type(value.value_a), type(value.value_b)):
            return f"{self.place(value.value_a)} if {self.of(value.cond)}, otherwise {self.place(value.value_b)}"
        number = None if isinstance(value, bool) else self.number(value)
        if number is not None and 0 <= number < len(self.labels) and self.labels[number]:
            return self.labels[number]
        return self.of(value)

    def sites_of(self, numbers: Sequence[Any]) -> str:
        """Sites that are given by their numbers, by their names where the board has any."""
        return self.listed(self.names_of(numbers))

    def names_of(self, numbers: Sequence[Any]) -> list[str]:
        """The names of sites that are given by their numbers."""
        shown = []
        for number in numbers:
            known = isinstance(number, int) and 0 <= number < len(self.labels) and bool(self.labels[number])
            hand = self.hands.get(number, "") if isinstance(number, int) else ""
            shown.append(self.labels[number] if known else hand or self.of(number))
        return shown

    def listed(self, names: Sequence[str]) -> str:
        """Sites by their names: rows, columns and rectangles of them by their ends."""
        names = list(dict.fromkeys(names))
        if not all(name in self.places for name in names) or len(names) < 3:
            return joined(names)
        at = {self.places[name]: name for name in names}
        columns, rows = sorted({c for c, _ in at}), sorted({r for _, r in at})
        full = len(at) == len(columns) * len(rows) and _steady(columns) and _steady(rows)
        if full and len(columns) > 1 and len(rows) > 1:
            first, last = at[columns[0], rows[0]], at[columns[-1], rows[-1]]
            return f"the rectangle from {first} to {last}"
        return self._rows(at) or joined([name for run in self._runs(at) for name in run])

    def _rows(self, at: Mapping[tuple[int, int], str]) -> str:
        """Many sites as whole rows, and the rest of them; or as those of one colour in some rows; empty for others."""
        rows = sorted({row for _, row in at})
        if len(at) < 8 or not self.upright or not _steady(rows):
            return ""
        board: dict[int, set[tuple[int, int]]] = {row: set() for row in rows}
        for place in self.places.values():
            board.setdefault(place[1], set()).add(place)
        named = [f"row {row + 1}" for row in rows]
        whole_rows = [row for row in rows if board[row] <= at.keys()]
        rest = {place: name for place, name in at.items() if place[1] not in whole_rows}
        if len(whole_rows) > 1 and _steady(whole_rows) and len({row for _, row in rest}) <= 1:
            span = f"rows {whole_rows[0] + 1} to {whole_rows[-1] + 1}"
            return joined([span, *(name for run in self._runs(rest) for name in run)])
        colours = {self.phases.get(name) for name in at.values()}
        other = {place for row in rows for place in board[row] if self.phases.get(self._at(place)) in colours}
        (colour,) = colours if len(colours) == 1 else (None,)
        example = None if colour is None else self.colours.get(colour)
        if example is not None and other == at.keys():
            span = named[0] if len(named) == 1 else f"rows {rows[0] + 1} to {rows[-1] + 1}"
            self.tells_colours = True
            return f"the {self.sites} of the colour of {example} in {span}"
        return ""

    def _at(self, place: tuple[int, int]) -> str:
        """The name of the site in a column and row."""
        return next(name for name, one in self.places.items() if one == place)

    def constant(self, region: Any, most: int = 24) -> str:
        """A region that is the same in every position, by the names of its sites: `rows 1 to 3`; empty for others.

        most: of more sites, those that are no rows are not named.
        """
        sites = self.known_sites(region)
        if not sites or not self.places or any(self.labels[site] not in self.places for site in sites):
            return ""
        at = [self.places[self.labels[site]] for site in sites]
        rows, columns = sorted({row for _, row in at}), {column for column, _ in self.places.values()}
        full = len(at) == len(rows) * len(columns) and len(self.places) == len(columns) * len(
            {row for _, row in self.places.values()})  # fmt: skip
        if full and _steady(rows) and self.upright:
            whole(region)
            first, last = rows[0] + 1, rows[-1] + 1
            return f"row {first}" if first == last else f"rows {first} to {last}"
        named = L.SitesSimple | L.SitesIndex
        if len(sites) > most or isinstance(raw(region), named):
            return ""
        whole(region)
        return self.spread(self.names_of(sites))

    def spread(self, names: Sequence[str]) -> str:
        """Many sites by the few of the board that are not among them: `all points except D4`; otherwise as listed."""
        others = [name for name in self.places if name not in names]
        if 0 < len(others) <= len(names) // 6 and all(name in self.places for name in names):
            return f"all {self.sites} except {joined(others)}"
        return self.listed(names)

    def _runs(self, at: Mapping[tuple[int, int], str]) -> Iterator[list[str]]:
        """Neighbours in a row or column by the first and the last, where there are at least three."""
        left = dict(at)
        while left:
            column, row = next(iter(left))
            runs = []
            for dc, dr in ((1, 0), (0, 1)):
                back, on = (column, row), [(column, row)]
                while (back[0] - dc, back[1] - dr) in left:
                    back = back[0] - dc, back[1] - dr
                    on.insert(0, back)
                while (on[-1][0] + dc, on[-1][1] + dr) in left:
                    on.append((on[-1][0] + dc, on[-1][1] + dr))
                runs.append(on)
            run = max(runs, key=len)
            if len(run) < 3:
                yield [left.pop((column, row))]
                continue
            yield [f"{left[run[0]]} to {left[run[-1]]}"]
            for place in run:
                del left[place]

    def rows_on(self, number: int) -> int:
        """By how many rows sites are higher whose numbers are so much more; 0 if they are not straight above."""
        at = [self.places.get(label) for label in self.labels]
        steps = {(b[0] - a[0], b[1] - a[1]) if a and b else (1, 0)
                 for a, b in zip(at, at[abs(number) :], strict=False)}  # fmt: skip
        columns, rows = next(iter(steps)) if len(steps) == 1 else (1, 0)
        return rows if not columns and self.upright else 0

    def rows_of_holes_on(self, number: int) -> int:
        """By how many rows holes are higher whose numbers are so much more, wherever there are such; 0 if they are not
        straight above."""
        full = self.rows_of_holes
        steps = {b - a for low, high in pairwise(full) for a, b in zip(low, high, strict=True)}
        (step,) = steps if len(steps) == 1 else (0,)
        rows = number // step if step > 0 and number % step == 0 else 0
        return rows if rows < len(full) else 0


def _steady(numbers: Sequence[int]) -> bool:
    """Whether numbers follow one another."""
    return list(numbers) == list(range(numbers[0], numbers[0] + len(numbers)))
