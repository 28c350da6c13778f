"""Texts whose sentences mean something only together: the last blows of the fallen, units that are set up again,
what a die allows after a fall back, and what is had by who stands still.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from highground.engine.abilities import AnyEffect
from highground.engine.abilities.acts import IgnoreDamage, Redeploy, RollAgain
from highground.engine.abilities.afflictions import ArriveNear
from highground.engine.abilities.condition import Condition
from highground.engine.abilities.effect import Duration
from highground.engine.abilities.effects import DealMortalWounds, GainKeyword, Permit, StrikeWhenFallen
from highground.engine.abilities.model import Ability, Per, Use
from highground.engine.abilities.resources import ChangePrice, Spell
from highground.engine.effects.keywords import parse_keyword
from highground.rosters.phrases_clauses import next_clause
from highground.rosters.phrases_context import Context, Scope
from highground.rosters.phrases_keywords import KnownKeywords, friends
from highground.rosters.phrases_prices import of_dealings
from highground.rosters.phrases_text import Reader, Unread

_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5}
_LED = r"(?P<led>while this model is leading a unit, )?"
_DYING = re.compile(
    rf"{_LED}each time (?P<who>a model in (?:(?:this|that) unit|this model's unit)|this model) is destroyed by a melee"
    r" attack, if (?:that model|it|this model) has not fought this phase,"
    r" (?:(?:you can )?roll one d6[:,.] on an? (?P<face>[2-6])\+, )?do not remove (?:it|that model|this model) from"
    r" play[.;,] (?:the|that|this) (?:destroyed )?model can fight after the attacking (?:model's |unit's )?unit has"
    r" finished making its attacks, and (?:it )?is then removed from play"
)
_INCLUDED = (
    r"if your? army (?:includes|contains) (?:this (?:model|unit)"
    r"|(?P<{}>one or more (?:models|units) with this ability)), "
)
_AGAIN = re.compile(
    rf"(?:{_INCLUDED.format('before')})?after both (?:players|armies) have (?:been )?deployed(?: their armies)?"
    rf"(?: and determined who has the first turn)?,? (?:{_INCLUDED.format('behind')})?"
    r"(?P<there>if this (?:model|unit) is on the battlefield"
    r"(?: \(or any transport it is embarked within is on the battlefield\))?,? )?"
    r"(?:you can )?select (?:(?:up to )?(?P<count>one|two|three|four|five)) (?:friendly )?(?P<kind>[a-z][a-z' -]*? )?"
    r"units?(?: from your army)? and redeploy (?:them|it|those units|all of those units|that unit)"
)
_AGAIN_ASIDE = re.compile(
    r"(?:when doing so|if you do), (?:(?:any of )?(?:those units|that unit) can be (?:placed|set up) in(?:to)?"
    r"|you can (?:set|place) (?:those units|that unit|them|it)(?: up)? in(?:to)?) strategic reserves?(?: if"
    r" you wish)?, regardless of how many units are already in strategic reserves?"
)
_BACK = re.compile(
    r"each time (?:this (?:unit|model)|it) falls back, (?:you can )?roll one d6: on an? (?P<face>[2-6])\+, (?:it|this"
    r" (?:unit|model)) (?:is eligible to|can) (?P<what>shoot and declare a charge|shoot and charge|shoot|declare a"
    r" charge|charge) (?:this turn|in a turn in which it fell back)"
)
_BACK_HURT = re.compile(r"on a 1, (?:it|this (?:unit|model)) suffers (?P<wounds>\d) mortal wounds?")
_STILL = re.compile(
    r"in your movement phase, if this (?P<who>unit|model) remains stationary, until the (?P<end>end of the turn|start"
    r" of your next movement phase), its (?P<weapon>[a-z][a-z' -]*?) has the (?P<keyword>\[[^\]]+\]) ability"
)
_STILL_LONG = re.compile(
    r"(?:in your movement phase, if|each time) this (?P<who>unit|model) remains stationary, until the start of your"
    r" next movement phase, (?P<rest>(?:ranged )?weapons equipped by .+)"
)
_ENDS: dict[str, Duration] = {
    "end of the turn": "turn",
    "start of your next movement phase": "until your next movement phase",
}


_SELECTED = re.compile(
    rf"{_LED}each time (?P<who>this unit|that unit|this model) is selected to (?P<acts>shoot or fight|shoot|fight),"
    r" (?:you can|it can) re-roll (?P<rolls>one (?:hit|wound|damage) roll(?:(?:,| or|, or| and|, and)(?: you can)?"
    r"(?: re-roll)? one (?:hit|wound|damage) roll){0,2})(?: made for (?:it|that unit|this unit|this model))?"
    r"(?: when resolving (?:those|its) attacks)?"
)
_SPARED = re.compile(
    r"(?P<often>once|twice|three times) per (?P<per>battle round|battle|turn|phase), (?:"
    r"(?:when|after) (?:a saving throw is failed|an attack (?:is|has been) allocated to(?: a model in)?)"
    r"(?: for)? (?P<who>this model|this unit|the bearer|(?:this model|the bearer)'s unit)"
    r"(?:,? and the saving throw is failed)?,"
    r" (?:you can|it can) change the damage characteristic (?:of that attack )?to 0"
    r"|you can change the damage characteristic of one attack (?:that is |that was )?allocated to (?:a model in )?"
    r"(?P<other>this model|this unit|the bearer|(?:this model|the bearer)'s unit) to 0)"
)
_PER: dict[str, Per] = {"battle": "battle", "battle round": "round", "turn": "turn", "phase": "phase"}
_OFTEN = {"once": 1, "twice": 2, "three times": 3}
_ACTS = {"shoot": "shooting", "fight": "combat"}


class Whole(NamedTuple):
    """What a text comes to as a whole; see `phrases.Reading`."""

    effects: tuple[AnyEffect, ...] = ()
    scope: Scope = "unit"
    use: Use | None = None
    choices: tuple[Ability, ...] = ()
    more: tuple[Use, ...] = ()
    """Further uses of the same effects."""


def of_whole(sentences: Sequence[str], known: KnownKeywords) -> Whole | None:
    """What the sentences say together; None where this is about something else. Raises Unread where it is not clear."""
    for read in (_dying, _again, _back, _still, _cheaper, _one_die, _spared, _sparingly, _getting_out, _diving):
        found = read(list(sentences), known)
        if found is not None:
            return found
    return None


def _scope(who: str) -> Scope:
    return "holder" if who.endswith("this model") or who == "model" else "unit"


def _dying(sentences: list[str], known: KnownKeywords) -> Whole | None:
    match = _DYING.fullmatch(". ".join(sentences))
    if match is None:
        return None
    led, that = bool(match["led"]), match["who"] == "a model in that unit"
    if led != that:
        raise Unread(sentences[0])
    conditions = (Condition("leading"),) if led else ()
    blows = StrikeWhenFallen(int(match["face"] or 0), conditions=conditions)
    return Whole((blows,), "bearer" if led or match["who"].endswith("model's unit") else _scope(match["who"]))


def _again(sentences: list[str], known: KnownKeywords) -> Whole | None:
    match = _AGAIN.fullmatch(sentences[0]) if sentences else None
    if match is None:
        return None
    aside = len(sentences) == 2 and bool(_AGAIN_ASIDE.fullmatch(sentences[1]))
    if len(sentences) > 1 and not aside:
        raise Unread(sentences[1])
    kinds = friends(match["kind"].strip(), known) if match["kind"] else ((),)
    use = Use(
        "selectable" if aside else "activated",
        phases=("deployment",),
        turn="any",
        window="deployed",
        target="ally",
        count=_NUMBERS[match["count"]],
        aimed=kinds if any(kinds) else (),
        conditions=_there(match),
        shared=bool(match["before"] or match["behind"]),
    )
    anew, away = Redeploy(who="target"), Redeploy(True, who="target")
    if not aside:
        return Whole((anew,), "unit", use)
    choices = (Ability("Set Up Again", effects=(anew,)), Ability("Into Reserve", effects=(away,)))
    return Whole((), "unit", use, choices)


def _there(match: re.Match[str]) -> tuple[Condition, ...]:
    """Where the unit itself must be: on the table, unless it only has to be in the army."""
    if "army includes" in match[0] or "army contains" in match[0]:
        return ()
    return (Condition("present" if "transport" in (match["there"] or "") else "on table"),)


def _back(sentences: list[str], known: KnownKeywords) -> Whole | None:
    match = _BACK.fullmatch(sentences[0]) if sentences else None
    if match is None:
        return None
    hurt = _BACK_HURT.fullmatch(sentences[1]) if len(sentences) == 2 else None
    if len(sentences) > 1 and hurt is None:
        raise Unread(sentences[1])
    least, what = int(match["face"]), match["what"]
    found: list[AnyEffect] = []
    if "shoot" in what:
        found.append(Permit("fall back and shoot", when="fell back", duration="turn", face_from=least))
    if "charge" in what:
        found.append(Permit("fall back and charge", when="fell back", duration="turn", face_from=least))
    if hurt is not None:
        found.append(DealMortalWounds(int(hurt["wounds"]), when="fell back", face_to=1))
    return Whole(tuple(found), _scope(sentences[0].split(" falls back")[0]))


def _one_die(sentences: list[str], known: KnownKeywords) -> Whole | None:
    """Single dice of a unit's attacks, rerolled as it shoots or fights: one of several kinds, or one of each."""
    match = _SELECTED.fullmatch(sentences[0]) if len(sentences) == 1 else None
    if match is None:
        return None
    if bool(match["led"]) != (match["who"] == "that unit") or (" or " in match["rolls"] and " and " in match["rolls"]):
        raise Unread(sentences[0])
    names = tuple(dict.fromkeys(re.findall(r"hit|wound|damage", match["rolls"])))
    together = (names,) if " or " in match["rolls"] else tuple((each,) for each in names)
    phases = tuple(_ACTS[each] for each in match["acts"].split(" or "))
    conditions = (Condition("leading"),) if match["led"] else ()
    uses = [
        Use(
            "activated", phases=phases, turn="any", window="rolled", rolls=rolls, per="phase", conditions=conditions,
        )
        for rolls in together
    ]  # fmt: skip
    return Whole((RollAgain(),), "bearer" if match["led"] else _scope(match["who"]), uses[0], more=tuple(uses[1:]))


