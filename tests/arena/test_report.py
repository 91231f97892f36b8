from __future__ import annotations

import csv
import io
import json
import re
import time
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from arena.samples import played
from dropfour import RED, YELLOW, Colour, Position, Rules, analyse
from dropfour.arena import make_plan
from dropfour.arena.rating.regret import RegretWork, judge_games
from dropfour.arena.report.page import rating_scale, report_page
from dropfour.arena.report.standings import Report, as_json, make_report
from dropfour.arena.report.text import (
    conditions_rows,
    format_report,
    gradebook,
    match_summary,
    openings_sentence,
)
from dropfour.cli.tournament import progress_of
from dropfour.moves import format_moves
from values import some

if TYPE_CHECKING:
    from playwright.sync_api import Browser

NASTY = "</script><img src=x onerror=alert(1)>"


def a_report(names: tuple[str, ...] = ("a", "b", "c"), games: int = 12) -> Report:
    plan = make_plan({"player": [{"name": name, "spec": "random"} for name in names]})
    results = ((RED, ""), (YELLOW, ""), (None, ""), (RED, f"b {NASTY}"))
    finished = [
        played(number, names[number % len(names)], names[(number + 1) % len(names)], *result)
        for number, result in zip(range(1, games + 1), cycle((*results[1:], results[0])))
    ]
    return make_report("A cup & more", plan.as_dict(), games, finished, notices=("so be it",))


def test_the_standings_add_up() -> None:
    report = a_report()
    assert sum(one.total.points for one in report.standings) == 12
    assert sum(one.total.games for one in report.standings) == 24
    for one in report.standings:
        assert one.total.games == one.total.wins + one.total.draws + one.total.losses
        against = [each for (name, _), each in report.crosstable.items() if name == one.name]
        assert sum(each.points for each in against) == one.total.points
    rated = [one.elo.value for one in report.standings]
    assert rated == sorted(rated, key=lambda value: -(value or 0))


def test_forfeits_are_reported_with_the_first_reason() -> None:
    results = ((YELLOW, ""), (RED, "b ended with exit code 3"), (RED, "b took too long"))
    games = [played(number, "a", "b", *result) for number, result in enumerate(results, 1)]
    plan = make_plan({"player": [{"name": name, "spec": "random"} for name in "ab"]})
    report = make_report("cup", plan.as_dict(), 3, games)
    sentence = "2 of 3 games were forfeited, the first because b ended with exit code 3"
    assert f"\nb: {sentence}.\n" in format_report(report)
    rows = {row["player"]: row for row in csv.DictReader(io.StringIO(gradebook(report)[1:]))}
    assert [rows[name]["feedback"] for name in "ab"] == ["", sentence]


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
def test_ratings_without_an_interval_say_why(games: int) -> None:
    report = a_report(games=games)
    assert all(one.elo.margin is None for one in report.standings)
    text, page = format_report(report), report_page(report, Rules())
    for shown in (text, page):
        assert "A player without games has no rating." in shown
        assert ("are limits of a rating" in shown) == (games == 1)
        assert "in parentheses" not in shown
    assert ("A hollow dot" in page) == (games == 1)
    assert ("There are no ratings without games." in page) == (games == 0)
    assert "inf" not in text
    assert "nan" not in text
    json.dumps(as_json(report), allow_nan=False)


def test_limits_have_an_arrow_and_hollow_dots_are_explained_where_they_are() -> None:
    report = a_match([RED, YELLOW] * 4)
    assert [one.elo.margin for one in report.standings] == [None, None]
    first, second = report.standings
    assert first.elo.low == pytest.approx(137.1 / 2, abs=0.1)
    assert second.elo.high == pytest.approx(-137.1 / 2, abs=0.1)
    assert "≥ +69" in format_report(report)
    assert "≤ -69" in format_report(report)
    page = report_page(report, Rules())
    assert page.count('class="guess"') == 2
    assert page.count('<path class="whisker"') == 2
    sent = as_json(report)["standings"][0]["elo"]
    assert (sent["margin"], sent["high"]) == (None, None)
    assert sent["low"] < sent["value"]
    report = a_match([RED, RED, YELLOW, RED] * 2)
    assert all(one.elo.margin is not None for one in report.standings)
    page = report_page(report, Rules())
    assert "hollow" not in page
    assert 'class="guess"' not in page


