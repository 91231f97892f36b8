"""A tournament between people: who takes part, who plays whom, and what follows from results.

Pairings and standings are the arena's. Players are known by their names, which differ. All three
classes are tables; a session of SQLAlchemy writes what has changed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, Literal

import sqlalchemy as sa
from sqlalchemy.orm import Mapped, foreign, mapped_column, relationship

from dropfour.arena.game import Fixture, PlayedGame
from dropfour.arena.plan import PlanValues
from dropfour.arena.report.standings import Report, make_report
from dropfour.arena.schedule import Past, default_rounds, pair_by_points, unplayed_round
from dropfour.game import Ending, Result
from dropfour.notation import parse_position
from dropfour.position import RED, YELLOW
from dropfour.web.fields import compared
from dropfour.web.games.clock import ClockSettings
from dropfour.web.games.game import ListedGame
from dropfour.web.http.problems import Conflict, NotFound, NotYours
from dropfour.web.rows import Stored, time_text

State = Literal["open", "running", "finished"]
PeopleFormat = Literal["swiss", "round-robin"]

BYE = "bye"
# A game that counts for nobody.
VOID = "0-0"
NEITHER = "neither player came"
# A tournament whose organiser starts no round for this long is over.
ABANDONED_S = 24 * 3600
MOST_PLAYERS = 200
_WINNERS = {"1-0": RED, "0-1": YELLOW, "1/2-1/2": None}


class _ClockColumn(sa.TypeDecorator[ClockSettings]):
    impl = sa.JSON(none_as_null=True)
    cache_ok = True

    def process_bind_param(self, value: ClockSettings | None, dialect: object) -> Any:
        return None if value is None else value.values()

    def process_result_value(self, value: Any, dialect: object) -> ClockSettings | None:
        return None if value is None else ClockSettings(*value)


class Entrant(Stored, eq=False):
    """A player; one who *is_out* is not paired. *link_hash* is of a token for another device."""

    __tablename__ = "club_players"

    tournament: Mapped[str] = mapped_column(sa.String(16), primary_key=True, init=False)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    owner: Mapped[str] = mapped_column(sa.String(64), index=True)
    name: Mapped[str] = mapped_column(sa.String(80))
    is_out: Mapped[bool] = mapped_column(default=False)
    link_hash: Mapped[str | None] = mapped_column(sa.String(64), default=None)


class PairedGame(Stored, eq=False):
    """A game between two numbers of players, a bye without *yellow*; *game* is the id of the live game
    once it is open. Games with the same *pair* have the same players."""

    __tablename__ = "club_games"

    tournament: Mapped[str] = mapped_column(sa.String(16), primary_key=True, init=False)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    round: Mapped[int]
    pair: Mapped[int]
    red: Mapped[int]
    yellow: Mapped[int | None]
    game: Mapped[str | None] = mapped_column(sa.String(16), index=True, default=None)
    result: Mapped[str | None] = mapped_column(sa.String(8), default=None)
    ending: Mapped[str] = mapped_column(sa.String(20), default="")
    reason: Mapped[str] = mapped_column(sa.String(200), default="")
    moves: Mapped[str] = mapped_column(sa.String(400), default="")
    red_lines: Mapped[int] = mapped_column(default=0)
    yellow_lines: Mapped[int] = mapped_column(default=0)

    def players(self) -> tuple[int, int | None]:
        return self.red, self.yellow


def _parts(table: type[Entrant | PairedGame]) -> Any:
    """Return the rows of a tournament in another table, in the order of their numbers."""
    return relationship(
        table,
        primaryjoin=lambda: foreign(table.tournament) == Tournament.id,
        order_by=lambda: table.number,
        lazy="selectin",
        default_factory=list,
    )


class Tournament(Stored, eq=False):
    """*games* are those of a pairing; *pause_s* is the time between two rounds, None if the organiser
    starts them; *absence_s* is how long a player who is to move may be away. *link_hash* is of a token
    that makes another device the organiser's."""

    __tablename__ = "club_tournaments"

    id: Mapped[str] = mapped_column(sa.String(16), primary_key=True)
    organiser: Mapped[str] = mapped_column(sa.String(64), index=True)
    title: Mapped[str] = mapped_column(sa.String(80))
    format: Mapped[PeopleFormat] = mapped_column(sa.String(16))
    rounds: Mapped[int | None]
    games: Mapped[int]
    start: Mapped[str] = mapped_column(sa.String(600))
    clock: Mapped[ClockSettings | None] = mapped_column(_ClockColumn)
    pause_s: Mapped[int | None]
    absence_s: Mapped[int]
    seed: Mapped[int]
    state: Mapped[State] = mapped_column(sa.String(16), index=True, default="open")
    round: Mapped[int] = mapped_column(default=0)
    next_round_at: Mapped[str | None] = mapped_column(sa.String(32), default=None)
    link_hash: Mapped[str | None] = mapped_column(sa.String(64), default=None)
    swap: Mapped[bool | None] = mapped_column(default=None)
    version: Mapped[int] = mapped_column(default=1)
    created_at: Mapped[str] = mapped_column(sa.String(32), default="")
    updated_at: Mapped[str] = mapped_column(sa.String(32), default="")
    players: Mapped[list[Entrant]] = _parts(Entrant)
    schedule: Mapped[list[PairedGame]] = _parts(PairedGame)

    # --- people ---------------------------------------------------------------------------------

    def player_of(self, visitor: str) -> Entrant | None:
        return next((each for each in self.players if visitor and each.owner == visitor), None)

    def player(self, number: int) -> Entrant:
        if not 1 <= number <= len(self.players):
            raise NotFound(f"there is no player {number} in this tournament")
        return self.players[number - 1]

    def check_organiser(self, visitor: str) -> None:
        if visitor != self.organiser:
            raise NotYours("only the organiser of the tournament can do that")

    def checked_player(self, number: int, visitor: str) -> Entrant:
        """Return a player; raise NotYours unless *visitor* is that, or organises the tournament."""
        entrant = self.player(number)
        if visitor != entrant.owner:
            self.check_organiser(visitor)
        return entrant

    def take_over(self, visitor: str, link_hash: str) -> str:
        """Let *visitor* be the player whose link this is; return who was before. With the organiser's
        link, let them organise, and return nothing."""
        if self.link_hash == link_hash:
            self.organiser, self.link_hash = visitor, None
            return ""
        entrant = next((each for each in self.players if each.link_hash == link_hash), None)
        if entrant is None:
            raise NotYours("this link has been used already, or is not valid")
        if self.player_of(visitor) not in (None, entrant):
            raise Conflict("this device plays as somebody else in this tournament")
        before, entrant.owner, entrant.link_hash = entrant.owner, visitor, None
        return before

    def join(self, visitor: str, name: str) -> None:
        """Let *visitor* take part from the next round on; one who had left comes back."""
        self._check_not_finished()
        known = self.player_of(visitor)
        if known is not None:
            known.is_out = False
            return
        if compared(name) in {compared(each.name) for each in self.players}:
            raise Conflict(f"somebody here is called {name} already: choose another name")
        if len(self.players) >= MOST_PLAYERS:
            raise Conflict(f"a tournament has at most {MOST_PLAYERS} players")
        self.players.append(Entrant(len(self.players) + 1, visitor, name))

    def withdraw(self, entrant: Entrant) -> None:
        """Pair a player no more; games of theirs that are not open yet are lost."""
        self._check_not_finished()
        entrant.is_out = True
        for each in self.schedule:
            if each.result is None and each.game is None and entrant.number in each.players():
                _forfeit(each, entrant.number, "left the tournament")

    @property
    def active(self) -> list[Entrant]:
        return [each for each in self.players if not each.is_out]

    # --- rounds ---------------------------------------------------------------------------------

    def start_rounds(self) -> None:
        if self.state != "open":
            raise Conflict("the tournament has started already")
        if len(self.active) < 2:
            raise Conflict("a tournament needs at least two players")
        if self.format == "swiss" and self.rounds is None:
            self.rounds = default_rounds("swiss", len(self.active))
        self.state = "running"
        self._begin_round()

    def start_next_round(self) -> None:
        """Begin a round now, as the organiser wants it."""
        if self.state != "running":
            raise Conflict("the tournament is not running")
        if list(self.unfinished()):
            raise Conflict("games of this round are still being played")
        self._begin_round()

    def finish(self) -> None:
        """End the tournament; games that are not over count for nobody."""
        self._check_not_finished()
        for each in self.unfinished():
            each.result, each.reason = VOID, "the tournament ended"
        self.state, self.next_round_at = "finished", None

    def advance(self) -> None:
        """Do what follows from the results: wait for the next round, begin it, or finish."""
        if self.state != "running" or any(self.unfinished()):
            return
        if not self._next_pairings() or self.updated_at < time_text(-ABANDONED_S):
            self.finish()
        elif self.pause_s is not None and self.next_round_at is None:
            self.next_round_at = time_text(self.pause_s)
        elif self.next_round_at is not None and self.next_round_at <= time_text():
            self._begin_round()

    def unfinished(self) -> Iterator[PairedGame]:
        """Yield the games without a result."""
        return (each for each in self.schedule if each.result is None)

    def to_open(self) -> list[PairedGame]:
        """Return the games that can be opened: the second of a pair follows the first."""
        busy = {each.pair for each in self.unfinished() if each.game is not None}
        ready = []
        for each in self.unfinished():
            if each.game is None and each.pair not in busy:
                ready.append(each)
                busy.add(each.pair)
        return ready

    def record(self, paired: PairedGame, ended: ListedGame | None) -> None:
        """Copy the result of a live game, which may be removed later; None if it is gone already."""
        if ended is None or ended.result is None:
            paired.result, paired.reason = VOID, "the game was removed"
            return
        result = ended.result
        if ended.stored.swapped and paired.yellow is not None:
            paired.red, paired.yellow = paired.yellow, paired.red
        paired.result = VOID if result.reason == NEITHER else result.token
        paired.ending, paired.reason = result.ending.value, result.reason
        paired.moves = ended.stored.moves
        paired.red_lines = ended.position.count_lines(RED)
        paired.yellow_lines = ended.position.count_lines(YELLOW)

    def _begin_round(self) -> None:
        pairings = self._next_pairings()
        if not pairings:
            self.finish()
            return
        self.round += 1
        self.next_round_at = None
        numbers = {each.name: each.number for each in self.players}
        pair = max((each.pair for each in self.schedule), default=0)
        for first, second in pairings:
            pair += 1
            sides = ((first, second), (second, first))
            for red, yellow in sides[: self.games]:
                self._add(pair, numbers[red], numbers[yellow])
        busy = {name for pairing in pairings for name in pairing}
        if self.format == "swiss":
            for each in self.active:
                if each.name not in busy:
                    pair += 1
                    self._add(pair, each.number, None, BYE)

    def _add(self, pair: int, red: int, yellow: int | None, result: str | None = None) -> None:
        number = len(self.schedule) + 1
        self.schedule.append(PairedGame(number, self.round, pair, red, yellow, result=result))

    def _next_pairings(self) -> list[tuple[str, str]]:
        """Return the pairings of the next round; empty if there is none."""
        names = [each.name for each in self.active]
        if len(names) < 2 or (self.format == "swiss" and self.round >= (self.rounds or 0)):
            return []
        past = self._past()
        if self.format == "round-robin":
            return unplayed_round(names, past.met)
        return pair_by_points(names, past, self.seed)

    def _past(self) -> Past:
        names = [each.name for each in self.players]
        points = {one.name: one.points for one in self.report().standings}
        past = Past(points, dict.fromkeys(names, 0))
        for each in self.schedule:
            red = names[each.red - 1]
            if each.yellow is None:
                past.had_bye.add(red)
            else:
                past.met.add(frozenset((red, names[each.yellow - 1])))
                past.reds[red] += 1
        return past

    def _check_not_finished(self) -> None:
        if self.state == "finished":
            raise Conflict("the tournament is over")

    # --- results --------------------------------------------------------------------------------

    def played(self) -> list[PlayedGame]:
        """Return the games that count."""
        games = []
        for each in self.schedule:
            if each.yellow is None or each.result not in _WINNERS:
                continue
            red, yellow = self.players[each.red - 1].name, self.players[each.yellow - 1].name
            result = Result(_WINNERS[each.result], Ending(each.ending), each.reason)
            fixture = Fixture(each.number, each.pair, red, yellow, "", 0, each.round)
            lines = 0.0, 0.0, each.red_lines, each.yellow_lines
            games.append(PlayedGame(fixture, each.moves, result, *lines))
        return games

    def report(self) -> Report:
        """Return the standings as the arena makes them, without ratings, which need the extra `arena`; a
        bye is worth the games of a pairing."""
        plan: PlanValues = {
            "format": self.format,
            "objective": parse_position(self.start).rules.objective.value,
            "player": [{"name": each.name} for each in self.players],
            "by_points": True,
        }
        byes = Counter(
            self.players[each.red - 1].name for each in self.schedule if each.yellow is None
        )
        worth = {name: count * self.games for name, count in byes.items()}
        games = self.played()
        return make_report(self.title, plan, len(self.schedule), games, byes=worth, is_rated=False)

    @property
    def planned_rounds(self) -> int:
        """How many rounds there will be, if nobody comes or leaves."""
        count = len(self.active)
        if self.format == "swiss":
            return self.rounds or default_rounds("swiss", max(count, 2))
        return max(self.round, count - 1 + count % 2)


def _forfeit(paired: PairedGame, loser: int, reason: str) -> None:
    paired.result = "0-1" if paired.red == loser else "1-0"
    paired.ending, paired.reason = Ending.FORFEIT.value, reason
