"""Tables of cases that are too long for the code beside which they would stand."""

import json
from pathlib import Path
from typing import Any


def cases(test: str, name: str) -> Any:
    """Return a table from the JSON file that has the name of the test's file."""
    return json.loads(Path(test).with_suffix(".json").read_text(encoding="utf-8"))[name]
