"""A match in words: a line for each game, and a summary."""

from __future__ import annotations

from collections.abc import Sequence

from dropfour.arena.game import PlayedGame
from dropfour.arena.rating.elo import Tally, tally
from dropfour.game import Ending


def game_line(game: PlayedGame) -> str:
    """Return a line on one game: who played, the result, why, and the moves."""
    fixture, result = game.fixture, game.result
    how = {Ending.LINE: "", Ending.FULL_BOARD: " on a full board"}
    why = how.get(result.ending, f" by {result.ending.value}: {result.reason}")
    return (
        f"{fixture.number:>4}  {fixture.red} – {fixture.yellow}  {result.token}{why}  {game.moves}"
    )


def match_summary(games: Sequence[PlayedGame], name: str, other: str) -> str:
    """Return what *name* made against *other*, in a few lines."""
    whole = tally(games, name)
    red = tally([game for game in games if game.fixture.red == name], name)
    yellow = tally([game for game in games if game.fixture.yellow == name], name)
    lines = [
        f"{name} {whole.points:g} – {whole.games - whole.points:g} {other}",
        f"{name}: {_in_words(whole)}; as red {_in_words(red)}; as yellow {_in_words(yellow)}",
        _elo_line(whole),
    ]
    faults = [game for game in games if game.result.ending is Ending.FORFEIT]
    if faults:
        lines.append(f"{len(faults)} of {len(games)} games were lost by forfeit")
    return "\n".join(lines)


def _elo_line(whole: Tally) -> str:
    if whole.elo.value is None:
        return "Elo difference: too few games to tell"
    line = f"Elo difference: {whole.elo}"
    if whole.superiority is not None:
        line += f"; stronger with a likelihood of {100 * whole.superiority:.1f} %"
    return line


def _in_words(one: Tally) -> str:
    return f"won {one.wins}, drew {one.draws}, lost {one.losses}"
