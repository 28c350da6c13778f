"""Of what an army picks one as a battle round begins, for all units that have its rule."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec.structs import replace

from highground.engine.abilities import AnyEffect
from highground.engine.abilities.effect import Duration
from highground.engine.abilities.model import Ability, Use
from highground.rosters.phrases_armies import for_all, of_faction, ours
from highground.rosters.phrases_keywords import Alternatives, KnownKeywords, both, friends
from highground.rosters.phrases_rewrites import brought_together
from highground.rosters.phrases_text import Unread

_PICKED = re.compile(
    r"at the start of (?P<when>the|each) battle round, (?:you can )?select one of the (?P<what>[a-z][a-z' -]+?) below"
)
_ACTIVE = re.compile(
    r"until the end of the battle round, that (?P<one>[a-z][a-z' -]+?) is active for your army,"
    r" and all units from your army that have the (?P<name>[a-z][a-z' -]+?) ability (?:gain|have) the relevant"
    r" abilit(?:y|ies) (?:shown )?below"
)
_SWORN = re.compile(
    r"at the start of the first battle round, (?:you can )?select one of the following (?P<what>[a-z][a-z' -]+?) to be"
    r" active for (?P<names>[a-z][a-z' -]*?) units from your army"
)
_KEPT = re.compile(
    r"while an? [a-z][a-z' -]+? is active for your army, that unit has the associated abilit(?:y|ies) (?:shown )?below"
)
_FOR_KIND = re.compile(r"(?P<name>.+?) if this unit has the (?P<kind>[a-z][a-z' -]*?) keyword:")
_IDLE = (
    # what nobody is asked for here: who closes in only has to end no farther from enemies
    re.compile(
        r",? and each time a model in this unit makes a pile-in or consolidation move, it does not need to end that"
        r" move closer to the closest enemy model, provided it ends that move as close as possible to the nearest enemy"
        r" unit"
    ),
    # and there are no missions with actions
    re.compile(
        r"^if the mission you are playing features actions, this unit is eligible to start to perform an action.*"
    ),
)
_HEAD = re.compile(r"(?P<name>[a-z][a-z' ,-]{2,60}?(?: if this unit has the [a-z' -]+ keyword:)?) ■ (?P<rest>.+)")
_AT_KIND = re.compile(
    r"each time this unit declares a charge, if the target of that charge has the (?P<kind>[a-z][a-z' -]*?)"
    r" keyword,"
)
_NEAR = re.compile(
    r"if this unit has the (?P<kind>[a-z][a-z' -]*?) keyword and/or it is within (?P<reach>\d+)\" of one or more"
    r" friendly (?P<names>[a-z][a-z' -]*?) units,"
)
FEWEST = 2


def of_stances(every: Sequence[str], known: KnownKeywords) -> tuple[Use, tuple[Ability, ...]] | None:
    """A text of this kind: how it is used, and the choices; None for others. Raises Unread where one is not clear."""
    if len(every) < FEWEST + 2:
        return None
    use = Use("selectable", phases=("command",), turn="any", window="round start", per="round")
    if _PICKED.fullmatch(every[0]) and _ACTIVE.fullmatch(every[1]):
        return use, _choices(every[2:], ours(known), known, "round")
    sworn = _SWORN.fullmatch(of_faction(every[0], known))
    if sworn is None or not _KEPT.fullmatch(every[1]):
        return None
    first = replace(use, per="battle", conditions=())
    return first, _choices(every[2:], friends(sworn["names"], known), known, "battle")


def _choices(said: Sequence[str], whose: Alternatives, known: KnownKeywords, until: Duration) -> tuple[Ability, ...]:
    """What is said under each head. Raises Unread if it is not one of several."""
    found: list[Ability] = []
    for head, items in under_heads(said):
        kind = _FOR_KIND.fullmatch(head)
        having = whose if kind is None else both(whose, friends(kind["kind"], known))
        name = " ".join(map(str.capitalize, (head if kind is None else kind["name"]).split()))
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
        acting = item
        for idle in _IDLE:
            acting = idle.sub("", acting)
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
