"""A state that is older than a growth of the engine's lists is brought to the new layout."""

from ludparse import load
from ludparse.interpreter.backends.c.engine import CEngine
from tests.interpreter.descriptions import ALL


def test_older_states_play_on_after_the_layout_grew(c_compiler: None) -> None:
    game = load(ALL["hunt"], backend="c")
    engine = game.engine
    assert isinstance(engine, CEngine)
    old = game.start(seed=1)
    old.apply(old.legal_moves()[0])
    before, moves = old.snapshot(), [m.text for m in old.legal_moves()]
    code = engine._code
    engine._grow(code, list(code.layout.caps).index("owned"))
    assert engine._code.layout.size > code.layout.size
    old.reseed(1)  # makes it forget its moves
    assert old.snapshot() == before
    old._at.moves = None
    assert [m.text for m in old.legal_moves()] == moves
    assert old.snapshot() == before
