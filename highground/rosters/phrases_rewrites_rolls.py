"""Rolls that are said to be somebody's: 'add 1 to that unit's hit rolls', brought to the attacks that they are of."""

from __future__ import annotations

import re

_WHO = r"(?:models in )?(?P<who>this (?:unit|model)|that (?:enemy )?unit|th(?:e bearer|is model)'s unit|the bearer)"
_CHANGE = r"\b(?P<change>add \d to|subtract \d from|(?:you can )?re-roll)"
_ROLLS = (
    r"(?:the |a )?(?P<one>hit|wound) rolls?(?: and (?P<other>wound) rolls?)?|(?:the )?(?P<two>hit and wound) rolls?"
)
_ONES = r"(?P<ones> of 1)?"
_KIND = r"(?:(?P<kind>ranged|melee) )?"


def _stages(match: re.Match[str]) -> list[str]:
    return match["two"].split(" and ") if match["two"] else [name for name in (match["one"], match["other"]) if name]


def _changed(match: re.Match[str]) -> str:
    """'add 1 to the hit roll and add 1 to the wound roll', 're-roll a hit roll of 1'."""
    change, ones = match["change"], match["ones"]
    article = "a" if ones else "the"
    return " and ".join(f"{change} {article} {stage} roll{ones or ''}" for stage in _stages(match))


def _attacks(match: re.Match[str]) -> str:
    kind = match.groupdict().get("kind")
    return f"a {kind} attack" if kind else "an attack"


def _made(match: re.Match[str]) -> str:
    return f"each time {match['who']} makes {_attacks(match)}, {_changed(match)}"


def _suffered(match: re.Match[str]) -> str:
    return f"each time {_attacks(match)} targets {match['who']}, {_changed(match)}"


SAME_OF_ROLLS = (
    (rf"{_CHANGE} {_WHO}'s? {_KIND}(?:{_ROLLS}){_ONES}(?! made)", _made),
    (rf"{_CHANGE} (?:{_ROLLS}){_ONES} (?:made )?(?:by|of) {_WHO}(?!')", _made),
    (rf"{_CHANGE} (?:{_ROLLS}){_ONES} (?:made )?(?:for|of) {_WHO}'s {_KIND}attacks", _made),
    (rf"{_CHANGE} (?:{_ROLLS}){_ONES} (?:made )?(?:for|of) {_KIND}attacks (?:made )?by {_WHO}(?!')", _made),
    (rf"{_CHANGE} (?:{_ROLLS}){_ONES} (?:for|of) {_KIND}attacks (?:made against|that target) {_WHO}(?!')", _suffered),
    (rf"{_CHANGE} (?:{_ROLLS}){_ONES} (?:made )?against {_WHO}(?!')", _suffered),
)
"""Wordings with what they mean, in the order in which they are looked for."""
