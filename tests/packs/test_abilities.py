"""Every ability of the pack's units and armies does what its text says."""

from __future__ import annotations

import pytest

from highground.engine import choices as ch
from highground.engine import events as ev
from highground.engine.abilities import on_attacks, powers
from highground.engine.battle import Battle
from highground.engine.effects import Modifier
from highground.engine.model import Ability, UnitSheet
from highground.engine.state import Phase, Shot
from highground.engine.steps import movement
from highground.engine.steps.striking import strikes_first
from highground.packs import load_pack
from highground.packs.shapes import ChosenUnit
from tests.engine.field import BLUE, RED, beside, join, one, refusal, row, rule, take, weapon
from tests.packs.skirmish import FEN, PACK, RIFLE, VOW, asked, offered, skirmish, troop, use
from tests.values import replace

HERE, MARK = row(20.0, 20.0, 3), row(beside(20.0, 10.0), 20.0, 3)
NEAR = row(beside(20.0, 0.5), 20.0, 3)
ON_OBJECTIVE = row(30.0, 21.0, 3)
AWAY = row(20.0, 35.0, 3)
BLADE = troop("Any").miniatures[0].weapons[1].weapon


def vow(name: str) -> list[Ability]:
    return [VOW.own[name]]


def fen(name: str) -> list[Ability]:
    return [FEN.own[name]]


def modifiers(battle: Battle, unit: int, target: int, arm: object = RIFLE) -> list[tuple[str, str, int, str]]:
    found: tuple[Modifier, ...] = on_attacks.modifiers(battle.scene, unit, target, arm)  # type: ignore[arg-type]
    return [(m.stage, m.kind, m.value, m.reroll) for m in found]


def led(leader: UnitSheet, phase: Phase = "shooting") -> Battle:
    """Blue's leader has joined its unit; red stands ten inches away."""
    band = troop("Band")
    places = {0: row(20.0, 18.5), 1: HERE, 2: MARK}
    battle = skirmish([replace(leader, leads=("Band",)), band], [troop("Mark")], places, phase)
    join(battle, 0, 1)
    return battle


def test_each_faction_has_abilities_of_every_sort() -> None:
    for faction in (VOW, FEN):
        own = faction.own.values()
        bearers = [unit for unit in faction.raw.units.values() if unit.own]
        assert len(bearers) >= 4
        assert {name for unit in bearers for name in unit.own} == set(faction.own)
        kinds = {each.use.kind for each in (*own, *faction.common.values()) if each.use is not None}
        assert kinds == {"activated", "selectable"}
        assert any(e.who.endswith("within") for each in own for e in each.effects)
        assert any(c.kind == "leading" for each in own for e in each.effects for c in e.conditions)
        assert 2 <= max(len(each.choices) for each in (*own, *faction.common.values())) <= 3
        assert any(each.use is None for each in faction.common.values())


def test_sample_armies_bring_army_abilities_and_stratagems() -> None:
    for sheet in PACK.armies.values():
        assert {each.location for each in sheet.abilities} == {"army"}
        assert sum(each.use is not None and each.use.kind == "stratagem" for each in sheet.abilities) == 4
        uids = [each.uid for each in (*PACK.stratagems, *sheet.abilities)]
        assert len(uids) == len(set(uids))


@pytest.mark.parametrize(("where", "reroll"), [(ON_OBJECTIVE, [("hit", "reroll", 0, "ones")]), (HERE, [])])
def test_bought_ground_rerolls_ones_on_an_objective(where: tuple[tuple[float, float], ...], reroll: object) -> None:
    battle = skirmish([troop("Guns", own=vow("bought-ground"))], [troop("Mark")], {0: where, 1: AWAY}, "shooting")
    assert modifiers(battle, 0, 1) == reroll
    assert modifiers(battle, 0, 1, BLADE) == []


def test_paid_in_full() -> None:
    hurt = {0: {"wounds": (1, 0, 0)}}
    army = [VOW.common["paid-in-full"]]
    battle = skirmish([troop("A")], [troop("B")], {0: ON_OBJECTIVE, 1: AWAY}, "shooting", army=army, units=hurt)
    assert powers.added(battle.scene, 0, "leadership") == 1
    assert modifiers(battle, 0, 1) == [("wound", "reroll", 0, "ones")]
    assert powers.added(battle.scene, 1, "leadership") == 0
    assert modifiers(battle, 1, 0) == []


