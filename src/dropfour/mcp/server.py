"""The tools that ``dropfour mcp`` serves. Nothing is remembered between calls: a game is its moves.

Every answer is data with a sentence or two in ``text``, which says what is exact and what an estimate.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Annotated, Any, Literal, TypeVar

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.utilities.func_metadata import ArgModelBase
from pydantic import Field

import dropfour
from dropfour.drawing import draw_svg, draw_text, status_text
from dropfour.engines.engine import Limits
from dropfour.engines.exact import analyse as analysis_of
from dropfour.engines.proof import Analysis
from dropfour.engines.registry import engine
from dropfour.game import Game
from dropfour.moves import format_moves, parse_moves
from dropfour.position import Position
from dropfour.puzzles.attempt import Attempt
from dropfour.puzzles.collection import shipped_puzzles
from dropfour.puzzles.puzzle import Puzzle
from dropfour.rules import Objective, Rules
from dropfour.study.explain import explain as explanation_of
from dropfour.study.explain import result_text
from dropfour.study.plan_finder import find_plan
from dropfour.study.review import review as review_of

MOST_TIME_S = 30.0
_ESTIMATE_TIME_S = 1.0

INSTRUCTIONS = """Connect Four, solved. Columns and rows count from 1, from the left and from the bottom.
A game is given as its moves: the columns played, red first, one character each, such as 4455. A score
belongs to the side to move: 0 is a draw, 1 a win with its last stone, 2 with the one before it, and so
on; negative the same for the opponent. What is not called exact is an estimate."""

server = MCPServer(
    "dropfour", version=dropfour.__version__, instructions=INSTRUCTIONS, log_level="ERROR"
)

# A misspelt board must not be answered for another board.
ArgModelBase.model_config["extra"] = "forbid"

Moves = Annotated[str, Field(description="Columns played from the empty board, such as 4455.")]
Board = Annotated[
    str,
    Field(
        description="Columns x rows, up to 20x20; with a dot the length of a line, 3 to 10, and the "
        "objective: 9x7.5 or 7x6.4.most-lines (Max-Connect4: fill the board, lines are points)."
    ),
]
Seconds = Annotated[float, Field(description=f"Limit of the search, at most {MOST_TIME_S:g} s.")]
Level = Annotated[
    str, Field(description="1 to 10, easy, medium, hard, perfect, or another engine.")
]

Answer = dict[str, Any]
Tool = TypeVar("Tool", bound=Callable[..., Answer])


def tool(function: Tool) -> Tool:
    """Serve *function*; what it refuses with a sentence, the agent is told in that sentence."""

    @functools.wraps(function)
    def answered(*args: Any, **kwargs: Any) -> Answer:
        try:
            return function(*args, **kwargs)
        except ValueError as error:
            raise ToolError(str(error)) from None

    server.tool()(answered)
    return function


@tool
def analyse(moves: Moves, board: Board = "7x6", time_s: Seconds = 5.0) -> Answer:
    """Score every column exactly, name the best ones, and show how best play goes on."""
    position, limits = _position(moves, board), _limits(time_s)
    analysis = analysis_of(position, limits=limits)
    return {
        "text": _verdict(analysis, time_s),
        "exact": analysis.is_exact,
        "to_move": None if position.is_over else str(position.to_move),
        "scores": {
            str(column): known.low if known.is_exact else [known.low, known.high]
            for column, known in analysis.columns.items()
        },
        "best": list(analysis.best),
        "variation": list(analysis.find_variation(limits=limits.after(analysis.time_s))),
    }


@tool
def explain(moves: Moves, board: Board = "7x6", time_s: Seconds = 5.0) -> Answer:
    """Say why a position is won, drawn or lost, what to play, and which facts decide: threats, traps."""
    found = explanation_of(_position(moves, board), limits=_limits(time_s))
    values = found.to_dict()
    return {"text": str(found), "exact": found.kind != "unproven"} | {
        name: values[name] for name in ("kind", "colour", "columns", "line", "facts")
    }


@tool
def plan(moves: Moves, board: Board = "7x6", time_s: Seconds = 5.0) -> Answer:
    """Find a few rules by which a side wins or holds the draw, proven against every reply."""
    position = _position(moves, board)
    found = find_plan(position, limits=_limits(time_s))
    if found is None:
        return {"text": f"No plan was found within {time_s:g} s; there may be one.", "found": False}
    sentences = list(found.sentences)
    return {
        "text": str(found),
        "found": True,
        "exact": True,
        "result": found.result,
        "sentences": sentences,
    }


@tool
def review(moves: Moves, board: Board = "7x6", time_s: Seconds = 10.0) -> Answer:
    """Judge every move of a game: mistakes, what was better, and the turning point."""
    found = review_of(moves, rules=_rules(board), limits=_limits(time_s))
    mistakes = [
        {"ply": move.ply, "column": move.column, "best": list(move.best_columns)}
        for move in found.mistakes
    ]
    return {"text": str(found), "exact": found.is_complete, "mistakes": mistakes}


@tool
def draw(moves: Moves, format: Literal["text", "svg"] = "text", board: Board = "7x6") -> Answer:
    """Draw the position, as text or as an SVG picture."""
    position = _position(moves, board)
    answer: Answer = {"text": draw_text(position, "ascii"), "status": status_text(position)}
    if format == "svg":
        answer |= {"text": f"An SVG picture: {answer['status']}.", "svg": draw_svg(position)}
    return answer


@tool
def play(
    moves: Moves,
    column: int | None = None,
    level: Level = "medium",
    board: Board = "7x6",
    time_s: Seconds = 1.0,
) -> Answer:
    """Play your column after moves and let a level reply. Pass the moves it returns next time; to let
    it begin, leave the column out."""
    game = Game(_position("", board))
    opponent = engine(level, most_threads=1)
    for played in (*parse_moves(moves), *(() if column is None else (column,))):
        game.play(played)
    reply = None
    if not game.is_over:
        reply = opponent.choose(game.position, _limits(time_s)).column
        game.play(reply)
    said = f"{opponent.name} plays column {reply}. " if reply else ""
    return {
        "text": f"{said}{game.status.capitalize()}.\n{draw_text(game.position, 'ascii')}",
        "moves": format_moves(game.moves),
        "reply": reply,
        "over": game.is_over,
        "result": None if game.result is None else str(game.result),
        "columns": list(game.position.legal_columns),
    }


@tool
def puzzle(id: str = "") -> Answer:
    """Set a puzzle, today's or the one with this id: one column wins, or holds the draw."""
    chosen = shipped_puzzles().find(id) if id else shipped_puzzles().daily()
    return _puzzle_values(chosen, chosen.position)


