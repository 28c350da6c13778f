"""The table against the battle: what a photo shows that the battle does not know yet, and what to do about it.

A photo only proposes. What a person accepts becomes an ordinary choice, which the battle may still refuse; until then
nothing has happened.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from math import dist, hypot, sqrt
from typing import Literal, TypeVar

import msgspec
from msgspec.structs import replace

from highground.engine import choices as ch
from highground.engine.base import FULL_TURN, MILLIMETRES_PER_INCH, Base, Disc
from highground.engine.choices import Choice
from highground.engine.errors import DiceError, Refusal
from highground.engine.figures import Ending, facing_so
from highground.engine.model import Point
from highground.engine.prompts import PlacePrompt
from highground.engine.record import Given
from highground.engine.state import Unit
from highground.engine.steps import flight, movement, transports
from highground.engine.steps.placing import facings_to_enemy, turning
from highground.game.commands import answers
from highground.game.commands.commanding import Command, Steps
from highground.game.commands.destinations import Destination
from highground.game.commands.pairing import Seen, by_size, paired
from highground.game.commands.settling import CLOSING, FORGIVEN, ShownUnit, settlings
from highground.game.match.match import Match
from highground.game.parts import floors
from highground.vision.assigning import STILL
from highground.vision.found import Analysis, KnownTable, KnownTerrain, KnownUnit, Thing
from highground.vision.markers.marks import unit_mark

T = TypeVar("T")

TURNED = 25.0
"""Degrees by which a long base must seem to be turned to count as that: turning costs inches of a move, and of 178 in
rendered photos five were read more than 20 wrong."""
HALF_TURN = 180.0
BACK = "Put it back as the map shows it, or agree by hand where it stands."
"""What to do with a unit that is elsewhere and has no move."""

HIDDEN_BY = {
    "terrain": "behind terrain",
    "miniature": "behind a larger miniature",
    "covered": "under something that lies over the table",
    "outside": "outside the photo",
}
"""By what hides it, where a miniature would stand that is not seen."""

Difference = Literal["same", "moved", "set-up", "not-found", "too-few", "too-many", "unknown", "outdated"]
AGREEING: tuple[Difference, ...] = ("outdated", "same")
"""Those that the battle does not wait for, in the order in which they are listed."""


class Proposal(msgspec.Struct, frozen=True):
    """What the photo shows of one unit. `places` are those of its living miniatures, in their order; of a unit that is
    not seen whole they are where it most likely stands, for a person to put right.

    `facings` say how these then face, in degrees clockwise from the right; empty where none has turned. `heights` say
    how high they stand, in inches; empty where all are on the ground. `moved` is the longest way of a miniature and
    `limit` how far the unit may go now, both in inches. Without `acceptable`, `message` says what to do at the table
    instead.
    """

    kind: Difference
    message: str
    unit_uuid: str = ""
    unit_name: str = ""
    transponder: str = ""
    places: tuple[Point, ...] = ()
    facings: tuple[int, ...] = ()
    heights: tuple[float, ...] = ()
    moved: float | None = None
    limit: float | None = None
    acceptable: bool = False


def transponder(unit: int) -> str:
    """The printed marker of a unit, by its index in the battle; '' beyond the last marker there is."""
    mark = unit_mark(unit)
    return "" if mark is None else mark.name


def known_of(match: Match, corners: tuple[Point, ...] = (), markers: dict[int, Point] | None = None) -> KnownTable:
    """What the battle knows of the table, for the reading of a photo. Units that are joined, or carried and may not get
    out now, show no card."""
    state, sheets, leaving = match.battle.state, match.battle.scene.sheets, _leaving(match)
    units = []
    for unit in state.units:
        living = _living(unit)
        if not living or not _may_be_seen(unit, leaving) or not transponder(unit.index):
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


def _leaving(match: Match) -> Sequence[int]:
    """The units that may get out of a transport now."""
    prompt = match.ask()
    return transports.able_to_leave(match.battle.scene) if prompt is not None and "disembark" in prompt.kinds else ()


def _may_be_seen(unit: Unit, leaving: Sequence[int]) -> bool:
    return unit.inside is None or unit.index in leaving


def _oval_length(base: Base) -> float:
    """The longer side of an oval base in inches; 0 of any other."""
    return base.length / MILLIMETRES_PER_INCH if base.long and not base.rectangular else 0.0


def compare(match: Match, analysis: Analysis, then: KnownTable | None = None) -> list[Proposal]:
    """Every unit that should be on the table or is, those that differ first; none where the photo could not be read.

    `then` is what the battle knew when the photo was read: of units that it has changed since, the photo says nothing.
    """
    if analysis.scale_from == "nothing":
        return []
    models = analysis.objects["model"]
    shapes = {number: (model.turn, model.diameter, model.up) for number, model in enumerate(models)}
    seen = {
        given.unit_uuid: [Seen(each.location, *shapes.get(each.model, ())) for each in given.assignments]
        for given in analysis.assignments
    }
    found, leaving = [], _leaving(match)
    for unit in sorted(match.battle.state.units, key=lambda each: each.inside is not None):  # transports move first
        spots = seen.get(match.cast.unit_uuids[unit.index], [])
        if _living(unit) and _may_be_seen(unit, leaving) and (unit.on_table or spots):
            found.append(_annotated(_proposal(match, unit, spots), analysis))
    if then is not None:
        found = _since(match, found, then)
    taken = sum(len(given.assignments) for given in analysis.assignments)
    strangers = analysis.detected_objects["models"] - taken
    if strangers:
        belong = "belongs" if strangers == 1 else "belong"
        found.append(Proposal("unknown", f"{_count(strangers)} on the table {belong} to no unit that is known."))
    return sorted(found, key=lambda each: AGREEING.index(each.kind) + 1 if each.kind in AGREEING else 0)


def _since(match: Match, proposals: Sequence[Proposal], then: KnownTable) -> list[Proposal]:
    """The proposals; for units that the battle has changed since, that it has."""
    before, now = ({unit.uuid: unit for unit in known.units} for known in (then, known_of(match)))
    return [
        each if each.kind == "same" or before.get(each.unit_uuid) == now.get(each.unit_uuid) else _outdated(each)
        for each in proposals
    ]


def _outdated(proposal: Proposal) -> Proposal:
    said = f"The battle has gone on with {proposal.unit_name} since this photo was read."
    return Proposal("outdated", said, proposal.unit_uuid, proposal.unit_name, proposal.transponder)


def differs(proposals: Sequence[Proposal]) -> bool:
    """Whether the battle has to wait for the table."""
    return any(each.kind not in AGREEING for each in proposals)


@Command
def accept(
    match: Match,
    unit_uuid: str,
    places: Sequence[Point],
    how: str = "move",
    facings: Sequence[int] = (),
    floor: floors.WantedFloor = None,
    *,
    given: Given | None = None,
) -> Steps[Refusal | None]:
    """Make a choice of what the photo shows. `places` are those of the living, as proposed or corrected by hand.

    Without `facings`, which are of the living too, they face as they did, or where they are set up the enemy; heights
    given as `floor` are of the living. `given` are the player's own dice of the move.

    Raises Refusal where the unit is not due, or may not stand there.
    """
    index = match.unit(unit_uuid)
    unit, prompt = match.battle.state.units[index], match.due()
    living = _living(unit)
    heights = floor if isinstance(floor, tuple) else ()
    for listed in (len(places), len(facings) or len(living), len(heights) or len(living)):
        if listed != len(living):
            raise Refusal("wrong-count", unit=match.cast.units[index], miniatures=len(living), places=listed)
    if prompt.side != match.cast.sides[index]:
        raise Refusal("not-your-turn", army=match.cast.armies[prompt.side])
    ways, there = _every_facing(unit, living, facings), _every_height(unit, living, heights) or floor
    goal = Destination(None, tuple([(x, y) for x, y in places]), there, ways)
    end = _settled(match, index, goal, how)
    if "deploy" in prompt.kinds:
        if given is not None:
            raise Refusal("wrong-dice", problem=DiceError("too-many-dice", left=len(given.faces)))
        yield from answers.deploy.begin(match, unit_uuid, None, False, end.places, there, ways)
        return None
    refused = yield from answers.move.begin(match, unit_uuid, how, None, end.places, there, ways, given=given)
    if refused is None or not _waits_to_be_placed(match, index):
        return refused
    end = _settled(match, index, goal, how)
    if match.battle.refusal_of(_choice(match, index, end, how)) is not None:
        return refused
    return (yield from answers.move.begin(match, unit_uuid, how, None, end.places, there, ways))


def _waits_to_be_placed(match: Match, unit: int) -> bool:
    """Whether a unit's advance has been rolled, and it still stands where it stood."""
    prompt = match.ask()
    return isinstance(prompt, PlacePrompt) and prompt.unit == unit


