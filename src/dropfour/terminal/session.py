"""A game with typed moves: what a person may type, the board after each move, and the prompt."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

from dropfour.drawing import find_runs
from dropfour.drawing.words import cell_phrase, line_counts
from dropfour.engines.engine import Mood
from dropfour.game import Ending, Game
from dropfour.interrupts import INTERRUPTED
from dropfour.players.player import SeatedPlayer
from dropfour.position import Colour
from dropfour.rules import Objective, Rules
from dropfour.terminal.advice import Adviser, analysis_text
from dropfour.terminal.console import Console
from dropfour.terminal.dialogue import EndOfInput, sentence
from dropfour.terminal.players import Players, mood_of_player, player_name
from dropfour.terminal.saving import Autosave, can_resume, load_game, save_as
from dropfour.words import say
from dropfour.words import sentence as as_sentence


class Act(Enum):
    """What an entry asks for; the values are the words for it, which may be shortened to a letter."""

    PLAY = ""
    UNDO = "undo"
    REDO = "redo"
    HINT = "hint"
    ANALYSE = "analyse"
    EXPLAIN = "explain"
    SWAP = "swap"  # s is short for save, which follows
    SAVE = "save"
    LOAD = "load"
    NEW = "new"
    QUIT = "quit"
    HELP = "help"


# Beside the common one, as on the page (js/game/setup.js).
BOARDS = ("8x7", "8x8", "9x7", "9x8", "9x9")

_LETTERS = {act.value[0]: act for act in Act if act.value} | {"?": Act.HELP, "h": Act.HINT}
_WORDS = {act.value: act for act in Act if act.value}
_WORDS |= {"analyze": Act.ANALYSE, "why": Act.EXPLAIN}
_WITH_FILE = (Act.SAVE, Act.LOAD)


class BadEntry(ValueError):
    """An entry that is not understood or not possible; the message says what is expected."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry: an act, and its column or file."""

    act: Act
    column: int = 0
    file: str = ""


def parse_entry(text: str, columns: int) -> Entry:
    """Return what *text* asks for on a board with that many columns; raise BadEntry if unclear.

    Whether a column can be played is left to the rules.
    """
    text = text.strip()
    if not text:
        raise BadEntry(say("terminal.type a column", columns=columns))
    if re.fullmatch(r"[+-]?[0-9]+", text, re.ASCII):
        # Any number of nine digits is off the board; longer ones need not be converted.
        return Entry(Act.PLAY, int(text[:9]))
    word, _, rest = text.partition(" ")
    rest = rest.strip()
    act = _WORDS.get(word.lower()) or _LETTERS.get(word.lower())
    if act is None:
        typed = repr(_short(text))
        raise BadEntry(say("terminal.not understood", typed=typed, columns=columns))
    if act in _WITH_FILE:
        if not rest:
            raise BadEntry(say("terminal.needs a file", word=word))
        return Entry(act, file=rest)
    if rest:
        raise BadEntry(say("terminal.takes nothing", word=word, typed=repr(_short(rest))))
    return Entry(act)


