"""Leaders that join units: one unit on the table, and what becomes of each when the other falls."""

from __future__ import annotations

from typing import Any

import pytest

from highground.engine import events as ev
from highground.engine.abilities import powers
from highground.engine.abilities.afflictions import AddToNerve
from highground.engine.abilities.attacks import ModifyAttack
from highground.engine.abilities.condition import Condition
from highground.engine.abilities.conditions import holds
from highground.engine.abilities.effect import Who
from highground.engine.abilities.grants import GiveRule
from highground.engine.abilities.model import Ability
from highground.engine.abilities.powers import asked
from highground.engine.attached import combine
from highground.engine.battle import Battle
from highground.engine.choices import Advance, Arrive, ChooseZone, Deploy, Move, RollDice, Shoot, Use
from highground.engine.effects import Stage
from highground.engine.model import Setup
from highground.engine.state import Active, Shot
from highground.game.match.match import Control, Match
from highground.game.state.surroundings import auras_of
from highground.game.state.units import unit_view
from tests.engine.field import (
    blade,
    join,
    miniatures,
    mustering,
    one,
    only,
    position,
    refusal,
    row,
    setup,
    take,
    unit,
    weapon,
)
from tests.values import replace

JOIN = Use("leader", 1, (0,))


def company() -> Setup:
    """A guard of two, a captain that may lead it, a crowd that the captain may not lead, and a red gunner."""
    captain = replace(
        unit("Captain", weapon("pistol"), blade(), keywords="infantry, character", wounds=2, movement=5, leadership=6),
        leads=("Guard",),
    )
    blue = [unit("Guard", weapon("rifle"), blade(), count=2), captain, unit("Crowd", blade(), count=2)]
    return setup(blue, [unit("Gunner", weapon("cannon", "9", strength=8, ap=-9))])


def set_up(x: float = 21.5, **more: Any) -> Battle:
    """Guard and captain are set up, the crowd is the next."""
    return mustering(company(), {0: row(20, 22, 2), 1: row(x, 22), 3: row(35, 22)}, **more)


def test_a_leader_joins_the_unit_that_its_sheet_names() -> None:
    battle = set_up()
    assert refusal(battle, Use("leader", 1, (2,))).code == "wrong-use"
    events = take(battle, JOIN)
    assert one(ev.LeaderJoined, events) == ev.LeaderJoined(1, 0)
    together, alone = battle.state.units[:2]
    assert (together.wounds, together.leaders) == ((1, 1, 2), (1,))
    assert together.places[2] == (21.5, 22.0)
    assert (alone.joined, alone.on_table) == (0, False)
    assert battle.scene.sheets[0].name == "Guard + Captain"
    assert refusal(battle, JOIN).code in {"wrong-use", "not-yours", "used-up"}


def test_what_the_unit_has_anyway_does_not_add_up_with_the_same_of_its_leader() -> None:
    """A leader's own rule holds for itself, and for the unit that it joins; one that both have holds once."""
    calm = (AddToNerve(1), AddToNerve(1, conditions=(Condition("leading"),)))
    captain = replace(unit("Captain", blade(), keywords="infantry, character"), leads=("Guard",))
    captain = replace(captain, abilities=(Ability("Calm", effects=calm), Ability("Bold", effects=calm)))
    guard = replace(unit("Guard", blade(), count=2), abilities=(Ability("Calm", effects=(AddToNerve(1),)),))
    battle = position(setup([guard, captain], [unit("Foe", blade())]), {0: row(20, 22, 2), 1: row(21.5, 22)})
    assert powers.added(battle.scene, 1, "nerve") == 2
    join(battle, 1, 0)
    assert powers.added(battle.scene, 0, "nerve") == 2


def test_a_leader_joins_from_within_two_inches() -> None:
    assert refusal(set_up(x=26.0), JOIN).code == "wrong-use"


def test_nobody_joins_inside_a_transport() -> None:
    battle = set_up()
    inside = replace(battle.state.units[0], deployed=False, inside=2)
    outside = replace(battle.state.units[1], deployed=False)
    battle.scene.rewind(replace(battle.state, units=(inside, outside, *battle.state.units[2:])))
    assert refusal(battle, JOIN).code == "wrong-use"


