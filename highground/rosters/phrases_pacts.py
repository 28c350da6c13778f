"""What a unit pays with its nerve, or a friend with lives, for better weapons before it shoots or fights."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from highground.engine.abilities import AnyEffect
from highground.engine.abilities.condition import Condition
from highground.engine.abilities.effect import Attacks
from highground.engine.abilities.effects import DealMortalWounds, FightLast, GainKeyword, LoseMiniatures
from highground.engine.abilities.model import Ability, Use
from highground.engine.amount import Amount
from highground.rosters.phrases_armies import of_faction
from highground.rosters.phrases_attacks import GRANTED, Blow, known_keyword, outcomes, weapon_keywords
from highground.rosters.phrases_context import Context
from highground.rosters.phrases_deeds import THIS
from highground.rosters.phrases_keywords import KnownKeywords, friends, split
from highground.rosters.phrases_text import Reader, Unread

_MADE = re.compile(
    r"each time an? (?:(?P<names>[a-z][a-z' -]*?) )?unit with this ability is selected to shoot or fight, it can"
    r" (?:make an?|perform an?) (?P<what>[a-z][a-z' -]*)"
)
_OF_NERVE = re.compile(
    r"if it does, it must (?:first )?take a leadership test(?: before any effects of the [a-z' -]+ are resolved)?"
    r"[;.] if that test is failed, that unit suffers (?P<wounds>\d?d?\d) mortal wounds?"
)
_OF_LIVES = re.compile(
    r"if it does, select one friendly (?P<names>[a-z][a-z' -]*?) unit within (?P<reach>\d+)\". that [a-z' -]+ unit must"
    r" take a leadership test: if passed, destroy (?P<passed>d3) models in that [a-z' -]+ unit; if failed, destroy"
    r" (?P<failed>d3)\+(?P<more>\d) models in that [a-z' -]+ unit"
)
_GIVEN = re.compile(
    r"(?:in either case, )?then, ?select one of the following abilities for (?:that unit's|your [a-z' -]+ unit's)"
    r" weapons to (?:gain|have) until the end of the phase: (?P<list>.+)"
)
_LISTED = re.compile(r"\[([^\[\]]+)\]")
FEWEST = 2
_DARED = re.compile(
    r"each time this unit ends a charge move, you can declare (?:that )?it will perform an? [a-z' -]+\. if you do,"
    r" until the end of the turn, this unit does not have the fights first ability, but instead, each time a model in"
    r" this unit makes an? (?:(?P<kind>ranged|melee) )?attack, (?P<rest>.+)"
)


def of_gambit(every: Sequence[str], known: KnownKeywords) -> tuple[tuple[AnyEffect, ...], Use] | None:
    """Better attacks after a charge, for not striking among the first; None for other texts. Raises Unread."""
    match = _DARED.fullmatch(". ".join(every))
    if match is None:
        return None
    reader = Reader(match["rest"])
    kind: Attacks = "ranged" if match["kind"] == "ranged" else "melee" if match["kind"] == "melee" else "any"
    gained = outcomes(reader, Blow(Context(known), "attacking", kind))
    if not reader.done:
        raise Unread(reader.text)
    use = Use("activated", phases=("charge",), turn="any", window="charged", per="turn", count=1)
    return tuple(replace(each, duration="turn") for each in (FightLast(), *gained.effects)), use


class Pact(NamedTuple):
    """What it costs, what may be had for it, and when: before it shoots, and before it fights."""

    effects: tuple[AnyEffect, ...]
    choices: tuple[Ability, ...]
    uses: tuple[Use, Use]


def of_pact(every: Sequence[str], known: KnownKeywords) -> Pact | None:
    """A text of this kind; None for others. Raises Unread where it is not clear."""
    made = _MADE.fullmatch(of_faction(every[0], known)) if every else None
    if made is None:
        return None
    if made["names"]:
        split(made["names"], known.own | known.shared)  # who has it
    said = ". ".join(every[1:])
    then = re.search(r"\. ((?:in either case, )?then,? select one of)", said)
    given = _GIVEN.fullmatch(said[then.start(1) :].replace("then select", "then, select")) if then else None
    if then is None or given is None:
        raise Unread(said)
    effects, use = _paid(said[: then.start()], known)
    return Pact(effects, _choices(given["list"]), (_before(use, "shooting", "own"), _before(use, "combat", "any")))


def _paid(said: str, known: KnownKeywords) -> tuple[tuple[AnyEffect, ...], Use]:
    use = Use("selectable", per="phase", counts_with=THIS)
    if nerve := _OF_NERVE.fullmatch(said):
        return (DealMortalWounds(amount=Amount.parse(nerve["wounds"].upper()), tested="failed"),), use
    lives = _OF_LIVES.fullmatch(said)
    if lives is None:
        raise Unread(said)
    usual, more = LoseMiniatures(amount=Amount.parse("D3"), who="target"), int(lives["more"])
    worse = replace(usual, amount=Amount(1, 3, more), tested="failed")
    aimed = friends(lives["names"], known)
    use = replace(use, target="ally", reach=float(lives["reach"]), aimed=aimed if any(aimed) else ())
    return (replace(usual, tested="passed"), worse), use


def _before(use: Use, phase: str, turn: str) -> Use:
    yet = Condition("to shoot" if phase == "shooting" else "to fight")
    return replace(use, phases=(phase,), turn=turn, conditions=(yet,))


def _choices(listed: str) -> tuple[Ability, ...]:
    names = _LISTED.findall(listed)
    if len(names) < FEWEST or _LISTED.sub("", listed).strip(" ■;,.") != "":
        raise Unread(listed)
    gifts: list[GainKeyword] = weapon_keywords([known_keyword(name) for name in names], GRANTED)
    return tuple(
        Ability(" ".join(map(str.capitalize, str(gift.keyword).split())), effects=(replace(gift, duration="phase"),))
        for gift in gifts
    )
