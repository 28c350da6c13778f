"""Reports setting up, moving, charging and closing in."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Unpack

from highground.engine import events as ev
from highground.engine.abilities import powers
from highground.engine.abilities.conditions import holds
from highground.engine.model import Point
from highground.game.parts.out_of_reach import unreached_words
from highground.game.parts.phrases import STILL, count, each_named, heading, inches, listed, place, roll_off, way
from highground.game.parts.units import middle
from highground.game.timeline.story import Story
from highground.game.views.log import Arrow, MoveFields, UnitFields

MOVES = {
    "stationary": ("stationary", "Hold position", "hold their position", "holds its position"),
    "moved": ("move", "Move", "move", "moves"),
    "advanced": ("advance", "Advance", "advance", "advances"),
    "fell_back": ("fall_back", "Fall back", "fall back", "falls back"),
}
"""movement_action, label, and the verb for several miniatures and for one."""


def deployment_rolled(story: Story, event: ev.DeploymentRolled) -> None:
    story.report(
        "deployment", "deployment_roll", "Roll for zones",
        f"{story.cast.armies[event.winner]} wins the roll for deployment zones, {roll_off(event.rolls, event.winner)}",
        army_uuid=story.cast.army_uuids[event.winner], rolls=event.rolls,
    )  # fmt: skip


def zone_chosen(story: Story, event: ev.ZoneChosen) -> None:
    zones, armies = story.scene.setup.layout.zones, story.cast.armies
    story.report(
        "deployment", "zone_selection", "Choose zone",
        f"{armies[event.side]} takes the {zones[event.zone].name}, "
        f"{armies[1 - event.side]} the {zones[1 - event.zone].name}",
        army_uuid=story.cast.army_uuids[event.side], zone=zones[event.zone].name,
    )  # fmt: skip


def unit_deployed(story: Story, event: ev.UnitDeployed) -> None:
    spot = story.spot(event.unit)
    assert spot is not None
    story.report(
        "deployment", "deploy", "Deploy",
        f"{story.cast.does(event.unit, 'are', 'is')} set up {story.cast.near(spot)}",
        location=spot, **_named(story, event.unit), in_reserves=False,
        instructions=f"Set up {story.cast.units[event.unit]} {place(spot)}",
    )  # fmt: skip


def unit_reserved(story: Story, event: ev.UnitReserved) -> None:
    story.report(
        "deployment", "reserve", "Reserves", f"{story.cast.does(event.unit, 'go', 'goes')} into reserve",
        **_named(story, event.unit), in_reserves=True,
    )  # fmt: skip


def unit_scouted(story: Story, event: ev.UnitScouted) -> None:
    where = _way(story, event.unit)
    message = story.cast.does(event.unit, "scout") + (f" {where}" if where else " no further")
    tell_move(story, event.unit, "scout", "Scout", message, ways=event.ways)


def first_turn_rolled(story: Story, event: ev.FirstTurnRolled) -> None:
    _first_turn(story, event)


def battle_began(story: Story, event: ev.BattleBegan) -> None:
    if event.rolls:
        _first_turn(story, event)


def _first_turn(story: Story, event: ev.FirstTurnRolled | ev.BattleBegan) -> None:
    story.report(
        "deployment", "first_turn_roll", "Roll for first turn",
        f"{story.cast.armies[event.first]} goes first, {roll_off(event.rolls, event.first)}",
        army_uuid=story.cast.army_uuids[event.first], rolls=event.rolls,
    )  # fmt: skip


def advance_rolled(story: Story, event: ev.AdvanceRolled) -> None:
    if event.roll:
        story.open["advance"] = event.roll
        story.open["advance_more"] = _added_to_advance(story, event.unit)


def _added_to_advance(story: Story, unit: int) -> str:
    """', +1 by Old Song': what abilities add to the roll."""
    scene = story.scene
    held = (each for each in powers.asked(scene, unit, "advance") if holds(scene, unit, each.effect))
    return "".join(f", {each.effect.adds():+d} by {each.name}" for each in held if each.effect.adds())


def unit_moved(story: Story, event: ev.UnitMoved) -> None:
    roll, more = story.open.pop("advance", None), story.open.pop("advance_more", "")
    action, label, several, one = MOVES[event.how]
    message = story.cast.does(event.unit, several, one)
    where = _way(story, event.unit)
    if where:
        message += f" {where}"
    elif event.distance >= STILL:
        message += f" up to {inches(event.distance)}, staying {story.cast.near(story.spot(event.unit) or (0.0, 0.0))}"
    elif event.how == "advanced":
        message += " without moving"
    elif event.how == "moved":
        message = story.cast.does(event.unit, "stay where they are", "stays where it is")
    extra: MoveFields = {"distance": round(event.distance, 2), "limit": event.limit}
    if roll is not None:
        message += f" (rolled {roll}{more})"
        extra["roll"] = roll
    tell_move(story, event.unit, action, label, message, ways=event.ways, **extra)


def unit_arrived(story: Story, event: ev.UnitArrived) -> None:
    spot = story.spot(event.unit)
    assert spot is not None
    message = f"{story.cast.does(event.unit, 'arrive')} from reserve {story.cast.near(spot)}"
    tell_move(story, event.unit, "arrive", "Arrive from reserve", message)


def unit_put(story: Story, event: ev.UnitPut) -> None:
    spot = story.spot(event.unit)
    assert spot is not None
    message = f"{story.cast.does(event.unit, 'are', 'is')} put by hand {story.cast.near(spot)}"
    tell_move(story, event.unit, "by_hand", "By hand", message)


def unit_withdrawn(story: Story, event: ev.UnitWithdrawn) -> None:
    story.report(
        "movement", "withdraw", "Into reserve",
        f"{story.cast.does(event.unit, 'fly', 'flies')} off the table, into reserve"
        if event.flew
        else f"{story.cast.does(event.unit, 'leave')} the table for the reserves",
        location=story.spot_before(event.unit), **_named(story, event.unit),
    )  # fmt: skip


def unit_piled_in(story: Story, event: ev.UnitPiledIn) -> None:
    left = unreached_words(story.scene, event.unit) if story.scene.state.units[event.unit].alive else ""
    if event.distance or left:
        far = f", {_up_to(story, event)}" if event.distance else " without moving"
        message = f"{story.cast.does(event.unit, 'pile', 'piles')} in{far}{left and f'. {left}'}"
        tell_move(story, event.unit, "pile_in", "Pile in", message, distance=round(event.distance, 2))


def unit_consolidated(story: Story, event: ev.UnitConsolidated) -> None:
    if event.distance:
        message = f"{story.cast.does(event.unit, 'consolidate')}, {_up_to(story, event)}"
        tell_move(story, event.unit, "consolidate", "Consolidate", message, distance=round(event.distance, 2))


def _up_to(story: Story, event: ev.UnitPiledIn | ev.UnitConsolidated) -> str:
    """'up to 2.3 inches to the east': how far one of its miniatures went at most, and which way the unit did."""
    start, end, far = story.spot_before(event.unit), story.spot(event.unit), f"up to {inches(event.distance)}"
    if start is None or end is None or not way(start, end):
        return far
    return f"{far} to the {heading(start, end)}"


def charge_rolled(story: Story, event: ev.ChargeRolled) -> None:
    again = story.before.units[event.unit].charge_tried
    if event.success:
        story.open["charge"] = (event, again)
        return
    story.open.pop("charge", None)
    reach = "it" if len(event.targets) == 1 else "them"
    # Dice that fall short may still be rerolled: the charge has failed only where it does not.
    if event.limit < event.needed:
        message = _charge_words(story, event, again, "fall short", "falls short")
    else:
        message = f"{_charge_words(story, event, again, 'fail', 'fails')}, but there is no room to reach {reach}"
    _report_charge(story, event, message, again)


def charge_called_off(story: Story, event: ev.ChargeCalledOff) -> None:
    name = story.cast.units[event.unit]
    alive = story.scene.state.units[event.unit].alive
    why = "nobody that it charged is left" if alive else "it falls before it sets out"
    story.report(
        "charge", "charge_called_off", "Charge called off", f"The charge of {name} is called off: {why}",
        location=story.spot(event.unit), **_named(story, event.unit),
    )  # fmt: skip


def charge_moved(story: Story, event: ev.ChargeMoved) -> None:
    rolled: ev.ChargeRolled
    rolled, again = story.open.pop("charge")
    _report_charge(story, rolled, _charge_words(story, rolled, again, "reach", "reaches"), again, event.ways)


def miniatures_removed(story: Story, event: ev.MiniaturesRemoved) -> None:
    if not event.miniatures:
        return  # it was put together by hand since its player was asked
    _all_gone(story, event.unit)
    line_up = story.scene.sheets[event.unit].line_up
    story.report(
        "cleanup", "coherency", "Restore coherency",
        f"{story.cast.units[event.unit]}: {count(len(event.miniatures), 'miniature')} out of coherency "
        f"{'is' if len(event.miniatures) == 1 else 'are'} removed "
        f"({each_named(line_up[i].name for i in event.miniatures)}){_end(story, event.unit)}",
        location=story.spot_before(event.unit), **_named(story, event.unit), removed=len(event.miniatures),
    )  # fmt: skip


def reserves_lost(story: Story, event: ev.ReservesLost) -> None:
    _all_gone(story, event.unit)
    story.report(
        "cleanup", "reserves_lost", "Reserves lost",
        f"{story.cast.does(event.unit, 'have', 'has')} not arrived in time and "
        f"{story.cast.verb(event.unit, 'are', 'is')} lost",
        **_named(story, event.unit),
    )  # fmt: skip


def _all_gone(story: Story, unit: int) -> None:
    """Where nobody is left of a unit, the entry says so before the event that does."""
    if not story.scene.state.units[unit].alive:
        story.open["gone"] = unit
        story.add_destroyed(unit, story.cast.units[unit])


def _end(story: Story, unit: int) -> str:
    return "" if story.scene.state.units[unit].alive else "; nobody is left"


def _named(story: Story, unit: int) -> UnitFields:
    return {"unit_name": story.cast.units[unit], "unit_uuid": story.cast.unit_uuids[unit]}


def _way(story: Story, unit: int) -> str:
    start, end = story.spot_before(unit), story.spot(unit)
    return way(start, end) if start is not None and end is not None else ""


def tell_move(
    story: Story,
    unit: int,
    action: str,
    label: str,
    message: str,
    instructions: str = "",
    ways: Sequence[ev.Way] = (),
    **extra: Unpack[MoveFields],
) -> None:
    """An action of a unit's way from where it stood to where it stands now; `ways` are those that bend."""
    start, end = story.spot_before(unit), story.spot(unit)
    assert end is not None
    story.report(
        "movement", action, label, message,
        location=end, **_named(story, unit), movement_action=action, starting_position=start, ending_position=end,
        instructions=instructions or _instructions(story.cast.units[unit], start, end), rationale="",
        graphics={"arrows": _arrows(start, end, ways)}, paths=_paths(story, unit, ways), **extra,
    )  # fmt: skip


