"""Start rules."""

from .rules import lower_start

__all__ = ["lower_start"]
