"""What each action does to the state: one function of the program for each kind that a game uses."""

from .registry import action_function, applies, lower_actions

__all__ = ["action_function", "applies", "lower_actions"]
