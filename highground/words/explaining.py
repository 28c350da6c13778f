"""Sentence, measure and remedy of a code with its facts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from string import Formatter
from typing import NamedTuple

from highground.engine.abilities.condition import Condition
from highground.engine.errors import EngineError, Fact
from highground.words.conditions import of_condition
from highground.words.names import ACTIONS, AWAITED, CHOICES, NUMBERS, OBSTACLES, TURNS
from highground.words.sayings import SAYINGS, Saying


class Explained(NamedTuple):
    """A refusal for players: `measure` is what was measured ('8.3 of 6 inches'), `remedy` what would make it legal."""

    code: str
    sentence: str
    measure: str = ""
    remedy: str = ""


NAMES: dict[str, Mapping[str, str]] = {
    "action": ACTIONS,
    "awaited": AWAITED,
    "choice": CHOICES,
    "number": NUMBERS,
    "obstacle": OBSTACLES,
    "turn": TURNS,
}
"""What a name of the engine is called in a sentence, by the format specification that asks for it."""

DERIVED: dict[str, tuple[str, ...]] = {"measured": ("length", "limit"), "nearer": ("length", "limit")}
"""Fields of sentences that are worked out, with the facts that they are worked out of."""


PLURALS = {"die": "dice"}


class _Words(Formatter):
    """`{count:2 unit}` for a plural, `{units:,}` and `{phases:or}` for lists, `{window:awaited}` for a name."""

    def format_field(self, value: Fact, format_spec: str) -> str:
        if isinstance(value, EngineError):
            return sentence(value)
        if isinstance(value, Condition):
            return of_condition(value)
        if isinstance(value, tuple):
            joined, _, named = format_spec.partition(" ")
            return (" or " if joined == "or" else ", ").join(self.format_field(each, named) for each in value)
        if format_spec in NAMES:
            return NAMES[format_spec].get(str(value), str(value))
        if format_spec.startswith("counted "):
            one = format_spec.removeprefix("counted ")
            return f"{value} {one if value == 1 else PLURALS.get(one, f'{one}s')}"
        return format(value, format_spec)


_WORDS = _Words()


def explain(error: EngineError) -> Explained:
    """What a player reads."""
    saying = SAYINGS[error.code]
    facts = _with_derived(error.facts)
    known = all(facts[field] is not None for field in fields(saying.measure))
    measure = _said(saying.measure, facts) if known else ""
    text = _said(saying.sentence, facts)
    return Explained(error.code, f"{text[:1].upper()}{text[1:]}", measure, _said(saying.remedy, facts))


def sentence(error: EngineError) -> str:
    """The sentence alone."""
    return explain(error).sentence


def sentences(errors: Iterable[EngineError]) -> str:
    """Several reasons, one after the other."""
    return " ".join(sentence(each) for each in errors)


def fields(text: str) -> set[str]:
    """The fields of a sentence."""
    return {name for _, name, _, _ in _WORDS.parse(text) if name}


def facts_of(saying: Saying) -> set[str]:
    """The facts that a saying is made of."""
    named = fields(saying.sentence) | fields(saying.measure) | fields(saying.remedy)
    return {fact for name in named for fact in DERIVED.get(name, (name,))}


def inches(length: float, limit: float) -> str:
    """'8.3 of 6 inches'; as many decimals, one to three, as it takes to see that it is too long."""
    shown = next(text for d in (1, 2, 3, 6) if float(text := f"{length:.{d}f}") > limit or d == 6)
    return f"{shown} of {limit:g} inches"


def _with_derived(facts: dict[str, Fact]) -> dict[str, Fact]:
    length, limit = facts.get("length"), facts.get("limit")
    if not isinstance(length, float | int) or not isinstance(limit, float | int):
        return facts
    over = max(length - limit, 0.001)
    nearer = f"{over:.1f} inches nearer" if over >= 0.05 else "a little nearer"
    return {**facts, "measured": inches(length, limit), "nearer": nearer}


def _said(text: str, facts: dict[str, Fact]) -> str:
    return _WORDS.vformat(text, (), facts)
