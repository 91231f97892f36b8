"""Training of the evaluation `patterns` by `python -m lab.train`."""

import json
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from lab.train.__main__ import main
from lab.train.program import SelfPlay, call, positions_of
from lab.train.regression import Positions, learn, surprise

TINY = ("--boards", "5x4", "--games", 30, "--nodes", 40, "--match-games", 2, "--match-nodes", 40)


def train(folder: Path, *options: object) -> str:
    result = CliRunner().invoke(main, [str(folder), *map(str, (*TINY, "--workers", 1, *options))])
    return f"{result.exit_code} {result.output}{result.exception or ''}"


def test_a_run_repeats_itself_and_continues(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    assert train(whole, "--generations", 2).startswith("0 ")
    train(parts, "--generations", 1)
    for file in parts.glob("1-*.positions"):
        file.unlink()  # what has not been learned is played again
    for file in whole.glob("1-*.positions"):
        (parts / file.name).write_bytes(file.read_bytes())
    train(parts, "--generations", 2)
    for name in ("1.inc", "2.inc", "log.jsonl", "strength.svg"):
        assert (whole / name).read_bytes() == (parts / name).read_bytes()
    first, second = map(json.loads, (whole / "log.jsonl").read_text().splitlines())
    assert (first["generation"], second["generation"]) == (1, 2)
    assert second["positions"] > first["positions"] > 100
    assert sum(second["matches"]["9x9"]) == 2
    refused = train(whole, "--generations", 3, "--seed", 2)
    assert "holds a run with other options" in refused


def test_what_is_learned_predicts_games_that_were_not_seen() -> None:
    seen, unseen = (
        Positions([positions_of(SelfPlay("6x5", "parity", 300, 100, seed))], 30)
        for seed in (1, 1000)
    )
    none = np.zeros((2, seen.patterns.max() + 1))
    learned = learn([seen], none, epochs=8, seed=1)
    assert surprise(unseen, learned) < 0.9 * surprise(unseen, none)
    assert np.array_equal(learned, learn([seen], none, epochs=8, seed=1))


def test_the_program_refuses_what_it_cannot_play() -> None:
    with pytest.raises(ValueError, match="unknown evaluation: nonsense"):
        call("match", "5x4", "nonsense", "parity", 2, 40, 1)
    with pytest.raises(ValueError, match="out of range"):
        call("match", "50x4", "patterns", "parity", 2, 40, 1)
