"""Passwords: Argon2id, computed off the event loop, a few at a time since each takes 64 MiB by default."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass, field

from anyio import CapacityLimiter, to_thread
from pwdlib import PasswordHash
from pwdlib.hashers.argon2 import Argon2Hasher

SHORTEST = 8
LONGEST = 1024
AT_ONCE = 2


@dataclass
class Passwords:
    """Hashes and compares. Both take the same time whether an account exists or not."""

    hasher: PasswordHash
    _limiter: CapacityLimiter = field(default_factory=lambda: CapacityLimiter(AT_ONCE))
    _nobody: str = ""

    @classmethod
    def within(cls, memory: int) -> Passwords:
        """Each takes so many KiB."""
        return cls(PasswordHash((Argon2Hasher(memory_cost=memory),)))

    async def hash(self, password: str) -> str:
        return await to_thread.run_sync(self.hasher.hash, _plain(password), limiter=self._limiter)

    async def verify(self, password: str, stored: str | None) -> bool:
        """Is it the password? With None (no such account, or one without a password) as slow, and never."""
        against = stored if stored is not None else await self._dummy()
        right = await to_thread.run_sync(self.hasher.verify, _plain(password), against, limiter=self._limiter)
        return right and stored is not None

    async def _dummy(self) -> str:
        if not self._nobody:
            self._nobody = await self.hash("nobody has this password")
        return self._nobody


def _plain(password: str) -> str:
    """One form for characters that keyboards compose differently (NFKC, as NIST SP 800-63B section 3.1.1.2 advises)."""
    return unicodedata.normalize("NFKC", password)
