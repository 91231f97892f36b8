"""The games of a match and its summary as text."""

from __future__ import annotations

from collections.abc import Sequence

from dropfour.arena.game import PlayedGame
from dropfour.arena.rating.elo import Tally, tally
from dropfour.game import Ending


def game_summary(game: PlayedGame) -> str:
    """Return one game as text: number, players, result, how it ended, and the moves."""
    fixture, result = game.fixture, game.result
    how = {Ending.LINE: "", Ending.FULL_BOARD: " on a full board"}
    why = how.get(result.ending, f" by {result.ending.value}: {result.reason}")
    return (
        f"{fixture.number:>4}  {fixture.red} – {fixture.yellow}  {result.token}{why}  {game.moves}"
    )


def match_summary(games: Sequence[PlayedGame], name: str, other: str) -> str:
    """Return the results of *name* against *other* as text."""
    total = tally(games, name)
    red = tally([game for game in games if game.fixture.red == name], name)
    yellow = tally([game for game in games if game.fixture.yellow == name], name)
    summary = [
        f"{name} {total.points:g} – {total.games - total.points:g} {other}",
        f"{name}: {_in_words(total)}; as red {_in_words(red)}; as yellow {_in_words(yellow)}",
        _elo_in_words(total),
    ]
    forfeits = sum(game.result.ending is Ending.FORFEIT for game in games)
    if forfeits:
        summary.append(f"{forfeits} of {len(games)} games were lost by forfeit")
    return "\n".join(summary)


def _elo_in_words(total: Tally) -> str:
    if total.elo.value is None:
        return "Elo difference: unknown, too few games"
    text = f"Elo difference: {total.elo}"
    if total.superiority is not None:
        text += f"; stronger with a likelihood of {100 * total.superiority:.1f} %"
    return text


def _in_words(one: Tally) -> str:
    return f"won {one.wins}, drew {one.draws}, lost {one.losses}"
