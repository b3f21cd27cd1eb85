"""The table of everything that can be wrong with a description: code, kind of error, message, and a wrong example.

Messages are templates for `str.format`; the examples are whole descriptions, made by `example`. A test checks every
row's example. `ludparse.problems.problem` makes errors of the rows.
"""

from __future__ import annotations

from ludparse.problems.errors import LudWarning
from ludparse.problems.game_messages import GAME_MESSAGES
from ludparse.problems.message import ELSEWHERE, Message
from ludparse.problems.text_messages import TEXT_MESSAGES
from ludparse.problems.type_messages import TYPE_MESSAGES
from ludparse.problems.warnings import WARNINGS

__all__ = ["MESSAGES"]

_LINTED = {code: Message(LudWarning, row.text, ELSEWHERE, "") for code, row in WARNINGS.items()}

MESSAGES: dict[str, Message] = {**TEXT_MESSAGES, **TYPE_MESSAGES, **GAME_MESSAGES, **_LINTED}
