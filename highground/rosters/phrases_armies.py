"""Rules of whole armies: 'each time a BEACON model from your army makes an attack'.

Such a sentence is read as that of one unit, with a condition for the kind of unit that it names.
"""

from __future__ import annotations

import re

from msgspec.structs import replace

from highground.engine.abilities import AnyEffect
from highground.engine.abilities.condition import Condition
from highground.rosters.phrases_clauses import next_clause
from highground.rosters.phrases_context import Clause
from highground.rosters.phrases_keywords import ALWAYS, NAMES, Alternatives, KnownKeywords, both, friends
from highground.rosters.phrases_subjects import frame
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


def of_army(sentence: str, known: KnownKeywords) -> Clause | None:
    """What all units of a kind have; None for other sentences. Raises Unread where it is not understood."""
    for words, meant in _ONE:
        if match := re.search(words, sentence):
            plain = sentence[: match.start()] + match.expand(meant) + sentence[match.end() :]
            return for_all(plain, friends(match["names"], known), known, bool(_OTHERS.search(sentence)))
    return None


def for_all(plain: str, kinds: tuple[tuple[Condition, ...], ...], known: KnownKeywords, others: bool) -> Clause:
    """What a sentence about 'this unit' says, for all units of these kinds; `others`: it is about others too."""
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
    """The sentence without 'if your army faction is ...', where that is what all units have, or most of them."""
    match = _FACTION.match(sentence)
    ours = match is not None and match["name"] in known.shared | known.factions
    return sentence[match.end() :] if match is not None and ours else sentence


def faction_named(sentence: str) -> str:
    """The faction that a sentence says the army must be of; '' where it does not say."""
    match = _FACTION.match(sentence)
    return match["name"] if match is not None else ""


def ours(known: KnownKeywords, name: str = "") -> Alternatives:
    """The units of the army's faction, the one that is named if any is; no condition where all are. Raises Unread."""
    if name:
        return friends(name, known)
    if len(known.factions) > 1:
        raise Unread(str(sorted(known.factions)))
    return friends(next(iter(known.factions)), known) if known.factions else ALWAYS
