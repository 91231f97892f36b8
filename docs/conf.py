"""Sphinx settings."""

import dropfour

project = "Dropfour"
author = "The Dropfour authors"
copyright = "2026, The Dropfour authors"
release = dropfour.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc"]
html_theme = "furo"
html_title = f"Dropfour {release}"
exclude_patterns = ["_build"]
autodoc_member_order = "bysource"
autodoc_typehints = "description"
myst_heading_anchors = 3
nitpicky = False
