"""Sentences about what befalls enemies nearby at a moment, and texts about single dice and picked keywords."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from highground.engine.abilities.acts import RollAgain
from highground.engine.abilities.afflictions import RolledWounds, TableStep, TakeShockTest
from highground.engine.abilities.condition import Condition
from highground.engine.abilities.effect import Moment
from highground.engine.abilities.model import Ability, Per, Use
from highground.engine.abilities.resources import TurnDie
from highground.engine.amount import Amount
from highground.engine.table.distance import ENGAGEMENT
from highground.rosters.phrases_attacks import GIVEN, known_keyword, weapon_keywords
from highground.rosters.phrases_clauses import weapons_of
from highground.rosters.phrases_context import Clause, Context, Scope, widest
from highground.rosters.phrases_keywords import ALWAYS, KnownKeywords, both, foes, none_of, only
from highground.rosters.phrases_subjects import models
from highground.rosters.phrases_text import Reader, Unread

OURS, THEIRS = Condition("own turn", negate=True), Condition("own turn")
"""Whose turn it is, asked of the enemy unit."""
_WHEN: tuple[tuple[str, Moment, tuple[Condition, ...]], ...] = (
    (r"at the start of the fight phase,", "combat start", ()),
    (r"at the end of the fight phase,", "combat end", ()),
    (r"at the end of your fight phase,", "combat end", (OURS,)),
    (r"at the end of your opponent's fight phase,", "combat end", (THEIRS,)),
    (r"at the start of your command phase,", "command start", ()),
    (r"at the end of your command phase,", "command end", ()),
    (r"at the start of your movement phase,", "movement start", (OURS,)),
    (r"at the start of your opponent's movement phase,", "movement start", (THEIRS,)),
    (r"at the end of your movement phase,", "movement end", (OURS,)),
    (r"at the end of your opponent's movement phase,", "movement end", (THEIRS,)),
    (r"at the start of your shooting phase,", "shooting start", (OURS,)),
    (r"at the start of your opponent's shooting phase,", "shooting start", (THEIRS,)),
    (r"at the end of your shooting phase,", "shooting end", (OURS,)),
    (r"at the start of your charge phase,", "charge start", (OURS,)),
    (r"at the end of your charge phase,", "charge end", (OURS,)),
    (r"(?:in|at the start of) the battle-shock step of your opponent's command phase,", "shock step", (THEIRS,)),
    (r"(?:in|at the start of) the battle-shock step of each player's command phase,", "shock step", (THEIRS,)),
)
_WHO = (
    r"(?P<who>one (?:or|of) more units (?:from your army )?with this ability|this unit|this model(?:'s unit)?"
    r"|the bearer(?:'s unit)?|that unit)"
)
_OUT = r"(?: \(excluding (?P<out>[a-z ,']+?)(?: units?| models?)?\))?"
_AFTER = r"(?: \(excluding (?P<later>[a-z ,']+?)(?: units?| models?)?\))?"
_NEAR = (
    r"(?:each|every) enemy(?: (?P<names>(?!unit)[a-z ,']+?))? unit"
    + _OUT
    + r"(?: that is)?(?P<weak> below its starting strength and)? within (?P<reach>\d+\"|engagement range) of "
    + _WHO
    + _AFTER
)
_WEAK = re.compile(
    r"if an enemy unit that is below its starting strength is within (?P<reach>\d+)\" of " + _WHO + r","
    r" that (?:enemy )?unit must take a battle-shock test"
)
_TEST = r"(?:must take|takes) a battle-shock test(?:, subtracting (?P<worse>[12]) from (?:the result|that test))?"
_AMOUNT = r"(?:d3\+[1-6]|d6\+[1-6]|2d6|2d3|d3|d6|[1-9])"
_STEPS = re.compile(
    rf"on an? (?P<least>[2-6])(?P<open>\+)?(?:-(?P<most>[2-6]))?, (?:that (?:enemy )?unit|it) suffers"
    rf" (?P<amount>{_AMOUNT})"
    r" mortal wounds?(?:[;,] )?"
)


def of_events(sentence: str, known: KnownKeywords) -> Clause | None:
    """What befalls enemies nearby at a moment; None for other sentences. Raises Unread for names that it knows not."""
    text = re.sub(r"^while (?:this model|the bearer) is leading a unit, (?=each time that unit ends)", "", sentence)
    charge = re.match(
        r"each time (?P<by>this unit|this model(?:'s unit)?|the bearer's unit|that unit) ends a charge move, ", text
    )
    if charge is not None:
        return _near(text[charge.end() :], known, "charged", (), charge["by"], text is not sentence)
    for words, moment, conditions in _WHEN:
        if match := re.match(f"{words} ", sentence):
            return _near(sentence[match.end() :], known, moment, conditions, "", False)
    return None


def _near(
    text: str, known: KnownKeywords, moment: Moment, conditions: tuple[Condition, ...], by: str, led: bool
) -> Clause | None:
    if weak := _WEAK.fullmatch(text):
        low = (Condition("below start"), Condition("below half", negate=True))  # those that are test anyway
        test = TakeShockTest(who="enemies within", reach=float(weak["reach"]), conditions=conditions + low, when=moment)
        return Clause((test,), scope=_scope(weak["who"])) if moment == "shock step" else None
    match = re.match(rf"(?P<roll>roll one d6 for )?{_NEAR}(?P<colon>[:,]|\. )? ?", text)
    if match is None or match["weak"]:
        return None
    rest = text[match.end() :]
    if (by == "that unit") != led or (led and match["who"] != "that unit") or (match["who"] == "that unit" and not by):
        raise Unread(text)
    kinds = foes(match["names"], known, "keyword") if match["names"] else ALWAYS
    for out in (match["out"], match["later"]):
        kinds = both(kinds, none_of(out, known, "keyword")) if out else kinds
    reach = float(match["reach"].rstrip('"')) if match["reach"].endswith('"') else ENGAGEMENT
    made: TakeShockTest | RolledWounds | None = None
    if (test_ := re.fullmatch(_TEST, rest)) and not match["roll"]:
        made = TakeShockTest(-int(test_["worse"] or 0))
    elif match["roll"] and (steps := _table(rest)):
        made = RolledWounds(steps)
    if made is None:
        return None
    led_by = (Condition("leading"),) if led else ()
    effects = [
        msgspec.structs.replace(made, who="enemies within", reach=reach, conditions=(*conditions, *each), when=moment)
        for each in kinds
    ]
    if led_by:
        raise Unread(text)  # the enemy is asked what holds
    return Clause(tuple(effects), scope=_scope(match["who"]))


def _table(text: str) -> tuple[TableStep, ...]:
    """'on a 2-5, ...; on a 6, ...': the steps go up to the highest face without gaps; none for other texts."""
    found: list[TableStep] = []
    at, last = 0, 0
    while match := _STEPS.match(text, at):
        least = int(match["least"])
        if found and least != last + 1:
            return ()
        last = 6 if match["open"] else int(match["most"] or least)
        found.append(TableStep(least, Amount.parse(match["amount"].upper())))
        at = match.end()
    return tuple(found) if at == len(text) and last == 6 else ()


def _scope(who: str) -> Scope:
    if who in {"this model", "the bearer"}:
        return "holder"
    return "bearer" if who.endswith("'s unit") else "unit"


_PER: dict[str, Per] = {"battle": "battle", "battle round": "round", "turn": "turn", "phase": "phase"}
_ROLLS = {
    "hit roll": "hit", "wound roll": "wound", "damage roll": "damage", "saving throw": "save",
    "advance roll": "advance", "charge roll": "charge",
}  # fmt: skip
_ONE_ROLL = r"(?:one |an? )?(?:hit roll|wound roll|damage roll|saving throw|advance roll|charge roll)"
_SOME = rf"(?P<rolls>{_ONE_ROLL}(?:(?:, or |, | or ){_ONE_ROLL})*)"
_FOR = (
    r"(?P<whose>this model|this unit|the bearer|that unit|(?:this model|the bearer)'s unit|a model in"
    r" (?:this unit|that unit"
    r"|(?:this model|the bearer)'s unit))"
)
_DIE = re.compile(
    r"(?P<led>while (?:this model|the bearer) is leading a unit, )?once per (?P<per>battle round|battle|turn|phase),?"
    rf" (?:(?:after|when) (?:making )?{_SOME.replace('rolls>', 'after>')} (?:is made )?for"
    rf" {_FOR.replace('whose>', 'first>')},"
    r" (?:you can|it can) (?P<act1>change|re-roll) (?:the result of )?(?:that roll|it)"
    rf"|(?:you can|it can) (?P<act2>change|re-roll) (?:the result of )?(?:either )?{_SOME} made (?:for|by) {_FOR})"
    r"(?P<six> to an? (?:unmodified )?6)?"
)


def of_dice(sentences: Sequence[str], known: KnownKeywords) -> tuple[Clause, Use] | None:
    """A text about one die that is rerolled or turned to a six; None for others."""
    match = _DIE.fullmatch(sentences[0]) if len(sentences) == 1 else None
    if match is None:
        return None
    turned = (match["act1"] or match["act2"]) == "change"
    whose = match["whose"] or match["first"]
    if turned != bool(match["six"]) or ("that unit" in whose) != bool(match["led"]):
        return None
    rolls = tuple(
        dict.fromkeys(
            _ROLLS[re.sub(r"^(?:one|an?) ", "", name)]
            for name in re.split(r", or |, | or ", match["rolls"] or match["after"])
        )
    )
    if turned and {"advance", "charge"} & set(rolls):
        return None
    scope: Scope = "holder" if whose in {"this model", "the bearer"} else "unit" if "this unit" in whose else "bearer"
    use = Use("activated", turn="any", window="rolled", rolls=rolls, per=_PER[match["per"]], count=1)
    if match["led"]:
        use = msgspec.structs.replace(use, conditions=(Condition("leading"),))
    return Clause((TurnDie(6) if turned else RollAgain(),), scope=scope), use


def _named_weapon(reader: Reader, context: Context) -> Context:
    """'this model's bog cannon', 'all bog cannons equipped by models in this unit'."""
    if every := reader.take(r"all (?P<name>[a-z][a-z' -]*?) equipped by"):
        name = every["name"].removesuffix("s")
        context = models(reader, context)
    else:
        name = reader.need(r"(?:this model|the bearer)'s (?P<name>[a-z][a-z' -]*)")["name"]
        if context.that:
            raise Unread(reader.text)
        context = context.scoped("holder")
    if name not in context.known.weapons:
        raise Unread(reader.text)
    return context.under(only("weapon", name=name))


