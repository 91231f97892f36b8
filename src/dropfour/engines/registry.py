"""Engines by name: specs as text, and how to add your own.

A spec is a name and its options, ``alphabeta:lines,depth=6``: the bare word is the evaluation. The
name of an evaluation alone, ``lines`` or ``lines:depth=6``, is the engine ``alphabeta:lines``. The
package's engines, their options and limits are in ``native/policy/specs.hpp``, also for the browser.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from dropfour import _native
from dropfour.engines.engine import Engine, checked_seed
from dropfour.engines.evaluations import NATIVE_EVALUATIONS, SUMMARIES, Evaluation
from dropfour.engines.functions import ChooserEngine, is_called_a_chooser, name_of
from dropfour.engines.levels import LADDER, TOP, NativeEngine
from dropfour.engines.options import Option, options_of, parse_options
from dropfour.position import Position

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

ENTRY_POINTS = "dropfour.engines"

Kind = Literal["engine", "evaluation"]
Registrable = Engine | Callable[[Position], float] | Callable[..., Engine]


@dataclass(frozen=True, slots=True)
class Listing:
    """A name that `engine` accepts, with its description."""

    name: str
    kind: Kind
    summary: str
    options: tuple[Option, ...] = ()


@dataclass(frozen=True, slots=True)
class _Entry:
    """Something registered: a function that creates engines, or an evaluation."""

    listing: Listing
    factory: Callable[..., Engine] | None = None
    evaluation: Evaluation | None = None


@dataclass(slots=True)
class Registry:
    """The engines and evaluations that a program knows; *own* are those of Dropfour."""

    own: dict[str, Listing] = field(default_factory=dict)
    _entries: dict[str, _Entry] = field(default_factory=dict)
    # Those of other packages become entries when they are first used.
    _packaged: dict[str, EntryPoint] | None = None

    def engine(
        self,
        spec: str,
        seed: int | None = None,
        most_threads: int | None = None,
        **options: str | float | bool,
    ) -> Engine:
        """Return the engine of *spec*; raise ValueError, with the names that exist, if there is none.

        *seed* is used by an engine that has such an option unless *spec* sets it. The engine uses
        *most_threads* if *spec* asks for more. *options* are added to those of the spec.

        >>> d4.engine("alphabeta:lines,depth=4").choose("4455").column
        3
        >>> d4.engine("alphabeta", evaluation="lines", depth=4)
        <Engine alphabeta:lines,depth=4>
        """
        spec = _with_options(spec, options)
        name, text = _name_and_options(spec)
        entry = self._entry(name)
        if entry is not None and entry.factory is not None:
            options = parse_options(name, entry.listing.options, text)
            if seed is not None and any(each.name == "seed" for each in entry.listing.options):
                options.setdefault("seed", seed)
            if most_threads is not None and "threads" in options:
                options["threads"] = min(options["threads"], most_threads)
            return entry.factory(**options)
        parsed = self._parse(spec)
        if seed is not None and parsed.takes_seed and parsed.seed is None:
            parsed.seed = checked_seed(seed)
        if most_threads is not None:
            parsed.threads = min(parsed.threads, most_threads)
        if parsed.takes_evaluation:
            function = self.evaluation(parsed.evaluation)
            if NATIVE_EVALUATIONS.get(parsed.evaluation) is not function:
                return NativeEngine(parsed, function)
        return NativeEngine(parsed)

    def threads_of(self, spec: str) -> int:
        """Return how many threads *spec* asks for; raise ValueError if there is no such engine."""
        name, text = _name_and_options(spec)
        entry = self._entry(name)
        if entry is None or entry.factory is None:
            return self._parse(spec).threads
        threads: int = parse_options(name, entry.listing.options, text).get("threads", 1)
        return threads

    def register(
        self,
        name: str,
        thing: Registrable,
        summary: str | None = None,
        *,
        replace: bool = False,
        kind: Literal["evaluate", "choose"] | None = None,
    ) -> None:
        """Register *thing* as *name*; what was registered as that before is replaced.

        Names of Dropfour and of installed packages are refused with ValueError unless *replace* is true.

        A function of one Position is an evaluation, which returns a number: every search that takes one
        can use it, and *name* alone is an engine. With *kind* ``choose`` it returns the column to play,
        as a function that has a seat in a Game does; a function with a name such as ``choose_column``
        needs a *kind*. A function without required parameters creates engines, and its parameters are
        the options. An Engine is used itself. Raises ValueError for a name that a spec cannot contain,
        and TypeError for any other *thing*. The default *summary* is its docstring's first sentence.

        >>> d4.register("mobile", lambda position: len(position.legal_columns))
        >>> d4.engine("mobile:depth=2").choose(d4.Position()).column
        4
        """
        if not isinstance(name, str):
            raise TypeError(f"a name is text, not {name!r}")
        if not name or any(mark in name for mark in ":,=") or name != name.strip():
            raise ValueError(
                f"a name cannot contain : , or =, or begin or end with a space: {name!r}"
            )
        entry = self._made(name, thing, summary or _summary(thing), kind)
        if not replace and (name in self.own or name in self._entry_points()):
            raise ValueError(f"{name} exists already; register it with replace=True to replace it")
        self._entries[name] = entry

    def names(self) -> list[str]:
        """Return the names of all engines and evaluations, sorted; numbers by their value."""
        names = {*self._entries, *self.own, *self._entry_points()}
        return sorted(
            names, key=lambda name: (name.isdecimal(), name.isdecimal() * len(name), name)
        )

    def available(self) -> list[Listing]:
        """Return a listing for each name, engines first; one that cannot be loaded says why."""
        listings = []
        for name in self.names():
            try:
                entry = self._entry(name)
                listings.append(self.own[name] if entry is None else entry.listing)
            except ValueError as error:
                listings.append(Listing(name, "engine", str(error)))
        return sorted(listings, key=lambda listing: listing.kind != "engine")

    def evaluation(self, name: str) -> Evaluation:
        """Return the evaluation *name*; raise ValueError, with those that exist, if there is none."""
        if name in NATIVE_EVALUATIONS and name in self.own and name not in self._entries:
            return NATIVE_EVALUATIONS[name]
        entry = None
        if name in self._entries or name in self._entry_points():
            entry = self._entry(name)
        if entry is None or entry.evaluation is None:
            known = [each.name for each in self.available() if each.kind == "evaluation"]
            raise ValueError(_unknown("evaluation", name, known))
        return entry.evaluation

    # --- internal -------------------------------------------------------------------------------

    def _parse(self, spec: str) -> _native.Spec:
        """Return what a spec of Dropfour's engines, or of any evaluation, asks for."""
        return _native.parse_spec(spec, [*self._entries, *self._entry_points()])

    def _entry(self, name: str) -> _Entry | None:
        """Return what is registered as *name*; None if that is an engine of Dropfour."""
        if name not in self._entries:
            if name in self.own:
                return None
            point = self._entry_points().get(name)
            if point is None:
                raise ValueError(_unknown("engine", name, self.names()))
            try:
                self.register(name, point.load(), replace=True)
            except Exception as error:  # another package may raise anything
                reason = f"{type(error).__name__}: {error}"
                raise ValueError(f"{name} cannot be loaded from {point.value}: {reason}") from error
        return self._entries[name]

    def _entry_points(self) -> dict[str, EntryPoint]:
        if self._packaged is None:
            # Imported here: it takes a sixth of the time of `import dropfour`.
            from importlib.metadata import entry_points

            self._packaged = {point.name: point for point in entry_points(group=ENTRY_POINTS)}
        return self._packaged

    def _made(self, name: str, thing: Any, summary: str, kind: str | None) -> _Entry:
        if (
            not inspect.isroutine(thing)
            and isinstance(thing, Engine)
            and not isinstance(thing, type)
        ):
            return _Entry(Listing(name, "engine", summary), lambda: thing)
        if not callable(thing):
            raise TypeError(f"{name} is neither a function nor an engine: {thing!r}")
        if kind not in (None, "evaluate", "choose"):
            raise ValueError(f"kind is 'evaluate' or 'choose', not {kind!r}")
        required = _required_parameters(thing)
        if required == 1 and kind == "choose":
            return _Entry(Listing(name, "engine", summary), lambda: ChooserEngine(name, thing))
        if required == 1:
            if kind is None and is_called_a_chooser(thing):
                raise ValueError(
                    f"{name_of(thing)} seems to return a column, and register expects an estimate: "
                    "pass kind='choose', or kind='evaluate' if it is one"
                )
            options = _OWN["lines"].options  # of any evaluation
            return _Entry(Listing(name, "evaluation", summary, options), evaluation=thing)
        if required == 0:
            return _Entry(Listing(name, "engine", summary, options_of(thing)), thing)
        raise TypeError(
            f"{name} has {required} required parameters: an evaluation has one, "
            "the Position, and a function that creates engines has none"
        )


