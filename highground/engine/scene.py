"""A battle's present: its state, what can be measured on its table, and the way that new facts come in.

Measures are remembered for as long as the miniatures they are about stand where they stood.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from librt.vecs import vec

from highground.engine import events as ev
from highground.engine.attached import aircraft, renamed_keywords, starting_strength
from highground.engine.base import Base
from highground.engine.dice import Dice
from highground.engine.events import apply
from highground.engine.figures import Figures, together
from highground.engine.kept import Memory, Once
from highground.engine.model import Layout, MiniatureSheet, Point, Setup, UnitSheet
from highground.engine.naming import name_of
from highground.engine.sheets import any_among, sheet_with_leaders, sheets_now
from highground.engine.state import Frame, State, Unit
from highground.engine.table import floors
from highground.engine.table.board import Board, board_of
from highground.engine.table.cover import cover, exposed
from highground.engine.table.distance import ENGAGEMENT, FAR, TOLERANCE, Disc, apart, between
from highground.engine.table.flat import least_gap, nearest, nearest_to
from highground.engine.table.floors import Raised
from highground.engine.table.objectives import OBJECTIVE_REACH, holders
from highground.engine.table.sight import SightTable, corridor, visible

UNKNOWN: Final = -FAR
"""A distance that has not been worked out yet."""


class Lane:
    """What the living miniatures of one unit have to another: parallel tuples of inches and sight.

    A gap of bases that touch may come out a little below zero. Sight and cover are worked out when they are asked for.
    """

    __slots__ = ("_board", "_cover", "_exposed", "_from", "_seen", "_sees", "_sight", "_to", "gaps", "indices")

    def __init__(self, board: Board, sight: SightTable, unit: Figures, target: Figures) -> None:
        self.indices = unit.indices
        if unit.heights or target.heights:
            self.gaps = floors.gaps(unit.raised, target.raised)
        else:
            self.gaps = tuple([_nearest(target.flat, place, base) for place, base in zip(unit.places, unit.bases)])
        self._board, self._sight, self._from, self._to = board, sight, unit, target
        self._sees: tuple[bool, ...] | None = None
        self._seen: list[float] | None = None
        self._cover: bool | None = None
        self._exposed: tuple[tuple[int, ...], ...] | None = None

    def opened(self) -> None:
        """One of the units is tall enough to be seen over all terrain."""
        self._sees, self._seen = (True,) * len(self.indices), list(self.gaps)

    def joins(self, unit: Figures, target: Figures) -> bool:
        mine, theirs = self._from, self._to
        if not mine.stands_as(unit) or not theirs.stands_as(target):
            return False
        return mine.heights == unit.heights and theirs.heights == target.heights

    @property
    def engaged(self) -> tuple[bool, ...]:
        """For each of them whether the other unit is within engagement range."""
        if self._from.heights or self._to.heights:
            return floors.near(self._from.raised, self._to.raised)
        return tuple([gap <= ENGAGEMENT + TOLERANCE for gap in self.gaps])

    @property
    def sees(self) -> tuple[bool, ...]:
        if self._sees is None:
            unit, target = self._from, self._to
            self._sees = self._sight.sees(unit.places, unit.bases, target.places, target.bases)
        return self._sees

    def sees_within(self, k: int, reach: float) -> bool:
        """Whether one of them sees a miniature of the other unit that is within so many inches."""
        if self.gaps[k] > reach or not self.sees[k]:
            return False
        unit, target = self._from, self._to
        if len(target.places) == 1:
            return True
        level = not unit.heights and not target.heights
        if level and apart(unit.places[k], target.centre) + target.reach <= reach:
            return True
        return self._seen_gap(k) <= reach

    def _seen_gap(self, k: int) -> float:
        """Inches to the nearest miniature that one of them sees; it sees at least one."""
        if self._seen is None:
            unit, target = self._from, self._to
            in_the_way = corridor(self._board.blockers, unit.around, target.around)[0]
            self._seen = [UNKNOWN] * len(self.gaps) if in_the_way else list(self.gaps)
        if self._seen[k] == UNKNOWN:
            self._seen[k] = self._nearest_seen(k)
        return self._seen[k]

    def _nearest_seen(self, k: int) -> float:
        mine, theirs = self._from, self._to
        place, base = mine.places[k], mine.bases[k]
        if mine.heights or theirs.heights:
            raised, others = mine.raised, theirs.raised
            gaps = [floors.gap(raised, k, others, j) for j in range(len(theirs.places))]
        else:
            gaps = [max(between(place, base, p, b), 0.0) for p, b in zip(theirs.places, theirs.bases)]
        for gap, j in sorted([(gap, j) for j, gap in enumerate(gaps)]):
            if visible(self._board, place, base, theirs.places[j], theirs.bases[j]):
                return gap
        return FAR

    @property
    def cover(self) -> bool:
        """Whether every base of the other unit has cover from their middle: what the computer and conditions go by."""
        if self._cover is None:
            target = self._to
            self._cover = any(self.sees) and covered(self._board, self._from.centre, target.places, target.bases)
        return self._cover

    @property
    def exposed(self) -> tuple[tuple[int, ...], ...]:
        """For each of them the other unit's miniatures that have no cover from it."""
        if self._exposed is None:
            unit, target = self._from, self._to
            rows = exposed(self._board, unit.places, unit.bases, target.places, target.bases)
            self._exposed = tuple([tuple([target.indices[k] for k in row]) for row in rows])
        return self._exposed


