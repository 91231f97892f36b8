"""Calls public and native functions with arguments of every kind, for as long as it is told.

    python -m lab.load.fuzz SECONDS [SEED]

Arguments mostly have the annotated type, and what a call returns is passed to later ones. A call may
raise what a wrong argument deserves; anything else is printed, and so is a call that does not end (by
faulthandler, which ends the program). A crash ends it as well.
"""

from __future__ import annotations

import ast
import contextlib
import faulthandler
import importlib
import inspect
import io
import os
import random
import resource
import signal
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import is_dataclass
from enum import Enum
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np

import dropfour as d4
from dropfour import _native
from dropfour.native import native_board

PACKAGES = ("dropfour", *(f"dropfour.{name}" for name in ("batch", "book", "drawing", "engines")))
PACKAGES += tuple(f"dropfour.{name}" for name in ("notation", "record", "rl", "study"))
# They run programs, play for minutes, or work through whole books by design.
LEFT_OUT = {"open_player", "match", "Player", "time_cold", "puzzles", "solution"}
LEFT_OUT |= {"openings"}  # all positions of a ply, which a board may have billions of
DESERVED: tuple[type[Exception], ...] = (
    TypeError,
    ValueError,
    AttributeError,
    OverflowError,
    MemoryError,
    OSError,
    StopIteration,
)
DESERVED += (gymnasium.error.Error, d4.batch.Unfinished)
# The other dataclasses are results, which users do not make.
MADE = {"Rules", "Limits", "Plan", "Record", "RecordedMove", "RecordedScore"}
PATIENCE_S, HANGS_S = 3, 90
MEMORY = 6 << 30
PAGE = resource.getpagesize()

INTEGERS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 20, -1, -5, 41, 64, 127, 255, 2**15, 2**31 - 1, 2**32]
INTEGERS += [2**63 - 1, 2**63, 2**64, -(2**31), -(2**63), 10**30]
TEXTS = [
    "",
    "4",
    "4455",
    "44444444",
    "1a",
    "7x6",
    "easy",
    "alphabeta:lines,depth=2",
    "lines",
    "\0",
    "é",
]
TEXTS += [
    "7x6.4.first-line.3-ry-ry-2.r",
    "x" * 5000,
    "perfect",
    "most-lines",
    "...\n.R.",
    "red",
    "win",
]
RULES = [
    d4.Rules(4, 4),
    d4.Rules(5, 4, 3),
    d4.Rules(3, 3, 3, "most-lines"),
    d4.Rules(),
    d4.Rules(20, 20),
]


class Deadline(BaseException):
    """The call has used up its time; long searches end by it."""


