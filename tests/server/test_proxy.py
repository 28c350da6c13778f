"""A site behind a real Caddy, by deploy/Caddyfile and a certificate of Caddy's own: who asks, and by which scheme."""

from __future__ import annotations

import os
import ssl
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.cookies import SimpleCookie
from itertools import count
from pathlib import Path

import httpx2
import pytest
from pydantic import ValidationError
from starlette.types import Receive, Scope, Send
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from highground.server.accounts.provider import RETURN_PATH
from highground.server.forwarded import Forwarded, networks
from highground.server.settings import Settings
from tests.conftest import REPOSITORY
from tests.server.conftest import Running, free_port, serving
from tests.server.oidc_provider import CLIENT, SECRET
from tests.server.sites import until
from tests.server.test_accounts_provider import running_provider

AN_HOUR = 20
"""How many letters of news may be asked for from one address."""
A_YEAR = "max-age=31536000"
GLOBAL = """{{
	admin off
	skip_install_trust
	http_port {http}
	https_port {https}
	storage file_system {folder}
}}
import {caddyfile}
"""
numbers = count()


@dataclass(frozen=True)
class Proxy:
    """A Caddy of this machine in front of a server. Its visitors trust its own certificate and nobody else's."""

    port: int
    folder: Path

    @property
    def trusted(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=str(self.folder / "pki/authorities/local/root.crt"))

    @contextmanager
    def visitor(self, address: str) -> Iterator[httpx2.Client]:
        """Somebody who comes from this address of the loopback."""
        way = httpx2.HTTPTransport(verify=self.trusted, local_address=address)
        with httpx2.Client(base_url=f"https://localhost:{self.port}", transport=way, timeout=20) as client:
            yield client

    def answers(self) -> bool:
        try:
            with self.visitor("127.0.0.1") as client:
                return client.get("/healthz").status_code == 200
        except (httpx2.TransportError, FileNotFoundError):
            return False


@contextmanager
def in_front(caddy: str, server: Running, folder: Path) -> Iterator[Proxy]:
    ports = {"http": free_port(), "https": free_port()}
    folder.mkdir()
    config = folder / "Caddyfile"
    config.write_text(GLOBAL.format(**ports, folder=folder, caddyfile=REPOSITORY / "deploy" / "Caddyfile"))
    place = f"127.0.0.1:{server.client.base_url.port}"
    settings_ = {"PATH": os.environ["PATH"], "HOME": str(folder), "SITE": "localhost", "SERVER": place}
    command = [caddy, "run", "--config", str(config), "--adapter", "caddyfile"]
    with (folder / "said.txt").open("w") as said, subprocess.Popen(command, env=settings_, stderr=said) as process:
        proxy = Proxy(ports["https"], folder)
        try:
            until(lambda: process.poll() is not None or proxy.answers(), 30)
            assert process.poll() is None, (folder / "said.txt").read_text()
            yield proxy
        finally:
            process.terminate()
            process.wait(20)


@pytest.fixture(scope="module")
def provider() -> Iterator[str]:
    with running_provider() as issuer:
        yield issuer


@pytest.fixture(scope="module")
def behind(
    tmp_path_factory: pytest.TempPathFactory, new_database: Callable[[], str], provider: str
) -> Iterator[Running]:
    """A server as it is set up by default, but that it counts attempts and knows a login provider."""
    settings_ = {
        "data": tmp_path_factory.mktemp("behind"),
        "database_url": new_database(),
        "demo": False,
        "log_level": "CRITICAL",
        "oidc_issuer": provider,
        "oidc_client_id": CLIENT,
        "oidc_client_secret": SECRET,
    }
    with serving(Settings.model_validate(settings_)) as running:
        yield running


