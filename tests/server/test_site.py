"""The web app's files, its routes, and the addresses that must stay JSON."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from xml.etree import ElementTree

import httpx2
import pytest
from fastapi.testclient import TestClient

from highground.server.app import create_app
from highground.server.settings import Settings
from highground.server.site.pages import POSTS, is_page
from tests.conftest import REPOSITORY
from tests.server.conftest import EARLY

ROOT = "<div id=root></div>"


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/", 200),
        ("/logs", 200),
        ("/shared/demo/logs", 200),
        ("/game/7/view", 200),
        ("/blog/how-luck-is-measured/", 200),
        ("/no/such/page", 404),
        ("/apiary", 404),
        ("/blog/no-such-post", 404),
        ("/game/7/view/x", 404),
    ],
)
def test_pages_are_the_web_app_and_others_say_404(client: httpx2.Client, path: str, status: int) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer.headers["cache-control"]) == (status, "no-cache")
    assert ROOT in answer.text
    assert ("There is no such page" in answer.text) is (status == 404)


@pytest.mark.parametrize(
    "path", ["/humans.txt", "/favicon-old.ico", "/js/app.js", "/wp-login.php", "/pages/landing.html"]
)
def test_a_file_that_is_not_there_is_never_a_page(client: httpx2.Client, path: str) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer.json()) == (404, {"detail": "There is nothing at this address."})


def _quoted(pattern: str, *files: str) -> set[str]:
    texts = [(REPOSITORY / "web" / "src" / file).read_text() for file in files]
    return {found for text in texts for found in re.findall(pattern, text)}


def test_every_page_of_the_web_app_is_known() -> None:
    routes = _quoted(r"'(/[\w/:]*)'", "app/router.tsx", "app/accountRoutes.ts") - {"/blog/:slug"}
    assert len(routes) > 25
    assert {path for path in routes if not path.startswith(("/api/", "/debug/")) and not is_page(path)} == set()
    assert _quoted(r"slug: '([\w-]+)'", "features/blog/posts.ts") == set(POSTS)


def test_what_search_engines_ask_for(client: httpx2.Client) -> None:
    robots, sitemap = client.get("/robots.txt"), client.get("/sitemap.xml")
    assert robots.headers["content-type"].startswith("text/plain")
    assert "Disallow: /api/\n" in robots.text
    assert "Sitemap: http://" in robots.text
    places = [each.text or "" for each in ElementTree.fromstring(sitemap.text).iter() if each.tag.endswith("loc")]
    assert {client.get("/" + place.split("/", 3)[3]).status_code for place in places} == {200}


def test_a_page_shows_what_is_set_up(client: httpx2.Client) -> None:
    assert '<meta name="offers" content="nothing" />' in client.get("/login").text


# OPEN-72
@pytest.mark.parametrize("path", ["/api/auth/callback?token=x", "/api/auth/error?message=no"])
def test_the_sign_in_pages_are_the_web_app(client: httpx2.Client, path: str) -> None:
    """API-24."""
    assert ROOT in client.get(path).text


@pytest.mark.parametrize("path", ["/api", "/api/nope", "/ws/game/1", "/static/nope.png", "/debug/x/y", "/healthz/x"])
def test_a_typo_in_a_call_is_a_json_404(client: httpx2.Client, path: str) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer.json()) == (404, {"detail": "There is nothing at this address."})


def test_files_with_a_hash_in_their_name_are_kept_forever(client: httpx2.Client) -> None:
    answer = client.get("/assets/app-1a2b.js")
    assert answer.status_code == 200
    assert "immutable" in answer.headers["cache-control"]
    assert client.get("/assets/app-old.js").status_code == 404


def test_files_with_a_hash_in_their_name_are_packed_for_clients_that_take_that(client: httpx2.Client) -> None:
    best = client.get("/assets/app-1a2b.js", headers={"Accept-Encoding": "gzip, deflate, br"})
    packed = client.get("/assets/app-1a2b.js", headers={"Accept-Encoding": "gzip"})
    plain = client.get("/assets/app-1a2b.js", headers={"Accept-Encoding": "identity"})
    assert [each.headers["content-encoding"] for each in (best, packed)] == ["br", "gzip"]
    assert packed.headers["vary"] == "Accept-Encoding"
    assert "content-encoding" not in plain.headers
    assert best.content == packed.content == plain.content
    assert int(packed.headers["content-length"]) < len(plain.content)
    head = client.head("/assets/app-1a2b.js")
    assert (head.status_code, head.content) == (200, b"")


@pytest.mark.parametrize("path", ["/..%2f..%2fdata/highground.sqlite3", "/%2e%2e/data/highground.sqlite3", "/a%00b"])
def test_nothing_outside_the_folder_is_served(client: httpx2.Client, path: str) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer.json()) == (404, {"detail": "There is nothing at this address."})


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
    own = b64encode(sha256(EARLY.encode()).digest()).decode()
    assert found["script-src"] == f"'self' 'sha256-{own}'"
    assert found["default-src"] == "'self'"
    assert found["object-src"] == found["frame-ancestors"] == "'none'"
    assert found["connect-src"] == f"'self' ws://{client.base_url.netloc.decode()}"
    assert policy(client.get("/healthz"))["script-src"] == "'self'"
    forged = policy(client.get("/", headers={"Host": "evil.example.org; script-src *"}))
    assert forged["connect-src"] == "'self'"


def test_over_https_a_browser_is_asked_to_stay_there(client: httpx2.Client) -> None:
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
