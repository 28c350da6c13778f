"""Logging in by an OpenID Connect provider, against one that runs as a process of its own."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx2
import pytest

from highground.server.accounts.flow import Flow, cookie_name, opened, own_path, sealed
from highground.server.settings import Settings
from tests.server import nursery
from tests.server.conftest import Running, free_port, serving
from tests.server.oidc_provider import CLIENT, SECRET
from tests.server.people import PASSWORD, registered

LOGIN = "/api/auth/google/login"
UNREACHABLE = "The login provider cannot be reached at the moment. Please try again later."
NOT_ACCEPTED = "The login provider did not accept the login. Please try again."
NOT_TRUSTED = "The login provider's answer cannot be trusted. Please try again."
STRANGE = "This login was started in another browser, or too long ago. Please try again."
NOT_CONFIRMED = (
    "Your login provider has not confirmed your email address. Please confirm it there, or register here with a "
    "password."
)


@contextmanager
def running_provider() -> Iterator[str]:
    """The provider's issuer, once it answers."""
    port = free_port()
    process = nursery.start(os.environ, "--port", str(port), program="tests.server.oidc_provider:main")
    issuer = f"http://127.0.0.1:{port}"
    try:
        deadline = time.monotonic() + 30
        while True:
            try:
                httpx2.get(f"{issuer}/jwks", trust_env=False, verify=False)
                break
            except httpx2.TransportError:
                assert time.monotonic() < deadline, "the provider did not start"
                time.sleep(0.05)
        yield issuer
    finally:
        process.terminate()
        process.wait(10)


def settings_(folder: Path, url: str, issuer: str) -> Settings:
    return Settings.model_validate(
        {
            "data": folder,
            "database_url": url,
            "port": free_port(),
            "oidc_issuer": issuer,
            "oidc_client_id": CLIENT,
            "oidc_client_secret": SECRET,
            "rate_limits": False,
            "demo": False,
            "log_level": "CRITICAL",
        }
    )


@pytest.fixture(scope="module")
def provider() -> Iterator[str]:
    with running_provider() as issuer:
        yield issuer


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory, new_database: Callable[[], str], provider: str) -> Settings:
    return settings_(tmp_path_factory.mktemp("provider"), new_database(), provider)


@pytest.fixture(autouse=True)
def agreeing(provider: str) -> None:
    control(provider)


def control(provider: str, **wanted: Any) -> None:
    httpx2.post(f"{provider}/control", json=wanted, trust_env=False, verify=False).raise_for_status()


@pytest.fixture
def browser(server: Running) -> Iterator[httpx2.Client]:
    """Keeps cookies, and follows nothing by itself."""
    with httpx2.Client(base_url=server.client.base_url, trust_env=False, verify=False, timeout=20) as client:
        yield client


def away(browser: httpx2.Client, **query: str) -> str:
    """Start a login; the address of the provider that the browser is sent to."""
    answer = browser.get(LOGIN, params=query)
    assert answer.status_code == 302
    return answer.headers["location"]


def back(url: str) -> str:
    """What the provider sends the browser to."""
    answer = httpx2.get(url, trust_env=False, verify=False)
    assert answer.status_code == 302, answer.text
    return answer.headers["location"]


def ended(browser: httpx2.Client, url: str) -> tuple[str, dict[str, str]]:
    """Where the browser ends, with the query."""
    answer = browser.get(url)
    assert answer.status_code == 302
    parts = urlsplit(answer.headers["location"])
    return parts.path, {name: values[0] for name, values in parse_qs(parts.query).items()}


def tried(browser: httpx2.Client, **query: str) -> tuple[str, dict[str, str]]:
    return ended(browser, back(away(browser, **query)))


def failed(message: str) -> tuple[str, dict[str, str]]:
    return "/api/auth/error", {"message": message}


def me(browser: httpx2.Client, token: str) -> dict[str, Any]:
    answer = browser.get("/api/auth/me", headers={"Authorization": f"Bearer {token}"})
    assert answer.status_code == 200
    found: dict[str, Any] = answer.json()
    return found