@pytest.fixture(scope="module")
def proxy(caddy: str, behind: Running, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    with in_front(caddy, behind, tmp_path_factory.mktemp("caddy") / "own") as running:
        yield running


def asked(client: httpx2.Client, **headers: str) -> int:
    """The answer to one more who asks for the newsletter."""
    body = {"email": f"reader{next(numbers)}@example.org"}
    return client.post("/api/newsletter", json=body, headers=headers).status_code


def direct(server: Running, address: str) -> httpx2.Client:
    """Somebody who comes past the proxy, from this address of the loopback."""
    way = httpx2.HTTPTransport(local_address=address)
    return httpx2.Client(base_url=server.client.base_url, transport=way, timeout=20)


def test_two_visitors_of_a_proxy_are_counted_each_for_himself_whatever_they_claim(proxy: Proxy) -> None:
    with proxy.visitor("127.0.0.2") as first, proxy.visitor("127.0.0.3") as second:
        honest = [asked(first) for _ in range(AN_HOUR)]
        assert honest == [201] * AN_HOUR
        assert asked(first) == 429
        assert asked(first, **{"X-Forwarded-For": "203.0.113.9"}) == 429
        assert asked(second) == 201


def test_a_visitor_past_the_proxy_is_not_believed(behind: Running) -> None:
    with direct(behind, "127.0.0.4") as liar:
        lies = [asked(liar, **{"X-Forwarded-For": f"203.0.113.{number}"}) for number in range(AN_HOUR + 1)]
        assert lies == [201] * AN_HOUR + [429]
        answer = liar.get("/healthz", headers={"X-Forwarded-Proto": "https"})
        assert "strict-transport-security" not in answer.headers


def test_over_tls_the_site_is_an_encrypted_one(proxy: Proxy, behind: Running) -> None:
    with proxy.visitor("127.0.0.5") as visitor:
        page = visitor.get("/healthz")
        assert page.headers["strict-transport-security"] == A_YEAR
        assert f"connect-src 'self' wss://localhost:{proxy.port}" in page.headers["content-security-policy"]
        assert visitor.get("/metrics").status_code == 404
        cookie = visitor.get("/api/auth/google/login").headers["set-cookie"]
    assert all(each["secure"] for each in SimpleCookie(cookie).values())
    plain = behind.client.get("/api/auth/google/login")
    assert not any(each["secure"] for each in SimpleCookie(plain.headers["set-cookie"]).values())


def test_sockets_pass(proxy: Proxy) -> None:
    address = f"wss://localhost:{proxy.port}/ws/game/none?role=camera"
    with connect(address, ssl=proxy.trusted, proxy=None) as socket, pytest.raises(ConnectionClosed) as closed:
        socket.recv(timeout=20)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4401


def test_links_name_the_site_and_not_the_server_behind_it(provider: str, tmp_path: Path, behind: Running) -> None:
    public = behind.settings.model_copy(update={"public_url": "https://table.example.org", "data": tmp_path})
    with serving(public.model_copy(update={"database_url": ""})) as running:
        way = httpx2.URL(running.client.get("/api/auth/google/login").headers["location"])
    assert way.params["redirect_uri"] == f"https://table.example.org{RETURN_PATH}"


@pytest.mark.parametrize(
    ("peer", "lines", "client"),
    [
        ("10.0.0.1", ["203.0.113.5"], "203.0.113.5"),
        ("10.0.0.1", ["198.51.100.1, 203.0.113.5"], "203.0.113.5"),
        ("10.0.0.1", ["198.51.100.1", "203.0.113.5, 10.0.0.2"], "203.0.113.5"),
        ("10.0.0.1", ["203.0.113.5:4711"], "203.0.113.5"),
        ("10.0.0.1", ["[2001:db8::7]:4711"], "2001:db8::7"),
        ("10.0.0.1", ["203.0.113.5, nobody"], "10.0.0.1"),
        ("10.0.0.1", ["10.0.0.3, 10.0.0.2"], "10.0.0.3"),
        ("10.0.0.1", [], "10.0.0.1"),
        ("::ffff:10.0.0.1", ["203.0.113.5"], "203.0.113.5"),
        ("::ffff:192.0.2.1", ["203.0.113.5"], "192.0.2.1"),
        ("192.0.2.1", ["203.0.113.5"], "192.0.2.1"),
    ],
)
async def test_the_client_is_the_last_that_is_no_proxy_of_ours(peer: str, lines: list[str], client: str) -> None:
    headers = [(b"x-forwarded-for", line.encode()) for line in lines] + [(b"x-forwarded-proto", b"https")]
    scope: Scope = {"type": "websocket", "scheme": "ws", "client": (peer, 4711), "headers": headers}

    async def served(scope: Scope, receive: Receive, send: Send) -> None:
        """What is asked."""

    async def nothing(*_: object) -> dict[str, object]:
        return {}

    await Forwarded(served, networks("10.0.0.0/8, ::1"))(scope, nothing, nothing)  # type: ignore[arg-type]
    assert scope["client"][0] == client
    assert scope["scheme"] == ("wss" if "10.0.0" in peer else "ws")


def test_proxies_are_named_by_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HIGHGROUND_TRUSTED_PROXIES", raising=False)
    assert [str(each) for each in Settings().trusted_proxies] == ["127.0.0.1/32", "::1/128"]
    monkeypatch.setenv("HIGHGROUND_TRUSTED_PROXIES", " 172.30.0.2,2001:db8::/32 ")
    assert Settings().trusted_proxies == networks("172.30.0.2, 2001:db8::/32")
    monkeypatch.setenv("HIGHGROUND_TRUSTED_PROXIES", "")
    assert Settings().trusted_proxies == ()
    monkeypatch.setenv("HIGHGROUND_TRUSTED_PROXIES", "caddy")
    with pytest.raises(ValidationError, match="'caddy' is no address and no network"):
        Settings()
