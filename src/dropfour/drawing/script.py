"""The page's own board for documents that load nothing: notebooks and reports contain its source."""

from __future__ import annotations

import json
import re
from pathlib import Path

from dropfour.words import ENGLISH, words_of

_STYLES = Path(__file__).parents[1] / "web" / "static" / "css"
_IMPORT = re.compile(r"^import [^;]* from '([^']+)';\n", re.MULTILINE)


def bundle(module: Path) -> str:
    """Return a JavaScript module together with all modules that it imports, as one module.

    They share one scope, so no two of them may declare the same name at their top level. The words of a
    board are in it, too.
    """
    sources: dict[Path, str] = {}

    def add(path: Path) -> None:
        if path in sources:
            return
        text = path.read_text(encoding="utf-8")
        sources[path] = ""  # under way
        for name in _IMPORT.findall(text):
            add((path.parent / name).resolve())
        del sources[path]  # after what it imports
        sources[path] = _IMPORT.sub("", text)

    add(module.resolve())
    words = {part: words_of(ENGLISH, part) for part in ("board", "page")}
    return "\n".join(sources.values()).replace(
        "const parts = {};", f"const parts = {json.dumps(words)};"
    )


def board_styles(*more: str) -> str:
    """Return the style sheets of a board and its themes, and others of the page by name."""
    return "".join(
        (_STYLES / f"{name}.css").read_text(encoding="utf-8") for name in ("themes", "board", *more)
    )
