"""The report as one HTML file that needs nothing else: tables, a plot, and the games to play through."""

from dropfour.arena.page.page import report_page
from dropfour.arena.page.plot import rating_scale

__all__ = ["rating_scale", "report_page"]