def _settled(match: Match, index: int, goal: Destination, how: str) -> Destination:
    """Where all miniatures of a unit end: the living as they were read, put right so far that the battle takes it; if
    it takes none of that, within reach and on nobody else's base. Nobody knows what it takes before an advance is
    rolled."""
    unit, prompt = match.battle.state.units[index], match.due()
    rolled = how != "advance" or isinstance(prompt, PlacePrompt)
    plain: Destination | None = None
    for places in settlings(match.battle.scene, unit, _shown(match, unit, goal), prompt):
        end = goal._replace(places=tuple(_everyone(unit, places)))
        plain = plain or end
        if not rolled or match.battle.refusal_of(_choice(match, index, end, how)) is None:
            return end
    assert plain is not None
    return plain


def _shown(match: Match, unit: Unit, goal: Destination) -> ShownUnit:
    """What was read of a unit's living, with how far each may go."""
    scene, living, places = match.battle.scene, _living(unit), goal.places
    gait, limit = scene.sheets[unit.index].gait, _limit(match, unit.index)
    facings = tuple([goal.facings[each] for each in living]) if goal.facings else ()
    bases = facing_so(scene.figures(unit.index), facings)
    if not unit.on_table:
        return ShownUnit(places, bases)
    starts = tuple([unit.places[each] for each in living])
    if gait.airborne:
        ways = [unit.every_facing[each] for each in living]
        ahead = [flight.straightened(*each, FORGIVEN) for each in zip(starts, places, ways, strict=True)]
        return ShownUnit(tuple(ahead) if limit is not None else places, bases, starts)
    everyone = _everyone(unit, places)
    climbed = _climbs(match, unit, everyone, floors.heights_at(scene, unit.index, everyone, goal.floor))
    limits = () if limit is None else _across(limit, climbed, gait.flies)
    return ShownUnit(places, bases, starts, limits, tuple(climbed))


