"""A photo of the dice tray is read as soon as it is there."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import cv2
import httpx2
import numpy as np
import pytest

from highground.server.camera import filming
from highground.server.errors import Refusal
from highground.server.jobs.kinds import JobKind
from highground.vision.dice.reading import DiceFound
from highground.vision.dice.synthetic import TrayPhoto, plain_style, tray_photo
from highground.vision.dice.trays import Tray, read_tray
from highground.vision.flat import Picture
from highground.vision.photo import Photo
from tests.server.conftest import Running
from tests.server.people import Somebody, registered
from tests.server.test_camera import channel, heard, jpeg, sent
from tests.server.test_play import Table as Played
from tests.server.test_play import begun

IVORY = (plain_style((225, 235, 240), (20, 20, 20)),)


def tray(seed: int = 1, dice: int = 6) -> TrayPhoto:
    return tray_photo(np.random.default_rng(seed), dice, (640, 480), die=0.08, tilt_degrees=8, styles=IVORY, plain=True)


def blurred(photo: TrayPhoto, number: int) -> Picture:
    """The photo with one die blurred until its pips run together."""
    picture = photo.picture.copy()
    left, top, right, bottom = (round(value) for value in photo.dice[number].box)
    picture[top:bottom, left:right] = cv2.GaussianBlur(picture[top:bottom, left:right], (0, 0), 12)
    return picture


def in_tray(picture: Picture, where: Tray | None) -> DiceFound:
    return read_tray(Photo(picture, "JPEG", (picture.shape[1], picture.shape[0])), where)


@pytest.fixture(scope="module")
def ada(server: Running) -> Somebody:
    return registered(server.client, "Ada")


@pytest.fixture
def game(client: httpx2.Client, ada: Somebody) -> Played:
    return begun(client, ada)


# API-63, ENT-33, CAM-4
def test_a_photo_of_the_tray_is_read_and_reported(server: Running, game: Played) -> None:
    empty = game.get("latest_dice_image").json()
    assert (empty["exists"], empty["image_url"], empty["analysis"]) == (False, None, None)
    with channel(server, game.game_id, game.person.token) as page:
        kept = sent(game, jpeg(tray().picture), dice_tray="true").json()
        assert heard(page, "image_captured")["dice_tray"] is True
        done = heard(page, "job_completed")
    assert (done["job_type"], done["result"]["analysis_type"]) == ("dice", "dice_detection")
    latest = game.get("latest_dice_image").json()
    assert (latest["exists"], latest["image_url"]) == (True, kept["image_url"])
    assert (latest["width"], latest["height"]) == (640, 480)
    assert latest["processed_at"] is not None
    assert latest["analysis"] == done["result"]
    result = latest["analysis"]["dice_result"]
    of_dice = set(result) - {"prediction_time_ms", "other_boxes", "spare", "aside", "added"}
    many = {len(result[name]) for name in of_dice}
    assert set(result) == set(DiceFound.__struct_fields__)
    assert len(many) == 1
    assert many.pop() > 0
    assert not game.get("latest_image").json()["exists"]


def test_a_roll_s_number_of_dice_says_what_is_asked_about(server: Running, game: Played) -> None:
    photo = tray()
    with channel(server, game.game_id, game.person.token) as page:
        sent(game, jpeg(blurred(photo, 0)), dice_tray="true")
        heard(page, "job_completed")

    def read(**query: int) -> dict[str, Any]:
        answer = game.client.get(
            f"/api/game/{game.game_id}/latest_dice_image", params=query, headers=game.person.headers
        )
        assert answer.status_code == 200, answer.text
        result: dict[str, Any] = answer.json()["analysis"]["dice_result"]
        return result

    sure = read()["doubtful"].count(False)
    assert sure == len(photo.dice) - 1
    more = read(rolled=len(photo.dice))
    assert len(more["detection_boxes"]) == len(photo.dice)
    asked = [box for box, is_asked in zip(more["detection_boxes"], more["doubtful"], strict=True) if is_asked]
    assert len(asked) == 1
    left, top, right, bottom = photo.dice[0].box
    assert left < (asked[0][0] + asked[0][2]) / 2 < right
    assert top < (asked[0][1] + asked[0][3]) / 2 < bottom
    fewer = read(rolled=sure)
    asked_about = [a and not aside for a, aside in zip(fewer["doubtful"], fewer["aside"], strict=True)]
    assert not any(asked_about)
    refused = game.client.get(
        f"/api/game/{game.game_id}/latest_dice_image", params={"rolled": 0}, headers=game.person.headers
    )
    assert refused.status_code == 422


def throw(game: Played, *photos: bytes, dice_tray: str = "true") -> httpx2.Response:
    files = [("file" if number == 0 else "more", (f"{number}.jpg", data)) for number, data in enumerate(photos)]
    url = f"/api/game/{game.game_id}/photos"
    return game.client.post(url, headers=game.person.headers, files=files, data={"dice_tray": dice_tray})


def test_photos_of_one_throw_vote_and_a_die_that_one_does_not_show_is_asked_about(
    server: Running, game: Played
) -> None:
    photo = tray()
    hidden = photo.picture.copy()
    left, top, right, bottom = (round(value) for value in photo.dice[0].box)
    hidden[top:bottom, left:right] = hidden[2, 2]
    alone = in_tray(photo.picture, None)
    with channel(server, game.game_id, game.person.token) as page:
        kept = throw(game, jpeg(photo.picture), jpeg(photo.picture), jpeg(hidden))
        assert kept.status_code == 201, kept.text
        heard(page, "job_completed")
    latest = game.get("latest_dice_image").json()
    assert latest["image_id"] == kept.json()["image_id"]
    result = latest["analysis"]["dice_result"]
    assert sorted(result["detection_classes"]) == sorted(alone.detection_classes)
    assert sum(result["doubtful"]) == sum(alone.doubtful) + 1


def test_a_photo_of_another_size_has_no_vote(server: Running, game: Played) -> None:
    with channel(server, game.game_id, game.person.token) as page:
        throw(game, jpeg(tray().picture), jpeg(tray(2).picture[:300]))
        heard(page, "job_completed")
    result = game.get("latest_dice_image").json()["analysis"]["dice_result"]
    assert sorted(result["detection_classes"]) == sorted(in_tray(tray().picture, None).detection_classes)


def test_more_photos_than_vote_are_refused_as_are_several_of_the_table_and_what_is_none(game: Played) -> None:
    data = jpeg(tray().picture)
    for answer, said in (
        (throw(game, data, data, data, data), "at most 3 photos"),
        (throw(game, data, data, dice_tray="false"), "one photo of the table"),
        (throw(game, data, b"no photo"), "photo"),
    ):
        assert answer.status_code == 422
        assert said in answer.json()["detail"]
    assert not game.get("latest_dice_image").json()["exists"]


def test_a_reading_that_failed_says_why_and_is_begun_again(server: Running, game: Played) -> None:
    assert game.post("latest_dice_image").status_code == 404
    with channel(server, game.game_id, game.person.token) as page:
        sent(game, jpeg(tray().picture), dice_tray="true")
        first = heard(page, "job_completed")["job_id"]
        server.write(f"UPDATE jobs SET state = 'failed', error = 'It broke.', result = NULL WHERE id = '{first}'")
        latest = game.get("latest_dice_image").json()
        assert (latest["error"], latest["analysis"], latest["processed_at"]) == ("It broke.", None, None)
        again = game.post("latest_dice_image")
        assert again.status_code == 202
        assert heard(page, "job_completed")["job_id"] == again.json()["job_id"] != first
    latest = game.get("latest_dice_image").json()
    assert latest["error"] is None
    assert latest["analysis"] is not None
    server.write(f"DELETE FROM jobs WHERE id = '{again.json()['job_id']}'")
    assert "not kept" in game.get("latest_dice_image").json()["error"]


def test_only_the_tray_s_rectangle_is_read_where_one_is_set() -> None:
    picture = np.full((900, 1200, 3), 70, dtype=np.uint8)
    inside, outside = tray(1), tray(2)
    picture[40:360, 40:467] = cv2.resize(inside.picture, (427, 320))
    picture[500:820, 700:1127] = cv2.resize(outside.picture, (427, 320))
    found = in_tray(picture, (40 / 1200, 40 / 900, 467 / 1200, 360 / 900))
    assert len(found.detection_boxes) >= 4
    assert all(x0 >= 30 and x1 <= 480 and y0 >= 30 and y1 <= 370 for x0, y0, x1, y1 in found.detection_boxes)


def test_a_photo_of_the_tray_alone_is_read_whole_though_a_rectangle_is_set() -> None:
    picture = np.full((480, 640, 3), 70, dtype=np.uint8)
    picture[100:400, 200:600] = cv2.resize(tray(3).picture, (400, 300))
    assert in_tray(picture, (0.0, 0.0, 0.15, 0.15)).detection_boxes


FILMS = Path(__file__).parents[1] / "vision" / "films"
FILM = (FILMS / "h264.mp4").read_bytes()


def kept_files(server: Running, game: Played) -> list[Path]:
    return list(server.settings.data.glob(f"**/{game.game_id}/photos/*"))


def test_a_film_of_a_throw_is_sent_in_place_of_photos_and_its_frames_at_rest_vote(
    server: Running, game: Played
) -> None:
    with channel(server, game.game_id, game.person.token) as page:
        kept = throw(game, FILM)
        assert kept.status_code == 201, kept.text
        done = heard(page, "job_completed")
    assert (kept.json()["width"], kept.json()["height"]) == (640, 480)
    result = done["result"]["dice_result"]
    assert sorted(result["detection_classes"]) == [2, 2, 3, 4, 4, 6]
    assert not any(result["doubtful"])
    photo = game.client.get(kept.json()["image_url"], headers=game.person.headers)
    assert (photo.headers["content-type"], photo.content[:2]) == ("image/jpeg", b"\xff\xd8")
    assert len(kept_files(server, game)) == 3


@pytest.mark.parametrize(
    ("sent_files", "dice_tray", "status", "sentence"),
    [
        ([FILM], "false", 422, "A film is read of a roll of dice alone. Send a photo of the table."),
        ([FILM, FILM], "true", 422, "A film is sent by itself: the pictures that vote are taken from it."),
        ([jpeg(tray().picture), FILM], "true", 422, "A film is sent by itself"),
        ([FILM[:5000]], "true", 422, "The film is damaged, or in a format that cannot be read here."),
        ([(FILMS / "av1.webm").read_bytes()], "true", 422, "This film is packed as AV01, which cannot be read here."),
        ([FILM + bytes(5_000_000)], "true", 413, "The file is too large: at most 2 MB are taken."),
    ],
)  # fmt: skip
def test_films_that_cannot_be_used_are_refused_with_a_sentence_and_nothing_is_kept(
    server: Running, game: Played, sent_files: list[bytes], dice_tray: str, status: int, sentence: str
) -> None:
    answer = throw(game, *sent_files, dice_tray=dice_tray)
    assert (answer.status_code, answer.json()["detail"][: len(sentence)]) == (status, sentence)
    assert not game.get("latest_dice_image").json()["exists"]
    assert not kept_files(server, game)


def test_of_photos_one_of_which_is_none_no_file_is_kept(server: Running, game: Played) -> None:
    assert throw(game, jpeg(tray().picture), b"no photo").status_code == 422
    assert not kept_files(server, game)


def unfinished(server: Running, game: Played, count: int, *, about: str | None) -> None:
    """So many jobs of the game's owner that are not done for long, about a game or about none."""
    game_id, later = "NULL" if about is None else f"'{about}'", datetime.now(UTC) + timedelta(days=1)
    for number in range(count):
        server.write(
            "INSERT INTO jobs (id, kind, owner_id, game_id, parts, first, size, state, progress, note, request,"
            f" attempts, cancel, created, queued, seen) VALUES ('{about or 'none'}-{number}', 'dice', {game.person.id},"
            f" {game_id}, 0, 0, 1, 'running', 0, '', '', 0, FALSE, '{later}', '{later}', '{later}')"
        )


