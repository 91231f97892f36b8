"""For the operator of the server: health, metrics, backups."""
