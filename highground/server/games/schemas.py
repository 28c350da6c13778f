"""Questions and answers of the calls for games, seats and invitations."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from highground.server.games.summary import GameSummary
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
    """A game in the list. `id` and `game_id` are the same. `opponent` names the other player.

    `role` is what the caller is to it; `shared` says whether its report is open to everybody who has the link.
    `side` is the army that the caller alone commands, null where nobody else has a seat. `summary` is null where
    nothing is known of the game yet.
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
    side: Literal[0, 1] | None
    summary: GameSummary | None


class ListedGame(GameRow):
    """`rematch_by` names who asks the caller for a rematch of it; null where nobody does, or not any more."""

    rematch_by: str | None


class Games(BaseModel):
    """The caller's games, own and others', newest change first."""

    games: list[ListedGame]


class SeatRow(BaseModel):
    """An army's seat. `taken_by` names its holder; `mine`: the caller commands this army."""

    side: int
    taken_by: str | None
    mine: bool


class Rematch(BaseModel):
    """The game in which the players meet again: who made it, and whether the caller sits at it."""

    game_id: str
    by: str
    mine: bool


class OneGame(GameRow):
    """A game with its seats. `fought_here`: the battle was begun here, not uploaded."""

    seats: list[SeatRow]
    fought_here: bool
    rematch: Rematch | None


class InvitedSide(BaseModel):
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
    armies: list[str] = Field(description="What both sides have chosen, by its name; empty where nothing is chosen.")
    expires_at: datetime
    begun: bool = False
    rolls: int = Field(default=0, description="Choices with dice that were made so far; the game's log has them all.")
    taken_back: int = Field(
        default=0, description="Choices that were taken back; they stay in the log, struck through."
    )


class Joined(BaseModel):
    game_id: str
