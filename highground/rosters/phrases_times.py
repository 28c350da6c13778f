"""Sentences about what happens by itself at a moment of the command phase."""

from __future__ import annotations

import re

from highground.engine.abilities.effect import Moment
from highground.engine.abilities.effects import GainPoints, HealOne
from highground.engine.amount import Amount
from highground.rosters.phrases_subjects import Clause

_AMOUNT = r"d3|d6|[1-6]"

_MOMENTS: tuple[tuple[str, Moment], ...] = (
    (r"at the start of your command phase, ", "command start"),
    (r"in your command phase, ", "command start"),
    (r"at the end of your command phase, ", "command end"),
    (r"at the start of each player's command phase, ", "each command start"),
)
_HERE = r"(?:if this (?:model|unit) is on the battlefield, )?"
_POINTS = re.compile(_HERE + r"(?:roll one d6: on an? (?P<face>[2-6])\+, )?you gain (?P<points>[1-3])cp")
_HEALED = re.compile(
    r"(?P<who>this model|one model in this unit) regains (?:up to )?(?P<amount>" + _AMOUNT + r") lost wounds?"
)


def of_moments(sentence: str) -> Clause | None:
    """What a sentence brings about at a moment of the command phase; None for others."""
    for start, moment in _MOMENTS:
        if sentence.startswith(start):
            return _points(sentence.removeprefix(start), moment) or _healed(sentence.removeprefix(start), moment)
    return None


def _points(text: str, moment: Moment) -> Clause | None:
    match = _POINTS.fullmatch(text)
    if match is None or (match["face"] and match["points"] != "1"):
        return None
    gained = GainPoints(int(match["points"]), int(match["face"] or 0), when=moment)
    return Clause((gained,), scope="bearer")


def _healed(text: str, moment: Moment) -> Clause | None:
    match = _HEALED.fullmatch(text)
    if match is None:
        return None
    amount = match["amount"]
    rolled = Amount.parse(amount.upper()) if amount.startswith("d") else None
    healed = HealOne(0 if rolled else int(amount), rolled, when=moment)
    return Clause((healed,), scope="holder" if match["who"] == "this model" else "unit")
