"""All features that hold something about a user: what an account's export contains and its deletion removes."""

from __future__ import annotations

from highground.server.accounts.exported import ACCOUNT
from highground.server.accounts.holding import Holding
from highground.server.achievements.service import ACHIEVEMENTS
from highground.server.camera.exported import PHOTOS
from highground.server.dice.symbols import DICE_SYMBOLS
from highground.server.games.exported import GAMES
from highground.server.logs.exported import LOGS
from highground.server.newsletter.service import NEWSLETTER
from highground.server.rosters.exported import ROSTERS
from highground.server.shelf.exported import SHELF
from highground.server.simulations.exported import SIMULATIONS
from highground.server.workshop.exported import RULE_SETS

HOLDINGS: tuple[Holding, ...] = (
    ACCOUNT,
    GAMES,
    LOGS,
    PHOTOS,
    ROSTERS,
    SHELF,
    RULE_SETS,
    SIMULATIONS,
    ACHIEVEMENTS,
    DICE_SYMBOLS,
    NEWSLETTER,
)
