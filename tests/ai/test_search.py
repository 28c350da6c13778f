"""Players that compare plans before they act: legal, repeatable, and blind to the dice to come."""

from __future__ import annotations

import msgspec
import pytest

from highground.ai import LEVELS, PERSONALITIES, player
from highground.ai.aims import Aims
from highground.ai.levels import ANSWERS, CLASSIC, PLANS, STEADY
from highground.ai.parts import alike, changes, named, parts_of, together
from highground.ai.player import AiPlayer
from highground.ai.search import PlanPlayer, Recipe, SearchPlayer, Thought, Tried, agreed, plan_player
from highground.ai.value import FEATURES, Might, features, margin, win_chance
from highground.engine.battle import Battle
from highground.engine.model import Setup
from highground.simulation.battles import battle_seed
from highground.simulation.matchups import FOR_MEASURING, FOR_TRAINING, measuring, training
from tests.ai.test_player import play
from tests.engine.field import blade, position, row, setup, unit, weapon
from tests.engine.menagerie import CONVOY, MENAGERIE, SKIRMISH
from tests.engine.test_legal_play import sample

YARDSTICK = (
    "337b2514e69cd26da0733894eb416e7b",
    "062e7823e651ca147e99a32d929ef807",
    "35b0d8509e0012d585774601da0d14f0",
    "bd9f80bf7e79a45f8ae5735ac492ac51",
)
"""What battles of `classic` against itself come to. They change with the rules and the armies alone, as when units that
stand apart began to choose whom they lose, or when vehicles and riders of the sample armies got long bases."""
SHORT = Recipe(PLANS[:3], ANSWERS[:2], (4, 2, 2))
APART = Recipe(PLANS, ANSWERS, (9, 0, 0), 30)
"""Tries single units too."""


def turn_of(setup: Setup, seed: int, number: int) -> Battle:
    """A battle between plain players at the start of somebody's movement, `number` turns in."""
    battle, players = Battle(setup, seed), (AiPlayer(CLASSIC), AiPlayer(STEADY))
    seen: list[tuple[int, int]] = []
    while (prompt := battle.ask()) is not None:
        state = battle.state
        if state.started and state.phase == "movement" and (state.round, state.turn) not in seen:
            seen.append((state.round, state.turn))
            if len(seen) == number:
                return battle
        battle.answer(players[prompt.side].choose(battle, prompt))
    raise AssertionError("the battle was over before")


@pytest.mark.parametrize("setup", [MENAGERIE, SKIRMISH, CONVOY])
def test_a_searching_player_ends_battles_and_plays_the_same_again(setup: Setup) -> None:
    first, second = (play(setup, 6, (SearchPlayer("short", SHORT), player("standard"))) for _ in range(2))
    assert first.state.completed
    assert first.digest() == second.digest()


def test_trials_leave_the_battle_as_it_was_and_use_none_of_its_dice() -> None:
    battle = turn_of(sample("weir-crossing"), 3, 3)
    before, state, seed = battle.digest(), battle.state, battle.seed
    thinker = SearchPlayer("short", SHORT)
    prompt = battle.ask()
    assert prompt is not None
    choice = thinker.choose(battle, prompt)
    assert battle.digest() == before
    assert battle.state is state
    assert battle.seed == seed
    assert [each.trials > 0 for each in thinker.tried] == [True] * 3
    other = Battle.restored(battle.setup, seed + 1, battle.records)
    again = other.ask()
    assert again is not None
    assert (
        SearchPlayer("short", SHORT).choose(other, again) == choice
    )  # the battle's seed, which nobody knows, has no part


def test_a_limit_ends_the_trials_early_and_there_is_always_an_answer() -> None:
    battle = turn_of(sample("weir-crossing"), 3, 3)
    prompt = battle.ask()
    assert prompt is not None
    thinker = SearchPlayer("short", Recipe(PLANS, ANSWERS, (90, 0, 0)), left=lambda spent: spent < len(PLANS))
    assert battle.allows(thinker.choose(battle, prompt))
    assert sum(each.trials for each in thinker.tried) == len(PLANS)


