import pytest
from hypothesis import assume, given

from cases import cases
from dropfour import RED, YELLOW, Cell, Colour, Objective, Position, Rules
from dropfour.notation import parse_diagram
from native_search import estimate
from strategies import positions
from twins.evaluations import TWINS, cells, convolution, lines, streaks
from twins.parity import _deciding_cells, parity
from twins.threat_table import table_score, threats


def row(text: str, to_move: Colour = RED, connect: int = 4) -> Position:
    """A board of one row, with 1 for red and 2 for yellow."""
    rules = Rules(len(text.split()), 1, connect)
    return parse_diagram(text, rules, to_move)


def board(
    text: str, to_move: Colour = RED, objective: Objective = Objective.FIRST_LINE
) -> Position:
    """A 7x6 board, given by its lower rows."""
    drawn = text.strip().splitlines()
    empty = [". . . . . . ."] * (6 - len(drawn))
    return parse_diagram("\n".join(empty + drawn), Rules(objective=objective), to_move)


# --- native and Python agree -----------------------------------------------------------------------


@pytest.mark.parametrize("name", TWINS)
@given(position=positions())
def test_native_equals_its_twin(name: str, position: Position) -> None:
    assume(not position.is_over)
    assert estimate(position, name) == pytest.approx(TWINS[name](position), abs=1e-9)


@pytest.mark.parametrize("objective", Objective)
@pytest.mark.parametrize(
    "size", ["1x1", "4x4", "7x6", "6x7", "8x7", "2x20", "20x2", "9x7", "12x12", "20x20"]
)
def test_every_board_has_an_estimate(objective: Objective, size: str) -> None:
    for number, (name, twin) in enumerate(TWINS.items()):
        position = Position(Rules.for_board(size, (3, 4, 10)[number % 3], objective))
        assert estimate(position, name) == pytest.approx(twin(position), abs=1e-9), name


@pytest.mark.parametrize("name", TWINS)
@given(position=positions())
def test_a_mirror_does_not_change_an_estimate(name: str, position: Position) -> None:
    assume(not position.is_over)
    assert estimate(position, name) == pytest.approx(estimate(position.mirror(), name), abs=1e-9)


def test_lines_of_known_rows_are_squares() -> None:
    assert lines(row("1 . . 1")) == 4
    assert lines(row("1 . . 2 . 1")) == -1
    assert lines(row("1 . . 2 . 1", YELLOW)) == 1
    assert lines(row("1 1 . 1")) == 9


def test_cells_are_worth_the_lines_through_them_on_every_board() -> None:
    matrix = Rules().cell_values()
    for column in range(1, 8):
        # The stone is the opponent's once it is played.
        assert cells(Position().play(column)) == -matrix[5][column - 1]
    rules = Rules(4, 1)
    assert cells(Position.from_cells([Cell(2, 1)], [], rules)) == -1


@pytest.mark.parametrize(("text", "count"), cases(__file__, "streaks"))
def test_streaks_are_counted_wherever_they_begin(text: str, count: int) -> None:
    assert streaks(row(text)) == count


def test_four_in_a_row_are_six_streaks() -> None:
    rules = Rules(4, 2, objective=Objective.MOST_LINES)
    position = parse_diagram(". . . .\n1 1 1 1", rules, RED)
    assert streaks(position) == 6


def test_weighted_streaks_are_those_that_can_become_four() -> None:
    assert estimate(row("1 1 . 1 2 2 . ."), "weighted-streaks") == 25 - 10
    made = parse_diagram("1 1 1 1 2 . 2 .", Rules(8, 1, objective=Objective.MOST_LINES), RED)
    assert estimate(made, "weighted-streaks") == 100 - 10
    assert estimate(row("1 . . ."), "weighted-streaks") == 1


def test_convolution_favours_the_side_to_move() -> None:
    drawn = ". . 1 1 . . 2 2 . ."
    assert convolution(row(drawn, RED)) == 60 - 50
    assert convolution(row(drawn, YELLOW)) == 60 - 50


@pytest.mark.parametrize(("text", "value"), cases(__file__, "weights"))
def test_convolution_weights_on_a_single_line(text: str, value: float) -> None:
    # The only line is the largest and the smallest.
    assert convolution(row(text)) == 2 * value


