"""Who really asks, where a proxy stands in front: X-Forwarded-For and X-Forwarded-Proto, believed from proxies alone.

Anybody may send these headers. They count only where the connection itself comes from an address that the site names in
HIGHGROUND_TRUSTED_PROXIES; from everybody else they are ignored.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network


def networks(text: str) -> tuple[Network, ...]:
    """The addresses and networks of a list with commas. Raises ValueError with a sentence."""
    return tuple(_network(each.strip()) for each in text.split(",") if each.strip())


def _network(text: str) -> Network:
    try:
        return ip_network(text)
    except ValueError as error:
        raise ValueError(
            f"'{text}' is no address and no network; write them like 192.0.2.7 or 192.0.2.0/24, with commas between"
        ) from error


@dataclass
class Forwarded:
    """Puts the client and the scheme in place that a trusted proxy names, before anything looks at them."""

    app: ASGIApp
    trusted: tuple[Network, ...]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in {"http", "websocket"} and scope.get("client"):
            self._look_behind(scope)
        await self.app(scope, receive, send)

    def _look_behind(self, scope: Scope) -> None:
        host, port = scope["client"]
        peer = _address(host)
        if peer is None:
            return
        scope["client"] = (str(peer), port)
        if not self._trusts(peer):
            return
        headers = Headers(scope=scope)
        client = self._client(peer, headers.getlist("x-forwarded-for"))
        if client != peer:
            scope["client"] = (str(client), 0)
        scheme = next(reversed(headers.getlist("x-forwarded-proto")), "").strip().lower()
        if scheme in {"http", "https"}:
            scope["scheme"] = scheme if scope["type"] == "http" else scheme.replace("http", "ws")

    def _client(self, peer: Address, lines: Iterable[str]) -> Address:
        """Each proxy appends the address it heard from: the last one that is no proxy of ours. What stands before was
        written by that one, who may lie."""
        found = peer
        for part in reversed(",".join(lines).split(",")):
            address = _address(part)
            if address is None:
                return found
            found = address
            if not self._trusts(address):
                return found
        return found

    def _trusts(self, address: Address) -> bool:
        return any(address in network for network in self.trusted)


@lru_cache(maxsize=4096)
def _address(text: str) -> Address | None:
    """An address, without the port that some proxies add. One of IPv4 is the same whichever way it came in."""
    text = text.strip()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        found = ip_address(text)
    except ValueError:
        return None
    return found.ipv4_mapped or found if isinstance(found, IPv6Address) else found