def a_match(winners: list[Colour], objective: str = "first-line") -> Report:
    """Return the report of games between a and b, in which they take turns to be red."""
    players = [{"name": name, "spec": "random"} for name in "ab"]
    plan = make_plan({"player": players, "objective": objective})
    finished = []
    for number, winner in enumerate(winners, start=1):
        sides = ("a", "b") if number % 2 else ("b", "a")
        # Whoever is called a makes three lines more than b.
        red, yellow = (5, 2) if sides[0] == "a" else (2, 5)
        more: dict[str, Any] = {"red_time_s": 1.0, "yellow_time_s": 3.0}
        finished.append(played(number, *sides, winner, red_lines=red, yellow_lines=yellow, **more))
    return make_report("match", plan.as_dict(), len(winners), finished)


def test_equal_points_are_broken_by_lines_if_lines_are_points() -> None:
    report = a_match([RED, RED, YELLOW, YELLOW], "most-lines")
    assert [one.total.points for one in report.standings] == [2, 2]
    assert [(one.name, one.total.line_difference) for one in report.standings] == [
        ("a", 12),
        ("b", -12),
    ]
    text, page = format_report(report), report_page(report, Rules())
    for shown in (text, page):
        assert "equal points are broken by line difference" in shown
        assert "20:8" in shown
        assert "+12" in shown
    assert '<td class="number">2-0-2\n20:8</td>' in page
    sent = as_json(report)
    assert sent["games"][1]["lines"] == {"red": 2, "yellow": 5}
    assert sent["standings"][0]["lines_made"] == 20
    assert sent["crosstable"][0]["lines_conceded"] == 8
    assert "lines" not in format_report(a_match([RED, RED, YELLOW, YELLOW]))


def test_places_of_a_gauntlet_are_by_rating() -> None:
    plan = make_plan({"player": ["x=random", "y=random", "z=random"], "format": "gauntlet"})
    results = [("x", "y", YELLOW), ("y", "x", RED), ("x", "y", RED)]
    results += [("x", "z", RED), ("z", "x", YELLOW), ("x", "z", RED), ("z", "x", RED)]
    games = [played(number, *result) for number, result in enumerate(results, start=1)]
    report = make_report("gauntlet", plan.as_dict(), 7, games)
    assert [one.name for one in report.standings] == ["y", "x", "z"]
    assert "Places are by rating" in format_report(report)


def test_the_conditions_of_each_player_are_reported() -> None:
    players = [
        {"name": "quick", "spec": "random", "time_s": 0.5, "depth": 3},
        {"name": "slow", "spec": "random", "game_time_s": 60},
        "random",
    ]
    plan = make_plan({"player": players, "time_s": 2})
    game = played(1, "quick", "slow", red_time_s=1.5, yellow_time_s=0.25)
    report = make_report(
        "cup",
        plan.as_dict(),
        1,
        [game],
        machines=["a machine"],
        versions={"quick": ["1.0", "1.1"]},
        openings=["44", "4455"],
    )
    head, rows = conditions_rows(report)
    assert head[:5] == ["player", "time limit", "depth", "seconds", "s/move"]
    by_name = {row[0]: row[1:] for row in rows}
    assert by_name["quick"] == ["0.5 s per move", "3", "1.5", "1.500", "1.0; 1.1"]
    assert by_name["slow"] == ["60 s per game", "–", "0.2", "0.250", "unknown"]
    assert by_name["random"] == ["2 s per move", "–", "0.0", "–", "unknown"]
    for shown in (format_report(report), report_page(report, Rules())):
        assert "Played on a machine." in shown
        assert "(44, 4455)" in shown
        assert "0.5 s per move" in shown
    assert format_report(report).startswith("Openings: ")


