"""Where a unit may be put down: checks of places that were chosen, and places that the engine finds itself."""

from __future__ import annotations

from collections.abc import Sequence

from highground.engine.errors import Refusal
from highground.engine.events import Way
from highground.engine.model import Point
from highground.engine.scene import Scene
from highground.engine.state import Charging, Unit
from highground.engine.table.coherency import coherent
from highground.engine.table.contact import charge_to, pile_in
from highground.engine.table.distance import ENGAGEMENT, TOLERANCE, Disc, apart, bounds, within
from highground.engine.table.moves import Bends, Offence, bends, check_move, walk, way_of

_NEAR = 2.0
"""Inches beyond a move's own circle within which other bases can matter to it."""


def refuse(scene: Scene, unit: int, offence: Offence) -> Refusal:
    """What the table found wrong, said of the unit."""
    sentence = f"{scene.sheets[unit].name}: {offence.sentence[0].lower()}{offence.sentence[1:]}"
    return Refusal(offence.code, sentence, offence.measure, offence.remedy)


def check_standing(scene: Scene, unit: Unit, places: tuple[Point, ...]) -> None:
    """On the board, on nobody's base, on no wall, out of engagement, in coherency."""
    radii = scene.figures(unit.index).radii
    x, y, reach = bounds(places, radii)
    enemies = scene.bases_near(1 - unit.side, (x, y), reach + _NEAR)
    others = scene.bases_near(unit.side, (x, y), reach + _NEAR, unit.index)
    offence = check_move(scene.board, places, places, radii, None, enemies, others)
    if offence is not None:
        raise refuse(scene, unit.index, offence)


def check_path(
    scene: Scene, unit: Unit, places: tuple[Point, ...], limit: float, keep_from: Sequence[Disc] | None = None
) -> Bends:
    """Each miniature's way is legal and no longer than `limit` inches, and the unit ends where it may stand.

    `keep_from`: the bases to stay more than an inch away from, by default all enemies. Returns the ways that bend, by
    the miniature's place among the living.
    """
    if keep_from is None and scene.vouches(unit.index, places, limit):
        return {}
    found = _walk(scene, unit, places, limit, keep_from)
    if isinstance(found, Offence):
        raise refuse(scene, unit.index, found)
    return found


def _walk(
    scene: Scene, unit: Unit, places: tuple[Point, ...], limit: float, keep_from: Sequence[Disc] | None
) -> Offence | Bends:
    figures = scene.figures(unit.index)
    reach = figures.reach + limit + _NEAR
    enemies = scene.bases_near(1 - unit.side, figures.centre, reach)
    others = scene.bases_near(unit.side, figures.centre, reach, unit.index)
    return walk(scene.board, figures.places, places, figures.radii, limit, enemies, others, keep_from=keep_from)


def check_escape(scene: Scene, unit: Unit, places: tuple[Point, ...], limit: float) -> tuple[Bends, tuple[int, ...]]:
    """As `check_path`, but enemies may be passed through: the ways that bend, and who has no other way than that."""
    figures = scene.figures(unit.index)
    reach = figures.reach + limit + _NEAR
    enemies = scene.bases_near(1 - unit.side, figures.centre, reach)
    others = scene.bases_near(unit.side, figures.centre, reach, unit.index)
    found = walk(scene.board, figures.places, places, figures.radii, limit, (), [*others, *enemies], keep_from=enemies)
    if isinstance(found, Offence):
        raise refuse(scene, unit.index, found)
    bends: Bends = {}
    trapped = []
    for i, (start, end, radius) in enumerate(zip(figures.places, places, figures.radii)):
        way = way_of(scene.board, start, end, radius, enemies, limit) if start != end else None
        if isinstance(way, Offence):
            trapped.append(figures.indices[i])
            way = found.get(i)
        if way is not None and len(way.points) > 2:
            bends[i] = way
    return bends, tuple(trapped)


def ways(scene: Scene, unit: int, bends: Bends) -> tuple[Way, ...]:
    """Where the ways bend, by the miniature's index."""
    indices = scene.figures(unit).indices
    return tuple([(indices[i], way.points[1:-1]) for i, way in sorted(bends.items())])


def longest(scene: Scene, unit: int, places: Sequence[Point], bends: Bends) -> float:
    """The longest way of a miniature, in inches, to a thousandth."""
    starts = scene.figures(unit).places
    lengths = [bends[i].length if i in bends else apart(a, b) for i, (a, b) in enumerate(zip(starts, places))]
    return round(max(lengths), 3)


