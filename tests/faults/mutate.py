"""Files spoiled at random: their bytes, or the values of their JSON."""

from __future__ import annotations

import copy
from random import Random
from typing import Any

INSERTED = (b"", b"\x00", b"\xff\xfe", b'"', b"{", b"]", b"<", b">", b"&", b"-1", b"1e999", b"null", b"\\u0000")
VALUES: tuple[Any, ...] = (
    None, True, -1, 0, 2**31, 2**63, 2**70, -0.5, 1e308, "", "x" * 5000, "\u202e", "\x00", "NaN", [], {}, [[]],
    {"": {}},
)  # fmt: skip


def bytes_of(data: bytes, random: Random) -> bytes:
    """The bytes with a few things done to them that a broken copy, a cut, or somebody curious does."""
    found = bytearray(data)
    for _ in range(random.choice((1, 1, 2, 4, 16))):
        if not found:
            break
        at = random.randrange(len(found))
        length = random.choice((1, 1, 2, 8, 64, 1024))
        match random.randrange(6):
            case 0:
                found[at] ^= 1 << random.randrange(8)
            case 1:
                del found[at : at + length]
            case 2:
                found[at:at] = found[at : at + length]
            case 3:
                found[at:at] = random.choice(INSERTED)
            case 4:
                found[at : at + length] = random.randbytes(length)
            case _:
                del found[at:]
    return bytes(found)


def values_of(document: Any, random: Random) -> Any:
    """A copy of a JSON document with some of its values changed, moved, doubled or gone."""
    found = [copy.deepcopy(document)]
    for _ in range(random.choice((1, 1, 2, 3, 8))):
        holder, key = _place(found, random)
        match random.randrange(5):
            case 0:
                holder[key] = copy.deepcopy(random.choice(VALUES))
            case 1 if holder is not found:
                del holder[key]
            case 2:
                other, its = _place(found, random)
                holder[key] = copy.deepcopy(other[its])
            case 3 if isinstance(holder, list) and holder is not found:
                holder.insert(key, copy.deepcopy(holder[key]))
            case _ if isinstance(holder[key], int | float):
                holder[key] = holder[key] * random.choice((-1, 0, 2, 1000)) + random.choice((-1, 0, 1))
            case _:
                holder[key] = [holder[key]]
    return found[0] if found else None


def _place(root: list[Any], random: Random) -> tuple[Any, Any]:
    """Some holder and key within: each level down is as likely as to stop."""
    holder: Any = root
    key: Any = 0
    while isinstance(value := holder[key], list | dict) and value and random.random() < 0.85:
        holder, key = value, random.choice(list(value) if isinstance(value, dict) else range(len(value)))
    return holder, key
