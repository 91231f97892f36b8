"""Finding, rating and checking puzzles."""
