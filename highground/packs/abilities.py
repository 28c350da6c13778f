"""From a pack's abilities and stratagems to the engine's."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar, get_args

from highground.engine.abilities import AnyEffect
from highground.engine.abilities.afflictions import TableStep
from highground.engine.abilities.attacks import ChangeKeywords
from highground.engine.abilities.condition import MEASURED, NAMED, Condition, ConditionKind
from highground.engine.abilities.effects import TYPES
from highground.engine.abilities.model import Ability, Use
from highground.engine.model import Amount
from highground.packs.ability_checks import Level, ability_problems, effect_problems, field_problems, set_fields
from highground.packs.ability_shapes import AbilityFile, ChoiceFile, EffectFile, UseFile
from highground.packs.errors import PackError
from highground.packs.vocabulary import WEAPON_KEYWORDS, read_weapon_keyword

T = TypeVar("T")

_NEAR = re.compile(r"near (?P<side>friend|enemy) (?P<inches>[1-9]\d?) (?P<name>[a-z][a-z' -]*?)(?P<own> or itself)?")
_UNKNOWN_NAMES = frozenset(
    {"weapon", "marked", "target marked", "marked by transport", "contains", "count", "named", "rule", "fallen"}
)
"""Conditions whose names are no keywords."""
_KINDS: tuple[ConditionKind, ...] = get_args(ConditionKind)


def read_condition(text: str) -> Condition:
    """Read 'engaged', 'not on objective', 'target keyword vehicle', 'within 12' or 'near friend 6 infantry or itself'.

    Raises ValueError for others.
    """
    rest = text.removeprefix("not ")
    negate = rest != text
    if beside := _NEAR.fullmatch(rest):
        near: ConditionKind = "near friend" if beside["side"] == "friend" else "near enemy"
        return Condition(near, int(beside["inches"]), beside["name"], negate, bool(beside["own"]))
    for kind in sorted(_KINDS, key=len, reverse=True):
        word = rest.removeprefix(f"{kind} ")
        if kind in NAMED and word != rest:
            return Condition(kind, name=word, negate=negate)
        if kind in MEASURED and re.fullmatch(r"[1-9]\d?", word):
            return Condition(kind, int(word), negate=negate)
        if kind not in NAMED | MEASURED and rest == kind:
            return Condition(kind, negate=negate)
    written = (f"{kind} NAME" if kind in NAMED else f"{kind} 12" if kind in MEASURED else kind for kind in _KINDS)
    raise ValueError(f"unknown condition '{text}'; there are: {', '.join(written)}")


class AbilityReader:
    """Reads the abilities of one file. `prefix` makes their uids; `unit_keywords` are those that may be named."""

    def __init__(self, file: str, prefix: str, source: str, unit_keywords: Iterable[str]) -> None:
        self.file, self.prefix, self.source = file, prefix, source
        self.unit_keywords = frozenset(unit_keywords)

    def read(self, part: str, level: Level, raw: Mapping[str, AbilityFile]) -> dict[str, Ability]:
        """A table of the file, by id. Raises PackError for what the engine would not understand."""
        return {uid: self._ability(f"{part}.{uid}", uid, ability, level) for uid, ability in raw.items()}

    def _ability(self, place: str, uid: str, raw: AbilityFile, level: Level) -> Ability:
        self._refuse(place, ability_problems(raw, level))
        effects = self._effects(place, raw.effects, raw.use, level)
        choices = tuple(
            self._choice(f"{place}.choices[{number}]", f"{self.prefix}.{uid}", choice, raw.use, level)
            for number, choice in enumerate(raw.choices)
        )
        return Ability(
            raw.name,
            raw.text,
            "unit" if level == "unit" else "army",
            self.source,
            uid=f"{self.prefix}.{uid}",
            effects=effects,
            use=self._use(f"{place}.use", raw, level),
            choices=choices,
        )

    def _choice(self, place: str, prefix: str, raw: ChoiceFile, use: UseFile | None, level: Level) -> Ability:
        effects = self._effects(place, raw.effects, use, level)
        return Ability(raw.name, raw.text, source=self.source, uid=f"{prefix}.{slug(raw.name)}", effects=effects)

    def _use(self, place: str, raw: AbilityFile, level: Level) -> Use | None:
        use = raw.use
        if use is None:
            return None
        self._known(f"{place}.keywords", use.keywords, self.unit_keywords)
        return Use(
            "stratagem" if level == "stratagem" else "selectable" if raw.choices else "activated",
            use.cost,
            use.phases,
            use.turn,
            use.window,
            use.rolls,
            use.target,
            use.reach,
            use.keywords,
            self._conditions(f"{place}.conditions", use.conditions),
            use.per or ("phase" if level == "stratagem" else "battle"),
            use.count,
            use.counts_with,
            sight=use.sight,
            spend=tuple(use.spend.items()),
        )

    def _effects(
        self, place: str, raw: tuple[EffectFile, ...], use: UseFile | None, level: Level
    ) -> tuple[AnyEffect, ...]:
        found = []
        for number, each in enumerate(raw):
            where = f"{place}.effects[{number}]"
            self._refuse(where, field_problems(each))
            effect = self._effect(where, each)
            self._refuse(where, effect_problems(effect, use, level))
            found.append(effect)
        return tuple(found)

    def _effect(self, place: str, raw: EffectFile) -> AnyEffect:
        said = {field: getattr(raw, field) for field in set_fields(raw)}
        if raw.amount is not None:
            said["amount"] = self._parse(f"{place}.amount", Amount.parse, str(raw.amount))
        if raw.steps:
            said["steps"] = tuple(
                TableStep(each.least, self._parse(f"{place}.steps", Amount.parse, str(each.amount)))
                for each in raw.steps
            )
        if raw.keyword and issubclass(TYPES[raw.kind], ChangeKeywords):
            said["keyword"] = self._parse(f"{place}.keyword", read_weapon_keyword, raw.keyword)
        if raw.conditions:
            said["conditions"] = self._conditions(f"{place}.conditions", raw.conditions)
        made: AnyEffect = TYPES[raw.kind](**said)
        return made

    def _conditions(self, place: str, texts: Iterable[str]) -> tuple[Condition, ...]:
        found = tuple(self._parse(place, read_condition, text) for text in texts)
        for condition in found:
            if condition.kind in _UNKNOWN_NAMES:
                continue
            known = WEAPON_KEYWORDS if condition.kind == "weapon keyword" else self.unit_keywords
            self._known(place, [condition.name] if condition.name else [], known)
        return found

    def _known(self, place: str, names: Iterable[str], known: Iterable[str]) -> None:
        for name in names:
            if name not in known:
                raise PackError(self.file, place, f"unknown keyword '{name}'")

    def _parse(self, place: str, reader: Callable[[str], T], text: str) -> T:
        try:
            return reader(text)
        except ValueError as error:
            raise PackError(self.file, place, str(error)) from error

    def _refuse(self, place: str, problems: Iterator[str]) -> None:
        for problem in problems:
            raise PackError(self.file, place, problem)


def slug(name: str) -> str:
    """'Deep Charge' as 'deep-charge'."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")