def commanders(beside: tuple[str, ...]) -> Battle:
    """A guard of two with a captain and a herald beside it, who may both lead it; what the herald may stand beside."""
    captain = replace(unit("Captain", blade(), keywords="infantry, character, captain"), leads=("Guard",))
    herald = replace(unit("Herald", blade(), keywords="infantry, character"), leads=("Guard",), beside=beside)
    what = setup([unit("Guard", weapon("rifle"), count=2), captain, herald], [unit("Gunner", weapon("cannon"))])
    return mustering(what, {0: row(20, 22, 2), 1: row(21.5, 20.5), 2: row(21.5, 23.5)})


@pytest.mark.parametrize("first", [1, 2])
@pytest.mark.parametrize("beside", [("captain",), ("lieutenant", "captain")])
def test_a_second_leader_joins_where_the_sheet_of_either_allows_it(first: int, beside: tuple[str, ...]) -> None:
    battle = commanders(beside)
    for leader in (first, 3 - first):
        take(battle, Use("leader", leader, (0,)))
    assert battle.state.units[0].leaders == (first, 3 - first)
    assert len(battle.state.units[0].wounds) == 4


@pytest.mark.parametrize("beside", [(), ("lieutenant",)])
def test_no_second_leader_joins_otherwise(beside: tuple[str, ...]) -> None:
    battle = commanders(beside)
    take(battle, Use("leader", 1, (0,)))
    assert refusal(battle, Use("leader", 2, (0,))).code == "wrong-use"


def joined(phase: Any, active: int = 0) -> Battle:
    places = {0: row(20, 22, 2), 1: row(21.5, 22), 2: row(20, 30, 2), 3: row(35, 22)}
    battle = position(company(), places, phase, active=active)
    join(battle, 1, 0)
    return battle


def captains(side: int) -> Battle:
    """Two captains beside two guards, of one side; the other side has a gunner."""
    guards = [replace(unit(f"Guard {i}", weapon("rifle"), count=2), uid=f"guard-{i}") for i in (0, 1)]
    leaders = [
        replace(unit(f"Captain {i}", blade(), keywords="infantry, character"), leads=(f"Guard {i}",)) for i in (0, 1)
    ]
    armies = [[*guards, *leaders], [unit("Gunner", weapon("cannon"))]]
    own, places = (
        (0, 1, 2, 3) if side == 0 else (1, 2, 3, 4),
        [row(20, 20, 2), row(20, 30, 2), row(21.5, 20), row(21.5, 30)],
    )
    blue, red = armies if side == 0 else armies[::-1]
    what = setup(blue, red)
    stood = dict(zip(own, places, strict=True)) | {4 if side == 0 else 0: row(50, 22)}
    return mustering(what, stood, side)


@pytest.mark.parametrize("side", [0, 1])
def test_all_leaders_of_an_army_join(side: int) -> None:
    battle = captains(side)
    first = side
    for i in (0, 1):
        take(battle, Use("leader", first + 2 + i, (first + i,)))
    assert [battle.state.units[first + i].leaders for i in (0, 1)] == [(first + 2,), (first + 3,)]


@pytest.mark.parametrize("side", [0, 1])
def test_a_leader_of_either_side_joins_while_the_armies_are_set_up(side: int) -> None:
    captain = replace(unit("Captain", blade(), keywords="infantry, character"), leads=("Guard",))
    armies = [[unit("Guard", weapon("rifle"), count=2), captain], [unit("Gunner", weapon("cannon"), count=1)]]
    blue, red = armies if side == 0 else armies[::-1]
    battle = Battle(setup(blue, red), seed=3)
    take(battle, RollDice("deployment"), 6, 1)
    take(battle, ChooseZone(0))
    prompt = battle.ask()
    assert prompt is not None
    if prompt.side != side:
        take(battle, Deploy(0, row(5, 5)) if side else Deploy(2, row(55, 5)))
    prompt = battle.ask()
    assert prompt is not None
    assert (prompt.side, "use" in prompt.kinds) == (side, True)
    events = take(battle, Use("leader", side + 1, (side,)))
    assert one(ev.LeaderJoined, events) == ev.LeaderJoined(side + 1, side)


