"""Passes about moves that are tried, and about moves that effects are part of."""
