"""What is new in the log comes with the answer to a call, to a window that says what it has of it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest
from websockets.asyncio.client import ClientConnection

from tests.game.state.folding import moved_on
from tests.server.people import Somebody, registered
from tests.server.sites import Site
from tests.server.test_play import Table, begun
from tests.server.test_sockets import heard, socket

STEPS = 40


class Window:
    """A page that lets the computer play: what it shows, and what it has of the log."""

    def __init__(self, table: Table, name: str = "") -> None:
        self.table, self.name = table, name
        self.known = table.state()
        self.last: int = self.whole()["total"]

    def get(self, **query: Any) -> Any:
        url = f"/api/game/{self.table.game_id}/logs_json"
        answer = self.table.client.get(url, params=query, headers=self.table.person.headers)
        return answer.raise_for_status().json()

    def whole(self) -> Any:
        return self.get()

    def calls(self, path: str, *, log: bool = True, **body: Any) -> dict[str, Any]:
        said = {"Highground-Known": self.known["version"]}
        said |= {"Highground-Socket": self.name} if self.name else {}
        said |= {"Highground-Log": str(self.last)} if log else {}
        url = f"/api/game/{self.table.game_id}/{path}"
        answer: httpx2.Response = self.table.client.post(url, json=body, headers=self.table.person.headers | said)
        found: dict[str, Any] = answer.raise_for_status().json()
        self.known = moved_on(self.known, found["changes"]) if "changes" in found else self.table.state()
        return found

    def steps(self) -> bool:
        """The computer's next step: the answer has what the log's call would have brought. Whether there was any."""
        sent = self.calls("ai_step")["log"]
        assert sent == self.get(since_id=self.last, entries=True)
        before, self.last = self.last, max([self.last, *(entry["id"] for entry in sent["logs"])])
        return self.last > before


@pytest.fixture
def computers(site: Site) -> Iterator[Table]:
    with site.client(0) as client:
        ada: Somebody = registered(client)
        yield begun(client, ada, "ai", "ai")


async def _until(connection: ClientConnection, number: int) -> list[str]:
    """The kinds of all messages up to the log's of a choice."""
    kinds = []
    while True:
        message = await heard(connection)
        kinds.append(message["type"])
        if kinds[-1] == "new_log" and message["payload"]["number"] == number:
            return kinds


async def test_a_step_s_answer_has_the_entries_and_only_others_hear_of_them(site: Site, computers: Table) -> None:
    table, ada = computers, computers.person
    async with (
        socket(site, table.game_id, ada, "player") as own,
        socket(site, table.game_id, ada, "player", server=1) as other,
    ):
        name = (await heard(own, "connected"))["payload"]["socket"]
        await heard(other, "connected")
        window = Window(table, name)
        grew = [await asyncio.to_thread(window.steps) for _ in range(STEPS)]
        assert {True, False} == set(grew)
        while not await asyncio.to_thread(window.steps):
            pass
        kinds = await _until(other, window.known["number"])
        assert kinds.count("new_log") == sum(grew) + 1
        # Nothing that stands in its answers: the next that it hears is somebody else's.
        await asyncio.to_thread(table.did, "ai_step")
        while (kind := (await heard(own))["type"]) == "unseen":
            pass
        assert kind == "game_state_update"


async def test_a_window_that_does_not_say_what_it_has_hears_that_there_is_more(site: Site, computers: Table) -> None:
    table = computers
    async with socket(site, table.game_id, table.person, "player") as own:
        window = Window(table, (await heard(own, "connected"))["payload"]["socket"])
        while True:
            answer = await asyncio.to_thread(window.calls, "ai_step", log=False)
            assert "log" not in answer
            if (await asyncio.to_thread(window.whole))["total"] > window.last:
                break
        assert (await _until(own, answer["number"]))[-1] == "new_log"


def test_what_was_taken_back_stands_in_the_answer_too(site: Site) -> None:
    with site.client(0) as client:
        window = Window(begun(client, registered(client)))
        rolled = window.calls("roll", stage="deployment")["log"]
        window.last = rolled["logs"][-1]["id"]
        back = window.calls("undo")["log"]
        assert back == window.get(since_id=window.last, entries=True)
        assert set(back["undone"]) & {entry["id"] for entry in rolled["logs"]}
