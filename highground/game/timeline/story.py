"""A battle reported as it happens: events go into the state one by one, and become entries in a timeline's phases."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any, Unpack, cast

import msgspec

from highground.engine.battle import opening
from highground.engine.events import Event, LeaderJoined, LeaderLeft, PhaseChanged, TurnBegan, UnitDestroyed
from highground.engine.model import Point, Setup
from highground.engine.scene import Scene
from highground.engine.state import State
from highground.game.parts.cast import Cast
from highground.game.parts.units import middle
from highground.game.timeline.board import BoardStates, ShownBefore
from highground.game.timeline.pages import Page, Pages, PlainShelf
from highground.game.views.log import DiceMark, EntryFields, EntryMarks, LogEntry, SourceLog
from highground.game.views.values import Json, NamedThing

BEGAN = datetime(2026, 1, 1, tzinfo=UTC)
"""A battle log has no clock: an event's time is this, and as many seconds later as events went before it."""

Reporter = Callable[["Story", Any], None]


class StoryMark(msgspec.Struct, frozen=True):
    """A story between two choices with nothing under way, so that it can go on from there again."""

    state: State
    names: tuple[str, ...]
    number: int
    happened: int
    notes: tuple[SourceLog, ...]
    gone: int | None
    shown: ShownBefore
    in_phase: bool
    dice: tuple[DiceMark, ...] = ()
    destroyed: tuple[NamedThing, ...] = ()


class Story:
    """The fold of a battle's events. `before` and `scene.state` are the states around the event that is being reported.

    An event is either reported, as an entry of its own, or noted; the next entry has all events noted before it among
    its `source_logs`. So every event is in exactly one entry once its phase is over. An entry that gathers what comes
    right after it is put off (`put_off`) until something else happens. Entries are written on `pages`.

    `happened` counts events and never goes back: entries are numbered by it, also those of choices that were undone.
    """

    def __init__(
        self,
        setup: Setup,
        game_id: str,
        reporters: dict[type, Reporter],
        began: datetime = BEGAN,
        pages: Pages[Any] | None = None,
    ) -> None:
        self.cast = Cast(setup, game_id)
        self.scene = Scene(setup, opening(setup))
        self.before: State = self.scene.state
        self.pages = Pages(PlainShelf()) if pages is None else pages
        self.open: dict[str, Any] = {}
        """What reporters keep from one event to the next: an advance's roll, a charge's, attacks under way."""
        self.happened = 0
        self.destroyed: list[NamedThing] = []
        """Units that are gone and that no entry has reported yet."""
        self._game_id = game_id
        self._reporters = reporters
        self._began = began
        self._first = 0
        """The number of the event that happened at `_began`."""
        self._apart = timedelta(seconds=1)
        self._board = BoardStates(self.cast)
        self._notes: list[SourceLog] = []
        self._in_phase = False
        self._off: tuple[frozenset[type], Callable[[], None]] | None = None
        self._dice: tuple[DiceMark, ...] = ()
        """What is to be said of dice that no entry has reported yet."""
        self._dice_reported = False
        self._number = -1
        self._begin_phase()

    def take(self, event: Event) -> None:
        """The next event of the battle."""
        if self._off is not None and type(event) not in self._off[0]:
            self.settle()
        self.before = self.scene.state
        new_phase = isinstance(event, PhaseChanged) and event.phase != self.before.phase
        if self._in_phase and (new_phase or isinstance(event, TurnBegan)):
            self._end_phase()
        self._number += 1
        self.happened += 1
        self.scene.emit(event)
        if isinstance(event, LeaderJoined | LeaderLeft | UnitDestroyed):
            self.cast.follow(self.scene.state.units)
        elif isinstance(event, PhaseChanged):
            self.open.clear()
        self._notes.append({"number": self._number, **source_log(event)})
        if not self._in_phase and isinstance(event, PhaseChanged):
            self._begin_phase()
        self._reporters.get(type(event), _report_plainly)(self, event)

    def happens_at(self, moment: datetime) -> None:
        """The next event happens at this moment; those after it a millisecond apart, so that their order shows."""
        self._began, self._first, self._apart = moment, self._number + 1, timedelta(milliseconds=1)

    def mark_dice(self, marks: tuple[DiceMark, ...]) -> None:
        """What is to be said of the dice of the choice that comes next, by the entries that report it."""
        self._dice = () if self._dice_reported else self._dice
        self._dice_reported = False
        self._dice += tuple(mark for mark in marks if mark not in self._dice)

    def put_off(self, kinds: frozenset[type], report: Callable[[], None]) -> None:
        """Call `report` once an event of another kind than these comes, or the choice that led to them is done."""
        self._off = (kinds, report)

    def settle(self) -> None:
        """Report what was put off. To be called after each of a battle's records."""
        self.scene.events.clear()
        if self._off is not None:
            report = self._off[1]
            self._off = None
            report()

    def so_far(self, board: bool = True) -> Page | None:
        """The page of the phase that is under way, ended with the board as it is now or without one."""
        if self.pages.open is None:
            return None
        return self.pages.open.ended(self._board.preview(self.scene) if board else {}, self._notes)

    def mark(self) -> StoryMark | None:
        """Where the story is now; None while something is under way that the next choice may go on with."""
        if self.open.get("attacks") or not self.open.keys() <= {"attacks", "gone"}:
            return None
        return StoryMark(
            self.scene.state,
            self.cast.units,
            self._number,
            self.happened,
            tuple(self._notes),
            self.open.get("gone"),
            self._board.shown,
            self._in_phase,
            () if self._dice_reported else self._dice,
            tuple(self.destroyed),
        )

    def back_to(self, mark: StoryMark) -> None:
        """Go on from a mark; its pages are for the caller to cut."""
        self.scene.rewind(mark.state)
        self.before, self._number, self.happened = mark.state, mark.number, mark.happened
        self.cast.name(mark.names)
        self.open = {} if mark.gone is None else {"gone": mark.gone}
        self._notes, self._board.shown, self._in_phase, self._off = list(mark.notes), mark.shown, mark.in_phase, None
        self._dice, self._dice_reported, self.destroyed = mark.dice, False, list(mark.destroyed)

    def report(self, log_type: str, action: str, label: str, message: str, **fields: Unpack[EntryFields]) -> None:
        """Add an entry. `fields` are those of its type; all but the `HEAVY` ones stand in `details` too.

        Between two phases there is none to add it to: what happens there stays noted for the next entry.
        """
        if not self._in_phase:
            return
        state = self.scene.state
        details = {name: value for name, value in fields.items() if name not in HEAVY}
        marks: EntryMarks = {"dice_marks": list(self._dice)} if self._dice else {}
        base: EntryFields = {"description": "", "location": None}
        if self.destroyed:
            base["destroyed"] = details["destroyed"] = self.destroyed
        entry: LogEntry = {
            "id": self.happened,
            "timestamp": self._time(),
            "round": state.round,
            "turn": state.turn,
            "phase": state.phase,
            "phase_time": state.phase_time,
            "log_type": log_type,
            "action": action,
            "action_label": label,
            "message": message,
            **base,
            **fields,
            **marks,
            "details": cast("dict[str, Json]", details),
            "source_logs": self._notes,
            "game_id": self._game_id,
        }
        self.pages.add(entry)
        self._notes = []
        self.destroyed = []
        self._dice_reported = True

    def spot(self, unit: int) -> Point | None:
        """Where a unit is now; None before it is set up."""
        return _spot(self.scene.state, unit)

    def spot_before(self, unit: int) -> Point | None:
        """Where a unit was before this event."""
        return _spot(self.before, unit)

    def add_destroyed(self, unit: int, name: str) -> None:
        """Nobody is left of a unit: the next entry names it among the destroyed."""
        self.destroyed.append({"name": name, "uuid": self.cast.unit_uuids[unit]})

    def _time(self) -> str:
        moment = self._began + (self._number - self._first) * self._apart
        return moment.isoformat().replace("+00:00", "Z")

    def _begin_phase(self) -> None:
        state = self.scene.state
        self._in_phase = True
        self.pages.begin(Page(state.round, state.turn, self.cast.army_uuids[state.active], state.phase))

    def _end_phase(self) -> None:
        if self.pages.end(self._board.state(self.scene), self._notes):
            self._notes = []
        self._in_phase = False


