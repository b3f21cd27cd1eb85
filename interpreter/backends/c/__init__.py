"""A program of rules as native code."""
