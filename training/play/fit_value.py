"""Fit the value of a position: python training/play/fit_value.py [BATTLES] > highground/ai/value_weights.py.

Battles between players that play the mission in several ways, on match-ups that none are measured by; in a quarter of
them both sides draw their secondary missions, in the others one or both settle on theirs. One row of data for each
turn: the features of the army whose turn begins, and the margin in victory points at the end. Ridge regression, turn by
turn; the constant, which is who has the first turn, is set by who won. What it prints to standard error is of a quarter
of the battles, in which other armies fought, and of a fit to the others.
"""

from __future__ import annotations

import sys
from itertools import combinations_with_replacement
from math import erf, sqrt
from multiprocessing import Pool

import numpy as np
from msgspec.structs import replace

from highground.ai import value
from highground.ai.levels import CLASSIC, INTENTS
from highground.ai.player import AiPlayer
from highground.engine.battle import Battle
from highground.engine.model import Setup
from highground.simulation.battles import battle_seed
from highground.simulation.matchups import FOR_TRAINING, training

SEED = 40
RIDGE = 20.0
"""Penalty of a weight, with its feature scaled to a deviation of 1."""
PLAYERS = [each for each in INTENTS if each.name in {"steady", "ground", "assault", "kill", "missions"}] + [CLASSIC]
MATCHES = training(3 * len(FOR_TRAINING))

Row = tuple[int, list[float], float]
"""Which turn it is, the features, and the margin at the end, of the army whose turn it is."""
Part = tuple[np.ndarray, np.ndarray]
"""Features and margins of many battles at one turn."""


def settled(setup: Setup, players: tuple[AiPlayer, AiPlayer], which: int) -> Setup:
    """The setup with the missions that neither, one or both players settle on."""
    a, b = (player.missions(setup, side) if which >> side & 1 else () for side, player in enumerate(players))
    return replace(setup, fixed=(a, b))


def battle_rows(number: int) -> list[Row]:
    """One battle's rows."""
    pairs = list(combinations_with_replacement(PLAYERS, 2))
    ours, theirs = pairs[number % len(pairs)]
    if number // len(pairs) % 2:
        ours, theirs = theirs, ours
    players = (AiPlayer(ours), AiPlayer(theirs))
    setup = settled(MATCHES[number % len(MATCHES)].setup, players, number // (2 * len(pairs)))
    battle = Battle(setup, battle_seed(SEED, number))
    seen: dict[int, tuple[int, list[float]]] = {}
    while (prompt := battle.ask()) is not None:
        state = battle.state
        if state.started and state.phase == "movement" and (turn := value.stage(battle.scene)) not in seen:
            seen[turn] = (state.active, value.features(battle.scene, state.active))
        battle.answer(players[prompt.side].choose(battle, prompt))
    armies = battle.state.armies
    return [(turn, found, float(armies[side].vp - armies[1 - side].vp)) for turn, (side, found) in seen.items()]


def fitted(features: np.ndarray, margins: np.ndarray) -> np.ndarray:
    """Weights of a ridge regression."""
    penalty = np.diag(RIDGE * np.maximum(features.var(axis=0), 1e-3))
    penalty[0, 0] = penalty[-1, -1] = 1e-3
    return np.linalg.solve(features.T @ features + penalty, features.T @ margins)


def chances(margins: np.ndarray, spread: float) -> np.ndarray:
    """The chance to win by the expected margin and its usual error."""
    return np.array([0.5 * (1 + erf(each / spread / sqrt(2))) for each in margins])


def won(margins: np.ndarray) -> np.ndarray:
    return np.where(margins > 0, 1.0, np.where(margins < 0, 0.0, 0.5))


def lean(expected: np.ndarray, spread: float, wins: np.ndarray) -> float:
    """What is added to expected margins so that wins are likeliest.

    Who has the first turn wins by more than it loses by, so it wins less often than its mean margin says.
    """

    def unlikely(added: float) -> float:
        chance = np.clip(chances(expected + added, spread), 1e-6, 1 - 1e-6)
        return -float(np.sum(wins * np.log(chance) + (1 - wins) * np.log(1 - chance)))

    return min((k / 8 for k in range(-24, 25)), key=unlikely)


def settle(seen: Part, held: Part) -> tuple[np.ndarray, float, float]:
    """The weights by all battles; their usual error and their Brier score on battles that a fit did not see."""
    trial = fitted(*seen)
    spread = round(float(np.sqrt(np.mean((held[1] - held[0] @ trial) ** 2))), 2)
    trial[-1] += lean(seen[0] @ trial, spread, won(seen[1]))
    brier = float(np.mean((chances(held[0] @ trial, spread) - won(held[1])) ** 2))
    features, margins = np.vstack([seen[0], held[0]]), np.concatenate([seen[1], held[1]])
    weights = fitted(features, margins)
    weights[-1] += lean(features @ weights, spread, won(margins))
    return weights, spread, brier


def main(battles: int) -> None:
    with Pool() as pool:
        rows = pool.map(battle_rows, range(battles), chunksize=8)
    apart = [
        [row for number, each in enumerate(rows) if (number % 4 == 0) is kept for row in each] for kept in (True, False)
    ]
    print(
        '"""What `value` looks at, weighed: made by `training/play/fit_value.py`, a row for each turn of a battle."""\n'
    )
    print("from __future__ import annotations\n\nWEIGHTS: tuple[tuple[float, ...], ...] = (")
    spreads, scores = [], []
    for turn in range(10):
        held, seen = (
            (np.array([row[1] for row in part if row[0] == turn]), np.array([row[2] for row in part if row[0] == turn]))
            for part in apart
        )
        weights, spread, brier = settle(seen, held)
        spreads.append(spread)
        scores.append(brier)
        print("    (" + ", ".join(f"{weight:.3f}" for weight in weights) + "),")
    print(f")\nSPREAD: tuple[float, ...] = ({', '.join(map(str, spreads))})")
    print('"""The usual error of the expected margin, in victory points."""')
    print(
        f"{len(value.FEATURES)} features, {battles} battles; Brier score by turn: "
        + " ".join(f"{each:.3f}" for each in scores),
        file=sys.stderr,
    )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2_000)
