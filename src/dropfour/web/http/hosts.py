"""The names that a server answers to.

A page of another site can make its own name resolve to this server (DNS rebinding), and would then be
the same site to the browser. So a request must be for an address, for a name that is configured, or for
a name that nobody outside this network can have.
"""

from __future__ import annotations

import ipaddress
import socket


class Hosts:
    """Configured names, such as ``play.example.org`` or ``*.example.org``; ``*`` is any name."""

    def __init__(self, configured: tuple[str, ...]) -> None:
        own = socket.gethostname().lower()
        self._names = {own, f"{own}.local", *(name.lower().rstrip(".") for name in configured)}
        self._endings = tuple(name[1:] for name in self._names if name.startswith("*."))
        self._any = "*" in self._names

    def __contains__(self, host: str) -> bool:
        """Return whether *host*, the value of a Host header, is one of ours."""
        name = _without_port(host).lower().rstrip(".")
        if self._any or name in self._names or name.endswith((".localhost", *self._endings)):
            return True
        try:
            ipaddress.ip_address(name)
        except ValueError:
            # A name without a dot is not in the public name system.
            return bool(name) and "." not in name and ":" not in name
        return True


def _without_port(host: str) -> str:
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.rpartition(":")[0] if host.count(":") == 1 else host
