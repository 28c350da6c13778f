"""What units have always: keywords of their weapons, characteristics, rolls, permissions, saves and rules."""

from __future__ import annotations

import re

import msgspec

from highground.engine.abilities.afflictions import (
    AddToChargesAt,
    AddToNerve,
    AddToToughness,
    SetControl,
    SetLeadership,
)
from highground.engine.abilities.effect import Attacks, Permission, UnitRoll
from highground.engine.abilities.effects import (
    AddToAdvance,
    AddToCharge,
    AddToControl,
    AddToLeadership,
    AddToMove,
    AddToRange,
    AllowReroll,
    FightFirst,
    FixAdvance,
    Hide,
    HoldObjective,
    ModifyAttack,
    NameUnit,
    PassShock,
    Permit,
)
from highground.engine.abilities.grants import GIVEN_RULES, GiveRule
from highground.engine.amount import Amount, Keyword
from highground.engine.steps.targeting import LONE_OPERATIVE
from highground.rosters.attaching import welcome_of
from highground.rosters.phrases_attacks import (
    GIVEN,
    LIST,
    attack_clause,
    changes,
    keywords,
    listed_stages,
    signed,
    weapon_keywords,
)
from highground.rosters.phrases_context import Clause, Context
from highground.rosters.phrases_keywords import ALWAYS, KnownKeywords, armed_with, both, only, split
from highground.rosters.phrases_shared import engaged, engaged_with
from highground.rosters.phrases_subjects import fares, models, owner, source, subject, target, targets
from highground.rosters.phrases_text import Reader, Unread

RULES = frozenset({"deep strike", "infiltrators", "stealth", "lone operative", "scouts"})
"""Core rules that a unit may be given as a whole."""

_WEAPONS = r"(?:(?P<kind>ranged|melee|psychic) )?weapons equipped by"
_MINE = r"(?:(?P<kind>ranged|melee|psychic) )?weapons"
_UNIT_ROLLS: dict[str, UnitRoll] = {"advance": "advance", "charge": "charge"}
_PERMISSIONS: dict[tuple[str, str], Permission] = {
    ("advanced", "shoot"): "advance and shoot",
    ("advanced", "declare a charge"): "advance and charge",
    ("fell back", "shoot"): "fall back and shoot",
    ("fell back", "declare a charge"): "fall back and charge",
}
_ROLLS = {"advance": "advance", "charge": "charge", "battle-shock": "battle-shock"}


def next_clause(reader: Reader, context: Context) -> Clause:
    """The next clause, whatever it is about."""
    return reader.first(
        lambda: attack_clause(reader, context),
        lambda: _weapons_have(reader, context),
        lambda: _weapons_change(reader, context),
        lambda: _unit_changes(reader, context),
        lambda: _rolls(reader, context),
        lambda: _advances(reader, context),
        lambda: _rerolls(reader, context),
        lambda: _charges_again(reader, context),
        lambda: _charges_at(reader, context),
        lambda: _engaged_shots(reader, context),
        lambda: _early(reader, context),
        lambda: _reaches(reader, context),
        lambda: _steadfast(reader, context),
        lambda: _eligible(reader, context),
        lambda: _hidden(reader, context),
        lambda: _unwatched(reader, context),
        lambda: _nerve(reader, context),
        lambda: _toughness(reader, context),
        lambda: _sticky(reader, context),
        lambda: _called(reader, context),
        lambda: _has(reader, context),
    )


_OF_ROSTERS = (
    r"this model (?:cannot be|must be) (?:selected to be )?(?:your warlord|given enhancements)"
    r"(?: and cannot be given enhancements)?",
    r"if this model is in your army, it must be your warlord",
    r"(?:unless otherwise stated, )?you cannot include more than one (?:of this model|[a-z' ()-]+ models?)"
    r" in your army",
    r"your army can only include one [a-z' -]+ unit",
    r"your army cannot contain both [a-z' -]+ and [a-z' -]+",
    r"if your army includes [a-z' ()-]+, it cannot include (?:any )?[a-z' ()-]+",
    r"you can only include this [a-z]+ in your army in games of [a-z]+ size or greater",
)
"""What says nothing for a battle once the roster is written."""


