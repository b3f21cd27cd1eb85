"""The reference site: `python -m tools.reference.site FOLDER`, or `make docs`.

Writes Markdown for mkdocs-material and turns it into HTML: a page for every ludeme and every enumeration, made from the
code, and the guides of docs/. The pages are built from what the code says now; every example is loaded and played, and
a page whose example fails ends the build. Each version has a folder of its own in html/, beside those that were built
there before, and html/index.html lists them. Needs `pip install 'ludparse[docs]'`; `--markdown` does without.
"""

from __future__ import annotations

import argparse
import html
import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from ludparse import _MODULES
from ludparse.exporters.authoring.language.pages import enumerations, ludemes, page_of
from ludparse.exporters.terminal.output import Progress
from ludparse.problems.errors import LudError

from .site_pages import enumeration_page, ludeme_page, played, sections, slug

__all__ = ["main", "write_markdown"]

_ROOT = Path(__file__).resolve().parents[2]
_GUIDES = (
    ("Guide", "guide.md"),
    ("Commands", "commands.md"),
    ("Checking descriptions", "checking.md"),
    ("Warnings", "warnings.md"),
    ("Why a move is legal", "why.md"),
    ("Which rules ever happen", "cover.md"),
    ("Expectations", "expectations.md"),
    ("Editors", "editors.md"),
    ("Search", "search.md"),
    ("Speed", "speed.md"),
    ("Statistics", "statistics.md"),
    ("Environments", "environments.md"),
    ("Data sets", "dataset.md"),
    ("Similar games", "laboratory.md"),
    ("Partial descriptions", "completing.md"),
    ("The designer's report", "report.md"),
    ("All games as a table", "table.md"),
    ("A network that learns", "learning.md"),
    ("Clusters", "clusters.md"),
    ("Pictures", "pictures.md"),
    ("Pages", "pages.md"),
    ("Concepts", "concepts.md"),
    ("Differences from Ludii", "differences.md"),
    ("WebAssembly", "low.md"),
    ("Limits", "limits.md"),
    ("Machines", "machines.md"),
    ("Glossary", "glossary.md"),
)
_INNER = (
    ("Architecture", "architecture.md"),
    ("Lowering", "lowering.md"),
    ("The program of rules", "program.md"),
    ("Descriptions judged", "described.md"),
)

_CONFIG = """\
site_name: ludparse
site_description: The language of Ludii's descriptions, ludeme by ludeme
docs_dir: docs
site_dir: html/VERSION
extra: {version: {provider: mike}}
use_directory_urls: false
extra_css: [extra.css]
theme:
  name: material
  font: false
  features: [navigation.prune, navigation.indexes, navigation.top, content.code.copy, search.suggest]
  palette:
    - scheme: default
      media: "(prefers-color-scheme: light)"
      toggle: {icon: material/weather-night, name: Dark}
    - scheme: slate
      media: "(prefers-color-scheme: dark)"
      toggle: {icon: material/weather-sunny, name: Light}
markdown_extensions:
  - admonition
  - attr_list
  - tables
  - toc: {permalink: true}
  - pymdownx.details
  - pymdownx.highlight
  - pymdownx.superfences
plugins:
  - search
  - offline
  - mkdocstrings:
      handlers:
        python:
          paths: [PACKAGE]
          options:
            docstring_style: null
            filters: public
            heading_level: 2
            inherited_members: true
            members_order: source
            separate_signature: true
            merge_init_into_class: true
            show_root_heading: false
            show_root_toc_entry: false
            show_signature_annotations: true
            show_source: false
            show_submodules: false
validation: {links: {not_found: warn, anchors: warn}}
nav:
"""

_STYLE = """\
/* Long forms of ludemes are broken instead of hidden, and words of tables are not. */
.md-typeset pre > code { white-space: pre-wrap; }
.md-typeset td:first-child code { white-space: nowrap; word-break: normal; }
"""


