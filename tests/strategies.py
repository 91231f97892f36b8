"""Positions for tests: Hypothesis strategies, mostly of small boards, and seeded random games."""

from collections.abc import Iterable, Iterator
from random import Random

from hypothesis import strategies as st

import dropfour as d4
from dropfour import RED, YELLOW, Colour, InvalidPosition, Objective, Position, Rules
from dropfour.rules import MAX_CONNECT, MAX_SIDE, MIN_CONNECT

# Also characters that no file can hold.
ANY_TEXT = st.text(st.characters(categories=None), max_size=20)


@st.composite
def rules(draw: st.DrawFn) -> Rules:
    """Rules of every size, connect and objective; small boards on which lines fit are more frequent."""
    sides = st.one_of(st.integers(1, 8), st.integers(1, 8), st.integers(1, MAX_SIDE))
    connects = st.one_of(st.integers(MIN_CONNECT, 4), st.integers(MIN_CONNECT, MAX_CONNECT))
    return Rules(draw(sides), draw(sides), draw(connects), draw(st.sampled_from(Objective)))


@st.composite
def games(
    draw: st.DrawFn, of: st.SearchStrategy[Rules] | None = None
) -> tuple[Rules, tuple[int, ...]]:
    """Rules and the columns of a game from the empty board: legal, finished or not."""
    chosen = draw(rules() if of is None else of)
    length = draw(st.integers(0, chosen.cell_count))
    position, columns = Position(chosen), []
    for choice in draw(st.binary(min_size=length, max_size=length)):
        legal = position.legal_columns
        if not legal:
            break
        columns.append(legal[choice % len(legal)])
        position = position.play(columns[-1])
    return chosen, tuple(columns)


@st.composite
def positions(draw: st.DrawFn, of: st.SearchStrategy[Rules] | None = None) -> Position:
    """Positions of games, and set-up ones with any number of stones of either colour."""
    chosen, columns = draw(games(of))
    played = Position.from_moves(columns, chosen)
    if draw(st.booleans()):
        return played
    occupied = played.occupied_mask
    red = draw(st.integers(0, occupied)) & occupied
    to_move = draw(st.sampled_from((RED, YELLOW)))
    try:
        return Position.from_masks(red, occupied & ~red, chosen, to_move)
    except InvalidPosition:  # too many lines for FIRST_LINE
        return played


@st.composite
def damaged(draw: st.DrawFn, texts: st.SearchStrategy[str]) -> str:
    """Valid text with a piece replaced by something else, to test parsers."""
    text = draw(texts)
    start = draw(st.integers(0, len(text)))
    end = draw(st.integers(start, min(len(text), start + 8)))
    piece = st.one_of(
        st.text(max_size=3), st.sampled_from(("0", "1", "2", "9", "r", "\n", "\r", " "))
    )
    return text[:start] + draw(piece) + text[end:]


def late_positions(
    count: int, empty: int | range, rules: Rules | None = None, seed: int = 1
) -> Iterable[Position]:
    """Unfinished positions of random games with that many empty cells."""
    rules = rules or Rules()
    if isinstance(empty, int):
        empty = range(empty, empty + 1)
    plies = range(rules.cell_count - empty[-1], rules.cell_count - empty[0] + 1)
    return d4.random_positions(count, plies, rules=rules, seed=seed)


def random_moves(rules: Rules, chance: Random, plies: int | None = None) -> list[int]:
    """The columns of a random game to its end, or of its first *plies*."""
    position = Position(rules)
    columns: list[int] = []
    while position.legal_columns and len(columns) != plies:
        columns.append(chance.choice(position.legal_columns))
        position = position.play(columns[-1])
    return columns


def layers(rules: Rules) -> Iterator[set[Position]]:
    """The positions that games of *rules* reach, ply by ply."""
    layer = {Position(rules)}
    while layer:
        yield layer
        layer = {position.play(column) for position in layer for column in position.legal_columns}


def after(position: Position, columns: Iterable[int]) -> Position:
    """The position after moves in *columns*."""
    for column in columns:
        position = position.play(column)
    return position


def turned(position: Position, colour: Colour) -> Position:
    """The same stones with *colour* to move."""
    return Position.from_masks(position.red_mask, position.yellow_mask, position.rules, colour)


def winning_columns(position: Position) -> tuple[int, ...]:
    """The columns in which the side to move completes a line."""
    mover = position.to_move
    return tuple(c for c in position.legal_columns if position.play(c).has_line(mover))


def safe_columns(position: Position) -> list[int]:
    """The columns after which the opponent does not complete a line at once."""
    return [c for c in position.legal_columns if not winning_columns(position.play(c))]