def _spared(sentences: list[str], known: KnownKeywords) -> Whole | None:
    """The damage of an attack is none, once in a while."""
    match = _SPARED.fullmatch(sentences[0]) if len(sentences) == 1 else None
    if match is None:
        return None
    who = match["who"] or match["other"]
    scope: Scope = "bearer" if who.endswith("'s unit") else "unit" if who == "this unit" else "holder"
    use = Use("activated", turn="any", window="wounded", per=_PER[match["per"]], count=_OFTEN[match["often"]])
    return Whole((IgnoreDamage(),), scope, use)


def _cheaper(sentences: list[str], known: KnownKeywords) -> Whole | None:
    """What one unit with the ability may use when a stratagem is, said in two sentences."""
    if len(sentences) != 2 or not sentences[1].startswith("if it does, reduce the cp cost"):
        return None
    clause = of_dealings(". ".join(sentences), known)
    return None if clause is None else Whole(clause.effects, clause.scope)


_SPARINGLY = re.compile(
    r"(?:this (?:unit|model)|it) can only be targeted with that stratagem once per (?P<per>turn|phase|battle)"
)
_SPELLS: dict[str, Spell] = {"turn": "turn", "phase": "phase", "battle": "battle"}


def _sparingly(sentences: list[str], known: KnownKeywords) -> Whole | None:
    """What is free for a unit, so often as the sentence behind it says."""
    match = _SPARINGLY.fullmatch(sentences[1]) if len(sentences) == 2 else None
    clause = of_dealings(sentences[0], known) if match is not None else None
    if match is None or clause is None:
        return None
    prices = [replace(each, per=_SPELLS[match["per"]]) for each in clause.effects if isinstance(each, ChangePrice)]
    if len(prices) != len(clause.effects) or any(each.per for each in clause.effects if isinstance(each, ChangePrice)):
        raise Unread(sentences[0])
    return Whole(tuple(prices), clause.scope)


