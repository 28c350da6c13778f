"""Every refusal of the rules: a code, a full sentence, and the measure where something was measured.

`CASES`, here and in `test_refusals_uses`, provoke each once; a scan of the sources shows that none is left out.
`refusal` checks on each that the battle is as it was before.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import get_args

import pytest

from highground.engine.battle import Battle
from highground.engine.choices import (
    Advance,
    Allocate,
    Arrive,
    ByHand,
    Charge,
    Choice,
    ChooseZone,
    Deploy,
    Disembark,
    Embark,
    End,
    EndBattle,
    Fight,
    Move,
    Pass,
    Place,
    Remove,
    Reserve,
    RollDice,
    Shoot,
    Strike,
    Use,
)
from highground.engine.model import Terrain
from highground.engine.record import Given
from highground.engine.state import Shot
from highground.words.names import CHOICES
from tests.engine.field import beside, blade, fight, join, position, refusal, row, setup, take, unit, weapon
from tests.engine.test_charge import charging
from tests.engine.test_coherency_removal import halved
from tests.engine.test_combat import armed, consolidating, melee, pairs, picked, whole_fight
from tests.engine.test_command import last_turn
from tests.engine.test_deployment import deploying
from tests.engine.test_facing import on_hulls
from tests.engine.test_flight import deploying as waiting_planes
from tests.engine.test_flight import dogfight, flying, plane
from tests.engine.test_floors import near_mill
from tests.engine.test_movement import moving, reserve
from tests.engine.test_refusals_uses import CASES as OF_USES
from tests.engine.test_shooting import GUN, HOUSE, SIDEARM, behind_the_house, facing
from tests.engine.test_stages import TOUGH, declared
from tests.values import replace

ENGINE = Path(__file__).resolve().parents[2] / "highground" / "engine"
ELSEWHERE = {"wrong-dice", "needs-consent", "nothing-to-undo", "effect-without-fall"}
"""Refusals that no choice alone brings about: tested with dice and undo, and of the effects of a pack."""

Case = tuple[Callable[[], Battle], Choice, str]
"""A battle, a choice, and the measure of its refusal ('' if nothing is measured)."""


def over() -> Battle:
    battle = last_turn(1, 2)
    take(battle, Advance())
    return battle


def choosing_zone() -> Battle:
    battle = Battle(setup([unit("A", blade())], [unit("B", blade())]), 1)
    take(battle, RollDice(), 6, 1)
    return battle


def set_up() -> Battle:
    battle = deploying()
    take(battle, Deploy(0, row(5.0, 10.0, 3)))
    take(battle, Deploy(2, row(55.0, 10.0)))
    return battle


def charged() -> Battle:
    battle = charging()
    take(battle, Charge(0, (1,)), 1, 1)
    return battle


def reaching() -> Battle:
    battle = charging()
    take(battle, Charge(0, (1,)), 3, 3)
    return battle


def reaching_far() -> Battle:
    battle = charging()
    take(battle, Charge(0, (1,)), 6, 6)
    return battle


def fought() -> Battle:
    battle = pairs(("", ""), ("", ""))
    whole_fight(battle, 2)
    whole_fight(battle, 0)
    return battle


def lonely() -> Battle:
    places = {0: row(20, 22), 1: row(beside(20, 0.5), 22), 2: row(40, 22)}
    return melee([unit("A", blade())], [unit("B", blade()), unit("C", blade())], places)


def with_friends() -> Battle:
    return facing(friends=[unit("Friends", blade())], places={1: row(beside(20, 10) - 1.26 - 0.5, 22)})


def shade() -> Battle:
    return facing(gap=15.0, foe=unit("Shade", blade(), rules="lone operative"))


def two_near_one_far() -> Battle:
    what = setup([unit("Shooters", SIDEARM)], [unit("Near", blade()), unit("Far", blade())])
    return position(what, {0: row(20, 22), 1: row(beside(20, 0.5), 22), 2: row(30, 22)}, "shooting")


def fired() -> Battle:
    battle = facing(weapon("rocket", keywords="one shot"), GUN)
    return position(battle.setup, {0: row(20, 22), 1: row(30, 22)}, "shooting", units={0: {"spent": ((0, "rocket"),)}})


def shooter_done() -> Battle:
    battle = facing()
    take(battle, Shoot(0))
    return battle


ends_near = {0: row(20, 22), 2: row(beside(20, 3.5), 22)}
"""A unit that consolidates could reach an enemy."""


def under_a_plane() -> Battle:
    what = setup([unit("Chargers", blade())], [unit("Plane", blade(), keywords="aircraft")])
    return position(what, {0: row(20, 22), 1: row(beside(20, 4.0), 22)}, "charge")


def tanks() -> Battle:
    what = setup([unit("Tank", keywords="vehicle"), unit("Other tank", keywords="vehicle")], [unit("Foe", blade())])
    return position(what, {0: row(20, 22), 1: row(23, 22), 2: row(50, 22)}, "movement")


def tower() -> Battle:
    what = setup([unit("Tower", blade(), movement=0)], [unit("Foe", blade())])
    return position(what, {0: row(20, 22), 1: row(50, 22)}, "movement")


def piling() -> Battle:
    return picked({0: row(20, 22), 1: row(beside(20, 4), 22)})


def striking() -> Battle:
    battle = picked({0: row(20, 22), 1: row(beside(20, 0.5), 22), 2: row(beside(20, 6), 22)})
    take(battle, Place())
    return battle


def two_swords() -> Battle:
    return armed(blade("sword"), blade("axe"))


def infiltrating() -> Battle:
    battle = deploying("infiltrators", "", red=2)
    take(battle, Deploy(1, row(5.0, 35.0, 3)))
    take(battle, Deploy(2, row(49.0, 20.0)))
    return battle


def penned() -> Battle:
    """A unit within four walls that nobody gets round."""
    corners = ((18.0, 20.0), (22.0, 20.0), (22.0, 24.0), (18.0, 24.0))
    pen = Terrain("pen", corners, walls=tuple(zip(corners, corners[1:] + corners[:1], strict=True)))
    what = setup([unit("Runners", blade(), keywords="mounted")], [unit("Foe", blade())], pen)
    return position(what, {0: row(20, 22), 1: row(50, 22)}, "movement")


def moved() -> Battle:
    battle = moving()
    take(battle, Move(0, "stationary"))
    return battle


def many_axes() -> Battle:
    """A unit whose blows are rolled, between two enemies."""
    what = setup(
        [unit("Blue", blade("axe", attacks="D6"))], [unit("A", blade(), wounds=9), unit("B", blade(), wounds=9)]
    )
    places = {0: row(20, 22), 1: row(beside(20, 0.5), 22), 2: row(20 - 2 * 0.63 - 0.5, 22)}
    battle = fight(position(what, places, "combat", units={0: {"charged": True, "charge_tried": True}}))
    take(battle, Fight(0))
    take(battle, Place())
    return battle


def mostly_above() -> Battle:
    """Of four units that come from above, worth more than the rest, two wait."""
    costly = [replace(unit(f"Drop {i}", blade(), rules="deep strike"), points=300) for i in (0, 1)]
    what = setup([*costly, unit("A", blade()), unit("B", blade())], [unit("Foe", blade())])
    battle = Battle(what, 1)
    for choice, faces in ((RollDice(), (6, 1)), (ChooseZone(0), ()), (Reserve(0), ()), (Deploy(4, row(55, 5)), ())):
        take(battle, choice, *faces)
    return battle


def blasting() -> Battle:
    return facing(weapon("mortar", keywords="blast"), gap=0.5, shooter={"keywords": "vehicle"})


def led() -> Battle:
    """A captain that has joined a guard."""
    what = setup([unit("Guard", blade()), unit("Captain", blade())], [unit("Foe", blade())])
    battle = position(what, {0: row(20, 22), 1: row(20, 23.5), 2: row(50, 22)}, "movement")
    join(battle, 1, 0)
    return battle


CASES: dict[str, Case] = {
    "advanced": (lambda: charging(units={0: {"moved": "advanced"}}), Charge(0, (1,)), ""),
    "already-charged": (charged, Charge(0, (1,)), ""),
    "already-deployed": (set_up, Deploy(0, row(8.0, 10.0, 3)), ""),
    "already-engaged": (lambda: charging(0.5), Charge(0, (1,)), ""),
    "already-fought": (fought, Fight(2), ""),
    "already-moved": (moved, Move(0, "stationary"), ""),
    "already-shot": (shooter_done, Shoot(0), ""),
    "blast-near-friends": (blasting, Shoot(0, (Shot("mortar", 1),)), ""),
    "coherency": (deploying, Deploy(0, row(5.0, 10.0, 3, 4.0)), "2 of 3 out of coherency"),
    "destroyed": (lambda: moving(units={0: {"wounds": (0,)}}), Move(0, "stationary"), ""),
    "engaged": (lambda: moving(gap=0.5), Move(0, "advance"), ""),
    "joined": (led, Move(1, "stationary"), ""),
    "engaged-elsewhere": (two_near_one_far, Shoot(0, (Shot("sidearm", 2),)), ""),
    "far-from-edge": (reserve, Arrive(0, row(20.0, 30.0, 2)), ""),
    "aircraft-wait": (lambda: waiting_planes(plane()), Deploy(0, row(5, 22)), ""),
    "flies-on": (lambda: flying(10, 22), Move(0, "stationary"), ""),
    "not-aircraft": (moving, Move(0, "fly_off"), ""),
    "not-ahead": (lambda: flying(10, 22), Move(0, "move", row(32, 23)), "1.0 inches off its line"),
    "too-short": (lambda: flying(10, 22), Move(0, "move", row(25, 22)), "15.0 of 20 inches"),
    "turns-too-far": (lambda: flying(10, 22), Move(0, "move", row(32, 22), facings=(100,)), ""),
    "aircraft": (lambda: charging(keywords="aircraft"), Charge(0, (1,)), ""),
    "could-touch": (reaching_far, Place(row(26.5, 22.0)), ""),
    "out-of-engagement": (lambda: picked({0: row(20, 22), 2: row(26, 22)}), Place(row(22, 22)), ""),
    "must-engage": (lambda: consolidating(ends_near), Place(row(20.0, 24.0)), ""),
    "still-apart": (halved, Remove((0,)), ""),
    "more-than-needed": (halved, Remove((0, 1, 2)), ""),
    "must-strike": (striking, Strike(), ""),
    "not-closer-to-objective": (
        lambda: consolidating({0: row(20, 22)}, ((20.0, 24.5),)), Place(row(20.0, 21.5)), ""
    ),
    "out-of-objectives-range": (lambda: consolidating({0: row(20, 22)}), Place(row(20.0, 24.0)), ""),
    "out-of-the-air": (under_a_plane, Charge(0, (1,)), ""),
    "fell-back": (lambda: facing(units={0: {"moved": "fell_back"}}), Shoot(0), ""),
    "fighters-left": (lambda: pairs(("", "")), End(), "2 units"),
    "friends-in-the-way": (with_friends, Shoot(0, (Shot("gun", 2),)), ""),
    "in-enemy-zone": (reserve, Arrive(0, row(57.0, 30.0, 2)), ""),
    "immobile": (tower, Move(0, "advance"), "0 inches"),
    "in-engagement": (lambda: moving(gap=3), Move(0, "move", row(22.8, 22)), "0.2 inches from an enemy"),
    "lone-operative": (shade, Shoot(0, (Shot("gun", 1),)), "15.0 of 12 inches"),
    "melee-weapon": (facing, Shoot(0, (Shot("blade", 1),)), ""),
    "near-enemy-zone": (infiltrating, Deploy(0, row(50.0, 5.0, 3)), ""),
    "no-assault-weapon": (lambda: facing(units={0: {"moved": "advanced"}}), Shoot(0), ""),
    "no-melee-weapon": (striking, Strike((Shot("claw", 1),)), ""),
    "no-place-on-table": (deploying, Deploy(0, ((1e9, 1.0), (2.0, 2.0), (3.0, 3.0))), ""),
    "no-such-miniatures": (facing, Allocate(0, (3,)), ""),
    "no-such-unit": (facing, Shoot(7), ""),
    "no-such-weapon": (facing, Shoot(0, (Shot("laser", 1),)), ""),
    "no-such-zone": (choosing_zone, ChooseZone(5), "5"),
    "no-target": (charging, Charge(0, ()), ""),
    "no-way-round": (penned, Move(0, "move", row(25.0, 22.0)), ""),
    "no-weapon": (lambda: facing(blade()), Shoot(0), ""),
    "not-carried": (facing, Shoot(0, (Shot("gun", 1, (3,)),)), ""),
    "not-closer": (piling, Place(row(19.0, 22.0)), ""),
    "not-engaged": (lonely, Fight(2), ""),
    "not-in-reserve": (reserve, Arrive(1, row(0.7, 30)), ""),
    "not-on-table": (lambda: facing(units={1: {"deployed": False}}), Shoot(0, (Shot("gun", 1),)), ""),
    "not-reached": (reaching, Place(row(25.0, 22.0)), ""),
    "stays-aloft": (dogfight, Place(row(20.5, 22)), ""),
    "not-yet": (lambda: pairs(("", ""), ("", ""), charged=[1]), Fight(0), ""),
    "not-yours": (facing, Shoot(1), ""),
    "nothing-to-fall-back-from": (moving, Move(0, "fall_back", row(20, 24)), ""),
    "off-board": (deploying, Deploy(0, row(0.5, 10.0, 3)), ""),
    "on-base": (deploying, Deploy(0, row(5.0, 10.0, 3, 1.0)), ""),
    "on-wall": (moving, Move(0, "move", row(24.0, 22.0)), ""),
    "one-shot": (fired, Shoot(0, (Shot("rocket", 1),)), ""),
    "one-weapon": (two_swords, Strike((Shot("sword", 1), Shot("axe", 1))), ""),
    "out-of-range": (lambda: charging(14.0), Charge(0, (1,)), "14.0 of 12 inches"),
    "out-of-reach": (striking, Strike((Shot("blade", 2),)), "of 1 inch"),
    "out-of-weapon-range": (lambda: facing(gap=30.0), Shoot(0, (Shot("gun", 1),)), "30.0 of 24 inches"),
    "out-of-sight": (lambda: facing(terrain=[HOUSE]), Shoot(0, (Shot("gun", 1),)), ""),
    "outside-zone": (deploying, Deploy(0, row(13.0, 10.0, 3)), ""),
    "over": (over, Advance(), ""),
    "own-unit": (facing, Shoot(0, (Shot("gun", 0),)), ""),
    "pistol": (lambda: facing(GUN, SIDEARM), Shoot(0, (Shot("gun", 1), Shot("sidearm", 1))), ""),
    "rolled-attacks": (many_axes, Strike((Shot("axe", 1, share=1), Shot("axe", 2))), ""),
    "seen-out-of-range": (lambda: behind_the_house(44.5), Shoot(0, (Shot("gun", 1),)), "more than 24 inches"),
    "target-twice": (charging, Charge(0, (1, 1)), ""),
    "through-enemy": (
        lambda: moving(places={0: row(20, 18), 2: row(23.0, 18.0)}), Move(0, "move", row(26, 18)), "of 6 inches"
    ),
    "through-friend": (tanks, Move(0, "move", row(26, 22)), "6.6 of 6 inches"),
    "through-wall": (lambda: moving(gap=30, keywords="mounted"), Move(0, "move", row(25.0, 22.0)), "6.4 of 6 inches"),
    "too-close": (lambda: reserve("deep strike"), Arrive(0, row(30.0, 20.26, 2)), ""),
    "too-early": (lambda: reserve(number=1), Arrive(0, row(0.7, 30, 2)), "round 1"),
    "too-many-in-reserve": (lambda: deploying("deep strike"), Reserve(0), "1 of 0 units"),
    "too-much-in-reserve": (mostly_above, Reserve(1), "600 of 400 points"),
    "too-much-strategic": (deploying, Reserve(0), "100 of 50 points"),
    "too-far-to-climb": (
        lambda: near_mill({0: row(24, 22), 1: row(50, 22)}), Move(0, "move", row(28, 22), (3.0,)), "7.0 of 6 inches"
    ),
    "too-far-turning": (
        lambda: on_hulls({0: row(20, 22), 1: row(50, 22)}),
        Move(0, "move", row(29, 22), facings=(90,)),
        "11.0 of 10 inches",
    ),
    "no-floor": (lambda: near_mill({0: row(24, 22), 1: row(50, 22)}), Move(0, "move", row(27, 22), (4.0,)), ""),
    "over-the-edge": (lambda: near_mill({0: row(24, 22), 1: row(50, 22)}), Move(0, "move", row(26, 22), (3.0,)), ""),
    "cannot-climb": (
        lambda: near_mill({0: row(24, 22), 1: row(50, 22)}, blue=[unit("Tank", keywords="vehicle")]),
        Move(0, "move", row(27, 22), (3.0,)),
        "",
    ),
    "too-far": (moving, Move(0, "move", row(20, 30)), "8.0 of 6 inches"),
    "units-left": (moving, End(), "2 units"),
    "used-twice": (facing, Shoot(0, (Shot("gun", 1), Shot("gun", 1))), ""),
    "weapon-not-now": (lambda: facing(GUN, SIDEARM, gap=0.5), Shoot(0, (Shot("gun", 1),)), ""),
    "wrong-choice": (facing, Charge(0, (1,)), ""),
    "wrong-count": (deploying, Deploy(0, row(5.0, 10.0, 2)), "2 of 3"),
    "wrong-end": (facing, EndBattle(None, "resigned"), ""),
    "wrong-stage": (lambda: declared(TOUGH, GUN), RollDice("save"), ""),
}  # fmt: skip


@pytest.mark.parametrize("code", CASES)
def test_every_refusal_has_code_sentence_and_measure(code: str) -> None:
    make, choice, measure = CASES[code]
    found = refusal(make(), choice)
    assert found.code == code
    if measure.startswith("of "):
        assert found.measure.endswith(measure)
    else:
        assert found.measure == measure


def test_wrong_dice_are_refused() -> None:
    assert refusal(declared(TOUGH, GUN), RollDice(), Given((3, 4))).code == "wrong-dice"


def codes_in(path: Path) -> Iterator[str]:
    """The codes of all refusals, offences and faults of effects that a source makes."""
    for node in ast.walk(ast.parse(path.read_text())):
        if (
            isinstance(node, ast.Call)
            and getattr(node.func, "id", "") in {"Refusal", "Offence", "EffectFault"}
            and node.args
        ):
            first = node.args[0]
            if isinstance(first, ast.Constant):
                yield str(first.value)


def test_no_code_is_left_out() -> None:
    """Every code that any source of the engine makes is provoked, here or in `test_refusals_uses`."""
    sources = [path for path in ENGINE.rglob("*.py") if path.name != "why.py"]  # reasons, which nothing is refused for
    found = {code for path in sources for code in codes_in(path)}
    assert len(found) > 75
    assert sorted(found - set(CASES) - set(OF_USES) - ELSEWHERE) == []
    assert sorted((set(CASES) | set(OF_USES) | ELSEWHERE) - found) == [], "a case whose code is no more"


@pytest.mark.parametrize(
    "choice",
    [
        Advance(), RollDice(), ChooseZone(0), Deploy(0, row(1, 1)), Reserve(0), Arrive(0, row(1, 1)),
        Move(0, "stationary"), Place(), Shoot(0), Charge(0, (1,)), Fight(0), Strike(), End(),
        Pass(), Use("ploy", 0), ByHand("song", 0), Embark(0, 1), Disembark(0, row(1, 1)),
    ],
    ids=lambda choice: type(choice).__name__,
)  # fmt: skip
def test_every_kind_of_choice_is_refused_where_it_does_not_fit(choice: Choice) -> None:
    """In each of these places some kinds fit; all the others are refused as the wrong choice."""
    fitting: dict[Callable[[], Battle], tuple[type, ...]] = {
        choosing_zone: (ChooseZone,),
        deploying: (Deploy, Reserve, Embark),
        moving: (Move, Arrive, End, Embark, Disembark),
        reaching: (Place,),
        facing: (Shoot, End),
        charging: (Charge, End),
        striking: (Strike,),
        lambda: declared(TOUGH, GUN): (RollDice,),
        lambda: last_turn(0, 0): (Advance,),
    }
    assert {kind.__name__ for kind in get_args(Choice)} == set(CHOICES)
    for make, kinds in fitting.items():
        if not isinstance(choice, kinds):
            code = refusal(make(), choice).code
            assert code == "wrong-choice" or (
                isinstance(choice, Use | ByHand) and code in {"no-such-ability", "not-yours"}
            )
