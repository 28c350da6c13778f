"""What a recipe's choices are worth: python training/play/choices.py [POSITIONS] [FIRST] [JOBS] [RECIPE ...]

A RECIPE is one of `RECIPES`, or a personality in whose way `strongest` chooses.

Positions at the start of a movement (with `--shooting` or `--charges`: of those, where a unit can), in turns 1 to 7 of
battles of `regular` on the match-ups for training. Each recipe thinks there, and what it chooses is played for that
turn and steadily from then on, to the end of the battle and `PLAYS` times, against each likely answer in turn. All
choices meet the same dice, which no trial has.

Printed as JSON: how far each recipe is ahead of `strongest` by victory points and by wins (of 100), each with its
standard error, and its thinking in seconds of CPU. 120 positions and all recipes take some 13 minutes on two busy cores
and have errors of 0.3 to 0.6 points; what a recipe is worth in whole battles is for the ladder to say.
"""

from __future__ import annotations

import json
import sys
import time
from functools import cache
from multiprocessing import get_context
from statistics import fmean, stdev

from msgspec.structs import replace

from highground.ai.levels import ANSWERS, LEVELS, PLANS, STRONGEST, leaning_of
from highground.ai.personality import PERSONALITIES, STANDARD_INTENSITY
from highground.ai.search import SearchPlayer, plan_player
from highground.ai.trial_dice import TrialDice
from highground.ai.trials import PlanPlayer, TurnPlan
from highground.ai.value import stage
from highground.engine.battle import Battle
from highground.engine.prompts import ChargePrompt, ShootPrompt
from highground.simulation.battles import battle_seed
from highground.simulation.matchups import FOR_TRAINING, MatchUp, training
from highground.simulation.worker import settle_down

SEED = 977
PLAYS = 36
TURNS = 7
"""Turns of a battle whose positions are taken, one after the other."""
RECIPES = {
    "strongest": STRONGEST,
    "steady": replace(STRONGEST, plans=STRONGEST.plans[:1], trials=(1, 0, 0), singles=0, charges=0),
    "half": STRONGEST.scaled(0.5),
    "twice": STRONGEST.scaled(2.0),
    "plans alone": replace(STRONGEST, singles=0, charges=0),
    "twice the charges": replace(STRONGEST, charges=2 * STRONGEST.charges),
    "without shots": replace(STRONGEST, shots=0),
    "twice the shots": replace(STRONGEST, shots=192),
}

PHASES = {"--shooting": "shooting", "--charges": "charge"}

Worth = tuple[float, float, float]
"""The mean margin in victory points, the share of wins, and seconds of CPU."""


@cache
def match_ups() -> list[MatchUp]:
    """All that there are to train on."""
    return training(len(FOR_TRAINING))


def position(number: int, phase: str) -> tuple[Battle, int] | None:
    """A battle at the start of a phase, and whose it is; None where the battle is over before."""
    way = list(PERSONALITIES)[number % len(PERSONALITIES)]
    players = [LEVELS["regular"].player(), LEVELS["regular"].player(way)]
    if number % 2:
        players.reverse()
    battle = Battle(match_ups()[number % len(FOR_TRAINING)].setup, battle_seed(SEED, number))
    while (prompt := battle.ask()) is not None:
        state = battle.state
        there = state.started and state.phase == phase and prompt.side == state.active
        due = phase == "movement" or isinstance(prompt, (ShootPrompt, ChargePrompt))
        if there and due and stage(battle.scene) >= number % TURNS:
            return battle, prompt.side
        battle.answer(players[prompt.side].choose(battle, prompt))
    return None


def chosen(battle: Battle, side: int, name: str) -> str:
    """The name of the plan that a recipe or a personality comes to."""
    leaning = leaning_of(name, STANDARD_INTENSITY) if name in PERSONALITIES else {}
    player = SearchPlayer("strongest", RECIPES.get(name, STRONGEST), leaning=leaning)
    player.think(battle, side, None)
    player.finish()
    assert player.thought is not None
    return player.thought.chosen or player.thought.field[0].plan


def played(battle: Battle, side: int, name: str, number: int) -> tuple[float, float]:
    """A battle to its end: the margin, and 1, 0.5 or 0 for a win, a draw or a loss."""
    dice = TrialDice(((len(battle.records) * 7_368_787 + number * 104_729) ^ 0xBEEF) & 0x1FFFFFFFFFFFFF)
    answer = ANSWERS[number % len(ANSWERS)]
    now, later, enemy = plan_player(STRONGEST, name), PlanPlayer(PLANS[0]), PlanPlayer(TurnPlan(answer.name, answer))
    twin, turn = battle.clone(), stage(battle.scene)
    while (prompt := twin.ask()) is not None:
        own = now if stage(twin.scene) == turn else later
        choice = (own if prompt.side == side else enemy).choose(twin, prompt)
        twin.answer_with(choice, dice.of(twin.state, choice))
    armies, winner = twin.state.armies, twin.state.winner
    return float(armies[side].vp - armies[1 - side].vp), 0.5 if winner is None else float(winner == side)


def worths(number: int, names: list[str], phase: str) -> dict[str, Worth]:
    """What each recipe's choice in a position is worth; nothing where there is no such position."""
    found, known, worth = position(number, phase), dict[str, tuple[float, float]](), dict[str, Worth]()
    if found is None:
        return worth
    for name in names:
        began = time.process_time()
        plan = chosen(*found, name)
        spent = time.process_time() - began
        if plan not in known:
            ends = [played(*found, plan, each) for each in range(PLAYS)]
            known[plan] = fmean(end[0] for end in ends), fmean(end[1] for end in ends)
        worth[name] = (*known[plan], spent)
    return worth


def ahead(worth: list[dict[str, Worth]], name: str) -> dict[str, float]:
    """How far one recipe is ahead of the first."""
    figures: dict[str, float] = {}
    for key, place, unit in (("margin", 0, 1.0), ("wins", 1, 100.0)):
        apart = [unit * (each[name][place] - each["strongest"][place]) for each in worth]
        figures |= {key: round(fmean(apart), 2), f"{key}_error": round(stdev(apart) / len(apart) ** 0.5, 2)}
    spent = sorted(each[name][2] for each in worth)
    return {**figures, "cpu_s": round(fmean(spent), 2), "cpu_s_most": round(spent[-1], 2)}


def main(positions: int, first: int, jobs: int, phase: str, *names: str) -> None:
    every = ["strongest", *(names or [name for name in RECIPES if name != "strongest"])]
    match_ups()  # once, for all processes
    settle_down()
    with get_context("fork").Pool(jobs) as pool:
        tasks = [(number, every, phase) for number in range(first, first + positions)]
        worth = [each for each in pool.starmap(worths, tasks, 1) if each]
    print(json.dumps({"positions": len(worth), **{name: ahead(worth, name) for name in every}}, indent=2))


if __name__ == "__main__":
    given = [each for each in sys.argv[1:] if each not in PHASES]
    numbers = [int(each) for each in given[:3]]
    positions, first, jobs = numbers + [60, 100, 1][len(numbers) :]
    main(positions, first, jobs, next((PHASES[each] for each in sys.argv if each in PHASES), "movement"), *given[3:])
