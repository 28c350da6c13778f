"""The rule names that a pack may use on weapons and units, and how each is written."""

from __future__ import annotations

import re
from typing import Final, Literal

from highground.engine.effects.keywords import SHAPES
from highground.engine.model import Amount, Keyword

Shape = Literal["plain", "number", "amount", "threshold"]
"""What follows a rule's name: nothing, a whole number, a number or dice, or a die's needed value such as 5+."""

WEAPON_KEYWORDS: Final[dict[str, Shape]] = {**SHAPES}

UNIT_ABILITIES: Final[dict[str, Shape]] = {
    "deadly demise": "amount",
    "deep strike": "plain",
    "feel no pain": "threshold",
    "fights first": "plain",
    "firing deck": "number",
    "infiltrators": "plain",
    "leader": "plain",
    "lone operative": "plain",
    "scouts": "number",
    "stealth": "plain",
    "transport": "number",
}

_ANTI = re.compile(r"^anti-(?P<target>[a-z][a-z ]*?) (?P<value>[2-6])\+$")
_VALUE: Final[dict[Shape, re.Pattern[str]]] = {
    "plain": re.compile(r"^$"),
    "number": re.compile(r"^ (?P<value>\d+)$"),
    "amount": re.compile(r"^ (?P<value>\d+|\d*[dD]\d+(?:\+\d+)?)$"),
    "threshold": re.compile(r"^ (?P<value>[2-6])\+$"),
}
_EXAMPLE: Final[dict[Shape, str]] = {"plain": "{}", "number": "{} 6", "amount": "{} D3", "threshold": "{} 5+"}


def read_weapon_keyword(text: str) -> Keyword:
    """Read 'heavy', 'sustained hits D3' or 'anti-vehicle 4+'; raises ValueError for a rule that there is not."""
    anti = _ANTI.match(text)
    if anti is not None:
        return Keyword("anti", Amount.parse(anti["value"]), anti["target"])
    if text.startswith("anti"):
        raise ValueError(f"'{text}' should be written like 'anti-vehicle 4+'")
    return _read(text, WEAPON_KEYWORDS, "weapon keyword")


def read_unit_ability(text: str) -> Keyword:
    """Read 'stealth', 'scouts 6', 'deadly demise D3' or 'feel no pain 5+'; raises ValueError for anything else."""
    return _read(text, UNIT_ABILITIES, "ability rule")


def _read(text: str, rules: dict[str, Shape], kind: str) -> Keyword:
    name = next((rule for rule in rules if text == rule or text.startswith(f"{rule} ")), None)
    if name is None:
        raise ValueError(f"unknown {kind} '{text}'; there are: {', '.join(sorted(rules))}")
    shape = rules[name]
    match = _VALUE[shape].match(text[len(name) :])
    if match is None:
        raise ValueError(f"'{text}' should be written like '{_EXAMPLE[shape].format(name)}'")
    value = match.groupdict().get("value")
    return Keyword(name, Amount.parse(value) if value is not None else None)
