"""Measures games: the statistics that Ludii's evaluation defines, with confidence intervals; compares variants."""
