"""Records that several tests use: a won game and its text, and a strategy."""

from hypothesis import strategies as st

from dropfour.position import Position
from dropfour.record import RESULTS, Record, RecordedMove, RecordedScore, result_on_board
from strategies import ANY_TEXT, after, games, positions

WON = Record(
    {"Red": "Ada", "Yellow": "medium", "Date": "2026-11-15", "Event": "club"},
    moves=(
        RecordedMove(4, score=RecordedScore(1, is_exact=True)),
        RecordedMove(4),
        RecordedMove(5, "now two are open"),
        RecordedMove(1, "panic", RecordedScore(-0.5, is_exact=False)),
        RecordedMove(3),
        RecordedMove(2),
        RecordedMove(6),
    ),
    result="1-0",
    comment="first round",
)

WON_TEXT = """\
[Red "Ada"]
[Yellow "medium"]
[Date "2026-11-15"]
[Board "7x6"]
[Connect "4"]
[Objective "first-line"]
[Result "1-0"]
[Event "club"]

{first round} 1. 4 =+1 4 2. 5 {now two are open} 1 ~-0.5 {panic} 3. 3 2 4. 6 1-0
"""


def moves(*columns: int) -> tuple[RecordedMove, ...]:
    return tuple(RecordedMove(column) for column in columns)


SCORES = st.one_of(
    st.builds(RecordedScore, st.integers(-400, 400), st.booleans()),
    st.builds(
        RecordedScore, st.floats(allow_nan=False, allow_infinity=False), is_exact=st.just(False)
    ),
)
NAMES = st.one_of(st.sampled_from(("Red", "Yellow", "Date", "Termination")), st.just("x-Other_1"))


@st.composite
def records(draw: st.DrawFn) -> Record:
    """Games from the empty board, and positions with the one move that comes first in them."""
    if draw(st.booleans()):
        rules, columns = draw(games())
        start = Position(rules)
    else:
        start = draw(positions())
        columns = start.legal_columns[:1]
    remarked = draw(st.sets(st.integers(0, max(0, len(columns) - 1)), max_size=5))
    remarks = st.tuples(ANY_TEXT, st.one_of(st.none(), SCORES))
    played = [
        RecordedMove(column, *draw(remarks)) if i in remarked else RecordedMove(column)
        for i, column in enumerate(columns)
    ]
    final = after(start, columns)
    results = [result_on_board(final)] if final.is_over else RESULTS
    headers = draw(st.dictionaries(NAMES, ANY_TEXT))
    swapped = draw(st.sampled_from((None, "no", "yes")))
    if swapped and not start.ply and (played or swapped == "no"):
        headers["Swap"] = swapped
    return Record(headers, start, tuple(played), draw(st.sampled_from(results)), draw(ANY_TEXT))
