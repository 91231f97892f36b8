"""Who a client is, by its address, and which names a server answers to."""

from __future__ import annotations

import ipaddress
import socket
from functools import lru_cache

LOCAL = "local"


def client_key(host: str) -> str:
    """Return what limits count as one client: an IPv4 address, or the /64 network of an IPv6 one."""
    if ":" not in host:
        return host
    try:
        address = ipaddress.IPv6Address(host.partition("%")[0])
    except ValueError:
        return host
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.IPv6Network((address, 64), strict=False))


class Networks:
    """Addresses and networks, such as those of trusted proxies: ``127.0.0.1``, ``10.0.0.0/8``."""

    def __init__(self, texts: tuple[str, ...]) -> None:
        """Raise ValueError for a text that is neither an address nor a network."""
        self._networks = [ipaddress.ip_network(text) for text in texts]
        self._contains = lru_cache(maxsize=1024)(self._has)

    def __contains__(self, host: object) -> bool:
        """Return whether one of them contains *host*, an address or a network."""
        return isinstance(host, str) and len(host) < 64 and self._contains(host)

    def _has(self, host: str) -> bool:
        try:
            found = ipaddress.ip_network(host)
        except ValueError:
            return False
        return any(
            found.version == network.version and found.subnet_of(network)  # type: ignore[arg-type]
            for network in self._networks
        )


class Hosts:
    """The names that a server answers to: configured ones, such as ``play.example.org`` or
    ``*.example.org``, ``*`` for any, and those that nobody outside this network can have.

    A page of another site can make its own name resolve to this server (DNS rebinding), and would then
    be the same site to the browser.
    """

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
