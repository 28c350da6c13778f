"""A battle that several people watch and play at once, in one process and in two that share it."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Iterator
from functools import partial
from typing import Any, NamedTuple

import httpx2
import pytest
from websockets.asyncio.client import ClientConnection

from tests.game.state.folding import moved_on
from tests.server.people import Somebody, registered
from tests.server.sites import Site
from tests.server.tables import joined
from tests.server.test_consent import two
from tests.server.test_play import Table, begun, made
from tests.server.test_sockets import Message, heard, socket


class Pair(NamedTuple):
    """One person's game that has begun, called at both servers of a site."""

    ada: Somebody
    here: Table
    there: Table


@pytest.fixture
def pair(site: Site) -> Iterator[Pair]:
    with site.client(0) as first, site.client(1) as second:
        ada = registered(first)
        here = begun(first, ada)
        yield Pair(ada, here, Table(second, ada, here.game_id))


class Seat:
    """Somebody's page: the state that it loaded once, moved on by what its socket shows."""

    def __init__(self, table: Table, connection: ClientConnection, headers: dict[str, str]) -> None:
        self.client, self.path, self.headers = table.client, f"/api/games/{table.game_id}/state", headers
        self.connection = connection
        self.known: dict[str, Any] = self.load().json()
        self.seq = 0

    def load(self, known: str = "") -> httpx2.Response:
        return self.client.get(self.path, headers=self.headers | ({"If-None-Match": known} if known else {}))

    async def hear(self) -> Message:
        """The next change: it leads from what is known to what would be loaded now."""
        shown = await heard(self.connection, "game_state_update")
        payload = shown["payload"]
        assert payload["from"] == self.known["version"]
        self.known = moved_on(self.known, payload["changes"])
        assert self.known["version"] == payload["version"]
        assert self.known["number"] == payload["number"]
        answer = await asyncio.to_thread(self.load)
        assert answer.json() == self.known
        again = await asyncio.to_thread(self.load, answer.headers["etag"])
        assert (again.status_code, again.content) == (304, b"")
        return shown


async def moves(table: Table, seats: list[Seat]) -> None:
    """A roll, a choice, one taken back, one made again; every seat hears of each."""

    async def does(path: str, **body: Any) -> dict[str, Any]:
        answer: dict[str, Any] = await asyncio.to_thread(table.did, path, **body)
        shown = [await seat.hear() for seat in seats]
        assert len({each["seq"] for each in shown}) == 1
        assert seats[0].known == {name: value for name, value in answer.items() if name != "result"}
        return answer

    state = await does("roll", stage="deployment")
    winner = state["deployment_status"]["winner_army_uuid"]
    await does("update_deployment", selecting_army_uuid=winner, selected_zone_index=1)
    await does("undo")
    await does("update_deployment", selecting_army_uuid=winner, selected_zone_index=0)


def test_a_window_that_knows_the_state_is_answered_with_what_changed(pair: Pair) -> None:
    ada, table, _ = pair
    url, before = f"/api/game/{table.game_id}/roll", table.state()
    body, headers = {"stage": "deployment"}, {**ada.headers, "Highground-Known": before["version"]}
    answer = table.client.post(url, headers=headers, json=body).json()
    assert (answer["from"], set(answer)) == (
        before["version"],
        {"number", "from", "version", "changes", "result"},
    )
    after = moved_on(before, answer["changes"])
    assert after == table.state()
    assert after["version"] == answer["version"]
    table.did("undo")
    whole = table.client.post(url, headers=headers, json=body).json()
    assert "changes" not in whole
    assert {name: value for name, value in whole.items() if name != "result"} == table.state()


