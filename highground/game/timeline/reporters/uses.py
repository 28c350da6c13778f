"""Reports abilities and stratagems that are used, and of leaders that join units."""

from __future__ import annotations

from functools import partial

import msgspec

from highground.engine import events as ev
from highground.engine.abilities.model import Ability
from highground.engine.model import Setup
from highground.engine.steps.by_hand import AGREED
from highground.game.parts.phrases import count, effect_words, lasting_words, listed
from highground.game.timeline.reporters.fights import aside, under_way, unit_loss, volleys_known
from highground.game.timeline.story import Story
from highground.game.views.log import BegunEffect, UnitFields, UnitLoss, UnitLosses

OUTCOMES = frozenset(
    {
        ev.EffectBegan,
        ev.DamageAmended,
        ev.DamageIgnored,
        ev.DieRerolled,
        ev.WoundsHealed,
        ev.WoundsLost,
        ev.CauseRolled,
        ev.LeadershipTested,
        ev.StanceLeft,
        ev.UnitDestroyed,
        ev.UnitDisembarked,
        ev.MiniaturesRemoved,
        ev.LeaderLeft,
        ev.LeaderJoined,
    }
)
"""What a use brings about at once; it is reported with the use."""


class UseReport(msgspec.Struct):
    """An ability that is being used: names as they were when it was, and what has come of it so far."""

    event: ev.AbilityUsed
    names: tuple[str, ...]
    effects: list[BegunEffect] = msgspec.field(default_factory=list)
    outcome: list[str] = msgspec.field(default_factory=list)
    losses: list[UnitLoss] = msgspec.field(default_factory=list)
    joined: tuple[int, int] | None = None
    """A leader and the unit that it joins by this."""


def ability_used(story: Story, event: ev.AbilityUsed) -> None:
    used = story.open["used"] = UseReport(event, story.cast.units)
    story.put_off(OUTCOMES, partial(_report_use, story, used))


def effect_began(story: Story, event: ev.EffectBegan) -> None:
    active, cast = event.active, story.cast
    on = cast.armies[active.side] if active.unit is None else cast.units[active.unit]
    words = lasting_words(active.effect)
    used: UseReport | None = story.open.get("used")
    if used is None:
        story.report(
            "abilities", "effect", "Effect", f"{active.name}: {on}, {words}",
            army_uuid=cast.army_uuids[active.side], **_named(story, active.unit, cast.units),
        )  # fmt: skip
        return
    used.outcome.append(words if active.unit in {used.event.unit, None} else f"{on}, {words}")
    used.effects.append(
        {
            "name": active.name,
            "on": on,
            "effect": effect_words(active.effect),
            "duration": active.effect.duration,
        }
    )


def die_rerolled(story: Story, event: ev.DieRerolled) -> None:
    volleys_known(story, event)
    weapon = event.volleys[event.volley].sequence.attack.name
    _said_of_attacks(story, f"{weapon}, {event.roll}: a {event.was} is rerolled to {event.face}")


def damage_ignored(story: Story, event: ev.DamageIgnored) -> None:
    volleys_known(story, event)
    weapon = event.volleys[event.volley].sequence.attack.name
    outcome(story, f"{weapon}, damage: {event.was} becomes 0")


def damage_amended(story: Story, event: ev.DamageAmended) -> None:
    volleys_known(story, event)
    weapon = event.volleys[event.volley].sequence.attack.name
    _said_of_attacks(story, f"{weapon}, damage by hand: {event.was} becomes {event.now}")


def _said_of_attacks(story: Story, sentence: str) -> None:
    """With the use that brought it about or, where players did by hand, with the attacks."""
    attacks = under_way(story)
    if not outcome(story, sentence) and attacks is not None:
        aside(attacks, sentence)


def unit_taken_up(story: Story, event: ev.UnitTakenUp) -> None:
    cast, verbs = story.cast, ("go", "goes") if event.reserves else ("are", "is")
    where = "into reserve" if event.reserves else "set up again"
    sentence = f"{cast.units[event.unit]} {cast.verb(event.unit, *verbs)} {where}"
    if not outcome(story, sentence):
        story.report(
            "deployment", "take_up", "Set up again", sentence,
            location=story.spot_before(event.unit), **_named(story, event.unit, cast.units),
        )  # fmt: skip


