import copy
import io
from pathlib import Path

import pytest

import dropfour as d4
from dropfour import RED, YELLOW, IllegalMove, Objective, Position, Rules
from dropfour.engines.engine import NO_LIMITS, Choice, Limits
from dropfour.game import Ending, Fault, Game, Result
from dropfour.players.player import EnginePlayer
from values import some


class Leftmost:
    """Plays the leftmost column, and records the moves that it was given."""

    name = "leftmost"

    def __init__(self) -> None:
        self.seen: list[tuple[int, ...] | None] = []

    def choose(self, position: Position, *, moves: tuple[int, ...] | None = None) -> Choice:
        self.seen.append(moves)
        return Choice(position.legal_columns[0])


class Faulty:
    name = "faulty"

    def choose(self, position: Position, *, moves: tuple[int, ...] | None = None) -> Choice:
        raise Fault("fell over")


def test_two_people_alternate_and_red_begins() -> None:
    game = Game()
    assert game.position.to_move is RED
    game.play(4)
    assert game.position.to_move is YELLOW
    assert game.moves == (4,)
    assert len(game.positions) == 2


def test_a_refused_move_leaves_the_same_player_to_move() -> None:
    game = Game("444444")
    with pytest.raises(IllegalMove, match="column 4 is full"):
        game.play(4)
    assert game.position.to_move is RED
    assert game.moves == (4,) * 6


def test_a_result_is_that_of_a_line_or_of_the_full_board() -> None:
    game = Game()
    for column in (1, 2, 1, 2, 1, 2, 1):
        assert game.result is None
        game.play(column)
    assert game.result == Result(RED, Ending.LINE)
    assert game.result.token == "1-0"
    assert str(game.result) == "red wins"
    drawn = Game(Position.from_moves("122113332", Rules(3, 3)))
    assert drawn.result == Result(None, Ending.FULL_BOARD)
    assert drawn.result.token == "1/2-1/2"
    lines = Game.from_moves("123", Rules(3, 1, 3, Objective.MOST_LINES))
    assert lines.result == Result(None, Ending.FULL_BOARD)


def test_undo_and_redo_walk_through_the_history() -> None:
    game = Game("43")
    assert game.undo() == Position.from_moves("4")
    assert game.undo() == Position()
    assert not game.can_undo
    game.redo()
    assert game.redo() == Position.from_moves("43")
    assert not game.can_redo


def test_only_a_legal_move_forgets_what_was_undone() -> None:
    game = Game("4")
    game.undo()
    with pytest.raises(IllegalMove):
        game.play(9)
    assert game.can_redo
    game.play(5)
    assert not game.can_redo
    assert game.moves == (5,)


def test_undoing_a_turn_takes_back_the_answer_of_an_engine_but_not_of_a_person() -> None:
    game = Game(yellow=Leftmost())
    game.play(4)
    assert game.advance()
    assert game.moves == (4, 1)
    assert game.undo_turn() == Position()
    assert game.redo_turn() == Position.from_moves("41")
    assert Game("44").undo_turn() == Position.from_moves("4")


def test_the_first_move_of_an_engine_is_not_undone() -> None:
    game = Game(red=Leftmost())
    assert game.advance()
    assert game.can_undo
    assert not game.can_undo_turn
    with pytest.raises(ValueError, match="no move to undo"):
        game.undo_turn()
    game.play(4)
    assert game.advance()
    assert game.undo_turn() == Position.from_moves("1")
    assert game.redo_turn() == Position.from_moves("141")
    game.resign()
    assert game.can_undo_turn


def test_resigning_gives_the_game_to_the_other_and_can_be_undone() -> None:
    game = Game("4")
    result = game.resign()
    assert result == Result(RED, Ending.RESIGNATION)
    assert str(result) == "red wins by resignation"
    with pytest.raises(IllegalMove, match="the game is over: red wins by resignation"):
        game.play(4)
    with pytest.raises(ValueError, match="over already"):
        game.resign()
    game.undo()
    assert game.result is None
    assert game.moves == (4,)


