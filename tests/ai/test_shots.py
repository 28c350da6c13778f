"""Targets chosen by trials: which are tried, what their names say, and who shoots at them."""

from __future__ import annotations

import pytest

from highground.ai.levels import ANSWERS, CLASSIC, PLANS
from highground.ai.parts import EVERYBODY, Named, aimed, charges, named, parts_of, together
from highground.ai.search import Recipe, Thought, agreed, plan_player
from highground.ai.trials import PlanPlayer, Tried, TurnPlan
from highground.engine import choices as ch
from highground.engine.battle import Battle
from tests.ai.test_charges import goes_on_where_it_was_left, melee, plays_what_wins_most
from tests.engine.field import blade, position, row, setup, unit, weapon

AIMING = Recipe(PLANS[:1], ANSWERS, (0, 0, 0), shots=40)
GUN = weapon("gun", attacks="4", strength=5, ap=-1)


def firefight() -> Battle:
    """Two blue units before their shots: in reach of both two alike targets, of the first alone another one."""
    blue = [unit("Rifles", GUN, count=5), unit("Scouts", GUN, count=2)]
    red = [unit("Left", GUN, count=4), unit("Right", GUN, count=4), unit("Far", GUN, count=4), unit("Out", blade())]
    places = {
        0: row(10, 22, 5), 1: row(10, 30, 2), 2: row(28, 18, 4), 3: row(28, 26, 4), 4: row(32, 12, 4), 5: row(58, 40),
    }  # fmt: skip
    return position(setup(blue, red), places, "shooting")


def shot_at(choice: ch.Choice) -> set[int]:
    assert isinstance(choice, ch.Shoot)
    return {shot.target for shot in choice.shots}


def test_names_say_whom_units_prefer_to_shoot_at() -> None:
    name = named("steady", {4: "guns"}, {}, {EVERYBODY: 9, 7: 12})
    assert name == "steady+4:guns+*!9+7!12"
    assert parts_of(name) == Named("steady", {4: "guns"}, {}, {7: 12, EVERYBODY: 9})
    assert parts_of(name).changes == 3
    several = ["kill+4:guns+*!2", "kill+4:guns+*!3", "kill+4:guns+1!3"]
    assert together("kill+4:guns", several) == "kill+4:guns+*!2+1!3"


def test_targets_in_reach_are_tried_for_all_and_for_single_units() -> None:
    found = aimed(firefight(), "steady", PlanPlayer(PLANS[0]))
    assert {"steady+*!2", "steady+*!3"} <= set(found)
    assert not any(name.endswith("!5") for name in found), "out of everybody's reach"
    single = {name for name in found if "*" not in name}
    assert single
    assert found[-len(single) :] == sorted(single, key=found.index), "after those for the whole army"


@pytest.mark.parametrize("target", [2, 3, 4])
def test_a_unit_shoots_as_its_plan_says(target: int) -> None:
    battle = firefight()
    prompt = battle.ask()
    assert prompt is not None
    for name in (f"steady+*!{target}", f"steady+0!{target}", f"steady+*!{5 - target % 2}+0!{target}"):
        assert shot_at(plan_player(AIMING, name).choose(battle, prompt)) == {target}


def test_the_shots_of_others_and_of_those_who_prefer_what_they_cannot_reach_stay_as_they_were() -> None:
    battle = firefight()
    prompt = battle.ask()
    assert prompt is not None
    usual = plan_player(AIMING, "steady").choose(battle, prompt)
    for name in ("steady+1!3", "steady+*!5", "steady+0!5"):
        assert plan_player(AIMING, name).choose(battle, prompt) == usual


def test_who_does_not_play_the_mission_prefers_nobody() -> None:
    assert aimed(firefight(), "classic", PlanPlayer(TurnPlan("classic", CLASSIC))) == []


def test_the_target_that_wins_most_is_shot_at() -> None:
    plays_what_wins_most(firefight(), AIMING, "shooting")


@pytest.mark.parametrize("most", [0, 1, 7, 20])
def test_thinking_about_shots_goes_on_where_it_was_left(most: int) -> None:
    goes_on_where_it_was_left(firefight(), AIMING, most)


def test_charges_are_changed_upon_the_plan_with_its_shots() -> None:
    battle = melee()
    found = charges(battle, "steady+*!2", PlanPlayer(PLANS[0]))
    assert found
    assert all(parts_of(name).preferred == {EVERYBODY: 2} for name in found)
    parts = (Tried(found[0], 12, 6.6), Tried(found[1], 12, 5.0))
    thought = Thought((1, 1, "charge"), (Tried("steady+*!2", 4, 2.0),), step=2, parts=parts, baseline=(0.5,) * 12)
    assert agreed(thought) == found[0]
    assert together("steady+*!2", found[:1]) == found[0]
