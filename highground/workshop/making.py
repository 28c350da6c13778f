"""From a player's rule to the engine's ability."""

from __future__ import annotations

import re

from msgspec.structs import replace

from highground.engine.abilities import AnyEffect
from highground.engine.abilities.condition import Condition
from highground.engine.abilities.effect import Effect
from highground.engine.abilities.model import Ability, Use
from highground.engine.abilities.resources import Tally
from highground.engine.abilities.wounds import GainPoints
from highground.packs.ability_checks import Level
from highground.workshop.rule_sets import Rule, RuleUse

_FOLDED = frozenset(
    {"keyword", "target keyword", "weapon keyword", "led by", "near friend", "weapon", "contains", "rule", "fallen"}
)
"""Conditions whose names the engine compares in lower case."""


def use_of(use: RuleUse, level: Level, options: bool) -> Use:
    return Use(
        "stratagem" if level == "stratagem" else "selectable" if options else "activated",
        use.cost,
        use.phases,
        use.turn,
        use.window,
        use.rolls,
        use.target,
        use.reach,
        tuple(each.lower() for each in use.keywords),
        _conditions(use.conditions),
        use.per,
        use.count,
        aimed=tuple(map(_conditions, use.aimed)),
        sight=use.sight,
        shared=use.shared,
        spend=tuple(use.spend.items()),
    )


def _conditions(found: tuple[Condition, ...]) -> tuple[Condition, ...]:
    return tuple(replace(each, name=each.name.casefold()) if each.kind in _FOLDED else each for each in found)


def _effects(found: tuple[AnyEffect, ...]) -> tuple[AnyEffect, ...]:
    return tuple(replace(each, conditions=_conditions(each.conditions)) for each in found)


def of_units(effect: Effect) -> bool:
    """Whether an effect of an army's rule happens to each of its units by itself: each has it as its own then."""
    return bool(effect.when) and not isinstance(effect, (Tally, GainPoints))


def ability_of(rule: Rule, level: Level, source: str = "") -> Ability:
    """The ability that a rule is. Its text is its author's own, and so everybody may read it."""
    uid = f"made.{slug(rule.name)}" if level == "unit" else f"made.{level}.{slug(rule.name)}"
    options = tuple(
        Ability(each.name, each.text, source=source, uid=f"{uid}.{slug(each.name)}", effects=_effects(each.effects))
        for each in rule.options
    )
    return Ability(
        rule.name,
        rule.text,
        "unit" if level == "unit" else "army",
        source,
        uid=uid,
        effects=_effects(rule.effects),
        use=None if rule.use is None else use_of(rule.use, level, bool(options)),
        choices=options,
    )


def slug(name: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:60] or "rule"
