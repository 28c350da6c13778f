"""What a finished game earns its commanders, and who may see it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection
from typing import Any

import httpx2
import pytest
from sqlalchemy.ext.asyncio import AsyncSession

from highground.engine.log import Log, dump
from highground.server.accounts.tables import User
from highground.server.achievements import service
from highground.server.db.engine import Database
from highground.server.games.tables import Game
from tests.game.timeline.small import log
from tests.server.conftest import Running
from tests.server.people import Somebody, registered
from tests.server.tables import joined, made
from tests.server.test_games import answered

HOUND = {"to_the_end", "victory", "no_unit_lost"}
"""What the army of side 1 earns in the small battle."""


@pytest.fixture
def ada(client: httpx2.Client) -> Somebody:
    return registered(client)


@pytest.fixture
def brook(client: httpx2.Client) -> Somebody:
    return registered(client, "Brook")


def within(server: Running, work: Callable[[AsyncSession], Awaitable[Any]]) -> Any:
    """What some work in a transaction of the server's database returns."""

    async def run() -> Any:
        database = Database(server.settings.database)
        try:
            async with database.write() as session:
                return await work(session)
        finally:
            await database.close()

    return asyncio.run(run())


def record(server: Running, person: Somebody, game: str, sides: Collection[int] | None = None) -> set[str]:
    """What is new of what the small battle earns somebody."""

    async def work(session: AsyncSession) -> set[str]:
        row = await session.get_one(Game, game)
        new = await service.record(session, User(id=person.id), row, log(), sides)
        return {achievement.code for achievement in new}

    found: set[str] = within(server, work)
    return found


def listed(client: httpx2.Client, person: Somebody) -> list[dict[str, Any]]:
    answer = client.get("/api/user/achievements", headers=person.headers, params={"user_id": person.id})
    assert answer.status_code == 200, answer.text
    rows: list[dict[str, Any]] = answer.json()
    return rows


# API-11, ACH-2, ACH-4, ENT-5, SITE-8, OPEN-42
def test_a_game_earns_each_of_its_commanders_their_own(server: Running, ada: Somebody, brook: Somebody) -> None:
    game = made(server.client, ada)
    joined(server.client, ada, brook, game)
    assert record(server, brook, game) == HOUND
    assert record(server, ada, game) == {"to_the_end"}
    (row,) = listed(server.client, ada)
    assert row == {
        "code": "to_the_end",
        "name": "To the Last Bell",
        "points": 5,
        "description": "Fight a battle to its end.",
        "earned_at": row["earned_at"],
        "game_id": game,
        "count": 1,
    }
    assert {each["code"] for each in listed(server.client, brook)} == HOUND


def test_a_game_counts_once_and_games_add_up(server: Running, ada: Somebody) -> None:
    first, second = made(server.client, ada), made(server.client, ada)
    assert record(server, ada, first, [1]) == HOUND
    assert record(server, ada, first, [1]) == set()
    assert record(server, ada, second, [0]) == {"to_the_end"}
    counts = {row["code"]: (row["count"], row["game_id"]) for row in listed(server.client, ada)}
    assert counts == {"to_the_end": (2, second), "victory": (1, first), "no_unit_lost": (1, first)}


def test_who_commands_both_armies_earns_nothing(server: Running, ada: Somebody, brook: Somebody) -> None:
    game = made(server.client, ada)
    assert record(server, ada, game) == set()
    assert record(server, ada, game, [0, 1]) == set()
    assert record(server, brook, game) == set()
    assert listed(server.client, ada) == []


def test_what_was_earned_outlives_the_game(server: Running, ada: Somebody) -> None:
    game = made(server.client, ada)
    record(server, ada, game, [0])
    server.client.delete(f"/api/game/{game}", headers=ada.headers)
    assert [(row["code"], row["game_id"]) for row in listed(server.client, ada)] == [("to_the_end", None)]


def test_a_code_that_is_no_longer_known_is_left_out(server: Running, ada: Somebody) -> None:
    record(server, ada, made(server.client, ada), [0])
    server.write(f"UPDATE achievements SET code = 'forgotten' WHERE user_id = {ada.id}")
    assert listed(server.client, ada) == []


def test_an_uploaded_battle_earns_nothing(client: httpx2.Client, ada: Somebody, demo_log: Log) -> None:
    """Its log may have been made to order."""
    stored = client.post("/api/logs", headers=ada.headers, files={"file": ("demo.json", dump(demo_log))})
    assert stored.status_code == 201, stored.text
    assert listed(client, ada) == []


# OPEN-37
def test_the_achievements_of_somebody_else_are_not_listed(
    client: httpx2.Client, ada: Somebody, brook: Somebody
) -> None:
    answer = client.get("/api/user/achievements", headers=ada.headers, params={"user_id": brook.id})
    assert answered(answer) == (403, {"detail": "You can only see what is your own."})


def test_everything_that_can_be_earned_is_listed_for_everybody(client: httpx2.Client) -> None:
    listed = client.get("/api/achievements").json()
    assert {each["code"] for each in listed} >= HOUND
    assert all(each["name"] and each["description"] and each["points"] > 0 for each in listed)
