"""Random games on both backends at once."""

from ludparse import load


def same_moves(text: str, plies: int, seed: int) -> None:
    """Plays a description at random; at each ply both backends have to list the same moves."""
    states = [load(text, backend=backend).start(seed=seed) for backend in ("python", "c")]
    for ply in range(plies):
        legal = [[m.text for m in state.legal_moves()] for state in states]
        assert legal[0] == legal[1]
        if not legal[0]:
            break
        for state in states:
            state.apply(state.legal_moves()[(seed + 7 * ply) % len(legal[0])])
