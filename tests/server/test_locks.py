"""One order of locks: a game's turn first, then the database, and nothing slow while the database is held.

Camera, choices and renames of one game at once, beside somebody who has nothing to do with it. Where two of them took
the two locks in different orders, calls would wait for each other until they gave up.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable

import cv2
import httpx2
import numpy as np

from tests.server.conftest import Running
from tests.server.people import registered
from tests.server.tables import made as made_game
from tests.server.test_play import begun

SECONDS = 3.0
PATIENCE = 30.0
"""Seconds after which a call counts as stuck: none ends by itself. Who waits for the database is refused before."""
PHOTO = cv2.imencode(".jpg", np.full((900, 1200, 3), 120, dtype=np.uint8))[1].tobytes()


def test_camera_choices_and_renames_of_one_game_do_not_wait_for_each_other(server: Running) -> None:
    ada, cleo = registered(server.client, "Ada"), registered(server.client, "Cleo")
    table = begun(server.client, ada, own_dice=True)
    game, other = table.game_id, made_game(server.client, cleo)
    mine, theirs = ada.headers, cleo.headers
    statuses: Counter[tuple[str, int]] = Counter()
    longest: dict[str, float] = {}

    def often(name: str, call: Callable[[httpx2.Client], httpx2.Response]) -> None:
        with httpx2.Client(base_url=server.client.base_url, timeout=60, trust_env=False) as client:
            until = time.monotonic() + SECONDS
            while (began := time.monotonic()) < until:
                statuses[name, call(client).status_code] += 1
                longest[name] = max(longest.get(name, 0.0), time.monotonic() - began)

    def choice(client: httpx2.Client) -> httpx2.Response:
        client.post(f"/api/game/{game}/roll", json={"stage": "deployment"}, headers=mine)
        return client.post(f"/api/game/{game}/undo", json={}, headers=mine)

    calls: dict[str, Callable[[httpx2.Client], httpx2.Response]] = {
        "photo": lambda c: c.post(f"/api/game/{game}/photos", files={"file": ("a.jpg", PHOTO)}, headers=mine),
        "read": lambda c: c.post(f"/api/game/{game}/process_game_state", json={}, headers=mine),
        "camera": lambda c: c.patch(f"/api/game/{game}/camera", json={"capturing": True}, headers=mine),
        "choice": choice,
        "rename": lambda c: c.patch(f"/api/game/{game}", json={"name": "At the weir"}, headers=mine),
        "stranger": lambda c: c.patch(f"/api/game/{other}", json={"name": "Elsewhere"}, headers=theirs),
    }
    threads = [threading.Thread(target=often, args=each) for each in calls.items()]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {name for name, _ in statuses} == set(calls)
    assert [each for each in statuses if each[1] >= 500] == []
    assert all(statuses[name, 200] for name in ("choice", "rename", "stranger")), statuses
    assert max(longest.values()) < PATIENCE, longest
