"""Places that are sure to be accepted: for a unit that moves, is set up, arrives or gets out.

Positions are endless, so programs and players who ask for help find them here.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from math import cos, pi, sin

from highground.engine.abilities import powers
from highground.engine.base import Base
from highground.engine.figures import Ending, spread
from highground.engine.model import Point
from highground.engine.scene import Scene
from highground.engine.steps import climbing, transports
from highground.engine.steps.deployment import INFILTRATION, clear_of_zone
from highground.engine.steps.movement import (
    RESERVE_DISTANCE,
    RESERVE_EDGE,
    arrives_beside,
    in_barred_zone,
    least_distance,
    near_enough,
)
from highground.engine.steps.placing import barriers, bases_at_set_up
from highground.engine.steps.reserving import ROOM_STEP, zone_of
from highground.engine.table import floors, formation
from highground.engine.table.coherency import coherent
from highground.engine.table.distance import ENGAGEMENT, Disc, apart, centre, shorten
from highground.engine.table.ground import Bystanders, Ground
from highground.engine.table.shapes import in_polygon
from highground.engine.table.zones import at_edge, grid


def form_up(
    scene: Scene, unit: int, anchor: Point, limit: float, *, straight: bool = False
) -> tuple[Point, ...] | None:
    """Places for the whole unit after a move of at most `limit` inches to about `anchor`; None if there are none.

    With `straight` nobody goes round an obstacle: found in half the time, if it is found.
    """
    state, figures, limit = scene.state.units[unit], scene.figures(unit), _across(scene, unit, limit)
    if limit < 0.0:
        return None
    friends = scene.bases_near(state.side, figures.centre, limit + figures.reach + 3.0, unit)
    enemies = scene.bases_near(1 - state.side, figures.centre, limit + figures.reach + 3.0)
    around = Bystanders(friends=friends, enemies=enemies, barriers=barriers(scene, unit, limit + figures.reach + 3.0))
    places = formation.form_up(scene.board, anchor, figures.places, figures.bases, limit, around, straight=straight)
    if places is None:
        return None
    if straight:
        scene.mark_checked(unit, places, limit)
    return spread(figures, places, state)


def form_up_on(scene: Scene, unit: int, anchor: Point, height: float, limit: float) -> Ending | None:
    """Where the living of a unit end on the floor at a height about `anchor`; None if they cannot."""
    piece = floors.piece_under(scene.board, anchor, height)
    rise = climbing.highest_climb(scene, unit, piece, height)
    if (piece is None and height) or rise is None or rise > limit:
        return None
    figures, state = scene.figures(unit), scene.state.units[unit]
    crowd = climbing.around(scene, state, figures.centre, figures.reach + limit + climbing.NEAR)
    around = Bystanders(
        floors.on_floor(crowd.foes, height),
        floors.on_floor(crowd.friends, height),
        floors.in_reach(crowd.keep, height),
        climbing.barriers_on(scene, unit, crowd, height),
    )
    body, zone = (figures.places, figures.bases), None if piece is None else piece.polygon
    places = formation.settle_at(scene.board, anchor, body, limit - rise, around, zone)
    return None if places is None else climbing.confirmed(scene, unit, places, height, limit)


def _across(scene: Scene, unit: int, limit: float) -> float:
    """What is left across of a move, for a unit that comes down to the ground first where it stands on floors."""
    return limit - (climbing.highest_climb(scene, unit, None, 0.0) or 0.0) if scene.figures(unit).heights else limit


def about(scene: Scene, unit: int, limit: float) -> Ground:
    """What matters to `shift`s of the unit by at most `limit` inches in any direction."""
    figures = scene.figures(unit)
    return _ground(scene, unit, figures.centre, figures.reach + limit + 0.01, 0.0)


def _ground(scene: Scene, unit: int, middle: Point, span: float, way: float) -> Ground:
    """What matters to bases that end within `span` inches of `middle` after a move of at most `way` inches."""
    side = scene.state.units[unit].side
    blocked = scene.bases_near(side, middle, span, unit)
    enemies = scene.bases_near(1 - side, middle, span + way + 2 * ENGAGEMENT)
    closed = barriers(scene, unit, span + 2 * way + 2 * ENGAGEMENT)
    around = Bystanders(enemies, blocked, barriers=closed)
    return Ground.cut(scene.board, middle, span + way, around, keep_out=ENGAGEMENT)


def shift(
    scene: Scene, unit: int, anchor: Point, limit: float, ground: Ground | None = None
) -> tuple[Point, ...] | None:
    """The unit's formation moved straight to about `anchor`, if every miniature can go and stand there.

    Finds less than `form_up`, in a fraction of its time. `ground` is what `about` gives, to try many anchors.
    """
    state, figures, limit = scene.state.units[unit], scene.figures(unit), _across(scene, unit, limit)
    if limit < 0.0:
        return None
    x, y = figures.centre
    far = apart(anchor, (x, y))
    share = min(1.0, limit / far) if far else 0.0
    dx, dy = shorten((anchor[0] - x) * share, (anchor[1] - y) * share)
    ends = formation.translate(figures.places, dx, dy)
    if ground is None:
        ground = _ground(scene, unit, (x + dx, y + dy), figures.reach + 0.01, min(far, limit))
    for start, end, base in zip(figures.places, ends, figures.bases):
        if not ground.stands(end, base) or not ground.straight(start, end, base.radius):
            return None
    if not coherent(ends, figures.bases):
        return None
    scene.mark_checked(unit, ends, limit)
    return spread(figures, ends, state)


def may_set_up(scene: Scene, unit: int, anchor: Point) -> bool:
    """Whether a place lies where the unit may be set up at all: in its zone; for infiltrators anywhere."""
    return "infiltrators" in scene.sheets[unit].rules or in_polygon(
        anchor, zone_of(scene, scene.state.units[unit].side)
    )


def set_up(scene: Scene, unit: int, anchor: Point) -> tuple[Point, ...] | None:
    """Places for a unit that is set up near `anchor`; None if there is no room."""
    state, sheet, bases = scene.state.units[unit], scene.sheets[unit], bases_at_set_up(scene, unit)
    zone = zone_of(scene, state.side)
    if "infiltrators" in sheet.rules and not in_polygon(anchor, zone):
        enemies, friends = scene.circles(1 - state.side), scene.circles(state.side)
        clear = partial(clear_of_zone, scene, state.side)
        return _whole(scene, unit, formation.arrive(scene.board, anchor, bases, friends, enemies, INFILTRATION, clear))
    return _whole(scene, unit, formation.deploy(scene.board, zone, anchor, bases, scene.circles()))


def _whole(scene: Scene, unit: int, places: tuple[Point, ...] | None) -> tuple[Point, ...] | None:
    """Places of those who are set up, put in line with the whole unit: spare miniatures have none yet."""
    if places is None or not scene.sheets[unit].spares:
        return places
    return spread(scene.figures(unit), places, scene.state.units[unit])


def set_up_on(scene: Scene, unit: int, anchor: Point, height: float) -> tuple[Point, ...] | None:
    """Places for a unit that is set up on the floor at a height about `anchor`; None if there is no room."""
    piece, gait = floors.piece_under(scene.board, anchor, height), scene.sheets[unit].gait
    if piece is None or not (gait.climbs or gait.flies):
        return None
    standing = [scene.raised_near(side, anchor, piece.circle[2]) for side in (0, 1)]
    blocked = [disc for each in standing for disc in floors.on_floor(each, height)]
    bases = bases_at_set_up(scene, unit)
    return _whole(scene, unit, formation.deploy(scene.board, piece.polygon, anchor, bases, blocked))


def set_ups(scene: Scene, unit: int) -> Iterator[tuple[Point, ...]]:
    """Places where the unit can be set up, from anchors all over the board; none if there is no room."""
    for anchor in grid(ROOM_STEP):
        places = set_up(scene, unit, anchor)
        if places is not None:
            yield places


def arrive(scene: Scene, unit: int, anchor: Point) -> tuple[Point, ...] | None:
    """Places for a unit that comes in from reserve near `anchor`; None if it may not stand there.

    Nearer to enemies than others arrive only where it finds none farther off, since that may take its charge.
    """
    found = _arrive(scene, unit, anchor, RESERVE_DISTANCE)
    least = least_distance(scene, unit) if found is None else RESERVE_DISTANCE
    return _arrive(scene, unit, anchor, least) if least < RESERVE_DISTANCE else found


def _arrive(scene: Scene, unit: int, anchor: Point, distance: float) -> tuple[Point, ...] | None:
    state, figures = scene.state.units[unit], scene.figures(unit)
    enemies, friends = _kept_off(scene, 1 - state.side, distance), scene.circles(state.side)

    def anywhere(place: Point, base: Base) -> bool:
        return True

    def at_an_edge(place: Point, base: Base) -> bool:
        return at_edge(place, base, RESERVE_EDGE) and not in_barred_zone(scene, state.side, place, base)

    beside, bases = arrives_beside(scene, unit), bases_at_set_up(scene, unit)
    fits = anywhere if beside is not None or "deep strike" in scene.sheets[unit].rules else at_an_edge
    found = formation.arrive(scene.board, anchor, bases, friends, enemies, distance, fits)
    if found is None or (beside is not None and not near_enough(scene, found, bases, beside)):
        return None
    return spread(figures, found, state)


def _kept_off(scene: Scene, side: int, distance: float) -> list[Disc]:
    """The bases of a side, those larger about which enemies do not arrive as near as elsewhere."""
    found: list[Disc] = []
    for unit in scene.standing(side):
        figures = scene.figures(unit)
        found += figures.discs
        for inches, having in powers.denying(scene, unit):
            more = inches - distance
            for i, place, base in zip(figures.indices, figures.places, figures.bases, strict=True):
                if more > 0 and (not having or i in having):
                    found += [(x, y, r + more) for x, y, r in base.at(*place)]
    return found


def get_out_near(scene: Scene, unit: int, place: Point) -> tuple[Point, ...] | None:
    """Where a unit gets out about `place`, else as near to it as its transport has room; None if there is none."""
    there = transports.exits(scene, unit, place)
    if there is not None:
        return there
    return min(getting_out(scene, unit), key=lambda places: apart(centre(places), place), default=None)


def getting_out(scene: Scene, unit: int) -> Iterator[tuple[Point, ...]]:
    """Places about its transport where a unit could get out, on all sides."""
    transport = scene.state.units[unit].inside
    assert transport is not None
    figures = scene.figures(transport)
    x, y = figures.centre
    reach = figures.reach + 1.0
    for turn in range(8):
        anchor = (round(x + reach * cos(turn * pi / 4), 3), round(y + reach * sin(turn * pi / 4), 3))
        places = transports.exits(scene, unit, anchor)
        if places is not None:
            yield places
