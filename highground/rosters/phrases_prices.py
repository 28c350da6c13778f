"""Sentences about stratagems, arrivals, piling in and destroyed enemies: what an army gains, pays and forbids."""

from __future__ import annotations

import re
from functools import partial

import msgspec

from highground.engine.abilities import AnyEffect
from highground.engine.abilities.condition import Condition
from highground.engine.abilities.effects import Permit
from highground.engine.abilities.resources import ChangePrice, CloseIn, Deal, DenyArrival, SnapHits, Spell
from highground.engine.abilities.wounds import GainPoints
from highground.rosters.phrases_context import Clause, Context
from highground.rosters.phrases_keywords import ALWAYS, NAMES, KnownKeywords, friends, none_of, only
from highground.rosters.phrases_shared import (
    OWN_UNIT,
    anybody,
    engaged_with,
    left_out,
    made_of,
    on_roll,
    per,
    scope_of,
    who,
    within,
)
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
_SPELLS: dict[str, Spell] = {"battle": "battle", "battle round": "round", "turn": "turn", "phase": "phase", "": ""}
_STRATAGEM = r"with (?:a|any) stratagem"
_LEADING = re.compile(r"while (?:this model|the bearer) is leading a unit, ")


def of_dealings(sentence: str, known: KnownKeywords) -> Clause | None:
    """What such a sentence says; None for others. Raises Unread where 'that unit' is nobody."""
    leading = _LEADING.match(sentence)
    text = sentence[leading.end() :] if leading else sentence
    found = _priced(text, known)
    if found is None:
        return None
    whose, effects = found
    if (whose == "that unit") != (leading is not None):
        raise Unread(sentence)
    context = Context(known)
    if leading:
        context = msgspec.structs.replace(context.scoped("bearer"), conditions=_LED, that="friend")
    else:
        context = context.scoped(scope_of(whose))
    return _clause(context, effects)


def dealing(reader: Reader, context: Context) -> Clause:
    """The same, of what is left of a sentence that stands in a context of its own."""
    found = _priced(reader.text[reader.at :], context.known)
    if found is None:
        raise Unread(reader.text)
    whose, effects = found
    if (whose == "that unit") != (context.that == "friend") or context.who != "self" or context.that == "enemy":
        raise Unread(reader.text)
    reader.at = len(reader.text)
    return _clause(context if context.that else context.scoped(scope_of(whose)), effects)


_LED = only("leading")


def _clause(context: Context, effects: list[AnyEffect]) -> Clause:
    made = [
        msgspec.structs.replace(effect, conditions=(*effect.conditions, *conditions))
        for effect in effects
        for conditions in context.conditions
    ]
    return Clause(tuple(made), scope=context.scope)


PricedEffects = tuple[str, list[AnyEffect]]


def _again(reader: Reader) -> bool:
    """'even if another unit has already been targeted with it this phase'."""
    reader.take(",")
    reader.take(r"and (?:you |it )?can do so")
    reader.take(r"even(?= if)")
    if not reader.take("if"):
        return False
    reader.need(r"you have|(?:a different|another) unit from your army has|that stratagem has")
    reader.take(r"already")
    reader.need(r"(?:been )?(?:used|targeted)[a-z ]*? (?:phase|turn)")
    return True


def _for_nothing(reader: Reader) -> bool:
    """'for 0CP'; and whether it may be used though it has been, which no other may."""
    reader.need("for 0cp")
    return _again(reader)


def _one_of_army(reader: Reader) -> None:
    reader.need(r"one (?:unit|model)(?: from your army)? with this ability")


def _free(reader: Reader, known: KnownKeywords) -> PricedEffects:
    """'once per turn, you can use the ... stratagem on this unit for 0CP'."""
    spell = _SPELLS[per(reader)]
    reader.need(r"you can (?:target|use)")
    whose = ""
    if not reader.text.startswith("the", reader.at) or reader.text.startswith("the bearer", reader.at):
        whose = who(reader)
        if reader.take(_STRATAGEM):
            return whose, [ChangePrice(free=True, again=_for_nothing(reader), per=spell)]
        reader.need("with")
    deals = _named(reader)
    if reader.take("on"):
        whose = whose or who(reader)
    again = _for_nothing(reader)
    if not whose:
        raise Unread(reader.text)
    return whose, [ChangePrice(deal, free=True, again=again, per=spell) for deal in deals]


