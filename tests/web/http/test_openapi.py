"""The API conforms to its own OpenAPI document for arbitrary requests."""

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi import checks

from dropfour.web import Settings, create_app

# Valid requests may still be refused, since the document cannot say which moves are legal.
CHECKS = [not_a_server_error, checks.status_code_conformance, checks.content_type_conformance]
CHECKS += [checks.response_schema_conformance, checks.response_headers_conformance]
# The answer of the one that is left out does not end: tests/web/live/test_lobby.py.
PATHS = {
    path: each for path, each in create_app().openapi()["paths"].items() if path != "/api/events"
}
OPERATIONS = [f"{method.upper()} {path}" for path, methods in PATHS.items() for method in methods]


@pytest.fixture(scope="module")
def operations(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Every operation by name, of an application."""
    database = tmp_path_factory.mktemp("openapi") / "games.sqlite3"
    settings = Settings(str(database), max_requests_per_second=0, max_games_per_minute=0)
    app = create_app(settings)
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
