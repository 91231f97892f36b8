"""Plan: everything that decides which games a tournament has; equal plans are the same tournament."""

from __future__ import annotations

import hashlib
import json
import sys
import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, TypedDict

from dropfour.arena.game import Conditions
from dropfour.arena.openings import OPENING_KINDS, OpeningSource, draw_openings, first_moves
from dropfour.arena.schedule import Format, Schedule, default_rounds
from dropfour.files import PathOrFile, name_of, read_bytes
from dropfour.players.player import TimeControl
from dropfour.players.spec import PlayerSpec, distinct, parse_player
from dropfour.rules import Objective, Rules

DEFAULT_GAMES = 10


class PlayerValues(TypedDict, total=False):
    """A player of a plan as plain values; its own limits are left out unless they are set."""

    name: str
    spec: str
    depth: int | None
    time_s: float
    game_time_s: float


class AbsentValues(TypedDict):
    """Who should have played, and why they cannot."""

    name: str
    reason: str


class PlanValues(TypedDict, total=False):
    """A plan as plain values, as in the database, in JSON and in reports: the keys of the TOML file.
    The plan of a tournament between people has only some of them."""

    title: str | None
    format: Format
    games: int
    rounds: int
    seed: int
    board: str
    connect: int
    objective: str
    time_s: float | None
    game_time_s: float | None
    margin_s: float
    depth: int
    memory_mib: int
    swap: bool
    openings: str
    opening_ply: int | None
    player: list[PlayerValues]
    absent: list[AbsentValues]
    by_points: bool  # places are by points, with byes


@dataclass(frozen=True, slots=True)
class Plan:
    """A tournament to be played: *games* for each pairing, in *rounds* if it is a Swiss tournament."""

    players: tuple[PlayerSpec, ...]
    format: Format = "round-robin"
    games: int = DEFAULT_GAMES
    rounds: int | None = None
    seed: int = 0
    openings: OpeningSource = field(default_factory=OpeningSource)
    conditions: Conditions = field(default_factory=Conditions)
    title: str | None = None
    # Who should have played, and why they cannot.
    absent: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "players", distinct(self.players))
        for player in self.players:
            self.conditions.time_for(player)  # raises ValueError if a time is out of range
        self.schedule(("",))  # raises ValueError if it cannot be scheduled

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the players."""
        return tuple(player.name for player in self.players)

    @property
    def name(self) -> str:
        """The title, or a name derived from the plan."""
        return self.title or f"{self.format} {self.fingerprint[:8]}"

    @property
    def round_count(self) -> int:
        """The number of rounds, which only a Swiss tournament has several of."""
        default = default_rounds(self.format, len(self.players))
        return self.rounds or default if self.format == "swiss" else 1

    def schedule(self, openings: tuple[str, ...]) -> Schedule:
        """Return the schedule with *openings* from `draw_openings`."""
        return Schedule(self.format, self.names, self.games, openings, self.seed, self.round_count)

    def draw_openings(self) -> tuple[tuple[str, ...], str | None]:
        """Return the openings, one for each pair of games of a pairing, and a notice about them."""
        count = (self.games + 1) // 2 * self.round_count
        book = draw_openings(self.openings, self.conditions.rules, count, self.seed)
        return book.moves, book.notice

    @property
    def warnings(self) -> list[str]:
        """Sentences about what is probably a mistake."""
        return list(filter(None, [program_warning(self.as_dict())]))

    def as_dict(self) -> PlanValues:
        """Return what decides the games as plain values, and who is absent."""
        conditions, time = self.conditions, self.conditions.time
        values: PlanValues = {
            "title": self.title,
            "format": self.format,
            "games": self.games,
            "rounds": self.round_count,
            "seed": self.seed,
            "board": conditions.rules.size,
            "connect": conditions.rules.connect,
            "objective": conditions.rules.objective.value,
            "time_s": time.move_s,
            "game_time_s": time.game_s,
            "margin_s": time.margin_s,
            "depth": conditions.depth,
            "memory_mib": conditions.memory_mib,
            "openings": self.openings.file or self.openings.kind,
            "opening_ply": self.openings.ply,
            "player": [_player_values(player) for player in self.players],
        }
        if (
            conditions.swap
        ):  # left out otherwise, so that plans stored by earlier versions stay equal
            values["swap"] = True
        if self.absent:
            values["absent"] = [{"name": name, "reason": reason} for name, reason in self.absent]
        return values

    @property
    def fingerprint(self) -> str:
        """A digest of everything that decides the games; equal for equal plans."""
        decisive = {key: value for key, value in self.as_dict().items() if key != "absent"}
        if decisive["openings"] == "drawn":  # plans stored by earlier versions stay equal
            decisive["openings"] = _OLD_NAME
        text = json.dumps(decisive, sort_keys=True, ensure_ascii=True)
        return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def _player_values(player: PlayerSpec) -> PlayerValues:
    values: PlayerValues = {"name": player.name, "spec": player.spec, "depth": player.depth}
    # Left out unless they are set, so that plans stored by earlier versions stay equal.
    if player.time_s is not None:
        values["time_s"] = player.time_s
    if player.game_time_s is not None:
        values["game_time_s"] = player.game_time_s
    return values


def rules_of(plan: PlanValues) -> Rules:
    """Return the rules that a plan's games are played by."""
    return Rules.for_board(plan["board"], plan["connect"], Objective(plan["objective"]))


