"""Solutions: a move or a plan for every reply, of a whole game or from one position, and proven."""
