"""Players that compare plans before they act: legal, repeatable, and blind to the dice to come."""

from __future__ import annotations

from collections.abc import Callable
from math import dist, hypot

import msgspec
import pytest

from highground.ai import LEVELS, PERSONALITIES, player
from highground.ai.aims import Aims
from highground.ai.deploying import Deployment
from highground.ai.levels import ANSWERS, CLASSIC, DEPLOYMENTS, PLANS, STEADY
from highground.ai.parts import Named, alike, changes, named, parts_of, together
from highground.ai.player import AiPlayer
from highground.ai.search import Recipe, SearchPlayer, Thought, agreed, plan_player
from highground.ai.trials import PlanPlayer, Tried
from highground.ai.value import FEATURES, Might, features, margin, win_chance
from highground.engine import choices as ch
from highground.engine.battle import Battle
from highground.engine.model import Point, Setup
from highground.engine.prompts import DeployPrompt, Prompt
from highground.simulation.battles import battle_seed
from highground.simulation.matchups import FOR_MEASURING, FOR_TRAINING, measuring, training
from tests.ai.test_player import play
from tests.engine.field import blade, position, row, setup, unit, weapon
from tests.engine.menagerie import CONVOY, MENAGERIE, SKIRMISH
from tests.engine.test_legal_play import sample

YARDSTICK = (
    "cd32b3cffcd0a10199c18690b46caa65",
    "40dc30a883608843bc7bc19aad47fcb3",
    "0c018cb60bd5a135d86d586d069b9f25",
    "21cdfdc277343a83f03734bb0b3a1601",
)
"""What battles of `classic` against itself come to. They change only with the rules and the armies: when players began
to choose what a unit out of coherency loses, when vehicles and riders of the sample armies got long bases, when
casualties no longer broke their unit's coherency, when shots out of turn kept to pistols or the rest and met those
who get out of a transport, and one miniature of a target had to be both in range and in sight, and when pile-ins had to
end in engagement and engaged vehicles could shoot out of turn."""
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
    assert parts_of(name) == Named("steady", {4: "guns", 7: "hold"})
    assert parts_of("kill") == Named("kill")
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
        ((unit, plan),) = parts_of(name).plans.items()
        usual, other = (dict(players)[each].own_move(moving, unit).choice for each in (base, plan))
        assert not alike(usual, other)


def on_the_way() -> Battle:
    """Blue fighters before their move: on one side an objective that is a move away, on the other an enemy as near."""
    blue, red = [unit("Runners", blade(attacks="4"), count=3)], [unit("Clerks", weapon("pistol"), count=2)]
    places = {0: row(20, 22, 3), 1: row(6, 22, 2)}
    return position(setup(blue, red, objectives=((29.0, 23.5),)), places, "movement")


@pytest.mark.parametrize("base", ["steady", "standard"])
def test_who_takes_free_ground_is_not_tried_elsewhere(base: str) -> None:
    """Unless its army does not look at the mission."""
    battle, players = on_the_way(), [(plan.name, PlanPlayer(plan)) for plan in PLANS]
    elsewhere = {name for name, player in players if not _ends_at_ground(battle, player)}
    assert {"standard"} <= elsewhere < {name for name, _ in players}
    tried = {parts_of(name).plans[0] for name in changes(battle, base, players)}
    if base == "steady":
        assert not tried & elsewhere
    else:
        assert tried


def _ends_at_ground(battle: Battle, player: PlanPlayer) -> bool:
    choice = player.own_move(battle, 0).choice
    assert isinstance(choice, ch.Move)
    return choice.how == "move" and any(dist(place, (29.0, 23.5)) < 4.4 for place in choice.places)


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


def to_set_up(setup: Setup, seed: int) -> tuple[Battle, Prompt]:
    """A battle when the first unit is to be set up."""
    battle, roller = Battle(setup, seed), AiPlayer(STEADY)
    while (prompt := battle.ask()) is not None and not isinstance(prompt, DeployPrompt):
        battle.answer(roller.choose(battle, prompt))
    assert prompt is not None
    return battle, prompt


