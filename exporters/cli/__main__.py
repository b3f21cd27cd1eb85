"""`python -m ludparse.exporters.cli` is `lud`."""

from .main import script

if __name__ == "__main__":
    script()
