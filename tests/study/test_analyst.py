"""One analyst serves many threads, and does not search again what is proven."""

from concurrent.futures import ThreadPoolExecutor

from dropfour import Limits, Position, Rules, analyse
from dropfour.engines.proof import ColumnScore
from dropfour.study.analyst import Analyst

ENDING = Position.from_moves("7157463736657141122342567712")


def test_threads_share_an_analyst() -> None:
    analyst = Analyst(table_mib=2)
    positions = [Position(Rules(4, 4)), Position(Rules(5, 4)), ENDING] * 4
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(lambda position: analyst.analyse(position, Limits()), positions))
    for position, analysis in zip(positions, found, strict=True):
        assert analysis.scores == analyse(position).scores


def test_only_what_is_proven_is_remembered_and_reported_again() -> None:
    analyst = Analyst(table_mib=2)
    assert analyst.known(ENDING) is None
    first = analyst.analyse(ENDING, Limits())
    columns: list[ColumnScore] = []
    assert analyst.analyse(ENDING, Limits(), on_column=columns.append) == first
    assert {each.column: each.range for each in columns} == first.columns
    analyst = Analyst(table_mib=2)
    hard = Position(Rules(12, 12))
    assert not analyst.analyse(hard, Limits(nodes=10)).is_exact
    assert analyst.known(hard) is None
