"""The page: play and study in the browser, and the JSON API behind it. Needs the extra ``web``."""

from dropfour.extras import needed_by as _needed_by

with _needed_by("the server", "web"):
    import fastapi as _fastapi  # noqa: F401
    import prometheus_client as _prometheus_client  # noqa: F401
    import segno as _segno  # noqa: F401
    import sqlalchemy as _sqlalchemy  # noqa: F401

from dropfour.web.app import create_app
from dropfour.web.settings import Settings

__all__ = ["Settings", "create_app"]
