"""What chooses moves: the Engine protocol, evaluations and searches, levels, and exact play."""