@pytest.mark.parametrize("side", [0, 1])
def test_leaders_of_either_side_join_once_all_is_set_up_and_the_battle_begins_after_that(side: int) -> None:
    """Also those of the army that was the second to finish: it is asked before the first army begins the battle."""
    captain = replace(unit("Captain", blade(), keywords="infantry, character"), leads=("Guard",))
    armies = [[unit("Guard", weapon("rifle"), count=2), captain], [unit("Gunner", weapon("cannon"), count=1)]]
    blue, red = armies if side == 0 else armies[::-1]
    guard, leader, gunner = (0, 1, 2) if side == 0 else (1, 2, 0)
    battle = Battle(setup(blue, red), seed=3)
    take(battle, RollDice("deployment"), *((6, 1) if side == 0 else (1, 6)))
    take(battle, ChooseZone(0))
    take(battle, Deploy(guard, row(5, 5, 2)))
    take(battle, Deploy(gunner, row(55, 5)))
    take(battle, Deploy(leader, row(7, 5)))
    prompt = battle.ask()
    assert prompt is not None
    assert (prompt.side, prompt.kinds) == (side, ("advance", "use"))
    take(battle, Use("leader", leader, (guard,)))
    assert battle.state.units[guard].leaders == (leader,)
    prompt = battle.ask()
    assert prompt is not None
    assert (prompt.side, prompt.kinds) == (0, ("advance",))
    battle.undo()
    for goes_on in range(side, -1, -1):
        prompt = battle.ask()
        assert prompt is not None
        assert (prompt.side, battle.state.started) == (goes_on, False)
        take(battle, Advance(), *(() if goes_on else (2, 5)))
    assert battle.state.started


def test_joined_units_move_together_each_at_its_own_pace() -> None:
    battle = joined("movement")
    assert refusal(battle, Move(1, "stationary")).code == "joined"
    guards = tuple((x, y - 5.5) for x, y in battle.state.units[0].places[:2])
    x, y = battle.state.units[0].places[2]
    assert refusal(battle, Move(0, "move", (*guards, (x, y - 5.5)))).measure == "5.5 of 5 inches"
    assert one(ev.UnitMoved, take(battle, Move(0, "move", (*guards, (x, y - 5.0))))).distance == 5.5


def test_joined_units_shoot_together() -> None:
    battle = joined("shooting")
    declared = one(ev.ShotsDeclared, take(battle, Shoot(0, (Shot("rifle", 3, (0,)),))))
    assert declared.volleys[0].bearers == (0,)
    other = joined("shooting")
    refused = refusal(other, Shoot(0, (Shot("pistol", 3, (0,)),)))
    assert refused.code == "not-carried"


def shot_down(*dice: int) -> tuple[Battle, tuple[ev.Event, ...]]:
    """The gunner's nine shots, all at the joined unit."""
    battle = joined("shooting", active=1)
    take(battle, Shoot(3, (Shot("cannon", 0),)))
    return battle, take(battle, RollDice(), *dice)


def test_the_leader_falls_last_and_stands_alone_when_the_rest_is_gone() -> None:
    battle, events = shot_down(3, 3, 1, 1, 1, 1, 1, 1, 1, 6, 6)
    assert one(ev.LeaderLeft, events) == ev.LeaderLeft(1, 0)
    assert [event.unit for event in only(ev.UnitDestroyed, events)] == [0]
    guard, captain = battle.state.units[:2]
    assert not guard.alive
    assert (captain.wounds, captain.joined, captain.on_table) == ((2,), None, True)
    assert captain.places == ((21.5, 22.0),)


