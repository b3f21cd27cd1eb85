"""Games and matches: loaded, compiled, stored, played and replayed."""
