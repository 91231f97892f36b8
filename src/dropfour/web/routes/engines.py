"""The engines and levels to play against."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from dropfour.web.engines import check_engine, engine_list
from dropfour.web.routes.context import Parts
from dropfour.web.schema.engines import CheckedEngine, EngineList
from dropfour.web.schema.fields import MAX_ENGINE
from dropfour.web.text import Text

router = APIRouter(prefix="/api", tags=["engines"])


@router.get("/engines")
def engines() -> EngineList:
    """List everything that can be the ``engine`` of a seat."""
    return engine_list()


@router.get("/engines/check")
def check(
    engine: Annotated[Text, Query(min_length=1, max_length=MAX_ENGINE)], parts: Parts
) -> CheckedEngine:
    """Check a specification before a game is started with it; status 422 says what is wrong with it."""
    check_engine(engine, parts.settings.engine_threads)
    return CheckedEngine(engine=engine)
