"""The report as one HTML file that needs nothing else: tables, a plot, and the games to play through."""

from dropfour.arena.page.page import report_page

__all__ = ["report_page"]