def test_a_leader_that_stands_alone_has_spent_what_it_had_spent() -> None:
    rocket = weapon("rocket", keywords="one shot")
    captain = replace(unit("Captain", rocket, keywords="infantry, character", wounds=2), leads=("Guard",))
    gunner = unit("Gunner", weapon("cannon", "9", strength=8, ap=-9), wounds=9)
    what = setup([unit("Guard", rocket, count=2), captain], [gunner])
    battle = position(what, {0: row(20, 22, 2), 1: row(21.5, 22), 2: row(35, 22)}, "shooting")
    join(battle, 1, 0)
    take(battle, Shoot(0, (Shot("rocket", 2, (1, 2)),)))
    take(battle, RollDice(), 1, 1)
    assert battle.state.units[0].spent == ((1, "rocket"), (2, "rocket"))
    battle.scene.rewind(replace(battle.state, active=1))
    take(battle, Shoot(2, (Shot("cannon", 0),)))
    take(battle, RollDice(), 3, 3, 1, 1, 1, 1, 1, 1, 1, 6, 6)
    guard, captain_now = battle.state.units[:2]
    assert (captain_now.wounds, captain_now.joined) == ((2,), None)
    assert (guard.spent, captain_now.spent) == (((1, "rocket"),), ((0, "rocket"),))
    units = (guard, replace(captain_now, shot=False), battle.state.units[2])
    battle.scene.rewind(replace(battle.state, active=0, units=units))
    assert refusal(battle, Shoot(1, (Shot("rocket", 2),))).code in {"one-shot", "no-weapon"}


def test_what_was_used_on_a_unit_still_holds_for_the_leader_that_is_left_of_it() -> None:
    battle = joined("shooting", active=1)
    cursed = [Active("Hex", AddToNerve(-1, duration="turn"), 1, unit_, 1, 1, owner=3) for unit_ in (0, 2)]
    own = Active("Own", AddToNerve(1, duration="turn", who="bearer"), 0, 0, 1, 1, owner=0)
    by_hand = replace(cursed[0], by_hand="hex")
    battle.scene.rewind(replace(battle.state, active_effects=(*cursed, own, by_hand)))
    take(battle, Shoot(3, (Shot("cannon", 0),)))
    take(battle, RollDice(), 3, 3, 1, 1, 1, 1, 1, 1, 1, 6, 6)
    assert battle.state.units[1].on_table
    assert [each for each in battle.state.active_effects if each.unit == 1] == [replace(cursed[0], unit=1)]
    assert powers.added(battle.scene, 1, "nerve") == -1
    fallen = joined("shooting", active=1)
    fallen.scene.rewind(replace(fallen.state, active_effects=tuple(cursed)))
    take(fallen, Shoot(3, (Shot("cannon", 0),)))
    take(fallen, RollDice(), 3, 3, 3, 3, 1, 1, 1, 1, 1, 6, 6, 6, 6)
    assert fallen.state.active_effects == tuple(cursed)


def test_a_leader_that_has_shot_with_its_unit_does_not_shoot_again_without_it() -> None:
    """A hazard takes the unit while its shots are resolved."""
    captain = replace(unit("Captain", weapon("bolt"), keywords="infantry, character", wounds=2), leads=("Guard",))
    guard = unit("Guard", weapon("plasma", keywords="hazardous"))
    what = setup([guard, captain], [unit("Foe", blade(), count=5)])
    battle = position(what, {0: row(20, 22), 1: row(21.5, 22), 2: row(35, 22, 5)}, "shooting")
    join(battle, 1, 0)
    take(battle, Shoot(0, (Shot("plasma", 2), Shot("bolt", 2))))
    assert one(ev.LeaderLeft, take(battle, RollDice(), 1, 1, 1)) == ev.LeaderLeft(1, 0)
    assert battle.state.units[1].shot
    assert refusal(battle, Shoot(1, (Shot("bolt", 2),))).code == "already-shot"


def test_all_may_fall_together() -> None:
    battle, events = shot_down(3, 3, 3, 3, 1, 1, 1, 1, 1, 6, 6, 6, 6)
    assert sorted(event.unit for event in only(ev.UnitDestroyed, events)) == [0, 1]
    assert not any(each.alive for each in battle.state.units[:2])


def test_a_leader_is_where_its_unit_came_to() -> None:
    """They joined in reserve; once they stand on the table and part, nothing of the leader is left in reserve."""
    units = {0: {"deployed": False, "reserves": True}, 1: {"deployed": False, "reserves": True}}
    battle = set_up(units=units)
    take(battle, JOIN)
    assert not battle.state.units[1].reserves
    battle.scene.rewind(replace(battle.state, phase="movement", round=2, started=True, stack=()))
    take(battle, Arrive(0, row(0.7, 30, 3)))
    battle.scene.rewind(replace(battle.state, phase="shooting", active=1))
    near = replace(battle.state.units[3], places=row(12, 30))
    battle.scene.rewind(replace(battle.state, units=(*battle.state.units[:3], near)))
    take(battle, Shoot(3, (Shot("cannon", 0),)))
    take(battle, RollDice(), 3, 3, 1, 1, 1, 1, 1, 1, 1, 6, 6)
    captain = battle.state.units[1]
    assert (captain.alive, captain.deployed, captain.reserves, captain.inside) == (True, True, False, None)


