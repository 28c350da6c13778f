"""A timeline that follows a battle says what the whole timeline says, after every choice and whatever is undone."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import msgspec
import pytest

from highground.engine.battle import Battle
from highground.engine.log import log_of
from highground.engine.model import Setup
from highground.engine.record import Record
from highground.game.timeline.pages import Page, PlainShelf
from highground.game.timeline.running import RunningTimeline, TakenBack
from highground.game.timeline.whole_log import flat, timeline, whole
from highground.packs import load_pack
from tests.engine.random_play import answer_somehow
from tests.values import replace

Json = dict[str, Any]
BEGAN = datetime(2026, 5, 1, 19, tzinfo=UTC)
CHOICES = 150
"""Enough for a battle of 1,000 points to come into its second round."""


class Game:
    """A battle of random choices with its timeline, the times of its choices, and what was undone."""

    def __init__(self, seed: int, keep: bool) -> None:
        pack = load_pack()
        layouts = list(pack.layouts.values())
        setup = Setup(
            (pack.army("fen-1000"), pack.army("vow-1000")),
            layouts[seed % len(layouts)],
            next(iter(pack.missions.values())),
            pack.uid,
        )
        self.battle = Battle(setup, seed)
        self.random = Random(seed)
        self.times: list[datetime] = []
        self.undone: list[TakenBack] = []
        self.running: RunningTimeline[Page] = RunningTimeline(setup, "game", ("Ada", "Ben"), shelf=PlainShelf())
        self._keep = keep
        self._clock = BEGAN

    def choose(self) -> None:
        request = self.battle.ask()
        assert request is not None
        answer_somehow(self.battle, request, self.random)
        self._clock += timedelta(seconds=7)
        self.times.append(self._clock)

    def undo(self) -> None:
        record, made = self.battle.undo(consent=True), self.times.pop()
        if self._keep:
            self.undone.append(TakenBack(len(self.times), record, made))

    def follow(self) -> None:
        self.running.follow(self.battle.records, self.times, self.undone)

    def check(self) -> None:
        log = log_of(self.battle, ("Ada", "Ben"))
        log = log if self._keep else replace(log, undone=())
        moments = [each.made for each in self.undone if each.made is not None]
        assert whole(self.running) == timeline(log, "game", times=self.times, undone_times=moments)


@pytest.mark.parametrize("seed", [1, 2])
def test_it_says_what_the_whole_timeline_says(seed: int) -> None:
    """After every one of some choices, then after some of them."""
    game = Game(seed, keep=False)
    while game.battle.ask() is not None and len(game.times) < CHOICES:
        game.choose()
        game.follow()
        if 60 < len(game.times) < 90 or len(game.times) % 40 == 0:
            game.check()
    game.check()


@pytest.mark.parametrize("keep", [False, True])
@pytest.mark.parametrize("seed", [4, 5])
def test_it_does_so_after_any_undos(seed: int, keep: bool) -> None:
    game, moves = Game(seed, keep), Random(seed)
    checks = 0
    while game.battle.ask() is not None and len(game.times) < CHOICES:
        for _ in range(moves.choice((1, 1, 2, 5))):
            if game.battle.ask() is not None:
                game.choose()
        if moves.random() < 0.2:
            for _ in range(min(len(game.times), moves.choice((1, 1, 1, 1, 1, 2, 2, 3, 9, 20)))):
                game.undo()
        if moves.random() < 0.8:
            game.follow()
            if moves.random() < 0.1:
                game.check()
                checks += 1
    game.follow()
    game.check()
    assert checks > 3


@pytest.mark.parametrize("seed", [7, 8])
def test_what_was_undone_stays_where_it_was(seed: int) -> None:
    """Without the entries that are marked it is the timeline of the choices that stand; ids follow one another."""
    game, moves = Game(seed, keep=True), Random(seed)
    made = 0
    while game.battle.ask() is not None and len(game.times) < CHOICES:
        game.choose()
        made += 1
        if moves.random() < 0.15:
            game.undo()
        game.follow()
    entries = flat(whole(game.running))
    assert [entry["id"] for entry in entries] == sorted({entry["id"] for entry in entries})
    standing = [entry for entry in entries if "undone" not in entry]
    plain = flat(timeline(replace(log_of(game.battle), undone=()), "game", times=game.times))
    assert [{**entry, "id": 0} for entry in standing] == [{**entry, "id": 0} for entry in plain]
    undone = [entry for entry in entries if entry.get("undone")]
    assert made - len(game.times) == len(game.undone) > 10
    assert len(undone) >= len(game.undone)
    times = [datetime.fromisoformat(entry["timestamp"]) for entry in entries]
    assert times == sorted(times)
    assert whole(game.running)["total"] == len(entries)


def test_dice_that_were_undone_are_shown() -> None:
    """A roll that led to no entry by itself: the hits of an attack, taken back before it wounds."""
    game = Game(9, keep=True)
    while not (game.battle.records and _is_hit_roll(game.battle.records[-1])):
        game.choose()
    game.follow()
    faces = game.battle.records[-1].dice[0].faces
    before = game.running.total
    game.undo()
    game.follow()
    page = game.running.page()
    assert page is not None
    last: Any = page.entries[-1]
    assert game.running.total == before + 1
    assert (last["undone"], last["action"], last["dice"][0]["faces"]) == (True, "undone", list(faces))
    assert last["message"].startswith(f"Dice roll undone: hit {', '.join(map(str, faces))}")


def _is_hit_roll(record: Record) -> bool:
    return [rolled.purpose for rolled in record.dice] == ["hit"]


def test_a_battle_that_was_read_again_is_reported_again() -> None:
    """The records are other objects then, though they say the same."""
    game = Game(10, keep=True)
    for _ in range(60):
        game.choose()
        if len(game.times) % 9 == 0:
            game.undo()
            game.choose()
    game.follow()
    shown = whole(game.running)
    records = msgspec.json.decode(msgspec.json.encode(game.battle.records), type=list[Record])
    game.running.follow(records, game.times, game.undone)
    assert whole(game.running) == shown


def test_new_entries_are_those_after_a_number() -> None:
    game = Game(11, keep=False)
    for _ in range(80):
        game.choose()
        game.follow()
        first = sum(len(record.events) for record in game.battle.records[:-3])
        everything = flat(whole(game.running))
        new = [entry["id"] for entry in everything if entry["id"] > first]
        assert [entry["id"] for entry in game.running.entries_since(max(0, len(game.times) - 3))] == new
    assert game.running.entries_since(len(game.times)) == []
