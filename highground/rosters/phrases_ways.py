"""What is in nobody's way: sentences about moves over models, through terrain and up and down."""

from __future__ import annotations

import re

from highground.engine.abilities import AnyEffect
from highground.engine.abilities.condition import Condition
from highground.engine.abilities.effect import Permission
from highground.engine.abilities.effects import Permit
from highground.rosters.phrases_keywords import KnownKeywords
from highground.rosters.phrases_shared import engaged, made_of, who
from highground.rosters.phrases_text import Reader, Unread

_MOVE = r"(?:normal|advance|fall back|charge)"
_MOVES = rf"(?P<moves>{_MOVE}(?:(?:, or |, and |, | or | and ){_MOVE})*) moves?"
_IT = r"(?:it|that model|they|models in it|models in that unit|this model|the bearer)"
_MODELS = r"(?P<models>(?:other |enemy )?models(?P<small> \(excluding titanic(?: models| units)?\))?)"
_FRIENDS = r"friendly monster (?:and|or) vehicle models"
_TERRAIN = r"(?:sections of )?terrain features?(?P<low>,? (?:that are )?4\" or less in height)?"


def over(text: str, known: KnownKeywords) -> tuple[str, list[AnyEffect]] | None:
    """Whose way leads over or through what, and what that comes to; None for other sentences.

    Low terrain is in nobody's way. Raises Unread for charges over models, which no rule knows here.
    """
    if climbs := made_of(text, _climbs):
        name, moves = climbs
        if not _all_of(moves, "charge"):
            raise Unread(text)
        return name, [Permit("climb freely")]
    passed = made_of(text, _across) or made_of(text, _when)
    if passed is None:
        return None
    name, moves, things = passed
    found = [each for each in (_PASSED[thing] for thing in things) if each]
    if "charge" in moves:
        if any(thing not in {"terrain", "low terrain"} for thing in things):
            raise Unread(text)
        found = ["charge through walls" for _ in found]
    free = () if _all_of(moves) else (Condition("engaged", negate=True),)  # it could only fall back
    return name, [Permit(each, conditions=free) for each in found]


_PASSED: dict[str, Permission | None] = {
    "friends": "pass over friends",
    "small models": "pass over smaller models",
    "models": "pass over models",
    "terrain": "pass through walls",
    "low terrain": None,
}


def _mover(reader: Reader) -> str:
    """Whose way it is: 'this unit', 'models in this unit'."""
    reader.take(r"(?:a model|models) in(?= (?:this unit|that unit|this model's|the bearer's))")
    return who(reader)


def _making(reader: Reader) -> tuple[str, str]:
    """'each time this unit makes a normal move,': who makes which moves."""
    reader.need("each time")
    name = _mover(reader)
    reader.need(r"makes? an?")
    moves = reader.need(_MOVES)["moves"]
    reader.need(",")
    return name, moves


def _climbs(reader: Reader) -> tuple[str, str]:
    name, moves = _making(reader)
    reader.need(r"ignore any vertical distance when")
    reader.need(r"determining the total distance")
    alone = reader.take(r"the bearer")  # the rest of its unit climbs as others do
    if not alone:
        reader.need(rf"{_IT}|models in (?:this|that) unit")
    reader.need(r"can be moved during that move")
    return "the bearer" if alone else name, moves


def _across(reader: Reader) -> tuple[str, str, list[str]]:
    name, moves = _making(reader)
    reader.take(r"until that move is finished,")
    reader.need(_IT)
    reader.need(r"can move(?: horizontally)?")
    things = _things(reader)
    if reader.take(r"\(it cannot (?:finish|end) a move"):
        reader.need(r"on top of another model(?: or its base)?\)")
    return name, moves, things


def _when(reader: Reader) -> tuple[str, str, list[str]]:
    name = _mover(reader)
    reader.need(r"can move")
    things = _things(reader)
    reader.need(r"when making(?: a)?")
    return name, reader.need(_MOVES)["moves"], things


def _things(reader: Reader) -> list[str]:
    """Over what: models, terrain, or both."""
    reader.need(r"over|through|across")
    found: list[str] = []
    if reader.take(_FRIENDS):
        found.append("friends")
    elif models := reader.take(_MODELS):
        found.append("small models" if models["small"] else "models")
    if not found or reader.take(r"and(?= (?:sections|terrain))"):
        terrain = reader.need(_TERRAIN)
        found.append("low terrain" if terrain["low"] else "terrain")
    reader.take(r"as if they were not there")
    return found


def _all_of(moves: str, *more: str) -> bool:
    """Whether they are all that a unit makes in its movement phase, and `more`."""
    made = set(re.findall(_MOVE, moves))
    if not {"normal", "advance"} <= made:
        raise Unread(moves)
    return {"normal", "advance", "fall back", *more} <= made


def beside_them(sentence: str) -> list[AnyEffect] | None:
    """What a sentence adds that says how near such a move may lead past enemies; None for other sentences."""
    return made_of(sentence, _past_them)


def _past_them(reader: Reader) -> list[AnyEffect]:
    reader.need(r"when doing so,")
    reader.need(r"it|they|that model|those models|models in (?:it|that unit)")
    reader.need(r"can (?:be )?moved?")
    engaged(reader)
    reader.need(r", but cannot end (?:that|a) move")
    engaged(reader)
    if not reader.take(r",? ?and any desperate escape tests?"):
        return []
    reader.need(r"(?:is|are) automatically passed")
    return [Permit("break out safely")]
