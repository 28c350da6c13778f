"""Logging in by an OpenID Connect provider: the authorization code flow with state, nonce and PKCE.

Whatever the provider says is checked as OpenID Connect Core 1.0, section 3.1.3.7, asks. Its description and keys are
kept for a while; keys are fetched again when a token names one that is not known.
"""

from __future__ import annotations

import asyncio
import secrets
import ssl
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import httpx2
import structlog
from authlib.common.errors import AuthlibBaseError
from authlib.integrations.httpx_client import AsyncOAuth2Client
from joserfc import jwt
from joserfc.errors import BadSignatureError, InvalidKeyIdError, JoseError
from joserfc.jwk import KeySet
from joserfc.jwt import JWTClaimsRegistry

from highground.server.accounts.flow import Flow
from highground.server.settings import Settings

log = structlog.get_logger(__name__)

SCOPE = "openid email profile"
ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA", "Ed25519"]
"""Signatures with a key pair only: one with a shared secret, or none at all, is never taken."""
SKEW_SECONDS = 120
"""How far the provider's clock may be from ours."""
KEPT_SECONDS = 3600
ANSWER_SECONDS = 10
LONGEST_SUBJECT = 255
LOOPBACK = ("127.0.0.1", "::1", "localhost")
NEEDED = ("authorization_endpoint", "token_endpoint", "jwks_uri")
RETURN_PATH = "/api/auth/provider/return"

NOT_SET_UP = "Logging in by another provider is not set up on this site. Please use your email address and password."
UNREACHABLE = "The login provider cannot be reached at the moment. Please try again later."
NOT_ACCEPTED = "The login provider did not accept the login. Please try again."
NOT_TRUSTED = "The login provider's answer cannot be trusted. Please try again."


class ProviderFailure(Exception):
    """A login by a provider that did not come to its end; the message is for the person who tried."""


@dataclass(frozen=True, slots=True)
class Identified:
    """Who somebody is, as confirmed by the provider."""

    issuer: str
    subject: str
    email: str
    email_verified: bool
    name: str


