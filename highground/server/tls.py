"""Certificates for https without a proxy: one that was given, or one that this machine makes for itself.

Browsers open the camera only in a secure context, which on a local network takes https. Our own certificate is made
once and kept in the data folder. It can be installed on a phone as a trusted one, so it is its own authority; name
constraints keep it from speaking for anybody else.
"""

from __future__ import annotations

import ipaddress
import os
import ssl
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import urlsplit

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from highground.server.addresses import EVERYWHERE, host_names, local_addresses
from highground.server.settings import Settings

FOLDER = "tls"
LASTS = timedelta(days=820)
"""Apple's devices take no certificate for more than 825 days, installed by hand or not."""
RENEWED_BEFORE = timedelta(days=30)
MOST_NAMES = 40
"""Of a machine that moves between networks the oldest addresses go."""


class CertificateError(RuntimeError):
    """A certificate cannot be used. Its text is a sentence."""


@dataclass(frozen=True, slots=True)
class KeyPair:
    """A certificate's file and its key's. `own`: made by this machine, so that browsers ask before they trust it."""

    certificate: Path
    key: Path
    own: bool

    @property
    def fingerprint(self) -> str:
        """The certificate's SHA-256, as browsers show it."""
        digest = _read(self.certificate).fingerprint(hashes.SHA256())
        return ":".join(f"{byte:02X}" for byte in digest)


def key_pair(settings: Settings) -> KeyPair:
    """The given certificate, else our own, made now if there is none that will do. Raises CertificateError, OSError."""
    if settings.tls_certificate is not None and settings.tls_key is not None:
        pair = KeyPair(settings.tls_certificate, settings.tls_key, own=False)
    else:
        pair = own_pair(settings.data / FOLDER, names_of(settings))
    try:
        ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(pair.certificate, pair.key)
    except FileNotFoundError as error:
        raise CertificateError(f"There is no file {_absent(pair)}.") from error
    except ssl.SSLError as error:
        raise CertificateError(
            f"{pair.certificate} and {pair.key} are no certificate with its key, both as PEM and without a password."
        ) from error
    return pair


def _absent(pair: KeyPair) -> Path:
    return pair.key if pair.certificate.exists() else pair.certificate


def names_of(settings: Settings) -> list[str]:
    """Every name and address that this server may be called by."""
    given = [settings.host, urlsplit(settings.public_url).hostname or ""]
    return [*dict.fromkeys([*(each for each in given if each not in EVERYWHERE), *_always()])]


def _always() -> list[str]:
    return [*local_addresses(), *host_names(), "127.0.0.1", "::1"]


def own_pair(folder: Path, names: Iterable[str]) -> KeyPair:
    """Our own certificate for these names: the one that is kept, unless it ends soon or lacks one of them.

    A new one keeps the names of the old one: a machine that comes back to a network is known there.
    """
    pair = KeyPair(folder / "certificate.pem", folder / "key.pem", own=True)
    wanted, kept = [*names], _kept(pair)
    if kept is not None and {*wanted} <= {*_names(kept)} and kept.not_valid_after_utc > _now() + RENEWED_BEFORE:
        return pair
    earlier = _names(kept) if kept is not None else []
    key, certificate = _made([*dict.fromkeys([*wanted, *earlier])][:MOST_NAMES])
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    _write(pair.key, key, 0o600)
    _write(pair.certificate, certificate, 0o644)
    return pair


def _kept(pair: KeyPair) -> x509.Certificate | None:
    """None where there is none, or none that can be read: then a new one is made."""
    with suppress(OSError, ValueError):
        return _read(pair.certificate) if pair.key.is_file() else None
    return None


def _read(file: Path) -> x509.Certificate:
    return x509.load_pem_x509_certificate(file.read_bytes())


def _names(certificate: x509.Certificate) -> list[str]:
    named = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return [*named.get_values_for_type(x509.DNSName), *map(str, named.get_values_for_type(x509.IPAddress))]


def _made(names: list[str]) -> tuple[bytes, bytes]:
    key = ec.generate_private_key(ec.SECP256R1())
    who = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"Highground on {host_names()[-1]}"[:64])])
    since = _now() - timedelta(hours=1)
    builder = (
        x509.CertificateBuilder()
        .subject_name(who)
        .issuer_name(who)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(since)
        .not_valid_after(since + LASTS)
    )
    for extension, critical in _extensions(names, key.public_key()):
        builder = builder.add_extension(extension, critical)
    pem = serialization.Encoding.PEM
    plain = serialization.NoEncryption()
    secret = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, plain)
    return secret, builder.sign(key, hashes.SHA256()).public_bytes(pem)


def _extensions(names: list[str], key: ec.EllipticCurvePublicKey) -> list[tuple[x509.ExtensionType, bool]]:
    """Each with whether it is critical."""
    usage = dict.fromkeys(
        ("content_commitment", "key_encipherment", "data_encipherment", "key_agreement", "crl_sign"), False
    ) | {"digital_signature": True, "key_cert_sign": True, "encipher_only": False, "decipher_only": False}
    return [
        (x509.SubjectAlternativeName([_named(each) for each in names]), False),
        (x509.BasicConstraints(ca=True, path_length=0), True),
        (x509.NameConstraints(permitted_subtrees=[_allowed(each) for each in names], excluded_subtrees=None), True),
        (x509.KeyUsage(**usage), True),
        (x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), False),
        (x509.SubjectKeyIdentifier.from_public_key(key), False),
    ]


def _address(name: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    with suppress(ValueError):
        return ipaddress.ip_address(name)
    return None


def _named(name: str) -> x509.GeneralName:
    address = _address(name)
    return x509.DNSName(name) if address is None else x509.IPAddress(address)


def _allowed(name: str) -> x509.GeneralName:
    """The same as a constraint, which is a network in place of an address."""
    address = _address(name)
    return x509.DNSName(name) if address is None else x509.IPAddress(ipaddress.ip_network(address))


def _write(file: Path, data: bytes, mode: int) -> None:
    """Whole or not at all, and never readable for more people than it is meant for."""
    beside = file.with_name(f".{file.name}.new")
    beside.unlink(missing_ok=True)
    with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as out:
        out.write(data)
    beside.replace(file)


def _now() -> datetime:
    return datetime.now(UTC)
