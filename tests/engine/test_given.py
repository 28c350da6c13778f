"""What abilities give while they hold: keywords of units, weapons, ranges, help; and who alone may do something."""

from __future__ import annotations

from highground.engine import choices as ch
from highground.engine import events as ev
from highground.engine.abilities import AnyEffect, conditions, ground, on_attacks
from highground.engine.abilities.afflictions import MarkUnit
from highground.engine.abilities.attacks import AddToRange, GainKeyword, ModifyAttack
from highground.engine.abilities.condition import Condition
from highground.engine.abilities.effects import AllowReroll, GiveWeapon, HomeAbout, NameUnit, Permit
from highground.engine.abilities.model import Ability, Use
from highground.engine.abilities.resources import Enlist
from highground.engine.abilities.wounds import DealMortalWounds, LoseMiniatures, ReturnMiniatures
from highground.engine.battle import Battle
from highground.engine.model import Keyword, UnitSheet
from highground.engine.state import Phase, Shot
from highground.engine.steps import possible, striking, targeting
from tests.engine.field import beside, blade, join, one, position, row, setup, take, unit, weapon
from tests.engine.table.boards import BASE
from tests.values import replace

GUN, TURRET = weapon("gun"), weapon("turret", reach=36)


def having(sheet: UnitSheet, *effects: AnyEffect, bearers: tuple[int, ...] = (), use: Use | None = None) -> UnitSheet:
    kit = Ability("Kit", uid="kit", effects=effects, bearers=bearers, use=use)
    return replace(sheet, abilities=(*sheet.abilities, kit))


def field(sheet: UnitSheet, phase: Phase = "shooting", gap: float = 10.0, **more: object) -> Battle:
    """A unit of two, and a foe so far from its first miniature."""
    what = setup([sheet], [unit("Foe", blade(), keywords="vehicle")])
    return position(what, {0: row(20, 22, 2), 1: row(beside(20, gap), 22)}, phase, **more)  # type: ignore[arg-type]


def test_a_keyword_is_the_units_while_its_bearer_lives() -> None:
    battle = field(having(unit("Team", GUN, count=2), NameUnit("beacon"), bearers=(1,)))
    lit = Condition("keyword", name="beacon")
    assert conditions.check(battle.scene, lit, 0, None)
    fallen = replace(battle.state.units[0], wounds=(1, 0))
    battle.scene.rewind(replace(battle.state, units=(fallen, battle.state.units[1])))
    assert not conditions.check(battle.scene, lit, 0, None)


def test_a_keyword_may_be_lost_and_stratagems_see_that() -> None:
    smoke = Ability("Smoke", uid="smoke", use=Use("stratagem", keywords=("smoke",), target="friend"))
    sheet = unit("Team", GUN, count=2, keywords="infantry, smoke")
    for lost in (False, True):
        kit = having(sheet, NameUnit("smoke", gone=True)) if lost else sheet
        battle = field(kit)
        with_smoke = position(replace(battle.setup, stratagems=(smoke,)), {0: row(20, 22, 2), 1: row(31, 22)})
        prompt = with_smoke.ask()
        assert prompt is not None
        assert ("use" in prompt.kinds) is not lost


def test_a_weapon_is_had_only_while_it_is_given() -> None:
    still = GiveWeapon("Turret", conditions=(Condition("stationary"),))
    sheet = having(
        unit("Team", GUN, TURRET, blade("axe"), count=2), still, GiveWeapon("axe", conditions=(Condition("charged"),))
    )
    battle = field(sheet)
    assert set(targeting.usable(battle.scene, battle.state.units[0])) == {"gun", "turret"}
    assert striking.melee_arms(battle.scene, battle.state.units[0]) == {}
    moved = field(sheet, units={0: {"moved": "moved", "charged": True}})
    assert set(targeting.usable(moved.scene, moved.state.units[0])) == {"gun"}
    assert set(striking.melee_arms(moved.scene, moved.state.units[0])) == {"axe"}


