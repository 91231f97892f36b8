"""An agent for Kaggle's ConnectX that does not need Dropfour: win, or block, or play near the middle.

Submit this file, or let the agent play here:

    dropfour match examples/connectx_agent.py easy --games 10
    python examples/connectx_agent.py

Kaggle calls the function that is defined last.
"""

from typing import Any


def main() -> None:
    """Play both colours against random moves; this part needs Dropfour."""
    from types import SimpleNamespace

    import dropfour as d4

    configuration = SimpleNamespace(columns=7, rows=6, inarow=4)
    for colour in d4.Colour:
        position, opponent = d4.Position(), d4.engine("random:seed=2")
        while position.outcome is None:
            if position.to_move is colour:
                rows = range(6, 0, -1)
                cells = [position[column, row] for row in rows for column in range(1, 8)]
                board = [0 if owner is None else owner.value for owner in cells]
                observation = SimpleNamespace(board=board, mark=colour.value)
                column = agent(observation, configuration) + 1
            else:
                column = opponent.choose(position).column
            position = position.play(column)
        winner = position.outcome.winner
        result = "drew" if winner is None else "won" if winner is colour else "lost"
        print(f"As {colour} the agent {result} after {position.ply} moves.")


def agent(observation: Any, configuration: Any) -> int:
    """Return a column, counted from 0 as on Kaggle."""
    columns, rows, connect = configuration.columns, configuration.rows, configuration.inarow
    board, me = observation.board, observation.mark

    def makes_line(column: int, mark: int) -> bool:
        """Return whether a stone of *mark* in *column* completes a line."""
        row = max(row for row in range(rows) if board[row * columns + column] == 0)
        for step_x, step_y in ((1, 0), (0, 1), (1, 1), (1, -1)):
            count = 1
            for sign in (1, -1):
                x, y = column + sign * step_x, row + sign * step_y
                while 0 <= x < columns and 0 <= y < rows and board[y * columns + x] == mark:
                    count, x, y = count + 1, x + sign * step_x, y + sign * step_y
            if count >= connect:
                return True
        return False

    open_columns = [column for column in range(columns) if board[column] == 0]
    for mark in (me, 3 - me):
        for column in open_columns:
            if makes_line(column, mark):
                return column
    return min(open_columns, key=lambda column: abs(2 * column - columns + 1))


if __name__ == "__main__":
    main()
