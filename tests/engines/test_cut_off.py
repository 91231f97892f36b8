"""A search that ends at any moment claims nothing but what is proven, on every board."""

from hypothesis import given, settings
from hypothesis import strategies as st

from dropfour import Limits, Position, Rules, Solver, Stop
from dropfour.engines.proof import ColumnScore
from dropfour.scores import ScoreRange, best_range, finished_score, score_limits
from strategies import positions

# Boards that no search here exhausts as well: nothing but short wins and losses is proven on them.
LARGE = st.sampled_from([Rules(8, 7), Rules(9, 7), Rules(9, 7, 5), Rules(10, 8), Rules(20, 20)])


def played_out(position: Position, plies: int) -> ScoreRange:
    """Return what playing out the next *plies* proves, by the rules alone: the score of a game that ends
    within them, and for others that it does not end so soon."""
    if position.is_over:
        score = finished_score(position)
        return ScoreRange(score, score)
    if plies == 0:
        return score_limits(position)
    children = [-played_out(position.play(column), plies - 1) for column in position.legal_columns]
    return ScoreRange(max(each.low for each in children), max(each.high for each in children))


def agree(claimed: ScoreRange, proven: ScoreRange) -> bool:
    """Return whether there is a score within both."""
    both = claimed & proven
    return both.low <= both.high


@settings(max_examples=settings().max_examples // 2)
@given(
    position=st.one_of(positions(), positions(LARGE)),
    nodes=st.integers(1, 3000),
    columns=st.integers(1, 20),
)
def test_a_search_that_is_cut_off_claims_only_what_is_proven(
    position: Position, nodes: int, columns: int
) -> None:
    if position.is_over:
        return
    stop, seen = Stop(), dict[int, ScoreRange]()
    conclusions: list[ScoreRange] = []

    def on_column(found: ColumnScore) -> None:
        seen[found.column] = found.range
        conclusions.append(best_range(position, seen))
        if len(seen) == columns:
            stop.set()

    limits = Limits(nodes=nodes, stop=stop)
    analysis = Solver(position.rules, table_mib=1).analyse(
        position, limits=limits, on_column=on_column
    )
    assert tuple(analysis.columns) == position.legal_columns
    empty = position.rules.cell_count - position.ply
    plies = empty if empty <= 7 else 2
    truth = played_out(position, plies)
    for claimed in (*conclusions, analysis.range):
        assert agree(claimed, truth)
    for column, claimed in analysis.columns.items():
        assert agree(claimed, -played_out(position.play(column), plies - 1))
    # The best column decides, whether it is proven or not.
    assert analysis.range.low == max(known.low for known in analysis.columns.values())
    assert analysis.range.high == max(known.high for known in analysis.columns.values())
