"""A small OpenID Connect provider that lets everybody in, for tests of logging in by one.

    python tests/server/oidc_provider.py --port 9400

It takes the client `highground` with the secret `provider secret`, agrees at once, and signs its tokens. What it does
next may be changed: `POST /control` with a JSON object sets the person (`sub`, `email`, `email_verified`, `name`) and
the `mode`, one of MODES, for all logins that begin after it; `mode` may also be added to the address of /authorize.
`POST /rotate` makes a new key and forgets the old one.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import json
import secrets
import time
from typing import Any
from urllib.parse import urlencode

import uvicorn
from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse, RedirectResponse, Response
from joserfc import jwt
from joserfc.jwk import OctKey, RSAKey

CLIENT, SECRET = "highground", "provider secret"
CREDENTIALS = "Basic " + base64.b64encode(f"{CLIENT}:{SECRET}".encode()).decode()
ELSEWHERE = "https://issuer.example.org"
PERSON = {"sub": "subject-1", "email": "player@example.org", "email_verified": True, "name": "A Player"}
MODES = {
    "agree": "lets the person in",
    "access_denied": "the person does not agree",
    "provider_error": "comes back with another error",
    "wrong_state": "comes back with another state",
    "no_code": "comes back with neither code nor error",
    "other_issuer": "comes back in the name of another issuer (RFC 9207)",
    "wrong_nonce": "a token for another login",
    "no_nonce": "a token without a nonce",
    "expired": "a token of an hour ago",
    "slow_clock": "a token that expired a minute ago by our clock",
    "fast_clock": "a token that was made in a minute by our clock",
    "far_future": "a token that is made in an hour",
    "wrong_audience": "a token for another client",
    "shared_audience": "a token for two clients, given to the other one",
    "wrong_issuer": "a token of another issuer",
    "no_subject": "a token of nobody",
    "bad_signature": "a token with a signature of another key",
    "unsigned": "a token with the algorithm `none`",
    "shared_secret": "a token signed with the client's secret",
    "no_token": "no id_token at all",
    "broken_token": "an id_token that is none",
    "no_email": "a token without an address; /userinfo has it",
    "other_info": "as no_email, but /userinfo is about somebody else",
    "token_down": "the token endpoint fails",
    "not_json": "the token endpoint answers with a page",
    "info_down": "as no_email, but /userinfo fails",
}


class Provider:
    """What it knows: its keys, who comes next, the codes that are not used yet."""

    def __init__(self, issuer: str) -> None:
        self.issuer = issuer
        self.person: dict[str, Any] = dict(PERSON)
        self.mode = "agree"
        self.codes: dict[str, dict[str, Any]] = {}
        self.tokens: dict[str, dict[str, Any]] = {}
        self.rotate()

    def rotate(self) -> None:
        self.key = RSAKey.generate_key(2048, {"kid": secrets.token_hex(4), "use": "sig"})

    def claims(self, grant: dict[str, Any]) -> dict[str, Any]:
        now = int(time.time())
        claims = {
            "iss": self.issuer,
            "aud": CLIENT,
            "iat": now,
            "exp": now + 300,
            "nonce": grant["nonce"],
            **grant["person"],
        }
        changed: dict[str, dict[str, Any]] = {
            "wrong_nonce": {"nonce": "another"},
            "no_nonce": {"nonce": None},
            "expired": {"iat": now - 3900, "exp": now - 3600},
            "slow_clock": {"iat": now - 360, "exp": now - 60},
            "fast_clock": {"iat": now + 60, "exp": now + 360},
            "far_future": {"iat": now + 3600, "exp": now + 3900},
            "wrong_audience": {"aud": "somebody-else"},
            "shared_audience": {"aud": [CLIENT, "somebody-else"], "azp": "somebody-else"},
            "wrong_issuer": {"iss": ELSEWHERE},
            "no_subject": {"sub": None},
        }
        claims |= changed.get(grant["mode"], {})
        if grant["mode"] in ("no_email", "other_info", "info_down"):
            claims |= {"email": None, "email_verified": None}
        return {name: value for name, value in claims.items() if value is not None}

    def id_token(self, grant: dict[str, Any]) -> str | None:
        claims, mode = self.claims(grant), grant["mode"]
        header = {"alg": "RS256", "kid": self.key.kid}
        if mode == "no_token":
            return None
        if mode == "broken_token":
            return "not.a.token"
        if mode == "bad_signature":
            return jwt.encode(header, claims, RSAKey.generate_key(2048))
        if mode == "unsigned":
            return f"{_part({'alg': 'none'})}.{_part(claims)}."
        if mode == "shared_secret":
            return jwt.encode({"alg": "HS256", "kid": self.key.kid}, claims, OctKey.import_key(SECRET.encode() * 4))
        return jwt.encode(header, claims, self.key)

    def description(self) -> dict[str, Any]:
        return {
            "issuer": self.issuer,
            "authorization_endpoint": f"{self.issuer}/authorize",
            "token_endpoint": f"{self.issuer}/token",
            "userinfo_endpoint": f"{self.issuer}/userinfo",
            "jwks_uri": f"{self.issuer}/jwks",
            "response_types_supported": ["code"],
            "subject_types_supported": ["public"],
            "id_token_signing_alg_values_supported": ["RS256"],
            "code_challenge_methods_supported": ["S256"],
        }

    def keys(self) -> dict[str, Any]:
        return {"keys": [{"kty": "new-kind", "kid": "x"}, self.key.as_dict(private=False)]}

    def authorize(self, request: Request) -> Response:
        asked = dict(request.query_params)
        wrong = asked.get("client_id") != CLIENT or asked.get("response_type") != "code"
        if wrong or "openid" not in asked.get("scope", "") or asked.get("code_challenge_method") != "S256":
            return JSONResponse({"error": "invalid_request"}, status_code=400)
        mode = asked.get("mode", self.mode)
        code = secrets.token_urlsafe(16)
        self.codes[code] = {**asked, "mode": mode, "person": dict(self.person)}
        back: dict[str, str] = {"code": code, "state": asked["state"], "iss": self.issuer}
        back |= {"wrong_state": {"state": "another"}, "other_issuer": {"iss": ELSEWHERE}}.get(mode, {})
        if mode in ("access_denied", "provider_error", "no_code"):
            del back["code"]
            back |= {} if mode == "no_code" else {"error": mode.replace("provider_error", "temporarily_unavailable")}
        return RedirectResponse(f"{asked['redirect_uri']}?{urlencode(back)}", 302)

    async def token(self, request: Request) -> Response:
        form = dict(await request.form())
        grant = self.codes.pop(str(form.get("code")), None)
        if request.headers.get("authorization") != CREDENTIALS:
            return JSONResponse({"error": "invalid_client"}, status_code=401)
        if grant is None or not _matches(grant, form):
            return JSONResponse({"error": "invalid_grant"}, status_code=400)
        if grant["mode"] == "token_down":
            return JSONResponse({"error": "server_error"}, status_code=503)
        if grant["mode"] == "not_json":
            return Response("<h1>Hello</h1>", media_type="text/html")
        access = secrets.token_urlsafe(16)
        self.tokens[access] = grant
        answer = {"access_token": access, "token_type": "Bearer", "expires_in": 300}
        id_token = self.id_token(grant)
        return JSONResponse(answer | ({} if id_token is None else {"id_token": id_token}))

    def user_info(self, request: Request) -> Response:
        grant = self.tokens.get(request.headers.get("authorization", "").removeprefix("Bearer "))
        if grant is None or grant["mode"] == "info_down":
            return JSONResponse({"error": "invalid_token"}, status_code=401)
        return JSONResponse(grant["person"] | ({"sub": "another"} if grant["mode"] == "other_info" else {}))

    async def control(self, request: Request) -> Response:
        wanted = await request.json()
        mode = wanted.pop("mode", "agree")
        if mode not in MODES:
            return JSONResponse({"error": f"no such mode; there are {', '.join(MODES)}"}, status_code=422)
        self.mode, self.person = mode, PERSON | wanted
        return JSONResponse({"mode": self.mode, "person": self.person})

    def rotate_key(self) -> dict[str, Any]:
        self.rotate()
        return {"kid": self.key.kid}


def _part(content: dict[str, Any]) -> str:
    return base64.urlsafe_b64encode(json.dumps(content).encode()).decode().rstrip("=")


def _matches(grant: dict[str, Any], form: dict[str, Any]) -> bool:
    """Is it the client that began the login, with the other half of its challenge?"""
    digest = hashlib.sha256(str(form.get("code_verifier")).encode()).digest()
    return (
        grant["redirect_uri"] == form.get("redirect_uri")
        and grant.get("code_challenge") == base64.urlsafe_b64encode(digest).decode().rstrip("=")
        and form.get("grant_type") == "authorization_code"
    )


def create(issuer: str) -> FastAPI:
    provider = Provider(issuer)
    app = FastAPI(title="Provider")
    for verb, path, call in (
        ("GET", "/.well-known/openid-configuration", provider.description),
        ("GET", "/jwks", provider.keys),
        ("GET", "/authorize", provider.authorize),
        ("POST", "/token", provider.token),
        ("GET", "/userinfo", provider.user_info),
        ("POST", "/control", provider.control),
        ("POST", "/rotate", provider.rotate_key),
    ):
        app.add_api_route(path, call, methods=[verb], response_model=None)
    return app


def main() -> None:
    given = argparse.ArgumentParser(description="A small OpenID Connect provider for tests.")
    given.add_argument("--port", type=int, required=True)
    port = given.parse_args().port
    uvicorn.run(create(f"http://127.0.0.1:{port}"), host="127.0.0.1", port=port, log_level="warning")


if __name__ == "__main__":
    main()
