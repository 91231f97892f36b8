"""Playing in a terminal: typed moves, full screen, and Max-Connect4's two file modes."""
