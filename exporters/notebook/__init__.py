"""A game in a notebook: its position as a picture that plays by click."""