def keep_distance(scene: Scene, unit: Unit, places: tuple[Point, ...], inches: float) -> None:
    """More than so many inches from every enemy on the table."""
    radii = scene.figures(unit.index).radii
    for enemy in scene.units_of(1 - unit.side):
        theirs = scene.figures(enemy.index)
        if within(places, radii, theirs.places, theirs.radii, inches):
            name = scene.sheets[unit.index].name
            raise Refusal(
                "too-close", f"{name} must stay more than {inches:g} inches from {scene.sheets[enemy.index].name}."
            )


def charge_places(scene: Scene, unit: int, targets: tuple[int, ...], limit: float) -> tuple[Point, ...] | None:
    """Places within `limit` inches that engage every target and nobody else, if there are any."""
    key = ("charge", unit, targets, limit)
    if key not in scene.memo:
        scene.memo[key] = _find_charge(scene, unit, targets, limit)
    places: tuple[Point, ...] | None = scene.memo[key]
    return places


def _find_charge(scene: Scene, unit: int, targets: tuple[int, ...], limit: float) -> tuple[Point, ...] | None:
    figures, side = scene.figures(unit), scene.state.units[unit].side
    goals = [scene.figures(target) for target in targets]
    near = scene.about(unit, scene.standing(1 - side), limit + _NEAR)
    return charge_to(
        scene.board,
        figures.places,
        figures.radii,
        [(goal.places, goal.radii) for goal in goals],
        limit + TOLERANCE,
        blocked=scene.bases_near(side, figures.centre, figures.reach + limit + _NEAR, unit),
        others=[disc for other in near if other not in targets for disc in scene.figures(other).discs],
    )


def charge_bends(scene: Scene, unit: Unit, places: tuple[Point, ...], frame: Charging) -> Bends:
    """Where the ways of a charge bend to places that the engine has found itself."""
    figures = scene.figures(unit.index)
    enemies = scene.bases_near(1 - unit.side, figures.centre, figures.reach + frame.limit + _NEAR)
    return bends(scene.board, figures.places, places, figures.radii, frame.limit, enemies)


def _spared(scene: Scene, unit: Unit, frame: Charging) -> list[Disc]:
    foes = [enemy.index for enemy in scene.units_of(1 - unit.side)]
    return [disc for foe in foes if foe not in frame.targets for disc in scene.figures(foe).discs]


def check_charge(scene: Scene, unit: Unit, places: tuple[Point, ...], frame: Charging) -> Bends:
    """Within the roll, engaging every target and no other enemy. Returns the ways that bend."""
    radii = scene.figures(unit.index).radii
    bends = check_path(scene, unit, places, frame.limit, keep_from=_spared(scene, unit, frame))
    for target in frame.targets:
        theirs = scene.figures(target)
        if not within(places, radii, theirs.places, theirs.radii, ENGAGEMENT):
            name = scene.sheets[target].name
            raise Refusal("not-reached", f"The charge must end within {ENGAGEMENT:g} inch of {name}.")
    return bends


def pile_in_places(scene: Scene, unit: int, limit: float) -> tuple[Point, ...]:
    """Where the unit stands after closing in on its nearest enemies; where it stood if it cannot."""
    figures, side = scene.figures(unit), scene.state.units[unit].side
    if not figures.places:
        return ()
    near = scene.about(unit, scene.standing(1 - side), 2 * limit)
    if not near:
        return figures.places
    foes = [scene.figures(enemy) for enemy in near]
    places = tuple([place for foe in foes for place in foe.places])
    radii = tuple([radius for foe in foes for radius in foe.radii])
    friends = scene.bases_near(side, figures.centre, figures.reach + limit, unit)
    return pile_in(scene.board, figures.places, figures.radii, places, radii, limit, friends)


def check_pile_in(scene: Scene, unit: Unit, places: tuple[Point, ...], limit: float) -> None:
    """Each miniature that moves ends nearer to the closest enemy; the unit keeps together."""
    figures = scene.figures(unit.index)
    check_path(scene, unit, places, limit, keep_from=())
    enemies = scene.circles(1 - unit.side)
    for start, end, radius in zip(figures.places, places, figures.radii):
        if start != end and enemies and _nearest(end, radius, enemies) > _nearest(start, radius, enemies) + TOLERANCE:
            raise Refusal(
                "not-closer", f"{scene.sheets[unit.index].name}: each miniature that moves must end nearer to an enemy."
            )
    if not coherent(places, figures.radii):
        raise Refusal("coherency", f"{scene.sheets[unit.index].name} would lose coherency.")


def _nearest(place: Point, radius: float, enemies: Sequence[Disc]) -> float:
    return min([max(0.0, apart(place, (x, y)) - radius - r) for x, y, r in enemies])
