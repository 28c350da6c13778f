"""Small readers of the text that stands in roster files."""

from __future__ import annotations

import re

_SPACES = re.compile(r"[ \t\u00a0\u2007\u202f]{2,}|[\t\u00a0\u2007\u202f]")
"""What is to become one space: not the single spaces that most of a text has."""
_KEYWORD = re.compile(r"(?:\^\^\*\*|\*\*\^\^)(.+?)(?:\^\^\*\*|\*\*\^\^)", re.DOTALL)
_LEADING = re.compile(r"\d+")
_SLUG = re.compile(r"[^a-z0-9]+")
_CURLY = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "′": "'", "″": '"', "‑": "-", "–": "-"})


LONGEST_TEXT = 20_000


def tidy(text: str) -> str:
    """Plain text: mark-up of keywords becomes capitals, bold marks go, spaces collapse, line breaks stay."""
    text = text[:LONGEST_TEXT]
    if "^" in text or "*" in text:
        text = _KEYWORD.sub(lambda match: match[1].upper(), text)
        text = text.replace("^^", "").replace("**", "")
    return _SPACES.sub(" ", text).strip()


def straight(text: str) -> str:
    """Curly quotes and long hyphens as typed ones, for comparing."""
    return text if text.isascii() else text.translate(_CURLY)


def leading_int(text: str) -> int | None:
    """The digits at the start of '6\"', '5+', '20\"+'; None when there are none."""
    match = _LEADING.match(text.strip())
    return int(match[0]) if match is not None and len(match[0]) <= 6 else None


def slug(text: str) -> str:
    return _SLUG.sub("-", text.casefold()).strip("-") or "x"


def same_name(one: str, other: str) -> bool:
    """Whether two names are the same but for case, quotes, spelling of plural."""
    return folded(one) == folded(other)


def folded(name: str) -> str:
    """A name for comparing: lower case, typed quotes, no plural s."""
    words = " ".join(straight(name).casefold().split())
    return words.removesuffix("s")
