"""Positions that are not stored: analysed, explained, reviewed and drawn; what was played from them."""
