"""Of what an army picks one as a battle round begins, for all units that have its rule."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec.structs import replace

from highground.engine.abilities import AnyEffect
from highground.engine.abilities.effect import Duration
from highground.engine.abilities.model import Ability, Use
from highground.rosters.phrases_armies import for_all, ours
from highground.rosters.phrases_keywords import KnownKeywords
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
_HEAD = re.compile(r"(?P<name>[a-z][a-z' ,-]{2,60}?) ■ (?P<rest>.+)")
_NEAR = re.compile(
    r"if this unit has the (?P<kind>[a-z][a-z' -]*?) keyword and/or it is within (?P<reach>\d+)\" of one or more"
    r" friendly (?P<names>[a-z][a-z' -]*?) units,"
)
FEWEST = 2


def of_stances(every: Sequence[str], known: KnownKeywords) -> tuple[Use, tuple[Ability, ...]] | None:
    """A text of this kind: how it is used, and the choices; None for others. Raises Unread where one is not clear."""
    if len(every) < FEWEST + 2 or not _PICKED.fullmatch(every[0]):
        return None
    if not _ACTIVE.fullmatch(every[1]):
        raise Unread(every[1])
    found = [
        Ability(" ".join(map(str.capitalize, name.split())), location="army", effects=_given(items, known, "round"))
        for name, items in under_heads(every[2:])
    ]
    if len(found) < FEWEST:
        raise Unread(every[0])
    use = Use("selectable", phases=("command",), turn="any", window="round start", per="round")
    return use, tuple(found)


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


def _given(items: Sequence[str], known: KnownKeywords, until: Duration) -> tuple[AnyEffect, ...]:
    """What all units of the army's faction have for so long."""
    made: list[AnyEffect] = []
    for item in items:
        plain = brought_together(_NEAR.sub(_nearby, item))
        made += for_all(plain, ours(known), known, others=True).effects
    if not made:
        raise Unread(str(items))
    return tuple(replace(each, duration=until) for each in made)


def _nearby(match: re.Match[str]) -> str:
    """Who is such a unit itself counts as near to one, as 'one or more friendly' ones are read."""
    if match["kind"] not in match["names"].split():
        raise Unread(match[0])
    return f'if this unit is within {match["reach"]}" of one or more friendly {match["names"]} units,'
