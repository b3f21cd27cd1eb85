"""Meanings of ludemes: booleans."""
