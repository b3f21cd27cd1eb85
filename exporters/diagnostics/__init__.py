"""What is wrong with descriptions, in the forms that people, GitHub and other tools read."""

from exporters.diagnostics.formats import github, sarif, text

__all__ = ["github", "sarif", "text"]