def _across(limit: float, climbed: Sequence[float], flies: bool) -> tuple[float, ...]:
    """The inches that a climb leaves of a limit, for each miniature."""
    if flies:
        return tuple([sqrt(max(0.0, limit**2 - up**2)) for up in climbed])
    return tuple([max(0.0, limit - up) for up in climbed])


def _choice(match: Match, unit: int, goal: Destination, how: str) -> Choice:
    """What the unit's move, or its setting up, is to the battle."""
    prompt, state, places = match.due(), match.battle.state.units[unit], goal.places
    if state.inside is not None:
        return ch.Disembark(unit, places)
    floor = goal.floor if state.on_table or goal.floor is not None else 0
    end = Ending(places, floors.heights_at(match.battle.scene, unit, places, floor), goal.facings)
    if "deploy" in prompt.kinds:
        return ch.Deploy(unit, *end)
    if isinstance(prompt, PlacePrompt):
        return ch.Place(*end)
    return ch.Arrive(unit, *end) if state.reserves else ch.Move(unit, answers.MOVES.get(how, "move"), *end)


def picked(match: Match, analysis: Analysis, unit_uuid: str, models: Sequence[int]) -> Proposal:
    """What the photo would show of a unit if these miniatures of it, by their numbers there, were the unit's.

    Raises Refusal where they are not as many as live, or the photo has no such miniature.
    """
    unit, seen = match.battle.state.units[match.unit(unit_uuid)], analysis.objects["model"]
    things = [seen[each] for each in dict.fromkeys(models) if 0 <= each < len(seen)]
    spots = [Seen(each.location, each.turn, each.diameter, each.up) for each in things if each.location is not None]
    if len(spots) != len(_living(unit)):
        name, living = match.cast.units[unit.index], len(_living(unit))
        raise Refusal("wrong-count", unit=name, miniatures=living, places=len(spots))
    return _proposal(match, unit, spots)


