"""The page's types of the API, generated from the OpenAPI document by ``make api-types``."""

import json
import shutil
import subprocess
import sys
from typing import Any

from dropfour.web import create_app
from dropfour.web.page.files import STATIC
from web.needs import NODE_MODULES

API_TYPES = STATIC / "js" / "openapi.d.ts"

_PROSE = {"title", "summary", "description", "examples"}


def generate(node: str) -> str:
    """Return the output of openapi-typescript, run by *node*, for the API.

    Descriptions are left out, so that only a change of the API's shape changes the types, and error
    responses, which all have the shape of ``Problem`` and would fill half of the file.
    """
    command = [node, str(NODE_MODULES / "openapi-typescript" / "bin" / "cli.js")]
    result = subprocess.run(
        [*command, "--default-non-nullable=false"],
        input=json.dumps(_shape(create_app().openapi())),
        capture_output=True,
        text=True,
        check=True,
    )
    return result.stdout


def _shape(node: Any, key: str = "") -> Any:
    if isinstance(node, list):
        return [_shape(each) for each in node]
    if not isinstance(node, dict):
        return node
    if key == "responses":
        node = {code: each for code, each in node.items() if code < "300"}
    left_out = set() if key == "properties" else _PROSE
    return {name: _shape(each, name) for name, each in node.items() if name not in left_out}


if __name__ == "__main__":
    found = shutil.which("node")
    if found is None:
        sys.exit("Node.js is needed to generate the types of the API")
    API_TYPES.write_text(generate(found), encoding="utf-8")
