"""What devices sign: that they saw this very statement when they revealed their value."""

from __future__ import annotations

from functools import lru_cache

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from highground.engine.proof import ABSENT, DiceRole, fixed

_ALGORITHM = ec.ECDSA(SHA256())
_HALF = 32


def sealed_text(role: DiceRole, statement: str, value: str, witness: str = ABSENT) -> str:
    """The text that a device signs. A thrower signs too what the witness had revealed to it, if anything."""
    seen = f":{witness}" if role == "thrower" else ""
    return f"{role}:{fixed(statement)}:{value}{seen}"


@lru_cache(256)
def public_key(key: str) -> ec.EllipticCurvePublicKey:
    """A device's key from its uncompressed point. Raises ValueError for what is none."""
    return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), bytes.fromhex(key))


def is_sealed(key: str, text: str, seal: str) -> bool:
    """Whether the signature (hexadecimal, r and s) is this key's of the text."""
    try:
        raw = bytes.fromhex(seal)
        if len(raw) != 2 * _HALF:
            return False
        signature = encode_dss_signature(int.from_bytes(raw[:_HALF], "big"), int.from_bytes(raw[_HALF:], "big"))
        public_key(key).verify(signature, text.encode(), _ALGORITHM)
    except (ValueError, InvalidSignature):
        return False
    return True
