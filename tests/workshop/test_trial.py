"""Trying a rule, and battles by rules that players made."""

from __future__ import annotations

from typing import Any

import pytest

from highground.engine import log
from highground.engine.choices import Use
from highground.packs import load_pack
from highground.rosters import read_roster
from highground.words.readings import of_ability
from highground.workshop import RuleSetError, applied, read_rule, read_rule_set
from highground.workshop.making import ability_of
from highground.workshop.trial import TriedRule, tried
from tests.engine.field import position, row, setup, unit, weapon
from tests.engine.invariants import check_state
from tests.engine.random_play import play_random
from tests.values import replace
from tests.workshop.sets import effect, rule_set, upload

GUN = weapon("gun", attacks="6", skill=4)


def trial(rule: dict[str, Any], level: str = "unit", distance: float = 12, option: int = 0) -> TriedRule:
    what = setup([unit("Guard", GUN)], [unit("Foe", GUN, count=9)])
    blue, red = what.armies
    return tried(blue, blue.units[0], red.units[0], read_rule(rule, level), option, distance)


def shots(found: TriedRule, defending: bool = False) -> tuple[float, float]:
    (line,) = (each for each in found["rows"] if each["defending"] == defending)
    return line["damage_before"], line["damage_after"]


def test_the_odds_are_those_of_the_rules_without_the_rule_and_with_it() -> None:
    found = trial({"name": "Keen", "effects": [effect("roll", stage="hit", value=1)]})
    assert shots(found) == pytest.approx((6 / 2 / 2 / 2, 6 * 2 / 3 / 2 / 2), abs=1e-3)
    assert shots(found, defending=True)[0] == shots(found, defending=True)[1]
    assert found["shown"]
    assert found["assumed"] == []


def test_weapons_of_one_name_with_other_numbers_share_a_row() -> None:
    """A sergeant whose six attacks hit on 2+ beside a trooper whose six hit on 4+."""
    sergeant = replace(unit("Sergeant", weapon("gun", attacks="6", skill=2)).miniatures[0], name="Sergeant")
    sharp = replace(
        sergeant, weapons=tuple(replace(c, weapon=replace(c.weapon, uid="sharp")) for c in sergeant.weapons)
    )
    guard = unit("Guard", GUN)
    squad = replace(guard, miniatures=(*guard.miniatures, sharp))
    blue, red = setup([squad], [unit("Foe", GUN, count=9)]).armies
    rule = read_rule({"name": "Keen", "effects": [effect("roll", stage="hit", value=1)]}, "unit")
    before, after = shots(tried(blue, squad, red.units[0], rule, 0, 12))
    assert (before, after) == pytest.approx((6 * (1 / 2 + 5 / 6) / 4, 6 * (2 / 3 + 5 / 6) / 4), abs=1e-3)


def test_critical_wounds_that_pierce_better_show_in_the_odds_and_in_words() -> None:
    rule = {"name": "Keen", "effects": [effect("roll", stage="wound", change="pierce", value=-2)]}
    before, after = shots(trial(rule))
    # Six attacks hit on 4+; two of six wounds meet the save of 4+, and one of six now one of 6+.
    assert (before, after) == pytest.approx((6 / 2 / 2 / 2, 6 / 2 * (2 / 6 / 2 + 1 / 6 * 5 / 6)), abs=1e-3)
    assert of_ability(ability_of(read_rule(rule, "unit"), "unit")) == [
        "The unit: critical wounds improve armour penetration by 2 with its attacks"
    ]
    precise = {"name": "Keen", "effects": [effect("roll", stage="hit", change="precise", attacks="ranged")]}
    assert of_ability(ability_of(read_rule(precise, "unit"), "unit")) == [
        "The unit: critical hits have precision with its ranged attacks"
    ]
    wrong = {"name": "Keen", "effects": [effect("roll", stage="hit", change="pierce", value=2)]}
    with pytest.raises(RuleSetError, match="to improve it by 2, say -2"):
        read_rule(wrong, "unit")


def test_conditions_of_the_moment_are_taken_for_granted_and_named() -> None:
    conditions = [{"kind": "charged"}, {"kind": "within", "value": 6}]
    rule = {"name": "Keen", "effects": [effect("roll", stage="hit", value=1, conditions=conditions)]}
    assert not trial(rule)["shown"]
    near = trial(rule, distance=5)
    assert near["shown"]
    assert near["assumed"] == ["it has charged"]


def test_a_stratagem_on_a_friend_is_its_own_and_one_on_an_enemy_the_others() -> None:
    use = {"cost": 1, "phases": ["shooting"], "target": "friend"}
    fog = {"name": "Fog", "use": use, "effects": [effect("roll", stage="hit", value=-1, role="defending",
                                                          duration="phase")]}  # fmt: skip
    found = trial(fog, "stratagem")
    assert shots(found)[0] == shots(found)[1]
    assert shots(found, defending=True)[1] < shots(found, defending=True)[0]
    mark = fog | {"use": use | {"target": "enemy"}}
    mark["effects"] = [effect("toughness", value=-2, who="target", duration="phase")]
    found = trial(mark, "stratagem")
    assert shots(found)[1] > shots(found)[0]


def test_one_of_several_options_is_tried() -> None:
    options = [
        {"name": name, "effects": [effect("roll", stage="hit", value=value, who="army", duration="turn")]}
        for name, value in (("One", 1), ("Two", -1))
    ]
    rule = {"name": "Verses", "use": {"phases": ["command"]}, "options": options}
    first, second = trial(rule, "army"), trial(rule, "army", option=1)
    assert shots(first)[1] > shots(first)[0]
    assert shots(second)[1] < shots(second)[0]


def test_a_stratagem_of_a_rule_set_is_used_in_a_battle() -> None:
    rules = read_rule_set(rule_set())
    what = setup([unit("Guard", GUN)], [unit("Foe", GUN)])
    blue = applied(replace(what.armies[0], detachment="Ford Guard"), [rules])
    battle = position(replace(what, armies=(blue, what.armies[1])), {0: row(10, 10), 1: row(40, 10)}, "movement")
    armies = tuple(replace(each, cp=2) for each in battle.state.armies)
    battle.scene.rewind(replace(battle.state, armies=armies))
    step = next(each for each in blue.abilities if each.name == "Quick step")
    battle.answer(Use(step.uid, 0))
    assert battle.state.armies[0].cp == 1
    (active,) = battle.state.active_effects
    assert (active.name, active.unit, active.effect.adds()) == ("Quick step", 0, 2)


@pytest.mark.parametrize("seed", range(2))
def test_whole_battles_by_a_rule_set_replay_as_they_were(seed: int) -> None:
    roster = read_roster(upload(), "list.ros")
    ours = applied(roster.army, [read_rule_set(rule_set())], roster.datasheets)
    pack = load_pack()
    battle = play_random(pack.setup(ours, pack.army("fen-1000")), seed, check_state)
    assert battle.state.completed
    saved = log.dump(log.log_of(battle))
    again = log.replay(log.load(saved))
    assert again.setup.armies[0] == ours
    assert again.digest() == battle.digest()
    names = {record.choice.ability for record in battle.records if isinstance(record.choice, Use)}
    assert names & {"made.stratagem.low-fog", "made.stratagem.quick-step", "made.army.ashen-creed"}
