"""Abilities, stratagems and effects as the panels list them, with what keeps each from working now."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from highground.engine.abilities.effect import Effect
from highground.engine.abilities.model import Ability
from highground.engine.attached import base_sheets
from highground.engine.errors import Refusal
from highground.engine.model import Setup
from highground.engine.state import Active, Window
from highground.engine.steps import by_hand, offers
from highground.engine.steps.catalogue import LEADER
from highground.engine.steps.offers import Offer
from highground.engine.why import Triggers, why
from highground.game.match.match import Match
from highground.game.parts.phrases import effect_words
from highground.game.views.abilities import (
    AbilityChoice,
    AbilityEffect,
    AbilityOwner,
    AbilityState,
    AbilityTarget,
    ActiveEffect,
    ArmyEffects,
    Checks,
    InactiveEffect,
    Joining,
    Trigger,
)
from highground.game.views.state import ArmyPowers
from highground.words import names, sentences
from highground.words.conditions import of_condition
from highground.words.readings import does, of_effect

AGREED = replace(by_hand.AGREED, text=names.BY_HAND)
AGREED_ALONE = replace(by_hand.AGREED, text=names.BY_HAND_ALONE)
UNLIMITED = -1


class HeldAbility(NamedTuple):
    """An ability with whose it is: an army's (`unit` None) or a unit's."""

    ability: Ability
    side: int
    unit: int | None

    @property
    def uid(self) -> str:
        return self.ability.uid or self.ability.name


def held(match: Match) -> list[HeldAbility]:
    """Everything that both armies have, stratagems first."""
    setup, alone = match.battle.setup, match.against_computer
    return match.kept.get("held", (setup, alone), lambda: list(_held(setup, AGREED_ALONE if alone else AGREED)))


def _held(setup: Setup, agreed: Ability) -> Iterator[HeldAbility]:
    first = 0
    for side, army in enumerate(setup.armies):
        yield from (HeldAbility(ability, side, None) for ability in (*setup.stratagems, *army.abilities))
        yield HeldAbility(agreed, side, None)
        for index, sheet in enumerate(base_sheets(setup)[first : first + len(army.units)], start=first):
            yield from (HeldAbility(ability, side, index) for ability in sheet.abilities)
            if sheet.leads:
                yield HeldAbility(LEADER, side, index)
        first += len(army.units)


def uuid_of(match: Match, each: HeldAbility) -> str:
    return match.cast.uuid("ability", f"{each.side}/{each.unit}/{each.uid}")


def find(match: Match, uuid: str) -> HeldAbility:
    """The ability of a uuid. Raises Refusal where there is none."""
    for each in held(match):
        if uuid_of(match, each) == uuid:
            return each
    raise Refusal("unknown-ability")


def abilities(match: Match, sides: frozenset[int]) -> list[AbilityState]:
    """Every ability but the stratagems. Private text is for the army's commander."""
    return [_view(match, each, each.side in sides) for each in held(match) if not is_stratagem(each.ability)]


def stratagems(match: Match, sides: frozenset[int]) -> list[AbilityState]:
    return [_view(match, each, each.side in sides) for each in held(match) if is_stratagem(each.ability)]


def one(match: Match, uuid: str) -> AbilityState:
    """An ability as its army's commander sees it. Raises Refusal where there is none."""
    return _view(match, find(match, uuid), own=True)


def army_powers(match: Match, side: int) -> ArmyPowers:
    """By name: what a side can use by choice, what of it can be used now, and what is in force for the whole army."""
    usable = match.kept.get(("usable", side), (match.battle.setup,), lambda: _usable(match, side))
    ready = [each for each in usable if _overall(each.ability, _triggers(match, each, own=False))]
    return {
        "castable_abilities": _names(usable),
        "castable_triggered": _names(ready),
        "buffs": sorted({each.name for each in _of(match, side, None)}),
    }


def _usable(match: Match, side: int) -> list[HeldAbility]:
    return [each for each in held(match) if each.side == side and each.ability.use and not is_stratagem(each.ability)]


def _names(found: list[HeldAbility]) -> list[str]:
    return sorted({each.ability.name for each in found})


def is_stratagem(ability: Ability) -> bool:
    return ability.use is not None and ability.use.kind == "stratagem"