def test_open_ledger_gives_a_command_point_once() -> None:
    battle = skirmish([troop("A")], [troop("B")], {0: HERE, 1: MARK}, "command", army=[VOW.common["open-ledger"]])
    assert one(ev.CommandPointsGained, use(battle, "basalt-vow.open-ledger")).points == 1
    assert refusal(battle, ch.Use("basalt-vow.open-ledger")).code == "used-up"


def test_keepers_word_for_the_unit_that_the_keeper_leads() -> None:
    keeper = troop("Keeper", 1, own=vow("keepers-word"))
    battle = led(keeper)
    assert modifiers(battle, 1, 2, BLADE) == [("wound", "reroll", 0, "ones")]
    assert modifiers(battle, 1, 2) == []
    places = {0: row(20.0, 18.5), 1: HERE, 2: AWAY, 3: MARK}
    apart = skirmish([keeper, troop("Band"), troop("Far")], [troop("Mark")], places, "shooting")
    assert modifiers(apart, 0, 3, BLADE) == []
    assert [powers.added(apart.scene, each, "leadership") for each in range(4)] == [1, 1, 0, 0]


@pytest.mark.parametrize(("faction", "name"), [("basalt-vow", "warm-ash"), ("fenborn-host", "low-song")])
def test_wounds_are_shrugged_off_near_a_character(faction: str, name: str) -> None:
    singer = troop("Singer", 1, own=[PACK.factions[faction].own[name]])
    places = {0: row(20.0, 18.5), 1: HERE, 2: row(24.0, 20.0, 3), 3: AWAY, 4: MARK}
    blue = [singer, troop("Foot"), troop("Riders", keywords="mounted"), troop("Far")]
    battle = skirmish(blue, [troop("Guns")], places, "shooting", active=RED)
    assert [modifiers(battle, 4, each) for each in range(4)] == [[("fnp", "set", 6, "none")]] * 2 + [[], []]


def test_the_chanter_sees_through_cover_and_rings_from_within_a_unit() -> None:
    chanter = troop("Chanter", 1, own=[VOW.own["warm-ash"], VOW.own["ember-ring"]])
    battle = led(chanter)
    assert "ignores cover" in {k.name for k in on_attacks.armed(battle.scene, 1, 2, RIFLE).keywords}
    assert [way.unit for way in offered(battle, "basalt-vow.ember-ring")] == [1]
    assert sum(lost for _, lost in one(ev.WoundsLost, use(battle, "basalt-vow.ember-ring", 4, 6, 1, 3)).lost) == 2
    assert not offered(battle, "basalt-vow.ember-ring"), "once in a battle"


@pytest.mark.parametrize(("kind", "who"), [("charge", "falling-hammer")])
def test_falling_hammer_charges_further(kind: str, who: str) -> None:
    battle = skirmish([troop("Guard", own=vow(who))], [troop("B")], {0: HERE, 1: MARK}, kind, cp=0)  # type: ignore[arg-type]
    assert one(ev.ChargeRolled, take(battle, ch.Charge(0, (1,)), 5, 3)).success, "8 and 1 are enough for 9 inches"
    plain = skirmish([troop("Guard")], [troop("B")], {0: HERE, 1: MARK}, kind, cp=0)  # type: ignore[arg-type]
    assert not one(ev.ChargeRolled, take(plain, ch.Charge(0, (1,)), 5, 3)).success


def test_wheel_away_shoots_after_falling_back() -> None:
    fell = {0: {"moved": "fell_back"}}
    battle = skirmish([troop("K", own=vow("wheel-away"))], [troop("B")], {0: HERE, 1: MARK}, "shooting", units=fell)
    battle.answer(ch.Shoot(0, (Shot(RIFLE.uid, 1),)))
    plain = skirmish([troop("K")], [troop("B")], {0: HERE, 1: MARK}, "shooting", units=fell)
    assert refusal(plain, ch.Shoot(0, (Shot(RIFLE.uid, 1),))).code == "fell-back"


