"""How often logging in, registering and asking for links may be tried."""

from __future__ import annotations

import secrets
import statistics
import time
from collections.abc import Callable, Iterator

import httpx2
import pytest

from highground.server import limits
from highground.server.errors import Refusal
from highground.server.limits import LOGIN, Action, Limiter, network
from highground.server.settings import Settings
from tests.server.conftest import Running, free_port, serving
from tests.server.people import PASSWORD

THREE = Action("three", by_address="3 per hour")


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory, new_database: Callable[[], str]) -> Iterator[Running]:
    """A server that counts attempts. Each test comes from addresses of its own, as named in the proxy's header."""
    folder = tmp_path_factory.mktemp("limited")
    with serving(Settings(data=folder, database_url=new_database(), demo=False, log_level="CRITICAL")) as running:
        yield running


def post(server: Running, path: str, body: dict[str, str], address: str) -> httpx2.Response:
    return server.client.post(f"/api/auth/{path}", json=body, headers={"X-Forwarded-For": address})


def tries(server: Running, path: str, body: dict[str, str], address: str, most: int) -> int:
    """How many attempts go through before one is refused."""
    for number in range(most):
        if post(server, path, body, address).status_code == 429:
            return number
    return most


# OPEN-49
def test_guessing_a_password_ends_soon_and_says_for_how_long(limited: Running) -> None:
    body = {"email": "guessed@example.org", "password": "guess guess"}
    assert tries(limited, "login", body, "10.0.0.1", 20) == 10
    answer = post(limited, "login", body, "10.0.0.1")
    wait = int(answer.headers["retry-after"])
    assert 500 < wait <= 600
    assert answer.json() == {"detail": f"Too many attempts. Please try again in {wait} seconds."}
    assert post(limited, "login", {**body, "email": " GUESSED@Example.org"}, "10.0.0.1").status_code == 429
    assert post(limited, "login", {**body, "email": "other@example.org"}, "10.0.0.1").status_code == 401
    assert post(limited, "login", body, "10.0.0.2").status_code == 401


async def test_guessing_from_many_addresses_is_slowed_and_locks_nobody_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SLOWED_SECONDS", 0.02)
    limiter = Limiter()
    times = []
    for number in range(80):
        began = time.monotonic()
        await limiter.spend(LOGIN, f"10.1.0.{number}", "owner@example.org")
        times.append(time.monotonic() - began)
    assert min(times[20:]) >= 0.02 > statistics.median(times[:20])


# API-4
def test_addresses_cannot_be_probed_by_registering(limited: Running) -> None:
    def body(number: int) -> dict[str, str]:
        return {"email": f"probe{number}@example.org", "password": PASSWORD, "display_name": "Probe"}

    answers = [post(limited, "register", body(number), "10.0.0.3").status_code for number in range(22)]
    assert answers == [201] * 20 + [429] * 2


def test_one_account_gets_few_links_an_hour(limited: Running) -> None:
    body = {"email": "letters@example.org"}
    answers = [post(limited, "forgot", body, f"10.2.0.{number}").status_code for number in range(5)]
    assert answers == [202, 202, 202, 429, 429]


def test_links_cannot_be_guessed_quickly(limited: Running) -> None:
    assert tries(limited, "reset", {"token": "guess", "password": PASSWORD}, "10.0.0.4", 25) == 20


def test_pairing_codes_cannot_be_guessed_quickly(limited: Running) -> None:
    def status(address: str) -> int:
        body = {"code": "ABCDEFGH"}
        return limited.client.post("/api/camera/join", json=body, headers={"X-Forwarded-For": address}).status_code

    assert [status("10.0.0.5") for _ in range(32)] == [404] * 30 + [429] * 2
    assert status("10.0.0.6") == 404


async def test_servers_count_together_in_redis(redis_url: str) -> None:
    prefix = f"test-{secrets.token_hex(8)}"
    servers = [Limiter(redis_url, prefix=prefix) for _ in range(3)]
    for limiter in servers:
        await limiter.spend(THREE, "10.0.0.9")
    with pytest.raises(Refusal) as refused:
        await servers[0].spend(THREE, "10.0.0.9")
    assert refused.value.status_code == 429
    assert 3590 < int((refused.value.headers or {})["Retry-After"]) <= 3600
    for limiter in servers:
        await limiter.close()


async def test_without_its_redis_a_server_counts_for_itself() -> None:
    limiter = Limiter(f"redis://127.0.0.1:{free_port()}/0")
    for _ in range(3):
        await limiter.spend(THREE, "10.0.0.9")
    with pytest.raises(Refusal):
        await limiter.spend(THREE, "10.0.0.9")


async def test_limits_can_be_turned_off() -> None:
    limiter = Limiter(enabled=False)
    for _ in range(200):
        await limiter.spend(LOGIN, "10.0.0.9", "a@example.org")


def test_a_household_counts_as_one() -> None:
    assert network("2001:db8:1:2:aaaa::1") == network("2001:db8:1:2:bbbb::2")
    assert network("2001:db8:1:2::1") != network("2001:db8:1:3::1")
    assert network("10.0.0.1") != network("10.0.0.2")
    assert network("a-unix-socket") == "a-unix-socket"
