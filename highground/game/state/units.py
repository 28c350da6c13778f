"""Units as everybody sees them. Places and distances are inches; `pixel_location` is ten pixels an inch."""

from __future__ import annotations

from highground.engine.abilities import powers
from highground.engine.figures import Figures
from highground.engine.model import Ability, MiniatureSheet, UnitSheet
from highground.engine.prompts import Prompt
from highground.engine.scene import Scene
from highground.engine.spare import absent
from highground.engine.state import Moved, Unit
from highground.engine.steps import charge, movement, targeting
from highground.engine.table.board import Board
from highground.engine.table.cover import cover
from highground.game.match.match import Match
from highground.game.parts.units import (
    ability_text,
    elevation,
    half_width,
    living,
    on_long_base,
    profile,
    sheet_shown,
    unit_shown,
)
from highground.game.views.units import (
    Aura,
    Carried,
    MiniatureState,
    MovementName,
    Sheet,
    UnitActions,
    UnitItself,
    UnitMarks,
    UnitPosition,
    UnitPrompt,
    UnitState,
)
from highground.game.views.values import Place, Text
from highground.vision.markers.marks import unit_mark

PIXELS_PER_INCH = 10
FAR_AWAY = (-100.0, -100.0)
"""A place that no terrain stands between and the board: cover from there is cover by standing in terrain."""
MOVED: dict[Moved, MovementName] = {
    "moved": "Move",
    "advanced": "Advance",
    "fell_back": "Fall Back",
    "stationary": "Stationary",
    "": "",
}


def unit_view(match: Match, unit: Unit, prompt: Prompt | None) -> UnitState:
    """A unit with its miniatures, what it may still do, and what it has done.

    While a unit is as it was, this is the very same object, so that it can be compared at once.
    """
    scene, cast, index = match.battle.scene, match.cast, unit.index
    carrier = None if unit.inside is None else cast.units[unit.inside]
    made_of = (unit, scene.sheets[index], cast.units[index], carrier, match.physical)
    own = match.kept.get(("unit", index), made_of, lambda: _own(match, unit))
    position, actions = _position(match, unit), _actions(scene, unit, prompt)
    now = (own, *position.values(), *actions.values())
    return match.kept.get(("view", index), now, lambda: _joined(own, position, actions))


def _joined(own: UnitItself, position: UnitPosition, actions: UnitActions) -> UnitState:
    nothing: UnitPrompt = {}
    return {**own, **position, **actions, **nothing}


def _own(match: Match, unit: Unit) -> UnitItself:
    """What is shown of a unit by itself, whatever goes on around it."""
    scene, cast, index = match.battle.scene, match.cast, unit.index
    sheet, shown = scene.sheets[index], unit_shown(cast, unit)
    spot, alive = shown["location"], sum(wounds > 0 for wounds in unit.wounds)
    marks: UnitMarks = {}
    if match.physical and (mark := unit_mark(index)):
        marks["marker"] = mark.label
    if unit.falls:
        marks["falls"] = [match.miniature_uuid(index, i) for i in unit.falls]
    if unit.joined is not None:
        marks["joined"] = cast.unit_uuids[unit.joined]
    return {
        **shown,
        **marks,
        "army_index": unit.side,
        "player": unit.side + 1,
        "points": sheet.points,
        "pixel_location": None if spot is None else _pixels(spot),
        "character": "character" in sheet.keyword_set,
        "alive": alive > 0,
        "alive_count": alive,
        "starting_strength": len(scene.starting(index)),
        "half_strength": alive > 0 and scene.below_half(index),
        "keywords": [*sheet.keywords, *sheet.faction_keywords],
        "abilities": [ability_view(ability, own=False) for ability in sheet.abilities],
        "miniatures": miniatures(match, unit),
        "auras": _auras(match, unit),
        "unit_stats": match.kept.get(("sheet", index), (sheet, unit.wounds), lambda: _sheet(match, unit)),
        "charged": unit.charged,
        "movement_action_type": MOVED[unit.moved],
        "moved": unit.moved == "moved",
        "advanced": unit.moved == "advanced",
        "fall_back": unit.moved == "fell_back",
        "stationary": unit.moved == "stationary",
        "shot": unit.shot,
        "fought": unit.fought,
    }


def _pixels(spot: Place) -> Place:
    return spot[0] * PIXELS_PER_INCH, spot[1] * PIXELS_PER_INCH


def _auras(match: Match, unit: Unit) -> list[Aura]:
    """The abilities that reach others near the unit, with their inches; none of a leader that has fallen."""
    cast, units = match.cast, match.battle.state.units
    fallen = [leader for leader in unit.leaders if not any(cast.wounds(units, leader))]
    parts = [part for part in (unit.index, *unit.leaders) if part not in fallen]
    reaches = {
        each.name: max((e.reach for e in each.effects if e.who.endswith("within")), default=0)
        for part in parts
        for each in cast.sheets[part].abilities
    }
    return [{"name": name, "reach": reach} for name, reach in reaches.items() if reach]


