"""Graph operators: graphs made from other graphs."""
