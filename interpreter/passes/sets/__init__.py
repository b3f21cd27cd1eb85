"""Passes that replace loops over sites by operations on sets of sites, or make them run over fewer sites."""
