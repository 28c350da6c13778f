"""Who a sentence is about and while what holds: its subjects, its 'while ...' and its 'if ...'."""

from __future__ import annotations

import re
from typing import Literal

import msgspec

from highground.engine.abilities.condition import Condition
from highground.engine.abilities.effect import Who
from highground.engine.table.distance import ENGAGEMENT
from highground.rosters.phrases_context import Context
from highground.rosters.phrases_keywords import (
    ALWAYS,
    NAMES,
    Alternatives,
    KnownKeywords,
    all_lone,
    any_friend,
    both,
    foes,
    friends,
    none_of,
    only,
    split,
)
from highground.rosters.phrases_text import Reader, Unread

_LEADING = r"while (?:(?:this model|the bearer|this psyker) is leading a unit|leading a unit),"
_LEADING_KIND = r"while (?:this model|the bearer) is leading an? (?P<name>" + NAMES + r") unit,"
_LED = r"while a character(?: model)? is leading this unit,"
_LED_BY = r"while an? (?:friendly )?(?P<name>" + NAMES + r")(?: model)? is leading this unit,"
_LEADING_WITH = (
    r"while this unit is leading a unit(?: and contains (?:an? |one or more )?(?P<name>[a-z][a-z' -]*?)(?: models?)?)?,"
)
_CONTAINS = r"while this unit contains (?:an? |one or more )?(?P<name>[a-z][a-z' -]*?)(?: models?)?,"
_LEFT = r"has (?:1-(?P<most>\d+)|(?P<fewer>\d+) or fewer) wounds remaining"
_BESIDE = r'is within (?P<reach>\d+)" of one or more (?P<other>other )?friendly(?: (?P<names>'
_BESIDE += NAMES + r"))?(?: (?P<what>units|models)|(?=,))"
_MARKER = r"within range of (?:an objective marker|one or more objective markers|any objective markers?)(?! you)"
_OUT = rf"\(excluding (?:units? that can (?=fly))?(?P<out>{NAMES})(?: units?| models?)?\)"
_AURA = (
    r"while an? (?P<side>friendly|enemy)(?: (?P<names>" + NAMES + r"))?(?: " + _OUT.replace("out>", "before>") + r")?"
    r" (?P<what>unit|model)(?: " + _OUT + r")? is(?= within)"
)
_REACH = r'within (?P<reach>\d+"|engagement range) of'
_GROUP = r"(?P<side>friendly|enemy)(?: (?P<names>" + NAMES + r'))? units within (?P<reach>\d+") of'
_TARGET = (
    r"an?(?: enemy)?(?: (?P<names>(?!unit\b|target\b)" + NAMES + r"))?"
    r"(?: " + _OUT.replace("out>", "before>") + r")? (?:unit|target)(?: " + _OUT + r")?"
)


_TARGET_ALONE = rf"an?(?: enemy)? (?!enemy|unit|target|closest)(?P<names>{NAMES})(?P<before>)(?P<out>)(?=,)"
"""'a MONSTER or VEHICLE', before the comma that ends what is said of the target."""
_OF_SIDES = frozenset({"engaged", "holds objective"})
"""Conditions about a unit's own side and the other."""
_WHOLE = re.compile(r"this unit\b(?!')|(?:this model|the bearer)'s unit\b")


def frame(reader: Reader, known: KnownKeywords) -> Context:
    """The 'while ...' that a sentence begins with, if it does, or what holds after a charge."""
    plain = Context(known)
    if not reader.text.startswith("while "):
        return _occasion(reader, plain)
    if reader.take(_LEADING):
        return _then(reader, msgspec.structs.replace(plain.scoped("bearer"), conditions=only("leading"), that="friend"))
    if kind := reader.take(_LEADING_KIND):
        leading = plain.scoped("bearer").under(only("leading")).under(friends(kind["name"], known))
        return _then(reader, msgspec.structs.replace(leading, that="friend"))
    if reader.take(_LED):
        return plain.under(only("leading"))
    if led := reader.take(_LED_BY):
        return plain.under(_leaders(led["name"], known))
    if part := reader.take(_LEADING_WITH):
        leading = plain.under(only("leading"))
        if part["name"]:
            leading = leading.under(_miniature(reader, part["name"], known))
        return _then(reader, msgspec.structs.replace(leading, that="friend"))
    if held := reader.take(_CONTAINS):
        return plain.under(_miniature(reader, held["name"], known))
    return reader.first(lambda: _aura(reader, plain), lambda: _state(reader, plain))


