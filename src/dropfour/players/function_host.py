"""The process that an untrusted Python function runs in, connected by the text protocol."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import astuple

from dropfour.players.functions import FunctionSource, function_engine
from dropfour.players.responder import respond


def host_command(source: FunctionSource) -> tuple[str, ...]:
    """Return the command that hosts a function."""
    return (sys.executable, "-m", "dropfour.players.function_host", json.dumps(astuple(source)))


def main(arguments: list[str]) -> None:
    source = FunctionSource(*json.loads(arguments[0]))
    # Output of the function must not mix with the protocol: it goes to standard error.
    messages = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)

    def send(message: str) -> None:
        messages.write(f"{message}\n")
        messages.flush()

    respond(source.name, lambda seed: function_engine(source, seed), sys.stdin, send)


if __name__ == "__main__":
    main(sys.argv[1:])
