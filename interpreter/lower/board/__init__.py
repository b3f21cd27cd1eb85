"""Tables of the board, and algorithms on it that several ludemes share."""
