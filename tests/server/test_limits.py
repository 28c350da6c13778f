"""What anybody may send, and how much of it: uploads without a login, photos, games, sockets, half a request."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

from highground.server import limits, middleware
from highground.server.camera import endpoints as camera
from highground.server.camera import service as photos
from highground.server.db.engine import Database
from highground.server.games import endpoints as games
from highground.server.limits import OPEN_UPLOAD, Action
from highground.server.logs.cleaning import remove_old
from highground.server.logs.measuring import Measure, measured
from highground.server.patience import ImpatientProtocol
from highground.server.play import turns
from highground.server.settings import Settings
from highground.server.sockets.closes import ENOUGH
from tests.server.conftest import Running, serving
from tests.server.databases import awaited
from tests.server.people import Somebody, registered
from tests.server.sites import until
from tests.server.tables import fought, made
from tests.server.test_logs import uploaded
from tests.server.test_play import begun
from tests.server.timelines import battle
from tests.vision.test_photo import packed, picture


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory, new_database: Callable[[], str]) -> Iterator[Running]:
    """A server that counts, takes 100 kB without a login, and keeps three sockets of each."""
    settings_ = Settings(
        data=tmp_path_factory.mktemp("limited"),
        database_url=new_database(),
        upload_limit=2_000_000,
        open_upload_limit=100_000,
        sockets_each=3,
        demo=False,
        log_level="CRITICAL",
    )
    with serving(settings_) as running:
        yield running


def test_uploads_without_a_login_are_counted_by_address(limited: Running) -> None:
    def sent(address: str) -> int:
        files = {"file": ("a.json", b"[]")}
        return limited.client.post("/api/logs", files=files, headers={"X-Forwarded-For": address}).status_code

    most = int(OPEN_UPLOAD.by_address.split()[0])
    assert [sent("10.9.0.1") for _ in range(most + 2)] == [201] * most + [429] * 2
    assert sent("10.9.0.2") == 201
    roster = {"file": ("a.ros", b"none")}
    answer = limited.client.post("/api/upload_list", files=roster, headers={"X-Forwarded-For": "10.9.0.1"})
    assert answer.status_code == 429


def test_uploads_without_a_login_are_small(limited: Running) -> None:
    large = {"file": ("a.json", b"[" + b" " * 300_000 + b"]")}
    answer = limited.client.post("/api/logs", files=large, headers={"X-Forwarded-For": "10.9.0.3"})
    assert (answer.status_code, answer.json()["detail"]) == (413, "The file is too large: at most 0 MB are taken.")
    ada = registered(limited.client)
    assert limited.client.post("/api/logs", files=large, headers=ada.headers).status_code == 201


def test_what_a_user_sends_is_counted_by_user(limited: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "NEW_GAME", Action("games", by_account="2 per hour"))
    monkeypatch.setattr(limits, "OWN_UPLOAD", Action("uploads", by_account="2 per hour"))
    monkeypatch.setattr(camera, "PHOTO", Action("photos", by_account="2 per hour"))
    ada, brook = registered(limited.client), registered(limited.client, "Brook")
    game = made(limited.client, ada)

    def status(path: str, name: str = "", data: bytes = b"") -> int:
        sent = {"files": {"file": (name, data)}} if name else {"json": {"game_name": "More"}}
        return limited.client.post(f"/api/{path}", headers=ada.headers, **sent).status_code

    photo = packed("JPEG", picture(320, 240))
    assert [status("game/create_new_game") for _ in range(3)] == [201, 429, 429]
    assert [status("logs", "a.json", b"[]") for _ in range(3)] == [201, 201, 429]
    assert [status(f"game/{game}/photos", "photo.jpg", photo) for _ in range(3)] == [201, 201, 429]
    assert made(limited.client, brook)


def test_a_game_keeps_only_so_many_photos(limited: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(photos, "MOST_PHOTOS", 1)
    ada = registered(limited.client)
    path, files = (
        f"/api/game/{made(limited.client, ada)}/photos",
        {"file": ("a.jpg", packed("JPEG", picture(320, 240)))},
    )
    assert limited.client.post(path, headers=ada.headers, files=files).status_code == 201
    answer = limited.client.post(path, headers=ada.headers, files=files)
    assert (answer.status_code, answer.json()["detail"]) == (409, photos.TOO_MANY_PHOTOS)


def test_strangers_do_not_use_up_what_a_phone_may_send(limited: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(camera, "PHOTO", Action("phones", by_account="2 per minute"))
    ada = registered(limited.client)
    game = made(limited.client, ada)
    code = limited.client.post(f"/api/game/{game}/camera/pairing", headers=ada.headers).json()["code"]
    phone = limited.client.post("/api/camera/join", json={"code": code}).json()["token"]
    files = {"file": ("a.jpg", packed("JPEG", picture(320, 240)))}

    def sent(token: str) -> int:
        headers = {"Authorization": f"Bearer {token}"}
        return limited.client.post(f"/api/game/{game}/photos", headers=headers, files=files).status_code

    assert [sent("none of its") for _ in range(3)] == [401] * 3
    assert [sent(phone) for _ in range(3)] == [201, 201, 429]


def closed(connection: ClientConnection) -> tuple[int, str]:
    with pytest.raises(ConnectionClosed) as caught:
        while True:
            connection.recv(10)
    assert caught.value.rcvd is not None
    return caught.value.rcvd.code, caught.value.rcvd.reason


def test_one_user_keeps_only_so_many_sockets(limited: Running) -> None:
    ada, brook = registered(limited.client), registered(limited.client, "Brook")
    game = fought(limited.client, ada, shared=True)
    address = str(limited.client.base_url).replace("http", "ws", 1).rstrip("/") + f"/ws/game/{game}"

    def opened(person: Somebody | None) -> ClientConnection:
        settings_ = [] if person is None else [Subprotocol(f"bearer.{person.token}")]
        return connect(address, subprotocols=[Subprotocol("highground"), *settings_], proxy=None)

    with ExitStack() as sockets:
        for person in (ada, None):
            first = [sockets.enter_context(opened(person)) for _ in range(3)]
            assert all("connected" in str(each.recv(10)) for each in first)
            with opened(person) as more:
                assert closed(more) == (1013, ENOUGH.reason)
            first[0].close()
            until(lambda: "connected" in str(recent(opened(person))), 30)  # noqa: B023 - asked at once
        assert "connected" in str(recent(opened(brook)))


def recent(connection: ClientConnection) -> str:
    """The first word that a socket hears; it is closed then."""
    with connection:
        try:
            return str(connection.recv(10))
        except ConnectionClosed:
            return ""


def half_sent(server: Running, text: bytes) -> tuple[float, bytes]:
    """Send the beginning of a request: after how many seconds the server ends it, and what it says."""
    url = server.client.base_url
    with socket.create_connection((url.host, url.port or 80)) as connection:
        connection.settimeout(20)
        connection.sendall(text)
        began, heard = time.monotonic(), b""
        try:
            while more := connection.recv(4096):
                heard += more
        except ConnectionResetError:
            pass
        return time.monotonic() - began, heard


def test_a_connection_may_lie_idle_between_two_requests(limited: Running) -> None:
    """uvicorn's own five seconds ended connections that proxies and browsers were about to use again."""
    request = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
    url = limited.client.base_url
    with socket.create_connection((url.host, url.port or 80), timeout=20) as connection:
        for seconds in (0, 5.5):
            time.sleep(seconds)
            connection.sendall(request)
            assert connection.recv(4096).startswith(b"HTTP/1.1 200 ")


