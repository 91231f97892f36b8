"""The checks that compare the native core with brute force."""

import subprocess

import pytest

from compilation import ROOT, compiled


@pytest.mark.parametrize("scale", [1, pytest.param(10, marks=pytest.mark.long)])
def test_the_checks_find_no_mismatch(scale: int) -> None:
    program = compiled(ROOT / "tests" / "native" / "checks.cpp")
    ran = subprocess.run([program, "all", str(scale)], capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout[-2000:] + ran.stderr[-2000:]
    assert "5 checks ran, 0 failed" in ran.stdout