def test_convolution_of_finished_lines_and_of_other_lengths() -> None:
    assert convolution(row("1 1 1 1 . 2 2 2", YELLOW)) == -200
    assert estimate(row("1 1 1 1 . 2 2 2", YELLOW), "convolution") == -200
    assert convolution(row("1 1 1 1 .", connect=5)) == 2 * 100
    assert convolution(row("1 1 1 . .", connect=5)) == 2 * 60
    assert convolution(row("1 1 . . .", connect=5)) == 2 * 0.5
    rules = Rules(5, 1, objective=Objective.MOST_LINES)
    position = parse_diagram("1 1 1 1 .", rules, RED)
    assert convolution(position) == 200 + 2 * 100


TABLE = {
    "blockade": ("1 1 . . . . .", RED, 10),
    "a blockade that cannot become four": ("1 1 2 . . . .", RED, 0),
    # Both twos of column 3 are red's; the lower row's is yellow's.
    "threat": ("1 1 1 . . . .\n2 2 1 . . . .\n1 2 2 . . . .", RED, 30 + 2 * 10 - 10),
    "attack": ("1 1 1 . . . .", YELLOW, 50),
    "forced win with two attacks": (". 1 1 1 . . .", YELLOW, 125),
    "forced win in one move": ("1 1 1 . 2 2 2", RED, 125),
    # Yellow cannot play column 4; besides there are a threat and the two in column 3.
    "opponent's forced hand": ("1 1 1 . . . .\n2 2 1 . . . .", RED, 25 + 30 + 10),
    "impossible move: a full column": ("2\n1\n2\n1\n2\n1", RED, -15),
    "impossible move: it hands over a line": ("2 2 2 . . . .\n1 1 2 . . . .", RED, -15 - 30 - 10),
    "opponent's blockade": ("2 2 . . . . .", RED, -10),
    "opponent's threat": ("2 2 2 . . . .\n1 1 2 . . . .\n2 1 1 . . . .", RED, -30 - 2 * 10 + 10),
    "opponent's attack": ("2 2 2 . . . .", RED, -50),
    "opponent's forced win": (". 2 2 2 . . .", RED, -125),
}


@pytest.mark.parametrize("item", TABLE)
def test_the_scoring_table(item: str) -> None:
    text, to_move, score = TABLE[item]
    text = "\n".join(line.ljust(13).replace("  ", " .") for line in text.splitlines())
    position = board(text, to_move)
    assert table_score(position, RED) == score
    if to_move is RED:
        assert threats(position) == score
        assert estimate(position, "threats") == score


def test_lines_outweigh_attacks_and_are_worth_their_points() -> None:
    position = board("1 . 2 2 2 . .\n1 . 1 2 1 . .\n1 . 2 1 2 . .")
    assert table_score(position, RED) == 125
    assert table_score(position, YELLOW) == -125
    position = board("1 1 1 1 2 . .", objective=Objective.MOST_LINES)
    assert threats(position) == 125


def test_parity_sees_wins_and_whom_the_missing_cells_fall_to() -> None:
    assert parity(board("1 1 1 . . . .")) > 1000 > parity(board("1 1 1 . . . .", YELLOW))
    assert parity(board(". 1 1 1 . . .", YELLOW)) < -1000
    # The missing cell in column 4 is in row 3, which falls to red, or in row 2, which falls to yellow.
    odd = board("1 1 1 . . . .\n2 2 1 . . . .\n1 2 2 . . 2 .")
    even = board("2 . . . . . .\n1 1 1 . . 2 .\n2 2 1 . . 1 2")
    assert _deciding_cells(odd, RED) == {Cell(4, 3)}
    assert not _deciding_cells(even, RED)
    assert parity(odd) > parity(even)


def test_parity_expects_lines_by_whom_their_cells_fall_to() -> None:
    rules = Rules(4, 2, objective=Objective.MOST_LINES)
    # The upper row falls to yellow: it holds one line that is open to both, three to one for each cell.
    position = parse_diagram(". . . .\n1 2 1 2", rules, RED)
    assert parity(position) == 16 * (0.25**4 - 0.75**4)
