"""Texts by which a unit spends something that its army keeps count of, and has more for the rest of the phase.

The unit is marked as long as it lasts, and what it has then asks for the mark: so what leaders and their units have
each for themselves is had by both, no matter which of them paid for it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from highground.engine.abilities import AnyEffect
from highground.engine.abilities.afflictions import MarkUnit, Withdraw
from highground.engine.abilities.condition import Condition
from highground.engine.abilities.model import Use
from highground.engine.abilities.wounds import ReturnMiniatures
from highground.engine.amount import Amount
from highground.rosters.phrases_context import Scope
from highground.rosters.phrases_shared import engaged, made_of
from highground.rosters.phrases_text import Reader, Unread
from highground.rosters.phrases_triggers import ENGAGED

EMPOWERED = "empowered"
_WHO = r"(?:this unit|this model|that unit|(?:this model|the bearer)'s unit)"
_SPENDS = re.compile(
    r"(?P<when>.*?),? you can spend (?P<number>\d) (?:of your )?(?P<what>[a-z]+) tokens? to empower"
    rf" (?P<who>{_WHO})"
)
_PICKED = re.compile(
    rf"in (?P<phase>your shooting|the fight|your fight|your shooting (?:phase )?or the fight) phase,"
    rf" when you select (?P<who>{_WHO}) to (?P<act>shoot|fight|shoot or fight)"
)
_STARTS = re.compile(
    r"at the start of (?P<first>your (?:shooting|charge|movement)|the fight) phase"
    r"(?: or at the start of (?P<second>the fight) phase)?"
)
_DURING = re.compile(rf"in your (?P<phase>command|movement) phase(?P<advance>,? when you select {_WHO} to advance)?")
_DONE = r"(?:each time you do|if you do), "
_BACK = re.compile(_DONE + r"you can return up to (?P<amount>d3\+1|d3|\d) destroyed bodyguard models? to that unit")
_AWAY = re.compile(_DONE + r"remove this unit from the battlefield and place it into strategic reserves")
_WHILE = re.compile(rf"while (?:{_WHO} is )?empowered(?:,|:(?: ■)?) ")


class Payment(NamedTuple):
    """How it is paid for, what follows at once, which units it is for, and what the text says about later."""

    uses: tuple[Use, ...]
    effects: tuple[AnyEffect, ...]
    scope: Scope
    rest: list[str]


def of_spending(sentences: Sequence[str]) -> Payment | None:
    """A text of this kind; None for others. Raises Unread where it is not clear."""
    match = _SPENDS.fullmatch(sentences[0]) if sentences else None
    if match is None:
        return None
    price = ((f"{match['what']} tokens", int(match["number"])),)
    fresh = Condition("named", name=EMPOWERED, negate=True)
    uses = [replace(each, spend=price, conditions=(*each.conditions, fresh)) for each in _when(match["when"])]
    effects: list[AnyEffect] = [MarkUnit(EMPOWERED, duration="phase")]
    rest = list(sentences[1:])
    while rest and (done := _at_once(rest[0])) is not None:
        if isinstance(done, Withdraw) != (uses[0].window == "phase end"):
            raise Unread(rest[0])
        effects.append(done)
        rest.pop(0)
    if (uses[0].window == "phase end" and rest) or (not rest and len(effects) == 1):
        raise Unread(sentences[0])
    who = match["who"]
    scope: Scope = "unit" if who == "this unit" else "holder" if who == "this model" else "bearer"
    return Payment(tuple(uses), tuple(effects), scope, _later(rest))


def _when(text: str) -> list[Use]:
    """The times at which it may be paid for, each a use of its own."""
    any_time = Use("activated", per="phase")
    shooting = replace(any_time, phases=("shooting",), conditions=(Condition("to shoot"),))
    fighting = replace(any_time, phases=("combat",), turn="any", conditions=(Condition("to fight"),))
    if picked := _PICKED.fullmatch(text):
        acts = {"shoot": [shooting], "fight": [fighting], "shoot or fight": [shooting, fighting]}
        if ("shooting" in picked["phase"], "fight" in picked["phase"]) != (
            "shoot" in picked["act"],
            "fight" in picked["act"],
        ):
            raise Unread(text)
        own = picked["phase"] == "your fight"
        return [replace(each, turn="own") if own else each for each in acts[picked["act"]]]
    if starts := _STARTS.fullmatch(text):
        return [_start(each) for each in (starts["first"], starts["second"]) if each]
    if during := _DURING.fullmatch(text):
        if during["advance"] and during["phase"] != "movement":
            raise Unread(text)
        conditions = (Condition("stationary"),) if during["advance"] else ()
        return [replace(any_time, phases=(during["phase"],), conditions=conditions)]
    if made_of(text, _ends):
        return [replace(any_time, phases=("combat",), turn="enemy", window="phase end", conditions=(ENGAGED,))]
    raise Unread(text)


def _ends(reader: Reader) -> bool:
    """As the opponent's turn ends, if no enemy is next to it."""
    reader.need(r"at the end of your opponent's (?:fight phase|turn),")
    reader.need(rf"if {_WHO} is not(?= within)")
    engaged(reader)
    return True


def _start(phase: str) -> Use:
    if phase == "the fight":
        return Use("activated", phases=("combat",), turn="any", window="phase start", per="phase")
    return Use("activated", phases=(phase.removeprefix("your "),), window="phase start", per="phase")


def _at_once(sentence: str) -> AnyEffect | None:
    """What comes of paying for it, at once."""
    if _AWAY.fullmatch(sentence):
        return Withdraw()
    if back := _BACK.fullmatch(sentence):
        amount = Amount.parse(back["amount"].upper())
        return ReturnMiniatures(0 if amount.count else amount.plus, amount if amount.count else None)
    return None


def _later(rest: list[str]) -> list[str]:
    """Sentences that hold while it lasts, worded as if they always held."""
    if not rest:
        return []
    match = _WHILE.match(rest[0])
    if match is None:
        raise Unread(rest[0])
    led = "that unit" in match[0]
    reworded = [rest[0][match.end() :], *(_WHILE.sub("", each, count=1) for each in rest[1:])]
    reworded[0] = re.sub(r"^after (?=this (?:unit|model) has shot,)", "in your shooting phase, after ", reworded[0])
    return [re.sub(r"\bthat unit\b", "this model's unit", each) if led else each for each in reworded]


def under(effects: Sequence[AnyEffect]) -> tuple[AnyEffect, ...]:
    """Effects that hold while the unit is marked; raises Unread for those that are about others."""
    if any(each.who != "self" for each in effects):
        raise Unread(str(effects))
    return tuple(replace(each, conditions=(*each.conditions, Condition("named", name=EMPOWERED))) for each in effects)
