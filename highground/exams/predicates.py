"""Tests of what was done in an exam, by their plain names; each gives a predicate over what happened."""

from __future__ import annotations

from math import dist

from highground.engine import choices as ch
from highground.engine import events as ev
from highground.engine import finding
from highground.engine.model import Point
from highground.engine.steps import objectives
from highground.engine.table.bases import disc_within
from highground.exams.building import EAST, WEST
from highground.exams.model import ENEMY, OWN, Passed, Sat


def all_of(*tests: Passed) -> Passed:
    return lambda sat: all(test(sat) for test in tests)


def any_of(*tests: Passed) -> Passed:
    return lambda sat: any(test(sat) for test in tests)


def not_(test: Passed) -> Passed:
    return lambda sat: not test(sat)


def holds(*numbers: int) -> Passed:
    """The side has more control than the enemy at each of these objectives."""
    return lambda sat: all(_ahead(sat, number) > 0 for number in numbers)


def denies(number: int) -> Passed:
    """The enemy doesn't hold the objective."""
    return lambda sat: _ahead(sat, number) >= 0


def _ahead(sat: Sat, number: int) -> int:
    own, enemy = objectives.levels(sat.scene, number)
    return own - enemy


def gap_to(sat: Sat, unit: int, spot: Point) -> float:
    """Inches from the nearest base of a unit to a place; far away where the unit is not on the table."""
    if not sat.after.state.units[unit].on_table:
        return 99.0
    return min(dist((x, y), spot) - r for x, y, r in sat.scene.figures(unit).discs)


def near(unit: int, spot: Point, inches: float) -> Passed:
    return lambda sat: gap_to(sat, unit, spot) <= inches


def away(unit: int, spot: Point, inches: float) -> Passed:
    return lambda sat: gap_to(sat, unit, spot) >= inches


def apart(unit: int, foe: int, inches: float) -> Passed:
    """The units are so far apart or farther."""
    return lambda sat: _gap(sat, unit, foe) >= inches


def within(unit: int, foe: int, inches: float) -> Passed:
    return lambda sat: _gap(sat, unit, foe) <= inches


def _gap(sat: Sat, unit: int, foe: int) -> float:
    units = sat.after.state.units
    return sat.scene.gap(unit, foe) if units[unit].on_table and units[foe].on_table else 99.0


def behind(unit: int, other: int) -> Passed:
    """The unit is not nearer to any enemy than the other is."""

    def test(sat: Sat) -> bool:
        foes = sat.scene.standing(ENEMY)
        return min(_gap(sat, unit, foe) for foe in foes) >= min(_gap(sat, other, foe) for foe in foes) - 0.01

    return test


def in_zone(unit: int, enemy: bool = True) -> Passed:
    """The unit stands wholly in a deployment zone."""
    polygon = (EAST if enemy else WEST).coordinates
    return lambda sat: (
        sat.after.state.units[unit].on_table
        and all(disc_within((x, y), r, polygon) for x, y, r in sat.scene.figures(unit).discs)
    )


def made(kind: type[ch.Choice], unit: int) -> Passed:
    """The unit made a choice of this kind."""
    return lambda sat: any(isinstance(each, kind) and getattr(each, "unit", None) == unit for each in sat.choices)


def moved(unit: int, *hows: str) -> Passed:
    """The unit moved in one of these ways."""
    return lambda sat: any(isinstance(c, ch.Move) and c.unit == unit and c.how in hows for c in sat.choices)


def charges(unit: int, *targets: int) -> Passed:
    """The unit declared a charge, at one of the targets if there are any."""
    return lambda sat: any(
        isinstance(c, ch.Charge) and c.unit == unit and (not targets or bool(set(targets) & set(c.targets)))
        for c in sat.choices
    )


def shoots_at(unit: int, *targets: int) -> Passed:
    """The unit shot, and most of its weapons at one of the targets."""

    def test(sat: Sat) -> bool:
        aimed = [shot.target for c in sat.choices if isinstance(c, ch.Shoot) and c.unit == unit for shot in c.shots]
        return bool(aimed) and 2 * sum(target in targets for target in aimed) > len(aimed)

    return test


def shot_at(target: int) -> Passed:
    """Somebody shot at the target."""
    return lambda sat: any(
        isinstance(c, ch.Shoot) and any(shot.target == target for shot in c.shots) for c in sat.choices
    )


def uses(ability: str) -> Passed:
    return lambda sat: any(isinstance(c, ch.Use) and c.ability.rpartition(".")[2] == ability for c in sat.choices)


def spends() -> Passed:
    """A command point was spent."""
    return lambda sat: any(isinstance(e, ev.AbilityUsed) and e.side == OWN and e.cost > 0 for e in sat.events)


def keeps_points() -> Passed:
    return not_(spends())


def scores(*uids: str) -> Passed:
    """The secondary missions were scored."""
    return lambda sat: (
        set(uids) <= {e.secondary for e in sat.events if isinstance(e, ev.SecondaryScored) and e.side == OWN}
    )


def arrives(unit: int) -> Passed:
    return made(ch.Arrive, unit)


def closed_to_arrivals(unit: int, spots: tuple[Point, ...]) -> Passed:
    """The enemy's unit in reserve finds no place about any of these spots."""
    return lambda sat: all(finding.arrive(sat.scene, unit, spot) is None for spot in spots)
