"""The battle that the web app's own check is tested with: as the server gives it, and still in step with it."""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

import msgspec
import orjson

from highground.engine.abilities.model import Ability
from highground.engine.log import Log
from highground.fair.sealing import without_private
from highground.fair.verify import verify
from tests.engine.menagerie import SKIRMISH
from tests.fair.devices import SealedTable, play_sealed
from tests.values import replace

FIXTURE = Path(__file__).parents[2] / "web/src/test/fixtures/sealed-battle.json"
CHOICES = 220


@cache
def table() -> SealedTable:
    """A battle with dice of the players' own, a choice taken back, and ability text that is private to its owner."""
    secret = Ability("Old oath", "Nobody else reads this.", private=True)
    first, second = SKIRMISH.armies
    armies = (replace(first, abilities=(*first.abilities, secret)), second)
    table = play_sealed(replace(SKIRMISH, armies=armies), 5, CHOICES)
    table.undo()
    return table


def test_the_browsers_battle_is_one_that_verifies() -> None:
    """With HIGHGROUND_RECORD=1 it is recorded again."""
    if os.environ.get("HIGHGROUND_RECORD"):
        FIXTURE.write_bytes(orjson.dumps(without_private(msgspec.to_builtins(table().log()))))
    log = msgspec.json.decode(FIXTURE.read_bytes(), type=Log)
    report = verify(log)
    assert report.fault is None
    assert report.undone > 0
    assert "Nobody else reads this" not in FIXTURE.read_text()
    assert report.rolls > 10