def _nearest(discs: vec[float], place: Point, base: Base) -> float:
    """Inches from the edge of a base to the nearest of the discs."""
    x, y = place
    if not len(base.parts):
        return nearest(discs, x, y) - base.radius
    return nearest_to(discs, base, x, y)


class CheckedMove(NamedTuple):
    """Places of a unit's living miniatures, known to be in order in one state for a move of so many inches."""

    state: State
    unit: int
    places: tuple[Point, ...]
    limit: float


class TrialPassed(Exception):
    """A choice that is tried came to its first event: the rules allow it."""


class Gap:
    """Inches between two units as they stood when it was measured."""

    __slots__ = ("first", "inches", "second")

    def __init__(self, first: Figures, second: Figures, inches: float) -> None:
        self.first, self.second, self.inches = first, second, inches


class Scene:
    """State and measures. `emit` is the only door for new facts; the engine's steps hold nothing of their own."""

    __slots__ = (
        "_engaged",
        "_figures",
        "_fresh",
        "_gaps",
        "_lanes",
        "_shared",
        "_sides",
        "_standing",
        "board",
        "checked",
        "dice",
        "events",
        "memory",
        "setup",
        "sheets",
        "sight",
        "state",
        "trying",
    )

    def __init__(self, setup: Setup, state: State, like: Scene | None = None) -> None:
        self.setup = setup
        self.state = state
        self.board: Board = board_of(setup.layout) if like is None else like.board
        self.sight: SightTable = sight_of(setup.layout) if like is None else like.sight
        self.sheets: tuple[UnitSheet, ...] = sheets_now(setup, state) if like is None else like.sheets
        self.dice: Dice = Dice(0, 0) if like is None else like.dice
        self.events: list[ev.Event] = []
        self.trying = False
        """Whether a choice is only tried: its first event stops it."""
        self._figures: list[Figures] = []
        self._fresh = True
        self._gaps: list[Gap | None] = []
        """Of each unit to each of those before it, and `_lanes` of each to each: a row for each unit."""
        self._lanes: list[Lane | None] = []
        self._shared = False
        """Whether a fork has the same `_gaps` and `_lanes`: a scene copies them before it changes them."""
        self._engaged: list[list[int] | None] = [None] * len(state.units)
        self._standing: list[list[int] | None] = [None, None]
        self._sides: list[int] = [unit.side for unit in state.units] if like is None else like._sides
        self.memory = Memory()
        """What was worked out of the scene (`kept`): an event that touches the table forgets what hangs on it."""
        self.checked: CheckedMove | None = None
        """A move that was found rather than chosen: it need not be checked again while the state is the same."""
        if like is None:
            self._figures = [Figures(unit, sheet) for unit, sheet in zip(state.units, self.sheets)]
            self._gaps, self._lanes = [None] * len(state.units) ** 2, [None] * len(state.units) ** 2
        else:
            self._remember(like)

    def _remember(self, other: Scene) -> None:
        """What another scene has measured of the same state."""
        self.checked = other.checked
        self._figures, self._gaps, self._lanes = other._figures.copy(), other._gaps, other._lanes
        self._shared = other._shared = True
        self._engaged, self._standing, self._fresh = other._engaged.copy(), other._standing.copy(), other._fresh

    def _unshare(self) -> None:
        self._gaps, self._lanes, self._shared = self._gaps.copy(), self._lanes.copy(), False

    @property
    def top(self) -> Frame | None:
        """What is under way, if anything is."""
        return self.state.top

    def on_table(self, unit: int) -> bool:
        return self.state.units[unit].on_table

    def fork(self) -> Scene:
        """A scene of its own on the same state; what was measured so far is known to both."""
        return Scene(self.setup, self.state, self)

    def mark_checked(self, unit: int, places: tuple[Point, ...], limit: float) -> None:
        """Remember that a unit may move straight to these places, found by the rules that check them."""
        self.checked = CheckedMove(self.state, unit, places, limit)

    def is_checked(self, unit: int, places: tuple[Point, ...], limit: float) -> bool:
        known = self.checked
        return known is not None and known.state is self.state and known[1:] == (unit, places, limit)

    def emit(self, event: ev.Event) -> None:
        if self.trying:
            raise TrialPassed
        before = self.state
        self.state = apply(before, event)
        self.events.append(event)
        touched = event.touches
        if self.state.active_effects is not before.active_effects:
            self.memory.forget()
            if any_among(before.active_effects) or any_among(self.state.active_effects):
                self._look_at_sheets()
        if touched == "unit" or touched == "target":  # noqa: PLR1714 - a set is a call
            self._look_at_leaders(event.touched_unit())
        if touched == "nothing":
            return
        if touched == "conditions":
            self.memory.forget()
        elif touched == "everything" or not self._fresh:
            if touched == "everything":
                self.sheets = sheets_now(self.setup, self.state)
            self._forget()
        else:
            self._renew(event.touched_unit(), before)

    def _look_at_leaders(self, index: int) -> None:
        """A leader that has fallen leaves its unit's sheet, and one that is brought back comes into it again."""
        unit = self.state.units[index]
        if unit.leaders:
            sheet = sheet_with_leaders(self.setup, self.state, index)
            if sheet is not self.sheets[index]:
                self.sheets = (*self.sheets[:index], sheet, *self.sheets[index + 1 :])

    def _look_at_sheets(self) -> None:
        """The sheets may have changed: a unit with another one is measured again."""
        before, self.sheets = self.sheets, sheets_now(self.setup, self.state)
        if self.sheets is before:
            return
        for index, sheet in enumerate(self.sheets):
            if sheet is not before[index]:
                self._figures[index] = Figures(self.state.units[index], sheet)

    def _renew(self, index: int, before: State) -> None:
        """One unit moved or was hurt: what was measured of the others still holds."""
        self.memory.forget()
        unit, old = self.state.units[index], before.units[index]
        known = self._figures[index]
        if unit.on_table != old.on_table:
            self._standing[unit.side] = None
        elif known.shows(unit):
            return
        elif known.holds_for(unit):
            self._figures[index] = Figures(unit, self.sheets[index], known)
            return
        figures = self._figures[index] = Figures(unit, self.sheets[index])
        self._part(index, figures)

    def _part(self, index: int, figures: Figures) -> None:
        """Forget who is engaged with a unit that changed: its foes' answers too, where it is or was one of them."""
        known = self._engaged
        known[index] = None
        side, reach = self._sides[index], figures.reach + ENGAGEMENT + TOLERANCE
        x, y = figures.centre
        for foe, engaged in enumerate(known):
            if engaged is None or self._sides[foe] == side:
                continue
            theirs = self._figures[foe]
            u, v = theirs.centre
            far = reach + theirs.reach
            if (x - u) * (x - u) + (y - v) * (y - v) <= far * far or index in engaged:
                known[foe] = None

    def rewind(self, state: State) -> None:
        """Back to an earlier state, as if nothing had been emitted since."""
        self.state = state
        self._look_at_sheets()
        self._fresh = False
        self._forget()

    def _forget(self) -> None:
        self.memory.forget()
        self._fresh = False
        self._engaged = [None] * len(self._engaged)
        self._standing = [None, None]

    def live(self) -> list[Figures]:
        """The figures of every unit, by the unit's index."""
        if not self._fresh:
            known, sheets = self._figures, self.sheets
            for index, unit in enumerate(self.state.units):
                if not known[index].shows(unit):
                    known[index] = Figures(unit, sheets[index])
            self._fresh = True
        return self._figures

    def figures(self, unit: int) -> Figures:
        return self._figures[unit] if self._fresh else self.live()[unit]

    def at(self, unit: int) -> tuple[tuple[int, list[int]], ...]:
        """The objectives that the unit is at, and for each the places of its miniatures there among the living."""
        figures = self.figures(unit)
        if figures.at is None:
            far, found = OBJECTIVE_REACH + figures.reach + TOLERANCE, []
            for index, objective in enumerate(self.setup.layout.objectives):
                if apart(figures.centre, objective.location) <= far:
                    there = holders(figures.places, figures.bases, objective)
                    if figures.heights:
                        there = [k for k in there if floors.reachable(figures.heights[k], 0.0)]
                    found += [(index, there)] if there else []
            figures.at = tuple(found)
        return figures.at

    def gap(self, a: int, b: int) -> float:
        """Inches between the closest bases of two units that stand on the table."""
        if a > b:
            a, b = b, a
        figures = self._figures if self._fresh else self.live()
        first, second = figures[a], figures[b]
        if first.heights or second.heights:
            return min(self.lane(a, b).gaps, default=FAR)
        at = b * len(figures) + a
        known = self._gaps[at]
        if known is not None and known.first.stands_as(first) and known.second.stands_as(second):
            return known.inches
        inches = max(0.0, least_gap(first.flat, second.flat, first.even and second.even, second.around))
        if self._shared:
            self._unshare()
        self._gaps[at] = Gap(first, second, inches)
        return inches

    def charge_gap(self, unit: int, target: int) -> float:
        """Inches that a charge from unit to unit has to bridge."""
        first, second = self.figures(unit), self.figures(target)
        if first.heights or second.heights:
            return floors.charge_gap(first.raised, second.raised)
        return self.gap(unit, target)

    @property
    def raised(self) -> bool:
        """Whether anybody stands above the ground."""
        if not self.board.storeys:
            return False
        return any(unit.heights and unit.on_table for unit in self.state.units)

    def within(self, a: int, b: int, limit: float) -> bool:
        """Whether two units stand within `limit` inches; most pairs are settled by their circles."""
        figures = self._figures if self._fresh else self.live()
        first, second = figures[a], figures[b]
        ax, ay = first.centre
        bx, by = second.centre
        far = limit + first.reach + second.reach + TOLERANCE
        if (ax - bx) * (ax - bx) + (ay - by) * (ay - by) > far * far:
            return False
        return self.gap(a, b) <= limit + TOLERANCE

    def lane(self, unit: int, target: int) -> Lane:
        """Distances, sight and cover from each living miniature of a unit to the target."""
        first, second = self.figures(unit), self.figures(target)
        at = unit * len(self._figures) + target
        known = self._lanes[at]
        if known is None or not known.joins(first, second):
            if self._shared:
                self._unshare()
            known = self._lanes[at] = Lane(self.board, self.sight, first, second)
            if self.sheets[unit].gait.tall or self.sheets[target].gait.tall:
                known.opened()
        return known

    def standing(self, side: int) -> list[int]:
        """The side's units that stand on the table."""
        known = self._standing[side]
        if known is None:
            known = self._standing[side] = [
                unit.index for unit in self.state.units if unit.side == side and unit.on_table
            ]
        return known

    def units_of(self, side: int) -> list[Unit]:
        """The states of the side's units that stand on the table."""
        units = self.state.units
        return [units[index] for index in self.standing(side)]

    def engaged_with(self, unit: int) -> list[int]:
        """The enemy units within engagement range; aircraft engage those alone that fly, and are by them."""
        known = self._engaged[unit]
        if known is None:
            foes = self.fightable(unit, self.standing(1 - self.state.units[unit].side))
            if self.raised:
                known = [foe for foe in foes if any(self.lane(unit, foe).engaged)]
            else:
                known = self.about(unit, foes, ENGAGEMENT)
            self._engaged[unit] = known
        return known

    def fightable(self, unit: int, foes: list[int]) -> list[int]:
        """Those that the unit can meet in melee: all, but that between aircraft and who does not fly there is none."""
        flyers = aircraft(self.setup)
        if not flyers:
            return foes
        if unit in flyers:
            foes = [foe for foe in foes if self.sheets[foe].gait.flies]
        return foes if self.sheets[unit].gait.flies else [foe for foe in foes if foe not in flyers]

    def bearing(self, unit: int, miniatures: tuple[int, ...]) -> int | None:
        """The unit that these miniatures of a unit stand in now, alone or with another; None if they have fallen.

        () stands for all of its own.
        """
        units = self.state.units
        host, first, count = units[unit].joined, 0, len(units[unit].wounds)
        if host is not None:
            first = self.sheets[host].body
            for leader in units[host].leaders:
                if leader == unit:
                    break
                first += len(units[leader].wounds)
            else:
                return None
        where = unit if host is None else host
        wounds = units[where].wounds
        own = miniatures or range(count if host is not None else self.sheets[where].body or count)
        return where if any(wounds[first + i] for i in own) else None

    def about(self, unit: int, others: Iterable[int], limit: float) -> list[int]:
        """Those of the other units that stand within `limit` inches."""
        figures = self._figures if self._fresh else self.live()
        x, y = figures[unit].centre
        reach = limit + figures[unit].reach + TOLERANCE
        found = []
        for other in others:
            theirs = figures[other]
            u, v = theirs.centre
            far = reach + theirs.reach
            if (x - u) * (x - u) + (y - v) * (y - v) <= far * far and self.gap(unit, other) <= limit + TOLERANCE:
                found.append(other)
        return found

    def engaged(self, unit: int) -> bool:
        return bool(self.engaged_with(unit))

    def circles(self, side: int | None = None, leave_out: int | None = None) -> list[Disc]:
        """The discs of every base on the table, of one side if named, without the unit `leave_out`."""
        sides = (0, 1) if side is None else (side,)
        return self.discs_of([unit for each in sides for unit in self.standing(each) if unit != leave_out])

    def discs_of(self, units: Iterable[int]) -> list[Disc]:
        """The discs of every base of some units."""
        found: list[Disc] = []
        for unit in units:
            found += self.figures(unit).discs
        return found

    def bases_near(self, side: int, place: Point, reach: float, leave_out: int | None = None) -> list[Disc]:
        """The side's bases that may come within `reach` inches of a place, whole units at a time."""
        figures = self._figures if self._fresh else self.live()
        x, y = place
        left_out = -1 if leave_out is None else leave_out
        found: list[Disc] = []
        for index in self.standing(side):
            theirs = figures[index]
            u, v = theirs.centre
            far = reach + theirs.reach
            if index != left_out and (x - u) * (x - u) + (y - v) * (y - v) <= far * far:
                found += theirs.discs
        return found

    def raised_near(self, side: int, place: Point, reach: float, leave_out: int | None = None) -> Raised:
        """As `bases_near`, with how high the bases stand."""
        found = [self.figures(index) for index in self.standing(side) if index != leave_out]
        return together([each for each in found if apart(place, each.centre) <= reach + each.reach])

    def called(self, unit: int) -> str:
        """The unit's name as players read it."""
        return name_of(self.setup, self.state.units[unit])

    def has_keyword(self, unit: int, name: str) -> bool:
        """Whether the unit has a keyword, by its sheet or by an ability that gives it or takes it."""
        found = name in self.sheets[unit].keyword_set
        renamed = renamed_keywords(self.setup)
        if renamed:
            for part, bearers, keyword, lost in renamed:
                if keyword == name and found == lost and self.bearing(part, bearers) == unit:
                    found = not lost
        return found

    def has_keywords(self, unit: int, names: tuple[str, ...]) -> bool:
        """Whether the unit has all of them."""
        if not renamed_keywords(self.setup):
            return self.sheets[unit].keyword_set.issuperset(names)
        return all(self.has_keyword(unit, name) for name in names)

    def below_half(self, unit: int) -> bool:
        """Fewer than half of its miniatures, or of its wounds if it is a single miniature."""
        strength = self.starting(unit)
        if len(strength) == 1:
            return sum(self.state.units[unit].wounds) * 2 < strength[0].profile.wounds
        return len(self.figures(unit).indices) * 2 < len(strength)

    def starting(self, unit: int) -> tuple[MiniatureSheet, ...]:
        """The unit's starting strength: a leader that has fallen takes its own with it."""
        state, sheet = self.state.units[unit], self.sheets[unit]
        return starting_strength(self.setup, state, sheet) if state.leaders else sheet.starting


def sight_of(layout: Layout) -> SightTable:
    """The layout's table of sight answers, shared by all battles on it in this process."""
    return _SIGHT.of(layout)


def _see(layout: Layout) -> SightTable:
    return SightTable(board_of(layout))


_SIGHT: Once[SightTable] = Once("_sight", _see)


def covered(board: Board, shooter: Point, places: tuple[Point, ...], bases: tuple[Base, ...]) -> bool:
    """Whether every base of a unit has cover from a place."""
    return all(cover(board, shooter, place, base) for place, base in zip(places, bases))
