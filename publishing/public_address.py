"""Metadata that depends on where the repository is published: project URLs and the long description.

The address is one setting, ``public-address`` under ``[tool.dropfour]`` in pyproject.toml. Links and
images of README.md are relative; with an address, they become absolute in the long description.
scikit-build-core calls `dynamic_metadata` for each field.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
_LINK = re.compile(
    r"(?P<image>!?)(?P<text>\[(?:[^\[\]]|\[[^\[\]]*\]\([^()]*\))*\])\((?P<target>[^()\s]+)\)"
)
_IMAGES = (".gif", ".png", ".svg")


def dynamic_metadata(field: str, settings: dict[str, Any], project: Any = None) -> Any:
    """Return the value of ``readme`` or ``urls``."""
    address = public_address()
    if field == "urls":
        return project_urls(address)
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    return {"content-type": "text/markdown", "text": long_description(text, address)}


def public_address() -> str:
    """Return the address of the repository without a slash at the end; empty if it is not known yet."""
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return str(settings["tool"]["dropfour"]["public-address"]).rstrip("/")


def project_urls(address: str) -> dict[str, str]:
    """Return the project URLs, none without an address."""
    if not address:
        return {}
    return {
        "Source": address,
        "Documentation": f"{address}/blob/main/docs/index.md",
        "Changelog": f"{address}/blob/main/CHANGELOG.md",
        "Issues": f"{address}/issues",
    }


def long_description(text: str, address: str) -> str:
    """Return *text* with links and images that are relative made absolute."""

    def absolute(match: re.Match[str]) -> str:
        inner = _LINK.sub(absolute, match["text"][1:-1])
        target = match["target"]
        if not re.match(r"[a-z]+:|#|//", target):
            is_image = match["image"] or target.endswith(_IMAGES)
            target = f"{address}/{'raw' if is_image else 'blob'}/main/{target}"
        return f"{match['image']}[{inner}]({target})"

    return _LINK.sub(absolute, text) if address else text
