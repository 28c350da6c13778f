"""Transports: who fits in, getting in and out, and what becomes of those inside a wreck."""

from __future__ import annotations

from math import cos, pi, sin

from highground.engine import events as ev
from highground.engine.abilities import powers
from highground.engine.attached import base_sheets
from highground.engine.base import Base
from highground.engine.choices import Disembark, Embark
from highground.engine.errors import Refusal
from highground.engine.figures import Ending, spread
from highground.engine.kept import Once
from highground.engine.model import Point, Setup
from highground.engine.scene import Scene
from highground.engine.state import Unit
from highground.engine.steps.armament import allocation_order
from highground.engine.steps.checks import on_table, places_for, unit_of
from highground.engine.steps.parting import lost, part
from highground.engine.steps.placing import check_standing
from highground.engine.table.distance import ENGAGEMENT, TOLERANCE, Disc, farthest
from highground.engine.table.floors import distance
from highground.engine.table.formation import arrive

REACH = 3.0
"""Inches from a transport within which a unit gets in and out, its bases wholly."""
AROUND = (0.7, 1.5, 3.5)
"""Inches from the middle of a wreck at which room is looked for where there is none about the middle itself."""
PASSENGERS = frozenset({"infantry"})


def capacity(scene: Scene, transport: int) -> int:
    """How many miniatures fit into a unit; 0 if it is no transport."""
    rule = scene.sheets[transport].rules.get("transport")
    return rule.value.plus if rule is not None and rule.value is not None else 0


def aboard(scene: Scene, transport: int) -> list[Unit]:
    return [unit for unit in scene.state.units if unit.inside == transport and unit.alive]


def room(scene: Scene, transport: int) -> int:
    """How many more places there are."""
    taken = sum(takes(scene, transport, unit) or len(unit.standing) for unit in aboard(scene, transport))
    return capacity(scene, transport) - taken


def takes(scene: Scene, transport: int, unit: Unit) -> int | None:
    """The places that the unit takes in a transport, as the keywords of its parts have it; None if it gets in none."""
    if not powers.asked(scene, transport, "places"):
        return len(unit.standing)
    sheets, taken, first = base_sheets(scene.setup), 0, 0
    for part_of in (unit.index, *unit.leaders):
        last = first + len(sheets[part_of].line_up)
        living, first = sum(has > 0 for has in unit.wounds[first:last]), last
        each = powers.places(scene, transport, sheets[part_of].keyword_set) if living else 1
        if not each:
            return None
        taken += living * each
    return taken


def fits(scene: Scene, transport: int, unit: Unit) -> bool:
    """Whether the unit may ride in the transport, and there is room for it."""
    size = takes(scene, transport, unit)
    return size is not None and room(scene, transport) >= size


def rides(scene: Scene, unit: int) -> tuple[int, ...]:
    """The transports of its army that have room for the unit; none if it is no passenger."""
    state = scene.state.units[unit]
    if not _CARRIERS.of(scene.setup)[state.side] or not _passenger(scene, unit):
        return ()
    return tuple(
        [other for other in scene.standing(state.side) if capacity(scene, other) and fits(scene, other, state)]
    )


def _carriers(setup: Setup) -> tuple[bool, bool]:
    """Whether each army has a transport."""
    first, second = [any("transport" in sheet.rules for sheet in army.units) for army in setup.armies]
    return first, second


_CARRIERS: Once[tuple[bool, bool]] = Once("_carriers", _carriers)


def rides_beside(scene: Scene, unit: int) -> tuple[int, ...]:
    """The transports that a unit on the table may get into now."""
    if why_not_board(scene, scene.state.units[unit]) is not None:
        return ()
    return tuple([other for other in rides(scene, unit) if _beside(scene, unit, other)])


def why_not_board(scene: Scene, unit: Unit) -> Refusal | None:
    """Why a unit on the table may get into no transport now, wherever it stands."""
    name = scene.called(unit.index)
    if not unit.moved or unit.disembarked:
        return Refusal("not-moved", unit=name)
    if unit.arrived:
        return Refusal("just-arrived", unit=name)
    if scene.engaged(unit.index):
        return Refusal("boards-engaged", unit=name)
    return None


