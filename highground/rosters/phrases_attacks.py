"""What attacks get: the clauses that begin with 'each time', from either side."""

from __future__ import annotations

import re

import msgspec

from highground.engine.abilities import AnyEffect
from highground.engine.abilities.effect import Attacks, Role
from highground.engine.abilities.effects import OF_STEPS, GainKeyword, ModifyAttack
from highground.engine.amount import Keyword
from highground.engine.effects import Stage
from highground.engine.effects.keywords import KNOWN_KEYWORDS, parse_keyword
from highground.rosters.phrases_keywords import ALWAYS, only
from highground.rosters.phrases_subjects import Clause, Context, affected, attacker, proviso, target
from highground.rosters.phrases_text import Reader, Unread

GRANTED = KNOWN_KEYWORDS - OF_STEPS - {"psychic", "one shot"}
"""Weapon keywords that an attack may have of itself: those that ask nobody before it has a target."""
GIVEN = GRANTED | OF_STEPS
"""Those that the weapons of a unit may be given."""

_KIND = r"(?:an attack|a (?P<kind>ranged|melee|psychic) attack)"
_ARMED = r"with (?:an? |its |(?:this model|the bearer)'s )(?P<name>[a-z][a-z' -]*?)(?= that|,| which)"
_NO_PSYCHIC = r"\(excluding psychic attacks\)"
_THAT = r"(?:that|the) attack"
_STRONGER = (
    r", if the strength characteristic of (?:that|the) attack is greater than"
    r" (?:(?:this (?:model|unit)|that unit|the bearer)'s toughness characteristic"
    r"|the toughness characteristic of (?:this (?:model|unit)|that unit|the bearer))"
)
_TURNED = (
    r"(?:a critical (?P<stage>hit|wound) is|critical (?P<stages>hit|wound)s are) scored on (?:an? )?unmodified"
    r" (?P<same>hit|wound) rolls? of (?P<face>[2-5])\+"
)
_STAGES: dict[str, Stage] = {"strength": "strength", "damage": "damage", "armour penetration": "ap"}
_ROLLS: dict[str, Stage] = {"hit": "hit", "wound": "wound"}


class Blow(msgspec.Struct, frozen=True):
    """The attacks that a clause is about."""

    context: Context
    role: Role
    attacks: Attacks = "any"

    def clause(self, *drafts: ModifyAttack | GainKeyword) -> Clause:
        return self.context.clause(*map(self._own, drafts))

    def _own(self, draft: ModifyAttack | GainKeyword) -> ModifyAttack | GainKeyword:
        if isinstance(draft, GainKeyword):
            return msgspec.structs.replace(draft, attacks=self.attacks)
        return msgspec.structs.replace(draft, role=self.role, attacks=self.attacks)


def attack_clause(reader: Reader, context: Context) -> Clause:
    """'each time a model in this unit makes an attack, ...' or 'each time an attack targets this unit, ...'."""
    reader.need(r"each time")
    blow = reader.first(lambda: _made(reader, context), lambda: _suffered(reader, context))
    if blow.role == "defending" and reader.take(_STRONGER):
        blow = _with(blow, blow.context.under(only("stronger")))
    if reader.take(_NO_PSYCHIC):
        blow = _with(blow, blow.context.under(only("weapon keyword", name="psychic", negate=True)))
    reader.take(",")
    if found := reader.attempt(lambda: proviso(reader, blow.context)):
        if blow.role == "defending":
            raise Unread(reader.text)  # whose state it is would not be clear
        blow = _with(blow, found)
    return Clause.joined(reader.listed(lambda: _gets(reader, blow)))


def instead(reader: Reader, before: Context, found: tuple[AnyEffect, ...]) -> Clause:
    """'if ..., you can re-roll the hit roll instead', after a sentence that lets ones of that roll be re-rolled."""
    context = proviso(reader, msgspec.structs.replace(before, conditions=ALWAYS))
    stage = reader.need(r"you can re-roll the (?P<stage>hit|wound) roll instead")["stage"]
    attacks = (effect for effect in found if isinstance(effect, ModifyAttack))
    ones = [effect for effect in attacks if effect.reroll == "ones" and effect.stage == stage]
    if not ones:
        raise Unread(reader.text)
    effects = (
        msgspec.structs.replace(effect, reroll="any", conditions=(*effect.conditions, *more))
        for effect in ones
        for more in context.conditions
    )
    return Clause(tuple(effects), scope=context.scope)


def _with(blow: Blow, context: Context) -> Blow:
    return msgspec.structs.replace(blow, context=context)


