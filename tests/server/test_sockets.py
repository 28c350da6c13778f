"""The game's socket: who is let in, what each client gets, gapless numbers, slow readers; in one process and in two."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
import uvicorn
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from highground.server.app import create_app
from highground.server.bus.local import LocalBus
from highground.server.serving import OPTIONS
from highground.server.settings import Settings
from highground.server.sockets.closes import CATCH_UP, Closed
from highground.server.sockets.connection import BURST, LARGEST, LONGEST_CHAT, NO_CHAT, NOT_A_WRITER
from highground.server.sockets.hub import QUEUE_LIMIT, Hub
from highground.server.sockets.messages import UNSEEN
from tests.server.people import Somebody, registered
from tests.server.sites import Site, until
from tests.server.tables import fought, joined, made

Message = dict[str, Any]


@asynccontextmanager
async def socket(
    site: Site, game: str, person: Somebody | None = None, role: str | None = None, server: int = 0
) -> AsyncIterator[ClientConnection]:
    protocols = ["highground"] + ([f"bearer.{person.token}"] if person else [])
    query = "" if role is None else f"?role={role}"
    address = site.socket(server, f"/ws/game/{game}{query}")
    # a full queue would stop the client from reading, and so from answering pings, while a test does something else
    async with connect(address, subprotocols=protocols, proxy=None, max_queue=None) as connection:  # type: ignore[arg-type]
        yield connection


async def heard(connection: ClientConnection, kind: str | None = None) -> Message:
    """The next message (of a kind)."""
    while True:
        message: Message = json.loads(await asyncio.wait_for(connection.recv(), 10))
        assert set(message) == {"type", "payload", "seq"}
        if kind in (None, message["type"]):
            return message


async def closed(connection: ClientConnection) -> tuple[int, str]:
    """The code and reason of the close that comes."""
    with pytest.raises(ConnectionClosed) as caught:
        while True:
            await asyncio.wait_for(connection.recv(), 10)
    received = caught.value.rcvd
    assert received is not None
    return received.code, received.reason


def renamed(client: httpx2.Client, owner: Somebody, game: str, name: str) -> None:
    assert client.patch(f"/api/game/{game}", headers=owner.headers, json={"game_name": name}).status_code == 200


@pytest.fixture
def ada(site: Site) -> Somebody:
    with site.client() as client:
        return registered(client)


@pytest.fixture
def brook(site: Site) -> Somebody:
    with site.client(1) as client:
        return registered(client, "Brook")


# SOCK-1, SOCK-8, SOCK-2, OPEN-34, API-65, API-75
async def test_a_socket_connects_with_a_role_and_hears_what_changes(site: Site, ada: Somebody) -> None:
    with site.client() as client:
        game = made(client, ada)
        for role, shown in (("player", "player"), (None, "spectator"), ("spectator", "spectator")):
            async with socket(site, game, ada, role) as connection:
                assert connection.subprotocol == "highground"
                hello = await heard(connection)
                assert hello["type"] == "connected"
                name = hello["payload"].pop("socket")
                assert name
                assert isinstance(name, str)
                assert hello["payload"] == {
                    "game_id": game,
                    "role": shown,
                    "seats": [0, 1] if shown == "player" else [],
                }
                renamed(client, ada, game, "Friday")
                news = await heard(connection)
                assert (news["type"], news["payload"]) == ("game_updated", {"game_id": game})
                assert news["seq"] == hello["seq"] + 1


# SOCK-3, SOCK-4, SOCK-17
async def test_cameras_have_roles_of_their_own(site: Site, ada: Somebody) -> None:
    with site.client() as client:
        game = made(client, ada)
    for role in ("camera", "camera_controller"):
        async with socket(site, game, ada, role) as connection:
            assert (await heard(connection))["payload"]["role"] == role


# OPEN-61
async def test_a_player_s_chat_reaches_both_players_with_its_writer_s_name_and_nobody_who_watches(
    site: Site, ada: Somebody, brook: Somebody
) -> None:
    with site.client() as client:
        game = made(client, ada)
        joined(client, ada, brook, game)
    watching = socket(site, game, ada, "spectator")
    async with (
        socket(site, game, ada, "player", 0) as here,
        socket(site, game, brook, "player", 1) as there,
        watching as w,
    ):
        for each in (here, there, w):
            await heard(each, "connected")
        await here.send(json.dumps({"type": "chat", "payload": {"text": "  Well met.  ", "name": "Somebody else"}}))
        shown = [await heard(each, "chat") for each in (here, there)]
        assert shown[0] == shown[1]
        said = shown[0]["payload"]
        assert (said["text"], said["type"], said["name"]) == ("Well met.", "user", ada.display_name)
        nothing = await heard(w)
        assert (nothing["type"], nothing["payload"], nothing["seq"]) == ("unseen", {}, shown[0]["seq"])
        await there.send(json.dumps({"type": "chat", "payload": {"text": "And you."}}))
        again = (await heard(here, "chat"))["payload"]
        assert (again["name"], again["text"]) == ("Brook", "And you.")
        assert again["id"] != said["id"]


# API-72
@pytest.mark.parametrize("text", ["", "  \n ", "x" * (LONGEST_CHAT + 1), None, 7])
async def test_chat_without_a_text_or_with_too_much_is_not_passed_on(site: Site, ada: Somebody, text: object) -> None:
    with site.client() as client:
        game = made(client, ada)
    async with socket(site, game, ada, "player") as connection:
        await connection.send(json.dumps({"type": "chat", "payload": {"text": text}}))
        await connection.send(json.dumps({"type": "chat", "payload": {"text": "Here."}}))
        assert (await heard(connection, "error"))["payload"]["detail"] == NO_CHAT
        assert (await heard(connection, "chat"))["payload"]["text"] == "Here."


@pytest.mark.parametrize("role", ["spectator", "camera", "camera_controller"])
async def test_who_plays_no_army_does_not_write(site: Site, ada: Somebody, role: str) -> None:
    with site.client() as client:
        game = made(client, ada)
    async with socket(site, game, ada, role) as connection:
        await connection.send(json.dumps({"type": "chat", "payload": {"text": "Boo"}}))
        assert (await heard(connection, "error"))["payload"]["detail"] == NOT_A_WRITER


async def test_both_servers_agree_on_one_gapless_count(site: Site, ada: Somebody, brook: Somebody) -> None:
    """One game's sockets on two servers, with changes through both at once: every socket hears the same."""
    with site.client(0) as first, site.client(1) as second:
        game = made(first, ada)
        joined(first, ada, brook, game)
        async with socket(site, game, ada, "player", 0) as here, socket(site, game, brook, "player", 1) as there:
            started = [(await heard(one))["seq"] for one in (here, there)]
            assert started[0] == started[1]

            def change(client: httpx2.Client, name: str) -> None:
                for number in range(10):
                    renamed(client, ada, game, f"{name} {number}")

            await asyncio.gather(asyncio.to_thread(change, first, "A"), asyncio.to_thread(change, second, "B"))
            lists = [[await heard(one) for _ in range(20)] for one in (here, there)]
            assert lists[0] == lists[1]
            assert [message["seq"] for message in lists[0]] == list(range(started[0] + 1, started[0] + 21))