@pytest.mark.parametrize("staged", [False, True])
@pytest.mark.parametrize(("keywords", "slain"), [("", (1, 0)), ("precision", (2,))])
def test_precise_attacks_find_the_leader_first(keywords: str, slain: tuple[int, ...], staged: bool) -> None:
    captain = replace(unit("Captain", blade(), keywords="infantry, character", wounds=2), leads=("Guard",))
    blue = [unit("Guard", blade(), count=2), captain]
    what = setup(blue, [unit("Gunner", weapon("rifle", "2", strength=8, ap=-9, keywords=keywords))])
    battle = position(what, {0: row(20, 22, 2), 1: row(21.5, 22), 2: row(35, 22)}, "shooting", active=1)
    join(battle, 1, 0)
    take(battle, Shoot(2, (Shot("rifle", 0),)))
    if not staged:
        events = take(battle, RollDice(), 6, 6, 6, 6)
    else:
        take(battle, RollDice("hit"), 6, 6)
        take(battle, RollDice("wound"), 6, 6)
        take(battle, RollDice("save"))
        take(battle, RollDice("damage"))
        events = take(battle, RollDice("fnp"))
    assert one(ev.AttacksMade, events).slain == slain


def hunted(change: ModifyAttack, who: Who = "self", leading: bool = True) -> Battle:
    """Shooters with an effect against a guard of two and its captain, with a rifle that no save stops."""
    captain = replace(unit("Captain", blade(), keywords="infantry, character", wounds=2), leads=("Guard",))
    keen = Ability("Keen", effects=(replace(change, who=who),))
    shooter = replace(unit("Gunner", weapon("rifle", "2", strength=8, ap=-9)), abilities=(keen,))
    what = setup([unit("Guard", blade(), count=2), captain], [shooter])
    battle = position(what, {0: row(20, 22, 2), 1: row(21.5, 22), 2: row(35, 22)}, "shooting", active=1)
    if leading:
        join(battle, 1, 0)
    return battle


@pytest.mark.parametrize("staged", [False, True])
@pytest.mark.parametrize("who", ["self", "bearer"])
@pytest.mark.parametrize("stage", ["hit", "wound"])
def test_critical_wounds_alone_find_the_leader(stage: Stage, who: Who, staged: bool) -> None:
    battle = hunted(ModifyAttack(stage=stage, change="precise"), who)
    take(battle, Shoot(2, (Shot("rifle", 0),)))
    faces = {"hit": (6, 3), "wound": (4, 4)} if stage == "hit" else {"hit": (3, 3), "wound": (6, 3)}
    if not staged:
        events = take(battle, RollDice(), *faces["hit"], *faces["wound"])
    else:
        take(battle, RollDice("hit"), *faces["hit"])
        take(battle, RollDice("wound"), *faces["wound"])
        take(battle, RollDice("save"))
        take(battle, RollDice("damage"))
        events = take(battle, RollDice("fnp"))
    made = one(ev.AttacksMade, events)
    assert dict(made.lost) == {1: 1, 2: 1}
    assert battle.state.units[0].wounds == (1, 0, 1)


def test_the_attacker_may_keep_critical_wounds_from_the_leader() -> None:
    battle = hunted(ModifyAttack(stage="wound", change="precise"))
    take(battle, Shoot(2, (Shot("rifle", 0, precise=False),)))
    made = one(ev.AttacksMade, take(battle, RollDice(), 3, 3, 6, 6))
    assert made.slain == (1, 0)


def test_a_critical_wound_pierces_better_in_a_battle() -> None:
    battle = hunted(ModifyAttack(stage="wound", change="pierce", value=-2), leading=False)
    shooter = replace(battle.setup.armies[1].units[0], miniatures=(miniatures("Gunner", 1, weapon("rifle", "2")),))
    armies = (battle.setup.armies[0], replace(battle.setup.armies[1], units=(shooter,)))
    places = {0: row(20, 22, 2), 1: row(21.5, 22), 2: row(35, 22)}
    battle = position(replace(battle.setup, armies=armies), places, "shooting", active=1)
    take(battle, Shoot(2, (Shot("rifle", 0),)))
    # Saves of 4+: against the critical wound 6+ is needed.
    made = one(ev.AttacksMade, take(battle, RollDice(), 3, 3, 6, 4, 5, 5))
    assert made.lost == ((1, 1),)


