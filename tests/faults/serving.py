"""Faults of a running site: a server killed, a disk that fills up, Redis and PostgreSQL that go and come back.

What a call has acknowledged is counted, and looked for afterwards.
"""

from __future__ import annotations

import resource
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

import httpx2

from tests.server import databases, sites
from tests.server.databases import free_port
from tests.server.gate import gate
from tests.server.people import Somebody, registered
from tests.server.tables import made
from tests.server.test_redis_gone import own_redis

Figures = dict[str, Any]
GAMES = 3
LONGEST_LIFE = 1.5
"""Seconds that a server lives at most, once it is ready, before it is killed."""
ARMIES = {
    f"army_{side}": {"source": "sample", "id": name, "player": "Ada", "controller": "ai"}
    for side, name in enumerate(("vow-1000", "fen-1000"))
}


@contextmanager
def process(folder: Path, port: int, **more: str) -> Iterator[tuple[httpx2.Client, sites.Process]]:
    """A server that is a process of its own, ready."""
    variables = {
        "HIGHGROUND_DATA": str(folder),
        "HIGHGROUND_DEMO": "0",
        "HIGHGROUND_RATE_LIMITS": "false",
        "HIGHGROUND_LOG_LEVEL": "CRITICAL",
        "HIGHGROUND_DATABASE_WAIT": "1",
        **more,
    }
    url = f"http://127.0.0.1:{port}"
    with sites.process(variables, "serve", "--port", str(port)) as running:
        sites.until(lambda: sites.ready(url), 90)
        with httpx2.Client(base_url=url, timeout=60, trust_env=False) as client:
            yield client, running


@dataclass
class Played:
    """A battle that two computers fight. `number` is what the server has acknowledged last."""

    game_id: str
    number: int = 0
    acknowledged: int = 0
    over: bool = False
    problems: list[str] = field(default_factory=list)

    def play(self, client: httpx2.Client, ada: Somebody) -> None:
        """Step after step until the server is gone, or the battle over."""
        while not self.over:
            try:
                answer = client.post(f"/api/game/{self.game_id}/ai_step", headers=ada.headers, json={})
            except httpx2.TransportError:
                return
            if answer.status_code != 200:
                self.over = answer.status_code in (409, 422)
                if not self.over:
                    self.problems.append(f"{answer.status_code} {answer.text[:200]}")
                return
            self.acknowledged += 1
            self.number = max(self.number, answer.json()["number"])


def begun(client: httpx2.Client, ada: Somebody) -> Played:
    game = made(client, ada)
    client.patch(f"/api/game/{game}/setup", headers=ada.headers, json=ARMIES).raise_for_status()
    client.post(f"/api/game/{game}/start", headers=ada.headers).raise_for_status()
    return Played(game)


def kill(folder: Path, count: int, seed: int) -> Figures:
    """Kill a server (SIGKILL) `count` times while battles are played; each acknowledged choice is kept."""
    random, port = Random(seed), free_port()
    ada: Somebody | None = None
    battles: list[Played] = []
    ended: list[Played] = []
    for life in range(count):
        with process(folder, port) as (client, running):
            ada = ada or registered(client)
            _look(client, ada, battles)
            ended += [each for each in battles if each.over]
            battles = [each for each in battles if not each.over]
            battles += [begun(client, ada) for _ in range(GAMES - len(battles))]
            players = [threading.Thread(target=each.play, args=(client, ada)) for each in battles]
            for each in players:
                each.start()
            # The first life has something to lose, however slow the machine.
            while not life and not _answered(battles, players):
                time.sleep(0.01)
            time.sleep(random.uniform(0.02, LONGEST_LIFE))
            running.kill()
            for each in players:
                each.join(60)
    with process(folder, port) as (client, _):
        assert ada is not None
        _look(client, ada, [*battles, *ended])
    acknowledged = sum(each.acknowledged for each in (*battles, *ended))
    return {"kills": count, "choices_acknowledged": acknowledged, "lost": 0, "battles": len(battles) + len(ended)}


def _answered(battles: list[Played], players: list[threading.Thread]) -> bool:
    """Whether a choice was acknowledged, or none can be any more."""
    return any(each.acknowledged for each in battles) or not any(each.is_alive() for each in players)


def _look(client: httpx2.Client, ada: Somebody, battles: list[Played]) -> None:
    """Is all there that was acknowledged, and did nothing else go wrong?"""
    for battle in battles:
        assert not battle.problems, battle.problems
        where = f"/api/games/{battle.game_id}/state"
        there = client.get(where, headers=ada.headers).raise_for_status().json()["number"]
        assert there >= battle.number, f"{battle.game_id}: {battle.number} acknowledged, {there} there"


