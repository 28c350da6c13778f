"""How a game's dice are made, and how those of the last roll came about."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from highground.engine.amendments import AmendRoll, MendedRoll
from highground.engine.attack.again import ATTACK_ROLLS, faces_of, highest_of, rerollable
from highground.engine.events import AdvanceRolled, BattleShockTested, ChargeRolled, Event
from highground.engine.proof import DiceRole, Proof
from highground.engine.record import Given, Record
from highground.engine.steps import again, mending
from highground.game.match.match import Match
from highground.game.state.charges import begins
from highground.game.views.rolls import DiceShown, DueDamage, FallenDie, FallenRoll, RollShown, TookPart

LOOK_BACK = 16
"""Choices within which the last roll is looked for."""


def dice_view(match: Match) -> DiceShown:
    """What everybody at the table sees of the dice."""
    last = next((each for each in reversed(match.battle.records[-LOOK_BACK:]) if each.dice), None)
    return {
        "sealed": match.sealing is not None,
        "own_dice": match.own_dice or match.physical,
        "pending": match.pending is not None,
        "last": None if last is None else roll_view(last),
        "fallen": list(_fallen(match)),
        "harm": list(_harm(match)),
        "rolls": list(_rolls(match)),
    }


def _rolls(match: Match) -> Iterator[FallenRoll]:
    """The last roll of each kind of each unit, as long as it can be put right."""
    seen = set[tuple[MendedRoll, int]]()
    for record in reversed(match.battle.records[-LOOK_BACK:]):
        for event in reversed(record.events):
            found = _roll_of(event)
            if begins(event):
                return
            if found is None or (found[0], found[1]) in seen:
                continue
            roll, unit, faces, targets = found
            seen.add((roll, unit))
            if faces and mending.refusal(match.battle.scene, AmendRoll(roll, targets=targets), unit) is None:
                yield {
                    "roll": roll,
                    "unit_uuid": match.cast.unit_uuids[unit],
                    "unit_name": match.cast.units[unit],
                    "faces": list(faces),
                }


def _roll_of(event: Event) -> tuple[MendedRoll, int, tuple[int, ...], tuple[int, ...]] | None:
    """The roll in an event: its kind, its unit, what its dice show, and the target of a charge."""
    if isinstance(event, ChargeRolled):
        return "charge", event.unit, event.dice, event.targets
    if isinstance(event, AdvanceRolled):
        return "advance", event.unit, (event.roll,) if event.roll else (), ()
    if isinstance(event, BattleShockTested):
        return "battle-shock", event.unit, event.dice, ()
    return None


def _fallen(match: Match) -> Iterator[FallenDie]:
    frame = again.attacks_under_way(match.battle.scene)
    for number, volley in enumerate(() if frame is None else frame.volleys):
        sequence = volley.sequence
        for roll in ATTACK_ROLLS:
            faces, once = faces_of(sequence, roll)[0], rerollable(sequence, roll)
            for die, face in enumerate(faces):
                if face:
                    yield {
                        "volley": number,
                        "die": die,
                        "face": face,
                        "sides": highest_of(sequence, roll, die),
                        "again": die in once,
                        "weapon_name": sequence.attack.name,
                        "target_unit_name": match.cast.units[volley.target],
                    }


def _harm(match: Match) -> Iterator[DueDamage]:
    """The attacks that got through and have done no damage yet."""
    frame = again.attacks_under_way(match.battle.scene)
    if frame is None:
        return
    for (number, wound), damage in again.damage_due(frame).items():
        volley = frame.volleys[number]
        yield {
            "volley": number,
            "wound": wound,
            "damage": damage,
            "weapon_name": volley.sequence.attack.name,
            "target_unit_name": match.cast.units[volley.target],
        }


def roll_view(record: Record) -> RollShown:
    """Who took part in the dice of a choice."""
    proof = record.proof
    return {
        "roll": None if proof is None else proof.roll,
        "witness": _took_part(proof, "witness"),
        "thrower": _took_part(proof, "thrower"),
        "own": None if record.given is None else _own(record.given),
    }


def _own(given: Given) -> Literal["typed", "camera"]:
    """How a player's own dice came in."""
    return "camera" if given.source == "camera" else "typed"


def _took_part(proof: Proof | None, role: DiceRole) -> TookPart:
    if proof is None:
        return "none"
    if any(each.role == role for each in proof.reveals):
        return "revealed"
    return "missed" if role in proof.missed else "none"
