"""Tournaments on the page: those in the database, and those that the server plays for its operator."""
