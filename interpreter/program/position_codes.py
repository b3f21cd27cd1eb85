"""Types of sites as programs number them, and positions of pieces as numbers: site, level and type of site, as the
lists of positions hold them.

A code is `((level << b) + site) << 2 | type`, where b is the number of bits that the greatest number of a site takes.
Lists of games with one type of site and without stacks hold plain sites instead.
"""

from __future__ import annotations

__all__ = ["LETTERS", "TYPE_BITS", "code_of", "position_of", "site_bits"]

LETTERS = "cve"
"""Cells, vertices, edges: the letters that fields about sites of a type end in, each at the number that actions and
codes have for the type. (Boards have another order within `interpreter/board`: vertices, edges, cells.)"""

TYPE_BITS = 2


def site_bits(sites: int) -> int:
    """The bits that hold a site, where there are so many of the type with the most. (In C: `site_bits`.)"""
    return max(1, (sites - 1).bit_length())


def code_of(site: int, level: int, kind: int, sites: int) -> int:
    """The code of a position. kind: the number of the type. sites: see `site_bits`."""
    return ((level << site_bits(sites)) + site) << TYPE_BITS | kind


def position_of(code: int, sites: int) -> tuple[int, int, int]:
    """Site, level and type of a code."""
    bits, rest = site_bits(sites), code >> TYPE_BITS
    return rest & (1 << bits) - 1, rest >> bits, code & (1 << TYPE_BITS) - 1