async def test_what_an_answer_holds_does_not_come_by_the_window_s_socket_too(site: Site, pair: Pair) -> None:
    """The caller's window has the patch from its answer; its owner's other window and who watches hear it."""
    ada, here, there = pair
    here.client.patch(f"/api/game/{here.game_id}", headers=ada.headers, json={"shared": True})
    before = here.state()
    async with (
        socket(site, here.game_id, ada, "player", server=1) as window,
        socket(site, here.game_id, ada, "player", server=1) as other,
        socket(site, here.game_id, None, None, server=0) as watching,
    ):
        names = [(await heard(each, "connected"))["payload"]["socket"] for each in (window, other, watching)]
        assert len(set(names)) == 3
        headers = {**ada.headers, "Highground-Known": before["version"], "Highground-Socket": names[0]}
        url, body = f"/api/game/{here.game_id}/roll", {"stage": "deployment"}
        answer = (await asyncio.to_thread(here.client.post, url, headers=headers, json=body)).json()
        assert moved_on(before, answer["changes"]) == here.state()
        own, another, seen = [await heard(each) for each in (window, other, watching)]
        assert (own["type"], own["payload"]) == ("unseen", {})
        assert another["payload"]["changes"] == answer["changes"]
        assert seen["payload"]["changes"]
        assert own["seq"] == another["seq"] == seen["seq"]
        assert [(await heard(each))["type"] for each in (window, other, watching)] == ["new_log"] * 3
        await asyncio.to_thread(there.did, "undo")
        assert (await heard(window))["type"] == "game_state_update"


async def test_a_refused_call_leaves_its_window_to_its_socket(site: Site, pair: Pair) -> None:
    ada, here, _ = pair
    before = here.state()
    async with socket(site, here.game_id, ada, "player") as window:
        name = (await heard(window, "connected"))["payload"]["socket"]
        headers = {**ada.headers, "Highground-Known": before["version"], "Highground-Socket": name}
        url = f"/api/game/{here.game_id}/advance_phase"
        answer = await asyncio.to_thread(here.client.post, url, headers=headers, json={})
        assert answer.status_code in {409, 422}
        await asyncio.to_thread(here.did, "roll", stage="deployment")
        assert (await heard(window))["payload"]["from"] == before["version"]


# API-65, API-70, SHELL-40
async def test_what_a_socket_shows_is_what_a_seat_would_load(site: Site, pair: Pair) -> None:
    ada, table, _ = pair
    table.client.patch(f"/api/game/{table.game_id}", headers=ada.headers, json={"shared": True})
    async with (
        socket(site, table.game_id, ada, "player", server=1) as hers,
        socket(site, table.game_id, None, None, server=0) as watching,
    ):
        for each in (hers, watching):
            await heard(each, "connected")
        seats = [Seat(table, hers, ada.headers), Seat(table, watching, {})]
        assert [seat.known["sides"] for seat in seats] == [[0, 1], []]
        await moves(table, seats)
        assert seats[1].known["request"]["mine"] is False


async def test_each_player_hears_what_is_for_that_player(site: Site) -> None:
    """Two people at one table: the computer's side is nobody's business but its holder's."""
    with site.client(0) as first:
        ada, ben = registered(first, "Ada"), registered(first, "Ben")
        table = made(first, ada)
        joined(first, ada, ben, table.game_id)
        table.chosen(0, "vow-1000")
        theirs = Table(first, ben, table.game_id)
        theirs.chosen(1, "fen-1000")
        theirs.agreed()
        assert table.post("start").status_code == 201
        async with (
            socket(site, table.game_id, ada, "player") as one,
            socket(site, table.game_id, ben, "player", 1) as two,
        ):
            for each in (one, two):
                await heard(each, "connected")
            hers, his = Seat(table, one, ada.headers), Seat(table, two, ben.headers)
            await asyncio.to_thread(table.did, "roll", stage="deployment")
            shown = [await seat.hear() for seat in (hers, his)]
            assert shown[0]["payload"]["version"] != shown[1]["payload"]["version"]
            assert hers.known["request"]["mine"] != his.known["request"]["mine"]
            assert (hers.known["sides"], his.known["sides"]) == ([0], [1])


