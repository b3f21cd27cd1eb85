"""Meanings of ludemes: directions."""