def _view(match: Match, each: HeldAbility, own: bool) -> AbilityState:
    ability, use = each.ability, each.ability.use
    triggers = _triggers(match, each, own)
    left = UNLIMITED if use is None else offers.casts_left(match.battle.scene, each.side, ability, each.unit)
    kind = "" if use is None else use.kind
    uuid = uuid_of(match, each)
    return {
        "id": uuid,
        "uuid": uuid,
        "name": ability.name,
        "description": ability.text if own or not ability.private else "",
        "by_hand": ability.by_hand,
        "switched_on": _switched_on(match, each),
        "overall_active": _overall(ability, triggers),
        "is_selectable": kind == "selectable",
        "selected": _selected(match, each),
        "choosable_abilities": [choice_of(match, uuid, choice) for choice in ability.choices],
        "main_trigger": _trigger(ability),
        "meta": {
            "activated_ability": kind in {"activated", "stratagem"},
            "select_ability": kind == "selectable",
            "stratagem": kind == "stratagem",
            "cost": use.cost if use is not None else 0,
            "target": "none" if use is None or (use.target == "friend" and each.unit is not None) else use.target,
            "source": ability.source,
            "type": kind or "triggered",
        },
        "location": _location(match, each),
        "effects": [_effect(uuid, i, effect, kind, triggers, left) for i, effect in enumerate(ability.effects)],
        "trigger_conditions": _conditions(triggers),
        "why_not": sentences(triggers.reasons),
    }


def _triggers(match: Match, each: HeldAbility, own: bool) -> Triggers:
    """What keeps an ability from working now. Others do not see of a reaction that its side is asked about it."""
    found, use = why(match.battle.scene, each.side, each.ability, each.unit), each.ability.use
    if own or use is None or not use.window:
        return found
    waits = Refusal("waits", ability=each.ability.name, window=use.window)
    return msgspec.structs.replace(found, action_check=False, reasons=(waits,))


def _overall(ability: Ability, triggers: Triggers) -> bool:
    """Whether it is at work, or may be used: once more too, where what an earlier use began has ended."""
    if ability.use is not None:
        return triggers.time_check and triggers.action_check and triggers.casts_check
    return _all(triggers)


def _all(triggers: Triggers) -> bool:
    return triggers.time_check and triggers.action_check and triggers.expiration_check and triggers.casts_check


def _conditions(triggers: Triggers) -> Checks:
    return {
        "time_check": triggers.time_check,
        "action_check": triggers.action_check,
        "expiration_check": triggers.expiration_check,
        "casts_check": triggers.casts_check,
    }


def choice_of(match: Match, parent: str, choice: Ability) -> AbilityChoice:
    """One of the choices of an ability, with what it does in words where it has no text."""
    uid = choice.uid or choice.name
    return {
        "id": uid,
        "uuid": match.cast.uuid("choice", f"{parent}/{uid}"),
        "name": choice.name,
        "description": choice.text or "; ".join(effect_words(effect) for effect in choice.effects),
        "effects": [{"effect_type": effect.kind, "effect_value": str(effect)} for effect in choice.effects],
    }


def _selected(match: Match, each: HeldAbility) -> str | None:
    """The choice of a selectable ability that is in force."""
    names = {active.name for active in match.battle.state.active_effects if active.side == each.side}
    return next((choice.name for choice in each.ability.choices if choice.name in names), None)


def _switched_on(match: Match, each: HeldAbility) -> list[ActiveEffect]:
    """The effects of an ability that its player has switched on by hand."""
    active = match.battle.state.active_effects
    return [_active(match, on) for on in active if (on.side, on.by_hand, on.owner) == (each.side, each.uid, each.unit)]


def _trigger(ability: Ability) -> Trigger:
    use = ability.use
    moments = sorted({effect.when for effect in ability.effects if effect.when})
    return {
        "trigger_time": {"own": "your turn", "enemy": "the enemy's turn", "any": "any turn"}[use.turn] if use else "",
        "trigger_phase": ", ".join(use.phases) if use else "",
        "trigger_phase_time": "middle" if use and use.phases else "",
        "trigger_action": use.window if use else ", ".join(moments),
        "trigger_list": [of_condition(condition) for condition in use.conditions] if use else [],
    }


def _location(match: Match, each: HeldAbility) -> AbilityOwner:
    cast = match.cast
    return {
        "type": "army" if each.unit is None else each.ability.location if each.ability.location != "army" else "unit",
        "army_uuid": cast.army_uuids[each.side],
        "army_name": cast.armies[each.side],
        "unit_uuid": None if each.unit is None else cast.unit_uuids[each.unit],
        "unit_name": None if each.unit is None else cast.alone[each.unit],
    }


def _effect(uuid: str, number: int, effect: Effect, kind: str, triggers: Triggers, left: int) -> AbilityEffect:
    return {
        "effect_id": f"{uuid}/{number}",
        "effect_type": effect.kind,
        "effect_value": str(effect),
        "affects": effect.who,
        "description": of_effect(effect),
        "duration": effect.duration,
        "is_triggered": _all(triggers),
        "is_expired": not triggers.expiration_check,
        "has_casts_remaining": left != 0,
        "remaining_casts": left,
        "meta": {"activated_ability": kind in {"activated", "stratagem"}, "select_ability": kind == "selectable"},
        "trigger_conditions": _conditions(triggers),
    }


