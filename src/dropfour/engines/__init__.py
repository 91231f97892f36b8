"""Engines: the protocol, evaluations and searches, levels, and exact play."""
