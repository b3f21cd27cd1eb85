"""`python -m exporters.cli` is `lud`."""

from exporters.cli.main import script

if __name__ == "__main__":
    script()
