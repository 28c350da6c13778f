"""What rules can be made of, described for forms: read off the types of effects, conditions and uses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal, get_args

import msgspec
from msgspec import inspect
from typing_extensions import TypedDict

from highground.engine.abilities.afflictions import TableStep
from highground.engine.abilities.condition import MEASURED, NAMED, ConditionKind
from highground.engine.abilities.effect import Duration, Effect, Moment, Who
from highground.engine.abilities.effects import NEVER_GIVEN, TYPES
from highground.engine.abilities.model import Window
from highground.engine.amount import Amount, Keyword
from highground.engine.effects import KNOWN_KEYWORDS
from highground.engine.effects.keywords import VALUED
from highground.words import forms
from highground.workshop.rule_sets import RulePhase, RuleRoll, RuleUse

FieldKind = Literal["number", "dice", "choice", "text", "flag", "keyword", "table"]
_COMMON = frozenset(Effect.__struct_fields__)


class FormOption(TypedDict):
    value: str
    label: str


class FormField(TypedDict):
    """A field of a form. `needed`: it has no value unless one is said; `usual` is what it is then, of a choice."""

    name: str
    label: str
    kind: FieldKind
    needed: bool
    usual: str
    options: list[FormOption]


class EffectForm(TypedDict):
    """A kind of effect. It lasts, or happens at once; `of_moments`: also by itself at a moment."""

    kind: str
    group: str
    label: str
    lasts: bool
    of_moments: bool
    fields: list[FormField]


class ConditionForm(TypedDict):
    kind: str
    label: str
    named: bool
    measured: bool


class Vocabulary(TypedDict):
    """Everything that the workshop's forms are generated from."""

    effects: list[EffectForm]
    conditions: list[ConditionForm]
    keywords: list[str]
    valued_keywords: list[str]
    who: list[FormOption]
    moments: list[FormOption]
    durations: list[FormOption]
    windows: list[FormOption]
    phases: list[FormOption]
    rolls: list[FormOption]
    targets: list[FormOption]
    turns: list[FormOption]
    spells: list[FormOption]


def vocabulary() -> Vocabulary:
    """The same for everybody, as long as the program runs."""
    use = {field.name: field.type for field in _struct(RuleUse).fields}
    return {
        "effects": [_effect(TYPES[kind]) for kind in forms.EFFECTS if kind in TYPES and kind not in NEVER_GIVEN],
        "conditions": [_condition(kind) for kind in get_args(ConditionKind)],
        "keywords": sorted(KNOWN_KEYWORDS),
        "valued_keywords": sorted(VALUED),
        "who": _options("who", get_args(Who)),
        "moments": _options("when", get_args(Moment)),
        "durations": _options("duration", get_args(Duration)),
        "windows": _options("window", get_args(Window)),
        "phases": _options("phases", get_args(RulePhase)),
        "rolls": _options("rolls", get_args(RuleRoll)),
        "targets": _options("target", _literals(use["target"])),
        "turns": _options("turn", _literals(use["turn"])),
        "spells": _options("per", _literals(use["per"])),
    }


def _struct(kind: type[msgspec.Struct]) -> inspect.StructType:
    found = inspect.type_info(kind)
    assert isinstance(found, inspect.StructType)
    return found


def _effect(kind: type[Effect]) -> EffectForm:
    info = _struct(kind)
    tag = str(info.tag)
    group, label = forms.EFFECTS[tag]
    return {
        "kind": tag,
        "group": group,
        "label": label,
        "lasts": kind.question != "now",
        "of_moments": kind.of_moments,
        "fields": [_field(field) for field in info.fields if field.name not in _COMMON],
    }


def _field(field: inspect.Field) -> FormField:
    return {
        "name": field.name,
        "label": forms.FIELDS[field.name],
        "kind": _kind(field.type),
        "needed": field.required,
        "usual": field.default if isinstance(field.default, str) else "",
        "options": _options(field.name, _literals(field.type)),
    }


def _kind(found: inspect.Type) -> FieldKind:
    kinds: list[tuple[type[inspect.Type], FieldKind]] = [
        (inspect.IntType, "number"),
        (inspect.BoolType, "flag"),
        (inspect.LiteralType, "choice"),
        (inspect.StrType, "text"),
    ]
    for part in _parts(found):
        if isinstance(part, inspect.StructType):
            structs: dict[Any, FieldKind] = {Amount: "dice", Keyword: "keyword", TableStep: "table"}
            return structs[part.cls]
        for of, kind in kinds:
            if isinstance(part, of):
                return kind
    raise TypeError(f"no form for {found}")


def _parts(found: inspect.Type) -> Iterator[inspect.Type]:
    if isinstance(found, inspect.UnionType):
        yield from found.types
    elif isinstance(found, inspect.VarTupleType):
        yield from _parts(found.item_type)
    else:
        yield found


def _literals(found: inspect.Type) -> tuple[str, ...]:
    return tuple(str(each) for each in found.values) if isinstance(found, inspect.LiteralType) else ()


def _options(field: str, values: tuple[str, ...]) -> list[FormOption]:
    return [{"value": value, "label": forms.of_choice(field, value)} for value in values]


def _condition(kind: ConditionKind) -> ConditionForm:
    return {
        "kind": kind,
        "label": forms.of_condition(kind),
        "named": kind in NAMED or kind == "near friend",
        "measured": kind in MEASURED or kind == "marked",
    }
