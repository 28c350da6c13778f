"""Whether what an ability lets a unit do at once can be done now."""

from __future__ import annotations

from highground.engine import spare
from highground.engine.abilities import conditions, powers
from highground.engine.abilities.acting import Battlefield
from highground.engine.abilities.bans import forbids
from highground.engine.abilities.condition import Condition
from highground.engine.abilities.model import Ability
from highground.engine.abilities.resources import Enlist
from highground.engine.attached import base_sheets, may_join_beside
from highground.engine.errors import Refusal
from highground.engine.figures import together
from highground.engine.kept import OnTable
from highground.engine.scene import Scene
from highground.engine.state import AbilityCast, Melee, Resolving, Unit
from highground.engine.steps import striking, targeting
from highground.engine.steps.armament import Arm
from highground.engine.steps.reserving import join_refusal
from highground.engine.table import floors
from highground.engine.table.coherency import coherent
from highground.engine.table.distance import TOLERANCE, closest_pair
from highground.engine.table.sight import visible

JOINING = 2.0
"""Inches between a leader and the unit that it joins, once both stand on the table."""


class Looking(Battlefield):
    """The table as effects that happen at once look at it."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene

    def hurt(self, unit: int) -> bool:
        line_up = self.scene.sheets[unit].line_up
        return any(0 < left < line_up[i].profile.wounds for i, left in enumerate(self.scene.state.units[unit].wounds))

    def thinned(self, unit: int) -> bool:
        return bool(spare.fallen(self.scene.sheets[unit], self.scene.state.units[unit]))

    def may_grow(self, unit: int, name: str) -> bool:
        return bool(spare.to_come(self.scene.sheets[unit], self.scene.state.units[unit], name))

    def may_move(self, unit: int) -> bool:
        return self.scene.on_table(unit) and not self.scene.engaged(unit)

    def may_charge(self, unit: int) -> bool:
        airborne = self.scene.sheets[unit].gait.airborne
        return self.may_move(unit) and not airborne and not forbids(self.scene, unit, "charge")

    def may_withdraw(self, unit: int) -> bool:
        units = self.scene.state.units
        return self.may_move(unit) and all(other.inside != unit for other in units)

    def shocked(self, unit: int) -> bool:
        return self.scene.state.units[unit].shocked

    def may_shoot(self, unit: int) -> bool:
        """Engaged or not, with the weapons that it could use in its own shooting phase."""
        return self.scene.on_table(unit) and bool(targeting.usable(self.scene, self.scene.state.units[unit]))

    def may_shoot_at(self, unit: int, target: int) -> bool:
        return _can_snap(self.scene, unit, target)

    def may_fight(self, unit: int) -> bool:
        state = self.scene.state
        fighting = any(isinstance(frame, Melee) for frame in state.stack)
        return fighting and unit in striking.able(self.scene, state.units[unit].side)

    def wounded(self, unit: int) -> bool:
        frame = next((each for each in reversed(self.scene.state.stack) if isinstance(each, Resolving)), None)
        return frame is not None and any(damage for _, _, damage in wounds_due(frame, unit))

    def helper(self, wanted: object, unit: int, target: int) -> int | None:
        """Who would help: one with the keyword if there is one, and of these the cheapest, which gives up least."""
        assert isinstance(wanted, Enlist)
        scene = self.scene
        able = [
            each for each in scene.standing(scene.state.units[unit].side) if self._helps(each, unit, target, wanted)
        ]
        lit = [each for each in able if wanted.keyword and scene.has_keyword(each, wanted.keyword)]
        return min(lit or able, key=lambda each: scene.sheets[each].points, default=None)

    def _helps(self, other: int, unit: int, target: int, wanted: Enlist) -> bool:
        scene, state, sheet = self.scene, self.scene.state.units[other], self.scene.sheets[other]
        free = other != unit and not state.shocked and "fortification" not in sheet.keyword_set
        having = {a.uid or a.name for a in sheet.abilities if any(e.kind == wanted.kind for e in a.effects)}
        if not free or not having or any(cast.unit == other and cast.ability in having for cast in self._now()):
            return False  # who is helped shoots next, and so helps nobody
        if conditions.check(scene, Condition("named", name=wanted.name), other, None):
            return False
        late = state.moved == "advanced" and not state.shot and powers.permits(scene, other, "advance and help")
        return (late or bool(targeting.usable(scene, state))) and any(scene.lane(other, target).sees)

    def _now(self) -> list[AbilityCast]:
        """What has been used in this phase."""
        state = self.scene.state
        now = (state.round, state.turn, state.phase)
        return [cast for cast in state.casts if (cast.round, cast.turn, cast.phase) == now]


def wounds_due(frame: Resolving, unit: int) -> list[tuple[int, int, int]]:
    """The wounds that a unit is about to suffer: their volley, their place in it, their damage."""
    found: list[tuple[int, int, int]] = []
    for number, each in enumerate(frame.volleys):
        wounding = each.sequence.wounding
        if each.target == unit and wounding is not None and each.sequence.losses is None:
            found += [(number, place, damage) for place, damage in enumerate(wounding.amounts)]
    return found


def refusal(scene: Scene, ability: Ability, unit: int) -> Refusal | None:
    """Why the unit cannot do what the ability would let it do."""
    for effect in ability.effects:
        if not effect.possible(Looking(scene), unit):
            return Refusal("impossible", unit=scene.called(unit), action=effect.kind)
    return None


def leadable(scene: Scene, unit: int) -> tuple[int, ...]:
    """The units that a leader may join: named on its sheet, with room for it, set up beside it or not at all."""
    state, own = scene.state.units[unit], base_sheets(scene.setup)
    sheet = own[unit]
    if state.joined is not None or not state.alive or state.leaders or state.inside is not None:
        return ()
    return tuple(
        [
            other.index
            for other in scene.state.units
            if other.side == state.side
            and other.index != unit
            and other.alive
            and other.inside is None
            and own[other.index].name in sheet.leads
            and may_join_beside(sheet, [own[leader] for leader in other.leaders])
            and other.deployed == state.deployed
            and other.reserves == state.reserves
            and (not state.deployed or _beside(scene, unit, other.index))
            and join_refusal(scene, state, other) is None
        ]
    )


def _beside(scene: Scene, leader: int, unit: int) -> bool:
    """Whether the two would be one unit in coherency where they stand."""
    if not scene.within(leader, unit, JOINING):
        return False
    own, other = scene.figures(leader), scene.figures(unit)
    both = together([other, own])
    if not other.heights and not own.heights:
        return coherent(both.places, both.bases)
    return floors.coherent(both)


def able_at(scene: Scene, ability: Ability, unit: int, target: int) -> bool:
    """Whether what the ability lets the unit do can be done to this target at all."""
    return all(effect.possible_at(Looking(scene), unit, target) for effect in ability.effects)


def _can_snap(scene: Scene, unit: int, target: int) -> bool:
    """Whether `_snap` finds anything."""
    key, state = (unit, target), scene.state.units[unit]
    known = _SNAPS.get(scene.memory, key)
    if known is None or known[0] is not state:
        known = _SNAPS.put(scene.memory, key, (state, _finds_snap(scene, unit, target)))
    return known[1]


_SNAPS: OnTable[tuple[int, int], tuple[Unit, bool]] = OnTable()


def _finds_snap(scene: Scene, unit: int, target: int) -> bool:
    """As `_can_snap`; mostly settled by the distance, or by one look from the nearest miniature that carries a gun."""
    if not scene.within(unit, target, targeting.farthest(scene, unit)):
        return False
    arms = targeting.usable(scene, scene.state.units[unit]).values()
    longest = max([arm.weapon.range for arm in arms], default=0)
    if not longest or scene.gap(unit, target) > longest + TOLERANCE:
        return False
    mine, theirs = scene.figures(unit), scene.figures(target)
    if mine.heights or theirs.heights:
        return bool(snap_shots(scene, unit, target))
    i, j, gap = closest_pair(mine.places, mine.bases, theirs.places, theirs.bases)
    here = mine.indices[i]
    direct = any(here in arm.carried and arm.weapon.range + TOLERANCE >= gap for arm in arms)
    seen = direct and visible(scene.board, mine.places[i], mine.bases[i], theirs.places[j], theirs.bases[j])
    if seen and targeting.target_refusal(scene, unit, target) is None:
        return True
    return bool(snap_shots(scene, unit, target))


def snap_shots(scene: Scene, unit: int, target: int) -> list[tuple[Arm, tuple[int, ...]]]:
    """The weapons that reach and see the target, one firing mode of each, with their bearers."""
    if targeting.target_refusal(scene, unit, target) is not None:
        return []
    state, lane = scene.state.units[unit], scene.lane(unit, target)
    found: list[tuple[Arm, tuple[int, ...]]] = []
    used: set[str] = set()
    for arm in targeting.usable(scene, state).values():
        if arm.weapon.mode and arm.weapon.mode in used:
            continue
        reach = arm.weapon.range + TOLERANCE
        seeing = {i for k, i in enumerate(lane.indices) if lane.sees_within(k, reach)}
        bearers = tuple([i for i in targeting.bearers_at(scene, state, arm, target, lane) if i in seeing])
        if bearers:
            used.add(arm.weapon.mode)
            found.append((arm, bearers))
    return found