def _named(reader: Reader) -> list[Deal]:
    """'the ... or ... stratagem'."""
    names = rf"the (?P<deals>(?:{_DEAL})(?: (?:or|and) (?:the )?(?:{_DEAL}))*) stratagems?"
    return [_DEALS[deal] for deal in re.split(r" (?:or|and) (?:the )?", reader.need(names)["deals"])]


def _takes_free(reader: Reader, known: KnownKeywords) -> PricedEffects:
    """'this unit can be targeted with the ... stratagem for 0CP', or one of the army's units with the ability."""
    spell = _SPELLS[per(reader)]
    shared = reader.text.startswith("one ", reader.at)
    if shared:
        _one_of_army(reader)
        reader.take("that is on the battlefield")
    whose = "this unit" if shared else who(reader)
    reader.need(r"can be targeted")
    if shared and reader.take(_STRATAGEM):
        deal: Deal = "any"
    else:
        reader.need("with")
        deals = _named(reader)
        deal = deals[0]
        if len(deals) != 1:
            raise Unread(reader.text)
    again = _for_nothing(reader)
    if shared and not spell:
        raise Unread(reader.text)
    return whose, [ChangePrice(deal, free=True, again=again, per=spell, shared=shared)]


def _less(reader: Reader) -> None:
    """'reduce the CP cost of that use of that stratagem by 1CP'."""
    reader.need(r"reduce the (?:cp )?cost of that")
    reader.take(r"(?:use|usage) of that")
    reader.need(r"stratagem by 1 ?(?:cp)?")


def _reduced(reader: Reader, known: KnownKeywords) -> PricedEffects:
    """What one of the army's units with the ability may use when it, or a friend near it, is targeted."""
    spell = _SPELLS[per(reader)]
    _one_of_army(reader)
    reader.need(r"can use it when")
    cheaper = ChangePrice(value=-1, per=spell, shared=True)
    whose, kinds = "this model's unit", ALWAYS
    if named := reader.take(rf"a friendly (?P<names>{NAMES}) unit(?= within)"):
        cheaper = msgspec.structs.replace(cheaper, who="friends within", reach=float(within(reader)))
        centre = reader.need(r"this model|that model|this unit|the bearer")[0].strip()
        whose, kinds = ("this unit" if centre == "this unit" else "this model"), friends(named["names"], known)
    else:
        reader.need(r"its unit|that unit|it")
    reader.need(r"is targeted with a stratagem[.;,]?")
    reader.need(r"if it does,")
    _less(reader)
    if not spell:
        raise Unread(reader.text)
    return whose, [msgspec.structs.replace(cheaper, conditions=each) for each in kinds]


def _reduced_own(reader: Reader, known: KnownKeywords) -> PricedEffects:
    spell = _SPELLS[per(reader)]
    reader.need(r"(?:when|each time)(?: you target)?")
    whose = who(reader)
    reader.take(r"is targeted(?= with)")
    reader.need(r"with a stratagem,")
    reader.take(r"you can")
    _less(reader)
    return whose, [ChangePrice(value=-1, per=spell)]


def _dearer(reader: Reader, known: KnownKeywords) -> PricedEffects:
    """What enemies nearby pay more for."""
    reader.need(r"each time your opponent targets")
    reader.need(r"a unit from their army with a stratagem,")
    reader.need(r"if that unit is(?= within)")
    reach = within(reader)
    whose = reader.need(r"this model|this unit|the bearer")[0].strip()
    reader.need(",")
    reader.need(r"increase the (?:cp )?cost of")
    reader.need(r"that use of that stratagem by 1 ?cp")
    alone = bool(reader.take(r"\(this is not cumulative"))
    if alone:
        reader.need(r"with any other rules that would")
        reader.need(r"increase the cp cost of that stratagem\)")
    return whose, [ChangePrice(value=1, alone=alone, who="enemies within", reach=float(reach))]


