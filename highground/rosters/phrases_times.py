"""Sentences about what happens by itself at a moment of the command phase."""

from __future__ import annotations

import re
from functools import partial

import msgspec

from highground.engine.abilities.afflictions import StandUp
from highground.engine.abilities.condition import Condition
from highground.engine.abilities.effect import Moment
from highground.engine.abilities.wounds import DealMortalWounds, GainPoints, HealOne, ReturnMiniatures
from highground.engine.amount import Amount
from highground.rosters.phrases_context import Clause
from highground.rosters.phrases_keywords import KnownKeywords
from highground.rosters.phrases_shared import (
    engaged,
    left_out,
    lost_wounds,
    made_of,
    on_face,
    on_roll,
    scope_of,
    who,
    within,
)
from highground.rosters.phrases_text import Reader, Unread

_AMOUNT = r"d3|d6|[1-6]"
_LEADING = re.compile(r"while (?:this model|the bearer) is leading a unit, ")

_MOMENTS: tuple[tuple[str, Moment], ...] = (
    (r"at the start of your command phase, ", "command start"),
    (r"in your command phase, ", "command start"),
    (r"at the end of your command phase, ", "command end"),
    (r"at the start of each player's command phase, ", "each command start"),
)
_HERE = r"(?:if this (?:model|unit) is on the battlefield, )?"
_POINTS = re.compile(_HERE + r"(?:roll one d6: on an? (?P<face>[2-6])\+, )?you gain (?P<points>[1-3])cp")
_CONTAINS = re.compile(r"while this unit contains an? (?P<name>[a-z][a-z' -]*?)(?: model)?, ")


def _split(rolled: Amount) -> tuple[int, Amount | None]:
    """A number, or else dice."""
    return (0, rolled) if rolled.count else (rolled.plus, None)


def _fed(reader: Reader) -> Clause:
    """Lost wounds come back with the fall of an enemy unit."""
    reader.need("each time")
    name = reader.need("this unit|this model")[0].strip()
    reader.need("destroys an enemy unit,")
    whose = reader.need("this model|it|one model in this unit")[0].strip()
    if (name == "this unit") != (whose == "one model in this unit"):
        raise Unread(reader.text)
    return Clause((HealOne(*_split(lost_wounds(reader)), when="slew"),), scope=scope_of(name))


def _scared(reader: Reader) -> Clause:
    """Mortal wounds for enemies nearby that fail a battle-shock test."""
    reader.need("each time an enemy unit(?= within)")
    reach, name = within(reader), who(reader)
    reader.need("fails a battle-shock test,")
    if name == "that unit":
        raise Unread(reader.text)  # which one, nothing before it says
    face = on_roll(reader)
    reader.need("that (?:enemy )?unit|it")
    amount = reader.need(rf"suffers (?P<amount>d3\+[1-3]|2d3|{_AMOUNT}) mortal wounds?")["amount"]
    wounds = DealMortalWounds(
        *_split(Amount.parse(amount.upper())),
        who="target",
        reach=float(reach),
        when="enemy shock failed",
        face_from=face,
    )
    return Clause((wounds,), scope="unit" if name == "this unit" else "holder")


def of_moments(sentence: str, known: KnownKeywords) -> Clause | None:
    """What a sentence brings about at a moment of the command phase; None for others."""
    if held := _CONTAINS.match(sentence):
        return _held(sentence[held.end() :], held["name"], known)
    leading = _LEADING.match(sentence)
    text = sentence[leading.end() :] if leading else sentence
    for start, moment in _MOMENTS:
        if text.startswith(start):
            rest = text.removeprefix(start)
            found = _returned(rest, moment, leading is not None)
            return found if leading or found else _points(rest, moment) or _healed(rest, moment)
    if price := _price(text, leading is not None):
        return price
    if leading:
        return None
    return made_of(
        sentence, lambda reader: reader.first(*(partial(each, reader) for each in (_fed, _scared, _stands_up)))
    )


def _held(text: str, name: str, known: KnownKeywords) -> Clause | None:
    """What happens as long as one of the unit's miniatures lives."""
    for start, moment in _MOMENTS:
        found = _returned(text.removeprefix(start), moment, False) if text.startswith(start) else None
        if found is None:
            continue
        if name not in known.miniatures:
            raise Unread(text)
        held = Condition("contains", name=name)
        return Clause(tuple(msgspec.structs.replace(each, conditions=(held,)) for each in found.effects))
    return None