def _short(text: str, length: int = 40) -> str:
    return text if len(text) <= length else text[:length] + "…"


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
            self.console.show("\n" + say("terminal.interrupted"))
            code = INTERRUPTED
        finally:
            self.players.close()
            self._leave()
        return code

    # --- the loop -------------------------------------------------------------------------------

    def _begin(self) -> None:
        red, yellow = (seat_text(self.game, colour) for colour in Colour)
        rules = self.game.rules
        values = {"objective": rules.objective.value, "connect": rules.connect}
        self.console.say(say("terminal.begin", first=red, second=yellow, **values))
        if rules.size in BOARDS and rules == Rules.for_board(rules.size):
            self.console.say(say("dialogs.about board", size=rules.size))
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
        had_swapped = self.game.swapped
        if self.console.is_terminal:
            self.console.say(say("terminal.thinking", player=player.name))
        self.game.advance()
        if has_moved := self.game.position.ply > ply:
            self._announce_move(colour)
        elif self.game.swapped is not had_swapped:
            self._announce_swap(player.name)
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
            return say("terminal.prompt, over")
        colour, columns = self.game.position.to_move, self.game.rules.columns
        name = "terminal.prompt, swap" if self.game.can_swap else "terminal.prompt"
        return say(name, colour=colour, columns=columns)

    def _do(self, entry: Entry) -> None:
        position = self.game.position
        match entry.act:
            case Act.PLAY:
                self.game.play(entry.column)
                self._announce_move(position.to_move)
                self._show()
            case Act.SWAP:
                self.game.swap()
                self._announce_swap(say("terminal.human"))
                self._show(draw=False)
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
                if self.game.is_over:
                    people = [each for each in Colour if self.game.player(each) is None]
                    reader = people[0] if len(people) == 1 else None
                    self.console.say(self._adviser.tell_mistake(self.game, reader))
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
                self.console.say(say("terminal.not saved now", problem=self._autosave.problem))
        if draw:
            self.console.draw(self.game.position)
        if self.game.is_over:
            self.console.say(end_text(self.game))

    def _announce_move(self, colour: Colour) -> None:
        cell = self.game.position.last_cell
        assert cell is not None
        place = "cell" if self.console.is_spoken else "column"
        where = (place, {"column": cell.column, "row": cell.row})
        mood = mood_of_player(self.game.player(colour))
        name = "terminal.plays" if mood is None else "terminal.plays, feeling"
        feeling = "" if mood is None else self._mood(mood)
        self.console.say("\n" + say(name, colour=colour, where=where, feeling=feeling))

    def _announce_swap(self, player: str) -> None:
        self.console.say(f"\n{swap_text(self.game, player)}")

    def _mood(self, mood: Mood) -> str:
        is_shown = not self.console.is_spoken and self.console.can_write(mood.emoji)
        return mood_text(mood, is_shown)

    def _leave(self) -> None:
        if not can_resume(self.game) or not self.players.has_person:
            return
        sentence, command = self._autosave.save_for_later(self.game, self._resume_options)
        self.console.say(sentence)
        self.console.show(f"  {command}")

    # --- commands -------------------------------------------------------------------------------

    def _undo(self) -> None:
        self.game.undo_turn()
        self.console.say(say("terminal.undone"))
        self._show()

    def _redo(self) -> None:
        self.game.redo_turn()
        self.console.say(say("terminal.redone"))
        self._show()

    def _hint(self) -> None:
        self._check_in_progress()
        self.console.say(self._adviser.hint(self.game.position))

    def _analyse(self) -> None:
        self._check_in_progress()
        if self.console.is_terminal:
            self.console.say(say("terminal.searching"))
        self.console.show(analysis_text(self._adviser.analysis(self.game.position)))

    def _check_in_progress(self) -> None:
        if self.game.is_over:
            raise BadEntry(say("terminal.over already"))

    def _help(self) -> None:
        table = say("terminal.help")
        if self.console.is_spoken or max(map(len, table.splitlines())) > self.console.width:
            self.console.say(say("terminal.help, in words"))
        else:
            self.console.show(table)
        if self.game.can_swap:
            self.console.say(say("terminal.help, swap"))

    def _save(self, file: str) -> None:
        exists = Path(file).expanduser().exists()
        if exists and not self._agrees(say("terminal.overwrite", file=file)):
            self.console.say(say("terminal.not saved"))
            return
        save_as(file, self.game)
        self.console.say(say("terminal.saved", file=file))

    def _load(self, file: str) -> None:
        self.players, self.game = load_game(file, self.players)
        self._begin()

    def _new(self) -> None:
        is_in_progress = self.game.moves and not self.game.is_over
        if is_in_progress and not self._agrees(say("terminal.abandon")):
            return
        self.game = self.players.new_game(self.game.start, self.game.swapped is not None)
        self._begin()

    def _agrees(self, question: str) -> bool:
        return self.console.ask(question).lower() in say("terminal.yes").split()


def end_text(game: Game) -> str:
    """Return how a game ended, and where the winning line lies."""
    result = game.result
    assert result is not None
    winner = {"winner": "nobody" if result.winner is None else str(result.winner)}
    if result.ending is Ending.FULL_BOARD and game.rules.objective is Objective.MOST_LINES:
        return say("terminal.ended, lines", lines=line_counts(game.position), **winner)
    if result.ending is Ending.FULL_BOARD:
        return say("terminal.ended, full")
    if result.ending is not Ending.LINE:
        return sentence(str(result))
    text = say("terminal.ended", **winner)
    for run in find_runs(game.position):
        ends = {"first": cell_phrase(run.cells[0]), "last": cell_phrase(run.cells[-1])}
        text = say("terminal.ended, line", text=text, count=len(run.cells), **ends)
    return as_sentence(text)


def mood_text(mood: Mood, has_emoji: bool) -> str:
    """Return a mood in words, with its emoji where the terminal has it."""
    word = say("terminal.mood", mood=mood.word)
    return f"{mood.emoji} {word}" if has_emoji else word


def seat_text(game: Game, colour: Colour) -> str:
    """Return who plays a colour."""
    return say("terminal.seat", colour=colour, player=player_name(game, colour))


def swap_text(game: Game, player: str) -> str:
    """Return what is said when *player* has swapped sides."""
    red, yellow = (player_name(game, colour) for colour in Colour)
    return say("terminal.swaps", player=player, red=red, yellow=yellow)
