"""Home ground of an army: its deployment zone always, and each other area of which it holds half of the objectives.

The areas are the two zones and what lies between them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from highground.engine.abilities.condition import AND
from highground.engine.base import Base
from highground.engine.kept import Once
from highground.engine.model import Point, Setup
from highground.engine.scene import Scene
from highground.engine.table.bases import reaches_into, wholly_within
from highground.engine.table.distance import TOLERANCE, farthest, to_point
from highground.engine.table.shapes import in_polygon

Area = Literal["own", "between", "enemy"]


def stands_on(scene: Scene, unit: int, side: int) -> bool:
    """Whether a miniature of the unit stands on the side's home ground."""
    home, figures, about = home_areas(scene, side), scene.figures(unit), _about(scene, side)
    return any(
        not home.isdisjoint(_reached(scene, side, place, base))
        or any(to_point(place, base, other) <= far + TOLERANCE for other, far in about)
        for place, base in zip(figures.places, figures.bases, strict=True)
    )


def wholly_on(scene: Scene, side: int, places: Sequence[Point], bases: Sequence[Base]) -> bool:
    """Whether all bases lie on the side's home ground alone."""
    home, about = home_areas(scene, side), _about(scene, side)
    return all(
        home.issuperset(_reached(scene, side, place, base))
        or any(farthest(place, base, other) <= far + TOLERANCE for other, far in about)
        for place, base in zip(places, bases)
    )


def wholly_beside(
    scene: Scene, unit: int, name: str, inches: int, places: Sequence[Point], bases: Sequence[Base]
) -> bool:
    """Whether all bases lie within so many inches of other units of the side that have the keywords, each of one."""
    state, names = scene.state.units[unit], name.split(AND)
    such = (each for each in scene.standing(state.side) if scene.sheets[each].keyword_set.issuperset(names))
    discs = [((x, y), radius + inches) for each in such if each != unit for x, y, radius in scene.figures(each).discs]
    return all(
        any(farthest(place, base, other) <= far + TOLERANCE for other, far in discs)
        for place, base in zip(places, bases)
    )


def holding(scene: Scene, side: int) -> tuple[int, int]:
    """How many objectives the side holds in its own zone, and how many outside of it."""
    objectives, markers = scene.setup.layout.objectives, scene.state.markers
    held = [each for each, marker in zip(objectives, markers, strict=True) if marker.held_by == side]
    home = sum([_area_of(scene, side, each.location) == "own" for each in held])
    return home, len(held) - home


def _home_units(setup: Setup) -> list[tuple[int, int, tuple[int, ...], int]]:
    """The units about which the ground is their army's: side, unit, who has the ability, inches."""
    found: list[tuple[int, int, tuple[int, ...], int]] = []
    index = 0
    for side, army in enumerate(setup.armies):
        for sheet in army.units:
            for ability in sheet.abilities:
                inches = max([effect.homes() for effect in ability.effects], default=0) if ability.use is None else 0
                found += [(side, index, ability.bearers, inches)] if inches else []
            index += 1
    return found


_HOMES: Once[list[tuple[int, int, tuple[int, ...], int]]] = Once("_homes", _home_units)


def _about(scene: Scene, side: int) -> list[tuple[Point, float]]:
    """The centres of the discs about which the ground is the side's, and how far from there."""
    found: list[tuple[Point, float]] = []
    for whose, unit, bearers, inches in _HOMES.of(scene.setup):
        host = scene.bearing(unit, bearers) if whose == side else None
        if host is not None and scene.on_table(host):
            figures = scene.figures(host)
            found += [((x, y), radius + inches) for x, y, radius in figures.discs]
    return found


def home_areas(scene: Scene, side: int) -> set[Area]:
    """The areas that are the side's home ground now."""
    held: dict[Area, list[bool]] = {"between": [], "enemy": []}
    for objective, marker in zip(scene.setup.layout.objectives, scene.state.markers, strict=True):
        for area in ("between", "enemy"):
            if _area_of(scene, side, objective.location) == area:
                held[area].append(marker.held_by == side)
    half: set[Area] = {area for area, each in held.items() if each and 2 * sum(each) >= len(each)}
    return {"own", *half}


def _zones(scene: Scene, side: int) -> list[tuple[Area, Sequence[Point]]]:
    found: list[tuple[Area, Sequence[Point]]] = []
    for area, whose in (("own", side), ("enemy", 1 - side)):
        zone = scene.state.armies[whose].zone
        if zone is not None:
            found.append(("own" if area == "own" else "enemy", scene.setup.layout.zones[zone].coordinates))
    return found


def _area_of(scene: Scene, side: int, place: Point) -> Area:
    return next((area for area, polygon in _zones(scene, side) if in_polygon(place, tuple(polygon))), "between")


def _reached(scene: Scene, side: int, place: Point, base: Base) -> set[Area]:
    """The areas that a base reaches into."""
    found: set[Area] = set()
    within = False
    for area, polygon in _zones(scene, side):
        if reaches_into(place, base, tuple(polygon)):
            found.add(area)
            within = within or wholly_within(place, base, tuple(polygon))
    return found if within else {*found, "between"}
