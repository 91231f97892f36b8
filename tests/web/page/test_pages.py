"""The files of the page: complete, small, type-checked, secure, and with the rules of the server."""

import gzip
import json
import re
from dataclasses import asdict
from graphlib import TopologicalSorter
from pathlib import Path
from random import Random

import pytest
from fastapi.testclient import TestClient

from cases import cases
from dropfour import RED, YELLOW, Objective, Position, Rules
from dropfour.moves import format_moves
from dropfour.notation import format_diagram, position_string
from dropfour.web.page.files import STATIC, is_at_root, page_files, without_comments
from strategies import random_moves
from web.api_types import write_api_types
from web.needs import NODE_MODULES, need_node
from web.node import ask_node, run_node

SCRIPTS = sorted((STATIC / "js").rglob("*.js"))


pytestmark = pytest.mark.shared_application


def imported_by(path: Path) -> set[Path]:
    """Return the modules that *path* imports."""
    text = path.read_text(encoding="utf-8")
    found = re.findall(r"^(?:import|\}).* from '(\.[^']+)'", text, re.MULTILINE)
    return {(path.parent / name).resolve() for name in found}


def loaded_with(path: Path) -> set[Path]:
    """Return the modules that are loaded with *path*, itself included."""
    loaded, found = {path}, {path}
    while found:
        found = {each for module in found for each in imported_by(module)} - loaded
        loaded |= found
    return loaded


def test_the_page_is_under_128_kb_transferred() -> None:
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    # Browsers fetch the icon of an installed page when it is installed.
    page = re.sub('<link rel="apple-touch-icon".*', "", page)
    paths = {STATIC / "index.html", STATIC / "sw.js", STATIC / "manifest.webmanifest"}
    paths |= {STATIC / name for name in re.findall(r'="/static/([^"]+)"', page)}
    paths |= loaded_with(STATIC / "js" / "main.js")
    files = page_files()
    names = [path.relative_to(STATIC).as_posix() for path in paths]
    sizes = {name: len(gzip.compress(files[name], 9)) for name in names}
    assert len(sizes) > 40
    assert sum(sizes.values()) < 128_000 - 300 * len(sizes), sizes  # including their headers


def test_scripts_are_sent_without_comments_and_with_the_same_lines() -> None:
    script = b"// a\n/** b\n * c */\nf(/** @type {d} */ (e)); // g\n  /** h */\nx = '//i';\n"
    assert without_comments(script) == b"\n\n\nf(/** @type {d} */ (e)); // g\n\nx = '//i';\n"
    files = page_files()
    for path in SCRIPTS:
        sent, text = files[path.relative_to(STATIC).as_posix()], path.read_bytes()
        assert sent.count(b"\n") == text.count(b"\n")


def test_page_worker_and_service_worker_name_every_file() -> None:
    page = page_files()["index.html"].decode()
    hinted = re.findall(r'<link rel="modulepreload" href="/static/([^"]+)" />', page)
    starts = [STATIC / "js" / name for name in ("main.js", "core/start.js")]
    expected = set().union(*(loaded_with(path) for path in starts))
    assert sorted(hinted) == sorted(path.relative_to(STATIC).as_posix() for path in expected)
    worker = STATIC / "js" / "core" / "worker.js"
    named = re.findall(r"^import (?:.* from )?'(.+)';$", worker.read_text("utf-8"), re.MULTILINE)
    found = {(worker.parent / name).resolve() for name in named}
    assert found == loaded_with(worker) - {worker}
    (listed,) = re.findall(r"^const FILES = (.*);$", page_files()["sw.js"].decode(), re.MULTILINE)
    own = {"index.html", *filter(is_at_root, page_files())}
    assert set(json.loads(listed)) == {f"static/{name}" for name in page_files().keys() - own}


def test_the_copy_of_another_version_has_another_name(monkeypatch: pytest.MonkeyPatch) -> None:
    def version() -> str:
        (found,) = re.findall(
            r"^const VERSION = '(.+)';$", page_files()["sw.js"].decode(), re.MULTILINE
        )
        return str(found)

    before = version()
    assert version() == before
    monkeypatch.setattr("dropfour.web.page.files._documentation", lambda: "https://example.org/")
    assert version() != before


