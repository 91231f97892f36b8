"""Play against the computer in the console: you are red and move first.

python examples/console_game.py [ENGINE]
"""

import sys

import dropfour as d4

engine = d4.engine(sys.argv[1] if len(sys.argv) > 1 else "medium")
position = d4.Position()
while position.outcome is None:
    if position.to_move is d4.RED:
        print(position)
        try:
            position = position.play(int(input("Your column: ")))
        except ValueError as error:  # not a number, or IllegalMove
            print(f"Try again: {error}")
    else:
        choice = engine.choose(position)
        print(f"{engine.name} plays {choice.column}")
        position = position.play(choice.column)
print(position)
