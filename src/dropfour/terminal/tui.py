"""The game on a full screen, with Textual; players, commands and files are those of typed games."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, ClassVar

from textual import events, work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.filter import LineFilter
from textual.screen import ModalScreen
from textual.widgets import Footer, Input, Label

from dropfour.drawing.words import line_counts
from dropfour.engines.engine import Choice, ask
from dropfour.engines.proof import Analysis
from dropfour.game import Fault, Game
from dropfour.interrupts import INTERRUPTED
from dropfour.players.player import Player
from dropfour.position import RED, Colour, IllegalMove, Position
from dropfour.rules import Objective
from dropfour.terminal.advice import Adviser, analysis_text, score_text
from dropfour.terminal.board_view import BoardView, GameView, StandIns
from dropfour.terminal.console import Console
from dropfour.terminal.dialogue import EndOfInput, can_encode
from dropfour.terminal.players import Players, mood_of_player
from dropfour.terminal.saving import Autosave, can_resume, load_game, save_as
from dropfour.terminal.session import end_text, mood_text, seat_text, swap_text
from dropfour.terminal.setup import PlayOptions, play_typed, set_up_game
from dropfour.words import say, speaking, spoken


def play_full_screen(options: PlayOptions) -> int:
    """Ask for what the options leave open, then play on the full screen; return the exit code."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise ValueError("the full screen needs a terminal: leave --tui out in a pipe")
    if os.environ.get("TERM") in (None, "", "dumb", "unknown") and os.name != "nt":
        print("This terminal has no full screen: the game is typed.", file=sys.stderr)
        return play_typed(options)
    console = Console()
    try:
        players, game = set_up_game(console, options)
    except EndOfInput:
        return 0
    autosave = Autosave(resumed=options.file)
    app = FullScreen(players, game, autosave, sys.stdout.encoding)
    try:
        app.run()
    finally:
        app.players.close()
    if app.return_code == INTERRUPTED:
        console.show(say("terminal.interrupted"))
    if can_resume(app.game) and app.players.has_person:
        sentence, command = autosave.save_for_later(app.game, f" --tui{options.resume_options}")
        console.say(sentence)
        console.show(f"  {command}")
    return app.return_code or 0


