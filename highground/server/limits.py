"""How often something may be tried or sent: by network address and by account, counted here or in Redis.

An endpoint takes `spend: Spending` and says `await spend(LOGIN, email)` before it does anything else. Counts are kept
in this process, or in Redis where several servers share them; if Redis does not answer, each server counts for itself.
"""

from __future__ import annotations

import asyncio
import hashlib
import ipaddress
import math
import time
from dataclasses import dataclass
from typing import Annotated, Any

import structlog
from fastapi import Depends, Request
from limits import RateLimitItem, parse
from limits.aio.storage import MemoryStorage, RedisStorage
from limits.aio.strategies import MovingWindowRateLimiter

from highground.server.accounts.names import email_key
from highground.server.bus import breaker
from highground.server.bus.breaker import FAILURES, Breaker
from highground.server.errors import Refusal, refusals

log = structlog.get_logger(__name__)

TOO_MANY = refusals(_429="Too many attempts; `Retry-After` says in how many seconds to try again.")


@dataclass(frozen=True, slots=True)
class Action:
    """What is limited: `"10 per 5 minutes"` by address, by account, and by account from one address.

    What goes beyond `slowed` by account is not refused but waits a moment: else a stranger, who can have as many
    addresses as he likes, could lock the account's owner out.
    """

    name: str
    by_address: str = ""
    by_account: str = ""
    by_both: str = ""
    slowed: str = ""


LOGIN = Action("login", by_address="60 per 10 minutes", by_both="10 per 10 minutes", slowed="20 per 10 minutes")
REGISTER = Action("register", by_address="20 per hour", by_account="5 per hour")
FORGOT = Action("forgot", by_address="20 per hour", by_account="3 per hour")
RESET = Action("reset", by_address="20 per hour")
PASSWORD = Action("password", by_address="60 per 10 minutes", by_account="10 per 10 minutes")
NEWSLETTER = Action("newsletter", by_address="20 per hour", by_account="3 per hour")
CAMERA_JOIN = Action("camera-join", by_address="30 per 10 minutes")
"""Typing a code wrong now and then is within it; trying codes is not."""
OPEN_UPLOAD = Action("open-upload", by_address="30 per 10 minutes")
"""A log or roster of somebody without a login."""
OWN_UPLOAD = Action("own-upload", by_account="120 per 10 minutes")
PHOTO = Action("photo", by_account="60 per minute")
NEW_GAME = Action("new-game", by_account="120 per 10 minutes")

SLOWED_SECONDS = 1.0


class Limiter:
    """Counts attempts. With `redis_url` in Redis, so that all servers count together."""

    def __init__(
        self, redis_url: str = "", *, prefix: str = "highground", enabled: bool = True, known: Breaker | None = None
    ) -> None:
        self.enabled = enabled
        self._breaker = known or Breaker()
        self._here = MovingWindowRateLimiter(MemoryStorage())
        self._shared = self._here
        self._redis: RedisStorage | None = None
        if redis_url:
            self._redis = RedisStorage(
                f"async+{redis_url}",
                implementation="redispy",
                key_prefix=f"{prefix}:limits",
                **breaker.options(),
            )
            self._shared = MovingWindowRateLimiter(self._redis)

    async def close(self) -> None:
        if self._redis is not None:
            bridge: Any = self._redis.bridge
            await bridge.get_connection().aclose()

    async def spend(self, action: Action, address: str, account: str = "") -> None:
        """Count an attempt. Raises Refusal with 429 and Retry-After where it is one too many."""
        if not self.enabled:
            return
        who = hashlib.sha256(email_key(account).encode()).hexdigest()[:32] if account else ""
        for item, keys in _counted(action, address, who):
            wait = await self._hit(item, (action.name, *keys))
            if wait:
                seconds = "1 second" if wait == 1 else f"{wait} seconds"
                text = f"Too many attempts. Please try again in {seconds}."
                raise Refusal(429, text, {"Retry-After": str(wait)})
        if who and action.slowed and await self._hit(parse(action.slowed), (action.name, "slowed", who)):
            await asyncio.sleep(SLOWED_SECONDS)

    async def _hit(self, item: RateLimitItem, keys: tuple[str, ...]) -> int:
        """Seconds to wait, 0 where the attempt is within the limit."""
        if self._redis is None:
            return await _wait(self._here, item, keys)
        try:
            async with self._breaker.call():
                return await _wait(self._shared, item, keys)
        except FAILURES as error:
            log.debug("attempts are counted by this server alone", error=str(error))
            return await _wait(self._here, item, keys)


async def _wait(limiter: MovingWindowRateLimiter, item: RateLimitItem, keys: tuple[str, ...]) -> int:
    if await limiter.hit(item, *keys):
        return 0
    stats = await limiter.get_window_stats(item, *keys)
    return max(1, math.ceil(stats.reset_time - time.time()))


def _counted(action: Action, address: str, who: str) -> list[tuple[RateLimitItem, tuple[str, ...]]]:
    found: list[tuple[RateLimitItem, tuple[str, ...]]] = []
    if action.by_address:
        found.append((parse(action.by_address), ("address", address)))
    if who and action.by_both:
        found.append((parse(action.by_both), ("both", who, address)))
    if who and action.by_account:
        found.append((parse(action.by_account), ("account", who)))
    return found


def network(host: str) -> str:
    """An address that is counted by; for IPv6 its /64, since one household has the whole of it."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if address.version == 4:
        return str(address)
    return str(ipaddress.ip_network((address, 64), strict=False).network_address)


@dataclass(frozen=True, slots=True)
class Spend:
    """Counts an attempt of the request's address, and of an account where its email address (or id) is given."""

    limiter: Limiter
    address: str

    async def __call__(self, action: Action, account: str = "") -> None:
        await self.limiter.spend(action, self.address, account)

    async def upload(self, user_id: int | None) -> None:
        """Count a file that somebody sends, with a login or without."""
        if user_id is None:
            await self(OPEN_UPLOAD)
        else:
            await self(OWN_UPLOAD, f"user {user_id}")


async def _spend(request: Request) -> Spend:
    return Spend(request.app.state.limiter, network(request.client.host if request.client else ""))


Spending = Annotated[Spend, Depends(_spend)]
