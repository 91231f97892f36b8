"""Sphinx settings."""

import importlib
import sys
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

import dropfour
from dropfour.web.page.site import write_site

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE / "extensions"))

project = "Dropfour"
author = "The Dropfour authors"
copyright = "2026, The Dropfour authors"
release = dropfour.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_click", "board", "commands", "openapi"]
html_theme = "furo"
html_title = f"Dropfour {release}"
html_static_path = ["static"]
html_css_files = ["docs.css"]
html_js_files = ["docs.js"]
html_logo = html_favicon = "../src/dropfour/web/static/icon.svg"
exclude_patterns = ["_build", "extensions", "static"]

# The page itself, at play/: the boards on these pages come from it.
_EXTRA = HERE.parent / "build" / "docs"
write_site(_EXTRA / "play")
html_extra_path = [str(_EXTRA)]

autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
python_maximum_signature_line_length = 88
default_role = "py:obj"
myst_enable_extensions = ["attrs_block", "colon_fence"]
myst_heading_anchors = 3

# Names are documented as users import them: dropfour.Analysis, not dropfour.engines.proof.Analysis.
_PACKAGES = (
    "dropfour",
    *(f"dropfour.{name}" for name in ("engines", "players", "study", "puzzles")),
)


def _public_name(app: Sphinx, env: Any, node: Any, content: nodes.Node) -> nodes.Node | None:
    name = node.get("reftarget", "").rpartition(".")[2]
    for package in _PACKAGES:
        if node.get("refdomain") == "py" and name in importlib.import_module(package).__all__:
            target = f"{package}.{name}"
            domain, page = env.get_domain("py"), node.get("refdoc", env.docname)
            return domain.resolve_xref(env, page, app.builder, "obj", target, node, content)
    return None


def setup(app: Sphinx) -> None:
    app.connect("missing-reference", _public_name)
