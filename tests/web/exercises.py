"""Drives the views with tasks on a board of their own: puzzles, lessons, trainer and solution."""

from __future__ import annotations

import datetime
import re
from typing import Any

from playwright.sync_api import Locator, expect

from dropfour.puzzles import Puzzle
from web.driver import GamePage


class Exercises:
    """Drives the view *name* with its board."""

    def __init__(self, game: GamePage, name: str) -> None:
        self.game, self.page = game, game.page
        self.root = game.page.locator(f"#{name}-view")
        self.heading = self.root.get_by_role("heading", level=1)

    def set_time(self, day: datetime.date, hour: int = 12) -> None:
        time = datetime.time(hour, tzinfo=datetime.timezone.utc)
        self.page.clock.set_fixed_time(datetime.datetime.combine(day, time))

    def column(self, column: int) -> Locator:
        return self.root.locator(f'.column[data-column="{column}"]')

    def button(self, name: str | re.Pattern[str]) -> Locator:
        return self.root.get_by_role("button", name=name, exact=True)

    def link(self, name: str) -> Locator:
        return self.root.get_by_role("link", name=name)

    def kept(self, name: str) -> Any:
        """Return what the browser has stored."""
        return self.page.evaluate(f"JSON.parse(localStorage.getItem('dropfour.{name}'))")

    def expect_said(self, text: str | re.Pattern[str]) -> None:
        expect(self.root.locator(".feedback")).to_have_text(text)

    def expect_text(self, text: str | re.Pattern[str]) -> None:
        expect(self.root).to_contain_text(text)

    def expect_alert(self, text: str) -> None:
        expect(self.root.get_by_role("alert")).to_contain_text(text)

    def expect_url(self, pattern: str) -> None:
        expect(self.page).to_have_url(re.compile(pattern))

    def expect_disc(self, column: int, row: int, owner: str) -> None:
        cell = self.root.locator(f'[data-cell="{column},{row}"]')
        expect(cell).to_have_attribute("aria-label", f"column {column}, row {row}: {owner}")

    def solve(self, puzzle: Puzzle) -> None:
        """Play the solution by mouse."""
        position = puzzle.position
        for index, column in enumerate(puzzle.solution):
            cell = position.landing_cell(column)
            if index % 2 == 0:
                self.column(column).click()
            self.expect_disc(*cell, str(position.to_move))
            position = position.play(column)
        self.expect_said(re.compile("Solved.$"))
