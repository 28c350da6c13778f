"""The headers that keep a browser careful, on every answer."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable
from hashlib import sha256

from starlette.datastructures import Headers
from starlette.types import Scope

HOST = re.compile(r"^[A-Za-z0-9.:\[\]-]{1,255}$")
POLICY = {
    "default-src": "'self'",
    "script-src": "'self'",
    "style-src": "'self' 'unsafe-inline'",  # menus and notices place themselves by style attributes
    "img-src": "'self' data: blob:",
    "media-src": "'self' blob:",
    "font-src": "'self' data:",
    "worker-src": "'self' blob:",
    "frame-src": "'none'",
    "object-src": "'none'",
    "base-uri": "'self'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
}
PERMISSIONS = (
    "camera=(self), microphone=(), geolocation=(), payment=(), usb=(), serial=(), hid=(), midi=(), "
    "display-capture=(), browsing-topics=()"
)
FIXED = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Permissions-Policy": PERMISSIONS,
    "Cross-Origin-Opener-Policy": "same-origin",
}
A_YEAR = "max-age=31536000"


def careful_headers(scope: Scope, *, lasting: bool) -> dict[str, str]:
    """The headers for the answer to a request. What an endpoint sets itself goes before them.

    Over https a browser is asked to come by https for a year, if https is there to stay (`lasting`). An answer of the
    API is kept by no cache.
    """
    encrypted = scope["scheme"] == "https"
    found = FIXED | {"Content-Security-Policy": policy(scope)}
    if encrypted and lasting:
        found["Strict-Transport-Security"] = A_YEAR
    if scope["path"].startswith("/api/"):
        found["Cache-Control"] = "no-store"
    return found


def policy(scope: Scope, scripts: Iterable[str] = ()) -> str:
    """What the page that answers a request may load and call. `scripts` are the texts that may run within it."""
    encrypted = scope["scheme"] == "https"
    within = "".join(f" 'sha256-{b64encode(sha256(each.encode()).digest()).decode()}'" for each in scripts)
    rules = POLICY | {"script-src": POLICY["script-src"] + within} if within else POLICY
    return "; ".join([*(f"{name} {value}" for name, value in rules.items()), _connections(scope, encrypted)])


def _connections(scope: Scope, encrypted: bool) -> str:
    """Calls and sockets to this very host; some browsers do not count sockets as `'self'`."""
    host = Headers(scope=scope).get("host", "")
    socket = f" {'wss' if encrypted else 'ws'}://{host}" if HOST.match(host) else ""
    return f"connect-src 'self'{socket}"
