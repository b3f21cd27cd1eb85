"""Positions and moves: what a state holds, how a move is written, and what every engine can do."""
