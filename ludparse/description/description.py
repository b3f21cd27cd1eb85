"""A description that has been read: the input of everything after the front end."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from ludparse.checks.run import Begun, check_text
from ludparse.description.request import Options, Request, option_list
from ludparse.expansion.agents import named_define
from ludparse.expansion.metadata import Metadata
from ludparse.expansion.options import Option, Ruleset
from ludparse.expansion.pipeline import Expansion, expand_source
from ludparse.library.defines import LibraryDefine
from ludparse.library.library import Library, find_source, open_library
from ludparse.ludemes import Ludeme
from ludparse.problems.errors import LudError, raise_all
from ludparse.problems.spans import Source
from ludparse.reader import read_source
from ludparse.reader.formatter import format_tree
from ludparse.reader.syntax import Arg, Atom, AtomKind, Call, Node

__all__ = ["Description", "Request", "check", "expand", "load_description", "open_library", "option_list", "parse"]

_Place = str | os.PathLike[str]


@dataclass(frozen=True, eq=False)
class Description:
    """A description with its options chosen.

    `name`: what the game calls itself. `game`: its typed tree. `tree`: the plain tree of the same. `options`: what can
    be chosen, `selected_options` what was (`Board Size/4x4`), `rulesets` which choices belong together. `ruleset`: the
    one asked for, else the first whose choices all hold. `source`: the text with its name. `taken_defines`: the
    defines of the library that it uses. `request`: what it was read from.
    """

    name: str
    game: Ludeme
    tree: Call = field(repr=False)
    source: Source = field(repr=False)
    options: tuple[Option, ...] = field(repr=False)
    rulesets: tuple[Ruleset, ...] = field(repr=False)
    selected_options: tuple[str, ...] = ()
    ruleset: Ruleset | None = None
    defines: frozenset[str] = field(default=frozenset(), repr=False)
    taken_defines: tuple[LibraryDefine, ...] = field(default=(), repr=False)
    request: Request = field(default=Request("", (), None), repr=False)
    _expansion: Expansion = field(default_factory=lambda: Expansion(Source("", "")), repr=False, compare=False)

    @cached_property
    def text(self) -> str:
        """The game without defines, options and ranges."""
        return format_tree(self.tree)

    def noted(self, error: LudError) -> bool:
        """Whether `load_description` with `exact` has to be asked for the place of an error; if that takes too long,
        says with the error that it may be elsewhere."""
        if not self._expansion.can_be_exact:
            self._expansion.noted([error])
        return self._expansion.can_be_exact

    @property
    def library_defines(self) -> frozenset[str]:
        """The names of the defines of the library that are used."""
        return self.defines - {define.name for define in self._expansion.defines}

    @property
    def metadata(self) -> Metadata:
        """The metadata (author, rules in words, and so on) that applies to the chosen options."""
        return self._expansion.metadata

    @property
    def ai(self) -> tuple[Arg, ...]:
        """What the metadata's `(ai …)` holds, with the heuristics that a library adds. Raises LudSyntaxError."""
        return self._expansion.ai

    @property
    def agent_define(self) -> LibraryDefine | None:
        """The define of the library that `(ai "NAME_ai")` refers to, None without one."""
        return self._expansion.agent_define

    @property
    def missing_agents(self) -> str | None:
        """The name in `(ai "NAME_ai")` where there is no library that has it: what it says of agents is not known."""
        name = named_define(self.metadata)
        return name if name is not None and self.agent_define is None else None

    @property
    def info(self) -> Mapping[str, tuple[str, ...]]:
        """The entries of the metadata's `(info …)`."""
        return self.metadata.info


def load_description(
    source: _Place | Source,
    *,
    library: _Place | Library | None = None,
    options: Options = (),
    ruleset: str | None = None,
    exact: bool = False,
) -> Description:
    """Read a description: a text that begins with `(`, a path, or the name of a bundled game or of the library's.

    `library`: Ludii.jar or a folder with `lud/` and `def/`. `options`: what is chosen, as `Board Size/4x4`.
    A single string is one option. `ruleset`: the heading of a ruleset, whose choices hold where `options` choose
    nothing else. Without a library, that of the environment variable LUD_LIBRARY is used, if it is set.
    `exact`: whether a long description has a node for each place, too; see `Description.noted`.
    Raises LudError, whose `problems` are all that is wrong.
    """
    expansion = _expansion(source, library, options, ruleset, exact)
    begun = Begun(expansion)
    raise_all(begun.errors)
    tree, game = expansion.game, begun.game
    assert tree is not None and game is not None
    expansion = begun.expansion
    return Description(
        name=_name_of(tree),
        game=game,
        tree=tree,
        source=expansion.source,
        options=tuple(expansion.options),
        rulesets=tuple(expansion.rulesets),
        selected_options=tuple(item.heading for item in expansion.chosen),
        ruleset=expansion.ruleset,
        defines=frozenset(expansion.used_defines),
        taken_defines=expansion.library_defines,
        request=Request(expansion.source.text, option_list(options), ruleset),
        _expansion=expansion,
    )


def expand(
    source: _Place | Source,
    *,
    library: _Place | Library | None = None,
    options: Options = (),
    ruleset: str | None = None,
) -> str:
    """The game part of a description without defines, options and ranges. Arguments and errors: `load_description`."""
    expansion = _expansion(source, library, options, ruleset)
    raise_all(expansion.all_problems())
    assert expansion.game is not None
    return format_tree(expansion.game)


def check(
    source: _Place | Source,
    *,
    library: _Place | Library | None = None,
    options: Options = (),
    ruleset: str | None = None,
) -> list[LudError]:
    """All problems of a description that can be seen without its board; none if there are none. Raises nothing.

    Arguments: `load_description`. Without `options` and `ruleset`, every option item and every ruleset is looked at.
    """
    try:
        opened = open_library(library)
        return check_text(find_source(source, opened), opened, option_list(options), ruleset)
    except LudError as wrong:
        return list(wrong.problems)


def parse(source: _Place | Source) -> list[Node]:
    """The plain syntax of a text (or of the file at a path) as it is written, with its defines and options.

    Raises LudSyntaxError, whose `problems` are all that is wrong.
    """
    problems: list[LudError] = []
    nodes = read_source(find_source(source), problems)
    raise_all(problems)
    return nodes


def _expansion(
    source: _Place | Source,
    library: _Place | Library | None,
    options: Options,
    ruleset: str | None,
    exact: bool = False,
) -> Expansion:
    opened = open_library(library)
    return expand_source(find_source(source, opened), opened, option_list(options), ruleset, exact=exact)


def _name_of(tree: Call) -> str:
    first = tree.args[0].value if tree.args else None
    return first.text if isinstance(first, Atom) and first.kind is AtomKind.STRING else ""
