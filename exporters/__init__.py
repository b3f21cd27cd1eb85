"""Everything that leaves the engine: recordings, cross-checks and their reports, statistics, pictures, the command
line."""
