"""Play a game between two engines and save it as an animated GIF (needs the extra `images`).

python examples/animated_gif.py [FILE]
"""

import sys
from pathlib import Path

import dropfour as d4
from dropfour.drawing import draw_gif


def main(path: Path) -> None:
    red, yellow = d4.engine("medium:seed=3"), d4.engine("easy:seed=3")
    positions = [d4.Position()]
    while not positions[-1].is_over:
        player = red if positions[-1].to_move is d4.RED else yellow
        column = player.choose(positions[-1]).column
        positions.append(positions[-1].play(column))
    path.write_bytes(draw_gif(positions, cell_px=32, frame_s=0.5))
    print(positions[-1])
    print(f"{len(positions)} frames written to {path}")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "game.gif"))
