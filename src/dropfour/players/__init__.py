"""Whatever can take a seat: engines, Python functions, one-move programs, protocol programs."""
