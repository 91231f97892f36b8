"""No test here leaves a process or a scratch directory behind."""

from leftovers import nothing_left

__all__ = ["nothing_left"]
