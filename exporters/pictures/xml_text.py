"""Text and values of attributes in XML, also where a name has characters that XML cannot have."""

from __future__ import annotations

import re
from xml.sax import saxutils

__all__ = ["escape", "quoteattr"]

_NONE = re.compile("[^\\t\\n\\r\\x20-\\ud7ff\\ue000-\\ufffd\\U00010000-\\U0010ffff]")
"""What no document of XML 1.0 can have, not even as a reference: https://www.w3.org/TR/xml/#charsets."""


def escape(text: str) -> str:
    """As `saxutils.escape`, with U+FFFD for what XML cannot have."""
    return saxutils.escape(_NONE.sub("\ufffd", text))


def quoteattr(text: str) -> str:
    """As `saxutils.quoteattr`, with U+FFFD for what XML cannot have."""
    return saxutils.quoteattr(_NONE.sub("\ufffd", text))
