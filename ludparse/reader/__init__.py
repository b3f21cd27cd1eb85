"""From text to the plain syntax tree."""

from ludparse.reader.brackets import MAX_DEPTH, bracket_problems, strange_strings
from ludparse.reader.parser import grammar
from ludparse.reader.read import read_expanded, read_source, words

__all__ = ["MAX_DEPTH", "bracket_problems", "grammar", "read_expanded", "read_source", "strange_strings", "words"]
