"""Where phones can reach this machine, and who may ask for what."""

from __future__ import annotations

import contextlib
import ipaddress
import socket
from collections.abc import Iterable
from typing import Final
from urllib.parse import urlsplit

ANY: Final = ("0.0.0.0", "::", "")


def lan_addresses() -> list[str]:
    """The addresses of this machine on its networks, the likeliest first. No packet is sent."""
    found: list[str] = []
    for family, far in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as probe:
                probe.connect((far, 9))
                found.append(probe.getsockname()[0])
        except OSError:
            continue
    with contextlib.suppress(OSError):
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None)]
    usable = [address for address in dict.fromkeys(found) if _is_usable(address)]
    return sorted(usable, key=lambda address: ":" in address)


def _is_usable(address: str) -> bool:
    parsed = ipaddress.ip_address(address.partition("%")[0])
    return not (parsed.is_loopback or parsed.is_link_local or parsed.is_unspecified)


def urls(host: str, port: int, secure: bool, origin: str) -> list[str]:
    """What people can type, the best for phones first."""
    if origin:
        return [origin.rstrip("/")]
    scheme = "https" if secure else "http"
    hosts = [*lan_addresses(), "localhost"] if host in ANY else ["localhost" if host == "127.0.0.1" else host]
    return [f"{scheme}://{f'[{name}]' if ':' in name else name}:{port}" for name in hosts]


def is_ours(host: str, origin: str) -> bool:
    """Whether a Host header names this server: a page elsewhere must not reach it under a name of its own."""
    try:
        name = urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return False
    if origin:
        return name == urlsplit(origin).hostname or name in ("localhost", "127.0.0.1", "::1")
    try:
        ipaddress.ip_address(name.partition("%")[0])
        return True
    except ValueError:
        return name == "localhost" or name.endswith((".local", ".lan", ".home")) or name == socket.gethostname().lower()


def caller(peer: str, forwarded: Iterable[str], trusted: frozenset[str]) -> str:
    """Who is calling: the address before the last proxy that we trust. `forwarded`: every line of that header."""
    address = peer
    for hop in reversed([hop.strip() for line in forwarded for hop in line.split(",") if hop.strip()]):
        if address not in trusted:
            break
        address = hop
    return network(address)


def network(address: str) -> str:
    """Who has one address of IPv6 has 2 ** 64 of them: they count as one caller."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0].strip("[]"))
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv6Address):
        return str(parsed.ipv4_mapped or ipaddress.ip_network((int(parsed) >> 64 << 64, 64)))
    return str(parsed)
