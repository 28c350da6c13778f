"""The newsletter's addresses."""

from __future__ import annotations

import asyncio

import httpx2

from tests.server.conftest import Running


# OPEN-3
def test_an_address_is_kept_once_and_answered_the_same(server: Running) -> None:
    answers = [server.client.post("/api/newsletter", json={"email": "Fern@example.org"}) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 201]
    assert (
        answers[0].json()
        == answers[1].json()
        == {"detail": "Thank you. Fern@example.org is kept. This server cannot send letters yet."}
    )
    assert server.client.post("/api/newsletter", json={"email": "fern@EXAMPLE.org"}).status_code == 201
    assert server.rows("SELECT email FROM subscribers WHERE email_key = 'fern@example.org'") == [("Fern@example.org",)]


def test_what_is_no_address_is_not_kept(server: Running) -> None:
    before = server.rows("SELECT count(*) FROM subscribers")
    answer = server.client.post("/api/newsletter", json={"email": "nobody"})
    assert answer.status_code == 422
    assert answer.json()["detail"].startswith("The email address is not valid: ")
    assert server.rows("SELECT count(*) FROM subscribers") == before


async def test_many_at_once_keep_it_once(server: Running) -> None:
    async with httpx2.AsyncClient(base_url=server.client.base_url, trust_env=False, timeout=20) as client:
        work = (client.post("/api/newsletter", json={"email": "many@example.org"}) for _ in range(6))
        assert {answer.status_code for answer in await asyncio.gather(*work)} == {201}
    assert server.rows("SELECT count(*) FROM subscribers WHERE email_key = 'many@example.org'") == [(1,)]
