"""Passes that count the moves of many iterations of a loop at once."""
