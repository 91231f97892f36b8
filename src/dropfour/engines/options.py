"""The options of an engine, which are the parameters of the function that creates it."""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Union, get_args, get_origin, get_type_hints

_WORDS = {int: "integer", float: "number", bool: "yes or no", str: "text"}
_YES, _NO = ("yes", "true", "1", "on"), ("no", "false", "0", "off")


@dataclass(frozen=True, slots=True)
class Option:
    """One option; *is_word* if a spec may give its value without its name."""

    name: str
    type: type
    default: Any
    is_word: bool = False

    @property
    def type_word(self) -> str:
        return _WORDS[self.type]

    @property
    def default_text(self) -> str:
        """The default as written in a spec; empty if there is none."""
        if self.default is None:
            return ""
        if isinstance(self.default, bool):
            return "yes" if self.default else "no"
        return str(self.default)

    def parse(self, engine: str, text: str) -> Any:
        """Return the value of *text*; raise ValueError if it does not have the type of the option."""
        if self.type is bool and text.lower() in _YES + _NO:
            return text.lower() in _YES
        try:
            if self.type is bool or not text:
                raise ValueError
            return self.type(text)
        except ValueError:
            raise ValueError(
                f"{self.name} of {engine}: expected {self.type_word}, not {text!r}"
            ) from None


def options_of(factory: Callable[..., object]) -> tuple[Option, ...]:
    """Return the options of a function that creates engines: its parameters that have a default.

    The first one that may be given by position needs no name in a spec.
    """
    hints = get_type_hints(_bare(factory))
    options: list[Option] = []
    for parameter in inspect.signature(factory).parameters.values():
        if parameter.default is parameter.empty:
            continue
        kind = _type_of(hints.get(parameter.name), parameter.default)
        is_word = not options and parameter.kind is parameter.POSITIONAL_OR_KEYWORD
        options.append(Option(parameter.name, kind, parameter.default, is_word))
    return tuple(options)


def parse_options(engine: str, options: Sequence[Option], text: str) -> dict[str, Any]:
    """Return the values in the part of a spec after the colon; raise ValueError if they are invalid."""
    known = {option.name: option for option in options}
    found: dict[str, Any] = {}
    for place, part in enumerate(filter(None, (part.strip() for part in text.split(",")))):
        name, equals, value = (piece.strip() for piece in part.partition("="))
        if not equals and place == 0:
            word = next((option for option in options if option.is_word), None)
            name, value = (word.name if word else name), name
        if name not in known:
            raise ValueError(f"{engine} has no option {name!r}; {_list_of(options)}")
        if name in found:
            raise ValueError(f"{engine} has the option {name} twice: {text!r}")
        found[name] = known[name].parse(engine, value)
    return found


def _list_of(options: Sequence[Option]) -> str:
    return (
        f"it has: {', '.join(option.name for option in options)}"
        if options
        else "it has no options"
    )


def _bare(factory: Callable[..., object]) -> Callable[..., object]:
    while isinstance(factory, partial):
        factory = factory.func
    return factory.__init__ if inspect.isclass(factory) else factory


def _type_of(hint: object, default: object) -> type:
    """Return the type of an annotation, or else of a default; text if it is none of the four."""
    if get_origin(hint) in (Union, types.UnionType):
        hint = next(part for part in get_args(hint) if part is not type(None))
    for kind in (hint, type(default)):
        if kind in _WORDS:
            return kind
    return str
