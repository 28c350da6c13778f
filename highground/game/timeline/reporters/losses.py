"""Reports wounds outside of attacks, healing, and units and leaders that are gone."""

from __future__ import annotations

from typing import Unpack

from highground.engine import events as ev
from highground.engine.steps.casualties import BREAK_OUT
from highground.game.parts.phrases import count, each_named
from highground.game.timeline.reporters import uses
from highground.game.timeline.reporters.fights import aside, message, suffer, under_way
from highground.game.timeline.story import Story
from highground.game.views.log import LossFields, TransportFields


def wounds_lost(story: Story, event: ev.WoundsLost) -> None:
    """Hazards, demises and the like: with the ability or the attacks that they come of, else an action of their own."""
    damage, slain = sum(amount for _, amount in event.lost), len(event.slain)
    toll = f"{slain} slain" if slain else f"{damage} damage" if damage else "no damage"
    name, attacks = story.cast.units[event.unit], under_way(story)
    rolled: ev.CauseRolled | None = story.open.pop("cause", None)
    if uses.outcome(story, f"{name}, {toll}"):
        uses.lost(story, event.unit, damage, slain)
        return
    if rolled is not None:
        line_up = story.scene.sheets[event.unit].line_up
        sentence = f"{_rolled(story, rolled)}, {toll}: {each_named(line_up[i].name for i in event.slain)}"
        _report_roll(story, rolled, sentence, total_damage_taken=damage, models_killed=slain, fnp=event.fnp)
        return
    sentence = f"{event.cause.capitalize()}: {name}, {toll}"
    if attacks is not None:
        suffer(story, attacks, event.unit, damage, slain)
        aside(attacks, sentence, event.unit)
        return
    story.report(
        "abilities", event.cause.replace(" ", "_"), event.cause.capitalize(), sentence,
        location=story.spot_before(event.unit), unit_name=name, unit_uuid=story.cast.unit_uuids[event.unit],
        total_damage_taken=damage, models_killed=slain, dice=event.dice, fnp=event.fnp,
    )  # fmt: skip


def wounds_healed(story: Story, event: ev.WoundsHealed) -> None:
    back = [miniature for miniature, _ in event.gained if not story.before.units[event.unit].wounds[miniature]]
    healed = sum(amount for miniature, amount in event.gained if miniature not in back)
    parts = [count(healed, "wound") + " healed"] if healed or not back else []
    if back:
        parts.append(f"{count(len(back), 'miniature')} {'comes' if len(back) == 1 else 'come'} back")
    name, attacks = story.cast.units[event.unit], under_way(story)
    sentence = f"{name}, {' and '.join(parts)}"
    if uses.outcome(story, sentence):
        return
    if attacks is not None:
        aside(attacks, f"{event.cause}: {sentence}", event.unit)
        return
    story.report(
        "abilities", "heal", "Heal", f"{event.cause}: {sentence}",
        location=story.spot(event.unit), unit_name=name, unit_uuid=story.cast.unit_uuids[event.unit],
        wounds_healed=healed, models_returned=len(back), cause=event.cause,
    )  # fmt: skip


def miniatures_added(story: Story, event: ev.MiniaturesAdded) -> None:
    line_up = story.scene.sheets[event.unit].line_up
    who = each_named(line_up[i].name for i, _ in event.gained)
    name, attacks = story.cast.units[event.unit], under_way(story)
    sentence = f"{name}, {who} {'joins' if len(event.gained) == 1 else 'join'}"
    if uses.outcome(story, sentence):
        return
    if attacks is not None:
        aside(attacks, f"{event.cause}: {sentence}", event.unit)
        return
    story.report(
        "abilities", "miniatures_added", "Miniatures added", f"{event.cause}: {sentence}",
        location=story.spot(event.unit), unit_name=name, unit_uuid=story.cast.unit_uuids[event.unit],
        models_added=len(event.gained), cause=event.cause,
    )  # fmt: skip


def cause_rolled(story: Story, event: ev.CauseRolled) -> None:
    """Reported with the ability or attacks that caused it, or with who paid it; otherwise as its own action."""
    sentence = _rolled(story, event)
    if not event.happened:
        sentence += ", nobody is lost" if event.cause == BREAK_OUT else ", nothing happens"
    attacks = under_way(story)
    if uses.outcome(story, sentence):
        return
    if attacks is not None:
        message(attacks, sentence)
    elif event.cause == BREAK_OUT and event.happened:
        story.open["cause"] = event
    else:
        _report_roll(story, event, sentence)


def leadership_tested(story: Story, event: ev.LeadershipTested) -> None:
    """Reported with the ability that asks for it."""
    faces, how = ", ".join(map(str, event.dice)), "passes" if event.passed else "fails"
    sentence = f"{story.cast.units[event.unit]} {how} a leadership test, rolled {faces} ({event.needed}+)"
    if not uses.outcome(story, sentence):
        rolled = ev.CauseRolled(event.unit, event.cause, event.dice, event.needed, event.passed)
        _report_roll(story, rolled, f"{event.cause}: {sentence}")


def _rolled(story: Story, event: ev.CauseRolled) -> str:
    faces = ", ".join(map(str, event.dice))
    return f"{event.cause.capitalize()}: {story.cast.units[event.unit]}, rolled {faces} ({event.needed}+)"


def _report_roll(story: Story, event: ev.CauseRolled, sentence: str, **fields: Unpack[LossFields]) -> None:
    story.report(
        "abilities", event.cause.replace(" ", "_").replace("-", "_"), event.cause.capitalize(), sentence,
        location=story.spot_before(event.unit), unit_name=story.cast.units[event.unit],
        unit_uuid=story.cast.unit_uuids[event.unit], dice=event.dice, needed=event.needed, **fields,
    )  # fmt: skip


def fallen_stood(story: Story, event: ev.FallenStood) -> None:
    """Those who strike once more before they are removed, reported with the attacks that felled them."""
    name, attacks = story.cast.units[event.unit], under_way(story)
    if attacks is not None:
        aside(attacks, f"{name}, {count(len(event.miniatures), 'miniature')} will strike before falling", event.unit)


def unit_destroyed(story: Story, event: ev.UnitDestroyed) -> None:
    """Where it was reported already that the whole unit is gone, there is nothing to add."""
    if story.open.get("gone") == event.unit:
        del story.open["gone"]
        return
    name = story.cast.alone[event.unit] if _with_host(story, event.unit) else story.cast.units[event.unit]
    sentence = f"{name} {story.cast.verb(event.unit, 'are', 'is')} destroyed"
    story.add_destroyed(event.unit, name)
    along(story, event.unit, "destroyed", "Destroyed", sentence)


def leader_left(story: Story, event: ev.LeaderLeft) -> None:
    """A leader that has fallen itself leaves nobody to report."""
    if story.scene.state.units[event.leader].alive:
        sentence = f"{story.cast.does(event.leader, 'stand')} alone now"
        along(story, event.leader, "leader_left", "Leader left alone", sentence)


def _with_host(story: Story, unit: int) -> bool:
    return story.before.units[unit].joined is not None


def along(story: Story, unit: int, action: str, label: str, sentence: str, **fields: Unpack[TransportFields]) -> None:
    """Tell of a unit with the ability or the attacks that it comes of, else in an action of its own."""
    attacks = under_way(story)
    if uses.outcome(story, sentence):
        return
    if attacks is not None:
        aside(attacks, sentence, unit)
        return
    story.report(
        "action", action, label, sentence,
        location=story.spot(unit), unit_name=story.cast.alone[unit], unit_uuid=story.cast.unit_uuids[unit],
        **fields,
    )  # fmt: skip
