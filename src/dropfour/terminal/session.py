"""A game with typed moves: the board after each move, and a prompt for the person's entries."""

from __future__ import annotations

from pathlib import Path

from dropfour.drawing import find_runs
from dropfour.drawing.words import line_counts
from dropfour.exit_codes import INTERRUPTED
from dropfour.game import Ending, Game, SeatedPlayer
from dropfour.position import Colour
from dropfour.rules import Objective
from dropfour.terminal.advice import Adviser, analysis_text
from dropfour.terminal.console import Console
from dropfour.terminal.dialogue import EndOfInput, sentence
from dropfour.terminal.entries import HELP, HELP_IN_WORDS, Act, BadEntry, Entry, parse_entry
from dropfour.terminal.players import Players
from dropfour.terminal.saving import Autosave, can_resume, load_game, save_as


class _Left(Exception):
    """The person has quit."""


class Session:
    """One or more games, until the person quits."""

    def __init__(
        self,
        console: Console,
        players: Players,
        game: Game,
        autosave: Autosave,
        resume_options: str = "",
    ) -> None:
        self.console, self.players, self.game = console, players, game
        self._autosave, self._resume_options = autosave, resume_options
        self._adviser = Adviser()

    def run(self) -> int:
        """Play until the end and return the exit code; an unfinished game is saved."""
        code = 0
        try:
            self._begin()
            while self._step():
                pass
        except (_Left, EndOfInput):
            pass
        except KeyboardInterrupt:
            self.console.show("\nInterrupted.")
            code = INTERRUPTED
        finally:
            self.players.close()
            self._leave()
        return code

    # --- the loop -------------------------------------------------------------------------------

    def _begin(self) -> None:
        red, yellow = (f"{colour}: {self.players.name(colour)}" for colour in Colour)
        rules = self.game.rules
        aim = "wins" if rules.objective is Objective.FIRST_LINE else "is a point"
        self.console.say(f"{red}, {yellow}. {rules.connect} in a row {aim}. Type ? for help.")
        self._show()

    def _step(self) -> bool:
        """Let the side to move make one move or entry; return False when the last game is over."""
        if self.game.is_over and not self.players.has_person:
            return False
        if self.game.is_over or self.game.player_to_move is None:
            self._take_entry()
        else:
            self._let_player_move(self.game.player_to_move)
        return True

    def _let_player_move(self, player: SeatedPlayer) -> None:
        colour, ply = self.game.position.to_move, self.game.position.ply
        if self.console.is_terminal:
            self.console.say(f"{player.name} is thinking …")
        self.game.advance()
        if has_moved := self.game.position.ply > ply:
            self._announce_move(colour)
        self._show(draw=has_moved)

    def _take_entry(self) -> None:
        columns = self.game.rules.columns
        try:
            entry = parse_entry(self.console.ask(self._prompt()), columns)
            self._do(entry)
        except (
            ValueError
        ) as error:  # a BadEntry, an IllegalMove, or what the game or its players refuse
            self.console.say(sentence(str(error)))

    def _prompt(self) -> str:
        if self.game.is_over:
            return "Game over (n new game, u undo, s FILE save, q quit): "
        colour = str(self.game.position.to_move)
        return f"{colour.capitalize()}, column 1-{self.game.rules.columns} (? for help): "

    def _do(self, entry: Entry) -> None:
        position = self.game.position
        match entry.act:
            case Act.PLAY:
                self.game.play(entry.column)
                self._announce_move(position.to_move)
                self._show()
            case Act.UNDO:
                self._undo()
            case Act.REDO:
                self._redo()
            case Act.HINT:
                self._hint()
            case Act.ANALYSE:
                self._analyse()
            case Act.EXPLAIN:
                self.console.say(self._adviser.explain(position))
            case Act.SAVE:
                self._save(entry.file)
            case Act.LOAD:
                self._load(entry.file)
            case Act.NEW:
                self._new()
            case Act.QUIT:
                raise _Left
            case Act.HELP:
                self._help()

    # --- output ---------------------------------------------------------------------------------

    def _show(self, draw: bool = True) -> None:
        """Save the game, draw it, and say how it ended if it is over."""
        if self.players.has_person:
            was_saved = not self._autosave.problem
            if not self._autosave.save(self.game) and was_saved:
                self.console.say(f"The game is not saved: {self._autosave.problem}.")
        if draw:
            self.console.draw(self.game.position)
        if self.game.is_over:
            self.console.say(end_text(self.game))

    def _announce_move(self, colour: Colour) -> None:
        cell = self.game.position.last_cell
        assert cell is not None
        row = f", row {cell.row}" if self.console.is_spoken else ""
        name = str(colour).capitalize()
        self.console.say(f"\n{name} plays column {cell.column}{row}{self._mood(colour)}")

    def _mood(self, colour: Colour) -> str:
        mood = self.players.mood(colour)
        if mood is None:
            return "."
        emoji = "" if self.console.is_spoken else f"{mood.emoji} "
        return f", feeling {emoji if self.console.can_write(emoji) else ''}{mood.word}."

    def _leave(self) -> None:
        if not can_resume(self.game) or not self.players.has_person:
            return
        sentence, command = self._autosave.save_for_later(self.game, self._resume_options)
        self.console.say(sentence)
        self.console.show(f"  {command}")

    # --- commands -------------------------------------------------------------------------------

    def _undo(self) -> None:
        self.game.undo_turn()
        self.console.say("Move undone.")
        self._show()

    def _redo(self) -> None:
        self.game.redo_turn()
        self.console.say("Move redone.")
        self._show()

    def _hint(self) -> None:
        self._check_in_progress()
        self.console.say(self._adviser.hint(self.game.position))

    def _analyse(self) -> None:
        self._check_in_progress()
        if self.console.is_terminal:
            self.console.say("Searching, for 5 seconds at most …")
        self.console.show(analysis_text(self._adviser.analysis(self.game.position)))

    def _check_in_progress(self) -> None:
        if self.game.is_over:
            raise BadEntry("the game is over; u undoes the last move")

    def _help(self) -> None:
        if self.console.is_spoken or max(map(len, HELP.splitlines())) > self.console.width:
            self.console.say(HELP_IN_WORDS)
        else:
            self.console.show(HELP)

    def _save(self, file: str) -> None:
        exists = Path(file).expanduser().exists()
        if exists and not self._agrees(f"{file} exists. Overwrite it? (y/n) [n]: "):
            self.console.say("Not saved.")
            return
        save_as(file, self.game)
        self.console.say(f"Saved as {file}.")

    def _load(self, file: str) -> None:
        self.players, self.game = load_game(file, self.players)
        self._begin()

    def _new(self) -> None:
        is_in_progress = self.game.moves and not self.game.is_over
        question = "Abandon this game and start a new one? (y/n) [n]: "
        if is_in_progress and not self._agrees(question):
            return
        self.game = self.players.new_game(self.game.start)
        self._begin()

    def _agrees(self, question: str) -> bool:
        return self.console.ask(question).lower() in ("y", "yes")


def end_text(game: Game) -> str:
    """Return how a game ended, and where the winning line lies."""
    result = game.result
    assert result is not None
    text = f"{str(result)[:1].upper()}{str(result)[1:]}"  # a reason may contain names
    if result.ending is Ending.FULL_BOARD:
        if game.rules.objective is Objective.MOST_LINES:
            return f"{text}: {line_counts(game.position)}."
        return f"{text}: the board is full."
    for run in find_runs(game.position) if result.ending is Ending.LINE else ():
        first, last = run.cells[0], run.cells[-1]
        text += (
            f", {len(run.cells)} in a row from column {first.column}, row {first.row} "
            f"to column {last.column}, row {last.row}"
        )
    return f"{text}."
