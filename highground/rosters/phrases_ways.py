"""What is in nobody's way: sentences about moves over models, through terrain and up and down."""

from __future__ import annotations

import re

from highground.engine.abilities import AnyEffect
from highground.engine.abilities.condition import Condition
from highground.engine.abilities.effect import Permission
from highground.engine.abilities.effects import Permit
from highground.rosters.phrases_keywords import KnownKeywords
from highground.rosters.phrases_text import Unread

_MOVE = r"(?:normal|advance|fall back|charge)"
_MOVES = rf"(?P<moves>{_MOVE}(?:(?:, or |, and |, | or | and ){_MOVE})*) moves?"
_WHO = (
    r"(?P<who>this unit|this model|that unit|the bearer|(?:this model|the bearer)'s unit"
    r"|(?:a model|models) in (?:this unit|that unit|(?:this model|the bearer)'s unit))"
)
_IT = r"(?:it|that model|they|models in it|models in that unit|this model|the bearer)"
_SMALL = r"(?P<small> \(excluding titanic(?: models| units)?\))?"
_MODELS = rf"(?P<models>(?:other |enemy )?models{_SMALL}|(?P<friends>friendly monster (?:and|or) vehicle models))"
_TERRAIN = r"(?P<terrain>(?:sections of )?terrain features?(?P<low>,? (?:that are )?4\" or less in height)?)"
_GROUND = _TERRAIN.replace("P<terrain>", "P<ground>").replace("P<low>", "P<flat>")
_THINGS = rf"(?:{_MODELS}(?: and {_TERRAIN})?|{_GROUND})"
_NOT_ON_TOP = r"(?: \(it cannot (?:finish|end) a move on top of another model(?: or its base)?\))?"
_ACROSS = re.compile(
    rf"each time {_WHO} makes? an? {_MOVES},(?: until that move is finished,)? {_IT} can move (?:horizontally )?"
    rf"(?:over|through|across) {_THINGS}(?: as if they were not there)?{_NOT_ON_TOP}"
)
_WHEN = re.compile(
    rf"{_WHO} can move (?:over|through) {_THINGS}(?: as if they were not there)? when making (?:a )?{_MOVES}"
)
_CLIMBS = re.compile(
    rf"each time {_WHO} makes? an? {_MOVES}, ignore any vertical distance when determining the total distance"
    rf" (?P<whose>the bearer|{_IT}|models in (?:this|that) unit) can be moved during that move"
)
_NEAR_THEM = re.compile(
    r"when doing so, (?:it|they|that model|those models|models in (?:it|that unit)) can (?:be )?moved? within"
    r" engagement range of (?:enemy models|such models|enemy units|them), but cannot end (?:that|a) move within"
    r" engagement range of (?:them|enemy models|one or more enemy (?:units|models))"
    r"(?P<safe>,? and any desperate escape tests? (?:is|are) automatically passed)?"
)


def over(text: str, known: KnownKeywords) -> tuple[str, list[AnyEffect]] | None:
    """Whose way leads over or through what, and what that comes to; None for other sentences.

    Low terrain is in nobody's way. Raises Unread for charges over models, which no rule knows here.
    """
    if match := _CLIMBS.fullmatch(text):
        if not _all_of(match["moves"], "charge"):
            raise Unread(text)
        one = match["whose"] == "the bearer"  # whoever is with it climbs as others do
        return "the bearer" if one else _whose(match["who"]), [Permit("climb freely")]
    match = _ACROSS.fullmatch(text) or _WHEN.fullmatch(text)
    if match is None:
        return None
    found = _passed(match)
    if match["models"] and "charge" in match["moves"]:
        raise Unread(text)
    free = () if _all_of(match["moves"]) else (Condition("engaged", negate=True),)  # it could only fall back
    return _whose(match["who"]), [Permit(each, conditions=free) for each in found]


def _passed(match: re.Match[str]) -> list[Permission]:
    found: list[Permission] = []
    if match["friends"]:
        found.append("pass over friends")
    elif match["models"]:
        found.append("pass over smaller models" if match["small"] else "pass over models")
    if (match["terrain"] and not match["low"]) or (match["ground"] and not match["flat"]):
        found.append("charge through walls" if "charge" in match["moves"] else "pass through walls")
    return found


def _all_of(moves: str, *more: str) -> bool:
    """Whether they are all that a unit makes in its movement phase, and `more`."""
    made = set(re.findall(_MOVE, moves))
    if not {"normal", "advance"} <= made:
        raise Unread(moves)
    return {"normal", "advance", "fall back", *more} <= made


def _whose(who: str) -> str:
    return re.sub(r"^(?:a model|models) in ", "", who)


def beside_them(sentence: str) -> list[AnyEffect] | None:
    """What a sentence adds that says how near such a move may lead past enemies; None for other sentences."""
    match = _NEAR_THEM.fullmatch(sentence)
    if match is None:
        return None
    return [Permit("break out safely")] if match["safe"] else []
