"""What the browser carries while somebody is away at a provider: a signed cookie that nobody else can make."""

from __future__ import annotations

import hashlib
import hmac
import re
import time
from dataclasses import dataclass
from urllib.parse import urlsplit

from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import OctKey
from joserfc.jwt import JWTClaimsRegistry

from highground.server.settings import Settings

LIFE_SECONDS = 600
ALGORITHM = "HS256"
WORD = re.compile(r"[A-Za-z0-9_-]{16,64}")
PURPOSE = b"highground login flow"


@dataclass(frozen=True, slots=True)
class Flow:
    """One login under way. `next_path` is where the person wanted to go, `begun` the word of the page that began it."""

    state: str
    nonce: str
    verifier: str
    next_path: str
    begun: str = ""


def cookie_name(state: str) -> str:
    """A cookie a login, so that two tabs do not disturb each other."""
    return f"highground_login_{hashlib.sha256(state.encode()).hexdigest()[:16]}"


def _key(settings: Settings) -> OctKey:
    """Made from the client's secret, which all servers of a site share and nobody else knows."""
    secret = settings.oidc_client_secret.get_secret_value().encode()
    return OctKey.import_key(hmac.new(secret, PURPOSE, hashlib.sha256).digest())


def sealed(flow: Flow, settings: Settings) -> str:
    claims = {
        "state": flow.state,
        "nonce": flow.nonce,
        "verifier": flow.verifier,
        "next": flow.next_path,
        "begun": flow.begun,
        "exp": int(time.time()) + LIFE_SECONDS,
    }
    return jwt.encode({"alg": ALGORITHM}, claims, _key(settings))


def opened(text: str, state: str, settings: Settings) -> Flow | None:
    """The flow of a cookie, None where it was not made here, is too old or belongs to another state."""
    try:
        claims = jwt.decode(text, _key(settings), algorithms=[ALGORITHM]).claims
        JWTClaimsRegistry(exp={"essential": True}, state={"essential": True, "value": state}).validate(claims)
    except (JoseError, ValueError):
        return None
    return Flow(claims["state"], claims["nonce"], claims["verifier"], claims["next"], claims.get("begun", ""))


def own_word(text: str) -> str:
    """A word that a page has made up, empty for anything else."""
    return text if WORD.fullmatch(text) else ""


def own_path(text: str) -> str:
    """A path of our own site, empty for anything that could lead elsewhere."""
    plain = text.startswith("/") and not text.startswith(("//", "/\\")) and text.isprintable() and "\\" not in text
    if not plain or len(text) > 2000:
        return ""
    parts = urlsplit(text)
    return text if not parts.scheme and not parts.netloc else ""
