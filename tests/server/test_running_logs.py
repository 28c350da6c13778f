"""The log of a running battle: what is sent is what the whole timeline says, and what is over is kept as it is."""

from __future__ import annotations

import zlib
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import orjson
import pytest

from highground.engine.battle import Battle
from highground.engine.log import log_of
from highground.game.timeline.running import TakenBack
from highground.game.timeline.whole_log import flat, timeline
from highground.packs import load_pack
from highground.server.logs.newer import Newer
from highground.server.logs.running import RunningLog
from tests.engine.random_play import answer_somehow
from tests.server.conftest import Running
from tests.server.description import fits, validator
from tests.server.people import registered
from tests.server.staged import COMPUTERS, battle, hosted, played
from tests.values import replace

Json = dict[str, Any]
BEGAN = datetime(2026, 5, 1, 19, tzinfo=UTC)
CHOICES = 150


def unpacked(answer: bytes) -> Json:
    """A body as browsers read it: one member of gzip, with its checksum and nothing after it."""
    reader = zlib.decompressobj(16 + zlib.MAX_WBITS)
    body = reader.decompress(answer)
    assert reader.eof
    assert reader.unused_data == b""
    found: Json = orjson.loads(body)
    return found


def as_sent(document: Any) -> Any:
    found: Any = orjson.loads(orjson.dumps(document))
    return found


class Game:
    def __init__(self, seed: int) -> None:
        pack = load_pack()
        self.battle = Battle(pack.setup(pack.army("vow-1000"), pack.army("fen-1000")), seed)
        self.times: list[datetime] = []
        self.undone: list[TakenBack] = []
        self.random = Random(seed)

    def choose(self) -> None:
        request = self.battle.ask()
        assert request is not None
        answer_somehow(self.battle, request, self.random)
        self.times.append(BEGAN + timedelta(minutes=len(self.times)))

    def undo(self, keep: bool) -> None:
        record, made = self.battle.undo(consent=True), self.times.pop()
        if keep:
            self.undone.append(TakenBack(len(self.times), record, made))

    def followed(self, log: RunningLog) -> RunningLog:
        log.follow(self.battle.records, self.times, self.undone)
        return log

    def log(self) -> RunningLog:
        return RunningLog(self.battle.setup, "game", ("Ada", "Ben"))

    def whole(self) -> Any:
        log = log_of(self.battle, ("Ada", "Ben"))
        log = log if self.undone else replace(log, undone=())
        moments = [each.made for each in self.undone if each.made is not None]
        return as_sent(timeline(log, "game", times=self.times, undone_times=moments))


@pytest.mark.parametrize("keep", [False, True])
def test_what_is_sent_is_the_whole_timeline(keep: bool) -> None:
    game, moves = Game(3), Random(3)
    log = game.log()
    while game.battle.ask() is not None and len(game.times) < CHOICES:
        game.choose()
        if moves.random() < 0.05:
            for _ in range(min(len(game.times), moves.choice((1, 1, 2, 9)))):
                game.undo(keep)
        game.followed(log)
        if moves.random() < 0.06:
            whole = game.whole()
            assert unpacked(log.whole().answer) == whole
            entries = flat(whole)
            after = moves.choice(entries)["id"] if entries else 0
            behind = {name: value for name, value in whole.items() if name not in {"logs", "incremental"}}
            new = [entry for entry in entries if entry["id"] > after]
            undone = [entry["id"] for entry in entries if entry.get("undone")]
            entries_alone = {"incremental": True, "logs": new, "undone": undone}
            newer = orjson.loads(log.newer(Newer(after)))
            assert newer == {**behind, **entries_alone, "boards": _boards(whole, after)}
            fits(validator("WholeLog"), whole, "the log")
            fits(validator("NewLog"), newer, "what is new")
            about = {name: behind[name] for name in ("game_id", "total")}
            alone = orjson.loads(log.newer(Newer(after, alone=True)))
            assert alone == {**about, **entries_alone}
            fits(validator("NewEntries"), alone, "the new entries")
            assert log.whole().etag == game.followed(game.log()).whole().etag
    assert unpacked(log.whole().answer) == game.whole()


def _boards(whole: Json, after: int) -> list[Json]:
    """The boards of phases with entries that are newer, or taken back, and of the phase under way."""
    phases = [
        (a_round["round_number"], turn["turn_number"], phase)
        for a_round in whole["logs"]["rounds"]
        for turn in a_round["turns"]
        for phase in turn["phases"]
    ]
    return [
        {"round": a_round, "turn": turn, "phase": phase["phase"], "board_state": phase["board_state"]}
        for a_round, turn, phase in phases
        if phase is phases[-1][2] or any(each["id"] > after or each.get("undone") for each in phase["actions"])
    ]


def test_what_is_over_is_neither_reported_nor_packed_again() -> None:
    game = Game(5)
    log = game.log()
    for _ in range(150):
        game.choose()
        before = list(game.followed(log)._timeline.closed), log._timeline.page_without_board()
        tags = log.whole().etag
        game.choose()
        game.followed(log)
        closed, page = log._timeline.closed, log._timeline.page_without_board()
        assert all(new is old for new, old in zip(closed, before[0], strict=False))
        assert page is not None
        assert before[1] is not None
        if len(closed) == len(before[0]):
            assert all(new is old for new, old in zip(page.entries, before[1].entries[:-1], strict=False))
        assert log.whole().etag != tags
        assert log.whole() is log.whole()
    assert len(log._timeline.closed) > 3


def test_a_reader_that_is_behind_is_reported_the_messages() -> None:
    game = Game(6)
    log = game.log()
    while len(log.messages_since(40)) < 5:
        game.choose()
        game.followed(log)
    first = sum(len(record.events) for record in game.battle.records[:40])
    assert log.messages_since(40) == [entry["message"] for entry in flat(game.whole()) if entry["id"] > first]


def test_a_running_battle_is_answered_as_it_is_reported_whole(server: Running) -> None:
    ada = registered(server.client, "Ada")
    table = hosted(server, ada, played(battle(), lambda match: match.now >= (2, 1, "movement")), COMPUTERS)
    for _ in range(4):
        table.did("ai_step")
    answer = table.get("logs_json")
    log = answer.json()
    last = flat(log)[-1]["id"]
    assert table.client.get(
        f"/api/game/{table.game_id}/logs_json",
        headers={**ada.headers, "If-None-Match": answer.headers["etag"]},
    ).status_code == 304  # fmt: skip
    table.did("ai_step")
    newer = table.get(f"logs_json?since_id={last}").json()
    whole = table.get("logs_json").json()
    assert newer["logs"] == [entry for entry in flat(whole) if entry["id"] > last]
    assert newer["statistics"] == whole["statistics"]
    server.matches.forget()
    assert table.get("logs_json").json() == whole
    assert table.post("undo").status_code == 200
    after = flat(table.get("logs_json").json())
    assert [entry["id"] for entry in after if not entry.get("undone")] == [entry["id"] for entry in flat(log)]
    assert [entry["message"] for entry in after if entry.get("undone")], "what was taken back stays in the log"
