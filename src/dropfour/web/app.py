"""The application: the API under ``/api`` and the pages."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from fastapi import APIRouter, FastAPI
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

import dropfour
from dropfour.study.analyst import Analyst
from dropfour.web.admin import routes as admin
from dropfour.web.admin.metrics import Metrics
from dropfour.web.club import routes as club
from dropfour.web.club.club import Club
from dropfour.web.club.store import ClubStore
from dropfour.web.dependencies import Services
from dropfour.web.fields import Event
from dropfour.web.games import live_routes
from dropfour.web.games import routes as games
from dropfour.web.games.audience import Audience
from dropfour.web.games.requests import LiveMove
from dropfour.web.games.store import GameStore
from dropfour.web.http.guard import Guard
from dropfour.web.http.networks import Networks
from dropfour.web.http.problems import RESPONSES, add_problem_handlers
from dropfour.web.http.senders import SenderLimit
from dropfour.web.page.files import load_pages, page_routes
from dropfour.web.people import routes as people_routes
from dropfour.web.people.people import People
from dropfour.web.pool import Pool
from dropfour.web.positions import routes as positions
from dropfour.web.settings import Settings
from dropfour.web.tasks import Tasks, until_done
from dropfour.web.tournaments import routes as tournaments
from dropfour.web.tournaments.runner import TournamentRunner
from dropfour.web.tournaments.snapshots import Tournaments

# Games that are replayed at the same time; each of them also waits for the disk.
_REPLAYS = 4
# How long a request waits for PostgreSQL to answer; connecting to it again takes up to 3 s more.
_PATIENCE_S = 2.5

# FastAPI takes 0.2 s to prepare the routes: once for all applications of a process.
_API = APIRouter(responses=RESPONSES)
for _router in (
    live_routes.router,
    games.router,
    positions.router,
    games.engines,
    tournaments.router,
    club.router,
    people_routes.router,
    admin.router,
):
    _API.include_router(_router)


def create_app(settings: Settings | None = None) -> FastAPI:
    """Return the application. It opens its database and threads at startup, and closes them at shutdown;
    startup raises DatabaseError if the database cannot be opened."""
    settings = settings or Settings()
    metrics = Metrics()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with _services(settings, metrics) as services:
            app.state.services = services
            yield

    app = FastAPI(
        title="Dropfour",
        version=dropfour.__version__,
        description="Connect Four: games against people and engines, exact analysis, drawings, "
        "and tournaments.",
        openapi_url="/api/openapi.json",
        # These load scripts from other sites, which the content security policy forbids.
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        # Looking for what might collect them takes a twentieth of a live move; /metrics has our numbers.
        telemetry={"tracing": False, "metrics": False, "logs": False},
    )
    app.state.metrics = metrics
    app.router.routes.extend(_API.routes)
    app.router.routes.insert(0, live_routes.MoveRoute())
    pages = load_pages()
    app.router.routes.extend(page_routes(pages))
    add_problem_handlers(app, metrics, lambda request: pages["index.html"].answer(request, 404))
    app.add_middleware(Guard, settings=settings, metrics=metrics)
    app.openapi = partial(_openapi, app)  # type: ignore[method-assign]
    return app


@asynccontextmanager
async def _services(settings: Settings, metrics: Metrics) -> AsyncIterator[Services]:
    """Open everything that the routes use, and close it at the end."""
    store = GameStore(settings.database_url, metrics.transaction_seconds.observe, _PATIENCE_S)
    audience = Audience(settings, store)
    people = People(store) if settings.ratings else None
    pools = _pools(settings, metrics)
    per_minute = settings.max_games_per_minute
    services = Services(
        settings=settings,
        store=store,
        games=audience.games,
        audience=audience,
        club=Club(ClubStore(store), audience),
        people=people,
        analyst=Analyst(settings.table_mib),
        tournaments=Tournaments(settings.database_url),
        new_games=SenderLimit(per_minute / 60, per_minute, Networks(settings.trusted_proxies)),
        metrics=metrics,
        runner=TournamentRunner(settings.database_url, settings.search_threads),
        **pools,
    )
    audience.start()
    services.club.start()
    rating = Tasks()
    if people is not None:
        audience.on_end = lambda game: rating.start(until_done(people.rate, game.stored))
        rating.start(until_done(people.catch_up))
    yield services
    services.runner.close()
    await services.club.close()
    await rating.close()
    await audience.close()
    for pool in pools.values():
        pool.close()
    services.tournaments.close()
    store.close()


def _pools(settings: Settings, metrics: Metrics) -> dict[str, Pool]:
    """Return the pools of Services by their names, which metrics show."""
    most, few, many = (
        settings.max_waiting,
        settings.max_waiting_per_client,
        settings.max_moves_waiting_per_client,
    )
    threads, slice_s = settings.search_threads, settings.slice_s
    pools = {
        "searches": Pool(threads, most, few, slice_s),
        "moves": Pool(threads, most, many, settings.move_slice_s),
        "replays": Pool(_REPLAYS, most, many, slice_s),
        "pictures": Pool(1, most, few, slice_s),
        "animations": Pool(1, most, few, slice_s),
        "queries": Pool(1, most, many, slice_s),
    }
    for name, pool in pools.items():
        metrics.watch(metrics.waiting.labels(name), partial(getattr, pool, "waiting"))
        metrics.watch(metrics.running.labels(name), partial(getattr, pool, "running"))
    return pools


def _openapi(app: FastAPI) -> dict[str, Any]:
    """Return the OpenAPI document, including the data of events, and of the request that `MoveRoute`
    reads."""
    document = FastAPI.openapi(app)
    more: list[type[BaseModel]] = [LiveMove, *Event.__subclasses__()]
    _, models = models_json_schema(
        [(model, "serialization") for model in more],
        ref_template="#/components/schemas/{model}",
    )
    document["components"]["schemas"] |= models["$defs"]
    return document