# API-23
def test_the_browser_is_sent_to_the_provider_with_all_that_protects_a_login(
    browser: httpx2.Client, provider: str, settings: Settings
) -> None:
    answer = browser.get(LOGIN)
    assert answer.status_code == 302
    url = urlsplit(answer.headers["location"])
    query = {name: values[0] for name, values in parse_qs(url.query).items()}
    assert f"{url.scheme}://{url.netloc}{url.path}" == f"{provider}/authorize"
    assert query["redirect_uri"] == f"http://127.0.0.1:{settings.port}/api/auth/provider/return"
    assert (query["client_id"], query["response_type"], query["scope"]) == (CLIENT, "code", "openid email profile")
    assert query["code_challenge_method"] == "S256"
    assert min(len(query[name]) for name in ("state", "nonce", "code_challenge")) >= 32
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert "Path=/api/auth/provider" in cookie
    assert "Secure" not in cookie
    assert query["state"] not in cookie.split("=")[0]


# API-23
def test_a_login_makes_an_account_and_the_next_one_finds_it(browser: httpx2.Client, provider: str) -> None:
    control(provider, sub="new-1", email="New.One@Example.org", name="New One")
    path, query = tried(browser, next="/games?sort=name")
    assert path == "/api/auth/callback"
    assert query["next"] == "/games?sort=name"
    first = me(browser, query["token"])
    assert (str(first["id"]), first["email"], first["display_name"]) == (
        query["user_id"],
        "New.One@example.org",
        "New One",
    )
    control(provider, sub="new-1", email="moved@example.org", email_verified=False)
    path, query = tried(browser)
    assert path == "/api/auth/callback"
    assert query.keys() == {"token", "user_id"}
    assert me(browser, query["token"])["id"] == first["id"]


@pytest.mark.parametrize(
    ("mode", "sentence"),
    [
        ("access_denied", "The login was cancelled at the provider."),
        ("provider_error", NOT_ACCEPTED),
        ("no_code", NOT_ACCEPTED),
        ("other_issuer", NOT_ACCEPTED),
        ("wrong_state", STRANGE),
        ("wrong_nonce", NOT_TRUSTED),
        ("no_nonce", NOT_TRUSTED),
        ("expired", NOT_TRUSTED),
        ("far_future", NOT_TRUSTED),
        ("wrong_audience", NOT_TRUSTED),
        ("shared_audience", NOT_TRUSTED),
        ("wrong_issuer", NOT_TRUSTED),
        ("no_subject", NOT_TRUSTED),
        ("bad_signature", NOT_TRUSTED),
        ("unsigned", NOT_TRUSTED),
        ("shared_secret", NOT_TRUSTED),
        ("no_token", NOT_TRUSTED),
        ("broken_token", NOT_TRUSTED),
        ("other_info", NOT_CONFIRMED),
        ("token_down", UNREACHABLE),
        ("not_json", UNREACHABLE),
        ("info_down", UNREACHABLE),
    ],
)
def test_whatever_goes_wrong_is_reported(
    server: Running, browser: httpx2.Client, provider: str, mode: str, sentence: str
) -> None:
    before = server.rows("SELECT COUNT(*) FROM users"), server.rows("SELECT COUNT(*) FROM tokens")
    control(provider, mode=mode, sub=mode, email=f"{mode}@example.org")
    assert tried(browser) == failed(sentence)
    assert (server.rows("SELECT COUNT(*) FROM users"), server.rows("SELECT COUNT(*) FROM tokens")) == before


@pytest.mark.parametrize("mode", ["slow_clock", "fast_clock"])
def test_a_clock_may_be_a_minute_off(browser: httpx2.Client, provider: str, mode: str) -> None:
    control(provider, mode=mode, sub=mode, email=f"{mode}@example.org")
    assert tried(browser)[0] == "/api/auth/callback"


def test_an_address_is_asked_for_where_the_token_has_none(browser: httpx2.Client, provider: str) -> None:
    control(provider, mode="no_email", sub="info-1", email="info@example.org", name="Info")
    path, query = tried(browser)
    assert path == "/api/auth/callback"
    assert me(browser, query["token"])["email"] == "info@example.org"


