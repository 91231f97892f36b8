"""Playing by a plan, and plans as text and as pictures."""

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

import dropfour as d4
from cases import cases
from dropfour import RED, Cell, Plan, Position
from dropfour.arena.game import Conditions, Fixture, play_game
from dropfour.arena.machine import versions_of
from dropfour.game import Ending, Game
from dropfour.players.spec import parse_player
from dropfour.study.plan_parts import Rule, read_rules
from study.solution_samples import WON, won_plan


def test_a_reply_says_which_rule_decided() -> None:
    plan = won_plan()
    position = plan.position
    reasons = set()
    chance = Random(1)
    for _ in range(50):
        position = plan.position
        while not position.is_over:
            if position.to_move is plan.colour:
                reply = plan.explain_reply(position)
                reasons.add(reply.reason)
                assert (reply.rule is None) == (reply.reason in ("win", "block"))
                assert reply.rule is None or (
                    reply.rule.kind == reply.reason and reply.rule in plan.rules
                )
                position = position.play(reply.column)
            else:
                position = position.play(chance.choice(position.legal_columns))
    assert "win" in reasons
    assert len(reasons) >= 3


def test_a_plan_needs_the_last_move() -> None:
    position = won_plan().position
    position = position.play(won_plan().reply(position))
    position = position.play(position.legal_columns[0])
    set_up = Position.from_masks(position.red_mask, position.yellow_mask, position.rules)
    with pytest.raises(ValueError, match="needs to know the last move"):
        won_plan().reply(set_up)


def test_a_finished_game_has_no_reply() -> None:
    game = Game(won_plan().position, red=won_plan(), yellow="perfect")
    game.run()
    with pytest.raises(ValueError, match="the game is over"):
        won_plan().reply(game.position)


@pytest.mark.parametrize("opponent", ["perfect", "random:seed=1", "hard:seed=1"])
def test_a_plan_takes_a_seat_and_wins(opponent: str) -> None:
    with Game.from_moves(WON, red=won_plan(), yellow=opponent) as game:
        result = game.run()
    assert result.winner is RED
    assert str(result) == "red wins"


def test_a_plan_on_the_wrong_seat_forfeits() -> None:
    with Game.from_moves(WON, red="easy:seed=1", yellow=won_plan()) as game:
        result = game.run()
    assert (result.winner, result.ending) == (RED, Ending.FORFEIT)
    assert "the plan is red's, and yellow is to move" in result.reason


def test_a_plan_plays_in_the_arena(tmp_path: Path) -> None:
    file = tmp_path / "my plan.json"
    file.write_text(won_plan().to_json(), encoding="utf-8")
    spec = parse_player(f"plan:{file}")
    assert (spec.name, spec.kind) == ("my plan", "plan")
    assert parse_player(spec.absolute) == replace(spec, spec=spec.absolute)
    assert versions_of([spec])["my plan"].startswith("my plan.json")
    fixture = Fixture(0, 0, "my plan", "perfect", WON, seed=1)
    game = play_game(fixture, spec, parse_player("perfect"), Conditions())
    assert game.result.winner is RED
    assert game.result.ending is Ending.LINE
    file.write_text("{}", encoding="utf-8")
    game = play_game(fixture, spec, parse_player("perfect"), Conditions())
    assert game.result.ending is Ending.FORFEIT
    for text in (f"plan:{file}", "plan:", "plan:none.json"):
        with pytest.raises(ValueError, match=r"not a plan|no file"):
            parse_player(text)


# --- shown ------------------------------------------------------------------------------------------


def test_a_plan_is_told_in_sentences() -> None:
    plan = won_plan()
    idea, *rules, ending = plan.sentences
    assert idea == "The idea: follow up in the same column, and set the trap of two threats."
    assert ending == "How games end: red threatens two lines at once, and yellow can stop only one."
    assert [text[:3] for text in rules] == ["1. ", "2. "]
    head, first, *rest = str(plan).splitlines()
    assert head == f"Red wins. {idea}"
    assert "right below a cell that completes a line for yellow" in first
    assert rest == [*rules, ending]
    for text in plan.describe_endings(plan.verify().endings):
        assert "red" in text.lower()
    broken = replace(plan, rules=())
    assert str(broken).startswith("Red wins by these rules.")
    assert broken.sentences == ("1. Play the leftmost column that you can.",)


@pytest.mark.parametrize(("moves", "text", "idea"), cases(__file__, "ideas"))
def test_the_ideas_of_plans_have_names(moves: str, text: str, idea: str) -> None:
    plan = Plan(Position.from_moves(moves), RED, "win", read_rules(text))
    told, *_, ending = plan.sentences
    assert told.endswith(f"{idea}.")
    assert told.startswith("The idea: follow up in the same column, and ") == ("answer" in text)
    endings = plan.verify().endings
    assert idea.startswith("claim") == (endings[0].kind == "zugzwang") == ("must play" in ending)


@pytest.mark.parametrize(("moves", "text", "words", "mirrored"), cases(__file__, "orders"))
def test_an_order_is_told_in_its_fewest_words(
    moves: str, text: str, words: str, mirrored: str
) -> None:
    plan = Plan(Position.from_moves(moves), RED, "win", read_rules(text))
    assert plan.sentences[-2].endswith(f" {words}.")
    assert plan.mirror().sentences[-2].endswith(f" {mirrored}.")


def test_a_plan_is_drawn_with_its_marks() -> None:
    plan = Plan(
        Position.from_moves(WON),
        RED,
        "win",
        (
            Rule("take", (Cell(4, 3), Cell(5, 2))),
            Rule("pair", (Cell(6, 2), Cell(7, 1))),
            Rule("answer", columns=(1, 2)),
            Rule("otherwise", columns=(3,)),
        ),
    )
    overlay = plan.overlay
    marks = {Cell(4, 3): "1", Cell(5, 2): "2", Cell(6, 2): "A", Cell(7, 1): "A"}
    assert overlay.marks == marks
    assert set(overlay.notes) == {1, 2}
    full = Plan(Position.from_moves("1" * 6), RED, "draw", (Rule("answer", columns=(1, 2)),))
    assert set(full.overlay.notes) == {2}
    drawing = d4.draw_svg(plan)
    assert "Red wins." in drawing
    assert plan._repr_svg_() == drawing
