"""Forgotten passwords, by letters of a real mail server, and passwords that are changed."""

from __future__ import annotations

import datetime
import ipaddress
import os
import re
import smtplib
import ssl
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx2
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from highground.server.mail import Post
from highground.server.settings import Settings
from tests.server import nursery
from tests.server.conftest import Running, free_port, serving
from tests.server.letters import SECRET, USER, Letters, letters
from tests.server.people import PASSWORD, Somebody, logged_in, registered

NEW = "another long password"
SITE = "https://battles.example.org"
OLD_LINK = {"detail": "This link is no longer valid. Please ask for a new one."}


@pytest.fixture(scope="module")
def post() -> Iterator[Letters]:
    with letters() as found:
        yield found


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory, new_database: Callable[[], str], post: Letters) -> Settings:
    return Settings(
        data=tmp_path_factory.mktemp("recovery"),
        database_url=new_database(),
        public_url=f"{SITE}/",
        smtp_host="127.0.0.1",
        smtp_port=post.port,
        smtp_security="none",
        smtp_from="Highground <post@battles.example.org>",
        rate_limits=False,
        demo=False,
        log_level="CRITICAL",
    )


def forgot(client: httpx2.Client, email: str) -> httpx2.Response:
    return client.post("/api/auth/forgot", json={"email": email})


def reset(client: httpx2.Client, token: str, password: str = NEW) -> httpx2.Response:
    return client.post("/api/auth/reset", json={"token": token, "password": password})


def link_for(client: httpx2.Client, post: Letters, somebody: Somebody) -> str:
    """The token of the link that somebody gets."""
    assert forgot(client, somebody.email).status_code == 202
    text = post.next_to(somebody.email).get_content()
    found = re.search(rf"{re.escape(SITE)}/reset/([\w-]+)\s", text)
    assert found, text
    return found[1]


# AUTH-6 (decided otherwise: a link is sent)
def test_a_link_sets_a_new_password_once(client: httpx2.Client, post: Letters) -> None:
    ada = registered(client)
    token = link_for(client, post, ada)
    assert reset(client, token).status_code == 204
    assert client.get("/api/auth/me", headers=ada.headers).status_code == 401
    assert client.post("/api/auth/login", json={"email": ada.email, "password": PASSWORD}).status_code == 401
    assert logged_in(client, ada.email, NEW).id == ada.id
    again = reset(client, token, "a third password")
    assert (again.status_code, again.json()) == (400, OLD_LINK)


def test_a_link_used_by_many_at_once_works_for_one(client: httpx2.Client, post: Letters) -> None:
    ada = registered(client)
    token = link_for(client, post, ada)
    with ThreadPoolExecutor(4) as together:
        answers = [together.submit(reset, client, token, f"the password {number}") for number in range(4)]
    statuses = [answer.result().status_code for answer in answers]
    assert sorted(statuses) == [204, 400, 400, 400]
    assert logged_in(client, ada.email, f"the password {statuses.index(204)}").id == ada.id


def test_the_letter_is_one_that_arrives(client: httpx2.Client, post: Letters) -> None:
    ada = registered(client, "Zoë")
    forgot(client, f" {ada.email.upper()} ")
    letter = post.next_to(ada.email)
    assert letter["from"] == "Highground <post@battles.example.org>"
    assert letter["subject"] == "Choose a new password"
    assert letter["message-id"].endswith("@battles.example.org>")
    assert letter["auto-submitted"] == "auto-generated"
    assert letter.get_content().startswith("Hello Zoë,")


def test_nobody_learns_whether_there_is_an_account(client: httpx2.Client, post: Letters) -> None:
    ada = registered(client)
    known, unknown = forgot(client, ada.email), forgot(client, "stranger@example.org")
    assert known.status_code == unknown.status_code == 202
    assert known.json() == unknown.json() == {"sent_by": "email", "detail": known.json()["detail"]}
    post.next_to(ada.email)
    assert post.arrived == []


def test_a_link_of_an_hour_ago_is_refused(server: Running, post: Letters) -> None:
    ada = registered(server.client)
    token = link_for(server.client, post, ada)
    server.write(f"UPDATE tokens SET expires = '2020-01-01 00:00:00' WHERE kind = 'reset' AND user_id = {ada.id}")
    assert reset(server.client, token).json() == OLD_LINK


def test_a_link_lasts_an_hour(server: Running, post: Letters) -> None:
    ada = registered(server.client)
    link_for(server.client, post, ada)
    stored = server.rows(f"SELECT expires FROM tokens WHERE kind = 'reset' AND user_id = {ada.id}")[0][0]
    ends = stored if isinstance(stored, datetime.datetime) else datetime.datetime.fromisoformat(str(stored))
    left = ends.replace(tzinfo=datetime.UTC) - datetime.datetime.now(datetime.UTC)
    assert datetime.timedelta(minutes=59) < left <= datetime.timedelta(hours=1)


def test_a_new_password_makes_other_links_void(client: httpx2.Client, post: Letters) -> None:
    ada = registered(client)
    first, second = link_for(client, post, ada), link_for(client, post, ada)
    assert reset(client, second).status_code == 204
    assert reset(client, first).json() == OLD_LINK


def test_a_link_is_no_login_and_a_login_no_link(client: httpx2.Client, post: Letters) -> None:
    ada = registered(client)
    token = link_for(client, post, ada)
    assert client.get("/api/auth/me", headers={"Authorization": f"Bearer {token}"}).status_code == 401
    client.post("/api/auth/logout", headers={"Authorization": f"Bearer {token}"})
    assert reset(client, ada.token).json() == OLD_LINK
    assert reset(client, token).status_code == 204


