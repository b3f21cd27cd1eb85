"""The tree of a description as it is told: constants decided, what is alike told once, defines kept as terms."""
