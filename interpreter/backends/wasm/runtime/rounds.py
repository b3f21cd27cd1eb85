"""Loops with independent iterations: while moves are counted, the count after each iteration of an outermost such loop
is noted, or the sites whose iterations push moves; when one is chosen, only the iteration that pushes it runs. And the
first values of a state's arrays."""

from ....low.words import copy, i32, load32, load_words, store32, store_words, words
from .registers import GAME, ROUNDS, E, more


def rounds_room(n: i32) -> None:
    if E.n_rounds + n > GAME.cap_rounds:
        more(ROUNDS)


def sites_keep(sites: words) -> None:
    rounds_room(GAME.set_size // 4)
    store_words(GAME.rounds + E.n_rounds * 4, sites)
    E.n_rounds += GAME.set_size // 4


def sites_kept() -> words:
    """What the next call of `sites_keep` was given while moves were counted."""
    E.n_rounds += GAME.set_size // 4
    return load_words(GAME.rounds + E.n_rounds * 4 - GAME.set_size)


def round_done() -> None:
    if E.n_rounds >= GAME.cap_rounds:
        more(ROUNDS)
    store32(GAME.rounds + E.n_rounds * 4, E.n_moves)
    E.n_rounds += 1


def round_skip() -> i32:
    """Whether the next iteration pushes moves before the chosen one, which are then counted."""
    end = load32(GAME.rounds + E.n_rounds * 4)
    E.n_rounds += 1
    if E.target >= end:
        E.n_moves = end
        return 1
    return 0


def repeat(at: i32, done: i32, size: i32) -> None:
    """Fills memory up to a size with copies of its first bytes."""
    while done < size:
        copy(at + done, at, done if done * 2 <= size else size - done)
        done += done