def _every_facing(unit: Unit, living: Sequence[int], facings: Sequence[int]) -> tuple[int, ...]:
    """The facings of all its miniatures, the dead with theirs; none where nobody says how they face."""
    return tuple(_replaced(unit.every_facing, living, facings)) if facings else ()


def _every_height(unit: Unit, living: Sequence[int], heights: Sequence[float]) -> tuple[float, ...]:
    """How high all its miniatures stand, the dead where they stood; none where nobody says it."""
    return tuple(_replaced(unit.every_height, living, heights)) if heights else ()


def _everyone(unit: Unit, places: Sequence[Point]) -> list[Point]:
    """The places of all its miniatures, the dead where they fell, to a thousandth of an inch."""
    before = unit.places if unit.on_table else [(0.0, 0.0)] * len(unit.wounds)
    return _replaced(before, _living(unit), [(round(x, 3), round(y, 3)) for x, y in places])


def _replaced(before: Sequence[T], living: Sequence[int], now: Sequence[T]) -> list[T]:
    """What holds for all miniatures of a unit, with what holds `now` for its living."""
    found = list(before)
    for each, value in zip(living, now, strict=True):
        found[each] = value
    return found


def _proposal(match: Match, unit: Unit, spots: Sequence[Seen]) -> Proposal:
    name, living = match.cast.units[unit.index], _living(unit)
    about = Proposal("same", "", match.cast.unit_uuids[unit.index], name, transponder(unit.index))
    if not spots:
        return replace(about, kind="not-found", message=_not_seen(match, unit))
    if len(spots) < len(living):
        said = f"{len(spots)} of {_count(len(living))} of {name} are seen. Uncover them and take another photo."
        return _likely(match, unit, spots, replace(about, kind="too-few", message=said))
    if len(spots) > len(living):
        said = f"{_count(len(spots))} of {name} are seen and {len(living)} live. Take {len(spots) - len(living)} off."
        return _likely(match, unit, spots, replace(about, kind="too-many", message=said))
    if not unit.on_table:
        said = f"{name} was put on the table."
        if unit.inside is not None:
            said = f"{name} has got out of {match.cast.units[unit.inside]}."
        spots = by_size(_widths(match, unit), spots)
        ways = facings_to_enemy(match.battle.scene, unit)
        facings = _facings([ways[each] for each in living], [each.turn for each in spots], 0.0) if ways else ()
        places, heights = tuple([each.place for each in spots]), _heights(match, unit, spots, [])
        about = replace(about, kind="set-up", message=said + _up_there(heights), places=places, facings=facings)
        return replace(about, heights=heights, acceptable=True)
    return _way(match, unit, spots, about)


def _not_seen(match: Match, unit: Unit) -> str:
    """What to look for, of a unit that is not seen at all."""
    said = f"{match.cast.units[unit.index]} is not seen. Is its transponder covered?"
    rides = _rides(match, unit)
    if rides:
        called = match.cast.units[min(rides, key=lambda each: match.battle.scene.gap(unit.index, each))]
        said += f" If it got into {called}, move it there on the map and let it get in."
    return said


def _rides(match: Match, unit: Unit) -> Sequence[int]:
    """The transports into which a unit on the table may have got in this phase."""
    prompt, scene, far = match.ask(), match.battle.scene, _limit(match, unit.index)
    if far is None:
        due = prompt is not None and "embark" in prompt.kinds and unit.index in prompt.units
        return transports.rides_beside(scene, unit.index) if due else ()
    if scene.engaged(unit.index) or isinstance(prompt, PlacePrompt):
        return ()
    near = far + transports.REACH
    return [each for each in transports.rides(scene, unit.index) if scene.gap(unit.index, each) <= near]


