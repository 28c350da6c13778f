"""Losses outside the attack sequence: mortal wounds, demises, hazards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import cos, pi, sin

from highground.engine import events as ev
from highground.engine import spare
from highground.engine.abilities import powers, sturdy
from highground.engine.attached import base_sheets, own_place
from highground.engine.attack.terms import NO_SAVE
from highground.engine.choices import Allocate
from highground.engine.dice import total
from highground.engine.errors import Refusal
from highground.engine.figures import bases_of
from highground.engine.model import Amount, Keyword, Point
from highground.engine.scene import Scene
from highground.engine.state import places_of
from highground.engine.steps import transports
from highground.engine.steps.armament import allocation_order, mark_of
from highground.engine.steps.checks import unit_of
from highground.engine.steps.parting import part
from highground.engine.steps.together import keeping_together
from highground.engine.table.coherency import coherent
from highground.engine.table.distance import ENGAGEMENT, TOLERANCE
from highground.engine.table.floors import Raised, nearest
from highground.engine.table.ground import Bystanders, Ground

DEMISE_REACH = 6.0
DEMISE_NEEDED = 6
HAZARD_WOUNDS = 3
STANDS_UP_WITHIN = 30
"""Inches from where it fell within which a miniature stands up again."""
BREAK_OUT = "break-out"
BREAK_OUT_NEEDED = 3
_BIG = frozenset({"character", "monster", "vehicle"})


def allocate(scene: Scene, choice: Allocate) -> None:
    """Keep which miniatures of a unit its player wants to take wounds first."""
    if not 0 <= choice.unit < len(scene.state.units):
        raise Refusal("no-such-unit", number=choice.unit)
    unit = unit_of(scene, choice.unit, scene.state.units[choice.unit].side)
    first = choice.first
    if len(set(first)) != len(first) or not all(0 <= i < len(unit.wounds) and unit.wounds[i] for i in first):
        raise Refusal("no-such-miniatures", unit=scene.called(unit.index))
    scene.emit(ev.AllocationChosen(unit.index, first))


def mortal_wounds(scene: Scene, unit: int, wounds: int, cause: str, by: int | None, order: Iterable[int] = ()) -> None:
    """Wounds that no save stops and that spill from miniature to miniature; feel no pain is rolled for each."""
    state, sheet = scene.state.units[unit], scene.sheets[unit]
    left = list(state.wounds)
    queue = list(order) or _queue(scene, unit, wounds)
    faces: list[int] = []
    given, alone = powers.shrug(scene, unit) or NO_SAVE, sturdy.shrugs(scene, unit)
    while wounds > 0 and queue:
        miniature = queue[0]
        fnp = min(sheet.line_up[miniature].profile.fnp or NO_SAVE, given, alone.get(miniature, NO_SAVE))
        wounds -= 1
        if fnp < NO_SAVE:
            faces.extend(scene.dice.roll(1, "feel no pain"))
            if faces[-1] >= fnp:
                continue
        left[miniature] -= 1
        if not left[miniature]:
            queue.pop(0)
    lose(scene, unit, left, cause, by, tuple(faces))


def _queue(scene: Scene, unit: int, wounds: int) -> list[int]:
    """Who takes so many wounds, one after the other; those who fall leave the rest in coherency if they can."""
    if not scene.on_table(unit):
        state = scene.state.units[unit]
        return allocation_order(state.wounds, scene.sheets[unit], state.falls)
    mark, lost = mark_of(scene, unit), list[int]()
    for pool in mark.target:
        for _ in range(pool.count):
            lost.append(min(pool.wounds, wounds))
            wounds -= lost[-1]
    return list(keeping_together(scene, unit, mark.order, lost, mark.target))


def give_up(scene: Scene, unit: int, miniatures: int, cause: str, by: int | None) -> None:
    """Remove so many miniatures, which take no save, in the order in which they take wounds."""
    mark = mark_of(scene, unit)
    lost = [pool.wounds for pool in mark.target for _ in range(pool.count)][:miniatures]
    order = keeping_together(scene, unit, mark.order, lost, mark.target)
    gone = order[:miniatures]
    left = [0 if i in gone else wounds for i, wounds in enumerate(scene.state.units[unit].wounds)]
    lose(scene, unit, left, cause, by)


def lose(scene: Scene, unit: int, left: list[int], cause: str, by: int | None, fnp: tuple[int, ...] = ()) -> None:
    """Bring a unit's wounds down to `left`, with all that follows from it."""
    before = scene.state.units[unit].wounds
    lost = tuple([(i, had - has) for i, (had, has) in enumerate(zip(before, left)) if had > has])
    slain = tuple([i for i, _ in lost if not left[i]])
    if not lost and not fnp:
        return
    scene.emit(ev.WoundsLost(unit, lost, slain, cause, fnp=fnp, by=by))
    after_losses(scene, unit, slain, by)


