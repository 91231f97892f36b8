"""What visitors do to a game: each function changes it or raises, and returns whether it did.

Every change of the board carries the ply it applies to (how many moves are on the board), so that a
request sent twice, or from two tabs, takes effect once.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from dropfour.engines.engine import Choice
from dropfour.game import Game
from dropfour.position import RED, YELLOW, Colour
from dropfour.web.fields import ColourName
from dropfour.web.games.clock import now_ms
from dropfour.web.games.game import HostedGame, Offer, OfferKind, Reaction, ReactionKind
from dropfour.web.http.problems import Conflict, NotYours
from dropfour.web.http.senders import hash_of

_HAND_OVER_MS = 15 * 60 * 1000
_BETWEEN_REACTIONS_MS = 2000


def check_ply(game: Game, ply: int) -> None:
    """Raise Conflict unless *ply* moves are on the board."""
    if len(game.moves) != ply:
        raise Conflict(
            f"the game is at ply {len(game.moves)}, not {ply}: it may have been changed elsewhere"
        )


# --- who may change what --------------------------------------------------------------------------


def check_owner(hosted: HostedGame, visitor: str) -> None:
    """Raise unless *visitor* has started the game, on one screen; everybody else watches it."""
    if hosted.is_live:
        raise Conflict("two people play this game on different devices: neither can do this alone")
    if hosted.stored.owner != visitor:
        raise NotYours("only the player who started this game can change it; you can watch")


def check_deletable(hosted: HostedGame, visitor: str) -> None:
    """Raise unless *visitor* has started the game, and nobody has joined it."""
    if hosted.is_live and hosted.is_full:
        raise Conflict("this game is live, and both seats are taken: it cannot be deleted")
    if hosted.stored.owner != visitor:
        raise NotYours("only the player who started this game can delete it; you can watch")


def check_live(hosted: HostedGame) -> None:
    """Raise Conflict for a game on one screen."""
    if not hosted.is_live:
        raise Conflict("this game is not live: it is played on one screen")


def seat_of(hosted: HostedGame, visitor: str) -> Colour:
    """Return the colour that *visitor* plays in a live game; raise NotYours for a spectator."""
    check_live(hosted)
    colours = hosted.colours_of(visitor)
    if not colours:
        raise NotYours("you have no seat in this game; you can watch")
    return colours[0]


# --- on one screen and in a live game ---------------------------------------------------------------


def play(
    hosted: HostedGame,
    visitor: str,
    column: int,
    ply: int,
    thought_ms: int | None = None,
    now: int = 0,
) -> bool:
    """Drop a person's stone as move *ply* + 1; nothing changes if it is on the board already. A player
    whose time was up when the move arrived, at *now*, loses instead."""
    if not hosted.is_live:
        check_owner(hosted, visitor)
    elif seat_of(hosted, visitor) is hosted.mover and end_on_time(hosted, now):
        return True
    game, colours = hosted.game, hosted.colours_of(visitor)
    moves = game.moves
    is_played = ply < len(moves) and moves[ply] == column
    if is_played and (not hosted.is_live or _mover_at(game, ply) in colours):
        return False
    check_ply(game, ply)
    if not game.is_over:
        if not hosted.is_full:
            raise Conflict("nobody has taken the other seat yet")
        if game.player_to_move is not None:
            raise Conflict(f"it is the turn of {game.player_to_move.name}, an engine")
        if game.position.to_move not in colours:
            raise Conflict("it is the other player's turn")
    mover = game.position.to_move
    game.play(column)
    hosted.offer, hosted.declined = None, []
    if hosted.clock is not None:
        hosted.clock = hosted.clock.moved(mover, now, thought_ms)
    if hosted.is_live and game.is_over:
        _end(hosted, now)
    return True


def resign(hosted: HostedGame, visitor: str, ply: int, colour: Colour | None) -> bool:
    """Resign for *colour* on one screen, where it is needed, or for one's own seat of a live game."""
    if hosted.is_live:
        own = seat_of(hosted, visitor)
        return _decide(hosted, lambda game: game.resign(own), now_ms())
    if colour is None:
        raise ValueError("colour: say who resigns")
    return step(hosted, visitor, ply, lambda game: game.resign(colour))


