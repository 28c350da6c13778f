"""How good the win chance is: python training/play/calibrate.py [BATTLES] [SEED]

Battles on the match-ups that players are measured by, none of which the value was fitted on, between players that play
the mission in several ways; neither side, one or both settle on their secondary missions, a quarter of the battles
each. Printed: for each of the ten turns the Brier score, then the reliability curve at the start
of round 3 (how often those won who were given so much), the calibration error (the mean distance from it, weighed by
numbers) there and over all turns.
"""

from __future__ import annotations

import sys
from itertools import product

from fit_value import settled

from highground.ai import value
from highground.ai.levels import CLASSIC, INTENTS
from highground.ai.player import AiPlayer
from highground.engine.battle import Battle
from highground.simulation.battles import battle_seed
from highground.simulation.matchups import measuring

SEED = 71
BINS = 10
ROUND_3 = 4
"""The turn with which round 3 begins, from 0."""
PLAYERS = [each for each in INTENTS if each.name in {"steady", "ground", "assault", "kill"}] + [CLASSIC]

Forecast = tuple[int, float, float]
"""A turn, the chance that its army was given, and what came of it: 1 won, 0.5 drawn, 0 lost."""


def forecasts(number: int, seed: int) -> list[Forecast]:
    """One battle's."""
    pairs, matches = list(product(PLAYERS, PLAYERS)), measuring(36)
    ours, theirs = pairs[number % len(pairs)]
    players = (AiPlayer(ours), AiPlayer(theirs))
    setup = settled(matches[number % len(matches)].setup, players, number // len(pairs))
    battle = Battle(setup, battle_seed(seed, number))
    seen: dict[int, tuple[int, float]] = {}
    while (prompt := battle.ask()) is not None:
        state = battle.state
        if state.started and state.phase == "movement" and (turn := value.stage(battle.scene)) not in seen:
            seen[turn] = (state.active, value.win_chance(battle.scene, state.active))
        battle.answer(players[prompt.side].choose(battle, prompt))
    winner = battle.state.winner
    return [(turn, chance, 0.5 if winner is None else float(winner == side)) for turn, (side, chance) in seen.items()]


def curve(rows: list[Forecast]) -> list[tuple[float, float, int]]:
    """For each tenth of the chances: their mean, how often those won, and how many they were."""
    found = []
    for k in range(BINS):
        here = [row for row in rows if min(BINS - 1, int(row[1] * BINS)) == k]
        if here:
            mean = sum(row[1] for row in here) / len(here)
            found.append((mean, sum(row[2] for row in here) / len(here), len(here)))
    return found


def error(rows: list[Forecast]) -> float:
    """The calibration error, from 0 to 1."""
    return sum(abs(given - won) * number for given, won, number in curve(rows)) / (len(rows) or 1)


def brier(rows: list[Forecast]) -> float:
    return sum((chance - won) ** 2 for _, chance, won in rows) / (len(rows) or 1)


def main(battles: int, seed: int) -> None:
    rows = [row for number in range(battles) for row in forecasts(number, seed)]
    print(f"{battles} battles, seed {seed}; Brier score by turn:")
    print(" ".join(f"{brier([row for row in rows if row[0] == turn]):.3f}" for turn in range(10)))
    third = [row for row in rows if row[0] == ROUND_3]
    print(f"\nStart of round 3, {len(third)} forecasts:\n\n| given | won | battles |\n|---|---|---|")
    for given, won, number in curve(third):
        print(f"| {given:.0%} | {won:.0%} | {number} |")
    at_three, over_all = 100 * error(third), 100 * error(rows)
    print(f"\nCalibration error in points: {at_three:.1f} at the start of round 3, {over_all:.1f} over all turns")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 400, int(sys.argv[2]) if len(sys.argv) > 2 else SEED)
