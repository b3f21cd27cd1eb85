"""Graph generators: graphs made from sizes."""
