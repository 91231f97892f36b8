"""What teaches: explanations of positions and reviews of games."""
