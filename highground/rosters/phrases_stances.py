"""Of what an army picks one as a battle round begins, for all units that have its rule."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from highground.engine.abilities import AnyEffect
from highground.engine.abilities.effect import Duration
from highground.engine.abilities.model import Ability, Use
from highground.rosters.fingerprints import fingerprint, outline_of
from highground.rosters.phrases_armies import for_all, of_faction, ours
from highground.rosters.phrases_keywords import Alternatives, KnownKeywords, both, friends
from highground.rosters.phrases_rewrites import brought_together
from highground.rosters.phrases_text import FEWEST, Unread, titled

_PICKED = re.compile(r"\bone of the (?:following )?(?P<what>[a-z][a-z' -]*?)(?: below| to be active\b|(?=\. )|$)")
_WHOSE = re.compile(r"\bfor (?P<names>[a-z][a-z' -]*?) units from your army\b")
NAMES: Mapping[str, re.Pattern[str]] = {"what": _PICKED, "kind": _WHOSE}
"""The names in what such a text says before its list."""
HEADS: Mapping[str, Duration] = {"3125d41e531457701d15": "round", "eb256246a8376f0f6fda": "battle"}
"""What such a text says before its list, by outlines, and how long it has what is picked: of its words none stands
here."""
_FOR_KIND = re.compile(r"(?P<name>.+?) if this unit has the (?P<kind>[a-z][a-z' -]*?) keyword:")
IDLE = {"e305d3a3f5bef018b442", "832806cee7ca5572ed51"}
"""What does nothing here, by fingerprints: how miniatures close in who have to end no farther from enemies at most, and
what is about actions of missions, of which there are none."""
_HEAD = re.compile(r"(?P<name>[a-z][a-z' ,-]{2,60}?(?: if this unit has the [a-z' -]+ keyword:)?) ■ (?P<rest>.+)")
_AT_KIND = re.compile(
    r"each time this unit declares a charge, if the target of that charge has the (?P<kind>[a-z][a-z' -]*?)"
    r" keyword,"
)
_NEAR = re.compile(
    r"if this unit has the (?P<kind>[a-z][a-z' -]*?) keyword and/or it is within (?P<reach>\d+)\" of one or more"
    r" friendly (?P<names>[a-z][a-z' -]*?) units,"
)


def of_stances(every: Sequence[str], known: KnownKeywords) -> tuple[Use, tuple[Ability, ...]] | None:
    """A text of this kind: how it is used, and the choices; None for others. Raises Unread where one is not clear."""
    until = HEADS.get(outline_of(head_of(every, known), NAMES)) if len(every) >= FEWEST + 2 else None
    if until is None:
        return None
    use = Use("selectable", phases=("command",), turn="any", window="round start", per="round")
    if until == "battle":
        use = replace(use, window="battle start", per="battle")
    named = _WHOSE.search(every[0])
    whose = friends(named["names"], known) if named else ours(known)
    return use, _choices(every[2:], whose, known, until)


def head_of(every: Sequence[str], known: KnownKeywords) -> str:
    """The two sentences before such a list."""
    return ". ".join((of_faction(every[0], known), every[1]))


def _choices(said: Sequence[str], whose: Alternatives, known: KnownKeywords, until: Duration) -> tuple[Ability, ...]:
    """What is said under each head. Raises Unread if it is not one of several."""
    found: list[Ability] = []
    for head, items in under_heads(said):
        kind = _FOR_KIND.fullmatch(head)
        having = whose if kind is None else both(whose, friends(kind["kind"], known))
        name = titled(head if kind is None else kind["name"])
        found.append(Ability(name, location="army", effects=_given(items, having, known, until)))
    if len(found) < FEWEST:
        raise Unread(str(said))
    return tuple(found)


def under_heads(said: Sequence[str]) -> list[tuple[str, list[str]]]:
    """The sentences of a list under the heads that stand before their marks. Raises Unread without a head."""
    found: list[tuple[str, list[str]]] = []
    for sentence in said:
        headed = _HEAD.fullmatch(sentence)
        if headed is not None:
            found.append((headed["name"], []))
        if not found:
            raise Unread(sentence)
        items = headed["rest"] if headed is not None else sentence
        found[-1][1].extend(each for each in (part.strip(" .;,") for part in items.split("■")) if each)
    return found


def _given(items: Sequence[str], whose: Alternatives, known: KnownKeywords, until: Duration) -> tuple[AnyEffect, ...]:
    """What all units of these kinds have for so long."""
    made: list[AnyEffect] = []
    for item in items:
        acting = ", and ".join(each for each in item.split(", and ") if fingerprint([each]) not in IDLE)
        if acting:
            said = _AT_KIND.sub(
                r"each time this unit declares a charge that targets one or more \g<kind> units,", acting
            )
            plain = brought_together(_NEAR.sub(_nearby, said))
            made += for_all(plain, whose, known, others=True).effects
    if not made:
        raise Unread(str(items))
    return tuple(replace(each, duration=until) for each in made)


def _nearby(match: re.Match[str]) -> str:
    """Who is such a unit itself counts as near to one, as 'one or more friendly' ones are read."""
    if match["kind"] not in match["names"].split():
        raise Unread(match[0])
    return f'if this unit is within {match["reach"]}" of one or more friendly {match["names"]} units,'
