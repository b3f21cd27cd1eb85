"""Why a move is legal or is not, and why a game has ended: `State.why`."""
