"""A program of rules as a Python module."""