class FileName(ModalScreen[str]):
    """Asks for a file name; an empty one cancels."""

    DEFAULT_CSS = """
    FileName { align: center middle; }
    FileName > Vertical {
        width: 60; max-width: 100%; height: auto; border: round $accent; padding: 0 1;
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss('')", "Cancel")]

    def __init__(self, question: str) -> None:
        super().__init__()
        self._question = question

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Label(self._question)
            yield Input(placeholder="game.txt")

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value.strip())


class FullScreen(App[None]):
    """Games on the full screen; players and the solver run in threads."""

    TITLE = "Dropfour"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", "Left", show=False),
        Binding("right", "step(1)", "Right", show=False),
        Binding("enter,space,down", "drop", "Drop", show=False),
        Binding("pageup", "page(-1)", "Page up", show=False),
        Binding("pagedown", "page(1)", "Page down", show=False),
        Binding("ctrl+c", "interrupt", "Interrupt", show=False, priority=True),
        Binding("ctrl+z", "suspend_process", "Suspend", show=False, priority=True),
        Binding("r", "redo", "Redo", show=False),
        Binding("x", "swap", "Swap", show=False),
    ]
    # Those with a name on the screen, in the language that is spoken then.
    NAMED: ClassVar[dict[str, str]] = {
        "question_mark": "help",
        "q,ctrl+d": "quit",
        "u": "undo",
        "h": "hint",
        "a": "analyse",
        "e": "explain",
        "s": "save",
        "l": "load",
        "n": "new",
    }

    def __init__(
        self, players: Players, game: Game, autosave: Autosave, encoding: str = "utf-8"
    ) -> None:
        super().__init__()
        self._encoding = encoding
        self._stand_ins = StandIns(encoding)
        self.players, self.game = players, game
        self._autosave = autosave
        self._adviser = Adviser()
        self._language = spoken()
        self._message = ""
        self._digits = ""
        for keys, action in self.NAMED.items():
            shown = "?" if action == "help" else keys[0]
            self.bind(
                keys, action, description=say("terminal.key", action=action), key_display=shown
            )

    def compose(self) -> ComposeResult:
        yield GameView()
        yield Footer()

    def get_line_filters(self) -> Sequence[LineFilter]:
        return [*super().get_line_filters(), self._stand_ins]

    def on_mount(self) -> None:
        self.board.chosen = (self.game.rules.columns + 1) // 2
        self.board.focus()
        # Textual redraws what has changed, and the shell has cleared everything.
        self.app_resume_signal.subscribe(self, lambda _: self.refresh(repaint=True, layout=True))
        self._changed()

    @property
    def view(self) -> GameView:
        return self.query_one(GameView)

    @property
    def board(self) -> BoardView:
        return self.view.board

    # --- screen = render(state) -----------------------------------------------------------------

    def _changed(self, message: str = "") -> None:
        """Save the game, show it, and let a player choose if it is its turn."""
        self._stop_searches()
        self._message, self._digits = message, ""
        if self.players.has_person:
            self._autosave.save(self.game)
        board = self.board
        board.position, board.scores = self.game.position, {}
        self.view.fit(self.size)
        self._show()
        player = self.game.player_to_move
        if isinstance(player, Player) and not self.game.is_over:
            game = self.game
            self._choose(player, game.position, game.moves_from_empty, game.is_swap_ahead)

    def _show(self) -> None:
        is_persons_turn = not self.game.is_over and self.game.player_to_move is None
        self.board.is_open = is_persons_turn and not self.view.is_too_small
        players = "\n".join(map(self._player_text, Colour))
        self.view.show(players, self._status(), self._message, self._move_list())

    def _player_text(self, colour: Colour) -> str:
        stone = "●" if colour is RED else "○"
        mood = mood_of_player(self.game.player(colour))
        feeling = ""
        if mood is not None:
            feeling = f"  {mood_text(mood, can_encode(mood.emoji, self._encoding))}"
        return f"{stone} {seat_text(self.game, colour)}{feeling}"

    def _status(self) -> str:
        if self.game.is_over:
            return end_text(self.game)
        player = self.game.player_to_move
        if player is None:
            name = "terminal.to move, swap" if self.game.can_swap else "terminal.to move"
            text = say(name, colour=self.game.position.to_move)
        else:
            text = say("terminal.thinking", player=player.name)
        if self.game.rules.objective is Objective.MOST_LINES:
            text += "\n" + say("terminal.score", lines=line_counts(self.game.position))
        return text

    def _move_list(self) -> str:
        moves = [str(column) for column in self.game.moves]
        pairs = [moves[i : i + 2] for i in range(0, len(moves), 2)]
        return "\n".join(f"{i:3}. {'  '.join(pair)}" for i, pair in enumerate(pairs, start=1))

    def on_resize(self, event: events.Resize) -> None:
        self.view.fit(event.size)
        self._show()

    def on_unmount(self) -> None:
        self._stop_searches()

    def _stop_searches(self) -> None:
        """End searches in threads: they were for another position."""
        self.players.stop()
        self._adviser.stop()

    # --- moves ----------------------------------------------------------------------------------

    @work(thread=True, exclusive=True, group="player")
    def _choose(
        self, player: Player, position: Position, moves: tuple[int, ...] | None, swap: bool
    ) -> None:
        choice: Choice | Fault
        try:
            choice = ask(player, position, moves=moves, swap=swap)
        except Fault as fault:
            choice = fault
        self.call_from_thread(self._player_chose, player, position, choice)

    def _player_chose(self, player: Player, position: Position, choice: Choice | Fault) -> None:
        if position is not self.game.position or self.game.is_over:
            return  # the person has undone a move meanwhile
        message = ""
        if isinstance(choice, Fault):
            self.game.forfeit(position.to_move, f"{player.name} {choice}")
        else:
            self.game.play_chosen(choice, player.name)
            message = swap_text(self.game, player.name) if choice.swap else ""
        self._changed(message)

    def _drop(self, column: int) -> None:
        if not self.board.is_open:
            return
        try:
            self.game.play(column)
        except IllegalMove as error:
            self._report(f"{error}.")
        else:
            self._changed()

    def _report(self, message: str) -> None:
        self._message = message[:1].upper() + message[1:]
        self._show()

    def on_board_view_dropped(self, event: BoardView.Dropped) -> None:
        self._drop(event.column)

    def on_key(self, event: events.Key) -> None:
        """A digit drops a disc; on boards of ten columns and more it chooses, and Enter drops."""
        character = event.character
        if not self.board.is_open or character is None or character not in "0123456789":
            self._digits = ""
            return
        columns = self.game.rules.columns
        self._digits += character
        if not 1 <= int(self._digits) <= columns:
            self._digits = character
        if 1 <= int(self._digits) <= columns:
            self.board.chosen = int(self._digits)
            if columns < 10:
                self._drop(self.board.chosen)
        else:
            self._report(say("terminal.no column", column=self._digits))

    # --- actions --------------------------------------------------------------------------------

    def action_interrupt(self) -> None:
        self.exit(return_code=INTERRUPTED)

    def action_step(self, by: int) -> None:
        self.board.step(by)

    def action_page(self, by: int) -> None:
        self.view.scroll_message(by)

    def action_drop(self) -> None:
        self._drop(self.board.chosen)

    def action_undo(self) -> None:
        self._change(self.game.undo_turn)

    def action_swap(self) -> None:
        if self.board.is_open:
            can_swap = self.game.can_swap
            self._change(self.game.swap)
            if can_swap:
                self._report(swap_text(self.game, say("terminal.human")))

    def action_redo(self) -> None:
        self._change(self.game.redo_turn)

    def _change(self, change: Callable[[], object], message: str = "") -> None:
        """Change the game and show *message*, or why that is not possible."""
        try:
            change()
        except ValueError as error:
            self._report(f"{error}.")
        else:
            self._changed(message)

    def action_hint(self) -> None:
        if self.board.is_open:
            self._report(say("terminal.looking"))
            self._advise(self.game.position, self._adviser.hint, self._report)

    def action_explain(self) -> None:
        self._report(say("terminal.explaining"))
        self._advise(self.game.position, self._adviser.explain, self._report)

    @work(thread=True, exclusive=True, group="advice")
    def _advise(
        self, position: Position, find: Callable[[Position], Any], show: Callable[[Any], None]
    ) -> None:
        with speaking(self._language):  # which threads do not inherit
            advice = find(position)
        self.call_from_thread(lambda: show(advice) if position == self.game.position else None)

    def action_analyse(self) -> None:
        if not self.game.is_over:
            self._report(say("terminal.searching"))
            self._advise(self.game.position, self._adviser.analysis, self._show_analysis)

    def _show_analysis(self, analysis: Analysis) -> None:
        self.board.scores = {column: score_text(score) for column, score in analysis.scores.items()}
        self._report(analysis_text(analysis))

    def action_save(self) -> None:
        self.push_screen(FileName(say("terminal.save as")), self._save)

    def _save(self, name: str | None) -> None:
        if not name:
            return
        if Path(name).expanduser().exists():
            self._report(say("terminal.exists", file=name))
            return
        try:
            save_as(name, self.game)
        except ValueError as error:
            self._report(f"{error}.")
        else:
            self._report(say("terminal.saved", file=name))

    def action_load(self) -> None:
        self.push_screen(FileName(say("terminal.load from")), self._load)

    def _load(self, name: str | None) -> None:
        def load() -> None:
            self.players, self.game = load_game(str(name), self.players)

        if name:
            self._change(load, say("terminal.loaded", file=name))

    def action_new(self) -> None:
        def start() -> None:
            self.game = self.players.new_game(self.game.start, self.game.swapped is not None)

        self._stop_searches()
        self._change(start, say("terminal.new game"))

    def action_help(self) -> None:
        swap = "\n" + say("terminal.full screen, swap") if self.game.can_swap else ""
        self._report(say("terminal.full screen, help") + swap)