def test_a_faulty_player_forfeits_with_the_reason() -> None:
    game = Game(red=lambda position: 9)
    assert game.advance()
    result = some(game.result)
    assert (result.winner, result.ending) == (YELLOW, Ending.FORFEIT)
    assert "chose an illegal move: there is no column 9" in result.reason
    assert "forfeit" in str(result)
    game = Game("4", yellow=Faulty())
    assert game.advance()
    assert game.result == Result(RED, Ending.FORFEIT, "faulty fell over")
    assert game.moves == (4,)
    result = Game(red=lambda position: "four").run()  # type: ignore[arg-type]
    assert result.winner is YELLOW
    assert "returned str 'four', expected a column" in result.reason


def test_players_are_given_the_moves_only_from_the_empty_board() -> None:
    player = Leftmost()
    game = Game(yellow=player)
    game.play(4)
    game.advance()
    assert player.seen == [(4,)]
    set_up = Game(Position.from_moves("44"), red=player)
    set_up.advance()
    assert player.seen == [(4,), None]


def test_run_waits_for_people_unless_it_can_ask_them() -> None:
    game = Game(yellow=Leftmost())
    assert not game.advance()
    with pytest.raises(ValueError, match="red is a person"):
        game.run()
    seen: list[int] = []
    game = Game(yellow=Leftmost())
    result = game.run(ask=lambda game: 7, on_move=lambda game: seen.append(game.position.ply))
    assert result == Result(RED, Ending.LINE)
    assert game.moves == (7, 1, 7, 1, 7, 1, 7)
    assert seen == [1, 2, 3, 4, 5, 6, 7]


# --- what can take a seat ---------------------------------------------------------------------------


def rightmost(position: Position) -> int:
    return position.legal_columns[-1]


def test_engines_functions_texts_and_players_take_a_seat() -> None:
    with Game(red=rightmost, yellow="random:seed=1") as game:
        assert game.advance()
        assert game.moves == (7,)
        assert game.advance()
        assert game.position.ply == 2
    names = []
    for yellow in (rightmost, d4.engine("lines:depth=2"), "lines:depth=2", Leftmost()):
        game = Game("4", yellow=yellow)
        names.append(some(game.yellow).name)
        assert game.advance()
        assert game.position.ply == 2
    assert names == ["rightmost", "alphabeta:lines,depth=2", "lines:depth=2", "leftmost"]


def test_a_game_closes_only_the_players_that_it_opened() -> None:
    mine = d4.open_player("random:seed=1")
    with Game(red="random:seed=1", yellow=mine) as game:
        opened = game.red
        assert game.yellow is mine
    with pytest.raises(ValueError, match="is closed"):
        some(opened).choose(Position())
    mine.choose(Position())


def test_moves_start_a_game_that_can_be_taken_back() -> None:
    game = Game.from_moves("4455", Rules(9, 7))
    assert repr(game) == "<Game 4455: red to move>"
    assert repr(Game()) == "<Game without moves: red to move>"
    assert game.moves == (4, 4, 5, 5)
    assert game.undo().ply == 3
    assert Game.from_moves([4, 4]).position == Position.from_moves("44")
    assert Game("4455") == Game.from_moves("4455")
    assert Game("4455").moves == (4, 4, 5, 5)
    assert Game(Position.from_moves("4455").text).moves == ()


def test_games_are_equal_if_start_moves_and_result_are() -> None:
    game = Game.from_moves("4455", yellow="easy")
    assert game == Game.from_moves("4455") == Game("4455")
    assert game != Game(Position.from_moves("4455"))
    assert Game.from_moves("4455", Rules(9, 7)) != game != "4455"
    other = Game.from_moves("44556")
    other.undo()
    assert other == game
    other.resign()
    assert other != game


def test_a_copy_of_a_game_is_played_on_separately() -> None:
    game = Game.from_moves("44", yellow=Leftmost())
    other = copy.copy(game)
    other.play(5)
    other.advance()
    assert (game.moves, other.moves, game.undone) == ((4, 4), (4, 4, 5, 1), ())


def test_limits_of_a_run_are_those_of_every_move_unless_a_player_has_its_own() -> None:
    seen: dict[str, set[int | None]] = {"red": set(), "yellow": set()}

    class Recording:
        def __init__(self, name: str) -> None:
            self.name = name

        def choose(self, position: Position, limits: Limits = NO_LIMITS) -> Choice:
            seen[self.name].add(limits.depth)
            return Choice(position.legal_columns[0])

    own = EnginePlayer(Recording("yellow"), Limits(depth=5))
    Game(red=Recording("red"), yellow=own).run(limits=Limits(depth=2))
    assert seen == {"red": {2}, "yellow": {5}}
    with Game(red="alphabeta", yellow="alphabeta") as game:
        assert game.run(limits=Limits(depth=1)).winner is not None


