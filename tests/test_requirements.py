"""The locked versions of what CI and the container image install; ``make lock`` updates them."""

import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LOCKS = ROOT / "requirements"

if not LOCKS.is_dir():
    pytest.skip("not a clone of the repository", allow_module_level=True)


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
    for extra in extras or optional:
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
