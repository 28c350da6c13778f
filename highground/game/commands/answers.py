"""The players' commands, as the calls name them, put to the battle as choices."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from highground.engine import choices as ch
from highground.engine import finding
from highground.engine.abilities import AnyEffect
from highground.engine.abilities.model import Ability
from highground.engine.abilities.profiles import ChangeProfile
from highground.engine.amendments import AmendWounds, AnyAmendment
from highground.engine.errors import EngineError, Refusal
from highground.engine.figures import Ending
from highground.engine.model import Point
from highground.engine.prompts import MovePrompt, PlacePrompt, Prompt, ReactPrompt, RollPrompt, ZonePrompt
from highground.engine.record import Given
from highground.engine.state import Resolving, Volley
from highground.engine.steps import charge as charging
from highground.engine.steps import movement, offers
from highground.game.commands.commanding import Command, Put, Steps
from highground.game.commands.destinations import Destination, check_advance, closed_up, ends, of_all, turned
from highground.game.commands.rolling import fought_nobody, put_down, rolled, tidied
from highground.game.match.match import Match
from highground.game.parts import floors
from highground.game.state import abilities, aiming, charges
from highground.game.views.rolls import DeclaredAttack
from highground.game.views.state import ChargeResult

MOVES: dict[str, ch.How] = {
    "move": "move",
    "advance": "advance",
    "fall_back": "fall_back",
    "fall back": "fall_back",
    "stationary": "stationary",
    "hold": "stationary",
    "fly_off": "fly_off",
}


@Command
def advance(match: Match) -> Steps[None]:
    """On to the next phase time, to the next phase, from the set-up to the battle."""
    prompt = match.due()
    if "advance" in prompt.kinds:
        yield Put(ch.Advance())
    elif "end" in prompt.kinds or isinstance(prompt, MovePrompt):
        yield Put(ch.End())
    else:
        raise Refusal("still-open", due=_open_question(match, prompt))


def _open_question(match: Match, prompt: Prompt) -> EngineError:
    """What has to be answered before anything else."""
    army = match.cast.armies[prompt.side]
    if isinstance(prompt, ReactPrompt):
        return EngineError("pass-first", army=army)
    if isinstance(prompt, ZonePrompt):
        return EngineError("zone-first", army=army)
    if isinstance(prompt, RollPrompt):
        return EngineError("roll-first", roll=prompt.stage)
    if prompt.unit is not None:
        return EngineError("place-first", unit=match.cast.units[prompt.unit])
    return EngineError("act-first", army=army)


@Command
def choose_zone(match: Match, army_uuid: str, zone: int) -> Steps[None]:
    """The winner of the roll takes a zone."""
    side, prompt = match.army(army_uuid), match.due()
    if "zone" in prompt.kinds and prompt.side != side:
        raise Refusal("not-your-zone", army=match.cast.armies[prompt.side])
    yield Put(ch.ChooseZone(zone))


@Command
def roll(match: Match, stage: str = "all", given: Given | None = None) -> Steps[None]:
    """Roll the dice that are due."""
    yield from rolled(match, stage, given)


@Command
def embark(match: Match, unit_uuid: str, transport_uuid: str, given: Given | None = None) -> Steps[None]:
    """Have a unit get into a transport: instead of being set up, or after its move."""
    yield Put(ch.Embark(match.unit(unit_uuid), match.unit(transport_uuid)), given)


@Command
def deploy(
    match: Match,
    unit_uuid: str,
    location: Point | None,
    in_reserves: bool,
    places: Sequence[Point] = (),
    floor: floors.WantedFloor = None,
    facings: Sequence[int] = (),
) -> Steps[None]:
    """Set a unit up miniature by miniature at `places`, closed up about a place, or keep it in reserve.

    On the floor with that number, if it may climb and there is one; 0 and None are the ground. Without `facings` it
    faces the enemy.

    Raises Refusal where it may not stand there, and where it would have to stand far from the place.
    """
    unit = match.unit(unit_uuid)
    if in_reserves:
        yield Put(ch.Reserve(unit))
        return
    if places:
        places = of_all(match, unit, places)
        heights = floors.heights_at(match.battle.scene, unit, places, floor or 0)
        yield Put(ch.Deploy(unit, tuple(places), heights, tuple(facings)))
        return
    if location is None:
        raise Refusal("no-place")
    if "deploy" not in match.due().kinds:
        raise Refusal("not-now", unit=match.cast.units[unit], due=_open_question(match, match.due()))
    _owned(match, unit)
    yield Put(ch.Deploy(unit, *turned(closed_up(match, unit, location, floor or 0), tuple(facings))))


def _owned(match: Match, unit: int) -> None:
    prompt = match.due()
    if prompt.side != match.cast.sides[unit]:
        raise Refusal("not-your-setup", army=match.cast.armies[prompt.side])


@Command
def move(
    match: Match,
    unit_uuid: str,
    how: str,
    location: Point | None,
    places: Sequence[Point] = (),
    floor: floors.WantedFloor = None,
    facings: Sequence[int] = (),
    *,
    given: Given | None = None,
) -> Steps[Refusal | None]:
    """Move a unit to about a place, or each miniature to its own, on a floor; without one each stays on its own.

    Without `facings` each faces as it did. `given` is the player's own die of an advance, or own dice of break-out
    tests.

    An advance without a place only rolls; a unit whose advance is rolled is put down by the next call. With a place it
    rolls first: returns why the unit cannot go there with this roll, if it cannot. A unit in reserve arrives, one in a
    transport gets out. One that piles in or consolidates may stay, 'stationary'.
    """
    unit, kind = match.unit(unit_uuid), MOVES.get(how.lower())
    if kind is None:
        raise Refusal("no-such-move", how=how)
    places = of_all(match, unit, places) if places else places
    prompt, goal = match.due(), Destination(location, tuple(places), floor, tuple(facings))
    if isinstance(prompt, PlacePrompt):
        yield from _place(match, prompt, unit, _standing(match, unit) if kind == "stationary" else goal, given)
    elif match.battle.state.units[unit].reserves:
        yield from _arrive(match, unit, goal, given)
    elif match.battle.state.units[unit].inside is not None:
        yield from _get_out(match, unit, goal, given)
    elif kind in {"stationary", "fly_off"}:
        yield Put(ch.Move(unit, kind), given)
    elif kind == "advance":
        return (yield from _advance(match, unit, goal, given))
    else:
        limit = movement.speed(match.battle.scene, unit) if match.battle.state.units[unit].on_table else 0.0
        yield Put(ch.Move(unit, kind, *ends(match, unit, goal, limit)), given)
    return None


def _advance(match: Match, unit: int, goal: Destination, given: Given | None) -> Steps[Refusal | None]:
    """Roll, and then judge the place by it: the roll stands whether it is enough for the place or not."""
    wanted = bool(goal.places) or goal.location is not None
    if wanted:
        check_advance(match, unit, goal)
    yield Put(ch.Move(unit, "advance"), given)
    after = match.ask()
    if not wanted or not isinstance(after, PlacePrompt) or after.unit != unit:
        return None
    try:
        yield from _place(match, after, unit, goal, None)
    except Refusal as refusal:
        return refusal
    return None


def _standing(match: Match, unit: int) -> Destination:
    """Where a unit is that stays."""
    state = match.battle.state.units[unit]
    return Destination(None, state.places, state.every_height)


def _place(match: Match, prompt: Prompt, unit: int, goal: Destination, given: Given | None) -> Steps[None]:
    if prompt.unit != unit:
        waiting = "another unit" if prompt.unit is None else match.cast.units[prompt.unit]
        raise Refusal("unit-waiting", unit=waiting)
    if goal.location is None and not goal.places:
        yield Put(ch.Place(), given)
    else:
        yield Put(ch.Place(*ends(match, unit, goal, prompt.limit or 0.0)), given)
    yield from fought_nobody(match)


def _arrive(match: Match, unit: int, goal: Destination, given: Given | None) -> Steps[None]:
    scene, floor, location = match.battle.scene, goal.floor or 0, goal.location
    if goal.places:
        heights = floors.heights_at(scene, unit, goal.places, floor)
        yield Put(ch.Arrive(unit, goal.places, heights, goal.facings), given)
        return
    above = None if location is None else floors.set_up(scene, unit, location, floor)
    found = () if location is None else finding.arrive(scene, unit, location) or ()
    if above is None and not found:
        raise Refusal("no-room-to-arrive", unit=match.cast.units[unit])
    yield Put(ch.Arrive(unit, *turned(above or Ending(found), goal.facings)), given)


def _get_out(match: Match, unit: int, goal: Destination, given: Given | None) -> Steps[None]:
    found = goal.places
    if not found and goal.location is not None:
        found = finding.get_out_near(match.battle.scene, unit, goal.location) or ()
    if not found:
        raise Refusal("no-room-to-get-out", unit=match.cast.units[unit])
    yield Put(ch.Disembark(unit, found), given)


@Command
def select_unit(match: Match, unit_uuid: str, melee: bool) -> Steps[None]:
    """Pick a unit to shoot with, or to fight with: that piles it in, so that its targets are those it really has."""
    unit, prompt = match.unit(unit_uuid), match.due()
    wanted = "fight" if melee else "shoot"
    if wanted not in prompt.kinds or unit not in prompt.units:
        raise Refusal("cannot-act", unit=match.cast.units[unit], action=wanted)
    if melee:
        yield Put(ch.Fight(unit))
        yield from put_down(match, "pile_in")
        if (yield from fought_nobody(match)):
            return
    match.draft = msgspec.structs.replace(match.draft, selected=unit)


@Command
def select_targets(match: Match, aims: Sequence[aiming.Aim], melee: bool) -> Steps[list[DeclaredAttack]]:
    """Declare a unit's attacks; none at all is holding fire. Returns what each of them will need."""
    unit = match.unit(aims[0].unit_uuid) if aims else match.draft.selected
    if unit is None:
        raise Refusal("no-unit")
    if melee and "fight" in match.due().kinds:
        yield from select_unit.begin(match, match.cast.unit_uuids[unit], melee)
    shots = aiming.shots_of(match, unit, aims, melee)
    yield Put(ch.Strike(shots) if melee else ch.Shoot(unit, shots))
    match.draft = msgspec.structs.replace(match.draft, selected=None)
    return aiming.needed(match, unit, declared(match))


