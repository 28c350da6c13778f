"""What attacks get: the clauses that begin with 'each time', from either side."""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec

from highground.engine.abilities.attacks import OF_STEPS, GainKeyword, ModifyAttack
from highground.engine.abilities.condition import OF_TARGET
from highground.engine.abilities.effect import Attacks, Role
from highground.engine.amount import Keyword
from highground.engine.effects import Stage
from highground.engine.effects.keywords import KNOWN_KEYWORDS, parse_keyword
from highground.rosters.phrases_context import Clause, Context
from highground.rosters.phrases_instead import beside
from highground.rosters.phrases_keywords import THIS_WEAPON, only
from highground.rosters.phrases_subjects import attacker, fares, own_state, proviso, stayed_or_charged, subject, target
from highground.rosters.phrases_text import Reader, Unread

GRANTED = KNOWN_KEYWORDS - OF_STEPS - {"psychic", "one shot"}
"""Weapon keywords that an attack may have of itself: those that ask nobody before it has a target."""
GIVEN = GRANTED | OF_STEPS
"""Those that the weapons of a unit may be given."""

_KIND = r"(?:an attack|a (?P<kind>ranged|melee|psychic) attack)"
_ARMED = r"with (?:an? |its |(?:this model|the bearer)'s )(?P<name>[a-z][a-z' -]*?)(?= that|,| which| against)"
_NO_PSYCHIC = r"\(excluding psychic attacks\)"
_THAT = r"(?:that|the) attack"
_STRONGER = (
    r", if the strength characteristic of (?:that|the) attack is greater than"
    r" (?:(?:this (?:model|unit)|that unit|the bearer)'s toughness characteristic"
    r"|the toughness characteristic of (?:this (?:model|unit)|that unit|the bearer))"
)
_WEAKER = (
    r", if the strength characteristic of (?:that|the) attack is less than or equal to"
    r" the toughness characteristic of the target"
)
_TURNED = (
    r"(?:a critical (?P<stage>hit|wound) is|critical (?P<stages>hit|wound)s are) scored on (?:an? )?unmodified"
    r" (?P<same>hit|wound) rolls? of (?P<face>[2-5])\+"
)
_SCORED = r"if (?:a critical (?P<stage>hit|wound) is scored(?: for that attack)?),"
_STAGES: dict[str, Stage] = {
    "strength": "strength",
    "damage": "damage",
    "armour penetration": "ap",
    "attacks": "attacks",
    "ballistic skill": "skill",
    "weapon skill": "skill",
}
_ROLLS: dict[str, Stage] = {"hit": "hit", "wound": "wound", "damage": "damage"}
_NAMES = "|".join(_STAGES)


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
    shots = reader.take(r"in your shooting phase,(?= each time)")
    reader.need(r"each time")
    blow = reader.first(lambda: _made(reader, context), lambda: _suffered(reader, context))
    if shots:  # and not those of the enemy's turn
        if (blow.role, blow.attacks) != ("attacking", "ranged"):
            raise Unread(reader.text)
        blow = _with(blow, blow.context.under(only("own turn")))
    if blow.role == "defending" and reader.take(_STRONGER):
        blow = _with(blow, blow.context.under(only("stronger")))
    if blow.role == "attacking" and reader.take(_WEAKER):
        blow = _with(blow, blow.context.under(only("stronger", negate=True)))
    if reader.take(_NO_PSYCHIC):
        blow = _with(blow, blow.context.under(only("weapon keyword", name="psychic", negate=True)))
    reader.take(",")
    mine = _MINE.match(reader.text, reader.at) is not None
    if found := reader.attempt(lambda: proviso(reader, blow.context)):
        if blow.role == "defending" and not mine:
            raise Unread(reader.text)  # whose state it is would not be clear
        blow = _with(blow, found)
    return Clause.joined(reader.listed(lambda: _gets(reader, blow)))


_MINE = re.compile(r"if (?:this (?:unit|model)|the bearer)\b")
_FOLLOWS = re.compile(
    r"if (?:this (?:unit|model)|(?:that|the|such an?) (?:attack|target|enemy unit|unit)|the target of|it)\b"
)


def follows(sentence: str) -> bool:
    """Whether a sentence says more of the attacks that the one before it is about."""
    return _FOLLOWS.match(sentence) is not None


