"""Every stratagem of the pack is offered where its text says, and does what its text says."""

from __future__ import annotations

import pytest

from highground.ai.levels import CLASSIC
from highground.ai.player import AiPlayer
from highground.engine import choices as ch
from highground.engine import events as ev
from highground.engine.abilities import on_attacks
from highground.engine.abilities.afflictions import Forbid
from highground.engine.battle import Battle
from highground.engine.model import Ability, Carried
from highground.engine.prompts import EndPrompt, MovePrompt
from highground.engine.state import Resolving, Shot, Volley
from highground.engine.steps import objectives
from highground.engine.steps.offers import casts_left
from highground.engine.steps.striking import strikes_first
from highground.rosters.effects import with_effects
from highground.rosters.phrases import KnownKeywords
from highground.rosters.report import Report
from tests.engine.field import BLUE, RED, beside, blade, fight, one, only, refusal, row, rule, take, unit, weapon
from tests.packs.skirmish import FEN, PACK, POINTS, RIFLE, VOW, asked, offered, skirmish, troop, use
from tests.values import replace

HERE = row(20.0, 20.0, 3)
NEAR = row(beside(20.0, 0.5), 20.0, 3)
AT_EIGHT = row(beside(20.0, 7.0), 20.0, 3)
FAR = row(beside(20.0, 15.0), 20.0, 3)


def volley_after(battle: Battle, target: int = 1) -> Volley:
    """The volley of the declared shots as it stands after a window."""
    frame = battle.state.top
    assert isinstance(frame, Resolving)
    (found,) = (each for each in frame.volleys if each.target == target)
    return found


def shot_at(keywords: str, uid: str, army: tuple[Ability, ...] = ()) -> tuple[Volley, Volley, Battle]:
    """Blue shoots, red answers: the volley as declared and as it is after the answer."""
    battle = skirmish(
        [troop("Guns")], [troop("Mark", keywords=keywords)], {0: HERE, 1: FAR}, "shooting", army=army, active=BLUE
    )
    take(battle, ch.Shoot(0, (Shot(RIFLE.uid, 1),)))
    assert (asked(battle).side, asked(battle).why) == (RED, "targeted")
    frame = battle.state.stack[-2]
    assert isinstance(frame, Resolving)
    (before,) = frame.volleys
    use(battle, uid)
    return before, volley_after(battle), battle


def test_each_has_a_text_a_price_and_a_uid_of_its_own() -> None:
    every = [*PACK.stratagems, *VOW.stratagems.values(), *FEN.stratagems.values()]
    assert len(PACK.stratagems) >= 12
    assert len(VOW.stratagems) == len(FEN.stratagems) == 4
    assert len({each.uid for each in every}) == len({each.name for each in every}) == len(every)
    for each in every:
        assert each.use is not None
        assert each.use.kind == "stratagem"
        assert 1 <= each.use.cost <= 2
        assert each.text.endswith(".")
        assert each.source
        assert each.location == "army"


def test_second_throw_of_a_charge() -> None:
    battle = skirmish([troop("Riders")], [troop("Mark")], {0: HERE, 1: AT_EIGHT}, "charge")
    declare(battle, 1, 2)
    assert asked(battle).why == "rolled"
    rolled = one(ev.ChargeRolled, use(battle, "highground.second-throw", 5, 4))
    assert (rolled.dice, rolled.success) == ((5, 4), True)
    assert asked(battle).why == "charge"


def test_second_throw_of_an_advance() -> None:
    battle = skirmish([troop("Riders")], [troop("Mark")], {0: HERE, 1: FAR}, "movement")
    take(battle, ch.Move(0, "advance"), 1)
    assert one(ev.AdvanceRolled, use(battle, "highground.second-throw", 6)).roll == 6
    assert asked(battle).limit == 12.0