def test_a_weapon_may_be_given_from_a_moment_on() -> None:
    turret = GiveWeapon("turret", when="stood still", duration="until your next movement phase")
    battle = field(having(unit("Team", GUN, TURRET, count=2), turret), "movement")
    assert set(targeting.usable(battle.scene, battle.state.units[0])) == {"gun"}
    take(battle, ch.Move(0, "stationary"))
    assert set(targeting.usable(battle.scene, battle.state.units[0])) == {"gun", "turret"}


def test_ranges_grow_by_what_abilities_add() -> None:
    far = AddToRange(6, conditions=(Condition("wounds left", 2),))
    plain, longer = field(unit("Team", GUN, count=2), gap=28), field(having(unit("Team", GUN, count=2), far), gap=28)
    shot = ch.Shoot(0, (Shot("gun", 1),))
    why = plain.refusal_of(shot)
    assert why is not None
    assert why.code == "out-of-weapon-range"
    assert longer.allows(shot)
    assert not field(having(unit("Team", GUN, count=2), far), gap=31).allows(shot)


def test_who_alone_may_shoot_after_falling_back_shoots_alone() -> None:
    alone = Permit("fall back and shoot", who="bearer")
    team = having(unit("Team", GUN, count=2), alone, bearers=(1,))
    battle = field(team, units={0: {"moved": "fell_back"}})
    assert targeting.may_shoot(battle.scene, battle.state.units[0])
    (arm,) = targeting.usable(battle.scene, battle.state.units[0]).values()
    assert list(arm.carried) == [1]
    events = take(battle, ch.Shoot(0, (Shot("gun", 1),)))
    assert one(ev.ShotsDeclared, events).volleys[0].bearers == (1,)
    nobody = field(unit("Team", GUN, count=2), units={0: {"moved": "fell_back"}})
    assert not targeting.may_shoot(nobody.scene, nobody.state.units[0])


PAIR = (
    Enlist("spotter", "beacon", "lit"),
    MarkUnit("spotted", who="target", duration="phase"),
)
SEE = Use("activated", phases=("shooting",), per="phase", target="enemy", sight=True)


def paired(*gifts: AnyEffect, **helper: object) -> Battle:
    """Two that may help each other, an enemy that both see, and another."""
    sheets = [having(unit(name, GUN), *PAIR, use=SEE) for name in ("One", "Two")]
    sheets[1] = replace(sheets[1], abilities=(*sheets[1].abilities, Ability("Keen", effects=gifts)))
    what = setup(sheets, [unit("Foe", GUN), unit("Other", GUN)])
    places = {0: row(20, 22), 1: row(20, 26), 2: row(28, 22), 3: row(28, 26)}
    return position(what, places, "shooting", units={1: helper})


def test_a_helper_gives_an_effect_to_the_unit_it_helps_against_the_spotted_enemy() -> None:
    here = (Condition("target marked", name="spotted", own=True),)
    gift = GainKeyword(Keyword("lethal hits"), who="target", when="helps", duration="phase", conditions=here)
    battle = paired(gift)
    battle.answer(ch.Use("kit", 0, (2,)))
    assert [k.name for k in on_attacks.armed(battle.scene, 0, 2, GUN).keywords] == ["lethal hits"]
    assert on_attacks.armed(battle.scene, 0, 3, GUN) == GUN
    assert on_attacks.armed(battle.scene, 1, 2, GUN) == GUN


def test_conditions_of_such_a_gift_are_the_helpers() -> None:
    for moved, count in (("stationary", 1), ("moved", 0)):
        gift = ModifyAttack("wound", change="reroll", reroll="ones", who="target", when="helps", duration="phase",
                            conditions=(Condition("stationary"),))  # fmt: skip
        battle = paired(gift, moved=moved)
        battle.answer(ch.Use("kit", 0, (2,)))
        assert len(on_attacks.modifiers(battle.scene, 0, 2, GUN)) == count