def _instructions(name: str, start: Point | None, end: Point) -> str:
    if start is None:
        return f"Set up {name} {place(end)}"
    where = way(start, end)
    return f"Move {name} {where}, to {place(end)}" if where else f"Keep {name} in place, {place(end)}"


def _arrows(start: Point | None, end: Point, ways: Sequence[ev.Way] = ()) -> list[Arrow]:
    """The unit's way: straight, or leg by leg round the corners of the miniature that had to turn most often."""
    if start is None or not way(start, end):
        return []
    corners = max((corners for _, corners in ways), key=len, default=())
    points = [start, *((round(x, 2), round(y, 2)) for x, y in corners), end]
    return [
        {"x": a[0], "y": a[1], "dx": round(b[0] - a[0], 2), "dy": round(b[1] - a[1], 2)} for a, b in pairwise(points)
    ]


def _paths(story: Story, unit: int, ways: Sequence[ev.Way] = ()) -> list[list[Point]]:
    """The way of each miniature that has moved, with its corners."""
    before, after = story.before.units[unit], story.scene.state.units[unit]
    if not before.deployed or not after.deployed:
        return []
    corners = dict(ways)
    return [
        [(round(x, 2), round(y, 2)) for x, y in (a, *corners.get(i, ()), b)]
        for i, (a, b, wounds) in enumerate(zip(before.places, after.places, after.wounds, strict=True))
        if wounds and a != b
    ]