def test_what_all_parts_must_have() -> None:
    """A leader that fights first does not bring its unit along; two that do are picked with the chargers."""
    for host, leader, first in (("", "fights first", False), ("fights first", "fights first", True)):
        parts = [unit("Guard", blade(), rules=host), unit("Captain", blade(), rules=leader)]
        assert ("fights first" in combine(parts[0], parts[1:]).rules) is first


DIVE = GiveRule("deep strike", conditions=(Condition("leading"),))


def bringing(*effects: GiveRule, host: str = "", words: str = "infantry") -> dict[str, object]:
    """The rules of a guard with such a sheet that a captain with these effects leads."""
    captain = replace(unit("Captain", blade(), keywords="character"), abilities=(Ability("Way", effects=effects),))
    return dict(combine(unit("Guard", blade(), rules=host, keywords=words), [captain]).rules)


def test_a_leader_may_bring_a_core_rule_to_its_unit() -> None:
    assert "deep strike" in bringing(DIVE)
    assert "deep strike" not in bringing(replace(DIVE, conditions=(Condition("leading", negate=True),)))
    scouts = bringing(GiveRule("scouts", 6, conditions=(Condition("leading"),)))["scouts"]
    assert str(scouts) == "scouts 6"


@pytest.mark.parametrize(("host", "leader"), [(6, 9), (9, 6)])
def test_a_joined_unit_scouts_as_far_as_the_part_that_goes_least_far(host: int, leader: int) -> None:
    captain = replace(unit("Captain", blade(), rules=f"scouts {leader}", keywords="character"), leads=("Guard",))
    battle = Battle(setup([unit("Guard", blade(), rules=f"scouts {host}"), captain], [unit("Foe", blade())]), 1)
    take(battle, RollDice(), 6, 1)
    take(battle, ChooseZone(0))
    take(battle, JOIN)
    take(battle, Deploy(0, row(5, 10, 2)))
    take(battle, Deploy(2, row(55, 10)))
    take(battle, Advance(), 6, 1)
    prompt = battle.ask()
    assert prompt is not None
    assert (prompt.why, prompt.unit, prompt.limit) == ("scouts", 0, 6.0)
    assert (
        str(bringing(GiveRule("scouts", 9, conditions=(Condition("leading"),)), host="scouts 6")["scouts"])
        == "scouts 9"
    )


def test_what_a_leader_has_alone_its_unit_has_where_all_of_it_does() -> None:
    """And it may depend on what the unit is that it leads."""
    own = replace(DIVE, who="bearer", conditions=(Condition("leading"), Condition("keyword", name="raider")))
    assert "deep strike" in bringing(own, host="deep strike", words="raider")
    assert "deep strike" not in bringing(own, host="deep strike")
    assert "deep strike" not in bringing(own, words="raider")


def test_a_fallen_leader_brings_nothing() -> None:
    captain = replace(unit("Captain", blade()), abilities=(Ability("Way", effects=(DIVE,)),))
    assert "deep strike" not in combine(unit("Guard", blade()), [captain], [0]).rules


def test_a_hazard_looks_at_who_bears_the_weapon() -> None:
    """A trooper's hazard slays the trooper, though a character leads it; the character's own takes three wounds."""
    furnace = weapon("furnace", keywords="hazardous")
    guard = replace(unit("Guard", furnace, count=2), uid="guard")
    captain = replace(
        unit("Captain", weapon("torch", keywords="hazardous"), keywords="infantry, character", wounds=5),
        leads=("Guard",),
    )
    what = setup([guard, captain], [unit("Foe", blade(), wounds=9)])
    battle = position(what, {0: row(20, 22, 2), 1: row(21.5, 22), 2: row(30, 22)}, "shooting")
    join(battle, 1, 0)
    take(battle, Shoot(0, (Shot("furnace", 2, (0,)), Shot("torch", 2))))
    take(battle, RollDice(), 1, 1, 1, 1)
    assert battle.state.units[0].wounds == (0, 1, 2)


