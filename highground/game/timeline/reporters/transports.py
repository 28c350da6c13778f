"""Reports units that get into transports and out of them, or out of their wrecks."""

from __future__ import annotations

from highground.engine import events as ev
from highground.game.parts.phrases import count, place
from highground.game.timeline.reporters import losses, moves
from highground.game.timeline.story import Story
from highground.game.views.log import TransportFields


def unit_embarked(story: Story, event: ev.UnitEmbarked) -> None:
    """At set-up it is a kind of deployment, later a kind of movement."""
    name, transport = story.cast.units[event.unit], story.cast.units[event.transport]
    into = _transport(story, event.transport)
    if not story.scene.state.started:
        message = f"{story.cast.does(event.unit, 'start')} the battle in {transport}"
        story.report(
            "deployment", "embark", "Embark", message,
            location=story.spot(event.unit), unit_name=name, unit_uuid=story.cast.unit_uuids[event.unit],
            in_reserves=False, **into,
        )  # fmt: skip
        return
    message = f"{story.cast.does(event.unit, 'get')} into {transport}"
    moves.tell_move(
        story, event.unit, "embark", "Embark", message, instructions=f"Take {name} off the table", **into
    )  # fmt: skip


def unit_disembarked(story: Story, event: ev.UnitDisembarked) -> None:
    transport, out_of = story.cast.units[event.transport], _transport(story, event.transport)
    if event.wrecked:
        message = f"{story.cast.does(event.unit, 'get')} out of the wreck of {transport}"
        message = f"{message} and {story.cast.verb(event.unit, 'are', 'is')} battle-shocked"
        losses.along(story, event.unit, "disembark", "Disembark", message, **out_of)
        return
    spot = story.spot(event.unit)
    assert spot is not None
    message = f"{story.cast.does(event.unit, 'get')} out of {transport}, {story.cast.near(spot)}"
    instructions = f"Set up {story.cast.units[event.unit]} {place(spot)}"
    moves.tell_move(
        story, event.unit, "disembark", "Disembark", message, instructions=instructions, **out_of
    )  # fmt: skip


def miniatures_removed(story: Story, event: ev.MiniaturesRemoved) -> None:
    """Those who find no room about the wreck that they were in; else those who are out of coherency."""
    inside = story.before.units[event.unit].inside
    if inside is None:
        moves.miniatures_removed(story, event)
        return
    wreck, lost = story.cast.units[inside], len(event.miniatures)
    if story.scene.state.units[event.unit].alive:
        message = f"{count(lost, 'miniature')} of {story.cast.units[event.unit]} "
        message += f"{'finds' if lost == 1 else 'find'} no room about the wreck of {wreck} and "
        message += f"{'is' if lost == 1 else 'are'} lost"
    else:
        message = f"{story.cast.does(event.unit, 'find')} no room about the wreck of {wreck}"
        message = f"{message} and {story.cast.verb(event.unit, 'are', 'is')} lost"
        story.open["gone"] = event.unit
        story.add_destroyed(event.unit, story.cast.units[event.unit])
    losses.along(story, event.unit, "lost_in_wreck", "Lost in a wreck", message, **_transport(story, inside))


def _transport(story: Story, transport: int) -> TransportFields:
    return {"transport_name": story.cast.units[transport], "transport_uuid": story.cast.unit_uuids[transport]}