def _charge_words(story: Story, event: ev.ChargeRolled, again: bool, several: str, one: str) -> str:
    targets = listed([story.cast.units[target] for target in event.targets])
    roll = sum(event.dice)
    comes_to = "" if event.limit == roll else f", {event.limit - roll:+g} is {event.limit:g}"
    rolled = f"rolled {roll}{' after a reroll' if again else ''}{comes_to}, needed {event.needed}"
    end = story.cast.verb(event.unit, several, one)
    return f"{story.cast.does(event.unit, 'charge')} {targets} and {end}: {rolled}"


def _report_charge(
    story: Story, event: ev.ChargeRolled, message: str, again: bool, ways: Sequence[ev.Way] = ()
) -> None:
    cast, start, end = story.cast, story.spot_before(event.unit), story.spot(event.unit)
    assert start is not None
    assert end is not None
    goals = [middle(story.scene.state.units[target]) for target in event.targets]
    aims = [end] if event.success else [goal for goal in goals if goal is not None]
    story.report(
        "charge", "charge", "Charge", message,
        location=end,
        charging_name=cast.units[event.unit], target_name=listed([cast.units[t] for t in event.targets]),
        charging_unit={"name": cast.units[event.unit], "uuid": cast.unit_uuids[event.unit], "location": start},
        target_unit={
            "name": cast.units[event.targets[0]], "uuid": cast.unit_uuids[event.targets[0]], "location": goals[0],
        },
        target_units=[{"name": cast.units[t], "uuid": cast.unit_uuids[t]} for t in event.targets],
        roll=sum(event.dice), dice=event.dice, needed=event.needed, success=event.success,
        rerolled=again,
        start_location=start, end_location=end,
        graphics={"arrows": [arrow for aim in aims for arrow in _arrows(start, aim, ways)]},
        paths=_paths(story, event.unit, ways),
    )  # fmt: skip