def further(reader: Reader, before: Context, said: Clause) -> Clause:
    """'if ..., you can re-roll the hit roll instead' or '..., add 1 to the wound roll as well'.

    It is said of the attacks that a sentence before it gave something to.
    """
    attacks = [effect for effect in said.effects if isinstance(effect, ModifyAttack) and effect.role == "attacking"]
    if not attacks or len(attacks) != len(said.effects):
        raise Unread(reader.text)
    kinds, contexts = {each.attacks for each in attacks}, tuple(dict.fromkeys(each.conditions for each in attacks))
    whatever = {msgspec.structs.replace(each, conditions=()) for each in attacks}
    if len(kinds) > 1 or len(whatever) * len(contexts) != len(attacks):
        raise Unread(reader.text)  # not all of it has the same conditions
    standing = msgspec.structs.replace(
        before, conditions=contexts, kind="", scope=said.scope, named=True, part=said.part
    )
    blow = Blow(_now(reader, standing), "attacking", attacks[0].attacks)
    more = Clause.joined(reader.listed(lambda: _outcome(reader, blow)))
    if reader.take("instead"):
        return msgspec.structs.replace(more, effects=beside(attacks, more.effects))
    reader.take(r"as well|too|also")
    return more


def _now(reader: Reader, context: Context) -> Context:
    """The 'if' at the head of such a sentence, in all its wordings."""
    reader.need("if")
    aimed = any(each.kind in OF_TARGET for one in context.conditions for each in one)
    unit = reader.text.startswith("that unit ", reader.at)
    theirs = aimed and reader.text.startswith("that unit is", reader.at)  # the unit that was named last
    if context.that == "enemy" and theirs:
        raise Unread(reader.text)  # which of the two is meant would not be clear
    if context.that == "enemy" and (unit or reader.text.startswith("that enemy unit ", reader.at)):
        return _own_now(reader, context)
    if context.that == "friend" and unit and not theirs:
        return _own_now(reader, context)
    if context.that == "friend" and not theirs and (own := reader.attempt(lambda: _own_now(reader, context))):
        return own
    if reader.take(r"the target of (?:that|the) attack|(?:that|the) (?:target|enemy unit|unit)"):
        reader.take(r"is an enemy unit(?: that)?(?= )")
        found = fares(reader, context)
    elif reader.take(r"(?:that|the|such an) attack (?:targets|is made against)"):
        found = target(reader, context)
    elif reader.take(r"(?:this unit|this model|it)(?= (?:has )?(?:made a charge move|charged|remained))"):
        found = stayed_or_charged(reader, context)
    elif re.match(r"(?:this unit|this model|it) is ", reader.text[reader.at :]):
        found = own_state(reader, context)
    else:
        raise Unread(reader.text)
    reader.need(r"(?:as well)?,")
    return found


def _own_now(reader: Reader, context: Context) -> Context:
    """'that unit' is the one that attacks, where it has been named so."""
    found = own_state(reader, context)
    reader.need(r"(?:as well)?,")
    return found


def _with(blow: Blow, context: Context) -> Blow:
    return msgspec.structs.replace(blow, context=context)


def _made(reader: Reader, context: Context) -> Blow:
    context = attacker(reader, context)
    blow = _of_kind(context, "attacking", reader.need(rf"makes {_KIND}")["kind"])
    if reader.take(r"with this weapon"):
        blow = _with(blow, blow.context.under(only("weapon keyword", name=THIS_WEAPON)))
    elif armed := reader.take(_ARMED):
        if armed["name"] not in context.known.weapons:
            raise Unread(reader.text)
        blow = _with(blow, blow.context.under(only("weapon", name=armed["name"])))
    if reader.take(r"(?:that|which) targets|against"):
        blow = _with(blow, target(reader, blow.context))
    return blow


def _suffered(reader: Reader, context: Context) -> Blow:
    if match := reader.take(rf"an? (?:enemy )?(?:model|unit) makes {_KIND} that targets"):
        return _of_kind(subject(reader, context), "defending", match["kind"])
    match = reader.need(rf"{_KIND} (?:targets|is made against|is allocated to)")
    reader.take(r"a model in(?= that unit| this unit| this model's| the bearer's)")
    return _of_kind(subject(reader, context), "defending", match["kind"])


def _of_kind(context: Context, role: Role, kind: str | None) -> Blow:
    if kind == "psychic":
        return Blow(context.under(only("weapon keyword", name="psychic")), role)
    return Blow(context, role, "ranged" if kind == "ranged" else "melee" if kind == "melee" else "any")


def _gets(reader: Reader, blow: Blow) -> Clause:
    """One thing that the attacks get, perhaps under a condition of its own."""
    if critically := _critically(reader, blow):
        return critically
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
    return Clause.joined(reader.listed(lambda: _critically(reader, blow) or _outcome(reader, blow)))


