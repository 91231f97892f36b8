"""The examples in README and docs are executed, and every command is documented."""

import doctest
import importlib
import inspect
import re
import shlex
import sys
from functools import cached_property
from pathlib import Path

import click
import pytest

import dropfour
from commands import commands_of, run, run_words
from dropfour import open_player
from dropfour.cli import main

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


def blocks(page: Path, language: str) -> list[str]:
    text = page.read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_python_code_on_a_page_runs_and_prints_what_follows_it(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": "documentation"}
    text = page.read_text(encoding="utf-8")
    code_and_output = r"^```python\n(.*?)^```$(?:\n\n^```text\n(.*?)^```$)?"
    found = re.findall(code_and_output, text, re.DOTALL | re.MULTILINE)
    for number, (block, output) in enumerate(found, start=1):
        exec(compile(block, f"{page.name}, block {number}", "exec"), names)
        printed = capfd.readouterr().out
        if output:
            assert printed == output


@pytest.mark.parametrize("words", commands_of())
def test_the_help_of_every_command_fits_and_has_an_example(words: str) -> None:
    result = run(*words.split(), "--help", terminal_width=80)
    assert result.exit_code == 0
    assert f"dropfour {words}" in result.output.split("Usage:")[1].split("\n", 1)[1]
    assert len(result.output.splitlines()) <= 40
    assert max(map(len, result.output.splitlines())) <= 80


def test_every_command_is_documented() -> None:
    page = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    assert ".. click:: dropfour.cli:main\n   :prog: dropfour\n   :nested: full\n" in page


def console_examples() -> list[tuple[str, str]]:
    """The commands in ```console blocks, with the output shown on the page."""
    examples = []
    for page in PAGES:
        for block in blocks(page, "console"):
            for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, _, output = part.partition("\n")
                if command.startswith("dropfour "):
                    examples.append((command, output))
    return examples


@pytest.mark.parametrize(("command", "output"), console_examples())
def test_the_console_examples_print_what_the_page_says(command: str, output: str) -> None:
    assert run_words(command.removeprefix("dropfour ")).output == output


def anchors(page: Path) -> set[str]:
    """The anchors of the headings of a page, as GitHub and the documentation write them."""
    text = re.sub(
        r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE
    )
    titles = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title).lower().replace(" ", "-") for title in titles}


@pytest.mark.parametrize(
    "page",
    sorted({*PAGES, *ROOT.glob("*.md"), *ROOT.glob("lab/**/*.md")}),
    ids=lambda page: page.name,
)
def test_the_links_of_a_page_lead_somewhere(page: Path) -> None:
    text = re.sub(r"`[^`\n]+`", "", page.read_text(encoding="utf-8"))
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"https?:|mailto:|play/|#schema-", target):
            continue
        path, _, anchor = target.partition("#")
        linked = (page.parent / path) if path else page
        assert linked.exists(), target
        if anchor:
            assert anchor in anchors(linked), target


def test_the_files_that_contributing_names_exist() -> None:
    folders = (
        "src/**",
        "native/**",
        "proof",
        "examples",
        "benchmarks",
        "tests",
        "tests/*",
        "tests/web/page",
    )
    known = [f"/{path.as_posix()}" for folder in folders for path in ROOT.glob(f"{folder}/*.*")]
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    named = re.findall(r"`([\w/]+\.(?:py|hpp|cpp|js|json|v))`", text)
    assert len(named) > 50
    assert [each for each in named if not any(path.endswith(f"/{each}") for path in known)] == []


@pytest.mark.skipif(sys.version_info < (3, 11), reason="no tomllib to read pyproject.toml")
def test_the_badges_of_the_readme_are_true() -> None:
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    pythons = re.findall(r"Python :: (3\.\d+)", "\n".join(project["project"]["classifiers"]))
    assert badge("python") == f"python: {pythons[0]} – {pythons[-1]}"
    assert badge("licence") == f"licence: {project['project']['license']}"
    needed = [re.match(r"[\w-]+", each)[0] for each in project["project"]["dependencies"]]  # type: ignore[index]
    assert badge("dependencies") == f"library needs: {', '.join(needed)}"
    assert project["tool"]["mypy"]["strict"]
    assert badge("types") == "types: mypy --strict"


def badge(name: str) -> str:
    text = (ROOT / "docs" / "images" / "badges" / f"{name}.svg").read_text(encoding="utf-8")
    (title,) = re.findall("<title>(.*)</title>", text)
    words = re.findall("<text [^>]*>(.*?)</text>", text)
    assert title == ": ".join(words)
    assert f'aria-label="{title}"' in text
    return str(title)


