"""The game on a full screen, with Textual; the same players, commands and files as in line mode."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

from textual import events, work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.geometry import Size
from textual.screen import ModalScreen
from textual.widgets import Footer, Input, Label, Static

from dropfour.drawing.words import score_line
from dropfour.engines.engine import Choice
from dropfour.engines.exact import Analysis
from dropfour.game import Game
from dropfour.position import RED, Colour, IllegalMove, Position
from dropfour.rules import Objective
from dropfour.terminal.advice import Adviser, analysis_lines, score_text
from dropfour.terminal.board_view import BoardView
from dropfour.terminal.console import Console, EndOfInput
from dropfour.terminal.entries import Act
from dropfour.terminal.players import Mind, Players
from dropfour.terminal.saving import Keeper, load_record, recorded_players, replay, save_game
from dropfour.terminal.session import end_text
from dropfour.terminal.setup import Wishes, set_table


def play_full_screen(wishes: Wishes) -> int:
    """Ask what is open in line mode, then play on the full screen; return the exit code."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise ValueError("the full screen needs a terminal: leave --tui out in a pipe")
    console = Console()
    try:
        players, game = set_table(console, wishes)
    except EndOfInput:
        return 0
    keeper = Keeper(resumed=wishes.file)
    app = FullScreen(players, game, keeper)
    app.run()
    if not app.game.is_over and app.game.moves and app.players.has_person:
        console.say("The game is kept. To go on with it:")
        console.show(f"  {keeper.resume_command(app.game, ' --tui' + wishes.resume_options)}")
    return app.return_code or 0


