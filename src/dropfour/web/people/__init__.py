"""Ratings of people on a server that wants them (``--ratings``), and the names that belong to them."""