_GIFT = r"\[[^\[\]]+\]"
_SPELLS = r"until the end of the (?P<spell>phase|turn)"
_PICK = re.compile(
    r"(?P<led>while (?:this model|the bearer) is leading a unit, )?"
    r"(?:(?:in (?P<during>your shooting|the fight) phase, )?(?:each time|when)"
    r" (?P<user>this unit|this model|the bearer|that unit|(?:this model|the bearer)'s unit) is selected to"
    r" (?P<act>shoot|fight), |(?:in|at the start of) (?P<phase>your shooting|the fight) phase, )"
    r"(?:you can )?select one of the (?:following )?abilities(?: below)?"
    rf"(?: to apply to (?P<early>[a-z' ]+?) {_SPELLS}|(?:\. |: ){_SPELLS.replace('spell>', 'middle>')},"
    r" (?P<behind>[a-z' -]+?) ha(?:ve|s) (?:that|the selected) ability)?:"
    rf" (?P<list>(?:■ ?)?{_GIFT}(?:(?:;|,| or|,? ■)"
    rf" ?{_GIFT}|; (?:or )?{_GIFT})*)"
    rf"(?:\. {_SPELLS.replace('spell>', 'later>')}, (?P<late>[a-z' ]+?) ha(?:ve|s) (?:that|the selected) ability)?"
)


