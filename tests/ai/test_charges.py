"""Charges chosen by trials: which are tried, what their names say, and who makes them."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from highground.ai.levels import ANSWERS, PLANS, STRONGEST
from highground.ai.parts import NO_CHARGE, Named, charges, named, parts_of, together
from highground.ai.player import AiPlayer
from highground.ai.search import Recipe, SearchPlayer, Thought, agreed, plan_player
from highground.ai.trials import PlanPlayer, Tried
from highground.engine import choices as ch
from highground.engine.battle import Battle
from highground.engine.model import Point, Setup, UnitSheet
from highground.engine.prompts import ChargePrompt
from tests.engine.field import beside, blade, position, row, setup, unit, weapon
from tests.engine.test_legal_play import sample

CHARGING = Recipe(PLANS[:1], ANSWERS, (0, 0, 0), charges=40)
STRONG = blade("maul", attacks="6", strength=8, ap=-3, damage="3")


def melee(*others: UnitSheet, objective: Point = (30.0, 40.0)) -> Battle:
    """A strong blue unit before the charges: near it a weak one that shoots, farther a strong one, one out of reach.

    Other blue units stand below it.
    """
    blue = [unit("Hammers", STRONG, count=3), *others]
    red = [
        unit("Clerks", weapon("pistol", attacks="4", strength=6, damage="2"), count=2),
        unit("Anvils", STRONG, count=3),
        unit("Far", blade()),
    ]
    stand = [row(20, 22, 3), row(20, 20)][: len(blue)]
    stand += [row(beside(20, 4), 22, 2), row(12, 22, 3), row(beside(20, 12.5), 22)]
    return position(setup(blue, red, objectives=(objective,)), dict(enumerate(stand)), "charge")


def test_names_say_whom_units_charge_besides_their_plans() -> None:
    name = named("steady", {4: "guns"}, {9: NO_CHARGE, 7: 12})
    assert name == "steady+4:guns+7>12+9>-"
    assert parts_of(name) == Named("steady", {4: "guns"}, {7: 12, 9: NO_CHARGE})
    assert parts_of(name).changes == 3
    assert together("kill+4:guns", ["kill+4:guns+4>2", "kill+4:guns+4>-"]) == "kill+4:guns+4>2"


def test_other_targets_and_no_charge_are_tried() -> None:
    battle = melee()
    player = PlanPlayer(PLANS[0])
    best = player.best_charge(battle.scene, (0,))
    assert best is not None
    usual = best[2]
    other = 3 - usual
    assert sorted(charges(battle, "steady", player)) == sorted([f"steady+0>{other}", "steady+0>-"])


def test_no_charge_is_tried_that_leaves_ground_which_the_unit_alone_holds() -> None:
    player = PlanPlayer(PLANS[0])
    alone = melee(objective=(20.0, 23.0))
    assert {parts_of(name).charges[0] for name in charges(alone, "steady", player)} <= {NO_CHARGE}
    relieved = charges(melee(unit("Holders", blade()), objective=(20.0, 23.0)), "steady", player)
    assert {"steady+0>-", "steady+0>3"} <= set(relieved)


@pytest.mark.parametrize("target", [1, 2])
def test_a_unit_charges_as_its_plan_says(target: int) -> None:
    battle = melee()
    prompt = battle.ask()
    assert isinstance(prompt, ChargePrompt)
    assert plan_player(CHARGING, f"steady+0>{target}").choose(battle, prompt) == ch.Charge(0, (target,))
    assert plan_player(CHARGING, "steady+0>-").choose(battle, prompt) == ch.End()
    gone = plan_player(CHARGING, "steady+0>3").choose(battle, prompt)  # out of reach: nobody is charged in its place
    assert gone == ch.End()


def plays_what_wins_most(battle: Battle, recipe: Recipe, phase: str) -> None:
    """Once thought about, what came out best is played."""
    prompt = battle.ask()
    assert prompt is not None
    thinker = SearchPlayer("trying", recipe)
    assert thinker.thinks_at(battle, prompt.side)
    choice = thinker.choose(battle, prompt)
    thought = thinker.thought
    assert thought is not None
    assert (thought.done, thought.when[2]) == (True, phase)
    assert thought.field[0].trials == len(thought.baseline) > 0
    assert thought.chosen == agreed(thought)
    assert choice == plan_player(recipe, thought.chosen).choose(battle, prompt)
    assert not thinker.thinks_at(battle, prompt.side)


def goes_on_where_it_was_left(battle: Battle, recipe: Recipe, most: int) -> None:
    """After so many trials, in another process."""
    prompt = battle.ask()
    assert prompt is not None
    whole, first = SearchPlayer("trying", recipe), SearchPlayer("trying", recipe)
    choice = whole.choose(battle, prompt)
    first.think(battle, prompt.side, lambda spent: spent < most)
    kept = msgspec.json.decode(msgspec.json.encode(first.thought), type=Thought)
    second = SearchPlayer("trying", recipe, thought=kept)
    assert second.choose(battle, prompt) == choice
    assert second.thought == whole.thought
    first.finish()
    assert battle.allows(first.choose(battle, prompt))


def test_the_charge_that_wins_most_is_made() -> None:
    plays_what_wins_most(melee(), CHARGING, "charge")


@pytest.mark.parametrize("most", [0, 1, 7, 20])
def test_thinking_about_charges_goes_on_where_it_was_left(most: int) -> None:
    goes_on_where_it_was_left(melee(), CHARGING, most)


def test_charges_are_changed_upon_the_plan_that_is_under_way() -> None:
    base = "steady+4:guns"
    parts = (Tried(f"{base}+1>3", 12, 6.6), Tried(f"{base}+2>-", 12, 6.4), Tried(f"{base}+5>3", 12, 5.0))
    thought = Thought((1, 1, "charge"), (Tried(base, 4, 2.0),), step=2, parts=parts, baseline=(0.5,) * 12)
    assert agreed(thought) == "steady+4:guns+1>3+2>-"
    worse = (*parts, Tried("steady+4:guns+1>3+2>-", 12, 5.9))
    assert agreed(replace(thought, parts=worse)) == "steady+4:guns+1>3"


def test_the_plan_of_the_movement_is_kept_by_all_others() -> None:
    battle = melee()
    prompt = battle.ask()
    assert prompt is not None
    before = Thought((1, 1, "movement"), (Tried("steady", 4, 2.0),), done=True, chosen="steady+7:hold")
    recipe = replace(CHARGING, plans=PLANS)
    thinker = SearchPlayer("charging", recipe, thought=before)
    thinker.choose(battle, prompt)
    assert thinker.thought is not None
    assert thinker.thought.field[0].plan == "steady+7:hold"
    assert parts_of(thinker.thought.chosen).plans == {7: "hold"}


def test_nothing_is_thought_about_where_no_unit_can_charge() -> None:
    places = {0: row(5, 5, 3), 1: row(50, 40, 2)}
    blue, red = [unit("Hammers", STRONG, count=3)], [unit("Clerks", blade(), count=2)]
    battle = position(setup(blue, red), places, "charge")
    assert not isinstance(battle.ask(), ChargePrompt)
    assert not SearchPlayer("charging", CHARGING).thinks_at(battle, 0)


def test_a_searching_player_that_tries_charges_ends_battles_and_plays_the_same_again() -> None:
    def fought(what: Setup) -> tuple[bool, str]:
        battle, few = Battle(what, 5), replace(STRONGEST, trials=(1, 0, 0), singles=0, set_up=0, charges=12)
        players = SearchPlayer("charging", few), AiPlayer(PLANS[0].weights)
        while (prompt := battle.ask()) is not None:
            battle.answer(players[prompt.side].choose(battle, prompt))
        return battle.state.completed, battle.digest()

    first = fought(sample("weir-crossing"))
    assert first[0]
    assert fought(sample("weir-crossing")) == first