def declared(match: Match) -> tuple[Volley, ...]:
    """The attacks that are declared and not rolled to their end."""
    for frame in reversed(match.battle.state.stack):
        if isinstance(frame, Resolving):
            return frame.volleys
    return ()


@Command
def roll_stage(match: Match, stage: str, given: Given | None = None) -> Steps[None]:
    """One stage of the attacks, or all that is left. A fight that is over consolidates."""
    yield from rolled(match, stage, given)
    yield from put_down(match, "consolidate")


def record_charges(match: Match, wanted: dict[str, Sequence[str]]) -> None:
    """Register charges to be rolled later. Raises Refusal for one that could not be declared now."""
    known = dict(match.draft.charges)
    for unit_uuid, target_uuids in wanted.items():
        unit = match.unit(unit_uuid)
        targets = tuple(match.unit(uuid) for uuid in target_uuids)
        _check_charge(match, unit, targets, known)
        known[unit] = targets
    match.draft = msgspec.structs.replace(match.draft, charges=tuple(known.items()))


def _check_charge(match: Match, unit: int, targets: tuple[int, ...], known: dict[int, tuple[int, ...]]) -> None:
    scene, name = match.battle.scene, match.cast.units[unit]
    if scene.state.phase != "charge" or scene.state.phase_time != "middle":
        raise Refusal("charge-phase-only", phase=scene.state.phase)
    if unit in known:
        raise Refusal("already-registered", unit=name)
    if not targets:
        raise Refusal("no-target", unit=name)
    refusal = charging.why_not(scene, scene.state.units[unit])
    if refusal is not None:
        raise refusal
    for target in targets:
        if target not in charging.targets(scene, unit):
            gap = scene.gap(unit, target) if scene.state.units[target].on_table else None
            raise Refusal("out-of-range", unit=name, target=match.cast.units[target], gap=gap, reach=charging.REACH)


