"""The directive ``openapi``: the operations and schemas of the server, from its OpenAPI document."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from dropfour.web import create_app

COMMON = ("403", "404", "409", "413", "422", "429", "503")  # described once, on the page


class OpenApi(SphinxDirective):
    def run(self) -> list[nodes.Node]:
        text = "\n".join(page(create_app().openapi()))
        return self.parse_text_to_nodes(text, allow_section_headings=True)


def page(document: dict[str, Any]) -> Iterator[str]:
    tags: dict[str, list[str]] = {}
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            tags.setdefault(operation["tags"][0], []).extend(described(method, path, operation))
    for tag, lines in sorted(tags.items()):
        yield f"## {tag.capitalize()}\n"
        yield from lines
    yield "## Schemas\n"
    for name, schema in sorted(document["components"]["schemas"].items()):
        yield f"(schema-{name.lower()})="
        yield f"### {name}\n"
        yield plain(schema.get("description", "")) + "\n"
        yield from table(schema.get("properties", {}), schema.get("required", []))
        if "enum" in schema:
            yield "One of " + ", ".join(f"`{value}`" for value in schema["enum"]) + ".\n"


def described(method: str, path: str, operation: dict[str, Any]) -> Iterator[str]:
    yield f"### {method.upper()} {path}\n"
    yield plain(operation.get("description", "")) + "\n"
    for parameter in operation.get("parameters", []):
        if parameter["in"] in ("path", "query"):
            about = parameter.get("description", "")
            yield f"- `{parameter['name']}` ({parameter['in']}): {kind(parameter['schema'])}. {about}"
    body = operation.get("requestBody", {}).get("content", {})
    for media, content in body.items():
        yield f"- Body, `{media}`: {kind(content.get('schema', {}))}"
    for status, response in operation["responses"].items():
        if status not in COMMON:
            contents = response.get("content", {}).items()
            kinds = [f"`{media}`: {kind(each.get('schema', {}))}" for media, each in contents]
            yield f"- {status}: " + ("; ".join(kinds) or response["description"])
    yield ""


def table(properties: dict[str, Any], required: list[str]) -> Iterator[str]:
    if properties:
        yield "| field | type | |"
        yield "|---|---|---|"
    for name, schema in properties.items():
        about = plain(schema.get("description", "")).replace("|", "\\|")
        if "default" in schema and not isinstance(schema["default"], dict):
            about = f"{about} Default: `{schema['default']!r}`.".strip()
        elif name not in required and "default" not in schema:
            about = f"{about} May be absent.".strip()
        yield f"| `{name}` | {kind(schema)} | {about} |"
    yield ""


def kind(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#schema-{name.lower()})"
    for key in ("anyOf", "oneOf", "allOf"):
        if key in schema:
            return " or ".join(kind(each) for each in schema[key])
    if "enum" in schema:
        return ", ".join(f"`{value}`" for value in schema["enum"])
    if "const" in schema:
        return f"`{schema['const']}`"
    if schema.get("type") == "array":
        return f"list of {kind(schema.get('items', {}))}"
    return schema.get("type", "any")


def plain(text: str) -> str:
    return " ".join(text.replace("``", "`").split())


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("openapi", OpenApi)
    return {"parallel_read_safe": True}
