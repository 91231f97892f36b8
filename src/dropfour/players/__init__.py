"""Everything that can take a seat: engines, Python functions, one-move programs, protocol programs.

`open_player` opens any of them from the text of a `PlayerSpec`.
"""

from typing import TYPE_CHECKING

from dropfour.extras import lazy_names

if TYPE_CHECKING:
    from dropfour.players.player import Clock, Player, TimeControl
    from dropfour.players.seating import open_player
    from dropfour.players.spec import PlayerSpec, parse_player

__all__ = ["Clock", "Player", "PlayerSpec", "TimeControl", "open_player", "parse_player"]

__getattr__ = lazy_names(
    __name__,
    {
        "dropfour.players.player": ("Clock", "Player", "TimeControl"),
        "dropfour.players.seating": ("open_player",),
        "dropfour.players.spec": ("PlayerSpec", "parse_player"),
    },
)
