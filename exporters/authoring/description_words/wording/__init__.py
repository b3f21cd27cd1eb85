"""What is known of a game, what its things are called, and the table of phrases."""
