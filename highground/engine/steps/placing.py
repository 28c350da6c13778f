"""Where a unit may be put down: checks of places that were chosen, and places that the engine finds itself."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from math import atan2, degrees
from typing import Final

from highground.engine.abilities import powers
from highground.engine.base import FULL_TURN, Base
from highground.engine.errors import Refusal
from highground.engine.events import Way
from highground.engine.figures import Ending, facing_so, raised_at, together
from highground.engine.kept import OnTable
from highground.engine.model import Gait, Objective, Point
from highground.engine.scene import Scene
from highground.engine.state import Charging, Unit
from highground.engine.steps import climbing
from highground.engine.steps.clearing import clearance, giants, grounded, passed
from highground.engine.table import floors
from highground.engine.table.contact import charge_to, could_touch, edge_to, pile_in
from highground.engine.table.distance import (
    BASE_CONTACT,
    ENGAGEMENT,
    TOLERANCE,
    Disc,
    apart,
    bounds,
    centre,
    rims,
    snap,
    toward,
    within,
)
from highground.engine.table.flat import flat_discs
from highground.engine.table.floors import Raised
from highground.engine.table.ground import Bystanders, Ground
from highground.engine.table.moves import Bends, Offence, barred, bends, check_move, walk, way_of
from highground.engine.table.objectives import holders
from highground.engine.table.paths import OPEN, Barriers

PIVOT_BULKY: Final = 2.0
"""Inches of its move that a vehicle or monster on a long base spends on turning, however far it turns."""
PIVOT: Final = 1.0
"""The same of others."""
_NEAR = 2.0
"""Inches beyond a move's own circle within which other bases can matter to it."""


def refuse(scene: Scene, unit: int, offence: Offence) -> Refusal:
    """What the table found wrong, said of the unit."""
    return Refusal(offence.code, unit=scene.called(unit), **offence.facts)


def barriers(scene: Scene, unit: int, span: float, keep: Sequence[Disc] | None = None) -> Barriers:
    """What a unit may not pass within `span` inches of where it stands: bases and walls.

    Enemies, and the inch about those in `keep` (None: all); bulky friends if it is bulky itself.
    """
    gait = scene.sheets[unit].gait
    if gait.flies:
        return OPEN
    clear, side = clearance(scene, unit), scene.state.units[unit].side
    walls = not (gait.climbs or clear.walls)
    if clear.over:
        foes = [] if clear.giants else giants(scene, unit, span, 1 - side)
        return barred(foes, foes, _solid(scene, unit, gait, span), walls=walls)
    enemies = grounded(scene, scene.bases_near(1 - side, scene.figures(unit).centre, span))
    kept = enemies if keep is None else grounded(scene, keep)
    return barred(enemies, kept, _solid(scene, unit, gait, span), walls=walls)


def _solid(scene: Scene, unit: int, gait: Gait, span: float) -> list[Disc]:
    """The bases of friends that a bulky unit does not pass."""
    if not gait.bulky:
        return []
    side, clear = scene.state.units[unit].side, clearance(scene, unit)
    friends = [each for each in scene.standing(side) if each != unit and scene.sheets[each].gait.bulky]
    friends = [each for each in friends if not passed(scene, clear, each) and not scene.sheets[each].gait.airborne]
    return scene.discs_of(scene.about(unit, friends, span))


def extra_inches(scene: Scene, unit: int) -> tuple[float, ...]:
    """How much farther than the slowest each living miniature moves; () where all are equally fast."""
    swiftness = scene.sheets[unit].swiftness
    living = [swiftness[i] for i in scene.figures(unit).indices]
    slowest = min(living)
    return tuple([float(inches - slowest) for inches in living]) if slowest < max(living) else ()


def turning(scene: Scene, unit: int, end: Ending) -> tuple[float, ...]:
    """The inches of its move that each living miniature spends on turning; () where nobody turns."""
    if not end.facings or scene.sheets[unit].gait.airborne:
        return ()
    cost = PIVOT_BULKY if scene.sheets[unit].gait.bulky else PIVOT
    return tuple([0.0 if base.turned(to) is base else cost for base, to in zip(scene.figures(unit).bases, end.facings)])


def facings_to_enemy(scene: Scene, unit: Unit) -> tuple[int, ...]:
    """How a unit faces that is set up: from its own zone to the enemy's; () where that does not matter."""
    if not scene.sheets[unit.index].faces:
        return ()
    zones = [scene.state.armies[side].zone for side in (unit.side, 1 - unit.side)]
    here, there = [centre(scene.setup.layout.zones[k or 0].coordinates) for k in zones]
    facing = round(degrees(atan2(there[1] - here[1], there[0] - here[0]))) % FULL_TURN
    return (facing,) * len(unit.places)