def _made(reader: Reader, context: Context) -> Blow:
    context = attacker(reader, context)
    blow = _of_kind(context, "attacking", reader.need(rf"makes {_KIND}")["kind"])
    if armed := reader.take(
        r"with (?:an? |its |(?:this model|the bearer)'s )(?P<name>[a-z][a-z' -]*?)(?= that|,| which)"
    ):
        if armed["name"] not in context.known.weapons:
            raise Unread(reader.text)
        blow = _with(blow, blow.context.under(only("weapon", name=armed["name"])))
    if reader.take(r"(?:that|which) targets|against"):
        blow = _with(blow, target(reader, blow.context))
    return blow


def _suffered(reader: Reader, context: Context) -> Blow:
    if match := reader.take(rf"an? (?:enemy )?(?:model|unit) makes {_KIND} that targets"):
        return _of_kind(affected(reader, context), "defending", match["kind"])
    match = reader.need(rf"{_KIND} (?:targets|is made against|is allocated to)")
    reader.take(r"a model in(?= that unit| this unit| this model's| the bearer's)")
    return _of_kind(affected(reader, context), "defending", match["kind"])


def _of_kind(context: Context, role: Role, kind: str | None) -> Blow:
    if kind == "psychic":
        return Blow(context.under(only("weapon keyword", name="psychic")), role)
    return Blow(context, role, "ranged" if kind == "ranged" else "melee" if kind == "melee" else "any")


def _gets(reader: Reader, blow: Blow) -> Clause:
    """One thing that the attacks get, perhaps under a condition of its own."""
    if reader.text.startswith("if ", reader.at):
        if blow.role == "defending":
            raise Unread(reader.text)
        blow = _with(blow, proviso(reader, blow.context))
        found = _outcome(reader, blow)
        reader.take(r"as well")
        return found
    start = reader.at
    found = _outcome(reader, blow)
    reader.take(r"as well")
    if blow.role == "attacking" and reader.text.startswith("if ", reader.at):
        last = reader.at
        given = _trailing(reader, blow.context)
        end, reader.at = reader.at, start
        found = _outcome(reader, _with(blow, given))
        reader.at = end if reader.at <= last else reader.at
    return found


def _trailing(reader: Reader, context: Context) -> Context:
    """An 'if ...' behind what an attack gets."""
    return proviso(reader, context, comma=False)


def outcomes(reader: Reader, blow: Blow) -> Clause:
    """All that the attacks get, up to the end of the list."""
    return Clause.joined(reader.listed(lambda: _outcome(reader, blow)))


def _outcome(reader: Reader, blow: Blow) -> Clause:
    return reader.first(
        lambda: _roll(reader, blow),
        lambda: _reroll(reader, blow),
        lambda: _characteristic(reader, blow),
        lambda: _keyword(reader, blow),
        lambda: _critical(reader, blow),
        lambda: _halved(reader, blow),
        lambda: _steady(reader, blow),
        lambda: _cover(reader, blow),
    )


def signed(reader: Reader, unit: str = "") -> int:
    """'add 1 to', 'subtract 2 from'; with '"' as unit of inches."""
    match = reader.need(rf"add (?P<plus>\d+){unit} to|subtract (?P<minus>\d+){unit} from")
    return int(match["plus"]) if match["plus"] else -int(match["minus"])


def _roll(reader: Reader, blow: Blow) -> Clause:
    value = signed(reader)
    match = reader.need(r"the (?P<one>hit|wound) (?:roll|and (?P<other>wound) rolls)")
    stages = [_ROLLS[name] for name in (match["one"], match["other"]) if name]
    return blow.clause(*(ModifyAttack(stage, value) for stage in stages))


def _reroll(reader: Reader, blow: Blow) -> Clause:
    may = reader.take(r"you can") is not None
    reader.need(r"re-roll")
    if match := reader.take(
        r"(?:a (?P<one>hit|wound) roll|(?P<each>hit|wound) rolls|(?P<two>hit and wound) rolls) of 1"
    ):
        stages = [_ROLLS[name] for name in (match["one"] or match["each"] or match["two"]).split(" and ")]
        return blow.clause(*(ModifyAttack(stage, change="reroll", reroll="ones") for stage in stages))
    if not may:
        raise Unread(reader.text)
    match = reader.need(r"the (?P<one>hit|wound) roll(?: and the (?P<other>wound) roll(?! of))?(?! of)")
    stages = [_ROLLS[name] for name in (match["one"], match["other"]) if name]
    return blow.clause(*(ModifyAttack(stage, change="reroll", reroll="any") for stage in stages))


