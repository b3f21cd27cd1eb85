"""Somebody who has only the words: what sentences about moves claim, by their English alone.

`Reader.pieces` maps each piece and player to the moves that the words allow it. The reader knows the board, and neither
the description nor how words are made. What it does not understand it says (`Unread`), so that nothing is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from ludparse.interpreter.equipment import Equipment
from ludparse.ludemes.enums import AbsoluteDirection as Way

Drawn = tuple[int, ...]
"""A line of the board that the words name, by its sites in order."""

Holder = Callable[[int], int]
"""The player who owns what stands on a site, 0 for nobody, -1 where it is empty."""


class Unread(Exception):
    """A sentence that the reader does not understand."""


@dataclass(frozen=True)
class Position:
    """What stands where, as the reader sees it, and whose turn it is."""

    owners: dict[int, int]
    mover: int
    began: dict[tuple[str, int], frozenset[int]] = field(default_factory=dict)

    def is_empty(self, site: int) -> bool:
        return site not in self.owners

    def is_friend(self, site: int) -> bool:
        return self.owners.get(site) == self.mover

    def is_enemy(self, site: int) -> bool:
        return site in self.owners and self.owners[site] not in (0, self.mover)


@dataclass(frozen=True)
class Reached:
    """A move that the words allow: where it goes, and what they say is captured."""

    to: int
    captured: frozenset[int] = frozenset()


_COMPASS = [Way.N, Way.NE, Way.E, Way.SE, Way.S, Way.SW, Way.W, Way.NW]
_ALL = {way for way in Way if re.fullmatch(r"[NESW]{1,3}", way.name)}
_AHEAD = {
    "forward": (0,), "backward": (4,), "sideways": (2, 6), "diagonally forward": (1, 7), "diagonally backward": (3, 5),
    "forward or sideways": (0, 2, 6), "straight or diagonally forward": (0, 1, 7), "forward or backward": (0, 4),
    "to the left": (6,), "to the right": (2,),
}  # fmt: skip

Fits = Callable[[Position, int], bool]
Mover = Callable[[Position, int], Iterator[Reached]]


class Reader:
    """Reads the rules of one game, by part."""

    def __init__(self, told: dict[str, list[str]], equipment: Equipment) -> None:
        self.told = told
        self.board, self.site = equipment.board, equipment.default_site
        self.names = {element.label: element.index for element in self.board.elements(self.site)}
        self.facing: dict[int, int] = {}
        for line in told.get("Players", ()):
            for way, player in re.findall(r"(\w+) for player (\d)", line):
                self.facing[int(player)] = ["north", "northeast", "east", "southeast", "south", "southwest", "west",
                                            "northwest"].index(way)  # fmt: skip

    # ------------------------------------------------------------------ the board

    def line(self, site: int, way: Way | Drawn) -> list[int]:
        """The sites from one on in a direction, or along a line that is told."""
        if isinstance(way, tuple):
            return list(way[way.index(site) + 1 :]) if site in way else []
        line: list[int] = []
        at = site
        while True:
            on = [s for kind, s in self.board.steps(self.site, at, way) if kind is self.site]
            if not on or on[0] == site or on[0] in line:
                return line
            line.append(on[0])
            at = on[0]

    def lines(self) -> list[Drawn]:
        """The lines that the part about the board tells, each in both directions."""
        (told,) = (line for line in self.told["Board"] if line.startswith("Lines "))
        found = re.fullmatch(r"Lines (?:join|run along all rows and columns(?:, and diagonally along)?) ?(.*)\.", told)
        assert found is not None, told
        lines = [tuple(self.names[name] for name in self._along(line)) for line in found[1].split("; ") if line]
        if told.startswith("Lines run along all rows and columns"):
            at = [(element.col, element.row) for element in self.board.elements(self.site)]
            for axis in (0, 1):
                along = sorted(range(len(at)), key=lambda i: (at[i][axis], at[i][1 - axis]))
                lines += [tuple(i for i in along if at[i][axis] == k) for k in {place[axis] for place in at}]
        return [*lines, *(line[::-1] for line in lines)]

    @staticmethod
    def _along(line: str) -> list[str]:
        """The points of a line, all of which are named, or only its ends if it lies along a row, column or diagonal."""
        ends = re.fullmatch(r"([A-Z])(\d+) to ([A-Z])(\d+)", line)
        if ends is None:
            return line.split("-")
        column, row = ord(ends[1]), int(ends[2])
        right, up = ord(ends[3]) - column, int(ends[4]) - row
        steps = max(abs(right), abs(up))
        return [f"{chr(column + i * right // steps)}{row + i * up // steps}" for i in range(steps + 1)]

    def ways(self, text: str, player: int) -> list[Way] | list[Drawn]:
        if text == "along a line":
            return self.lines()
        if text == "orthogonally":
            return [Way.N, Way.E, Way.S, Way.W]
        if text == "diagonally":
            return [Way.NE, Way.SE, Way.SW, Way.NW]
        if text == "orthogonally or diagonally":
            return list(_COMPASS)
        if text == "in any direction":
            return [way for way in Way if way in _ALL]
        if text in _AHEAD and player in self.facing:
            return [_COMPASS[(self.facing[player] + turn) % 8] for turn in _AHEAD[text]]
        raise Unread(text)

    # ------------------------------------------------------------------ what stands on a site

    def fits(self, text: str) -> Fits:
        """Whether a site is as it is called."""
        found = re.fullmatch(
            r"(?:an?|the first|the next)? ?(empty|occupied)? ?(?:neighbouring )?(?:cell|point)s?"
            r"( in (?:your .+? region|row \d+|the centre|the .+? region)| not in .+? region)?"
            r"( with an enemy piece| with a friendly piece| without a friendly piece| without an enemy piece)?",
            text,
        )
        if found is None:
            raise Unread(text)
        kind, held = found[1], found[3] or ""
        barred = (found[2] or "").startswith(" not in ")
        names = (found[2] or "").removeprefix(" not").removeprefix(" in ").split(" or ") if found[2] else []
        inside = [self.region(name) for name in names]

        def test(position: Position, site: int) -> bool:
            if inside and any(site in one(position) for one in inside) == barred:
                return False
            if kind == "empty" and not position.is_empty(site):
                return False
            if kind == "occupied" and position.is_empty(site):
                return False
            if held.startswith(" with an enemy"):
                return position.is_enemy(site)
            if held.startswith(" with a friend"):
                return position.is_friend(site)
            if held.startswith(" without a friend"):
                return not position.is_friend(site)
            return not (held and position.is_enemy(site))

        return test

    def region(self, text: str) -> Callable[[Position], set[int]]:
        """The sites of a region that the part about the board tells."""
        if text == "the centre":
            centre = set(self.board.sets(self.site).centre)
            return lambda position: centre
        name = text.removeprefix("your ").removeprefix("the ")
        told = " ".join(line for line in self.told["Board"] if name in line)
        if text.startswith("your "):
            first = re.search(rf"Player 1's {re.escape(name)} is (.+?); player 2's is (.+?)\.", told)
            if first is None:
                raise Unread(text)
            both = [self.sites(first[1]), self.sites(first[2])]
            return lambda position: both[position.mover - 1]
        alone = re.search(rf"[Tt]he {re.escape(name)} is (.+?)\.", told)
        if alone is None:
            raise Unread(text)
        sites = self.sites(alone[1])
        return lambda position: sites

    def sites(self, text: str) -> set[int]:
        """Sites by their names, as rows, rectangles and lists."""
        elements = self.board.elements(self.site)
        at = {element.label: (element.col, element.row) for element in elements}
        rows = re.fullmatch(r"rows? (\d+)(?: to (\d+))?", text)
        if rows is not None:
            low, high = int(rows[1]) - 1, int(rows[2] or rows[1]) - 1
            return {e.index for e in elements if low <= e.row <= high}
        box = re.fullmatch(r"the rectangle from (\w+) to (\w+)", text)
        if box is not None and {box[1], box[2]} <= at.keys():
            (a, b), (c, d) = at[box[1]], at[box[2]]
            return {e.index for e in elements if a <= e.col <= c and b <= e.row <= d}
        names = re.split(r", | and ", text.removeprefix("the corners, "))
        if all(name in at for name in names):
            return {self.names[name] for name in names}
        raise Unread(text)

    def set_up(self, text: str) -> set[int]:
        """Sites on which pieces begin: rows, runs from one site to another, single sites, and those of one colour."""
        elements = self.board.elements(self.site)
        coloured = re.fullmatch(r"the (?:cell|point)s of the colour of (\w+) in (rows? .+)", text)
        if coloured is not None:
            first = elements[self.names[coloured[1]]]
            parity = (first.col + first.row) % 2
            return {site for site in self.sites(coloured[2])
                    if (elements[site].col + elements[site].row) % 2 == parity}  # fmt: skip
        found: set[int] = set()
        for part in re.split(r", | and ", text):
            run = re.fullmatch(r"(\w+) to (\w+)", part)
            found |= self.sites(f"the rectangle from {run[1]} to {run[2]}" if run and run[1] in self.names else part)
        return found

    def piece(self, text: str) -> Fits:
        """Whether what is jumped over is as it is called."""
        pieces: dict[str, Fits] = {
            "an enemy piece": Position.is_enemy, "a friendly piece": Position.is_friend,
            "an occupied cell": lambda p, s: not p.is_empty(s), "an occupied point": lambda p, s: not p.is_empty(s),
            "a cell, occupied or not,": lambda p, s: True,
        }  # fmt: skip
        if text not in pieces:
            raise Unread(text)
        return pieces[text]

    # ------------------------------------------------------------------ moves

    def moves(self, text: str, player: int) -> Mover:
        """What a sentence allows a piece of a player."""
        text = " ".join(text.split()).rstrip(".").split("; then ")[0]
        text = re.split(r" after that: ", text)[0] if not text.startswith("one of these") else text
        text = re.split(r" after that, ", text)[0]
        if text.startswith("one of these: - "):
            parts = [self.moves(part, player) for part in text.removeprefix("one of these: - ").split(" - ")]
            return lambda position, site: (move for part in parts for move in part(position, site))
        for pattern, read in (
            (r"step (.+?) to (an? .+?)(, capturing (?:what stands there|any .+ there|it))?", self.step),
            (r"slide (.+?) any distance over (.+?), or on to an enemy piece at their end(, capturing it)", self.taking),
            (r"slide (.+?) any distance over (.+?)(?:, or to (the first .+) behind them)?"
             r"(, capturing what stands there)?", self.slide),
            (r"slide (.+?) exactly (\d+) (?:cell|point)s?, (?:each of them|to) (.+?)(?:, or (?:the last one|to) (.+?))?"
             r"(, capturing (?:what stands there|it))?", self.exactly),
            (r"hop (.+?) over (an? .+? piece|an occupied (?:cell|point)|a cell, occupied or not,) to (an? .+?)"
             r" 2 steps away((?: with| without| in) .+?)?(, capturing it)?", self.hop),
            (r"hop (.+?) over (an occupied \w+) any distance away to the first occupied \w+ behind it, at any "
             r"distance, but only if it holds an enemy piece(, which is captured)", self.far_hop),
            (r"leap (\d+) (?:cell|point)s? in a straight line(?: and (\d+) to the side)? in any orthogonal "
             r"direction, over whatever stands between, to (.+?)(, capturing any enemy piece there)?", self.leap),
            (r"go one step orthogonally over (an empty neighbouring \w+) and then one more step diagonally forward, as "
             r"seen in the direction of the first step, to (a .+?)(, capturing any enemy piece there)?", self.bent),
        ):  # fmt: skip
            found = re.fullmatch(pattern, text)
            if found is not None:
                return read(player, *found.groups())
        raise Unread(text)

    def step(self, player: int, ways: str, to: str, captures: str | None) -> Mover:
        either = re.fullmatch(r"(.+?) if the piece is in (your .+? region), otherwise (.+?),?", ways)
        if either is not None:
            inside = self.region(either[2])
            there, elsewhere = (self.step(player, way, to, captures) for way in (either[1], either[3]))
            return lambda position, site: (there if site in inside(position) else elsewhere)(position, site)
        directions, fits = self.ways(ways, player), self.fits(to)

        def moves(position: Position, site: int) -> Iterator[Reached]:
            for way in directions:
                for at in self.line(site, way)[:1]:
                    if fits(position, at):
                        yield Reached(at, _taken(position, at, captures))

        return moves

    def slide(self, player: int, ways: str, over: str, end: str | None, captures: str | None) -> Mover:
        directions, passes = self.ways(ways, player), self.fits(over)
        ends = self.fits(end) if end else None

        def moves(position: Position, site: int) -> Iterator[Reached]:
            for way in directions:
                for at in self.line(site, way):
                    if ends is not None and ends(position, at):
                        yield Reached(at, _taken(position, at, captures))
                        break
                    if not passes(position, at):
                        break
                    yield Reached(at)

        return moves

    def taking(self, player: int, ways: str, over: str, captures: str) -> Mover:
        return self.slide(player, ways, over, "the first cell with an enemy piece", captures)

    def exactly(self, player: int, ways: str, steps: str, each: str, last: str | None, captures: str | None) -> Mover:
        directions, number, passes = self.ways(ways, player), int(steps), self.fits(each)
        ends = self.fits(last) if last else passes

        def moves(position: Position, site: int) -> Iterator[Reached]:
            for way in directions:
                line = self.line(site, way)[:number]
                fit = all(passes(position, at) for at in line[:-1])
                if len(line) == number and fit and (passes(position, line[-1]) or ends(position, line[-1])):
                    yield Reached(line[-1], _taken(position, line[-1], captures))

        return moves

    def hop(self, player: int, ways: str, over: str, to: str, more: str | None, captures: str | None) -> Mover:
        directions, hurdle, fits = self.ways(ways, player), self.piece(over), self.fits(to + (more or ""))

        def moves(position: Position, site: int) -> Iterator[Reached]:
            for way in directions:
                line = self.line(site, way)[:2]
                if len(line) == 2 and hurdle(position, line[0]) and fits(position, line[1]):
                    yield Reached(line[1], frozenset(line[:1]) if captures else frozenset())

        return moves

    def far_hop(self, player: int, ways: str, over: str, captures: str) -> Mover:
        directions, hurdle = self.ways(ways, player), self.piece(over)

        def moves(position: Position, site: int) -> Iterator[Reached]:
            for way in directions:
                occupied = [at for at in self.line(site, way) if not position.is_empty(at)][:2]
                if len(occupied) == 2 and hurdle(position, occupied[0]) and position.is_enemy(occupied[1]):
                    yield Reached(occupied[1], frozenset(occupied[1:]))

        return moves

    def leap(self, player: int, ahead: str, aside: str | None, to: str, captures: str | None) -> Mover:
        fits = self.fits(to)

        def moves(position: Position, site: int) -> Iterator[Reached]:
            for way in _COMPASS[::2]:
                for line in [self.line(site, way)[: int(ahead)]]:
                    if len(line) < int(ahead):
                        continue
                    for turn in (2, 6) if aside else (0,):
                        on = self.line(line[-1], _COMPASS[(_COMPASS.index(way) + turn) % 8])[: int(aside or 0)]
                        at = on[-1] if aside and len(on) == int(aside) else line[-1]
                        if (not aside or len(on) == int(aside)) and fits(position, at):
                            yield Reached(at, _taken(position, at, captures))

        return moves

    def bent(self, player: int, over: str, to: str, captures: str | None) -> Mover:
        passes, fits = self.fits(over), self.fits(to)

        def moves(position: Position, site: int) -> Iterator[Reached]:
            for number in (0, 2, 4, 6):
                for first in self.line(site, _COMPASS[number])[:1]:
                    for turn in (1, 7) if passes(position, first) else ():
                        for at in self.line(first, _COMPASS[(number + turn) % 8])[:1]:
                            if fits(position, at):
                                yield Reached(at, _taken(position, at, captures))

        return moves

    def is_row(self, text: str, position: Position, site: int) -> bool:
        """Whether a rule of the end, which is about a row of pieces, says that a move to a site has won."""
        rule = re.fullmatch(r"You win if the piece just placed is in an? (orthogonal |diagonal )?row "
                            r"of (exactly|at least) (\d+) pieces(?: of its kind| of the same player|, each of them "
                            r"player (\d)'s Disc)\.",
                            text)  # fmt: skip
        if rule is None:
            raise Unread(text)
        if rule[4] and position.owners[site] != int(rule[4]):
            return False
        first = {"orthogonal ": (0, 2), "diagonal ": (1, 3)}.get(rule[1] or "", (0, 1, 2, 3))
        rows = []
        for number in first:
            row = 1
            for way in (_COMPASS[number], _COMPASS[number + 4]):
                for at in self.line(site, way):
                    if position.owners.get(at) != position.owners[site]:
                        break
                    row += 1
            rows.append(row)
        return any(row == int(rule[3]) if rule[2] == "exactly" else row >= int(rule[3]) for row in rows)

    # ------------------------------------------------------------------ a game

    def pieces(self, names: dict[str, tuple[str, int]]) -> dict[str, Mover]:
        """The moves of each piece, by its full name. names: what a piece is called and whose it is.

        Raises Unread if any sentence is not understood.
        """
        moves = {}
        for name, (base, owner) in names.items():
            lines = []
            for line in self.told["Pieces"]:
                head, _, way = line.partition(": ")
                called = re.fullmatch(rf"(.+?)(?: of player {owner})?", head)
                if way and called is not None and base in re.split(r", | and ", called[1]):
                    lines.append(way)
            if len(lines) != 1:
                raise Unread(f"{base}: {self.told['Pieces']}")
            moves[name] = self.moves(lines[0], owner)
        return moves

    def barred(self, moves: dict[str, Mover], pieces: dict[str, tuple[str, int]]) -> Barred:
        """Whether a position, with the names of its pieces, is one after a move that the words forbid. Raises Unread.

        pieces: what each piece is called and whose it is, by its full name.
        """
        line, *more = self.told["Play"]
        if line != "On your turn, move one of your pieces." or len(more) > 1:
            raise Unread(line)
        start = "You may not make a move after which "
        if more and not more[0].startswith(start):
            raise Unread(more[0])
        parts = more[0].removeprefix(start).rstrip(".").split(", nor one after which ") if more else []
        tests = [self.after(part, moves, pieces) for part in parts]
        return lambda position, names: any(test(position, names) for test in tests)

    def after(self, text: str, moves: dict[str, Mover], pieces: dict[str, tuple[str, int]]) -> Barred:
        def sites(base: str, owner: int, names: dict[int, str]) -> set[int]:
            return {site for site, name in names.items() if pieces[name] == (base, owner)}

        attacked = re.fullmatch(r"your (\w+) is under attack", text)
        facing = re.fullmatch(r"player 1's (\w+) and player 2's (\w+) are in the same column and the way north from "
                              r"the first to the second is free", text)  # fmt: skip

        def under_attack(position: Position, names: dict[int, str]) -> bool:
            assert attacked is not None
            held = sites(attacked[1], position.mover, names)
            enemies = Position(position.owners, 3 - position.mover)
            return any(held & one.captured for site, name in names.items() if position.is_enemy(site)
                       for one in moves[name](enemies, site))  # fmt: skip

        def free(position: Position, names: dict[int, str]) -> bool:
            assert facing is not None
            (one,), (other,) = sites(facing[1], 1, names), sites(facing[2], 2, names)
            ahead = [site for site in self.line(one, Way.N) if not position.is_empty(site)]
            return ahead[:1] == [other]

        if attacked is None and facing is None:
            raise Unread(text)
        return under_attack if attacked is not None else free


Barred = Callable[[Position, dict[int, str]], bool]


def _taken(position: Position, site: int, captures: str | None) -> frozenset[int]:
    """What a move to a site captures, if it says that it does."""
    return frozenset((site,)) if captures and not position.is_empty(site) else frozenset()


# ------------------------------------------------------------------ whole turns


@dataclass(frozen=True)
class Turn:
    """What a turn begins from: a position with the names of its pieces, what was moved last, and how often."""

    position: Position
    pieces: dict[int, str]
    again: bool
    last: int


Choice = Callable[[Turn], Iterator[tuple[int, Reached]]]


@dataclass
class Line:
    """A line of an outline, and those inside it."""

    text: str
    inside: list[Line] = field(default_factory=list)


def lines_of(text: str) -> list[Line]:
    """An outline as a tree: `- ` begins an item, and what is indented belongs to the line above."""
    roots: list[Line] = []
    above: list[tuple[int, Line]] = []
    for raw in text.split("\n"):
        item = re.match(r" *(- )?", raw)
        assert item is not None
        indent, line = len(item[0]), Line(raw[len(item[0]) :].rstrip("."))
        while above and above[-1][0] >= indent:
            above.pop()
        outer = above[-1][1].inside if above else roots
        head = _HEAD.match(line.text)
        if head is not None:
            outer.append(Line(f"{head[1]}:", [line]))
            line.text = line.text[head.end() :]
        else:
            outer.append(line)
        above.append((indent, line))
    return roots


_HEAD = re.compile(r"(if possible|otherwise|after that|if (?:(?!, ).)+|with one of your (?:\w+ )+pieces), (?=\S)")
"""What stands before a move in its line."""


class TurnReader(Reader):
    """Reads what a player may do on a turn."""

    def turn(self, names: dict[str, tuple[str, int]]) -> Choice:
        """The moves of a turn. names: as of `pieces`. Raises Unread."""
        first, *more = self.told["Play"]
        self.names_of_pieces = {
            name: (re.sub(r"(?<=[a-z])(?=[A-Z])", " ", base), owner) for name, (base, owner) in names.items()
        }
        made = self.block(lines_of(first.removeprefix("On your turn, ").removeprefix("do ")))
        shots = {found[1] for line in self.told.get("Pieces", ())
                 if (found := re.search(r"\nafter that, (shoot .+)\.$", line)) is not None}  # fmt: skip
        if shots and not more:
            (shot,) = shots
            return self.either(lambda turn: turn.again, self.sentence(shot), made)
        if first.count(_ON) and not more:
            hops = self.hops_of(lines_of(first))
            return self.either(lambda turn: turn.again, hops, made)
        if not more:
            return made
        (text,) = more
        again = self.block(lines_of(text.removeprefix("When you move again in the same turn, ")))
        return self.either(lambda turn: turn.again, again, made)

    def hops_of(self, lines: list[Line]) -> Choice:
        """The hops of the piece that has just moved, as they are told of the pieces with which a turn may begin."""
        heads = []
        for line in (inner for top in lines for inner in _all(top)):
            head = re.fullmatch(r"with one of your (.+) pieces:", line.text)
            if head is not None and line.inside and line.inside[0].text.startswith("hop "):
                heads.append(self.with_piece(head[1], line.inside[0].text))
        return lambda turn: (move for head in heads for move in head(turn) if move[0] == turn.last)

    def block(self, lines: list[Line]) -> Choice:
        """What some lines one after another say."""
        first, rest = lines[0], lines[1:]
        rest = [line for line in rest if line.text not in ("after that:",)]
        if first.text == "one of these:":
            made: Choice = self.any_of([self.block(part) for part in _items(first.inside)])
        elif first.text == "if possible:" and [line.text for line in rest] == ["otherwise:"]:
            made = self.first_of([self.block(line.inside) for line in (first, *rest)])
            rest = []
        elif first.text.startswith("if ") and first.text.endswith(":"):
            condition, then = self.condition(first.text[3:-1]), self.block(first.inside)
            other = next((self.block(line.inside) for line in rest if line.text == "otherwise:"), None)
            rest = [line for line in rest if line.text != "otherwise:"]
            made = self.either(condition, then, other)
        elif re.fullmatch(r"with one of your (.+? )?pieces:", first.text):
            made = self.with_piece(first.text[17:-8].strip(), " ".join(_flat(first.inside)))
        elif re.match(r"with one of your (.+? )?pieces: ", first.text):
            head, _, sentence = first.text.partition(": ")
            made = self.with_piece(head[17:-7].strip(), sentence)
        else:
            made = self.sentence(first.text)
        if rest:
            raise Unread(rest[0].text)
        return made

    def either(self, condition: Callable[[Turn], bool], then: Choice, other: Choice | None) -> Choice:
        return lambda turn: then(turn) if condition(turn) else other(turn) if other else iter(())

    def any_of(self, parts: list[Choice]) -> Choice:
        return lambda turn: (move for part in parts for move in part(turn))

    def first_of(self, parts: list[Choice]) -> Choice:
        def moves(turn: Turn) -> Iterator[tuple[int, Reached]]:
            for part in parts:
                made = list(part(turn))
                if made:
                    yield from made
                    return

        return moves

    def condition(self, text: str) -> Callable[[Turn], bool]:
        found = re.fullmatch(r"the piece just moved is your ([\w ]+)", text)
        if found is None:
            raise Unread(text)
        base = found[1]
        return lambda turn: self.names_of_pieces[turn.pieces[turn.last]] == (base, turn.position.mover)

    def with_piece(self, base: str, sentence: str) -> Choice:
        movers = {player: self.moves(sentence, player) for player in (1, 2)}

        def moves(turn: Turn) -> Iterator[tuple[int, Reached]]:
            for site, name in turn.pieces.items():
                if turn.position.is_friend(site) and (not base or self.names_of_pieces[name][0] == base):
                    yield from ((site, one) for one in movers[turn.position.mover](turn.position, site))

        return moves

    def sentence(self, text: str) -> Choice:
        if text == "move one of your pieces":
            movers = self.pieces({n: p for n, p in self.names_of_pieces.items() if p[1] > 0})
            return lambda turn: ((site, one) for site, name in turn.pieces.items() if turn.position.is_friend(site)
                                 for one in movers[name](turn.position, site))  # fmt: skip
        if re.fullmatch(r"place a piece of yours on an empty (cell|point)", text):
            return lambda turn: ((site, Reached(site)) for site in self.names.values() if turn.position.is_empty(site))
        shot = re.fullmatch(r"shoot .+? from the moved piece's (?:cell|point) in a straight line (.+?) over empty "
                            r"(?:cells|points) to one of them, where it stays", text)  # fmt: skip
        if shot is not None:
            over = {player: self.slide(player, shot[1], "empty cells", None, None) for player in (1, 2)}
            return lambda turn: ((one.to, one) for one in over[turn.position.mover](turn.position, turn.last))
        found = re.fullmatch(r"(hop) with the piece just moved (.+)", text)
        if found is None:
            raise Unread(text)
        sentence = f"{found[1]} {found[2]}".replace(" that is not captured yet", "")
        movers_on = {player: self.moves(sentence, player) for player in (1, 2)}
        return lambda turn: ((turn.last, one) for one in movers_on[turn.position.mover](turn.position, turn.last))


_ON = "if the piece can hop so again from there, it must"


def _all(line: Line) -> Iterator[Line]:
    yield line
    for inner in line.inside:
        yield from _all(inner)


def _items(lines: list[Line]) -> Iterator[list[Line]]:
    """The items of a list: a line that goes on with one stands beside it."""
    item: list[Line] = []
    for line in lines:
        if item and line.text not in ("otherwise:", "after that:"):
            yield item
            item = []
        item.append(line)
    if item:
        yield item


def _flat(lines: list[Line]) -> Iterator[str]:
    """Lines as one text, without what follows from a move."""
    for line in lines:
        if line.text != "after that:":
            yield line.text
            yield from _flat(line.inside)
