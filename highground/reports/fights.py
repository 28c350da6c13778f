"""Tells of attacks, from their declaration to what came of them."""

from __future__ import annotations

import msgspec

from highground.engine import events as ev
from highground.engine.attack import Sequence
from highground.engine.model import Point
from highground.engine.state import Volley
from highground.reports.cast import Json
from highground.reports.dice_logs import dice_log, summary, tallied
from highground.reports.story import Story
from highground.reports.words import count

Key = tuple[str, int, tuple[int, ...]]


class Aim(msgspec.Struct):
    """What one target suffers from the attacks under way."""

    unit: int
    location: Point | None
    remaining: int
    damage: int = 0
    killed: int = 0
    attacks: int = 0
    hits: int = 0
    wounds: int = 0
    slain: int = 0
    """By the attacks themselves, without what follows from them."""
    dealt: int = 0
    dice: list[Json] = msgspec.field(default_factory=list)
    messages: list[Json] = msgspec.field(default_factory=list)


class Attacks(msgspec.Struct):
    """The attacks that a unit has declared. `volleys` are those last heard of, `landed` those that were dealt."""

    unit: int
    location: Point | None
    aims: dict[int, Aim] = msgspec.field(default_factory=dict)
    volleys: tuple[Volley, ...] = ()
    landed: set[Key] = msgspec.field(default_factory=set)
    asides: list[str] = msgspec.field(default_factory=list)
    """What happened besides, for the message."""


def declared(story: Story, event: ev.ShotsDeclared | ev.StrikesDeclared) -> None:
    story.open["attacks"] = Attacks(event.unit, story.spot(event.unit), volleys=event.volleys)


def stage_rolled(story: Story, event: ev.StageRolled) -> None:
    _attacks(story, event.unit).volleys = event.volleys


def attacks_made(story: Story, event: ev.AttacksMade) -> None:
    attacks, sequence = _attacks(story, event.unit), event.sequence
    aim = _aim(story, attacks, event.target)
    attacks.landed.add((sequence.attack.weapon, event.target, event.bearers))
    _add_dice(story, aim, sequence)
    aim.dealt += sequence.damage
    aim.slain += len(event.slain)
    _suffer(story, aim, sequence.damage, len(event.slain))


def wounds_lost(story: Story, event: ev.WoundsLost) -> None:
    """Hazards, demises and the like. Outside of attacks they are an action of their own."""
    damage, slain = sum(amount for _, amount in event.lost), len(event.slain)
    toll = f"{slain} slain" if slain else f"{damage} damage" if damage else "no damage"
    sentence = f"{event.cause.capitalize()}: {story.cast.units[event.unit]}, {toll}"
    attacks: Attacks | None = story.open.get("attacks")
    if attacks is None:
        story.tell(
            "abilities", event.cause.replace(" ", "_"), event.cause.capitalize(), sentence,
            location=story.spot_before(event.unit), unit_name=story.cast.units[event.unit],
            unit_uuid=story.cast.unit_uuids[event.unit], total_damage_taken=damage, models_killed=slain,
            dice=event.dice, fnp=event.fnp,
        )  # fmt: skip
        return
    if event.unit in attacks.aims:
        _suffer(story, attacks.aims[event.unit], damage, slain)
    _aside(attacks, sentence)


def cause_rolled(story: Story, event: ev.CauseRolled) -> None:
    attacks: Attacks | None = story.open.get("attacks")
    if attacks is not None:
        faces = ", ".join(map(str, event.dice))
        name = story.cast.units[event.unit]
        sentence = f"{event.cause.capitalize()}: {name}, rolled {faces} ({event.needed}+)"
        _message(attacks, f"{sentence}{'' if event.happened else ', nothing happens'}")


def unit_destroyed(story: Story, event: ev.UnitDestroyed) -> None:
    attacks: Attacks | None = story.open.get("attacks")
    if attacks is not None:
        _aside(attacks, f"{story.cast.does(event.unit, 'are', 'is')} destroyed", event.unit)


def unit_shot(story: Story, event: ev.UnitShot) -> None:
    if "attacks" in story.open:
        _tell_attacks(story, "shoot", "Shoot", melee=False)
    else:
        _tell_none(story, event.unit, "hold_fire", "Hold fire", "hold their fire", "holds its fire")


