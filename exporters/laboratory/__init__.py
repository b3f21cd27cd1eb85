"""Comparing games with each other: how near they are, and all that is known of them in one table."""