async def test_new_logs_are_reported_to_everybody_who_watches(site: Site, ada: Somebody) -> None:
    with site.client(1) as client:
        game = fought(client, ada, shared=True)
        async with socket(site, game) as connection:
            await heard(connection, "connected")
            renamed(client, ada, game, "Again")
            assert (await heard(connection))["type"] == "game_updated"


# OPEN-35, OPEN-36
async def test_who_may_not_come_in_hears_why(site: Site, ada: Somebody, brook: Somebody) -> None:
    with site.client() as client:
        private, shared = made(client, ada), made(client, ada)
        client.patch(f"/api/game/{shared}", headers=ada.headers, json={"shared": True})
    nobody = Somebody(0, "", "", "x" * 43)
    refusals: list[tuple[str, Somebody | None, str, int, str]] = [
        (private, None, "spectator", 4401, "Please log in to go on."),
        (private, nobody, "spectator", 4401, "Please log in to go on."),
        (shared, None, "player", 4401, "Please log in to go on."),
        (private, brook, "spectator", 4404, "There is no such game."),
        (private, brook, "player", 4404, "There is no such game."),
        ("nothing", brook, "spectator", 4404, "There is no such game."),
        (shared, brook, "player", 4404, "There is no such game."),
        (private, ada, "general", 4400, "There is no such role. Use player, spectator, camera or camera_controller."),
    ]
    for game, person, role, *expected in refusals:
        async with socket(site, game, person, role) as connection:
            assert await closed(connection) == tuple(expected), (role, person)
    for person in (None, nobody, brook):
        async with socket(site, shared, person, "spectator") as connection:
            assert (await heard(connection))["type"] == "connected"