def bases_at_set_up(scene: Scene, unit: int) -> tuple[Base, ...]:
    """The bases of the living of a unit that is set up facing the enemy."""
    figures, facings = scene.figures(unit), facings_to_enemy(scene, scene.state.units[unit])
    return facing_so(figures, tuple([facings[i] for i in figures.indices]) if facings else ())


def check_standing(scene: Scene, unit: Unit, end: Ending) -> None:
    """On the board, on a floor, on nobody's base, on no wall, out of engagement, in coherency."""
    if end.heights or scene.raised:
        offence = climbing.check_places(scene, unit, end)
    else:
        places, bases = end.places, facing_so(scene.figures(unit.index), end.facings)
        x, y, reach = bounds(places, bases)
        enemies = scene.bases_near(1 - unit.side, (x, y), reach + _NEAR)
        others = scene.bases_near(unit.side, (x, y), reach + _NEAR, unit.index)
        offence = check_move(scene.board, places, places, bases, None, enemies, others)
    if offence is not None:
        raise refuse(scene, unit.index, offence)


def check_path(
    scene: Scene,
    unit: Unit,
    end: Ending,
    limit: float,
    near: Collection[int] = (),
    more: Sequence[float] = (),
) -> Bends:
    """Each miniature's way is legal and no longer than `limit` inches, and the unit ends where it may stand.

    It stays more than an inch away from all enemies but those in `near`. `more`: inches by which each miniature may go
    beyond the limit. Returns the ways that bend or climb, by the miniature's place among the living.
    """
    level = not end.heights and not unit.heights
    if not near and level and not end.facings and scene.is_checked(unit.index, end.places, limit):
        return {}
    found = _walk(scene, unit, end, limit, near, more)
    if isinstance(found, Offence):
        raise refuse(scene, unit.index, found)
    return found


def _walk(
    scene: Scene,
    unit: Unit,
    end: Ending,
    limit: float,
    near: Collection[int] = (),
    more: Sequence[float] = (),
) -> Offence | Bends:
    if end.heights or scene.raised:
        return climbing.go(scene, unit, end, limit, near, more, turns=turning(scene, unit.index, end))
    figures = scene.figures(unit.index)
    reach = figures.reach + limit + max(more, default=0.0) + _NEAR
    enemies = scene.bases_near(1 - unit.side, figures.centre, reach)
    others = scene.bases_near(unit.side, figures.centre, reach, unit.index)
    keep_from = _without(scene, unit, near) if near else None
    around = Bystanders(enemies, others, keep_from, barriers(scene, unit.index, reach, keep_from))
    turns, bases = turning(scene, unit.index, end), facing_so(figures, end.facings)
    return walk(scene.board, figures.places, end.places, bases, limit, around, more, turns=turns)


def check_escape(scene: Scene, unit: Unit, end: Ending, limit: float) -> tuple[Bends, tuple[int, ...]]:
    """As `check_path`, but enemies may be passed through: the ways that bend, and who has no other way than that."""
    figures, more = scene.figures(unit.index), extra_inches(scene, unit.index)
    if end.heights or scene.raised:
        climbed = climbing.go(scene, unit, end, limit, more=more, through=True, turns=turning(scene, unit.index, end))
        if isinstance(climbed, Offence):
            raise refuse(scene, unit.index, climbed)
        return climbed, climbing.trapped(scene, unit, end, limit, more)
    places = end.places
    reach = figures.reach + limit + max(more, default=0.0) + _NEAR
    enemies = scene.bases_near(1 - unit.side, figures.centre, reach)
    others = scene.bases_near(unit.side, figures.centre, reach, unit.index)
    gait, clear = scene.sheets[unit.index].gait, clearance(scene, unit.index)
    walls = not (gait.flies or gait.climbs or clear.walls)
    solid = _solid(scene, unit.index, gait, reach)
    friends = flat_discs(solid)
    through = OPEN if gait.flies else Barriers(friends, walls, friends)
    around = Bystanders((), [*others, *enemies], enemies, through)
    turns, bases = turning(scene, unit.index, end), facing_so(figures, end.facings)
    found = walk(scene.board, figures.places, places, bases, limit, around, more, turns=turns)
    if isinstance(found, Offence):
        raise refuse(scene, unit.index, found)
    bends: Bends = {}
    trapped = []
    foes = grounded(scene, enemies)
    if clear.over:
        foes = [] if clear.giants else giants(scene, unit.index, reach, 1 - unit.side)
    closed = through if gait.flies else Barriers(flat_discs([*foes, *solid]), walls, friends)
    for i, (start, goal, base) in enumerate(zip(figures.places, places, figures.bases)):
        most = limit + (more[i] if more else 0.0) - (turns[i] if turns else 0.0)
        way = way_of(scene.board, start, goal, base.radius, closed, most) if start != goal else None
        if isinstance(way, Offence):
            trapped.append(figures.indices[i])
            way = found.get(i)
        if way is not None and len(way.points) > 2:
            bends[i] = way
    return bends, tuple(trapped)


