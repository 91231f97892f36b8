"""Sphinx settings."""

from pathlib import Path

import dropfour
from dropfour.web.site import write_site

project = "Dropfour"
author = "The Dropfour authors"
copyright = "2026, The Dropfour authors"
release = dropfour.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc"]
html_theme = "furo"
html_title = f"Dropfour {release}"
exclude_patterns = ["_build"]

# The page itself, at play/: the boards on these pages come from it.
_EXTRA = Path(__file__).parents[1] / "build" / "docs"
write_site(_EXTRA / "play")
html_extra_path = [str(_EXTRA)]
autodoc_member_order = "bysource"
autodoc_typehints = "description"
myst_heading_anchors = 3
nitpicky = False
