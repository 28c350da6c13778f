"""Abilities, stratagems and effects as the panels list them."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from highground.game.views.values import PhaseName, PhaseTime


class Checks(TypedDict):
    """What an ability has to meet to be at work, check by check."""

    time_check: bool
    action_check: bool
    expiration_check: bool
    casts_check: bool


class EffectUse(TypedDict):
    activated_ability: bool
    select_ability: bool


class AbilityEffect(TypedDict):
    """What an ability does. `remaining_casts` -1 is as often as one likes."""

    effect_id: str
    effect_type: str
    effect_value: str
    affects: str
    description: str
    duration: str
    is_triggered: bool
    is_expired: bool
    has_casts_remaining: bool
    remaining_casts: int
    meta: EffectUse
    trigger_conditions: Checks


class ChoiceEffect(TypedDict):
    effect_type: str
    effect_value: str


class AbilityChoice(TypedDict):
    """One of the choices of a selectable ability."""

    id: str
    uuid: str
    name: str
    description: str
    effects: list[ChoiceEffect]


class Trigger(TypedDict):
    """When an ability works, in words."""

    trigger_time: str
    trigger_phase: str
    trigger_phase_time: str
    trigger_action: str
    trigger_list: list[str]


class AbilityUse(TypedDict):
    """How an ability is used: its price in command points and what it has to be aimed at."""

    activated_ability: bool
    select_ability: bool
    stratagem: bool
    cost: int
    target: Literal["none", "friend", "enemy", "leadable", "ally", "reserve"]
    source: str
    type: Literal["activated", "selectable", "stratagem", "triggered"]


class AbilityOwner(TypedDict):
    """Whose an ability is: an army's, or a unit's of it."""

    type: Literal["army", "unit", "miniature", "weapon"]
    army_uuid: str
    army_name: str
    unit_uuid: str | None
    unit_name: str | None


class ActiveEffect(TypedDict):
    """An effect in force; `unit_name` is the unit that it is on, none where it is on a whole army."""

    effect_id: str
    name: str
    effect_type: str
    effect_value: str
    affects: str
    unit_name: str | None
    description: str
    duration: str
    by_army: str
    since_round: int
    since_turn: int
    is_triggered: bool
    is_expired: bool


class InactiveEffect(TypedDict):
    """What a unit's ability would do and does not now, with the reason."""

    effect_id: str
    name: str
    effect_type: str
    effect_value: str
    affects: str
    description: str
    why_not: str
    trigger_conditions: Checks
    is_triggered: bool
    is_expired: bool


class AbilityState(TypedDict):
    """An ability or a stratagem, with what keeps it from working now (`why_not`).

    `by_hand`: its players see to it; `switched_on` are the effects that they have switched on.
    """

    id: str
    uuid: str
    name: str
    description: str
    by_hand: bool
    switched_on: list[ActiveEffect]
    overall_active: bool
    is_selectable: bool
    selected: str | None
    choosable_abilities: list[AbilityChoice]
    main_trigger: Trigger
    meta: AbilityUse
    location: AbilityOwner
    effects: list[AbilityEffect]
    trigger_conditions: Checks
    why_not: str


class UnitEffects(TypedDict):
    unit_uuid: str
    unit_name: str
    effects: list[ActiveEffect]
    inactive_effects: list[InactiveEffect]


class ArmyEffects(TypedDict):
    """What is in force for an army as a whole, and unit by unit what is and what is not."""

    army_uuid: str
    army_name: str
    effects: list[ActiveEffect]
    units: list[UnitEffects]


class Joining(TypedDict):
    source_ability: str
    source_miniature_name: str


class AbilityTarget(TypedDict):
    """A unit that an ability can be used on, by or at now. `joinable_info` is there where a leader would join it."""

    uuid: str
    name: str
    target_type: Literal["enemy unit", "unit"]
    distance: float | None
    keywords: list[str]
    joinable_info: Joining | None


class BattleTime(TypedDict):
    """Where a battle is."""

    round: int
    turn: int
    phase: PhaseName
    phase_time: PhaseTime


class Abilities(TypedDict):
    """Both armies' abilities; `game_state` is the moment that they are listed for."""

    abilities: list[AbilityState]
    game_state: BattleTime


class Stratagems(TypedDict):
    stratagems: list[AbilityState]


class Effects(TypedDict):
    active_effects: list[ArmyEffects]


class AbilityTargets(TypedDict):
    targets: list[AbilityTarget]
