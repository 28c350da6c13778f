"""The finite answers to a prompt.

Positions are endless; moves and deployments are sampled on a grid of anchors, so that programs have some to choose from
and tests can count them.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from highground.engine import choices as ch
from highground.engine.abilities.acts import RollAgain
from highground.engine.abilities.attacks import ModifyAttack
from highground.engine.abilities.bans import forbids
from highground.engine.battle import Battle
from highground.engine.figures import Ending, spread, whole
from highground.engine.finding import arrive, form_up, form_up_on, getting_out, set_ups
from highground.engine.model import Point
from highground.engine.prompts import Prompt
from highground.engine.scene import Scene
from highground.engine.state import Shot, Window
from highground.engine.steps import (
    by_hand,
    coherency_removal,
    flight,
    movement,
    offers,
    rerolls,
    striking,
    targeting,
    transports,
)
from highground.engine.table.zones import grid

PLAIN = ModifyAttack("hit", 1, duration="phase")
"""What stands for all effects that players may switch on by hand."""


def options(battle: Battle, prompt: Prompt) -> list[ch.Choice]:
    """Every finite answer to the prompt; of positions, those with anchors a whole inch apart."""
    return [choice for kind in prompt.kinds for choice in of_kind(battle, prompt, kind)]


def of_kind(battle: Battle, prompt: Prompt, kind: str) -> Iterator[ch.Choice]:
    """The answers of one of the prompt's kinds, one by one as they are found."""
    return _KINDS[kind](battle, prompt)


def _advance(battle: Battle, prompt: Prompt) -> Iterator[ch.Choice]:
    yield ch.Advance()


def _roll(battle: Battle, prompt: Prompt) -> Iterator[ch.Choice]:
    if prompt.stage in ch.STAGES:
        yield ch.RollDice(prompt.stage)
    yield ch.RollDice()


def _zone(battle: Battle, prompt: Prompt) -> Iterator[ch.Choice]:
    yield from (ch.ChooseZone(0), ch.ChooseZone(1))


def _deploy(battle: Battle, prompt: Prompt) -> Iterator[ch.Choice]:
    seen = set()
    for unit in prompt.units:
        for places in set_ups(battle.scene, unit):
            choice = ch.Deploy(unit, places)
            if choice not in seen and battle.allows(choice):
                seen.add(choice)
                yield choice


def _reserve(battle: Battle, prompt: Prompt) -> Iterator[ch.Choice]:
    yield from (each for each in map(ch.Reserve, prompt.units) if battle.allows(each))


def _arrivals(battle: Battle, prompt: Prompt) -> Iterator[ch.Choice]:
    for unit in prompt.units:
        if battle.state.units[unit].reserves:
            for anchor in grid(4.0):
                places = arrive(battle.scene, unit, anchor)
                if places is not None:
                    yield ch.Arrive(unit, places)


def _moves(battle: Battle, prompt: Prompt) -> Iterator[ch.Choice]:
    scene = battle.scene
    for unit in prompt.units:
        if not battle.state.units[unit].on_table or battle.state.units[unit].moved:
            continue
        if scene.sheets[unit].gait.airborne:
            yield from _flights(scene, unit)
            continue
        yield ch.Move(unit, "stationary")
        engaged, limit = scene.engaged(unit), movement.speed(scene, unit)
        if not engaged and limit and not forbids(scene, unit, "advance"):
            yield ch.Move(unit, "advance")
        if engaged and forbids(scene, unit, "fall back"):
            continue
        for places, heights, _ in _endings(scene, unit, limit):
            choice = ch.Move(unit, "fall_back" if engaged else "move", places, heights)
            if not scene.raised or battle.allows(choice):
                yield choice


def _flights(scene: Scene, unit: int) -> Iterator[ch.Choice]:
    """Off the table, and every flight that ends on it, straight on."""
    yield ch.Move(unit, "fly_off")
    for places in flight.flights(scene, unit):
        yield ch.Move(unit, "move", spread(scene.figures(unit), places, scene.state.units[unit]))


def _endings(scene: Scene, unit: int, limit: float) -> Iterator[Ending]:
    """Where the whole unit may end: on the ground, or about the centre of a floor."""
    yield from (Ending(places) for places in _reachable(scene, unit, limit))
    if scene.engaged(unit):
        return
    for piece in scene.board.storeys:
        for height in piece.floors:
            found = form_up_on(scene, unit, piece.circle[:2], height, limit)
            if found is not None:
                yield whole(scene.figures(unit), found, scene.state.units[unit])


def _reachable(scene: Scene, unit: int, limit: float) -> Iterator[tuple[Point, ...]]:
    x, y = scene.figures(unit).centre
    far = int(limit)
    for dx in range(-far, far + 1):
        for dy in range(-far, far + 1):
            if 0 < hypot(dx, dy) <= limit:
                places = form_up(scene, unit, (round(x + dx, 3), round(y + dy, 3)), limit)
                if places is not None:
                    yield places


