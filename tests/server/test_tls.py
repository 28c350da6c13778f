"""https without a proxy, for the phones of a local network, by our own certificate or by a given one."""

from __future__ import annotations

import os
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import httpx2
import pytest
from pydantic import ValidationError
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from highground.server import tls
from highground.server.addresses import local_addresses
from highground.server.settings import Settings
from highground.server.tls import CertificateError, key_pair, names_of, own_pair
from tests.server import nursery
from tests.server.conftest import free_port
from tests.server.sites import until

HERE = next(iter(local_addresses()), "127.0.0.1")


@dataclass(frozen=True)
class Encrypted:
    """A server of https and what its process has written. Its clients trust one certificate and nobody else."""

    port: int
    certificate: Path
    said: Path

    @property
    def trusted(self) -> ssl.SSLContext:
        return ssl.create_default_context(cafile=str(self.certificate))

    def get(self, path: str, host: str = "127.0.0.1") -> httpx2.Response:
        return httpx2.get(f"https://{host}:{self.port}{path}", verify=self.trusted, trust_env=False, timeout=20)

    def answers(self) -> bool:
        try:
            return self.get("/readyz").status_code == 200
        except (httpx2.TransportError, FileNotFoundError):
            return False


@contextmanager
def serving(data: Path, certificate: Path, *arguments: str) -> Iterator[Encrypted]:
    variables = {"PATH": os.environ.get("PATH", ""), "HIGHGROUND_DEMO": "0", "HIGHGROUND_LOG_LEVEL": "ERROR"}
    server = Encrypted(free_port(), certificate, data.parent / "said.txt")
    command = ["serve", "--port", str(server.port), "--data", str(data), *arguments]
    with server.said.open("w") as said, nursery.start(variables, *command, stderr=said.fileno()) as process:
        try:
            until(lambda: process.poll() is not None or server.answers(), 60)
            yield server
        finally:
            process.terminate()
            process.wait(20)


# SOCK-17
def test_our_own_certificate_serves_pages_and_sockets_to_the_network(tmp_path: Path) -> None:
    data = tmp_path / "data"
    certificate, key = data / "tls" / "certificate.pem", data / "tls" / "key.pem"
    with serving(data, certificate, "--tls") as server:
        for host in ("127.0.0.1", "localhost", HERE):
            assert server.get("/healthz", host).status_code == 200
        headers = server.get("/healthz").headers
        assert "strict-transport-security" not in headers
        assert f"wss://127.0.0.1:{server.port}" in headers["content-security-policy"]
        address = f"wss://{HERE}:{server.port}/ws/game/none?role=camera"
        with connect(address, ssl=server.trusted, proxy=None) as socket, pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=20)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 4401
        lines = server.said.read_text().splitlines()
    assert key.stat().st_mode & 0o077 == 0
    fingerprint = tls.KeyPair(certificate, key, own=True).fingerprint
    assert lines == [
        f"Highground on https://{HERE}:{server.port} (data in {data})",
        "The certificate is this machine's own: a browser asks once whether to go on. Its SHA-256:",
        fingerprint,
        f"A phone becomes a game's camera by its pairing code: scan it, or type it at https://{HERE}:{server.port}/camera",
    ]


def test_a_given_certificate_is_served_and_browsers_learn_that_it_lasts(tmp_path: Path) -> None:
    pair = own_pair(tmp_path / "given", ["127.0.0.1"])
    given = ["--host", "127.0.0.1", "--tls-certificate", str(pair.certificate), "--tls-key", str(pair.key)]
    with serving(tmp_path / "data", pair.certificate, *given) as server:
        assert server.get("/healthz").headers["strict-transport-security"] == "max-age=31536000"
        said = server.said.read_text()
    assert said.startswith(f"Highground on https://127.0.0.1:{server.port} ")
    assert not (tmp_path / "data" / "tls").exists()


def test_our_own_certificate_is_kept_until_it_lacks_a_name_or_ends_soon(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pair = own_pair(tmp_path, ["192.0.2.7", "localhost"])
    first = pair.fingerprint
    assert own_pair(tmp_path, ["localhost"]).fingerprint == first
    elsewhere = own_pair(tmp_path, ["192.0.2.8", "localhost"]).fingerprint
    assert elsewhere != first
    assert own_pair(tmp_path, ["192.0.2.7", "192.0.2.8"]).fingerprint == elsewhere
    monkeypatch.setattr(tls, "LASTS", timedelta(days=20))
    pair.certificate.unlink()
    soon = own_pair(tmp_path, ["localhost"]).fingerprint
    monkeypatch.undo()
    assert own_pair(tmp_path, ["localhost"]).fingerprint != soon


def test_a_damaged_certificate_of_ours_is_made_again(tmp_path: Path) -> None:
    pair = own_pair(tmp_path, ["localhost"])
    pair.certificate.write_text("nothing")
    assert own_pair(tmp_path, ["localhost"]).fingerprint


def test_every_name_that_people_may_type_is_in_it() -> None:
    names = names_of(Settings(host="192.0.2.9", public_url="https://table.example.org:8443/"))
    assert names[:2] == ["192.0.2.9", "table.example.org"]
    assert {"localhost", "127.0.0.1", "::1", *local_addresses()} <= {*names}


def test_what_is_no_certificate_is_refused_with_a_sentence(tmp_path: Path) -> None:
    pair, other = own_pair(tmp_path / "a", ["localhost"]), own_pair(tmp_path / "b", ["localhost"])
    mixed = Settings(data=tmp_path, tls_certificate=pair.certificate, tls_key=other.key)
    with pytest.raises(CertificateError, match="are no certificate with its key"):
        key_pair(mixed)
    absent = Settings(data=tmp_path, tls_certificate=pair.certificate, tls_key=tmp_path / "key.pem")
    with pytest.raises(CertificateError, match=f"There is no file {tmp_path / 'key.pem'}"):
        key_pair(absent)
    with pytest.raises(ValidationError, match="A certificate and its key are given together"):
        Settings(tls_certificate=pair.certificate)


@pytest.mark.parametrize(
    ("given", "site"),
    [
        ({}, "http://127.0.0.1:8080"),
        ({"tls": True}, f"https://{HERE}:8080"),
        ({"host": "0.0.0.0", "port": 80}, f"http://{HERE}:80"),
        ({"tls": True, "host": "::1"}, "https://[::1]:8080"),
        ({"tls": True, "public_url": "https://table.example.org/"}, "https://table.example.org"),
    ],
)
def test_links_name_an_address_that_a_phone_reaches(given: dict[str, str], site: str) -> None:
    assert Settings.model_validate(given).site == site