def _critically(reader: Reader, blow: Blow) -> Clause | None:
    """What comes of a critical roll, if that is said."""
    scored = reader.take(_SCORED) if blow.role == "attacking" else None
    return None if scored is None else _of_critical(reader, blow, _ROLLS[scored["stage"]])


def _outcome(reader: Reader, blow: Blow) -> Clause:
    return reader.first(
        lambda: _roll(reader, blow),
        lambda: _reroll(reader, blow),
        lambda: _characteristic(reader, blow),
        lambda: _keyword(reader, blow),
        lambda: _critical(reader, blow),
        lambda: _fails(reader, blow),
        lambda: _saved_again(reader, blow),
        lambda: _halved(reader, blow),
        lambda: _steady(reader, blow),
        lambda: _cover(reader, blow),
        lambda: _bare(reader, blow),
    )


def signed(reader: Reader, unit: str = "") -> int:
    """'add 1 to', 'subtract 2 from'; with '"' as unit of inches."""
    match = reader.need(rf"add (?P<plus>\d+){unit} to|subtract (?P<minus>\d+){unit} from")
    return int(match["plus"]) if match["plus"] else -int(match["minus"])


def _roll(reader: Reader, blow: Blow) -> Clause:
    value = signed(reader)
    match = reader.need(
        r"the (?P<one>hit|wound) (?:roll(?: and the (?P<also>wound) roll)?|and (?P<other>wound) rolls)(?! of)"
    )
    stages = [_ROLLS[name] for name in (match["one"], match["other"], match["also"]) if name]
    return blow.clause(*(ModifyAttack(stage, value) for stage in stages))


def _reroll(reader: Reader, blow: Blow) -> Clause:
    may = reader.take(r"you can") is not None
    reader.need(r"re-roll")
    if match := reader.take(
        r"(?:a (?P<one>hit|wound|damage) roll|(?P<each>hit|wound|damage) rolls|(?P<two>hit and wound) rolls) of 1"
    ):
        stages = [_ROLLS[name] for name in (match["one"] or match["each"] or match["two"]).split(" and ")]
        return blow.clause(*(ModifyAttack(stage, change="reroll", reroll="ones") for stage in stages))
    if not may:
        raise Unread(reader.text)
    stages = [_ROLLS[name] for name in reader.listed(lambda: _whole_roll(reader))]
    return blow.clause(*(ModifyAttack(stage, change="reroll", reroll="any") for stage in stages))


def _whole_roll(reader: Reader) -> str:
    return reader.need(r"(?:(?:you can )?re-roll )?the (?P<roll>hit|wound|damage) roll(?! of)")["roll"]


def _characteristic(reader: Reader, blow: Blow) -> Clause:
    """A change to characteristics of the attack. Better penetration is a lower number."""
    if match := reader.take(r"(?P<way>improve|worsen)"):
        stages = _named(reader)
        value = int(reader.need(r"by (?P<value>\d+)")["value"]) * (1 if match["way"] == "improve" else -1)
    else:
        value = signed(reader)
        stages = _named(reader)
        if "ap" in stages or "skill" in stages:
            raise Unread(reader.text)  # which way is better would not be clear
    if "attacks" in stages:
        raise Unread(reader.text)  # an attack has none of its own
    if value < 0:
        reader.take(r"\(to a minimum of [01]\)")
    return blow.clause(*changes(stages, value))


def changes(stages: Iterable[Stage], value: int) -> list[ModifyAttack]:
    """Improvements by a number, each in its own direction."""
    return [ModifyAttack(stage, -value if stage == "ap" else value) for stage in dict.fromkeys(stages)]


def listed_stages(text: str) -> list[Stage]:
    """'strength and damage' as stages."""
    return [_STAGES[name] for name in re.split(r",? and |, ", text)]


LIST = rf"(?P<names>(?:{_NAMES})(?:(?:, and |, | and )(?:{_NAMES}))*) characteristics?"


def _named(reader: Reader) -> list[Stage]:
    if match := reader.take(rf"the {LIST} of {_THAT}"):
        return listed_stages(match["names"])
    return listed_stages(reader.need(rf"{_THAT}'s {LIST}")["names"])


_BARE = frozenset({"ignores cover", "lethal hits", "devastating wounds", "twin-linked", "precision"})


