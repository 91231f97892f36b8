"""The two players at the board: people, or players that `dropfour.open_player` opens."""

from __future__ import annotations

from contextlib import ExitStack

from dropfour.engines.engine import Limits, Mood, mood_of
from dropfour.game import Fault, Game
from dropfour.players.player import Player, SeatedPlayer, find_moves
from dropfour.players.seating import open_player
from dropfour.players.spec import PlayerSpec, parse_player
from dropfour.position import Colour, Position
from dropfour.words import say

PERSON = "human"


class Players:
    """The two at the board. Each text is ``human`` or describes a player (see `PlayerSpec`).

    *seed* makes random play repeatable. Raises ValueError for a text that is neither.
    """

    def __init__(self, red: str, yellow: str, limits: Limits, seed: int | None = None) -> None:
        self._limits, self._seed = limits, seed
        self._specs: dict[Colour, PlayerSpec] = {
            colour: parse_player(text)
            for colour, text in zip(Colour, (red, yellow), strict=True)
            if text != PERSON
        }
        self._open: dict[Colour, Player] = {}

    @property
    def has_person(self) -> bool:
        return len(self._specs) < 2

    @property
    def texts(self) -> list[str]:
        """The texts that describe the players from any directory."""
        return [spec.absolute for spec in self._specs.values()]

    def new_game(self, start: Position, swap: bool = False) -> Game:
        """Start a game with newly opened players; raise ValueError if one cannot play it."""
        opened: dict[Colour, Player] = {}
        with ExitStack() as stack:
            for colour, spec in self._specs.items():
                if spec.needs_moves:
                    find_moves(start)
                try:
                    player = open_player(spec, start.rules, seed=self._seed, limits=self._limits)
                except Fault as fault:
                    raise ValueError(f"{spec.name} {fault}") from None
                opened[colour] = stack.enter_context(player)
            stack.pop_all()
        self.close()
        self._open = opened
        return Game(start, *map(opened.get, Colour), swap=swap)

    def stop(self) -> None:
        """End all choices in progress, since they are no longer needed."""
        for player in self._open.values():
            player.stop()

    def close(self) -> None:
        """End all processes of the players."""
        while self._open:
            self._open.popitem()[1].close()

    def replaced(self, red: str, yellow: str) -> Players:
        """Return other players with the same limits and seed; raise ValueError as for a new pair."""
        return Players(red, yellow, self._limits, self._seed)


def player_name(game: Game, colour: Colour) -> str:
    """Return who plays *colour*."""
    player = game.player(colour)
    return say("terminal.human") if player is None else player.name


def mood_of_player(player: SeatedPlayer | None) -> Mood | None:
    """Return the mood of an engine after its last choice; None if it has no estimate."""
    choice = player.last_choice if isinstance(player, Player) else None
    if choice is None or choice.score is None:
        return None
    return choice.mood or mood_of(choice.score)


def kind_of(text: str) -> str | None:
    """Return ``human``, or the kind of player that *text* describes; None if it describes none."""
    try:
        return PERSON if text == PERSON else parse_player(text).kind
    except ValueError:
        return None


def runs_code(text: str) -> bool:
    """Return whether *text* describes a player that runs a program or a Python file."""
    return kind_of(text) not in (None, PERSON, "engine")
