"""Exit codes that more than one command uses."""

from __future__ import annotations

INTERRUPTED = 130  # what shells report for a program that Ctrl+C ended: 128 + SIGINT
