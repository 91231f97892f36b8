"""Programs that are not in a package, as modules."""

import importlib.util
from functools import cache
from pathlib import Path
from types import ModuleType

from values import some

ROOT = Path(__file__).parents[1]


@cache
def load_script(path: str) -> ModuleType:
    """*path* is relative to the repository."""
    spec = some(importlib.util.spec_from_file_location(Path(path).stem, ROOT / path))
    module = importlib.util.module_from_spec(spec)
    some(spec.loader).exec_module(module)
    return module
