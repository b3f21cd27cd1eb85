"""Playing on a copy of the state, and existence queries: what a move would lead to, and whether any move exists."""