def embark_at_setup(scene: Scene, choice: Embark, side: int) -> None:
    """A unit starts the battle inside a transport that is set up."""
    unit = unit_of(scene, choice.unit, side)
    if unit.deployed or unit.reserves or unit.inside is not None:
        raise Refusal("already-deployed", unit=scene.called(unit.index))
    _check_ride(scene, unit, choice.transport)
    scene.emit(ev.UnitEmbarked(unit.index, choice.transport))


def _check_ride(scene: Scene, unit: Unit, transport: int) -> None:
    if transport in rides(scene, unit.index):
        return
    name, units = scene.called(unit.index), scene.state.units
    if not 0 <= transport < len(units) or units[transport].side != unit.side or not capacity(scene, transport):
        raise Refusal("no-transport", unit=name)
    on_table(scene, transport, unit.side)
    size, called = takes(scene, transport, unit), scene.called(transport)
    if size is None or not _passenger(scene, unit.index):
        raise Refusal("no-passenger", unit=name, transport=called)
    raise Refusal("no-room", unit=name, transport=called, places=size, room=room(scene, transport))


def able_to_leave(scene: Scene) -> tuple[int, ...]:
    """The active army's units that may get out now."""
    state = scene.state
    units = (u for u in state.units if u.inside is not None and u.side == state.active and u.alive)
    return tuple([u.index for u in units if _lets_out(scene, u)])


def _lets_out(scene: Scene, unit: Unit) -> bool:
    assert unit.inside is not None
    if unit.moved:
        return False  # it got in this turn
    transport = scene.state.units[unit.inside]
    if transport.moved == "advanced":
        return transport.on_table and powers.permits(scene, unit.inside, "advance and disembark")
    return transport.on_table and transport.moved != "fell_back"


def able_to_board(scene: Scene) -> tuple[int, ...]:
    """The active army's units that have moved up to a transport."""
    carriers = [other for other in scene.standing(scene.state.active) if capacity(scene, other)]
    if not carriers:
        return ()
    return tuple(
        [
            unit.index
            for unit in scene.units_of(scene.state.active)
            if _passenger(scene, unit.index) and why_not_board(scene, unit) is None
            if any(
                scene.within(unit.index, other, REACH)
                and fits(scene, other, unit)
                and _beside(scene, unit.index, other)
                for other in carriers
            )
        ]
    )


def _passenger(scene: Scene, unit: int) -> bool:
    return scene.sheets[unit].all_of(PASSENGERS) and not capacity(scene, unit)


def _beside(scene: Scene, unit: int, transport: int) -> bool:
    here, low = scene.figures(unit).raised, scene.figures(transport).raised.height(0)
    return all(
        _within(scene, spot, base, transport, here.height(i) - low)
        for i, (spot, base) in enumerate(zip(here.places, here.bases, strict=True))
    )


def _within(scene: Scene, place: Point, base: Base, transport: int, rise: float = 0.0) -> bool:
    """Whether a base is wholly within reach of the transport's nearest base, so many inches above it or below."""
    hull = scene.figures(transport).discs
    return any(distance(farthest(place, base, (x, y)) - r, rise) <= REACH + TOLERANCE for x, y, r in hull)


def answer(scene: Scene, choice: Embark | Disembark) -> None:
    if isinstance(choice, Embark):
        _embark(scene, choice)
    else:
        _disembark(scene, choice)


def _embark(scene: Scene, choice: Embark) -> None:
    unit = on_table(scene, choice.unit, scene.state.active)
    name = scene.called(unit.index)
    refusal = why_not_board(scene, unit)
    if refusal is not None:
        raise refusal
    _check_ride(scene, unit, choice.transport)
    if not _beside(scene, unit.index, choice.transport):
        raise Refusal("far-from-transport", unit=name, reach=REACH)
    scene.emit(ev.UnitEmbarked(unit.index, choice.transport))


def _disembark(scene: Scene, choice: Disembark) -> None:
    unit = unit_of(scene, choice.unit, scene.state.active)
    name = scene.called(unit.index)
    if unit.inside is None:
        raise Refusal("not-inside", unit=name)
    if unit.moved:
        raise Refusal("already-moved", unit=name)
    if not _lets_out(scene, unit):
        raise Refusal("transport-moved", unit=name)
    places, rise = places_for(scene, unit, choice.places), scene.figures(unit.inside).raised.height(0)
    for place, base in zip(places, scene.figures(unit.index).bases, strict=True):
        if not _within(scene, place, base, unit.inside, rise):
            raise Refusal("far-from-transport", unit=name, reach=REACH)
    check_standing(scene, unit, Ending(places))
    how = scene.state.units[unit.inside].moved
    moved = how in {"moved", "advanced"}
    may_charge = how == "moved" and powers.permits(scene, unit.inside, "disembark and charge")
    ends = spread(scene.figures(unit.index), places, unit)
    scene.emit(ev.UnitDisembarked(unit.index, unit.inside, ends, moved, may_charge=may_charge))