def _snap(reader: Reader, known: KnownKeywords) -> PricedEffects:
    """Which faces hit in shots out of turn."""
    reader.need(r"each time you")
    whose = ""
    if reader.take("target"):
        whose = who(reader)
        reader.need("with")
    else:
        reader.need("use")
    reader.need(r"the (?:fire )?overwatch stratagem")
    if by := reader.take(r"to shoot with (?P<by>this unit|this model)"):
        whose = whose or by["by"]
    reader.need(",")
    resolving = r"(?:while|when) resolving that stratagem"
    if reader.take(resolving):
        reader.need(",")
    reader.need(r"hits are scored|it scores hits")
    face = reader.need(r"on unmodified(?: hit)? rolls? of (?P<face>[2-5])\+")["face"]
    reader.take(resolving)
    if not whose:
        raise Unread(reader.text)
    return whose, [SnapHits(int(face))]


def _denied(reader: Reader, known: KnownKeywords) -> PricedEffects:
    """Enemies do not arrive nearby."""
    late = r"from reserves|as reinforcements"
    reader.need(r"enemy units(?: that are set up on the battlefield)?")
    reader.take(late)
    reader.need(r"cannot be set up(?: on the battlefield)?")
    reader.take(late)
    reach = within(reader)
    return reader.need(r"this model|this unit|the bearer")[0].strip(), [DenyArrival(reach)]


def _close(reader: Reader, known: KnownKeywords) -> PricedEffects:
    """How far its miniatures pile in."""
    reader.need(r"each time a model in")
    whose = reader.need(rf"this unit|that unit|{OWN_UNIT}")[0].strip()
    reader.need(r"makes a pile-in or consolidation move,")
    reader.need(r"(?:it|that model) can move")
    reach = reader.need(r'up to (?P<reach>\d)" instead of up to 3"')["reach"]
    return whose, [CloseIn(int(reach))]


def _slew(reader: Reader, known: KnownKeywords) -> PricedEffects:
    """A command point for an enemy that falls."""
    reader.need(r"each time(?: an attack made by)?")
    whose = who(reader)
    reader.need(r"destroys an enemy unit,")
    face = on_roll(reader)
    reader.need("you gain 1cp")
    return whose, [GainPoints(1, face, when="slew")]


def _let_out(reader: Reader, known: KnownKeywords) -> PricedEffects:
    """Passengers charge after they have got out of a transport that has moved."""
    transport = r"(?:this model|this transport|it)"
    reader.need(rf"(?:each time|if) a unit disembarks from {transport}")
    reader.need(rf"after {transport} has made a normal move,")
    reader.take(r"until the end of the turn,")
    reader.need(r"that unit is(?: still)? eligible")
    reader.need(r"to declare a charge(?: this turn)?")
    return "this unit", [Permit("disembark and charge")]


def _pin(reader: Reader, known: KnownKeywords) -> PricedEffects:
    """Enemies that fall back from it take break-out tests, and harder ones while battle-shocked."""
    reader.need(r"each time an enemy unit")
    out = left_out(reader)
    reader.take(",")
    reader.take(r"that is(?= within)")
    engaged_with(reader)
    whose = anybody(reader)
    reader.need(r"falls back|is selected to fall back|makes a fall back move")
    reader.need(",")
    reader.need(r"(?:all |each )?models? in that (?:enemy )?unit")
    reader.need(r"must take (?:a )?desperate escape tests?\.?")
    reader.take(",")
    reader.take(r"even if (?:it|that unit) is not battle-shocked\.?")
    reader.take(r"as if (?:their|that) unit was battle-shocked\.?")
    kinds = none_of(out, known, "target keyword") if out else ALWAYS
    found: list[AnyEffect] = [Permit("pin", conditions=each) for each in kinds]
    if reader.take(r"when doing so,"):
        _harder(reader)
        found += [Permit("worsen break-out tests", conditions=(*each, Condition("target shocked"))) for each in kinds]
    return whose, found


def _harder(reader: Reader) -> None:
    """The penalty to the tests of battle-shocked units."""
    reader.need(r"if that (?:enemy )?unit is(?: also)? battle-shocked")
    reader.take(r"by other means")
    reader.need(r", subtract 1 from(?: each of)?")
    reader.need(r"(?:those|these|the)(?: desperate escape)? tests?")


_READERS = (
    _free, _takes_free, _reduced, _reduced_own, _dearer, _snap, _denied, _close, _slew, _let_out, _pin,
)  # fmt: skip


def _priced(text: str, known: KnownKeywords) -> PricedEffects | None:
    """What the first of them makes of the sentence that reads all of it; None where none does."""
    for read in _READERS:
        found = made_of(text, partial(read, known=known))
        if found is not None:
            return found
    return over(text, known)
