"""Statistics on games: Elo differences, sequential tests, ratings of a field of players, and regret."""
