"""HTML pages and reports: one environment for all templates, which escapes every value."""

from pathlib import Path
from typing import Any

import jinja2

__all__ = ["rendered"]


def rendered(template: str, **values: Any) -> str:
    """A template of this folder, filled with values. Raises jinja2.UndefinedError for a name that has none."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).parent), autoescape=True, trim_blocks=True, lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )  # fmt: skip
    return environment.get_template(template).render(values)