# API-70, API-73, API-74
async def test_who_watches_hears_of_every_choice(site: Site, pair: Pair) -> None:
    ada, table, _ = pair
    async with socket(site, table.game_id, ada, "player", server=1) as connection:
        await heard(connection, "connected")
        await asyncio.to_thread(table.did, "roll", stage="deployment")
        shown = await heard(connection, "game_state_update")
        assert shown["payload"]["number"] == 1
        assert (shown["payload"]["phase"], shown["payload"]["phase_time"]) == ("deployment", "beginning")
        assert (await heard(connection, "new_log"))["payload"]["game_id"] == table.game_id
        winner = table.state()["deployment_status"]["winner_army_uuid"]
        await asyncio.to_thread(table.did, "update_deployment", selecting_army_uuid=winner, selected_zone_index=1)
        assert (await heard(connection, "new_log"))["payload"]["number"] == 2
        await asyncio.to_thread(table.did, "undo")
        assert (await heard(connection, "logs_updated"))["payload"] == {"game_id": table.game_id, "number": 1}


async def test_readers_of_the_log_hear_of_choices_that_added_entries(site: Site) -> None:
    with site.client(0) as client:
        ada = registered(client)
        table = begun(client, ada, "ai", "ai")

        def stepped() -> tuple[int, int]:
            """How many choices there are after the computer's next step, and entries of the log."""
            number = table.did("ai_step")["number"]
            log = client.get(f"/api/game/{table.game_id}/logs_json", headers=ada.headers).raise_for_status()
            return number, log.json()["total"]

        async with socket(site, table.game_id, ada, "player") as connection:
            steps = [await asyncio.to_thread(stepped) for _ in range(60)]
            announced: set[int] = set()
            while (message := await heard(connection))["payload"].get("number") != steps[-1][0]:
                if message["type"] == "new_log":
                    announced.add(message["payload"]["number"])
        # Nobody had read the log before the first step, which may have added to it; not all of the last one's are read.
        between = list(itertools.pairwise(steps))[:-1]
        grew = [after > before for (_, before), (_, after) in between]
        assert {True, False} == set(grew)
        assert [bool(announced & set(range(before + 1, after + 1))) for (before, _), (after, _) in between] == grew


# SITE-15, OPEN-25
async def test_two_servers_play_one_battle(pair: Pair) -> None:
    """What one of them wrote, the other goes on from; a call against an older state is stale at both."""
    _, here, there = pair

    def play() -> None:
        first = here.did("roll", stage="deployment")
        assert there.state() == {name: value for name, value in first.items() if name != "result"}
        winner = first["deployment_status"]["winner_army_uuid"]
        second = there.did("update_deployment", selecting_army_uuid=winner, selected_zone_index=1)
        stale = here.post("advance_phase", number=1)
        assert (stale.status_code, stale.json()["number"]) == (409, 2)
        assert here.state()["number"] == second["number"] == 2
        assert here.did("undo")["number"] == 1
        assert there.state()["number"] == 1
        again = there.did("update_deployment", selecting_army_uuid=winner, selected_zone_index=0)
        assert here.state() == {name: value for name, value in again.items() if name != "result"}

    await asyncio.to_thread(play)


async def test_two_who_answer_at_once_get_one_answer_between_them(pair: Pair) -> None:
    _, here, there = pair
    both = await asyncio.gather(
        *(asyncio.to_thread(table.post, "roll", stage="deployment", number=0) for table in (here, there))
    )
    assert sorted(answer.status_code for answer in both) == [200, 409]
    assert here.state()["number"] == 1


