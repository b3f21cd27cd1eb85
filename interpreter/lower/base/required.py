"""Arguments that a signature guarantees, though their fields may be None in other forms of the ludeme."""

from __future__ import annotations

from typing import TypeVar, overload

from ludparse.ludemes import Bool, BooleanFunction, Float, FloatFunction, Int, IntFunction, RoleType
from ludparse.problems.errors import LudUnsupportedError

T = TypeVar("T")


# mypy joins the members of a union to `object` where the parameter is `T | None`, hence a signature for each union;
# they overlap in None, for which none of them returns
@overload
def required(value: IntFunction | int | None) -> Int: ...  # type: ignore[overload-overlap]
@overload
def required(value: IntFunction | int | RoleType | None) -> Int | RoleType: ...  # type: ignore[overload-overlap]
@overload
def required(value: BooleanFunction | bool | None) -> Bool: ...  # type: ignore[overload-overlap]
@overload
def required(value: FloatFunction | float | None) -> Float: ...
@overload
def required(value: T | None) -> T: ...
def required(value: object) -> object:
    """An argument that the ludeme's meaning needs.

    Raises LudUnsupportedError where it is missing; the lowering adds the place of the ludeme.
    """
    if value is None:
        raise LudUnsupportedError("an argument is missing that is needed here")
    return value


def all_of(several: tuple[T, ...] | None, *single: T | None) -> tuple[T, ...]:
    """The values of an argument that is written as a list, or as the single arguments of another form.

    Raises LudUnsupportedError where one of the single arguments is missing.
    """
    if several is not None:
        return several
    found = tuple(value for value in single if value is not None)
    if len(found) < len(single):
        raise LudUnsupportedError("an argument is missing that is needed here")
    return found