# --- on one screen --------------------------------------------------------------------------------


def look_for_engine(hosted: HostedGame, visitor: str, ply: int) -> bool:
    """Raise Conflict unless an engine is to make move *ply* + 1, or that is on the board."""
    check_owner(hosted, visitor)
    if ply >= len(hosted.game.moves):
        check_ply(hosted.game, ply)
        if hosted.engine_to_move is None and not (hosted.game.swapped and ply == 1):
            raise Conflict("the game is over" if hosted.game.is_over else "it is a person's turn")
    return False


def play_choice(hosted: HostedGame, visitor: str, ply: int, choice: Choice) -> bool:
    """Play what an engine chose as move *ply* + 1; an illegal choice forfeits the game."""
    check_owner(hosted, visitor)
    game = hosted.game
    if ply < len(game.moves):
        return False
    check_ply(game, ply)
    if game.is_over or game.player_to_move is None or (choice.swap and game.swapped):
        return False
    with _follow_swap(hosted):
        game.play_chosen(choice, game.player_to_move.name)
    thought = {"ply": len(game.moves), **choice.to_dict()}
    thought.pop("swap", None)  # which the game itself says
    hosted.stored = hosted.stored._replace(thought=thought)
    return True


def step(hosted: HostedGame, visitor: str, ply: int, act: Callable[[Game], object]) -> bool:
    """Undo, redo or resign: let *act* change the game on one screen."""
    check_owner(hosted, visitor)
    check_ply(hosted.game, ply)
    try:
        with _follow_swap(hosted):
            act(hosted.game)
    except ValueError as error:
        raise Conflict(str(error)) from None
    hosted.stored = hosted.stored._replace(thought=None)
    return True


def swap(hosted: HostedGame, visitor: str, ply: int, now: int = 0) -> bool:
    """Let the two players change colours and continue the game: by the swap rule, as the second move,
    once; on one screen also later, and without that rule."""
    game = hosted.game
    is_second_move = game.swapped is not None and ply == 1
    if hosted.is_live:
        colour = seat_of(hosted, visitor)
        if is_second_move and game.swapped and colour is RED:
            return False  # sent again
        check_ply(game, ply)
        _check_on(hosted)
        if not game.can_swap or colour is not hosted.mover:
            raise Conflict("sides can be swapped only by the swap rule, as the second move")
        if end_on_time(hosted, now):
            return True
        if hosted.clock is not None:
            hosted.clock = hosted.clock.moved(colour, now, None)
    else:
        check_owner(hosted, visitor)
        check_ply(game, ply)
        if is_second_move and game.swapped:
            return False
    if game.can_swap:
        game.swap()
    else:
        game.red, game.yellow = game.yellow, game.red
    hosted.exchange_seats()
    hosted.stored = hosted.stored._replace(thought=None)
    return True


def set_variations(
    hosted: HostedGame, visitor: str, variations: list[dict[str, str]] | None
) -> bool:
    """Replace the variations of the game, which have been checked, in the form of the row."""
    check_owner(hosted, visitor)
    hosted.stored = hosted.stored._replace(variations=variations)
    return True


# --- in a live game -------------------------------------------------------------------------------


def join(hosted: HostedGame, visitor: str, name: str, is_bot: bool) -> bool:
    """Take the open seat; nothing changes for a visitor who has one already."""
    check_live(hosted)
    if hosted.colours_of(visitor):
        return False
    colour = hosted.open_colour
    if colour is None:
        raise Conflict("both seats are taken; you can watch")
    return _seat(hosted, colour, visitor, is_bot, name)