def targets(match: Match, uuid: str, sides: frozenset[int]) -> list[AbilityTarget]:
    """The units that an ability can be used on, by or at now: enemies that it aims at, else those who would use it.

    None for somebody else's reaction: it would give away that its side is asked about it.
    """
    each, scene, cast = find(match, uuid), match.battle.scene, match.cast
    found: dict[int, AbilityTarget] = {}
    if each.side not in sides and each.ability.use is not None and each.ability.use.window:
        return []
    for offer in _offers(match, each):
        for unit in offer.targets or ((offer.unit,) if offer.unit is not None and each.unit is None else ()):
            near = None if offer.unit is None or offer.unit == unit else _gap(match, offer.unit, unit)
            if unit not in found or (near is not None and near < (found[unit]["distance"] or 0.0)):
                found[unit] = {
                    "uuid": cast.unit_uuids[unit],
                    "name": cast.units[unit],
                    "target_type": "enemy unit" if cast.sides[unit] != each.side else "unit",
                    "distance": near,
                    "keywords": list(scene.sheets[unit].keywords),
                    "joinable_info": _joinable(match, each) if each.ability is LEADER else None,
                }
    return list(found.values())


def _joinable(match: Match, each: HeldAbility) -> Joining:
    assert each.unit is not None
    sheet = base_sheets(match.battle.setup)[each.unit]
    return {"source_ability": each.ability.name, "source_miniature_name": sheet.miniatures[0].name}


def _gap(match: Match, a: int, b: int) -> float | None:
    units = match.battle.state.units
    if not (units[a].on_table and units[b].on_table):
        return None
    return round(max(0.0, match.battle.scene.gap(a, b)), 1)


def _offers(match: Match, each: HeldAbility) -> list[Offer]:
    """How the ability may be used now by its own side, in the window that is open if one is."""
    top = match.battle.state.top
    window = top if isinstance(top, Window) and top.side == each.side else None
    about, rolled = (window.about, window.roll) if window else ((), "")
    kind = window.kind if window else ""
    user = None if each.unit is None else offers.bearer(match.battle.scene, each.unit)
    return [
        offer
        for offer in offers.offers(match.battle.scene, each.side, kind, about, rolled)
        if offer.ability == each.ability and (each.unit is None or offer.unit == user)
    ]


def users(match: Match, each: HeldAbility, target: int) -> list[int]:
    """Units that could use an army's ability at a target now."""
    return [offer.unit for offer in _offers(match, each) if target in offer.targets and offer.unit is not None]


def active_effects(match: Match) -> list[ArmyEffects]:
    """Effects in force and not, army by army and unit by unit."""
    cast = match.cast
    found: list[ArmyEffects] = []
    for side, uuid in enumerate(cast.army_uuids):
        units = [unit for unit in match.battle.state.units if unit.side == side and unit.joined is None]
        found.append(
            {
                "army_uuid": uuid,
                "army_name": cast.armies[side],
                "effects": [_active(match, each) for each in _of(match, side, None)],
                "units": [
                    {
                        "unit_uuid": cast.unit_uuids[unit.index],
                        "unit_name": cast.units[unit.index],
                        "effects": [_active(match, each) for each in _of(match, side, unit.index)],
                        "inactive_effects": list(_inactive(match, side, unit.index)),
                    }
                    for unit in units
                ],
            }
        )
    return found


def _of(match: Match, side: int, unit: int | None) -> list[Active]:
    effects = match.battle.state.active_effects
    if unit is None:
        return [each for each in effects if each.side == side and each.unit is None]
    return [each for each in effects if each.unit == unit]


def _active(match: Match, each: Active) -> ActiveEffect:
    return {
        "effect_id": f"{each.name}/{each.effect.kind}/{each.unit}",
        "name": each.name,
        "effect_type": each.effect.kind,
        "effect_value": str(each.effect),
        "affects": each.effect.who,
        "unit_name": None if each.unit is None else match.cast.units[each.unit],
        "description": does(each.effect),
        "duration": each.effect.duration,
        "by_army": match.cast.armies[each.side],
        "since_round": each.round,
        "since_turn": each.turn,
        "is_triggered": True,
        "is_expired": False,
    }


def _inactive(match: Match, side: int, unit: int) -> Iterator[InactiveEffect]:
    """What a unit's abilities would do and do not now, each with the reason."""
    for ability in base_sheets(match.battle.setup)[unit].abilities:
        triggers = why(match.battle.scene, side, ability, unit)
        if _all(triggers):
            continue
        for number, effect in enumerate(ability.effects):
            yield {
                "effect_id": f"{ability.uid or ability.name}/{number}/{unit}",
                "name": ability.name,
                "effect_type": effect.kind,
                "effect_value": str(effect),
                "affects": effect.who,
                "description": of_effect(effect),
                "why_not": sentences(triggers.reasons),
                "trigger_conditions": _conditions(triggers),
                "is_triggered": False,
                "is_expired": not triggers.expiration_check,
            }
