"""How an engine feels: an emoji and a word from its own estimate (document 002)."""

from __future__ import annotations

import math

from dropfour.engines.engine import Mood, Score

# From the worst to the best.
MOODS = (
    Mood("😭", "desperate"),
    Mood("😟", "worried"),
    Mood("😕", "uneasy"),
    Mood("😐", "calm"),
    Mood("🙂", "hopeful"),
    Mood("😄", "delighted"),
    Mood("😎", "triumphant"),
)

# What is much on the scale of each evaluation: two thirds of the way from calm to the end.
_MUCH = {
    "cells": 25.0,
    "convolution": 60.0,
    "lines": 30.0,
    "parity": 60.0,
    "playouts": 0.5,
    "streaks": 8.0,
    "threats": 60.0,
}
_MUCH_BY_DEFAULT = 50.0


def mood_of(score: Score) -> Mood:
    """Return the mood that *score* makes; a proven win or loss is felt to the full."""
    middle = len(MOODS) // 2
    if score.is_exact:
        return MOODS[middle + middle * ((score.value > 0) - (score.value < 0))]
    share = math.tanh(score.value / _MUCH.get(score.scale, _MUCH_BY_DEFAULT))
    return MOODS[middle + round(share * middle)]
