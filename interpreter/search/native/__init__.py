"""Searches in native code, for games that run on the C backend."""
