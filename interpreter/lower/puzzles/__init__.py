"""Deduction puzzles: their variables and their constraints."""
