"""`python -m exporters.cli` is `lud`."""

import sys

from exporters.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