def test_some_help_though_they_advanced() -> None:
    enlist, looks = PAIR[0], possible.Looking
    late = paired(Permit("advance and help"), moved="advanced")
    assert looks(late.scene).helper(enlist, 0, 2) == 1
    assert looks(paired(moved="advanced").scene).helper(enlist, 0, 2) is None
    assert looks(paired(Permit("advance and help"), moved="advanced", shot=True).scene).helper(enlist, 0, 2) is None


def test_the_cheapest_of_those_who_can_helps() -> None:
    sheets = [having(unit(name, GUN), *PAIR, use=SEE) for name in ("One", "Costly", "Cheap")]
    sheets = [replace(sheet, points=points) for sheet, points in zip(sheets, (80, 120, 40), strict=True)]
    what = setup(sheets, [unit("Foe", GUN)])
    battle = position(what, {0: row(20, 22), 1: row(20, 26), 2: row(20, 18), 3: row(28, 22)}, "shooting")
    assert possible.Looking(battle.scene).helper(PAIR[0], 0, 3) == 2


def test_edges_objectives_and_whose_they_are_can_be_asked() -> None:
    battle = field(unit("Team", GUN, count=2))
    near = Condition("near edge", 6)
    assert not conditions.check(battle.scene, near, 0, None)
    edge = position(battle.setup, {0: row(6.6, 22, 2), 1: row(30, 22)})
    assert conditions.check(edge.scene, near, 0, None)
    assert conditions.check(edge.scene, Condition("at objective", 1), 1, None)
    assert not conditions.check(edge.scene, Condition("at objective", 2), 1, None)
    theirs = Condition("target on its objective")
    assert not conditions.check(edge.scene, theirs, 0, 1)
    held = replace(edge.state.markers[0], held_by=1)
    edge.scene.rewind(replace(edge.state, markers=(held,)))
    assert conditions.check(edge.scene, theirs, 0, 1)


def test_who_rides_on_the_table_is_there() -> None:
    battle = field(unit("Team", GUN, count=2))
    there, standing = Condition("present"), Condition("on table")
    assert conditions.check(battle.scene, there, 0, None)
    rider = replace(battle.state.units[0], deployed=False, inside=1)
    battle.scene.rewind(replace(battle.state, units=(rider, *battle.state.units[1:])))
    assert conditions.check(battle.scene, there, 0, None)
    assert not conditions.check(battle.scene, standing, 0, None)


def test_a_charge_is_rerolled_for_some_targets() -> None:
    hunt = AllowReroll("charge", conditions=(Condition("target keyword", name="vehicle"),))
    other = AllowReroll("charge", conditions=(Condition("target keyword", name="monster"),))
    battle = field(having(unit("Team", blade(), count=2), hunt), "charge", gap=8)
    event = one(ev.ChargeRolled, take(battle, ch.Charge(0, (1,)), 1, 2, 6, 6))
    assert event.dice == (6, 6)
    plain = field(having(unit("Team", blade(), count=2), other), "charge", gap=8)
    assert one(ev.ChargeRolled, take(plain, ch.Charge(0, (1,)), 1, 2)).dice == (1, 2)


def test_a_circle_is_measured_from_who_has_it() -> None:
    song = ModifyAttack("hit", 1, who="friends within", reach=4)
    band = having(unit("Band", GUN, count=2), song, bearers=(1,))
    what = setup([band, unit("Friend", GUN), unit("Lead", GUN, rules="leader")], [unit("Foe", GUN)])
    near, far = {1: row(23, 28)}, {1: row(23, 22)}
    for places, count in ((near, 1), (far, 0)):
        battle = position(what, {0: row(20, 22, 2, step=6), 2: row(50, 40), 3: row(40, 22), **places})
        assert len(on_attacks.modifiers(battle.scene, 1, 3, GUN)) == count
    led = replace(
        what, armies=(replace(what.armies[0], units=(unit("Squad", GUN), unit("Friend", GUN), band)), what.armies[1])
    )
    battle = position(led, {0: row(20, 22), 1: row(23, 28), 2: row(20, 23.5, 2, step=4.5), 3: row(40, 22)})
    join(battle, 2, 0)
    assert len(on_attacks.modifiers(battle.scene, 1, 3, GUN)) == 1


