"""Start rules, and how they are run."""

from .rules import lower_start

__all__ = ["lower_start"]
