"""Errors: their kinds, places and messages."""
