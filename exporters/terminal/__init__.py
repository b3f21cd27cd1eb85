"""Games in a terminal: positions, sites and moves as text."""
