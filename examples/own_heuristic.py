"""Write a heuristic, give it to alpha-beta, and see how it does against a level.

python examples/own_heuristic.py
"""

import dropfour as d4


def stones_in_the_middle(position: d4.Position) -> float:
    """Count stones, weighted by how close they are to the middle column, for the side to move."""
    middle = (position.rules.columns + 1) / 2
    total = 0.0
    for cell, colour in position.cells():
        if colour is not None:
            weight = middle - abs(cell.column - middle)
            total += weight if colour is position.to_move else -weight
    return total


def main() -> None:
    d4.register("middle", stones_in_the_middle)
    mine, level = d4.engine("alphabeta:middle,depth=3"), d4.engine("easy:seed=1")
    wins = draws = games = 0
    for opening in ("", "44", "34", "26", "17"):
        for my_colour in (d4.RED, d4.YELLOW):
            seats = (mine, level) if my_colour is d4.RED else (level, mine)
            winner = d4.Game(d4.Position.from_moves(opening), *seats).run().winner
            wins += winner is my_colour
            draws += winner is None
            games += 1
    print(f"My heuristic against easy: {wins} won, {draws} drawn, {games - wins - draws} lost.")


if __name__ == "__main__":
    main()