def test_requests_that_are_never_sent_to_their_end_are_ended(limited: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    otherwise = min(ImpatientProtocol.head_seconds, middleware.SILENCE_SECONDS)
    monkeypatch.setattr(ImpatientProtocol, "head_seconds", 0.3)
    monkeypatch.setattr(middleware, "SILENCE_SECONDS", 0.3)
    for head in (b"", b"POST /api/auth/login HTTP/1.1\r\nHost: x\r\n"):
        seconds, said = half_sent(limited, head)
        assert (seconds < otherwise, said) == (True, b"")
    form = b"multipart/form-data; boundary=x"
    for path, kind in ((b"auth/login", b"application/json"), (b"logs", form)):
        head = b"POST /api/%s HTTP/1.1\r\nHost: x\r\nContent-Type: %s\r\nContent-Length: 50\r\n\r\n-" % (path, kind)
        seconds, said = half_sent(limited, head)
        assert seconds < otherwise
        assert said.startswith(b"HTTP/1.1 408 ")
        assert said.endswith(b'{"detail":"The request did not arrive in time. Please try again."}')


def summary(server: Running, game: str) -> dict[str, Any]:
    found: dict[str, Any] = server.client.get(f"/api/game/shared/{game}/summary").json()
    return found


def test_an_upload_of_nobodys_goes_after_a_while_unless_it_is_claimed(server: Running) -> None:
    ada, brook = registered(server.client), registered(server.client, "Brook")
    kept, lost, new = (uploaded(server.client, battle()) for _ in range(3))
    own = fought(server.client, ada)
    removed_at = datetime.fromisoformat(summary(server, kept)["removed_at"])
    assert abs(removed_at - datetime.now(UTC) - timedelta(days=30)) < timedelta(minutes=5)
    claim = server.client.post(f"/api/logs/{kept}/claim", headers=ada.headers)
    assert (claim.status_code, claim.json()["url"]) == (200, f"/games/{kept}/logs")
    assert summary(server, kept)["removed_at"] is None
    assert server.client.get(f"/shared/{lost}/logs").status_code == 200
    for person, game in ((brook, kept), (brook, own), (brook, "nothing")):
        assert server.client.post(f"/api/logs/{game}/claim", headers=person.headers).status_code == 404
    assert server.client.post(f"/api/logs/{lost}/claim").status_code == 401
    for game in (kept, lost, own):
        server.write(f"UPDATE games SET created = '2020-01-01 00:00:00' WHERE id = '{game}'")

    async def clean() -> int:
        database = Database(server.settings.database)
        removed = await remove_old(database, datetime.now(UTC) - timedelta(days=30))
        await database.close()
        return removed

    assert awaited(clean()) == 1
    status = {game: server.client.get(f"/api/game/shared/{game}/json").status_code for game in (kept, lost, new)}
    assert status == {kept: 200, lost: 404, new: 200}
    assert server.rows(f"SELECT total FROM battle_logs WHERE game_id = '{lost}'") == []


@pytest.mark.parametrize(
    ("data", "parts", "depth"),
    [
        (b"", 0, 0),
        (b"7", 0, 0),
        (b'[1, 2, {"a": [3]}]', 6, 3),
        (rb'["a,[{:\"", "\\", ",,,"]', 3, 1),
        (rb'{"a\\\": [": 1}', 2, 1),
        (b"]]]]", 0, 0),
    ],
)
def test_what_a_file_would_be_is_distinguisheds_bytes(data: bytes, parts: int, depth: int) -> None:
    assert measured(data) == Measure(parts, depth)


def test_a_battle_keeps_only_so_many_choices_and_can_still_be_ended(
    limited: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(turns, "MOST_CHOICES", 2)
    table = begun(limited.client, registered(limited.client))
    for _ in range(2):
        table.did("roll", stage="all")
        table.did("undo")
    answer = table.post("roll", stage="all")
    assert (answer.status_code, answer.json()["detail"]) == (409, turns.TOO_MANY_CHOICES.format(2))
    unit = table.state()["deployment_status"]["units_to_deploy"][0][0]
    said = table.post("allocate", unit_uuid=unit["uuid"], miniature_uuids=[])
    assert (said.status_code, said.json()["detail"]) == (409, turns.TOO_MANY_CHOICES.format(2))
    assert table.state()["number"] == 0
    assert table.did("resign", side=0)["number"] > 0
