"""Schedules: which games a tournament has, the same for the same plan on every machine.

A tournament has rounds. Round-robin and gauntlet have one, with all their games; in a Swiss tournament
each round follows from the results of the earlier ones.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from dropfour.arena.game import Fixture, PlayedGame

Format = Literal["round-robin", "gauntlet", "swiss"]
FORMATS: tuple[Format, ...] = get_args(Format)
Pairing = tuple[str, str]

_MOST_STEPS = 20_000


@dataclass(frozen=True, slots=True)
class Schedule:
    """Who meets whom: *games* for each pairing, from *openings*, colours swapped within each pair."""

    format: Format
    names: tuple[str, ...]
    games: int
    openings: tuple[str, ...]
    seed: int
    rounds: int = 1

    def __post_init__(self) -> None:
        if self.format not in FORMATS:
            raise ValueError(f"a format is {', '.join(FORMATS)}, not {self.format}")
        if len(self.names) < 2:
            raise ValueError("a tournament needs two players or more")
        if self.games < 1:
            raise ValueError(f"each pairing has 1 game or more, not {self.games}")
        if self.rounds < 1:
            raise ValueError(f"a tournament has 1 round or more, not {self.rounds}")

    @property
    def game_count(self) -> int:
        """The total number of games."""
        return self.rounds * self._pairing_count * self.games

    @property
    def _pairing_count(self) -> int:
        """The number of pairings in a round."""
        count = len(self.names)
        every = {"round-robin": count * (count - 1) // 2, "gauntlet": count - 1}
        return every.get(self.format, count // 2)

    def fixtures(self, round: int, before: Sequence[PlayedGame] = ()) -> tuple[Fixture, ...]:
        """Return the games of *round*, counted from 1; *before* are all games of the earlier rounds.

        All pairings play their first pair of games before any plays its second.
        """
        pairings = self._pairings(round, before)
        pair_count = (self.games + 1) // 2
        number = (round - 1) * self._pairing_count * self.games
        pair = (round - 1) * self._pairing_count * pair_count
        fixtures = []
        for turn in range(pair_count):
            opening = self._opening((round - 1) * pair_count + turn)
            for first, second in pairings:
                pair += 1
                sides = ((first, second), (second, first))
                for red, yellow in sides[: self.games - 2 * turn]:
                    number += 1
                    seed = seed_of(self.seed, number)
                    fixtures.append(Fixture(number, pair, red, yellow, opening, seed, round))
        return tuple(fixtures)

    def _opening(self, index: int) -> str:
        return self.openings[index % len(self.openings)]

    def _pairings(self, round: int, before: Sequence[PlayedGame]) -> list[Pairing]:
        if self.format == "gauntlet":
            return [(self.names[0], other) for other in self.names[1:]]
        if self.format == "round-robin":
            return list(_round_robin(self.names))
        return swiss_pairings(self.names, round, before, self.seed)


def seed_of(seed: int, number: int) -> int:
    """Return the seed of one game, which depends only on the tournament's seed and the game's number."""
    digest = hashlib.blake2b(f"{seed}/{number}".encode(), digest_size=4).digest()
    return int.from_bytes(digest, "big") >> 1


def default_rounds(format: Format, player_count: int) -> int:
    """Return the default number of rounds: in a Swiss tournament, enough to find the best player."""
    if format != "swiss":
        return 1
    return min((player_count - 1).bit_length() + 1, max(player_count - 1, 1))


def _round_robin(names: Sequence[str]) -> Iterator[Pairing]:
    """Yield every pairing once, by the circle method, so that early on all play equally often."""
    circle: list[str | None] = [*names] + [None] * (len(names) % 2)
    half = len(circle) // 2
    for turn in range(len(circle) - 1):
        for i in range(half):
            first, second = circle[i], circle[-1 - i]
            if first is not None and second is not None:
                # With an odd number of games one player has red once more: not always the same one.
                yield (first, second) if (turn + i) % 2 == 0 else (second, first)
        circle.insert(1, circle.pop())


def swiss_pairings(
    names: Sequence[str], round: int, before: Sequence[PlayedGame], seed: int
) -> list[Pairing]:
    """Pair players with equal points who have not met, where possible.

    With an odd number of players the lowest-ranked one without a bye gets one, which counts as won.
    """
    met: set[frozenset[str]] = set()
    points = dict.fromkeys(names, 0.0)
    reds = dict.fromkeys(names, 0)
    byes: list[str] = []
    for number in range(1, round):
        games = [game for game in before if game.fixture.round == number]
        pairs = {frozenset((game.fixture.red, game.fixture.yellow)) for game in games}
        met |= pairs
        for game in games:
            points[game.fixture.red] += game.red_points
            points[game.fixture.yellow] += 1 - game.red_points
            reds[game.fixture.red] += 1
        each = len(games) // max(len(pairs), 1)
        for name in set(names).difference(*pairs):
            byes.append(name)
            points[name] += each
    tie_break = {name: seed_of(seed, -1 - place) for place, name in enumerate(names)}
    order = sorted(names, key=lambda name: (-points[name], tie_break[name]))
    if len(order) % 2:
        order.remove(next((name for name in reversed(order) if name not in byes), order[-1]))
    pairings = _match_up(order, lambda pair: pair not in met) or _match_up(order, lambda _: True)
    assert pairings is not None
    return [
        (first, second) if reds[first] <= reds[second] else (second, first)
        for first, second in pairings
    ]


def _match_up(order: list[str], may_meet: Callable[[frozenset[str]], bool]) -> list[Pairing] | None:
    """Pair each with the next lower player it may meet, backtracking where that leaves someone over;
    None if that is impossible or takes too many steps."""
    steps = 0

    def pair_up(left: list[str]) -> list[Pairing] | None:
        nonlocal steps
        if not left:
            return []
        first, *others = left
        for place, other in enumerate(others):
            steps += 1
            if steps > _MOST_STEPS:
                return None
            if may_meet(frozenset((first, other))):
                rest = pair_up(others[:place] + others[place + 1 :])
                if rest is not None:
                    return [(first, other), *rest]
        return None

    return pair_up(order)
