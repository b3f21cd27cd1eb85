"""What all games share, in the small language (`low/words.py`): of it, a game's module holds what the game needs."""
