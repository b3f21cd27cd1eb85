"""Meanings of ludemes: regions."""