def program_warning(plan: PlanValues) -> str | None:
    """Return a sentence if one-move programs play by other rules than those of Max-Connect4."""
    names = [each["name"] for each in plan["player"] if each["spec"].startswith("program:")]
    if not names or plan["objective"] == Objective.MOST_LINES.value:
        return None
    are = "is a one-move program" if len(names) == 1 else "are one-move programs"
    return (
        f"{', '.join(names)} {are}, and position files do not say that the first line wins here: "
        "use the objective most-lines for programs written for Max-Connect4"
    )


_KEYS = PlanValues.__annotations__.keys() - {"absent", "by_points"}
RUNNING_KEYS = {
    "hand_ins", "store", "on_page", "workers", "cluster", "json", "html", "csv", "regret",
}  # fmt: skip
_PLAYER_KEYS = PlayerValues.__annotations__.keys()


def read_plan_file(path: PathOrFile) -> dict[str, Any]:
    """Return the contents of a TOML file, a path or an open one.

    Raises ValueError for invalid syntax and unknown keys.
    """
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    try:
        settings: dict[str, Any] = tomllib.loads(read_bytes(path).decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{name_of(path)} is not a valid TOML file: {error}") from None
    unknown = sorted(settings.keys() - _KEYS - RUNNING_KEYS)
    if unknown:
        expected = ", ".join(sorted(_KEYS | RUNNING_KEYS))
        raise ValueError(f"{name_of(path)} has the unknown key {unknown[0]!r}; expected {expected}")
    return settings


def make_plan(settings: Mapping[str, Any]) -> Plan:
    """Return the plan that *settings* describe, with the keys of the TOML file; raise ValueError for
    invalid values. Missing keys and values of None mean the default.

    >>> plan = make_plan({"player": ["easy", "medium"], "games": 10, "board": "6x5"})
    >>> plan.games, [player.name for player in plan.players]
    (10, ['easy', 'medium'])
    """
    given = {key: value for key, value in settings.items() if value is not None}
    renamed_openings(given, partial(warnings.warn, category=DeprecationWarning, stacklevel=2))
    format = given.get("format", "round-robin")
    rounds = _integer(given, "rounds", 0) or None
    if format != "swiss" and rounds not in (None, 1):
        raise ValueError(f"rounds are for swiss tournaments, not for {format}")
    conditions = _conditions(given)
    openings = _opening_source(given, conditions)
    default_games = DEFAULT_GAMES
    if openings.kind == "first-moves":
        default_games = 2 * len(first_moves(conditions.rules))
    return Plan(
        players=tuple(_player(each) for each in given.get("player", ())),
        format=format,
        games=_integer(given, "games", default_games),
        rounds=rounds,
        seed=_integer(given, "seed", 0),
        openings=openings,
        conditions=conditions,
        title=given.get("title"),
        absent=tuple(
            (each["name"], each["reason"]) if isinstance(each, Mapping) else each
            for each in given.get("absent", ())
        ),
    )


def _conditions(given: Mapping[str, Any]) -> Conditions:
    standard = Conditions()
    objective = Objective(given.get("objective", Objective.FIRST_LINE.value))
    rules = Rules.for_board(
        str(given.get("board", "7x6")), _integer(given, "connect", 4), objective
    )
    # With a time for the game, moves have no limit of their own by default.
    move_s = None if "game_time_s" in given else standard.time.move_s
    time = TimeControl(
        _seconds(given, "time_s", move_s),
        _seconds(given, "game_time_s", None),
        _seconds(given, "margin_s", standard.time.margin_s) or 0.0,
    )
    depth = _integer(given, "depth", standard.depth)
    memory_mib = _integer(given, "memory_mib", standard.memory_mib)
    swap = given.get("swap", False)
    if not isinstance(swap, bool):
        raise ValueError(f"swap is true or false, not {swap!r}")
    return Conditions(rules, time, depth, memory_mib, swap)


# What drawn openings were called before version 2.
_OLD_NAME = "balanced"


def renamed_openings(plan: dict[str, Any], on_old_name: Callable[[str], object]) -> None:
    """Give drawn openings their name in *plan*; *on_old_name* gets a sentence if it had the old one."""
    if plan.get("openings") == _OLD_NAME:
        plan["openings"] = "drawn"
        on_old_name("balanced openings are called drawn now; the old name goes in version 3")


def _opening_source(given: Mapping[str, Any], conditions: Conditions) -> OpeningSource:
    # Hardly any random position is drawn when lines are counted, so programs get the same few.
    is_counted = conditions.rules.objective is Objective.MOST_LINES
    default = "empty" if conditions.swap else "first-moves" if is_counted else "drawn"
    openings = given.get("openings", default)
    if conditions.swap and openings not in ("empty", "first-moves"):
        raise ValueError(f"with swap, openings are empty or first-moves, not {openings!r}")
    ply = _integer(given, "opening_ply", 0) if "opening_ply" in given else None
    if ply is not None and openings not in ("drawn", "random"):
        raise ValueError(f"opening_ply is for drawn and random openings, not for {openings!r}")
    for kind in OPENING_KINDS:
        if openings == kind:
            return OpeningSource(kind, ply)
    if not isinstance(openings, str) or not Path(openings).is_file():
        raise ValueError(f"openings are {', '.join(OPENING_KINDS)} or a file, not {openings!r}")
    return OpeningSource(ply=ply, file=openings)


def _player(value: Any) -> PlayerSpec:
    if isinstance(value, PlayerSpec):
        return value
    if isinstance(value, str):
        return parse_player(value)
    if not isinstance(value, Mapping) or not isinstance(value.get("spec"), str):
        raise ValueError("a player is a string, or a table with spec and optionally other keys")
    if unknown := sorted(value.keys() - _PLAYER_KEYS):
        expected = ", ".join(sorted(_PLAYER_KEYS))
        raise ValueError(f"a player has the unknown key {unknown[0]!r}: expected {expected}")
    given = {key: number for key, number in value.items() if number is not None}
    name = given.get("name")
    if name is not None and not isinstance(name, str):
        raise ValueError(f"the name of a player is a string, not {name!r}")
    depth = _integer(given, "depth", 1) if "depth" in given else None
    return replace(
        parse_player(value["spec"], name, depth),
        time_s=_seconds(given, "time_s", None),
        game_time_s=_seconds(given, "game_time_s", None),
    )


def _integer(given: Mapping[str, Any], key: str, default: int) -> int:
    value = given.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(f"{key} is an integer, not {value!r}")
    return value


def _seconds(given: Mapping[str, Any], key: str, default: float | None) -> float | None:
    value = given.get(key, default)
    if value is not None and (isinstance(value, bool) or not isinstance(value, int | float)):
        raise ValueError(f"{key} is a number of seconds, not {value!r}")
    return value