def after_losses(scene: Scene, unit: int, slain: tuple[int, ...], by: int | None) -> None:
    """What follows when miniatures of a unit fall."""
    bury(scene, {unit: slain}, by)


def bury(scene: Scene, fallen: Mapping[int, Sequence[int]], by: int | None) -> None:
    """The same for the slain of several units at once: leaders stand alone or fall, units end, then demises.

    A transport's own demise comes before its passengers get out.
    """
    dying: list[tuple[int, Amount, Raised]] = []
    wrecks = [
        unit
        for unit, slain in fallen.items()
        if slain and not scene.state.units[unit].alive and transports.aboard(scene, unit)
    ]
    for unit, slain in fallen.items():
        if slain and unit not in wrecks:
            dying += _dying(scene, unit, slain)
            _end_of(scene, unit, slain, by)
    for unit in wrecks:
        for _, amount, there in _dying(scene, unit, fallen[unit]):
            _demise(scene, unit, amount, there)
        _end_of(scene, unit, fallen[unit], by)
    for unit, amount, there in dying:
        _demise(scene, unit, amount, there)


def _dying(scene: Scene, unit: int, slain: Sequence[int]) -> list[tuple[int, Amount, Raised]]:
    """The slain of a unit that may hurt units nearby, and where they fell."""
    state, found = scene.state.units[unit], list[tuple[int, Amount, Raised]]()
    bases = bases_of(state, scene.sheets[unit])
    for i in slain:
        rule = _demise_of(scene, unit, i)
        if rule is not None:
            there = Raised((state.places[i],), (bases[i],), (state.every_height[i],))
            found.append((unit, rule.value or Amount(plus=1), there))
    return found


def _demise_of(scene: Scene, unit: int, miniature: int) -> Keyword | None:
    """The demise of a miniature; in a unit whose file says which of them have one, the others fall quietly."""
    part_of, place = own_place(scene.setup, scene.state, unit, miniature)
    return next(
        (
            each.rule
            for each in base_sheets(scene.setup)[part_of].abilities
            if each.rule is not None and each.rule.name == "deadly demise"
            if not each.bearers or place in each.bearers
        ),
        None,
    )


def _end_of(scene: Scene, unit: int, slain: Sequence[int], by: int | None) -> None:
    """Leaders stand alone or fall; a unit with no miniatures left ends, and its passengers get out."""
    state = scene.state.units[unit]
    bases = bases_of(state, scene.sheets[unit])
    if state.leaders:
        part(scene, unit, slain, by)
    if not scene.state.units[unit].alive:
        last = slain[-1]
        hurt = transports.wreck(scene, unit, state.places[last], bases[last])
        scene.emit(ev.UnitDestroyed(unit, by))
        for passenger, wounds in hurt:
            mortal_wounds(scene, passenger, wounds, "wreck", by)


def _demise(scene: Scene, unit: int, amount: Amount, fallen: Raised) -> None:
    """On a 6, every unit within reach of the fallen miniature's base takes mortal wounds."""
    face = scene.dice.roll(1, "deadly demise")
    scene.emit(ev.CauseRolled(unit, "deadly demise", face, DEMISE_NEEDED, face[0] >= DEMISE_NEEDED))
    if face[0] < DEMISE_NEEDED:
        return
    for other in _units_near(scene, fallen):
        if scene.state.units[other].alive:
            wounds = total(amount.count, amount.sides, amount.plus, scene.dice, "deadly demise wounds")
            mortal_wounds(scene, other, wounds, "deadly demise", unit)


