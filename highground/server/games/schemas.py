"""Questions and answers of the calls for games, seats and invitations."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from highground.server.texts import GameDescription, GameName


class NewGame(BaseModel):
    game_name: GameName
    description: GameDescription = ""
    simulation: bool = True


class ChangedGame(BaseModel):
    """What is left out stays as it is."""

    game_name: GameName | None = None
    description: GameDescription | None = None
    shared: bool | None = None


class CreatedGame(BaseModel):
    game_id: str


class GameRow(BaseModel):
    """A game in the list. `id` and `game_id` are the same. `opponent` names whoever else sits at it.

    `role` is what the caller is to it; `shared` tells whether its report is open to everybody who has the link.
    """

    game_id: str
    id: str
    game_name: str
    description: str
    simulation: bool
    status: Literal["In progress", "Completed"]
    created: datetime
    updated: datetime
    role: Literal["owner", "opponent"]
    opponent: str | None
    shared: bool


class Games(BaseModel):
    """The caller's games, own and others', newest change first."""

    games: list[GameRow]


class SeatRow(BaseModel):
    """An army's seat. `taken_by` names its holder; `mine`: the caller commands this army."""

    side: int
    taken_by: str | None
    mine: bool


class OneGame(GameRow):
    seats: list[SeatRow]


class Wanted(BaseModel):
    """Which army the invited person is to command."""

    side: Literal[0, 1] = 1


class Invited(BaseModel):
    """The link for the opponent: good for one person, once."""

    url: str
    expires_at: datetime


class InvitationShown(BaseModel):
    """What somebody who has the link may know before taking the seat."""

    model_config = ConfigDict(populate_by_name=True)

    game_name: str
    from_: str = Field(alias="from", description="The display name of the game's owner.")
    side: int
    expires_at: datetime


class Joined(BaseModel):
    game_id: str
