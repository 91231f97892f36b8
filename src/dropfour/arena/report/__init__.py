"""Reports of a tournament: standings, text, an HTML page, and progress (extra ``arena``)."""