def disk(folder: Path, count: int, seed: int) -> Figures:
    """A disk that fills up `count` times after some bytes: each write is reported or kept, and never both."""
    random, sentences = Random(seed), set()
    with process(folder, free_port()) as (client, running):
        ada = registered(client)
        unlimited = resource.prlimit(running.pid, resource.RLIMIT_FSIZE)
        variables = written = 0
        for _ in range(count):
            largest = max(each.stat().st_size for each in folder.glob("highground.sqlite3*"))
            size = largest + random.choice((-largest, 0, 5000, 40_000, 150_000))
            resource.prlimit(running.pid, resource.RLIMIT_FSIZE, (size, unlimited[1]))
            for _ in range(6):
                body = {"game_name": f"{written}", "description": "x" * random.randrange(2000)}
                answer = client.post("/api/game/create_new_game", headers=ada.headers, json=body)
                assert answer.status_code in (201, 503), answer.text
                written += answer.status_code == 201
                if answer.status_code == 503:
                    variables += 1
                    sentences.add(answer.json()["detail"])
            resource.prlimit(running.pid, resource.RLIMIT_FSIZE, unlimited)
            games = client.get("/api/user/games", headers=ada.headers).raise_for_status().json()["games"]
            assert sorted(int(each["game_name"]) for each in games) == list(range(written))
        assert client.get("/readyz").status_code == 200
    with process(folder, free_port()) as (client, _):
        games = client.get("/api/user/games", headers=ada.headers).raise_for_status().json()["games"]
        assert sorted(int(each["game_name"]) for each in games) == list(range(written))
    assert len(sentences) <= 1, sentences
    return {"fillings": count, "writes_kept": written, "writes_refused": variables, "lost": 0}


def postgresql(folder: Path, count: int, seed: int) -> Figures:
    """PostgreSQL that is cut off `count` times during battles and found again."""
    random = Random(seed)
    with databases.postgresql(folder) as server:
        address = urlsplit(server.new())
        with gate(address.port or 5432) as way:
            url = address._replace(netloc=f"{address.username}@127.0.0.1:{way.port}").geturl()
            with process(folder / "data", free_port(), HIGHGROUND_DATABASE_URL=url) as (client, _):
                return _cut_off(client, way, count, random)


def _cut_off(client: httpx2.Client, way: Any, count: int, random: Random) -> Figures:
    ada = registered(client)
    battle, refused, slowest = begun(client, ada), 0, 0.0
    acknowledged = 0
    for _ in range(count):
        shutting = threading.Timer(random.uniform(0, 0.3), way.shut)
        shutting.start()
        while True:
            answer = client.post(f"/api/game/{battle.game_id}/ai_step", headers=ada.headers, json={})
            if answer.status_code != 200:
                break
            acknowledged, battle.number = acknowledged + 1, answer.json()["number"]
        shutting.join()
        if answer.status_code in (409, 422):
            battle = begun(client, ada) if client.get("/readyz").status_code == 200 else battle
        else:
            assert answer.status_code == 503, answer.text
            refused += 1
        way.open()
        began = time.monotonic()
        sites.until(lambda: client.get("/readyz").status_code == 200, 30)
        slowest = max(slowest, time.monotonic() - began)
        state = client.get(f"/api/games/{battle.game_id}/state", headers=ada.headers).raise_for_status().json()
        assert state["number"] >= battle.number, f"{battle.number} acknowledged, {state['number']} there"
    return {
        "cuts": count,
        "choices_acknowledged": acknowledged,
        "refused": refused,
        "lost": 0,
        "back_s": round(slowest, 2),
    }


def redis(folder: Path, count: int, seed: int) -> Figures:
    """Redis that is killed `count` times and comes back empty: jobs asked for meanwhile are done, and no call waits."""
    random = Random(seed)
    slowest_call = slowest_job = 0.0
    with (
        databases.postgresql(folder) as server,
        own_redis(folder) as broker,
        sites.many(folder / "data", server.new(), broker.url) as site,
        sites.process(site.environment, "worker"),
        site.client() as client,
    ):
        ada = registered(client)
        battle = begun(client, ada)
        for _ in range(count):
            broker.kill()
            time.sleep(random.uniform(0, 0.5))
            body = {"army_a": "vow-1000", "army_b": "fen-1000", "battles": 1}
            job = client.post("/api/simulations", headers=ada.headers, json=body).raise_for_status().json()["job_id"]
            for _ in range(5):
                began = time.monotonic()
                client.patch(
                    f"/api/game/{battle.game_id}", headers=ada.headers, json={"game_name": "x"}
                ).raise_for_status()
                slowest_call = max(slowest_call, time.monotonic() - began)
            broker.start()
            began, where = time.monotonic(), f"/api/jobs/{job}"
            sites.until(lambda: client.get(where, headers=ada.headers).json()["state"] == "done", 60)  # noqa: B023
            slowest_job = max(slowest_job, time.monotonic() - began)
    return {
        "times": count,
        "jobs_done": count,
        "lost": 0,
        "slowest_call_s": round(slowest_call, 2),
        "slowest_job_s": round(slowest_job, 2),
    }