async def test_the_computer_thinks_for_two_windows_at_two_servers(many: Site) -> None:
    """Each keeps how far the thought has come, whichever of them wrote last."""
    with many.client(0) as first, many.client(1) as second:
        ada = registered(first)
        here = made(first, ada)
        for side, army in enumerate(("vow-1000", "fen-1000")):
            here.chosen(side, army, controller="ai", level="strongest", seconds=20)
        assert here.post("start").status_code == 201
        while "deploy" not in here.state()["request"]["kinds"]:
            here.did("ai_step")
        number, there = here.state()["number"], Table(second, ada, here.game_id)
        for _ in range(10):
            asked = (asyncio.to_thread(table.post, "ai_think", number=number) for table in (here, there))
            both = await asyncio.gather(*asked)
            assert [answer.status_code for answer in both] == [200, 200], [answer.text for answer in both]
            assert all(answer.json()["thought"]["phase"] == "deployment" for answer in both)
        assert here.state()["number"] == number


async def test_who_made_an_offer_hears_that_it_is_declined(site: Site) -> None:
    with site.client(0) as first, site.client(1) as second:
        ada, ben = registered(first), registered(second, "Ben")
        mine, _ = await asyncio.to_thread(two, first, ada, ben)
        theirs = Table(second, ben, mine.game_id)
        army = (await asyncio.to_thread(mine.state))["game_model"]["armies"][0]["uuid"]
        async with socket(site, mine.game_id, ada, "player") as connection:
            await heard(connection, "connected")
            await asyncio.to_thread(mine.did, "draw")
            await asyncio.to_thread(theirs.did, "offer_answer", kind="draw", agree=False)
            payload = (await heard(connection, "offer_answer"))["payload"]
            assert payload == {"game_id": mine.game_id, "kind": "draw", "offered_by": army, "agreed": False}


async def test_who_is_asked_to_agree_to_an_undo_hears_of_it(site: Site) -> None:
    with site.client(0) as first, site.client(1) as second:
        ada, ben = registered(first), registered(second, "Ben")
        mine, _ = await asyncio.to_thread(two, first, ada, ben)
        theirs = Table(second, ben, mine.game_id)
        async with socket(site, mine.game_id, ben, "player", server=1) as connection:
            await heard(connection, "connected")
            await asyncio.to_thread(mine.did, "undo_request")
            assert (await heard(connection, "undo_request"))["payload"]["army_name"] == "The Gate Guard"
            await asyncio.to_thread(theirs.did, "undo_answer", agree=True)
            assert (await heard(connection, "undo_answer"))["payload"]["agreed"] is True
            assert (await asyncio.to_thread(mine.state))["number"] == 0


async def test_who_waits_for_an_answer_hears_that_the_battle_went_on_without_one(site: Site) -> None:
    """A draw and what was to be taken back can be answered only until the next choice; the clock's offer stays."""
    with site.client(0) as first, site.client(1) as second:
        ada, ben = registered(first), registered(second, "Ben")
        mine, _ = await asyncio.to_thread(two, first, ada, ben)
        theirs = Table(second, ben, mine.game_id)
        state = await asyncio.to_thread(mine.state)
        army = state["game_model"]["armies"][0]["uuid"]
        winner = state["deployment_status"]["winner_army_uuid"]
        chooser = mine if winner == army else theirs
        lapsed = {"game_id": mine.game_id, "agreed": False, "lapsed": True}
        async with socket(site, mine.game_id, ada, "player") as connection:
            await heard(connection, "connected")
            await asyncio.to_thread(partial(mine.did, "clock", do="start", minutes=90))
            await asyncio.to_thread(mine.did, "draw")
            await asyncio.to_thread(mine.did, "undo_request")
            wanted = {"selecting_army_uuid": winner, "selected_zone_index": 0}
            state = await asyncio.to_thread(partial(chooser.did, "update_deployment", **wanted))
            assert [each["kind"] for each in state["offers"]] == ["clock"]
            payload = (await heard(connection, "offer_answer"))["payload"]
            assert payload == {**lapsed, "kind": "draw", "offered_by": army}
            assert (await heard(connection, "undo_answer"))["payload"] == {**lapsed, "asked_by": army}