def _likely(match: Match, unit: Unit, spots: Sequence[Seen], about: Proposal) -> Proposal:
    """With where a unit of which too few or too many are seen most likely stands: each where one is seen, the others
    where they would be if the unit had kept its formation."""
    if not unit.on_table:
        return about
    before = [unit.places[each] for each in _living(unit)]
    x, y = _shift(before, [each.place for each in spots])
    whole = [(place[0] + x, place[1] + y) for place in before]
    ways = sorted((dist(place, spot.place), i, j) for i, place in enumerate(whole) for j, spot in enumerate(spots))
    ends: dict[int, int] = {}
    for _, i, j in ways:
        if i not in ends and j not in ends.values():
            ends[i] = j
    ups = [unit.every_height[each] for each in _living(unit)]
    seen = [spots[ends[i]] if i in ends else Seen(place, up=ups[i]) for i, place in enumerate(whole)]
    across = [dist(start, end.place) for start, end in zip(before, seen, strict=True)]
    return replace(about, places=tuple([each.place for each in seen]), heights=_heights(match, unit, seen, across))


def _shift(before: Sequence[Point], spots: Sequence[Point]) -> Point:
    """By how much a formation was most likely shifted of which some spots are seen; not at all if that fits as well."""
    shifts = [(0.0, 0.0), *((x - at[0], y - at[1]) for at in before for x, y in spots)]

    def misses(shift: Point) -> float:
        there = [(x + shift[0], y + shift[1]) for x, y in before]
        return round(sum(max(0.0, min(dist(spot, each) for each in there) - STILL) for spot in spots), 3)

    return min(shifts, key=misses)


def _annotated(proposal: Proposal, analysis: Analysis) -> Proposal:
    """With what the photo itself says: who is hidden and by what, and who is seen faintly."""
    hidden = Counter(
        each.why for each in analysis.unseen if each.unit_uuid == proposal.unit_uuid and each.why in HIDDEN_BY
    )
    said = proposal.message
    if hidden and proposal.kind in ("not-found", "too-few"):
        where = " and ".join(f"{count} would be {HIDDEN_BY[why]}" for why, count in hidden.items())
        said = f"{said.partition('. ')[0].rstrip('.')}; {where}. Take another photo, from another side."
    remembered = _how_many(proposal.unit_uuid, analysis, lambda thing: thing.remembered)
    if remembered:
        where = "its place is" if remembered == 1 else "their places are"
        said += f" {_are(remembered)} hidden in this photo; {where} from the one before."
    faint = _how_many(proposal.unit_uuid, analysis, lambda thing: thing.doubtful)
    if faint and proposal.kind in ("moved", "set-up", "too-few"):
        said += f" {_are(faint)} seen faintly: check the photo."
    return replace(proposal, message=said)


def _are(count: int) -> str:
    return f"{count} of its miniatures {'is' if count == 1 else 'are'}"


def _how_many(unit_uuid: str, analysis: Analysis, holds: Callable[[Thing], bool]) -> int:
    """Of how many that were taken for a unit's miniatures something holds."""
    models = analysis.objects["model"]
    mine = [placed.model for each in analysis.assignments if each.unit_uuid == unit_uuid for placed in each.assignments]
    return sum(holds(models[each]) for each in mine if each < len(models))


def _way(match: Match, unit: Unit, spots: Sequence[Seen], about: Proposal) -> Proposal:
    """How far a unit went that is seen whole, and whether it turned on the way.

    One that only turned stands where it stood: it may never have faced as the battle has it, and its move would end.
    """
    living, scene = _living(unit), match.battle.scene
    before = [unit.places[each] for each in living]
    limit = _limit(match, unit.index)
    seen = paired(before, _widths(match, unit), spots, limit, _closed_in_on(match, unit))
    ends = tuple([each.place for each in seen])
    across = [dist(start, end) for start, end in zip(before, ends, strict=True)]
    heights = _heights(match, unit, seen, across)
    ups = _climbs(match, unit, _everyone(unit, ends), _every_height(unit, living, heights))
    if max(across) <= STILL and not any(ups):
        said = f"{about.unit_name} stands where it stood."
        return replace(about, message=said, places=ends, heights=heights, moved=0.0)
    longest = max(_gone(match, unit, far, up) for far, up in zip(across, ups, strict=True))
    facings = _facings([unit.every_facing[each] for each in living], [each.turn for each in seen], TURNED)
    spent = max(turning(scene, unit.index, Ending((), facings=facings)), default=0.0)
    of = "" if limit is None else f" of {limit:.1f}"
    turned = "" if not facings else f" and turned, which takes {spent:g} more" if spent else " and turned"
    said = f"{about.unit_name} moved {longest:.1f}{of} inches{turned}.{_up_there(heights) if any(ups) else ''}"
    if limit is None:
        said = f"{about.unit_name} stands {longest:.1f} inches from where the battle has it and cannot move now. {BACK}"
    about = replace(about, kind="moved", message=said, places=ends, facings=facings, heights=heights)
    return replace(about, moved=round(longest, 2), limit=limit, acceptable=limit is not None)


