"""The finite answers to a request, and places that are sure to be legal.

Positions are endless; `moves` and `deployments` sample them on a grid of anchors, so that programs have some to choose
from and tests can count them.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from math import cos, hypot, pi, sin

from highground.engine import choices as ch
from highground.engine.ability import Effect
from highground.engine.battle import Battle
from highground.engine.errors import Refusal
from highground.engine.model import BOARD_HEIGHT, BOARD_WIDTH, Point
from highground.engine.scene import Scene, spread
from highground.engine.state import Shot, Window
from highground.engine.steps import again, by_hand, movement, shooting, striking, transports, uses
from highground.engine.steps.deployment import INFILTRATION, clear_of_zone, zone_of
from highground.engine.steps.movement import RESERVE_DISTANCE, RESERVE_EDGE
from highground.engine.table import formation
from highground.engine.table.coherency import coherent
from highground.engine.table.distance import ENGAGEMENT, apart, shorten
from highground.engine.table.ground import Ground
from highground.engine.table.shapes import in_polygon
from highground.engine.table.zones import at_edge

PLAIN = Effect("roll", 1, stage="hit", duration="phase")
"""What stands for all effects that players may switch on by hand."""


def form_up(
    scene: Scene, unit: int, anchor: Point, limit: float, *, straight: bool = False
) -> tuple[Point, ...] | None:
    """Places for the whole unit after a move of at most `limit` inches to about `anchor`; None if there are none.

    With `straight` nobody goes round an obstacle: found in half the time, if it is found.
    """
    state, figures = scene.state.units[unit], scene.figures(unit)
    friends = scene.bases_near(state.side, figures.centre, limit + figures.reach + 3.0, unit)
    enemies = scene.bases_near(1 - state.side, figures.centre, limit + figures.reach + 3.0)
    places = formation.form_up(
        scene.board, anchor, figures.places, figures.radii, limit, friends, enemies, straight=straight
    )
    if places is None:
        return None
    if straight:
        scene.vouch(unit, places, limit)
    return spread(figures, places, state)


def about(scene: Scene, unit: int, limit: float) -> Ground:
    """What matters to `shift`s of the unit by at most `limit` inches in any direction."""
    figures = scene.figures(unit)
    return _ground(scene, unit, figures.centre, figures.reach + limit + 0.01, 0.0)


def _ground(scene: Scene, unit: int, middle: Point, span: float, way: float) -> Ground:
    """What matters to bases that end within `span` inches of `middle` after a move of at most `way` inches."""
    side = scene.state.units[unit].side
    blocked = scene.bases_near(side, middle, span, unit)
    enemies = scene.bases_near(1 - side, middle, span + way + 2 * ENGAGEMENT)
    return Ground.cut(scene.board, middle, span + way, blocked=blocked, enemies=enemies, keep_out=ENGAGEMENT)


def shift(
    scene: Scene, unit: int, anchor: Point, limit: float, ground: Ground | None = None
) -> tuple[Point, ...] | None:
    """The unit's formation moved straight to about `anchor`, if every miniature can go and stand there.

    Finds less than `form_up`, in a fraction of its time. `ground` is what `about` gives, to try many anchors.
    """
    state, figures = scene.state.units[unit], scene.figures(unit)
    x, y = figures.centre
    far = apart(anchor, (x, y))
    share = min(1.0, limit / far) if far else 0.0
    dx, dy = shorten((anchor[0] - x) * share, (anchor[1] - y) * share)
    ends = formation.translate(figures.places, dx, dy)
    if ground is None:
        ground = _ground(scene, unit, (x + dx, y + dy), figures.reach + 0.01, min(far, limit))
    for start, end, radius in zip(figures.places, ends, figures.radii):
        if not ground.stands(end, radius) or not ground.straight(start, end, radius):
            return None
    if not coherent(ends, figures.radii):
        return None
    scene.vouch(unit, ends, limit)
    return spread(figures, ends, state)


def may_set_up(scene: Scene, unit: int, anchor: Point) -> bool:
    """Whether a place lies where the unit may be set up at all: in its zone; for infiltrators anywhere."""
    return "infiltrators" in scene.sheets[unit].rules or in_polygon(
        anchor, zone_of(scene, scene.state.units[unit].side)
    )


def set_up(scene: Scene, unit: int, anchor: Point) -> tuple[Point, ...] | None:
    """Places for a unit that is set up near `anchor`; None if there is no room."""
    state, sheet = scene.state.units[unit], scene.sheets[unit]
    zone = zone_of(scene, state.side)
    if "infiltrators" in sheet.rules and not in_polygon(anchor, zone):
        enemies, friends = scene.circles(1 - state.side), scene.circles(state.side)
        clear = partial(clear_of_zone, scene, state.side)
        return formation.arrive(scene.board, anchor, sheet.radii, friends, enemies, INFILTRATION, clear)
    return formation.deploy(scene.board, zone, anchor, sheet.radii, scene.circles())


def arrive(scene: Scene, unit: int, anchor: Point) -> tuple[Point, ...] | None:
    """Places for a unit that comes in from reserve near `anchor`; None if it may not stand there."""
    state, sheet = scene.state.units[unit], scene.sheets[unit]
    enemies, friends = scene.circles(1 - state.side), scene.circles(state.side)
    if "deep strike" in sheet.rules:
        return formation.arrive(scene.board, anchor, sheet.radii, friends, enemies, RESERVE_DISTANCE)
    return formation.arrive(
        scene.board,
        anchor,
        sheet.radii,
        friends,
        enemies,
        RESERVE_DISTANCE,
        lambda place, radius: at_edge(place, radius, RESERVE_EDGE),
    )


def options(battle: Battle, request: ch.Request) -> list[ch.Choice]:
    """Every finite answer to the request; of positions, those with anchors a whole inch apart."""
    return [choice for kind in request.kinds for choice in of_kind(battle, request, kind)]


def of_kind(battle: Battle, request: ch.Request, kind: str) -> Iterator[ch.Choice]:
    """The answers of one of the request's kinds, one by one as they are found."""
    return _KINDS[kind](battle, request)


