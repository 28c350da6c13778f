"""Plain sentences of abilities as effects, wherever nothing about them is in doubt.

A text is read wholly or not at all: every sentence, every clause and every word must be one that the grammar knows.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from highground.engine.abilities import AnyEffect
from highground.engine.abilities.model import Ability, Use
from highground.engine.amount import Keyword
from highground.rosters.known_rules import of_rules
from highground.rosters.phrases_attacks import instead
from highground.rosters.phrases_clauses import for_list_builders, next_clause
from highground.rosters.phrases_keywords import KnownKeywords
from highground.rosters.phrases_subjects import Clause, Context, Scope, frame
from highground.rosters.phrases_text import Reader, Unread, sentences
from highground.rosters.phrases_times import of_moments
from highground.rosters.phrases_uses import ONE_EACH_TURN, of_choices, of_uses

__all__ = ["KnownKeywords", "Reading", "Scope", "read_text"]


class Reading(msgspec.Struct, frozen=True):
    """What a text comes to. `scope` says which units it is right for; it does nothing without effects and rule.

    With a `use` somebody has to choose to use it, or one of its `choices`. `army`: it is a rule of the whole army,
    however many units have its text.
    """

    effects: tuple[AnyEffect, ...] = ()
    rule: Keyword | None = None
    scope: Scope = "unit"
    use: Use | None = None
    choices: tuple[Ability, ...] = ()
    army: bool = False


@lru_cache(maxsize=2048)
def read_text(text: str, known: KnownKeywords) -> Reading | None:
    """The effects of an ability's text; None when some of it is not understood."""
    said: list[Clause] = []
    context = Context(known)
    try:
        every = sentences(text)
        if rule := of_rules(every, known):
            return Reading(rule[0].effects, scope=rule[0].scope, army=rule[1])
        if choices := of_choices(every, known):
            return Reading(use=ONE_EACH_TURN, choices=choices, army=True)
        if used := of_uses(every, known):
            return Reading(used.clause.effects, scope=used.clause.scope, use=used.use)
        for number, sentence in enumerate(every):
            if moment := of_moments(sentence):
                said.append(moment)
            elif for_list_builders(sentence, known):
                said.append(Clause())
            elif sentence.endswith(" instead") and said:
                said.append(_instead(sentence, context, said[-1]))
            else:
                context, clause = _sentence(sentence.removeprefix("in addition, ") if number else sentence, known)
                said.append(clause)
        whole = Clause.joined(said)
    except Unread:
        return None
    return Reading(whole.effects, whole.rule, whole.scope) if said else None


def _sentence(text: str, known: KnownKeywords) -> tuple[Context, Clause]:
    """A sentence's clauses, and the context that all of them stand in."""
    reader = Reader(text)
    context = frame(reader, known)
    clauses = [next_clause(reader, context)]
    while not reader.done:
        reader.need(r",? ?and,?")
        clauses.append(next_clause(reader, context))
    return context, Clause.joined(clauses)


def _instead(text: str, context: Context, before: Clause) -> Clause:
    reader = Reader(text)
    found = instead(reader, context, before.effects)
    if not reader.done:
        raise Unread(text)
    return found