def _closed_in_on(match: Match, unit: Unit) -> Sequence[Disc]:
    """The enemies' bases, if the unit charges, piles in or consolidates."""
    prompt = match.ask()
    closes_in = isinstance(prompt, PlacePrompt) and prompt.unit == unit.index and prompt.why in CLOSING
    return match.battle.scene.circles(1 - unit.side) if closes_in else ()


def _heights(match: Match, unit: Unit, seen: Sequence[Seen], across: Sequence[float]) -> tuple[float, ...]:
    """How high a unit's miniatures stand, as far as there are floors and it may be on them; () where all are below.

    `across` are the inches that each has gone. From right above, floors look alike: who stands where it stood is on the
    floor on which it was, unless half of the unit is seen on others.
    """
    scene = match.battle.scene
    if not floors.goes_up(scene, unit.index):
        return ()
    found = [floors.kept(scene.board, each.place, each.up) for each in seen]
    before = [unit.every_height[each] for each in _living(unit)]
    still = [number for number, far in enumerate(across) if far <= STILL and found[number] != before[number]]
    if 2 * len(still) < len(found):
        for number in still:
            found[number] = before[number]
    return tuple(found) if any(found) else ()


def _climbs(match: Match, unit: Unit, everyone: Sequence[Point], heights: Sequence[float]) -> list[float]:
    """Inches up and down on the way of each of a unit's living, where all of it ends at these places."""
    if not unit.on_table:
        return [0.0] * len(_living(unit))
    climbed = floors.climbs(match.battle.scene.board, unit, everyone, heights)
    return [climbed[each] for each in _living(unit)]


def _gone(match: Match, unit: Unit, across: float, up: float) -> float:
    """Inches of a way; what flies goes straight through the air."""
    return hypot(across, up) if match.battle.scene.sheets[unit.index].gait.flies else across + up


def _up_there(heights: Sequence[float]) -> str:
    """How many of a unit's miniatures stand how high, as a sentence; '' where all are on the ground."""
    counts = Counter(height for height in heights if height)
    if not counts:
        return ""
    if len(counts) == 1 and counts.total() == len(heights):
        return f" {'It stands' if len(heights) == 1 else 'All stand'} {heights[0]:g} inches up."
    listed = [f"{count} {'stands' if count == 1 else 'stand'} {up:g} inches up" for up, count in sorted(counts.items())]
    return f" {' and '.join(listed)}{', the others on the ground' if counts.total() < len(heights) else ''}."


def _facings(before: Sequence[int], turns: Sequence[float | None], least: float) -> tuple[int, ...]:
    """How miniatures face of which some lie along other lines than before, by at least so many degrees; else ().

    Which end is the front cannot be seen: it is the one that needs the smaller turn.
    """
    found = [_facing(facing, turn, least) for facing, turn in zip(before, turns, strict=True)]
    return () if found == list(before) else tuple(found)


def _facing(before: int, turn: float | None, least: float) -> int:
    if turn is None:
        return before
    by = (turn - before + HALF_TURN / 2) % HALF_TURN - HALF_TURN / 2
    return before if abs(by) < least else round(before + by) % FULL_TURN


def _widths(match: Match, unit: Unit) -> list[float]:
    """How wide the bases of the living are, as a photo shows them."""
    bases = match.battle.scene.sheets[unit.index].bases
    return [bases[each].mean_width for each in _living(unit)]


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


def _living(unit: Unit) -> list[int]:
    return [index for index, left in enumerate(unit.wounds) if left > 0]


def _count(number: int) -> str:
    return "1 miniature" if number == 1 else f"{number} miniatures"