def legal(battle: Battle, choice: ch.Choice) -> bool:
    """Whether the choice would be taken now."""
    try:
        battle.clone().answer(choice)
    except Refusal:
        return False
    return True


def _advance(battle: Battle, request: ch.Request) -> Iterator[ch.Choice]:
    yield ch.Advance()


def _roll(battle: Battle, request: ch.Request) -> Iterator[ch.Choice]:
    if request.stage in ch.STAGES:
        yield ch.RollDice(request.stage)
    yield ch.RollDice()


def _zone(battle: Battle, request: ch.Request) -> Iterator[ch.Choice]:
    yield from (ch.ChooseZone(0), ch.ChooseZone(1))


def _deploy(battle: Battle, request: ch.Request) -> Iterator[ch.Choice]:
    seen = set()
    for unit in request.units:
        for anchor in _grid(4.0):
            places = set_up(battle.scene, unit, anchor)
            choice = None if places is None else ch.Deploy(unit, places)
            if choice is not None and choice not in seen and legal(battle, choice):
                seen.add(choice)
                yield choice


def _reserve(battle: Battle, request: ch.Request) -> Iterator[ch.Choice]:
    yield from (ch.Reserve(unit) for unit in request.units)


def _arrivals(battle: Battle, request: ch.Request) -> Iterator[ch.Choice]:
    for unit in request.units:
        if battle.state.units[unit].reserves:
            for anchor in _grid(4.0):
                places = arrive(battle.scene, unit, anchor)
                if places is not None:
                    yield ch.Arrive(unit, places)


def _moves(battle: Battle, request: ch.Request) -> Iterator[ch.Choice]:
    scene = battle.scene
    for unit in request.units:
        if not battle.state.units[unit].on_table or battle.state.units[unit].moved:
            continue
        yield ch.Move(unit, "stationary")
        engaged, limit = scene.engaged(unit), movement.speed(scene, unit)
        if not engaged and limit:
            yield ch.Move(unit, "advance")
        for places in _reachable(scene, unit, limit):
            yield ch.Move(unit, "fall_back" if engaged else "move", places)


def _reachable(scene: Scene, unit: int, limit: float) -> Iterator[tuple[Point, ...]]:
    x, y = scene.figures(unit).centre
    far = int(limit)
    for dx in range(-far, far + 1):
        for dy in range(-far, far + 1):
            if 0 < hypot(dx, dy) <= limit:
                places = form_up(scene, unit, (round(x + dx, 3), round(y + dy, 3)), limit)
                if places is not None:
                    yield places


def _place(battle: Battle, request: ch.Request) -> Iterator[ch.Choice]:
    yield ch.Place()
    if request.unit is not None and request.limit and request.why in {"advance", "move", "scouts"}:
        for places in _reachable(battle.scene, request.unit, request.limit):
            choice = ch.Place(places)
            if request.why != "scouts" or legal(battle, choice):
                yield choice


def _shoot(battle: Battle, request: ch.Request) -> Iterator[ch.Choice]:
    scene = battle.scene
    for unit in request.units:
        yield ch.Shoot(unit)
        for shot in single_shots(scene, unit):
            yield ch.Shoot(unit, (shot,))


def single_shots(scene: Scene, unit: int) -> list[Shot]:
    """Each weapon of the unit at each unit that somebody who carries it can shoot at."""
    state = scene.state.units[unit]
    arms = shooting.usable(scene, state)
    found = []
    for enemy in scene.units_of(1 - state.side) if arms else []:
        if shooting.target_refusal(scene, unit, enemy.index) is None:
            lane = scene.lane(unit, enemy.index)
            found += [
                Shot(uid, enemy.index)
                for uid, arm in arms.items()
                if shooting.bearers_at(scene, state, arm, enemy.index, lane)
            ]
    return found


