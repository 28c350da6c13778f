"""Rules that many files carry word for word, known by their fingerprint: of their words none stands here.

See `fingerprints`. A text that differs in a letter is another one, and stays text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from highground.engine.abilities.afflictions import AddToNerve, ArriveNear, Bounty, MarkUnit, TableStep
from highground.engine.abilities.attacks import ModifyAttack
from highground.engine.abilities.condition import AND, Condition
from highground.engine.abilities.effects import MoreShockDice, Permit
from highground.engine.abilities.model import Use
from highground.engine.abilities.wounds import DealMortalWounds, HealOne, Regrow, ReturnMiniatures
from highground.engine.amount import Amount
from highground.rosters import known_powers, known_states
from highground.rosters.fingerprints import fingerprint
from highground.rosters.known_powers import by_size
from highground.rosters.known_states import FAR
from highground.rosters.phrases_context import Clause
from highground.rosters.phrases_keywords import KnownKeywords
from highground.rosters.phrases_text import Unread

_DICE = re.compile(r"\b\d*d\d+\b")
GRUDGE, QUARRY = "grudge", "quarry"
"""Marks of enemies by known rules."""
_INCHES = re.compile(r'(\d+)"')


def _regrowth(sentences: Sequence[str], known: KnownKeywords) -> Clause:
    """Wounds and then miniatures come back at the end of the command phase."""
    return Clause((Regrow(amount=_amounts(sentences)[0], when="command end"),))


def _steadied(sentences: Sequence[str], known: KnownKeywords) -> Clause:
    """Battle-shock on more dice near units with a keyword that the text names."""
    text = " ".join(sentences)
    reach = _INCHES.search(text)
    named = [name for name in sorted(known.own - known.shared) if re.search(rf"\b{re.escape(name)}\b", text)]
    if reach is None or len(named) != 1:
        raise Unread(text)
    more, usual = _amounts(sentences)
    near = Condition("near friend", int(reach[1]), named[0], own=True)
    return Clause((MoreShockDice(more.count - usual.count, conditions=(near,)),))


def _getting_out(sentences: Sequence[str], known: KnownKeywords) -> Clause:
    """Passengers get out of a transport that has advanced."""
    return Clause((Permit("advance and disembark"),))


def _at_home(sentences: Sequence[str], known: KnownKeywords) -> Clause:
    """Nerve and mending on home ground, and what it does to enemies there; of battleline units the fallen return."""
    text = " ".join(sentences)
    here, there = Condition("home ground"), Condition("enemy home ground")
    battleline = Condition("keyword", name="battleline")
    thinned = Condition("below start")
    healed, returned, suffered = _amounts(sentences)
    if "battleline" not in text:
        raise Unread(text)
    regains = HealOne(amount=healed, when="shock passed", conditions=(here, replace(battleline, negate=True)))
    whole = (here, battleline, replace(thinned, negate=True))
    unnerved = AddToNerve(-1, who="enemies within", reach=FAR, conditions=(there,))
    hurt = DealMortalWounds(amount=suffered, when="shock failed", who="enemies within", reach=FAR, conditions=(there,))
    return Clause(
        (
            AddToNerve(1, conditions=(here,)),
            regains,
            HealOne(amount=healed, when="shock passed", conditions=whole),
            ReturnMiniatures(amount=returned, when="shock passed", conditions=(here, battleline, thinned)),
            unnerved,
            hurt,
        )
    )


_BESIDE = re.compile(
    r"within (\d+)\" of one or more (?:friendly )?([a-z][a-z' ,-]*?) units (?:from your army|with which)"
)
_SHARED = re.compile(r"with which it shares the ([a-z][a-z' ,-]*?) keyword")
_OR = re.compile(r", | or ")


def _beside(text: str, known: KnownKeywords) -> tuple[int, tuple[str, ...]]:
    """The distance, and the units of the army that it is measured from."""
    found = _BESIDE.search(text)
    if found is None:
        raise Unread(text)
    return int(found[1]), tuple(name for name in _OR.split(found[2]) if name in known.own | known.shared)


def _about_home(sentences: Sequence[str], known: KnownKeywords) -> Clause:
    """The same, and what it does to enemies near some of the army's units, wherever they are."""
    reach, names = _beside(" ".join(sentences), known)
    found = list(_at_home(sentences, known).effects)
    there = Condition("enemy home ground")
    for each in [effect for effect in found if there in effect.conditions]:
        away = [replace(there, negate=True)]
        for name in names:
            near = Condition("near enemy", reach, name)
            found.append(replace(each, conditions=(*away, near)))
            away.append(replace(near, negate=True))
    return Clause(tuple(found))


def _near_home(sentences: Sequence[str], known: KnownKeywords) -> Clause:
    """Arrivals nearer to enemies on home ground."""
    inches = [int(number) for number in _INCHES.findall(" ".join(sentences))]
    if len(inches) != 2 or inches[0] >= inches[1]:
        raise Unread(" ".join(sentences))
    return Clause((ArriveNear(inches[0]),))


def _near_friends(sentences: Sequence[str], known: KnownKeywords) -> Clause:
    """The same, and wholly within some inches of some units that share one of some keywords with those that arrive."""
    text = " ".join(sentences)
    (reach, names), shared = _beside(text, known), _SHARED.search(text)
    inches = [int(number) for number in _INCHES.findall(text)]
    if shared is None or len(inches) != 3 or inches[1] >= inches[2]:
        raise Unread(text)
    gods = [god for god in _OR.split(shared[1]) if god in known.own | known.shared]
    beside = (
        ArriveNear(inches[1], name=AND.join((name, god)), beside=reach, conditions=(Condition("keyword", name=god),))
        for name in names
        for god in gods
    )
    return Clause((ArriveNear(inches[1]), *beside))


