"""A tournament in a database, with made-up games."""

from dropfour import RED, YELLOW, Result
from dropfour.arena import Fixture, Plan, PlayedGame, make_plan
from dropfour.arena.store import StoredTournament, TournamentStore
from dropfour.game import Ending


def a_plan(**settings: object) -> Plan:
    players = ["first=random", "second=random", "third=random"]
    return make_plan({"player": players, "openings": "empty", "games": 4, **settings})


def a_game(number: int, red: str = "first", yellow: str = "second", ending: int = 0) -> PlayedGame:
    results = (
        Result(RED, Ending.LINE),
        Result(YELLOW, Ending.FORFEIT, "first said <b>nothing</b>"),
    )
    fixture = Fixture(number, (number + 1) // 2, red, yellow, "11", 0)
    moves = ("1122334", "112233")[ending]
    return PlayedGame(fixture, moves, results[ending], 0.25, 0.5, red_lines=1)


def a_cup(store: TournamentStore, title: str = "Cup & more") -> StoredTournament:
    """Put a tournament of twelve games into *store*, three of them played, unless it exists."""
    stored = store.begin(a_plan(title=title))
    store.add(stored.id, [a_game(1), a_game(2, "second", "third"), a_game(4, ending=1)])
    store.add_machine(stored.id, "a machine", {"first": "one"})
    store.mark_stopped(stored.id, is_over=False)
    return stored
