"""What a joined unit is when not all of its parts are alike, and when some of them have fallen."""

from __future__ import annotations

from typing import Any

import pytest

from highground.engine import events as ev
from highground.engine import listing
from highground.engine.abilities import powers
from highground.engine.abilities.acts import SnapShots
from highground.engine.abilities.condition import Condition
from highground.engine.abilities.conditions import check
from highground.engine.abilities.effects import AddToControl
from highground.engine.abilities.model import Ability
from highground.engine.abilities.model import Use as AbilityUse
from highground.engine.abilities.wounds import DealMortalWounds
from highground.engine.attached import combine
from highground.engine.battle import Battle
from highground.engine.choices import Advance, Embark, End, Move, RollDice, Shoot, Use
from highground.engine.model import Secondary, UnitSheet
from highground.engine.prompts import ReactPrompt, RollPrompt
from highground.engine.state import Shot
from highground.engine.steps import moments, secondaries, transports
from highground.game.match.match import Control, Match
from highground.game.state.surroundings import auras_of, auras_on
from tests.engine.field import (
    beside,
    blade,
    join,
    one,
    only,
    position,
    refusal,
    row,
    setup,
    state_of,
    take,
    unit,
    weapon,
)
from tests.engine.menagerie import ploy
from tests.values import replace


def captain(*arms: Any, keywords: str = "infantry, character", **more: Any) -> UnitSheet:
    """One who may lead a guard."""
    return replace(unit("Captain", *(arms or (blade(),)), keywords=keywords, **more), leads=("Guard",))


SNIPER = weapon("sniper", strength=9, ap=-9, damage="9", keywords="precision")


def hunted(guards: int = 3, shots: int = 1, warlord: bool = False, **guard: Any) -> Battle:
    """A guard with its captain, a sniper who may pick the captain out, and a gunner."""
    leader, gunner = replace(captain(), warlord=warlord), unit("Gunner", weapon("gun", str(shots)))
    what = setup([unit("Guard", blade(), count=guards, **guard), leader], [unit("Sniper", SNIPER), gunner])
    battle = position(what, {0: row(20, 22, guards), 1: row(21.5, 22), 2: row(35, 22), 3: row(35, 25)}, active=1)
    join(battle, 1, 0)
    return battle


def snipe(battle: Battle) -> None:
    """The captain falls."""
    take(battle, Shoot(2, (Shot("sniper", 0),)))
    take(battle, RollDice("all"), 6, 6)
    assert battle.state.units[0].wounds[-1] == 0


def test_a_warlord_that_fell_in_a_unit_that_lives_is_not_alive() -> None:
    mission = Secondary("lead", "Lead", "warlord alive", 1, 5)
    battle = hunted(warlord=True)
    assert secondaries.worth(battle.scene, 0, mission) == (1, 5)
    snipe(battle)
    assert battle.state.units[0].alive
    assert secondaries.worth(battle.scene, 0, mission) == (0, 0)


def shoot_down(battle: Battle, gun: str, hits: int) -> None:
    """Volleys of single shots, each of which fells one."""
    take(battle, Shoot(3, (Shot(gun, 0),)))
    take(battle, RollDice("all"), *[6] * hits, *[6] * hits, *[1] * hits)


@pytest.mark.parametrize(("fallen", "below"), [(1, False), (2, False), (3, True)])
def test_a_leader_that_fell_is_not_missed_in_the_strength_of_its_unit(fallen: int, below: bool) -> None:
    battle = hunted(guards=4, shots=fallen)
    snipe(battle)
    assert not check(battle.scene, Condition("below start"), 0, None)
    shoot_down(battle, "gun", fallen)
    assert (battle.scene.below_half(0), check(battle.scene, Condition("below start"), 0, None)) == (below, True)
    state_of(battle, phase="command", phase_time="beginning", active=0, round=2, turn=1)
    battle.answer(Advance())
    assert isinstance(battle.ask(), RollPrompt) == below