def test_no_script_makes_markup_from_text() -> None:
    forbidden = ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("]
    for path in SCRIPTS:
        text = path.read_text(encoding="utf-8")
        shows_report = path.parts[-2:] == ("tournaments", "view.js")  # of the server
        found = [word for word in [*forbidden, "DOMParser"] if word in text]
        assert found == ["DOMParser"] * shows_report, path
        assert len(text.splitlines()) <= 400, path


def test_imports_of_modules_and_of_folders_have_no_cycle() -> None:
    modules: dict[Path, set[Path]] = {}
    folders: dict[Path, set[Path]] = {}
    for path in SCRIPTS:
        modules[path] = imported_by(path)
        below = folders.setdefault(path.parent, set())
        below.update(each.parent for each in modules[path] if each.parent != path.parent)
    assert set().union(*modules.values()) <= set(SCRIPTS)
    assert folders[STATIC / "js" / "game"]  # imports are found
    for graph in (modules, folders):
        TopologicalSorter(graph).prepare()  # raises CycleError, which names the cycle


def test_the_page_has_nothing_inline_and_nothing_from_elsewhere() -> None:
    text = (STATIC / "index.html").read_text(encoding="utf-8")
    assert not re.search(r"\son\w+=", text)
    assert not re.search(r"\sstyle=", text)
    assert not re.search(r"<script(?![^>]*\ssrc=)", text)
    assert not re.search(r'(src|href)="(https?:)?//', text)


def test_pages_have_a_type_a_fingerprint_and_strict_headers(client: TestClient) -> None:
    for path, kind in cases(__file__, "types").items():
        answer = client.get(path)
        assert answer.status_code == 200, path
        assert answer.headers["content-type"].startswith(kind)
        assert answer.headers["content-encoding"] == "gzip"
        assert answer.headers["x-content-type-options"] == "nosniff"
        policy = answer.headers.get("content-security-policy", "")
        assert (policy == "") is path.endswith(("main.js", ".css", ".json"))  # parts of documents
        if policy:
            assert "default-src 'none'" in policy
            assert "unsafe" not in policy.replace("'wasm-unsafe-eval'", "")
            # Both are needed for threads in the browser.
            assert answer.headers["cross-origin-opener-policy"] == "same-origin"
            assert answer.headers["cross-origin-embedder-policy"] == "require-corp"
        again = client.get(path, headers={"if-none-match": answer.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        plain = client.get(path, headers={"accept-encoding": "identity"})
        assert plain.content == answer.content


def test_a_browser_gets_a_page_at_an_unknown_address_and_a_program_json(client: TestClient) -> None:
    browser = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    page = client.get("/nowhere", headers=browser)
    assert (page.status_code, page.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert page.content == page_files()["index.html"]
    for path, headers in (("/nowhere", {}), ("/api/nowhere", browser)):
        answer = client.get(path, headers=headers)
        assert answer.status_code == 404
        assert answer.json() == {"detail": "there is nothing at this address"}


def test_tsc_finds_no_errors() -> None:
    need_node("openapi-typescript")
    write_api_types()
    program = NODE_MODULES / "typescript-7" / "bin" / "tsc"
    run_node(program, "-p", NODE_MODULES.parent / "tsconfig.json")


REPLAY = """async (games, load) => {
  const { Position } = await load('board/rules.js');
  const notation = await load('board/notation.js');
  const { diagram, formatMoves, parseMoves, parsePosition, positionString } = notation;
  return games.map(({ rules, moves }) => {
    let position = Position.empty(rules);
    const columns = Array.from({ length: rules.columns }, (_, i) => i + 1);
    const steps = [];
    for (const column of [...parseMoves(moves), null]) {
      steps.push({
        legal: columns.filter((each) => position.canPlay(each)),
        text: positionString(position),
        again: positionString(parsePosition(positionString(position))),
        over: position.isOver,
        winner: position.winner ?? null,
        red: position.countLines('red'),
        yellow: position.countLines('yellow'),
      });
      if (column !== null) position = position.play(column);
    }
    return { steps, moves: formatMoves(parseMoves(moves)), diagram: diagram(position) };
  });
}"""


def random_games(count: int) -> list[tuple[Rules, list[int]]]:
    chance = Random(4)
    games = []
    for _ in range(count):
        sizes = (chance.randint(1, 12), chance.randint(1, 9), chance.randint(3, 5))
        rules = Rules(*sizes, chance.choice(list(Objective)))
        games.append((rules, random_moves(rules, chance, chance.choice((None, 10, 40)))))
    return games


def test_the_rules_in_javascript_are_the_servers() -> None:
    games = random_games(60)
    asked = [{"rules": asdict(rules), "moves": format_moves(moves)} for rules, moves in games]
    for (rules, moves), answer in zip(games, ask_node(REPLAY, asked), strict=True):
        position = Position(rules)
        for column, step in zip([*moves, None], answer["steps"], strict=True):
            assert step == {
                "legal": list(position.legal_columns),
                "text": position_string(position),
                "again": position_string(position),
                "over": position.is_over,
                "winner": position.winner and str(position.winner),
                "red": position.count_lines(RED),
                "yellow": position.count_lines(YELLOW),
            }
            if column is not None:
                position = position.play(column)
        assert answer["moves"] == format_moves(moves)
        assert answer["diagram"] == format_diagram(position)


# --- tests in Node --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "file", sorted(Path(__file__).parents[1].glob("js/*.test.mjs")), ids=lambda file: file.name
)
def test_node_finds_no_failure(file: Path) -> None:
    run_node("--test", file)