def ability_view(ability: Ability, own: bool) -> Text:
    """Private text is for the owner of the roster alone."""
    return {**ability_text(ability, own), "by_hand": ability.by_hand}


def miniatures(match: Match, unit: Unit) -> list[MiniatureState]:
    """One entry a miniature: where it is, its base's radius, its wounds left, its height, and what is on its sheet."""
    sheet = match.battle.scene.sheets[unit.index]
    places = (unit.places, unit.heights, unit.facings)  # who is added gets a new place
    values = (sheet, *places, unit.wounds, unit.deployed)
    return match.kept.get(("miniatures", unit.index), values, lambda: _miniatures(match, unit, sheet))


def _miniatures(match: Match, unit: Unit, sheet: UnitSheet) -> list[MiniatureState]:
    sheets = {id(group): _carried(match, group, sheet.abilities) for group in sheet.miniatures}
    away = absent(sheet, unit)
    return [
        {
            "uuid": match.miniature_uuid(unit.index, index),
            "name": group.name,
            "alive": wounds > 0,
            "wounds": wounds,
            "location": place if unit.deployed else None,
            "radius": half_width(group),
            "height": group.height,
            **elevation(unit, index),
            **on_long_base(sheet, group, unit, index),
            **sheets[id(group)],
        }
        for index, (group, place, wounds) in enumerate(zip(sheet.line_up, unit.places, unit.wounds, strict=True))
        if index not in away
    ]


def _carried(match: Match, group: MiniatureSheet, abilities: tuple[Ability, ...]) -> Carried:
    """What miniatures of a kind have: attributes, weapons with their uuids, the names of their own abilities."""
    found = profile(group, 1, match.cast.weapon_uuid)
    return {
        "attributes": found["attributes"],
        "ranged_weapons": found["ranged_weapons"],
        "melee_weapons": found["melee_weapons"],
        "abilities": [each.name for each in abilities if each.location == "miniature"],
    }


def _sheet(match: Match, unit: Unit) -> Sheet:
    """The kinds of miniature with their stats and weapons; each weapon with its uuid."""
    sheet = match.battle.scene.sheets[unit.index]
    return sheet_shown(sheet, living(sheet, unit.wounds), match.cast.weapon_uuid)


def _position(match: Match, unit: Unit) -> UnitPosition:
    scene, standing = match.battle.scene, unit.on_table
    engaged = standing and scene.engaged(unit.index)
    figures = scene.figures(unit.index)
    return {
        "passengers": _passengers(scene, unit),
        "engaged": engaged,
        "in_combat": engaged and scene.state.phase == "combat",
        "in_cover": standing
        and match.kept.get(("in cover", unit.index), (figures,), lambda: _in_cover(scene.board, figures)),
        "charge_bonus": powers.added(scene, unit.index, "charge") if standing else 0,
        "movement": movement.speed(scene, unit.index) if standing else _printed_speed(scene, unit),
    }


def _passengers(scene: Scene, unit: Unit) -> int:
    """The units inside a transport."""
    if "transport" not in scene.sheets[unit.index].rules:
        return 0
    return sum(each.inside == unit.index and each.alive for each in scene.state.units)


def _in_cover(board: Board, figures: Figures) -> bool:
    return all(cover(board, FAR_AWAY, p, base) for p, base in zip(figures.places, figures.bases, strict=True))


def _printed_speed(scene: Scene, unit: Unit) -> float:
    return float(min(group.profile.movement for group in scene.sheets[unit.index].starting))


def _actions(scene: Scene, unit: Unit, prompt: Prompt | None) -> UnitActions:
    """What is still open to the unit in each phase of this turn."""
    phase, mine = scene.state.phase, unit.on_table and unit.side == scene.state.active
    return {
        "command_phase_action": mine and phase == "command",
        "movement_action": mine and phase in {"command", "movement"} and not unit.moved,
        "shooting_action": mine and phase in {"command", "movement", "shooting"} and _can_shoot(scene, unit, phase),
        "charge_action": mine and _can_charge(scene, unit, phase),
        "combat_action": unit.on_table and not unit.fought,
        "battle_shock_action": prompt is not None and prompt.why == "shock" and unit.index in prompt.units,
        "scoring_action": mine and not unit.shocked,
    }


def _can_shoot(scene: Scene, unit: Unit, phase: str) -> bool:
    return not unit.shot if phase != "shooting" else bool(targeting.usable(scene, unit))


def _can_charge(scene: Scene, unit: Unit, phase: str) -> bool:
    if phase != "charge":
        return phase in {"command", "movement", "shooting"} and not unit.charge_tried
    return charge.why_not(scene, unit) is None and bool(charge.targets(scene, unit.index))
