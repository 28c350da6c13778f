"""The log of a battle that is still fought, ready to send: what has not changed is neither reported nor packed again.

Phases that are over are kept as they are sent, compressed; the body of the full answer is those, one after the other,
then the phase that is under way and what stands behind the timeline. See docs/decisions/0097-logs-grow.md.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import blake2b
from typing import Any

import msgspec
import orjson

from highground.engine.model import Setup
from highground.engine.record import Record
from highground.game.timeline.pages import Page
from highground.game.timeline.running import RunningTimeline, TakenBack
from highground.game.views.log import Behind, LogEntry, PhaseLog
from highground.server.logs.newer import Newer, board_of, entries_after
from highground.server.logs.timelines import COMPRESSION, PreparedLog

RAW = -zlib.MAX_WBITS
"""Deflate without a header, so that pieces can be joined."""
GZIP_HEADER = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"


@dataclass(frozen=True, slots=True)
class Packed:
    """A phase that is over, as a part of the full answer's body. `size` and `crc` are of the body up to its end."""

    round: int
    turn: int
    army_uuid: str
    last_id: int
    undone: tuple[int, ...]
    """The ids of its entries whose choices were taken back."""
    trailing: int
    deflated: bytes
    """What leads to the phase's JSON, and that JSON; compressed so that it needs nothing that comes before."""
    lead: int
    size: int
    crc: int
    digest: bytes
    """Fingerprint of the body up to its end."""

    def phase(self) -> bytes:
        """The phase's JSON."""
        return zlib.decompressobj(RAW).decompress(self.deflated)[self.lead :]


class PackedShelf:
    """Keeps pages of phases that are over as they are sent."""

    def pack(self, page: Page, before: Packed | None) -> Packed:
        lead = _lead(page, before)
        text = lead + orjson.dumps(page.as_json())
        known = b"" if before is None else before.digest
        return Packed(
            round=page.round,
            turn=page.turn,
            army_uuid=page.army_uuid,
            last_id=max((entry["id"] for entry in page.entries), default=0),
            undone=_undone(page),
            trailing=page.trailing,
            deflated=_deflated(text, zlib.Z_FULL_FLUSH),
            lead=len(lead),
            size=len(text) + (0 if before is None else before.size),
            crc=zlib.crc32(text, 0 if before is None else before.crc),
            digest=blake2b(known + text, digest_size=16).digest(),
        )

    def unpack(self, kept: Packed) -> Page:
        phase: PhaseLog = orjson.loads(kept.phase())
        return Page(
            kept.round,
            kept.turn,
            kept.army_uuid,
            phase["phase"],
            phase["actions"],
            phase["board_state"],
            kept.trailing,
        )


