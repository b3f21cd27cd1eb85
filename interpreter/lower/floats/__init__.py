"""Meanings of ludemes: floats."""
