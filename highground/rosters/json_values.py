"""Careful readers of values in JSON that anybody may have written."""

from __future__ import annotations

from typing import Any


def dicts(value: object) -> list[dict[str, Any]]:
    """The objects of a list; none for everything else."""
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def whole(value: object) -> int | None:
    """A whole number below a million, written as a number or as digits; None for everything else."""
    if isinstance(value, str):
        return int(value) if value.isdecimal() and len(value) <= 6 else None
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not abs(value) < 1e6:
        return None
    return int(value)


def words(value: object, otherwise: str = "") -> str:
    """A name or another short text; `otherwise` where it is missing or empty."""
    return str(value)[:120] if value else otherwise
