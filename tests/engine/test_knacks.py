"""Effects that happen by themselves, conditions of units and attacks, and effects that end with their bearers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from highground.engine import events as ev
from highground.engine.abilities import AnyEffect, on_attacks, powers
from highground.engine.abilities.attacks import GainKeyword, ModifyAttack
from highground.engine.abilities.condition import Condition
from highground.engine.abilities.effects import AddToCharge, AddToControl, AddToLeadership, Hide, MoreShockDice
from highground.engine.abilities.model import Ability
from highground.engine.abilities.wounds import GainPoints, HealOne, Regrow
from highground.engine.attack.definition import define
from highground.engine.attack.exact import distribution
from highground.engine.attack.roll import roll
from highground.engine.battle import Battle
from highground.engine.choices import Advance, End, RollDice, Shoot, Strike
from highground.engine.dice import Dice, GivenDice
from highground.engine.effects import Circumstances, Modifier
from highground.engine.model import Amount, Keyword, UnitSheet
from highground.engine.state import Fighting, Melee, Shot
from highground.engine.steps.casualties import mortal_wounds
from highground.engine.steps.objectives import levels
from tests.engine.attack_helpers import pool_row
from tests.engine.field import (
    beside,
    blade,
    join,
    miniatures,
    mixed,
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
from tests.engine.menagerie import RUIN
from tests.values import replace

RIFLE = weapon("rifle")
D3 = Amount(1, 3)


def knack(*effects: AnyEffect, bearers: tuple[int, ...] = (), name: str = "Knack") -> Ability:
    return Ability(name, effects=effects, bearers=bearers)


def having(sheet: UnitSheet, *abilities: Ability, **fields: Any) -> UnitSheet:
    return replace(sheet, abilities=(*sheet.abilities, *abilities), **fields)


def command(sheet: UnitSheet, wounds: Sequence[int], time: str = "middle", **more: Any) -> Battle:
    """Our unit 0 with these wounds left, in the command phase."""
    what = setup([sheet], [unit("Foe", RIFLE)])
    places = {0: row(20, 20, len(wounds)), 1: row(50, 40)}
    return position(what, places, "command", time=time, units={0: {"wounds": tuple(wounds)}}, **more)  # type: ignore[arg-type]


def start(battle: Battle, *faces: int) -> tuple[ev.Event, ...]:
    return take(battle, Advance(), *faces)


TROOP = unit("Troop", RIFLE, count=3, wounds=2)
REGROW = having(TROOP, knack(Regrow(amount=D3, when="command end")))


@pytest.mark.parametrize(
    ("wounds", "die", "after"),
    [
        ((2, 1, 2), 3, (2, 2, 2)),  # nothing more once all are whole
        ((2, 1, 0), 2, (2, 2, 1)),  # the wounded first, then a fallen one with one wound
        ((2, 0, 0), 3, (2, 2, 1)),  # the one that came back is the wounded one now
        ((2, 2, 0), 1, (2, 2, 1)),
    ],
)
def test_wounds_come_back_one_by_one_and_then_the_fallen(
    wounds: tuple[int, ...], die: int, after: tuple[int, ...]
) -> None:
    battle = command(REGROW, wounds)
    healed = one(ev.WoundsHealed, take(battle, End(), die))
    assert (healed.cause, battle.state.units[0].wounds) == ("Knack", after)
    assert {miniature for miniature, _ in healed.places} == {
        i for i, left in enumerate(wounds) if not left and after[i]
    }


def test_nothing_is_rolled_for_a_unit_that_is_whole_or_in_the_enemys_turn() -> None:
    assert only(ev.WoundsHealed, take(command(REGROW, (2, 2, 2)), End())) == []
    assert only(ev.WoundsHealed, take(command(REGROW, (1, 2, 2), active=1), End())) == []


def test_a_unit_that_is_not_on_the_table_gets_nothing_back() -> None:
    battle = command(REGROW, (1, 2, 2))
    units = (replace(battle.state.units[0], deployed=False, reserves=True), battle.state.units[1])
    battle.scene.rewind(replace(battle.state, units=units))
    assert only(ev.WoundsHealed, take(battle, End())) == []


def test_one_miniature_heals_at_the_start_of_both_armies_command_phases() -> None:
    heals = having(unit("Troop", RIFLE, count=2, wounds=3), knack(HealOne(amount=D3, when="each command start")))
    for side in (0, 1):
        battle = command(heals, (2, 1), "beginning", active=side)
        assert one(ev.WoundsHealed, start(battle, 3)).gained == ((1, 2),)
        assert battle.state.units[0].wounds == (2, 3)


def test_command_points_come_at_the_start_of_the_own_command_phase() -> None:
    gains = having(TROOP, knack(GainPoints(1, when="command start")))
    for side, expected in ((0, [(0, 1), (1, 1), (0, 1)]), (1, [(0, 1), (1, 1)])):
        events = start(command(gains, (2, 2, 2), "beginning", active=side))
        assert [(event.side, event.points) for event in only(ev.CommandPointsGained, events)] == expected
    assert len(only(ev.CommandPointsGained, start(command(gains, (0, 0, 0), "beginning")))) == 2


@pytest.mark.parametrize(("face", "gained"), [(3, 2), (4, 3)])
def test_command_points_may_need_a_roll(face: int, gained: int) -> None:
    gains = having(TROOP, knack(GainPoints(1, when="command start", on=4)))
    events = start(command(gains, (2, 2, 2), "beginning"), face)
    assert one(ev.CauseRolled, events).happened == (gained == 3)
    assert len(only(ev.CommandPointsGained, events)) == gained


def test_equal_knacks_of_one_unit_and_its_leader_count_once() -> None:
    heal = knack(Regrow(1, when="command end"))
    captain = having(unit("Captain", RIFLE, keywords="character"), heal, leads=("Troop",))
    what = setup([having(TROOP, heal), captain], [unit("Foe", RIFLE)])
    places = {0: row(20, 22, 3), 1: row(21.5, 22), 2: row(50, 40)}
    battle = position(what, places, "command", units={0: {"wounds": (1, 1, 1)}})
    join(battle, 1, 0)
    assert one(ev.WoundsHealed, take(battle, End())).gained == ((0, 1),)


NEAR_SEER = MoreShockDice(1, conditions=(Condition("near friend", 6, "seer", own=True),))


@pytest.mark.parametrize(("apart", "dice"), [(6.0, 3), (6.2, 2)])
def test_near_its_friends_a_unit_is_tested_with_more_dice(apart: float, dice: int) -> None:
    """Equal effects do not add up: the army has it as well as the unit."""
    troop = having(TROOP, knack(NEAR_SEER))
    what = setup([troop, unit("Seer", RIFLE, keywords="seer")], [unit("Foe", RIFLE)])
    army = replace(what.armies[0], abilities=(knack(replace(NEAR_SEER, who="army")),))
    places = {0: row(20, 20, 3), 1: row(20 + apart + 1.26, 20), 2: row(50, 40)}
    battle = position(
        replace(what, armies=(army, what.armies[1])), places, "command", time="beginning",
        units={0: {"wounds": (1, 0, 0)}},
    )  # fmt: skip
    start(battle)
    assert len(one(ev.BattleShockTested, take(battle, RollDice(), *(3,) * dice)).dice) == dice


def attacks(mine: UnitSheet, theirs: UnitSheet | None = None, wounds: Sequence[int] | None = None) -> Battle:
    foe = theirs or unit("Foe", RIFLE, count=2)
    what = setup([mine], [foe])
    changes = {0: {"wounds": tuple(wounds)}} if wounds is not None else {}
    return position(what, {0: row(20, 20, len(mine.line_up)), 1: row(30, 20, len(foe.line_up))}, units=changes)


def found(battle: Battle, by: int = 0, at: int = 1) -> list[tuple[str, str, int]]:
    return [(m.stage, m.kind, m.value) for m in on_attacks.modifiers(battle.scene, by, at, RIFLE)]


@pytest.mark.parametrize(("left", "expected"), [(6, []), (5, [("hit", "add", -1)]), (1, [("hit", "add", -1)])])
def test_a_damaged_miniature_shoots_and_holds_worse(left: int, expected: list[tuple[str, str, int]]) -> None:
    few = (Condition("wounds left", 5),)
    hurt = knack(ModifyAttack("hit", -1, conditions=few), AddToControl(-2, conditions=few))
    walker = having(unit("Walker", RIFLE, wounds=12, objective_controlled=3), hurt)
    what = setup([walker], [unit("Foe", RIFLE)], objectives=((20.0, 20.0),))
    battle = position(what, {0: row(20, 20), 1: row(40, 20)}, units={0: {"wounds": (left,)}})
    assert found(battle) == expected
    assert levels(battle.scene, 0) == (1 if expected else 3, 0)


def test_a_unit_may_need_a_friend_of_some_kind_but_itself_beside_it() -> None:
    hidden = having(
        unit("Seer", RIFLE, keywords="seer"),
        knack(Hide(12, conditions=(Condition("near friend", 3, "seer"),))),
    )
    for x, expected in ((24.2, 12.0), (24.4, None)):
        what = setup([hidden, unit("Other", RIFLE, keywords="seer")], [unit("Foe", RIFLE)])
        battle = position(what, {0: row(20, 20), 1: row(x, 20), 2: row(50, 20)})
        assert powers.hidden_beyond(battle.scene, 0) == expected


def test_a_friend_may_have_to_be_of_several_kinds() -> None:
    hidden = having(unit("Lone", RIFLE), knack(Hide(12, conditions=(Condition("near friend", 3, "seer & rider"),))))
    for keywords, expected in (("seer, rider", 12.0), ("seer", None), ("rider", None)):
        what = setup([hidden, unit("Other", RIFLE, keywords=keywords)], [unit("Foe", RIFLE)])
        battle = position(what, {0: row(20, 20), 1: row(22, 20), 2: row(50, 20)})
        assert powers.hidden_beyond(battle.scene, 0) == expected


def test_of_joined_units_only_the_part_with_the_keyword_counts() -> None:
    seer = replace(unit("Seer", RIFLE, keywords="seer"), leads=("Guard",))
    what = setup(
        [having(TROOP, knack(NEAR_SEER)), unit("Guard", RIFLE, count=2), seer], [unit("Foe", RIFLE)]
    )  # fmt: skip
    near, far = 27.2, 27.2 + 1.5
    battle = position(what, {0: row(20, 20, 3), 1: row(near, 20, 2), 2: row(far, 20), 3: row(50, 40)}, "command")
    join(battle, 2, 1)
    assert battle.scene.within(0, 1, 6.0)
    assert powers.shock_dice(battle.scene, 0) == 0
    swapped = position(what, {0: row(20, 20, 3), 1: row(far, 20, 2), 2: row(near, 20), 3: row(50, 40)}, "command")
    join(swapped, 2, 1)
    assert powers.shock_dice(swapped.scene, 0) == 1


def test_a_leader_of_some_kind_may_be_asked_for() -> None:
    led = having(TROOP, knack(AddToCharge(1, conditions=(Condition("led by", name="noble"),))))
    both = having(TROOP, knack(AddToCharge(1, conditions=(Condition("led by", name="noble & character"),))))
    for troop, keywords, expected in (
        (led, "noble", 1),
        (led, "character", 0),
        (both, "noble", 0),
        (both, "noble, character", 1),
    ):
        captain = replace(unit("Captain", RIFLE, keywords=keywords), leads=("Troop",))
        what = setup([troop, captain], [unit("Foe", RIFLE)])
        battle = position(what, {0: row(20, 22, 3), 1: row(21.5, 22), 2: row(50, 40)}, "command")
        assert powers.added(battle.scene, 0, "charge") == 0
        join(battle, 1, 0)
        assert powers.added(battle.scene, 0, "charge") == expected


def test_conditions_see_the_keywords_of_the_faction() -> None:
    theirs = replace(unit("Foe", RIFLE), faction_keywords=("Hill Folk",))
    mine = having(TROOP, knack(ModifyAttack("hit", 1, conditions=(Condition("target keyword", name="hill folk"),))))
    assert found(attacks(mine, theirs)) == [("hit", "add", 1)]
    assert found(attacks(mine)) == []


def test_whether_the_target_is_stealthy_or_stands_on_ground_that_is_not_ones_own() -> None:
    sees = having(TROOP, knack(ModifyAttack("hit", 1, conditions=(Condition("target stealthy"),))))
    assert found(attacks(sees, unit("Foe", RIFLE, rules="stealth"))) == [("hit", "add", 1)]
    assert found(attacks(sees)) == []
    takes = having(TROOP, knack(ModifyAttack("wound", 1, conditions=(Condition("target objective"),))))
    battle = attacks(takes)
    markers = battle.state.markers
    for holder, expected in ((None, 1), (1, 1), (0, 0)):
        battle.scene.rewind(replace(battle.state, markers=(replace(markers[0], held_by=holder),)))
        assert found(battle) == [("wound", "add", 1)] * expected


# ---- attacks


def attack(*modifiers: Modifier, strength: int = 4, toughness: int = 4, skill: int = 4, attacks: str = "6") -> Any:
    gun = weapon("gun", attacks, skill=skill, strength=strength)
    return define(gun, 1, Circumstances(modifiers=modifiers), toughness)


@pytest.mark.parametrize(("strength", "needed"), [(5, 4), (4, 4), (9, 3)])
def test_a_penalty_to_wound_may_ask_for_strength_above_toughness(strength: int, needed: int) -> None:
    tough = Modifier("wound", "add", "plates", -1, stronger=True)
    assert attack(tough, strength=strength).wound.needed == needed
    harder = Modifier("strength", "add", "charge", 1)
    assert attack(tough, harder, strength=4).wound.needed == 4  # 3+ for the better strength, and the penalty
    assert attack(replace(tough, stronger=False), strength=4).wound.needed == 5


def test_the_condition_reaches_the_attack() -> None:
    plates = knack(ModifyAttack("wound", -1, role="defending", conditions=(Condition("stronger"),)))
    battle = attacks(TROOP, having(unit("Foe", RIFLE), plates))
    (modifier,) = on_attacks.modifiers(battle.scene, 0, 1, RIFLE)
    assert (modifier.value, modifier.stronger) == (-1, True)


def test_only_successes_are_critical_where_it_says_so() -> None:
    lucky = Modifier("hit", "critical success", "eye", 2)
    check = attack(lucky, skill=4).hit
    assert (check.needed, check.critical) == (4, 4)
    assert attack(replace(lucky, value=5), skill=4).hit.critical == 5
    sure = attack(Modifier("hit", "critical", "eye", 2), skill=4).hit
    assert (sure.needed, sure.critical) == (2, 2)
    both = attack(lucky, Modifier("hit", "lethal", "lethal hits"), skill=4)
    rolled = roll(both, pool_row([1] * 9, 7), GivenDice((3, 4, 5, 6, 1, 2, 1, 1, 1, 1, 1, 1), "typed", Dice(1, 1)))
    assert rolled.hit is not None
    assert (rolled.hit.criticals, rolled.hit.lethal) == (3, 3)
    assert distribution(both, pool_row([1] * 9, 7)).stages.wounds == pytest.approx(6 * 0.5)


def test_steady_attacks_ignore_what_makes_them_harder() -> None:
    steady, worse = Modifier("hit", "steady", "aim"), Modifier("hit", "add", "smoke", -1)
    assert attack(worse).hit.needed == 5
    assert attack(worse, steady).hit.needed == 4
    assert attack(worse, steady, Modifier("hit", "add", "lens", 1)).hit.needed == 3


def test_what_worsens_the_skill_may_be_ignored_as_well() -> None:
    sure, dulled = Modifier("skill", "steady", "aim"), Modifier("skill", "add", "haze", -1)
    assert attack(dulled).hit.needed == 5
    assert attack(dulled, Modifier("hit", "steady", "aim")).hit.needed == 5
    assert attack(dulled, sure).hit.needed == 4
    assert attack(dulled, sure, Modifier("skill", "add", "lens", 1)).hit.needed == 3
    assert attack(sure, Modifier("hit", "add", "smoke", -1)).hit.needed == 5


def test_a_feel_no_pain_may_be_for_mortal_wounds_alone() -> None:
    ward = knack(ModifyAttack("fnp", 5, change="set", role="defending", attacks="mortal"))
    battle = attacks(having(unit("Foe", RIFLE, count=2), ward))
    assert found(battle, 1, 0) == []
    battle.scene.dice = GivenDice((5, 4), "typed", Dice(1, 1))
    mortal_wounds(battle.scene, 0, 2, "curse", None)
    assert battle.state.units[0].wounds == (1, 0)


# ---- bearers


def test_what_hangs_on_one_miniature_ends_with_it() -> None:
    horn = knack(AddToCharge(1), AddToLeadership(1, who="friends within", reach=6.0), bearers=(0,))
    sheet = having(TROOP, horn)
    whole, fallen = attacks(sheet), attacks(sheet, wounds=(0, 2, 2))
    assert [powers.added(b.scene, 0, "charge") for b in (whole, fallen)] == [1, 0]
    assert [powers.added(b.scene, 0, "leadership") for b in (whole, fallen)] == [1, 0]


def test_it_lives_on_with_its_bearer_in_another_unit() -> None:
    led = Condition("leading")
    horn = knack(AddToCharge(1, conditions=(led,)), bearers=(1,))
    pair = mixed("Pair", miniatures("Captain", 1, RIFLE), miniatures("Herald", 1, blade()))
    what = setup([TROOP, having(pair, horn, leads=("Troop",))], [unit("Foe", RIFLE)])
    battle = position(what, {0: row(20, 22, 3), 1: row(21.5, 22, 2), 2: row(50, 40)}, "command")
    join(battle, 1, 0)
    assert powers.added(battle.scene, 0, "charge") == 1
    host = replace(battle.state.units[0], wounds=(2, 2, 2, 1, 0))
    battle.scene.rewind(replace(battle.state, units=(host, *battle.state.units[1:])))
    assert powers.added(battle.scene, 0, "charge") == 0


def test_what_a_unit_gives_to_its_army_ends_with_the_unit() -> None:
    banner = having(unit("Banner", RIFLE), knack(AddToCharge(1, who="army")))
    what = setup([banner, TROOP], [unit("Foe", RIFLE)])
    for left, expected in ((1, 1), (0, 0)):
        battle = position(what, {0: row(20, 20), 1: row(40, 10, 3), 2: row(50, 40)}, units={0: {"wounds": (left,)}})
        assert powers.added(battle.scene, 1, "charge") == expected


# ---- weapon keywords that abilities give


def gives(name: str, value: int | None = None, target: str = "", *conditions: Condition) -> Ability:
    amount = None if value is None else Amount(plus=value)
    return knack(GainKeyword(Keyword(name, amount, target), conditions=conditions))


def facing(ability: Ability, apart: float, keywords: str = "infantry", **fields: Any) -> Battle:
    """Two shooters (0) with the ability and their foes (1), ten of them, so many inches away."""
    gun, sword = weapon("gun", "2", strength=4), blade()
    what = setup(
        [having(unit("Shooters", gun, sword, blade("tail"), count=2), ability)],
        [unit("Foes", RIFLE, count=10, keywords=keywords)],
    )
    places = {0: row(20, 20, 2), 1: row(beside(20, apart), 20, 10, 1.3)}
    return position(what, places, **fields)


def shot(battle: Battle, *faces: int) -> tuple[ev.Event, ...]:
    return take(battle, Shoot(0, (Shot("gun", 1),)), *faces)


def declared(battle: Battle) -> list[tuple[tuple[int, int], int]]:
    """Attacks and the critical wound of each volley."""
    volleys = one(ev.ShotsDeclared, shot(battle)).volleys
    return [(each.sequence.attack.attack_range, each.sequence.attack.wound.critical) for each in volleys]


def test_rapid_fire_blast_and_anti_work_when_they_are_given() -> None:
    assert declared(facing(gives("rapid fire", 1), 11.0)) == [((6, 6), 6)]
    assert declared(facing(gives("rapid fire", 1), 20.0)) == [((4, 4), 6)]
    assert declared(facing(gives("blast"), 11.0)) == [((8, 8), 6)]
    assert declared(facing(gives("anti", 4, "vehicle"), 11.0, "vehicle")) == [((4, 4), 4)]
    assert declared(facing(gives("anti", 4, "vehicle"), 11.0)) == [((4, 4), 6)]
    only_big = gives("blast", None, "", Condition("target keyword", name="monster"))
    assert declared(facing(only_big, 11.0)) == [((4, 4), 6)]


def test_melta_counts_within_half_range_when_it_is_given() -> None:
    for apart, damage in ((11.0, 3), (13.0, 1)):
        (volley,) = one(ev.ShotsDeclared, shot(facing(gives("melta", 2), apart))).volleys
        assert volley.sequence.attack.flat_damage == damage


def test_assault_and_pistol_let_a_unit_shoot_when_they_are_given() -> None:
    advanced: Any = {"units": {0: {"moved": "advanced"}}}
    assert shot(facing(gives("assault"), 11.0, **advanced))
    assert refusal(facing(gives("lance"), 11.0, **advanced), Shoot(0, (Shot("gun", 1),))).code == "no-assault-weapon"
    assert shot(facing(gives("pistol"), 0.5))
    assert refusal(facing(gives("lance"), 0.5), Shoot(0, (Shot("gun", 1),))).code == "no-weapon"


def test_hazardous_weapons_are_rolled_for_when_they_are_made_so() -> None:
    battle = facing(gives("hazardous"), 11.0)
    shot(battle)
    events = take(battle, RollDice(), 1, 1, 1, 1, 1, 4)
    assert one(ev.CauseRolled, events).dice == (1, 4)
    assert battle.state.units[0].wounds == (0, 1)


def test_extra_attacks_are_struck_besides_when_they_are_given() -> None:
    what = facing(gives("extra attacks"), 0.5, phase="combat").setup
    for ability, allowed in ((gives("extra attacks"), True), (gives("lance"), False)):
        blue = replace(what.armies[0], units=(replace(what.armies[0].units[0], abilities=(ability,)),))
        battle = position(
            replace(what, armies=(blue, what.armies[1])),
            {0: row(20, 20, 2), 1: row(beside(20, 0.5), 20, 10, 1.3)},
            "combat",
            stack=(Melee(False, 0), Fighting(0, "attack")),
        )
        both = Strike((Shot("blade", 1), Shot("tail", 1)))
        if allowed:
            assert len(one(ev.StrikesDeclared, take(battle, both)).volleys) == 2
        else:
            assert refusal(battle, both).code == "one-weapon"


@pytest.mark.parametrize(("own", "added"), [(False, 1), (True, 0)])
def test_the_nearest_enemy_may_be_that_of_all_or_of_those_in_sight(own: bool, added: int) -> None:
    nearest = ModifyAttack("hit", 1, conditions=(Condition("closest", own=own),))
    shooter = having(unit("Shooter", RIFLE), knack(nearest))
    what = setup([shooter], [unit("Behind", RIFLE), unit("Open", RIFLE)], RUIN)
    battle = position(what, {0: row(20, 30), 1: row(32, 30), 2: row(20, 10)})
    assert len(on_attacks.modifiers(battle.scene, 0, 2, RIFLE)) == added