@Command
def process_charge(match: Match, unit_uuid: str, given: Given | None = None) -> Steps[list[ChargeResult]]:
    """Roll a registered charge; one that reaches is moved. Returns what came of it, target by target.

    Where the other side may answer the declaration, that comes first: dice that are `given` are kept until then.
    """
    unit = match.unit(unit_uuid)
    targets = dict(match.draft.charges).get(unit)
    if targets is None and _charge_due(match) == unit:
        return (yield from _rolled_charge(match, given))
    if targets is None:
        raise Refusal("not-registered", unit=match.cast.units[unit])
    left = tuple(each for each in match.draft.charges if each[0] != unit)
    first = match.number
    charge = ch.Charge(unit, targets)
    answered = given is not None and _is_answered(match, charge)
    if answered and given is not None:
        _check_charge_dice(given)
    yield Put(charge, None if answered else given)
    match.draft = msgspec.structs.replace(
        match.draft, charges=left, rolled=(unit, given) if answered and given else None
    )
    if _charge_due(match) == unit:  # the other side had an answer, and does not want to be asked about it
        match.draft = msgspec.structs.replace(match.draft, rolled=None)
        yield Put(ch.RollDice(), given)
    yield from put_down(match, "charge")
    return charges.results(match, first)


def _charge_due(match: Match) -> int | None:
    """The unit whose declared charge is to be rolled now."""
    prompt = match.ask()
    return prompt.unit if prompt is not None and prompt.why == "charge" and "roll" in prompt.kinds else None