def test_the_plan_that_is_played_came_out_best_of_those_tried_most() -> None:
    battle = turn_of(sample("long-dyke"), 9, 4)
    prompt = battle.ask()
    assert prompt is not None
    thinker = SearchPlayer("short", Recipe(PLANS[:4], ANSWERS, (24, 0, 0)))
    thinker.choose(battle, prompt)
    trials = [each.trials for each in thinker.tried]
    assert trials == sorted(trials, reverse=True)
    assert thinker.tried[0].chance == pytest.approx(max(each.chance for each in thinker.tried[:2]), abs=0.05)
    assert {each.plan for each in thinker.tried} == {plan.name for plan in PLANS[:4]}


def test_names_of_plans_say_which_units_follow_another() -> None:
    name = named("steady", {7: "hold", 4: "guns"})
    assert name == "steady+4:guns+7:hold"
    assert parts_of(name) == ("steady", {4: "guns", 7: "hold"})
    assert parts_of("kill") == ("kill", {})
    assert together("kill", ["kill+4:guns", "kill+4:hold", "kill+2:spare"]) == "kill+2:spare+4:guns"
    player = plan_player(APART, name)
    assert (player.weights(-1).name, player.weights(4).name, player.weights(7).name) == ("steady", "guns", "hold")
    assert plan_player(APART, "nobody knows+3:it").weights(3).name == "steady"


def test_single_units_are_tried_where_another_plan_takes_them_elsewhere() -> None:
    battle = turn_of(sample("weir-crossing"), 3, 3)
    thinker = SearchPlayer("apart", APART)
    prompt = battle.ask()
    assert prompt is not None
    thinker.choose(battle, prompt)
    thought = thinker.thought
    assert thought is not None
    assert thought.done
    assert thought.parts
    base = thought.field[0].plan
    moving = Battle.restored(battle.setup, battle.seed, battle.records)
    while (asked := moving.ask()) is not None and asked.kinds[0] != "move":
        moving.answer(AiPlayer(STEADY).choose(moving, asked))
    players = [(plan.name, PlanPlayer(plan)) for plan in PLANS]
    names = changes(moving, base, players)
    assert names
    for name in names:
        ((unit, plan),) = parts_of(name)[1].items()
        usual, other = (dict(players)[each].own_move(moving, unit).choice for each in (base, plan))
        assert not alike(usual, other)


def thought_of(*parts: tuple[str, int, float]) -> Thought:
    """What changes of `steady` came to, as name, trials and mean chance to win, where that of `steady` is a half."""
    tried = tuple([Tried(name, trials, trials * chance) for name, trials, chance in parts])
    return Thought((1, 1, "movement"), (Tried("steady", 4, 2.0),), step=2, parts=tried, baseline=(0.5,) * 12)


def test_changes_that_are_ahead_are_made_together_unless_that_is_worse() -> None:
    assert agreed(thought_of()) == "steady"
    assert agreed(thought_of(("steady+1:guns", 12, 0.45))) == "steady"
    assert agreed(thought_of(("steady+1:guns", 2, 0.9))) == "steady"  # too few trials to go by
    good = (("steady+1:guns", 12, 0.55), ("steady+2:hold", 12, 0.52), ("steady+1:hold", 12, 0.51))
    assert agreed(thought_of(*good)) == "steady+1:guns+2:hold"
    assert agreed(thought_of(*good, ("steady+1:guns+2:hold", 12, 0.56))) == "steady+1:guns+2:hold"
    assert agreed(thought_of(*good, ("steady+1:guns+2:hold", 12, 0.49))) == "steady+1:guns"


@pytest.mark.parametrize("most", [0, 5, 12, 20, 30])
def test_a_thought_goes_on_from_wherever_it_was_left_and_comes_to_the_same(most: int) -> None:
    battle = turn_of(sample("weir-crossing"), 3, 3)
    prompt = battle.ask()
    assert prompt is not None
    whole = SearchPlayer("apart", APART)
    choice = whole.choose(battle, prompt)
    first = SearchPlayer("apart", APART)
    first.think(battle, prompt.side, lambda spent: spent < most)
    kept = msgspec.json.decode(msgspec.json.encode(first.thought), type=Thought)
    second = SearchPlayer("apart", APART, thought=kept)
    assert second.choose(battle, prompt) == choice
    assert second.thought == whole.thought
    first.finish()  # what has come out best until then
    assert battle.allows(first.choose(battle, prompt))


