"""The timeline of a battle that is still fought: each further choice costs what that choice costs to report."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Generic, TypeVar

import msgspec

from highground.engine.model import Setup
from highground.engine.record import Record, Undone, history
from highground.game.parts.board import head_start_shown
from highground.game.parts.cast import Cast
from highground.game.timeline.dice_marks import marks_of
from highground.game.timeline.figures import statistics
from highground.game.timeline.figures.awards import earned_in
from highground.game.timeline.figures.chronicle import Chronicle
from highground.game.timeline.figures.course import course, forecast, is_due
from highground.game.timeline.figures.statistics import figures
from highground.game.timeline.pages import Page, PagePosition, Pages, PageShelf, PlainShelf
from highground.game.timeline.reporters.by_event import REPORTERS
from highground.game.timeline.story import BEGAN, Story, StoryMark
from highground.game.timeline.undone import tell_undone
from highground.game.views.log import Afterwards, ArmyStatistics, Commanded, LogEntry, LoggedArmy, Statistics

T = TypeVar("T")

MARK_EVERY = 16
"""At most so many choices are reported again after an undo, unless attacks are under way."""


class TakenBack(msgspec.Struct, frozen=True):
    """A choice that was undone: how many choices came before it, its record, and when it was made."""

    number: int
    record: Record
    made: datetime | None = None


def taken_back(
    records: Sequence[Record], undone: Sequence[Undone], times: Sequence[datetime] | None = None
) -> list[TakenBack]:
    """What was undone, in the order in which that happened; `times` are the moments at which it had been made."""
    if not undone:
        return []
    numbers = {step.undone.serial: step.number for step in history(records, undone) if step.undo and step.undone}
    moments: Sequence[datetime | None] = [None] * len(undone) if times is None else times
    return [TakenBack(numbers[each.serial], each.record, made) for each, made in zip(undone, moments, strict=True)]


class _Marks(msgspec.Struct, frozen=True):
    """Everything that it takes to go on after the first `number` choices."""

    number: int
    page: int
    story: StoryMark
    counts: statistics.CounterMark


RecordLine = list[tuple[Record, datetime | None]]
"""The choices of a battle with their times."""


class RunningTimeline(Generic[T]):
    """A battle's timeline, choice by choice. `follow` brings it to where the battle is; finished pages lie on `shelf`.

    What it says after any number of choices and undos is what `timeline` says of the same battle.
    """

    def __init__(
        self,
        setup: Setup,
        game_id: str = "",
        players: tuple[str, str] = ("", ""),
        *,
        shelf: PageShelf[T],
        began: datetime = BEGAN,
    ) -> None:
        self.game_id = game_id
        self.records: list[Record] = []
        self._setup = setup
        self._players = players
        self._pages = Pages(shelf)
        self._story = Story(setup, game_id, REPORTERS, began, self._pages)
        self._chronicle = Chronicle(setup, Cast(setup, game_id))
        self._starts: list[tuple[PagePosition, int]] = []
        """For each choice where on the pages its entries begin, and how many events had happened before it."""
        self._undone = 0
        self._marks: list[_Marks] = []
        self._mark()

    @property
    def number(self) -> int:
        """How many choices are reported."""
        return len(self.records)

    @property
    def total(self) -> int:
        """How many entries there are, those of undone choices included."""
        return self._pages.total

    @property
    def closed(self) -> list[T]:
        """The pages of phases that are over."""
        return self._pages.closed

    def page(self) -> Page | None:
        """The page of the phase that is under way, with the board as it is now."""
        return self._story.so_far()

    def page_without_board(self) -> Page | None:
        """The same but for the board, for callers that need only the entries: the board takes most of the time."""
        return self._story.so_far(board=False)

    def entries_since(self, number: int) -> list[LogEntry]:
        """The entries of the choices after the first `number`, and of those that were undone since."""
        return self._pages.since(self._starts[number][0]) if number < self.number else []

    def follow(
        self, records: Sequence[Record], times: Sequence[datetime] | None = None, undone: Sequence[TakenBack] = ()
    ) -> None:
        """Come to where the battle is: after these choices, made at these times.

        `undone` are the choices that were undone in the whole battle, in the order in which that happened; their
        entries stay. Choices that are no longer among `records`, and not in `undone` either, are forgotten. The records
        that were followed before are expected to be the same objects; where they are not, everything is reported again.
        """
        moments: Sequence[datetime | None] = [None] * len(records) if times is None else times
        line: RecordLine = list(zip(records, moments, strict=True))
        if self._undone and (
            len(undone) < self._undone or not self._shares(_line_before(line, undone[self._undone :]))
        ):
            self.cut(0)
            self._undone = 0
        for taken_back, before in _steps(line, undone[self._undone :]):
            self._lead(before)
            self.undo()
            assert self.number == taken_back.number
            self._undone += 1
        self._lead(line)

    def extend(self, records: Sequence[Record], times: Sequence[datetime | None] | None = None) -> None:
        """Tell of further choices."""
        for index, record in enumerate(records):
            moment = times[index] if times is not None else None
            if moment is not None:
                self._story.happens_at(moment)
            self._starts.append((self._pages.position, self._story.happened))
            self._report(record)
            self.records.append(record)
            if (
                self._pages.position.closed != self._marks[-1].page
                or self.number - self._marks[-1].number >= MARK_EVERY
            ):
                self._mark()

    def undo(self) -> None:
        """Take the last choice back and keep its entries, marked as undone."""
        position, _ = self._starts[-1]
        if all(entry.get("undone") for entry in self._pages.since(position)):
            tell_undone(self._story, self.records[-1])
        entries, happened = self._pages.since(position), self._story.happened
        self.cut(self.number - 1)
        self._story.happened = happened
        for entry in entries:
            self._pages.add({**entry, "undone": True})

    def cut(self, number: int) -> None:
        """Forget the choices after the first `number`, and what was undone since."""
        if number >= self.number:
            return
        position, happened = self._starts[number]
        self._pages.cut(position)
        again = self.records[:number]
        del self.records[number:], self._starts[number:]
        while self._marks[-1].number > number:
            self._marks.pop()
        mark = self._marks[-1]
        self._story.back_to(mark.story)
        self._chronicle.back_to(mark.counts)
        self._story.pages = Pages(PlainShelf())
        self._story.pages.begin(Page(0, 0, "", ""))
        for record in again[mark.number :]:
            self._report(record)
        self._story.pages, self._story.happened = self._pages, happened

    def army_list(self) -> list[LoggedArmy]:
        cast = self._story.cast
        return [
            {
                "uuid": cast.army_uuids[side],
                "name": cast.armies[side],
                "faction": army.faction,
                "detachment": army.detachment,
                "points": army.points_computed,
                "color_index": side,
                "player": self._players[side],
                **head_start_shown(self._setup.head_start[side]),
            }
            for side, army in enumerate(self._setup.armies)
        ]

    def afterwards(self) -> Afterwards:
        """The units' awards and the statistics, each army's with its achievements."""
        earned, counted = earned_in(self._chronicle), figures(self._chronicle, self._chronicle.cast)
        commanded: Commanded = {}
        armies: list[ArmyStatistics] = [
            {**army, **commanded, "achievements": msgspec.to_builtins(achievements)}
            for army, achievements in zip(counted["armies"], earned.achievements, strict=True)
        ]
        found: Statistics = {"armies": armies, "units": counted["units"], "dice": counted["dice"]}
        chronicle = self._chronicle
        if chronicle.state.completed and chronicle.forecasts:
            found["course"] = course(chronicle.forecasts, chronicle.state, chronicle.early, chronicle.cast)
        return {"awards": [msgspec.to_builtins(award) for award in earned.units], "statistics": found}

    def _report(self, record: Record) -> None:
        self._story.mark_dice(marks_of(record))
        self._chronicle.threw(record)
        for event in record.events:
            self._story.take(event)
            self._chronicle.take(event, self._story.scene.state)
            if is_due(event):
                self._chronicle.forecasts.append(forecast(self._story.scene))
        self._story.settle()

    def _lead(self, line: RecordLine) -> None:
        """Go on, or back, to the end of this line."""
        records = [record for record, _ in line]
        number = same(self.records, records)
        self.cut(number)
        self.extend(records[number:], [moment for _, moment in line[number:]])

    def _shares(self, line: RecordLine) -> bool:
        """Whether everything reported belongs to this line."""
        return same(self.records, [record for record, _ in line]) == self.number

    def _mark(self) -> None:
        """Remember this point. Of a phase that is over only its first mark is kept."""
        story, page = self._story.mark(), len(self._pages.closed)
        if story is None:
            return
        while len(self._marks) > 1 and self._marks[-1].page == self._marks[-2].page != page:
            self._marks.pop()
        self._marks.append(_Marks(self.number, page, story, self._chronicle.mark()))


def same(known: Sequence[Any], records: Sequence[Any]) -> int:
    """How many of the first records are the very same objects in both; quick where most of them are.

    A record belongs to one line of choices, so where one is shared all before it are.
    """
    number = min(len(known), len(records))
    while number and known[number - 1] is not records[number - 1]:
        number -= 1
    return number


def _line_before(line: RecordLine, undone: Sequence[TakenBack]) -> RecordLine:
    """The choices just before the first of these was undone, if they led to `line`."""
    for each in reversed(undone):
        line = [*line[: each.number], (each.record, each.made)]
    return line


def _steps(line: RecordLine, undone: Sequence[TakenBack]) -> list[tuple[TakenBack, RecordLine]]:
    """What was undone, in order, each with the choices just before that."""
    found: list[tuple[TakenBack, RecordLine]] = []
    for each in reversed(undone):
        line = [*line[: each.number], (each.record, each.made)]
        found.append((each, line))
    return found[::-1]
