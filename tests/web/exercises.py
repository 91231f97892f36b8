"""Drives the views with a board to solve something on: puzzles, lessons, trainer, solution."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from dropfour.puzzles import Puzzle
from web.driver import GamePage


class Exercises:
    """Drives the view *name* with its board."""

    def __init__(self, game: GamePage, name: str) -> None:
        self.game, self.page = game, game.page
        self.root = game.page.locator(f"#{name}-view")

    def column(self, column: int) -> Locator:
        return self.root.locator(f'.column[data-column="{column}"]')

    def button(self, name: str) -> Locator:
        return self.root.get_by_role("button", name=name, exact=True)

    def expect_said(self, text: str | re.Pattern[str]) -> None:
        expect(self.root.locator(".feedback")).to_have_text(text)

    def expect_disc(self, column: int, row: int, owner: str) -> None:
        expect(self.root.locator(f'[data-cell="{column},{row}"]')).to_have_attribute(
            "aria-label", f"column {column}, row {row}: {owner}"
        )

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
