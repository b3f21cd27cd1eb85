"""Meanings of ludemes: ints."""
