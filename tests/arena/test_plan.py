from pathlib import Path

import pytest

from cases import cases
from dropfour import Objective, Position
from dropfour.arena.plan import make_plan, read_plan_file
from dropfour.players.player import Clock, TimeControl

TWO = {"player": ["random", "random"]}


def test_a_file_describes_a_plan() -> None:
    plan = make_plan(read_plan_file(Path(__file__).with_name("cup.toml")))
    assert plan.name == "Class of 2026"
    assert plan.names == ("random", "anna")
    assert plan.players[1].depth == 7
    rules = plan.conditions.rules
    assert (rules.size, rules.connect, rules.objective) == ("9x7", 5, Objective.MOST_LINES)
    assert plan.conditions.time == TimeControl(0.5)
    assert plan.round_count == 3
    assert plan.openings.ply == 6


def test_the_same_plan_has_the_same_fingerprint_and_another_another() -> None:
    assert make_plan(TWO).fingerprint == make_plan(dict(TWO)).fingerprint
    others: list[dict[str, object]] = [{"seed": 1}, {"games": 2}, {"board": "8x7"}]
    others += [{"time_s": 2}, {"format": "gauntlet"}]
    prints = {make_plan({**TWO, **other}).fingerprint for other in ({}, *others)}
    assert len(prints) == 6


@pytest.mark.parametrize(("settings", "message"), cases(__file__, "refused"))
def test_invalid_settings_of_a_plan_or_of_a_player_are_one_sentence(
    settings: dict[str, object], message: str
) -> None:
    is_of_player = settings and settings.keys() <= {"depth", "time_s", "name", "speed"}
    player = {"spec": "random", **settings}
    with pytest.raises(ValueError, match=message):
        make_plan({"player": [player, "random"]} if is_of_player else settings)


@pytest.mark.parametrize(
    ("text", "message"),
    [("games = ", "not a valid TOML file"), ("gamse = 3", "unknown key 'gamse'")],
)
def test_an_invalid_plan_file_is_refused(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "cup.toml"
    path.write_text(text)
    with pytest.raises(ValueError, match=message):
        read_plan_file(path)


def test_a_clock_shares_the_time_and_has_a_margin() -> None:
    clock = Clock(TimeControl(move_s=None, game_s=21.0, margin_s=0.5))
    assert clock.share_s(Position()) == pytest.approx(1.0)
    clock.spend(11.0)
    assert clock.left_s == pytest.approx(10.0)
    assert clock.most_s == pytest.approx(10.5)
    both = Clock(TimeControl(move_s=0.25, game_s=21.0))
    assert both.share_s(Position()) == 0.25
    assert both.share_s(Position.from_moves("44")) == 0.25
    Clock(TimeControl(move_s=0.5, margin_s=0.3)).spend(0.7)


def test_a_player_has_limits_of_its_own() -> None:
    players = [{"spec": "random", "depth": 3, "time_s": 2}, {"spec": "random", "game_time_s": 60}]
    plan = make_plan({"player": [*players, "easy"], "time_s": 5, "depth": 7})
    first, second, third = plan.players
    conditions = plan.conditions
    assert conditions.time_for(first) == TimeControl(2)
    assert conditions.time_for(second) == TimeControl(None, 60)
    assert conditions.time_for(third) == TimeControl(5)
    assert [conditions.depth_for(player) for player in plan.players] == [3, None, None]
    again = make_plan(plan.as_dict())
    assert again.players == plan.players
    assert again.fingerprint == plan.fingerprint
    assert make_plan({"player": [*players[:1], "easy"]}).fingerprint != plan.fingerprint


def test_default_openings_and_games_depend_on_the_objective() -> None:
    players = ["random", "easy"]
    classic = make_plan({"player": players})
    assert (classic.openings.kind, classic.games) == ("drawn", 10)
    lines = make_plan({"player": players, "objective": "most-lines"})
    assert (lines.openings.kind, lines.games) == ("first-moves", 16)
    few = make_plan({"player": players, "objective": "most-lines", "games": 4})
    assert few.draw_openings() == (("", "4"), None)
    chosen = make_plan({"player": players, "objective": "most-lines", "openings": "random"})
    assert (chosen.openings.kind, chosen.games) == ("random", 10)


def test_who_is_absent_does_not_make_another_tournament() -> None:
    players = ["random", "easy"]
    plan = make_plan({"player": players, "absent": [("Fritz", "his program does not build")]})
    assert plan.as_dict()["absent"] == [{"name": "Fritz", "reason": "his program does not build"}]
    assert plan.fingerprint == make_plan({"player": players}).fingerprint
    assert make_plan(plan.as_dict()).absent == plan.absent


def test_one_move_programs_in_a_classic_match_are_a_warning() -> None:
    programs = ["a=program:python3 -V", "b=program:python3 -V", "easy"]
    (warning,) = make_plan({"player": programs}).warnings
    assert warning.startswith("a, b are one-move programs, and position files do not say")
    assert make_plan({"player": programs, "objective": "most-lines"}).warnings == []
    assert make_plan({"player": ["easy", "random"]}).warnings == []


def test_the_old_name_of_drawn_openings_still_works() -> None:
    players = ["random", "easy"]
    with pytest.warns(DeprecationWarning, match="balanced openings are called drawn now"):
        plan = make_plan({"player": players, "openings": "balanced"})
    assert plan.as_dict()["openings"] == "drawn"
    # A tournament that version 1.1 began can be continued.
    assert plan.fingerprint == "3f48ff24c7e899e3f501c4a3df024417"
