"""Tournaments between people, for a class or a club evening."""
