"""Abilities that players see to: their effects are switched on and off by hand, recorded, replayed and undone."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from highground.engine import events as ev
from highground.engine import listing, log
from highground.engine.abilities import AnyEffect, on_attacks
from highground.engine.abilities.acts import GrantMove, RollAgain
from highground.engine.abilities.afflictions import Forbid, Rally, StandUp
from highground.engine.abilities.attacks import GainKeyword, ModifyAttack
from highground.engine.abilities.condition import Condition
from highground.engine.abilities.effects import AddToMove, AllowReroll, FixAdvance, HomeAbout, NameUnit, Permit
from highground.engine.abilities.grants import TakePlaces
from highground.engine.abilities.model import Ability
from highground.engine.abilities.profiles import ChangeProfile
from highground.engine.abilities.resources import Tally
from highground.engine.abilities.wounds import DealMortalWounds, GainPoints, Heal, JoinUnit
from highground.engine.amendments import AmendDie, AmendPlace, AmendRoll, AmendScore, MendedRoll
from highground.engine.battle import Battle
from highground.engine.choices import Advance, ByHand, Charge, End, Move, Place, RollDice, Shoot
from highground.engine.log import log_of
from highground.engine.model import Amount, Keyword, Point
from highground.engine.state import Shot
from highground.game.timeline.whole_log import flat, timeline
from highground.simulation.random_player import RandomPlayer
from tests.engine.field import beside, blade, one, position, refusal, row, setup, state_of, take, unit, weapon
from tests.engine.menagerie import MILL
from tests.engine.test_charge import charging
from tests.engine.test_movement import moving
from tests.values import replace

RIFLE = weapon("rifle")
SONG = Ability("Old Song", "It hums.", by_hand=True, uid="song")
LAW = Ability("Old Law", "They remember.", "army", by_hand=True)
STURDY = Ability("Sturdy", effects=(AddToMove(1),))
BETTER = ModifyAttack("hit", 1)
WORSE = ModifyAttack("hit", -1, role="defending", duration="phase")


def field(phase: str = "shooting", active: int = 0) -> Battle:
    """Our singers (0) and friends (1), their foes (2), who have a law of their own."""
    singers = replace(unit("Singers", RIFLE, count=2), abilities=(SONG, STURDY))
    what = setup([singers, unit("Friends", RIFLE)], [unit("Foes", RIFLE)])
    armies = tuple(replace(each, abilities=(LAW,)) for each in what.armies)
    places = {0: row(20, 20, 2), 1: row(20, 30), 2: row(beside(20, 10), 20)}
    return position(replace(what, armies=armies), places, phase, active=active)  # type: ignore[arg-type]


def test_what_is_switched_on_holds_until_it_is_switched_off() -> None:
    battle = field()
    prompt = battle.ask()
    assert prompt is not None
    assert prompt.kinds[-1] == "by_hand"
    event = one(ev.ByHandSwitched, take(battle, ByHand("song", 0, (BETTER,))))
    assert (event.name, event.unit, event.target, event.on) == ("Old Song", 0, 0, True)
    assert battle.ask() == prompt
    assert [m.value for m in on_attacks.modifiers(battle.scene, 0, 2, RIFLE)] == [1]
    assert on_attacks.modifiers(battle.scene, 1, 2, RIFLE) == ()
    take(battle, End())
    take(battle, Advance())
    assert [each.name for each in battle.state.active_effects] == ["Old Song"]
    take(battle, ByHand("song", 0, on=False))
    assert battle.state.active_effects == ()


def test_it_may_be_for_the_whole_army_or_on_an_enemy_and_end_by_itself() -> None:
    battle = field()
    take(battle, ByHand("Old Law", None, (BETTER,)))
    assert [len(on_attacks.modifiers(battle.scene, each, 2, RIFLE)) for each in (0, 1)] == [1, 1]
    assert len(on_attacks.modifiers(battle.scene, 2, 0, RIFLE)) == 0
    take(battle, ByHand("song", 0, (WORSE,), target=2))
    assert [m.value for m in on_attacks.modifiers(battle.scene, 1, 2, RIFLE)] == [1, -1]
    take(battle, End())
    take(battle, Advance())
    assert [each.name for each in battle.state.active_effects] == ["Old Law"]


def test_attacks_that_are_declared_but_not_rolled_meet_it() -> None:
    battle = field()
    take(battle, Shoot(0, (Shot("rifle", 2),)))
    events = take(battle, ByHand("song", 0, (BETTER,)))
    (volley,) = one(ev.VolleysRevised, events).volleys
    assert volley.sequence.attack.hit.needed == 2
    assert "Old Song" in [source.name for source in volley.sequence.attack.hit.sources]
    prompt = battle.ask()
    assert prompt is not None
    assert prompt.kinds == ("roll", "by_hand")


REFUSED: dict[str, tuple[Callable[[], Battle], ByHand]] = {
    "no-such-unit": (field, ByHand("song", 9, (BETTER,))),
    "not-yours": (field, ByHand("song", 2, (BETTER,))),
    "no-such-ability": (field, ByHand("hymn", 0, (BETTER,))),
    "not-by-hand": (field, ByHand("Sturdy", 0, (BETTER,))),
    "no-effects": (field, ByHand("song", 0)),
    "not-on": (field, ByHand("song", 0, on=False)),
}


@pytest.mark.parametrize("code", REFUSED)
def test_what_cannot_be_switched_is_refused(code: str) -> None:
    make, choice = REFUSED[code]
    assert refusal(make(), choice).code == code


def test_only_the_side_that_is_asked_switches() -> None:
    battle = field(active=1)
    assert refusal(battle, ByHand("song", 0, (BETTER,))).code == "not-yours"
    take(battle, ByHand("Old Law", None, (BETTER,)))
    assert [each.side for each in battle.state.active_effects] == [1]


def test_it_is_on_once_and_asks_for_the_living() -> None:
    battle = field()
    take(battle, ByHand("song", 0, (BETTER,)))
    assert refusal(battle, ByHand("song", 0, (WORSE,))).code == "already-on"
    take(battle, ByHand("song", 0, (WORSE,), target=2))
    fallen = replace(battle.state.units[0], wounds=(0, 0))
    state_of(battle, units=(fallen, *battle.state.units[1:]))
    assert refusal(battle, ByHand("song", 0, (BETTER,), target=1)).code == "destroyed"
    take(battle, ByHand("song", 0, on=False))
    assert battle.state.active_effects == ()
    gone = replace(battle.state.units[2], wounds=(0,))
    state_of(battle, units=(*battle.state.units[:2], gone))
    assert refusal(battle, ByHand("Old Law", None, (BETTER,), target=2)).code == "no-living-unit"


MEANINGLESS: list[tuple[AnyEffect, str]] = [
    (RollAgain(), "effect-at-once"),
    (JoinUnit(), "effect-at-once"),
    (Heal(1, when="command end"), "effect-of-others"),
    (ModifyAttack("luck", 1), "unknown-change"),  # type: ignore[arg-type]
    (ModifyAttack("hit", 1, change="devastating"), "unknown-change"),
    (ModifyAttack("hit", 1, who="enemies within"), "effect-of-others"),
    (ModifyAttack("hit", 1, who="target"), "effect-of-others"),
    (Permit("fly"), "unknown-effect"),  # type: ignore[arg-type]
    (AllowReroll("hazard"), "unknown-effect"),  # type: ignore[arg-type]
    (GainKeyword(Keyword("luck")), "unknown-keyword"),
    (Forbid("sing"), "unknown-effect"),  # type: ignore[arg-type]
    (ChangeProfile("toughness"), "effect-without-amount"),
    (ChangeProfile("toughness", Amount(plus=0)), "characteristic-out-of-range"),
    (ChangeProfile("wounds", Amount(plus=2), duration="turn"), "wounds-for-good"),
    (AddToMove(), "effect-without-value"),
    (FixAdvance(0), "effect-without-value"),
    (NameUnit(""), "effect-without-value"),
    (DealMortalWounds(-2), "effect-without-amount"),
    (StandUp(), "effect-at-once"),
    (NameUnit("smoke", conditions=(Condition("shocked"),)), "effect-with-conditions"),
    (HomeAbout(3, conditions=(Condition("shocked"),)), "effect-with-conditions"),
    (TakePlaces(""), "effect-without-value"),
    (TakePlaces("walker", 2, conditions=(Condition("shocked"),)), "effect-with-conditions"),
    (ModifyAttack("hit"), "effect-without-amount"),
    (ModifyAttack("hit", change="reroll"), "reroll-of-what"),
    (ModifyAttack("wound", 1, change="pierce"), "pierces-nothing"),
    (
        GainKeyword(Keyword("pistol"), conditions=(Condition("target shocked"),)),
        "keyword-too-early",
    ),
    (ModifyAttack("strength", 1, conditions=(Condition("stronger"),)), "strength-of-itself"),
    (ModifyAttack("hit", 1, conditions=(Condition("luck"),)), "unknown-condition"),  # type: ignore[arg-type]
    (ModifyAttack("hit", 1, conditions=(Condition("target keyword"),)), "condition-without-name"),
    (ModifyAttack("hit", 1, conditions=(Condition("within"),)), "condition-without-number"),
]


@pytest.mark.parametrize(("effect", "code"), MEANINGLESS, ids=str)
def test_effects_that_mean_nothing_are_refused(effect: AnyEffect, code: str) -> None:
    assert refusal(field(), ByHand("song", 0, (BETTER, effect))).code == code


def test_a_circle_goes_with_the_unit_that_it_is_about() -> None:
    battle = field()
    take(battle, ByHand("song", 0, (ModifyAttack("hit", -1, who="enemies within", reach=12.0, duration="turn"),)))
    assert [len(on_attacks.modifiers(battle.scene, each, 0, RIFLE)) for each in (0, 1, 2)] == [0, 0, 1]
    away = replace(battle.state.units[2], places=row(55, 40))
    state_of(battle, units=(*battle.state.units[:2], away))
    assert on_attacks.modifiers(battle.scene, 2, 0, RIFLE) == ()


def test_what_happens_at_once_is_done_to_any_unit() -> None:
    battle = field()
    lost = one(ev.WoundsLost, take(battle, ByHand("song", 0, (DealMortalWounds(1),), target=2)))
    assert (lost.unit, lost.cause, battle.state.units[2].alive) == (2, "Old Song", False)
    assert battle.state.active_effects == ()
    hurt = field()
    shocked = replace(hurt.state.units[0], shocked=True)
    state_of(hurt, units=(shocked, *hurt.state.units[1:]))
    take(hurt, ByHand("song", 0, (Rally(), BETTER)))
    assert not hurt.state.units[0].shocked
    assert [each.name for each in hurt.state.active_effects] == ["Old Song"]


def test_what_both_agree_on_needs_no_ability() -> None:
    battle = field()
    take(battle, ByHand("by-hand", None, (GainPoints(3),)))
    assert battle.state.armies[0].cp == 3
    take(battle, ByHand("by-hand", None, (GainPoints(-2),)))
    assert refusal(battle, ByHand("by-hand", None, (GainPoints(-2),))).code == "command-points"
    assert battle.state.armies[0].cp == 1
    take(battle, ByHand("by-hand", None, (BETTER,), target=1))
    take(battle, ByHand("by-hand", None, (WORSE,), target=2))
    assert [each.unit for each in battle.state.active_effects] == [1, 2]
    take(battle, ByHand("by-hand", None, (GrantMove(3),), target=1))
    prompt = battle.ask()
    assert prompt is not None
    assert (prompt.kinds[0], prompt.unit, prompt.limit) == ("place", 1, 3.0)
    take(battle, Place())
    take(battle, ByHand("by-hand", on=False))
    assert not battle.state.active_effects


def test_what_is_done_needs_a_unit_that_is_there_and_its_time() -> None:
    battle = field()
    assert refusal(battle, ByHand("by-hand", None, (Heal(1),))).code == "effect-needs-unit"
    circle = replace(BETTER, who="friends within", reach=6.0)
    assert refusal(battle, ByHand("by-hand", None, (circle,))).code == "effect-needs-unit"
    away = replace(battle.state.units[1], deployed=False, reserves=True)
    state_of(battle, units=(battle.state.units[0], away, battle.state.units[2]))
    assert refusal(battle, ByHand("by-hand", None, (Heal(1),), target=1)).code == "impossible"
    take(battle, Shoot(0, (Shot("rifle", 2),)))
    assert refusal(battle, ByHand("by-hand", None, (DealMortalWounds(1),), target=2)).code == "effect-not-now"


def test_victory_points_are_given_and_taken() -> None:
    battle = field()
    assert one(ev.PointsAmended, take(battle, ByHand("by-hand", amend=(AmendScore(4),)))).reason == "By hand"
    take(battle, ByHand("by-hand", amend=(AmendScore(-1),)))
    army = battle.state.armies[0]
    assert (army.vp, army.by_hand, army.vp_by_round[0], army.primary) == (3, 3, 3, 0)
    for points in (0, -4):
        assert refusal(battle, ByHand("by-hand", amend=(AmendScore(points),))).code == "points-amended"


def put(unit: int | None, *places: Point, heights: tuple[float, ...] = ()) -> ByHand:
    return ByHand("by-hand", None, amend=(AmendPlace(places, heights),), target=unit)


def test_a_unit_is_put_wherever_bases_may_stand() -> None:
    battle = field("movement")
    event = one(ev.UnitPut, take(battle, put(1, *row(beside(20, 10), 21.5))))
    assert battle.state.units[1].places == event.places
    assert battle.scene.engaged(1)
    assert not battle.state.units[1].moved
    take(battle, put(2, *row(50, 40)))
    assert battle.state.units[2].places == row(50, 40)
    assert refusal(battle, put(0, *row(50, 40, 2))).code == "on-base"
    assert refusal(battle, put(0, *row(0, 0, 2))).code == "off-board"
    assert refusal(battle, put(0, (10, 10), (40, 40))).code == "coherency"
    assert refusal(battle, put(0, (10, 10))).code == "wrong-count"
    assert refusal(battle, put(None, (10, 10))).code == "effect-needs-unit"


def test_a_unit_in_reserve_comes_to_the_table_so() -> None:
    battle = field("movement")
    away = replace(battle.state.units[1], deployed=False, reserves=True)
    state_of(battle, units=(battle.state.units[0], away, battle.state.units[2]))
    take(battle, put(1, *row(25, 35)))
    there = battle.state.units[1]
    assert (there.deployed, there.reserves, there.moved, there.places) == (True, False, "moved", row(25, 35))
    inside = replace(there, deployed=False, inside=0)
    state_of(battle, units=(battle.state.units[0], inside, battle.state.units[2]))
    assert refusal(battle, put(1, *row(25, 30))).code == "not-on-table"


def test_a_place_may_be_on_a_floor() -> None:
    what = setup([unit("Guard", RIFLE)], [unit("Foe", RIFLE)], MILL)
    battle = position(what, {0: row(5, 5), 1: row(50, 40)})
    take(battle, put(1, (30, 22), heights=(3.0,)))
    assert battle.state.units[1].heights == (3.0,)
    take(battle, put(0, (30, 20.5), heights=(3.0,)))
    assert battle.scene.engaged(0)
    assert refusal(battle, put(0, (5, 5), heights=(3.0,))).code == "no-floor"


def test_a_die_that_fell_is_turned_or_rolled_again() -> None:
    battle = field()
    take(battle, Shoot(0, (Shot("rifle", 2),)))
    assert refusal(battle, ByHand("by-hand", amend=(AmendDie(0, 0, 6),))).code == "no-die"
    take(battle, RollDice("hit"), 1, 1)
    turned = one(ev.DieRerolled, take(battle, ByHand("by-hand", amend=(AmendDie(0, 0, 6),))))
    assert (turned.was, turned.face, turned.roll) == (1, 6, "hit")
    again = one(ev.DieRerolled, take(battle, ByHand("by-hand", amend=(AmendDie(0, 1),)), 5))
    assert (again.was, again.face) == (1, 5)
    for die in (AmendDie(0, 2, 6), AmendDie(1, 0, 6), AmendDie(0, 0, 7)):
        assert refusal(battle, ByHand("by-hand", amend=(die,))).code == "no-die"
    volley = battle.state.stack[-1].volleys[0]  # type: ignore[attr-defined]
    assert volley.sequence.hit.hits == 2
    third = one(ev.DieRerolled, take(battle, ByHand("by-hand", amend=(AmendDie(0, 1),)), 2))
    assert (third.was, third.face) == (5, 2), "as often as both players say"


def mend(roll: MendedRoll, *faces: int, unit_: int = 0, targets: tuple[int, ...] = ()) -> ByHand:
    return ByHand("by-hand", target=unit_, amend=(AmendRoll(roll, faces, targets),))


def test_a_charge_that_fell_short_is_rolled_again_and_reaches() -> None:
    battle = charging(7.0)
    take(battle, Charge(0, (1,)), 1, 2)
    assert refusal(battle, mend("charge")).code == "no-roll", "nobody was charged"
    assert refusal(battle, mend("charge", 6, targets=(1,))).code == "wrong-faces"
    again = one(ev.ChargeRolled, take(battle, mend("charge", targets=(1,)), 2, 3))
    assert (again.dice, again.success) == ((2, 3), False)
    turned = one(ev.ChargeRolled, take(battle, mend("charge", 0, 4, targets=(1,)), 2))
    assert (turned.dice, turned.success, turned.limit) == ((2, 4), True, 6.0)
    back = one(ev.ChargeRolled, take(battle, mend("charge", 1, 1, targets=(1,))))
    assert (back.success, battle.state.stack) == (False, ())
    take(battle, mend("charge", 6, 6, targets=(1,)))
    take(battle, Place())
    assert battle.state.units[0].charged
    assert refusal(battle, mend("charge", targets=(1,))).code == "no-roll", "it has been moved"


def test_an_advance_is_rolled_again_until_its_unit_stands() -> None:
    battle = moving()
    take(battle, Move(0, "advance"), 2)
    again = one(ev.AdvanceRolled, take(battle, mend("advance"), 5))
    assert (again.roll, again.limit) == (5, 11.0)
    turned = one(ev.AdvanceRolled, take(battle, mend("advance", 1)))
    assert (turned.roll, turned.limit) == (1, 7.0)
    assert refusal(battle, mend("advance", unit_=1)).code == "no-roll"
    take(battle, Place())
    assert refusal(battle, mend("advance")).code == "no-roll"


def test_a_battle_shock_test_is_rolled_again() -> None:
    battle = field()
    for faces, shocked in (((1, 1), True), ((6, 6), False)):
        tested = one(ev.BattleShockTested, take(battle, mend("battle-shock"), *faces))
        assert (tested.dice, tested.passed) == (faces, not shocked)
        assert battle.state.units[0].shocked is shocked
    take(battle, mend("battle-shock", 1, 1))
    assert battle.state.units[0].shocked
    take(battle, Shoot(1, (Shot("rifle", 2),)))
    assert refusal(battle, mend("battle-shock")).code == "no-roll", "attacks are under way"


def test_what_a_test_brings_about_comes_once() -> None:
    """A unit that has failed already and fails again has not failed twice."""
    counts = Tally("dread", 1, when="shock failed")
    watch = replace(unit("Watch", blade()), abilities=(Ability("Dread", effects=(counts,)),))
    battle = position(setup([watch], [unit("Foe", blade())]), {0: row(30, 20), 1: row(50, 20)}, "command")
    for faces, dread in (((1, 1), 1), ((1, 2), 1), ((6, 6), 1), ((2, 1), 2)):
        take(battle, mend("battle-shock"), *faces)
        assert battle.state.armies[0].count("dread") == dread


def test_amendments_by_hand_are_logged_and_replayed() -> None:
    battle = Battle(field().setup, 3)
    while not battle.state.started:
        battle.answer(RandomPlayer(len(battle.records)).choose(battle, battle.ask()))  # type: ignore[arg-type]
    prompt = battle.ask()
    assert prompt is not None
    own = next(each for each in battle.state.units if each.side == prompt.side and each.on_table)
    middle = tuple([(30.0 + 1.5 * i, 40.0) for i in range(len(own.places))])
    battle.answer(ByHand("by-hand", amend=(AmendScore(2),)))
    battle.answer(put(own.index, *middle))
    shown = [entry["message"] for entry in flat(timeline(log_of(battle)))]
    assert any("gains 2 victory points by hand, 2 in all" in each for each in shown)
    assert any("put by hand" in each for each in shown)
    assert log.replay(log.load(log.dump(log_of(battle)))).digest() == battle.digest()


def test_it_is_recorded_replayed_and_taken_back() -> None:
    battle = Battle(field().setup, 3)
    first = battle.digest()
    battle.answer(RollDice())
    side = battle.ask()
    assert side is not None
    on = ByHand("Old Law", None, (replace(BETTER, conditions=(Condition("target keyword", name="infantry"),)),))
    battle.answer(on)
    assert battle.undo().choice == on
    assert battle.state.active_effects == ()
    battle.answer(on)
    again = log.replay(log.load(log.dump(log_of(battle))))
    assert again.digest() == battle.digest() != first
    assert again.state.active_effects == battle.state.active_effects


def test_the_timeline_shows_of_it() -> None:
    battle = Battle(field().setup, 3)
    battle.answer(RollDice())
    battle.answer(ByHand("Old Law", None, (WORSE,)))
    battle.answer(ByHand("Old Law", None, on=False))
    battle.answer(ByHand("by-hand", None, (WORSE,)))
    battle.answer(ByHand("by-hand", None, on=False))
    shown = [entry for entry in flat(timeline(log_of(battle))) if entry["action"] == "by_hand"]
    side = battle.records[1].events[0].side  # type: ignore[attr-defined]
    army = ("Blue", "Red")[side]
    assert [entry["message"] for entry in shown] == [
        f"{army} switches Old Law on by hand: {army}, hit -1 until the phase ends",
        f"{army} switches Old Law off by hand",
        f"{army} switches an effect on by hand: {army}, hit -1 until the phase ends",
        f"{army} switches all effects off by hand",
    ]
    assert shown[0]["effects"][0]["duration"] == "phase"


def test_listed_choices_switch_on_and_off() -> None:
    battle = field()
    asked = battle.ask()
    assert asked is not None
    prompt = replace(asked, kinds=("by_hand",))
    listed = listing.options(battle, prompt)
    assert listed == [ByHand("Old Law", None, (listing.PLAIN,)), ByHand("song", 0, (listing.PLAIN,))]
    for choice in listed:
        take(battle, choice)
    assert listing.options(battle, prompt) == [ByHand("Old Law", None, on=False), ByHand("song", 0, on=False)]


def test_armies_without_such_abilities_are_not_asked() -> None:
    plain = setup([unit("Singers", RIFLE)], [unit("Foes", RIFLE)])
    battle = position(plain, {0: row(20, 20), 1: row(30, 20)})
    prompt = battle.ask()
    assert prompt is not None
    assert "by_hand" not in prompt.kinds