async def test_a_token_in_the_address_is_not_taken(site: Site, ada: Somebody) -> None:
    with site.client() as client:
        game = made(client, ada)
    address = site.socket(0, f"/ws/game/{game}?role=player&token={ada.token}&access_token={ada.token}")
    async with connect(address, proxy=None) as connection:
        assert (await closed(connection))[0] == 4401


async def test_a_socket_ends_when_its_right_does(site: Site, ada: Somebody) -> None:
    with site.client() as client:
        shared, mine = made(client, ada), made(client, ada)
        client.patch(f"/api/game/{shared}", headers=ada.headers, json={"shared": True})
        async with socket(site, shared) as watching, socket(site, mine, ada, "player") as playing:
            await heard(watching)
            await heard(playing)
            client.patch(f"/api/game/{shared}", headers=ada.headers, json={"shared": False})
            assert (await closed(watching))[0] == 4401
            assert client.post("/api/auth/logout", headers=ada.headers).status_code == 204
            assert (await closed(playing))[0] == 4401


# SOCK-18, API-67
async def test_the_game_state_is_to_be_asked_for_over_http(site: Site, ada: Somebody) -> None:
    with site.client() as client:
        game = made(client, ada)
    async with socket(site, game, ada, "player") as connection:
        seq = (await heard(connection))["seq"]
        await connection.send('{"type": "request_game_state", "payload": {}}')
        answer = await heard(connection)
        assert (answer["type"], answer["payload"]["game_id"], answer["seq"]) == ("game_updated", game, seq)
        await connection.send('{"type": "dance"}')
        answer = await heard(connection)
        assert (answer["type"], answer["seq"]) == ("error", seq)
        assert answer["payload"] == {"detail": "The server does not know messages of type 'dance'."}


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ("nonsense", 4400),
        ("[]", 4400),
        ('{"payload": {}}', 4400),
        ('{"type": "x", "payload": 3}', 4400),
        (b"\x00\x01", 4400),
        ("x" * (LARGEST + 1), 1009),
        ("x" * 100_000, 1009),
    ],
    ids=["no json", "no object", "no type", "no payload", "bytes", "large", "very large"],
)
async def test_a_wrong_message_ends_the_socket(site: Site, ada: Somebody, message: str | bytes, code: int) -> None:
    with site.client() as client:
        game = made(client, ada)
    async with socket(site, game, ada) as connection:
        await heard(connection)
        await connection.send(message)
        assert (await closed(connection))[0] == code


async def test_too_many_messages_end_the_socket(site: Site, ada: Somebody) -> None:
    with site.client() as client:
        game = made(client, ada)
    async with socket(site, game, ada) as connection:
        for _ in range(BURST + 20):
            await connection.send('{"type": "request_game_state"}')
        assert await closed(connection) == (4429, "Too many messages. Please wait a little.")


