from commands import run
from small_books import SMALL_PATH


def test_info_shows_what_a_book_holds() -> None:
    result = run("book", "info", SMALL_PATH)
    assert result.exit_code == 0
    assert "4x4, connect 4, first-line, exact scores\nAll positions to ply 5.\n" in result.stdout
    rows = [row.split() for row in result.stdout.splitlines()]
    assert ["ply", "unfinished", "known", "bytes"] in rows
    assert ["4", "82", "82", "-"] in rows