def write_markdown(folder: Path, *, quiet: bool = False) -> int:
    """Writes mkdocs.yml and docs/ into a folder, which is emptied of them first. Returns the number of pages.

    Raises LudError for an example that cannot be loaded or played, with the ludeme's name in front of the message.
    """
    docs = folder / "docs"
    shutil.rmtree(docs, ignore_errors=True)
    for name in ("ludemes", "enumerations", "guides"):
        (docs / name).mkdir(parents=True)
    progress = Progress("pages", len(ludemes()), quiet=quiet)
    for number, cls in enumerate(ludemes(), 1):
        page, example = page_of(cls), page_of(cls).example
        try:
            (docs / "ludemes" / f"{slug(cls)}.md").write_text(ludeme_page(cls), encoding="utf-8")
            assert example is not None
            (docs / "ludemes" / f"{slug(cls)}.svg").write_text(played(example.game).svg, encoding="utf-8")
        except LudError as problem:
            problem.message = f"the example of {page.title}: {problem.message}"
            raise
        progress(number)
    progress.end()
    for enum in enumerations():
        (docs / "enumerations" / f"{slug(enum)}.md").write_text(enumeration_page(enum), encoding="utf-8")
    nav = ["  - Home: index.md\n", *_write_guides(docs), *_write_interface(docs), *_write_sections(docs)]
    (docs / "extra.css").write_text(_STYLE, encoding="utf-8")
    (docs / "index.md").write_text(_index(), encoding="utf-8")
    config = _CONFIG.replace("PACKAGE", json.dumps(str(_ROOT))).replace("VERSION", version("ludparse"))
    (folder / "mkdocs.yml").write_text(config + "".join(nav), encoding="utf-8")
    return len(list(docs.rglob("*.md")))


def write_versions(folder: Path) -> list[str]:
    """Writes the page of all versions whose folders are there, newest first, and the list that their pages choose from
    (versions.json, which mkdocs-material reads). Returns the versions."""
    found = sorted((path.parent.name for path in folder.glob("*/index.html")), key=_numbers, reverse=True)
    rows = [{"version": name, "title": name, "aliases": ["latest"] if name == found[0] else []} for name in found]
    (folder / "versions.json").write_text(json.dumps(rows), encoding="utf-8")
    links = "".join(f'<li><a href="{html.escape(name)}/index.html">{html.escape(name)}</a></li>' for name in found)
    page = f"<!doctype html><html lang=en><meta charset=utf-8><title>ludparse</title><h1>ludparse</h1><ul>{links}</ul>"
    (folder / "index.html").write_text(page, encoding="utf-8")
    return found


def _numbers(name: str) -> list[tuple[int, str]]:
    """1.10 comes after 1.9, and 1.0 after 1.0rc1."""
    return [*((int(digits or -1), word) for digits, word in re.findall(r"(\d+)|([a-z]+)", name)), (0, "")]


def _write_sections(docs: Path) -> Iterator[str]:
    """A page for each section of ludemes and one for all enumerations; the lines of the navigation."""
    yield "  - Ludemes:\n"
    for name, classes in sections().items():
        rows = [f"| [`{_cell(page_of(cls).title)}`](ludemes/{slug(cls)}.md) | {_first(page_of(cls).meaning)} |"
                for cls in classes]  # fmt: skip
        file = f"section-{_file_name(name)}.md"
        head = [f"# {name[:1].upper()}{name[1:]}", "", "| ludeme | meaning |", "|---|---|"]
        (docs / file).write_text("\n".join([*head, *rows, ""]), encoding="utf-8")
        yield f"    - {json.dumps(name)}:\n      - {file}\n"
        for cls in classes:
            yield f"      - {json.dumps(page_of(cls).title, ensure_ascii=False)}: ludemes/{slug(cls)}.md\n"
    yield "  - Enumerations:\n    - enumerations.md\n"
    names = sorted(enumerations(), key=slug)
    lines = [f"- [{slug(enum)}](enumerations/{slug(enum)}.md)" for enum in names]
    (docs / "enumerations.md").write_text("\n".join(["# Enumerations", "", *lines, ""]), encoding="utf-8")
    for enum in names:
        yield f"    - {slug(enum)}: enumerations/{slug(enum)}.md\n"