_DIVES = re.compile(
    rf"{_LED}(?:in your (?:movement phase|turn), )?(?:when|each time) (?P<who>this unit|this model|that unit) is set up"
    r" on the battlefield using the deep strike ability(?:, in your movement phase)?, it can (?:perform an? [a-z' -]+"
    r"|use this ability)"
)
_DIVED = re.compile(
    r"each time (?:a model in )?(?P<who>this unit|this model) is set up on the battlefield using the deep strike"
    r" ability, it can be set up anywhere on the battlefield that is more than (?P<inches>[3-8])\" (?:horizontally )?"
    r"away from all enemy (?:units|models)"
)
_DIVED_THEN = re.compile(
    r"when doing so, if (?:this unit|this model|it) is set up within 9\" of one or more enemy units, until the end of"
    r" the turn, (?:it|this unit|this model) is not eligible to declare a charge"
)
_DIVES_THEN = re.compile(
    r"if it does, (?:it|this unit|this model|that unit) can be set up anywhere on the battlefield that is more than"
    r" (?P<inches>[3-8])\" (?:horizontally )?away from all enemy (?:units|models), but until the end of the turn,"
    r" (?:it|this unit|this model|that unit) is not eligible to declare a charge"
)


def _diving(sentences: list[str], known: KnownKeywords) -> Whole | None:
    """A unit arrives from above nearer to enemies than others, and does not charge in that turn."""
    if len(sentences) == 2 and (dived := _DIVED.fullmatch(sentences[0])) and _DIVED_THEN.fullmatch(sentences[1]):
        alone: Scope = "alone" if dived["who"] == "this model" else "unit"
        return Whole((ArriveNear(int(dived["inches"]), anywhere=True),), alone)
    match = _DIVES.fullmatch(sentences[0]) if len(sentences) == 2 else None
    then = _DIVES_THEN.fullmatch(sentences[1]) if match is not None else None
    if match is None or then is None:
        return None
    if bool(match["led"]) != (match["who"] == "that unit"):
        raise Unread(sentences[0])
    scope: Scope = "bearer" if match["led"] else "alone" if match["who"] == "this model" else "unit"
    led = (Condition("leading"),) if match["led"] else ()
    return Whole((ArriveNear(int(then["inches"]), anywhere=True, conditions=led),), scope)