def _name_and_options(spec: object) -> tuple[str, str]:
    if not isinstance(spec, str):
        raise TypeError(f"a spec is text, such as 'easy', or '5' for level 5, not {spec!r}")
    name, _, text = spec.partition(":")
    return name.strip(), text


def _with_options(spec: str, options: Mapping[str, str | float | bool]) -> str:
    name, text = _name_and_options(spec)
    words = [text.strip()] if text.strip() else []
    for option, value in options.items():
        if isinstance(value, bool):
            value = "yes" if value else "no"
        if any(mark in str(value) for mark in ",="):
            raise ValueError(f"{option} of {name} cannot contain , or =: {value!r}")
        words.append(f"{option}={value}")
    return f"{name}:{','.join(words)}" if options else spec


def _required_parameters(thing: Callable[..., object]) -> int:
    return sum(
        parameter.default is parameter.empty
        and parameter.kind not in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD)
        for parameter in inspect.signature(thing).parameters.values()
    )


def _summary(thing: object) -> str:
    return (inspect.getdoc(thing) or "").partition("\n")[0]


def _unknown(what: str, name: str, known: list[str]) -> str:
    from difflib import get_close_matches

    close = get_close_matches(name, known, n=1)
    hint = f" (did you mean {close[0]}?)" if close else ""
    return f"there is no {what} {name!r}{hint}; there are: {', '.join(known)}"


