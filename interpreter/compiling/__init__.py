"""The driver: lowers a description, and runs the passes on its program."""
