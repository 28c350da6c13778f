"""The effects of a used ability: tests, wounds by a table, moves, and effects that last for a while."""

from __future__ import annotations

import re
from typing import Literal

import msgspec

from highground.engine.abilities import AnyEffect
from highground.engine.abilities.acts import GrantMove, StepBack
from highground.engine.abilities.afflictions import (
    MarkUnit,
    Rally,
    RolledWounds,
    TableDice,
    TableStep,
    TakeShockTest,
    Withdraw,
)
from highground.engine.abilities.attacks import ModifyAttack
from highground.engine.abilities.condition import Condition
from highground.engine.abilities.effect import Attacks, Duration
from highground.engine.abilities.resources import ChangePrice
from highground.engine.abilities.wounds import DealMortalWounds, HealOne, LoseMiniatures, ReturnMiniatures
from highground.engine.amount import Amount
from highground.rosters.phrases_attacks import Blow, outcomes
from highground.rosters.phrases_clauses import next_clause
from highground.rosters.phrases_context import Clause, Context, Scope
from highground.rosters.phrases_keywords import ALWAYS, NAMES, comrades, foes, friends, none_of
from highground.rosters.phrases_shared import scope_of
from highground.rosters.phrases_text import Reader, Unread
from highground.rosters.phrases_triggers import Occasion

THIS = "this ability"
"""In readings: the name of the ability itself, which its text does not say."""

_UNTIL: tuple[tuple[str, Duration], ...] = (
    (r"until the end of the phase,", "phase"),
    (r"until the end of the turn,", "turn"),
    (r"until the end of the battle round,", "round"),
    (r"until the start of the next battle round,", "round"),
    (r"until the end of the battle,", "battle"),
    (r"until the start of your next command phase,", "until your next command phase"),
    (r"until the start of your next movement phase,", "until your next movement phase"),
    (r"until the start of your next shooting phase,", "until your next shooting phase"),
    (r"until the start of your next turn,", "until your next turn"),
    (r"until the end of your opponent's next turn,", "until your next turn"),
)
_THAT = r"(?:that|the selected) (?:enemy |friendly )?unit"
_IT = r"(?:it|(?:this|that) (?:unit|model)|the bearer(?:'s unit)?|this model's unit)"
_AMOUNT = r"(?P<amount>d3\+[1-6]|d6\+[1-6]|2d6|d3|d6|[1-9])"
_WOUNDS = rf"(?:{_THAT}|it) suffers (?:{_AMOUNT}) mortal wounds?"
_STEP = r"on an? (?P<least>[1-6])(?:\+|-(?P<most>[2-6]))?,"
_EACH = r"for each (?P<least>[2-6])\+?,"
_TEST = rf"(?:{_THAT}|it) must take a battle-shock test"
_WORSE = (
    r",? subtracting (?P<value>[1-3]) from (?:the result|that test|that roll|the roll)(?: when (?:doing|it does) so)?"
)
_AROUND = (
    r"(?:each|every) enemy unit(?: \(excluding (?P<out>[a-z ,']+?)(?: units?| models?)?\))?"
    r' within (?P<reach>\d+)" of (?P<who>this unit|(?:this model|the bearer)(?:\'s unit)?|it)'
)
_NO_COVER = rf"(?:{_THAT}|models in {_THAT}) cannot have the benefit of cover"
_NO_ARMOUR = rf"armour saving throws cannot be made for models in {_THAT}"
_NONE = 6
"""Takes any armour save away."""
_TIED = r"while (?:this model|this unit|the bearer) is on the battlefield,"
_CALLED = r"(?P<name>[a-z-]+(?: with [a-z-]+)?)"
_NAMED = rf"{_THAT} is {_CALLED}"
_ATTACKER = (
    r"each time (?P<who>(?P<mine>this unit|this model|the bearer|a model in (?:this unit|(?:this model|the bearer)'s"
    r" unit))|a (?:friendly )?(?P<carried>model) that disembarked from this (?:transport|model) this turn"
    rf"|a friendly (?:(?P<names>{NAMES}) )?(?:model|unit)|an? (?P<army>{NAMES}) (?:model|unit) from your army)"
    r"(?= makes)"
)
_ATTACKS = rf"makes (?:an attack|a (?P<kind>ranged|melee) attack) (?:that|which) targets {_THAT},"
_LAST = re.compile(
    rf"if (?:it|they|you) do(?:es)?(?: so)?, (?:until the end of the turn, )?{_IT} (?:is not eligible to|cannot)"
    rf" declare a charge"
    r"(?: this turn)?"
)
_ONCE = re.compile(
    r"the same enemy unit can only be affected by this ability once per (?P<per>phase|turn|battle round)"
)
_ONCE_OURS = re.compile(
    r"(?:each (?:unit|model) can only be (?:selected for th(?:is|at) ability|repaired) once per"
    r"|the same (?:unit|model) cannot be selected for this ability more than once per)"
    r" (?P<per>phase|turn|battle round|command phase|movement phase)"
)
_LIMITS: dict[str, Duration] = {
    "phase": "phase", "command phase": "phase", "movement phase": "phase", "turn": "turn", "battle round": "round",
}  # fmt: skip


