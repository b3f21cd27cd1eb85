"""Passes that remove what has no effect or is never observed."""
