"""The table against the battle: what a photo shows that the battle does not know yet, and what to do about it.

A photo only proposes. What a person accepts becomes an ordinary choice, which the battle may still refuse; until then
nothing has happened.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from math import dist, hypot
from typing import Literal

import msgspec
from msgspec.structs import replace

from highground.engine.base import MILLIMETRES_PER_INCH, Base, Disc
from highground.engine.errors import Refusal
from highground.engine.model import Point
from highground.engine.prompts import PlacePrompt
from highground.engine.state import Unit
from highground.engine.steps import flight, movement
from highground.engine.table.distance import discs
from highground.game.commands import answers
from highground.game.commands.commanding import Command, Steps
from highground.game.match.match import Match
from highground.vision.assigning import STILL
from highground.vision.found import Analysis, KnownTable, KnownTerrain, KnownUnit
from highground.vision.markers.marks import unit_mark

FORGIVEN = 0.35
"""Inches beyond a unit's move that a photo may show, since it is not read better: the place is drawn back."""
NUDGE = 0.2
"""Inches that bases which a photo shows upon each other are moved apart."""
TOUCHING = 0.005
"""Inches left between bases that were moved apart."""

HIDDEN_BY = {
    "terrain": "behind terrain",
    "miniature": "behind a larger miniature",
    "covered": "under something that lies over the table",
    "outside": "outside the photo",
}
"""By what hides it, where a miniature would stand that is not seen."""

Difference = Literal["same", "moved", "set-up", "not-found", "too-few", "too-many", "unknown"]


class Proposal(msgspec.Struct, frozen=True):
    """What the photo shows of one unit. `places` are those of its living miniatures, in their order.

    `moved` is the longest way of a miniature and `limit` how far the unit may go now, both in inches. Without
    `acceptable`, `message` says what to do at the table instead.
    """

    kind: Difference
    message: str
    unit_uuid: str = ""
    unit_name: str = ""
    transponder: str = ""
    places: tuple[Point, ...] = ()
    moved: float | None = None
    limit: float | None = None
    acceptable: bool = False


def transponder(unit: int) -> str:
    """The printed marker of a unit, by its index in the battle; '' beyond the last marker there is."""
    mark = unit_mark(unit)
    return "" if mark is None else mark.name


def known_of(match: Match, corners: tuple[Point, ...] = (), markers: dict[int, Point] | None = None) -> KnownTable:
    """What the battle knows of the table, for the reading of a photo. Units that are carried or joined show no card."""
    state, sheets = match.battle.state, match.battle.scene.sheets
    units = []
    for unit in state.units:
        living = _living(unit)
        if not living or unit.inside is not None or not transponder(unit.index):
            continue
        bases = [sheets[unit.index].bases[each] for each in living]
        widths, lengths = tuple(base.mean_width for base in bases), tuple(_oval_length(base) for base in bases)
        places = tuple(unit.places[each] for each in living) if unit.on_table else ()
        ups = tuple(unit.heights[each] for each in living) if unit.heights else ()
        uuid, name = match.cast.unit_uuids[unit.index], match.cast.units[unit.index]
        units.append(KnownUnit(uuid, name, transponder(unit.index), widths, places, ups, lengths))
    pieces = match.battle.setup.layout.terrain
    terrain = tuple(KnownTerrain(each.coordinates, each.walls, each.height, each.floors) for each in pieces)
    return KnownTable(tuple(units), corners, markers or {}, terrain=terrain)


def _oval_length(base: Base) -> float:
    """The longer side of an oval base in inches; 0 of any other."""
    return base.length / MILLIMETRES_PER_INCH if base.long and not base.rectangular else 0.0


def compare(match: Match, analysis: Analysis) -> list[Proposal]:
    """Every unit that should be on the table or is, those that differ first."""
    seen = {given.unit_uuid: [each.location for each in given.assignments] for given in analysis.assignments}
    found = []
    for unit in match.battle.state.units:
        spots = seen.get(match.cast.unit_uuids[unit.index], [])
        if _living(unit) and unit.inside is None and (unit.on_table or spots):
            found.append(_annotated(_proposal(match, unit, spots), analysis))
    taken = sum(len(given.assignments) for given in analysis.assignments)
    strangers = analysis.detected_objects["models"] - taken
    if strangers:
        found.append(Proposal("unknown", f"{_count(strangers)} on the table belong to no unit that is known."))
    return sorted(found, key=lambda each: each.kind == "same")