def _characteristic(reader: Reader, blow: Blow) -> Clause:
    """A change to the strength, armour penetration or damage of the attack. Better penetration is a lower number."""
    names = "|".join(_STAGES)
    if match := reader.take(r"(?P<way>improve|worsen)"):
        stage = _named(reader, "armour penetration")
        value = int(reader.need(r"by (?P<value>\d+)")["value"])
        effect = ModifyAttack(stage, -value if match["way"] == "improve" else value)
    else:
        value = signed(reader)
        stage = _named(reader, names)
        if stage == "ap":
            raise Unread(reader.text)  # which way is better would not be clear
        effect = ModifyAttack(stage, value)
    if value < 0:
        reader.take(r"\(to a minimum of 1\)")
    elif effect.stage == "ap" and effect.value > 0:
        reader.take(r"\(to a minimum of 0\)")
    return blow.clause(effect)


def _named(reader: Reader, names: str) -> Stage:
    match = reader.take(rf"the (?P<name>{names}) characteristic of {_THAT}")
    return _STAGES[(match or reader.need(rf"{_THAT}'s (?P<name>{names}) characteristic"))["name"]]


def keywords(reader: Reader) -> list[Keyword]:
    """'the [lethal hits] ability', 'the [heavy] and [lance] abilities'."""
    match = reader.need(r"the (?P<names>\[[^\[\]]+\](?:(?:, and|,| and) \[[^\[\]]+\])*) abil(?:ity|ities|ties)")
    return [_known(name) for name in re.findall(r"\[([^\[\]]+)\]", match["names"])]


def _known(name: str) -> Keyword:
    try:
        return parse_keyword(name)
    except ValueError:
        raise Unread(name) from None


def weapon_keywords(found: list[Keyword], known: frozenset[str]) -> list[GainKeyword]:
    if any(keyword.name not in known for keyword in found):
        raise Unread(str(found))
    return [GainKeyword(keyword) for keyword in found]


def _keyword(reader: Reader, blow: Blow) -> Clause:
    reader.need(rf"{_THAT} has")
    if blow.role == "defending":
        raise Unread(reader.text)
    return blow.clause(*weapon_keywords(keywords(reader), GRANTED))


def _critical(reader: Reader, blow: Blow) -> Clause:
    """Every such roll is critical, or only a successful one."""
    if turned := reader.take(_TURNED):
        if blow.role == "defending" or (turned["stage"] or turned["stages"]) != turned["same"]:
            raise Unread(reader.text)
        reader.take(r",? instead of only (?:on )?(?:a |an unmodified )?(?:hit roll of |wound roll of )?6")
        return blow.clause(ModifyAttack(_ROLLS[turned["same"]], int(turned["face"]), change="critical"))
    match = reader.need(
        r"an? (?P<well>successful )?(?:unmodified )?(?P<too>successful )?(?P<stage>hit|wound) roll"
        r"(?: of (?P<face>[2-6])\+)? scores a critical (?P<same>hit|wound)"
    )
    lucky = bool(match["well"]) or bool(match["too"])
    if match["stage"] != match["same"] or (match["well"] and match["too"]) or blow.role == "defending":
        raise Unread(reader.text)
    if bool(match["face"]) != ("unmodified" in match[0]) or not (lucky or match["face"]):
        raise Unread(reader.text)  # modified rolls would count
    face = int(match["face"] or 2)
    return blow.clause(ModifyAttack(_ROLLS[match["stage"]], face, change="critical success" if lucky else "critical"))


def _halved(reader: Reader, blow: Blow) -> Clause:
    reader.need(rf"halve (?:the damage characteristic of {_THAT}|{_THAT}'s damage characteristic)")
    if blow.role == "attacking":
        raise Unread(reader.text)
    return blow.clause(ModifyAttack("damage", change="halve"))


def _steady(reader: Reader, blow: Blow) -> Clause:
    """Of modifiers that one may ignore one ignores those that harm."""
    both = reader.need(
        r"you can ignore any or all modifiers to(?: the following:)? (?:that attack's (?:ballistic|weapon) skill"
        r"(?: (?:or|and) weapon skill)? characteristics?(?:;|,| and/or| and)? ?(?:(?:any or )?all modifiers to )?)?"
        r"the hit roll(?P<both>(?:;|,| and/or| and)? ?(?:any or all modifiers to )?the wound roll)?"
    )["both"]
    if blow.role == "defending":
        raise Unread(reader.text)
    stages: tuple[Stage, ...] = ("hit", "wound") if both else ("hit",)
    return blow.clause(*(ModifyAttack(stage, change="steady") for stage in stages))


def _cover(reader: Reader, blow: Blow) -> Clause:
    if blow.role == "attacking":
        raise Unread(reader.text)
    reader.need(r"(?:models in )?(?:that unit|this unit|that model|this model) ha(?:s|ve) the benefit of cover")
    reader.take(rf"against {_THAT}")
    return blow.clause(ModifyAttack("save", 1, change="cover"))
