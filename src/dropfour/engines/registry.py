"""Engines by name: specs as text, and how to add your own.

A spec is a name and its options, ``alphabeta:lines,depth=6``: the bare word is the evaluation. The
name of an evaluation alone, ``lines`` or ``lines:depth=6``, is the engine ``alphabeta:lines``.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

from dropfour.engines import native_search
from dropfour.engines.engine import Engine, Limits, checked_seed
from dropfour.engines.evaluations import NATIVE_EVALUATIONS, Evaluation, discounted_win
from dropfour.engines.levels import LADDER, NAMED, NUMBERED, TOP, exact_engine, level
from dropfour.engines.options import Option, options_of, parse_options
from dropfour.engines.search_engine import ONE_SECOND, SearchEngine

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

ENTRY_POINTS = "dropfour.engines"
DEFAULT_EVALUATION = "parity"
FOUR_PLIES = Limits(depth=4)

Kind = Literal["engine", "evaluation"]


@dataclass(frozen=True, slots=True)
class Listing:
    """A name that `engine` accepts, with its description."""

    name: str
    kind: Kind
    summary: str
    options: tuple[Option, ...] = ()


@dataclass(frozen=True, slots=True)
class _Entry:
    listing: Listing
    factory: Callable[..., Engine]
    evaluation: Evaluation | None = None


@dataclass(slots=True)
class Registry:
    """The engines and evaluations that a program knows."""

    _entries: dict[str, _Entry] = field(default_factory=dict)
    # Those of Dropfour and of other packages become entries when they are first used.
    _own: dict[str, tuple[object, str]] = field(default_factory=dict)
    _packaged: dict[str, EntryPoint] | None = None

    def engine(self, spec: str, seed: int | None = None, most_threads: int | None = None) -> Engine:
        """Return the engine of *spec*; raise ValueError, with the names that exist, if there is none.

        *seed* is used by an engine that has such an option unless *spec* sets it. The engine uses
        *most_threads* if *spec* asks for more.

        >>> d4.engine("alphabeta:lines,depth=4").choose(d4.Position.from_moves("4455")).column
        3
        """
        entry, options = self._parse(spec)
        if seed is not None and any(option.name == "seed" for option in entry.listing.options):
            options.setdefault("seed", seed)
        if most_threads is not None and "threads" in options:
            options["threads"] = min(options["threads"], most_threads)
        return entry.factory(**options)

    def threads_of(self, spec: str) -> int:
        """Return how many threads *spec* asks for; raise ValueError if there is no such engine."""
        threads: int = self._parse(spec)[1].get("threads", 1)
        return threads

    def register(self, name: str, thing: object, summary: str | None = None) -> None:
        """Register *thing* as *name*; another thing of that name is replaced.

        A function of one Position that returns a number is an evaluation: every search that takes one
        can use it, and *name* alone is an engine. A function without required parameters creates
        engines, and its parameters are the options. An Engine is used itself. Raises ValueError for a
        name that a spec cannot contain, and TypeError for any other *thing*. The default *summary* is
        the first sentence of its docstring.

        >>> d4.register("mobile", lambda position: len(position.legal_columns))
        >>> d4.engine("mobile:depth=2").choose(d4.Position()).column
        4
        """
        if not name or any(mark in name for mark in ":,=") or name != name.strip():
            raise ValueError(
                f"a name cannot contain : , or =, or begin or end with a space: {name!r}"
            )
        self._entries[name] = self._made(name, thing, summary or _summary(thing))

    def names(self) -> list[str]:
        """Return the names of all engines and evaluations, sorted; numbers by their value."""
        names = {*self._entries, *self._own, *self._entry_points()}
        return sorted(
            names, key=lambda name: (name.isdecimal(), name.isdecimal() * len(name), name)
        )

    def available(self) -> list[Listing]:
        """Return a listing for each name, engines first; one that cannot be loaded says why."""
        listings = []
        for name in self.names():
            try:
                listings.append(self._entry(name).listing)
            except ValueError as error:
                listings.append(Listing(name, "engine", str(error)))
        return sorted(listings, key=lambda listing: listing.kind != "engine")

    def evaluation(self, name: str) -> Evaluation:
        """Return the evaluation *name*; raise ValueError, with those that exist, if there is none."""
        is_known = name in self._entries or name in self._own or name in self._entry_points()
        function = self._entry(name).evaluation if is_known else None
        if function is None:
            known = [each.name for each in self.available() if each.kind == "evaluation"]
            raise ValueError(_unknown("evaluation", name, known))
        return function

    # --- internal -------------------------------------------------------------------------------

    def _parse(self, spec: str) -> tuple[_Entry, dict[str, Any]]:
        if not isinstance(spec, str):
            raise TypeError(f"a spec is text, such as 'easy', not {spec!r}")
        name, _, text = spec.strip().partition(":")
        entry = self._entry(name.strip())
        return entry, parse_options(name.strip(), entry.listing.options, text)

    def _entry(self, name: str) -> _Entry:
        if name in self._own:
            # Another thread may have registered something else of that name meanwhile.
            made = self._entries.get(name) or self._made(name, *self._own[name])
            return self._entries.setdefault(name, made)
        if name not in self._entries:
            point = self._entry_points().get(name)
            if point is None:
                raise ValueError(_unknown("engine", name, self.names()))
            try:
                self.register(name, point.load())
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

    def _made(self, name: str, thing: object, summary: str) -> _Entry:
        if (
            not inspect.isroutine(thing)
            and isinstance(thing, Engine)
            and not isinstance(thing, type)
        ):
            return _Entry(Listing(name, "engine", summary), lambda: thing)
        if not callable(thing):
            raise TypeError(f"{name} is neither a function nor an engine: {thing!r}")
        required = _required_parameters(thing)
        if required == 1:
            factory = partial(_alphabeta, self, name)
            options = options_of(factory)
            return _Entry(Listing(name, "evaluation", summary, options), factory, thing)
        if required == 0:
            return _Entry(Listing(name, "engine", summary, options_of(thing)), thing)
        raise TypeError(
            f"{name} has {required} required parameters: an evaluation has one, "
            "the Position, and a function that creates engines has none"
        )


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


def _alphabeta(
    registry: Registry,
    evaluation: str = DEFAULT_EVALUATION,
    *,
    depth: int | None = None,
    discount: float = 1.0,
) -> Engine:
    """Alpha-beta search, deepened until a limit is reached; default: 1 s."""
    return _searching(registry, "alphabeta", evaluation, depth, discount, ONE_SECOND)


def _minimax(
    registry: Registry,
    evaluation: str = DEFAULT_EVALUATION,
    *,
    depth: int | None = None,
    discount: float = 1.0,
) -> Engine:
    """Plain minimax: every move to a fixed depth; default: 4."""
    return _searching(registry, "minimax", evaluation, depth, discount, FOUR_PLIES)


def _searching(
    registry: Registry,
    search: Literal["alphabeta", "minimax"],
    evaluation: str,
    depth: int | None,
    discount: float,
    default: Limits,
) -> Engine:
    if not 0 < discount <= 1:
        raise ValueError(f"a discount must be more than 0 and at most 1, not {discount}")
    function = registry.evaluation(evaluation)
    name = _spec(search, evaluation, depth=depth, discount=None if discount == 1 else discount)
    proves = discount == 1
    if NATIVE_EVALUATIONS.get(evaluation) is function:
        native = getattr(native_search, search)
        return SearchEngine(
            name,
            lambda position, limits: native(position, evaluation, discount, limits),
            evaluation,
            proves,
            depth,
            default=default,
        )
    from dropfour.engines import searches  # only for evaluations written in Python

    values = searches.Values(function, discount, discounted_win(evaluation))
    twin = getattr(searches, search)
    return SearchEngine(
        name,
        lambda position, limits: twin(position, values, limits),
        evaluation,
        proves,
        depth,
        default=default,
    )


def _averaging(*, depth: int | None = None) -> Engine:
    """Forced moves, else the best average of a scoring table over a search; default depth: 4."""
    name = _spec("averaging", depth=depth)
    return SearchEngine(name, native_search.averaging, "threats", depth=depth, default=FOUR_PLIES)


def _discounting(*, depth: int | None = None) -> Engine:
    """Alpha-beta with the evaluation convolution and a discount of 0.9; default depth: 4."""
    return SearchEngine(
        _spec("discounting", depth=depth),
        lambda position, limits: native_search.alphabeta(position, "convolution", 0.9, limits),
        "convolution",
        depth=depth,
        default=FOUR_PLIES,
    )


def _tree_search(*, playouts: int | None = None, seed: int = 0) -> Engine:
    """Monte Carlo tree search with random games; default: 1 s."""
    name = _spec("mcts", playouts=playouts, seed=seed or None)
    checked_seed(seed)
    return SearchEngine(
        name,
        lambda position, limits: native_search.tree_search(position, seed, limits),
        "playouts",
        nodes=playouts,
        counts_plies=False,
    )


def _random(*, seed: int | None = None) -> Engine:
    """Any legal column, at random; repeatable with a seed."""
    from dropfour.engines.random_engine import RandomEngine

    return RandomEngine(seed)


def _exact(*, threads: int = 1, seed: int | None = None) -> Engine:
    """A column proven best, or alpha-beta's choice where the proof takes too long; default: 0.9 s."""
    return exact_engine(
        _spec("exact", threads=threads if threads > 1 else None, seed=seed), threads, seed
    )


