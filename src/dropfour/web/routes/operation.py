"""For whoever runs the server: health and metrics."""

from __future__ import annotations

import ipaddress
from typing import Literal

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import Response
from pydantic import BaseModel

import dropfour
from dropfour.web.metrics import CONTENT_TYPE
from dropfour.web.routes.context import Parts, run_for

router = APIRouter(tags=["operation"])


class HealthState(BaseModel):
    status: Literal["ok"]
    version: str


@router.get("/health")
async def health(request: Request, parts: Parts) -> HealthState:
    """Return 200 if the database can be written, otherwise 503."""
    error = await run_for(request, parts.reports, lambda stop: parts.health.error())
    if error is not None:
        raise error
    return HealthState(status="ok", version=dropfour.__version__)


@router.get("/metrics", response_class=Response, responses={200: {"content": {"text/plain": {}}}})
def metrics(request: Request, parts: Parts) -> Response:
    """Return the metrics in the format of Prometheus, to clients in this network only."""
    if request.client and not _is_local(request.client.host):
        raise HTTPException(403, "metrics are for clients in the network of the server")
    return Response(parts.metrics.text(), media_type=CONTENT_TYPE)


def _is_local(host: str) -> bool:
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    return address.is_private or address.is_loopback