def test_a_leader_that_has_fallen_has_no_aura_though_its_unit_fights_on() -> None:
    """Neither in the rules nor in what is shown of the unit and of where it might stand."""
    banner = Ability("banner", "Banner", effects=(ModifyAttack("hit", 1, who="friends within", reach=6.0),))
    what = company()
    guard, captain, crowd = what.armies[0].units
    blue = replace(what.armies[0], units=(guard, replace(captain, abilities=(banner,)), crowd))
    battle = position(
        replace(what, armies=(blue, what.armies[1])),
        {0: row(20, 22, 2), 1: row(21.5, 22), 2: row(24, 22, 2), 3: row(50, 22)},
    )
    join(battle, 1, 0)

    def shown() -> tuple[int, int, int, str]:
        match = Match(battle, "g", (Control("ai"), Control("ai")))
        auras = auras_of(match, battle.scene, 0)
        unit_auras = unit_view(match, battle.state.units[0], None)["auras"]
        return len(asked(battle.scene, 2, "attack")), len(auras), len(unit_auras), match.cast.units[0]

    assert shown() == (1, 1, 1, "Guard + Captain")
    battle.scene.emit(ev.WoundsLost(0, ((2, 2),), (2,), "hazardous", by=0))
    assert shown() == (0, 0, 0, "Guard")


def led_by(count: int) -> Battle:
    """A guard of two led by so many captains, who give it a bonus to hit each, against a gunner that can slay them."""
    drill = [
        Ability(f"Drill {i}", effects=(ModifyAttack("hit", 1, conditions=(Condition("leading"),)),))
        for i in range(count)
    ]
    captains = [
        replace(
            unit(f"Captain {i}", blade(), keywords="infantry, character", wounds=2),
            leads=("Guard",),
            abilities=(drill[i],),
        )
        for i in range(count)
    ]
    precise = weapon("cannon", "2", strength=8, ap=-9, keywords="precision", damage="2")
    blue = [unit("Guard", weapon("rifle"), count=2), *captains]
    places = {0: row(20, 22, 2), **{1 + i: row(21.5, 22 + 1.5 * i) for i in range(count)}, 1 + count: row(35, 22)}
    battle = position(setup(blue, [unit("Gunner", precise)]), places, "shooting", active=1)
    for i in range(count):
        join(battle, 1 + i, 0)
    return battle


def described(battle: Battle) -> tuple[str, list[str], list[str], int, bool]:
    """The guard's name, abilities on its sheet and in its view, number of effects, and whether it is a character."""
    sheet = battle.scene.sheets[0]
    shown = unit_view(Match(battle, "g", (Control("ai"), Control("ai"))), battle.state.units[0], None)
    said = [each.name for each in sheet.abilities]
    given = len([p for p in asked(battle.scene, 0, "attack") if holds(battle.scene, 0, p.effect)])
    return sheet.name, said, [each["name"] for each in shown["abilities"]], given, "character" in sheet.keyword_set


@pytest.mark.parametrize("count", [1, 2])
def test_of_a_leader_that_has_fallen_nothing_stands_in_the_units_list_until_it_is_taken_back(count: int) -> None:
    battle = led_by(count)
    names, drills = [f"Captain {i}" for i in range(count)], [f"Drill {i}" for i in range(count)]
    whole = (" + ".join(["Guard", *names]), drills, drills, count, True)
    assert described(battle) == whole
    take(battle, Shoot(1 + count, (Shot("cannon", 0),)))
    events = take(battle, RollDice(), 6, 1, 6)
    assert one(ev.UnitDestroyed, events).unit == count, "the last to join"
    left = (" + ".join(["Guard", *names[:-1]]), drills[:-1], drills[:-1], count - 1, count > 1)
    assert described(battle) == left
    assert refusal(battle, Shoot(0)).sentence == f"{left[0]} belongs to the other army."
    again = Battle(battle.setup, battle.seed)
    again.scene.rewind(battle.state)
    assert again.scene.sheets[0] == battle.scene.sheets[0]
    battle.undo(consent=True)
    assert described(battle) == whole