def test_the_ground_about_a_unit_may_be_home() -> None:
    what = setup([having(unit("Shade", GUN), HomeAbout(6)), unit("Friend", GUN)], [unit("Foe", GUN)])
    near = position(what, {0: row(40, 22), 1: row(beside(40, 5.9), 22), 2: row(50, 5)})
    far = position(what, {0: row(40, 22), 1: row(beside(40, 6.1), 22), 2: row(50, 5)})
    for battle, home in ((near, True), (far, False)):
        assert ground.stands_on(battle.scene, 1, 0) is home
        assert not ground.stands_on(battle.scene, 2, 0)
    assert not ground.wholly_on(near.scene, 0, (row(beside(40, 5.9), 22)), (BASE,))
    assert ground.wholly_on(near.scene, 0, row(beside(40, 4), 22), (BASE,))
    fallen = replace(near.state.units[0], wounds=(0,))
    near.scene.rewind(replace(near.state, units=(fallen, *near.state.units[1:])))
    assert not ground.stands_on(near.scene, 1, 0)


def test_so_many_come_back_for_each_miniature_that_does_it() -> None:
    use = Use("activated", phases=("command",), target="ally", reach=6, per="turn")
    menders = having(unit("Menders", GUN, count=2), ReturnMiniatures(1, each=True, who="target"), use=use)
    what = setup([menders, unit("Swarm", GUN, count=5)], [unit("Foe", GUN)])
    hurt = {1: {"wounds": (1, 1, 0, 0, 0)}}
    battle = position(what, {0: row(20, 22, 2), 1: row(24, 22, 5), 2: row(50, 5)}, "command", units=hurt)
    take(battle, ch.Use("kit", 0, (1,)))
    assert sum(battle.state.units[1].wounds) == 4


def test_targets_may_be_limited_by_their_rules_and_their_distance_from_the_user() -> None:
    hermits = (Condition("rule", name="lone operative", negate=True),), (Condition("within", 12),)
    use = Use("activated", phases=("shooting",), target="enemy", reach=18, per="phase", aimed=hermits)
    sheet = having(unit("Caster", GUN), DealMortalWounds(1, who="target"), use=use)
    what = setup([sheet], [unit("Foe", GUN), unit("Hermit", GUN, rules="lone operative")])
    for gap, hit in ((11, True), (13, False)):
        battle = position(what, {0: row(20, 22), 1: row(beside(20, 13), 30), 2: row(beside(20, gap), 22)})
        assert battle.allows(ch.Use("kit", 0, (1,)))
        assert battle.allows(ch.Use("kit", 0, (2,))) is hit


def test_a_miniature_is_given_up_and_what_happens_at_once_asks_its_conditions() -> None:
    use = Use("activated", phases=("combat",), turn="any", window="phase start", target="enemy", reach=1, per="battle")
    hull = Condition("keyword", name="vehicle")
    burns = (
        LoseMiniatures(1),
        DealMortalWounds(2, who="target", conditions=(hull,)),
        DealMortalWounds(1, who="target", conditions=(replace(hull, negate=True),)),
    )
    for kind, left in (("vehicle", 3), ("infantry", 4)):
        what = setup(
            [having(unit("Mites", blade(), count=3), *burns, use=use)], [unit("Foe", blade(), wounds=5, keywords=kind)]
        )
        battle = position(what, {0: row(20, 22, 3), 1: row(beside(20, 0.5), 22)}, "charge", time="end")
        battle.answer(ch.Advance())
        take(battle, ch.Use("kit", 0, (1,)))
        assert sum(battle.state.units[0].wounds) == 2
        assert battle.state.units[1].wounds == (left,)