def keywords(reader: Reader) -> list[Keyword]:
    """'the [lethal hits] ability', 'the [heavy] and [lance] abilities'."""
    if bare := reader.take(rf"the (?P<name>{'|'.join(sorted(_BARE))}) ability"):
        return [Keyword(bare["name"])]
    match = reader.need(r"the (?P<names>\[[^\[\]]+\](?:(?:, and|,| and) \[[^\[\]]+\])*) abil(?:ity|ities|ties)")
    return [known_keyword(name) for name in re.findall(r"\[([^\[\]]+)\]", match["names"])]


def known_keyword(name: str) -> Keyword:
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


def _of_critical(reader: Reader, blow: Blow, stage: Stage) -> Clause:
    """What an attack gets if its roll is critical."""
    if reader.take(rf"{_THAT} has the \[precision\] ability"):
        return blow.clause(ModifyAttack(stage, change="precise"))
    worth = reader.need(
        rf"improve (?:the armour penetration characteristic of {_THAT}|{_THAT}'s armour penetration characteristic)"
        r" by (?P<value>[1-3])"
    )["value"]
    return blow.clause(ModifyAttack(stage, -int(worth), change="pierce"))


def _fails(reader: Reader, blow: Blow) -> Clause:
    """Low faces fail, whatever is added to them."""
    match = reader.need(
        r"an? unmodified (?P<stage>hit|wound) roll of 1(?P<faces>-2|-3| or 2|, 2 or 3)(?: always)? fails"
    )
    if reader.take(r", irrespective of any (?:other )?abilities"):
        reader.need(r"that the weapon or the model making (?:the|that) attack may have")
    if blow.role == "attacking":
        raise Unread(reader.text)
    return blow.clause(ModifyAttack(_ROLLS[match["stage"]], int(match["faces"][-1]), change="fails"))


def _saved_again(reader: Reader, blow: Blow) -> Clause:
    reader.need(r"(?:you can )?re-roll (?:a saving throw|saving throws) of 1")
    if blow.role == "attacking":
        raise Unread(reader.text)
    return blow.clause(ModifyAttack("save", change="reroll", reroll="ones"))


def _halved(reader: Reader, blow: Blow) -> Clause:
    reader.need(rf"halve (?:the damage characteristic of {_THAT}|{_THAT}'s damage characteristic)")
    if blow.role == "attacking":
        raise Unread(reader.text)
    return blow.clause(ModifyAttack("damage", change="halve"))


def _steady(reader: Reader, blow: Blow) -> Clause:
    """Of modifiers that one may ignore one ignores those that harm."""
    reader.need(r"(?:you|it) can ignore any or all modifiers to")
    reader.take(r"the following:")
    skill = reader.take(r"(?:that attack's|its) (?:ballistic|weapon) skill(?: (?:or|and) weapon skill)?")
    if skill:
        reader.take(r"characteristics?")
        _and_to(reader)
    reader.need(r"(?:that attack's|the) hit roll")
    stages: tuple[Stage, ...] = ("hit", "wound") if reader.attempt(lambda: _wounds_too(reader)) else ("hit",)
    if skill is None:
        skill = reader.attempt(lambda: _skill_too(reader))
    if blow.role == "defending":
        raise Unread(reader.text)
    known: tuple[Stage, ...] = ("skill", *stages) if skill else stages
    return blow.clause(*(ModifyAttack(stage, change="steady") for stage in known))


def _and_to(reader: Reader) -> None:
    """What joins two rolls whose modifiers may be ignored."""
    reader.take(r"[;,]")
    reader.take(r"and/or|and")
    reader.take(r"(?:any or )?all modifiers to|to")


def _skill_too(reader: Reader) -> re.Match[str]:
    _and_to(reader)
    return reader.need(r"the (?:ballistic|weapon) skill characteristic of that (?:attack|weapon)")


def _wounds_too(reader: Reader) -> re.Match[str]:
    _and_to(reader)
    return reader.need(r"(?:the )?wound roll")


def _bare(reader: Reader, blow: Blow) -> Clause:
    """The target has no cover."""
    reader.need(
        r"(?:the target|that target|that enemy unit|models in that enemy unit) (?:cannot have|does not have|does not"
        r" receive|do not have|do not receive) the benefit of cover"
    )
    reader.take(rf"against {_THAT}")
    if blow.role == "defending":
        raise Unread(reader.text)
    return blow.clause(ModifyAttack("save", change="no cover"))


def _cover(reader: Reader, blow: Blow) -> Clause:
    if blow.role == "attacking":
        raise Unread(reader.text)
    reader.need(r"(?:models in )?(?:that unit|this unit|that model|this model|it) ha(?:s|ve) the benefit of cover")
    reader.take(rf"against {_THAT}")
    return blow.clause(ModifyAttack("save", 1, change="cover"))
