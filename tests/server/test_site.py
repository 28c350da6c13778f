"""The web app's files, its routes, and the addresses that must stay JSON."""

from __future__ import annotations

from pathlib import Path

import httpx2
import pytest
from fastapi.testclient import TestClient

from highground.server.app import create_app
from highground.server.settings import Settings
from tests.server.conftest import INDEX


@pytest.mark.parametrize("path", ["/", "/logs", "/shared/demo/logs", "/game/7/view", "/no/such/page", "/apiary"])
def test_pages_are_the_web_app(client: httpx2.Client, path: str) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer.text) == (200, INDEX)
    assert answer.headers["cache-control"] == "no-cache"


# OPEN-72
@pytest.mark.parametrize("path", ["/api/auth/callback?token=x", "/api/auth/error?message=no"])
def test_the_sign_in_pages_are_the_web_app(client: httpx2.Client, path: str) -> None:
    """API-24."""
    assert client.get(path).text == INDEX


@pytest.mark.parametrize("path", ["/api", "/api/nope", "/ws/game/1", "/static/nope.png", "/debug/x/y", "/healthz/x"])
def test_a_typo_in_a_call_is_a_json_404(client: httpx2.Client, path: str) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer.json()) == (404, {"detail": "There is nothing at this address."})


def test_files_with_a_hash_in_their_name_are_kept_forever(client: httpx2.Client) -> None:
    answer = client.get("/assets/app-1a2b.js")
    assert answer.status_code == 200
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["content-encoding"] == "gzip"
    assert client.get("/assets/app-old.js").status_code == 404


def test_files_with_a_hash_in_their_name_are_packed_for_whoever_takes_that(client: httpx2.Client) -> None:
    packed = client.get("/assets/app-1a2b.js", headers={"Accept-Encoding": "gzip"})
    plain = client.get("/assets/app-1a2b.js", headers={"Accept-Encoding": "identity"})
    assert (packed.headers["content-encoding"], packed.headers["vary"]) == ("gzip", "Accept-Encoding")
    assert "content-encoding" not in plain.headers
    assert packed.content == plain.content
    assert int(packed.headers["content-length"]) < len(plain.content)
    head = client.head("/assets/app-1a2b.js")
    assert (head.status_code, head.content) == (200, b"")


@pytest.mark.parametrize("path", ["/..%2f..%2fdata/highground.sqlite3", "/%2e%2e/data/highground.sqlite3", "/a%00b"])
def test_nothing_outside_the_folder_is_served(client: httpx2.Client, path: str) -> None:
    assert client.get(path).text == INDEX


def test_headers_that_keep_a_browser_careful(client: httpx2.Client) -> None:
    for path in ("/", "/api/nope", "/healthz", "/static/transponders/a.svg"):
        headers = client.get(path).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
        assert headers["referrer-policy"] == "same-origin"
        assert headers["permissions-policy"].startswith("camera=(self), microphone=(),")
        assert "strict-transport-security" not in headers


def policy(answer: httpx2.Response) -> dict[str, str]:
    parts = answer.headers["content-security-policy"].split("; ")
    return dict(part.split(" ", 1) for part in parts)


def test_only_our_own_scripts_run_and_only_our_own_host_is_called(client: httpx2.Client) -> None:
    found = policy(client.get("/"))
    assert found["script-src"] == found["default-src"] == "'self'"
    assert found["object-src"] == found["frame-ancestors"] == "'none'"
    assert found["connect-src"] == f"'self' ws://{client.base_url.netloc.decode()}"
    forged = policy(client.get("/", headers={"Host": "evil.example.org; script-src *"}))
    assert forged["connect-src"] == "'self'"


def test_over_https_a_browser_is_told_to_stay_there(client: httpx2.Client) -> None:
    answer = client.get("/", headers={"X-Forwarded-Proto": "https", "Host": "battles.example.org"})
    assert answer.headers["strict-transport-security"] == "max-age=31536000"
    assert policy(answer)["connect-src"] == "'self' wss://battles.example.org"


def test_answers_of_calls_are_not_kept(client: httpx2.Client) -> None:
    assert client.get("/api/nope").headers["cache-control"] == "no-store"


def test_a_tame_request_id_is_kept_and_any_other_replaced(client: httpx2.Client) -> None:
    assert client.get("/healthz", headers={"X-Request-Id": "abc-12345678"}).headers["x-request-id"] == "abc-12345678"
    assert client.get("/healthz", headers={"X-Request-Id": "a b\tc"}).headers["x-request-id"] != "a b\tc"


def test_health(client: httpx2.Client) -> None:
    assert client.get("/healthz").json()["status"] == "ok"


def test_without_a_built_web_app_the_page_says_what_to_do(tmp_path: Path) -> None:
    app = create_app(Settings(data=tmp_path, web_dist=tmp_path / "none", demo=False, log_level="ERROR"))
    with TestClient(app) as client:
        answer = client.get("/")
        assert answer.status_code == 503
        assert "make web" in answer.text


def test_a_failure_is_json_without_its_stack(tmp_path: Path) -> None:
    app = create_app(Settings(data=tmp_path, demo=False, log_level="CRITICAL"))

    @app.get("/boom")
    def boom() -> None:
        raise RuntimeError("secret")

    app.router.routes.insert(0, app.router.routes.pop())
    with TestClient(app, raise_server_exceptions=False) as client:
        answer = client.get("/boom")
    assert (answer.status_code, answer.json()) == (
        500,
        {"detail": "Something went wrong on the server. Please try again later."},
    )