def test_a_roll_does_not_wait_for_simulations(server: Running, game: Played) -> None:
    unfinished(server, game, 3, about=None)
    try:
        assert throw(game, jpeg(tray().picture)).status_code == 201
    finally:
        server.write("DELETE FROM jobs WHERE id LIKE 'none-%'")


def test_a_photo_that_cannot_be_read_now_leaves_no_file(server: Running, game: Played) -> None:
    unfinished(server, game, 3, about=game.game_id)
    refused = throw(game, jpeg(tray().picture), jpeg(tray().picture))
    assert (refused.status_code, refused.json()["detail"][:35]) == (429, "You already have 3 jobs that are no")
    assert not game.get("latest_dice_image").json()["exists"]
    assert not kept_files(server, game)


def test_a_film_that_takes_too_long_ends_with_its_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(filming, "UNPACKING", JobKind(filming.UNPACKING.work, 0.0))

    async def unpacked() -> list[bytes]:
        return await filming.Films().frames(FILM)

    with pytest.raises(Refusal, match="takes too long"):
        asyncio.run(unpacked())


def test_a_film_that_breaks_its_process_breaks_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(filming, "UNPACKING", JobKind("os:_exit", 30))

    async def unpacked() -> list[bytes]:
        return await filming.Films().frames(FILM)

    with pytest.raises(Refusal, match="The film is damaged"):
        asyncio.run(unpacked())


