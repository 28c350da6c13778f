"""Plain sentences of abilities as effects, wherever nothing about them is in doubt.

A text is read wholly or not at all: every sentence, every clause and every word must be one that the grammar knows.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

from highground.engine.abilities import AnyEffect
from highground.engine.abilities.model import Ability, Use
from highground.engine.amount import Keyword
from highground.rosters.known_rules import of_rules, use_of
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
    every = sentences(text)
    for reading in (_of_rules, _of_choices, _by_itself, _used):
        try:
            if found := reading(every, known):
                return found
        except Unread:
            continue
    return None


def _of_rules(every: list[str], known: KnownKeywords) -> Reading | None:
    rule = of_rules(every, known)
    return Reading(rule[0].effects, scope=rule[0].scope, army=rule[1], use=use_of(every, known)) if rule else None


def _of_choices(every: list[str], known: KnownKeywords) -> Reading | None:
    choices = of_choices(every, known)
    return Reading(use=ONE_EACH_TURN, choices=choices, army=True) if choices else None


def _used(every: list[str], known: KnownKeywords) -> Reading | None:
    """What somebody has to use."""
    builders = next((n for n, sentence in enumerate(every) if not for_list_builders(sentence, known, n == 0)), 0)
    used = of_uses(every[builders:], known)
    return Reading(used.clause.effects, scope=used.clause.scope, use=used.use) if used else None


def _by_itself(every: list[str], known: KnownKeywords) -> Reading | None:
    """What holds or happens without anybody's doing."""
    said: list[Clause] = []
    context = Context(known)
    for number, sentence in enumerate(every):
        if moment := of_moments(sentence, known):
            said.append(moment)
        elif for_list_builders(sentence, known, number == 0):
            said.append(Clause())
        elif sentence.endswith(" instead") and said:
            said.append(_instead(sentence, context, said[-1]))
        else:
            context, clause = _sentence(sentence.removeprefix("in addition, ") if number else sentence, known)
            said.append(clause)
    whole = Clause.joined(said)
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
