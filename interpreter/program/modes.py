"""In which way moves are pushed, as the intrinsics of modes say it."""

FULL, COUNT, CHOOSE, PROBE = 0, 1, 2, 3
"""Ways of pushing moves: build them, count them, build the chosen one, ask whether there is one to a site."""
EVERY, ANY = -1, 1
"""How far COUNT and FULL go: to the last move, or at least until there is one."""
TO_SITE = -2
"""FULL with the aim TO_SITE - n: moves to other sites than n may be left out."""
