"""Searches for inputs that break what is promised of every input: see `tests/fuzz/README.md`."""