class UseEffects(msgspec.Struct, frozen=True):
    """The effects of a use, as far as they have been read."""

    trigger: Occasion
    that: Literal["", "friend", "enemy"] = ""
    effects: tuple[AnyEffect, ...] = ()
    named: tuple[str, Duration] | None = None
    """A state that the target is in; a later sentence defines it."""
    tied: bool = False
    """Whether lasting effects end when their user leaves the table."""
    one: bool = False
    """Whether the target is one model, and not the rest of its unit."""
    alone: bool | None = None
    """Whether effects on the user are for a single model; None if there are none."""

    def more(self, *effects: AnyEffect) -> UseEffects:
        return msgspec.structs.replace(self, effects=(*self.effects, *effects))

    def scoped(self, clause: Clause) -> UseEffects:
        if clause.part not in {"", self.trigger.part}:
            raise Unread(clause.part)
        return msgspec.structs.replace(self, trigger=self.trigger.scoped(clause.scope))


def next_effect(reader: Reader, made: UseEffects, context: Context) -> UseEffects:
    """The next effect of the use."""
    return reader.first(
        lambda: _spared(reader, made),
        lambda: _mended(reader, made),
        lambda: _rolled(reader, made, context),
        lambda: _gambled(reader, made, context),
        lambda: _culled(reader, made),
        lambda: _around(reader, made, context),
        lambda: _tested(reader, made),
        lambda: _rallied(reader, made),
        lambda: _moved(reader, made),
        lambda: _withdrawn(reader, made),
        lambda: _until(reader, made, context),
        lambda: _state(reader, made, context),
    )


def after(sentence: str, made: UseEffects) -> UseEffects | None:
    """The effects with what a sentence adds to the last of them; None if it is about something else."""
    if _LAST.fullmatch(sentence) and made.effects and isinstance(made.effects[-1], GrantMove):
        return msgspec.structs.replace(
            made, effects=(*made.effects[:-1], msgspec.structs.replace(made.effects[-1], last=True))
        )
    if (match := _ONCE_OURS.fullmatch(sentence)) and made.that == "friend":
        fresh = Condition("named", name=THIS, negate=True)
        aimed = tuple((*each, fresh) for each in made.trigger.use.aimed or ALWAYS)
        once = MarkUnit(THIS, who="target", duration=_LIMITS[match["per"]])
        return msgspec.structs.replace(made, trigger=made.trigger.when(aimed=aimed)).more(once)
    if (match := _ONCE.fullmatch(sentence) or _ONCE_OURS.fullmatch(sentence)) and made.that == "enemy":
        fresh = Condition("marked", name=THIS, negate=True)
        aimed = tuple((*each, fresh) for each in made.trigger.use.aimed or ALWAYS)
        once = MarkUnit(THIS, who="target", duration=_LIMITS[match["per"]])
        return msgspec.structs.replace(made, trigger=made.trigger.when(aimed=aimed)).more(once)
    return None


