"""The engines and levels to play against."""

from __future__ import annotations

from fastapi import APIRouter

from dropfour.web.engines import engine_list
from dropfour.web.schema import EngineList

router = APIRouter(prefix="/api", tags=["engines"])


@router.get("/engines")
def engines() -> EngineList:
    """List everything that can be the ``engine`` of a seat."""
    return engine_list()