def _miniature(reader: Reader, name: str, known: KnownKeywords) -> Alternatives:
    """A miniature of this name lives in the unit."""
    found = next((each for each in (name, name.removesuffix("s")) if each in known.miniatures), None)
    if found is None:
        raise Unread(reader.text)
    return only("contains", name=found)


def _leaders(names: str, known: KnownKeywords) -> Alternatives:
    """A leader of one of these kinds has joined the unit."""
    found = any_friend(names, known, "led by")
    return only("leading") if any(not each.name for one in found for each in one) else found


def _occasion(reader: Reader, plain: Context) -> Context:
    """The 'each time ...' or the 'if ...' that a sentence begins with, if all of it stands under that."""
    found = _then(reader, plain)
    if found is not plain:
        return found
    if reader.text.startswith(("if this ", "if the bearer")):
        return reader.attempt(lambda: proviso(reader, plain)) or plain
    return plain


def _then(reader: Reader, context: Context) -> Context:
    """The context of what holds from then on, where an 'each time ...' says so that all of it stands under."""
    if not reader.text.startswith(("each time ", "in your ", "in the "), reader.at):
        return context
    occasions = (
        lambda: _charging(reader, context),
        lambda: _selected(reader, context),
        lambda: _stayed(reader, context),
    )
    found: Context | None = reader.attempt(lambda: reader.first(*occasions))
    return context if found is None else found


def _charging(reader: Reader, plain: Context) -> Context:
    reader.need(r"each time")
    context = affected(reader, plain)
    reader.need(r"(?:makes|ends) a charge move, until the end of the turn,")
    return context.under(only("charged"))


_SELECTED = r"is selected to (?P<act>shoot|fight),"


def _selected(reader: Reader, plain: Context) -> Context:
    """What holds for the attacks of a unit once it is picked for them, up to the end of the phase."""
    phase = reader.take(r"in your shooting phase,|in the fight phase,")
    leading = reader.take(r"(?:each time )?while (?:this model|the bearer) is leading a unit,")
    reader.need(r"each time|when|while")
    context = (
        msgspec.structs.replace(plain.scoped("bearer"), conditions=only("leading"), that="friend") if leading else plain
    )
    context = affected(reader, context)
    act = reader.need(_SELECTED)["act"]
    if phase is not None and ("shooting" in phase[0]) != (act == "shoot"):
        raise Unread(reader.text)
    if reader.text.startswith("if ", reader.at):
        context = proviso(reader, context)
    reader.need(r"until the end of (?:the phase|that phase),")
    return msgspec.structs.replace(context, kind="ranged" if act == "shoot" else "melee")


def _stayed(reader: Reader, plain: Context) -> Context:
    """What holds for the shots of a unit in a turn in which it has not moved, or has got out of a transport."""
    reader.need(r"each time")
    context = affected(reader, plain)
    match = reader.need(r"(?P<stays>remains stationary|disembarks from a transport), until the end of the turn,")
    found = only("stationary" if "stationary" in match["stays"] else "disembarked")
    kind: Literal["", "ranged", "melee"] = "ranged" if "stationary" in match["stays"] else ""
    return msgspec.structs.replace(context.under(both(found, only("own turn"))), kind=kind)


