"""Plain sentences of abilities as effects, wherever nothing about them is in doubt.

A text is read wholly or not at all: every sentence, every clause and every word must be one that the grammar knows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from highground.engine.abilities import AnyEffect
from highground.engine.abilities.condition import Condition
from highground.engine.abilities.effects import Permit
from highground.engine.abilities.model import Ability, Use
from highground.engine.amount import Keyword
from highground.rosters.known_rules import of_rules, use_of
from highground.rosters.phrases_armies import of_army, of_faction
from highground.rosters.phrases_attacks import follows, further
from highground.rosters.phrases_clauses import for_list_builders, next_clause
from highground.rosters.phrases_context import Clause, Context, Scope
from highground.rosters.phrases_events import of_dice, of_events, of_picks
from highground.rosters.phrases_instead import beside
from highground.rosters.phrases_keywords import KnownKeywords, foreign_in
from highground.rosters.phrases_menus import of_menus
from highground.rosters.phrases_orders import is_list, may_give, of_orders
from highground.rosters.phrases_pacts import of_gambit, of_pact
from highground.rosters.phrases_prices import dealing, of_dealings
from highground.rosters.phrases_rewrites import brought_together
from highground.rosters.phrases_spending import EMPOWERED, of_spending, under
from highground.rosters.phrases_stances import of_stances
from highground.rosters.phrases_subjects import frame
from highground.rosters.phrases_text import Reader, Unread, as_written, sentences
from highground.rosters.phrases_times import of_moments
from highground.rosters.phrases_use_effects import THIS
from highground.rosters.phrases_uses import ONE_EACH_TURN, of_choices, of_uses
from highground.rosters.phrases_vows import of_vow
from highground.rosters.phrases_ways import beside_them
from highground.rosters.phrases_whole import of_whole

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
    parts: tuple[Reading, ...] = ()
    """What the rest of the text comes to, each read as a text of its own."""
    sole: bool = False
    """Whether it is right only where the unit has no more than one of the weapon that its use is about."""
    part: str = ""
    """The name of the miniatures of the unit that have it alone."""


@lru_cache(maxsize=512)
def read_orders(listed: str, said: str, known: KnownKeywords) -> tuple[Reading, Reading] | None:
    """What the list of an army's orders, and an officer's own text, come to on his data sheet; None if not read."""
    every, own_words = ([brought_together(each) for each in sentences(text)] for text in (listed, said))
    try:
        found = of_orders(every, own_words, known)
    except Unread:
        return None
    late = tuple(Reading(scope=found.scope, use=use, choices=found.choices) for use in found.after)
    own = Reading(scope=found.scope, use=found.in_command, choices=found.choices)
    return Reading((found.fresh,), scope=found.scope, parts=late), own


def role_of(text: str) -> str:
    """'list' for the list of an army's orders, 'officer' for what says who gives some, '' for all other texts."""
    every = [brought_together(each) for each in sentences(text)] if "order" in text.casefold() else []
    return "list" if is_list(every) else "officer" if may_give(every) else ""


@lru_cache(maxsize=2048)
def read_text(text: str, known: KnownKeywords) -> Reading | None:
    """The effects of an ability's text; None when some of it is not understood."""
    if foreign := foreign_in(text, known):
        known = replace(known, foreign=foreign)
    every = _said_again([brought_together(sentence) for sentence in _without_label(sentences(text))])
    if rules := _first(as_written(text), known, (_of_rules,)):
        return rules
    whole = _whole(every, known)
    if whole is None or whole.scope == "lone":  # what is for a model and what is for its unit, each by itself
        whole = _in_parts(every, known) or whole
    return whole or _either_act(every, known)


_LABEL = re.compile(
    r"(?![^:]*\b(?:only|models?|units?|bearer|if|when|while|until|phase|battle|turn|round|cost)\b)"
    r"[a-z][a-z' -]{2,40}: (?=(?:each time|while|if|once per|in your|at the|you can|this (?:unit|model)|models in)\b)"
)


def _without_label(exactly: list[str]) -> list[str]:
    """The sentences without the name of the ability in front of them; where several have names it is a list."""
    if sum(_LABEL.match(each) is not None for each in exactly) != 1 or _LABEL.match(exactly[0]) is None:
        return exactly
    return [_LABEL.sub("", exactly[0], count=1), *exactly[1:]]


_LEADS = re.compile(r"while (?:this model|the bearer) is leading a unit, ")