def test_a_code_and_a_cookie_work_once(browser: httpx2.Client, provider: str) -> None:
    control(provider, sub="once", email="once@example.org")
    url = back(away(browser))
    kept = dict(browser.cookies)
    assert len(kept) == 1
    assert ended(browser, url)[0] == "/api/auth/callback"
    assert dict(browser.cookies) == {}
    assert ended(browser, url) == failed(STRANGE)
    name, value = kept.popitem()
    browser.cookies.set(name, value, path="/api/auth/provider")
    assert ended(browser, url) == failed(NOT_ACCEPTED)


def test_the_answer_of_another_browser_is_refused(server: Running, browser: httpx2.Client) -> None:
    url = back(away(browser))
    with httpx2.Client(base_url=server.client.base_url, trust_env=False, verify=False) as other:
        assert ended(other, url) == failed(STRANGE)
        away(other)
        assert ended(other, url) == failed(STRANGE)
    assert ended(browser, url)[0] == "/api/auth/callback"


def test_the_page_that_began_a_login_gets_its_word_back(browser: httpx2.Client) -> None:
    word = "0123456789abcdef"
    assert tried(browser, begun=word)[1]["begun"] == word
    for strange in ("short", "x" * 65, "0123456789abcdef&token=x", "<script>0123456789"):
        assert "begun" not in tried(browser, begun=strange)[1]


def test_two_tabs_do_not_disturb_each_other(browser: httpx2.Client) -> None:
    first, second = back(away(browser, next="/games")), back(away(browser, next="/rosters"))
    assert ended(browser, first)[1]["next"] == "/games"
    assert ended(browser, second)[1]["next"] == "/rosters"


def test_a_new_key_of_the_provider_is_found(browser: httpx2.Client, provider: str) -> None:
    control(provider, sub="keys", email="keys@example.org")
    for _ in range(2):
        assert tried(browser)[0] == "/api/auth/callback"
        httpx2.post(f"{provider}/rotate", trust_env=False, verify=False)
    assert tried(browser)[0] == "/api/auth/callback"


@pytest.mark.parametrize(("email", "verified"), [("unsure@example.org", False), ("no address", True), ("", True)])
def test_an_address_that_is_not_confirmed_makes_no_account(
    server: Running, browser: httpx2.Client, provider: str, email: str, verified: bool
) -> None:
    control(provider, sub="unsure", email=email, email_verified=verified)
    assert tried(browser) == failed(NOT_CONFIRMED)
    assert server.rows("SELECT id FROM users WHERE email_key = 'unsure@example.org'") == []


def test_an_address_that_is_not_confirmed_joins_no_account(browser: httpx2.Client, provider: str) -> None:
    ada = registered(browser)
    control(provider, sub="thief", email=ada.email, email_verified=False)
    assert tried(browser) == failed(NOT_CONFIRMED)
    assert browser.get("/api/auth/me", headers=ada.headers).status_code == 200


def test_a_confirmed_address_joins_the_account_that_has_confirmed_it_too(
    server: Running, browser: httpx2.Client, provider: str
) -> None:
    ada = registered(browser)
    server.write(f"UPDATE users SET email_confirmed = TRUE WHERE id = {ada.id}")
    control(provider, sub="ada-joined", email=ada.email.upper(), name="Another Name")
    path, query = tried(browser)
    assert (path, query["user_id"]) == ("/api/auth/callback", str(ada.id))
    assert me(browser, query["token"])["display_name"] == "Ada"
    assert browser.get("/api/auth/me", headers=ada.headers).status_code == 200
    assert browser.post("/api/auth/login", json={"email": ada.email, "password": PASSWORD}).status_code == 200


def test_an_account_that_took_an_address_before_its_owner_is_put_out(browser: httpx2.Client, provider: str) -> None:
    thief = registered(browser, "Thief")
    control(provider, sub="owner", email=thief.email)
    path, query = tried(browser)
    assert (path, query["user_id"]) == ("/api/auth/callback", str(thief.id))
    assert browser.get("/api/auth/me", headers=thief.headers).status_code == 401
    assert browser.post("/api/auth/login", json={"email": thief.email, "password": PASSWORD}).status_code == 401
    assert me(browser, query["token"])["id"] == thief.id