def _aura(reader: Reader, plain: Context) -> Context:
    match = reader.need(_AURA)
    reach = reader.need(_REACH)["reach"]
    around = _around({**match.groupdict(), "reach": reach}, source(reader, plain))
    reader.need(",")
    if match["what"] == "model":
        names = match["names"] or ""
        if not all_lone(names, plain.known):
            raise Unread(reader.text)
        rest = re.sub(rf"\bthat (?:{re.escape(names)} )?model\b", "that unit", reader.text[reader.at :])
        reader.text = reader.text[: reader.at] + rest
    return msgspec.structs.replace(around, that="friend" if match["side"] == "friendly" else "enemy")


def _around(found: dict[str, str | None], centre: Context) -> Context:
    """The units about a centre, as a context of their own."""
    friendly, known = found["side"] == "friendly", centre.known
    conditions = ALWAYS
    if names := found["names"]:
        conditions = friends(names, known) if friendly else foes(names, known, "keyword")
    for out in (found.get("before"), found.get("out")):
        if out:
            conditions = both(conditions, none_of(out, known, "keyword"))
    reach = str(found["reach"])
    inches = float(reach.rstrip('"')) if reach.endswith('"') else ENGAGEMENT
    who: Who = "friends within" if friendly else "enemies within"
    return Context(known, who, inches, conditions, centre.scope, part=centre.part)


def _state(reader: Reader, plain: Context) -> Context:
    reader.need("while")
    context = source(reader, plain)
    if left := reader.take(_LEFT):
        if context.scope != "holder":
            raise Unread(reader.text)  # whose wounds are counted would not be clear
        context = context.under(only("wounds left", int(left["most"] or left["fewer"])))
    elif near := reader.take(_BESIDE):
        context = _beside(reader, context, near)
    else:
        context = context.under(_is(reader, "this"))
    reader.need(",")
    return context


def _beside(reader: Reader, context: Context, near: re.Match[str]) -> Context:
    """What it is near."""
    names, own = near["names"], not near["other"]
    if not names and own:
        raise Unread(reader.text)  # it is always near itself
    if near["what"] == "models" and not all_lone(names or "", context.known):
        raise Unread(reader.text)
    found = (
        any_friend(names, context.known, "near friend", int(near["reach"]))
        if names
        else only("near friend", int(near["reach"]))
    )
    if reader.take(r", unless (?:it|this model) is leading a unit(?=,)"):
        context = msgspec.structs.replace(context, scope="alone")
    return context.under(tuple(tuple(msgspec.structs.replace(each, own=own) for each in one) for one in found))


def _is(reader: Reader, prefix: str) -> Alternatives:
    """What a unit may be: 'is below half-strength', ...; of the target when `prefix` is 'target'."""
    target = prefix == "target"
    if reader.take(r"is(?: currently| also)? below half-strength"):
        return only("target below half" if target else "below half")
    if reader.take(r"is(?: currently| also)? below its starting strength"):
        return only("target below start" if target else "below start")
    if reader.take(r"is not(?: currently)? below its starting strength"):
        return only("target below start" if target else "below start", negate=True)
    if (
        match := reader.take(r"is(?P<no> not)? within engagement range of one or more enemy units")
        if not target
        else None
    ):
        return only("engaged", negate=bool(match["no"]))
    if reader.take(r"is not(?: currently)? below half-strength"):
        return only("target below half" if target else "below half", negate=True)
    if match := reader.take(r"is(?P<no> not)?(?: currently)? battle-shocked"):
        return only("target shocked" if target else "shocked", negate=bool(match["no"]))
    if target and reader.take(r"is within range of an objective marker you do not control"):
        return only("target objective")
    if reader.take(r"is within range of (?:an objective marker|one or more objective markers) you control"):
        return only("target on own objective" if target else "holds objective")
    reader.need(rf"is {_MARKER}")
    return only("target on objective" if target else "on objective")


def source(reader: Reader, context: Context) -> Context:
    """The unit or model that has the ability."""
    if one := reader.take(r"this unit's (?P<name>[a-z][a-z' -]*?) model"):
        return _part(context, one["name"])
    if reader.take(r"this unit"):
        return context
    if reader.take(r"(?:this model|the bearer)'s unit"):
        return context.scoped("bearer")
    if reader.take(r"this model|the bearer"):
        return context.scoped("holder")
    name = reader.need(r"this (?P<name>[a-z]+)")["name"]
    split(name, context.known.own | context.known.shared)
    return context.scoped("holder")