def test_cut_in_takes_the_next_fight() -> None:
    places = {0: HERE, 1: row(20.0, 30.0, 3), 2: NEAR, 3: row(beside(20.0, 0.5), 30.0, 3)}
    charged = {0: {"charged": True}, 1: {"charged": True}}
    blue, red = [troop("A"), troop("B")], [troop("C"), troop("D")]
    battle = fight(skirmish(blue, red, places, "combat", units=charged))
    assert (asked(battle).side, asked(battle).kinds) == (BLUE, ("fight",)), "nothing is answered before a fight"
    for choice in (ch.Fight(0), ch.Place(), ch.Strike((Shot("blade", 2),))):
        take(battle, choice)
    battle.answer(ch.RollDice())
    take(battle, ch.Place())
    assert (asked(battle).side, asked(battle).why) == (RED, "before pick")
    picked = one(ev.UnitPicked, use(battle, "highground.cut-in", unit=3))
    assert picked.unit == 3
    assert (asked(battle).side, asked(battle).unit) == (RED, 3)
    take(battle, ch.Place())
    take(battle, ch.Strike((Shot("blade", 1),)))
    battle.answer(ch.RollDice())
    take(battle, ch.Place())
    assert asked(battle).side == BLUE, "after it the army whose turn it was picks"


def test_stand_firm_passes_the_test() -> None:
    hurt = {0: {"wounds": (1, 0, 0)}}
    battle = skirmish([troop("Wavering")], [troop("Mark")], {0: HERE, 1: FAR}, "command", time="beginning", units=hurt)
    take(battle, ch.Advance())
    assert asked(battle).why == "before shock"
    use(battle, "highground.stand-firm")
    tested = one(ev.BattleShockTested, take(battle, ch.RollDice()))
    assert tested.passed
    assert tested.dice == ()


def test_faces_to_the_ground_gives_cover_against_these_shots_only() -> None:
    before, after, battle = shot_at("infantry", "highground.faces-to-the-ground")
    assert (before.sequence.attack.cover, after.sequence.attack.cover) == (False, True)
    battle.answer(ch.RollDice())
    assert not battle.state.active_effects


@pytest.mark.parametrize(
    ("keywords", "uid"), [("vehicle", "highground.smoke-pots"), ("monster", "highground.churned-mud")]
)
def test_smoke_and_mud_hide_until_the_phase_ends(keywords: str, uid: str) -> None:
    before, after, battle = shot_at(keywords, uid)
    assert (before.sequence.attack.hit.needed, after.sequence.attack.hit.needed) == (3, 4)
    battle.answer(ch.RollDice())
    assert len(battle.state.active_effects) == 1
    battle.answer(ch.End())
    battle.answer(ch.Advance())
    assert not battle.state.active_effects


def test_foot_soldiers_have_no_smoke() -> None:
    battle = skirmish([troop("Guns")], [troop("Mark")], {0: HERE, 1: FAR}, "shooting")
    take(battle, ch.Shoot(0, (Shot(RIFLE.uid, 1),)))
    assert not offered(battle, "highground.smoke-pots")
    assert not offered(battle, "highground.churned-mud")


def test_fire_pots_hurt_within_eight_inches() -> None:
    pots = troop("Pots", keywords="infantry, grenades")
    battle = skirmish([pots], [troop("Mark", wounds=2)], {0: HERE, 1: AT_EIGHT}, "shooting")
    events = use(battle, "highground.fire-pots", 4, 5, 6, 1, 2, 3)
    assert sum(lost for _, lost in one(ev.WoundsLost, events).lost) == 3
    assert not offered(battle, "highground.fire-pots"), "once in a phase"
    without = skirmish([troop("Pots")], [troop("Mark")], {0: HERE, 1: AT_EIGHT}, "shooting")
    assert not offered(without, "highground.fire-pots"), "only units with grenades may use it"
    apart = skirmish([pots], [troop("Mark")], {0: HERE, 1: FAR}, "shooting")
    assert not offered(apart, "highground.fire-pots")
    advanced = {0: {"moved": "advanced"}}
    ran = skirmish([pots], [troop("Mark")], {0: HERE, 1: AT_EIGHT}, "shooting", units=advanced)
    assert not offered(ran, "highground.fire-pots")


@pytest.mark.parametrize(("keywords", "uid"), [("vehicle", "full-weight"), ("monster", "trampled")])
def test_weight_crushes_after_a_charge(keywords: str, uid: str) -> None:
    blue, red, places = [troop("Heavy", keywords=keywords)], [troop("Mark", wounds=2)], {0: HERE, 1: NEAR}
    battle = skirmish(blue, red, places, "charge", units={0: {"charged": True, "charge_tried": True}})
    events = use(battle, f"highground.{uid}", 4, 4, 1, 1, 1, 1)
    assert sum(lost for _, lost in one(ev.WoundsLost, events).lost) == 2
    assert not offered(skirmish(blue, red, places, "charge"), f"highground.{uid}"), "it has not charged"


