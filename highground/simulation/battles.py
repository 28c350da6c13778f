"""One battle between two players, and what came of it."""

from __future__ import annotations

import traceback
from hashlib import blake2b

import msgspec

from highground.engine.battle import Battle
from highground.engine.log import Log, dump, log_of
from highground.engine.model import Setup
from highground.simulation.players import Players, name_of, with_missions

STEP_LIMIT = 20_000
"""Choices after which a battle counts as one that never ends; a whole battle has some hundreds."""
_SEED_BITS = 53
"""What every reader of JSON keeps exactly."""


class StepLimit(Exception):
    """A battle has taken more choices than a battle can have."""


class Outcome(msgspec.Struct, frozen=True):
    """How a battle of a batch ended. `winner` and `first` (who had the first turn) are sides, `winner` None a draw."""

    index: int
    seed: int
    winner: int | None
    first: int
    vp: tuple[int, int]
    vp_by_round: tuple[tuple[int, ...], tuple[int, ...]]
    choices: int
    digest: str
    log: bytes | None = None


class Failure(msgspec.Struct, frozen=True):
    """A battle that could not be brought to its end: everything that it takes to look into it.

    `choice` is the number of the choice that was due; `log` replays up to there.
    """

    index: int
    seed: int
    error: str
    traceback: str
    choice: int
    log: Log


def battle_seed(seed: int, index: int) -> int:
    """The seed of a batch's battle, whatever the order in which they are fought."""
    hashed = blake2b(f"{seed}/{index}".encode(), digest_size=8).digest()
    return int.from_bytes(hashed) >> (64 - _SEED_BITS)


def run_battle(setup: Setup, seed: int, players: Players, step_limit: int = STEP_LIMIT) -> Battle:
    """Fight a whole battle. Raises StepLimit if it does not end, and whatever the players or the engine raise."""
    battle = Battle(with_missions(setup, players), seed)
    play_on(battle, players, step_limit)
    return battle


def play_on(battle: Battle, players: Players, step_limit: int = STEP_LIMIT) -> None:
    """Let the players answer until the battle is over."""
    while (prompt := battle.ask()) is not None:
        if len(battle.records) >= step_limit:
            raise StepLimit(f"the battle is not over after {step_limit} choices")
        choice = players[prompt.side].choose(battle, prompt)
        try:
            battle.answer(choice)
        except Exception as error:
            error.add_note(f"The answer to {prompt} was {choice}.")
            raise


def outcome_of(battle: Battle, index: int, players: Players, keep_log: bool = False) -> Outcome:
    state = battle.scene.state
    return Outcome(
        index,
        battle.seed,
        state.winner,
        state.first,
        (state.armies[0].vp, state.armies[1].vp),
        (state.armies[0].vp_by_round, state.armies[1].vp_by_round),
        len(battle.records),
        battle.digest(),
        dump(log_of(battle, (name_of(players[0]), name_of(players[1])))) if keep_log else None,
    )


def failure_of(battle: Battle, index: int, error: BaseException) -> Failure:
    return Failure(
        index,
        battle.seed,
        f"{type(error).__name__}: {error}",
        "".join(traceback.format_exception(error)),
        len(battle.records),
        log_of(battle),
    )
