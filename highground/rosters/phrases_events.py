"""Sentences about what befalls enemies nearby at a moment, and texts about single dice and picked keywords."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from highground.engine.abilities.acts import RollAgain
from highground.engine.abilities.afflictions import RolledWounds, TableStep, TakeShockTest
from highground.engine.abilities.condition import Condition
from highground.engine.abilities.effect import Duration, Moment
from highground.engine.abilities.model import Ability, Per, Use
from highground.engine.abilities.resources import TurnDie
from highground.engine.amount import Amount
from highground.engine.table.distance import ENGAGEMENT
from highground.rosters.phrases_attacks import GIVEN, known_keyword, weapon_keywords
from highground.rosters.phrases_context import Clause, Context, Scope, widest
from highground.rosters.phrases_keywords import ALWAYS, Alternatives, KnownKeywords, both, foes, none_of, only
from highground.rosters.phrases_shared import (
    anybody,
    anyone_in,
    engaged_with,
    led,
    left_out,
    made_of,
    per,
    scope_of,
    who,
    within,
)
from highground.rosters.phrases_subjects import models
from highground.rosters.phrases_text import Reader, Unread
from highground.rosters.phrases_weapons import weapons_of

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
_AMOUNT = r"(?:d3\+[1-6]|d6\+[1-6]|2d6|2d3|d3|d6|[1-9])"


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


class _Befallen(NamedTuple):
    """Which enemies it affects, near which units, and what it is: some of it under conditions of its own."""

    kinds: Alternatives
    reach: float
    name: str
    made: tuple[tuple[TakeShockTest | RolledWounds, tuple[Condition, ...]], ...]


def _near(
    text: str, known: KnownKeywords, moment: Moment, conditions: tuple[Condition, ...], by: str, leading: bool
) -> Clause | None:
    found = made_of(text, _thinned) if moment == "shock step" else None
    found = found or made_of(text, lambda reader: _befallen(reader, known))
    if found is None:
        return None
    if (by == "that unit") != leading or (found.name == "that unit" and not by):
        raise Unread(text)
    if leading:
        raise Unread(text)  # the enemy is asked what holds
    effects = [
        msgspec.structs.replace(
            each, who="enemies within", reach=found.reach, conditions=(*conditions, *kind, *more), when=moment
        )
        for kind in found.kinds
        for each, more in found.made
    ]
    return Clause(tuple(effects), scope=scope_of(found.name))


def _thinned(reader: Reader) -> _Befallen:
    """Enemies that have lost some test their nerve; those that test it anyway do not."""
    reader.need(r"if an enemy unit that is below its starting strength is(?= within)")
    reach, name = within(reader), anybody(reader)
    reader.need(",")
    reader.need(r"that (?:enemy )?unit must take a battle-shock test")
    low = (Condition("below start"), Condition("below half", negate=True))
    return _Befallen(ALWAYS, float(reach), name, ((TakeShockTest(), low),))


def _befallen(reader: Reader, known: KnownKeywords) -> _Befallen:
    """'each enemy unit within 6" of this unit must take a battle-shock test', or has a die rolled for it."""
    rolled = reader.take(r"roll one d6 for")
    reader.need(r"(?:each|every) enemy")
    names = reader.take(r"(?P<names>(?!unit)[a-z ,']+?)(?= unit)")
    reader.need("unit")
    kinds = foes(names["names"], known, "keyword") if names else ALWAYS
    kinds = _but(reader, kinds, known)
    reader.take(r"that is(?= within)")
    if reader.text.startswith("within engagement", reader.at):
        engaged_with(reader)
        reach = ENGAGEMENT
    else:
        reach = float(within(reader))
    name = anybody(reader)
    kinds = _but(reader, kinds, known)
    reader.take("[:,]")
    if not rolled:
        return _Befallen(kinds, reach, name, _tests(reader))
    return _Befallen(kinds, reach, name, ((RolledWounds(_table(reader)), ()),))


def _but(reader: Reader, kinds: Alternatives, known: KnownKeywords) -> Alternatives:
    out = left_out(reader)
    return both(kinds, none_of(out, known, "keyword")) if out else kinds


def _tests(reader: Reader) -> tuple[tuple[TakeShockTest, tuple[Condition, ...]], ...]:
    """A test of nerve, perhaps a harder one, or a harder one for those who are weak."""
    reader.need(r"(?:must take|takes) a battle-shock test")
    reader.take(",")
    harder = reader.take(r"subtracting (?P<worse>[12])(?: from (?:the result|that test|the roll))?")
    test = TakeShockTest(-int(harder["worse"]) if harder else 0)
    reader.take(r"when (?:they do|it does|doing)(?: so)?")
    if not harder or not reader.take(r"if that (?:enemy )?unit is below half-strength"):
        return ((test, ()),)
    weak = Condition("below half")
    return (test, (weak,)), (TakeShockTest(), (msgspec.structs.replace(weak, negate=True),))


def _table(reader: Reader) -> tuple[TableStep, ...]:
    """'on a 2-5, ...; on a 6, ...': the steps go up to the highest face without gaps. Raises Unread for others."""
    found: list[TableStep] = []
    last = 0
    while face := reader.take(r"on an? (?P<least>[2-6])(?P<open>\+)?(?:-(?P<most>[2-6]))?,"):
        least = int(face["least"])
        if found and least != last + 1:
            raise Unread(reader.text)
        last = 6 if face["open"] else int(face["most"] or least)
        reader.need(r"that (?:enemy )?unit|it")
        amount = reader.need(rf"suffers (?P<amount>{_AMOUNT}) mortal wounds?")["amount"]
        found.append(TableStep(least, Amount.parse(amount.upper())))
        reader.take("[;,]")
    if not reader.done or last != 6:
        raise Unread(reader.text)
    return tuple(found)


_PER: dict[str, Per] = {"battle": "battle", "battle round": "round", "turn": "turn", "phase": "phase"}
_ROLLS = {
    "hit roll": "hit", "wound roll": "wound", "damage roll": "damage", "saving throw": "save",
    "advance roll": "advance", "charge roll": "charge",
}  # fmt: skip
_ONE_ROLL = r"(?:one |an? )?(?:hit roll|wound roll|damage roll|saving throw|advance roll|charge roll)"
_SOME = rf"(?P<rolls>{_ONE_ROLL}(?:(?:, or |, | or ){_ONE_ROLL})*)"


class _Turned(NamedTuple):
    """One die of which rolls is rerolled or turned to a six, whose, and how often."""

    leading: bool
    per: str
    rolls: tuple[str, ...]
    name: str
    to_six: bool


def of_dice(sentences: Sequence[str], known: KnownKeywords) -> tuple[Clause, Use] | None:
    """A text about one die that is rerolled or turned to a six; None for others."""
    found = made_of(sentences[0], _one_die) if len(sentences) == 1 else None
    if found is None or (found.name == "that unit") != found.leading:
        return None
    if found.to_six and {"advance", "charge"} & set(found.rolls):
        return None
    use = Use("activated", turn="any", window="rolled", rolls=found.rolls, per=_PER[found.per], count=1)
    if found.leading:
        use = msgspec.structs.replace(use, conditions=(Condition("leading"),))
    scope = "bearer" if found.leading else scope_of(found.name)
    return Clause((TurnDie(6) if found.to_six else RollAgain(),), scope=scope), use


def _one_die(reader: Reader) -> _Turned:
    leading, often = led(reader), per(reader)
    if reader.take("after|when"):
        reader.take("making")
        rolls = reader.need(_SOME)["rolls"]
        reader.need("(?:is made )?for")
        name = anyone_in(reader)
        reader.need(",")
        changed = _turns(reader)
        reader.need("that roll|it")
    else:
        changed = _turns(reader)
        reader.take("either")
        rolls = reader.need(_SOME)["rolls"]
        reader.need("made (?:for|by)")
        name = anyone_in(reader)
    six = reader.take(r"to an? (?:unmodified )?6") is not None
    if not often or six != changed:
        raise Unread(reader.text)
    return _Turned(leading, often, _kinds_of(rolls), name, six)


def _turns(reader: Reader) -> bool:
    """Whether the result is changed, not rolled again."""
    act = reader.need(r"(?:you|it) can (?P<act>change|re-roll)")["act"]
    reader.take("the result of")
    return str(act) == "change"


def _kinds_of(rolls: str) -> tuple[str, ...]:
    names = (re.sub(r"^(?:one|an?) ", "", name) for name in re.split(r", or |, | or ", rolls))
    return tuple(dict.fromkeys(_ROLLS[name] for name in names))


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
_LIST = rf"(?:■ ?)?{_GIFT}(?:(?:;|,| or|,? ■| ■) ?{_GIFT}|; (?:or )?{_GIFT})*\.?"


class _Given(NamedTuple):
    """When a keyword is picked, for which weapons, of which list, and for how long."""

    leading: bool
    shoots: bool
    weapons: str
    duration: Duration
    names: tuple[str, ...]


def of_picks(sentences: Sequence[str], known: KnownKeywords) -> tuple[Use, tuple[Ability, ...], Scope] | None:
    """A text by which one of several keywords is picked for weapons; None for others."""
    said = ". ".join(sentences)
    picked = made_of(said, _picked)
    if picked is None:
        return None
    context = Context(known, that="friend" if picked.leading else "", used=True)
    reader = Reader(picked.weapons)
    found = reader.attempt(lambda: weapons_of(reader, context))
    context, attacks = found or (_named_weapon(reader, context), "any")
    if not reader.done or attacks == ("melee" if picked.shoots else "ranged"):
        raise Unread(said)
    kind = attacks if attacks != "any" else "ranged" if picked.shoots else "melee"
    choices = []
    for name in picked.names:
        (draft,) = weapon_keywords([known_keyword(name)], GIVEN)
        draft = msgspec.structs.replace(draft, attacks=kind, duration=picked.duration)
        choices.append(Ability(name.title(), effects=context.clause(draft).effects))
    ready = Condition("to shoot" if picked.shoots else "to fight")
    use = Use(
        "selectable",
        phases=("shooting" if picked.shoots else "combat",),
        turn="own" if picked.shoots else "any",
        per="phase",
        conditions=(ready, Condition("leading")) if picked.leading else (ready,),
    )
    return use, tuple(choices), widest(context.scope, "bearer" if picked.leading else "unit")


def _picked(reader: Reader) -> _Given:
    leading, shoots = led(reader), _acting(reader)
    reader.take("you can")
    reader.need(r"select one of the(?: following)? abilities(?: below)?[.:]?")
    early = reader.take(rf"to apply to (?P<who>[a-z' ]+?) {_SPELLS}:")
    having = [(early["who"], early["spell"])] if early else []
    having += _having(reader)
    gifts = re.findall(_GIFT, reader.need(_LIST)[0])
    having += _having(reader)
    if len(having) != 1:
        raise Unread(reader.text)
    ((weapons, spell),) = having
    return _Given(
        leading, shoots, weapons, "phase" if spell == "phase" else "turn", tuple(g.strip("[]") for g in gifts)
    )


def _acting(reader: Reader) -> bool:
    """Whether it is picked for shots, not for blows: in which phase, or as somebody is selected for which."""
    phase = reader.take(r"(?:in|at the start of) (?P<phase>your shooting|the fight) phase,")
    shoots = phase is not None and phase["phase"] == "your shooting"
    if reader.take("each time|when"):
        who(reader)
        act = reader.need(r"is selected to (?P<act>shoot|fight),")["act"]
        if phase is not None and (act == "shoot") != shoots:
            raise Unread(reader.text)
        return str(act) == "shoot"
    if phase is None:
        raise Unread(reader.text)
    return shoots


def _having(reader: Reader) -> list[tuple[str, str]]:
    """'until the end of the phase, its weapons have that ability': which, and for how long."""
    spell = reader.take(rf"{_SPELLS},")
    if spell is None:
        return []
    weapons = reader.need(r"(?P<who>[a-z' -]+?) ha(?:ve|s) (?:that|the selected) ability:?")["who"]
    return [(weapons, spell["spell"])]
