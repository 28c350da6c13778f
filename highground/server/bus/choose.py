"""The bus that the settings ask for."""

from __future__ import annotations

from highground.server.bus.breaker import Breaker
from highground.server.bus.bus import Bus
from highground.server.bus.local import LocalBus
from highground.server.settings import Settings


def open_bus(settings: Settings, breaker: Breaker | None = None) -> Bus:
    """Redis where there is one, else inside the process. Needs a running event loop."""
    if not settings.redis_url:
        return LocalBus()
    from highground.server.bus.redis import RedisBus

    return RedisBus(settings.redis_url, settings.redis_prefix, breaker)
