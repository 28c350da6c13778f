"""All tables of all features, for the migrations and the test that holds both against each other."""

from __future__ import annotations

from highground.server.accounts.tables import Identity, Token, User
from highground.server.achievements.tables import Earned
from highground.server.camera.tables import Camera, TablePhoto
from highground.server.db.tables import DatabaseTable
from highground.server.dice.tables import DiceSymbol
from highground.server.games.tables import Game, Invitation, Seat
from highground.server.jobs.tables import Job
from highground.server.logs.tables import BattleLog
from highground.server.newsletter.tables import Subscriber
from highground.server.play.tables import HostedBattle, MadeChoice, Preparation
from highground.server.rosters.tables import SavedRoster
from highground.server.shelf.tables import ShelfSheet
from highground.server.workshop.tables import SavedRuleSet

metadata = DatabaseTable.metadata

__all__ = [
    "BattleLog",
    "Camera",
    "DiceSymbol",
    "Earned",
    "Game",
    "HostedBattle",
    "Identity",
    "Invitation",
    "Job",
    "MadeChoice",
    "Preparation",
    "SavedRoster",
    "SavedRuleSet",
    "Seat",
    "ShelfSheet",
    "Subscriber",
    "TablePhoto",
    "Token",
    "User",
    "metadata",
]
