"""A program of rules as C source."""
