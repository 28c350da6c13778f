"""Before the battle: whether an army draws its secondary missions or settles on two for the whole battle."""

from __future__ import annotations

from highground.engine.model import Point, Polygon, Secondary, Setup
from highground.engine.state import ROUNDS
from highground.engine.table.bases import in_polygon
from highground.engine.table.distance import TOLERANCE
from highground.engine.table.shapes import border_distance, edges

SHARES: dict[str, float] = {
    "quarters": 0.74,
    "units destroyed": 0.25,
    "wounded units": 0.4,
    "in enemy zone": 0.2,
    "near enemy edge": 0.2,
    "units shocked": 0.05,
    "warlord alive": 0.1,
}
"""Of its points in each own turn, what a mission brought that was fixed for the whole battle, by its kind."""
AT_HOME, AN_INCH = 1.0, 0.026
"""The same of a far objective: less for each inch that the nearest one lies from the own zone."""
DRAWN = 0.52
"""Of the points of those that are drawn, the share that they brought."""
HAND = 2


def expected(setup: Setup, side: int) -> float:
    """Points that the side's missions bring in one of its turns, by what is known before the battle."""
    fixed = setup.fixed[side]
    if fixed:
        return sum([_share(setup, each) * each.points for each in setup.secondaries if each.uid in fixed], 0.0)
    return _drawn(setup)


def _drawn(setup: Setup) -> float:
    deck = [each.points for each in setup.secondaries if each.kind != "warlord alive"]
    return DRAWN * HAND * sum(deck) / (len(deck) or 1)


def missions(setup: Setup, side: int) -> tuple[str, ...]:
    """The two missions that bring the side most over a battle, by uid; none where drawing brings more."""
    deck = [each for each in setup.secondaries if each.kind != "warlord alive"]
    able = [(_share(setup, each) * each.points, each.uid) for each in setup.secondaries if each.fixed]
    able.sort(key=lambda each: (-each[0], each[1]))
    if len(deck) < HAND * ROUNDS or len(able) < HAND:
        return ()
    best = able[:HAND]
    return tuple([uid for _, uid in best]) if sum([worth for worth, _ in best], 0.0) > _drawn(setup) else ()


def _share(setup: Setup, mission: Secondary) -> float:
    """Of the mission's points, what it is expected to bring in a turn."""
    if mission.kind != "far objective held":
        return SHARES.get(mission.kind, 0.0)
    zones = [zone.coordinates for zone in setup.layout.zones]
    places = [each.location for each in setup.layout.objectives]
    away = [_to_far_objective(places, own, theirs) for own, theirs in (zones[:2], zones[1::-1])]
    return max(0.0, AT_HOME - AN_INCH * 0.5 * sum(away))


def _to_far_objective(places: list[Point], own: Polygon, theirs: Polygon) -> float:
    """Inches from the own zone to the nearest objective that lies nearer to the enemy's."""
    far = [_to_zone(place, own) for place in places if _to_zone(place, theirs) < _to_zone(place, own) - TOLERANCE]
    return min(far, default=1.0 / AN_INCH)


def _to_zone(place: Point, zone: Polygon) -> float:
    return 0.0 if in_polygon(place, zone) else border_distance(place, edges(zone))
