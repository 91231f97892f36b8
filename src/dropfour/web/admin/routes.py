"""For whoever runs the server: health and metrics."""

from __future__ import annotations

from fastapi import APIRouter, HTTPException, Request
from fastapi.responses import Response
from prometheus_client import CONTENT_TYPE_LATEST

import dropfour
from dropfour.web.games.visit import ServicesDep
from dropfour.web.http.dependencies import AnyVisitor
from dropfour.web.http.networks import Networks

_OWN_NETWORKS = Networks(
    ("127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "::1", "fc00::/7", "fe80::/10")
)

router = APIRouter(include_in_schema=False)


@router.get("/health")
async def health(services: ServicesDep, visitor: AnyVisitor) -> dict[str, str]:
    """Return 200 if the database can be written, otherwise 503."""
    await services.queries.run(visitor, services.store.database.check)
    return {"status": "ok", "version": dropfour.__version__}


@router.get("/metrics", response_class=Response)
def metrics(request: Request, services: ServicesDep) -> Response:
    """Return the metrics in the format of Prometheus, to clients in this network only."""
    if request.client and request.client.host not in _OWN_NETWORKS:
        raise HTTPException(403, "metrics are for clients in the network of the server")
    return Response(services.metrics.text(), media_type=CONTENT_TYPE_LATEST)
