"""One contract for all engines: legal, repeatable, within limits, and the position is unchanged."""

import json
import time

import pytest

from dropfour import Choice, Engine, Limits, Objective, Position, Rules, engine, register
from dropfour.engines.registry import Listing, available


def mobility(position: Position) -> float:
    """How many columns can be played: an evaluation in Python."""
    return len(position.legal_columns)


def repeatable(listing: Listing) -> str:
    """Return a spec with which an engine repeats its choices, with a seed if it takes one."""
    has_seed = any(option.name == "seed" for option in listing.options)
    return f"{listing.name}:seed=1" if has_seed else listing.name


# Limits for engines of the registry where they have to be fast and repeatable.
QUICK = Limits(depth=2, nodes=300)

SPECS = [
    *(repeatable(line) for line in available()),
    "minimax:threats",
    "alphabeta:convolution,discount=0.9",
    "alphabeta:contract-python",
    "minimax:contract-python,discount=0.9",
]
BOARDS = ["1x1", "1x20", "20x1", "4x4", "7x6", "9x7", "20x20"]


@pytest.fixture(params=SPECS)
def spec(request: pytest.FixtureRequest) -> str:
    register("contract-python", mobility)
    return str(request.param)


@pytest.fixture
def player(spec: str) -> Engine:
    return engine(spec)


def board(size: str, objective: Objective, moves: int = 0) -> Position:
    """A position after *moves* moves, spread over the board so that no line is made early."""
    position = Position(Rules.for_board(size, objective=objective))
    columns = position.rules.columns
    for i in range(moves):
        wanted = (i * 3) % columns + 1
        legal = position.legal_columns
        child = position.play(wanted if wanted in legal else legal[0])
        if child.is_over:
            break
        position = child
    return position


def test_it_has_a_name_and_takes_a_position_and_limits(player: Engine) -> None:
    assert isinstance(player, Engine)
    assert player.name
    with pytest.raises(TypeError, match=r"expected Limits, such as Limits\(time_s=1\), not 0\.5"):
        player.choose(Position(), 0.5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"expected a Position, .*, not 44"):
        player.choose(44)  # type: ignore[arg-type]


def checked(player: Engine, position: Position, limits: Limits) -> Choice:
    """Choose, and check what holds for every choice."""
    before = (position.red_mask, position.yellow_mask, position.to_move, position.last_cell)
    choice = player.choose(position, limits)
    after = (position.red_mask, position.yellow_mask, position.to_move, position.last_cell)
    assert after == before
    assert position.can_play(choice.column)
    assert choice.time_s >= 0
    if choice.variation:
        assert choice.variation[0] == choice.column
        for column in choice.variation:
            position = position.play(column)
    if choice.score is not None:
        assert choice.mood is not None
    assert json.loads(json.dumps(choice.to_dict())) == choice.to_dict()
    return choice


@pytest.mark.parametrize("objective", Objective)
def test_choices_are_legal_and_repeated(spec: str, objective: Objective) -> None:
    """Each engine meets each board once, under objectives in turn: every pair of the three occurs."""
    for number, size in enumerate(BOARDS, SPECS.index(spec)):
        if list(Objective)[number % 2] is objective:
            for moves in (0, 7):
                position = board(size, objective, moves)
                first = checked(engine(spec), position, QUICK)
                again = checked(engine(spec), position, QUICK)
                assert (first.column, first.score) == (again.column, again.score), position


@pytest.mark.parametrize("objective", Objective)
def test_depth_is_kept(player: Engine, objective: Objective) -> None:
    position = board("7x6", objective, 4)
    for depth in (1, 2, 3):
        choice = checked(player, position, Limits(depth=depth, nodes=2000))
        assert choice.depth is None or choice.depth <= depth or player.name.startswith("mcts")


@pytest.mark.parametrize(
    ("size", "objective"), [("7x6", Objective.MOST_LINES), ("20x20", Objective.FIRST_LINE)]
)
def test_time_is_kept(player: Engine, size: str, objective: Objective) -> None:
    position = board(size, objective, 4)
    # CPU time of the thread, which does not depend on other load.
    started = time.thread_time()
    checked(player, position, Limits(time_s=0.05))
    assert time.thread_time() - started < 0.5


def test_one_legal_column_is_enough(player: Engine) -> None:
    position = Position.from_moves("12122121", Rules(3, 4))  # full, without a line of four
    assert position.legal_columns == (3,)
    assert checked(player, position, QUICK).column == 3


@pytest.mark.parametrize("objective", Objective)
def test_a_game_is_played_to_its_end(player: Engine, objective: Objective) -> None:
    position = Position(Rules(5, 4, objective=objective))
    while not position.is_over:
        position = position.play(checked(player, position, QUICK).column)


def test_a_finished_game_is_refused(player: Engine) -> None:
    with pytest.raises(ValueError, match="the game is over"):
        player.choose(Position.from_moves("1122334"))
    full = Position(Rules(1, 1)).play(1)
    with pytest.raises(ValueError, match="the game is over"):
        player.choose(full)