def test_a_saved_game_is_loaded_from_a_path_or_a_file(tmp_path: Path) -> None:
    game = Game.from_moves("4455", yellow="easy")
    game.resign()
    path = tmp_path / "game.txt"
    game.save(path, red="Ada")
    text = path.read_text(encoding="utf-8")
    assert '[Red "Ada"]\n[Yellow "easy"]' in text
    assert d4.load(path) == d4.load(str(path)) == d4.load(io.StringIO(text)) == game
    with path.open("rb") as file:
        assert d4.load(file) == game
    buffer = io.BytesIO()
    game.save(buffer, "Ada")
    assert buffer.getvalue().decode() == text
    path.write_text(text * 2, encoding="utf-8")
    with pytest.raises(d4.InvalidNotation, match="expected one game, found another"):
        d4.load(path)


def test_a_random_game_is_finished_and_repeated_by_its_seed() -> None:
    game = d4.random_game(7)
    assert game.is_over
    assert game == d4.random_game(7) != d4.random_game(8)
    assert d4.random_game(1, Rules(4, 4, 3)).rules == Rules(4, 4, 3)


def test_a_game_prints_as_its_board_and_how_it_stands() -> None:
    game = Game.from_moves("44556")
    assert str(game) == str(game.position)
    game.resign()
    board, _, status = str(game).rpartition("\n")
    assert board == str(game.position).rpartition("\n")[0]
    assert status == "red wins by resignation"


def test_the_second_player_may_swap_sides_once_and_take_it_back() -> None:
    first, second = (EnginePlayer(engine) for engine in (d4.engine("easy"), d4.engine("medium")))
    game = Game(None, first, second, swap=True)
    with pytest.raises(ValueError, match="only by the swap rule"):
        game.swap()
    game.play(2)
    assert (game.swapped, game.can_swap) == (False, True)
    game.swap()
    assert (game.swapped, game.red, game.yellow) == (True, second, first)
    assert game.player_to_move is first
    assert game.moves == (2,)
    with pytest.raises(ValueError, match="only by the swap rule"):
        game.swap()
    game.play(4)
    assert game == Game.from_moves("24", swapped=True) != Game.from_moves("24", swapped=False)
    for _ in range(2):
        game.undo()
    assert (game.moves, game.swapped, game.red, game.undone) == ((2,), False, first, ())
    assert not Game("2").can_swap  # without the rule


def test_a_person_undoes_the_swap_of_an_engine_with_their_move() -> None:
    class Swapper:
        name = "swapper"

        def choose(
            self, position: Position, *, moves: tuple[int, ...] | None = None, swap: bool = False
        ) -> Choice:
            return Choice(4, swap=swap and position.ply == 1)

    engine = Swapper()
    game = Game(None, None, engine, swap=True)
    game.play(4)
    assert game.advance()
    assert (game.red, game.yellow, game.player_to_move) == (engine, None, None)
    assert game.can_undo_turn
    game.undo_turn()
    assert (game.moves, game.red, game.yellow) == ((), None, engine)

    swapped_by_us = Game(None, engine, None, swap=True)
    swapped_by_us.advance()
    assert not swapped_by_us.can_undo_turn
    swapped_by_us.swap()
    swapped_by_us.advance()
    swapped_by_us.undo_turn()
    assert (swapped_by_us.moves, swapped_by_us.can_swap) == ((4,), True)


def test_a_record_says_whether_sides_were_swapped() -> None:
    for swapped, header in ((None, None), (False, "no"), (True, "yes")):
        file = io.StringIO()
        game = Game.from_moves("2434", swapped=swapped)
        game.save(file, red="Ann", yellow="Ben")
        assert (f'[Swap "{header}"]' in file.getvalue()) is (header is not None)
        assert d4.load(io.StringIO(file.getvalue())) == game
    text = file.getvalue()
    for wrong, message in (
        (text.replace('Swap "yes"', 'Swap "perhaps"'), "Swap is no or yes"),
        (text.replace('Swap "yes"', 'swap "yes"'), "Swap"),
        ('[Swap "yes"]\n\n*\n', "after the first move"),
    ):
        with pytest.raises(d4.InvalidNotation, match=message):
            d4.load(io.StringIO(wrong))
