"""Contests: two agents play a game against each other until it is known which one is stronger."""
