"""Who a client is: addresses, and networks of them."""

from __future__ import annotations

import ipaddress
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