def ways(scene: Scene, unit: int, bends: Bends) -> tuple[Way, ...]:
    """Where the ways bend, by the miniature's index."""
    indices = scene.figures(unit).indices
    return tuple([(indices[i], way.points[1:-1]) for i, way in sorted(bends.items()) if len(way.points) > 2])


def longest(scene: Scene, unit: int, places: Sequence[Point], bends: Bends) -> float:
    """The longest way of a miniature, in inches, to a thousandth."""
    starts = scene.figures(unit).places
    lengths = [bends[i].length if i in bends else apart(a, b) for i, (a, b) in enumerate(zip(starts, places))]
    return round(max(lengths), 3)


def keep_distance(scene: Scene, unit: Unit, end: Ending, inches: float, arriving: bool = False) -> None:
    """More than so many inches from every enemy on the table; from some more, if it arrives from reserve."""
    bases = facing_so(scene.figures(unit.index), end.facings)
    for enemy in scene.units_of(1 - unit.side):
        theirs = scene.figures(enemy.index)
        kept: list[tuple[float, set[int]]] = [(inches, set())]
        if arriving:
            kept += [(float(far), having) for far, having in powers.denying(scene, enemy.index) if far > inches]
        for far, having in kept:
            those = [i for i, index in enumerate(theirs.indices) if not having or index in having]
            places, their_bases = [theirs.places[i] for i in those], [theirs.bases[i] for i in those]
            if within(end.places, bases, places, their_bases, far):
                name = scene.called(unit.index)
                raise Refusal("too-close", unit=name, enemy=scene.called(enemy.index), distance=far)


def near_enemies(scene: Scene, unit: Unit, end: Ending, inches: float) -> bool:
    """Whether an enemy on the table is within so many inches of where it would stand."""
    bases = facing_so(scene.figures(unit.index), end.facings)
    every = (scene.figures(enemy.index) for enemy in scene.units_of(1 - unit.side))
    return any(within(end.places, bases, theirs.places, theirs.bases, inches) for theirs in every)


def charge_places(scene: Scene, unit: int, targets: tuple[int, ...], limit: float) -> Ending | None:
    """Places within `limit` inches that engage every target and nobody else, if there are any, and their heights."""
    key = (unit, targets, limit)
    found = _CHARGES.get(scene.memory, key)
    if found is None:
        found = _CHARGES.put(scene.memory, key, (_find_charge(scene, unit, targets, limit),))
    return found[0]


_CHARGES: OnTable[tuple[int, tuple[int, ...], float], tuple[Ending | None]] = OnTable()


def _find_charge(scene: Scene, unit: int, targets: tuple[int, ...], limit: float) -> Ending | None:
    if scene.raised:
        return climbing.find_charge(scene, unit, targets, limit + TOLERANCE)
    figures, side = scene.figures(unit), scene.state.units[unit].side
    goals = [scene.figures(target) for target in targets]
    about = scene.about(unit, scene.standing(1 - side), limit + _NEAR)
    others = scene.discs_of([other for other in about if other not in targets])
    places = charge_to(
        scene.board,
        (figures.places, figures.bases),
        [(goal.places, goal.bases) for goal in goals],
        limit + TOLERANCE,
        blocked=scene.bases_near(side, figures.centre, figures.reach + limit + _NEAR, unit),
        others=others,
        barriers=barriers(scene, unit, figures.reach + limit + _NEAR, others),
    )
    return None if places is None else Ending(places)