def offer(hosted: HostedGame, visitor: str, kind: OfferKind, ply: int) -> bool:
    """Ask the other player for something."""
    wanted = Offer(kind, seat_of(hosted, visitor))
    if hosted.offer == wanted:
        return False
    check_ply(hosted.game, ply)
    if kind == "rematch":
        if not hosted.game.is_over:
            raise Conflict("a rematch follows when this game is over")
        if hosted.next_id is not None:
            raise Conflict("the rematch has begun already")
    else:
        _check_on(hosted)
    if kind == "take-back" and plies_back(hosted.game, wanted.colour) == 0:
        raise Conflict("you have not moved yet")
    if wanted in hosted.declined:
        raise Conflict("the other player has declined that; you can ask again after the next move")
    if hosted.offer is not None and hosted.offer.colour is not wanted.colour:
        raise Conflict("answer the other player's offer first")
    hosted.offer = wanted
    return True


def decline(hosted: HostedGame, visitor: str, kind: OfferKind) -> bool:
    """Refuse the other player's offer, or withdraw one's own; without one nothing changes."""
    colour = seat_of(hosted, visitor)
    pending = hosted.offer
    if pending is None or pending.kind != kind:
        return False
    hosted.offer = None
    if pending.colour is not colour:
        hosted.declined.append(pending)
    return True


def pending_offer(hosted: HostedGame, visitor: str, kind: OfferKind, ply: int) -> Offer:
    """Return the other player's offer; raise Conflict if it is no longer there."""
    colour = seat_of(hosted, visitor)
    pending = hosted.offer
    if pending is None or pending.kind != kind or pending.colour is colour:
        raise Conflict(f"there is no offer of a {kind} to accept")
    check_ply(hosted.game, ply)
    return pending


def accept(hosted: HostedGame, visitor: str, kind: OfferKind, ply: int) -> bool:
    """Accept the other player's draw or take-back, which does not give back the time of moves."""
    pending, now = pending_offer(hosted, visitor, kind, ply), now_ms()
    if kind == "draw":
        return _decide(hosted, Game.agree_draw, now)
    with _follow_swap(hosted):
        for _ in range(plies_back(hosted.game, pending.colour)):
            hosted.game.undo()
    hosted.offer, hosted.declined = None, []
    if hosted.clock is not None:
        hosted.clock = hosted.clock.restarted(now)
    return True


def claim(
    hosted: HostedGame,
    visitor: str,
    ply: int,
    result: str,
    check_absence: Callable[[HostedGame, Colour], None],
) -> bool:
    """End a game whose player to move has left; *check_absence* raises if it is too early."""
    check_ply(hosted.game, ply)
    absent = seat_of(hosted, visitor).opponent
    if hosted.mover is not absent:
        raise Conflict("you can claim only while the other player is to move")
    check_absence(hosted, absent)
    if result == "draw":
        return _decide(hosted, Game.agree_draw, now_ms())
    return lose(hosted, absent, "left the game", now_ms())


def lose(hosted: HostedGame, loser: Colour, reason: str, now: int) -> bool:
    """End the game because *loser* ran out of time or has left."""
    return _decide(hosted, lambda game: game.forfeit(loser, reason), now)


def end_on_time(hosted: HostedGame, now: int) -> bool:
    """End the game if the side to move has run out of time."""
    falls_at, mover = hosted.flag_falls_at, hosted.mover
    if falls_at is None or mover is None or now < falls_at:
        return False
    return lose(hosted, mover, "ran out of time", now)


def score(hosted: HostedGame) -> tuple[float, float]:
    """Return the points of red and yellow in the match, with this game if it is over."""
    red, yellow = hosted.match.red, hosted.match.yellow
    result = hosted.game.result
    if result is None:
        return red, yellow
    if result.winner is None:
        return red + 0.5, yellow + 0.5
    return (red + 1, yellow) if result.winner is RED else (red, yellow + 1)


def hand_over(hosted: HostedGame, visitor: str, token: str) -> bool:
    """Let another device take this visitor's seat once, with *token*."""
    colour = seat_of(hosted, visitor)
    hosted.hand_overs[str(colour)] = (hash_of(token), now_ms() + _HAND_OVER_MS)
    return True


