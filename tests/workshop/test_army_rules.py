"""Rules of collected armies, made in the workshop's format in our own words: how many are acted on, and how."""

from __future__ import annotations

import pytest

from benchmarks.army_rules import COLLECTED, count, for_army, left, lists, rule_set
from benchmarks.judged import SAMPLE, SIZE, lines, wilson
from highground.engine import log
from highground.engine.battle import Battle
from highground.engine.choices import Use
from highground.engine.model import Setup
from highground.engine.steps import offers
from highground.packs import load_pack
from highground.workshop import applied
from tests.engine.field import blade, position, row, setup, unit, weapon
from tests.engine.invariants import check_state
from tests.engine.random_play import play_random
from tests.values import replace

LISTS = pytest.mark.skipif(not COLLECTED.is_dir(), reason="the collected rosters are not here")
GUN = weapon("gun", attacks="6", skill=4)


def ours(file: str, phase: str = "command", detachment: str = "") -> Battle:
    """A mage and guards by a rule set of ours, and an enemy of one unit."""
    guards = [unit("Mage", GUN, keywords="infantry, psyker"), unit("Guard", GUN, blade(), count=3)]
    what = setup(guards, [unit("Foe", GUN, blade(), count=5)])
    blue = what.armies[0]
    blue = applied(blue, [for_army(rule_set(file), blue)])
    places = {0: row(10, 10), 1: row(14, 10, 3), 2: row(30, 10, 5)}
    return position(replace(what, armies=(blue, what.armies[1])), places, phase)  # type: ignore[arg-type]


def uid(battle: Battle, name: str) -> str:
    return next(each.uid for each in battle.setup.armies[0].abilities if each.name == name)


@LISTS
def test_of_eighteen_rules_at_least_fourteen_are_acted_on() -> None:
    _, read, made, total = count(COLLECTED)
    assert total == 18
    assert made >= 14
    assert made > read
    can, of, _, _ = left(COLLECTED)
    assert 0 < can < of


def test_the_share_of_the_sample_stands_with_its_interval() -> None:
    assert len(SAMPLE) == SIZE
    assert [round(each, 3) for each in wilson(25, 50)] == [0.366, 0.634]
    made = sum(not each for each in SAMPLE.values())
    assert f"{made} can be made ({made / SIZE:.0%}, 95 % interval" in lines()[0]


def test_hits_at_the_unit_that_was_named_are_rerolled() -> None:
    battle = ours("sworn-brothers")
    battle.answer(Use(uid(battle, "Named Quarry"), 0, (2,)))
    (mark,) = battle.state.active_effects
    assert (mark.unit, mark.effect.marks()) == (2, "quarry")


def test_one_order_is_given_in_a_turn_and_each_once_in_a_battle() -> None:
    battle = ours("sworn-brothers")
    armies = tuple(replace(each, counts=(("orders", 1),)) for each in battle.state.armies)
    battle.scene.rewind(replace(battle.state, armies=armies))
    battle.answer(Use(uid(battle, "Order: Storm"), None))
    assert battle.state.armies[0].count("orders") == 0
    ready = {each.name for each in offers.ready(battle.scene, 0)}
    assert "Named Quarry" in ready
    assert not ready & {"Order: Volleys", "Order: Back and Forth", "Order: Storm"}


def _fought(what: Setup, seed: int) -> set[str]:
    """The abilities that were used in a whole battle, which replays as it was."""
    battle = play_random(what, seed, check_state)
    assert battle.state.completed
    assert log.replay(log.load(log.dump(log.log_of(battle)))).digest() == battle.digest()
    return {record.choice.ability for record in battle.records if isinstance(record.choice, Use)}


@LISTS
def test_whole_battles_by_the_rules_of_collected_lists_are_legal_and_replay() -> None:
    pack, used = load_pack(), set[str]()
    for file in ("pooled-rites", "sworn-brothers"):
        wanted = {"pooled-rites": 4, "sworn-brothers": 3}[file]
        roster = next(each for _, each in lists(COLLECTED) if len(each.army.units) == wanted and each.army.playable)
        army = applied(roster.army, [for_army(rule_set(file), roster.army)], roster.datasheets)
        used |= _fought(pack.setup(army, pack.army("fen-1000")), 5)
    assert "made.army.named-quarry" in used
    assert any(each.startswith("made.army.order") for each in used)