def _part(context: Context, names: str) -> Context:
    """Miniatures of the unit, by what they are called, or those of all that are with them by a keyword."""
    known = context.known
    name = next((each for each in (names, names.removesuffix("s")) if each in known.miniatures), None)
    if name is not None and context.part in {"", name} and context.who == "self" and not context.that:
        return msgspec.structs.replace(context.scoped("holder"), part=name, named=True)
    kinds = split(names, known.own)
    if len(kinds) != 1 or context.who != "self":
        raise Unread(names)
    return msgspec.structs.replace(context.under(only("miniature keyword", name=kinds[0])), named=True)


_OF_PART = r"(?P<name>(?!models?\b|a model\b)[a-z][a-z' -]*?) models? in"


def _of_part(reader: Reader, context: Context) -> Context | None:
    """'FEN WARDEN models in this unit', 'a fen warden model in that unit'."""
    reader.take(r"an?(?= [a-z][a-z' -]* model in )")
    match = reader.take(_OF_PART)
    if match is None:
        return None
    return _part(unit(reader, context), match["name"])


def affected(reader: Reader, context: Context) -> Context:
    """The unit that a clause is about."""
    if context.that:
        friend = r"that (?:unit|model)" if context.used else r"that unit"
        reader.need(friend if context.that == "friend" else r"that (?:enemy )?unit")
        return context
    if match := reader.take(_GROUP):
        if context != Context(context.known):
            raise Unread(reader.text)
        return _around(match.groupdict(), source(reader, context))
    return source(reader, context)


def subject(reader: Reader, context: Context) -> Context:
    """The unit that has what a clause says."""
    whole = _WHOLE.match(reader.text, reader.at) is not None
    found = affected(reader, context)
    if whole and found.scope == "holder":
        found = found.scoped("lone")  # what was asked before was asked of a model
    return msgspec.structs.replace(found, named=True)


def unit(reader: Reader, context: Context) -> Context:
    """The same, but for a model: nobody is in it."""
    found = subject(reader, context)
    if found.scope == "holder" and not (context.that or found.who != "self"):
        raise Unread(reader.text)
    return found


def models(reader: Reader, context: Context) -> Context:
    """The models that a clause is about: 'models in this unit', 'this model'."""
    if part := reader.attempt(lambda: _of_part(reader, context)):
        return part
    if reader.take(r"models in"):
        if context.conditions != ALWAYS and reader.take(
            r"it" if context.that or context.who != "self" else r"it|that unit"
        ):
            return msgspec.structs.replace(context, named=True)  # the unit that has been named, which is its own
        return unit(reader, context)
    if context.that:
        reader.need(r"that (?:enemy )?unit")
        return msgspec.structs.replace(context, named=True)
    whole = _WHOLE.match(reader.text, reader.at) is not None
    found = subject(reader, context)
    if not whole and (found.scope != "holder" or found.who != context.who):
        raise Unread(reader.text)
    return found


def owner(reader: Reader, context: Context) -> Context:
    """Whose characteristic it is: 'this model's', or 'its' after a 'while this model ...'."""
    if context.that and reader.take(r"that (?:enemy )?unit's"):
        return context
    if context.that and context.used and reader.take(r"its(?= move)"):
        return context
    if context.that or context.who != "self":
        raise Unread(reader.text)
    if reader.take(r"its"):
        if context.conditions == ALWAYS:
            raise Unread(reader.text)
        return context
    reader.need(r"(?:this model|the bearer)'s")
    return context.scoped("holder")


def attacker(reader: Reader, context: Context) -> Context:
    """Who makes the attacks: 'a model in this unit', 'this unit', 'this model'."""
    if reader.take(r"a model in"):
        return unit(reader, context)
    return reader.attempt(lambda: _of_part(reader, context)) or subject(reader, context)