def _spot(state: State, index: int) -> Point | None:
    """Where a unit is: a leader with the unit that it joined, a passenger with its transport."""
    unit = state.units[index]
    where = unit.inside if unit.joined is None else unit.joined
    return middle(unit) if where is None else _spot(state, where)


HEAVY = frozenset({"targets", "paths", "graphics", "description", "location", "in_brief"})
"""Fields that stand beside `details` only, so that nothing big is sent twice."""


def source_log(event: Event) -> SourceLog:
    """An event as JSON.

    Declared attacks leave out their definition: it comes with the dice, whose rows say where each number comes from.
    The order of a deck is nobody's to know.
    """
    plain: dict[str, Any] = msgspec.to_builtins(event)
    if "deck" in plain:
        plain["deck"] = len(plain["deck"])
    if "sequence" in plain:
        attack = plain["sequence"]["attack"]
        plain["sequence"]["attack"] = {field: attack[field] for field in ("weapon", "name", "weapons")}
    if "volleys" in plain:
        for volley in plain["volleys"]:
            for field in ("circumstances", "order"):
                volley.pop(field, None)
            if plain["event"] != "stage_rolled":
                del volley["sequence"]
    return plain


def note(story: Story, event: Event) -> None:
    """The teller of events that belong to the next action."""


def _report_plainly(story: Story, event: Event) -> None:
    """An event that has no report of its own yet is listed by its name rather than lost."""
    name = str(event.__struct_config__.tag)
    label = name.replace("_", " ").capitalize()
    unit, side = getattr(event, "unit", None), getattr(event, "side", None)
    if isinstance(unit, int):
        story.report(
            "action", name, label, f"{label}: {story.cast.units[unit]}",
            location=story.spot(unit), unit_name=story.cast.units[unit], unit_uuid=story.cast.unit_uuids[unit],
        )  # fmt: skip
    elif isinstance(side, int):
        army_uuid = story.cast.army_uuids[side]
        story.report("action", name, label, f"{label}: {story.cast.armies[side]}", army_uuid=army_uuid)
    else:
        story.report("action", name, label, label)
