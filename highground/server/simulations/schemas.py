"""What a simulation is asked for, and the figures that come of it."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from highground.server.jobs.schemas import JobProgress

MOST_BATTLES = 10_000
"""What a site may allow at most; `HIGHGROUND_SIMULATION_BATTLES` says what it does allow."""

ArmyChoice = Annotated[
    str,
    Field(min_length=1, max_length=64, description="A sample army's name, or the id of one of the caller's rosters."),
]


class NewSimulation(BaseModel):
    """Without a `layout` it is the pack's first; the same `seed` gives the same battles."""

    model_config = ConfigDict(extra="forbid")

    army_a: ArmyChoice
    army_b: ArmyChoice
    layout: str | None = Field(default=None, max_length=64)
    battles: int = Field(default=20, ge=1, le=MOST_BATTLES)
    seed: int = Field(default=1, ge=0, le=2**53 - 1)
    personalities: tuple[str, str] = ("standard", "standard")


class SimulationLimits(BaseModel):
    """How many battles a simulation may have on this site."""

    most_battles: int


class Rate(BaseModel):
    """A share with its 95 % confidence interval; None of nothing."""

    value: float | None
    low: float
    high: float


class Wins(BaseModel):
    a: int
    b: int
    draw: int


class Points(BaseModel):
    a: float | None
    b: float | None


class RoundPoints(BaseModel):
    a: list[float]
    b: list[float]


class FirstTurn(BaseModel):
    wins: int
    losses: int
    draws: int
    win_rate: Rate


class SimulationResult(BaseModel):
    """Who won how often, mean victory points a side, in all and by round. `failed` battles count in nothing else.

    Battles with the same `digest` were the same, wherever they were fought.
    """

    armies: tuple[str, str]
    personalities: tuple[str, str]
    layout: str
    mission: str
    seed: int
    battles: int
    failed: int
    seconds: float
    wins: Wins
    win_rate_a: Rate
    vp: Points
    vp_by_round: RoundPoints
    first_turn: FirstTurn
    digest: str


class SimulationStatus(JobProgress):
    """The job; `result` is there when it is done."""

    result: SimulationResult | None
