"""Sentences about stratagems, arrivals, piling in and destroyed enemies: what an army gains, pays and forbids."""

from __future__ import annotations

import re

import msgspec

from highground.engine.abilities import AnyEffect
from highground.engine.abilities.condition import Condition
from highground.engine.abilities.effects import GainPoints, Permit
from highground.engine.abilities.resources import ChangePrice, CloseIn, Deal, DenyArrival, SnapHits, Spell
from highground.rosters.phrases_context import Clause, Context, Scope
from highground.rosters.phrases_keywords import ALWAYS, NAMES, KnownKeywords, friends, none_of, only
from highground.rosters.phrases_text import Reader, Unread
from highground.rosters.phrases_ways import over

_DEALS: dict[str, Deal] = {
    "fire overwatch": "overwatch",
    "overwatch": "overwatch",
    "heroic intervention": "intervention",
    "command re-roll": "reroll",
    "rapid ingress": "arrival",
    "grenade": "grenades",
    "tank shock": "impact",
    "counter-offensive": "counter",
    "insane bravery": "nerve",
}
"""What the stratagems do that texts name by the names that everybody uses."""
_DEAL = "|".join(_DEALS)
_WHO = r"(?P<who>this unit|this model(?:'s unit)?|the bearer(?:'s unit)?|that unit)"
_ONE = r"one (?:unit|model)(?: from your army)? with this ability"
_ZERO = r"for 0cp"
_AGAIN = (
    r"(?P<again>,? (?:and (?:you |it )?can do so )?(?:even )?if (?:you have|(?:a different|another) unit from your army"
    r" has|that stratagem has)(?: already)? (?:used|targeted|been (?:used|targeted))[a-z ]*? (?:phase|turn))?"
)
_SPELLS: dict[str, Spell] = {"battle": "battle", "battle round": "round", "turn": "turn", "phase": "phase"}
_SPELL = r"(?:once per (?P<per>battle round|battle|turn|phase), )?"

