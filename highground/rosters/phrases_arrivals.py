"""Texts about how units come onto the table: set up again, from above, out of a transport."""

from __future__ import annotations

from typing import NamedTuple

from highground.engine.abilities.acts import Redeploy
from highground.engine.abilities.afflictions import ArriveNear
from highground.engine.abilities.condition import Condition
from highground.engine.abilities.effects import Permit
from highground.engine.abilities.model import Ability, Use
from highground.rosters.phrases_context import Scope, Whole
from highground.rosters.phrases_keywords import KnownKeywords, friends
from highground.rosters.phrases_shared import IT, led, made_of, no_charge, scope_of, set_up, who
from highground.rosters.phrases_text import Reader, Unread

_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5}
_RESERVE = r"strategic reserves?"


class _Picked(NamedTuple):
    """How many units of which kind are set up again, and what is asked of the unit that has the text."""

    number: int
    kind: str
    conditions: tuple[Condition, ...]
    shared: bool


def again(sentences: list[str], known: KnownKeywords) -> Whole | None:
    """Units are set up again once both armies stand."""
    found = made_of(sentences[0], _picked_again) if sentences else None
    if found is None:
        return None
    aside = len(sentences) == 2 and made_of(sentences[1], _aside) is not None
    if len(sentences) > 1 and not aside:
        raise Unread(sentences[1])
    kinds = friends(found.kind, known) if found.kind else ((),)
    use = Use(
        "selectable" if aside else "activated",
        phases=("deployment",),
        turn="any",
        window="deployed",
        target="ally",
        count=found.number,
        aimed=kinds if any(kinds) else (),
        conditions=found.conditions,
        shared=found.shared,
    )
    redeploy, reserve = Redeploy(who="target"), Redeploy(True, who="target")
    if not aside:
        return Whole((redeploy,), "unit", use)
    choices = (Ability("Set Up Again", effects=(redeploy,)), Ability("Into Reserve", effects=(reserve,)))
    return Whole((), "unit", use, choices)


def _picked_again(reader: Reader) -> _Picked:
    before = _included(reader)
    reader.need(r"after both (?:players|armies) have (?:been )?deployed(?: their armies)?")
    reader.take(r"and determined who has the first turn")
    reader.take(",")
    behind = _included(reader)
    there = _there(reader)
    count = reader.need(r"(?:you can )?select (?:up to )?(?P<count>one|two|three|four|five)(?: friendly)?")["count"]
    kind = reader.need(r"(?P<kind>(?!units?\b)[a-z][a-z' -]*? )?units?")["kind"] or ""
    reader.take(r"from your army")
    reader.need(r"and redeploy (?:them|it|those units|all of those units|that unit)")
    conditions = () if before or behind else (there,)
    return _Picked(_NUMBERS[count], kind.strip(), conditions, "several" in {before, behind})


def _included(reader: Reader) -> str:
    """'if your army includes this model,': whether it is enough that 'one' is there, or one of 'several'; or ''."""
    if not reader.take(r"if your? army (?:includes|contains)"):
        return ""
    if reader.take(r"one or more (?:models|units) with this ability,"):
        return "several"
    reader.need(r"this (?:model|unit),")
    return "one"


def _there(reader: Reader) -> Condition:
    """Where the unit itself must be."""
    if not reader.take(r"if this (?:model|unit) is on the battlefield"):
        return Condition("on table")
    aboard = reader.take(r"\(or any transport it is embarked within is on the battlefield\)")
    reader.take(",")
    return Condition("present" if aboard else "on table")


def _aside(reader: Reader) -> bool:
    """They may go into reserve instead."""
    reader.need(r"(?:when doing so|if you do),")
    units = r"(?:(?:any of )?those units|that unit|them|it)"
    if reader.take(r"you can (?:set|place)"):
        reader.need(units)
        reader.take("up")
    else:
        reader.need(units)
        reader.need(r"can be (?:placed|set up)")
    reader.need(rf"in(?:to)? {_RESERVE}")
    reader.take(r"if you wish")
    reader.need(",")
    reader.need(rf"regardless of how many units are already in {_RESERVE}")
    return True


def diving(sentences: list[str], known: KnownKeywords) -> Whole | None:
    """A unit arrives from above nearer to enemies than others, and does not charge in that turn."""
    if len(sentences) != 2:
        return None
    near = made_of(sentences[0], _near_at_once)
    if near is not None and made_of(sentences[1], _too_near):
        alone: Scope = "alone" if near[0] == "this model" else "unit"
        return Whole((ArriveNear(near[1], anywhere=True),), alone)
    dives = made_of(sentences[0], _dives)
    inches = made_of(sentences[1], _dived) if dives is not None else None
    if dives is None or inches is None:
        return None
    leading, name = dives
    if leading != (name == "that unit"):
        raise Unread(sentences[0])
    scope: Scope = "alone" if scope_of(name) == "holder" else "bearer" if leading else scope_of(name)
    conditions = (Condition("leading"),) if leading else ()
    return Whole((ArriveNear(inches, anywhere=True, conditions=conditions),), scope)


def _arrives(reader: Reader) -> None:
    reader.need(r"is set up on the battlefield using")
    reader.need(r"the deep strike ability")


def _near_at_once(reader: Reader) -> tuple[str, int]:
    """Which units arrive from above, and how near to any enemies."""
    reader.need(r"each time(?: a model in)?")
    name = reader.need(r"this unit|this model")[0].strip()
    _arrives(reader)
    reader.need(",")
    reader.need(r"it(?= can)")
    return name, set_up(reader)


def _too_near(reader: Reader) -> bool:
    """Those that do so where others could not do not charge."""
    reader.need(r"when doing so, if")
    reader.need(IT)
    reader.need(r'is set up within 9" of one or more enemy units,')
    no_charge(reader)
    return True


def _dives(reader: Reader) -> tuple[bool, str]:
    """Who may arrive from above so, and whether it is a unit that is led."""
    leading = led(reader)
    reader.take(r"in your (?:movement phase|turn),")
    reader.need(r"when|each time")
    name = who(reader)
    _arrives(reader)
    reader.take(r", in your movement phase")
    reader.need(",")
    reader.need(r"it can (?:perform an? [a-z' -]+|use this ability)")
    return leading, name


def _dived(reader: Reader) -> int:
    """What comes of it."""
    reader.need(r"if it does,")
    reader.need(IT)
    inches = set_up(reader)
    reader.need(r", but")
    no_charge(reader)
    return inches


def getting_out(sentences: list[str], known: KnownKeywords) -> Whole | None:
    """Passengers get out of a transport that has advanced, and do not charge."""
    if not sentences or not made_of(sentences[0], _get_out):
        return None
    if len(sentences) != 2 or not made_of(sentences[1], _got_out):
        raise Unread(sentences[0])
    return Whole((Permit("advance and disembark"),))


def _get_out(reader: Reader) -> bool:
    reader.need(r"units can disembark from this (?:transport|model|vehicle)")
    reader.need(r"after it has advanced")
    return True


def _got_out(reader: Reader) -> bool:
    reader.need(r"units that do so count as having made a normal move(?: (?:that|this) (?:phase|turn))?")
    reader.take(",")
    reader.need(r"and cannot declare a charge (?:in the same|that|this) turn")
    if reader.take(r", but"):
        reader.need(r"can otherwise act normally(?: in the remainder of the turn)?")
    return True
