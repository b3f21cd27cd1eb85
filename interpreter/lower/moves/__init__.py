"""Meanings of ludemes: moves."""