class FileName(ModalScreen[str]):
    """Asks for a file's name; an empty one means to leave it."""

    DEFAULT_CSS = """
    FileName { align: center middle; }
    FileName > Vertical { width: 60; height: auto; border: round $accent; padding: 1 2; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss('')", "Leave it")]

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
    """One sitting on the full screen. What the engine and the solver do, they do in threads."""

    TITLE = "Dropfour"
    ENABLE_COMMAND_PALETTE = False
    CSS = """
    #panel { width: 1fr; min-width: 30; padding: 1 2; }
    #messages { height: auto; max-height: 70%; margin-top: 1; }
    #moves { height: 1fr; margin-top: 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", "Left", show=False),
        Binding("right", "step(1)", "Right", show=False),
        Binding("enter,space,down", "drop", "Drop", show=False),
        Binding("u", "undo", "Undo"),
        Binding("r", "redo", "Redo", show=False),
        Binding("h", "hint", "Hint"),
        Binding("a", "analyse", "Analyse"),
        Binding("e", "explain", "Explain"),
        Binding("s", "save", "Save"),
        Binding("l", "load", "Load"),
        Binding("n", "new", "New"),
        Binding("question_mark", "help", "Help", key_display="?"),
        Binding("q,ctrl+c,ctrl+d", "quit", "Quit", key_display="q"),
    ]

    def __init__(self, players: Players, game: Game, keeper: Keeper) -> None:
        super().__init__()
        self.players, self.game = players, game
        self._keeper = keeper
        self._adviser = Adviser()
        self._message = ""
        self._digits = ""

    def compose(self) -> ComposeResult:
        with Horizontal():
            yield BoardView()
            with Vertical(id="panel"):
                # Names of files and engines are text, not markup.
                yield Static(id="players", markup=False)
                with VerticalScroll(id="messages"):
                    yield Static(id="message", markup=False)
                with VerticalScroll(id="moves"):
                    yield Static(id="move_list", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        self.board.chosen = (self.game.rules.columns + 1) // 2
        self.board.focus()
        self._changed()

    @property
    def board(self) -> BoardView:
        return self.query_one(BoardView)

    # --- screen = render(state) -----------------------------------------------------------------

    def _changed(self, message: str = "") -> None:
        """Keep the game, show it, and let an engine think if it is its turn."""
        self._hurry()
        self._message, self._digits = message, ""
        if self.players.has_person:
            self._keeper.keep(self.game)
        board = self.board
        board.position, board.scores = self.game.position, {}
        self._fit(self.size)
        self._show()
        if not self.game.is_over and not self.game.seat_to_move.is_person:
            self._think(self.game.position)

    def _show(self) -> None:
        self.board.is_open = not self.game.is_over and self.game.seat_to_move.is_person
        self.query_one("#players", Static).update("\n".join(map(self._player_line, Colour)))
        self.query_one("#message", Static).update(f"{self._status()}\n\n{self._message}".strip())
        self.query_one("#move_list", Static).update(self._move_list())
        self.query_one("#moves", VerticalScroll).scroll_end(animate=False)

    def _player_line(self, player: Colour) -> str:
        disc = "●" if player is RED else "○"
        mind = self.players.mind(player)
        mood = mind.mood if mind is not None else None
        feeling = f"  {mood.emoji} {mood.word}" if mood is not None else ""
        return f"{disc} {player}: {self.players.name(player)}{feeling}"

    def _status(self) -> str:
        if self.game.is_over:
            return end_text(self.game)
        mover = self.game.position.to_move
        mind = self.players.mind(mover)
        text = (
            f"{str(mover).capitalize()} to move" if mind is None else f"{mind.spec} is thinking …"
        )
        if self.game.rules.objective is Objective.MOST_LINES:
            text += f"\nLines: {score_line(self.game.position)}"
        return text

    def _move_list(self) -> str:
        moves = [str(column) for column in self.game.moves]
        pairs = [moves[i : i + 2] for i in range(0, len(moves), 2)]
        return "\n".join(f"{i:3}. {'  '.join(pair)}" for i, pair in enumerate(pairs, start=1))

    def _fit(self, window: Size) -> None:
        """Draw the board small where the large one leaves no room for the panel."""
        board = self.board
        need = board.size_needed(small=False)
        board.is_small = need.width + 36 > window.width or need.height + 3 > window.height

    def on_resize(self, event: events.Resize) -> None:
        self._fit(event.size)

    def on_unmount(self) -> None:
        self._hurry()

    def _hurry(self) -> None:
        """End what goes on in threads: it was meant for another position."""
        self.players.hurry()
        self._adviser.hurry()

    # --- moves ----------------------------------------------------------------------------------

    @work(thread=True, exclusive=True, group="engine")
    def _think(self, position: Position) -> None:
        mind = self.players.mind(position.to_move)
        assert mind is not None
        choice = mind.think(position)
        self.call_from_thread(self._engine_chose, mind, position, choice)

    def _engine_chose(self, mind: Mind, position: Position, choice: Choice) -> None:
        if position is not self.game.position or self.game.is_over:
            return  # the person took a move back meanwhile
        mind.choice = choice
        try:
            self.game.play(choice.column)
        except IllegalMove as error:
            self.game.forfeit(position.to_move, f"{mind.spec} chose an illegal move: {error}")
        self._changed()

    def _drop(self, column: int) -> None:
        if not self.board.is_open:
            return
        try:
            self.game.play(column)
        except IllegalMove as error:
            self._tell(f"{error}.")
        else:
            self._changed()

    def _tell(self, message: str) -> None:
        self._message = message[:1].upper() + message[1:]
        self._show()

    def on_board_view_dropped(self, event: BoardView.Dropped) -> None:
        self._drop(event.column)

    def on_key(self, event: events.Key) -> None:
        """A digit drops at once; on boards of ten columns and more it chooses, and Enter drops."""
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
            self._tell(f"there is no column {self._digits}.")

    # --- actions --------------------------------------------------------------------------------

    def action_step(self, by: int) -> None:
        self.board.step(by)

    def action_drop(self) -> None:
        self._drop(self.board.chosen)

    def action_undo(self) -> None:
        self._go(self.game.can_undo, self.game.undo_turn, Act.UNDO)

    def action_redo(self) -> None:
        self._go(self.game.can_redo, self.game.redo_turn, Act.REDO)

    def _go(self, is_possible: bool, go: Callable[[], object], act: Act) -> None:
        if not is_possible:
            self._tell(f"there is no move to {act.value}.")
            return
        go()
        self._changed()

    def action_hint(self) -> None:
        if self.board.is_open:
            self._tell("Looking for a good column …")
            self._advise(self.game.position, self._adviser.hint)

    def action_explain(self) -> None:
        self._tell("Looking at the board …")
        explain = self._adviser.explain
        self._advise(self.game.position, lambda position: "\n".join(explain(position)))

    @work(thread=True, exclusive=True, group="advice")
    def _advise(self, position: Position, advise: Callable[[Position], str]) -> None:
        text = advise(position)
        self.call_from_thread(self._advised, position, text)

    def _advised(self, position: Position, text: str) -> None:
        if position == self.game.position:
            self._tell(text)

    def action_analyse(self) -> None:
        if not self.game.is_over:
            self._tell("Searching, for 5 seconds at most …")
            self._analyse(self.game.position)

    @work(thread=True, exclusive=True, group="advice")
    def _analyse(self, position: Position) -> None:
        analysis = self._adviser.analysis(position)
        self.call_from_thread(self._analysed, analysis)

    def _analysed(self, analysis: Analysis) -> None:
        if analysis.position != self.game.position:
            return
        self.board.scores = {column: score_text(score) for column, score in analysis.scores.items()}
        self._tell("\n".join(analysis_lines(analysis)))

    def action_save(self) -> None:
        self.push_screen(FileName("Save the game as"), self._save)

    def _save(self, name: str | None) -> None:
        if not name:
            return
        path = Path(name).expanduser()
        if path.exists():
            self._tell(f"{name} exists already: choose another name.")
            return
        try:
            save_game(path, self.game)
        except OSError as error:
            self._tell(f"Not saved: {error.strerror or error}: {name}.")
        else:
            self._tell(f"Saved as {name}.")

    def action_load(self) -> None:
        self.push_screen(FileName("Load the game in"), self._load)

    def _load(self, name: str | None) -> None:
        if not name:
            return
        try:
            record = load_record(Path(name).expanduser())
            names = recorded_players(record)
            players = self.players if names is None else self.players.renamed(*names)
            game = replay(record, players)
        except OSError as error:
            self._tell(f"Not loaded: {error.strerror or error}: {name}.")
        except ValueError as error:
            self._tell(f"Not loaded: {error}.")
        else:
            self.players.hurry()
            self.players, self.game = players, game
            self._changed(f"Loaded {name}.")

    def action_new(self) -> None:
        self.game = self.players.new_game(self.game.start)
        self._changed("A new game.")

    def action_help(self) -> None:
        self._tell(
            "Choose a column with ← and → or the mouse; Enter, a digit or a click drops a disc. "
            "r plays again what u took back."
        )