_FREE = re.compile(
    rf"{_SPELL}you can (?:target|use) (?:{_WHO} with )?the (?P<deals>(?:{_DEAL})(?: (?:or|and) (?:the )?(?:{_DEAL}))*)"
    rf" stratagems?(?: on (?P<on>this unit|this model|that unit|the bearer(?:'s unit)?))? {_ZERO}{_AGAIN}"
)
_TAKES_FREE = re.compile(rf"{_SPELL}{_WHO} can be targeted with the (?P<deal>{_DEAL}) stratagem {_ZERO}{_AGAIN}")
_ANY_FREE = re.compile(rf"{_SPELL}you can (?:target|use) {_WHO} with (?:a|any) stratagem {_ZERO}{_AGAIN}")
_ONE_FREE = re.compile(
    rf"{_SPELL}{_ONE} (?:that is on the battlefield )?can be targeted with (?:a|the (?P<deal>{_DEAL}))"
    rf" stratagem {_ZERO}{_AGAIN}"
)
_REDUCED = re.compile(
    rf"{_SPELL}{_ONE} can use it when (?:its unit|that unit|it) is targeted with a stratagem"
    r"(?:\. |; |, )?if it does, reduce the cp cost of that (?:use|usage) of that stratagem by 1(?: ?cp)?"
)
_REDUCED_OWN = re.compile(
    rf"{_SPELL}(?:when|each time) (?:you target )?{_WHO} (?:is targeted )?with a stratagem, (?:you can )?reduce the"
    r" (?:cp )?cost of that (?:use|usage) of that stratagem by 1(?:cp)?"
)
_FOR_FRIENDS = re.compile(
    rf"{_SPELL}{_ONE} can use it when a friendly (?P<names>{NAMES}) unit within (?P<reach>\d+)\" of"
    r" (?P<who>this model|that model|this unit|the bearer) is targeted with a stratagem"
    r"(?:\. |; |, )?if it does, reduce the cp cost of that"
    r" (?:(?:use|usage) of that )?stratagem by 1(?: ?cp)?"
)
_DEARER = re.compile(
    r"each time your opponent targets a unit from their army with a stratagem, if that unit is within (?P<reach>\d+)\""
    r" of (?P<who>this model|this unit|the bearer), increase the cost of that use of that stratagem by 1cp"
    r"(?: \(this is not cumulative with any other rules that would increase the cp cost of that stratagem\))?"
)
_SNAP = re.compile(
    rf"each time you (?:target {_WHO} with|use) the (?:fire )?overwatch stratagem(?: to shoot with"
    rf" (?P<by>this unit|this model))?,"
    r" (?:(?:while|when) resolving that stratagem, )?(?:hits are scored|it scores hits) on unmodified(?:"
    r" hit)? rolls? of"
    r" (?P<face>[2-5])\+(?: (?:while|when) resolving that stratagem)?"
)
_DENIED = re.compile(
    r"enemy units (?:that are set up on the battlefield )?(?:from reserves |as reinforcements )?cannot be set up"
    r"(?: on the battlefield)?(?: from reserves| as reinforcements)? within (?P<reach>\d+)\" of (?P<who>this"
    r" model|this unit|the bearer)"
)
_CLOSE = re.compile(
    r"each time a model in (?P<who>this unit|that unit|(?:this model|the bearer)'s unit) makes a pile-in or"
    r" consolidation"
    r" move, (?:it|that model) can move up to (?P<reach>\d)\" instead of up to 3\""
)
_SLEW = re.compile(
    r"each time (?:an attack made by )?(?P<who>this unit|this model(?:'s unit)?|the bearer(?:'s unit)?|that"
    r" unit) destroys an enemy unit,"
    r" (?:roll one d6: on an? (?P<face>[2-6])\+, )?you gain 1cp"
)
_LET_OUT = re.compile(
    r"(?:each time|if) a unit disembarks from (?:this model|this transport) after (?:it|this transport|this"
    r" model) has made a normal move,"
    r" (?:until the end of the turn, )?that unit is (?:still )?eligible to declare a charge(?: this turn)?"
)
_PIN = re.compile(
    r"each time an enemy unit(?: \(excluding (?P<out>[a-z ,']+?)(?: units?| models?)?\))?,? (?:that is )?within"
    r" engagement range of (?P<who>this unit|this model|that unit|(?:this model|the bearer)'s unit"
    r"|one or more units(?: from your army)? with this ability)"
    r" (?:falls back|is selected to fall back|makes a fall back move), (?:all |each )?models? in that (?:enemy )?unit"
    r" must take (?:a )?desperate escape tests?"
    r"(?:,? even if (?:it|that unit) is not battle-shocked| as if (?:their|that) unit was battle-shocked)?"
    r"(?P<hard>\. when doing so, if that (?:enemy )?unit is (?:also )?battle-shocked(?: by other means)?, subtract 1"
    r" from (?:each of )?(?:those|these|the)(?: desperate escape)? tests?)?"
)
_LEADING = re.compile(r"while (?:this model|the bearer) is leading a unit, ")


def of_dealings(sentence: str, known: KnownKeywords) -> Clause | None:
    """What such a sentence says; None for others. Raises Unread where 'that unit' is nobody."""
    leading = _LEADING.match(sentence)
    text = sentence[leading.end() :] if leading else sentence
    for read in _READS:
        found = read(text, known)
        if found is not None:
            who, effects = found
            if (who == "that unit") != (leading is not None):
                raise Unread(sentence)
            context = Context(known)
            if leading:
                context = msgspec.structs.replace(context.scoped("bearer"), conditions=_LED, that="friend")
            else:
                context = context.scoped(_scope(who))
            return _clause(context, effects)
    return None


def dealing(reader: Reader, context: Context) -> Clause:
    """The same, of what is left of a sentence that stands in a context of its own."""
    for read in _READS:
        found = read(reader.text[reader.at :], context.known)
        if found is not None:
            who, effects = found
            if (who == "that unit") != (context.that == "friend") or context.who != "self" or context.that == "enemy":
                raise Unread(reader.text)
            reader.at = len(reader.text)
            return _clause(context if context.that else context.scoped(_scope(who)), effects)
    raise Unread(reader.text)


_LED = only("leading")


def _clause(context: Context, effects: list[AnyEffect]) -> Clause:
    made = [
        msgspec.structs.replace(effect, conditions=(*effect.conditions, *conditions))
        for effect in effects
        for conditions in context.conditions
    ]
    return Clause(tuple(made), scope=context.scope)