def test_shot_on_the_wing() -> None:
    battle = skirmish([troop("Movers")], [troop("Guns")], {0: HERE, 1: FAR}, "movement")
    battle.answer(ch.Move(0, "move", row(22.0, 20.0, 3)))
    assert (asked(battle).side, asked(battle).why) == (RED, "enemy moved")
    declared = one(ev.ShotsDeclared, use(battle, "highground.shot-on-the-wing"))
    assert declared.unit == 1
    assert volley_after(battle, 0).sequence.attack.hit.needed == 6
    assert asked(battle).side == RED
    battle.answer(ch.RollDice())
    assert asked(battle).side == BLUE
    assert isinstance(asked(battle), MovePrompt | EndPrompt)


def test_caught_on_the_landing() -> None:
    waiting = {0: {"reserves": True}}
    battle = skirmish([troop("Late")], [troop("Guns")], {1: row(18.0, 25.0, 3)}, "movement", units=waiting, round=2)
    battle.answer(ch.Arrive(0, row(18.0, 40.0, 3)))
    assert (asked(battle).side, asked(battle).why) == (RED, "enemy arrived")
    declared = one(ev.ShotsDeclared, use(battle, "highground.caught-on-the-landing"))
    assert (declared.unit, volley_after(battle, 0).sequence.attack.hit.needed) == (1, 6)


def test_caught_on_getting_out() -> None:
    """Who gets out of a transport is set up, too."""
    wagon = troop("Wagon", keywords="vehicle, transport")
    wagon = replace(wagon, abilities=(*wagon.abilities, rule("transport 6")))
    battle = skirmish(
        [wagon, troop("Riders")], [troop("Guns")], {0: HERE, 2: FAR}, "movement", units={1: {"inside": 0}}
    )
    battle.answer(ch.Disembark(1, row(22.0, 20.0, 3)))
    assert (asked(battle).side, asked(battle).why) == (RED, "enemy arrived")
    assert one(ev.ShotsDeclared, use(battle, "highground.caught-on-the-landing")).unit == 2
    battle.answer(ch.RollDice())
    assert asked(battle).side == BLUE


def test_shots_out_of_turn_of_who_has_both_are_of_its_pistols_or_the_rest() -> None:
    """Whichever do more. Vehicles shoot with all."""
    sidearm = Carried(weapon("sidearm", keywords="pistol", reach=24))
    for keywords, expected in [("infantry", {RIFLE.uid}), ("vehicle", {RIFLE.uid, "sidearm"})]:
        guns = troop("Guns", keywords=keywords)
        group = replace(guns.miniatures[0], weapons=(*guns.miniatures[0].weapons, sidearm))
        battle = skirmish([troop("Movers")], [replace(guns, miniatures=(group,))], {0: HERE, 1: FAR}, "movement")
        battle.answer(ch.Move(0, "move", row(22.0, 20.0, 3)))
        declared = one(ev.ShotsDeclared, use(battle, "highground.shot-on-the-wing"))
        assert {each.weapon for each in declared.volleys} == expected


@pytest.mark.parametrize(("away", "weapon_"), [(9.0, "carbine"), (15.0, "sidearm")])
def test_near_by_fast_rifles_do_more_than_sharp_pistols(away: float, weapon_: str) -> None:
    arms = [weapon("carbine", keywords="rapid fire 1"), weapon("sidearm", keywords="pistol", ap=-1)]
    guns = troop("Guns")
    group = replace(guns.miniatures[0], weapons=tuple(Carried(each) for each in arms))
    places = {0: HERE, 1: row(beside(20.0, away), 20.0, 3)}
    battle = skirmish([troop("Movers")], [replace(guns, miniatures=(group,))], places, "movement")
    battle.answer(ch.Move(0, "move", row(19.0, 20.0, 3)))
    declared = one(ev.ShotsDeclared, use(battle, "highground.shot-on-the-wing"))
    assert {each.weapon for each in declared.volleys} == {weapon_}