_OUT = re.compile(r"units can disembark from this (?:transport|model|vehicle) after it has advanced")
_OUT_THEN = re.compile(
    r"units that do so count as having made a normal move(?: (?:that|this) (?:phase|turn))?,?"
    r" and cannot declare a charge (?:in the same|that|this) turn"
    r"(?:, but can otherwise act normally(?: in the remainder of the turn)?)?"
)


def _getting_out(sentences: list[str], known: KnownKeywords) -> Whole | None:
    """Passengers get out of a transport that has advanced, and do not charge."""
    if not sentences or not _OUT.fullmatch(sentences[0]):
        return None
    if len(sentences) != 2 or not _OUT_THEN.fullmatch(sentences[1]):
        raise Unread(sentences[0])
    return Whole((Permit("advance and disembark"),))


def _kept_still(text: str, known: KnownKeywords) -> Whole | None:
    """What weapons have from the move that a unit does not make up to its next."""
    match = _STILL_LONG.fullmatch(text)
    if match is None:
        return None
    reader = Reader(match["rest"])
    found = next_clause(reader, Context(known))
    if not reader.done or found.scope != _scope(match["who"]) or found.rule is not None:
        raise Unread(text)
    if not all(isinstance(effect, GainKeyword) and effect.who == "self" for effect in found.effects):
        raise Unread(text)
    lasting = (
        msgspec.structs.replace(effect, when="stood still", duration="until your next movement phase")
        for effect in found.effects
    )
    return Whole(tuple(lasting), found.scope)


def _still(sentences: list[str], known: KnownKeywords) -> Whole | None:
    if len(sentences) == 1 and (kept := _kept_still(sentences[0], known)):
        return kept
    match = _STILL.fullmatch(sentences[0]) if len(sentences) == 1 else None
    if match is None:
        return None
    weapon = match["weapon"]
    if weapon not in known.weapons:
        raise Unread(sentences[0])
    gift = GainKeyword(
        parse_keyword(match["keyword"].strip("[]")),
        when="stood still",
        duration=_ENDS[match["end"]],
        conditions=(Condition("weapon", name=weapon),),
    )
    return Whole((gift,), _scope(match["who"]))