def test_a_link_with_a_bad_password_can_be_tried_again(client: httpx2.Client, post: Letters) -> None:
    token = link_for(client, post, registered(client))
    answer = reset(client, token, "short")
    assert (answer.status_code, answer.json()) == (422, {"detail": "The password must have at least 8 characters."})
    assert reset(client, token).status_code == 204


def test_a_link_that_came_by_email_confirms_the_address(server: Running, post: Letters) -> None:
    ada = registered(server.client)

    def confirmed() -> bool:
        return bool(server.rows(f"SELECT email_confirmed FROM users WHERE id = {ada.id}")[0][0])

    assert not confirmed()
    reset(server.client, link_for(server.client, post, ada))
    assert confirmed()


def test_a_letter_goes_through_starttls_with_a_login(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    context = certified(tmp_path, monkeypatch)
    with letters(context) as found:
        given = {"smtp_host": "127.0.0.1", "smtp_port": found.port, "smtp_user": USER, "smtp_password": SECRET}
        send(Settings.model_validate(given))
        assert found.next_to("ada@example.org").get_content().strip() == "Hello."
        with pytest.raises(smtplib.SMTPAuthenticationError):
            send(Settings.model_validate(given | {"smtp_password": "wrong"}))


def send(settings: Settings) -> None:
    import asyncio

    asyncio.run(Post(settings).send("ada@example.org", "Hello", "Hello.\n"))


def certified(folder: Path, monkeypatch: pytest.MonkeyPatch) -> ssl.SSLContext:
    """A certificate for the loopback that this process trusts."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    today = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(today - datetime.timedelta(days=1))
        .not_valid_after(today + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), False)
        .sign(key, hashes.SHA256())
    )
    pem = folder / "server.pem"
    unlocked = serialization.NoEncryption()
    kind = serialization.PrivateFormat.PKCS8
    pem.write_bytes(
        key.private_bytes(serialization.Encoding.PEM, kind, unlocked)
        + certificate.public_bytes(serialization.Encoding.PEM)
    )
    monkeypatch.setenv("SSL_CERT_FILE", str(pem))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(pem)
    return context


def test_without_a_mail_server_the_link_is_in_the_log(tmp_path: Path) -> None:
    port = free_port()
    with (tmp_path / "log").open("w") as log:
        variables = os.environ | {"HIGHGROUND_DEMO": "false"}
        command = ["serve", "--port", str(port), "--data", str(tmp_path / "data")]
        process = nursery.start(variables, *command, stderr=log.fileno())
        try:
            with httpx2.Client(base_url=f"http://127.0.0.1:{port}", trust_env=False) as client:
                await_health(client)
                ada = registered(client)
                answer = forgot(client, ada.email)
                assert answer.json()["sent_by"] == "log"
                assert "This site cannot send email" in answer.json()["detail"]
                token = logged_link(tmp_path / "log", f"http://127.0.0.1:{port}")
                assert reset(client, token).status_code == 204
                assert logged_in(client, ada.email, NEW).id == ada.id
        finally:
            process.terminate()
            process.wait(10)


def await_health(client: httpx2.Client) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            if client.get("/healthz").status_code == 200:
                return
        except httpx2.TransportError:
            time.sleep(0.05)
    raise AssertionError("the server did not start")


def logged_link(log: Path, site: str) -> str:
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        found = re.search(rf"{re.escape(site)}/reset/([\w-]+)", log.read_text())
        if found:
            return found[1]
        time.sleep(0.02)
    raise AssertionError(log.read_text())


def test_a_mail_server_that_is_down_changes_nothing_in_the_answer(
    tmp_path: Path, new_database: Callable[[], str]
) -> None:
    settings = Settings(
        data=tmp_path,
        database_url=new_database(),
        smtp_host="127.0.0.1",
        smtp_port=free_port(),
        demo=False,
        log_level="CRITICAL",
    )
    with serving(settings) as running:
        ada = registered(running.client)
        assert forgot(running.client, ada.email).status_code == 202
        assert running.client.get("/healthz").status_code == 200


def change(client: httpx2.Client, somebody: Somebody, old: str, new: str) -> httpx2.Response:
    body = {"old_password": old, "new_password": new}
    return client.post("/api/user/password", json=body, headers=somebody.headers)


def test_a_changed_password_ends_the_other_logins(client: httpx2.Client) -> None:
    ada = registered(client)
    other = logged_in(client, ada.email)
    assert change(client, ada, PASSWORD, NEW).status_code == 204
    assert client.get("/api/auth/me", headers=ada.headers).status_code == 200
    assert client.get("/api/auth/me", headers=other.headers).status_code == 401
    assert client.post("/api/auth/login", json={"email": ada.email, "password": PASSWORD}).status_code == 401
    assert logged_in(client, ada.email, NEW).id == ada.id


def test_a_password_is_not_changed_by_a_wrong_one(client: httpx2.Client) -> None:
    ada = registered(client)
    answer = change(client, ada, "not the password", NEW)
    assert (answer.status_code, answer.json()) == (403, {"detail": "The old password is wrong."})
    short = change(client, ada, PASSWORD, "short")
    assert (short.status_code, short.json()) == (422, {"detail": "The password must have at least 8 characters."})
    assert logged_in(client, ada.email).id == ada.id


def test_a_password_is_changed_only_by_who_is_logged_in(client: httpx2.Client) -> None:
    body = {"old_password": PASSWORD, "new_password": NEW}
    assert client.post("/api/user/password", json=body).status_code == 401
