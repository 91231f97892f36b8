import pytest

import dropfour as d4
from dropfour import RED, Engine, Limits, Position, Score, Solver, engine
from dropfour.engines.engine import EXACT, mood_of
from dropfour.engines.levels import LADDER, NAMED, TOP, level
from strategies import turned, winning_columns


@pytest.mark.parametrize("number", LADDER)
def test_wins_and_blocks_of_one_move_are_seen(number: int) -> None:
    seen, asked = 0, 0
    for seed, position in enumerate(d4.random_positions(300, range(6, 30), seed=1)):
        passed = turned(position, position.to_move.opponent)
        wins, blocks = winning_columns(position), winning_columns(passed)
        if not wins and (len(blocks) != 1 or winning_columns(position.play(*blocks))):
            continue  # nothing to block, or lost either way
        asked += 1
        seen += level(number, seed=seed).choose(position).column in (wins or blocks)
    assert asked > 50
    if number == 1:
        assert 0.6 * asked < seen < asked  # most of the time
    else:
        assert seen == asked


def play(red: Engine, yellow: Engine, limits: Limits) -> Position:
    position = Position()
    while not position.is_over:
        player = red if position.to_move is RED else yellow
        position = position.play(player.choose(position, limits).column)
    return position


def test_levels_vary_their_games_and_repeat_them_by_seed() -> None:
    def game(seed: int | None) -> Position:
        players = [level(3, seed=seed), level(4, seed=seed)]
        return play(players[0], players[1], Limits())

    assert len({game(seed) for seed in range(6)}) == 6
    assert game(7) == game(7)
    assert len({game(None) for _ in range(4)}) > 1


def test_a_lower_level_misses_more_of_the_deeper_wins() -> None:
    # Both see immediate wins (above); of deeper wins, the weaker level misses more.
    solver = Solver()
    missed = {2: 0, 8: 0}
    for seed, position in enumerate(d4.random_positions(150, range(14, 22), seed=3)):
        scores = solver.analyse(position).scores
        if winning_columns(position) or max(scores.values()) <= 0 or min(scores.values()) > 0:
            continue
        for number in missed:
            missed[number] += scores[level(number, seed=seed).choose(position).column] <= 0
    assert missed[2] > missed[8]


@pytest.mark.parametrize("opponent", ["easy:seed=5", "hard:seed=5", "mcts:seed=5,playouts=300"])
def test_perfect_loses_no_game_as_red_from_the_empty_board(opponent: str) -> None:
    end = play(engine("perfect:seed=2"), engine(opponent), Limits(time_s=60))
    assert end.winner is RED


def test_named_levels_are_on_the_ladder() -> None:
    assert NAMED == {"easy": 2, "medium": 5, "hard": 8, "perfect": TOP}
    position = Position.from_moves("4453")
    for name, number in NAMED.items():
        assert engine(f"{name}:seed=3").choose(position).column == (
            level(number, seed=3).choose(position).column
        )


WORDS = ["desperate", "worried", "uneasy", "calm", "hopeful", "delighted", "triumphant"]


def test_a_better_score_has_a_happier_mood() -> None:
    for scale in ("lines", "convolution", "parity", "playouts", "custom"):
        steps = [
            WORDS.index(mood_of(Score(value / 10, scale)).word) for value in range(-3000, 3001)
        ]
        assert steps == sorted(steps)
        assert (steps[0], steps[-1]) == (0, len(WORDS) - 1)
        assert steps[3000] == len(WORDS) // 2


@pytest.mark.parametrize(
    ("value", "word"), [(18, "triumphant"), (1, "triumphant"), (0, "calm"), (-3, "desperate")]
)
def test_a_proven_result_has_an_extreme_mood(value: int, word: str) -> None:
    assert mood_of(Score(value, EXACT)).word == word


def test_every_mood_is_its_own() -> None:
    moods = {mood_of(Score(value, "lines")) for value in range(-200, 201)}
    assert {mood.word for mood in moods} == set(WORDS)
    assert len({mood.emoji for mood in moods}) == len(WORDS)
