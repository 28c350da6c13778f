"""What a unit could do from places that it has not moved to, and what could be done to it there."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from highground.game.views.calls import PartRefused
from highground.game.views.values import NamedThing

How = Literal["", "stationary", "move", "advance", "fall_back"]
"""The move that takes a unit to its new places; '' where it is worked out from how far they are."""
Holder = Literal["own", "enemy", "nobody"]


class WeaponPreview(TypedDict):
    """What a weapon would do to one target: `weapons` are those that reach and see it."""

    weapon_uuid: str
    weapon_name: str
    weapons: int
    range: int
    damage: float
    slain: float


class TargetPreview(TypedDict):
    """An enemy unit as a target. `damage` and `slain` are what all weapons that go together are expected to do.

    `range` is that of the longest weapon that could be used. `why` says what keeps the unit from aiming at it, whatever
    its weapons reach.
    """

    unit_uuid: str
    unit_name: str
    distance: float
    sees: bool
    in_range: bool
    cover: bool
    range: int
    models: int
    damage: float
    slain: float
    weapons: list[WeaponPreview]
    why: str


class DangerPreview(TypedDict):
    """An enemy unit as a threat in its next shooting, from where it stands now, and if it charges.

    `cover` is that of the unit against it, `blows` what its charge is expected to do if it reaches.
    """

    unit_uuid: str
    unit_name: str
    distance: float
    sees: bool
    in_range: bool
    cover: bool
    damage: float
    slain: float
    blows: float


class ChargePreview(TypedDict):
    """A charge between the unit and an enemy: the inches between them, the least roll, and the chance of 2D6.

    `theirs` is the enemy's chance from where it stands, `theirs_after_move` the same once it has moved its full
    distance towards the unit.
    """

    unit_uuid: str
    unit_name: str
    distance: float
    engaged: bool
    needed: int
    chance: float
    blows: float
    why: str
    theirs_needed: int
    theirs: float
    theirs_after_move: float


class EscapePreview(TypedDict):
    """What falling back would risk: how many are tested, the highest roll that loses a miniature, and the mean lost."""

    tested: int
    lost_on: int
    slain: float


class ObjectivePreview(TypedDict):
    """An objective that the unit would come to, stay at or leave. `at`: whether it would count there."""

    objective_uuid: str
    name: str
    at: bool
    before: Holder
    after: Holder
    contested: bool
    own_level: int
    enemy_level: int


class AuraPreview(TypedDict):
    """An aura of the unit, and the units that it would reach: friends or, where it is against enemies, foes."""

    name: str
    reach: float
    against_enemies: bool
    units: list[NamedThing]


class ReceivedAura(TypedDict):
    """An aura of another unit that would reach the unit."""

    name: str
    source: NamedThing


class Preview(TypedDict):
    """A unit at places where it might stand: nothing has happened, and no die was rolled.

    `number` counts the battle's choices, as for the state that it belongs to. `damage` and `slain` are what all enemies
    that see the unit there are expected to do by shooting. `holds_fire` says what keeps it from shooting at all after
    that move, as the end of a sentence; empty where nothing does, or where it has nothing to shoot with. `escape` is
    null where it does not fall back, or may not. `refused` says why it could not be put down there now: null where it
    could, and where nobody asks for its move.
    """

    unit_uuid: str
    number: int
    how: How
    refused: PartRefused | None
    escape: EscapePreview | None
    holds_fire: str
    models: int
    wounds: int
    targets: list[TargetPreview]
    dangers: list[DangerPreview]
    damage: float
    slain: float
    charges: list[ChargePreview]
    objectives: list[ObjectivePreview]
    auras: list[AuraPreview]
    received: list[ReceivedAura]


class Threat(TypedDict):
    """What the enemy could do at most to a unit in each square of the board in its next turn, in expected wounds.

    Rows from the top, values from the left, `cell` inches a side; `wounds` are all that the unit has. The enemy may
    move its full distance straight there, shoot with everything and charge; terrain, sight and cover are left out.
    """

    army_uuid: str
    number: int
    against: str
    wounds: int
    cell: float
    columns: int
    rows: int
    highest: float
    values: list[list[float]]
