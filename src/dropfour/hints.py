"""Names that people know from other libraries or try first, and what to use here."""

from __future__ import annotations

from collections.abc import Mapping

NAMES_FOR_THE_PACKAGE = {
    "Board": "Position, or dropfour.notebook.Board to play in a notebook",
    "analyze": "analyse",
    "best_move": "engine('perfect').choose(position).column, or analyse(position).best",
    "list_engines": "engines",
    "new_game": "Game",
    "play": "Game(red=..., yellow=...).run(), or Position.play for one move",
}
NAMES_FOR_POSITIONS = {
    "board": "stones(colour), cells() or position[column, row]",
    "copy": "the position itself, which never changes",
    "current_player": "to_move",
    "is_terminal": "is_over",
    "legal_actions": "legal_columns",
    "legal_moves": "legal_columns",
    "moves": "Game.moves: a position does not know how it was reached",
    "pop": "Game.undo: play returns a new position",
    "push": "play, which returns a new position",
    "turn": "to_move",
    "undo": "Game.undo: play returns a new position",
}


def unknown_name(
    owner: str, name: str, hints: Mapping[str, str], obj: object = None
) -> AttributeError:
    """Return the error for an attribute that *owner* does not have; it says what to use instead."""
    hint = f"; use {hints[name]}" if name in hints else ""
    return AttributeError(f"{owner} has no attribute {name!r}{hint}", name=name, obj=obj)
