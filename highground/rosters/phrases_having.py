"""What a unit or a model has of its own: saves, feel no pain, cover, core rules and keywords."""

from __future__ import annotations

import re

import msgspec

from highground.engine.abilities.afflictions import SetControl, SetLeadership
from highground.engine.abilities.attacks import ModifyAttack
from highground.engine.abilities.effect import Attacks
from highground.engine.abilities.effects import FightFirst, Hide, NameUnit
from highground.engine.abilities.grants import GIVEN_RULES, GiveRule
from highground.engine.amount import Amount, Keyword
from highground.engine.steps.targeting import LONE_OPERATIVE
from highground.rosters.phrases_context import Clause, Context
from highground.rosters.phrases_keywords import only, split
from highground.rosters.phrases_subjects import models, source, subject
from highground.rosters.phrases_text import Reader, Unread

RULES = frozenset({"deep strike", "infiltrators", "stealth", "lone operative", "scouts"})
"""Core rules that a unit may be given as a whole."""


def called(reader: Reader, context: Context) -> Clause:
    """Keywords that the bearer has, and with it its unit."""
    if context != Context(context.known):
        raise Unread(reader.text)
    found = source(reader, context)
    names = reader.need(r"(?:has|gains) the (?P<names>[a-z][a-z ,]*?) keywords?")["names"]
    each = [split(name, context.known.own) for name in re.split(r",? and |, ", names)]
    if any(len(words) != 1 for words in each):
        raise Unread(names)
    drafts = tuple(NameUnit(words[0]) for words in each)
    return Clause(drafts, scope="bearer" if found.scope == "holder" else found.scope)


def has(reader: Reader, context: Context) -> Clause:
    """Saves, cover and core rules, of models or of a unit."""
    start = reader.at
    framed = context != Context(context.known)
    if framed and reader.take(r"it(?= has)|this model(?= has)" if _leads(context) else r"it(?= has)"):
        context = _bearer(context) if _leads(context) else context
    else:
        context = reader.attempt(lambda: models(reader, context)) or subject(reader, context)
    if start == reader.at:
        raise Unread(reader.text)
    reader.need(r"have|has")
    if match := reader.take(r'the (?P<rule>[a-z ]+?)(?: (?P<value>\d+)")? ability'):
        return _rule(match["rule"], match["value"], context, framed or context.who != "self")
    if framed and (several := reader.take(_RULES)):
        names = [_VALUE.fullmatch(each) for each in re.split(r", and |, | and ", several["rules"])]
        return Clause.joined(_rule(each["rule"], each["value"], context, True) for each in names if each is not None)
    return Clause.joined(reader.listed(lambda: _save_or_rule(reader, context, framed)))


def _save_or_rule(reader: Reader, context: Context, framed: bool) -> Clause:
    if match := reader.take(r"the (?P<rule>fights first|stealth) ability"):
        return _rule(match["rule"], None, context, framed or context.who != "self")
    return _save(reader, context)


def _rule(name: str, value: str | None, context: Context, framed: bool) -> Clause:
    alone = context.scope == "holder" and any(each.kind == "leading" for one in context.conditions for each in one)
    if alone and framed and name in GIVEN_RULES:
        return _given(context, name, int(value or 0))
    if name == "fights first" and not value:
        return context.clause(FightFirst())
    if framed and name == "stealth" and not value:
        return context.clause(ModifyAttack("hit", -1, role="defending", attacks="ranged"))
    if framed and name == "lone operative" and not value and not context.that:
        if context.scope == "holder":
            context = msgspec.structs.replace(context, scope="alone")
        return context.clause(Hide(int(LONE_OPERATIVE)))
    if framed and name in _GIVEN and (name == "scouts") == (value is not None):
        return _given(context, name, int(value or 0))
    if framed or name not in RULES or (name == "scouts") != (value is not None):
        raise Unread(name)
    return Clause((), Keyword(name, Amount(plus=int(value)) if value else None), context.scope)


_GIVEN = frozenset({"deep strike", "infiltrators", "scouts"})
"""Core rules that a unit may be given while it is led, or is of some kind."""
_A_RULE = r'(?:deep strike|infiltrators|scouts \d+"|stealth|lone operative|fights first)'
_RULES = rf"the (?P<rules>{_A_RULE}(?:(?:, and |, | and ){_A_RULE})+) abilit(?:y|ies)"
_VALUE = re.compile(r'(?P<rule>[a-z ]+?)(?: (?P<value>\d+)")?')
_OF_SETUP = frozenset({"leading", "led by", "keyword"})


def _leads(context: Context) -> bool:
    """Whether it is about a model that leads a unit, which then is 'that unit'."""
    leading = any(each.kind == "leading" for one in context.conditions for each in one)
    return leading and context.that == "friend" and not context.used


def _bearer(context: Context) -> Context:
    """What the model that leads has alone."""
    return msgspec.structs.replace(context.scoped("holder"), that="", named=True)


def _given(context: Context, name: str, value: int) -> Clause:
    """A core rule that is settled before the battle: it depends only on which units are joined."""
    known = context.who == "self" and not context.used
    if not known or any(each.kind not in _OF_SETUP for one in context.conditions for each in one):
        raise Unread(name)
    return context.clause(GiveRule(name, value))


def _against_mortals(context: Context, draft: ModifyAttack, psychic: bool) -> Clause:
    """A feel no pain against mortal wounds, and perhaps psychic attacks, only."""
    clauses = [context.clause(msgspec.structs.replace(draft, attacks="mortal"))]
    if psychic:
        clauses.append(context.under(only("weapon keyword", name="psychic")).clause(draft))
    return Clause.joined(clauses)


def _save(reader: Reader, context: Context) -> Clause:
    if match := reader.take(r"an? (?P<name>leadership|objective control) characteristic of (?P<value>\d+)\+?"):
        value = int(match["value"])
        return context.clause(SetLeadership(value) if match["name"] == "leadership" else SetControl(value))
    if match := reader.take(r"an? (?:(?P<value>[2-6])\+ invulnerable save|invulnerable save of (?P<worth>[2-6])\+)"):
        kind = reader.take(r"against (?P<kind>ranged|melee) attacks")
        attacks: Attacks = "any" if kind is None else "ranged" if kind["kind"] == "ranged" else "melee"
        value = int(match["value"] or match["worth"])
        draft = ModifyAttack("save", value, change="invulnerable", attacks=attacks)
    elif match := reader.take(r"the feel no pain (?P<value>[2-6])\+ ability"):
        draft = ModifyAttack("fnp", int(match["value"]), change="set", role="defending")
        if reader.take(r"against psychic attacks and mortal wounds"):
            return _against_mortals(context, draft, psychic=True)
        if reader.take(r"against psychic attacks"):
            return context.under(only("weapon keyword", name="psychic")).clause(draft)
        if reader.take(r"against mortal wounds"):
            return _against_mortals(context, draft, bool(reader.take(r"and psychic attacks")))
    else:
        reader.need(r"the benefit of cover")
        draft = ModifyAttack("save", 1, change="cover", attacks="ranged")
    return context.clause(msgspec.structs.replace(draft, role="defending"))
