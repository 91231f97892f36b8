"""The page's types of the API, generated from the OpenAPI document before they are checked."""

import json
from typing import Any

from dropfour.web import create_app
from dropfour.web.page.files import STATIC
from web.needs import NODE_MODULES
from web.node import run_node

API_TYPES = STATIC / "js" / "openapi.d.ts"

_PROSE = {"title", "summary", "description", "examples"}


def write_api_types() -> None:
    """Write the output of openapi-typescript for the API.

    Descriptions are left out, so that only a change of the API's shape changes the types, and error
    responses, which all have the shape of ``Problem`` and would fill half of the file.
    """
    program = NODE_MODULES / "openapi-typescript" / "bin" / "cli.js"
    shape = json.dumps(_shape(create_app().openapi()))
    types = run_node(program, "--default-non-nullable=false", text=shape)
    API_TYPES.write_text(types, encoding="utf-8")


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
    write_api_types()
