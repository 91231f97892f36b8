"""Values of tests."""

from typing import TypeVar

Value = TypeVar("Value")


def some(value: Value | None) -> Value:
    """Return *value*, which must be there."""
    assert value is not None
    return value
