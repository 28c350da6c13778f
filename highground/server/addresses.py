"""Under which names and addresses this machine is reached."""

from __future__ import annotations

import ipaddress
import socket
from contextlib import suppress

OUTSIDE = "198.51.100.1"
"""An address kept for documentation. Nothing is sent there; the system says which own address it would come from."""
EVERYWHERE = frozenset({"", "0.0.0.0", "::"})
"""Hosts by which a server listens on all of its addresses."""


def local_addresses() -> list[str]:
    """The machine's IPv4 addresses that others reach it by, the one of its way out first. May be empty."""
    found: dict[str, None] = {}
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect((OUTSIDE, 9))
        found[probe.getsockname()[0]] = None
    with suppress(OSError):
        found |= dict.fromkeys(socket.gethostbyname_ex(socket.gethostname())[2])
    return [each for each in found if not ipaddress.ip_address(each).is_loopback]


def host_names() -> list[str]:
    """The machine's names: its own, and the one that phones and computers of a local network find it by."""
    own = socket.gethostname().rstrip(".").lower()
    short = own.partition(".")[0]
    return [*dict.fromkeys(["localhost", own, f"{short}.local"] if own != "localhost" else ["localhost"])]


def reached_at(host: str) -> str:
    """The host for a link to a server that listens at `host`; brackets round an address of IPv6."""
    if host in EVERYWHERE:
        return next(iter(local_addresses()), "127.0.0.1")
    return f"[{host}]" if ":" in host else host
