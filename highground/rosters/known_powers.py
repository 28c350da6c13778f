"""Rules of armies that count nothing, known by their fingerprint: calls for a round, circles, leaving the table.

See `fingerprints` for what one is.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec.structs import replace

from highground.engine.abilities import AnyEffect
from highground.engine.abilities.afflictions import TakeShockTest, Withdraw
from highground.engine.abilities.attacks import ModifyAttack
from highground.engine.abilities.condition import Condition
from highground.engine.abilities.effects import MoreShockDice, Permit
from highground.engine.abilities.model import Use
from highground.rosters.known_states import FAR
from highground.rosters.phrases_context import Clause
from highground.rosters.phrases_keywords import KnownKeywords
from highground.rosters.phrases_text import Unread

_SMALL, _USUAL = 1000, 2000
"""Points of an army up to which a battle is a small one, and one of the usual size."""
_FACTION = re.compile(r"\bif your army faction is (?P<name>[a-z' -]+),")
_ADDED = re.compile(r"\badd (?P<value>\d) to the (?P<what>strength and attacks|strength)\b")
_SAVE = re.compile(r"\b(?P<value>[2-6])\+ invulnerable save\b")
_SHRUG = re.compile(r"\bfeel no pain (?P<value>[2-6])\+")
_HIT = re.compile(r"\badd (?P<value>\d) to the hit roll\b")
_ABOUT = re.compile(r"\ban? \^?(?P<kind>[a-z' -]+?) unit is within (?P<reach>\d+)\" of this unit\b")
_NEAR = re.compile(r"\bwithin (?P<reach>\d+)\" of one or more (?:friendly )?(?P<kind>[a-z' -]+?) (?:models|units)\b")
_DICE = re.compile(r"\bon (?P<more>\d)d6 instead of (?P<usual>\d)d6\b")
_HARDER = re.compile(r"\bsubtract (?P<value>\d) from that test\b")
_LIMITS = re.compile(r"\bup to (\d) units?\b")
_SOME = re.compile(r"\ba number of (?P<kind>[a-z' -]+?) units from your army\b")


def _one(pattern: re.Pattern[str], text: str) -> re.Match[str]:
    """The only place that the pattern fits. Raises Unread if there is none, or another."""
    found = list(pattern.finditer(text))
    if len(found) != 1:
        raise Unread(text)
    return found[0]


def _ours(text: str, known: KnownKeywords) -> tuple[Condition, ...]:
    """What distinguishes units of the faction that the text names from allies; nothing where there are none.

    Raises Unread where the army is of another faction.
    """
    name = _one(_FACTION, text)["name"]
    if name not in known.shared | known.factions:
        raise Unread(text)
    return _of_kind(name, known)


def _of_kind(name: str, known: KnownKeywords) -> tuple[Condition, ...]:
    return () if name in known.shared else (Condition("keyword", name=name),)


def by_size(numbers: Sequence[int], known: KnownKeywords) -> int:
    """Which of three numbers is for a battle of this size, as the army's points show. Raises Unread."""
    if len(numbers) != 3 or not known.points:
        raise Unread(str(numbers))
    return numbers[0 if known.points <= _SMALL else 1 if known.points <= _USUAL else 2]


def called(sentences: Sequence[str], known: KnownKeywords) -> Clause:
    """Until the next call to order, everybody of the faction charges from afar, strikes harder and is saved more often.

    The text says 'with this ability': all units of the faction have it.
    """
    text = " ".join(sentences)
    added, save, whose = _one(_ADDED, text), int(_one(_SAVE, text)["value"]), _ours(text, known)
    value = int(added["value"])
    given: tuple[AnyEffect, ...] = (
        Permit("advance and charge"),
        *(ModifyAttack(stage, value, attacks="melee") for stage in ("strength", "attacks")),
        ModifyAttack("save", save, "invulnerable", role="defending"),
    )
    until = "until your next command phase"
    return Clause(tuple(replace(each, who="army", conditions=whose, duration=until) for each in given))


