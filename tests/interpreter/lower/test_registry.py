"""Every ludeme that is a function, a move or a rule has a meaning, or stands in one table with its reason."""

from ludparse import ludemes
from ludparse.interpreter.lower import families
from ludparse.interpreter.lower.base.registry import ELSEWHERE, LOWERS, UNSUPPORTED
from ludparse.ludemes import kinds

KINDS = (
    kinds.IntFunction,
    kinds.BooleanFunction,
    kinds.RegionFunction,
    kinds.Moves,
    kinds.IntArrayFunction,
    kinds.FloatFunction,
    kinds.StartRule,
    kinds.MetaRule,
)


def classes() -> set[str]:
    found = set()
    for name, cls in vars(ludemes).items():
        if isinstance(cls, type) and issubclass(cls, KINDS) and cls.__module__ != kinds.__name__:
            found.add(name)
    return found


def test_every_ludeme_has_a_meaning_or_a_reason() -> None:
    families.load()
    known = {cls.__name__ for _, cls in LOWERS}
    assert classes() - known - ELSEWHERE == set(UNSUPPORTED)