def strikes_made(story: Story, event: ev.StrikesMade) -> None:
    if "attacks" in story.open:
        _tell_attacks(story, "strike", "Fight", melee=True)
    else:
        _tell_none(story, event.unit, "no_strike", "Fight", "make no attacks", "makes no attacks")


def _attacks(story: Story, unit: int) -> Attacks:
    found: Attacks | None = story.open.get("attacks")
    if found is None:
        found = story.open["attacks"] = Attacks(unit, story.spot_before(unit))
    return found


def _aim(story: Story, attacks: Attacks, target: int) -> Aim:
    aim = attacks.aims.get(target)
    if aim is None:
        unit = story.before.units[target]
        aim = attacks.aims[target] = Aim(target, story.spot_before(target), len(unit.standing))
    return aim


def _suffer(story: Story, aim: Aim, damage: int, slain: int) -> None:
    aim.damage += damage
    aim.killed += slain
    aim.remaining = len(story.scene.state.units[aim.unit].standing)


def _add_dice(story: Story, aim: Aim, sequence: Sequence, after: str = "") -> None:
    hit, wound = sequence.hit, sequence.wound
    aim.attacks += hit.attacks if hit else 0
    aim.hits += hit.hits + hit.lethal if hit else 0
    aim.wounds += wound.wounds + wound.devastating if wound else 0
    aim.dice.append(dice_log(sequence, story.cast.weapon_uuid(sequence.attack.weapon)))
    aim.messages.append({"message": f"{sequence.attack.name}: {', '.join(summary(sequence))}{after}"})


def _message(attacks: Attacks, sentence: str, unit: int | None = None) -> None:
    """A line under the dice of the target that it is about, or of the last one."""
    aims = attacks.aims
    aim = aims.get(unit) if unit is not None else None
    if aim is None and aims:
        aim = list(aims.values())[-1]
    if aim is not None:
        aim.messages.append({"message": sentence})


def _aside(attacks: Attacks, sentence: str, unit: int | None = None) -> None:
    attacks.asides.append(sentence)
    _message(attacks, sentence, unit)


def _waste(story: Story, attacks: Attacks) -> None:
    """Dice of volleys whose target was gone before they could be dealt."""
    for each in attacks.volleys:
        key = (each.weapon, each.target, each.bearers)
        if key not in attacks.landed and each.sequence.hit is not None:
            _add_dice(story, _aim(story, attacks, each.target), each.sequence, "; the target was gone")


def _tell_attacks(story: Story, verb: str, label: str, melee: bool) -> None:
    attacks: Attacks = story.open.pop("attacks")
    _waste(story, attacks)
    unit, aims = attacks.unit, list(attacks.aims.values())
    tolls = [f"{story.cast.units[aim.unit]}: {', '.join(_toll(aim))}" for aim in aims]
    message = f"{story.cast.does(unit, verb)} {'; '.join(tolls)}" if tolls else f"{story.cast.does(unit, verb)} in vain"
    if attacks.asides:
        message = f"{message}. {'. '.join(attacks.asides)}"
    story.tell(
        "combat", verb, label, message,
        location=attacks.location, attacker_unit=story.cast.units[unit],
        attacker_uuid=story.cast.unit_uuids[unit], attacker_location=attacks.location, melee=melee,
        targets=[_target(story, aim) for aim in aims],
    )  # fmt: skip


def _toll(aim: Aim) -> list[str]:
    return tallied(aim.attacks, aim.hits, aim.wounds, aim.dealt, aim.slain) if aim.attacks else [count(0, "attack")]


def _target(story: Story, aim: Aim) -> Json:
    return {
        "unit_name": story.cast.units[aim.unit],
        "unit_uuid": story.cast.unit_uuids[aim.unit],
        "location": aim.location,
        "total_damage_taken": aim.damage,
        "models_killed": aim.killed,
        "models_remaining": aim.remaining,
        "dice_logs": aim.dice,
        "damage_logs": aim.messages,
    }


def _tell_none(story: Story, unit: int, action: str, label: str, several: str, one: str) -> None:
    """Declined attacks: no combat entry, for there is nothing to show of one."""
    spot = story.spot(unit)
    story.tell(
        "action", action, label, story.cast.does(unit, several, one),
        location=spot, unit_name=story.cast.units[unit], unit_uuid=story.cast.unit_uuids[unit],
    )  # fmt: skip
