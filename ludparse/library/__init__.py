"""Where descriptions and the defines of a library are found."""
