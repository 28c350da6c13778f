"""What abilities bring about by themselves at a moment of the battle, without anybody's choosing."""

from __future__ import annotations

from collections.abc import Sequence

from highground.engine import events as ev
from highground.engine.abilities import powers
from highground.engine.abilities.afflictions import Bounty
from highground.engine.abilities.condition import OF_ARMIES
from highground.engine.abilities.conditions import check, ready
from highground.engine.abilities.effect import Effect, Moment
from highground.engine.abilities.sources import BoundPower, Power, Powers
from highground.engine.kept import While
from highground.engine.scene import Scene
from highground.engine.state import Active
from highground.engine.steps.doing import Doing
from highground.engine.steps.possible import Looking

_BEGINS: dict[str, Moment] = {"movement": "movement start", "shooting": "shooting start", "charge": "charge start"}
_ENDS: dict[str, Moment] = {
    "movement": "movement end",
    "shooting": "shooting end",
    "charge": "charge end",
    "combat": "combat end",
}


def phase_begins(scene: Scene, phase: str) -> None:
    if phase in _BEGINS:
        _happen(scene, _BEGINS[phase], (0, 1))


def phase_ends(scene: Scene, phase: str) -> None:
    if phase in _ENDS:
        _happen(scene, _ENDS[phase], (0, 1))


def fallen_stand_up(scene: Scene) -> None:
    """What brings back those who were destroyed for the first time in this phase, which ends."""
    for each in Powers.of(scene.setup).moments.get("fell", ()):
        if _has_just_fallen(scene, each.unit):
            side = scene.state.units[each.unit].side
            _carry_out(Happening(scene, each.power.name, side, each.unit, each.unit), each.power.effect, {})


def _has_just_fallen(scene: Scene, unit: int) -> bool:
    state, fallen = scene.state, scene.state.units[unit]
    found = [(each.round, each.turn, each.phase) for each in state.destroyed if each.unit == unit]
    was_there = fallen.deployed or fallen.joined is not None
    return was_there and found == [(state.round, state.turn, state.phase)]


def shock_step(scene: Scene) -> None:
    """The step of the active army's battle-shock tests begins."""
    _happen(scene, "shock step", (0, 1))


def slew(scene: Scene, unit: int) -> None:
    """The unit has destroyed an enemy unit."""
    _happen(scene, "slew", (scene.state.units[unit].side,), by=unit)


def enemy_fell(scene: Scene, side: int) -> None:
    """An enemy unit has fallen that no unit of the side destroyed: what the army has for it."""
    _of_army(scene, "slew", side)


def command_begins(scene: Scene) -> None:
    _pay_bounty(scene)
    _happen(scene, "command start", (scene.state.active,))
    _happen(scene, "each command start", (0, 1))


def command_ends(scene: Scene) -> None:
    _happen(scene, "command end", (scene.state.active,))


def command_is_over(scene: Scene) -> None:
    """Either army's command phase has ended, and it is known who holds what."""
    _happen(scene, "each command end", (0, 1))


def combat_begins(scene: Scene) -> None:
    _happen(scene, "combat start", (0, 1))


def round_begins(scene: Scene) -> None:
    _happen(scene, "round start", (0, 1))


def moved(scene: Scene, unit: int, how: Moment) -> None:
    """The unit has ended a move of its movement phase, or stood still."""
    _happen(scene, how, (scene.state.units[unit].side,), by=unit)


def charged(scene: Scene, unit: int) -> None:
    """The unit has ended a charge move."""
    _happen(scene, "charged", (0, 1), by=unit)


def stratagem_used(scene: Scene, unit: int) -> None:
    """A stratagem was used on the unit by its army."""
    _happen(scene, "stratagem", (0, 1), unit)


def shock_tested(scene: Scene, unit: int, passed: bool) -> None:
    enemy = 1 - scene.state.units[unit].side
    near = [] if passed else _failed_near(scene, unit, enemy)
    if not passed:
        _of_army(scene, "enemy shock failed", enemy)
    _happen(scene, "shock passed" if passed else "shock failed", (0, 1), unit)
    for holder, power in near:
        if scene.on_table(holder) and ready(scene, holder, power.effect):
            on = unit if power.effect.who == "target" else holder
            _bring_about(scene, power.name, power.effect, holder, on)


def _failed_near(scene: Scene, unit: int, side: int) -> list[tuple[int, Power]]:
    """What units of a side have for an enemy near them that fails its test, each once; its conditions are theirs."""
    found: dict[tuple[int, int], tuple[int, Power]] = {}
    for each in Powers.of(scene.setup).moments.get("enemy shock failed", ()):
        holder = scene.bearing(each.unit, each.bearers)
        if holder is None or scene.state.units[holder].side != side or not scene.on_table(holder):
            continue
        if scene.on_table(unit) and powers.reaches(scene, each, holder, unit):
            found.setdefault((holder, id(each.power)), (holder, each.power))
    return list(found.values())


def destroyed(scene: Scene, by: int, unit: int) -> None:
    """The unit was destroyed by an enemy: what its abilities do to that one."""
    due = Powers.of(scene.setup).moments.get("destroyed", ())
    for each in due:
        if each.unit == unit:
            _bring_about(scene, each.power.name, each.power.effect, unit, by)


