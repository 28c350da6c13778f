"""The answers of the log calls for timelines that are not written here; those that are have `game.views.log`."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from highground.game.views.log import AwardRow, Statistics
from highground.game.views.values import Json


class Open(BaseModel):
    """A shape that may hold more than it names."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, Json] = Field(init=False)


class OtherPhase(Open):
    actions: list[dict[str, Json]]
    board_state: dict[str, Json]


class OtherTurn(Open):
    phases: list[OtherPhase]


class OtherRound(Open):
    turns: list[OtherTurn]


class OtherTimeline(Open):
    """Rounds, turns, phases and actions; what they say is nobody's to promise."""

    rounds: list[OtherRound]


class OtherBehind(BaseModel):
    """A timeline that was uploaded has neither awards nor statistics; one of a battle that was fought here has both."""

    army_list: Json
    awards: list[AwardRow]
    statistics: Statistics | None
    game_id: str
    total: int


class OtherLog(OtherBehind):
    """A timeline as it was uploaded, or as an earlier version wrote it."""

    logs: OtherTimeline
    incremental: Literal[False]


class BriefLog(OtherLog):
    """The battle in short: boards and messages, without dice, sheets and raw events."""

    brief: Literal[True]


class OtherEntries(BaseModel):
    """The entries of such a timeline after `since_id`."""

    logs: list[dict[str, Json]]
    undone: list[int]
    incremental: Literal[True]
    game_id: str
    total: int


class OtherBoard(BaseModel):
    """The board of a phase in which something is new."""

    round: int
    turn: int
    phase: str
    board_state: Json


class OtherNewLog(OtherEntries, OtherBehind):
    """The same with what else the log says."""

    boards: list[OtherBoard]


class LogUploaded(BaseModel):
    """Where the uploaded battle stands now."""

    game_id: str
    url: str
    total: int
