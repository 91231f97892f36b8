"""Engines: the protocol, evaluations and searches, levels, and exact play.

The package can be called: ``dropfour.engines()`` lists the names that ``dropfour.engine`` accepts.
"""

import sys
from types import ModuleType


class _Package(ModuleType):
    def __call__(self) -> list[str]:
        from dropfour.engines.registry import names

        return names()


sys.modules[__name__].__class__ = _Package
