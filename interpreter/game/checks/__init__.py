"""All checks of a description, also those that need its board.

`diagnose` is what the command line and the language server call: from a text to the list of what is wrong with it.
"""

from .diagnose import diagnose, refusals

__all__ = ["diagnose", "refusals"]