async def test_a_message_for_some_seats_reaches_no_other() -> None:
    hub = Hub(LocalBus())
    lines = {
        name: await hub.join("g", frozenset(seats))
        for name, seats in {"first": [0], "second": [1], "both": [0, 1], "none": []}.items()
    }
    await hub.send("g", "game_state_update", {"hidden": "the relic"}, seats=[0])
    await hub.send("g", "game_state_update", {"open": 1})
    got = {name: [json.loads(text) for text in await line.take()] for name, line in lines.items()}
    for name, sees in {"first": True, "second": False, "both": True, "none": False}.items():
        hidden, open_ = got[name]
        assert (hidden["payload"] == {"hidden": "the relic"}) is sees
        assert hidden["type"] == ("game_state_update" if sees else "unseen")
        assert sees or hidden == json.loads(UNSEEN + b"}") | {"seq": hidden["seq"]}
        assert (open_["payload"], open_["seq"]) == ({"open": 1}, hidden["seq"] + 1)
    assert len({messages[0]["seq"] for messages in got.values()}) == 1


async def test_a_reader_that_is_too_slow_is_dropped_and_nobody_waits_for_it() -> None:
    hub = Hub(LocalBus())
    slow, quick = await hub.join("g", frozenset()), await hub.join("g", frozenset())
    taken = 0
    for _ in range(QUEUE_LIMIT + 1):
        await hub.send("g", "new_log", {})
        taken += len(await quick.take())
    assert taken == QUEUE_LIMIT + 1
    with pytest.raises(Closed) as caught:
        await slow.take()
    assert caught.value.close == CATCH_UP


async def test_a_full_server_takes_no_more_until_one_leaves() -> None:
    hub = Hub(LocalBus(), limit=2)
    first = await hub.join("a", frozenset())
    await hub.join("b", frozenset())
    with pytest.raises(Closed, match="too many connections"):
        await hub.join("c", frozenset())
    await hub.leave("a", first)
    await hub.leave("a", first)
    await hub.join("c", frozenset())
    with pytest.raises(Closed):
        await hub.join("d", frozenset())


@asynccontextmanager
async def served_here(settings: Settings) -> AsyncIterator[tuple[Site, Hub]]:
    """A server in the test's own event loop, so that the test can send what no call sends yet."""
    application = create_app(settings)
    server = uvicorn.Server(uvicorn.Config(application, port=0, **OPTIONS | {"log_level": "error"}))
    serving = asyncio.create_task(server.serve())
    await asyncio.to_thread(until, lambda: server.started)
    url = f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    try:
        yield Site((url, url)), application.state.services.sockets
    finally:
        server.should_exit = True
        await serving


async def shared_game(site: Site) -> str:
    def make() -> str:
        with site.client() as client:
            return fought(client, registered(client), shared=True)

    return await asyncio.to_thread(make)


async def test_a_connection_that_does_not_read_is_asked_to_catch_up(settings: Settings, tmp_path: Path) -> None:
    own = settings.model_copy(update={"data": tmp_path, "database_url": ""})
    async with served_here(own) as (site, hub):
        game = await shared_game(site)
        async with socket(site, game) as slow, socket(site, game) as quick:
            await heard(slow)
            await heard(quick)
            slow.transport.pause_reading()
            large = {"text": "z" * 100_000}
            for _ in range(QUEUE_LIMIT + 150):
                await hub.send(game, "game_state_update", large)
                await heard(quick)
            slow.transport.resume_reading()
            assert await closed(slow) == (4410, CATCH_UP.reason)


async def test_a_server_that_stops_shows_its_sockets(settings: Settings, tmp_path: Path) -> None:
    own = settings.model_copy(update={"data": tmp_path, "database_url": ""})
    server = served_here(own)
    site, _ = await server.__aenter__()
    async with socket(site, await shared_game(site)) as connection:
        await heard(connection)
        stopping = asyncio.create_task(server.__aexit__(None, None, None))
        assert (await closed(connection))[0] == 1012
        await asyncio.wait_for(stopping, 10)
