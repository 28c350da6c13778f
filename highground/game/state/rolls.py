"""The attacks under way, or the last ones made, as the resolution table shows them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from highground.engine import events as ev
from highground.engine.attack.due import number_due
from highground.engine.attack.sequence import Sequence
from highground.engine.prompts import Prompt
from highground.engine.state import Resolving, Window
from highground.engine.steps import rerolls
from highground.engine.steps.declared import stage_dice
from highground.game.match.match import Match
from highground.game.parts.dice_tables import acted, dice_log
from highground.game.state.aiming import needed_values
from highground.game.views.rolls import DiceShare, LatestRoll, Stage, WeaponRoll
from highground.game.views.state import RerollableDie

LOOK_BACK = 16
"""Choices within which the last attacks are looked for: a reaction or two may have come after them."""


def latest_roll(match: Match) -> LatestRoll | None:
    """The attacks of one unit with all dice rolled so far, and the stage that comes next; None before the first."""
    for frame in reversed(match.battle.state.stack):
        if isinstance(frame, Resolving):
            rolls = [(each.bearers[0], _roll(match, each.target, each.sequence)) for each in frame.volleys]
            found = _view(match, frame.unit, frame.stage, rolls)
            found["dice_due"] = stage_dice(match.battle.scene, frame)
            found["number_due"] = ", ".join(filter(None, [number_due(each.sequence) for each in frame.volleys]))
            shares = _shares(match, frame)
            if len(shares) > 1:
                found["dice_shares"] = shares
            return found
    return _last_made(match)


def _shares(match: Match, frame: Resolving) -> list[DiceShare]:
    """The dice of the next stage of each volley that has any; none where only the roll shows how many there are."""
    totals = [
        stage_dice(match.battle.scene, Resolving(frame.unit, frame.melee, frame.volleys[:number], frame.stage))
        for number in range(len(frame.volleys) + 1)
    ]
    if None in totals:
        return []
    known = [each or 0 for each in totals]
    return [
        {
            "weapon_name": volley.sequence.attack.name,
            "target_unit_name": match.cast.units[volley.target],
            "dice": after - before,
        }
        for volley, before, after in zip(frame.volleys, known, known[1:], strict=False)
        if after > before
    ]


def rerollable_dice(match: Match, prompt: Prompt) -> Iterator[RerollableDie]:
    """The dice that the side that is asked may reroll, were it to use something that does."""
    scene, top = match.battle.scene, match.battle.state.top
    frame = next((each for each in reversed(scene.state.stack) if isinstance(each, Resolving)), None)
    if not isinstance(top, Window) or frame is None:
        return
    for unit in prompt.units:
        for die in rerolls.dice_of(scene, top, unit):
            volley = frame.volleys[die[0]]
            yield {
                "unit_uuid": match.cast.unit_uuids[unit],
                "volley": die[0],
                "die": die[1],
                "face": rerolls.face_of(scene, top.roll, die),
                "weapon_name": volley.sequence.attack.name,
                "target_unit_name": match.cast.units[volley.target],
            }


def _last_made(match: Match) -> LatestRoll | None:
    for record in reversed(match.battle.records[-LOOK_BACK:]):
        made = [event for event in record.events if isinstance(event, ev.AttacksMade)]
        if made:
            unit = made[-1].unit
            return _view(match, unit, "complete", [_of_attack(match, event) for event in made if event.unit == unit])
    return None


def _view(match: Match, unit: int, stage: Stage, rolls: list[tuple[int, WeaponRoll]]) -> LatestRoll:
    return {
        "unit_uuid": match.cast.unit_uuids[unit],
        "unit_name": match.cast.units[unit],
        "stage": stage,
        "dice_due": None,
        "number_due": "",
        "miniature_rolls": [
            {"miniature_uuid": match.miniature_uuid(unit, bearer), "weapon_rolls": [roll for _, roll in found]}
            for bearer, found in groupby(rolls, key=lambda each: each[0])  # own dice are entered in this order
        ],
    }


def _of_attack(match: Match, event: ev.AttacksMade) -> tuple[int, WeaponRoll]:
    return event.bearers[0], _roll(match, event.target, event.sequence)


def _roll(match: Match, target: int, sequence: Sequence) -> WeaponRoll:
    cast, did = match.cast, acted(sequence)
    return {
        "target_unit_uuid": cast.unit_uuids[target],
        "target_unit_name": cast.units[target],
        "damage_taken": sequence.damage,
        "models_killed": sequence.slain,
        "needed_values": needed_values(sequence),
        "acted": [*did.hits(), *did.wounds()],
        **dice_log(sequence, cast.weapon_uuid(sequence.attack.weapon)),
    }
