"""Everything that leaves the house: recorded games, cross-checks and their report, the command line."""