def _rolled_charge(match: Match, given: Given | None) -> Steps[list[ChargeResult]]:
    """Roll a charge that the enemy has answered."""
    declared = match.number - 1
    while declared and not isinstance(match.battle.records[declared].choice, ch.Charge):
        declared -= 1
    yield Put(ch.RollDice(), given)
    yield from put_down(match, "charge")
    return charges.results(match, declared)


def _check_charge_dice(given: Given) -> None:
    """What the battle would say of dice that wait for the enemy's answer."""
    if len(given.faces) < 2 or not all(1 <= face <= 6 for face in given.faces):
        raise Refusal("wrong-charge-dice")


def kept_charge(match: Match) -> Steps[None]:
    """Roll a charge that the enemy has answered with the dice that its player rolled before."""
    due, rolled = _charge_due(match), match.draft.rolled
    if rolled is None or due is None:
        return
    unit, given = rolled
    match.draft = msgspec.structs.replace(match.draft, rolled=None)
    if due == unit:
        yield from _rolled_charge(match, given)


def _is_answered(match: Match, charge: ch.Charge) -> bool:
    """Whether the other side is asked before the dice of a charge are rolled."""
    tried = match.battle.clone()
    tried.answer(charge)
    asked = tried.ask()
    return asked is not None and asked.why == "charge declared"