_CLOSEST = r"the closest eligible (?:(?P<names>(?!enemy|unit|target)" + NAMES + r") )?(?:enemy )?(?:unit|target)"


def _closest(reader: Reader, context: Context) -> Context | None:
    match = reader.take(_CLOSEST)
    if match is None:
        nearest = reader.take(r"the closest enemy (?:unit|target)")
        return None if nearest is None else context.under(((Condition("closest", own=True),),))
    if match["names"]:
        raise Unread(reader.text)  # the closest of a kind need not be the closest of all
    found = context.under(only("closest"))
    return reader.attempt(lambda: where(reader, found)) or found


def target(reader: Reader, context: Context) -> Context:
    """The kind of unit that an attack must be aimed at."""
    if closest := _closest(reader, context):
        return closest
    if marked := reader.take(r"your (?P<name>[a-z][a-z' -]*?) target(?: \(see [^()]*\))?"):
        return context.under(only("target marked", name=marked["name"]))
    if reader.take(r"an?(?: enemy)? battle-shocked(?: enemy)? unit"):
        return context.under(only("target shocked"))
    match = reader.take(_TARGET) or reader.need(_TARGET_ALONE)
    known, conditions = context.known, ALWAYS
    if match["names"]:
        conditions = foes(match["names"], known, "target keyword")
    for out in (match["before"], match["out"]):
        if out:
            conditions = both(conditions, none_of(out, known, "target keyword"))
    context = context.under(conditions)
    return reader.attempt(lambda: where(reader, context)) or context


def targets(reader: Reader, context: Context) -> Context:
    """The same where several are named: 'enemy units', 'MONSTER, VEHICLE or FORTIFICATION units'."""
    match = reader.take(rf"(?:enemy )?(?:(?P<names>(?!an? |the |enemy){NAMES}) )?units(?: {_OUT})?")
    if match is None:
        return target(reader, context)
    conditions = foes(match["names"], context.known, "target keyword") if match["names"] else ALWAYS
    out = match["out"]
    if lacks := reader.take(r"without the (?P<out>[a-z][a-z' ,-]*?) keywords?"):
        out = lacks["out"]
    if out:
        conditions = both(conditions, none_of(out, context.known, "target keyword"))
    found = context.under(conditions)
    reader.take(r"that are(?= (?:within|below) )")
    return reader.attempt(lambda: where(reader, found)) or found


_PLACES: tuple[tuple[str, Alternatives], ...] = (
    (r"within range of an objective marker you do not control", only("target objective")),
    (
        r"within range of (?:an objective marker|one or more objective markers) you control",
        only("target on own objective"),
    ),
    (
        r"within range of (?:an objective marker|one or more objective markers) (?:your opponent|the enemy) controls",
        only("target on its objective"),
    ),
    (_MARKER, only("target on objective")),
    (
        r"that is not within range of (?:an|any|one or more) objective markers?(?! you)",
        only("target on objective", negate=True),
    ),
    (r"below its starting strength", only("target below start")),
    (r"below half-strength", only("target below half")),
    (r"that (?:contains one or more models with|has) the stealth ability", only("target stealthy")),
    (r"that can fly", only("target keyword", name="fly")),
    (r"that cannot fly", only("target keyword", name="fly", negate=True)),
    (r"(?:that is )?within half range", only("half range")),
    (r"that is not below its starting strength", only("target below start", negate=True)),
)
"""Where the target is and how it fares, by words."""


def where(reader: Reader, context: Context) -> Context:
    """Where the target is and how it fares. Distances count from the model that attacks, not from its unit."""
    if match := reader.take(r'(?P<no>(?:that is )?not )?within (?P<inches>\d+)"(?: of (?:it|this model|the bearer))?'):
        if context.that or context.who != "self":
            raise Unread(reader.text)
        return context.under(only("within", int(match["inches"]), negate=bool(match["no"]))).asked_of("holder")
    for words, conditions in _PLACES:
        if reader.take(words):
            return context.under(conditions)
    reader.need("that")
    if size := reader.take(r"contains (?P<size>\d+) or (?P<way>more|fewer) models"):
        fewer = size["way"] == "fewer"
        return context.under(only("target size", int(size["size"]) + fewer, negate=fewer))
    if lacks := reader.take(r"does not have the (?P<names>[a-z][a-z' ,-]*?) keywords?"):
        return context.under(none_of(lacks["names"], context.known, "target keyword"))
    return context.under(_is(reader, "target"))