def shown_to(server: Running, game: Played, faces: list[int], photo: Picture) -> None:
    """A photo of the dice tray that has been read."""
    with channel(server, game.game_id, game.person.token) as page:
        sent(game, jpeg(photo), dice_tray="true")
        heard(page, "job_completed")
    read = game.get("latest_dice_image").json()["analysis"]["dice_result"]
    assert sorted(read["detection_classes"]) == sorted(faces)


def marked(game: Played, faces: list[int]) -> str:
    """As what the dice count with which the armies roll off, said to be read by the camera."""
    state = game.did("roll", stage="deployment", dice={"faces": faces, "source": "camera"})
    return str(state["dice"]["last"]["own"])


def test_dice_count_as_read_by_the_camera_if_a_photo_shows_them(client: httpx2.Client, server: Running) -> None:
    ada, photo = registered(client), tray(6, 2)
    faces = [die.value for die in photo.dice]
    assert faces[0] != faces[1]
    game = begun(client, ada, own_dice=True)
    assert marked(game, faces) == "typed", "there is no photo"
    for rolled, mark in ((faces[::-1], "camera"), ([faces[0] % 6 + 1, faces[1]], "typed")):
        game = begun(client, ada, own_dice=True)
        shown_to(server, game, faces, photo.picture)
        assert marked(game, rolled) == mark
    again = begun(client, ada, own_dice=True)
    shown_to(server, again, faces, photo.picture)
    assert not again.get("latest_dice_image").json()["answered"]
    assert marked(again, faces) == "camera"
    assert again.get("latest_dice_image").json()["answered"]
    again.did("undo")
    assert marked(again, faces) == "typed", "the photo has answered a roll"
    shown_to(server, again, faces, photo.picture)
    again.did("undo")
    assert marked(again, faces) == "camera"
