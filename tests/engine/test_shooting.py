"""The shooting phase: who may shoot at what with what, and what the table brings to the dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from highground.engine import events as ev
from highground.engine import listing
from highground.engine.attack.definition import define
from highground.engine.battle import Battle
from highground.engine.choices import Choice, End, RollDice, Shoot
from highground.engine.effects import Circumstances, asking
from highground.engine.effects.keywords import SHAPES
from highground.engine.model import Carried, Point, Terrain, UnitSheet, Weapon
from highground.engine.state import Shot, Volley
from tests.engine.field import beside, blade, one, position, refusal, row, setup, take, unit, weapon
from tests.values import replace

HOUSE = Terrain("building", ((24.0, 20.0), (26.0, 20.0), (26.0, 24.0), (24.0, 24.0)), height=5.0)
WOOD = Terrain("wood", ((38.0, 20.0), (46.0, 20.0), (46.0, 24.0), (38.0, 24.0)), height=3.0)
GUN = weapon("gun")


def facing(
    *arms: Weapon | Carried,
    gap: float = 10.0,
    count: int = 1,
    foe: UnitSheet | None = None,
    shooter: Mapping[str, Any] | None = None,
    terrain: Sequence[Terrain] = (),
    places: Mapping[int, Sequence[Point]] | None = None,
    friends: Sequence[UnitSheet] = (),
    **more: Any,
) -> Battle:
    """Blue shooters at x 20, red targets so many inches right of them; friends are units 1 and following."""
    blue = [unit("Shooters", *(arms or (GUN, blade())), count=count, **(shooter or {})), *friends]
    foe = foe or unit("Target", blade())
    target, wide = len(blue), beside(20, gap, other=foe.bases[0].radius)
    spots = {0: row(20, 22, count), target: row(wide, 22, len(foe.line_up)), **(places or {})}
    return position(setup(blue, [foe], *terrain), spots, "shooting", **more)


def volleys(battle: Battle, *shots: Shot) -> tuple[Volley, ...]:
    return one(ev.ShotsDeclared, battle.clone().answer(Shoot(0, shots))).volleys


def needs(battle: Battle, shot: Shot) -> int:
    """The hit roll that the only volley of a shot needs."""
    (volley,) = volleys(battle, shot)
    return volley.sequence.attack.hit.needed


def test_shots_are_declared_then_rolled() -> None:
    battle = facing(weapon("gun", "2", ap=-1, damage="2"), foe=unit("Target", blade(), wounds=3))
    declared = one(ev.ShotsDeclared, take(battle, Shoot(0, (Shot("gun", 1),))))
    assert [volley.bearers for volley in declared.volleys] == [(0,)]
    assert refusal(battle, End()).code == "wrong-choice"
    # Hits on 3+: 3 and 2. Wounds on 4+: 4. Saves on 5+: 4 fails.
    events = take(battle, RollDice(), 3, 2, 4, 4)
    made = one(ev.AttacksMade, events)
    assert (made.lost, made.slain, made.bearers, made.melee) == (((0, 2),), (), (0,), False)
    assert one(ev.UnitShot, events) == ev.UnitShot(0)
    assert battle.state.units[1].wounds == (1,)
    assert battle.state.stack == ()
    assert refusal(battle, Shoot(0)).code == "already-shot"


def test_holding_fire_is_a_choice() -> None:
    battle = facing()
    assert one(ev.UnitShot, take(battle, Shoot(0))) == ev.UnitShot(0, held=True)
    prompt = battle.ask()
    assert prompt is not None
    assert prompt.kinds == ("end",)


@pytest.mark.parametrize(("gap", "measure"), [(24.0, ""), (24.001, "24.0 of 24 inches"), (30.0, "30.0 of 24 inches")])
def test_range_is_measured_from_base_to_base(gap: float, measure: str) -> None:
    battle = facing(gap=gap)
    if not measure:
        assert volleys(battle, Shot("gun", 1))
        return
    refused = refusal(battle, Shoot(0, (Shot("gun", 1),)))
    assert refused.code == "out-of-weapon-range"
    assert refused.measure == measure


def test_only_those_in_range_shoot() -> None:
    places = {0: ((20.0, 22.0), (18.5, 22.0), (17.0, 22.0))}
    (volley,) = volleys(facing(count=3, gap=22.5, places=places), Shot("gun", 1))
    assert volley.bearers == (0, 1)
    refused = refusal(facing(count=3, gap=22.5, places=places), Shoot(0, (Shot("gun", 1, (1, 2)),)))
    assert (refused.code, refused.measure) == ("out-of-weapon-range", "25.5 of 24 inches")


def test_buildings_block_sight() -> None:
    assert refusal(facing(terrain=[HOUSE]), Shoot(0, (Shot("gun", 1),))).code == "out-of-sight"


def behind_the_house(x: float, *arms: Weapon, heights: tuple[float, ...] = (), **more: Any) -> Battle:
    """Two shooters before the house; one target is hidden behind it, the other stands in the open, farther away."""
    spots = {0: ((20.0, 22.0), (18.5, 22.0)), 1: ((40.0, 22.0), (x, 30.0))}
    foe = unit("Target", blade(), count=2)
    loft = Terrain("loft", ((38.0, 28.0), (50.0, 28.0), (50.0, 32.0), (38.0, 32.0)), height=9.0, floors=(8.0,))
    high: dict[str, Any] = {"units": {1: {"heights": heights}}} if heights else {}
    return facing(*arms, count=2, foe=foe, terrain=[HOUSE, loft], places=spots, **high, **more)


def test_one_miniature_must_be_both_in_range_and_in_sight() -> None:
    """24 inches reach the one behind the house, and from the front shooter alone the one in the open."""
    (volley,) = volleys(behind_the_house(43.0), Shot("gun", 1))
    assert volley.bearers == (0,), "the other sees one at 24.5 inches, and has another in range"
    refused = refusal(behind_the_house(43.0), Shoot(0, (Shot("gun", 1, (1,)),)))
    assert (refused.code, refused.measure) == ("seen-out-of-range", "more than 24 inches")
    assert refusal(behind_the_house(44.5), Shoot(0, (Shot("gun", 1),))).code == "seen-out-of-range"
    assert refusal(behind_the_house(43.0, heights=(0.0, 8.0)), Shoot(0, (Shot("gun", 1),))).code == "seen-out-of-range"
    (volley,) = volleys(behind_the_house(41.5, heights=(0.0, 8.0)), Shot("gun", 1))
    assert volley.bearers == (0,), "the other sees one 24.4 inches away, 8 of them upwards"
    tall = {"keywords": "vehicle, towering"}
    assert volleys(behind_the_house(44.5, shooter=tall), Shot("gun", 1))[0].bearers == (0, 1)
    mortar = weapon("mortar", keywords="indirect fire")
    assert volleys(behind_the_house(44.5, mortar), Shot("mortar", 1))[0].bearers == (0, 1), "it needs no sight"


@pytest.mark.parametrize(
    ("choice", "code"),
    [
        (Shoot(0, (Shot("laser", 1),)), "no-such-weapon"),
        (Shoot(0, (Shot("blade", 1),)), "melee-weapon"),
        (Shoot(0, (Shot("gun", 0),)), "own-unit"),
        (Shoot(0, (Shot("gun", 5),)), "no-such-unit"),
        (Shoot(0, (Shot("gun", -1),)), "no-such-unit"),
        (Shoot(0, (Shot("gun", 1), Shot("gun", 1))), "used-twice"),
        (Shoot(0, (Shot("gun", 1, (0, 0)),)), "used-twice"),
        (Shoot(0, (Shot("gun", 1, (3,)),)), "not-carried"),
        (Shoot(1), "not-yours"),
        (Shoot(4), "no-such-unit"),
        (RollDice(), "wrong-choice"),
    ],
)
def test_shots_that_nobody_can_take(choice: Choice, code: str) -> None:
    assert refusal(facing(), choice).code == code


def test_the_absent_and_the_dead_are_no_targets() -> None:
    shot = Shoot(0, (Shot("gun", 1),))
    assert refusal(facing(units={1: {"wounds": (0,)}}), shot).code == "not-on-table"
    assert refusal(facing(units={1: {"deployed": False, "reserves": True}}), shot).code == "not-on-table"


def test_who_has_only_blades_does_not_shoot() -> None:
    assert refusal(facing(blade()), Shoot(0)).code == "no-weapon"
    assert refusal(facing(units={0: {"moved": "advanced"}}), Shoot(0)).code == "no-assault-weapon"
    assert refusal(facing(units={0: {"moved": "fell_back"}}), Shoot(0)).code == "fell-back"


def test_one_firing_mode_is_used_at_a_time() -> None:
    modes = (weapon("burst", "3", mode="carbine"), weapon("aimed", skill=2, mode="carbine"))
    battle = facing(*modes, count=2)
    assert refusal(battle, Shoot(0, (Shot("burst", 1), Shot("aimed", 1)))).code == "used-twice"
    assert len(volleys(battle, Shot("burst", 1, (0,)), Shot("aimed", 1, (1,)))) == 2


def test_two_of_a_weapon_shoot_twice() -> None:
    (volley,) = volleys(facing(Carried(weapon("gun", "2"), 2), count=3), Shot("gun", 1))
    assert volley.sequence.attack.weapons == 6


def test_a_one_shot_weapon_is_spent_by_who_fired_it() -> None:
    battle = facing(weapon("rocket", keywords="one shot"), weapon("spare"), count=2)
    take(battle, Shoot(0, (Shot("rocket", 1, (1,)),)))
    assert one(ev.AttacksMade, take(battle, RollDice(), 1)).spent
    battle.scene.rewind(replace(battle.state, units=(replace(battle.state.units[0], shot=False),
                                                     battle.state.units[1])))  # fmt: skip
    (volley,) = volleys(battle, Shot("rocket", 1))
    assert volley.bearers == (0,)
    take(battle, Shoot(0, (Shot("rocket", 1),)))
    take(battle, RollDice(), 1)
    battle.scene.rewind(replace(battle.state, units=(replace(battle.state.units[0], shot=False),
                                                     battle.state.units[1])))  # fmt: skip
    assert refusal(battle, Shoot(0, (Shot("rocket", 1),))).code == "one-shot"
    assert volleys(battle, Shot("spare", 1))


def test_who_carries_two_one_shot_weapons_may_fire_one_and_then_the_other() -> None:
    battle = facing(Carried(weapon("rocket", keywords="one shot"), 2), GUN, foe=unit("Target", blade(), count=9))

    def fired(share: int, *faces: int) -> int:
        ready = replace(battle.state.units[0], shot=False)
        battle.scene.rewind(replace(battle.state, units=(ready, *battle.state.units[1:])))
        take(battle, Shoot(0, (Shot("rocket", 1, share=share),)))
        return one(ev.AttacksMade, take(battle, RollDice(), *faces)).sequence.attack.weapons

    before = battle.clone()
    assert (fired(1, 1), fired(0, 1)) == (1, 1)
    battle.scene.rewind(replace(battle.state, units=(replace(battle.state.units[0], shot=False),
                                                     *battle.state.units[1:])))  # fmt: skip
    assert refusal(battle, Shoot(0, (Shot("rocket", 1),))).code == "one-shot"
    battle = before
    assert fired(0, 1, 1) == 2
    assert battle.state.units[0].spent == ((0, "rocket"), (0, "rocket"))


@pytest.mark.parametrize(("gap", "allowed"), [(12.0, True), (12.001, False), (15.0, False)])
def test_a_lone_operative_is_shot_at_from_twelve_inches(gap: float, *, allowed: bool) -> None:
    battle = facing(gap=gap, foe=unit("Shade", blade(), rules="lone operative"))
    if allowed:
        assert volleys(battle, Shot("gun", 1))
        return
    refused = refusal(battle, Shoot(0, (Shot("gun", 1),)))
    assert refused.code == "lone-operative"
    assert refused.measure == f"{gap:.1f} of 12 inches"


def test_only_those_within_twelve_inches_shoot_at_a_lone_operative() -> None:
    places = {0: ((20.0, 22.0), (18.0, 22.0)), 1: row(beside(20, 11.0), 22)}
    battle = facing(count=2, foe=unit("Shade", blade(), rules="lone operative"), places=places)
    (volley,) = volleys(battle, Shot("gun", 1))
    assert volley.bearers == (0,)


SIDEARM = weapon("sidearm", keywords="pistol", reach=12)


def test_in_engagement_only_pistols_shoot_and_only_at_who_is_engaged() -> None:
    battle = facing(GUN, SIDEARM, gap=0.5)
    assert refusal(battle, Shoot(0, (Shot("gun", 1),))).code == "weapon-not-now"
    assert needs(battle, Shot("sidearm", 1)) == 3, "pistols are not hindered"
    what = setup([unit("Shooters", SIDEARM)], [unit("Near", blade()), unit("Far", blade())])
    battle = position(what, {0: row(20, 22), 1: row(beside(20, 0.5), 22), 2: row(30, 22)}, "shooting")
    assert refusal(battle, Shoot(0, (Shot("sidearm", 2),))).code == "engaged-elsewhere"


def test_a_miniature_shoots_pistols_or_other_weapons() -> None:
    battle = facing(GUN, SIDEARM, count=2)
    assert refusal(battle, Shoot(0, (Shot("gun", 1), Shot("sidearm", 1)))).code == "pistol"
    assert len(volleys(battle, Shot("gun", 1, (0,)), Shot("sidearm", 1, (1,)))) == 2
    big = facing(GUN, SIDEARM, shooter={"keywords": "vehicle"})
    assert len(volleys(big, Shot("gun", 1), Shot("sidearm", 1))) == 2


def test_nobody_shoots_into_a_melee_of_friends() -> None:
    friend = unit("Friends", blade())
    places = {1: row(beside(20, 10) - 1.26 - 0.5, 22)}
    assert refusal(facing(friends=[friend], places=places), Shoot(0, (Shot("gun", 2),))).code == "friends-in-the-way"


@pytest.mark.parametrize("kind", ["vehicle", "monster"])
def test_big_guns_shoot_in_engagement_and_into_it_at_minus_one(kind: str) -> None:
    assert needs(facing(shooter={"keywords": kind}, gap=0.5), Shot("gun", 1)) == 4
    friend, foe = unit("Friends", blade()), unit("Target", blade(), keywords=kind)
    places = {1: row(beside(20, 10) - 1.26 - 0.5, 22)}
    battle = facing(friends=[friend], foe=foe, places=places)
    assert needs(battle, Shot("gun", 2)) == 4
    # A 3 that would have hit misses now.
    take(battle, Shoot(0, (Shot("gun", 2),)))
    assert one(ev.AttacksMade, take(battle, RollDice(), 3)).lost == ()


def test_an_engaged_big_gun_may_shoot_past_the_melee() -> None:
    what = setup([unit("Tank", GUN, keywords="vehicle")], [unit("Near", blade()), unit("Far", blade())])
    battle = position(what, {0: row(20, 22), 1: row(beside(20, 0.5), 22), 2: row(30, 30)}, "shooting")
    assert needs(battle, Shot("gun", 2)) == 4


def test_rapid_fire_counts_for_those_within_half_range() -> None:
    rifle = weapon("rifle", keywords="rapid fire 1")
    places = {0: ((20.0, 22.0), (18.5, 22.0))}
    found = volleys(facing(rifle, count=2, gap=12.0, places=places), Shot("rifle", 1))
    assert [(volley.bearers, volley.sequence.attack.attack_range) for volley in found] == [
        ((0,), (2, 2)),
        ((1,), (1, 1)),
    ]


@pytest.mark.parametrize(("gap", "damage"), [(9.0, 3), (9.001, 1)])
def test_melta_counts_within_half_range(gap: float, damage: int) -> None:
    (volley,) = volleys(facing(weapon("cooker", keywords="melta 2", reach=18), gap=gap), Shot("cooker", 1))
    assert volley.sequence.attack.flat_damage == damage


@pytest.mark.parametrize(("count", "attacks"), [(4, 1), (5, 2), (10, 3)])
def test_blast_counts_the_living_miniatures_of_the_target(count: int, attacks: int) -> None:
    battle = facing(weapon("shell", keywords="blast"), foe=unit("Crowd", blade(), count=count))
    (volley,) = volleys(battle, Shot("shell", 1))
    assert volley.sequence.attack.attack_range == (attacks, attacks)
    fewer = (1,) * (count - 1) + (0,)
    fallen = replace(battle.state.units[1], wounds=fewer)
    battle.scene.rewind(replace(battle.state, units=(battle.state.units[0], fallen)))
    (volley,) = volleys(battle, Shot("shell", 1))
    assert volley.sequence.attack.attack_range[0] == 1 + (count - 1) // 5


@pytest.mark.parametrize(("moved", "needed"), [("stationary", 2), ("", 2), ("moved", 3)])
def test_heavy_weapons_aim_better_from_a_unit_that_stood(moved: str, needed: int) -> None:
    battle = facing(weapon("cannon", keywords="heavy"), units={0: {"moved": moved}})
    assert needs(battle, Shot("cannon", 1)) == needed


def test_stealth_makes_a_unit_harder_to_hit() -> None:
    assert needs(facing(foe=unit("Shade", blade(), rules="stealth")), Shot("gun", 1)) == 4


def test_cover_adds_one_to_the_save() -> None:
    foe = unit("Target", blade())
    places = {1: row(42, 22)}
    battle = facing(weapon("gun", ap=-1), foe=foe, terrain=[WOOD], places=places)
    take(battle, Shoot(0, (Shot("gun", 1),)))
    # 4+ with AP -1 is 5+, 4+ again in the wood: a 4 saves.
    assert one(ev.AttacksMade, take(battle, RollDice(), 3, 4, 4)).lost == ()
    open_field = facing(weapon("gun", ap=-1), gap=20.74)
    take(open_field, Shoot(0, (Shot("gun", 1),)))
    assert one(ev.AttacksMade, take(open_field, RollDice(), 3, 4, 4)).lost == ((0, 1),)


def test_indirect_fire_needs_no_sight_and_suffers_for_it() -> None:
    mortar = weapon("mortar", skill=3, ap=-1, keywords="indirect fire")
    battle = facing(mortar, terrain=[HOUSE])
    (volley,) = volleys(battle, Shot("mortar", 1))
    attack = volley.sequence.attack
    assert (attack.hit.needed, attack.cover) == (4, True)
    take(battle, Shoot(0, (Shot("mortar", 1),)))
    assert one(ev.AttacksMade, take(battle, RollDice(), 3)).lost == ()
    seen = facing(mortar)
    assert needs(seen, Shot("mortar", 1)) == 3


def test_indirect_fire_is_not_penalised_where_one_of_the_unit_sees() -> None:
    mortar = weapon("mortar", keywords="indirect fire")
    places = {0: ((20.0, 30.0), (20.0, 28.5), (20.0, 22.0)), 1: row(30, 22)}
    battle = facing(mortar, count=3, terrain=[HOUSE], places=places)
    lane = battle.scene.lane(0, 1)
    assert len(set(lane.sees)) == 2, "the position shows the target to some only"
    found = volleys(battle, Shot("mortar", 1))
    needed = [(volley.bearers, volley.sequence.attack.hit.needed, volley.sequence.attack.cover) for volley in found]
    assert needed == [
        ((0, 1), 3, False),
        ((2,), 3, True),
    ]  # the house stands between the last one and the target


@pytest.mark.parametrize(("shooter", "target", "seen"), [
    ("infantry", "infantry", False), ("vehicle, towering", "infantry", True),
    ("infantry", "monster, towering", True), ("infantry", "vehicle, aircraft, fly", True),
])  # fmt: skip
def test_who_towers_sees_and_is_seen_over_terrain(shooter: str, target: str, *, seen: bool) -> None:
    what = setup([unit("Shooter", weapon("gun"), keywords=shooter)], [unit("Target", keywords=target)], HOUSE)
    battle = position(what, {0: row(20, 22), 1: row(30, 22)}, "shooting")
    assert battle.scene.lane(0, 1).sees == (seen,)
    if seen:
        assert volleys(battle, Shot("gun", 1))
    else:
        assert refusal(battle, Shoot(0, (Shot("gun", 1),))).code == "out-of-sight"


def test_anti_looks_at_the_targets_keywords() -> None:
    (volley,) = volleys(facing(weapon("dart", keywords="anti-infantry 4+")), Shot("dart", 1))
    assert volley.sequence.attack.wound.critical == 4
    foe = unit("Hull", blade(), keywords="vehicle")
    (volley,) = volleys(facing(weapon("dart", keywords="anti-infantry 4+"), foe=foe), Shot("dart", 1))
    assert volley.sequence.attack.wound.critical == 6


@pytest.mark.parametrize(
    "name", ["", *sorted(asking("half_range") | asking("target_models") | asking("target_keywords"))]
)
def test_every_keyword_is_told_of_the_target_what_it_asks(name: str) -> None:
    after = {"plain": "", "amount": " 1", "threshold": "-infantry 4+"}
    gun = weapon("gun", keywords=name + after[SHAPES[name]] if name else "")
    (volley,) = volleys(facing(gun, gap=5.0, foe=unit("Target", blade(), count=10)), Shot("gun", 1))
    assert (volley.sequence.attack == define(gun, 1, Circumstances(), 4)) == (not name)


def test_a_unit_shoots_at_several_targets() -> None:
    what = setup([unit("Shooters", GUN, count=2)], [unit("One", blade()), unit("Two", blade())])
    battle = position(what, {0: row(20, 22, 2), 1: row(30, 20), 2: row(30, 25)}, "shooting")
    take(battle, Shoot(0, (Shot("gun", 1, (0,)), Shot("gun", 2, (1,)))))
    events = take(battle, RollDice(), 3, 4, 1, 3, 4, 1)
    assert [event.target for event in events if isinstance(event, ev.AttacksMade)] == [1, 2]
    assert [event.unit for event in events if isinstance(event, ev.UnitDestroyed)] == [1, 2]


def test_the_wounded_miniature_takes_wounds_first_and_nothing_spills() -> None:
    foe = unit("Target", blade(), count=3, wounds=3)
    battle = facing(weapon("gun", "2", damage="2"), foe=foe, units={1: {"wounds": (3, 1, 3)}})
    take(battle, Shoot(0, (Shot("gun", 1),)))
    made = one(ev.AttacksMade, take(battle, RollDice(), 3, 3, 4, 4, 1, 1))
    assert made.slain == (1,)
    assert sorted(made.lost) == [(1, 1), (2, 2)]
    assert battle.state.units[1].wounds == (3, 0, 1)


def test_no_blast_at_who_is_engaged_with_ones_own_side() -> None:
    """Neither over the heads of friends nor at what the shooter itself is engaged with; other weapons may."""
    mortar, tank = weapon("mortar", keywords="blast"), {"keywords": "vehicle"}
    own = facing(mortar, GUN, gap=0.5, shooter=tank)
    assert refusal(own, Shoot(0, (Shot("mortar", 1),))).code == "blast-near-friends"
    assert needs(own, Shot("gun", 1)) == 4
    friends, target = unit("Friends", blade()), unit("Target", blade(), keywords="monster")
    places = {1: row(beside(20, 10) - 1.26 - 0.5, 22)}
    helped = facing(mortar, GUN, friends=[friends], foe=target, places=places)
    assert refusal(helped, Shoot(0, (Shot("mortar", 2),))).code == "blast-near-friends"
    prompt = helped.ask()
    assert prompt is not None
    options = listing.options(helped, prompt)
    listed = [choice.shots[0].weapon for choice in options if isinstance(choice, Shoot) and choice.shots]
    assert listed == ["gun"]