def helped(scene: Scene, by: int, unit: int) -> None:
    """A unit helps another: what its abilities bring to that one; their conditions are its own."""
    for each in Powers.of(scene.setup).moments.get("helps", ()):
        if scene.bearing(each.unit, each.bearers) == by and ready(scene, by, each.power.effect):
            _bring_about(scene, each.power.name, each.power.effect, by, unit)


def _pay_bounty(scene: Scene) -> None:
    """Points for the fall of a marked enemy, once."""
    state, side = scene.state, scene.state.active
    held = next((e for e in state.active_effects if e.side == side and isinstance(e.effect, Bounty)), None)
    if held is None or not isinstance(held.effect, Bounty):
        return
    fallen = {each.unit for each in state.destroyed}
    marked = (e for e in state.active_effects if e.side == side and e.effect.marks() == held.effect.name)
    if any(each.unit in fallen for each in marked):
        points = held.effect.bounty(state.round)
        scene.emit(ev.BountyPaid(side, points, held.name))


def _happen(
    scene: Scene, moment: Moment, sides: tuple[int, ...], only: int | None = None, by: int | None = None
) -> None:
    """Whatever the units of these sides have for the moment, once each: equal ones do not add up.

    It happens to one unit `only`, or is what one unit has (`by`).
    """
    for side in sides:
        _of_army(scene, moment, side)
    due: Sequence[BoundPower] = Powers.of(scene.setup).moments.get(moment, ())
    if scene.state.active_effects:
        due = [*due, *begun(scene, moment)]
    if not due:
        return
    done: set[tuple[int, int]] = set()
    rolled: dict[tuple[int, str], dict[int | None, int]] = {}
    for each in due:
        unit = scene.bearing(each.unit, each.bearers)
        if unit is None or not scene.state.units[unit].on_table or scene.state.units[unit].side not in sides:
            continue
        if by is not None and unit != by:
            continue
        for on in _affected(scene, unit, each, only):
            if (on, id(each.power)) not in done and ready(scene, on, each.power.effect):
                done.add((on, id(each.power)))
                faces = rolled.setdefault((unit, each.power.name), {})
                _bring_about(scene, each.power.name, each.power.effect, unit, on, faces)


def _of_army(scene: Scene, moment: Moment, side: int) -> None:
    """Whatever an army has for the moment as a whole, one after the other, where its conditions hold for any unit."""
    for power in Powers.of(scene.setup).army_moments[side].get(moment, ()):
        unit = next((each.index for each in scene.state.units if each.side == side), None)
        asked = [each for each in power.effect.conditions if each.kind in OF_ARMIES]
        if unit is None or not all(check(scene, each, unit, None) for each in asked):
            continue
        _carry_out(Happening(scene, power.name, side, None), power.effect, {})


def begun(scene: Scene, moment: Moment) -> list[BoundPower]:
    """What somebody switched on that happens at the moment, by the units that have it."""
    found: list[BoundPower] = []
    for each in _timed(scene):
        if each.effect.when == moment:
            having = scene.standing(each.side) if each.unit is None else [each.unit]
            power = Power(each.name, each.effect)
            found += [BoundPower(unit, (), power) for unit in having]
    return found


def _timed(scene: Scene) -> list[Active]:
    """Of what somebody switched on, what happens at some moment; mostly nothing does."""
    active = scene.state.active_effects
    known = _TIMED.get(scene.memory, "", active)
    return known if known is not None else _TIMED.put(scene.memory, "", active, [e for e in active if e.effect.when])


_TIMED: While[str, list[Active]] = While(same=True)


def _affected(scene: Scene, unit: int, each: BoundPower, only: int | None) -> Sequence[int]:
    """The units that it happens to; what a leader has about it is measured from the leader, as its circles are."""
    side = scene.state.units[unit].side
    found = nearby_of(scene, each, side, unit) if each.power.effect.who.endswith("within") else [unit]
    return found if only is None else [on for on in found if on == only]


def nearby(scene: Scene, effect: Effect, side: int, unit: int | None) -> list[int]:
    """The enemies or friends within the effect's reach of the side's unit; without a unit or a reach, all of them."""
    near = scene.standing(1 - side if effect.who == "enemies within" else side)
    return scene.about(unit, near, effect.reach) if effect.reach and unit is not None else list(near)


def nearby_of(scene: Scene, power: BoundPower, side: int, unit: int) -> list[int]:
    """The same for what stands in the unit and has the power: about a leader those near the leader alone."""
    effect, near = power.power.effect, nearby(scene, power.power.effect, side, unit)
    return [on for on in near if on == unit or powers.reaches(scene, power, unit, on)] if effect.reach else near


def _bring_about(
    scene: Scene, name: str, effect: Effect, unit: int, on: int, rolled: dict[int | None, int] | None = None
) -> None:
    """`rolled` has the dice of other effects of the ability."""
    if scene.on_table(on) and effect.wanted(Looking(scene), on):
        happening = Happening(scene, name, scene.state.units[unit].side, on, unit)
        _carry_out(happening, effect, {} if rolled is None else rolled)


def _carry_out(happening: Happening, effect: Effect, rolled: dict[int | None, int]) -> None:
    if not happening.shows(effect, rolled):
        return
    if effect.lasts and not effect.of_moments:
        happening.begin(effect)
    else:
        effect.happen(happening)


class Happening(Doing):
    """An effect that happens by itself."""

    def tested(self, unit: int, passed: bool) -> None:
        shock_tested(self.scene, unit, passed)