def fares(reader: Reader, context: Context) -> Context:
    """What is said of a target that has been named: how it is, where it is, of what kind it is."""
    if reader.take(r"is(?: also)? the closest eligible (?:enemy )?(?:target|unit)"):
        return context.under(only("closest"))
    return reader.first(
        lambda: context.under(_is(reader, "target")),
        lambda: _of_kind(reader, context),
        lambda: _lacks(reader, context),
        lambda: _is_where(reader, context),
        lambda: where(reader, context),
    )


def _of_kind(reader: Reader, context: Context) -> Context:
    match = reader.need(r"(?:is|has) (?:an? |the )?(?P<names>[a-z][a-z' ,-]*?)(?: (?:unit|keyword))?(?=,| as well)")
    return context.under(foes(match["names"], context.known, "target keyword"))


def _lacks(reader: Reader, context: Context) -> Context:
    names = reader.need(r"does not have the (?P<names>[a-z][a-z' ,-]*?) keywords?")["names"]
    return context.under(none_of(names, context.known, "target keyword"))


def _is_where(reader: Reader, context: Context) -> Context:
    reader.need(r"is(?: also)?")
    return where(reader, context)


def proviso(reader: Reader, context: Context, comma: bool = True) -> Context:
    """An 'if ...,' in front of what an attack gets, or without the comma behind it."""
    reader.need("if")
    named = r"(?:that|the) target" if context.that == "enemy" else r"(?:that|the) target|that enemy unit"
    if reader.take(r"the target of (?:that|the) attack|(?:that|the) target(?= is)"):
        if reader.take(r"is an enemy unit"):
            found = where(reader, context)
        else:
            found = fares(reader, context)
    elif reader.take(rf"(?:{named})(?= (?:is|has|does|contains|can))"):
        found = fares(reader, context)
    elif reader.take(r"(?:that|the) attack targets"):
        found = target(reader, context)
    elif reader.text.startswith("that unit", reader.at) and " targets " in reader.text[: reader.at]:
        raise Unread(reader.text)  # which of the two units is meant would not be clear
    else:
        found = own_state(reader, context)
    if comma:
        reader.need(",")
    return found


def own_state(reader: Reader, context: Context) -> Context:
    """What holds for the unit that attacks, which may be called 'it' once it has been named."""
    if reader.take(r"it(?! is leading)|its unit"):
        found = context
    else:
        found = context.asked_of(affected(reader, msgspec.structs.replace(context, scope="unit")).scope)
    if reader.take(r"(?:has )?disembarked from a transport this turn"):
        return found.under(only("disembarked"))
    if context.that != "enemy" and (near := reader.take(_BESIDE.replace("is within", "is(?: also)? within"))):
        return _beside(reader, found, near)
    return reader.first(lambda: stayed_or_charged(reader, found), lambda: found.under(_its_state(reader, context)))


def _its_state(reader: Reader, context: Context) -> Alternatives:
    """How it is. Of an enemy's friends and foes the engine would ask the wrong side."""
    found = _is(reader, "this")
    if context.that == "enemy" and any(each.kind in _OF_SIDES for one in found for each in one):
        raise Unread(reader.text)
    return found


def stayed_or_charged(reader: Reader, context: Context) -> Context:
    """What the unit that attacks has done in this turn."""
    if reader.take(r"(?:has )?made a charge move this turn|(?:has )?charged this turn"):
        return context.under(only("charged"))
    reader.need(r"(?:has )?remained stationary this turn")
    return context.under(both(only("stationary"), only("own turn")))  # nobody moves in the enemy's turn