def _scope(who: str) -> Scope:
    if who in {"this model", "the bearer"}:
        return "holder"
    return "bearer" if who.endswith("'s unit") else "unit"


PricedEffects = tuple[str, list[AnyEffect]]


def _spell(match: re.Match[str]) -> Spell:
    return _SPELLS[match["per"]] if match["per"] else ""


def _free(text: str, known: KnownKeywords) -> PricedEffects | None:
    if match := _FREE.fullmatch(text):
        deals = [_DEALS[deal] for deal in re.split(r" (?:or|and) (?:the )?", match["deals"])]
        if not (match["who"] or match["on"]):
            return None
        who = match["who"] or match["on"]
        return who, [ChangePrice(deal, free=True, again=bool(match["again"]), per=_spell(match)) for deal in deals]
    if match := _TAKES_FREE.fullmatch(text):
        return match["who"], [
            ChangePrice(_DEALS[match["deal"]], free=True, again=bool(match["again"]), per=_spell(match))
        ]
    if match := _ANY_FREE.fullmatch(text):
        return match["who"], [ChangePrice(free=True, again=bool(match["again"]), per=_spell(match))]
    if match := _ONE_FREE.fullmatch(text):
        deal = _DEALS[match["deal"]] if match["deal"] else "any"
        shared = ChangePrice(deal, free=True, again=bool(match["again"]), per=_spell(match), shared=True)
        return ("this unit", [shared]) if match["per"] else None
    return None


def _reduced(text: str, known: KnownKeywords) -> PricedEffects | None:
    if (match := _REDUCED.fullmatch(text)) and match["per"]:
        return "this model's unit", [ChangePrice(value=-1, per=_spell(match), shared=True)]
    if match := _REDUCED_OWN.fullmatch(text):
        return match["who"], [ChangePrice(value=-1, per=_spell(match))]
    if (match := _FOR_FRIENDS.fullmatch(text)) and match["per"]:
        cheaper = ChangePrice(
            value=-1, per=_spell(match), shared=True, who="friends within", reach=float(match["reach"])
        )
        kinds = friends(match["names"], known)
        whose = "this unit" if match["who"] == "this unit" else "this model"
        return whose, [msgspec.structs.replace(cheaper, conditions=each) for each in kinds]
    return None


def _dearer(text: str, known: KnownKeywords) -> PricedEffects | None:
    match = _DEARER.fullmatch(text)
    if match is None:
        return None
    return match["who"], [ChangePrice(value=1, who="enemies within", reach=float(match["reach"]))]


def _snap(text: str, known: KnownKeywords) -> PricedEffects | None:
    match = _SNAP.fullmatch(text)
    if match is None or not (match["who"] or match["by"]):
        return None
    return match["who"] or match["by"], [SnapHits(int(match["face"]))]


def _denied(text: str, known: KnownKeywords) -> PricedEffects | None:
    match = _DENIED.fullmatch(text)
    return None if match is None else (match["who"], [DenyArrival(int(match["reach"]))])


def _close(text: str, known: KnownKeywords) -> PricedEffects | None:
    match = _CLOSE.fullmatch(text)
    return None if match is None else (match["who"], [CloseIn(int(match["reach"]))])


def _slew(text: str, known: KnownKeywords) -> PricedEffects | None:
    match = _SLEW.fullmatch(text)
    if match is None:
        return None
    return match["who"], [GainPoints(1, int(match["face"] or 0), when="slew")]


def _let_out(text: str, known: KnownKeywords) -> PricedEffects | None:
    return None if _LET_OUT.fullmatch(text) is None else ("this unit", [Permit("disembark and charge")])


def _pin(text: str, known: KnownKeywords) -> PricedEffects | None:
    match = _PIN.fullmatch(text)
    if match is None:
        return None
    kinds = none_of(match["out"], known, "target keyword") if match["out"] else ALWAYS
    who = "this unit" if "with this ability" in match["who"] else match["who"]
    found: list[AnyEffect] = [Permit("pin", conditions=each) for each in kinds]
    if match["hard"]:
        found += [Permit("worsen break-out tests", conditions=(*each, Condition("target shocked"))) for each in kinds]
    return who, found


_READS = (_free, _reduced, _dearer, _snap, _denied, _close, _slew, _let_out, _pin, over)
