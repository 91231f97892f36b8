"""The tables of people with ratings, their devices and the games that were rated."""

from __future__ import annotations

import sqlalchemy as sa

from dropfour.database import METADATA

PEOPLE = sa.Table(
    "people",
    METADATA,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("name", sa.String(80), nullable=False),
    # The claimed name in the form that is compared; names that games give are not claimed.
    sa.Column("claimed", sa.String(80), unique=True),
    sa.Column("rating", sa.Float, nullable=False, index=True),
    sa.Column("deviation", sa.Float, nullable=False),
    sa.Column("volatility", sa.Float, nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
    sa.Column("rated_at", sa.String(32), nullable=False),
    sa.Column("link_hash", sa.String(64), index=True),
    sa.Column("link_until", sa.String(32)),
)
DEVICES = sa.Table(
    "people_devices",
    METADATA,
    sa.Column("visitor", sa.String(64), primary_key=True),
    sa.Column("person", sa.String(16), nullable=False, index=True),
)
RATED = sa.Table(
    "people_games",
    METADATA,
    sa.Column("game", sa.String(16), primary_key=True),
    sa.Column("red", sa.String(16), nullable=False),
    sa.Column("yellow", sa.String(16), nullable=False),
    sa.Column("red_before", sa.Float, nullable=False),
    sa.Column("red_after", sa.Float, nullable=False),
    sa.Column("yellow_before", sa.Float, nullable=False),
    sa.Column("yellow_after", sa.Float, nullable=False),
    sa.Column("rated_at", sa.String(32), nullable=False),
)