def for_list_builders(text: str, known: KnownKeywords, first: bool = False) -> bool:
    """Whether a sentence is about the choice of an army only and does nothing in a battle.

    One that names no more than who may have it stands at the head of a text: there any names will do.
    """
    if first and re.fullmatch(r"[a-z][a-z', -]*? (?:models?|units?) only", text):
        return True
    if any(re.fullmatch(each, text) for each in _OF_ROSTERS) or welcome_of(text) is not None:
        return True
    match = re.fullmatch(r"(?P<names>[a-z' -]+) models? only", text)
    try:
        return match is not None and bool(split(match["names"], known.own | known.shared))
    except Unread:
        return False


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


def _weapons_have(reader: Reader, context: Context) -> Clause:
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


def _weapons_change(reader: Reader, context: Context) -> Clause:
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


def _unit_changes(reader: Reader, context: Context) -> Clause:
    """Movement, objective control, leadership."""
    return reader.first(
        lambda: _improves(reader, context),
        lambda: _move(reader, context),
        lambda: _control(reader, context),
    )


_OWN = r"(?P<names>(?:leadership|objective control)(?:(?:,| and) (?:leadership|objective control))*) characteristics?"


def _improves(reader: Reader, context: Context) -> Clause:
    way = reader.need(r"(?P<way>improve|worsen)")["way"]
    if match := reader.take(rf"the {_OWN} of"):
        context = models(reader, context)
    else:
        if context.that == "friend":
            reader.need(r"that (?:unit|model)'s(?= )")
        else:
            context = owner(reader, context)
        match = reader.need(_OWN)
    value = int(reader.need(r"by (?P<value>\d+)")["value"]) * (1 if way == "improve" else -1)
    made = {"leadership": AddToLeadership(value), "objective control": AddToControl(value)}
    return context.clause(*(made[name] for name in re.split(r", | and ", match["names"])))


def _move(reader: Reader, context: Context) -> Clause:
    inches = reader.attempt(lambda: signed(reader, '"'))
    value = signed(reader) if inches is None and context.used and context.that else inches
    if value is None:
        raise Unread(reader.text)
    if reader.take(r"the move characteristic of"):
        return _for_a_while(models(reader, context), reader).clause(AddToMove(value))
    found = _for_a_while(owner(reader, context), reader)
    reader.need(r"move characteristic")
    return found.clause(AddToMove(value))


def _for_a_while(found: Context, reader: Reader) -> Context:
    """What a bearer always has more may be in its stat line already: it is in doubt."""
    if found.scope == "holder" and found.who == "self" and found.conditions == ALWAYS:
        raise Unread(reader.text)
    return found


def _control(reader: Reader, context: Context) -> Clause:
    value = signed(reader)
    if reader.take(r"the objective control characteristic of"):
        return models(reader, context).clause(AddToControl(value))
    found = owner(reader, context)
    reader.need(r"objective control characteristic")
    return found.clause(AddToControl(value))


def _rolls(reader: Reader, context: Context) -> Clause:
    value = signed(reader)
    names = _of_rolls(reader)
    drafts = [AddToAdvance(value) if name == "advance" else AddToCharge(value) for name in names]
    return _for_whom(reader, context).clause(*drafts)


def _of_rolls(reader: Reader) -> list[UnitRoll]:
    match = reader.need(r"(?P<one>advance|charge)(?: (?:and|or) (?P<other>charge|advance))? rolls made (?:for|by)")
    return [_UNIT_ROLLS[name] for name in (match["one"], match["other"]) if name]


def _for_whom(reader: Reader, context: Context) -> Context:
    """The unit that rolls, which is 'it' where it has been named."""
    if reader.take(r"it"):
        return context
    return subject(reader, context)


def _advances(reader: Reader, context: Context) -> Clause:
    """So many inches in place of an advance roll."""
    reader.need(r"each time")
    found = subject(reader, context)
    reader.need(r"advances, do not make an advance roll(?: for it)?\. instead, until the end of the phase,")
    value = int(reader.need(r'add (?P<value>[1-9]\d?)" to the move characteristic of')["value"])
    if models(reader, context) != found:
        raise Unread(reader.text)
    return found.clause(FixAdvance(value))


