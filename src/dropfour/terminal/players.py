"""Who sits at the board: a person, or an engine named by its spec."""

from __future__ import annotations

import threading
from dataclasses import replace

from dropfour.engines.engine import Choice, Engine, Limits, Mood, Stop
from dropfour.engines.mood import mood_of
from dropfour.engines.registry import engine
from dropfour.game import Game, Seat
from dropfour.position import RED, Colour, Position

PERSON = "human"


class Mind:
    """An engine in a seat, which remembers what it decided last.

    It may think in a thread of its own: one thought at a time, and `hurry` ends the one under way.
    """

    def __init__(self, spec: str, limits: Limits, seed: int | None = None) -> None:
        """Raise ValueError, saying which engines there are, for a spec that names none."""
        self.spec = spec
        self.choice: Choice | None = None
        self._limits = limits
        self._engine = _seeded(spec, seed)
        self._lock = threading.Lock()
        self._stop = Stop()

    def think(self, position: Position) -> Choice:
        """Return a choice, and leave it to the caller whether it is made."""
        stop = self._stop
        with self._lock:
            return self._engine.choose(position, replace(self._limits, stop=stop))

    def choose(self, position: Position) -> int:
        self.choice = None
        self.choice = self.think(position)
        return self.choice.column

    def hurry(self) -> None:
        """End all thoughts that have begun: nobody waits for them any more."""
        self._stop.set()
        self._stop = Stop()

    @property
    def mood(self) -> Mood | None:
        """How it felt about its last choice; None if it has no estimate."""
        if self.choice is None or self.choice.score is None:
            return None
        return self.choice.mood or mood_of(self.choice.score)


class Players:
    """The two at the board. A name is ``human`` or an engine's spec.

    *seed* makes engines that play by chance repeat themselves; those that do not are left alone.
    Raises ValueError for a name that is neither.
    """

    def __init__(self, red: str, yellow: str, limits: Limits, seed: int | None = None) -> None:
        self.red, self.yellow = red, yellow
        self.limits, self.seed = limits, seed
        self._minds = {
            player: Mind(name, limits, seed)
            for player, name in zip(Colour, (red, yellow), strict=True)
            if name != PERSON
        }

    def name(self, player: Colour) -> str:
        return self.red if player is RED else self.yellow

    def mind(self, player: Colour) -> Mind | None:
        """The engine that plays *player*; None for a person."""
        return self._minds.get(player)

    def hurry(self) -> None:
        """End what the engines are thinking about: nobody waits for it any more."""
        for mind in self._minds.values():
            mind.hurry()

    @property
    def has_person(self) -> bool:
        return len(self._minds) < 2

    def seat(self, player: Colour) -> Seat:
        mind = self.mind(player)
        return Seat(self.name(player), None if mind is None else mind.choose)

    def new_game(self, start: Position) -> Game:
        red, yellow = map(self.seat, Colour)
        return Game(start, red, yellow)

    def renamed(self, red: str, yellow: str) -> Players:
        """Return others at the same table; ValueError as for a new one."""
        return Players(red, yellow, self.limits, self.seed)


def is_player(name: str) -> bool:
    """Tell whether *name* is a person or an engine that there is."""
    if name == PERSON:
        return True
    try:
        engine(name)
    except ValueError:
        return False
    return True


def _seeded(spec: str, seed: int | None) -> Engine:
    plain = engine(spec)
    if seed is None or "seed=" in spec:
        return plain
    try:
        return engine(f"{spec}{',' if ':' in spec else ':'}seed={seed}")
    except ValueError:
        return plain  # it does not play by chance