def test_a_single_miniature_whose_leader_fell_counts_its_wounds() -> None:
    battle = hunted(guards=1, shots=3, wounds=5)
    snipe(battle)
    assert not check(battle.scene, Condition("below start"), 0, None)
    shoot_down(battle, "gun", 3)
    assert battle.state.units[0].wounds == (2, 0)
    assert battle.scene.below_half(0)
    assert check(battle.scene, Condition("below start"), 0, None)


def walled_in(**leader: Any) -> Battle:
    """A guard of three and its leader, with a line of enemies before them."""
    what = setup([unit("Guard", blade(), count=3), captain(**leader)], [unit("Line", blade(), count=10)])
    battle = position(what, {0: row(20, 20.5, 3), 1: row(18.5, 22), 2: row(23, 15, 10)}, "movement")
    join(battle, 1, 0)
    return battle


def test_a_unit_flies_only_with_all_its_parts() -> None:
    battle = walled_in(keywords="infantry, character, fly", movement=12)
    over = Move(0, "move", (*row(26, 20.5, 3), (27.5, 22.0)))
    assert refusal(battle, over).code == "through-enemy"
    wings = "infantry, fly"
    both = combine(unit("Guard", blade(), keywords=wings), [captain(keywords="infantry, character, fly")])
    assert both.gait.flies
    assert combine(unit("Guard", blade(), keywords=wings), [captain()], [0]).gait.flies


@pytest.mark.parametrize(("led", "leads", "climbs", "bulky"), [
    ("mounted", "infantry", False, False),
    ("infantry", "beast", True, False),
    ("infantry", "vehicle", False, True),
    ("monster", "infantry", False, True),
])  # fmt: skip
def test_how_a_joined_unit_gets_about(led: str, leads: str, climbs: bool, bulky: bool) -> None:
    both = combine(unit("Guard", blade(), keywords=led), [captain(keywords=leads)])
    assert (both.gait.climbs, both.gait.bulky) == (climbs, bulky)
    assert both.keyword_set == {led, leads}


@pytest.mark.parametrize(("led", "leads", "may"), [
    ("infantry", "infantry", True), ("mounted", "infantry", False), ("infantry", "mounted", False),
])  # fmt: skip
def test_a_unit_rides_only_with_all_its_parts(led: str, leads: str, may: bool) -> None:
    hauler = unit("Hauler", weapon("turret"), keywords="vehicle", base_mm=90.0, rules="transport 6")
    what = setup(
        [unit("Guard", blade(), count=3, keywords=led), captain(keywords=leads), hauler], [unit("Foe", blade())]
    )
    places = {0: row(22.8, 20, 3), 1: row(22.8, 24.5), 2: row(20, 22), 3: row(50, 22)}
    battle = position(what, places, "movement", units={0: {"moved": "moved"}})
    join(battle, 1, 0)
    assert transports.rides_beside(battle.scene, 0) == ((2,) if may else ())
    if may:
        take(battle, Embark(0, 2))
        assert battle.state.units[0].inside == 2
    else:
        assert refusal(battle, Embark(0, 2)).code == "no-passenger"


def test_a_leader_that_is_a_vehicle_makes_no_vehicle_of_its_unit() -> None:
    walker = captain(weapon("gun"), keywords="vehicle, character")
    what = setup([unit("Guard", weapon("rifle"), count=3), walker], [unit("Foe", blade(), count=3)])
    battle = position(what, {0: row(20, 20.5, 3), 1: row(18.5, 22), 2: row(beside(20, 0.5), 20.5, 3)})
    join(battle, 1, 0)
    assert refusal(battle, Shoot(0, (Shot("rifle", 2),))).code == "no-weapon"


