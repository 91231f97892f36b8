"""Reports of a tournament: standings, text, an HTML page, and a progress display (extra ``arena``)."""
