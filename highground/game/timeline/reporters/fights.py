"""Reports attacks, from their declaration to what came of them."""

from __future__ import annotations

import msgspec

from highground.engine import events as ev
from highground.engine.attack.sequence import Sequence
from highground.engine.model import Point
from highground.engine.state import Volley
from highground.game.parts.dice_tables import Acted, dice_log, summary, tallied
from highground.game.parts.out_of_reach import why_nobody_strikes
from highground.game.parts.phrases import count
from highground.game.timeline.story import Story
from highground.game.views.log import CombatTarget, Message, UnitLoss, UnitLosses
from highground.game.views.rolls import DiceTable

Key = tuple[str, int, tuple[int, ...]]


class TargetReport(msgspec.Struct):
    """What one target suffers from the attacks under way."""

    unit: int
    name: str
    location: Point | None
    members: tuple[int, ...]
    """The unit and the leaders that were with it."""
    damage: int = 0
    killed: int = 0
    attacks: int = 0
    hits: int = 0
    wounds: int = 0
    slain: int = 0
    """By the attacks themselves, without what follows from them."""
    dealt: int = 0
    did: Acted = msgspec.field(default_factory=Acted)
    dice: list[DiceTable] = msgspec.field(default_factory=list)
    messages: list[Message] = msgspec.field(default_factory=list)


class Attacks(msgspec.Struct):
    """The attacks that a unit has declared. `volleys` are those last heard of, `landed` those that were dealt."""

    unit: int
    name: str
    location: Point | None
    aims: dict[int, TargetReport] = msgspec.field(default_factory=dict)
    volleys: tuple[Volley, ...] = ()
    landed: set[Key] = msgspec.field(default_factory=set)
    asides: list[str] = msgspec.field(default_factory=list)
    """What happened besides, for the message."""
    losses: list[UnitLoss] = msgspec.field(default_factory=list)
    """What units that were no targets lost by it."""


def declared(story: Story, event: ev.ShotsDeclared | ev.StrikesDeclared) -> None:
    _begin(story, event.unit, story.spot(event.unit)).volleys = event.volleys


def volleys_known(
    story: Story,
    event: ev.StageRolled | ev.VolleysRevised | ev.DieRerolled | ev.DamageIgnored | ev.DamageAmended,
) -> None:
    """The attacks have come further, or are others than those that were declared."""
    _attacks(story, event.unit).volleys = event.volleys


def attacks_made(story: Story, event: ev.AttacksMade) -> None:
    attacks, sequence = _attacks(story, event.unit), event.sequence
    aim = _aim(story, attacks, event.target)
    attacks.landed.add((sequence.attack.weapon, event.target, event.bearers))
    _add_dice(story, aim, sequence)
    aim.dealt += sequence.damage
    aim.slain += len(event.slain)
    aim.damage += sequence.damage
    aim.killed += len(event.slain)


def unit_shot(story: Story, event: ev.UnitShot) -> None:
    if under_way(story, event.unit):
        _report_attacks(story, "shoot", "Shoot", melee=False)
    else:
        _report_none(story, event.unit, "hold_fire", "Hold fire", "hold their fire", "holds its fire")


def strikes_made(story: Story, event: ev.StrikesMade) -> None:
    if under_way(story, event.unit):
        _report_attacks(story, "strike", "Fight", melee=True)
    else:
        why = why_nobody_strikes(story.scene, event.unit) if story.scene.state.units[event.unit].alive else ""
        _report_none(story, event.unit, "no_strike", "Fight", "make no attacks", "makes no attacks", why)


def under_way(story: Story, unit: int | None = None) -> Attacks | None:
    """The attacks that are being made, if there are any and they are this unit's."""
    found: list[Attacks] = story.open.get("attacks", [])
    return found[-1] if found and unit in {None, found[-1].unit} else None


def suffer(story: Story, attacks: Attacks, unit: int, damage: int, slain: int) -> None:
    """Count what a unit suffers besides the attacks themselves: in a target's toll, else as a loss beside them."""
    aim = attacks.aims.get(unit)
    if aim is None:
        attacks.losses.append(unit_loss(story, unit, damage, slain))
    else:
        aim.damage += damage
        aim.killed += slain


def unit_loss(story: Story, unit: int, damage: int, slain: int) -> UnitLoss:
    cast = story.cast
    return {
        "name": cast.units[unit],
        "uuid": cast.unit_uuids[unit],
        "total_damage_taken": damage,
        "models_killed": slain,
    }


def message(attacks: Attacks, sentence: str, unit: int | None = None) -> None:
    """A line under the dice of the target that it is about, or of the last one."""
    aims = list(attacks.aims.values())
    about = next((aim for aim in aims if unit in aim.members), aims[-1] if aims else None)
    if about is not None:
        about.messages.append({"message": sentence})


