"""From the plain syntax tree to the typed one, and what is said where that fails."""
