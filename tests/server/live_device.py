"""A player's device at a running server: it listens to the game's socket and reveals its part of each roll."""

from __future__ import annotations

import json
import threading
from typing import Any

import httpx2
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

from highground.engine.proof import ABSENT, fixed
from highground.fair.verify import Receipt
from tests.fair.devices import Device
from tests.server.people import Somebody

Json = dict[str, Any]


class LiveDevice:
    """Joins a game's dice and takes part until it is closed. `mute` is a role in which it does not reveal."""

    def __init__(self, address: str, person: Somebody, game_id: str) -> None:
        self.person, self.game_id = person, game_id
        self.device = Device()
        self.receipts: dict[int, Receipt] = {}
        self.fixed: list[Json] = []
        self.mute = ""
        self._client = httpx2.Client(base_url=address, headers=person.headers, timeout=10, trust_env=False)
        self.joined = self.join()
        self.party = int(self.joined["party"])
        self.device.since(int(self.joined["since"]))
        self._address = f"{address.replace('http', 'ws', 1)}/ws/game/{game_id}?role=player"
        self._socket = self.listening()
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    @property
    def headers(self) -> dict[str, str]:
        return {**self.person.headers, "Highground-Device": self.device.anchor}

    def listening(self) -> ClientConnection:
        """Another socket of the player's at the game."""
        return connect(
            self._address,
            subprotocols=[Subprotocol("highground"), Subprotocol(f"bearer.{self.person.token}")],
            legacy=True,
        )

    def join(self) -> Json:
        answer = self._post("device", {"anchor": self.device.anchor, "key": self.device.key})
        assert answer.status_code == 200, answer.text
        found: Json = answer.json()
        return found

    def close(self) -> None:
        self._socket.close()
        self._thread.join(5)
        self._client.close()

    def _listen(self) -> None:
        try:
            while True:
                self._hear()
        except (ConnectionClosed, httpx2.HTTPError, RuntimeError):
            pass  # the game, or the test, is over

    def _hear(self) -> None:
        """The next message, or what was fixed before the socket was let in."""
        try:
            message = json.loads(self._socket.recv(timeout=0.3))
        except TimeoutError:
            pending = self._client.get(f"/api/game/{self.game_id}/dice").json().get("pending")
            if pending and all(pending["roll"] != each["roll"] for each in self.fixed):
                self.take(pending)
        else:
            if message["type"] == "roll_fixed":
                self.take(message["payload"])

    def take(self, roll: Json) -> None:
        self.fixed.append(roll)
        self.answer(roll)

    def answer(self, roll: Json) -> None:
        """Reveal what is this device's to reveal now."""
        for role in ("witness", "thrower"):
            if roll[role] == self.party and role in roll["awaits"] and role != self.mute:
                if role == "thrower" and "witness" in roll["awaits"]:
                    continue
                self.reveal(roll, role)

    def reveal(self, roll: Json, role: Any) -> httpx2.Response:
        seen = roll["witnessed"] or ABSENT
        value, seal = self.device.reveal(role, roll["statement"], roll["roll"], seen)
        answer = self._post("reveal", {"roll": roll["roll"], "role": role, "value": value, "seal": seal})
        if answer.status_code == 204:
            self.receipts[roll["roll"]] = Receipt(fixed(roll["statement"]), role)
        return answer

    def _post(self, path: str, body: Json) -> httpx2.Response:
        return self._client.post(f"/api/game/{self.game_id}/dice/{path}", json=body)