def _units_near(scene: Scene, fallen: Raised) -> list[int]:
    standing = (*scene.standing(0), *scene.standing(1))
    reach = DEMISE_REACH + TOLERANCE
    return sorted([unit for unit in standing if nearest(fallen, 0, scene.figures(unit).raised) <= reach])


def heal(scene: Scene, unit: int, wounds: int, cause: str, most: int | None = None) -> None:
    """Give lost wounds back to miniatures that live; to the `most` that lost the most, if that is limited."""
    state, sheet = scene.state.units[unit], scene.sheets[unit]
    missing = {i: sheet.line_up[i].profile.wounds - state.wounds[i] for i in state.standing}
    gained: list[tuple[int, int]] = []
    for i in state.standing if most is None else sorted(missing, key=lambda i: -missing[i])[:most]:
        amount = min(wounds, missing[i])
        if amount > 0:
            gained.append((i, amount))
            wounds -= amount
    if gained:
        scene.emit(ev.WoundsHealed(unit, tuple(gained), cause))


def regrow(scene: Scene, unit: int, wounds: int, cause: str) -> None:
    """Lost wounds come back one by one; where nobody lacks any, a fallen miniature of its own returns with one."""
    state, sheet = scene.state.units[unit], scene.sheets[unit]
    left, whole = list(state.wounds), [each.profile.wounds for each in sheet.line_up]
    back: dict[int, Point] = {}
    fallen = spare.fallen(sheet, state)
    for _ in range(wounds):
        hurt = next((i for i, has in enumerate(left) if 0 < has < whole[i]), None)
        if hurt is None:
            hurt = next((i for i in fallen if not left[i]), None)
            place = None if hurt is None else _beside(scene, unit, hurt, back)
            if hurt is None or place is None:
                break
            back[hurt] = place
        left[hurt] += 1
    gained = tuple([(i, has - had) for i, (had, has) in enumerate(zip(state.wounds, left)) if has > had])
    if gained:
        scene.emit(ev.WoundsHealed(unit, gained, cause, tuple(back.items())))


def return_miniatures(scene: Scene, unit: int, count: int, cause: str) -> None:
    """Bring fallen miniatures of the unit's own back, with all their wounds, beside the others."""
    sheet = scene.sheets[unit]
    found = _set_beside(scene, unit, spare.fallen(sheet, scene.state.units[unit])[:count])
    if found:
        gained = tuple([(i, sheet.line_up[i].profile.wounds) for i in found])
        scene.emit(ev.WoundsHealed(unit, gained, cause, tuple(found.items())))


def stand_up(scene: Scene, unit: int, wounds: int, cause: str) -> None:
    """A unit of one miniature that has fallen is back: with the unit that it led, or as near as possible to its fall.

    It has so many wounds, at most its own; 0 stands for all of them. Without any room it stays fallen.
    """
    host = scene.state.units[unit].joined
    body, i = (unit, 0) if host is None else (host, places_of(scene.state.units, scene.state.units[host], unit).start)
    place = _where_it_fell(scene, unit) if host is None else _beside(scene, host, i, {})
    if place is not None:
        whole = scene.sheets[body].line_up[i].profile.wounds
        scene.emit(ev.WoundsHealed(body, ((i, min(wounds or whole, whole)),), cause, ((i, place),)))


def _where_it_fell(scene: Scene, unit: int) -> Point | None:
    """The place nearest to where the unit's miniature fell that is free and out of engagement."""
    state = scene.state.units[unit]
    (base, *_), (x, y) = bases_of(state, scene.sheets[unit]), state.places[0]
    around = Bystanders(scene.circles(1 - state.side), scene.circles())
    ground = Ground.cut(scene.board, (x, y), STANDS_UP_WITHIN, around, keep_out=ENGAGEMENT)
    if ground.stands((x, y), base):
        return (x, y)
    for ring in range(1, 2 * STANDS_UP_WITHIN):
        for turn in range(24):
            angle = turn * pi / 12
            place = (round(x + ring * cos(angle) / 2, 3), round(y + ring * sin(angle) / 2, 3))
            if ground.stands(place, base):
                return place
    return None


