"""Schedules: the games of a tournament, the same on every machine for the same plan.

A tournament is played in rounds. Round-robin and gauntlet tournaments have a single round; in a
Swiss tournament, each round depends on the results of the rounds before it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Container, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal, get_args

from dropfour.arena.game import Fixture, PlayedGame

Format = Literal["round-robin", "gauntlet", "swiss"]
FORMATS: tuple[Format, ...] = get_args(Format)
Pairing = tuple[str, str]

_MAX_STEPS = 20_000


@dataclass(frozen=True, slots=True)
class Schedule:
    """Who plays whom: *games* for each pairing, from *openings*, with sides swapped within each pair."""

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
            raise ValueError("a tournament needs at least two players")
        if self.games < 1:
            raise ValueError(f"each pairing has at least 1 game, not {self.games}")
        if self.rounds < 1:
            raise ValueError(f"a tournament has at least 1 round, not {self.rounds}")

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

        All pairings play their first pair of games before any pairing plays its second.
        """
        pairings = self._pairings(round, before)
        pair_count = (self.games + 1) // 2
        number = (round - 1) * self._pairing_count * self.games
        pair = (round - 1) * self._pairing_count * pair_count
        fixtures = []
        for turn in range(pair_count):
            opening = self.openings[((round - 1) * pair_count + turn) % len(self.openings)]
            for first, second in pairings:
                pair += 1
                sides = ((first, second), (second, first))
                for red, yellow in sides[: self.games - 2 * turn]:
                    number += 1
                    seed = seed_of(self.seed, number)
                    fixtures.append(Fixture(number, pair, red, yellow, opening, seed, round))
        return tuple(fixtures)

    def _pairings(self, round: int, before: Sequence[PlayedGame]) -> list[Pairing]:
        if self.format == "gauntlet":
            return [(self.names[0], other) for other in self.names[1:]]
        if self.format == "round-robin":
            return list(_round_robin(self.names))
        return swiss_pairings(self.names, round, before, self.seed)


def seed_of(seed: int, number: int) -> int:
    """Return the seed of a game, which depends only on the tournament's *seed* and its *number*."""
    digest = hashlib.blake2b(f"{seed}/{number}".encode(), digest_size=4).digest()
    return int.from_bytes(digest, "big") >> 1


def default_rounds(format: Format, player_count: int) -> int:
    """Return the default number of rounds: enough to find the winner of a Swiss tournament."""
    if format != "swiss":
        return 1
    return min((player_count - 1).bit_length() + 1, max(player_count - 1, 1))


def _round_robin(names: Sequence[str]) -> Iterator[Pairing]:
    """Yield every pairing once, by the circle method, so that all play equally often at any time."""
    circle: list[str | None] = [*names] + [None] * (len(names) % 2)
    half = len(circle) // 2
    for turn in range(len(circle) - 1):
        for i in range(half):
            first, second = circle[i], circle[-1 - i]
            if first is not None and second is not None:
                # With an odd number of games one player is red once more: alternate who that is.
                yield (first, second) if (turn + i) % 2 == 0 else (second, first)
        circle.insert(1, circle.pop())


def unplayed_round(names: Sequence[str], met: Container[frozenset[str]]) -> list[Pairing]:
    """Return a round of a round-robin tournament: pairings that are not in *met*, at most one for each
    player, in the order of the circle method. Without any, all have met."""
    pairings: list[Pairing] = []
    busy: set[str] = set()
    for pairing in _round_robin(names):
        if frozenset(pairing) not in met and busy.isdisjoint(pairing):
            pairings.append(pairing)
            busy.update(pairing)
    return pairings


@dataclass(slots=True)
class Past:
    """What pairing a Swiss round looks at: the points so far, how often somebody was red, who has met,
    and who has had a bye."""

    points: dict[str, float]
    reds: dict[str, int]
    met: set[frozenset[str]] = field(default_factory=set)
    had_bye: set[str] = field(default_factory=set)


def swiss_pairings(
    names: Sequence[str], round: int, before: Sequence[PlayedGame], seed: int
) -> list[Pairing]:
    """Pair players by their points in the earlier rounds, in which all of them took part; a bye counted
    as a win."""
    past = Past(dict.fromkeys(names, 0.0), dict.fromkeys(names, 0))
    for number in range(1, round):
        games = [game for game in before if game.fixture.round == number]
        pairs = {frozenset((game.fixture.red, game.fixture.yellow)) for game in games}
        past.met |= pairs
        for game in games:
            for name in (game.fixture.red, game.fixture.yellow):
                past.points[name] += game.points(name)
            past.reds[game.fixture.red] += 1
        each = len(games) // max(len(pairs), 1)
        for name in set(names).difference(*pairs):
            past.had_bye.add(name)
            past.points[name] += each
    return pair_by_points(names, past, seed)


def pair_by_points(names: Sequence[str], past: Past, seed: int) -> list[Pairing]:
    """Pair players with equal points who have not met, as far as possible.

    With an odd number of players, the lowest one who has not had a bye is left out and gets one.
    """
    tie_break = {name: seed_of(seed, -1 - place) for place, name in enumerate(names)}
    order = sorted(names, key=lambda name: (-past.points[name], tie_break[name]))
    if len(order) % 2:
        order.remove(
            next((name for name in reversed(order) if name not in past.had_bye), order[-1])
        )
    pairings = _match_up(order, lambda pair: pair not in past.met)
    pairings = pairings or _match_up(order, lambda _: True)
    assert pairings is not None
    return [
        (first, second) if past.reds[first] <= past.reds[second] else (second, first)
        for first, second in pairings
    ]


def _match_up(order: list[str], may_meet: Callable[[frozenset[str]], bool]) -> list[Pairing] | None:
    """Pair each player with the next one it may meet, backtracking if that leaves somebody unpaired.

    Returns None if there is no such pairing, or none is found within a limited number of steps.
    """
    steps = 0

    def pair_up(left: list[str]) -> list[Pairing] | None:
        nonlocal steps
        if not left:
            return []
        first, *others = left
        for place, other in enumerate(others):
            steps += 1
            if steps > _MAX_STEPS:
                return None
            if may_meet(frozenset((first, other))):
                rest = pair_up(others[:place] + others[place + 1 :])
                if rest is not None:
                    return [(first, other), *rest]
        return None

    return pair_up(order)