def charge_bends(scene: Scene, unit: Unit, end: Ending, frame: Charging) -> Bends:
    """Where the ways of a charge bend to places that the engine has found itself."""
    figures = scene.figures(unit.index)
    if scene.raised:
        found = climbing.go(scene, unit, end, frame.limit, frame.targets)
        return {} if isinstance(found, Offence) else found
    closed = barriers(scene, unit.index, figures.reach + frame.limit + _NEAR, _without(scene, unit, frame.targets))
    return bends(scene.board, figures.places, end.places, figures.bases, frame.limit, closed)


def _without(scene: Scene, unit: Unit, near: Collection[int]) -> list[Disc]:
    """The bases of all enemies but some."""
    return scene.discs_of([foe for foe in scene.standing(1 - unit.side) if foe not in near])


def check_charge(scene: Scene, unit: Unit, end: Ending, frame: Charging) -> Bends:
    """Within the roll, engaging every target and no other enemy. Returns the ways that bend or climb."""
    bends = check_path(scene, unit, end, frame.limit, frame.targets)
    mine = raised_at(scene.figures(unit.index), end)
    for target in frame.targets:
        if not any(floors.near(mine, scene.figures(target).raised)):
            name = scene.called(target)
            raise Refusal("not-reached", target=name, distance=ENGAGEMENT)
    _check_closeness(scene, unit, mine, frame)
    return bends


def _check_closeness(scene: Scene, unit: Unit, ends: Raised, frame: Charging) -> None:
    """Every miniature ends nearer to a target, and on the ground in base contact if it can."""
    figures, name = scene.figures(unit.index), scene.called(unit.index)
    foes = [scene.figures(target).raised for target in frame.targets]
    starts = figures.raised
    for i in range(len(ends.places)):
        if _moves(starts, ends, i) and not any(
            floors.nearest(ends, i, foe) < floors.nearest(starts, i, foe) for foe in foes
        ):
            raise Refusal("not-closer", unit=name)
    if not ends.heights and not scene.raised:
        _check_contact(scene, unit, ends, frame)


def _moves(starts: Raised, ends: Raised, i: int) -> bool:
    """Whether a miniature goes somewhere, up or down too, or turns."""
    stays = starts.places[i] == ends.places[i] and starts.bases[i] is ends.bases[i]
    return not stays or starts.height(i) != ends.height(i)


def _check_contact(scene: Scene, unit: Unit, ends: Raised, frame: Charging) -> None:
    """Every miniature ends in base contact if it can."""
    figures, name = scene.figures(unit.index), scene.called(unit.index)
    targets = [scene.figures(target).flat for target in frame.targets]
    foes = flat_discs(scene.discs_of(frame.targets))
    grips = flat_discs([disc for each in map(scene.figures, frame.targets) for disc in rims(each.places, each.bases)])
    apart_still = [i for i, end in enumerate(ends.places) if edge_to(end, ends.bases[i], foes) > BASE_CONTACT]
    if not apart_still:
        return
    span = figures.reach + frame.limit + _NEAR
    keep = _without(scene, unit, frame.targets)
    around = Bystanders(
        scene.bases_near(1 - unit.side, figures.centre, span),
        scene.bases_near(unit.side, figures.centre, span, unit.index),
        keep,
        barriers(scene, unit.index, span, keep),
    )
    ground = Ground.cut(scene.board, figures.centre, span, around, keep_out=ENGAGEMENT)
    body = (figures.places, ends.bases)
    able = [
        i for i in apart_still if could_touch(ground, body, ends.places, i, targets, grips, frame.limit) is not None
    ]
    if able:
        raise Refusal("could-touch", unit=name, count=len(able))


def pile_in_places(scene: Scene, unit: int, limit: float) -> tuple[Point, ...]:
    """Where the unit stands after closing in on its nearest enemies; where it stood if that does not engage them."""
    figures, places = scene.figures(unit), _closed_in(scene, unit, limit)
    near = scene.engaged(unit) or places == figures.places or _engages(scene, unit, Ending(places))
    return places if near else figures.places


def _closed_in(scene: Scene, unit: int, limit: float) -> tuple[Point, ...]:
    """As near to its nearest enemies as the unit comes."""
    figures, side = scene.figures(unit), scene.state.units[unit].side
    if not figures.places or figures.heights:
        return figures.places  # who stands on a floor is moved by hand
    about = scene.about(unit, scene.fightable(unit, scene.standing(1 - side)), 2 * limit)
    if not about:
        return figures.places
    friends = scene.bases_near(side, figures.centre, figures.reach + limit, unit)
    closed = barriers(scene, unit, figures.reach + limit + _NEAR, ())
    return pile_in(scene.board, figures.places, figures.bases, scene.discs_of(about), limit, friends, barriers=closed)


