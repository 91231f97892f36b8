"""Runs JavaScript of the page in Node."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

from dropfour.web.page.files import STATIC
from web.needs import need_node


def run_node(*arguments: str | Path, text: str = "") -> str:
    """Return what Node prints; scripts find the page in the environment variable DROPFOUR_STATIC."""
    done = subprocess.run(
        [need_node(), *map(str, arguments)],
        input=text,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={**os.environ, "DROPFOUR_STATIC": str(STATIC)},
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr
    return done.stdout


def ask_node(script: str, question: Any) -> Any:
    """Return the answer of a *script*, an asynchronous function of the question and of `load`, which
    imports a module of the page."""
    page = (Path(__file__).parent / "js" / "page.mjs").as_uri()
    program = f"""
        import {{ readFileSync }} from 'node:fs';
        import {{ load }} from '{page}';
        const answer = {script};
        const question = JSON.parse(readFileSync(0, 'utf8'));
        console.log(JSON.stringify(await answer(question, load)));
    """
    text = json.dumps(question, default=lambda enumerated: enumerated.value)
    return json.loads(run_node("--input-type=module", "-e", program, text=text))
