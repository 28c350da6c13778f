"""Texts by which a unit picks one of several things that it has for a while."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec.structs import replace

from highground.engine.abilities.effect import Duration
from highground.engine.abilities.model import Ability, Use
from highground.rosters.phrases_clauses import next_clause
from highground.rosters.phrases_context import Clause, Context, Scope, widest
from highground.rosters.phrases_keywords import KnownKeywords
from highground.rosters.phrases_rewrites import brought_together
from highground.rosters.phrases_subjects import frame
from highground.rosters.phrases_text import FEWEST, Reader, Unread, titled
from highground.rosters.phrases_triggers import trigger

_WHO = r"(?:models in )?(?:this unit|that unit|this model|the bearer|(?:this model|the bearer)'s unit)"
_NAMED = re.compile(r"(?P<name>[a-z][a-z' -]*): ")
_UNTIL: dict[str, Duration] = {
    "end of the phase": "phase",
    "end of the turn": "turn",
    "start of your next command phase": "until your next command phase",
}


def of_menus(sentences: Sequence[str], known: KnownKeywords) -> tuple[Use, tuple[Ability, ...], Scope] | None:
    """A text of this kind: how it is used, and the choices; None for others. Raises Unread where one is not clear."""
    reader = Reader(". ".join(sentences))
    if "select one of the following" not in reader.text or "■" not in reader.text:
        return None
    found = reader.attempt(lambda: trigger(reader, Context(known)))
    until = reader.attempt(lambda: _asked(reader)) if found is not None else None
    if found is None or until is None or found.leading:
        return None
    items = [each.strip(" .;,") for each in reader.text[reader.at :].split("■") if each.strip(" .;,")]
    if len(items) < FEWEST or any(item.startswith("[") for item in items):
        return None
    choices, scopes = [], [found.scope]
    for number, item in enumerate(items, start=1):
        named = _NAMED.match(item)
        clause = _item(item[named.end() :] if named else item, known)
        lasting = tuple(replace(each, duration=until) for each in clause.effects)
        name = titled(named["name"]) if named else f"Choice {number}"
        choices.append(Ability(name, effects=lasting))
        scopes.append(clause.scope)
    use = replace(found.use, kind="selectable", per="phase", count=1)
    return use, tuple(choices), widest(*scopes)


def _asked(reader: Reader) -> Duration:
    """'select one of the following until the end of the phase: ■': how long it is had."""
    reader.need(r"(?:you can )?select one of the following(?: abilities| effects)?")
    if reader.take(r"to apply to|for"):
        reader.need(_WHO)
        reader.take(r"to (?:gain|have)")
    until = reader.need(rf"until the (?P<until>{'|'.join(_UNTIL)}):")["until"]
    reader.need("■")
    return _UNTIL[until]


def _item(text: str, known: KnownKeywords) -> Clause:
    """What one of them gives; raises Unread for what does not hold for a while."""
    reader = Reader(brought_together(text))
    context = replace(frame(reader, known), used=True)
    clauses = [next_clause(reader, context)]
    while not reader.done:
        reader.need(r",? ?and,?")
        clauses.append(next_clause(reader, context))
    found = Clause.joined(clauses)
    plain = all(each.lasts and not each.when and each.duration == "always" for each in found.effects)
    if found.rule is not None or not found.effects or not plain:
        raise Unread(text)
    return found
