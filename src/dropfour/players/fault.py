"""Fault: what a player did that loses it the game."""

from __future__ import annotations


class Fault(Exception):
    """A player crashed, hung, moved illegally or talked nonsense; the message says which, and is kept
    as the reason of the forfeit."""