@pytest.mark.parametrize(("keywords", "left"), [("infantry", 0), ("infantry, character", 1)])
@pytest.mark.parametrize("face", [1, 2])
def test_a_leaders_hazard_counts_though_its_unit_has_just_fallen(keywords: str, left: int, face: int) -> None:
    guard = unit("Guard", weapon("plasma", keywords="hazardous"))
    leader = captain(weapon("torch", keywords="hazardous"), keywords=keywords, wounds=4)
    battle = position(
        setup([guard, leader], [unit("Foe", blade())]), {0: row(20, 22), 1: row(21.5, 22), 2: row(35, 22)}
    )
    join(battle, 1, 0)
    take(battle, Shoot(0, (Shot("plasma", 2), Shot("torch", 2))))
    events = take(battle, RollDice("all"), 1, 1, 1, face)
    assert one(ev.CauseRolled, events) == ev.CauseRolled(0, "hazardous", (1, face), 2, happened=True)
    assert not battle.state.units[0].alive
    assert battle.state.units[1].wounds == ((left,) if face == 1 else (4,))
    assert battle.state.stack == ()


def test_a_leaders_hazard_is_rolled_after_the_explosion_that_fells_its_unit() -> None:
    leader = captain(weapon("torch", strength=9, ap=-9, damage="9", keywords="hazardous"), wounds=9)
    bomb = unit("Bomb", blade(), keywords="vehicle", rules="deadly demise 1")
    what = setup([unit("Guard", weapon("rifle")), leader], [bomb])
    battle = position(what, {0: row(20, 22), 1: row(20, 23.5), 2: row(24, 22)})
    join(battle, 1, 0)
    take(battle, Shoot(0, (Shot("torch", 2),)))
    events = take(battle, RollDice("all"), 6, 6, 6, 1)
    assert not battle.state.units[0].alive
    assert only(ev.CauseRolled, events)[-1] == ev.CauseRolled(1, "hazardous", (1,), 2, happened=True)
    assert battle.state.units[1].wounds == (6,)


def test_leaders_that_stand_apart_by_then_roll_for_their_own_hazards() -> None:
    torch = weapon("torch", strength=9, ap=-9, damage="9", keywords="hazardous")
    both = [
        replace(captain(torch, wounds=9), uid=name, name=name, beside=("character",)) for name in ("First", "Second")
    ]
    bomb = unit("Bomb", blade(), keywords="vehicle", rules="deadly demise 1")
    what = setup([unit("Guard", weapon("rifle")), *both], [bomb])
    battle = position(what, {0: row(20, 22), 1: row(20, 23.5), 2: row(20, 25), 3: row(24, 22)})
    join(battle, 1, 0)
    join(battle, 2, 0)
    take(battle, Shoot(0, (Shot("torch", 3),)))
    take(battle, RollDice("all"), 6, 1, 6, 6, 6, 1)
    assert [battle.state.units[i].wounds for i in (1, 2)] == [(9,), (6,)]


@pytest.mark.parametrize(("x", "reached"), [(38, 0), (24.2, 1)])
def test_a_leaders_circle_is_measured_from_the_leader(x: float, reached: int) -> None:
    """In the rules, and in what is shown of it: not from the farthest of the row that it leads."""
    banner = Ability("Banner", uid="banner", effects=(AddToControl(1, who="friends within", reach=6),))
    leader = replace(captain(), abilities=(banner,))
    what = setup([unit("Guard", blade(), count=5), leader, unit("Friend", blade())], [unit("Foe", blade())])
    line = tuple((20.0 + 3 * i, 22.0) for i in range(5))
    battle = position(what, {0: line, 1: row(17, 22), 2: row(x, 22), 3: row(50, 40)}, "command")
    join(battle, 1, 0)
    match = Match(battle, "g", (Control("ai"), Control("ai")))
    assert battle.scene.within(0, 2, 6)
    assert powers.added(battle.scene, 2, "control") == reached
    assert powers.added(battle.scene, 0, "control") == 1
    assert len(auras_of(match, battle.scene, 0)[0]["units"]) == len(auras_on(match, battle.scene, 2)) == reached


