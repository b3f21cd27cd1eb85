"""Actions: a number for each move that a game may ever have, found from its rules alone."""