def take_over(hosted: HostedGame, visitor: str, token: str, is_bot: bool) -> bool:
    """Move the seat that *token* was made for to *visitor*."""
    check_live(hosted)
    for colour in (RED, YELLOW):
        key, until = hosted.hand_overs.get(str(colour), ("", 0))
        if not secrets.compare_digest(key, hash_of(token)):
            continue
        if now_ms() > until:
            raise Conflict("this link has expired: make a new one on the device that has the seat")
        if colour.opponent in hosted.colours_of(visitor):
            raise Conflict("this device has the other seat of this game")
        del hosted.hand_overs[str(colour)]
        return _seat(hosted, colour, visitor, is_bot)
    raise NotYours("this link has been used already, or is not valid")


def pass_seat(hosted: HostedGame, owner: str, visitor: str) -> bool:
    """Give the seat of *owner* to *visitor*."""
    return _seat(hosted, seat_of(hosted, owner), visitor, False)


def react(hosted: HostedGame, visitor: str, kind: ReactionKind) -> bool:
    """Show the other player a reaction, also after the end; not two within two seconds."""
    colour: ColourName = "red" if seat_of(hosted, visitor) is RED else "yellow"
    if not hosted.is_full:
        raise Conflict("nobody has taken the other seat yet")
    now, last = now_ms(), hosted.reactions.get(colour)
    if last is not None and now - last.at_ms < _BETWEEN_REACTIONS_MS:
        raise Conflict("wait two seconds before you react again")
    number = 1 + max((each.number for each in hosted.reactions.values()), default=0)
    hosted.reactions[colour] = Reaction(kind, number, now)
    return True


def rename(hosted: HostedGame, visitor: str, name: str) -> bool:
    """Change a player's name, which in a tournament is the one that they joined with."""
    if hosted.tournament_id is not None:
        raise Conflict("in a tournament, players keep the names with which they joined")
    changes: dict[str, Any] = {f"{seat_of(hosted, visitor)}_name": name}
    hosted.stored = hosted.stored._replace(**changes)
    return True


def set_public(hosted: HostedGame, visitor: str, is_public: bool) -> bool:
    seat_of(hosted, visitor)
    has_changed = hosted.stored.is_public is not is_public
    hosted.stored = hosted.stored._replace(is_public=is_public)
    return has_changed


def plies_back(game: Game, colour: Colour) -> int:
    """Return how many moves to undo until *colour* is to move again; 0 if it has not moved."""
    for back in range(1, len(game.moves) + 1):
        if _mover_at(game, len(game.moves) - back) is colour:
            return back
    return 0


def _seat(
    hosted: HostedGame, colour: Colour, visitor: str, is_bot: bool, name: str | None = None
) -> bool:
    """Give a seat to *visitor*, under the *name* it has if there is no new one."""
    word = str(colour)
    changes: dict[str, Any] = {f"{word}_owner": visitor}
    if name is not None:
        changes[f"{word}_name"] = name
    hosted.stored = hosted.stored._replace(**changes)
    hosted.bots = [each for each in hosted.bots if each != word] + ([word] if is_bot else [])
    return True


@contextmanager
def _follow_swap(hosted: HostedGame) -> Iterator[None]:
    """Let the seats follow if the game swaps sides, or takes that back, in the block."""
    before = hosted.game.swapped
    yield
    if hosted.game.swapped is not before:
        hosted.exchange_seats()


def _mover_at(game: Game, ply: int) -> Colour:
    return game.positions[ply].to_move


def _check_on(hosted: HostedGame) -> None:
    if hosted.game.is_over:
        raise Conflict(f"the game is over: {hosted.game.result}")
    if not hosted.is_full:
        raise Conflict("nobody has taken the other seat yet")


def _decide(hosted: HostedGame, act: Callable[[Game], object], now: int) -> bool:
    """Let *act* end a game that the board does not decide."""
    _check_on(hosted)
    _end(hosted, now)
    act(hosted.game)
    return True


def _end(hosted: HostedGame, now: int) -> None:
    """Stop the clock, and drop everything that ends with the game."""
    if hosted.clock is not None:
        hosted.clock = hosted.clock.stopped(hosted.mover, now)
    hosted.offer, hosted.declined, hosted.hand_overs = None, [], {}
