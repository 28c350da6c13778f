"""Invulnerable saves and feel no pain: taken only where the text leaves no doubt, else kept as text."""

from __future__ import annotations

import re
from typing import Literal

import msgspec

from highground.rosters.text import straight

SaveKind = Literal["invuln", "fnp"]
Scope = Literal["holder", "unit"]

_WHO = (
    r"(?P<who>this model has|the bearer has|models? in this units? have|this unit has"
    r"|this unit's (?P<part>[a-z][a-z' -]*?) model has)"
)
_EXACT: tuple[tuple[SaveKind, re.Pattern[str]], ...] = (
    ("invuln", re.compile(_WHO + r" an? (?P<value>[2-6])\+ invulnerable save\.?$")),
    ("invuln", re.compile(_WHO + r" an? invulnerable save of (?P<value>[2-6])\+\.?$")),
    ("fnp", re.compile(_WHO + r" (?:an? |the )?feel no pain (?P<value>[2-6])\+(?: ability)?\.?$")),
)
_CALLED = re.compile(
    r"(?!(?:this|that|the) (?:model|unit|bearer)\b|models? |(?:an?|each|every|any|all) (?:friendly|enemy|model|unit)\b)"
    r"(?:(?:an?|the) )?(?P<part>[^\W\d_][\w' -]*?) has an? "
    r"(?:(?P<value>[2-6])\+ invulnerable save|invulnerable save of (?P<worth>[2-6])\+)\.?$"
)
"""A save of one who is called by name."""
_BARE = re.compile(r"^(?P<value>[2-6])\+$")
_NAMED = re.compile(r"^invulnerable saves?\b\s*(?:\(?\s*(?P<value>[2-6])\+\s*\)?)?\s*(?::\s*(?P<model>.+))?$")
_PAIN = re.compile(r"^feel no pain (?P<value>[2-6]\+)$")
_MENTIONED = re.compile(r"[2-6]\+\*? invulnerable save|feel no pain [2-6]\+")
_UNIT = ("models in", "this unit")


class Grant(msgspec.Struct, frozen=True):
    """A save of `value`+. Scope 'holder' is what the text hangs on: a unit, a model group or a weapon's bearer.

    `model` restricts it to the models of that name ('' all).
    """

    kind: SaveKind
    value: int
    scope: Scope
    model: str = ""


def grant(name: str, text: str) -> Grant | None:
    """The save that an ability gives always and without condition; None for every other text.

    A feel no pain that is named with its value needs no text; one with a text is what the text says.
    """
    folded = " ".join(straight(text).casefold().split())
    folded_name = " ".join(straight(name).casefold().split())
    named = _NAMED.match(folded_name)
    model = (named["model"] or "").strip() if named else ""
    for kind, pattern in _EXACT:
        if match := pattern.match(folded):
            part = match["part"] or model
            scope: Scope = "unit" if match["who"].startswith(_UNIT) and not part else "holder"
            return Grant(kind, int(match["value"]), scope, part)
    if folded_name.startswith("invulnerable save") and (called := _CALLED.match(folded)):
        return Grant("invuln", int(called["value"] or called["worth"]), "holder", called["part"])
    if (pain := _PAIN.match(folded_name)) and folded in {"", pain[0], pain["value"]}:
        return Grant("fnp", int(pain["value"][0]), "holder")
    if named is not None:
        bare = _BARE.match(folded) or (named if not folded and named["value"] else None)
        if bare is not None:
            return Grant("invuln", int(bare["value"]), "holder", model)
    return None


def mentions(name: str, text: str) -> bool:
    """Whether a text gives a save in some case, so that somebody has to look at it."""
    folded = " ".join(straight(text).casefold().split())
    return _MENTIONED.search(folded) is not None or _NAMED.match(straight(name).casefold().strip()) is not None


def better(one: int | None, other: int | None) -> int | None:
    """The better of two saves."""
    values = [value for value in (one, other) if value is not None]
    return min(values, default=None)
