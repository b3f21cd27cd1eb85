"""The state of a game: its fields, what stands on the sites, and what is remembered of earlier moves."""