class Fuzzer:
    """Draws functions and arguments."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.pool: dict[str, list[Any]] = defaultdict(list)
        self.outcomes: Counter[str] = Counter()
        self.faults: set[str] = set()
        self.functions = [*native_functions(), *public_functions()]
        self.start_pool()

    def start_pool(self) -> None:
        """Forget all values but positions. Where nothing is left, the system itself ends a process that
        starts a thread."""
        self.pool.clear()
        for _ in range(200):
            self.keep(self.position())

    def position(self) -> d4.Position:
        rules = self.chance.choice(RULES)
        position = d4.Position(rules)
        for _ in range(self.chance.randrange(rules.cell_count if rules.cell_count < 50 else 5)):
            if not position.is_over:
                position = position.play(self.chance.choice(position.legal_columns))
        self.keep(native_board(position))
        return position

    def keep(self, value: Any) -> None:
        kept = self.pool[type(value).__name__]
        if len(kept) < 200:
            kept.append(value)
        else:
            kept[self.chance.randrange(200)] = value

    def argument(self, name: str, annotation: str) -> Any:
        """Return a value for a parameter: mostly of its type, and small where it limits the work."""
        chance = self.chance
        if chance.random() < 0.15:
            return self.anything()
        if name in ("time_s", "limits"):
            return 0.02 if name == "time_s" else d4.Limits(time_s=0.02, nodes=200)
        if name in ("nodes", "table_mib", "threads", "num_envs", "most_plans", "workers"):
            return chance.choice([1, 2, 3])
        options = [part.strip() for part in annotation.split("|")]
        kinds = [each for each in self.pool if each in annotation and self.pool[each]]
        if kinds and chance.random() < 0.8:
            return chance.choice(self.pool[chance.choice(kinds)])
        return self.of_type(chance.choice(options))

    def of_type(self, kind: str) -> Any:
        chance = self.chance
        if kind == "None":
            return None
        if "NDArray" in kind:
            shape = [chance.choice([0, 1, 2, 3, 5]) for _ in range(chance.randrange(5))]
            types = [np.uint64, np.int64, np.int8, np.float64, np.bool_, np.int16, np.float32]
            return np.full(shape, chance.choice([0, 1, 127]), chance.choice(types))
        if any(word in kind for word in ("Sequence", "Iterable", "list", "tuple", "Mapping")):
            inner = kind.partition("[")[2].rstrip("]").partition(",")[0]
            items = [self.argument("", inner) for _ in range(chance.randrange(4))]
            return tuple(items) if chance.random() < 0.5 else items
        if "bytes" in kind:
            return chance.randbytes(chance.choice([0, 1, 7, 8, 16, 63, 1000]))
        if "Callable" in kind:
            return chance.choice([lambda *_: None, lambda *_: 4, len])
        simple: dict[str, Callable[[], Any]] = {
            "int": lambda: chance.choice(INTEGERS),
            "SupportsIndex": lambda: chance.choice(INTEGERS),
            "bool": lambda: chance.random() < 0.5,
            "float": lambda: chance.choice([0.0, 1.5, -1.0, float("nan"), float("inf"), 1e300]),
            "str": lambda: chance.choice(TEXTS),
            "PositionLike": self.position,
            "Rules": lambda: chance.choice(RULES),
            "Position": self.position,
        }
        return simple.get(kind, self.anything)()

    def anything(self) -> Any:
        if self.pool and self.chance.random() < 0.5:
            return self.chance.choice(self.pool[self.chance.choice(list(self.pool))] or [None])
        kinds = (
            "int",
            "float",
            "str",
            "bytes",
            "None",
            "bool",
            "Sequence[int]",
            "NDArray",
            "Callable",
        )
        return self.of_type(self.chance.choice(kinds))

    def call(self) -> None:
        """Call one function, and remember what it returned or how it failed."""
        label, function, parameters = self.chance.choice(self.functions)
        owner, _, method = label.rpartition(".")
        arguments = {name: self.argument(name, kind) for name, kind, _ in parameters}
        for name, _, has_default in parameters:
            if has_default and self.chance.random() < 0.5:
                del arguments[name]
        if function is None:
            selves = self.pool[owner.rpartition(".")[2]]
            if not selves:
                return
            # Classes of both modules may have the same name.
            function = getattr(self.chance.choice(selves), method, None)
        if function is None:
            return
        signal.setitimer(signal.ITIMER_REAL, PATIENCE_S)
        faulthandler.dump_traceback_later(HANGS_S, exit=True)
        Path("last_call").write_text(f"{label} {shown(arguments)}", "utf-8", "replace")
        try:
            result = function(**arguments)
            if inspect.isgenerator(result):
                result = next(result, None)
        except Deadline:
            self.outcomes["too long"] += 1
        except DESERVED as error:
            self.outcomes[type(error).__name__] += 1
        except d4.Fault:
            self.outcomes["Fault"] += 1
        except Exception as error:
            if isinstance(error, AssertionError | KeyError) and "DropfourAEC" in label:
                return  # that is how PettingZoo answers
            self.fault(label, arguments, error)
        else:
            self.outcomes["returned"] += 1
            self.keep(result)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)

    def fault(self, label: str, arguments: dict[str, Any], error: Exception) -> None:
        sentence = f"{label}: {type(error).__name__}: {error}"
        if sentence not in self.faults:
            self.faults.add(sentence)
            print(f"FAULT {sentence}\n  {shown(arguments)}", file=sys.__stdout__, flush=True)


Function = tuple[str, Callable[..., Any] | None, list[tuple[str, str, bool]]]


def native_functions() -> list[Function]:
    """Return the functions and methods of the native module, with their parameters from its stub."""
    stub = ast.parse(Path(str(d4.__file__)).with_name("_native.pyi").read_text("utf-8"))
    found: list[Function] = []
    for node in stub.body:
        if isinstance(node, ast.FunctionDef):
            found.append((f"_native.{node.name}", getattr(_native, node.name), parameters_of(node)))
        elif isinstance(node, ast.ClassDef):
            for each in node.body:
                if not isinstance(each, ast.FunctionDef) or each.decorator_list:
                    continue
                label = f"_native.{node.name}.{each.name}"
                made = getattr(_native, node.name) if each.name == "__init__" else None
                if made is not None or not each.name.startswith("__"):
                    found.append((label, made, parameters_of(each)))
    return [each for each in found if each[0].rpartition(".")[2] not in LEFT_OUT]


def parameters_of(node: ast.FunctionDef) -> list[tuple[str, str, bool]]:
    given = [each for each in node.args.args if each.arg != "self"]
    first_default = len(given) - len(node.args.defaults)
    return [
        (each.arg, ast.unparse(each.annotation) if each.annotation else "", i >= first_default)
        for i, each in enumerate(given)
    ]


def public_functions() -> list[Function]:
    """Return the public functions, classes and methods, with their parameters."""
    found: list[Function] = []
    for package in map(importlib.import_module, PACKAGES):
        for name in package.__all__:
            value = getattr(package, name)
            if name in LEFT_OUT or not callable(value):
                continue
            is_result = is_dataclass(value) or (inspect.isclass(value) and issubclass(value, Enum))
            things = [(f"{package.__name__}.{name}", value)] * (name in MADE or not is_result)
            if inspect.isclass(value):
                things += [
                    (f"{package.__name__}.{name}.{key}", None)
                    for key, member in vars(value).items()
                    if inspect.isfunction(member) and key[0] != "_" and key not in LEFT_OUT
                ]
            for label, thing in things:
                with contextlib.suppress(TypeError, ValueError):
                    described = getattr(value, label.rpartition(".")[2]) if thing is None else thing
                    found.append((label, thing, signature_of(described)))
    return found


def signature_of(function: Callable[..., Any]) -> list[tuple[str, str, bool]]:
    return [
        (each.name, str(each.annotation), each.default is not each.empty)
        for each in inspect.signature(function).parameters.values()
        if each.kind not in (each.VAR_POSITIONAL, each.VAR_KEYWORD) and each.name != "self"
    ]


def shown(arguments: dict[str, Any]) -> str:
    """Return the arguments as text; a value made from arguments of the wrong type may have none."""
    try:
        return repr(arguments)[:1500]
    except Exception:
        return repr({name: type(value) for name, value in arguments.items()})


def end_call(*_: object) -> None:
    raise Deadline


def main() -> None:
    seconds = float(sys.argv[1])
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.SystemRandom().getrandbits(32)
    print(f"seed {seed}", flush=True)
    # Not RLIMIT_AS: the system ends a process whose stack cannot grow within it.
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    signal.signal(signal.SIGALRM, end_call)
    fuzzer, ends = Fuzzer(seed), time.monotonic() + seconds
    sys.stdin = open(os.devnull)  # noqa: SIM115
    with contextlib.redirect_stdout(io.StringIO()):
        while time.monotonic() < ends:
            try:
                if int(Path("/proc/self/statm").read_text().split()[5]) * PAGE > MEMORY // 2:
                    fuzzer.start_pool()
                fuzzer.call()
            except Deadline:  # between two calls
                continue
    faulthandler.cancel_dump_traceback_later()
    print(f"{sum(fuzzer.outcomes.values())} calls of {len(fuzzer.functions)} functions:", end=" ")
    print(", ".join(f"{name} {count}" for name, count in fuzzer.outcomes.most_common()))
    sys.exit(len(fuzzer.faults) > 0)


if __name__ == "__main__":
    main()
