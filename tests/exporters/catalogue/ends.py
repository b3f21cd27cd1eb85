"""What is found out of each game, and one game that ends every process in which it is looked at."""

import os
from collections.abc import Mapping
from typing import Any

from ludparse.exporters.catalogue import OfEachGame
from ludparse.library.library import Library
from ludparse.problems.spans import Source


class Lengths(OfEachGame[str]):
    FILE = "lengths"
    AT_ONCE = 1

    @classmethod
    def made(cls, source: Source, library: Library | None, place: str, *, bundled: bool) -> str:
        if "(end it)" in source.text:
            os._exit(7)
        return str(len(source.text))

    @classmethod
    def unreadable(cls, place: str, bundled: bool, problem: str) -> str:
        return problem

    @classmethod
    def made_by(cls) -> str:
        return "1"

    @classmethod
    def as_dict(cls, value: str) -> dict[str, Any]:
        return {"value": value}

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> str:
        return str(record["value"])