def _spared(reader: Reader, made: UseEffects) -> UseEffects:
    """Once in the phase a stratagem on the unit costs nothing."""
    reader.need(r"once (?:this|during that) phase, you can select")
    reader.need(r"this psyker's unit|this unit|this model's unit")
    reader.need(r"as the target of a stratagem for 0cp")
    again = reader.take(r", even if you have already used") is not None
    if again:
        reader.need(r"that stratagem this phase")
    return made.more(ChangePrice(free=True, again=again, per="phase", duration="phase"))


def _mended(reader: Reader, made: UseEffects) -> UseEffects:
    """Lost wounds come back to the target, or miniatures of it."""
    _needs(made, "friend", reader)
    if match := reader.take(
        rf"(?:that (?:unit|model)|it|one model in that unit) regains (?:up to )?{_AMOUNT} lost wounds?"
    ):
        rolled = Amount.parse(match["amount"].upper())
        plain = rolled.plus if not rolled.count else 0
        return made.more(HealOne(plain, rolled if rolled.count else None, who="target"))
    match = reader.need(
        rf"(?:you can )?return (?:up to )?{_AMOUNT} destroyed (?:bodyguard )?models? (?:\(excluding"
        rf" character models\) )?to that unit"
    )
    rolled = Amount.parse(match["amount"].upper())
    plain = rolled.plus if not rolled.count else 0
    return made.more(ReturnMiniatures(plain, rolled if rolled.count else None, who="target"))


def _needs(made: UseEffects, that: str, reader: Reader) -> None:
    if made.that != that:
        raise Unread(reader.text)


_THEY_ARE = rf"(?:{_THAT}|it) (?:can (?P<fly>fly)|is (?P<no>not )?an? (?P<names>{NAMES})(?: unit)?)(?=[:.,]|$)"
_BETTER = rf", adding (?P<more>[1-3]) to (?:the|each) result if {_THEY_ARE}"
_WORSE_OFF = rf"(?:, )?or (?P<other>\d?d[36](?:\+[1-6])?|[1-9]) mortal wounds? instead if {_THEY_ARE}"


def _rolled(reader: Reader, made: UseEffects, context: Context) -> UseEffects:
    """Mortal wounds by one die, by several, or by one for each miniature; more of them for some kinds of target."""
    _needs(made, "enemy", reader)
    reader.take(r"(?:then|and)")
    reader.need(r"(?:you can )?roll")
    dice, count = _dice(reader)
    better = reader.take(_BETTER)
    reader.take(":|[.;:,]")
    each = dice != "one" or count > 1
    steps = list(_each_step(reader) if each else _steps(reader))
    other = reader.take(_WORSE_OFF)
    most = reader.take(r"\(to a maximum of (?P<most>\d+)(?: mortal wounds)?\.?\)")
    table = RolledWounds(tuple(steps), dice, count, int(most["most"]) if most else 0, who="target")
    kinds = better or other
    if kinds is None:
        return made.more(table)
    if (better and other) or (better and any(step.least <= int(better["more"]) for step in steps[1:])):
        raise Unread(reader.text)
    more = int(better["more"]) if better else 0
    amount = _amount(other["other"]) if other else None
    changed = tuple(TableStep(max(1, step.least - more), amount or step.amount) for step in steps)
    if other and len(steps) > 1:
        raise Unread(reader.text)
    return made.more(*_by_kind(table, msgspec.structs.replace(table, steps=changed), kinds, context))


def _by_kind(plain: RolledWounds, special: RolledWounds, said: re.Match[str], context: Context) -> list[RolledWounds]:
    """One table for targets of a kind, another for all others."""
    names = said["fly"] or said["names"]
    those, others = foes(names, context.known, "keyword"), none_of(names, context.known, "keyword")
    if said["no"]:
        those, others = others, those
    made = [(special, each) for each in those] + [(plain, each) for each in others]
    return [msgspec.structs.replace(table, conditions=each) for table, each in made]


_BACKLASH = (
    r"(?:you can )?roll one d6[:,] on a 1, (?P<who>(?:this|that) psyker(?: model)?(?:'s unit)?|this model(?:'s unit)?"
    rf"|this unit) suffers {_AMOUNT} mortal wounds?; on a 2\+,"
)


