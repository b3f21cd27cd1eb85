"""Tests to draw from where time is short: `python -m tests.dear` writes dear.tsv from what `make test-all` measured."""

from tests.conftest import DEAR, HERE

SECONDS = 0.5
"""Of a processor. A test that takes longer is dear."""


def main() -> None:
    lines = (HERE.parent / "build" / "durations.tsv").read_text(encoding="utf-8").splitlines()[1:]
    rows = [(float(processor), name) for _, processor, name in (line.split("\t") for line in lines)]
    dear = [(name, took) for took, name in rows if took > SECONDS]
    DEAR.write_text("".join(f"{took:.1f}\t{name}\n" for name, took in sorted(dear)), encoding="utf-8")


if __name__ == "__main__":
    main()