def _place(battle: Battle, prompt: Prompt) -> Iterator[ch.Choice]:
    yield ch.Place()
    if prompt.unit is not None and prompt.limit and prompt.why in {"advance", "move", "scouts"}:
        for places, heights, _ in _endings(battle.scene, prompt.unit, prompt.limit):
            choice = ch.Place(places, heights)
            if (prompt.why != "scouts" and not battle.scene.raised) or battle.allows(choice):
                yield choice


def _shoot(battle: Battle, prompt: Prompt) -> Iterator[ch.Choice]:
    scene = battle.scene
    for unit in prompt.units:
        yield ch.Shoot(unit)
        for shot in single_shots(scene, unit):
            yield ch.Shoot(unit, (shot,))


def single_shots(scene: Scene, unit: int) -> list[Shot]:
    """Each weapon of the unit at each unit that somebody who carries it can shoot at."""
    state = scene.state.units[unit]
    arms = targeting.usable(scene, state)
    found = []
    for enemy in scene.units_of(1 - state.side) if arms else []:
        if targeting.target_refusal(scene, unit, enemy.index) is None:
            lane = scene.lane(unit, enemy.index)
            found += [
                Shot(uid, enemy.index)
                for uid, arm in arms.items()
                if targeting.bearers_at(scene, state, arm, enemy.index, lane)
            ]
    return found


def _charge(battle: Battle, prompt: Prompt) -> Iterator[ch.Choice]:
    scene = battle.scene
    for unit in prompt.units:
        foe = 1 - battle.state.units[unit].side
        for enemy in scene.units_of(foe):
            if scene.within(unit, enemy.index, 12.0):
                yield ch.Charge(unit, (enemy.index,))


def _fight(battle: Battle, prompt: Prompt) -> Iterator[ch.Choice]:
    yield from (ch.Fight(unit) for unit in prompt.units)


def _strike(battle: Battle, prompt: Prompt) -> Iterator[ch.Choice]:
    assert prompt.unit is not None
    shots = single_strikes(battle.scene, prompt.unit)
    yield from [ch.Strike((shot,)) for shot in shots] or [ch.Strike()]


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


def _end(battle: Battle, prompt: Prompt) -> Iterator[ch.Choice]:
    yield ch.End()


def _use(battle: Battle, prompt: Prompt) -> Iterator[ch.Choice]:
    """Everything on offer, each aim and each pick of its own."""
    frame = battle.state.top
    window = frame if isinstance(frame, Window) else None
    about, rolled = (window.about, window.roll) if window else ((), "")
    for offer in offers.offers(battle.scene, prompt.side, window.kind if window else "", about, rolled):
        aims: list[tuple[int, ...]] = [(target,) for target in offer.targets] or [()]
        picks = [each.uid or each.name for each in offer.ability.choices] or [""]
        uid = offer.ability.uid or offer.ability.name
        dice: list[tuple[int, int] | None] = [*rerolls.dice_of(battle.scene, window, offer.unit)]
        if not any(isinstance(effect, RollAgain) for effect in offer.ability.effects) or not dice:
            dice = [None]
        yield from (ch.Use(uid, offer.unit, aim, pick, die) for aim in aims for pick in picks for die in dice)


def _by_hand(battle: Battle, prompt: Prompt) -> Iterator[ch.Choice]:
    """Each ability that players see to off if it is on; else on with one plain effect of all that there might be."""
    on = {(active.by_hand, active.owner) for active in by_hand.in_force(battle.scene, prompt.side)}
    for unit, ability in by_hand.owned(battle.scene, prompt.side):
        uid = ability.uid or ability.name
        if (uid, unit) in on:
            yield ch.ByHand(uid, unit, on=False)
        elif unit is None or battle.state.units[unit].alive:
            yield ch.ByHand(uid, unit, (PLAIN,))


def _pass(battle: Battle, prompt: Prompt) -> Iterator[ch.Choice]:
    yield ch.Pass()


def _remove(battle: Battle, prompt: Prompt) -> Iterator[ch.Choice]:
    assert prompt.unit is not None
    yield from (ch.Remove(gone) for gone in coherency_removal.ways(battle.scene, prompt.unit))


def _embark(battle: Battle, prompt: Prompt) -> Iterator[ch.Choice]:
    for unit in prompt.units:
        for transport in transports.rides(battle.scene, unit):
            choice = ch.Embark(unit, transport)
            if battle.allows(choice):
                yield choice


def _disembark(battle: Battle, prompt: Prompt) -> Iterator[ch.Choice]:
    for unit in transports.able_to_leave(battle.scene):
        for places in getting_out(battle.scene, unit):
            choice = ch.Disembark(unit, places)
            if battle.allows(choice):
                yield choice


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
    "remove": _remove,
    "pass": _pass,
    "end": _end,
}