def _gambled(reader: Reader, made: UseEffects, context: Context) -> UseEffects:
    """A die that wounds the user on a 1, and the effects of any other face."""
    match = reader.need(_BACKLASH)
    rolled, who = _amount(match["amount"]), match["who"]
    alone: Scope = "unit" if who == "this unit" else "bearer" if who.endswith("'s unit") else "holder"
    hurt = DealMortalWounds(rolled.plus if not rolled.count else 0, rolled if rolled.count else None, face_to=1)
    found = next_effect(reader, msgspec.structs.replace(made, effects=()), context)
    if found.named is not None or any(each.face_from or each.face_to for each in found.effects):
        raise Unread(reader.text)
    lucky = (msgspec.structs.replace(each, face_from=2) for each in found.effects)
    trigger = found.trigger.scoped(alone)
    return msgspec.structs.replace(found, trigger=trigger, effects=(*made.effects, hurt, *lucky))


def _culled(reader: Reader, made: UseEffects) -> UseEffects:
    """Miniatures of the target are lost."""
    _needs(made, "friend", reader)
    reader.need(r"one model in that unit is destroyed")
    return made.more(LoseMiniatures(1, who="target"))


def _around(reader: Reader, made: UseEffects, context: Context) -> UseEffects:
    """Effects on every enemy nearby: a test each, or a die each on a table."""
    _needs(made, "", reader)
    rolls = reader.take(r"(?:you can )?roll one d6 for") is not None
    match = reader.need(_AROUND)
    if rolls:
        reader.take("[:,]")
        found: AnyEffect = RolledWounds(tuple(_steps(reader)))
    else:
        reader.need(r"must take a battle-shock test")
        worse = reader.take(_WORSE)
        found = TakeShockTest(-int(worse["value"]) if worse else 0)
    kinds = none_of(match["out"], context.known, "keyword") if match["out"] else ALWAYS
    whole = match["who"] in {"this unit", "it"}
    scoped = made if whole else msgspec.structs.replace(made, trigger=made.trigger.scoped("holder"))
    about = msgspec.structs.replace(found, who="enemies within", reach=float(match["reach"]), conditions=kinds[0])
    return scoped.more(about)


_NUMBERS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
}  # fmt: skip


def _dice(reader: Reader) -> tuple[TableDice, int]:
    said = reader.need(r"(?P<number>one|two|three|four|five|six|seven|eight|nine|ten|\d) d6")["number"]
    number = int(said) if said.isdigit() else _NUMBERS[said]
    if reader.take(
        r"for each model in (?:this unit|this model's unit|it|the bearer's unit)"
        r"(?: (?:that|which) is within engagement range of that (?:enemy )?unit)"
    ):
        return "each engaged miniature", _single(number, reader)
    if reader.take(r"for each model in (?:this unit|this model's unit|the bearer's unit)(?! that)"):
        return "each miniature", _single(number, reader)
    return "one", number


def _single(number: int, reader: Reader) -> int:
    if number != 1:
        raise Unread(reader.text)
    return 1


def _each_step(reader: Reader) -> list[TableStep]:
    least = int(reader.need(_EACH)["least"])
    return [TableStep(least, _amount(reader.need(_WOUNDS)["amount"]))]


def _steps(reader: Reader) -> list[TableStep]:
    """'on a 2-5, ...; on a 6, ...': the steps go up without gaps."""
    found: list[TableStep] = []
    ends = 0
    while match := reader.take(_STEP):
        least, open_ = int(match["least"]), match[0].rstrip(" ,").endswith("+")
        if found and least != ends + 1:
            raise Unread(reader.text)
        ends = 6 if open_ else int(match["most"] or least)
        found.append(TableStep(least, _amount(reader.need(_WOUNDS)["amount"])))
        reader.take(r"[;,]")
    if not found or ends != 6:
        raise Unread(reader.text)
    return found


def _amount(text: str) -> Amount:
    return Amount.parse(text.upper())


