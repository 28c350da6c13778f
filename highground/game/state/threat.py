"""The enemy's threat over the board: what it could do at most to a unit in each square in its next turn.

Every enemy unit on the table may come straight towards the square by its full move, shoot with all that then reaches
it, and charge if it is near enough. Terrain, sight, cover and units in its way are left out: it is this at most.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from highground.ai.prospects import CHARGE_ODDS
from highground.engine.abilities import powers
from highground.engine.attack.definition import define, miniature_wounds
from highground.engine.attack.expected import expected
from highground.engine.attack.terms import Attack, Pool, Target
from highground.engine.effects import Circumstances
from highground.engine.model import BOARD_HEIGHT, BOARD_WIDTH
from highground.engine.scene import Scene
from highground.engine.steps import charge, declared, movement
from highground.engine.steps.armament import Arm, arms_of, guns, mark_of
from highground.engine.steps.targeting import unspent
from highground.engine.table.distance import ENGAGEMENT
from highground.game.match.match import Match
from highground.game.state.expectations import all_strike
from highground.game.views.preview import Threat

Floats = npt.NDArray[np.float64]

CELL = 2.0
TYPICAL: Target = (Pool(2, 3, None, None, 10),)
"""Ten miniatures with 2 wounds and a save of 3+."""
TYPICAL_TOUGHNESS = 4
TYPICAL_RADIUS = 0.63
TYPICAL_NAME = "ten miniatures with T4, 3+, W2"

_COLUMNS, _ROWS = int(BOARD_WIDTH / CELL), int(BOARD_HEIGHT / CELL)
_X, _Y = np.meshgrid((np.arange(_COLUMNS) + 0.5) * CELL, (np.arange(_ROWS) + 0.5) * CELL)


class Victim(NamedTuple):
    """Who stands in the squares: a unit of the battle, or a typical one."""

    unit: int | None
    target: Target
    radius: float


def threat(match: Match, side: int, unit: int | None = None) -> Threat:
    """The threat to a side of its enemy: to one of its units, if named, else to a typical one."""
    scene = match.battle.scene
    victim = _victim(scene, unit)
    total = np.zeros((_ROWS, _COLUMNS))
    for foe in scene.standing(1 - side):
        total += _of_unit(scene, foe, victim)
    if unit is not None:
        np.minimum(total, float(sum(miniature_wounds(victim.target))), out=total)
    return {
        "army_uuid": match.cast.army_uuids[side],
        "number": match.number,
        "against": TYPICAL_NAME if unit is None else match.cast.units[unit],
        "wounds": sum(miniature_wounds(victim.target)),
        "cell": CELL,
        "columns": _COLUMNS,
        "rows": _ROWS,
        "highest": round(float(total.max()), 1),
        "values": np.round(total, 1).tolist(),
    }


def _victim(scene: Scene, unit: int | None) -> Victim:
    if unit is None:
        return Victim(None, TYPICAL, TYPICAL_RADIUS)
    return Victim(unit, mark_of(scene, unit).target, max(base.radius for base in scene.figures(unit).bases))


def _of_unit(scene: Scene, foe: int, victim: Victim) -> Floats:
    """Expected wounds of one enemy unit in each square."""
    figures = scene.figures(foe)
    left = np.full((_ROWS, _COLUMNS), np.inf)
    for x, y, radius in figures.discs:
        np.minimum(left, np.hypot(_X - x, _Y - y) - radius, out=left)
    left -= victim.radius + movement.speed(scene, foe)
    np.maximum(left, 0.0, out=left)
    total = np.zeros_like(left)
    for modes in _by_weapon(scene, foe).values():
        harm = [(arm.weapon.range >= left) * _harm(scene, foe, arm, victim) for arm in modes]
        total += np.maximum.reduce(harm)
    if not scene.sheets[foe].gait.airborne:
        total += _charging(scene, foe, left) * _blows(scene, foe, victim)
    return total


def _by_weapon(scene: Scene, unit: int) -> dict[str, list[Arm]]:
    """The unit's guns that are left, modes of one weapon together."""
    found: dict[str, list[Arm]] = {}
    for arm in guns(arms_of(scene, unit), scene.sheets[unit]).values():
        found.setdefault(arm.weapon.mode or arm.weapon.uid, []).append(arm)
    return found


def _harm(scene: Scene, unit: int, arm: Arm, victim: Victim) -> float:
    """Expected wounds of all that carry the weapon and live."""
    state = scene.state.units[unit]
    arm = unspent(state, arm)
    bearers = tuple(arm.carried)
    if not bearers:
        return 0.0
    melee, single = arm.weapon.melee, arm.weapon.melee and "extra attacks" not in arm.keywords
    weapons = len(bearers) if single else sum(arm.carried[i] for i in bearers)
    return expected(_attack(scene, unit, arm, weapons, victim, Circumstances(charged=melee)), victim.target)


def _attack(scene: Scene, unit: int, arm: Arm, weapons: int, victim: Victim, circumstances: Circumstances) -> Attack:
    if victim.unit is not None:
        return declared.attack_of(scene, unit, arm, weapons, victim.unit, circumstances)
    return define(arm.weapon, weapons, circumstances, TYPICAL_TOUGHNESS)


def _charging(scene: Scene, unit: int, left: Floats) -> Floats:
    """The odds of its charge over the inches that are left."""
    needed = np.ceil(left - ENGAGEMENT).astype(np.intp) - powers.added(scene, unit, "charge")
    odds: Floats = CHARGE_ODDS.take(np.clip(needed, 0, len(CHARGE_ODDS) - 1))
    if powers.rerolls(scene, unit, "charge"):
        odds = 1.0 - (1.0 - odds) ** 2
    return odds * (left <= charge.REACH)


def _blows(scene: Scene, unit: int, victim: Victim) -> float:
    """Expected wounds of a charge by all that live."""
    return all_strike(scene, unit, lambda arm, _bearers: _harm(scene, unit, arm, victim))