def _avenged(sentences: Sequence[str], known: KnownKeywords) -> Clause:
    """Enemies that destroy a unit are marked, twice at most; those that are marked are hit and wounded better."""
    one, two = Condition("target marked", 1, GRUDGE), Condition("target marked", 2, GRUDGE)
    return Clause(
        (
            MarkUnit(GRUDGE, 2, who="target", when="destroyed", duration="battle"),
            ModifyAttack("hit", 1, conditions=(one,)),
            ModifyAttack("wound", 1, conditions=(two,)),
        )
    )


def _hunted(sentences: Sequence[str], known: KnownKeywords) -> Clause:
    """Some enemies start with marks, and pay when one of them falls."""
    gained = [int(points) for points in re.findall(r"you gain (\d)cp", " ".join(sentences))]
    if len(gained) != 3:
        raise Unread(" ".join(sentences))
    steps = tuple(TableStep(least, Amount(plus=points)) for least, points in zip((1, 3, 5), gained, strict=True))
    marks = MarkUnit(GRUDGE, 2, who="target", duration="battle")
    quarry = MarkUnit(QUARRY, 1, who="target", duration="battle")
    return Clause((marks, marks, quarry, Bounty(QUARRY, steps, who="army", duration="battle")))


def _hunting(sentences: Sequence[str], known: KnownKeywords) -> Use:
    """How many enemies: as many as the size of the battle says."""
    number = by_size([int(each) for each in re.findall(r": (\d) units", " ".join(sentences))], known)
    fresh = ((Condition("marked", name=QUARRY, negate=True),),)
    return Use(
        "activated", phases=("command",), turn="any", window="battle start", target="enemy", aimed=fresh, count=number
    )


def _amounts(sentences: Sequence[str]) -> list[Amount]:
    return [Amount.parse(dice.upper()) for dice in _DICE.findall(" ".join(sentences))]


Read = Callable[[Sequence[str], KnownKeywords], Clause]
RULES: Mapping[str, tuple[Read, bool]] = {
    "947c93e70072dbcdf804": (_getting_out, False),
    "e630104148e49e1c1faa": (_steadied, True),
    "3470a7137c5330cd3ac0": (_regrowth, True),
    "03c96f6cb1c479b1cc82": (_near_home, False),
    "04437a828179cf68151b": (_near_friends, False),
    "5c326bba156e08fa58ad": (_about_home, False),
    "df8e6e18e779b2a798f4": (_hunted, True),
    "c1cccf956dbe44478c47": (_at_home, False),
    "c0b8ab481e3073100e6d": (_avenged, False),
    "621f211f51772dd5aba1": (known_states.pairs, False),
    "722193d3ab7fab663090": (known_states.patience, True),
    "b48f401c9e8c44fa0989": (known_states.dread, False),
    "9504ef7a45ff39e687a3": (known_states.pool, False),
    "c3d24060dbdcbf4aa77d": (known_states.tokens, True),
    "674f0a7097d33fa9d878": (known_states.harvest, True),
    "47c9c4fd15b9a9c56081": (known_powers.called, True),
    "47ad83d09193e218f16f": (known_powers.shielded, False),
    "96af61387c9724cdb867": (known_powers.aimed, False),
    "7ec270cd7c32874bad74": (known_powers.gone, False),
    "9d45373efe4974e36e94": (known_powers.any_gone, True),
    "7a79b199144b263251c3": (known_powers.guided, False),
    "3162a2f06cbbca79cd3c": (known_powers.shadow, False),
}
"""How each is read, and whether it is a rule of the whole army, however many units have its text."""
ELSEWHERE = frozenset(
    {"c3d24060dbdcbf4aa77d", "04437a828179cf68151b", "5c326bba156e08fa58ad", "47c9c4fd15b9a9c56081"}
    | {"47ad83d09193e218f16f", "96af61387c9724cdb867", "7ec270cd7c32874bad74", "7a79b199144b263251c3"}
    | {"3162a2f06cbbca79cd3c", "674f0a7097d33fa9d878", "9d45373efe4974e36e94"}
)
"""Those that no roster kept with the project carries: they were met in files of data sheets."""
USES: Mapping[str, Callable[[Sequence[str], KnownKeywords], Use]] = {
    "df8e6e18e779b2a798f4": _hunting,
    "621f211f51772dd5aba1": known_states.helped,
    "b48f401c9e8c44fa0989": known_states.dreaded,
    "47c9c4fd15b9a9c56081": known_powers.calling,
    "7ec270cd7c32874bad74": known_powers.leaving,
    "9d45373efe4974e36e94": known_powers.any_leaving,
    "3162a2f06cbbca79cd3c": known_states.dreaded,
}
"""How those are used that somebody has to use."""


def use_of(sentences: Sequence[str], known: KnownKeywords) -> Use | None:
    """How a known rule is used, if it is. Raises Unread."""
    found = USES.get(fingerprint(sentences))
    return None if found is None else found(sentences, known)


def of_rules(
    sentences: Sequence[str], known: KnownKeywords, rules: Mapping[str, tuple[Read, bool]] = RULES
) -> tuple[Clause, bool] | None:
    """What a known rule does, and whether it is the whole army's; None for other texts. Raises Unread."""
    found = rules.get(fingerprint(sentences))
    return None if found is None else (found[0](sentences, known), found[1])
