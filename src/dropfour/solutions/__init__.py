"""Solutions: a move for every reply until a plan takes over, small enough to learn, and proven."""