def test_weave_out_charges_after_falling_back() -> None:
    fell = {0: {"moved": "fell_back"}}
    battle = skirmish([troop("D", own=fen("weave-out"))], [troop("B")], {0: HERE, 1: MARK}, "charge", units=fell, cp=0)
    take(battle, ch.Charge(0, (1,)), 6, 6)
    plain = skirmish([troop("D")], [troop("B")], {0: HERE, 1: MARK}, "charge", units=fell)
    assert refusal(plain, ch.Charge(0, (1,))).code == "fell-back"


def test_chalk_mark_helps_everybody_against_the_marked() -> None:
    blue = [troop("Scout", 1, own=vow("chalk-mark")), troop("Guns")]
    battle = skirmish(blue, [troop("B"), troop("C")], {0: row(20.0, 18.0), 1: HERE, 2: MARK, 3: AWAY}, "shooting")
    take(battle, ch.Use("basalt-vow.chalk-mark", 0, (2,)))
    assert modifiers(battle, 1, 2) == modifiers(battle, 0, 2) == [("hit", "reroll", 0, "ones")]
    assert modifiers(battle, 1, 3) == []
    assert refusal(battle, ch.Use("basalt-vow.chalk-mark", 0, (3,))).code == "used-up"


@pytest.mark.parametrize(("faction", "name"), [("basalt-vow", "field-forge"), ("fenborn-host", "knitting-mud")])
def test_lost_wounds_are_mended(faction: str, name: str) -> None:
    hurt = {0: {"wounds": (5,)}}
    big = troop("Big", 1, own=[PACK.factions[faction].own[name]], wounds=10)
    battle = skirmish([big], [troop("B")], {0: row(20.0, 20.0), 1: MARK}, "command", units=hurt)
    use(battle, f"{faction}.{name}", 3)
    assert battle.state.units[0].wounds == (8,)


def test_tolling_worries_the_enemy() -> None:
    battle = skirmish(
        [troop("Bell", own=vow("tolling"))],
        [troop("B"), troop("C")],
        {0: HERE, 1: MARK, 2: row(50.0, 20.0, 3)},
        "command",
    )
    assert [powers.added(battle.scene, each, "leadership") for each in range(3)] == [0, -1, 0]


@pytest.mark.parametrize(
    ("pick", "found", "keywords"),
    [
        ("Steady Charge", [("hit", "reroll", 0, "ones")], []),
        ("Deep Charge", [("strength", "add", 2, "none")], []),
        ("Split Charge", [], ["sustained hits 1"]),
    ],
)
def test_ray_chamber_is_loaded_one_way(pick: str, found: object, keywords: list[str]) -> None:
    blue = [troop("Ray", own=vow("ray-chamber"))]
    battle = skirmish(blue, [troop("B")], {0: HERE, 1: MARK}, "shooting")
    uid = VOW.own["ray-chamber"].uid
    assert len(offered(battle, uid)) == 3
    assert refusal(battle, ch.Use(uid, 0, (), "Odd Charge")).code == "no-pick"
    take(battle, ch.Use(uid, 0, (), pick))
    assert modifiers(battle, 0, 1) == found
    assert [str(k) for k in on_attacks.armed(battle.scene, 0, 1, RIFLE).keywords] == keywords
    assert not offered(battle, uid)


def test_the_water_rises_for_all() -> None:
    army = [FEN.common["water-rises"]]
    battle = skirmish([troop("A")], [troop("B")], {0: HERE, 1: AWAY}, "movement", army=army, cp=0)
    assert one(ev.AdvanceRolled, take(battle, ch.Move(0, "advance"), 2)).limit == 9.0
    assert powers.added(battle.scene, 0, "charge") == 1


@pytest.mark.parametrize("pick", ["Spate", "Slack", "Fog"])
def test_read_the_water(pick: str) -> None:
    army = [FEN.common["read-the-water"]]
    battle = skirmish([troop("A")], [troop("B")], {0: HERE, 1: MARK}, "command", army=army)
    take(battle, ch.Use("fenborn-host.read-the-water", None, (), pick))
    scene = battle.scene
    assert (modifiers(battle, 0, 1, BLADE) == [("hit", "reroll", 0, "ones")]) == (pick == "Spate")
    assert movement.speed(scene, 0) == (7.0 if pick == "Slack" else 6.0)
    assert (modifiers(battle, 1, 0) == [("ap", "add", 1, "none")]) == (pick == "Fog")
    assert movement.speed(scene, 1) == 6.0


