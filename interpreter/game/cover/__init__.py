"""Which rules ever happen in many games: `Game.cover`."""