def _said_again(every: list[str]) -> list[str]:
    """The sentences, with the 'while ...' that holds for what is said 'in addition' of the unit that is led."""
    leading = _LEADS.match(every[0]) if every else None
    if leading is None:
        return every
    said: list[str] = []
    others = False
    for sentence in every:
        added = sentence.startswith("in addition, ") and "that unit" in sentence and not _LEADS.search(sentence)
        if added and others:
            return every  # 'that unit' may be another
        said.append(leading[0] + sentence.removeprefix("in addition, ") if added else sentence)
        others = others or "select" in sentence or "enemy unit" in sentence
    return said


Read = Callable[[list[str], KnownKeywords], "Reading | None"]


def _first(every: list[str], known: KnownKeywords, readings: Iterable[Read]) -> Reading | None:
    """What the first of them makes of the sentences that makes anything of them."""
    for reading in readings:
        try:
            if found := reading(every, known):
                return found
        except Unread:
            continue
    return None


def _whole(every: list[str], known: KnownKeywords) -> Reading | None:
    return _first(every, known, (_spent, _together, _of_choices, _by_itself, _used))


_EITHER = "is selected to shoot or fight,"
_OFTEN = re.compile(r"\bonce per (?:battle round|battle|turn),")


def _either_act(every: list[str], known: KnownKeywords) -> Reading | None:
    """What is used before shooting or before fighting: two uses, which count together where it is had but once."""
    if not every or _EITHER not in every[0]:
        return None
    uses = []
    for act in ("shoot", "fight"):
        found = _whole([every[0].replace(_EITHER, f"is selected to {act},"), *every[1:]], known)
        if found is None or found.use is None or found.army or found.parts:
            return None
        counts_with = THIS if _OFTEN.search(every[0]) else ""
        uses.append(replace(found, use=replace(found.use, counts_with=counts_with)))
    return replace(uses[0], parts=(uses[1],))


def _in_parts(every: list[str], known: KnownKeywords) -> Reading | None:
    """A text of which some sentences hold by themselves and others say what is used: cut in two or three.

    No part begins with what says more of the sentence before it.
    """
    for end in range(1, min(len(every), MOST_PARTS_AT)):
        start = _apart(every[end])
        if start is None or (head := _whole(every[:end], known)) is None or head.army or head.rule is not None:
            continue
        rest = [start, *every[end + 1 :]]
        if (tail := _whole(rest, known) or _in_parts(rest, known)) and not tail.army and tail.rule is None:
            return replace(head, parts=(*head.parts, tail)) if head != Reading() else tail
    return None


MOST_PARTS_AT = 8
_BACK = re.compile(
    r"\b(?:that (?:enemy |friendly |selected )?(?:unit|model|attack|weapon|target|psyker)|it does|they do"
    r"|you do|those|such|selected"
    r"|that (?:test|roll|move|phase)|the same|this way|instead|as well|again|also)\b"
)


def _apart(sentence: str) -> str | None:
    """The sentence as one that stands alone; None if it leans on what was said before it."""
    plain = sentence.removeprefix("in addition, ").removeprefix("in addition ")
    own = re.sub(r"^while (?:this model|the bearer) is leading a unit,.*", "", plain)
    own = re.sub(r"^(?:while|each time) an? (?:enemy|friendly)\b.*", "", own)
    own = re.sub(r"each time [^,]* makes an? (?:\w+ )?attack[^,]*,.*", "", own)
    own = re.sub(r"each time an? (?:\w+ )?attack .*", "", own)
    own = re.sub(r"select one .*", "", own)
    return None if _BACK.search(own) else plain


def _of_rules(every: list[str], known: KnownKeywords) -> Reading | None:
    rule = of_rules(every, known)
    return Reading(rule[0].effects, scope=rule[0].scope, army=rule[1], use=use_of(every, known)) if rule else None


def _spent(every: list[str], known: KnownKeywords) -> Reading | None:
    """What somebody pays for, and what is had then."""
    found = of_spending(every)
    if found is None:
        return None
    uses = [Reading(found.effects, scope=found.scope, use=use) for use in found.uses]
    had = _whole(found.rest, known) if found.rest else None
    if found.rest and (had is None or had.army or had.rule is not None or had == Reading()):
        raise Unread(" ".join(every))
    return replace(uses[0], parts=(*uses[1:], *([] if had is None else _empowered(had))))


def _empowered(had: Reading) -> list[Reading]:
    """What is had while it is paid for, and what may be used then."""
    mark = Condition("named", name=EMPOWERED)
    every = [replace(had, parts=()), *had.parts]
    if any(each.parts for each in every):
        raise Unread(str(had))
    return [
        replace(each, effects=under(each.effects))
        if each.use is None
        else replace(each, use=replace(each.use, conditions=(*each.use.conditions, mark)))
        for each in every
    ]


