"""Help during a game: hints, exact scores and explanations, as text."""

from __future__ import annotations

import threading
from dataclasses import replace

from dropfour.engines.engine import Limits, Stop
from dropfour.engines.exact import SolverCache
from dropfour.engines.proof import Analysis
from dropfour.engines.registry import engine
from dropfour.game import Game
from dropfour.position import Colour, Position
from dropfour.scores import ScoreRange
from dropfour.study.explain import explain, result_text
from dropfour.study.review import review
from dropfour.words import say

HINT_LIMITS = Limits(time_s=1)
ANALYSIS_LIMITS = Limits(time_s=5)
EXPLANATION_LIMITS = Limits(time_s=1)
# A hint is the move of this engine: proven to be the best if there is enough time, and always the same.
_ADVISER = "exact"


class Adviser:
    """Gives advice, and remembers what was proven along the way.

    It may be asked from several threads: it gives one answer at a time, and `stop` ends the searches.
    """

    def __init__(self) -> None:
        self._analysis: Analysis | None = None
        self._solvers = SolverCache()
        self._lock = threading.Lock()
        self._stop = Stop()

    def stop(self) -> None:
        """End all searches in progress, since their results are no longer needed."""
        self._stop.set()
        self._stop = Stop()

    def hint(self, position: Position) -> str:
        """Name a good column, and say whether that is proven. The game must not be over."""
        limits = replace(HINT_LIMITS, stop=self._stop)
        with self._lock:
            choice = engine(_ADVISER).choose(position, limits)
        column = choice.column
        if choice.score is None:
            return say("terminal.hint", column=column)
        if choice.score.is_exact:
            result = result_text(position, int(choice.score.value))
            return say("terminal.hint, exact", column=column, result=result)
        value, scale = f"{choice.score.value:+.3g}", choice.score.scale
        return say("terminal.hint, estimate", column=column, value=value, scale=scale)

    def analysis(self, position: Position) -> Analysis:
        """Return what can be proven about each column within five seconds."""
        limits = replace(ANALYSIS_LIMITS, stop=self._stop)
        with self._lock:
            known = self._analysis
            if known is None or known.position != position or not known.is_exact:
                solver = self._solvers.get(position.rules)
                known = solver.analyse(position, limits=limits)
                self._analysis = known
            return known

    def explain(self, position: Position) -> str:
        """Say who wins, by what, and what to do next, as far as a second of search shows it."""
        limits = replace(EXPLANATION_LIMITS, stop=self._stop)
        with self._lock:
            return str(explain(position, limits=limits))

    def tell_mistake(self, game: Game, reader: Colour | None) -> str:
        """Say which mistake decided a game that is over, to *reader* or to both."""
        limits = replace(ANALYSIS_LIMITS, stop=self._stop)
        with self._lock:
            story = review(game, limits=limits, solvers=self._solvers, plans=False).story(reader)
        if story.decisive is None:
            return story.ending
        return say("terminal.decisive", ply=story.decisive.ply, text=story.decisive.text)


def analysis_text(analysis: Analysis) -> str:
    """Return what is proven about each column, one per row."""
    position = analysis.position
    rows = [
        f"{'*' if column in analysis.best else ' '} {column:2d}  {_known(position, known)}"
        for column, known in analysis.columns.items()
    ]
    if analysis.best:
        rows.append(say("terminal.best column"))
    if not analysis.is_exact:
        rows.append(say("terminal.stopped", seconds=f"{analysis.time_s:.0f}"))
    return "\n".join(rows)


def score_text(score: int) -> str:
    """Return an exact score with its sign; a draw has none."""
    return f"{score:+d}" if score else " 0"


def _known(position: Position, known: ScoreRange) -> str:
    """Return what is proven about a column, for the side that would play it."""
    if known.score is not None:
        return f"{score_text(known.score)}  {result_text(position, known.score)}"
    if known.outcome is not None:
        winner = position.to_move if known.outcome == "win" else position.to_move.opponent
        values = {"low": f"{known.low:+d}", "high": f"{known.high:+d}"}
        objective = position.rules.objective.value
        return say("terminal.known", winner=winner, objective=objective, **values)
    bound = "least" if known.low == 0 else "most" if known.high == 0 else "none"
    return say("terminal.bound", bound=bound)
