"""Spoiled rosters, photos and logs: each is read, or refused with a sentence; nothing else ever comes of one."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import orjson
from PIL import Image

from benchmarks.army_rules import ARMIES
from highground.engine.abilities.sources import Powers
from highground.engine.log import dump
from highground.game.timeline.whole_log import timeline
from highground.packs import load_pack
from highground.rosters import RosterError, read_roster
from highground.rosters.shelf import EMPTY
from highground.server.errors import Refusal
from highground.server.logs.reading import read as read_log
from highground.server.logs.timelines import NotALog
from highground.server.rosters.service import _open as open_upload
from highground.server.rosters.service import _read as read_upload
from highground.simulation.demo import demo_battle
from highground.vision.photo import PhotoError, decode
from highground.workshop import applied, read_rule_set
from highground.workshop.reading import RuleSetError
from tests.conftest import SHARED
from tests.faults.mutate import bytes_of, values_of
from tests.rosters.test_hostile import JSON, ROSZ, XML
from tests.vision.test_photo import packed
from tests.workshop.sets import rule_set as songs

Figures = dict[str, Any]
MOST_COLLECTED = 40
ENDINGS = (".ros", ".rosz", ".json")
ACTIONS = 40
"""Entries of a timeline, and choices of a log: as many as are read in a moment."""


def rosters(_folder: Path, count: int, seed: int) -> Figures:
    """`count` spoiled rosters, as they are uploaded; of the collected ones too where they are there."""
    collected = sorted(each for each in SHARED.rglob("*") if each.suffix in ENDINGS) if SHARED.is_dir() else []
    random = Random(seed)
    files = [each.read_bytes() for each in random.sample(collected, min(MOST_COLLECTED, len(collected)))]
    whole = [XML, ROSZ, JSON, *(each for each in files if len(each) < 1_000_000)]

    def read(data: bytes) -> str:
        try:
            read_roster(data, "list.ros")
        except RosterError as refusal:
            return _sentence(str(refusal))
        try:
            read_upload(open_upload(data, "list.ros"), EMPTY, data, "list.ros")
        except Refusal as refusal:
            return _sentence(str(refusal.detail))
        return "read"

    return _spoiled(count, random, read, lambda: _one_of(whole, random)) | {"sources": len(whole)}


def photos(_folder: Path, count: int, seed: int) -> Figures:
    """`count` spoiled photos of four formats."""
    random = Random(seed)
    pixels = np.random.default_rng(seed).integers(0, 255, (240, 320, 3), dtype=np.uint8)
    picture = Image.fromarray(pixels)
    heic = Path(__file__).parents[1] / "vision" / "photos" / "two-colours.heic"
    whole = [packed("JPEG", picture), packed("PNG", picture), packed("WEBP", picture), heic.read_bytes()]

    def read(data: bytes) -> str:
        try:
            decode(data)
        except PhotoError as refusal:
            return _sentence(str(refusal))
        return "read"

    return _spoiled(count, random, read, lambda: bytes_of(random.choice(whole), random))


def logs(_folder: Path, count: int, seed: int) -> Figures:
    """`count` spoiled battle logs and timelines, as they are uploaded."""
    random = Random(seed)
    battle = demo_battle()
    log = orjson.loads(dump(battle))
    log["records"] = log["records"][:ACTIONS]
    shown = timeline(battle, "x")
    rounds = shown["logs"]["rounds"] = shown["logs"]["rounds"][:1]
    for turn in rounds[0]["turns"]:
        for phase in turn["phases"]:
            phase["actions"] = phase["actions"][:2]
    whole = [log, shown]

    def read(data: bytes) -> str:
        try:
            read_log(data, "game")
        except NotALog as refusal:
            return _sentence(str(refusal))
        return "read"

    def spoiled() -> bytes:
        document = random.choice(whole)
        if random.random() < 0.6:
            return orjson.dumps(_json(values_of(document, random)))
        return bytes_of(orjson.dumps(document), random)

    return _spoiled(count, random, read, spoiled)


def rule_sets(_folder: Path, count: int, seed: int) -> Figures:
    """`count` spoiled rule sets of the workshop; what is read is given to an army, which is ready for a battle then."""
    random = Random(seed)
    army = load_pack().army("vow-1000")
    whole = [songs(), *(orjson.loads(path.read_bytes()) for path in sorted(ARMIES.glob("*.json")))]
    whole = [{**each, "faction": army.faction} for each in whole]

    def read(data: bytes) -> str:
        try:
            found = read_rule_set(orjson.loads(data))
        except RuleSetError as refusal:
            return _sentence(str(refusal))
        Powers.of(load_pack().setup(applied(army, [found]), army))
        return "read"

    def spoiled() -> bytes:
        return orjson.dumps(_json(values_of(random.choice(whole), random)))

    return _spoiled(count, random, read, spoiled) | {"sources": len(whole)}


def _json(value: Any) -> Any:
    """Numbers as JSON takes them."""
    if isinstance(value, dict):
        return {name: _json(each) for name, each in value.items()}
    if isinstance(value, list):
        return [_json(each) for each in value]
    return float(value) if isinstance(value, int) and abs(value) >= 2**63 else value


def _one_of(whole: list[bytes], random: Random) -> bytes:
    data = random.choice(whole)
    if data.startswith(b"{") and random.random() < 0.5:
        return orjson.dumps(_json(values_of(orjson.loads(data), random)))
    return bytes_of(data, random)


def _sentence(text: str) -> str:
    assert text.lstrip("'")[:1].isalpha(), f"not a sentence: {text!r}"
    assert len(text) < 2000, f"too long a sentence: {text[:100]!r}"
    assert "Traceback" not in text
    return "refused"


def _spoiled(count: int, random: Random, read: Callable[[bytes], str], spoiled: Callable[[], bytes]) -> Figures:
    """Read as many; a file that escapes is kept for debugging."""
    outcomes: Counter[str] = Counter()
    slowest = 0.0
    for number in range(count):
        data = spoiled()
        began = time.perf_counter()
        try:
            outcomes[read(data)] += 1
        except Exception as error:
            kept = Path(f"/tmp/highground-spoiled-{number}")
            kept.write_bytes(data)
            raise AssertionError(f"file {number}, kept as {kept}, escaped: {type(error).__name__}: {error}") from error
        slowest = max(slowest, time.perf_counter() - began)
    return {"files": count, **outcomes, "slowest_s": round(slowest, 2)}
