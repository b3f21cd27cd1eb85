"""How passes are registered and ordered."""
