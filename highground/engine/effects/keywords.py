"""Weapon keywords: each name has one handler that turns it into modifier records.

Keywords that only a step asks about (assault, pistol, ...) are flags: known, shown, without a modifier of their own.
Who has to know which keywords ask for a circumstance (half range, a unit that stands still) finds out by `asking`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Literal

from msgspec.structs import replace

from highground.engine.amount import Amount, Keyword
from highground.engine.effects.records import Circumstances, Modifier
from highground.engine.weapon import Weapon

Handler = Callable[[Keyword, Weapon, Circumstances], tuple[Modifier, ...]]

_ONE = Amount(plus=1)


def _flag(keyword: Keyword, weapon: Weapon, circumstances: Circumstances) -> tuple[Modifier, ...]:
    return ()


def _rapid_fire(keyword: Keyword, weapon: Weapon, circumstances: Circumstances) -> tuple[Modifier, ...]:
    if not circumstances.half_range:
        return ()
    return (Modifier("attacks", "add", str(keyword), amount=keyword.value or _ONE),)


def _melta(keyword: Keyword, weapon: Weapon, circumstances: Circumstances) -> tuple[Modifier, ...]:
    if not circumstances.half_range:
        return ()
    return (Modifier("damage", "add", str(keyword), amount=keyword.value or _ONE),)


def _blast(keyword: Keyword, weapon: Weapon, circumstances: Circumstances) -> tuple[Modifier, ...]:
    more = circumstances.target_models // 5
    return (Modifier("attacks", "add", str(keyword), amount=Amount(plus=more)),) if more else ()


def _heavy(keyword: Keyword, weapon: Weapon, circumstances: Circumstances) -> tuple[Modifier, ...]:
    return (Modifier("hit", "add", "heavy", 1),) if circumstances.stationary else ()


def _lance(keyword: Keyword, weapon: Weapon, circumstances: Circumstances) -> tuple[Modifier, ...]:
    return (Modifier("wound", "add", "lance", 1),) if circumstances.charged else ()


def _torrent(keyword: Keyword, weapon: Weapon, circumstances: Circumstances) -> tuple[Modifier, ...]:
    return (Modifier("hit", "automatic", "torrent"),)


def _twin_linked(keyword: Keyword, weapon: Weapon, circumstances: Circumstances) -> tuple[Modifier, ...]:
    return (Modifier("wound", "reroll", "twin-linked", reroll="failed"),)


def _lethal_hits(keyword: Keyword, weapon: Weapon, circumstances: Circumstances) -> tuple[Modifier, ...]:
    return (Modifier("hit", "lethal", "lethal hits"),)


def _sustained_hits(keyword: Keyword, weapon: Weapon, circumstances: Circumstances) -> tuple[Modifier, ...]:
    return (Modifier("hit", "sustained", str(keyword), amount=keyword.value or _ONE),)


def _devastating_wounds(keyword: Keyword, weapon: Weapon, circumstances: Circumstances) -> tuple[Modifier, ...]:
    return (Modifier("wound", "devastating", "devastating wounds"),)


def _anti(keyword: Keyword, weapon: Weapon, circumstances: Circumstances) -> tuple[Modifier, ...]:
    if keyword.value is None or keyword.target not in circumstances.target_keywords:
        return ()
    return (Modifier("wound", "critical", f"anti-{keyword.target}", keyword.value.plus),)


def _ignores_cover(keyword: Keyword, weapon: Weapon, circumstances: Circumstances) -> tuple[Modifier, ...]:
    return (Modifier("save", "no cover", "ignores cover"),)


def _indirect_fire(keyword: Keyword, weapon: Weapon, circumstances: Circumstances) -> tuple[Modifier, ...]:
    if not circumstances.indirect:
        return ()
    name = "indirect fire"
    return (Modifier("hit", "add", name, -1), Modifier("hit", "fails", name, 3), Modifier("save", "cover", name, 1))


FLAGS = frozenset({"assault", "pistol", "precision", "hazardous", "extra attacks", "one shot", "psychic"})
"""Keywords that change no roll; the steps ask for them by name."""

_WITH_VALUE: dict[str, Handler] = {
    "rapid fire": _rapid_fire,
    "sustained hits": _sustained_hits,
    "melta": _melta,
}

_HANDLERS: dict[str, Handler] = {
    **dict.fromkeys(FLAGS, _flag),
    **_WITH_VALUE,
    "heavy": _heavy,
    "torrent": _torrent,
    "twin-linked": _twin_linked,
    "lethal hits": _lethal_hits,
    "devastating wounds": _devastating_wounds,
    "anti": _anti,
    "blast": _blast,
    "indirect fire": _indirect_fire,
    "ignores cover": _ignores_cover,
    "lance": _lance,
}

KNOWN_KEYWORDS = frozenset(_HANDLERS)
"""The names of all weapon keywords that the engine acts on, lower case."""

VALUED = frozenset(_WITH_VALUE)
"""Keywords that carry a number or dice."""

Shape = Literal["plain", "amount", "threshold"]
"""What follows a keyword's name: nothing, a number or dice, or a die's needed value such as 5+."""

SHAPES: dict[str, Shape] = {
    name: "threshold" if name == "anti" else "amount" if name in VALUED else "plain" for name in _HANDLERS
}
"""How each keyword is written."""

_ANTI = re.compile(r"anti[- ](?P<target>.+?)\s+(?P<value>[2-6])\+?")
_VALUED = re.compile(r"(?P<name>.+?)\s+(?P<value>[\dD+ ]*[\d])", re.IGNORECASE)


def parse_keyword(text: str) -> Keyword:
    """Read a weapon keyword as it is written, such as 'Sustained Hits 1' or 'Anti-Infantry 4+'.

    Raises ValueError with a sentence for a name that nothing acts on, or a value that is missing or wrong.
    """
    words = " ".join(text.lower().split())
    if words in KNOWN_KEYWORDS - VALUED - {"anti"}:
        return Keyword(words)
    if anti := _ANTI.fullmatch(words):
        return Keyword("anti", Amount(plus=int(anti["value"])), anti["target"])
    if words in VALUED:
        raise ValueError(f"'{text}' needs a value, such as '{text} 1'")
    match = _VALUED.fullmatch(words)
    if match and match["name"] in VALUED:
        return Keyword(match["name"], Amount.parse(match["value"].replace(" ", "")))
    names = ", ".join(sorted(KNOWN_KEYWORDS - {"anti"} - VALUED))
    valued = ", ".join(f"{name} X" for name in sorted(VALUED))
    raise ValueError(f"'{text}' is no known keyword; known are {names}, {valued}, anti-KEYWORD N+")


_SAMPLE = Weapon("", "", 24, _ONE, 3, Amount(plus=4), 0, _ONE)
_NOBODY: frozenset[str] = frozenset()
_USUAL = Circumstances()
_YES_OR_NO = [name for name in Circumstances.__struct_fields__ if getattr(_USUAL, name) is False]
_TRIED: dict[str, tuple[Any, Any]] = {
    **dict.fromkeys(_YES_OR_NO, (False, True)),
    "target_models": (0, 20),
    "target_keywords": (_NOBODY, frozenset({"somebody"})),
    "target_rules": (_NOBODY, frozenset({"stealth"})),
}
"""Circumstances that keywords may ask for, with two values that differ."""


@lru_cache(maxsize=16)
def asking(circumstance: str) -> frozenset[str]:
    """The keywords that do otherwise when a circumstance changes. Found by trying, so that no list of them is kept."""
    return frozenset([name for name in _HANDLERS if _asks(name, circumstance)])


def _asks(name: str, circumstance: str) -> bool:
    """Tried with nothing else given, with everything else, and with each of the others alone given or missing."""
    keyword = Keyword(name, _ONE, "somebody" if name == "anti" else "")
    handler, (off, on) = _HANDLERS[name], _TRIED[circumstance]
    for few in (0, 1):
        usual = Circumstances(**{each: values[few] for each, values in _TRIED.items()})
        for around in (usual, *(replace(usual, **{other: values[1 - few]}) for other, values in _TRIED.items())):
            without, having = replace(around, **{circumstance: off}), replace(around, **{circumstance: on})
            if handler(keyword, _SAMPLE, without) != handler(keyword, _SAMPLE, having):
                return True
    return False


def keyword_modifiers(weapon: Weapon, circumstances: Circumstances) -> list[Modifier]:
    """What the keywords of `weapon` do in these circumstances. Unknown ones do nothing (see `unknown_keywords`)."""
    found: list[Modifier] = []
    for keyword in weapon.keywords:
        handler = _HANDLERS.get(keyword.name)
        if handler is not None:
            found.extend(handler(keyword, weapon, circumstances))
    return found


def unknown_keywords(weapon: Weapon) -> tuple[str, ...]:
    """The keywords of `weapon` that nothing here acts on, as written."""
    return tuple([str(keyword) for keyword in weapon.keywords if keyword.name not in _HANDLERS])
