"""The report of a tournament in a store, which may still be running."""

from __future__ import annotations

from dropfour.arena.rating.regret import GameRegret
from dropfour.arena.report.conditions import program_warning
from dropfour.arena.report.standings import Report, make_report
from dropfour.arena.store import StoredTournament, TournamentStore
from dropfour.rules import Objective, Rules


def stored_report(store: TournamentStore, stored: StoredTournament) -> Report:
    """Return the report of a tournament in *store*, over or not."""
    notices = [stored.notice] if stored.notice else []
    games, regrets = store.games(stored.id), store.regrets(stored.id)
    if regrets:
        notices.append(_regret_notice(regrets))
    if warning := program_warning(stored.plan):
        notices.append(warning)
    notices += [
        f"{each['name']} could not take part: {each['reason']}"
        for each in stored.plan.get("absent", ())
    ]
    versions = store.versions(stored.id)
    notices += [
        f"{name} was changed during the tournament"
        for name, known in versions.items()
        if len(known) > 1
    ]
    return make_report(
        stored.name,
        stored.plan,
        stored.game_count,
        games,
        regrets,
        notices,
        stored.drawn_openings,
        store.machines(stored.id),
        versions,
    )


def rules_of(stored: StoredTournament) -> Rules:
    """Return the rules that a stored tournament is played by."""
    plan = stored.plan
    return Rules.for_board(plan["board"], plan["connect"], Objective(plan["objective"]))


def _regret_notice(regrets: dict[int, GameRegret]) -> str:
    sides = [side for regret in regrets.values() for side in (regret.red, regret.yellow)]
    judged, moves = sum(side.judged for side in sides), sum(side.moves for side in sides)
    return f"regret covers {judged} of {moves} moves, those that could be solved in time"
