"""Ratings: Elo differences, sequential tests, ratings of a field, and regret."""
