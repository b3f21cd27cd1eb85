"""Descriptions: read, with their options, as the input of everything after the front end."""
