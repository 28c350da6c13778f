"""What a player takes along who gives an army up: nobody else ever sees the private text of a roster."""

from __future__ import annotations

import io
import zipfile

import httpx2
import pytest

from tests.server.people import PASSWORD, Somebody, registered
from tests.server.tables import invited, joined
from tests.server.test_play import Table, made, seated
from tests.server.test_rosters import SECRET, saved
from tests.vision.test_photo import packed, picture


@pytest.fixture
def ada(client: httpx2.Client) -> Somebody:
    return registered(client, "Ada")


@pytest.fixture
def ben(client: httpx2.Client) -> Somebody:
    return registered(client, "Ben")


def with_roster(client: httpx2.Client, ada: Somebody, ben: Somebody, side: int) -> tuple[Table, Table]:
    """A battle of Ada's against Ben, where the player of a side brings a roster of their own."""
    mine = made(client, ada)
    joined(client, ada, ben, mine.game_id)
    seats = (mine, Table(client, ben, mine.game_id))
    for at, table in enumerate(seats):
        own = at == side
        army = saved(client, table.person)["roster_id"] if own else "vow-1000"
        assert table.chosen(at, army, source="roster" if own else "sample").status_code == 200
    seats[1].agreed()
    assert mine.post("start").status_code == 201
    return seats


def sees(table: Table) -> bool:
    answer = table.client.get(f"/api/games/{table.game_id}/state", headers=table.person.headers)
    assert answer.status_code == 200, answer.text
    return SECRET in answer.text


def exported(table: Table) -> dict[str, str]:
    """The files about the game in its player's export."""
    answer = table.client.get("/api/user/export", headers=table.person.headers)
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        names = [name for name in archive.namelist() if name.startswith(f"games/{table.game_id}/")]
        return {name.rpartition("/")[2]: archive.read(name).decode() for name in names}


def test_the_export_of_a_game_holds_no_text_of_the_opponent_s(
    client: httpx2.Client, ada: Somebody, ben: Somebody
) -> None:
    mine, theirs = with_roster(client, ada, ben, 1)
    assert (sees(mine), sees(theirs)) == (False, True)
    theirs.did("resign")
    files = exported(mine)
    assert set(files) == {"game.json", "timeline.json", "battle-log.json"}
    assert not any(SECRET in each for each in files.values())


def test_who_leaves_takes_the_text_along(client: httpx2.Client, ada: Somebody, ben: Somebody) -> None:
    mine, theirs = with_roster(client, ada, ben, 1)
    theirs.did("resign")
    assert client.delete(f"/api/game/{mine.game_id}/seats/1", headers=ben.headers).status_code == 204
    assert mine.state()["sides"] == [0, 1]
    assert not sees(mine)


def test_a_finished_game_that_its_owner_deletes_is_the_opponent_s_without_the_text(
    client: httpx2.Client, ada: Somebody, ben: Somebody
) -> None:
    mine, theirs = with_roster(client, ada, ben, 0)
    theirs.did("resign")
    assert client.delete(f"/api/game/{mine.game_id}", headers=ada.headers).status_code == 204
    assert theirs.state()["sides"] == [0, 1]
    assert not sees(theirs)
    assert not any(SECRET in each for each in exported(theirs).values())


@pytest.mark.parametrize("side", [0, 1])
def test_a_deleted_account_takes_the_text_out_of_a_battle_that_goes_on(
    client: httpx2.Client, ada: Somebody, ben: Somebody, side: int
) -> None:
    seats = with_roster(client, ada, ben, side)
    gone, left = seats[side], seats[1 - side]
    farewell = client.request("DELETE", "/api/user", headers=gone.person.headers, json={"password": PASSWORD})
    assert farewell.status_code == 204
    assert left.state()["sides"] == [0, 1]
    assert not sees(left)
    left.did("roll", stage="deployment")
    assert not sees(left)


def test_who_joins_a_battle_takes_an_army_over_without_its_text(
    client: httpx2.Client, ada: Somebody, ben: Somebody
) -> None:
    mine = made(client, ada)
    roster = saved(client, ada)["roster_id"]
    for side in (0, 1):
        assert mine.chosen(side, roster, source="roster").status_code == 200
    assert mine.post("start").status_code == 201
    token = invited(client, ada, mine.game_id)
    assert client.post(f"/api/invitations/{token}", headers=ben.headers).status_code == 200
    theirs = Table(client, ben, mine.game_id)
    assert theirs.state()["sides"] == [1]
    assert (sees(mine), sees(theirs)) == (True, False)


def test_a_deleted_rematch_is_gone_for_an_owner_at_the_second_army(
    client: httpx2.Client, ada: Somebody, ben: Somebody
) -> None:
    first, second = seated(client, ada, ben)
    second.did("resign")
    game = second.post("rematch").json()["game_id"]
    assert first.post("rematch").json() == {"game_id": game}
    mine, theirs = Table(client, ben, game), Table(client, ada, game)
    assert (mine.get("setup").json()["owner"], mine.get("setup").json()["sides"]) == (True, [1])
    assert mine.chosen(1, "fen-1000").status_code == theirs.chosen(0, "vow-1000").status_code == 200
    theirs.agreed()
    assert mine.post("start").status_code == 201
    mine.did("resign")
    assert client.delete(f"/api/game/{game}", headers=ben.headers).status_code == 204
    games = client.get("/api/user/games", headers=ben.headers).json()["games"]
    assert game not in {each["game_id"] for each in games}
    assert theirs.get("logs_json").status_code == 200


def test_a_phone_of_a_player_who_leaves_is_let_go(client: httpx2.Client, ada: Somebody, ben: Somebody) -> None:
    """Else it would see the photos of a game that its owner has left, and send more."""
    mine = made(client, ada)
    joined(client, ada, ben, mine.game_id)
    theirs = Table(client, ben, mine.game_id)
    phone = client.post("/api/camera/join", json={"code": theirs.post("camera/pairing").json()["code"]}).json()
    headers = {"Authorization": f"Bearer {phone['token']}"}
    path, files = f"/api/game/{mine.game_id}/photos", {"file": ("a.jpg", packed("JPEG", picture(320, 240)))}
    sent = client.post(path, headers=headers, files=files)
    assert sent.status_code == 201
    code = theirs.post("camera/pairing").json()["code"]
    assert client.delete(f"/api/game/{mine.game_id}/seats/1", headers=ben.headers).status_code == 204
    assert client.get(sent.json()["image_url"], headers=headers).status_code == 401
    assert client.post(path, headers=headers, files=files).status_code == 401
    assert client.post("/api/camera/join", json={"code": code}).status_code == 404
    assert not mine.get("camera").json()["paired"]