def test_shots_out_of_turn_are_counted_together() -> None:
    """Who shot at a move shoots at no charge in the same turn, and again in the next."""
    battle = skirmish([troop("Movers"), troop("Others")], [troop("Guns")],
                      {0: HERE, 1: row(20.0, 30.0, 3), 2: FAR}, "movement")  # fmt: skip
    battle.answer(ch.Move(0, "move", row(22.0, 20.0, 3)))
    use(battle, "highground.shot-on-the-wing")
    battle.answer(ch.RollDice())
    battle.answer(ch.Move(1, "move", row(22.0, 30.0, 3)))
    assert asked(battle).side == BLUE
    shots = [each for each in PACK.stratagems if each.use is not None and each.use.counts_with]
    assert len(shots) == 3
    assert [casts_left(battle.scene, RED, each, None) for each in shots] == [0, 0, 0]
    battle.scene.rewind(replace(battle.state, round=2))
    assert [casts_left(battle.scene, RED, each, None) for each in shots] == [1, 1, 1]


def test_nobody_shoots_at_what_it_cannot_hit() -> None:
    """Nothing is paid for snap shots without a weapon that reaches."""
    short = PACK.army("fen-1000").units[1]
    apart = row(20.0, 5.0, 12), row(44.0, 5.0, 12)
    battle = skirmish([short], [short], dict(enumerate(apart)), "movement")
    battle.answer(ch.Move(0, "move", row(21.0, 5.0, 12)))
    assert asked(battle).side == BLUE


def declare(battle: Battle, *faces: int) -> None:
    """Blue charges, red lets the declaration pass, and the dice are rolled."""
    take(battle, ch.Charge(0, (1,)))
    assert (asked(battle).side, asked(battle).why) == (RED, "charge declared")
    take(battle, ch.Pass())
    assert (asked(battle).side, asked(battle).stage) == (BLUE, "charge")
    take(battle, ch.RollDice(), *faces)


def charge_in(battle: Battle) -> None:
    declare(battle, 6, 6)
    if asked(battle).why == "rolled":
        take(battle, ch.Pass())
    take(battle, ch.Place())
    assert (asked(battle).side, asked(battle).why) == (RED, "enemy charged")


def test_into_the_rush_before_the_charge_sets_out() -> None:
    """Range and sight are those of the declaration: the charged unit shoots too, which is not engaged yet."""
    places = {0: HERE, 1: AT_EIGHT, 2: row(30.0, 30.0, 3)}
    battle = skirmish([troop("Rush")], [troop("Mark"), troop("Guns")], places, "charge")
    take(battle, ch.Charge(0, (1,)))
    assert (asked(battle).side, asked(battle).why) == (RED, "charge declared")
    assert [way.unit for way in offered(battle, "highground.into-the-rush")] == [1, 2]
    assert one(ev.ShotsDeclared, use(battle, "highground.into-the-rush", unit=1)).unit == 1
    assert volley_after(battle, 0).sequence.attack.hit.needed == 6
    assert battle.state.units[0].places == HERE
    take(battle, ch.RollDice(), *(1,) * 12)
    assert (asked(battle).side, asked(battle).stage) == (BLUE, "charge")
    rolled = one(ev.ChargeRolled, take(battle, ch.RollDice(), 6, 6))
    assert rolled.success


@pytest.mark.parametrize(("keywords", "may"), [("vehicle", True), ("infantry", False)])
def test_into_the_rush_by_an_engaged_vehicle(keywords: str, may: bool) -> None:
    """It could shoot while it is engaged in its own turn, others could not."""
    tank = unit("Tank", RIFLE, keywords=keywords)
    places = {0: HERE, 1: row(30.0, 30.0), 2: AT_EIGHT[:1], 3: row(beside(30.0, 0.5), 30.0)}
    battle = skirmish([troop("Rush"), troop("Holder", 1)], [unit("Mark", blade()), tank], places, "charge")
    take(battle, ch.Charge(0, (2,)), *(() if may else (1, 1)))
    if may:
        assert [way.unit for way in offered(battle, "highground.into-the-rush")] == [3]
        assert one(ev.ShotsDeclared, use(battle, "highground.into-the-rush", unit=3)).unit == 3


def test_a_charger_that_is_shot_down_does_not_charge() -> None:
    battle = skirmish([troop("Rush", 1)], [troop("Mark")], {0: row(20.0, 20.0), 1: AT_EIGHT}, "charge")
    take(battle, ch.Charge(0, (1,)))
    use(battle, "highground.into-the-rush")
    events = take(battle, ch.RollDice(), *(6,) * 12, *(6,) * 12, *(1,) * 12)
    assert one(ev.ChargeCalledOff, events).unit == 0
    assert (asked(battle).side, asked(battle).why) == (RED, "enemy destroyed")