def test_a_deleted_account_can_be_made_again(browser: httpx2.Client, provider: str) -> None:
    control(provider, sub="again", email="again@example.org")
    _, query = tried(browser)
    headers = {"Authorization": f"Bearer {query['token']}"}
    assert (
        browser.request("DELETE", "/api/user", json={"email": "again@example.org"}, headers=headers).status_code == 204
    )
    _, new = tried(browser)
    assert new["user_id"] != query["user_id"]


def test_an_impossible_name_becomes_one_that_can_be(browser: httpx2.Client, provider: str) -> None:
    for number, (name, shown) in enumerate([("\u202eeve", f"name{0}"), ("n" * 200, "n" * 80), ("", f"name{2}")]):
        control(provider, sub=f"name{number}", email=f"name{number}@example.org", name=name)
        assert me(browser, tried(browser)[1]["token"])["display_name"] == shown


@pytest.mark.parametrize(
    "path",
    [
        "//evil.example.org",
        "/\\evil.example.org",
        "https://evil.example.org/games",
        "javascript:alert(1)",
        "games",
        "/games\n/x",
        "/a\\b",
        "/" + "x" * 2000,
        "",
    ],
)
def test_next_leads_nowhere_else(browser: httpx2.Client, path: str) -> None:
    assert own_path(path) == ""
    assert "next" not in tried(browser, next=path)[1]


# API-23, OPEN-59
def test_a_provider_that_is_not_set_up_is_reported(tmp_path: Path, new_database: Callable[[], str]) -> None:
    sentence = "Logging in by another provider is not set up on this site. Please use your email address and password."
    plain = Settings(data=tmp_path, database_url=new_database(), demo=False, log_level="CRITICAL")
    with serving(plain) as running:
        for path in (LOGIN, "/api/auth/provider/return?code=x&state=y"):
            assert ended(running.client, path) == failed(sentence)


def test_a_provider_that_is_down_is_reported(tmp_path: Path, new_database: Callable[[], str]) -> None:
    with serving(settings_(tmp_path, new_database(), f"http://127.0.0.1:{free_port()}")) as running:
        assert ended(running.client, LOGIN) == failed(UNREACHABLE)


def test_a_provider_that_goes_down_meanwhile_is_reported(tmp_path: Path, new_database: Callable[[], str]) -> None:
    with ExitStack() as stack:
        with running_provider() as issuer:
            browser = stack.enter_context(serving(settings_(tmp_path, new_database(), issuer))).client
            url = back(away(browser))
        assert ended(browser, url) == failed(UNREACHABLE)


def test_a_provider_that_calls_itself_otherwise_is_not_trusted(
    tmp_path: Path, new_database: Callable[[], str], provider: str
) -> None:
    with serving(settings_(tmp_path, new_database(), f"{provider}/")) as running:
        assert ended(running.client, LOGIN) == failed(NOT_TRUSTED)


def test_the_cookie_is_for_https_alone_where_the_site_is(
    tmp_path: Path, new_database: Callable[[], str], provider: str
) -> None:
    public = settings_(tmp_path, new_database(), provider).model_copy(
        update={"public_url": "https://battles.example.org"}
    )
    with serving(public) as running:
        answer = running.client.get(LOGIN)
    assert "Secure" in answer.headers["set-cookie"]
    assert "redirect_uri=https%3A%2F%2Fbattles.example.org%2Fapi" in answer.headers["location"]


def test_a_cookie_made_elsewhere_or_too_old_is_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    ours = Settings.model_validate({"oidc_client_secret": "ours"})
    theirs = Settings.model_validate({"oidc_client_secret": "theirs"})
    flow = Flow("state", "nonce", "verifier", "/games")
    assert opened(sealed(flow, ours), "state", ours) == flow
    assert opened(sealed(flow, ours), "other", ours) is None
    assert opened(sealed(flow, theirs), "state", ours) is None
    assert opened("nonsense", "state", ours) is None
    assert cookie_name("state") != cookie_name("other")
    old = sealed(flow, ours)
    later = time.time() + 601
    monkeypatch.setattr(time, "time", lambda: later)
    assert opened(old, "state", ours) is None
