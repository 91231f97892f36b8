"""The files in deploy/, as far as they can be read here."""

import re
from pathlib import Path

import yaml  # type: ignore[import-untyped]

from dropfour.web.http.networks import Networks

ROOT = Path(__file__).parents[3]
DEPLOY = ROOT / "deploy"


def test_only_the_proxy_is_trusted_to_say_for_whom_it_asks() -> None:
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    services = compose["services"]
    trusted = services["dropfour"]["environment"]["DROPFOUR_TRUSTED_PROXIES"]
    proxy = services["caddy"]["networks"]["inside"]["ipv4_address"]
    assert trusted == proxy
    (network,) = compose["networks"]["inside"]["ipam"]["config"]
    assert proxy in Networks((network["subnet"],))
    assert proxy not in Networks((network["ip_range"],))


def test_the_guide_to_hosting_installs_the_clone_and_names_its_files() -> None:
    guide = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    # A release may not be published yet when somebody follows the guide.
    for package in re.findall(r"pip install (?:-\S+ )*(\S+)", guide):
        extras = re.fullmatch(r'"\.\[([a-z,]+)\]"', package)
        assert extras is not None, package
        for extra in extras[1].split(","):
            assert re.search(rf"^{extra} = \[", project, re.MULTILINE), extra
    named = set(re.findall(r"deploy/\w[\w.]*", guide))
    assert {DEPLOY.parent / each for each in named} <= set(DEPLOY.iterdir())
    # What the guide installs is what the unit starts.
    place = "/opt/dropfour/bin/"
    assert f"{place}pip install" in guide
    assert f"ExecStart={place}dropfour " in (DEPLOY / "dropfour.service").read_text("utf-8")
