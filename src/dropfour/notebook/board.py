"""Board: the kernel keeps the game; board.js shows ``state`` and sends what a person does."""

from __future__ import annotations

from pathlib import Path
from threading import Thread
from typing import Any

import anywidget
import traitlets

from dropfour.drawing.script import board_styles, bundle
from dropfour.game import Game
from dropfour.moves import format_moves
from dropfour.notation import position_string
from dropfour.players.player import Seatable
from dropfour.position import IllegalMove, Position
from dropfour.rules import Rules

_FOLDER = Path(__file__).parent
_DEFAULT_OPPONENT = "easy"


class Board(anywidget.AnyWidget):
    """A board in a notebook: a person plays by clicking on a column.

    *start* is a position, rules, a move string, or a Game, which comes with its own players. *red* and
    *yellow* are what a Game accepts as players; None is a person. Engines choose in a thread of their
    own, so the kernel stays free. *game* can be read at any time; change it through the methods of the
    board, so that the notebook shows the change.
    """

    _esm = bundle(_FOLDER / "board.js")

    styles = traitlets.Unicode(
        board_styles() + (_FOLDER / "board.css").read_text(encoding="utf-8"), read_only=True
    ).tag(sync=True)
    # What the page shows; "playable" are the columns that the person to move can choose.
    state: traitlets.Dict[str, Any] = traitlets.Dict(read_only=True).tag(sync=True)

    def __init__(
        self,
        start: Game | Position | Rules | str | None = None,
        red: Seatable | None = None,
        yellow: Seatable | None = _DEFAULT_OPPONENT,
    ) -> None:
        if isinstance(start, Game):
            if red is not None or yellow != _DEFAULT_OPPONENT:
                raise ValueError("the game already has players: use Game.seat to replace one")
            self.game = start
        elif isinstance(start, str):
            self.game = Game.from_moves(start, red=red, yellow=yellow)
        else:
            self.game = Game(start, red, yellow)
        super().__init__()
        self._thread: Thread | None = None
        self._is_thinking = False
        self._error = ""
        self.on_msg(self._receive)
        self._continue()

    @property
    def is_thinking(self) -> bool:
        """Whether an engine is choosing; until it has, the board takes no moves."""
        return self._is_thinking

    def play(self, column: int) -> None:
        """Drop a stone for the person to move; raise IllegalMove if that is not possible."""
        if self._engine_to_move:
            raise IllegalMove(f"{self._engine_to_move} is to move")
        self.game.play(column)
        self._continue()

    def undo(self) -> None:
        """Take back moves until a person is to move again; raise ValueError if there is no move."""
        self._check_idle()
        self.game.undo_turn()
        self._continue()

    def new_game(self) -> None:
        """Start again from the first position, with the same players."""
        self._check_idle()
        while self.game.can_undo:
            self.game.undo()
        self._continue()

    def wait(self, timeout_s: float | None = None) -> bool:
        """Wait until no engine is choosing; return False if it still is after *timeout_s*."""
        if self._thread is not None:
            self._thread.join(timeout_s)
        return not self._is_thinking

    def close(self) -> None:
        """Remove the board from the notebook and close the players that it opened."""
        if hasattr(self, "game"):  # called by __del__ even if __init__ has failed
            self.game.close()
        super().close()

    # --- internal -------------------------------------------------------------------------------

    @property
    def _engine_to_move(self) -> str:
        """The name of the engine to move; empty if a person is to move or the game is over."""
        player = None if self.game.is_over else self.game.player_to_move
        return "" if player is None else player.name

    def _check_idle(self) -> None:
        if self._is_thinking:
            raise ValueError(f"{self._engine_to_move} is choosing a move: wait for it first")

    def _continue(self) -> None:
        """Show the position, and let an engine move if it is an engine's turn."""
        self._error = ""
        self._is_thinking = bool(self._engine_to_move)
        self._show()
        if self._is_thinking:
            self._thread = Thread(target=self._think, name="dropfour board", daemon=True)
            self._thread.start()

    def _think(self) -> None:
        """Let engines move until a person is to move or the game is over."""
        try:
            while self.game.advance() and self._engine_to_move:
                self._show()
        except Exception as error:  # shown on the board: there is nobody else to handle it here
            self._error = f"{self._engine_to_move} raised {type(error).__name__}: {error}"
        self._is_thinking = False
        self._show()

    def _receive(self, _widget: object, content: dict[str, Any], _buffers: object) -> None:
        """Do what a person asked for, unless the board has changed since; *ply* is what they saw."""
        if self._is_thinking or content.get("ply") != self.game.position.ply:
            return
        try:
            if content.get("action") == "play":
                self.play(content["column"])
            elif content.get("action") == "undo":
                self.undo()
            elif content.get("action") == "new game":
                self.new_game()
        except ValueError as error:
            self._error = str(error)
            self._show()

    def _show(self) -> None:
        game, position = self.game, self.game.position
        state = {
            "start": position_string(game.start),
            "moves": format_moves(game.moves),
            "playable": []
            if self._engine_to_move or game.is_over
            else list(position.legal_columns),
            "ply": position.ply,
            "status": self._status(),
            "can_undo": game.can_undo_turn
            and not self._is_thinking
            and None in (game.red, game.yellow),
            "can_restart": game.can_undo and not self._is_thinking,
        }
        self.set_trait("state", state)

    def _status(self) -> str:
        """Return one or two sentences: what an engine played, and who is to move or has won."""
        game = self.game
        sentences = []
        last = game.player(game.position.to_move.opponent) if game.moves else None
        if last is not None:
            sentences.append(f"{last.name} played column {game.moves[-1]}.")
        if self._error:
            sentences.append(f"{self._error}.")
        elif self._is_thinking:
            sentences.append(f"{self._engine_to_move} is thinking …")
        else:
            sentences.append(f"{game.status[0].upper()}{game.status[1:]}.")
        return " ".join(sentences)
