"""Sentences about what happens by itself at a moment of the command phase."""

from __future__ import annotations

import re

from highground.engine.ability import Effect, Moment
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
    return Clause(
        (Effect("command_points", int(match["points"]), text=match["face"] or "", when=moment),), scope="bearer"
    )


def _healed(text: str, moment: Moment) -> Clause | None:
    match = _HEALED.fullmatch(text)
    if match is None:
        return None
    return Clause(
        (_counted(Effect("heal_one", when=moment), match["amount"]),),
        scope="holder" if match["who"] == "this model" else "unit",
    )


def _counted(effect: Effect, amount: str) -> Effect:
    return Effect(
        effect.kind,
        0 if amount.startswith("d") else int(amount),
        Amount.parse(amount.upper()) if amount.startswith("d") else None,
        when=effect.when,
    )
