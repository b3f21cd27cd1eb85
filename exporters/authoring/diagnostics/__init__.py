"""What is wrong with descriptions, in the forms that people, GitHub and other tools read."""

from .formats import github, sarif, text

__all__ = ["github", "sarif", "text"]