def _level(number: int, name: str, *, seed: int | None = None) -> Engine:
    return level(number, name=name, seed=seed)


def _level_summary(number: int, name: str) -> str:
    if number == TOP:
        return "The same as perfect." if name == str(TOP) else "Plays a column proven best."
    plies = sorted(set(LADDER[number].plies))
    depths = f"{plies[0]} to {plies[-1]}" if len(plies) > 1 else str(plies[0])
    return f"Level {number} of {TOP}: sees {depths} plies ahead; no two games are alike."


def _spec(name: str, word: str = "", **options: object) -> str:
    said = [f"{key}={value}" for key, value in options.items() if value is not None]
    return name + (":" if word or said else "") + ",".join([word, *said] if word else said)


def _standard() -> Registry:
    registry = Registry()
    own = registry._own
    own["alphabeta"] = partial(_alphabeta, registry), _summary(_alphabeta)
    own["minimax"] = partial(_minimax, registry), _summary(_minimax)
    for name, thing in {
        "averaging": _averaging,
        "discounting": _discounting,
        "exact": _exact,
        "mcts": _tree_search,
        "random": _random,
        **NATIVE_EVALUATIONS,
    }.items():
        own[name] = thing, _summary(thing)
    for name, number in (NAMED | NUMBERED).items():
        own[name] = partial(_level, number, name), _level_summary(number, name)
    return registry


_STANDARD = _standard()
engine = _STANDARD.engine
threads_of = _STANDARD.threads_of
register = _STANDARD.register
names = _STANDARD.names
available = _STANDARD.available
evaluation = _STANDARD.evaluation
