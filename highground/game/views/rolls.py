"""Attacks: the numbers that they need, every die with what came of it, and what they would do."""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from highground.engine.amendments import MendedRoll
from highground.game.views.values import ValueSource

Stage = Literal["hit", "wound", "save", "damage", "fnp", "complete"]


class StageSource(TypedDict):
    """Where a number of an attack comes from: stage 'hit', name 'skill', effect '3+'."""

    stage: str
    name: str
    effect: str


class NeededValues(TypedDict):
    """Faces as '3+', null where no die is rolled or none would do; modifiers as signed numbers.

    Of a target whose miniatures have different saves, that of the first to be hurt.
    """

    hit_needed: str | None
    hit_modifier: int
    wound_needed: str | None
    wound_modifier: int
    save_needed: str | None
    fnp_needed: str | None
    damage: str
    sources: list[StageSource]


class DeclaredAttack(TypedDict):
    """One weapon's attacks at one target, before a die is rolled."""

    unit_uuid: str
    unit_name: str
    weapon_uuid: str
    weapon_name: str
    weapons: int
    attacks: str
    target_unit_uuid: str
    target_unit_name: str
    needed_values: NeededValues


class CheckRoll(TypedDict):
    """A die against a number: `first` is the face that was rerolled, `roll` is null where no die was rolled."""

    needed: str | None
    roll: int | None
    first: NotRequired[int]
    modifier: NotRequired[int]
    success: bool
    active_abilities: list[ValueSource]


class AmountRoll(TypedDict):
    """How many attacks, or how much damage, with the dice of it; `first` are the faces that were rerolled.

    `final_damage` are the wounds lost by it, once feel no pain is rolled.
    """

    needed: None
    roll: int | None
    faces: list[int]
    first: NotRequired[list[int]]
    final_damage: NotRequired[int]
    active_abilities: list[ValueSource]


class AttackDice(TypedDict):
    """One attack, as far as it went. `wasted`: nobody was left to suffer it."""

    hit_roll: CheckRoll
    wound_roll: NotRequired[CheckRoll]
    save_roll: NotRequired[CheckRoll]
    damage_roll: NotRequired[AmountRoll]
    fnp_roll: NotRequired[list[CheckRoll]]
    critical_hit: bool
    critical_wound: bool
    wasted: NotRequired[bool]


class DiceTable(TypedDict):
    """All rolls of one weapon's attacks at one target. `attacks_roll` is how many attacks there were."""

    weapon_uuid: str
    weapon_name: str
    weapons: int
    attacks_roll: AmountRoll
    attacks: list[AttackDice]


class WeaponRoll(DiceTable):
    """The same in a running game, with the target and what became of it.

    `acted` says what the weapon's keywords did: '2 extra hits (Sustained Hits 1)'.
    """

    target_unit_uuid: str
    target_unit_name: str
    damage_taken: int
    models_killed: int
    needed_values: NeededValues
    acted: NotRequired[list[str]]


class MiniatureRolls(TypedDict):
    miniature_uuid: str
    weapon_rolls: list[WeaponRoll]


class DiceShare(TypedDict):
    """The dice of a roll that are one weapon's at one target."""

    weapon_name: str
    target_unit_name: str
    dice: int


class LatestRoll(TypedDict):
    """The attacks of one unit with all dice rolled so far, and the stage that comes next.

    `dice_due`: dice of that stage before any is rolled again, null where only the roll shows how many; `number_due`:
    those that say first how many attacks there are, '2 × D6+3', or ''. `dice_shares`: whose the dice are that are due,
    in the order in which the roll takes them, where they are several weapons' and it is known how many.
    """

    unit_uuid: str
    unit_name: str
    stage: Stage
    dice_due: int | None
    number_due: str
    dice_shares: NotRequired[list[DiceShare]]
    miniature_rolls: list[MiniatureRolls]


class Chances(TypedDict):
    """A mean, and the chances of 0, 1, 2, ... in order."""

    mean: float
    chances: list[float]


class ShotOdds(DeclaredAttack):
    """A declared shot's attacks: wounds that its target loses, miniatures of it that fall."""

    damage: Chances
    slain: Chances


class TargetOdds(TypedDict):
    """All shots at one unit together. `destroyed` is the chance that nobody of it is left."""

    target_unit_uuid: str
    target_unit_name: str
    models: int
    wounds: int
    damage: Chances
    slain: Chances
    destroyed: float


class AttackOdds(TypedDict):
    """What attacks would do that are not declared yet."""

    shots: list[ShotOdds]
    targets: list[TargetOdds]


TookPart = Literal["revealed", "missed", "none"]


class RollShown(TypedDict):
    """How the dice of the last choice with any came about.

    `witness` is 'revealed', 'missed' (it did not reveal in time) or 'none'; `thrower` likewise. `roll` is null for dice
    of a seed, and for those that players rolled themselves (`own`).
    """

    roll: int | None
    witness: TookPart
    thrower: TookPart
    own: Literal["typed", "camera"] | None


class FallenDie(TypedDict):
    """A die of attacks that fell last, and can be turned by hand; `again`: it has been rolled once."""

    volley: int
    die: int
    face: int
    sides: int
    again: bool
    weapon_name: str
    target_unit_name: str


class DueDamage(TypedDict):
    """The damage that an attack is about to do, which can be put right by hand; `wound` is its place in the volley."""

    volley: int
    wound: int
    damage: int
    weapon_name: str
    target_unit_name: str


class FallenRoll(TypedDict):
    """A roll of a unit in this phase that can be put right by hand: a charge, an advance, a battle-shock test."""

    roll: MendedRoll
    unit_uuid: str
    unit_name: str
    faces: list[int]


class DiceShown(TypedDict):
    """How the game's dice are made; `pending` while the dice of a fixed choice are being made. `fallen` are those of
    attacks that fell last, while they are still under way, `harm` what these are about to do, `rolls` those of units as
    long as they can be put right.
    """

    sealed: bool
    own_dice: bool
    pending: bool
    last: RollShown | None
    fallen: list[FallenDie]
    harm: list[DueDamage]
    rolls: list[FallenRoll]