def differs(proposals: Sequence[Proposal]) -> bool:
    """Whether the battle has to wait for the table."""
    return any(each.kind != "same" for each in proposals)


@Command
def accept(match: Match, unit_uuid: str, places: Sequence[Point], how: str = "move") -> Steps[Refusal | None]:
    """Make a choice of what the photo shows. `places` are those of the living, as proposed or corrected by hand.

    Raises Refusal where the unit is not due, or may not stand there.
    """
    index = match.unit(unit_uuid)
    unit, prompt = match.battle.state.units[index], match.due()
    living = _living(unit)
    if len(places) != len(living):
        raise Refusal("wrong-count", unit=match.cast.units[index], miniatures=len(living), places=len(places))
    if prompt.side != match.cast.sides[index]:
        raise Refusal("not-your-turn", army=match.cast.armies[prompt.side])
    settled = _settled(match, index, _drawn_back(match, unit, [(x, y) for x, y in places]))
    everyone = list(unit.places) if unit.on_table else [(0.0, 0.0)] * len(unit.wounds)
    for each, place in zip(living, settled, strict=True):
        everyone[each] = (round(place[0], 3), round(place[1], 3))
    if "deploy" in prompt.kinds:
        yield from answers.deploy.begin(match, unit_uuid, None, in_reserves=False, places=everyone)
        return None
    return (yield from answers.move.begin(match, unit_uuid, how, None, everyone))


def _proposal(match: Match, unit: Unit, spots: Sequence[Point]) -> Proposal:
    name, living = match.cast.units[unit.index], _living(unit)
    about = Proposal("same", "", match.cast.unit_uuids[unit.index], name, transponder(unit.index))
    if not spots:
        return replace(about, kind="not-found", message=f"{name} is not seen. Is its transponder covered?")
    if len(spots) < len(living):
        said = f"{len(spots)} of {_count(len(living))} of {name} are seen. Uncover them and take another photo."
        return replace(about, kind="too-few", message=said)
    if len(spots) > len(living):
        said = f"{_count(len(spots))} of {name} are seen and {len(living)} live. Take {len(spots) - len(living)} off."
        return replace(about, kind="too-many", message=said)
    if not unit.on_table:
        said = f"{name} was put on the table."
        return replace(about, kind="set-up", message=said, places=tuple(spots), acceptable=True)
    return _way(match, unit, tuple(spots), about)


def _annotated(proposal: Proposal, analysis: Analysis) -> Proposal:
    """With what the photo itself says: who is hidden and by what, and who is seen faintly."""
    hidden = Counter(
        each.why for each in analysis.unseen if each.unit_uuid == proposal.unit_uuid and each.why in HIDDEN_BY
    )
    said = proposal.message
    if hidden and proposal.kind in ("not-found", "too-few"):
        where = " and ".join(f"{count} would be {HIDDEN_BY[why]}" for why, count in hidden.items())
        said = f"{said.partition('. ')[0].rstrip('.')}; {where}. Take another photo, from another side."
    faint = _faint(proposal.unit_uuid, analysis)
    if faint and proposal.kind in ("moved", "set-up", "too-few"):
        said += f" {_count(faint)} of it {'is' if faint == 1 else 'are'} seen faintly: look whether that is right."
    return replace(proposal, message=said)


def _faint(unit_uuid: str, analysis: Analysis) -> int:
    """How many of what was taken for a unit's miniatures are doubtful."""
    models = analysis.objects["model"]
    mine = [placed.model for each in analysis.assignments if each.unit_uuid == unit_uuid for placed in each.assignments]
    return sum(models[each].doubtful for each in mine if each < len(models))


