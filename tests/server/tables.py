"""Games for tests of any feature: made, joined, and with a log."""

from __future__ import annotations

from typing import Any

import httpx2
import orjson

from tests.server.people import Somebody
from tests.server.timelines import battle


def made(client: httpx2.Client, owner: Somebody, name: str = "Tuesday", **more: Any) -> str:
    """The id of a new game."""
    answer = client.post("/api/game/create_new_game", headers=owner.headers, json={"game_name": name, **more})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["game_id"])


def invited(client: httpx2.Client, owner: Somebody, game: str, side: int = 1) -> str:
    """The token of a new invitation."""
    answer = client.post(f"/api/game/{game}/invitations", headers=owner.headers, json={"side": side})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["url"]).removeprefix("/invitation/")


def joined(client: httpx2.Client, owner: Somebody, opponent: Somebody, game: str, side: int = 1) -> None:
    token = invited(client, owner, game, side)
    answer = client.post(f"/api/invitations/{token}", headers=opponent.headers)
    assert (answer.status_code, answer.json()) == (200, {"game_id": game})


def fought(client: httpx2.Client, owner: Somebody, *, shared: bool = False) -> str:
    """The id of a game of the owner's that is over and has a log."""
    document = {"file": ("battle.json", orjson.dumps(battle()))}
    game = str(client.post("/api/logs", headers=owner.headers, files=document).json()["game_id"])
    if shared:
        client.patch(f"/api/game/{game}", headers=owner.headers, json={"shared": True})
    return game