def of_picks(sentences: Sequence[str], known: KnownKeywords) -> tuple[Use, tuple[Ability, ...], Scope] | None:
    """A text by which one of several keywords is picked for weapons; None for others."""
    match = _PICK.fullmatch(". ".join(sentences))
    if match is None or [bool(match[each]) for each in ("early", "behind", "late")].count(True) != 1:
        return None
    shoots = match["act"] == "shoot" or match["phase"] == "your shooting"
    if match["during"] and (match["during"] == "your shooting") != shoots:
        raise Unread(". ".join(sentences))
    friend = "friend" if match["led"] else ""
    context = Context(known, that="friend" if friend else "", used=True)
    reader = Reader(match["early"] or match["behind"] or match["late"])
    found = reader.attempt(lambda: weapons_of(reader, context))
    context, attacks = found or (_named_weapon(reader, context), "any")
    if not reader.done or attacks == ("melee" if shoots else "ranged"):
        raise Unread(". ".join(sentences))
    duration = "phase" if (match["spell"] or match["middle"] or match["later"]) == "phase" else "turn"
    kind = attacks if attacks != "any" else "ranged" if shoots else "melee"
    choices = []
    for name in re.findall(_GIFT, match["list"]):
        (draft,) = weapon_keywords([known_keyword(name.strip("[]"))], GIVEN)
        draft = msgspec.structs.replace(draft, attacks=kind, duration=duration)
        choices.append(Ability(name.strip("[]").title(), effects=context.clause(draft).effects))
    ready = Condition("to shoot" if shoots else "to fight")
    conditions = (ready, Condition("leading")) if match["led"] else (ready,)
    use = Use(
        "selectable",
        phases=("shooting" if shoots else "combat",),
        turn="own" if shoots else "any",
        per="phase",
        conditions=conditions,
    )
    return use, tuple(choices), widest(context.scope, "bearer" if match["led"] else "unit")
