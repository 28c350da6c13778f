"""Rules of whole armies: 'each time a BEACON model from your army makes an attack', and an enemy that all are set on.

Such a sentence is read as that of one unit, with a condition for the kind of unit that it names.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec.structs import replace

from highground.engine.abilities import AnyEffect
from highground.engine.abilities.afflictions import MarkUnit
from highground.engine.abilities.condition import Condition
from highground.engine.abilities.effect import Duration
from highground.engine.abilities.model import Use
from highground.rosters.phrases_attacks import Blow, outcomes
from highground.rosters.phrases_clauses import next_clause
from highground.rosters.phrases_deeds import THIS
from highground.rosters.phrases_keywords import NAMES, KnownKeywords, both, friends
from highground.rosters.phrases_subjects import Clause, Context, frame
from highground.rosters.phrases_text import Reader, Unread

_OURS = rf"(?P<names>{NAMES}) {{kind}} from your army"
_ONE = (
    (rf"\bequipped by {_OURS.format(kind='models')}\b", "equipped by models in this unit"),
    (rf"\bcharacteristics? of {_OURS.format(kind='models')}\b", "characteristic of models in this unit"),
    (rf"\brolls made for {_OURS.format(kind='units')}\b", "rolls made for this unit"),
    (rf"^each time an? {_OURS.format(kind='model')} makes", "each time a model in this unit makes"),
    (
        rf"^each time an? {_OURS.format(kind='unit')} (?=is selected to|makes a charge|ends a charge|advances)",
        "each time this unit ",
    ),
    (
        rf"^each time (?P<attack>an attack|a ranged attack|a melee attack) targets an? {_OURS.format(kind='unit')}\b",
        r"each time \g<attack> targets this unit",
    ),
    (rf"^while an? {_OURS.format(kind='unit')} is\b", "while this unit is"),
    (rf"^{_OURS.format(kind='units')} are eligible\b", "this unit is eligible"),
    (rf"^{_OURS.format(kind='(?:models|units)')} have\b", "models in this unit have"),
)
"""How a sentence names the units of an army, and how one of a unit says it."""
_OTHERS = re.compile(r"\bthis (?:unit|model)\b|\bthe bearer\b|\benemy\b")
_FACTION = re.compile(r"^if your army faction is (?P<name>[a-z' -]+), ")
_VOWED = re.compile(
    r"at the start of your command phase, (?:you can )?select one (?:unit from your opponent's army|enemy unit)"
)
_KEPT = (
    r"until the start of your next command phase, each time a model from your army with this ability makes"
    r" an attack that targets that (?:enemy )?unit,"
)
_VOW: Duration = "until your next command phase"


def of_army(sentence: str, known: KnownKeywords) -> Clause | None:
    """What all units of a kind have; None for other sentences. Raises Unread where it is not understood."""
    for words, meant in _ONE:
        if match := re.search(words, sentence):
            plain = sentence[: match.start()] + match.expand(meant) + sentence[match.end() :]
            return _for_all(plain, friends(match["names"], known), known, bool(_OTHERS.search(sentence)))
    return None


def _for_all(plain: str, kinds: tuple[tuple[Condition, ...], ...], known: KnownKeywords, others: bool) -> Clause:
    if not others:
        plain = re.sub(r"\bmodels in that unit\b", "models in this unit", plain)
    reader = Reader(plain)
    context = frame(reader, known)
    clauses = [next_clause(reader, context)]
    while not reader.done:
        if not reader.take(r",? ?and,?"):
            raise Unread(reader.text)
        clauses.append(next_clause(reader, context))
    found = Clause.joined(clauses)
    if found.rule is not None or found.scope != "unit" or not all(map(_of_unit, found.effects)):
        raise Unread(plain)
    return Clause(
        tuple(
            replace(effect, who="army", conditions=conditions)
            for effect in found.effects
            for conditions in both(kinds, (effect.conditions,))
        )
    )


def _of_unit(effect: AnyEffect) -> bool:
    return effect.who == "self" and not effect.when and effect.duration == "always"


def of_faction(sentence: str, known: KnownKeywords) -> str:
    """The sentence without 'if your army faction is ...', where that is what all units have."""
    match = _FACTION.match(sentence)
    return sentence[match.end() :] if match is not None and match["name"] in known.shared else sentence


def of_vow(every: Sequence[str], known: KnownKeywords) -> tuple[tuple[AnyEffect, ...], Use] | None:
    """An enemy that an army picks in each of its command phases, and what all get against it; None for other texts.

    Only where the text says whose rule it is, and all units are of that faction: then all have it.
    """
    if len(every) != 2 or not _FACTION.match(every[0]) or not _VOWED.fullmatch(of_faction(every[0], known)):
        return None
    reader = Reader(every[1])
    reader.need(_KEPT)
    marked = Context(known, "army").under(((Condition("target marked", name=THIS),),))
    gained = outcomes(reader, Blow(marked, "attacking"))
    if not reader.done:
        raise Unread(reader.text)
    lasting = (replace(each, duration=_VOW) for each in gained.effects)
    use = Use("activated", phases=("command",), window="phase start", target="enemy", per="phase")
    return (MarkUnit(THIS, who="target", duration=_VOW), *lasting), use
