"""Building solutions: which positions to search, the log of a build, and the smallest result."""
