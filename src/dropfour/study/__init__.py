"""Studying positions and games: explanations and reviews."""
