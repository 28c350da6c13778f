"""Who could still act in this phase and those to come: what a player would pass over by going on."""

from __future__ import annotations

from collections.abc import Sequence

from highground.engine.battle import Battle
from highground.engine.model import Point
from highground.engine.prompts import ChargePrompt
from highground.engine.state import Phase, PhaseTime
from highground.game.commands import computer
from highground.game.state.ahead import ahead
from highground.game.state.battle_state import plain_state
from tests.engine import field
from tests.game.state.test_state import sample

RIFLE = field.weapon("rifle", reach=24)
CLUB = field.weapon("club", reach=0)
CONTACT = 2 * field.R
NEAR = 12.0 + CONTACT
"""From middle to middle where a charge is just in reach."""


def battle(
    foe: float, phase: Phase = "shooting", time: PhaseTime = "middle", others: Sequence[Point] = (), **changes: object
) -> Battle:
    """One unit at (10, 22), its enemy `foe` inches beside it, more enemies anywhere."""
    own, enemy = field.unit("Thorns", RIFLE, CLUB), field.unit("Reeds", RIFLE, CLUB)
    more = [field.unit(f"Band {i}", CLUB) for i in range(len(others))]
    places = {0: ((10.0, 22.0),), 1: ((10.0 + foe, 22.0),), **{2 + i: (other,) for i, other in enumerate(others)}}
    return field.position(field.setup([own], [enemy, *more]), places, phase=phase, time=time, units={0: changes})


def said(foe: float, phase: Phase = "shooting", **more: object) -> list[str]:
    found = ahead(battle(foe, phase, **more).scene)  # type: ignore[arg-type]
    return [f"{where}: {('Thorns', 'Reeds')[unit]} {could}" for where, unit, could in found]


def test_shots_and_charges_to_come_are_those_that_the_rules_allow() -> None:
    assert said(20.0) == ["shooting: Thorns shoot Reeds"]
    assert said(30.0) == []
    assert said(NEAR, shot=True) == ["charge: Thorns charge Reeds"]
    assert said(NEAR + 0.01, shot=True) == []
    assert said(6.0, shot=True, moved="advanced") == []
    assert said(6.0, shot=True, moved="fell_back") == []


def test_both_sides_fight_who_are_engaged() -> None:
    engaged = ["combat: Thorns fight Reeds", "combat: Reeds fight Thorns"]
    assert said(CONTACT, "charge") == engaged
    assert said(CONTACT, "combat", fought=True) == engaged[1:]
    assert said(8.0, "combat", charged=True) == ["combat: Thorns fight"]


def test_nothing_is_said_of_a_phase_at_its_end_nor_of_what_moves_will_bring() -> None:
    assert said(10.0, "charge") == ["charge: Thorns charge Reeds"]
    assert said(10.0, "charge", time="end") == []
    assert said(10.0, "movement") == ["movement: Thorns move"]
    assert said(10.0, "movement", moved="stationary") == []
    assert said(10.0, "command") == []


def test_the_nearest_are_named_and_the_others_counted() -> None:
    several = [(12.0, 30.0), (10.0, 29.0), (10.0, 31.0)]
    assert said(5.0, "charge", others=several) == ["charge: Thorns charge Reeds, Band 1 or 2 others"]


def test_in_a_battle_it_says_what_the_phase_asks() -> None:
    game, seen = sample(), set()
    for _ in range(200):
        computer.step(game)
        prompt = game.ask()
        assert prompt is not None
        request = plain_state(game)["request"]
        assert request is not None
        now = [each["unit_uuid"] for each in request["able"] if each["phase"] == "charge"]
        if isinstance(prompt, ChargePrompt):
            seen.add(bool(now))
            assert now == request["units"]
        if "pass" in request["kinds"]:
            assert request["able"] == []
    assert True in seen
