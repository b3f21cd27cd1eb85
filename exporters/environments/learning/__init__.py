"""Networks that learn a game, and trained networks that play it."""
