"""What trials are made of: their dice, what they end with, and the judgements that they play by."""

from __future__ import annotations

import pytest

from highground.ai.aims import gap_to
from highground.ai.levels import STEADY
from highground.ai.outlook import Manner, Outlook, Spots
from highground.ai.targets import best_charge
from highground.ai.trial_dice import TrialDice
from highground.ai.value import FEATURES, features
from highground.engine.battle import Battle
from highground.engine.choices import Charge, RollDice, Shoot
from highground.engine.dice import Dice
from highground.engine.table.objectives import OBJECTIVE_REACH
from highground.simulation.matchups import measuring
from tests.engine.field import beside, blade, position, row, setup, unit, weapon
from tests.values import replace


def faces(dice: Dice) -> tuple[int, ...]:
    return dice.roll(24, "hit")


def standoff(phase: str = "shooting", round: int = 2) -> Battle:
    pair = [unit("First", weapon("gun"), blade()), unit("Second", weapon("gun"), blade())]
    places = {0: row(20, 10), 1: row(20, 30), 2: row(40, 10), 3: row(40, 30)}
    return position(setup(pair, pair), places, phase, round=round)  # type: ignore[arg-type]


def test_a_units_luck_does_not_hang_on_what_others_did_before() -> None:
    state = standoff().state
    alone, after = TrialDice(7), TrialDice(7)
    for choice in (Shoot(0), RollDice()):
        after.of(state, choice)
    assert faces(alone.of(state, Shoot(1))) == faces(after.of(state, Shoot(1)))
    assert faces(alone.of(state, RollDice())) == faces(after.of(state, RollDice()))


def test_luck_differs_by_trial_unit_action_and_time() -> None:
    state, later, charging = standoff().state, standoff(round=3).state, standoff("charge").state
    seen = [
        faces(luck.of(at, choice))
        for luck, at, choice in (
            (TrialDice(7), state, Shoot(0)),
            (TrialDice(8), state, Shoot(0)),
            (TrialDice(7), state, Shoot(1)),
            (TrialDice(7), later, Shoot(0)),
            (TrialDice(7), charging, Charge(0, (2,))),
        )
    ]
    assert len(set(seen)) == len(seen)
    again = TrialDice(7)
    assert faces(again.of(state, Shoot(0))) != faces(again.of(state, Shoot(0)))


@pytest.mark.parametrize(("x", "goes"), [(31.0, False), (44.0, True)])
def test_who_alone_holds_ground_charges_only_where_it_keeps_it(x: float, goes: bool) -> None:
    """The charge ends where the enemy begins: 6 inches on, out of reach of the ground at 31 but not of that at 44."""
    fighters = unit("Fighters", blade("axe", attacks="2", strength=4), count=2)
    what = setup([fighters], [unit("Prey", weapon("gun"), blade(), count=3)], objectives=((x, 22.0),))
    start = x - 1.0 if not goes else x - 4.0
    battle = position(what, {0: row(start, 22, 2), 1: row(beside(start, 6), 22, 3)}, "charge", round=3)
    marker = battle.state.markers[0]
    battle.scene.rewind(replace(battle.state, markers=(replace(marker, held_by=0),)))
    assert (best_charge(battle.scene, (0,), lambda unit: STEADY) is not None) is goes


@pytest.mark.parametrize(("gap", "goes"), [(2.0, True), (3.2, False)])
def test_a_charge_may_carry_on_out_of_reach_of_the_ground(gap: float, goes: bool) -> None:
    """It would end within reach of the ground either way, once well within, once so that its fight may draw it away."""
    fighters = unit("Fighters", blade("axe", attacks="2", strength=4), count=2)
    what = setup([fighters], [unit("Prey", weapon("gun"), blade(), count=3)], objectives=((20.0, 22.0),))
    battle = position(what, {0: row(20.5, 22, 2), 1: row(beside(20.5, gap), 22, 3)}, "charge", round=3)
    marker = battle.state.markers[0]
    battle.scene.rewind(replace(battle.state, markers=(replace(marker, held_by=0),)))
    assert gap_to(battle.scene.figures(0), (20.0, 22.0), gap, 0.0) < OBJECTIVE_REACH
    assert (best_charge(battle.scene, (0,), lambda unit: STEADY) is not None) is goes


def test_who_comes_in_counts_on_no_charge_shorter_than_the_rules_leave_it() -> None:
    """However near the enemy a place is taken to be, who comes in there has more than nine inches to charge."""
    raid, prey = unit("Raid", blade("axe", attacks="4")), unit("Prey", weapon("gun"), blade(), count=5)
    battle = position(setup([raid], [prey]), {0: row(4, 4), 1: row(40, 18, 5)}, "movement", round=3)
    spots = [(30.0, 21.0), (32.0, 21.0), (35.0, 21.0)]
    far, near, nearest = Outlook(battle.scene, 0, 0.0, STEADY, Manner(False, spots=Spots(spots, clear=True))).blows
    assert far == near == nearest > 0.0
    walking = Outlook(battle.scene, 0, 6.0, STEADY, Manner(False))
    assert max(walking.blows) != far


def test_the_value_expects_more_of_missions_that_are_fixed_for_their_worth() -> None:
    plain = next(each.setup for each in measuring(8) if each.setup.layout.uid == "salt-terraces")
    fixed = replace(plain, fixed=(("on-their-doorstep", "four-winds"), ()))
    k = FEATURES.index("missions to score")
    even, ahead = (features(Battle(what, 3).scene, 0)[k] for what in (plain, fixed))
    assert even == 0.0 < ahead
    assert features(Battle(fixed, 3).scene, 1)[k] == -ahead
