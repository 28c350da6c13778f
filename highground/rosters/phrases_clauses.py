"""What units have always: characteristics, rolls and permissions. Their weapons and saves stand beside."""

from __future__ import annotations

import re

from highground.engine.abilities.afflictions import AddToChargesAt, AddToNerve, AddToToughness
from highground.engine.abilities.effect import Permission, UnitRoll
from highground.engine.abilities.effects import (
    AddToAdvance,
    AddToCharge,
    AddToControl,
    AddToLeadership,
    AddToMove,
    AllowReroll,
    FixAdvance,
    Hide,
    HoldObjective,
    PassShock,
    Permit,
)
from highground.rosters.attaching import welcome_of
from highground.rosters.phrases_attacks import attack_clause, signed
from highground.rosters.phrases_context import Clause, Context
from highground.rosters.phrases_having import called, has
from highground.rosters.phrases_keywords import ALWAYS, KnownKeywords, armed_with, both, only, split
from highground.rosters.phrases_shared import engaged, engaged_with
from highground.rosters.phrases_subjects import fares, models, owner, subject, target, targets
from highground.rosters.phrases_text import Reader, Unread
from highground.rosters.phrases_weapons import reaches, weapons_change, weapons_have

_UNIT_ROLLS: dict[str, UnitRoll] = {"advance": "advance", "charge": "charge"}
_PERMISSIONS: dict[tuple[str, str], Permission] = {
    ("advanced", "shoot"): "advance and shoot",
    ("advanced", "declare a charge"): "advance and charge",
    ("fell back", "shoot"): "fall back and shoot",
    ("fell back", "declare a charge"): "fall back and charge",
}


def next_clause(reader: Reader, context: Context) -> Clause:
    """The next clause, whatever it is about."""
    return reader.first(
        lambda: attack_clause(reader, context),
        lambda: weapons_have(reader, context),
        lambda: weapons_change(reader, context),
        lambda: _unit_changes(reader, context),
        lambda: _rolls(reader, context),
        lambda: _advances(reader, context),
        lambda: _rerolls(reader, context),
        lambda: _charges_again(reader, context),
        lambda: _charges_at(reader, context),
        lambda: _engaged_shots(reader, context),
        lambda: _early(reader, context),
        lambda: reaches(reader, context),
        lambda: _steadfast(reader, context),
        lambda: _eligible(reader, context),
        lambda: _hidden(reader, context),
        lambda: _unwatched(reader, context),
        lambda: _nerve(reader, context),
        lambda: _toughness(reader, context),
        lambda: _sticky(reader, context),
        lambda: called(reader, context),
        lambda: has(reader, context),
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
    return _rolling_unit(reader, context).clause(*drafts)


def _of_rolls(reader: Reader) -> list[UnitRoll]:
    match = reader.need(r"(?P<one>advance|charge)(?: (?:and|or) (?P<other>charge|advance))? rolls made (?:for|by)")
    return [_UNIT_ROLLS[name] for name in (match["one"], match["other"]) if name]


def _rolling_unit(reader: Reader, context: Context) -> Context:
    """The unit that rolls: 'it' if the sentence has already named it."""
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
        match = reader.need(r"battle-shock(?P<any> and leadership)? tests (?:taken|made) for")
        names = ["battle-shock", "leadership"] if match["any"] else ["battle-shock"]
    return _rolling_unit(reader, context).clause(*(AllowReroll(name) for name in names))


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
    """Shots while it is engaged: none the worse for it, or blasts at a target that only it is engaged with."""
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


def _steadfast(reader: Reader, context: Context) -> Clause:
    """Battle-shock tests are passed without a roll that counts."""
    found = subject(reader, context)
    reader.need(
        r"automatically passes (?:any )?battle-shock(?: and leadership)? tests"
        r"(?: (?:taken|made) for it| it is required to take)?"
    )
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
        both = reader.need(r"takes a battle-shock(?P<both> or leadership)? test,")["both"]
        return _tests(found, reader, leadership=bool(both))
    value = signed(reader)
    both = reader.need(r"battle-shock(?P<both> and leadership)? tests (?:taken|made) for")["both"]
    return subject(reader, context).clause(AddToNerve(value, leadership=bool(both)))


def _tests(found: Context, reader: Reader, *, leadership: bool) -> Clause:
    value = signed(reader)
    reader.need(r"(?:that test|the result)(?: \(to a minimum of 1\))?")
    return found.clause(AddToNerve(value, leadership=leadership))


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