def aside(attacks: Attacks, sentence: str, unit: int | None = None) -> None:
    """Something that is reported with the attacks: in their message and under the dice."""
    attacks.asides.append(sentence)
    message(attacks, sentence, unit)


def _begin(story: Story, unit: int, location: Point | None) -> Attacks:
    """A unit may shoot while it is being attacked: the latest attacks are done first."""
    attacks = Attacks(unit, story.cast.units[unit], location)
    story.open.setdefault("attacks", []).append(attacks)
    return attacks


def _attacks(story: Story, unit: int) -> Attacks:
    return under_way(story, unit) or _begin(story, unit, story.spot_before(unit))


def _aim(story: Story, attacks: Attacks, target: int) -> TargetReport:
    aim = attacks.aims.get(target)
    if aim is None:
        members = (target, *story.before.units[target].leaders)
        aim = TargetReport(target, story.cast.units[target], story.spot_before(target), members)
        attacks.aims[target] = aim
    return aim


def _add_dice(story: Story, aim: TargetReport, sequence: Sequence, after: str = "") -> None:
    hit, wound = sequence.hit, sequence.wound
    aim.attacks += hit.attacks if hit else 0
    aim.hits += hit.hits + hit.lethal if hit else 0
    aim.wounds += wound.wounds + wound.devastating if wound else 0
    aim.did.add(sequence)
    aim.dice.append(dice_log(sequence, story.cast.weapon_uuid(sequence.attack.weapon)))
    aim.messages.append({"message": f"{sequence.attack.name}: {', '.join(summary(sequence))}{after}"})


def _waste(story: Story, attacks: Attacks) -> None:
    """Dice of volleys whose target was gone before they could be dealt."""
    for each in attacks.volleys:
        key = (each.weapon, each.target, each.bearers)
        if key not in attacks.landed and each.sequence.hit is not None:
            _add_dice(story, _aim(story, attacks, each.target), each.sequence, "; the target was gone")


def _report_attacks(story: Story, verb: str, label: str, melee: bool) -> None:
    attacks: Attacks = story.open["attacks"].pop()
    _waste(story, attacks)
    unit, aims = attacks.unit, list(attacks.aims.values())
    does = f"{attacks.name} {story.cast.verb(unit, verb)}"
    losses: UnitLosses = {"losses": attacks.losses} if attacks.losses else {}
    story.report(
        "combat", verb, label, _sentences(does, attacks, brief=False),
        in_brief=_sentences(does, attacks, brief=True), location=attacks.location, attacker_unit=attacks.name,
        attacker_uuid=story.cast.unit_uuids[unit], attacker_location=attacks.location, melee=melee,
        targets=[_target(story, aim) for aim in aims], **losses,
    )  # fmt: skip


def _sentences(does: str, attacks: Attacks, *, brief: bool) -> str:
    """'Archers shoot Longshadow: 3 attacks, 2 hits, 1 wound, 1 slain'; in brief only what they came to."""
    tolls = [f"{aim.name}: {', '.join(_toll(aim)[-1 if brief else 0 :])}" for aim in attacks.aims.values()]
    return ". ".join([f"{does} {'; '.join(tolls)}" if tolls else f"{does} in vain", *attacks.asides])


def _toll(aim: TargetReport) -> list[str]:
    if not aim.attacks:
        return [count(0, "attack")]
    return tallied(aim.attacks, aim.hits, aim.wounds, aim.dealt, aim.slain, aim.did)


def _target(story: Story, aim: TargetReport) -> CombatTarget:
    return {
        "unit_name": aim.name,
        "unit_uuid": story.cast.unit_uuids[aim.unit],
        "location": aim.location,
        "total_damage_taken": aim.damage,
        "models_killed": aim.killed,
        "models_remaining": _living(story, aim.members),
        "dice_logs": aim.dice,
        "damage_logs": aim.messages,
    }


def _living(story: Story, members: tuple[int, ...]) -> int:
    units = story.scene.state.units
    return sum(wounds > 0 for member in members for wounds in story.cast.wounds(units, member))


def _report_none(story: Story, unit: int, action: str, label: str, several: str, one: str, why: str = "") -> None:
    """Declined attacks: no combat entry, for there is nothing to show of one."""
    spot = story.spot(unit)
    story.report(
        "action", action, label, f"{story.cast.does(unit, several, one)}{why and f': {why}'}",
        location=spot, unit_name=story.cast.units[unit], unit_uuid=story.cast.unit_uuids[unit],
    )  # fmt: skip
