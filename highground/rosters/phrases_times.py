"""Sentences about what happens by itself at a moment of the command phase."""

from __future__ import annotations

import re

import msgspec

from highground.engine.abilities.afflictions import StandUp, TakeShockTest
from highground.engine.abilities.condition import Condition
from highground.engine.abilities.effect import Moment
from highground.engine.abilities.effects import DealMortalWounds, GainPoints, HealOne, ReturnMiniatures
from highground.engine.amount import Amount
from highground.engine.table.distance import ENGAGEMENT
from highground.rosters.phrases_context import Clause, Scope
from highground.rosters.phrases_keywords import KnownKeywords, none_of
from highground.rosters.phrases_text import Unread

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
_HEALED = re.compile(
    r"(?P<who>this model|one model in this unit) regains (?:up to )?(?P<amount>" + _AMOUNT + r") lost wounds?"
)


_CONTAINS = re.compile(r"while this unit contains an? (?P<name>[a-z][a-z' -]*?)(?: model)?, ")
_RETURNED = re.compile(
    r"(?:if (?:the bearer|this model|this unit) is on the battlefield, )?"
    r"(?:if (?:this unit|that unit|(?:this model|the bearer)'s unit) is below its starting strength, )?"
    r"you can return(?:ed)? (?:up to )?(?P<amount>d3\+1|" + _AMOUNT + r")(?: destroyed)?(?P<kind> bodyguard)? models?"
    r"(?P<out> \(excluding characters?(?: models)?\))? to (?P<who>that unit|this unit|(?:this model|the bearer)'s unit)"
)
_PRICE = re.compile(
    r"each time (?:(?:you target|you select) )?(?P<who>this unit|that unit|(?:this model|the bearer)'s unit|this model"
    r"|the bearer)"
    r" (?:with|as the target of|is targeted with|is selected as the target of) a stratagem,"
    r" (?:you can )?roll one d6: on an? (?P<face>[2-6])\+, you gain 1cp"
)
_SHAKEN = re.compile(
    r"at the start of the fight phase, each enemy unit"
    r"(?P<out> \(excluding (?P<names>[a-z ,']+?)\))? within (?P<reach>\d+\"|engagement range) of"
    r" (?P<who>one (?:or|of) more units (?:from your army )?with this ability|this unit|this model"
    r"|the bearer(?:'s unit)?)"
    r" must take a battle-shock test(?:,? subtracting (?P<worse>[12])(?: from (?:the result|that test|the roll))?)?"
    r"(?: when (?:they do(?: so)?|it does(?: so)?|doing so)| (?P<weak>if that enemy unit is below half-strength))?"
)


_FED = re.compile(
    r"each time (?P<who>this unit|this model) destroys an enemy unit, (?P<whose>this model|it|one model in this unit)"
    r" regains (?:up to )?(?P<amount>d3\+[1-3]|" + _AMOUNT + r") lost wounds?"
)
_SCARED = re.compile(
    r"each time an enemy unit within (?P<reach>\d+)\" of (?P<who>this unit|this model|the bearer(?:'s unit)?) fails a"
    r" battle-shock test, (?:(?P<roll>roll one d6: on an? (?P<face>[2-6])\+, ))?(?:that (?:enemy )?unit|it) suffers"
    r" (?P<amount>d3\+[1-3]|2d3|" + _AMOUNT + r") mortal wounds?"
)
_STANDS_UP = re.compile(
    r"the first time this model is destroyed,(?: remove it from play, then,)? "
    r"(?:at the end of the phase, roll one d6|roll one d6 at the end of the phase)[:,] on an? (?P<face>[2-6])\+, "
    r"set (?:this model|it) back up on the battlefield,? as close as possible to where it was destroyed "
    r"and not within engagement range of (?:any|one or more) enemy (?:units|models),? "
    r"with (?P<wounds>its full|\d+|d[36](?:\+\d)?) wounds? remaining"
)


def _fed(sentence: str) -> Clause | None:
    """Lost wounds come back with the fall of an enemy unit."""
    match = _FED.fullmatch(sentence)
    if match is None or (match["who"] == "this unit") != (match["whose"] == "one model in this unit"):
        return None
    rolled = Amount.parse(match["amount"].upper())
    healed = HealOne(0 if rolled.count else rolled.plus, rolled if rolled.count else None, when="slew")
    return Clause((healed,), scope="unit" if match["who"] == "this unit" else "holder")


def _scared(sentence: str) -> Clause | None:
    """Mortal wounds for enemies nearby that fail a battle-shock test."""
    match = _SCARED.fullmatch(sentence)
    if match is None:
        return None
    rolled = Amount.parse(match["amount"].upper())
    wounds = DealMortalWounds(
        0 if rolled.count else rolled.plus,
        rolled if rolled.count else None,
        who="target",
        reach=float(match["reach"]),
        when="enemy shock failed",
        face_from=int(match["face"] or 0),
    )
    return Clause((wounds,), scope="unit" if match["who"] == "this unit" else "holder")


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
    return _shaken(sentence, known) or _fed(sentence) or _scared(sentence) or _stands_up(sentence)


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
    match = _RETURNED.fullmatch(text)
    if match is None or not moment.startswith("command") or (match["who"] == "that unit") != leading:
        return None
    if not (match["kind"] or match["out"] or leading):
        return None
    amount = Amount.parse(match["amount"].upper())
    conditions = (Condition("leading"),) if leading else ()
    returned = ReturnMiniatures(amount.plus if not amount.count else 0, amount if amount.count else None)
    scope: Scope = "unit" if match["who"] == "this unit" else "bearer"
    return Clause((msgspec.structs.replace(returned, when=moment, conditions=conditions),), scope=scope)


def _stands_up(sentence: str) -> Clause | None:
    """A model by itself is back after its first fall."""
    match = _STANDS_UP.fullmatch(sentence)
    if match is None:
        return None
    amount = None if match["wounds"] == "its full" else Amount.parse(match["wounds"].upper())
    return Clause((StandUp(amount, when="fell", face_from=int(match["face"])),), scope="alone")


def _price(sentence: str, leading: bool) -> Clause | None:
    """A command point may come back of a stratagem that is used on the unit."""
    match = _PRICE.fullmatch(sentence)
    if match is None or (match["who"] == "that unit") != leading:
        return None
    led = (Condition("leading"),) if leading else ()
    who, gained = match["who"], GainPoints(1, int(match["face"]), when="stratagem", conditions=led)
    return Clause((gained,), scope="unit" if who == "this unit" else "bearer")


def _shaken(sentence: str, known: KnownKeywords) -> Clause | None:
    """Enemies nearby test their nerve as a combat phase begins."""
    match = _SHAKEN.fullmatch(sentence)
    if match is None:
        return None
    reach = float(match["reach"].rstrip('"')) if match["reach"].endswith('"') else ENGAGEMENT
    out = none_of(match["names"], known, "keyword")[0] if match["out"] else ()
    worse, weak = -int(match["worse"] or 0), Condition("below half")
    test = TakeShockTest(worse, who="enemies within", reach=reach, conditions=out, when="combat start")
    who, tests = match["who"], [test]
    if match["weak"]:
        if not worse:
            return None
        strong = msgspec.structs.replace(weak, negate=True)
        tests = [
            msgspec.structs.replace(test, conditions=(*out, weak)),
            msgspec.structs.replace(test, value=0, conditions=(*out, strong)),
        ]
    scope: Scope = "holder" if who in {"this model", "the bearer"} else "bearer" if "bearer" in who else "unit"
    return Clause(tuple(tests), scope=scope)


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