@Command
def activate(
    match: Match, uuid: str, targets: Sequence[str] = (), pick: str = "", die: tuple[int, int] | None = None
) -> Steps[None]:
    """Use an ability or a stratagem by its uuid.

    Of the targets one of the own army is the unit that it is used by or on, another is what it is aimed at. `pick` is
    the uuid or the id of one of its choices, `die` the one to reroll: its volley and its place in the roll.
    """
    found = abilities.find(match, uuid)
    use, named = found.ability.use, [match.unit(each) for each in targets]
    if use is None:
        raise Refusal("not-usable", ability=found.ability.name)
    if found.unit is not None:
        user, aims = offers.bearer(match.battle.scene, found.unit), named
    else:
        own = [unit for unit in named if match.cast.sides[unit] == found.side]
        user, aims = (own[0] if own else None), [unit for unit in named if unit not in own]
        user = _only_user(match, found, aims) if user is None and aims else user
    if use.target == "friend" and found.unit is not None:
        aims = []
    yield Put(ch.Use(found.uid, user, tuple(aims), _picked(match, uuid, found.ability, pick), die))
    yield from kept_charge(match)


def _only_user(match: Match, found: abilities.HeldAbility, aims: Sequence[int]) -> int | None:
    """Who uses an army's ability at an enemy, where nobody was named: the nearest that can."""
    able = abilities.users(match, found, aims[0])
    return min(able, key=lambda unit: (match.battle.scene.gap(unit, aims[0]), unit), default=None)


def _picked(match: Match, uuid: str, ability: Ability, pick: str) -> str:
    for choice in ability.choices:
        uid = choice.uid or choice.name
        if pick in {uid, choice.name, match.cast.uuid("choice", f"{uuid}/{uid}")}:
            return uid
    return pick


@Command
def by_hand(
    match: Match,
    uuid: str,
    on: bool,
    effects: Any = (),
    target: str | None = None,
    amend: Any = (),
    miniatures: Sequence[str] = (),
) -> Steps[None]:
    """Switch an ability that its players see to on, with effects as JSON for its unit, its army or `target`; or off.

    `amend` holds amendments, as JSON; changed characteristics and wounds left apply to the named `miniatures` of the
    target, if there are any. The army's commander may do this at any time, prompted or not: the caller checks who
    that is.
    """
    found, asked = abilities.find(match, uuid), match.due().side
    try:
        meant = msgspec.convert(effects, tuple[AnyEffect, ...])
        amended = msgspec.convert(amend, tuple[AnyAmendment, ...])
    except msgspec.ValidationError as error:
        raise Refusal("unreadable-effect", ability=found.ability.name, problem=str(error)) from error
    unit = None if target is None else match.unit(target)
    amended = charges.with_targets(match, amended, unit)
    if miniatures and unit is not None:
        named = tuple([match.miniature(unit, each) for each in miniatures])
        meant = tuple([replace(e, miniatures=named) if isinstance(e, ChangeProfile) else e for e in meant])
        amended = tuple([replace(a, miniature=named[0]) if isinstance(a, AmendWounds) else a for a in amended])
    side = None if found.side == asked else found.side
    yield Put(ch.ByHand(found.uid, found.unit, meant, on, unit, amended, side))
    yield from tidied(match)


@Command
def allocate(match: Match, unit_uuid: str, miniature_uuids: Sequence[str]) -> Steps[None]:
    """Keep which miniatures of a unit take wounds first. What holds already is no choice."""
    unit = match.unit(unit_uuid)
    first = tuple(match.miniature(unit, uuid) for uuid in miniature_uuids)
    if first != match.battle.state.units[unit].falls:
        yield Put(ch.Allocate(unit, first))


@Command
def choose(match: Match, document: Any, given: Given | None = None) -> Steps[None]:
    """Any choice of the engine, as JSON: {'choice': 'pass'}. Raises Refusal for what is none."""
    try:
        choice: ch.Choice = msgspec.convert(document, ch.Choice)
    except msgspec.ValidationError as error:
        raise Refusal("no-such-choice", problem=str(error)) from error
    if isinstance(choice, ch.EndBattle):
        raise Refusal("no-such-end")
    if isinstance(choice, ch.Allocate):
        raise Refusal("no-such-choice", problem="who takes wounds first is said by a call of its own")
    yield Put(choice, given)
    yield from kept_charge(match)