def _tested(reader: Reader, made: UseEffects) -> UseEffects:
    _needs(made, "enemy", reader)
    reader.need(_TEST)
    worse = reader.take(_WORSE)
    return made.more(TakeShockTest(-int(worse["value"]) if worse else 0, who="target"))


def _rallied(reader: Reader, made: UseEffects) -> UseEffects:
    _needs(made, "friend", reader)
    reader.need(rf"{_THAT} is (?:then )?no longer battle-shocked")
    return made.more(Rally(who="target"))


def _moved(reader: Reader, made: UseEffects) -> UseEffects:
    """A normal move of its own; one of a rolled length where an enemy comes near."""
    reader.take(r"unless (?:that unit|it) is within engagement range of one or more enemy units,")
    use = made.trigger.use
    if made.that == "friend" and reader.take(r"(?:it|that unit) can make a normal move(?! of)"):
        return made.more(GrantMove(0, usual=True, who="target"))
    reader.need(rf"{_IT} can make a normal move(?: of up to(?= ))?")
    if not reader.text[: reader.at].rstrip().endswith("up to"):
        found: AnyEffect = GrantMove(usual=True)
    elif use.window == "enemy moved" and reader.take(r'd6"?'):
        found = StepBack()
    elif rolled := reader.take(r'(?P<amount>d3|d6|d3\+[1-6]|d6\+[1-6]|2d6)"?'):
        found = GrantMove(amount=Amount.parse(rolled["amount"].upper()))
    else:
        found = GrantMove(int(reader.need(r'(?P<inches>[1-9]\d?)"')["inches"]))
    reader.take(r"as if it were your movement phase")
    fits = use.window == "enemy moved" or (use.window == "shot" and isinstance(found, GrantMove))
    if made.effects or not fits:
        raise Unread(reader.text)
    free = tuple(each for each in use.conditions if each.kind != "engaged")
    return msgspec.structs.replace(made, trigger=made.trigger.when(conditions=free)).more(found)


def _withdrawn(reader: Reader, made: UseEffects) -> UseEffects:
    reader.need(rf"you can remove {_IT} from the battlefield and place {_IT} into strategic reserves")
    use = made.trigger.use
    timely = use.window == "phase end" or (not use.window and use.phases == ("command",))
    if not timely or not any(each.kind == "engaged" for each in use.conditions):
        raise Unread(reader.text)
    free = tuple(each for each in use.conditions if each.kind != "engaged")
    return msgspec.structs.replace(made, trigger=made.trigger.when(conditions=free)).more(Withdraw())


def _until(reader: Reader, made: UseEffects, context: Context) -> UseEffects:
    duration = _duration_of(reader, made)
    if duration == "until your next turn" and made.trigger.use.turn != "own":
        raise Unread(reader.text)
    if tied := reader.take(_TIED):
        made = msgspec.structs.replace(made, tied=True)
        if "unit" not in tied[0]:
            made = msgspec.structs.replace(made, trigger=made.trigger.scoped("holder"))
    start = reader.at
    if made.that and (named := reader.take(_NAMED)):
        if named["name"].split()[0] in _NO_NAMES:
            reader.at = start  # no state, but something that it may do or not
            return _hold(reader, made, context, duration)
        return msgspec.structs.replace(made, named=(named["name"], duration))
    return _hold(reader, made, context, duration)


_NO_NAMES = frozenset(
    {
        "no",
        "always",
        "considered",
        "treated",
        "affected",
        "not",
        "eligible",
        "within",
        "afflicted",
        "battle-shocked",
        "hit",
    }
)
"""What a state cannot be called: words that mean something else."""


def _state(reader: Reader, made: UseEffects, context: Context) -> UseEffects:
    """What a state that was named means."""
    match = reader.need(r"while (?:a|that|an enemy|a friendly) (?:enemy )?unit is " + _CALLED + ",")
    if made.named is None or made.named[0] != match["name"]:
        raise Unread(reader.text)
    return _hold(reader, msgspec.structs.replace(made, named=None), context, made.named[1])