def test_colours_planted_by_who_destroyed_a_unit() -> None:
    uid = "highground.colours-planted"
    places = {0: row(29.0, 20.0, 3), 1: row(40.0, 20.0), 2: row(50.0, 40.0, 3)}
    battle = skirmish([troop("Guns")], [troop("Mark", 1), troop("Rest")], places, "shooting")
    take(battle, ch.Shoot(0, (Shot(RIFLE.uid, 1),)))
    take(battle, ch.Pass())
    take(battle, ch.RollDice(), *(6,) * 12, *(6,) * 12, *(1,) * 12)
    assert (asked(battle).side, asked(battle).why, asked(battle).units) == (BLUE, "enemy destroyed", (0,))
    before = objectives.levels(battle.scene, 0)
    use(battle, uid)
    assert objectives.levels(battle.scene, 0) == (before[0] + 3, before[1])
    assert asked(battle).kinds == ("end",)


def test_meet_them_with_a_charge() -> None:
    places = {0: HERE, 1: AT_EIGHT, 2: row(beside(20.0, 7.0), 29.0, 3)}
    battle = skirmish([troop("Rush")], [troop("Mark"), troop("Help")], places, "charge")
    charge_in(battle)
    rolled = one(ev.ChargeRolled, use(battle, "highground.meet-them", 6, 5))
    assert (rolled.unit, rolled.targets, rolled.success) == (2, (0,), True)
    take(battle, ch.Pass())
    assert (asked(battle).side, asked(battle).why) == (RED, "charge")
    assert one(ev.ChargeMoved, take(battle, ch.Place())).unit == 2
    assert 2 in battle.scene.engaged_with(0)


def test_aircraft_and_who_may_not_charge_do_not_intervene() -> None:
    places = {0: HERE, 1: AT_EIGHT, 2: row(beside(20.0, 7.0), 29.0, 3)}
    halted = Ability("Halted", effects=(Forbid("charge"),))
    for helper in (troop("Plane", keywords="vehicle, fly, aircraft"), troop("Help", own=[halted])):
        battle = skirmish([troop("Rush")], [troop("Mark"), helper], places, "charge")
        declare(battle, 6, 6)
        if asked(battle).why == "rolled":
            take(battle, ch.Pass())
        take(battle, ch.Place())
        assert asked(battle).side == BLUE, "red has no answer"


def test_who_intervenes_does_not_fight_first() -> None:
    places = {0: HERE, 1: AT_EIGHT, 2: row(beside(20.0, 7.0), 29.0, 3)}
    battle = skirmish([troop("Rush")], [troop("Mark"), troop("Help")], places, "charge")
    charge_in(battle)
    use(battle, "highground.meet-them", 6, 5)
    take(battle, ch.Pass())
    take(battle, ch.Place())
    assert battle.state.units[2].charged
    assert [strikes_first(battle.scene, battle.state.units[i]) for i in (0, 2)] == [True, False]


def test_who_intervenes_uses_what_comes_of_its_charges() -> None:
    """Read as it is from a roster, where nothing is said of whose turn it is."""
    text = (
        "Each time this unit ends a Charge move, select one enemy unit within Engagement Range of it and roll one D6:"
        " on a 2+, that enemy unit suffers 1 mortal wound."
    )
    helper = replace(troop("Help"), abilities=(Ability("Shove", text, uid="shove"),))
    read = with_effects(helper, KnownKeywords(), (), "", Report())
    places = {0: HERE, 1: AT_EIGHT, 2: row(beside(20.0, 7.0), 29.0, 3)}
    battle = skirmish([troop("Rush")], [troop("Mark"), read], places, "charge")
    charge_in(battle)
    use(battle, "highground.meet-them", 6, 5)
    take(battle, ch.Pass())
    take(battle, ch.Place())
    assert (asked(battle).side, asked(battle).why, asked(battle).units) == (RED, "charged", (2,))
    before = sum(battle.state.units[0].wounds)
    use(battle, "shove", 2)
    assert sum(battle.state.units[0].wounds) == before - 1


def test_ahead_of_the_horn() -> None:
    blue, red = [troop("Here"), troop("Late")], [troop("Mark")]
    places = {0: HERE, 2: FAR}
    waiting = {1: {"reserves": True}}
    battle = skirmish(blue, red, places, "movement", units=waiting, round=1)
    assert "arrive" not in asked(battle).kinds
    use(battle, "highground.ahead-of-the-horn")
    assert "arrive" in asked(battle).kinds
    assert 1 in asked(battle).units


