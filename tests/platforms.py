"""Marks for tests that need a certain platform or user: the only skips that CI=true allows."""

import os
import sys

import pytest

EXCUSE = "not for this platform or user: "

posix_only = pytest.mark.skipif(os.name == "nt", reason=f"{EXCUSE}signals, links or permissions")
linux_only = pytest.mark.skipif(sys.platform != "linux", reason=f"{EXCUSE}limits, /proc or /dev")
not_as_root = pytest.mark.skipif(
    os.name == "nt" or os.geteuid() == 0, reason=f"{EXCUSE}root may do everything"
)
