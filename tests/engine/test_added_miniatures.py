"""Miniatures that are added to a unit in battle: who brings them, where they stand, and what they count for."""

from __future__ import annotations

import re

import msgspec

from highground.ai import player
from highground.engine import events as ev
from highground.engine import log, spare
from highground.engine.abilities.condition import Condition
from highground.engine.abilities.effects import AddToMove
from highground.engine.abilities.model import Ability
from highground.engine.abilities.wounds import AddMiniatures, DealMortalWounds, ReturnMiniatures
from highground.engine.battle import Battle, opening
from highground.engine.choices import ByHand, Deploy, RollDice, Shoot
from highground.engine.model import MiniatureSheet, Setup, UnitSheet
from highground.engine.scene import Scene
from highground.engine.state import Shot
from highground.engine.steps import movement, targeting
from highground.engine.table.coherency import coherent
from highground.engine.table.distance import between
from highground.game.timeline.whole_log import timeline_of
from tests.engine.field import (
    blade,
    join,
    miniatures,
    mixed,
    mustering,
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
from tests.engine.invariants import check_state
from tests.engine.random_play import play_random
from tests.values import replace

GUN = weapon("gun", attacks="1", skill=2, strength=8, ap=-6)
PUFF = weapon("puff", attacks="1", skill=5, strength=2)


def spares(name: str, count: int, *arms: object, **stats: object) -> MiniatureSheet:
    return replace(miniatures(name, count, *arms, **stats), spare=True)  # type: ignore[arg-type]


SPLIT = Ability(
    "Crumble",
    effects=(
        AddMiniatures(
            2, name="Lump", when="miniature destroyed", face_from=4, conditions=(Condition("fallen", name="boulder"),)
        ),
        AddMiniatures(
            1, name="Grit", when="miniature destroyed", face_from=4, conditions=(Condition("fallen", name="lump"),)
        ),
    ),
)


def crumbling(count: int = 2, *abilities: Ability) -> UnitSheet:
    sheet = mixed("Boulders", miniatures("Boulder", count, PUFF), spares("Lump", 4, PUFF), spares("Grit", 4))
    return replace(sheet, abilities=(*abilities, SPLIT))


def shot_at(count: int = 2, guns: int = 1, *abilities: Ability) -> Battle:
    """Guns, all of which hit, wound and slay, shoot at boulders that crumble."""
    what = setup([unit("Guns", GUN, count=guns)], [crumbling(count, *abilities), unit("Far", blade())])
    return position(what, {0: row(20, 20, guns), 1: (*row(30, 20, count), *((0.0, 0.0),) * 8), 2: row(55, 40)})


def volley(battle: Battle, *dice: int) -> tuple[ev.Event, ...]:
    take(battle, Shoot(0, (Shot("gun", 1),)))
    return take(battle, RollDice(), *dice)


def test_they_may_come_for_all_but_some() -> None:
    but = (Condition("fallen", name="lump", negate=True), Condition("fallen", name="grit", negate=True))
    again = Ability("Again", effects=(AddMiniatures(1, name="Lump", when="miniature destroyed", conditions=but),))
    what = setup([unit("Guns", GUN)], [replace(crumbling(), abilities=(again,))])
    battle = position(what, {0: row(20, 20), 1: (*row(30, 20, 2), *((0.0, 0.0),) * 8)})
    assert one(ev.MiniaturesAdded, volley(battle, 6, 6)).gained == ((2, 1),)
    take(battle, ByHand("by-hand", None, (DealMortalWounds(1),), target=1))
    assert battle.state.units[1].wounds == (1, *(0,) * 9)


def test_they_are_not_there_when_the_battle_begins() -> None:
    what = setup([unit("Guns", GUN)], [crumbling()])
    begun = opening(what).units[1]
    assert begun.wounds == (1, 1, *(0,) * 8)
    assert len(crumbling().starting) == 2
    assert spare.absent(crumbling(), begun) == frozenset(range(2, 10))
    scene = Scene(what, opening(what))
    assert scene.figures(1).indices == (0, 1)
    assert not scene.below_half(1)
    battle = mustering(setup([crumbling()], [unit("Foe", blade())]), {})
    take(battle, Deploy(0, (*row(5, 20, 2), *((0.0, 0.0),) * 8)))
    assert battle.scene.figures(0).places == row(5, 20, 2)
    without = mustering(setup([crumbling()], [unit("Foe", blade())]), {})
    take(without, Deploy(0, row(5, 20, 2)))
    assert without.state.units[0] == battle.state.units[0]
    assert refusal(mustering(battle.setup, {}), Deploy(0, row(5, 20, 3))).code == "wrong-count"


def test_the_fallen_are_rolled_for_once_the_attacks_are_done_and_others_come() -> None:
    battle = shot_at(guns=1)
    events = volley(battle, 6, 6, 4)
    names = [type(event).__name__ for event in events]
    assert names.index("UnitShot") < names.index("CauseRolled") < names.index("MiniaturesAdded")
    came = one(ev.MiniaturesAdded, events)
    assert (came.unit, came.cause, came.gained) == (1, "Crumble", ((2, 1), (3, 1)))
    state = battle.state.units[1]
    assert (state.wounds, state.added) == ((1, 0, 1, 1, *(0,) * 6), (2, 3))
    figures = battle.scene.figures(1)
    assert coherent(figures.places, figures.bases)
    for first in range(3):
        for second in range(first):
            there = [(figures.places[i], figures.bases[i]) for i in (first, second)]
            assert between(*there[0], *there[1]) >= 0.0


def test_nobody_comes_on_a_lower_die_or_to_a_unit_that_is_gone() -> None:
    battle = shot_at()
    assert not only(ev.MiniaturesAdded, volley(battle, 6, 6, 3))
    gone = shot_at(1)
    events = volley(gone, 6, 6)
    assert one(ev.UnitDestroyed, events).unit == 1
    assert not only(ev.CauseRolled, events)


def test_a_die_is_rolled_for_each_and_all_come_at_once() -> None:
    events = volley(shot_at(4, 3), 6, 6, 6, 6, 6, 6, 4, 3, 5)
    assert one(ev.CauseRolled, events).dice == (4, 3, 5)
    assert len(one(ev.MiniaturesAdded, events).gained) == 4


def test_what_comes_of_those_that_came() -> None:
    battle = shot_at()
    volley(battle, 6, 6, 4)
    units = tuple(replace(each, shot=False) for each in battle.state.units)
    state_of(battle, units=units)
    events = volley(battle, 6, 6, 5)  # the last of the line-up falls first: a lump
    came = one(ev.MiniaturesAdded, events)
    assert [battle.scene.sheets[1].line_up[i].name for i, _ in came.gained] == ["Grit"]


def test_mortal_wounds_outside_of_attacks_count_and_coherency_does_not() -> None:
    battle = shot_at(3)
    events = take(battle, ByHand("by-hand", None, (DealMortalWounds(2),), target=1), 4, 4)
    assert len(one(ev.MiniaturesAdded, events).gained) == 4


def test_there_is_no_more_of_a_kind_than_the_sheet_has_and_who_fell_makes_room() -> None:
    battle = shot_at(5)
    take(battle, ByHand("by-hand", None, (DealMortalWounds(3),), target=1), 4, 4, 4)
    assert battle.state.units[1].wounds == (1, 1, 0, 0, 0, 1, 1, 1, 1, *(0,) * 4)
    take(battle, ByHand("by-hand", None, (DealMortalWounds(1),), target=1), 1)
    events = take(battle, ByHand("by-hand", None, (AddMiniatures(2, name="lump"),), target=1))
    assert [i for i, _ in one(ev.MiniaturesAdded, events).gained] == [8]
    assert battle.state.units[1].added == (5, 6, 7, 8)


def test_only_who_was_there_comes_back_and_no_more_than_began() -> None:
    battle = shot_at(3)
    back = ByHand("by-hand", None, (ReturnMiniatures(9),), target=1)
    take(battle, ByHand("by-hand", None, (DealMortalWounds(1),), target=1), 1)
    take(battle, back)
    assert battle.state.units[1].wounds == (1, 1, 1, *(0,) * 8)
    take(battle, ByHand("by-hand", None, (DealMortalWounds(2),), target=1), 1, 4)
    assert sum(battle.state.units[1].wounds) == 3
    assert not only(ev.WoundsHealed, take(battle, back))


def test_strength_is_that_of_the_beginning() -> None:
    battle = shot_at(4)
    scene = battle.scene
    take(battle, ByHand("by-hand", None, (DealMortalWounds(3),), target=1), 1, 1, 1)
    assert scene.below_half(1)
    take(battle, ByHand("by-hand", None, (AddMiniatures(3, name="Lump"),), target=1))
    assert not scene.below_half(1)


def test_what_holds_while_none_of_a_kind_is_left() -> None:
    quick = Ability("Nimble", effects=(AddToMove(3, conditions=(Condition("contains", name="boulder", negate=True),)),))
    battle = shot_at(2, 2, quick)
    assert movement.speed(battle.scene, 1) == 6
    take(battle, ByHand("by-hand", None, (AddMiniatures(1, name="Lump"),), target=1))
    state_of(battle, units=tuple(replace(u, falls=(0, 1)) if u.index == 1 else u for u in battle.state.units))
    volley(battle, 6, 6, 6, 6, 1, 1)
    assert battle.state.units[1].wounds == (0, 0, 1, *(0,) * 7)
    assert movement.speed(battle.scene, 1) == 9


def test_those_that_came_shoot_with_what_they_carry() -> None:
    battle = shot_at()
    volley(battle, 6, 6, 4)
    state_of(battle, active=1, turn=2)
    arm = targeting.usable(battle.scene, battle.state.units[1])["puff"]
    assert {i for i in arm.carried if battle.state.units[1].wounds[i]} == {0, 2, 3}


def test_with_a_leader_they_come_before_him_and_stay_when_he_is_gone() -> None:
    chief = replace(unit("Chief", GUN, keywords="infantry, character", wounds=3), leads=("Boulders",))
    what = setup([unit("Guns", GUN, count=2)], [crumbling(), chief])
    battle = position(what, {0: row(20, 20, 2), 1: (*row(30, 20, 2), *((0.0, 0.0),) * 8), 2: row(30, 18.5)})
    join(battle, 2, 1)
    take(battle, ByHand("by-hand", None, (DealMortalWounds(1),), target=1), 4)
    state = battle.state.units[1]
    assert (state.wounds, state.added) == ((1, 0, 1, 1, *(0,) * 6, 3), (2, 3))
    take(battle, ByHand("by-hand", None, (DealMortalWounds(2),), target=1), 1, 1)
    take(battle, ByHand("by-hand", None, (DealMortalWounds(1),), target=1))
    assert battle.state.units[2].alive
    assert battle.state.units[2].added == ()


def whole_armies() -> Setup:
    axe = blade(attacks="3", skill=2, strength=6, ap=-2)
    chief = replace(unit("Chief", GUN, keywords="infantry, character", wounds=3), leads=("Boulders",))
    ours = [crumbling(5), crumbling(6), unit("Guns", GUN, count=4), unit("Blades", axe, count=5)]
    theirs = [crumbling(6), chief, unit("Bows", GUN, count=5), unit("Axes", axe, count=4)]
    return replace(setup(ours, theirs), joined=((5, 4),))


def by_computer(seed: int) -> Battle:
    """A whole battle of the computer against itself."""
    battle = Battle(whole_armies(), seed)
    while (prompt := battle.ask()) is not None:
        battle.answer(player("standard").choose(battle, prompt))
        check_state(battle)
    return battle


def test_battles_with_them_are_legal_and_replay_and_undo() -> None:
    met = 0
    for seed in range(6):
        battle = by_computer(seed) if seed % 2 else play_random(whole_armies(), seed, check_state)
        came = sum(isinstance(event, ev.MiniaturesAdded) for each in battle.records for event in each.events)
        met += came
        kept = log.dump(log.log_of(battle))
        assert len(re.findall(r"(Lump|Grit) joins?\b", str(timeline_of(kept)))) >= came
        again = log.replay(log.load(kept))
        assert again.digest() == battle.digest()
        battle.rewind(0)
        assert battle.state == opening(battle.setup)
    assert met > 5


def test_a_sheet_without_them_is_written_as_before() -> None:
    assert b"spare" not in msgspec.json.encode(miniatures("Serf", 2))
    assert msgspec.json.decode(msgspec.json.encode(spares("Grit", 2)), type=MiniatureSheet).spare is True