def test_single_combat_makes_blows_precise() -> None:
    uid = "highground.single-combat"
    blue = [troop("Hero", 1, keywords="infantry,character"), troop("Others")]
    places = {0: row(20.0, 20.0), 1: row(20.0, 30.0, 3), 2: NEAR}
    battle = skirmish(blue, [troop("Mark")], places, "combat", time="beginning")
    assert [way.unit for way in offered(battle, uid)] == [0]
    use(battle, uid)
    blade = blue[0].miniatures[0].weapons[1].weapon
    assert [k.name for k in on_attacks.armed(battle.scene, 0, 2, blade).keywords] == ["precision"]
    assert on_attacks.armed(battle.scene, 0, 2, RIFLE).keywords == ()


def test_quick_step_lets_them_shoot() -> None:
    battle = skirmish([troop("Quick")], [troop("Mark")], {0: HERE, 1: FAR}, "movement")
    use(battle, "highground.quick-step")
    take(battle, ch.Move(0, "advance"), 3)
    take(battle, ch.Pass())
    take(battle, ch.Place())
    battle.answer(ch.End())
    for _ in range(2):
        battle.answer(ch.Advance())
    assert (battle.state.phase, asked(battle).units) == ("shooting", (0,))
    battle.answer(ch.Shoot(0, (Shot(RIFLE.uid, 1),)))


def test_levelled_rifles_for_those_who_stood() -> None:
    uid = "basalt-vow.levelled-rifles"
    stood = {0: {"moved": "stationary"}}
    army = tuple(VOW.stratagems.values())
    battle = skirmish([troop("Guns")], [troop("Mark")], {0: HERE, 1: FAR}, "shooting", army=army, units=stood)
    use(battle, uid)
    assert [str(k) for k in on_attacks.armed(battle.scene, 0, 1, RIFLE).keywords] == ["sustained hits 1"]
    moved = {0: {"moved": "moved"}}
    other = skirmish([troop("Guns")], [troop("Mark")], {0: HERE, 1: FAR}, "shooting", army=army, units=moved)
    assert not offered(other, uid)


def test_set_in_stone_pierces_less() -> None:
    sharp = replace(RIFLE, uid="sharp", ap=-2)
    guns = troop("Guns")
    group = replace(guns.miniatures[0], weapons=(replace(guns.miniatures[0].weapons[0], weapon=sharp),))
    army = tuple(VOW.stratagems.values())
    battle = skirmish([replace(guns, miniatures=(group,))], [troop("Mark")], {0: HERE, 1: FAR}, "shooting", army=army)
    take(battle, ch.Shoot(0, (Shot("sharp", 1),)))
    use(battle, "basalt-vow.set-in-stone")
    assert volley_after(battle).sequence.attack.ap == -1


def test_hammer_and_ledger_wounds_better_after_a_charge() -> None:
    army = tuple(VOW.stratagems.values())
    charged = {0: {"charged": True}}
    battle = skirmish(
        [troop("Hammers")], [troop("Mark")], {0: HERE, 1: NEAR}, "combat", army=army, units=charged, time="beginning"
    )
    use(battle, "basalt-vow.hammer-and-ledger")
    battle.answer(ch.Advance())
    take(battle, ch.Fight(0))
    take(battle, ch.Place())
    take(battle, ch.Strike((Shot("blade", 1),)))
    assert volley_after(battle).sequence.attack.wound.needed == 3


def test_drag_them_down_spoils_blows() -> None:
    army = tuple(FEN.stratagems.values())
    battle = fight(skirmish([troop("A")], [troop("B")], {0: HERE, 1: NEAR}, "combat", army=army, cp=1))
    striker = asked(battle).side
    target = 1 - striker
    take(battle, ch.Fight(striker))
    take(battle, ch.Place())
    take(battle, ch.Strike((Shot("blade", target),)))
    assert (asked(battle).side, asked(battle).why) == (target, "fight targeted")
    use(battle, "fenborn-host.drag-them-down")
    assert volley_after(battle, target).sequence.attack.hit.needed == 4


