"""Who stands up again after falling: when, where, with how many wounds, and how often."""

from __future__ import annotations

import pytest

from highground.engine import events as ev
from highground.engine import log
from highground.engine.abilities.afflictions import StandUp
from highground.engine.abilities.model import Ability
from highground.engine.abilities.wounds import DealMortalWounds
from highground.engine.amount import Amount
from highground.engine.battle import Battle
from highground.engine.choices import Advance, ByHand, End
from highground.engine.model import UnitSheet
from highground.engine.state import Destroyed
from highground.engine.table.coherency import coherent
from highground.engine.table.distance import ENGAGEMENT, between
from highground.game.timeline.whole_log import timeline_of
from tests.engine.field import blade, join, one, only, position, row, setup, state_of, take, unit, weapon
from tests.engine.invariants import check_state
from tests.engine.random_play import play_random
from tests.values import replace

GUN = weapon("gun")
HAMMER = weapon("hammer", attacks="6", skill=2, strength=10, ap=-6, damage="3")
NOW = Destroyed(2, 1, 1, "shooting")


def stubborn(amount: Amount | None = None, **values: object) -> UnitSheet:
    up = StandUp(amount, when="fell", face_from=2)
    sheet = unit("Hero", blade(), wounds=5)
    return replace(sheet, abilities=(Ability("Stubborn", effects=(up,)),), **values)


def struck(amount: Amount | None = None, foe: float = 40.0) -> Battle:
    """The hero has just fallen in a shooting phase of the enemy, who has a unit at `foe` inches from the left edge."""
    battle = position(setup([unit("Guns", GUN)], [stubborn(amount), unit("Far", blade())]),
                      {0: row(foe, 20), 1: row(30, 20), 2: row(55, 40)})  # fmt: skip
    take(battle, ByHand("by-hand", None, (DealMortalWounds(5),), target=1))
    assert not battle.state.units[1].alive
    return battle


def fall_again(battle: Battle, *dice: int) -> tuple[ev.Event, ...]:
    take(battle, ByHand("by-hand", None, (DealMortalWounds(5),), target=1))
    return to_the_end_of_the_next_phase(battle, *dice)


def to_the_end_of_the_next_phase(battle: Battle, *dice: int) -> tuple[ev.Event, ...]:
    while (battle.state.phase, battle.state.phase_time) != ("charge", "middle"):
        battle.answer(Advance())
    return take(battle, End(), *dice)


def test_it_stands_up_where_it_fell_as_the_phase_ends_on_a_die() -> None:
    battle = struck()
    events = take(battle, End(), 2)
    healed = one(ev.WoundsHealed, events)
    assert (healed.gained, healed.places, healed.cause) == (((0, 5),), ((0, (30.0, 20.0)),), "Stubborn")
    assert battle.state.units[1].on_table
    check_state(battle)


def test_it_stays_where_it_fell_on_a_one() -> None:
    battle = struck()
    events = take(battle, End(), 1)
    assert not only(ev.WoundsHealed, events)
    assert not one(ev.CauseRolled, events).happened
    assert not battle.state.units[1].alive


def test_it_does_so_once() -> None:
    battle = struck()
    take(battle, End(), 6)
    assert not only(ev.CauseRolled, fall_again(battle))
    assert not battle.state.units[1].alive


def test_after_a_die_that_failed_it_is_not_rolled_for_again_in_a_later_phase() -> None:
    battle = struck()
    take(battle, End(), 1)
    assert not only(ev.CauseRolled, to_the_end_of_the_next_phase(battle))


@pytest.mark.parametrize(("amount", "dice", "wounds"), [(Amount(plus=3), (4,), 3), (Amount(1, 3), (4, 3), 3)])
def test_it_has_as_many_wounds_as_are_said(amount: Amount, dice: tuple[int, ...], wounds: int) -> None:
    battle = struck(amount)
    take(battle, End(), *dice)
    assert battle.state.units[1].wounds == (wounds,)


def test_it_stands_as_near_as_it_can_out_of_engagement() -> None:
    battle = struck(foe=31.5)
    take(battle, End(), 6)
    ours, theirs = battle.state.units[1], battle.state.units[0]
    base = battle.scene.sheets[1].bases[0]
    gap = between(ours.places[0], base, theirs.places[0], battle.scene.sheets[0].bases[0])
    assert ENGAGEMENT < gap < ENGAGEMENT + 0.6


def test_a_leader_is_back_with_its_unit() -> None:
    hero = stubborn(leads=("Team",))
    battle = position(setup([unit("Guns", GUN)], [unit("Team", blade(), count=3), hero]),
                      {0: row(50, 20), 1: row(30, 20, 3), 2: row(30, 22)})  # fmt: skip
    join(battle, 2, 1)
    led = battle.state.units[1]
    fallen = replace(led, wounds=(*led.wounds[:3], 0))
    state_of(battle, units=(battle.state.units[0], fallen, battle.state.units[2]), destroyed=(NOW,))
    healed = one(ev.WoundsHealed, take(battle, End(), 3))
    assert (healed.unit, healed.gained) == (1, ((3, 5),))
    assert coherent(battle.scene.figures(1).places, battle.scene.figures(1).bases)


def test_it_belongs_to_its_moment() -> None:
    fault = StandUp(face_from=2).fault()
    assert fault is not None
    assert fault.code == "effect-without-fall"


def test_battles_with_them_are_legal_and_replay() -> None:
    heroes = [replace(stubborn(Amount(1, 3)), name=name, uid=name) for name in ("One", "Two", "Three", "Four")]
    up = 0
    for seed in range(6):
        battle = play_random(setup([unit("Guns", HAMMER, count=5)], heroes), seed, check_state)
        up += sum(isinstance(event, ev.WoundsHealed) for each in battle.records for event in each.events)
        kept = log.dump(log.log_of(battle))
        assert log.replay(log.load(kept)).digest() == battle.digest()
        assert ("Stubborn" in str(timeline_of(kept))) is any(
            isinstance(event, ev.CauseRolled) for each in battle.records for event in each.events
        )
    assert up
