"""What a pack's effects and uses must have, and must not have, to mean anything to the engine."""

from __future__ import annotations

from collections.abc import Iterator

from highground.engine.ability import ACTIONS, PERMISSIONS, REROLLS
from highground.engine.effects import Modifier, validate
from highground.packs.ability_shapes import AbilityFile, EffectFile, UseFile

Level = str
"""Whose ability it is: 'unit', 'army' or 'stratagem'."""

AT_ONCE = frozenset({"command_points", "mortal_wounds", "heal", "heal_one", "return", "regrow", "act"})
"""Effects that happen when they are used, or at their moment, and so do not last."""
_OF_MOMENTS = frozenset({"command_points", "heal", "heal_one", "regrow"})
_ROLL_FIELDS = frozenset({"stage", "change", "value", "amount", "reroll", "role", "attacks"})
_KEYWORD_FIELDS = frozenset({"keyword", "attacks"})
_AMOUNT_FIELDS = frozenset({"value", "amount", "on"})
_FIELDS: dict[str, frozenset[str]] = {
    "roll": _ROLL_FIELDS,
    "weapon_keyword": _KEYWORD_FIELDS,
    "lose_keyword": _KEYWORD_FIELDS,
    **dict.fromkeys(("move", "advance", "charge", "control", "leadership", "hidden"), frozenset({"value"})),
    "command_points": frozenset({"value", "on"}),
    "shock_dice": frozenset({"value"}),
    **dict.fromkeys(("permission", "reroll"), frozenset({"what"})),
    "act": frozenset({"what", "value"}),
    **dict.fromkeys(("mortal_wounds", "heal", "heal_one", "return", "regrow"), _AMOUNT_FIELDS),
    **dict.fromkeys(("fights_first", "fights_last", "steadfast", "sticky"), frozenset[str]()),
}
_OF_ALL = frozenset({"kind", "who", "reach", "conditions", "duration", "when"})
_WORDS = {"permission": PERMISSIONS, "reroll": REROLLS, "act": ACTIONS}
_PASSIVE = {"unit": ("self", "friends within", "enemies within"), "army": ("army",), "stratagem": ()}
_WITHOUT_VALUE = frozenset({"steady", "reroll", "halve", "automatic", "lethal", "devastating", "cover", "no cover"})
CHARGE_REACH = 12.0


def effect_problems(effect: EffectFile, use: UseFile | None, level: Level) -> Iterator[str]:
    """What is wrong with one effect, as sentences."""
    allowed = _FIELDS.get(effect.kind)
    if allowed is None:
        yield f"a pack cannot give '{effect.kind}'"
        return
    for field in _set_fields(effect):
        if field not in allowed | _OF_ALL:
            yield f"'{field}' means nothing for '{effect.kind}'"
    yield from _missing(effect)
    yield from _whom(effect, use, level)
    yield from _time(effect, use, level)


def _set_fields(effect: EffectFile) -> Iterator[str]:
    plain = EffectFile(effect.kind)
    for field in EffectFile.__struct_fields__:
        if getattr(effect, field) != getattr(plain, field):
            yield field


def _missing(effect: EffectFile) -> Iterator[str]:
    words = _WORDS.get(effect.kind)
    if words is not None and effect.what not in words:
        yield f"'{effect.what}' is no {effect.kind}; there are: {', '.join(sorted(words))}"
    if effect.kind == "roll":
        yield from _roll(effect)
    elif effect.kind.endswith("keyword"):
        if not effect.keyword:
            yield f"'{effect.kind}' needs a keyword"
    elif words is None and _FIELDS[effect.kind] and not effect.value and effect.amount is None:
        yield f"'{effect.kind}' needs a value or an amount"
    if effect.on and not (2 <= effect.on <= 6 and (effect.amount is not None or _one_point(effect))):
        yield "'on' is 2 to 6 and counts dice of an amount"


def _one_point(effect: EffectFile) -> bool:
    """Whether it is a command point for a die that shows a number."""
    return effect.kind == "command_points" and bool(effect.when) and effect.value == 1


def _roll(effect: EffectFile) -> Iterator[str]:
    if any(text.endswith("stronger") for text in effect.conditions) and effect.stage == "strength":
        yield "'stronger' asks for the strength and cannot change it"
    if not effect.stage:
        yield "'roll' needs a stage"
        return
    try:
        validate(Modifier(effect.stage, effect.change, "roll", effect.value, None, effect.reroll))
    except ValueError as error:
        yield str(error)
    if (effect.change == "reroll") != (effect.reroll != "none"):
        yield "a re-roll says which dice: reroll = 'ones', 'failed' or 'any'"
    if not effect.value and effect.amount is None and effect.change not in _WITHOUT_VALUE:
        yield f"'{effect.change}' needs a value or an amount"


def _whom(effect: EffectFile, use: UseFile | None, level: Level) -> Iterator[str]:
    aura = effect.who.endswith("within")
    if aura != bool(effect.reach):
        yield "'reach' goes with 'friends within' and 'enemies within'"
    if use is None:
        if effect.who not in _PASSIVE[level]:
            yield f"an ability of the {level} that works by itself cannot be for '{effect.who}'"
        return
    if aura:
        yield f"what is used cannot be for '{effect.who}'"
    if effect.who == "target" and use.target != "enemy":
        yield "'target' needs a use whose target is an enemy"
    if use.target == "none" and level != "unit" and effect.who != "army" and effect.kind != "command_points":
        yield "without a target it is for the army"


def _time(effect: EffectFile, use: UseFile | None, level: Level) -> Iterator[str]:
    if effect.when and (use is not None or effect.kind not in _OF_MOMENTS or effect.who != "self"):
        yield "'when' is for what a unit gains by itself: command points and lost wounds"
    if effect.kind in AT_ONCE and use is None and not effect.when:
        yield f"'{effect.kind}' happens at once and needs a use or a moment"
    elif effect.kind in AT_ONCE or use is None:
        if effect.duration != "always":
            yield "it has no duration"
    elif effect.duration == "always":
        yield "what is used needs a duration"
    if effect.kind == "act" and use is not None:
        yield from _act(effect.what, effect.value, use, level)


def _act(what: str, value: int, use: UseFile, level: Level) -> Iterator[str]:
    if (value > 0) != (what in {"normal move", "last move"}):
        yield "'value' is the inches of a normal move or a last move"
    if what == "re-roll" and (use.window != "rolled" or not use.rolls):
        yield "'re-roll' needs the window 'rolled' and its rolls"
    if what == "fight first" and use.window != "before pick":
        yield "'fight first' needs the window 'before pick'"
    if what in {"shoot", "charge"} and (use.target != "enemy" or not use.reach):
        yield f"'{what}' needs an enemy within a reach"
    if what == "charge" and use.reach > CHARGE_REACH:
        yield f"a charge reaches {CHARGE_REACH:g} inches"
    if use.target == "none" and level != "unit":
        yield f"'{what}' needs a unit that does it"


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
    yield from _use(use)


def _use(use: UseFile) -> Iterator[str]:
    if not use.phases:
        yield "name the phases in which it is used"
    if bool(use.rolls) != (use.window == "rolled"):
        yield "'rolls' goes with the window 'rolled'"
    if use.reach and use.target != "enemy":
        yield "'reach' is for enemies"
    if use.cost < 0 or not (use.count > 0 or use.count == -1):
        yield "the cost is zero or more, the count one or more or -1"
