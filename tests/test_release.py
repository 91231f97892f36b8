"""The checks of ``make release`` that need no build."""

import re
import sys
from pathlib import Path

import pytest

from cases import cases
from scripts import ROOT, load_script

SCRIPT = ROOT / ".ci" / "release.py"

if not SCRIPT.is_file():
    pytest.skip("not a clone of the repository", allow_module_level=True)

release = load_script(".ci/release.py")


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    package = tmp_path / "src" / "dropfour"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text('__version__ = "1.2.3"\n')
    (tmp_path / "CITATION.cff").write_text("title: Dropfour\nversion: 1.2.3\nlicense: MIT\n")
    (tmp_path / "CHANGELOG.md").write_text("# Changelog\n\n## 1.2.3 (2026-11-30)\n\n- New.\n")
    monkeypatch.setattr(release, "ROOT", tmp_path)
    release.run("git", "init", "-q")
    release.run("git", "add", ".")
    release.run("git", "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "first")
    return tmp_path


def test_a_version_that_is_the_same_everywhere_can_go_out(repository: Path) -> None:
    assert release.checked_version() == "1.2.3"


@pytest.mark.parametrize(("file", "text", "message"), cases(__file__, "missing"))
def test_what_is_missing_is_named(repository: Path, file: str, text: str, message: str) -> None:
    (repository / file).write_text(text)
    with pytest.raises(release.NotReady, match=re.escape(message)):
        release.checked_version()


def test_a_version_goes_out_once(repository: Path) -> None:
    release.run("git", "tag", "v1.2.3")
    with pytest.raises(release.NotReady, match=r"tag v1\.2\.3 exists"):
        release.checked_version()


def test_the_version_to_cite_is_that_of_the_package() -> None:
    import dropfour

    assert f"\nversion: {dropfour.__version__}\n" in (ROOT / "CITATION.cff").read_text()


@pytest.mark.parametrize("workflow", sorted((ROOT / ".github" / "workflows").glob("*.yml")))
def test_actions_are_pinned_by_commit(workflow: Path) -> None:
    used = re.findall(r"uses: (\S+)", workflow.read_text(encoding="utf-8"))
    assert used
    assert all(re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", action) for action in used)


@pytest.mark.parametrize("address", ["", "github.com/owner/dropfour"])
def test_a_release_needs_the_public_address(repository: Path, address: str) -> None:
    settings = repository / "pyproject.toml"
    settings.write_text(f'[tool.dropfour]\npublic-address = "{address}"\n')
    with pytest.raises(release.NotReady, match="public address is missing: set public-address"):
        release.check_address()
    settings.write_text('[tool.dropfour]\npublic-address = "https://example.org/dropfour"\n')
    release.check_address()


def test_links_and_urls_are_made_from_the_address() -> None:
    publishing = load_script("publishing/public_address.py")
    address = "https://example.org/dropfour"
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    text = publishing.long_description(readme, address)
    targets = re.findall(r"\]\(([^)\s]+)\)", text)
    assert len(targets) > 30
    for target in targets:
        assert re.match("https?://|#", target), target
        place = target.removeprefix(f"{address}/").removeprefix("blob/").removeprefix("raw/")
        if place.startswith("main/"):
            assert (ROOT / place.removeprefix("main/").partition("#")[0]).exists(), target
    assert f"{address}/raw/main/docs/images/dropfour.gif" in targets
    assert f"{address}/blob/main/LICENSE" in targets
    assert publishing.long_description(readme, "") == readme
    assert publishing.project_urls(address)["Source"] == address
    assert publishing.project_urls("") == {}
    assert publishing.dynamic_metadata("readme", {})["content-type"] == "text/markdown"


# --- the locked versions of what CI and the container image install; ``make lock`` updates them ---


LOCKS = ROOT / "requirements"


def locked(name: str) -> dict[str, str]:
    text = (LOCKS / name).read_text(encoding="utf-8")
    return dict(re.findall(r"^([a-z0-9.-]+)==([^\s;\\]+)", text, re.MULTILINE))


@pytest.mark.skipif(sys.version_info < (3, 11), reason="no tomllib to read pyproject.toml")
@pytest.mark.parametrize(("lock", "extras"), [("server.txt", ("web", "postgres")), ("dev.txt", ())])
def test_every_requirement_is_locked(lock: str, extras: tuple[str, ...]) -> None:
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    optional = project["optional-dependencies"]
    wanted = [*project["dependencies"]]
    # Adapters for language models have requirements that conflict.
    for extra in extras or optional.keys() - {"openenv", "textarena", "verifiers"}:
        wanted += optional[extra]
    versions = locked(lock)
    for requirement in wanted:
        name = re.split(r"[\[<>=; ]", requirement)[0].lower().replace("_", "-")
        assert name in versions, f"{requirement} is not in requirements/{lock}: make lock"


@pytest.mark.parametrize("lock", ["server.txt", "dev.txt"])
def test_a_lock_names_no_place_to_install_from(lock: str) -> None:
    text = (LOCKS / lock).read_text(encoding="utf-8")
    assert not re.search(r"://|--(extra-)?index|--find-links", text)


def test_what_the_image_installs_is_known_by_its_hash() -> None:
    text = (LOCKS / "server.txt").read_text(encoding="utf-8")
    blocks = re.split(r"\n(?=[a-z])", text)
    packages = [block for block in blocks if "==" in block]
    assert len(packages) > 10
    assert all("--hash=sha256:" in block for block in packages)