@pytest.mark.parametrize(("x", "wounds"), [(38, (3,)), (24.2, (2,))])
def test_what_happens_near_a_leader_at_a_moment_is_measured_from_the_leader(x: float, wounds: tuple[int, ...]) -> None:
    """A foe six inches from the far end of the row that it leads is not near it: neither as a phase ends nor as that
    foe fails its battle-shock test."""
    fumes = DealMortalWounds(1, who="enemies within", reach=6, when="movement end")
    dread = DealMortalWounds(1, who="target", reach=6, when="enemy shock failed")
    leader = replace(captain(), abilities=(Ability("Fumes", effects=(fumes,)), Ability("Dread", effects=(dread,))))
    line = tuple((20.0 + 3 * i, 22.0) for i in range(5))
    what = setup([unit("Guard", blade(), count=5), leader], [unit("Foe", blade(), wounds=3)])
    battle = position(what, {0: line, 1: row(17, 22), 2: row(x, 22)}, "movement")
    join(battle, 1, 0)
    assert battle.scene.within(0, 2, 6)
    take(battle, Move(0, "stationary"))
    take(battle, End())
    assert battle.state.units[2].wounds == wounds
    moments.shock_tested(battle.scene, 2, False)
    assert battle.state.units[2].wounds == tuple(left - (wounds != (3,)) for left in wounds)


@pytest.mark.parametrize(("x", "wounds"), [(38, (3,)), (24.2, (2,))])
def test_an_ability_that_a_leader_uses_on_units_nearby_reaches_those_near_the_leader(
    x: float, wounds: tuple[int, ...]
) -> None:
    hurt = DealMortalWounds(1, who="enemies within", reach=6)
    hex_ = Ability("Hex", uid="hex", effects=(hurt,), use=AbilityUse("activated", phases=("movement",)))
    line = tuple((20.0 + 3 * i, 22.0) for i in range(5))
    led = [unit("Guard", blade(), count=5), replace(captain(), abilities=(hex_,))]
    battle = position(
        setup(led, [unit("Foe", blade(), wounds=3)]), {0: line, 1: row(17, 22), 2: row(x, 22)}, "movement"
    )
    join(battle, 1, 0)
    assert battle.scene.within(0, 2, 6)
    take(battle, Use("hex", 0))
    assert battle.state.units[2].wounds == wounds


@pytest.mark.parametrize(("bearer", "wounds"), [(0, (3,)), (4, (2,))])
def test_an_ability_of_one_miniature_reaches_those_near_it(bearer: int, wounds: tuple[int, ...]) -> None:
    hurt = DealMortalWounds(1, who="enemies within", reach=6)
    use = AbilityUse("activated", phases=("movement",))
    hex_ = Ability("Hex", uid="hex", effects=(hurt,), use=use, bearers=(bearer,))
    guards = replace(unit("Guard", blade(), count=5), abilities=(hex_,))
    line = tuple((20.0 + 3 * i, 22.0) for i in range(5))
    battle = position(setup([guards], [unit("Foe", blade(), wounds=3)]), {0: line, 1: row(38, 22)}, "movement")
    take(battle, Use("hex", 0))
    assert battle.state.units[1].wounds == wounds


@pytest.mark.parametrize(("dice", "left"), [((6, 6), 0), ((1, 6), 1), ((6, 1), 1), ((1, 1), None)])
def test_who_is_left_of_a_unit_that_broke_out_may_be_shot_at_as_it_moves(
    dice: tuple[int, int], left: int | None
) -> None:
    watch = ploy("watch", "enemy moved", SnapShots(), turn="enemy", target="enemy", reach=24.0, cost=0)
    red = [unit("Foe", blade()), unit("Guns", weapon("gun"))]
    what = replace(setup([unit("Guard", blade()), captain()], red), stratagems=(watch,))
    places = {0: row(20, 22), 1: row(20, 23.5), 2: row(beside(20, 0.5), 22), 3: row(30, 22)}
    battle = position(what, places, "movement", units={0: {"shocked": True}})
    join(battle, 1, 0)
    take(battle, Move(0, "fall_back", ((16, 22), (16, 23.5))), *dice)
    prompt = battle.ask()
    if left is None:
        assert not isinstance(prompt, ReactPrompt)
        return
    assert isinstance(prompt, ReactPrompt)
    assert [choice.targets for choice in listing.options(battle, prompt) if isinstance(choice, Use)] == [(left,)]
