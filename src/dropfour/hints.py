"""Names that people know from other libraries or try first, and what to use here."""

from __future__ import annotations

from collections.abc import Mapping

_BEST = "dropfour.best_move(position), or dropfour.analyse(position).best for all of them"

NAMES_FOR_THE_PACKAGE = {
    "Board": "Position, or dropfour.notebook.Board to play in a notebook",
    "analyze": "analyse",
    "list_engines": "engines",
    "load_game": "load for a saved game, Game for a new one",
    "new_game": "Game",
    "play": "Game(red=..., yellow=...).run(), or Position.play for one move",
}
NAMES_FOR_POSITIONS = {
    "apply_action": "play, which returns a new position; columns count from 1",
    "best_move": _BEST,
    "board": "to_rows(), stones(colour), cells() or position[column, row]",
    "child": "play, which returns a new position",
    "children": "{column: position.play(column) for column in position.legal_columns}",
    "clone": "the position itself, which never changes",
    "copy": "the position itself, which never changes",
    "current_player": "to_move",
    "fen": "text",
    "heights": "height(column)",
    "history": "Game.moves: a position does not know how it was reached",
    "is_game_over": "is_over",
    "is_terminal": "is_over",
    "legal_actions": "legal_columns",
    "legal_moves": "legal_columns",
    "make_move": "play, which returns a new position",
    "moves": "Game.moves: a position does not know how it was reached",
    "observation_tensor": "dropfour.rl.observe",
    "play_move": "play, which returns a new position",
    "pop": "Game.undo: play returns a new position",
    "push": "play, which returns a new position",
    "returns": "winner or outcome",
    "shape": "rules.columns and rules.rows, or numpy.array(position)",
    "to_array": "numpy.array(position) or to_rows()",
    "to_string": "text, or str(position)",
    "turn": "to_move",
    "undo": "Game.undo: play returns a new position",
}
NAMES_FOR_GAMES = {
    "apply_action": "play: columns count from 1",
    "best_move": _BEST,
    "board": "position",
    "clone": "copy.copy(game)",
    "copy": "copy.copy(game)",
    "current_player": "position.to_move",
    "fen": "position.text",
    "history": "moves",
    "is_game_over": "is_over",
    "is_terminal": "is_over",
    "legal_actions": "position.legal_columns",
    "legal_columns": "position.legal_columns",
    "legal_moves": "position.legal_columns",
    "make_move": "play",
    "outcome": "result, or position.outcome",
    "pop": "undo",
    "push": "play",
    "returns": "result",
    "to_move": "position.to_move",
    "turn": "position.to_move",
    "winner": "result, or position.winner",
}


def unknown_name(
    owner: str, name: str, hints: Mapping[str, str], obj: object = None
) -> AttributeError:
    """Return the error for an attribute that *owner* does not have; it says what to use instead."""
    hint = f"; use {hints[name]}" if name in hints else ""
    return AttributeError(f"{owner} has no attribute {name!r}{hint}", name=name, obj=obj)
