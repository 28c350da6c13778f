"""The pages of a timeline, one for each phase: what is written on them, and how it is cut back after an undo."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Generic, NamedTuple, Protocol, TypeVar

import msgspec

from highground.game.views.log import BoardState, LogEntry, PhaseLog, RoundLog, SourceLog

T = TypeVar("T")


class Page(msgspec.Struct):
    """A phase of the timeline. `board_state` is the board at its end, empty while the phase is under way."""

    round: int
    turn: int
    army_uuid: str
    phase: str
    entries: list[LogEntry] = msgspec.field(default_factory=list)
    board_state: BoardState = msgspec.field(default_factory=BoardState)
    trailing: int = 0
    """How many of the last entry's source logs are of events that came after it."""

    def as_json(self) -> PhaseLog:
        return {"phase": self.phase, "actions": self.entries, "board_state": self.board_state}

    def reopened(self) -> Page:
        """The page as it was before its phase ended."""
        entries = self.entries.copy()
        last = _last(entries)
        if last is not None and self.trailing:
            entries[last] = {**entries[last], "source_logs": entries[last]["source_logs"][: -self.trailing]}
        return msgspec.structs.replace(self, entries=entries, board_state={}, trailing=0)

    def ended(self, board_state: BoardState, notes: Sequence[SourceLog]) -> Page:
        """The page with its board; `notes`, events since its last entry, belong to that entry if there is one."""
        entries = self.entries.copy()
        last = _last(entries)
        trailing = 0 if last is None else len(notes)
        if last is not None and notes:
            entries[last] = {**entries[last], "source_logs": [*entries[last]["source_logs"], *notes]}
        return msgspec.structs.replace(self, entries=entries, board_state=board_state, trailing=trailing)


def _last(entries: Sequence[LogEntry]) -> int | None:
    """The index of the last entry that was not undone."""
    return next((index for index in range(len(entries) - 1, -1, -1) if not entries[index].get("undone")), None)


class PageShelf(Protocol[T]):
    """How the pages of phases that are over are kept."""

    def pack(self, page: Page, before: T | None) -> T:
        """The page as it is kept; `before` is the page that comes before it, as it was kept."""
        ...

    def unpack(self, kept: T) -> Page: ...


class PlainShelf:
    """Keeps pages as they are."""

    def pack(self, page: Page, before: Page | None) -> Page:
        return page

    def unpack(self, kept: Page) -> Page:
        return kept


class PagePosition(NamedTuple):
    """A place between two entries: so many pages are over, and so many entries are on the one after them."""

    closed: int
    entries: int
    total: int


class Pages(Generic[T]):
    """All pages of a timeline: those of phases that are over, and the open one. `total` counts the entries."""

    def __init__(self, shelf: PageShelf[T]) -> None:
        self.closed: list[T] = []
        self.open: Page | None = None
        self.total = 0
        self._shelf = shelf

    @property
    def position(self) -> PagePosition:
        return PagePosition(len(self.closed), 0 if self.open is None else len(self.open.entries), self.total)

    def begin(self, page: Page) -> None:
        self.open = page

    def add(self, entry: LogEntry) -> None:
        """Write an entry on the open page; between two phases there is none, and the entry is lost."""
        if self.open is not None:
            self.open.entries.append(entry)
            self.total += 1

    def end(self, board_state: BoardState, notes: Sequence[SourceLog]) -> bool:
        """Close the open page. Whether `notes`, the events since its last entry, could be added to that entry."""
        assert self.open is not None
        page = self.open.ended(board_state, notes)
        self.closed.append(self._shelf.pack(page, self.closed[-1] if self.closed else None))
        self.open = None
        return _last(page.entries) is not None

    def since(self, position: PagePosition) -> list[LogEntry]:
        """The entries after a position."""
        found: list[LogEntry] = []
        skipped = position.entries
        for page in self._from(position.closed):
            found += page.entries[skipped:]
            skipped = 0
        return found

    def cut(self, position: PagePosition) -> None:
        """Forget what was written after a position; the page that was open then is open again."""
        if position.closed < len(self.closed):
            self.open = self._shelf.unpack(self.closed[position.closed]).reopened()
            del self.closed[position.closed :]
        if self.open is not None:
            self.open = msgspec.structs.replace(self.open, entries=self.open.entries[: position.entries])
        self.total = position.total

    def _from(self, closed: int) -> Iterable[Page]:
        yield from (self._shelf.unpack(kept) for kept in self.closed[closed:])
        if self.open is not None:
            yield self.open


def rounds_of(pages: Iterable[Page]) -> list[RoundLog]:
    """Pages by round and turn. A turn belongs to the army that was active in its last phase."""
    rounds: list[RoundLog] = []
    for page in pages:
        if not rounds or rounds[-1]["round_number"] != page.round:
            rounds.append({"round_number": page.round, "turns": []})
        turns = rounds[-1]["turns"]
        if not turns or turns[-1]["turn_number"] != page.turn:
            turns.append({"turn_number": page.turn, "army_uuid": "", "phases": []})
        turns[-1]["army_uuid"] = page.army_uuid
        turns[-1]["phases"].append(page.as_json())
    return rounds
