"""Values of tests."""

import copy
import pickle
from collections.abc import Callable
from typing import Any, TypeVar

Value = TypeVar("Value")


def some(value: Value | None) -> Value:
    """Return *value*, which must be there."""
    assert value is not None
    return value


COPIES: list[Callable[[Any], Any]] = [
    lambda value: pickle.loads(pickle.dumps(value)),
    copy.copy,
    copy.deepcopy,
]