def _way(match: Match, unit: Unit, spots: tuple[Point, ...], about: Proposal) -> Proposal:
    """How far a unit went that is seen whole."""
    before = [unit.places[each] for each in _living(unit)]
    ends = _paired(before, spots)
    longest = max(dist(start, end) for start, end in zip(before, ends, strict=True))
    if longest <= STILL:
        return replace(about, message=f"{about.unit_name} stands where it stood.", places=ends, moved=0.0)
    limit = _limit(match, unit.index)
    of = "" if limit is None else f" of {limit:.1f}"
    said = f"{about.unit_name} moved {longest:.1f}{of} inches."
    moved = round(longest, 2)
    return replace(about, kind="moved", message=said, places=ends, moved=moved, limit=limit, acceptable=True)


def _paired(before: Sequence[Point], spots: Sequence[Point]) -> tuple[Point, ...]:
    """The spots in the order of the miniatures, by changing pairs while the sum of their ways' squares gets less.

    Squares, so that of two in a row both went a little, not one round the other.
    """
    ends = list(spots)
    better = True
    while better:
        better = False
        for i in range(len(ends)):
            for j in range(i):
                straight = dist(before[i], ends[i]) ** 2 + dist(before[j], ends[j]) ** 2
                if dist(before[i], ends[j]) ** 2 + dist(before[j], ends[i]) ** 2 < straight - 1e-9:
                    ends[i], ends[j] = ends[j], ends[i]
                    better = True
    return tuple(ends)


def _limit(match: Match, unit: int) -> float | None:
    """How far the unit may go now; None where nothing is due of it."""
    prompt = match.ask()
    if prompt is None or prompt.side != match.cast.sides[unit]:
        return None
    if isinstance(prompt, PlacePrompt):
        return prompt.limit if prompt.unit == unit else None
    if "move" in prompt.kinds and unit in prompt.units:
        airborne = match.battle.scene.sheets[unit].gait.airborne
        return flight.FARTHEST if airborne else movement.speed(match.battle.scene, unit)
    return None


def _drawn_back(match: Match, unit: Unit, places: Sequence[Point]) -> list[Point]:
    """Places a little beyond the limit are drawn back to it: the photo is not read better."""
    limit = _limit(match, unit.index)
    if limit is None or not unit.on_table:
        return list(places)
    before = [unit.places[each] for each in _living(unit)]
    if match.battle.scene.sheets[unit.index].gait.airborne:
        ways = [unit.every_facing[each] for each in _living(unit)]
        return [flight.straightened(*each, FORGIVEN) for each in zip(before, places, ways, strict=True)]
    return [_within(start, end, limit) for start, end in zip(before, places, strict=True)]


def _within(start: Point, end: Point, limit: float) -> Point:
    far = dist(start, end)
    if not limit < far <= limit + FORGIVEN:
        return end
    share = (limit - TOUCHING) / far
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _settled(match: Match, unit: int, places: list[Point]) -> list[Point]:
    """Bases that the photo shows upon others by a hair are moved off them."""
    scene = match.battle.scene
    bases, others = scene.figures(unit).bases, scene.circles(leave_out=unit)
    for at, base in enumerate(bases):
        mates = discs(places[:at], bases[:at])
        for other in (*others, *mates):
            places[at] = _off(places[at], base, other)
    return places


def _off(place: Point, base: Base, other: Disc) -> Point:
    """Moved away from the disc by as much as the nearest part of the base lacks."""
    x, y, radius = min(base.at(*place), key=lambda part: hypot(part[0] - other[0], part[1] - other[1]) - part[2])
    apart = hypot(x - other[0], y - other[1])
    short = radius + other[2] + TOUCHING - apart
    if not 0 < short <= NUDGE or not apart:
        return place
    share = short / apart
    return place[0] + (x - other[0]) * share, place[1] + (y - other[1]) * share


def _living(unit: Unit) -> list[int]:
    return [index for index, left in enumerate(unit.wounds) if left > 0]


def _count(number: int) -> str:
    return "1 miniature" if number == 1 else f"{number} miniatures"
