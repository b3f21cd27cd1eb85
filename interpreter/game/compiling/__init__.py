"""From a bound description to the program that engines run."""
