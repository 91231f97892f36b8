"""The page itself: its files as the server sends them, and as a site without a server."""