def calling(sentences: Sequence[str], known: KnownKeywords) -> Use:
    """Once a battle, as an own command phase begins."""
    return Use("activated", phases=("command",), window="phase start", per="battle")


def shielded(sentences: Sequence[str], known: KnownKeywords) -> Clause:
    """Units of a kind near it shrug off mortal wounds and what psykers do to them."""
    text = " ".join(sentences)
    about, value = _one(_ABOUT, text), int(_one(_SHRUG, text)["value"])
    psychic = Condition("weapon keyword", name="psychic")
    whose = _of_kind(about["kind"], known)
    shrug = ModifyAttack(
        "fnp", value, "set", role="defending", who="friends within", reach=float(about["reach"]), conditions=whose
    )
    return Clause((replace(shrug, attacks="mortal"), replace(shrug, conditions=(*whose, psychic))))


def aimed(sentences: Sequence[str], known: KnownKeywords) -> Clause:
    """Units of a kind near it hit more often."""
    text = " ".join(sentences)
    about, value = _one(_ABOUT, text), int(_one(_HIT, text)["value"])
    whose, reach = _of_kind(about["kind"], known), float(about["reach"])
    return Clause((ModifyAttack("hit", value, who="friends within", reach=reach, conditions=whose),))


def guided(sentences: Sequence[str], known: KnownKeywords) -> Clause:
    """Near units with a keyword: battle-shock tests on more dice, and harder blows."""
    text = " ".join(sentences)
    _ours(text, known)
    near, dice, added = _one(_NEAR, text), _one(_DICE, text), _one(_ADDED, text)
    close = (Condition("near friend", int(near["reach"]), near["kind"], own=True),)
    harder = ModifyAttack("strength", int(added["value"]), attacks="melee", conditions=close)
    return Clause((MoreShockDice(int(dice["more"]) - int(dice["usual"]), conditions=close), harder))


def shadow(sentences: Sequence[str], known: KnownKeywords) -> Clause:
    """Every enemy on the table takes a test of nerve, a harder one near units with a keyword."""
    text = " ".join(sentences)
    _ours(text, known)
    near, harder = _one(_NEAR, text), int(_one(_HARDER, text)["value"])
    close = Condition("near enemy", int(near["reach"]), near["kind"])
    test = TakeShockTest(who="enemies within", reach=FAR)
    away = replace(test, conditions=(replace(close, negate=True),))
    return Clause((replace(test, value=-harder, conditions=(close,)), away))


def gone(sentences: Sequence[str], known: KnownKeywords) -> Clause:
    """Units leave the table for the reserves."""
    text = " ".join(sentences)
    if _ours(text, known):
        raise Unread(text)  # an ally without the rule may have joined a unit that has it
    return Clause((Withdraw(),))


def leaving(sentences: Sequence[str], known: KnownKeywords) -> Use:
    """As the enemy's fight phase ends, so many of them as the size of the battle allows."""
    most = by_size([int(number) for number in _LIMITS.findall(" ".join(sentences))], known)
    free = (Condition("on table"), Condition("engaged", negate=True))
    return Use(
        "activated", phases=("combat",), turn="enemy", window="phase end", per="turn", count=most, shared=True,
        conditions=free,
    )  # fmt: skip


def any_gone(sentences: Sequence[str], known: KnownKeywords) -> Clause:
    """Units of a kind leave the table, no matter which unit has the text."""
    return Clause((Withdraw(),))


def any_leaving(sentences: Sequence[str], known: KnownKeywords) -> Use:
    """The same for all units of a kind that the text names, as the enemy's turn ends."""
    use = leaving(sentences, known)
    kind = _one(_SOME, " ".join(sentences))["kind"]
    return replace(use, target="friend", conditions=(*use.conditions, *_of_kind(kind, known)))
