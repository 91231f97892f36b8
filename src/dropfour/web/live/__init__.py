"""Live games: two people on different devices, and everybody who watches them.

`state` and `clock` are the rules of a live game, `tables` the games in progress and what players do to
them, `hub` who is connected, `waiting` the waiting room, `servers` the other processes on one database.
"""
