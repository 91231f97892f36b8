"""Everything that can take a seat: engines, Python functions, one-move programs, protocol programs.

`open_player` opens any of them from the text of a `PlayerSpec`.
"""
