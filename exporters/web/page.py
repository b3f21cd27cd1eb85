"""Writes the page of a game: one file that holds everything, or a file beside shared scripts."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from ..templates import rendered

if TYPE_CHECKING:
    from .bundle import Bundle

__all__ = ["BUILT", "LINKED_POLICY", "Table", "built", "data_text", "page_html", "render"]

BUILT = Path(__file__).parent / "built"
"""What is built from `web/`: scripts and styles."""



@dataclass(frozen=True)
class Table:
    """Numbers about a game, as rows of a name and a value."""

    title: str
    rows: Sequence[tuple[str, str]]
    note: str = ""


@cache
def built(name: str) -> str:
    """A built script or style by its file name, such as `page.js`."""
    return (BUILT / name).read_text(encoding="utf-8")


_ICON = "data:image/svg+xml," + quote(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="#cbb48d"/>'
    '<circle cx="12" cy="12" r="8" fill="#23201b"/>'
    '<circle cx="21" cy="21" r="8" fill="#fffdf8" stroke="#23201b"/></svg>'
)
"""A black stone and a white one."""
_ABOUT = 200  # letters of what a preview of a link says


def _about(bundle: Bundle) -> str:
    """What a game is, in a sentence or two: its description, or the beginning of the author's rules."""
    told = [*bundle.data["about"], *bundle.data["variants"][0]["told"]]
    text = " ".join(told[0].split()) if told else ""
    return text if len(text) <= _ABOUT else f"{text[:_ABOUT].rsplit(' ', 1)[0]} …"


def data_text(data: Any) -> str:
    """Data as JSON that can stand in a `<script>` element: nothing in it can end the element or begin a comment."""
    text = json.dumps(data, ensure_ascii=True, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def render(template: str, **values: Any) -> str:
    """A template with values, which are escaped."""
    from ..pictures.theme import viewer_style  # slow to import

    return rendered(template, viewer_style=viewer_style(), icon=_ICON, **values)


def page_html(
    bundle: Bundle, *, assets: str | None = None, home: str = "", edit: str = "", tables: Sequence[Table] = (),
    image: str = "",
) -> str:
    """The page of a game. assets: where the scripts lie, relative to the page; None puts them into the page, which then
    needs no other file and no server. home: the address of the list of games, edit: where the
    description can be changed, if there is such a place. image: the whole address of a picture, for previews of links.
    """
    from .bundle import packed  # slow to import

    inline = assets is None
    script, style = (_inline(name) if inline else "" for name in ("page.js", "style.css"))
    return render(
        "game.html.jinja",
        name=bundle.name,
        about=_about(bundle),
        image=image,
        policy=_policy(_digest(script)) if inline else LINKED_POLICY,
        data=packed(json.dumps(bundle.data, separators=(",", ":")).encode()),
        assets=assets or "",
        home=home,
        tables=tables,
        live=False,
        edit=edit,
        script_text=script,
        style_text=style,
    )


def _inline(name: str) -> str:
    text = built(name).strip()
    for end in ("</script", "</style", "<!--"):
        if end in text.lower():
            raise ValueError(f"{name} holds {end!r}, so that it cannot stand in a page")
    return text


def _policy(script: str) -> str:
    """The content security policy: only our own scripts run, and nothing is loaded from elsewhere."""
    return (
        f"default-src 'none'; script-src {script} 'wasm-unsafe-eval'; worker-src blob:; "
        "style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'"
    )


def _digest(script: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"


LINKED_POLICY = _policy("'self'")
"""The content security policy of pages whose scripts are files beside them."""
