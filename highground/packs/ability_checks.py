"""What a pack's effects and uses must have, and must not have, to mean anything to the engine."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args, get_type_hints

from highground.engine.abilities import AnyEffect
from highground.engine.abilities.acts import ChargeNow, FightNext, IgnoreDamage, OwnAct, Redeploy, RollAgain, SnapShots
from highground.engine.abilities.effects import NEVER_GIVEN, TYPES
from highground.engine.abilities.model import Use
from highground.engine.abilities.resources import ArriveBeside, Enlist, RaisePrice, Tally, TurnDie
from highground.engine.abilities.wounds import GainPoints, Wounds
from highground.engine.errors import EngineError
from highground.packs.ability_shapes import AbilityFile, EffectFile, UseFile
from highground.words import sentence

Level = str
"""Whose ability it is: 'unit', 'army' or 'stratagem'."""

_OF_ALL = frozenset(
    {"kind", "who", "reach", "conditions", "duration", "when", "face_from", "face_to", "follows", "tied"}
    | {"tested", "stance"}
)
_PASSIVE = {
    "unit": ("self", "bearer", "army", "friends within", "enemies within"),
    "army": ("army",),
    "stratagem": (),
}
_OF_OTHERS = frozenset(
    {
        "combat start",
        "combat end",
        "movement end",
        "charged",
        "shock step",
        "shock failed",
        "destroyed",
        "helps",
        "round start",
        "stood still",
        "moved",
        "advanced",
        "fell back",
        "arrived",
        "enemy shock failed",
    }
)
"""Moments that may do something to enemies."""
_OF_ONE = frozenset({"destroyed", "helps", "enemy shock failed"})
"""Moments that are about another unit, the target of what happens."""
CHARGE_REACH = 12.0
_ARTICLES = {"amount": "an"}


def field_problems(effect: EffectFile) -> Iterator[str]:
    """What is wrong with the kind of an effect and the fields that are set, as sentences."""
    known = TYPES.get(effect.kind)
    if known is None or effect.kind in NEVER_GIVEN:
        yield f"a pack cannot give '{effect.kind}'; there are: {', '.join(sorted(TYPES.keys() - NEVER_GIVEN))}"
        return
    for field in set_fields(effect):
        if field not in known.__struct_fields__ and field not in _OF_ALL:
            yield f"'{field}' means nothing for '{effect.kind}'"
    for field in known.__struct_fields__[: -len(known.__struct_defaults__)]:
        if not getattr(effect, field):
            yield f"'{effect.kind}' needs {_ARTICLES.get(field, 'a')} {field}"
    words = get_args(get_type_hints(known).get("what", str))
    if words and effect.what not in words:
        yield f"'{effect.what}' is no {effect.kind}; there are: {', '.join(sorted(words))}"


def set_fields(effect: EffectFile) -> Iterator[str]:
    """The fields that are not as they are when nothing is said."""
    plain = EffectFile(effect.kind)
    for field in EffectFile.__struct_fields__:
        if getattr(effect, field) != getattr(plain, field):
            yield field


def effect_problems(effect: AnyEffect, use: UseFile | Use | None, level: Level) -> Iterator[str]:
    """What is wrong with one effect, as sentences."""
    fault = effect.fault()
    if fault is not None:
        yield sentence(EngineError(fault.code, ability=effect.kind, **fault.facts)).rstrip(".")
    on = effect.on if isinstance(effect, (Wounds, GainPoints)) else 0
    if on and not (2 <= on <= 6 and (_one_point(effect) or (isinstance(effect, Wounds) and effect.amount))):
        yield "'on' is 2 to 6 and counts dice of an amount"
    if effect.when != "miniature destroyed" and any(each.kind == "fallen" for each in effect.conditions):
        yield "which miniature was destroyed is known at the moment 'miniature destroyed' alone"
    if effect.when == "fell" and (effect.who != "self" or use is not None):
        yield "what happens as the phase ends in which a unit fell happens to it alone, and is not used"
    yield from _targets(effect, use, level)
    yield from _time(effect, use, level)


def _one_point(effect: AnyEffect) -> bool:
    """Whether it is a command point for a die that shows a number."""
    return isinstance(effect, GainPoints) and bool(effect.when) and effect.value == 1


def _targets(effect: AnyEffect, use: UseFile | Use | None, level: Level) -> Iterator[str]:
    aura = effect.who.endswith("within")
    if (aura or effect.when == "enemy shock failed") != bool(effect.reach):
        yield "'reach' goes with 'friends within' and 'enemies within', and with the moment 'enemy shock failed'"
    if effect.when == "enemy shock failed" and effect.who not in {"self", "target"}:
        yield "an effect at 'enemy shock failed' is for the unit that has it, or for that enemy ('target')"
    if use is None:
        if effect.who not in _PASSIVE[level] and effect.when not in _OF_ONE:
            yield f"an ability of the {level} that works by itself cannot be for '{effect.who}'"
        return
    if aura and not _spreads(effect):
        yield f"'{effect.kind}' cannot be used for '{effect.who}'"
    if effect.who == "target" and use.target not in {"enemy", "ally", "reserve"}:
        yield "'target' needs a use whose target is an enemy, an ally or a unit in reserve"
    if isinstance(effect, ArriveBeside) and (effect.who, use.target) != ("target", "reserve"):
        yield f"'{effect.kind}' is for the target of a use, a unit in reserve"
    if use.target == "none" and level != "unit" and effect.who != "army" and not isinstance(effect, GainPoints):
        yield "without a target it is for the army"


def _spreads(effect: AnyEffect) -> bool:
    """Whether what is used can be for every unit about its user, rather than be done by one or for the army."""
    return effect.lasts or (effect.of_moments and not isinstance(effect, (GainPoints, Tally)))


def _time(effect: AnyEffect, use: UseFile | Use | None, level: Level) -> Iterator[str]:
    others = effect.who != "self" and effect.when not in _OF_OTHERS
    begins = effect.lasts and not effect.of_moments
    if effect.when and not (effect.of_moments or effect.lasts):
        yield "'when' is for what can happen by itself, without a choice"
    if effect.when and others and use is None:
        yield "at that moment it happens to the unit itself alone"
    if not effect.lasts and use is None and not effect.when:
        yield f"'{effect.kind}' happens at once and needs a use or a moment"
    elif not (effect.lasts or effect.when) or (use is None and not (effect.when and begins)):
        if effect.duration != "always" and not effect.when:
            yield "it has no duration"
    elif effect.duration == "always":
        yield "what is used, or begins at a moment, needs a duration"
    yield from _gates(effect, use)
    if use is not None:
        yield from _act(effect, use, level)


def _gates(effect: AnyEffect, use: UseFile | Use | None) -> Iterator[str]:
    """What is wrong with the die that it needs, and with a circle that goes with its unit."""
    if (effect.face_from or effect.face_to) and not (use is not None or effect.when):
        yield "a die is rolled for what is used or happens at a moment"
    if not (0 <= effect.face_from <= 6 and 0 <= effect.face_to < 6) or effect.face_from == 1:
        yield "the die shows 2 to 6 or more, or 1 to 5 or less"
    if effect.face_to and effect.face_to < effect.face_from:
        yield "no die shows that"
    if effect.follows and not (effect.lasts and not effect.when and use is not None and effect.who.endswith("within")):
        yield "only what is used for units nearby, and lasts, goes with its unit"
    if effect.tied and not (effect.lasts and not effect.when and use is not None):
        yield "only what is used, and lasts, ends with its unit"
    if effect.tested and (effect.when or use is None or effect.who == "army"):
        yield "a leadership test is taken for what is used, and is done to a unit"
    of_one = use is not None and effect.who in {"self", "target"}
    if effect.stance and not (of_one and effect.lasts and not effect.when):
        yield "only what is used on one unit, and lasts, is a stance of it"


def _act(effect: AnyEffect, use: UseFile | Use, level: Level) -> Iterator[str]:
    """What is wrong with the use of an effect that has its unit do something at once."""
    if isinstance(effect, RollAgain) and (use.window != "rolled" or not use.rolls):
        yield f"'{effect.kind}' needs the window 'rolled' and its rolls"
    if isinstance(effect, TurnDie) and (use.window != "rolled" or not use.rolls):
        yield f"'{effect.kind}' needs the window 'rolled' and its rolls"
    if isinstance(effect, IgnoreDamage) != (use.window == "wounded"):
        yield "'no_damage' and the window 'wounded' go together"
    if isinstance(effect, RaisePrice) != (use.window == "enemy stratagem"):
        yield "'dearer' and the window 'enemy stratagem' go together"
    if isinstance(effect, Redeploy) != (use.window == "deployed"):
        yield "'redeploy' and the window 'deployed' go together"
    if isinstance(effect, Enlist) and use.target != "enemy":
        yield f"'{effect.kind}' needs an enemy"
    if isinstance(effect, FightNext) and use.window != "before pick":
        yield f"'{effect.kind}' needs the window 'before pick'"
    if isinstance(effect, (SnapShots, ChargeNow)) and (use.target != "enemy" or not use.reach):
        yield f"'{effect.kind}' needs an enemy within a reach"
    if isinstance(effect, ChargeNow) and use.reach > CHARGE_REACH:
        yield f"a charge reaches {CHARGE_REACH:g} inches"
    if isinstance(effect, OwnAct) and use.target == "none" and level != "unit":
        yield f"'{effect.kind}' needs a unit that does it"


def ability_problems(ability: AbilityFile, level: Level) -> Iterator[str]:
    """What is wrong with an ability apart from its single effects."""
    use = ability.use
    if not ability.text or not ability.name:
        yield "it needs a name and a text"
    if not ability.effects and not ability.choices:
        yield "it has neither effects nor choices"
    if use is None:
        if ability.choices or level == "stratagem":
            yield "it needs a use"
        return
    if len(ability.choices) == 1:
        yield "one choice is none"
    if level != "stratagem" and use.cost:
        yield "only stratagems cost command points"
    if level == "unit" and use.target == "friend":
        yield "a unit uses its ability itself or on an enemy"
    if not use.phases:
        yield "name the phases in which it is used"
    yield from use_problems(use)


def use_problems(use: UseFile | Use) -> Iterator[str]:
    """What is wrong with a use by itself, as sentences. Without phases it is used in any."""
    if bool(use.rolls) != (use.window == "rolled"):
        yield "'rolls' goes with the window 'rolled'"
    if use.reach and use.target not in {"enemy", "ally"}:
        yield "'reach' is for enemies and allies"
    if use.cost < 0 or not (use.count > 0 or use.count == -1):
        yield "the cost is zero or more, the count one or more or -1"
