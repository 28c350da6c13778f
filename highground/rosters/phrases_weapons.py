"""The weapons of units: whose and which, and the keywords, characteristics and range that they have."""

from __future__ import annotations

import msgspec

from highground.engine.abilities.attacks import AddToRange, ModifyAttack
from highground.engine.abilities.effect import Attacks
from highground.engine.abilities.effects import Permit
from highground.engine.amount import Keyword
from highground.rosters.phrases_attacks import GIVEN, LIST, changes, keywords, listed_stages, signed, weapon_keywords
from highground.rosters.phrases_context import Clause, Context
from highground.rosters.phrases_keywords import ALWAYS, armed_with, only
from highground.rosters.phrases_subjects import models, targets
from highground.rosters.phrases_text import Reader, Unread

_WEAPONS = r"(?:(?P<kind>ranged|melee|psychic) )?weapons equipped by"
_MINE = r"(?:(?P<kind>ranged|melee|psychic) )?weapons"


def weapons_of(reader: Reader, context: Context) -> tuple[Context, Attacks]:
    """'ranged weapons equipped by models in this unit', 'this model's melee weapons'."""
    if match := reader.take(_WEAPONS):
        found = models(reader, context)
    elif named := reader.attempt(lambda: _named_weapons(reader, context)):
        return named, "any"
    elif (
        (context.conditions != ALWAYS or context.used) and not context.that and (match := reader.take(rf"its {_MINE}"))
    ):
        found = context
    else:
        reader.need(r"(?:this model|the bearer)'s(?= )")
        match, found = reader.need(_MINE), context.scoped("holder")
        if context.that:
            raise Unread(reader.text)
    if match["kind"] == "psychic":
        return found.under(only("weapon keyword", name="psychic")), "any"
    return found, "ranged" if match["kind"] == "ranged" else "melee" if match["kind"] == "melee" else "any"


def _named_weapons(reader: Reader, context: Context) -> Context:
    """'this model's bog cannon', 'fen blades equipped by models in this unit'."""
    if match := reader.take(r"(?P<names>[a-z][a-z' -]*?) equipped by"):
        found = models(reader, context)
    elif match := reader.take(r"its (?P<names>[a-z][a-z' -]*?)(?= (?:has|have|by)|,|$)"):
        if context.that or context.conditions == ALWAYS:
            raise Unread(reader.text)
        found = context
    else:
        match = reader.need(
            r"(?P<who>this model|the bearer|this unit)'s (?P<names>[a-z][a-z' -]*?)(?= (?:has|have|by)|,|$)"
        )
        if context.that:
            raise Unread(reader.text)
        whole = match["who"] == "this unit"
        found = context if whole and context.scope != "holder" else context.scoped("lone" if whole else "holder")
    return found.under(armed_with(match["names"], context.known))


def weapons_have(reader: Reader, context: Context) -> Clause:
    context, attacks = weapons_of(reader, context)
    reader.need(r"(?:each )?(?:have|has)")
    if fixed := reader.attempt(lambda: list(reader.listed(lambda: _set_to(reader)))):
        gifts = keywords(reader) if reader.take(r"and(?= the \[)") else []
        drafts = (msgspec.structs.replace(each, attacks=attacks) for each in (*fixed, *weapon_keywords(gifts, GIVEN)))
        return context.clause(*drafts)
    found = keywords(reader)
    if reader.take(r"when targeting|while targeting"):
        context = targets(reader, context)
    if found == [Keyword("assault")] and attacks == "ranged":
        return context.clause(Permit("advance and shoot"))  # all that they shoot with has it
    return context.clause(*(msgspec.structs.replace(draft, attacks=attacks) for draft in weapon_keywords(found, GIVEN)))


def _set_to(reader: Reader) -> ModifyAttack:
    """'an Attacks characteristic of 6'."""
    match = reader.need(rf"an? {LIST} of (?P<value>-?\d+)")
    return _fixed(match["names"], match["value"], reader)


def _fixed(names: str, value: str, reader: Reader) -> ModifyAttack:
    stages = listed_stages(names)
    if len(stages) != 1 or stages[0] == "skill" or (stages[0] == "ap") != value.startswith("-"):
        raise Unread(reader.text)
    return ModifyAttack(stages[0], int(value), change="set")


def weapons_change(reader: Reader, context: Context) -> Clause:
    if reader.take(r"change(?= the)"):
        names = reader.need(rf"the {LIST} of")["names"]
        context, attacks = weapons_of(reader, context)
        draft = _fixed(names, reader.need(r"to (?P<value>-?\d+)")["value"], reader)
        return context.clause(msgspec.structs.replace(draft, attacks=attacks))
    if reader.take(r"improve"):
        stages = listed_stages(reader.need(rf"the {LIST} of")["names"])
        context, attacks = weapons_of(reader, context)
        value = int(reader.need(r"by (?P<value>\d+)")["value"])
    else:
        value = signed(reader)
        stages = listed_stages(reader.need(rf"the {LIST} of")["names"])
        if "ap" in stages or "skill" in stages:
            raise Unread(reader.text)
        context, attacks = weapons_of(reader, context)
        if value < 0:
            reader.take(r"\(to a minimum of 1\)")
    if reader.take(r"while targeting|when targeting|when making attacks that target"):
        context = targets(reader, context)
    drafts = (msgspec.structs.replace(each, attacks=attacks) for each in changes(stages, value))
    return context.clause(*drafts)


def reaches(reader: Reader, context: Context) -> Clause:
    """More range for ranged weapons."""
    value = int(reader.need(r'add (?P<value>[1-9]\d?)" to the range characteristic of')["value"])
    named = reader.attempt(lambda: _named_weapons(reader, context))
    found, attacks = (named, "ranged") if named is not None else weapons_of(reader, context)
    if attacks != "ranged":
        raise Unread(reader.text)
    return found.clause(AddToRange(value))
