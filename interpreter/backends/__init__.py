"""The backends: the same program of rules as Python and as C, and the cache of what was compiled."""
