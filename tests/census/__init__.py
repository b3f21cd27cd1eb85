"""The census: how the loops and filters of every game's program are run. `python -m tests.census` takes it anew."""
