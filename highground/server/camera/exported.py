"""The photos of a user's games in the export of the account; their files go with the games."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import PurePosixPath

from sqlalchemy import select

from highground.server.accounts.holding import Held, Holding, Part
from highground.server.camera.tables import TablePhoto
from highground.server.files import NoSuchFile
from highground.server.games.tables import Game


async def _export(held: Held) -> AsyncIterator[Part]:
    owned = select(TablePhoto).join(Game).where(Game.owner_id == held.user.id).order_by(TablePhoto.taken)
    for photo in (await held.session.scalars(owned)).all():
        what = "dice" if photo.dice_tray else "table"
        for number, key in enumerate((photo.key, *(photo.frames or ())), 1):
            name = f"{photo.taken:%Y%m%d-%H%M%S}-{what}-{photo.id}-{number}{PurePosixPath(key).suffix}"
            try:
                data = await held.state.services.files.get(key)
            except NoSuchFile:  # deleted meanwhile
                continue
            yield f"games/{photo.game_id}/photos/{name}", data


PHOTOS = Holding("photos", _export)
