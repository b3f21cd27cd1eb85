"""Comparisons with other implementations: recordings, a running Ludii, references written by hand."""
