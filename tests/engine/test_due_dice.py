"""How many dice a stage of attacks takes is known beforehand, or known to depend on what they show."""

from __future__ import annotations

from collections import Counter

import pytest

from highground.engine.attack.due import number_due
from highground.engine.battle import Battle
from highground.engine.choices import RollDice, Shoot
from highground.engine.model import UnitSheet, Weapon
from highground.engine.state import Resolving, Shot
from highground.engine.steps.declared import stage_dice
from tests.engine.field import beside, blade, miniatures, mixed, position, row, setup, take, unit, weapon
from tests.engine.menagerie import MENAGERIE
from tests.engine.random_play import play_random

STAGES = ("hit", "wound", "save", "damage", "fnp")


def due(battle: Battle) -> int | None:
    frame = battle.state.top
    assert isinstance(frame, Resolving)
    return stage_dice(battle.scene, frame)


def first(battle: Battle) -> list[str]:
    frame = battle.state.top
    assert isinstance(frame, Resolving)
    return [number_due(each.sequence) for each in frame.volleys]


def declared(foe: UnitSheet, *arms: Weapon, count: int = 2) -> Battle:
    """Blue shooters have declared all their weapons at the red unit."""
    what = setup([unit("Shooters", *arms, count=count)], [foe])
    battle = position(what, {0: row(20, 22, count), 1: row(beside(20, 10), 22, len(foe.line_up))}, "shooting")
    battle.answer(Shoot(0, tuple(Shot(arm.uid, 1) for arm in arms)))
    return battle


@pytest.mark.parametrize("seed", range(3))
def test_as_many_dice_fall_as_were_due(seed: int) -> None:
    expected: list[tuple[str, int | None]] = []
    known: Counter[str] = Counter()

    def compare(battle: Battle) -> None:
        record = battle.records[-1]
        if expected and isinstance(record.choice, RollDice) and record.choice.stage == expected[0][0]:
            stage, count = expected[0]
            if count is not None:
                known[stage] += 1
                fallen = [len(each.faces) for each in record.dice if (each.purpose, each.source) == (stage, "rolled")]
                assert sum(fallen) == count, record
        expected.clear()
        if isinstance(battle.state.top, Resolving):
            expected.append((battle.state.top.stage, due(battle)))

    play_random(MENAGERIE, seed, compare)
    assert min(known[stage] for stage in STAGES) > 0


def test_a_number_of_attacks_that_is_rolled_comes_first() -> None:
    battle = declared(unit("Foe", blade(), count=3), weapon("gun", "D6+1"), weapon("fixed", "2"))
    assert (due(battle), first(battle)) == (None, ["2 × D6+1", ""])
    take(battle, RollDice("hit"), 1, 1, 3, 3, 3, 6, 1, 1, 1, 4)
    assert (due(battle), first(battle)) == (5, ["", ""])
    single = declared(unit("Foe", blade()), weapon("gun", "2D3"), count=1)
    assert first(single) == ["2D3"]


@pytest.mark.parametrize(
    ("keywords", "expected"), [("torrent", 0), ("sustained hits 1", 4), ("sustained hits D3", None)]
)
def test_keywords_tell_how_many_dice_hit(keywords: str, expected: int | None) -> None:
    assert due(declared(unit("Foe", blade()), weapon("gun", "2", keywords=keywords))) == expected


def test_saves_of_different_miniatures_are_rolled_to_their_end() -> None:
    foe = mixed("Foe", miniatures("Shields", 1, blade(), save=2), miniatures("Bare", 1, blade(), save=6))
    battle = declared(foe, weapon("gun", "1"))
    take(battle, RollDice("hit"), 6, 6)
    take(battle, RollDice("wound"), 6, 6)
    assert due(battle) is None


def test_attacks_that_may_find_nobody_left_do_not_say_how_many_dice_they_take() -> None:
    guns = (weapon("gun", "1", damage="3"), weapon("other", "1", damage="3"))
    battle = declared(unit("Foe", blade(), wounds=2, fnp=5), *guns, count=1)
    for stage, faces in (("hit", (6, 6)), ("wound", (6, 6)), ("save", (1, 1)), ("damage", ())):
        assert due(battle) == len(faces)
        take(battle, RollDice(stage), *faces)
    assert due(battle) is None
