from __future__ import annotations

import io
import json
import re
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import pytest
from rich.console import Console

from dropfour.arena.game import Fixture, PlayedGame
from dropfour.arena.plan import make_plan
from dropfour.arena.rating.regret import RegretWork, judge_games
from dropfour.arena.report.page import report_page
from dropfour.arena.report.plot import rating_scale
from dropfour.arena.report.progress import ProgressDisplay
from dropfour.arena.report.standings import Report, as_json, format_report, make_report
from dropfour.engines.exact import analyse
from dropfour.game import Ending, Result
from dropfour.moves import format_moves
from dropfour.position import RED, YELLOW, Position
from dropfour.rules import Rules
from web.needs import need_chromium

NASTY = "</script><img src=x onerror=alert(1)>"


def a_report(names: tuple[str, ...] = ("a", "b", "c"), games: int = 12) -> Report:
    plan = make_plan({"player": [{"name": name, "spec": "random"} for name in names]})
    results = (
        Result(RED, Ending.LINE),
        Result(YELLOW, Ending.LINE),
        Result(None, Ending.FULL_BOARD),
        Result(RED, Ending.FORFEIT, f"b {NASTY}"),
    )
    played = []
    for number in range(1, games + 1):
        red, yellow = names[number % len(names)], names[(number + 1) % len(names)]
        fixture = Fixture(number, number, red, yellow, "44", 0)
        played.append(PlayedGame(fixture, "4455", results[number % 4]))
    return make_report("A cup & more", plan.as_dict(), games, played, notices=("so be it",))


def test_the_standings_add_up() -> None:
    report = a_report()
    assert sum(one.points for one in report.standings) == 12
    assert sum(one.games for one in report.standings) == 24
    for one in report.standings:
        assert one.games == one.wins + one.draws + one.losses
        against = [each for (name, _), each in report.crosstable.items() if name == one.name]
        assert sum(each.points for each in against) == one.points
    rated = [one.elo.value for one in report.standings]
    assert rated == sorted(rated, key=lambda value: -(value or 0))


def test_json_is_complete_and_strict() -> None:
    report = as_json(a_report())
    text = json.dumps(report, allow_nan=False)
    again = json.loads(text)
    assert again["games_played"] == len(again["games"]) == 12
    assert {one["player"] for one in again["standings"]} == {"a", "b", "c"}
    assert [one["place"] for one in again["standings"]] == [1, 2, 3]
    assert again["games"][0]["moves"] == "4455"
    assert again["notices"] == ["so be it"]


@pytest.mark.parametrize("games", [0, 1])
def test_too_few_games_are_reported(games: int) -> None:
    report = a_report(games=games)
    assert all(one.elo.margin is None for one in report.standings)
    text = format_report(report)
    assert "too few games" in text
    assert "inf" not in text
    assert "nan" not in text
    json.dumps(as_json(report), allow_nan=False)
    assert "too few games" in report_page(report, Rules())


def test_the_scale_holds_all_intervals_in_few_round_steps() -> None:
    report = a_report(games=60)
    scale = rating_scale(report.standings)
    assert scale is not None
    low, high, step = scale
    for one in report.standings:
        assert one.elo.value is not None
        margin = one.elo.margin or 0.0
        assert low <= one.elo.value - margin < one.elo.value + margin <= high
    assert 1 <= round((high - low) / step) <= 9
    assert rating_scale(a_report(games=0).standings) is None


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.sources: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.sources += [value or "" for name, value in attrs if name in ("src", "href", "onerror")]


def test_the_page_is_complete_and_loads_nothing() -> None:
    page = report_page(a_report((NASTY, "b", "c")), Rules())
    parsed = _Page()
    parsed.feed(page)
    assert parsed.sources == []
    assert "img" not in parsed.tags
    assert parsed.tags.count("script") == 2
    assert parsed.tags.count("circle") == 3  # the plot
    assert "http" not in re.sub(r"http-equiv|http://www.w3.org/2000/svg", "", page)
    (data,) = re.findall(r'id="data">(.*?)</script>', page)
    assert len(json.loads(data)["games"]) == 12
    assert json.loads(data)["games"][0]["red"] in (NASTY, "b", "c")
    assert "default-src 'none'" in page
    assert "A cup &amp; more" in page


def test_the_page_works_in_a_browser(tmp_path: Path) -> None:
    chromium = need_chromium()
    path = tmp_path / "report.html"
    path.write_text(report_page(a_report((NASTY, "b", "c")), Rules()), encoding="utf-8")
    options = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        f"--user-data-dir={tmp_path / 'user'}",
    ]
    command = [chromium, *options, "--dump-dom", path.as_uri()]
    shown = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    board = re.findall(r'<svg id="board".*?</svg>', shown, re.DOTALL)[0]
    assert (
        board.count("<circle") == 42 + 2 + 2
    )  # holes, the opening's stones, a ring, the last stone
    assert re.search(r'<strong id="who">[^<]+\(red\)', shown)
    assert shown.count("<option") == 12 + 1 + 3 + 1 + 3  # games, players and endings, with "all"
    assert "Ply 2 of 4, the end of the opening" in shown
    assert "<img" not in shown


def test_progress_is_shown_on_a_terminal_only() -> None:
    report = a_report()
    for is_terminal in (True, False):
        stream = io.StringIO()
        console = Console(file=stream, force_terminal=is_terminal, width=80)
        with ProgressDisplay(("a", "b", "c"), 12, console) as display:
            display.add(report.games[:5])
            display.add(report.games[5:])
        assert ("points" in stream.getvalue()) == is_terminal


def test_regret_is_the_difference_to_the_best_score() -> None:
    rules = Rules(5, 4)
    columns = (3, 3, 2, 1, 1, 4, 5, 2, 4, 5, 2)
    regret = judge_games(RegretWork(rules, ((7, format_moves(columns), 4),), nodes=10**6))[7]
    sides = {RED: [0, 0, 0], YELLOW: [0, 0, 0]}
    position = Position.from_moves(columns[:4], rules)
    for column in columns[4:]:
        scores = analyse(position).scores
        best, played = max(scores.values()), scores[column]
        side = sides[position.to_move]
        side[0] += 1
        side[1] += (best > 0) - (best < 0) != (played > 0) - (played < 0)
        side[2] += best - played
        position = position.play(column)
    for player, found in ((RED, regret.red), (YELLOW, regret.yellow)):
        assert [found.moves, found.mistakes, found.points] == sides[player]
        assert found.judged == found.moves
    assert sum(side[2] for side in sides.values()) > 0


def test_what_cannot_be_solved_in_time_is_not_judged() -> None:
    regret = judge_games(RegretWork(Rules(9, 7), ((1, "4455", 0),), nodes=10))[1]
    assert (regret.red.moves, regret.red.judged, regret.red.points_a_move) == (2, 0, None)