def _together(every: list[str], known: KnownKeywords) -> Reading | None:
    whole = of_whole(every, known)
    if whole is None:
        return None
    parts = tuple(Reading(whole.effects, scope=whole.scope, use=use) for use in whole.more)
    return Reading(whole.effects, scope=whole.scope, use=whole.use, choices=whole.choices, parts=parts)


def _of_choices(every: list[str], known: KnownKeywords) -> Reading | None:
    if picks := of_picks(every, known) or of_menus(every, known):
        return Reading(scope=picks[2], use=picks[0], choices=picks[1])
    if dice := of_dice(every, known):
        return Reading(dice[0].effects, scope=dice[0].scope, use=dice[1])
    if pact := of_pact(every, known):
        first, then = (Reading(pact.effects, use=use, choices=pact.choices) for use in pact.uses)
        return replace(first, parts=(then,))
    if gambit := of_gambit(every, known):
        return Reading(gambit[0], use=gambit[1])
    if stances := of_stances(every, known):
        return Reading(use=stances[0], choices=stances[1], army=True)
    choices = of_choices(every, known)
    return Reading(use=ONE_EACH_TURN, choices=choices, army=True) if choices else None


def _used(every: list[str], known: KnownKeywords) -> Reading | None:
    """What somebody has to use."""
    builders = next((n for n, sentence in enumerate(every) if not for_list_builders(sentence, known, n == 0)), 0)
    used = of_uses(every[builders:], known)
    if used is None:
        return None
    clause = used.clause
    return Reading(clause.effects, None, clause.scope, used.use, army=used.army, sole=used.sole, part=clause.part)


def _by_itself(every: list[str], known: KnownKeywords) -> Reading | None:
    """What holds or happens without anybody's doing."""
    if vow := of_vow(every, known):
        return Reading(vow.effects, use=vow.use, choices=vow.choices, army=True)
    said: list[Clause] = []
    context = Context(known)
    if ours := _of_whole_army(every, known):
        return ours
    for number, sentence in enumerate(every):
        if said and said[-1].effects and (past := beside_them(sentence)) is not None:
            said.append(_past(said[-1], past, sentence))
        elif moment := of_moments(sentence, known) or of_dealings(sentence, known) or of_events(sentence, known):
            said.append(moment)
        elif for_list_builders(sentence, known, number == 0):
            said.append(Clause())
        elif number and said and follows(sentence):
            said.append(_further(sentence, context, said[-1]))
        elif number and said and sentence.endswith(" instead"):
            context, clause = _sentence(sentence.removesuffix(" instead"), known)
            said.append(replace(clause, effects=beside(said[-1].effects, clause.effects)))
        else:
            context, clause = _sentence(sentence.removeprefix("in addition, ") if number else sentence, known)
            said.append(clause)
    whole = Clause.joined(said)
    return Reading(whole.effects, whole.rule, whole.scope, part=whole.part) if said else None


def _past(before: Clause, more: Sequence[AnyEffect], sentence: str) -> Clause:
    """What goes with moves that the sentence before it has allowed."""
    if any(not isinstance(each, Permit) or not each.what.startswith("pass over") for each in before.effects[:1]):
        raise Unread(sentence)
    first = before.effects[0]
    made = (replace(each, who=first.who, conditions=first.conditions) for each in more)
    return replace(before, effects=tuple(made))


def _of_whole_army(every: list[str], known: KnownKeywords) -> Reading | None:
    """What every sentence gives to all units of some kind; None where the first of them is about something else."""
    rules = [each for n, each in enumerate(every) if not for_list_builders(each, known, n == 0)]
    clauses = [of_army(of_faction(sentence, known), known) for sentence in rules]
    if not clauses or clauses[0] is None:
        return None
    if None in clauses:
        raise Unread(" ".join(every))
    return Reading(Clause.joined(each for each in clauses if each is not None).effects, army=True)


def _sentence(text: str, known: KnownKeywords) -> tuple[Context, Clause]:
    """A sentence's clauses, and the context that all of them stand in."""
    reader = Reader(text)
    context = frame(reader, known)
    clauses = [_part(reader, context)]
    while not reader.done:
        reader.need(r",? ?and,?")
        clauses.append(_part(reader, context))
    return context, Clause.joined(clauses)


def _part(reader: Reader, context: Context) -> Clause:
    return reader.first(lambda: next_clause(reader, context), lambda: dealing(reader, context))


def _further(text: str, context: Context, before: Clause) -> Clause:
    reader = Reader(text)
    found = further(reader, context, before)
    if not reader.done:
        raise Unread(text)
    return found
