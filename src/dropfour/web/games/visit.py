"""A visitor's request about one game, as the routes get it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Concatenate, ParamSpec

from fastapi import Depends

from dropfour.web.dependencies import AnyVisitor, KnownVisitor, Services, ServicesDep
from dropfour.web.fields import GameId
from dropfour.web.games.clock import now_ms
from dropfour.web.games.game import HostedGame
from dropfour.web.games.responses import game_event, game_state
from dropfour.web.games.schema import GameEvent, GameState

P = ParamSpec("P")
# What a function of `dropfour.web.games.actions` takes: the game, the visitor, and more.
Action = Callable[Concatenate[HostedGame, str, P], bool]


@dataclass(frozen=True, slots=True)
class Visit:
    """Which game, and who asks: *visitor* is the key of one who may have no seat in it."""

    game_id: str
    services: Services
    visitor: str
    is_bot: bool

    async def changed(self, act: Action[P], *args: P.args, **more: P.kwargs) -> HostedGame:
        """Let *act* change the game, which is on one screen."""
        return await self.services.games.change(
            self.game_id, lambda game: act(game, self.visitor, *args, **more), is_live=False
        )

    async def change(self, act: Action[P], *args: P.args, **more: P.kwargs) -> GameState:
        """Let *act* change the game, which is on one screen; return it as the visitor sees it."""
        return game_state(await self.changed(act, *args, **more), self.visitor)

    async def change_live(self, act: Action[P], *args: P.args, **more: P.kwargs) -> GameEvent:
        """Let *act* change the game, which is live; return it as everybody sees it."""
        hosted = await self.services.games.change(
            self.game_id, lambda game: act(game, self.visitor, *args, **more)
        )
        return game_event(hosted, now_ms())


async def visit(game_id: GameId, services: ServicesDep, visitor: AnyVisitor) -> Visit:
    return Visit(game_id, services, visitor.key, visitor.is_bot)


async def known_visit(game_id: GameId, services: ServicesDep, visitor: KnownVisitor) -> Visit:
    return Visit(game_id, services, visitor.key, visitor.is_bot)


AnyVisit = Annotated[Visit, Depends(visit)]
KnownVisit = Annotated[Visit, Depends(known_visit)]
