"""Boards: graphs, their topology, and how descriptions make them."""
