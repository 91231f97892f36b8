"""Train MaskablePPO of sb3-contrib against an engine, and plot the exact regret of what it learns.

pip install "dropfour[rl]" sb3-contrib matplotlib
python examples/maskable_ppo.py --minutes 10 --plot regret.svg

Regret is what a move gives away, in points of the exact score: 0 for the best moves. It is measured on
positions that the learner does not train on, so the curve says how well it plays, not whom it beats.
"""

import argparse
import time

import matplotlib
import matplotlib.pyplot as plt
import numpy as np
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.env_util import make_vec_env

import dropfour as d4


class Exam:
    """Positions in which the choice matters, with the exact score of every column."""

    def __init__(self, count: int = 2000) -> None:
        batch = d4.random_positions(count, range(30), seed=2)
        scores, self.playable = d4.analyse_many(batch)
        worth = np.where(self.playable, scores.astype(float), -np.inf)
        self.regrets = worth.max(axis=1, keepdims=True) - worth
        self.seen = {"observation": batch.planes, "action_mask": self.playable.astype(np.int8)}

    def grade(self, model: MaskablePPO) -> float:
        """Return the mean regret of the model's choices."""
        actions, _ = model.predict(self.seen, action_masks=self.playable, deterministic=True)
        return float(self.regrets[np.arange(len(actions)), actions].mean())

    def grade_of_chance(self) -> float:
        """Return the mean regret of random legal moves."""
        return float(np.where(self.playable, self.regrets, np.nan).mean(where=self.playable))


class Grading(BaseCallback):  # type: ignore[misc]
    """Grades the model from time to time, and ends the training when the time is up."""

    def __init__(self, exam: Exam, minutes: float) -> None:
        super().__init__()
        self.exam, self.seconds, self.rows = exam, 60 * minutes, list[tuple[float, int, float]]()
        self.started = time.monotonic()

    def _on_rollout_start(self) -> None:
        if not self.rows or self._elapsed() > self.rows[-1][0] + self.seconds / 40:
            self._grade()

    def _on_training_end(self) -> None:
        self._grade()

    def _elapsed(self) -> float:
        return time.monotonic() - self.started

    def _grade(self) -> None:
        self.rows.append((self._elapsed(), self.num_timesteps, self.exam.grade(self.model)))
        print("{:6.0f} s {:9,} steps   regret {:.2f}".format(*self.rows[-1]), flush=True)

    def _on_step(self) -> bool:
        return self._elapsed() < self.seconds


def plot(rows: list[tuple[float, int, float]], chance: float, path: str) -> None:
    """Draw the regret over the steps of the training."""
    matplotlib.rcParams["svg.hashsalt"] = "dropfour"
    figure, axes = plt.subplots(figsize=(7, 3.6))
    axes.plot([steps for _, steps, _ in rows], [regret for *_, regret in rows], label="MaskablePPO")
    axes.axhline(chance, color="grey", linestyle="--", label="random moves")
    axes.set(xlabel="steps", ylabel="mean regret of a move", ylim=(0, None))
    axes.xaxis.set_major_formatter(matplotlib.ticker.StrMethodFormatter("{x:,.0f}"))
    axes.legend()
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None} if path.endswith(".svg") else None)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--opponent", default="easy")
    parser.add_argument("--plot", metavar="FILE", help="draw the regret over the training here")
    options = parser.parse_args()
    # Openings of up to eight stones, so that the learner sees more than one game.
    openings = d4.random_positions(5000, range(9), seed=1)
    env = make_vec_env(
        lambda: d4.rl.DropfourEnv(options.opponent, colour="random", starts=openings), n_envs=32
    )
    model = MaskablePPO(
        "MultiInputPolicy",
        env,
        n_steps=128,
        batch_size=1024,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [256, 256]},
        seed=1,
        device="cpu",
    )
    exam = Exam()
    grading = Grading(exam, options.minutes)
    model.learn(10**9, callback=grading)
    print(f"random moves: {exam.grade_of_chance():.2f}")
    if options.plot:
        plot(grading.rows, exam.grade_of_chance(), options.plot)


if __name__ == "__main__":
    main()
