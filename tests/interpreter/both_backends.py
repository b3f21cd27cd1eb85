"""Random games on both backends at once."""

from ludparse import load


def same_moves(text: str, plies: int, seed: int) -> int:
    """Plays a description at random; how many positions were compared. At each ply both backends have to list the same
    moves with the same consequences, and what a move leads to has to be the same: the contents of all sites, the player
    to move, and the places of the players."""
    states = [load(text, backend=backend).start(seed=seed) for backend in ("python", "c")]
    for ply in range(plies):
        ours, theirs = states
        assert ours.snapshot() == theirs.snapshot(), f"after {ply} plies"
        assert (ours.over, ours.ranking) == (theirs.over, theirs.ranking), f"after {ply} plies"
        legal = [state.legal_moves() for state in states]
        assert [m.text for m in legal[0]] == [m.text for m in legal[1]], f"after {ply} plies"
        if not legal[0]:
            return ply + 1
        chosen = (seed + 7 * ply) % len(legal[0])
        done = [state.apply(moves[chosen]).text for state, moves in zip(states, legal, strict=True)]
        assert done[0] == done[1], f"what move {ply + 1} led to"
    return plies