def test_what_an_army_stands_at_is_the_others_the_other_way_round() -> None:
    battle = turn_of(sample("long-dyke"), 9, 4)
    mine, theirs = (features(battle.scene, side) for side in (0, 1))
    assert mine[:-1] == pytest.approx([-value for value in theirs[:-1]])
    assert len(mine) == len(FEATURES)
    assert margin(battle.scene, 0) == pytest.approx(-margin(battle.scene, 1))
    assert win_chance(battle.scene, 0) + win_chance(battle.scene, 1) == pytest.approx(1.0)


def test_what_units_could_do_counts_by_what_is_left_of_them_and_charges_by_how_far_they_go() -> None:
    guns, claws = unit("Guns", weapon("gun", "4"), count=4), unit("Claws", blade("claws", attacks="4"), count=4)
    near, far = {0: row(20, 22, 4), 1: row(33, 22, 4)}, {0: row(20, 22, 4), 1: row(45, 22, 4)}
    battle = position(setup([guns], [claws]), near, "movement")
    mine, theirs = Might(battle.scene, 0), Might(battle.scene, 1)
    assert mine.shooting > 0.0 == theirs.shooting
    assert theirs.charges > mine.charges
    away = position(setup([guns], [claws]), far, "movement")
    assert Might(away.scene, 1).charges == 0.0
    assert Might(away.scene, 1).melee == theirs.melee
    halved = position(setup([guns], [claws]), far, "movement", units={0: {"wounds": (1, 1, 0, 0)}})
    assert Might(halved.scene, 0).shooting == pytest.approx(0.5 * mine.shooting)


def test_a_battle_that_is_over_is_worth_what_came_of_it() -> None:
    battle = play(SKIRMISH, 4, (player("standard"), player("standard")))
    winner = battle.state.winner
    assert [win_chance(battle.scene, side) for side in (0, 1)] == [
        0.5 if winner is None else float(side == winner) for side in (0, 1)
    ]


def test_ground_that_scores_no_more_is_worth_less() -> None:
    early, late = turn_of(sample("long-dyke"), 9, 3), turn_of(sample("long-dyke"), 9, 9)
    side = late.state.active
    assert side == late.state.first  # it has scored its ground for the last time
    assert max(Aims(late.scene, side).ground) < 0.5 * min(Aims(early.scene, side).ground)


def test_levels_are_known_by_name_and_the_yardstick_plays_as_the_standard_does() -> None:
    assert {"classic", "strongest"} <= LEVELS.keys()
    assert not LEVELS.keys() & PERSONALITIES.keys()
    pair = sample("weir-crossing")
    assert play(pair, 5, (player("classic"), player("classic")), check=False).digest() == (
        play(pair, 5, (player("standard"), player("standard")), check=False).digest()
    )
    with pytest.raises(KeyError, match="strongest"):
        player("timid")


@pytest.mark.parametrize("number", range(len(YARDSTICK)))
def test_the_yardstick_plays_as_it_always_has(number: int) -> None:
    """Else every figure that was measured against it is void: a change of its choices needs a level of its own."""
    setup = measuring(6)[number].setup
    battle = Battle(setup, battle_seed(3, number))
    players = (player("classic"), player("classic"))
    while (prompt := battle.ask()) is not None:
        battle.answer(players[prompt.side].choose(battle, prompt))
    assert battle.digest() == YARDSTICK[number]


def test_no_army_that_players_are_measured_by_is_one_they_were_trained_on() -> None:
    assert not set(FOR_TRAINING) & set(FOR_MEASURING)
    measured = {army.units for each in measuring(12) for army in each.setup.armies}
    trained = {army.units for each in training(len(FOR_TRAINING)) for army in each.setup.armies}
    assert not measured & trained
    assert len({each.setup.layout.name for each in measuring(6)}) == 6
    assert len({each.setup.mission.name for each in measuring(6)}) == 3