def _charge(battle: Battle, request: ch.Request) -> Iterator[ch.Choice]:
    scene = battle.scene
    for unit in request.units:
        foe = 1 - battle.state.units[unit].side
        for enemy in scene.units_of(foe):
            if scene.within(unit, enemy.index, 12.0):
                yield ch.Charge(unit, (enemy.index,))


def _fight(battle: Battle, request: ch.Request) -> Iterator[ch.Choice]:
    yield from (ch.Fight(unit) for unit in request.units)


def _strike(battle: Battle, request: ch.Request) -> Iterator[ch.Choice]:
    yield ch.Strike()
    if request.unit is not None:
        yield from (ch.Strike((shot,)) for shot in single_strikes(battle.scene, request.unit))


def single_strikes(scene: Scene, unit: int) -> list[Shot]:
    """Each melee weapon of the unit at each enemy unit that somebody who carries it can strike."""
    found = []
    for enemy in scene.engaged_with(unit):
        able = set(striking.strikers(scene, unit, enemy))
        found += [
            Shot(uid, enemy)
            for uid, arm in striking.melee_arms(scene, scene.state.units[unit]).items()
            if able & arm.carried.keys()
        ]
    return found


def _end(battle: Battle, request: ch.Request) -> Iterator[ch.Choice]:
    yield ch.End()


def _use(battle: Battle, request: ch.Request) -> Iterator[ch.Choice]:
    """Everything on offer, each aim and each pick of its own."""
    frame = battle.state.top
    window = frame if isinstance(frame, Window) else None
    about, rolled = (window.about, window.roll) if window else ((), "")
    for offer in uses.offers(battle.scene, request.side, window.kind if window else "", about, rolled):
        aims: list[tuple[int, ...]] = [(target,) for target in offer.targets] or [()]
        picks = [each.uid or each.name for each in offer.ability.choices] or [""]
        uid = offer.ability.uid or offer.ability.name
        dice: list[tuple[int, int] | None] = [*again.dice_of(battle.scene, window, offer.unit)]
        if not any(effect.text == "re-roll" for effect in offer.ability.effects) or not dice:
            dice = [None]
        yield from (ch.Use(uid, offer.unit, aim, pick, die) for aim in aims for pick in picks for die in dice)


def _by_hand(battle: Battle, request: ch.Request) -> Iterator[ch.Choice]:
    """Each ability that players see to off if it is on; else on with one plain effect of all that there might be."""
    on = {(active.by_hand, active.owner) for active in by_hand.in_force(battle.scene, request.side)}
    for unit, ability in by_hand.owned(battle.scene, request.side):
        uid = ability.uid or ability.name
        if (uid, unit) in on:
            yield ch.ByHand(uid, unit, on=False)
        elif unit is None or battle.state.units[unit].alive:
            yield ch.ByHand(uid, unit, (PLAIN,))


def _pass(battle: Battle, request: ch.Request) -> Iterator[ch.Choice]:
    yield ch.Pass()


def _embark(battle: Battle, request: ch.Request) -> Iterator[ch.Choice]:
    for unit in request.units:
        for transport in transports.rides(battle.scene, unit):
            choice = ch.Embark(unit, transport)
            if legal(battle, choice):
                yield choice


def _disembark(battle: Battle, request: ch.Request) -> Iterator[ch.Choice]:
    for unit in transports.able_to_leave(battle.scene):
        for places in getting_out(battle.scene, unit):
            choice = ch.Disembark(unit, places)
            if legal(battle, choice):
                yield choice


def getting_out(scene: Scene, unit: int) -> Iterator[tuple[Point, ...]]:
    """Places about its transport where a unit could get out, on all sides."""
    transport = scene.state.units[unit].inside
    assert transport is not None
    figures = scene.figures(transport)
    x, y = figures.centre
    reach = figures.reach + 1.0
    for turn in range(8):
        anchor = (round(x + reach * cos(turn * pi / 4), 3), round(y + reach * sin(turn * pi / 4), 3))
        places = transports.exits(scene, unit, anchor)
        if places is not None:
            yield places


def _grid(step: float) -> Iterator[Point]:
    """Anchors all over the board."""
    for column in range(int(BOARD_WIDTH / step)):
        for row in range(int(BOARD_HEIGHT / step)):
            yield (step * (column + 0.5), step * (row + 0.5))


_KINDS = {
    "advance": _advance,
    "roll": _roll,
    "zone": _zone,
    "deploy": _deploy,
    "reserve": _reserve,
    "arrive": _arrivals,
    "move": _moves,
    "place": _place,
    "shoot": _shoot,
    "charge": _charge,
    "fight": _fight,
    "strike": _strike,
    "embark": _embark,
    "disembark": _disembark,
    "use": _use,
    "by_hand": _by_hand,
    "pass": _pass,
    "end": _end,
}

__all__ = [
    "arrive",
    "form_up",
    "legal",
    "options",
    "set_up",
    "shift",
    "single_shots",
    "single_strikes",
]