def exits(scene: Scene, unit: int, anchor: Point) -> tuple[Point, ...] | None:
    """Places on the ground about an anchor where the unit could get out; None if there is no room."""
    state = scene.state.units[unit]
    assert state.inside is not None
    transport, figures = state.inside, scene.figures(unit)
    rise = scene.figures(transport).raised.height(0)
    blocked, enemies = scene.circles(state.side), scene.circles(1 - state.side)
    places = arrive(
        scene.board,
        anchor,
        figures.bases,
        blocked,
        enemies,
        ENGAGEMENT,
        lambda place, base: _within(scene, place, base, transport, rise),
    )
    return None if places is None else spread(figures, places, state)


def wreck(scene: Scene, transport: int, place: Point, base: Base) -> list[tuple[int, int]]:
    """Those inside a destroyed transport get out about it, as far as they find room; the others are lost.

    (unit, dice that showed 1) for each unit that got out: one die for each miniature that did.
    """
    hurt, hull = [], base.at(*place)
    for unit in aboard(scene, transport):
        out = _getting_out(scene, unit, place, hull)
        stuck = tuple([i for i in unit.standing if i not in out])
        if stuck:
            scene.emit(ev.MiniaturesRemoved(unit.index, stuck))
        if not out:
            lost(scene, unit.index)
            continue
        faces = scene.dice.roll(len(out), "wreck")
        scene.emit(ev.CauseRolled(unit.index, "wreck", faces, 2, 1 in faces))
        places = tuple([out.get(i, spot) for i, spot in enumerate(scene.state.units[unit.index].places)])
        scene.emit(ev.UnitDisembarked(unit.index, transport, places, True, wrecked=True))
        hurt.append((_who_got_out(scene, unit, stuck), faces.count(1)))
    return hurt


def _who_got_out(scene: Scene, unit: Unit, stuck: tuple[int, ...]) -> int:
    """The unit, or its leader if that alone found room."""
    if stuck and unit.leaders:
        part(scene, unit.index, stuck, None)
    if scene.state.units[unit.index].alive:
        return unit.index
    scene.emit(ev.UnitDestroyed(unit.index))
    return next(leader for leader in unit.leaders if scene.state.units[leader].alive)


def _about(place: Point) -> list[Point]:
    """Where a unit is looked for room about a wreck: in the middle first, then to all sides of it."""
    x, y = place
    return [place] + [(x + far * cos(k * pi / 4), y + far * sin(k * pi / 4)) for far in AROUND for k in range(8)]


def _getting_out(scene: Scene, unit: Unit, place: Point, hull: list[Disc]) -> dict[int, Point]:
    """Places about a wreck for a unit's miniatures, by their index: for all, or for as many as find room together.

    If not all do, those that would take wounds last get out first.
    """
    everybody = list(scene.figures(unit.index).indices)
    found = _room_about(scene, unit, everybody, place, hull)
    if found:
        return found
    for i in reversed(allocation_order(unit.wounds, scene.sheets[unit.index], unit.falls)):
        found = _room_about(scene, unit, sorted([*found, i]), place, hull) or found
    return found


def _room_about(scene: Scene, unit: Unit, those: list[int], place: Point, hull: list[Disc]) -> dict[int, Point]:
    """Places about a wreck for some of a unit's miniatures, by their index; none where they find no room together."""
    figures = scene.figures(unit.index)
    bases = dict(zip(figures.indices, figures.bases, strict=True))
    own, friends, enemies = [bases[i] for i in those], scene.circles(unit.side), scene.circles(1 - unit.side)
    for anchor in _about(place):
        places = arrive(
            scene.board, anchor, own, friends, enemies, ENGAGEMENT, lambda spot, base: _is_near(hull, spot, base)
        )
        if places is not None:
            return dict(zip(those, places, strict=True))
    return {}


def _is_near(hull: list[Disc], spot: Point, base: Base) -> bool:
    return any(farthest(spot, base, (x, y)) <= 2 * REACH + r + TOLERANCE for x, y, r in hull)