def check_pile_in(scene: Scene, unit: Unit, end: Ending, limit: float) -> None:
    """A legal move that ends in engagement, and each miniature that makes it ends nearer to the closest enemy."""
    figures = scene.figures(unit.index)
    check_path(scene, unit, end, limit, scene.standing(1 - unit.side))
    enemies = together([scene.figures(foe) for foe in scene.fightable(unit.index, scene.standing(1 - unit.side))])
    starts, ends = figures.raised, raised_at(scene.figures(unit.index), end)
    if not enemies.places:
        return
    for i in range(len(ends.places)):
        if not _moves(starts, ends, i):
            continue
        if floors.nearest(ends, i, enemies) >= floors.nearest(starts, i, enemies) - TOLERANCE:
            raise Refusal("not-closer", unit=scene.called(unit.index))
    stays = end == Ending(figures.places, figures.heights, end.facings)
    if not stays and not _engages(scene, unit.index, end):
        raise Refusal("out-of-engagement", unit=scene.called(unit.index), distance=ENGAGEMENT)


def consolidation_places(scene: Scene, unit: int, limit: float) -> tuple[Point, ...]:
    """Where the unit stands after consolidating: engaged, else at the nearest objective, else where it stood."""
    figures = scene.figures(unit)
    places = pile_in_places(scene, unit, limit)
    if _engages(scene, unit, Ending(places, figures.heights)):
        return places
    goal = _nearest_objective(scene, figures.places)
    found = None if goal is None or figures.heights else _toward_objective(scene, unit, goal, limit)
    return figures.places if found is None else found


def check_consolidation(scene: Scene, unit: Unit, end: Ending, limit: float) -> None:
    """Towards the nearest enemy if that ends in engagement, else to the nearest objective if that ends in its range."""
    figures, name, (places, heights, _) = scene.figures(unit.index), scene.called(unit.index), end
    if end == Ending(figures.places, figures.heights):
        return
    if _engages(scene, unit.index, end):
        check_pile_in(scene, unit, end, limit)
        return
    if _engages(scene, unit.index, Ending(pile_in_places(scene, unit.index, limit), figures.heights)):
        raise Refusal("must-engage", unit=name)
    check_path(scene, unit, end, limit)
    goal = _nearest_objective(scene, figures.places)
    at = [] if goal is None else holders(places, facing_so(figures, end.facings), goal)
    if goal is None or not any(not heights or floors.reachable(heights[k], 0.0) for k in at):
        raise Refusal("out-of-objectives-range", unit=name)
    spot = goal.location
    if any(now != was and apart(now, spot) >= apart(was, spot) for was, now in zip(figures.places, places)):
        raise Refusal("not-closer-to-objective", unit=name)


def _engages(scene: Scene, unit: int, end: Ending) -> bool:
    mine, side = raised_at(scene.figures(unit), end), scene.state.units[unit].side
    foes = [scene.figures(foe) for foe in scene.fightable(unit, scene.standing(1 - side))]
    if not end.heights and not scene.raised:
        places, bases = end.places, mine.bases
        x, y, reach = bounds(places, bases)
        near = [foe for foe in foes if apart((x, y), foe.centre) <= reach + foe.reach + 2 * ENGAGEMENT]
        return any(within(places, bases, foe.places, foe.bases, ENGAGEMENT) for foe in near)
    return any(any(floors.near(mine, foe.raised)) for foe in foes)


def _nearest_objective(scene: Scene, places: Sequence[Point]) -> Objective | None:
    """The objective nearest to any miniature of a unit."""
    objectives = scene.setup.layout.objectives
    return min(objectives, key=lambda each: min([apart(place, each.location) for place in places]), default=None)


def _toward_objective(scene: Scene, unit: int, goal: Objective, limit: float) -> tuple[Point, ...] | None:
    """The unit's formation moved straight towards an objective, if that brings it into range."""
    figures, state = scene.figures(unit), scene.state.units[unit]
    x, y = figures.centre
    if holders(figures.places, figures.bases, goal):
        return None
    for share in (1.0, 0.75, 0.5):
        u, v = toward((x, y), goal.location, limit * share)
        places = tuple([snap(a + u - x, b + v - y) for a, b in figures.places])
        there = bool(holders(places, figures.bases, goal))
        if there and not isinstance(_walk(scene, state, Ending(places), limit), Offence):
            return places
    return None