@tool
def solve_puzzle(id: str, columns: str) -> Answer:
    """Try to solve a puzzle by your moves so far, without the replies: a right move is answered, and a
    wrong one is refuted."""
    chosen = shipped_puzzles().find(id)
    attempt, texts = Attempt(chosen), []
    for column in parse_moves(columns):
        if attempt.is_solved:
            raise ValueError("the puzzle is solved before the last of these moves")
        made = attempt.play(column)
        texts.append(made.text)
        if not made.is_right:
            break
    answer = _puzzle_values(chosen, attempt.position)
    text = "\n".join([*texts, answer["text"]])
    return answer | {"text": text, "solved": attempt.is_solved, "right": attempt.wrong == 0}


# --- within -------------------------------------------------------------------------------------


def _rules(board: str) -> Rules:
    size, connect, objective = (*board.split("."), "", "")[:3]
    if not (connect or "4").isdecimal():
        raise ValueError(f"a board is described as 7x6, 9x7.5 or 7x6.4.most-lines, not as {board}")
    return Rules.for_board(size, int(connect or 4), Objective(objective or "first-line"))


def _position(moves: str, board: str) -> Position:
    return Position.from_moves(moves, _rules(board))


def _limits(time_s: float) -> Limits:
    if not 0 < time_s <= MOST_TIME_S:
        raise ValueError(
            f"time_s must be more than 0 and at most {MOST_TIME_S:g} seconds, not {time_s:g}"
        )
    return Limits(time_s=time_s)


def _verdict(analysis: Analysis, time_s: float) -> str:
    """Return what is proven in a sentence; where nothing is, what alpha-beta would play."""
    position = analysis.position
    if position.is_over:
        return f"The game is over: {status_text(position)}."
    if analysis.score is not None:
        best = " or ".join(map(str, analysis.best))
        text = f"Exact: {result_text(position, analysis.score)}; best: column {best}."
        is_partial = "" if analysis.is_exact else f" Not every column was proven in {time_s:g} s."
        return text + is_partial
    choice = engine("alphabeta").choose(position, Limits(time_s=min(time_s, _ESTIMATE_TIME_S)))
    known = analysis.range
    return (
        f"Not proven within {time_s:g} s; the score is between {known.low} and {known.high}. "
        f"Estimate: alpha-beta plays column {choice.column}."
    )


def _puzzle_values(chosen: Puzzle, position: Position) -> Answer:
    return {
        "text": f"{chosen.task}\n{draw_text(position, 'ascii')}",
        "id": chosen.id,
        "to_move": str(position.to_move),
        "columns": list(position.legal_columns),
        "goal": chosen.goal,
        "rating": chosen.rating,
    }
