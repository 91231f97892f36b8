"""Playing in a terminal: line by line, full screen, and Max-Connect4's two file modes."""
