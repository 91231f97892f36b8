"""The page: play and study in the browser, and the JSON API behind it. Needs the extra ``web``."""

from dropfour.web.app import create_app
from dropfour.web.settings import Settings

__all__ = ["Settings", "create_app"]