# --- the engines of the package -----------------------------------------------------------------

_SUMMARIES = {
    "alphabeta": "Alpha-beta search, deepened until a limit is reached; default: 1 s.",
    "minimax": "Plain minimax: every move to a fixed depth; default: 4.",
    "averaging": "Forced moves, else the best average of a scoring table in a search; default depth: 4.",
    "discounting": "Alpha-beta with the evaluation convolution and a discount of 0.9; default depth: 4.",
    "exact": "A column proven best, or alpha-beta's choice if the proof takes too long; default: 0.9 s.",
    "mcts": "Monte Carlo tree search with random games; default: 1 s.",
    "random": "Any legal column, at random; repeatable with a seed.",
}
_TYPES = {"integer": int, "number": float, "text": str}


def _own_listing(name: str, is_evaluation: bool, options: list[tuple[str, str, str]]) -> Listing:
    summary = {**SUMMARIES, **_SUMMARIES}.get(name) or _level_summary(name)
    listed = tuple(
        Option(option, _TYPES[kind], default or None, is_word=option == "evaluation")
        for option, kind, default in options
    )
    return Listing(name, "evaluation" if is_evaluation else "engine", summary, listed)


def _level_summary(name: str) -> str:
    number = _native.parse_spec(name, []).level
    if number == TOP:
        return "The same as perfect." if name == str(TOP) else "Plays a column proven best."
    plies = sorted(set(LADDER[number].plies))
    depths = f"{plies[0]} to {plies[-1]}" if len(plies) > 1 else str(plies[0])
    return f"Level {number} of {TOP}: sees {depths} plies ahead; no two games are alike."


_OWN = {row[0]: _own_listing(*row) for row in _native.engine_table()}
_STANDARD = Registry(_OWN)
engine = _STANDARD.engine
threads_of = _STANDARD.threads_of
register = _STANDARD.register
names = _STANDARD.names
available = _STANDARD.available
evaluation = _STANDARD.evaluation
