"""The notebook in examples/: every cell runs, and shows what is kept in the file where a seed determines it."""

from tests.examples.notebook import cells


def test_every_cell_runs_and_shows_what_is_kept() -> None:
    seen = list(cells())
    assert len(seen) >= 8
    for cell, outputs in seen:
        kinds = [(o["output_type"], sorted(o.get("data", ()))) for o in outputs]
        assert kinds == [(o["output_type"], sorted(o.get("data", ()))) for o in cell["outputs"]], cell["source"]
        if "seconds=" not in "".join(cell["source"]):
            assert outputs == cell["outputs"], f"run `python -m tests.examples.notebook`: {cell['source']}"