def _rerolls(reader: Reader, context: Context) -> Clause:
    if reader.take(r"each time"):
        found = subject(reader, context)
        reader.need(r"takes a leadership test(?: for the [a-z][a-z' -]* ability)?, you can re-roll that test")
        return found.clause(AllowReroll("leadership"))
    reader.need(r"you can re-roll")
    names: list[UnitRoll]
    names = reader.attempt(lambda: _of_rolls(reader)) or []
    if not names:
        reader.need(r"battle-shock(?: and leadership)? tests (?:taken|made) for")
        names = ["battle-shock"]
    return _for_whom(reader, context).clause(*(AllowReroll(name) for name in names))


_CHARGE_ROLL = r"the charge roll"


def _charges_again(reader: Reader, context: Context) -> Clause:
    """A charge is rolled again, or easier or harder, at any target or at one of some kind."""
    reader.need(r"each time")
    found = subject(reader, context)
    reader.need(r"declares a charge")
    if reader.take(r"that targets|against|targeting"):
        found = targets(reader, found) if reader.take(r"one or more(?= [a-z' -]*units)") else target(reader, found)
    elif reader.take(r", if the target of that charge"):
        found = fares(reader, found)
    reader.need(",")
    if reader.take(r"you can re-roll the charge roll"):
        return found.clause(AllowReroll("charge"))
    value = signed(reader)
    reader.need(_CHARGE_ROLL)
    return found.clause(AddToCharge(value))


def _charges_at(reader: Reader, context: Context) -> Clause:
    """Charges at the unit are easier or harder."""
    reader.need(r"each time an enemy unit declares a charge(?: that targets(?= this)|, if(?= (?:one|this)))")
    found = context if reader.take(r"one or more units with this ability") else subject(reader, context)
    reader.take(r"(?:is|are) selected as (?:a|the) targets? of that charge")
    reader.need(",")
    value = signed(reader)
    reader.need(_CHARGE_ROLL)
    return found.clause(AddToChargesAt(value))


def _no_worse(reader: Reader) -> bool:
    """'does not suffer the penalty to its hit rolls' for shots at or by who is engaged; whether it says so."""
    if not reader.take(r"does not suffer the penalty to (?:its|the) hit rolls? for"):
        return False
    if reader.take(r"being(?= within)"):
        engaged(reader)
        return True
    reader.need(r"making ranged attacks while enemy units are(?= within)")
    engaged_with(reader)
    reader.need(r"it|this model|this unit")
    return True


def _engaged_shots(reader: Reader, context: Context) -> Clause:
    """Shots while it is engaged: none the worse for it, or blasts at whom it alone is engaged with."""
    if reader.take(r"each time"):
        found = subject(reader, context)
        reader.need(r"makes a ranged attack,")
        reader.need(r"it|this model|this unit")
        if not _no_worse(reader):
            raise Unread(reader.text)
        return found.clause(Permit("shoot while engaged"))
    armed = None
    if reader.take(r"when making ranged attacks(?=,)"):
        reader.need(",")
    else:
        armed = reader.take(r"when making ranged attacks with its (?P<name>[a-z][a-z' -]*?),")
    found = subject(reader, context)
    if _no_worse(reader):
        if armed is not None:
            raise Unread(reader.text)
        return found.clause(Permit("shoot while engaged"))
    reader.need(r"can target enemy units within engagement range of it")
    if reader.take(r"with blast weapons") is None and armed is None:
        raise Unread(reader.text)
    reader.need(r"\(provided no other friendly units are also within engagement range of that enemy unit\)")
    weapon = armed_with(armed["name"], context.known) if armed is not None else ALWAYS
    return found.under(weapon).clause(Permit("blast while engaged"))


def _early(reader: Reader, context: Context) -> Clause:
    """The unit arrives from the first round on."""
    found = subject(reader, context)
    reader.need(r"can be set up in the reinforcements step of")
    reader.need(r"your first, second or third movement phase,")
    reader.need(r"regardless of any mission rules")
    return found.clause(Permit("arrive early"))


def _reaches(reader: Reader, context: Context) -> Clause:
    """More range for ranged weapons."""
    value = int(reader.need(r'add (?P<value>[1-9]\d?)" to the range characteristic of')["value"])
    named = reader.attempt(lambda: _named_weapons(reader, context))
    found, attacks = (named, "ranged") if named is not None else weapons_of(reader, context)
    if attacks != "ranged":
        raise Unread(reader.text)
    return found.clause(AddToRange(value))


def _steadfast(reader: Reader, context: Context) -> Clause:
    """Battle-shock tests are passed without a roll that counts."""
    found = subject(reader, context)
    reader.need(r"automatically passes (?:any )?battle-shock tests(?: (?:taken|made) for it| it is required to take)?")
    return found.clause(PassShock())