def test_openings_are_named_at_the_top() -> None:
    plan = make_plan({"player": ["random", "random"], "objective": "most-lines"})
    openings, _ = plan.draw_openings()
    report = make_report("cup", plan.as_dict(), 16, [], openings=openings)
    assert openings_sentence(report) == (
        "Openings: the empty board and first moves (empty board, 4, 3, 2, 1, 5, 6, 7)."
    )
    many = make_report("cup", {**plan.as_dict(), "openings": "random"}, 99, [], openings="1" * 99)
    assert openings_sentence(many) == "Openings: random positions (1)."
    empty = make_report("cup", {**plan.as_dict(), "openings": "empty"}, 99, [], openings=[""])
    assert openings_sentence(empty) == "Openings: none: all games start from the empty board."


def test_the_gradebook_has_a_row_for_every_player() -> None:
    players = [{"name": name, "spec": "random"} for name in ("=1+1", "Žofie")]
    plan = make_plan({"player": players, "absent": [("Fritz", "a, b")]})
    names = plan.names
    game = played(1, names[0], names[1])
    report = make_report("cup", plan.as_dict(), 1, [game])
    text = gradebook(report, {names[1]: "zofie_1", "Fritz": "fritz_2"})
    assert text.startswith("\ufeff")
    rows = list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"))))
    assert [row["player"] for row in rows] == [f"'{names[0]}", "Žofie", "Fritz"]
    assert [row["folder"] for row in rows] == ["", "zofie_1", "fritz_2"]
    assert [row["score percent"] for row in rows] == ["100.0", "0.0", "0"]
    assert [row["points"] for row in rows] == ["1", "0", "0"]
    assert rows[2]["feedback"] == "could not take part: a, b"
    assert None not in rows[2]
    assert None not in rows[2].values()


def test_the_scale_holds_all_intervals_in_few_round_steps() -> None:
    report = a_report(games=60)
    low, high, step = some(rating_scale(report.standings))
    for one in report.standings:
        value, margin = some(one.elo.value), one.elo.margin or 0.0
        assert low <= value - margin < value + margin <= high
    assert 1 <= round((high - low) / step) <= 9
    assert rating_scale(a_report(games=0).standings) is None


def test_the_page_is_complete_and_loads_nothing() -> None:
    page = report_page(a_report((NASTY, "b", "c")), Rules())
    assert page.count('class="dot"') == 3  # the plot
    assert "http" not in re.sub(r"http-equiv|http://www.w3.org/2000/svg", "", page)
    (data,) = re.findall(r'id="data">(.*?)</script>', page)
    assert len(json.loads(data)["games"]) == 12
    assert json.loads(data)["games"][0]["red"] in (NASTY, "b", "c")
    assert "default-src 'none'" in page
    assert "A cup &amp; more" in page


def test_the_page_works_in_a_browser(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    path.write_text(report_page(a_report((NASTY, "b", "c")), Rules()), encoding="utf-8")
    page = browser.new_page()
    page.goto(path.as_uri())
    board = page.locator(".board")
    assert board.locator(".cell").count() == 42
    assert [board.locator(f".disc.{colour}").count() for colour in ("red", "yellow")] == [1, 1]
    assert page.locator("circle.last").count() == 1
    assert "(red)" in page.locator("strong#who").inner_text()
    # Games, players and endings, with "all".
    assert page.locator("option").count() == 12 + 1 + 3 + 1 + 3
    assert "Ply 2 of 4, the end of the opening" in page.content()
    assert page.locator("script").count() == 2
    assert page.locator("img, [src], [href], [onerror]").count() == 0
    page.close()


@pytest.mark.parametrize(
    ("games", "said"),
    [
        (4, "Too few games to estimate Elo."),
        (8, "Elo difference: at least +137.1 (95 % confidence), because all games were won"),
    ],
)
def test_an_elo_difference_is_named_only_if_there_are_games_enough(games: int, said: str) -> None:
    won = [played(number, "a", "b", RED) for number in range(games)]
    assert said in match_summary(won, "a", "b").splitlines()


def test_the_progress_of_a_tournament_names_the_leaders(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    games = a_report(games=200).games
    show = progress_of(("a", "b", "c"), 200)
    for now[0], finished in ((0.0, ()), (1.0, games[:9]), (90.0, games[9:30])):
        show(finished)
    (row,) = capsys.readouterr().err.splitlines()
    assert re.fullmatch(
        r"games: 30 of 200, about 8 min 30 s left; leading: (\w [\d.]+ of \d+(, )?){3}", row
    )


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