def set_up(setup: Setup, deployment: Deployment) -> tuple[list[Point], Point]:
    """Where the first army's units stand that were set up in a certain way, and the middle of the enemy's zone."""
    battle, players = Battle(setup, 3), (AiPlayer(STEADY, deployment), AiPlayer(STEADY))
    while (asked := battle.ask()) is not None and not battle.state.started:
        battle.answer(players[asked.side].choose(battle, asked))
    zone = battle.state.armies[0].zone
    assert zone is not None
    theirs = setup.layout.zones[1 - zone].coordinates
    enemy = (sum(x for x, _ in theirs) / len(theirs), sum(y for _, y in theirs) / len(theirs))
    return [battle.scene.figures(unit).centre for unit in battle.scene.standing(0)], enemy


def test_an_army_is_set_up_in_the_way_that_is_wanted() -> None:
    """By the means over its units in four match-ups: single places depend on who else stands where."""

    def inches(name: str, measure: Callable[[list[Point], Point], float]) -> float:
        deployment = next(each for each in DEPLOYMENTS if each.name == name)
        return sum(measure(*set_up(each.setup, deployment)) for each in measuring(4)) / 4

    def away(places: list[Point], enemy: Point) -> float:
        return sum(dist(place, enemy) for place in places) / len(places)

    def apart(places: list[Point], enemy: Point) -> float:
        return sum(min(dist(place, other) for other in places if other != place) for place in places) / len(places)

    def to_the_right(places: list[Point], enemy: Point) -> float:
        """From the middle of the board, as seen from there towards the enemy."""
        dx, dy = enemy[0] - 30, enemy[1] - 22
        return sum((y - 22) * dx - (x - 30) * dy for x, y in places) / len(places) / hypot(dx, dy)

    assert inches("forward", away) < inches("usual", away) - 0.5 < inches("back", away) - 2.0
    assert inches("close", apart) < inches("usual", apart) - 0.5 < inches("spread", apart) - 1.0
    assert inches("left", to_the_right) < inches("usual", to_the_right) - 5.0 < inches("right", to_the_right) - 10.0


def test_a_deployment_is_chosen_by_trials_before_the_first_unit_is_set_up() -> None:
    battle, prompt = to_set_up(sample("weir-crossing"), 3)
    before = battle.digest()
    recipe = Recipe(PLANS[:1], ANSWERS[:2], (0, 0, 0), deployments=DEPLOYMENTS[:3], set_up=9)
    thinker = SearchPlayer("setter", recipe)
    first = thinker.choose(battle, prompt)
    thought = thinker.thought
    assert battle.digest() == before
    assert thought is not None
    assert (thought.when[2], thought.done) == ("deployment", True)
    assert {each.plan for each in thought.tried} == {each.name for each in DEPLOYMENTS[:3]}
    assert all(each.trials for each in thought.tried)
    best = next(each for each in DEPLOYMENTS if each.name == thought.field[0].plan)
    assert first == AiPlayer(STEADY, best).choose(battle, prompt)
    battle.answer(first)
    while (asked := battle.ask()) is not None and not battle.state.started:
        player = thinker if asked.side == prompt.side else AiPlayer(STEADY)
        battle.answer(player.choose(battle, asked))
    assert thinker.thought is thought, "it was thought about once"


def test_a_limit_ends_trials_of_deployments_early_and_units_are_set_up_all_the_same() -> None:
    battle, prompt = to_set_up(sample("weir-crossing"), 3)
    recipe = Recipe(PLANS[:1], ANSWERS[:1], (0, 0, 0), deployments=DEPLOYMENTS, set_up=90)
    for most in (0, 2):
        thinker = SearchPlayer("setter", recipe, left=lambda spent, most=most: spent < most)  # type: ignore[misc]
        assert battle.allows(thinker.choose(battle, prompt))
        assert sum(each.trials for each in thinker.tried) == most


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