def _eligible(reader: Reader, context: Context) -> Clause:
    context = subject(reader, context)
    match = reader.need(
        r"(?:is|are) eligible to (?P<acts>(?:shoot|declare a charge|charge)(?: (?:and|or)(?:/or)? (?:to"
        r" )?(?:shoot|declare a charge|charge))?)"
        r" in a turn in which"
    )
    moves = reader.need(
        r"(?:it|they|that unit|this unit) (?:has |have )?(?P<moves>advanced or fell back|fell back or"
        r" advanced|advanced|fell back)"
    )["moves"].split(" or ")
    acts = [act.removeprefix("to ") for act in re.split(r" (?:and/or|and|or) ", match["acts"])]
    acts = ["declare a charge" if act == "charge" else act for act in acts]
    drafts = [Permit(_PERMISSIONS[move, act]) for move in moves for act in acts]
    return context.clause(*drafts)


def _hidden(reader: Reader, context: Context) -> Clause:
    context = models(reader, context) if reader.text.startswith("models in", reader.at) else subject(reader, context)
    reader.need(
        r"can (?:only be (?:targeted by|selected as the target of) (?:a ranged attack|ranged attacks) if"
        r"|(?:not|never) be (?:targeted by|selected as the target of) (?:a ranged attack|ranged attacks) unless)"
        r"|cannot be (?:targeted by|selected as the target of) (?:a ranged attack|ranged attacks) unless"
    )
    inches = reader.need(r'the attack(?:ing)? (?:model|unit) is within (?P<inches>\d+)"')["inches"]
    return context.clause(Hide(int(inches)))


def _unwatched(reader: Reader, context: Context) -> Clause:
    """No enemy shoots at it out of turn by a stratagem; perhaps in a turn in which it got out of a transport."""
    out = reader.take(r"each time")
    if out is not None:
        context = subject(reader, context).under(both(only("disembarked"), only("own turn")))
        reader.need(r"disembarks from a transport, until the end of the turn,")
    reader.need(r"enemy (?:units|models) cannot use the (?:fire )?overwatch stratagem to shoot at")
    return subject(reader, context).clause(Permit("unwatched"))


def _nerve(reader: Reader, context: Context) -> Clause:
    """What is added to battle-shock tests."""
    if reader.take(r"each time"):
        found = subject(reader, context)
        reader.need(r"takes a battle-shock(?: or leadership)? test,")
        return _tests(found, reader)
    value = signed(reader)
    reader.need(r"battle-shock(?: and leadership)? tests (?:taken|made) for")
    return subject(reader, context).clause(AddToNerve(value))


def _tests(found: Context, reader: Reader) -> Clause:
    value = signed(reader)
    reader.need(r"(?:that test|the result)(?: \(to a minimum of 1\))?")
    return found.clause(AddToNerve(value))


def _toughness(reader: Reader, context: Context) -> Clause:
    value = signed(reader)
    if reader.take(r"the toughness characteristic of"):
        return _for_a_while(models(reader, context), reader).clause(AddToToughness(value))
    found = _for_a_while(owner(reader, context), reader)
    reader.need(r"toughness characteristic")
    return found.clause(AddToToughness(value))


def _sticky(reader: Reader, context: Context) -> Clause:
    """An objective marker stays with those who left it."""
    if reader.take(r"at the end of your command phase, if"):
        context = subject(reader, context)
        reader.need(r"is within range of an objective marker you control,")
    else:
        reader.need(r"if you control an objective marker at the end of your command phase and")
        context = subject(reader, context)
        reader.need(r"is within range of that objective marker,")
    _stays(reader)
    return context.clause(HoldObjective())


def _stays(reader: Reader) -> None:
    """Until when a marker is kept by those who are no longer there."""
    reader.need(r"that objective marker remains under your control")
    reader.take(",")
    if reader.take(r"even if you have no models"):
        reader.need(r"within range of it,")
    reader.need(r"until your opponent controls it")
    reader.take(r"at (?:the )?start or end of any turn")


def _called(reader: Reader, context: Context) -> Clause:
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


def _has(reader: Reader, context: Context) -> Clause:
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
    """A core rule that is settled before the battle: it depends on who is with whom alone."""
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
