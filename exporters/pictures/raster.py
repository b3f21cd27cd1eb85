"""Pictures as PNG, by resvg (the extra `pictures`)."""

from __future__ import annotations

from .theme import WOOD

__all__ = ["PictureError", "png_of"]

_WIDEST = 8192


class PictureError(Exception):
    """A picture cannot be made: what it needs is not installed."""


def png_of(document: str, *, width: int | None = None, paper: str = WOOD.paper) -> bytes:
    """An SVG document of this package as PNG.

    width: in pixels, at most 8192; by default that of the document. paper: the colour around the board, as of a theme.
    Raises PictureError if the extra is missing, ValueError for another width, and for a theme that follows its viewer.
    """
    if not paper.startswith("#"):
        raise ValueError("a PNG or GIF is light or dark: only a browser can follow its viewer")
    if width is not None and not 1 <= width <= _WIDEST:
        raise ValueError(f"a picture can be 1 to {_WIDEST} pixels wide, not {width}")
    try:
        import resvg_py
    except ImportError:
        raise PictureError("PNG needs resvg-py: pip install 'ludparse[pictures]'") from None
    return bytes(resvg_py.svg_to_bytes(svg_string=document, background=paper, width=width))