class Provider:
    """The provider of the settings. Nothing is asked of it before somebody wants to log in by it."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._about: dict[str, Any] = {}
        self._about_until = 0.0
        self._keys: KeySet | None = None
        self._trust: ssl.SSLContext | None = None

    @property
    def is_set_up(self) -> bool:
        settings = self._settings
        return bool(settings.oidc_issuer and settings.oidc_client_id and settings.oidc_client_secret.get_secret_value())

    async def start(self, next_path: str, begun: str = "") -> tuple[str, Flow]:
        """Where to send the browser, and what to remember until it comes back. Raises ProviderFailure."""
        if not self.is_set_up:
            raise ProviderFailure(NOT_SET_UP)
        about = await self._described()
        flow = Flow(
            state=secrets.token_urlsafe(24),
            nonce=secrets.token_urlsafe(24),
            verifier=secrets.token_urlsafe(48),
            next_path=next_path,
            begun=begun,
        )
        async with await self._client(about) as client:
            url, _state = client.create_authorization_url(
                about["authorization_endpoint"], state=flow.state, nonce=flow.nonce, code_verifier=flow.verifier
            )
        return str(url), flow

    async def finish(self, code: str, flow: Flow) -> Identified:
        """Who came back with this code. Raises ProviderFailure."""
        about = await self._described()
        async with await self._client(about) as client:
            answer = await self._exchange(client, about, code, flow)
            claims = await self._checked(str(answer.get("id_token", "")), flow, about)
            if "email" not in claims and "userinfo_endpoint" in about:
                claims = await _user_info(client, about, claims) | claims
        return Identified(
            issuer=self._settings.oidc_issuer,
            subject=claims["sub"],
            email=str(claims.get("email", "")),
            email_verified=str(claims.get("email_verified", "")).lower() == "true",
            name=str(claims.get("name") or claims.get("given_name") or ""),
        )

    async def _trusted(self) -> ssl.SSLContext:
        """Whose certificates are taken; reading them is slow, so it is done once and off the event loop."""
        if self._trust is None:
            self._trust = await asyncio.to_thread(httpx2.create_ssl_context)
        return self._trust

    async def _client(self, about: Mapping[str, Any]) -> Any:
        methods = about.get("token_endpoint_auth_methods_supported", ["client_secret_basic"])
        basic = "client_secret_basic" in methods
        return AsyncOAuth2Client(
            client_id=self._settings.oidc_client_id,
            client_secret=self._settings.oidc_client_secret.get_secret_value(),
            token_endpoint_auth_method="client_secret_basic" if basic else "client_secret_post",
            redirect_uri=self._settings.site + RETURN_PATH,
            scope=SCOPE,
            code_challenge_method="S256",
            timeout=ANSWER_SECONDS,
            verify=await self._trusted(),
        )

    async def _exchange(self, client: Any, about: Mapping[str, Any], code: str, flow: Flow) -> Mapping[str, Any]:
        try:
            answer: Mapping[str, Any] = await client.fetch_token(
                about["token_endpoint"], grant_type="authorization_code", code=code, code_verifier=flow.verifier
            )
        except AuthlibBaseError as error:
            log.warning("the provider refused a code", error=str(error))
            raise ProviderFailure(NOT_ACCEPTED) from error
        except (httpx2.HTTPError, ValueError) as error:
            raise _unreachable(error) from error
        return answer

    async def _checked(self, id_token: str, flow: Flow, about: Mapping[str, Any]) -> dict[str, Any]:
        """The claims of a token whose signature, issuer, audience, times and nonce are right."""
        issuers = [self._settings.oidc_issuer]
        if issuers == ["https://accounts.google.com"]:
            issuers.append("accounts.google.com")  # Google's documentation allows for both
        ours = self._settings.oidc_client_id
        rules = JWTClaimsRegistry(
            leeway=SKEW_SECONDS,
            iss={"essential": True, "values": issuers},
            aud={"essential": True, "value": ours},
            sub={"essential": True},
            exp={"essential": True},
            iat={"essential": True},
            nonce={"essential": True, "value": flow.nonce},
        )
        try:
            claims = await self._signed(id_token, about)
            rules.validate(claims)
        except (JoseError, ValueError) as error:
            log.warning("an id_token was refused", error=f"{type(error).__name__}: {error}")
            raise ProviderFailure(NOT_TRUSTED) from error
        several = isinstance(claims["aud"], list) and len(claims["aud"]) > 1
        if claims.get("azp", "" if several else ours) != ours or len(claims["sub"]) > LONGEST_SUBJECT:
            log.warning("an id_token was refused", error="it was given to somebody else")
            raise ProviderFailure(NOT_TRUSTED)
        return claims

    async def _signed(self, id_token: str, about: Mapping[str, Any]) -> dict[str, Any]:
        """The claims of a token that one of the provider's keys signed; new keys are looked for once."""
        if self._keys is not None:
            try:
                return jwt.decode(id_token, self._keys, algorithms=ALGORITHMS).claims
            except (InvalidKeyIdError, BadSignatureError):
                pass
        found = await self._fetched(about["jwks_uri"])
        self._keys = KeySet.import_key_set({"keys": [key for key in found.get("keys", []) if key.get("use") != "enc"]})
        return jwt.decode(id_token, self._keys, algorithms=ALGORITHMS).claims

    async def _described(self) -> Mapping[str, Any]:
        """The provider's description of itself (OpenID Connect Discovery 1.0)."""
        if time.monotonic() < self._about_until:
            return self._about
        issuer = self._settings.oidc_issuer
        about = await self._fetched(issuer.rstrip("/") + "/.well-known/openid-configuration")
        named = [*NEEDED, *({"userinfo_endpoint"} & about.keys())]
        safe = all(isinstance(about.get(name), str) and _is_safe(about[name]) for name in named)
        if about.get("issuer") != issuer or not safe:
            log.error("the provider describes itself as another one, or without https", issuer=about.get("issuer"))
            raise ProviderFailure(NOT_TRUSTED)
        self._about, self._about_until = about, time.monotonic() + KEPT_SECONDS
        return about

    async def _fetched(self, url: str) -> dict[str, Any]:
        try:
            async with httpx2.AsyncClient(timeout=ANSWER_SECONDS, verify=await self._trusted()) as client:
                found = (await client.get(url)).raise_for_status().json()
        except (httpx2.HTTPError, httpx2.InvalidURL, ValueError) as error:
            raise _unreachable(error) from error
        if not isinstance(found, dict):
            raise _unreachable(TypeError("no JSON object"))
        return found


async def _user_info(client: Any, about: Mapping[str, Any], claims: Mapping[str, Any]) -> dict[str, Any]:
    """What the provider says besides its token; nothing where it is about somebody else."""
    try:
        found = (await client.get(about["userinfo_endpoint"])).raise_for_status().json()
    except (httpx2.HTTPError, ValueError, AuthlibBaseError) as error:
        raise _unreachable(error) from error
    return found if isinstance(found, dict) and found.get("sub") == claims["sub"] else {}


def _is_safe(url: str) -> bool:
    """Encrypted on its way, or not on any way at all."""
    parts = urlsplit(url)
    return parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in LOOPBACK)


def _unreachable(error: Exception) -> ProviderFailure:
    log.warning("the provider does not answer", error=f"{type(error).__name__}: {error}")
    return ProviderFailure(UNREACHABLE)