def test_watch_on_the_road_shoots_at_arrivals() -> None:
    army = tuple(VOW.stratagems.values())
    waiting = {0: {"reserves": True}}
    battle = skirmish(
        [troop("Late")], [troop("Guns")], {1: row(18.0, 8.0, 3)}, "movement", army=army, units=waiting, round=2
    )
    battle.answer(ch.Arrive(0, row(18.0, 40.0, 3)))
    assert asked(battle).side == BLUE, "27.7 inches away nobody watches"
    near = skirmish(
        [troop("Late")], [troop("Guns")], {1: row(18.0, 25.0, 3)}, "movement", army=army, units=waiting, round=2
    )
    near.answer(ch.Arrive(0, row(18.0, 40.0, 3)))
    assert asked(near).why == "enemy arrived"
    assert one(ev.ShotsDeclared, use(near, "basalt-vow.watch-on-the-road")).unit == 1


def test_slip_away_from_what_comes_close() -> None:
    army = tuple(FEN.stratagems.values())
    battle = skirmish([troop("Movers")], [troop("Shy")], {0: HERE, 1: FAR}, "movement", army=army)
    battle.answer(ch.Move(0, "move", row(25.0, 20.0, 3)))
    assert not offered(battle, "fenborn-host.slip-away"), "10 inches are too far"
    battle = skirmish([troop("Movers")], [troop("Shy")], {0: HERE, 1: AT_EIGHT}, "movement", army=army)
    battle.answer(ch.Move(0, "move", row(21.0, 20.0, 3)))
    use(battle, "fenborn-host.slip-away", 4)
    assert (asked(battle).side, asked(battle).unit, asked(battle).limit) == (RED, 1, 4.0)
    away = tuple((x + 3.5, y) for x, y in AT_EIGHT)
    choice = AiPlayer(CLASSIC).choose(battle, asked(battle))
    assert isinstance(choice, ch.Place)
    assert choice.places, "the computer goes somewhere too"
    moved = only(ev.UnitMoved, battle.answer(ch.Place(away)))
    assert (moved[0].unit, moved[0].how) == (1, "moved")
    assert asked(battle).side == BLUE


def test_who_slipped_away_has_not_advanced() -> None:
    """It still shoots out of turn with weapons that are no assault weapons."""
    army = tuple(FEN.stratagems.values())
    battle = skirmish([troop("Movers")], [troop("Shy")], {0: HERE, 1: AT_EIGHT}, "movement", army=army)
    battle.answer(ch.Move(0, "move", row(21.0, 20.0, 3)))
    use(battle, "fenborn-host.slip-away", 4)
    battle.answer(ch.Place(tuple((x + 0.5, y) for x, y in AT_EIGHT)))
    assert battle.state.units[1].moved == "moved"
    battle.scene.rewind(replace(battle.state, phase="charge", stack=()))
    battle.answer(ch.Charge(0, (1,)))
    assert (asked(battle).side, asked(battle).why) == (RED, "charge declared")


def test_spring_flood_charges_after_an_advance() -> None:
    army = tuple(FEN.stratagems.values())
    battle = skirmish([troop("Runners")], [troop("Mark")], {0: HERE, 1: AT_EIGHT}, "movement", army=army)
    use(battle, "fenborn-host.spring-flood")
    take(battle, ch.Move(0, "advance"), 1)
    take(battle, ch.Pass())
    take(battle, ch.Place())
    battle.answer(ch.End())
    while battle.state.phase != "charge" or battle.state.phase_time != "middle":
        battle.answer(ch.End() if "end" in asked(battle).kinds else ch.Advance())
    assert asked(battle).units == (0,)


def test_wet_hide_shrugs_wounds_off() -> None:
    before, after, _ = shot_at("monster", "fenborn-host.wet-hide", tuple(FEN.stratagems.values()))
    assert (before.sequence.attack.harm.fnp, after.sequence.attack.harm.fnp) == (None, 5)


def test_price_and_nerve_are_asked_for() -> None:
    poor = skirmish([troop("Pots")], [troop("Mark")], {0: HERE, 1: AT_EIGHT}, "shooting", cp=0)
    choice = ch.Use("highground.fire-pots", 0, (1,))
    assert refusal(poor, choice).code == "command-points"
    shocked = {0: {"shocked": True}}
    afraid = skirmish([troop("Pots")], [troop("Mark")], {0: HERE, 1: AT_EIGHT}, "shooting", units=shocked)
    assert refusal(afraid, choice).code == "battle-shocked"
    assert afraid.state.armies[BLUE].cp == POINTS