def test_call_of_the_pack() -> None:
    battle = led(troop("Matron", 1, own=fen("call-of-the-pack")), "charge")
    assert powers.permits(battle.scene, 1, "advance and charge")
    assert powers.added(battle.scene, 1, "control") == 1


def test_damp_powder_takes_rapid_fire_until_the_next_command_phase() -> None:
    quick = weapon("quick", keywords="rapid fire 2, heavy")
    battle = skirmish([troop("S", own=fen("damp-powder"))], [troop("B")], {0: HERE, 1: MARK}, "command")
    use(battle, "fenborn-host.damp-powder")
    assert [k.name for k in on_attacks.armed(battle.scene, 1, 0, quick).keywords] == ["heavy"]
    assert battle.state.active_effects[0].effect.duration == "until your next command phase"


def test_out_of_the_mud_they_come_back() -> None:
    hurt = {0: {"wounds": (1, 1, 0)}}
    battle = skirmish([troop("R", own=fen("out-of-the-mud"))], [troop("B")], {0: HERE, 1: MARK}, "command", units=hurt)
    use(battle, "fenborn-host.out-of-the-mud", 2)
    assert battle.state.units[0].wounds == (1, 1, 1)


def test_pick_them_off_an_objective() -> None:
    blue = [troop("Bows", own=fen("pick-them-off"))]
    battle = skirmish(blue, [troop("B"), troop("C")], {0: HERE, 1: ON_OBJECTIVE, 2: AWAY}, "shooting")
    assert modifiers(battle, 0, 1) == [("hit", "reroll", 0, "ones")]
    assert modifiers(battle, 0, 2) == []


@pytest.mark.parametrize(("charged", "found"), [(True, [("ap", "add", -1, "none")]), (False, [])])
def test_long_stride_after_a_charge(charged: bool, found: object) -> None:
    units = {0: {"charged": charged}}
    battle = skirmish([troop("L", own=fen("long-stride"))], [troop("B")], {0: HERE, 1: NEAR}, "combat", units=units)
    assert modifiers(battle, 0, 1, BLADE) == found


def test_mire_breath_makes_the_enemy_strike_late() -> None:
    quick = troop("B", own=(rule("fights first"),))
    battle = skirmish([troop("G", own=fen("mire-breath"))], [quick], {0: HERE, 1: NEAR}, "charge")
    assert strikes_first(battle.scene, battle.state.units[1])
    use(battle, "fenborn-host.mire-breath")
    assert not strikes_first(battle.scene, battle.state.units[1])


def test_nothing_to_fear() -> None:
    hurt = {0: {"wounds": (1, 0, 0)}}
    blue = [troop("C", own=fen("nothing-to-fear"))]
    battle = skirmish(blue, [troop("B")], {0: HERE, 1: MARK}, "command", time="beginning", units=hurt, cp=0)
    take(battle, ch.Advance())
    while asked(battle).why == "before shock":
        take(battle, ch.Pass())
    assert one(ev.BattleShockTested, take(battle, ch.RollDice())).passed


def test_low_in_the_reeds_is_hidden_from_afar() -> None:
    gun = weapon("long", reach=60)
    guns = replace(troop("Guns"), miniatures=(replace(troop("Guns").miniatures[0], weapons=(_carried(gun),)),))
    red = [troop("Pots", own=fen("low-in-the-reeds")), troop("Plain")]
    battle = skirmish([guns], red, {0: HERE, 1: row(55.0, 20.0, 3), 2: row(55.0, 30.0, 3)}, "shooting")
    assert refusal(battle, ch.Shoot(0, (Shot("long", 1),))).code == "hidden"
    battle.answer(ch.Shoot(0, (Shot("long", 2),)))


def _carried(gun: object) -> object:
    return replace(troop("Any").miniatures[0].weapons[0], weapon=gun)


def test_shut_shell_takes_less_damage_this_round() -> None:
    battle = skirmish([troop("T", own=fen("shut-shell"))], [troop("B")], {0: HERE, 1: MARK}, "command")
    use(battle, "fenborn-host.shut-shell")
    assert modifiers(battle, 1, 0) == [("damage", "add", -1, "none")]
    assert modifiers(battle, 1, 0, BLADE) == []
    assert battle.state.active_effects[0].effect.duration == "round"