def _hold(reader: Reader, made: UseEffects, context: Context, duration: Duration) -> UseEffects:
    """All that holds for a while, up to the end of the sentence."""
    before = len(made.effects)
    while True:
        made = _held(reader, made, context, duration)
        if reader.done or not reader.take(r",? ?and(?! roll),?"):
            break
    if not made.tied:
        return made
    tied = tuple(msgspec.structs.replace(each, tied=True) for each in made.effects[before:])
    if any(each.who == "army" for each in tied):
        raise Unread(reader.text)
    return msgspec.structs.replace(made, effects=(*made.effects[:before], *tied))


def _held(reader: Reader, made: UseEffects, context: Context, duration: Duration) -> UseEffects:
    if made.that == "enemy" and reader.take(_NO_ARMOUR):
        return made.more(ModifyAttack("save", -_NONE, role="defending", who="target", duration=duration))
    if made.that == "enemy" and reader.take(_NO_COVER):
        return made.more(ModifyAttack("save", change="no cover", role="defending", who="target", duration=duration))
    if made.that == "enemy" and (match := reader.attempt(lambda: _attacking(reader))):
        scoped = made.trigger.scoped(scope_of(match["who"]))
        return msgspec.structs.replace(made, trigger=scoped).more(*_against(reader, match, context, duration))
    clause = next_clause(reader, context)
    if clause.rule is not None:
        raise Unread(reader.text)
    lasting = [msgspec.structs.replace(each, duration=duration) for each in clause.effects]
    alone = clause.scope == "holder"
    if any(each.who == "self" for each in lasting):
        if made.alone not in {None, alone}:
            raise Unread(reader.text)  # some of it is for the model, and some for all of its unit
        made = msgspec.structs.replace(made, alone=alone)
    return made.scoped(clause).more(*lasting)


def _attacking(reader: Reader) -> dict[str, str]:
    """Who attacks the enemy that was picked, and how."""
    found = {**reader.need(_ATTACKER).groupdict(), **reader.need(_ATTACKS).groupdict()}
    return {name: text or "" for name, text in found.items()}


def _against(reader: Reader, match: dict[str, str], context: Context, duration: Duration) -> list[AnyEffect]:
    """What attacks at the target get: of friends it suffers it, else it is marked and they look for the mark."""
    attacks: Attacks = "ranged" if match["kind"] == "ranged" else "melee" if match["kind"] == "melee" else "any"
    known, names = context.known, match["names"] or match["army"]
    if match["carried"]:
        who = Context(known, "army").under(((Condition("marked by transport", name=THIS),),))
        landed = outcomes(reader, Blow(who, "attacking", attacks))
        lasting = [msgspec.structs.replace(each, duration=duration) for each in landed.effects]
        return [MarkUnit(THIS, who="target", duration=duration), *lasting]
    if not match["mine"]:
        of_all = comrades(names, known) if names else ALWAYS
        suffering = Context(known, "target").under(of_all)
        suffered = reader.attempt(lambda: outcomes(reader, Blow(suffering, "defending", attacks)))
        if suffered is not None and _ends(reader):
            return [msgspec.structs.replace(each, duration=duration) for each in suffered.effects]
        who = Context(known, "army").under(friends(names, known) if names else ALWAYS)
    else:
        who = Context(known)
    marked = who.under(((Condition("target marked", name=THIS, own=bool(match["mine"])),),))
    gained = outcomes(reader, Blow(marked, "attacking", attacks))
    lasting = [msgspec.structs.replace(each, duration=duration) for each in gained.effects]
    return [MarkUnit(THIS, who="target", duration=duration), *lasting]


def _ends(reader: Reader) -> bool:
    return reader.done


def _duration_of(reader: Reader, made: UseEffects) -> Duration:
    """How long it lasts; what is said of an enemy that is picked as the battle begins is said of all of it."""
    use = made.trigger.use
    ahead = Reader(reader.text[reader.at :])
    if use.window == "round start" and use.per == "battle" and ahead.attempt(lambda: _attacking(ahead)) is not None:
        return "battle"
    return _duration(reader)


def _duration(reader: Reader) -> Duration:
    for words, duration in _UNTIL:
        if reader.take(words):
            return duration
    raise Unread(reader.text)
