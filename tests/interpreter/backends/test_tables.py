"""Tables as the backends read them."""

from ludparse.interpreter.backends.c.rendering import tables as c
from ludparse.interpreter.backends.python import engine as python
from ludparse.interpreter.program.ops import Table


def test_a_site_named_twice_is_in_a_set_once() -> None:
    table = Table("region", "sets", [[3, 1, 3], []])
    assert python.table_data(table) == [0b1010, 0]
    rows, _, *words = c.table_data(table, 64)
    assert (rows, words) == (2, [0b1010, 0, 0, 0])