def add_miniatures(scene: Scene, unit: int, name: str, count: int, cause: str) -> None:
    """Have spare miniatures of a name come to a unit on the table, with all their wounds, beside the others."""
    sheet = scene.sheets[unit]
    found = _set_beside(scene, unit, spare.to_come(sheet, scene.state.units[unit], name)[:count])
    if found:
        gained = tuple([(i, sheet.line_up[i].profile.wounds) for i in found])
        scene.emit(ev.MiniaturesAdded(unit, gained, cause, tuple(found.items())))


def _set_beside(scene: Scene, unit: int, coming: Iterable[int]) -> dict[int, Point]:
    """Where miniatures that come to the unit stand, as many of them as find a place."""
    found: dict[int, Point] = {}
    for i in coming:
        place = _beside(scene, unit, i, found)
        if place is None:
            break
        found[i] = place
    return found


def _beside(scene: Scene, unit: int, miniature: int, back: Mapping[int, Point]) -> Point | None:
    """A free place for a miniature that returns, beside others of the unit and those that are `back` already.

    It is in coherency and out of engagement.
    """
    figures, state = scene.figures(unit), scene.state.units[unit]
    every, side = bases_of(state, scene.sheets[unit]), state.side
    base = every[miniature]
    taken = [disc for i, place in back.items() for disc in every[i].at(*place)]
    blocked = [*scene.circles(), *taken]
    enemies = scene.circles(1 - side)
    around = Bystanders(enemies, blocked)
    ground = Ground.cut(scene.board, figures.centre, 60.0, around, keep_out=ENGAGEMENT)
    for (x, y), own in zip(figures.places, figures.bases):
        for turn in range(12):
            reach = own.reach + base.reach + 0.1
            place = (round(x + reach * cos(turn * pi / 6), 3), round(y + reach * sin(turn * pi / 6), 3))
            places = (*figures.places, *back.values(), place)
            beside = coherent(places, (*figures.bases, *(every[i] for i in back), base))
            if beside and ground.stands(place, base):
                return place
    return None


def hazards(scene: Scene, users: Iterable[tuple[int, int]]) -> None:
    """A die for each hazardous weapon used: on a 1 its bearer is slain, or takes three mortal wounds if it is big.

    The bearers are named by the unit that they came with and their place in it: what counts is what the bearer is, not
    who has joined its unit, and a leader whose unit has fallen bears its weapon on.
    """
    where: dict[int, list[tuple[int, int]]] = {}
    for own, i in users:
        unit = scene.bearing(own, (i,))
        if unit is not None:
            where.setdefault(unit, []).append((own, i))
    for unit, bearers in where.items():
        faces = scene.dice.roll(len(bearers), "hazardous")
        scene.emit(ev.CauseRolled(unit, "hazardous", faces, 2, 1 in faces))
        for (own, i), face in zip(bearers, faces):
            if face == 1:
                _backfire(scene, own, i)


def _backfire(scene: Scene, own: int, i: int) -> None:
    """A hazardous weapon hurts its bearer, if that is not gone already: in the unit that it is with by now."""
    unit = scene.bearing(own, (i,))
    if unit is None:
        return
    state = scene.state.units[unit]
    miniature = i if unit == own else places_of(scene.state.units, state, own)[i]
    if base_sheets(scene.setup)[own].keyword_set & _BIG:
        rest = [j for j in allocation_order(state.wounds, scene.sheets[unit], state.falls) if j != miniature]
        mortal_wounds(scene, unit, HAZARD_WOUNDS, "hazardous", unit, [miniature, *rest])
    else:
        left = list(state.wounds)
        left[miniature] = 0
        lose(scene, unit, left, "hazardous", unit)


def break_out(scene: Scene, unit: int, tested: Sequence[int], needed: int) -> None:
    """A die for each miniature that breaks out of a fight in need; each that is too low costs the unit one miniature.

    They go in the order in which they take wounds, which is up to their player.
    """
    if not tested:
        return
    faces = scene.dice.roll(len(tested), BREAK_OUT)
    gone = sum(face < needed for face in faces)
    scene.emit(ev.CauseRolled(unit, BREAK_OUT, faces, needed, gone > 0))
    if gone:
        give_up(scene, unit, gone, BREAK_OUT, None)
