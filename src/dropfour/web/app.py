"""The application: the API under ``/api`` and the pages."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

import sqlalchemy as sa
from fastapi import APIRouter, FastAPI
from pydantic.json_schema import models_json_schema

import dropfour
from dropfour.database import Database
from dropfour.web.admin import routes as admin
from dropfour.web.club import routes as club
from dropfour.web.club.club import Club
from dropfour.web.club.store import ClubStore
from dropfour.web.club.tournament import Entrant, Tournament
from dropfour.web.fields import Event
from dropfour.web.games import lobby_routes, openings
from dropfour.web.games import routes as games
from dropfour.web.games.audience import Audience
from dropfour.web.games.clock import start_clock
from dropfour.web.games.game import HostedGame
from dropfour.web.games.store import OWNERS, GameStore
from dropfour.web.http.guard import LAYERS
from dropfour.web.http.metrics import Metrics
from dropfour.web.http.pool import Pool
from dropfour.web.http.problems import RESPONSES, add_problem_handlers
from dropfour.web.http.senders import RateLimit, Visitors
from dropfour.web.page.files import load_pages, page_routes
from dropfour.web.people import Device, People, PeopleServices
from dropfour.web.people import router as people_router
from dropfour.web.rows import use_clock_of
from dropfour.web.settings import Settings
from dropfour.web.tasks import Tasks, until_done
from dropfour.web.tournaments import Tournaments, TournamentServices
from dropfour.web.tournaments import router as tournaments_router

# Games that are replayed at the same time; each of them also waits for the disk.
_REPLAYS = 4
# How long a request waits for PostgreSQL to answer; connecting to it again takes up to 3 s more.
_PATIENCE_S = 2.5


@dataclass(frozen=True, kw_only=True)
class Services(club.ClubServices, PeopleServices, TournamentServices):
    """What the routes of all rooms use: ``app.state.services``."""


# FastAPI takes 0.2 s to prepare the routes: once for all applications of a process.
_API = APIRouter(responses=RESPONSES)
for _router in (
    club.events,
    games.router,
    lobby_routes.router,
    openings.router,
    games.engines,
    tournaments_router,
    club.router,
    people_router,
    admin.router,
):
    _API.include_router(_router)


def create_app(settings: Settings | None = None) -> FastAPI:
    """Return the application. It opens its database and threads at startup, and closes them at
    shutdown; startup raises DatabaseError if the database cannot be opened."""
    settings = settings or Settings()
    metrics, visitors = Metrics(), Visitors(settings)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with _services(settings, metrics) as services:
            app.state.services = services
            store = services.store
            visitors.open(store.signing_key(), partial(_owns_something, store.database))
            yield

    app = FastAPI(
        title="Dropfour",
        version=dropfour.__version__,
        description="Connect Four: games against people and engines, drawings, and tournaments.",
        openapi_url="/api/openapi.json",
        # These load scripts from other sites, which the content security policy forbids.
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        # Looking for what might collect them takes a twentieth of a live move; /metrics has our numbers.
        telemetry={"tracing": False, "metrics": False, "logs": False},
    )
    app.state.metrics, app.state.visitors = metrics, visitors
    app.router.routes.extend(_API.routes)
    pages = load_pages()
    app.router.routes.extend(page_routes(pages))
    add_problem_handlers(app, metrics, lambda request: pages["index.html"].answer(request, 404))
    for layer in reversed(LAYERS):
        app.add_middleware(layer, settings=settings, metrics=metrics, visitors=visitors)
    app.openapi = partial(_openapi, app)  # type: ignore[method-assign]
    return app


@asynccontextmanager
async def _services(settings: Settings, metrics: Metrics) -> AsyncIterator[Services]:
    """Open everything that the routes use, and close it at the end."""
    store = GameStore(settings.database_url, metrics.transaction_seconds.observe, _PATIENCE_S)
    use_clock_of(store.database)
    start_clock()
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
        check_name=people.check_name if people else None,
        tournaments=Tournaments(settings.database_url),
        new_games=RateLimit(per_minute / 60, 60),
        metrics=metrics,
        **pools,
    )
    audience.start()
    services.club.start()
    rating = Tasks()

    def end(game: HostedGame) -> None:
        services.club.game_over(game)
        if people is not None:
            rating.start(until_done(people.rate, game.stored))

    audience.games.on_end = end
    if people is not None:
        rating.start(until_done(people.catch_up))
    yield services
    await services.club.close()
    await rating.close()
    await audience.close()
    for pool in pools.values():
        pool.close()
    services.tournaments.close()
    store.close()


def _owns_something(database: Database, visitor: str) -> bool:
    """Return whether a visitor has a game, a part in a tournament, or a rating."""
    owners = *OWNERS, Tournament.organiser, Entrant.owner, Device.visitor
    found = sa.select(sa.or_(*(sa.exists().where(column == visitor) for column in owners)))
    with database.reading() as connection:
        return bool(connection.scalar(found))


def _pools(settings: Settings, metrics: Metrics) -> dict[str, Pool]:
    """Return the pools of Services by their names, which metrics show."""
    threads = {"moves": settings.search_threads, "replays": _REPLAYS, "queries": 1}
    most = settings.max_waiting_per_client
    pools = {name: Pool(count, most) for name, count in threads.items()}
    for name, pool in pools.items():
        metrics.waiting.labels(name).set_function(partial(getattr, pool, "waiting"))
        metrics.running.labels(name).set_function(partial(getattr, pool, "running"))
    return pools


def _openapi(app: FastAPI) -> dict[str, Any]:
    """Return the OpenAPI document, including the data of events."""
    document = FastAPI.openapi(app)
    more = Event.__subclasses__()
    _, models = models_json_schema(
        [(model, "serialization") for model in more], ref_template="#/components/schemas/{model}"
    )
    document["components"]["schemas"] |= models["$defs"]
    return document