class RunningLog:
    """The log of one battle. Not for several threads at once; `whole` and `newer` give bodies of answers."""

    def __init__(self, setup: Setup, game_id: str, players: tuple[str, str] = ("", "")) -> None:
        self._timeline = RunningTimeline(setup, game_id, players, shelf=PackedShelf())
        self._army_list = self._timeline.army_list()
        self._encoded: list[tuple[LogEntry, bytes]] = []
        self._known: tuple[Any, ...] = ()
        self._whole: PreparedLog | None = None
        self._behind: Behind | None = None

    @property
    def total(self) -> int:
        return self._timeline.total

    def follow(self, records: Sequence[Record], times: Sequence[datetime], undone: Sequence[TakenBack] = ()) -> None:
        """Come to where the battle is; see `RunningTimeline.follow`. It costs what the new choices cost."""
        known = (len(records), records[-1] if records else None, len(undone))
        if self._known and known[1] is self._known[1] and (known[0], known[2]) == (self._known[0], self._known[2]):
            return
        self._timeline.follow(records, times, undone)
        self._known, self._whole, self._behind = known, None, None

    def messages_since(self, number: int) -> list[str]:
        """The messages of the choices after the first `number`, oldest first."""
        return [str(entry["message"]) for entry in self._timeline.entries_since(number)]

    def whole(self) -> PreparedLog:
        """The full answer; built once for each state of the log."""
        if self._whole is None:
            self._whole = self._prepared()
        return self._whole

    def newer(self, wanted: Newer) -> bytes:
        """The body of the incremental answer."""
        since_id = wanted.since_id
        entries: list[msgspec.Raw] = []
        undone: list[int] = []
        for packed in self._timeline.closed:
            undone += packed.undone
            if packed.last_id > since_id:
                entries += entries_after(packed.phase(), since_id)
        page = self._timeline.page_without_board()
        if page is not None:
            entries += [msgspec.Raw(text) for entry, text in self._open_entries(page) if entry["id"] > since_id]
            undone += _undone(page)
        behind: Mapping[str, object] = self._about() if wanted.alone else self._with_boards(since_id)
        return msgspec.json.encode({"logs": entries, "undone": undone, **behind, "incremental": True})

    def _with_boards(self, since_id: int) -> Mapping[str, object]:
        """What answers hold besides entries, with the boards of phases in which something is new or was taken back."""
        new = [packed for packed in self._timeline.closed if packed.last_id > since_id or packed.undone]
        boards = [board_of(packed.round, packed.turn, packed.phase()) for packed in new]
        page = self._timeline.page()
        if page is not None:
            boards.append(
                {"round": page.round, "turn": page.turn, "phase": page.phase, "board_state": page.board_state}
            )
        return {**self._answer_behind(), "boards": boards}

    def _prepared(self) -> PreparedLog:
        closed, page = self._timeline.closed, self._timeline.page()
        last = closed[-1] if closed else None
        rest = b"".join(self._rest(page, last))
        size, crc = (0, 0) if last is None else (last.size, last.crc)
        body = [GZIP_HEADER, *(each.deflated for each in closed), _deflated(rest, zlib.Z_FINISH)]
        body.append(zlib.crc32(rest, crc).to_bytes(4, "little"))
        body.append(((size + len(rest)) & 0xFFFFFFFF).to_bytes(4, "little"))
        digest = blake2b((b"" if last is None else last.digest) + rest, digest_size=12)
        return PreparedLog(answer=b"".join(body), etag=digest.hexdigest(), total=self.total, source=None, engine="")

    def _rest(self, page: Page | None, last: Packed | None) -> Iterator[bytes]:
        """What comes after the phases that are over."""
        army_uuid = "" if last is None else last.army_uuid
        if page is not None:
            entries = b",".join(text for _, text in self._open_entries(page))
            yield _lead(page, last)
            yield b'{"phase":%b,"actions":[%b],' % (orjson.dumps(page.phase), entries)
            yield b'"board_state":%b}' % orjson.dumps(page.board_state)
            army_uuid = page.army_uuid
        yield b'],"army_uuid":%b}]}]},' % orjson.dumps(army_uuid)
        yield orjson.dumps({**self._answer_behind(), "incremental": False})[1:]

    def _about(self) -> Mapping[str, object]:
        return {"game_id": self._timeline.game_id, "total": self.total}

    def _answer_behind(self) -> Behind:
        """What answers hold besides entries."""
        if self._behind is None:
            self._behind = {
                "army_list": self._army_list,
                **self._timeline.afterwards(),
                "game_id": self._timeline.game_id,
                "total": self.total,
            }
        return self._behind

    def _open_entries(self, page: Page) -> list[tuple[LogEntry, bytes]]:
        """The entries of the phase under way with their JSON; what was written before and is the same is kept."""
        known = self._encoded
        self._encoded = [
            known[index] if index < len(known) and known[index][0] is entry else (entry, orjson.dumps(entry))
            for index, entry in enumerate(page.entries)
        ]
        return self._encoded


def _undone(page: Page) -> tuple[int, ...]:
    return tuple(entry["id"] for entry in page.entries if entry.get("undone"))


def _lead(page: Page, before: Packed | None) -> bytes:
    """What stands between the phase before and this one."""
    begin_turn = b'{"turn_number":%d,"phases":[' % page.turn
    begin_round = b'{"round_number":%d,"turns":[' % page.round
    if before is None:
        return b'{"logs":{"rounds":[' + begin_round + begin_turn
    end_turn = b'],"army_uuid":%b}' % orjson.dumps(before.army_uuid)
    if page.round != before.round:
        return end_turn + b"]}," + begin_round + begin_turn
    return b"," if page.turn == before.turn else end_turn + b"," + begin_turn


def _deflated(text: bytes, end: int) -> bytes:
    compressor = zlib.compressobj(COMPRESSION, zlib.DEFLATED, RAW)
    return compressor.compress(text) + compressor.flush(end)
