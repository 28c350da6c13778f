"""Rules of armies with a state of their own, known by their fingerprint: pairs, points, what is picked once.

See `fingerprints` for what one is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec.structs import replace

from highground.engine.abilities import AnyEffect
from highground.engine.abilities.afflictions import MarkUnit, TakeShockTest
from highground.engine.abilities.attacks import GainKeyword, ModifyAttack
from highground.engine.abilities.condition import Condition
from highground.engine.abilities.effect import Moment
from highground.engine.abilities.effects import AllowReroll
from highground.engine.abilities.model import Use
from highground.engine.abilities.resources import Enlist, Tally
from highground.engine.effects.keywords import parse_keyword
from highground.rosters.phrases_context import Clause
from highground.rosters.phrases_keywords import KnownKeywords, friends
from highground.rosters.phrases_text import Unread

GUIDED, HELPER, SPOTTED, LIT = "guided", "observer", "spotted", "well guided"
POOL = "cabal points"
FAR = 100.0
"""Inches beyond every table."""
_LIGHT = re.compile(r"observer unit has the (?P<keyword>[a-z]+) keyword, the attack has the \[(?P<gift>[^\]]+)\]")
_SHIFT = re.compile(r"(?P<way>improve|worsen) the ballistic skill characteristic of the attack by (?P<value>\d)")
_GIFTS = re.compile(r"\[(?P<gift>sustained hits \d)\]")


def pairs(sentences: Sequence[str], known: KnownKeywords) -> Clause:
    """A unit that shoots is helped by another: it hits the one that both see better, and all others worse."""
    text = " ".join(sentences)
    light, shifts = _LIGHT.search(text), {match["way"]: int(match["value"]) for match in _SHIFT.finditer(text)}
    if light is None or set(shifts) != {"improve", "worsen"}:
        raise Unread(text)
    here = Condition("target marked", name=SPOTTED, own=True)
    elsewhere = Condition("target marked", name=SPOTTED, own=True, negate=True)
    lit = Condition("named", name=LIT)
    gift = GainKeyword(parse_keyword(light["gift"]), attacks="ranged", conditions=(here, lit), duration="phase")
    return Clause(
        (
            Enlist(HELPER, light["keyword"], LIT),
            MarkUnit(GUIDED, duration="phase"),
            MarkUnit(SPOTTED, who="target", duration="phase"),
            ModifyAttack("skill", shifts["improve"], attacks="ranged", conditions=(here,), duration="phase"),
            ModifyAttack("skill", -shifts["worsen"], attacks="ranged", conditions=(elsewhere,), duration="phase"),
            gift,
        )
    )


def helped(sentences: Sequence[str], known: KnownKeywords) -> Use:
    """When a unit is helped: before it shoots, if it has not helped another."""
    conditions = (
        Condition("to shoot"),
        Condition("named", name=HELPER, negate=True),
        Condition("engaged", negate=True),
    )
    return Use("activated", phases=("shooting",), per="phase", target="enemy", sight=True, conditions=conditions)


def patience(sentences: Sequence[str], known: KnownKeywords) -> Clause:
    """A keyword for all ranged weapons from the third round on, and a better one for those who are guided."""
    gifts = [match["gift"] for match in _GIFTS.finditer(" ".join(sentences))]
    if len(gifts) != 2:
        raise Unread(" ".join(sentences))
    late, guided = Condition("round", 3), Condition("named", name=GUIDED)
    plain = GainKeyword(parse_keyword(gifts[0]), attacks="ranged", conditions=(late,))
    better = GainKeyword(parse_keyword(gifts[1]), attacks="ranged", conditions=(late, guided))
    return Clause((plain, better))


def dread(sentences: Sequence[str], known: KnownKeywords) -> Clause:
    """Every enemy on the table takes a test of nerve."""
    return Clause((TakeShockTest(who="enemies within", reach=FAR),))


def dreaded(sentences: Sequence[str], known: KnownKeywords) -> Use:
    """Once per battle for the army, as a command phase ends: units battle-shocked before would recover during it."""
    standing = (Condition("on table"),)
    return Use(
        "activated", phases=("command",), turn="any", window="phase end", per="battle", shared=True, conditions=standing
    )


_GAINED = re.compile(r"gaining (?P<what>[a-z]+ tokens) if your army faction is (?P<name>[a-z' -]+), you gain")


def tokens(sentences: Sequence[str], known: KnownKeywords) -> Clause:
    """Something to spend: as each own command phase begins, for every enemy unit that falls or whose nerve breaks."""
    text = " ".join(sentences)
    gained = _GAINED.search(text)
    if gained is None or gained["name"] not in known.shared | known.factions:
        raise Unread(text)
    moments: tuple[Moment, ...] = ("command start", "slew", "enemy shock failed")
    return Clause(tuple(Tally(gained["what"], when=moment) for moment in moments))


_BOTH = re.compile(
    r"if your army faction is (?P<whose>[a-z' -]+), [a-z' -]+ units from your army have one of two abilities:"
    r" (?P<few>[a-z][a-z ]*) or (?P<many>[a-z][a-z ]*) \(see"
)
_FEW = re.compile(r"if you have (?P<number>\d)(?P<short>[a-z]+) or more, your units have")
_COUNT = re.compile(r"depending on how many (?P<what>[a-z ]+) \((?P<short>[a-z]+)\) you currently have")
_BIG = re.compile(r"and this unit is not an? (?P<kind>[a-z]+), subtract 1 from the wound roll")


def harvest(sentences: Sequence[str], known: KnownKeywords) -> Clause:
    """Points for objectives once either command phase is over, and which of two things all units have by them."""
    text = " ".join(sentences)
    both, few, count, big = (pattern.search(text) for pattern in (_BOTH, _FEW, _COUNT, _BIG))
    if both is None or few is None or count is None or big is None or big["kind"] not in known.own:
        raise Unread(text)
    if both["whose"] not in known.shared | known.factions:
        raise Unread(text)
    what, late = count["what"], Condition("round", 2)
    asked = (
        (Condition("holds home", 1),),
        (late, Condition("holds away", 1)),
        (late, Condition("holds away", 2)),
        (late, Condition("holds more")),
    )
    gained = [Tally(what, when="each command end", conditions=each) for each in asked]
    always = (*_of_few(Condition("count", 1, both["few"])), *_of_many(Condition("count", 1, both["many"]), big["kind"]))
    enough = Condition("count", int(few["number"]), what)
    return Clause(
        (
            *gained,
            *_turns(both["few"], (replace(enough, negate=True),)),
            *_turns(both["many"], (enough,)),
            Tally(both["few"], reset=True, when="round start", conditions=(replace(late, negate=True),)),
            *(
                replace(each, conditions=(*kind, *each.conditions))
                for kind in friends(both["whose"], known)
                for each in always
            ),
        )
    )


def _turns(name: str, conditions: tuple[Condition, ...]) -> tuple[Tally, Tally]:
    """What an army has by its count from the end of its command phase to the start of its next."""
    began = Tally(name, reset=True, when="each command end", conditions=(Condition("own turn"), *conditions))
    return Tally(name, 0, reset=True, when="command start"), began


def _of_few(now: Condition) -> tuple[AnyEffect, ...]:
    return (
        ModifyAttack("hit", 1, conditions=(now, Condition("target on objective"))),
        AllowReroll("advance", conditions=(now,)),
        AllowReroll("charge", conditions=(now,)),
    )


def _of_many(now: Condition, big: str) -> tuple[AnyEffect, ...]:
    small = Condition("keyword", name=big, negate=True)
    return (
        ModifyAttack("hit", 1, conditions=(now, Condition("holds objective"))),
        ModifyAttack("wound", -1, role="defending", conditions=(now, small, Condition("stronger"))),
    )


def pool(sentences: Sequence[str], known: KnownKeywords) -> Clause:
    """Points that are there from the end of one command phase to the start of the next; how many, the name says."""
    gained = Tally(POOL, 0, when="command end", conditions=(Condition("shocked", negate=True),))
    return Clause((Tally(POOL, 0, reset=True, when="command start"), gained))
