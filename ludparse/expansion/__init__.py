"""Expansion: from a description as it is written to its game without defines, options and ranges."""