def _returned(text: str, moment: Moment, leading: bool) -> Clause | None:
    """Fallen miniatures come back, but none of characters: of a unit's own, that of its leaders are none."""
    found = made_of(text, _come_back) if moment.startswith("command") else None
    if found is None:
        return None
    name, amount, plain = found
    if (name == "that unit") != leading or not (plain or leading):
        return None
    conditions = (Condition("leading"),) if leading else ()
    returned = ReturnMiniatures(*_split(amount), when=moment, conditions=conditions)
    return Clause((returned,), scope="unit" if name == "this unit" else "bearer")


def _come_back(reader: Reader) -> tuple[str, Amount, bool]:
    """How many come back to which unit, and whether characters are left out."""
    if reader.take("if(?= [a-z ]+ is on)"):
        who(reader)
        reader.need("is on the battlefield,")
    if reader.take("if"):
        who(reader)
        reader.need("is below its starting strength,")
    reader.need("you can return(?:ed)?(?: up to)?")
    amount = reader.need(rf"(?P<amount>d3\+1|{_AMOUNT})(?: destroyed)?")["amount"]
    kind = reader.take("bodyguard")
    reader.need("models?")
    others = left_out(reader)
    reader.need("to")
    if others not in {"", "character", "characters"}:
        raise Unread(reader.text)
    return who(reader), Amount.parse(amount.upper()), bool(kind or others)


def _stands_up(reader: Reader) -> Clause:
    """A model by itself is back after its first fall."""
    reader.need("the first time this model is destroyed,")
    if reader.take("remove it from play"):
        reader.need(", then,")
    late = "at the end of the phase"
    before = reader.take(f"{late},")
    reader.need(r"roll one d6[:,]?")
    if not before:
        reader.need(rf"{late}[:,]?")
    face = on_face(reader)
    reader.need("set (?:this model|it) back up on the battlefield")
    reader.take(",")
    reader.need("as close as possible to where it was destroyed")
    reader.need("and not(?= within)")
    engaged(reader)
    reader.take(",")
    wounds = reader.need(r"with (?P<wounds>its full|\d+|d[36](?:\+\d)?) wounds? remaining")["wounds"]
    amount = None if wounds == "its full" else Amount.parse(wounds.upper())
    return Clause((StandUp(amount, when="fell", face_from=face),), scope="alone")


def _price(sentence: str, leading: bool) -> Clause | None:
    """A command point may come back of a stratagem that is used on the unit."""
    found = made_of(sentence, _come_cheap)
    if found is None or (found[0] == "that unit") != leading:
        return None
    led = (Condition("leading"),) if leading else ()
    name, face = found
    return Clause(
        (GainPoints(1, face, when="stratagem", conditions=led),), scope="unit" if name == "this unit" else "bearer"
    )


def _come_cheap(reader: Reader) -> tuple[str, int]:
    """The unit that the stratagem is used on, and the least face of the die for it."""
    reader.need("each time(?: you target| you select)?")
    name = who(reader)
    reader.take("is(?= (?:targeted|selected))")
    reader.need("(?:targeted )?with|(?:selected )?as the target of")
    reader.need("a stratagem,")
    face = on_roll(reader)
    reader.need("you gain 1cp")
    if not face:
        raise Unread(reader.text)
    return name, face


def _points(text: str, moment: Moment) -> Clause | None:
    match = _POINTS.fullmatch(text)
    if match is None or (match["face"] and match["points"] != "1"):
        return None
    gained = GainPoints(int(match["points"]), int(match["face"] or 0), when=moment)
    return Clause((gained,), scope="bearer")


def _healed(text: str, moment: Moment) -> Clause | None:
    return made_of(text, lambda reader: _mended(reader, moment))


def _mended(reader: Reader, moment: Moment) -> Clause:
    name = reader.need("this model|one model in this unit")[0].strip()
    amount = lost_wounds(reader)
    return Clause((HealOne(*_split(amount), when=moment),), scope="holder" if name == "this model" else "unit")