def by_hand_switched(story: Story, event: ev.ByHandSwitched) -> None:
    """'The army of Ash switches Old Song on by hand: Wardens, hit +1 until the phase ends'."""
    cast, army = story.cast, story.cast.armies[event.side]
    on = army if event.target is None else cast.units[event.target]
    effects: list[BegunEffect] = [
        {
            "name": event.name,
            "on": on,
            "effect": effect_words(active.effect),
            "duration": active.effect.duration,
        }
        for active in event.actives
    ]
    words = [lasting_words(each.effect) for each in event.actives]
    # What both agreed on is called 'By hand' itself.
    agreed = event.ability == AGREED.uid
    name = ("an effect" if event.on else "all effects") if agreed else event.name
    sentence = f"{army} switches {name} {'on' if event.on else 'off'} by hand"
    if event.on and not event.actives:
        sentence = f"{army}, {'' if agreed else f'{name}, '}done by hand: {on}"
    story.report(
        "abilities", "by_hand", event.name, f"{sentence}: {on}, {', '.join(words)}" if words else sentence,
        ability=event.ability, ability_name=event.name, army_uuid=cast.army_uuids[event.side],
        switched_on=event.on, effects=effects, **_named(story, event.unit, cast.units),
    )  # fmt: skip


def leader_joined(story: Story, event: ev.LeaderJoined) -> None:
    used: UseReport | None = story.open.get("used")
    if used is not None:
        used.joined = (event.leader, event.unit)
    else:
        _report_join(story, event.leader, event.unit)


def outcome(story: Story, sentence: str) -> bool:
    """Whether an ability is being used that this comes of; then it is reported with it."""
    used: UseReport | None = story.open.get("used")
    if used is None:
        return False
    used.outcome.append(sentence)
    return True


def lost(story: Story, unit: int, damage: int, slain: int) -> None:
    """What a unit loses by the ability that is being used."""
    used: UseReport = story.open["used"]
    used.losses.append(unit_loss(story, unit, damage, slain))


def _report_use(story: Story, used: UseReport) -> None:
    story.open.pop("used", None)
    event, cast = used.event, story.cast
    if used.joined is not None:
        _report_join(story, *used.joined)
        return
    found = _ability(story.scene.setup, event)
    targets = [used.names[target] for target in event.targets]
    message = _sentence(story, used, targets)
    losses: UnitLosses = {"losses": used.losses} if used.losses else {}
    if used.outcome:
        message = f"{message}: {'; '.join(used.outcome)}"
    story.report(
        "abilities", "use_ability", event.name, message,
        description=found.text if found is not None and not found.private else "",
        location=None if event.unit is None else story.spot(event.unit),
        ability=event.ability, ability_name=event.name,
        kind=found.use.kind if found is not None and found.use is not None else "activated",
        army_uuid=cast.army_uuids[event.side], **_named(story, event.unit, used.names),
        target_name=listed(targets),
        target_units=[{"name": used.names[t], "uuid": cast.unit_uuids[t]} for t in event.targets],
        cost=event.cost, effects=used.effects, outcome=used.outcome, **losses,
    )  # fmt: skip


def _sentence(story: Story, used: UseReport, targets: list[str]) -> str:
    """'Gulper uses Spite against Slatewardens', 'Grey Tide uses Brace on Gulper for 1 command point'."""
    event, cast = used.event, story.cast
    army = cast.armies[event.side]
    if event.unit is None:
        words = f"{army} uses {event.name}"
    elif _own(story, event):
        words = f"{used.names[event.unit]} {cast.verb(event.unit, 'use')} {event.name}"
    else:
        words = f"{army} uses {event.name} on {used.names[event.unit]}"
    if targets:
        against = any(cast.sides[target] != event.side for target in event.targets)
        words += f" {'against' if against else 'for'} {listed(targets)}"
    return f"{words} for {count(event.cost, 'command point')}" if event.cost else words


def _own(story: Story, event: ev.AbilityUsed) -> bool:
    """Whether the ability is one of the unit's own, not its army's."""
    return event.unit is not None and any(_is(each, event) for each in story.cast.sheets[event.unit].abilities)


def _ability(setup: Setup, event: ev.AbilityUsed) -> Ability | None:
    army = setup.armies[event.side]
    known = (*setup.stratagems, *army.abilities, *(each for sheet in army.units for each in sheet.abilities))
    return next((each for each in known if _is(each, event)), None)


def _is(ability: Ability, event: ev.AbilityUsed) -> bool:
    return event.ability == (ability.uid or ability.name)


def _report_join(story: Story, leader: int, unit: int) -> None:
    cast = story.cast
    story.report(
        "abilities", "leader_joined", "Leader joins",
        f"{cast.does(leader, 'join')} {cast.alone[unit]}",
        location=story.spot(unit), unit_name=cast.alone[leader], unit_uuid=cast.unit_uuids[leader],
        target_name=cast.alone[unit], target_units=[{"name": cast.alone[unit], "uuid": cast.unit_uuids[unit]}],
    )  # fmt: skip


def _named(story: Story, unit: int | None, names: tuple[str, ...]) -> UnitFields:
    return {} if unit is None else {"unit_name": names[unit], "unit_uuid": story.cast.unit_uuids[unit]}
