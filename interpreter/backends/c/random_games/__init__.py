"""The program of random games as one C function."""