def test_on_the_scent_rerolls_poor_rolls() -> None:
    hounds = [troop("H", own=fen("on-the-scent"))]
    battle = skirmish(hounds, [troop("B")], {0: HERE, 1: MARK}, "charge", cp=0)
    assert one(ev.ChargeRolled, take(battle, ch.Charge(0, (1,)), 1, 2, 6, 5)).dice == (6, 5)
    battle = skirmish(hounds, [troop("B")], {0: HERE, 1: MARK}, "movement", cp=0)
    assert one(ev.AdvanceRolled, take(battle, ch.Move(0, "advance"), 1, 6)).roll == 6


def test_keepers_word_tests_nerve_twice() -> None:
    hurt = {1: {"wounds": (1, 0, 0)}}
    blue = [troop("Keeper", 1, own=vow("keepers-word")), troop("Band")]
    places = {0: row(20.0, 18.5), 1: HERE, 2: MARK}
    battle = skirmish(blue, [troop("B")], places, "command", time="beginning", units=hurt, cp=0)
    take(battle, ch.Advance())
    while asked(battle).why == "before shock":
        take(battle, ch.Pass())
    tested = one(ev.BattleShockTested, take(battle, ch.RollDice(), 1, 1, 3, 3))
    assert (tested.passed, tested.leadership) == (True, 6)


def test_bought_ground_stays_theirs() -> None:
    blue = [troop("Guns", own=vow("bought-ground"))]
    battle = skirmish(blue, [troop("B")], {0: ON_OBJECTIVE, 1: AWAY}, "command", round=2, cp=0)
    battle.scene.rewind(replace(battle.state, markers=(replace(battle.state.markers[0], held_by=BLUE),)))
    assert one(ev.ObjectiveSecured, battle.answer(ch.End())).objective == 0


def test_scent_of_blood_lasts() -> None:
    battle = skirmish([troop("H", own=fen("scent-of-blood"))], [troop("B")], {0: HERE, 1: MARK}, "charge")
    use(battle, "fenborn-host.scent-of-blood")
    assert modifiers(battle, 0, 1, BLADE) == [("wound", "reroll", 0, "ones")]
    assert strikes_first(battle.scene, battle.state.units[0])
    assert {active.effect.duration for active in battle.state.active_effects} == {"battle"}


def test_what_works_by_itself_cannot_be_used() -> None:
    battle = skirmish([troop("K", own=vow("wheel-away"))], [troop("B")], {0: HERE, 1: MARK}, "shooting")
    assert refusal(battle, ch.Use("basalt-vow.wheel-away", 0)).code == "no-such-ability"
    assert battle.state.active == BLUE


def test_setup_brings_the_whole_pack() -> None:
    pack = load_pack()
    found = pack.setup(
        pack.army("vow-1000"), pack.army("fen-1000"), "three-kilns", "The Far Bank", (("four-winds",), ())
    )
    assert (found.layout.uid, found.mission.uid, found.pack) == ("three-kilns", "the-far-bank", "highground 1.3.0")
    assert (found.stratagems, found.secondaries) == (pack.stratagems, pack.secondaries)
    assert found.fixed == (("four-winds",), ())
    plain = pack.setup(pack.army("vow-1000"), pack.army("fen-1000"))
    assert plain.layout is next(iter(pack.layouts.values()))
    assert plain.mission is next(iter(pack.missions.values()))
    with pytest.raises(LookupError, match="fixed secondary mission 'soft-ground'"):
        pack.setup(pack.army("vow-1000"), pack.army("fen-1000"), fixed=(("soft-ground",), ()))


@pytest.mark.parametrize(("x", "able"), [(32.0, False), (16.0, True)])
def test_what_a_leader_uses_reaches_from_the_leader(x: float, able: bool) -> None:
    chanter, band = (VOW.unit(ChosenUnit(each), each, "army.toml", each) for each in ("ash-chanter", "slatewardens"))
    line = tuple((8.0 + 3 * i, 22.0) for i in range(len(band.line_up)))
    battle = skirmish([chanter, band], [troop("Mark")], {0: ((5.0, 22.0),), 1: line, 2: row(x, 26, 3)}, "shooting")
    join(battle, 0, 1)
    assert bool(offered(battle, "basalt-vow.ember-ring")) == able
