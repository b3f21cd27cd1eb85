"""The flow of a game: start, legal moves, playing a move, rules about all moves, and how the game ends."""
