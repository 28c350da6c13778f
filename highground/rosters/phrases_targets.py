"""The unit that a used ability is aimed at: 'select one enemy unit within 12" of and visible to this model'."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from highground.engine.abilities.condition import Condition
from highground.engine.table.distance import ENGAGEMENT
from highground.rosters.phrases_keywords import ALWAYS, NAMES, KnownKeywords, all_lone, both, foes, friends, none_of
from highground.rosters.phrases_text import Reader, Unread
from highground.rosters.phrases_triggers import Occasion

_SELF = (
    r"(?P<self>(?:this model|the bearer|this psyker)'s unit|this unit's [a-z][a-z' -]*? model|this unit|this model"
    r"|the bearer|this psyker(?: model)?|it|that unit|that psyker(?: model)?|that model)"
)
_OUT = rf"\(excluding (?P<out>{NAMES})(?: units?| models?)?\)"
_WHICH = rf"(?P<side>enemy|friendly)(?: (?P<names>{NAMES}))??(?: (?P<kind>unit|units|model)) ?"
_PLACES = (
    rf'within (?P<reach>\d+)" of and (?P<sight>visible) to {_SELF}',
    rf'(?P<sight>visible) to and within (?P<reach>\d+)" of {_SELF}',
    rf'within (?P<reach>\d+)" of {_SELF} and (?P<sight>visible) to (?:it|this model|the bearer|this unit)',
    rf'within (?P<reach>\d+)" of {_SELF}',
    rf"within engagement range of {_SELF}",
    rf"(?P<sight>visible) to {_SELF}",
)
_LONE = re.compile(r"\b(?:vehicle|monster|walker|titanic|war dog|knight)\b")
"""Kinds of which a unit is one miniature, as a rule."""
_OF_MODEL = re.compile(r"(?:this|that) (?:model|psyker)(?: model)?$|the bearer$")


_CHOSEN = re.compile(
    r"select (?:one|the) (?:friendly|(?:visible )?enemy)"
    r" (?P<names>(?:(?!units?\b|models?\b|within\b|that\b|hit\b)[a-z'-]+,? )+?)"
    r"(?P<kind>unit|model)\b"
)
_DOES = r"(?= (?:makes|is|has|regains|suffers|must|can)\b)"


def plainly(sentences: Sequence[str]) -> list[str]:
    """The sentences with 'that unit' for what they call by the keywords that it was selected by."""
    text = "\n".join(sentences)
    match = _CHOSEN.search(text)
    if match is None or text.count("select one ") > 1:
        return list(sentences)
    names, kind = match["names"].strip(), match["kind"]
    words = rf"(?:{re.escape(names)})" if " or " in names else rf"(?:(?:{'|'.join(map(re.escape, names.split()))}) ?)+"
    rest = re.sub(rf"\bthat (enemy |friendly )?{words} ?{kind}\b", rf"that \1{kind}", text[match.end() :])
    rest = re.sub(rf"\bthat {words}{_DOES}", f"that {kind}", rest)
    return (text[: match.end()] + rest).split("\n")


class Aiming(msgspec.Struct, frozen=True):
    """The trigger with its target, and what the text calls the target."""

    trigger: Occasion
    that: str
    one: bool = False
    """Whether it is one model of a unit that may have several."""


def aim(reader: Reader, found: Occasion, known: KnownKeywords) -> Aiming:
    """The unit that is selected. Where its use has a target already, 'that unit' is it."""
    sole = reader.take(r"select the(?= enemy .*\bmade with )") is not None
    if sole:
        found = msgspec.structs.replace(found, sole=True)
    else:
        reader.need(r"(?:you can |you must |then )?select one(?= (?:enemy|friendly|visible|unit))")
    if found.use.target != "none":
        raise Unread(reader.text)
    seen = reader.take(r"visible(?= enemy)") is not None
    match = reader.need(_WHICH.rstrip(" ?"))
    one = match["kind"] == "model" and not all_lone(match["names"] or "", known)
    if one and not _LONE.search(match["names"] or ""):
        raise Unread(reader.text)
    before = reader.take(_OUT)
    shocked = reader.take(r"that is battle-shocked and") is not None
    reader.take(r"that (?:was|is)(?= (?:within|visible|hit))")
    place = _place(reader, found, match["side"], seen, known)
    after = None if before else reader.take(_OUT)
    out = (before or after or {"out": ""})["out"]
    conditions = _kinds(match["side"], match["names"] or "", out, known)
    if shocked:
        conditions = both(conditions, ((Condition("shocked"),),))
    made = _aimed(place, match["side"], seen, () if conditions == ALWAYS else conditions)
    return msgspec.structs.replace(made, one=one)


def _kinds(side: str, names: str, out: str, known: KnownKeywords) -> tuple[tuple[Condition, ...], ...]:
    conditions = ALWAYS
    if names:
        conditions = friends(names, known) if side == "friendly" else foes(names, known, "keyword")
    return both(conditions, none_of(out, known, "keyword")) if out else conditions


def _aimed(found: Occasion, side: str, seen: bool, conditions: tuple[tuple[Condition, ...], ...]) -> Aiming:
    friendly = side == "friendly"
    made = found.when(target="ally" if friendly else "enemy", aimed=conditions, sight=found.use.sight or seen)
    return Aiming(made, "friend" if friendly else "enemy")


def _place(reader: Reader, found: Occasion, side: str, seen: bool, known: KnownKeywords) -> Occasion:
    """How far it must be and from what, if not anywhere in sight. After shots it is a unit that they hit."""
    if found.use.window == "shot":
        return _hit(reader, found, side, known)
    if found.use.window == "moved" and reader.take(_OVER):
        return found.when(over=True)
    for words in _PLACES:
        if match := reader.take(words):
            parts = match.groupdict()
            reach = float(parts["reach"]) if parts.get("reach") else 0.0 if parts.get("sight") else ENGAGEMENT
            placed = found.when(reach=reach, sight=bool(parts.get("sight")))
            return _of_model(placed, match["self"], known)
    if side == "enemy" and seen:
        return found  # one that is anywhere need not be on the table, where alone it could be picked
    raise Unread(reader.text)


_OVER = (
    r"(?:(?:that|which) )?(?:it|this (?:unit|model)|that model|the bearer) (?:has )?moved (?:over|across)"
    r"(?: (?:during that move|this phase))?"
)


def _hit(reader: Reader, found: Occasion, side: str, known: KnownKeywords) -> Occasion:
    """An enemy that the shots hit, or those of one weapon."""
    reader.need(r"hit by one or more of those attacks|it scored one or more hits against this phase")
    if side != "enemy":
        raise Unread(reader.text)
    armed = reader.take(
        r"made with (?:an? |its |(?:this model|this unit|the bearer)'s )(?P<name>[a-z][a-z' -]*?)(?: this phase)?"
        r"(?=,|;|$| and)"
    )
    if armed is None:
        return found
    if armed["name"] not in known.weapons:
        raise Unread(reader.text)
    return found.when(weapon=armed["name"])


def _of_model(found: Occasion, who: str, known: KnownKeywords) -> Occasion:
    if who == "it":
        return found
    if who.startswith("this unit's"):
        name = who.removeprefix("this unit's ").removesuffix(" model")
        if name not in known.miniatures or found.scope != "unit" or found.part not in {"", name}:
            raise Unread(who)
        return msgspec.structs.replace(found.when(of_model=True), part=name)
    if _OF_MODEL.search(who):
        return found.when(of_model=True).scoped("bearer")
    found = found.when(of_model=False)
    return found.scoped("bearer") if who.endswith("'s unit") else found