def _write_interface(docs: Path) -> Iterator[str]:
    """A page for each module that `import ludparse` offers, made from docstrings; the navigation."""
    (docs / "python").mkdir()
    yield "  - Python:\n"
    for name in ("ludparse", *(f"ludparse.{module}" for module in _MODULES)):
        (docs / "python" / f"{name}.md").write_text(f"# {name}\n\n::: {name}\n", encoding="utf-8")
        yield f"    - {name}: python/{name}.md\n"


def _write_guides(docs: Path) -> Iterator[str]:
    """Copies the guides of docs/, without links to files that are not part of the site; the navigation."""
    source = _ROOT / "docs"
    for folder, title in (("course", "Course"), ("cookbook", "Cookbook")):
        if (source / folder).is_dir():
            yield f"  - {title}:\n"
            (docs / "guides" / folder).mkdir()
            for path in sorted((source / folder).iterdir(), key=lambda path: (path.stem != "README", path.name)):
                text = path.read_text(encoding="utf-8")
                if path.suffix == ".md":
                    (docs / "guides" / folder / path.name).write_text(_without_links_out(text, path), encoding="utf-8")
                    heading = text.split("\n", 1)[0].lstrip("# ")
                    yield f"    - {json.dumps(heading, ensure_ascii=False)}: guides/{folder}/{path.name}\n"
                elif path.suffix == ".svg":
                    (docs / "guides" / folder / path.name).write_text(text, encoding="utf-8")
    for section, pages in (("Guides", _GUIDES), ("How it works", _INNER)):
        yield f"  - {section}:\n"
        for title, name in pages:
            if (source / name).exists():
                text = (source / name).read_text(encoding="utf-8")
                (docs / "guides" / name).write_text(_without_links_out(text, source / name), encoding="utf-8")
                yield f"    - {json.dumps(title)}: guides/{name}\n"


def _without_links_out(text: str, path: Path) -> str:
    """A page of docs/ in which links that leave docs/ are plain text, since their files are not part of the site."""

    def plain(found: re.Match[str]) -> str:
        target = found[3].partition("#")[0]
        inside = not target or (path.parent / target).resolve().is_relative_to(_ROOT / "docs")
        known = (path.parent / target).suffix in ("", ".md", ".svg") or not target
        return found[0] if re.match(r"https?:", found[3]) or (inside and known) else found[2]

    return re.sub(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)", plain, text)


def _index() -> str:
    lines = [
        "# The language, ludeme by ludeme",
        "",
        f"{len(ludemes())} ludemes and {len(enumerations())} enumerations. Every page is made from the code, and every",
        "example was loaded and played when the page was built.",
        "",
        "To learn the language, begin with [the course](guides/course/README.md) and look things up in",
        "[the cookbook](guides/cookbook/README.md).",
        "",
        "| section | ludemes |",
        "|---|---|",
    ]
    rows = [f"| [{name}](section-{_file_name(name)}.md) | {len(classes)} |" for name, classes in sections().items()]
    return "\n".join([*lines, *rows, "| [enumerations](enumerations.md) | |", ""])


def _first(text: str) -> str:
    return _cell(html.escape(" ".join(re.split(r"\n\s*\n", text)[0].split())))


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _file_name(section: str) -> str:
    return re.sub(r"[^a-z]+", "-", section.lower()).strip("-")


def main(arguments: Sequence[str] | None = None) -> int:
    """Builds the site; the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.reference.site", description=__doc__.split("\n\n")[1]
    )
    parser.add_argument("folder", type=Path, help="where it is written: mkdocs.yml, docs/ and html/")
    parser.add_argument("--markdown", action="store_true", help="write the Markdown only")
    args = parser.parse_args(arguments)
    if not args.markdown and find_spec("material") is None:
        print("mkdocs-material is needed: pip install 'ludparse[docs]' (or --markdown)", file=sys.stderr)
        return 1
    try:
        pages = write_markdown(args.folder)
    except LudError as problem:
        print(problem, file=sys.stderr)
        return 1
    print(f"{pages} pages of Markdown in {args.folder / 'docs'}")
    if args.markdown:
        return 0
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--config-file"]
    done = subprocess.run([*command, str(args.folder / "mkdocs.yml")], check=False)
    if done.returncode == 0:
        versions = write_versions(args.folder / "html")
        print(f"the site begins at {args.folder / 'html' / 'index.html'} (versions: {', '.join(versions)})")
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
