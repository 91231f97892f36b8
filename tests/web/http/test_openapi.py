"""The API conforms to its own OpenAPI document for arbitrary requests."""

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from dropfour.web import Settings, create_app

# Valid requests may still be refused, since the document cannot say which moves are legal.
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    response_headers_conformance,
]

# The answer of the one that is left out does not end: tests/web/live/test_lobby.py.
OPERATIONS = [
    f"{method.upper()} {path}"
    for path, methods in create_app().openapi()["paths"].items()
    for method in methods
    if path != "/api/events"
]


@pytest.fixture(scope="module")
def operations(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Every operation by name, of an application."""
    app = create_app(
        Settings(
            f"sqlite:///{tmp_path_factory.mktemp('openapi') / 'games.sqlite3'}",
            max_requests_per_second=0,
            max_games_per_minute=0,
        )
    )
    schema = schemathesis.openapi.from_asgi("/api/openapi.json", app)
    results: list[Any] = list(schema.get_all_operations())
    found = [result.ok() for result in results]
    return {f"{operation.method.upper()} {operation.path}": operation for operation in found}


@pytest.mark.parametrize("examples", [7, pytest.param(100, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", OPERATIONS)
def test_every_response_matches_the_document(
    operations: dict[str, Any], name: str, examples: int
) -> None:
    valid = operations[name].as_strategy()
    broken = operations[name].as_strategy(generation_mode=schemathesis.GenerationMode.NEGATIVE)

    @settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=st.one_of(valid, broken))
    def responses_match_the_document(case: Any) -> None:
        case.call_and_validate(checks=CHECKS)

    responses_match_the_document()