PUBLIC = [
    "dropfour",
    *(f"dropfour.{name}" for name in ("arena", "batch", "book", "drawing", "engines", "notation")),
    *(
        f"dropfour.{name}"
        for name in ("llm", "notebook", "players", "puzzles", "record", "rl", "study", "web")
    ),
]
REFERENCE = "\n".join(
    page.read_text(encoding="utf-8") for page in sorted((ROOT / "docs" / "reference").glob("*.md"))
)


def documented() -> set[int]:
    """The objects that the reference describes, by identity."""
    objects = set()
    package = None
    for directive, name in re.findall(r"^\.\. (\w+):: ([\w.]+)", REFERENCE, re.MULTILINE):
        if directive == "currentmodule":
            package = importlib.import_module(name)
        elif directive != "click":
            objects.add(id(getattr(package, name)))
    return objects


@pytest.mark.parametrize("module", PUBLIC)
def test_every_public_name_is_in_the_reference(module: str) -> None:
    package = importlib.import_module(module)
    known = documented()
    missing = [name for name in package.__all__ if id(getattr(package, name)) not in known]
    assert not missing


@pytest.mark.parametrize("module", PUBLIC)
def test_every_public_object_method_and_property_has_a_docstring(module: str) -> None:
    package = importlib.import_module(module)
    missing = []
    for name in package.__all__:
        value = getattr(package, name)
        if not callable(value):
            continue
        if not inspect.getdoc(value):
            missing.append(name)
        if inspect.isclass(value):
            missing += [
                f"{name}.{key}"
                for key, member in vars(value).items()
                if inspect.isfunction(member) or isinstance(member, property | cached_property)
                if not key.startswith("_") and not inspect.getdoc(member)
            ]
    assert not missing


MODULES = [
    path
    for path in sorted((ROOT / "src" / "dropfour").rglob("*.py"))
    if ">>> " in path.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_the_examples_in_docstrings_print_what_they_say(path: Path) -> None:
    name = ".".join(path.relative_to(ROOT / "src").with_suffix("").parts)
    module = importlib.import_module(name)
    result = doctest.testmod(module, extraglobs={"d4": dropfour})
    assert result.attempted > 0
    assert result.failed == 0


def test_docstrings_have_examples() -> None:
    assert len(MODULES) > 10


def shell_commands() -> list[str]:
    """The commands that the pages tell readers to type, except for those in ```console blocks."""
    found = []
    for page in PAGES:
        for language in ("text", "sh"):
            for block in blocks(page, language):
                rows = block.replace("\\\n", " ").splitlines()
                found += [re.sub(r"^\$ |^\S*/bin/", "", row) for row in rows]
    return [re.split(r" [|>] ", row)[0] for row in found if row.startswith("dropfour ")]


@pytest.mark.parametrize("text", shell_commands())
def test_the_commands_on_the_pages_exist_with_their_options_and_players(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    _, *words = shlex.split(text, comments=True)
    for word in words:  # files that the reader has
        if re.fullmatch(r"[\w-]+\.(json|log|sqlite3|whl)", word):
            Path(word).touch()
    command: click.Command = main
    context = click.Context(main)
    while isinstance(command, click.Group):
        name, *words = words
        found = command.get_command(context, name)
        assert found is not None, name
        command = found
    given = command.make_context(name, words, parent=context).params
    seats = (given.get(key) for key in ("red", "yellow", "first", "second"))
    players = given.get("player", ())
    for spec in filter(None, (*seats, *([players] if isinstance(players, str) else players))):
        is_readers_own = re.match(r"human|\w+\.py|package\.|program:|prompt:|engine:", spec)
        if not is_readers_own:
            open_player(spec).close()


@pytest.mark.long
def test_the_tutorial_shows_its_test(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = ROOT / "docs" / "tutorials" / "heuristic.md"
    code = blocks(page, "python")[0]
    (tmp_path / "before.py").write_text(code, encoding="utf-8")
    (tmp_path / "mine.py").write_text(code.replace("stones**2", "stones**4"), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    (shown,) = (block for block in blocks(page, "text") if block.startswith("$ dropfour sprt"))
    command, _, output = shown.removeprefix("$ ").partition("\n")
    assert run_words(command.removeprefix("dropfour ")).output == output
