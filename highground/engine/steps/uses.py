"""Abilities and stratagems that somebody chooses to use: when they may be, at what price, and what comes of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from highground.engine import events as ev
from highground.engine import powers
from highground.engine.ability import Ability, Effect
from highground.engine.ability import Use as AbilityUse
from highground.engine.attached import base_sheets
from highground.engine.choices import Use
from highground.engine.errors import Refusal
from highground.engine.model import Setup
from highground.engine.scene import Scene
from highground.engine.state import Active, Cast, Window
from highground.engine.steps import acts
from highground.engine.steps.casualties import heal, mortal_wounds, return_miniatures

LEADER = Ability(
    "Leader",
    uid="leader",
    use=AbilityUse("activated", phases=("deployment", "command"), target="leadable"),
    effects=(Effect("join_unit"),),
)
"""Every unit that may lead others has this ability."""


class Offer(NamedTuple):
    """An ability that may be used: by or on `unit` (None: nobody in particular), at one of `targets` if it aims."""

    ability: Ability
    unit: int | None
    targets: tuple[int, ...]


class Catalogue(NamedTuple):
    """A side's abilities that are used by choice, by timing window: the army's, and its units' with their unit."""

    entries: dict[str, list[tuple[Ability, int | None]]]
    by_uid: dict[str, list[tuple[Ability, int | None]]]


def catalogue(setup: Setup, side: int) -> Catalogue:
    """Collected at the first call and kept with the setup."""
    kept = setup.__dict__
    both: tuple[Catalogue, Catalogue] | None = kept.get("_catalogues")
    if both is None:
        both = kept["_catalogues"] = (_collect(setup, 0), _collect(setup, 1))
    return both[side]


def _collect(setup: Setup, side: int) -> Catalogue:
    first = len(setup.armies[0].units) if side else 0
    found = Catalogue({}, {})
    listed: list[tuple[Ability, int | None]] = [(a, None) for a in (*setup.stratagems, *setup.armies[side].abilities)]
    listed += [(a, first + i) for i, sheet in enumerate(setup.armies[side].units) for a in sheet.abilities]
    listed += [(LEADER, first + i) for i, sheet in enumerate(setup.armies[side].units) if sheet.leads]
    for ability, unit in listed:
        if ability.use is not None:
            found.entries.setdefault(ability.use.window, []).append((ability, unit))
            found.by_uid.setdefault(ability.uid or ability.name, []).append((ability, unit))
    return found


def maybe(scene: Scene, side: int) -> bool:
    """Whether there is anything that phase, turn, price and count would let the side use outside of windows."""
    return bool(_ready(scene, side, "", ""))


def _ready(scene: Scene, side: int, window: str, roll: str) -> list[tuple[Ability, int | None]]:
    """The abilities of a window that phase, turn, price and count allow, whoever would use them."""
    entries = catalogue(scene.setup, side).entries.get(window)
    if not entries:
        return []
    state = scene.state
    now = (state.phase, state.round, state.turn, state.active, state.armies[side].cp, len(state.casts))
    known = scene.ready.get((side, window, roll))
    if known is None or known[0] != now:
        found = [(ability, unit) for ability, unit in entries if refusal(scene, side, ability, unit, roll) is None]
        known = scene.ready[side, window, roll] = (now, found)
    return known[1]


def cheapest(scene: Scene, side: int, window: str, roll: str = "") -> int | None:
    """The fewest command points that anything in a window costs the side now; None if there is nothing."""
    costs = [ability.use.cost for ability, _ in _ready(scene, side, window, roll) if ability.use is not None]
    return min(costs, default=None)


def any_offer(scene: Scene, side: int, window: str, about: tuple[int, ...], roll: str = "") -> bool:
    """Whether the side has an answer in a window; stops at the first."""
    ready = _ready(scene, side, window, roll)
    return any(True for ability, unit in ready for _ in _offers_of(scene, side, ability, unit, about))


def offers(
    scene: Scene, side: int, window: str = "", about: tuple[int, ...] = (), roll: str = "", only: int | None = None
) -> list[Offer]:
    """What the side may use now, outside of any window or in the one named; by or on one unit, if `only` names it."""
    ready = _ready(scene, side, window, roll)
    return [offer for ability, unit in ready for offer in _offers_of(scene, side, ability, unit, about, only)]


def _offers_of(
    scene: Scene, side: int, ability: Ability, unit: int | None, about: tuple[int, ...], only: int | None = None
) -> Iterator[Offer]:
    for user in _users(scene, side, ability, unit, about):
        if only is not None and user != only:
            continue
        if user is not None and not _fits(scene, side, ability, user):
            continue
        targets = aims(scene, ability, user, about)
        if not targets and _aims(ability):
            continue
        if user is None or user_refusal(scene, side, ability, user) is None:
            yield Offer(ability, user, targets)


def _fits(scene: Scene, side: int, ability: Ability, unit: int) -> bool:
    """The cheap part of `user_refusal`: most units are settled by it."""
    use, state = ability.use, scene.state.units[unit]
    return (
        use is not None
        and state.side == side
        and not (state.shocked and use.kind == "stratagem")
        and scene.sheets[unit].keyword_set.issuperset(use.keywords)
    )


def _aims(ability: Ability) -> bool:
    return ability.use is not None and ability.use.target in {"enemy", "leadable"}


def _users(scene: Scene, side: int, ability: Ability, unit: int | None, about: tuple[int, ...]) -> Sequence[int | None]:
    use = ability.use
    assert use is not None
    if unit is not None:
        user = _bearer(scene, unit)
        return [] if user is None else [user]
    if use.target == "none":
        return [None]
    if use.window in {"targeted", "fight targeted", "before shock", "rolled", "destroyed"}:
        return [other for other in about if scene.state.units[other].side == side]
    if any(effect.text == "arrive early" for effect in ability.effects):
        return [u.index for u in scene.state.units if u.side == side and u.reserves and u.alive]
    return list(scene.standing(side))


def _bearer(scene: Scene, unit: int) -> int | None:
    """Who uses a unit's own ability: itself, or the unit that it has joined while it lives there."""
    units = scene.state.units
    host = units[unit].joined
    if host is None:
        return unit
    first = scene.sheets[host].body
    for leader in units[host].leaders:
        last = first + len(units[leader].wounds)
        if leader == unit:
            return host if any(units[host].wounds[first:last]) else None
        first = last
    return None


def refusal(scene: Scene, side: int, ability: Ability, unit: int | None, roll: str = "") -> Refusal | None:
    """Why the ability cannot be used at all now, if it cannot."""
    use, state, name = ability.use, scene.state, ability.name
    if use is None:
        return Refusal("not-usable", f"{name} works by itself.")
    if use.phases and state.phase not in use.phases:
        return Refusal("wrong-phase", f"{name} is for the {' or '.join(use.phases)} phase.", state.phase)
    if use.turn != "any" and (use.turn == "own") != (state.active == side):
        return Refusal("wrong-turn", f"{name} is for {'your own' if use.turn == 'own' else 'the enemy'} turn.")
    if use.rolls and roll and roll not in use.rolls:
        return Refusal("wrong-roll", f"{name} is not for {roll} rolls.")
    if state.armies[side].cp < use.cost:
        measure = f"{state.armies[side].cp} of {use.cost} command points"
        return Refusal("command-points", f"{name} costs {use.cost} command points.", measure)
    left = casts_left(scene, side, ability, unit)
    if left == 0:
        return Refusal("used-up", f"{name} has been used as often as it may be in this {_spell(ability)}.")
    return None


def _spell(ability: Ability) -> str:
    if ability.use is None or ability.use.kind == "stratagem":
        return "phase"
    return ability.use.per


def casts_left(scene: Scene, side: int, ability: Ability, unit: int | None) -> int:
    """How often the ability may still be used; -1 for as often as one likes. Stratagems: once in a phase."""
    use, state = ability.use, scene.state
    if use is None:
        return 0
    uid = ability.uid or ability.name
    mine = [c for c in state.casts if c.ability == uid and c.side == side and (unit is None or _by(scene, c, unit))]
    if use.kind == "stratagem":
        return int(not any((c.round, c.turn, c.phase) == (state.round, state.turn, state.phase) for c in mine))
    if use.count < 0:
        return -1
    here = {
        "phase": [c for c in mine if (c.round, c.turn, c.phase) == (state.round, state.turn, state.phase)],
        "turn": [c for c in mine if (c.round, c.turn) == (state.round, state.turn)],
        "round": [c for c in mine if c.round == state.round],
        "battle": mine,
    }[use.per]
    return max(0, use.count - len(here))


def _by(scene: Scene, cast: Cast, unit: int) -> bool:
    """Whether the unit used it, alone or as the leader of another; the other may have fallen since."""
    if cast.unit is None or cast.unit in {unit, scene.state.units[unit].joined}:
        return True
    known = {each.uid or each.name for each in base_sheets(scene.setup)[cast.unit].abilities}
    return cast.ability not in known and not scene.state.units[cast.unit].alive


def user_refusal(scene: Scene, side: int, ability: Ability, unit: int) -> Refusal | None:
    """Why this unit cannot use the ability, or have it used on it."""
    use, state, name = ability.use, scene.state.units[unit], scene.sheets[unit].name
    assert use is not None
    if state.side != side or not state.alive:
        return Refusal("not-yours", f"{name} is no unit of yours in this battle.")
    if use.kind == "stratagem" and state.shocked:
        return Refusal("battle-shocked", f"{name} is battle-shocked: no stratagem can be used on it.")
    missing = [keyword for keyword in use.keywords if keyword not in scene.sheets[unit].keyword_set]
    if missing:
        return Refusal("keyword", f"{ability.name} is for units with the keyword {missing[0]}, and {name} has it not.")
    for condition in use.conditions:
        if not powers.check(scene, condition, unit, None):
            return Refusal("condition", f"{ability.name} asks of {name}: {condition}.")
    return acts.refusal(scene, ability, unit)


def aims(scene: Scene, ability: Ability, unit: int | None, about: tuple[int, ...]) -> tuple[int, ...]:
    """The units that the ability may be aimed at."""
    use = ability.use
    assert use is not None
    if unit is None or use.target not in {"enemy", "leadable"}:
        return ()
    side = scene.state.units[unit].side
    if use.target == "leadable":
        return acts.leadable(scene, unit)
    foes = [u for u in about if scene.state.units[u].side != side] if use.window else scene.standing(1 - side)
    if not scene.state.units[unit].on_table:
        return ()
    foes = [foe for foe in foes if scene.state.units[foe].on_table]
    near = scene.about(unit, foes, use.reach) if use.reach else foes
    return tuple(foe for foe in near if acts.able_at(scene, ability, unit, foe))


def check(scene: Scene, side: int, choice: Use, window: Window | None = None) -> Offer:
    """The offer that the choice takes up. Raises Refusal if the ability may not be used so."""
    offer = _offer(scene, side, choice, window)
    _picked(offer.ability, choice)
    return offer


def carry_out(scene: Scene, side: int, offer: Offer, choice: Use, window: Window | None = None) -> None:
    """Pay for a checked use and bring its effects about."""
    ability = offer.ability
    picked = _picked(ability, choice)
    targets = choice.targets if offer.targets else ()
    scene.emit(ev.AbilityUsed(ability.uid or ability.name, ability.name, side, offer.unit, targets, _cost(ability)))
    for effect in (*ability.effects, *(picked.effects if picked else ())):
        _bring_about(scene, side, picked or ability, effect, offer.unit, targets, window)


def _cost(ability: Ability) -> int:
    return ability.use.cost if ability.use else 0


def _offer(scene: Scene, side: int, choice: Use, window: Window | None) -> Offer:
    """The offer that the choice takes up."""
    known = catalogue(scene.setup, side).by_uid.get(choice.ability)
    if not known:
        raise Refusal("no-such-ability", f"There is no ability '{choice.ability}' to use.")
    users = (None if entry[1] is None else _bearer(scene, entry[1]) for entry in known)
    ability, unit = next((entry for entry, user in zip(known, users, strict=True) if user == choice.unit), known[0])
    assert ability.use is not None
    kind = window.kind if window else ""
    if ability.use.window != kind:
        raise Refusal("wrong-time", f"{ability.name} is used at another time: {ability.use.window or 'in your phase'}.")
    about, rolled = (window.about, window.roll) if window else ((), "")
    why = refusal(scene, side, ability, unit, rolled)
    if why is None and choice.unit is not None:
        if not 0 <= choice.unit < len(scene.state.units):
            raise Refusal("no-such-unit", f"There is no unit with number {choice.unit}.")
        why = user_refusal(scene, side, ability, choice.unit)
    if why is not None:
        raise why
    for offer in _offers_of(scene, side, ability, unit, about):
        if offer.unit == choice.unit and _hits(offer, choice):
            return offer
    raise Refusal("no-target", f"{ability.name} cannot be used like that: choose another unit or target.")


def _hits(offer: Offer, choice: Use) -> bool:
    if not offer.targets:
        return not choice.targets
    return len(choice.targets) == 1 and choice.targets[0] in offer.targets


def _picked(ability: Ability, choice: Use) -> Ability | None:
    """The one of a selectable ability's choices that was picked."""
    if not ability.choices:
        return None
    found = next((each for each in ability.choices if choice.pick in {each.uid, each.name}), None)
    if found is None:
        names = ", ".join(each.name for each in ability.choices)
        raise Refusal("no-pick", f"{ability.name}: choose one of {names}.")
    return found


def _bring_about(
    scene: Scene,
    side: int,
    ability: Ability,
    effect: Effect,
    unit: int | None,
    targets: tuple[int, ...],
    window: Window | None,
) -> None:
    """What one effect of a used ability does: at once, or for as long as it lasts."""
    holder = targets[0] if effect.who == "target" and targets else unit
    if effect.kind == "command_points":
        scene.emit(ev.CommandPointsGained(side, effect.value, ability.name))
    elif effect.kind == "act" and unit is not None:
        acts.act(scene, effect.text, unit, targets, window)
    elif effect.kind == "join_unit" and unit is not None and targets:
        scene.emit(ev.LeaderJoined(unit, targets[0]))
    elif effect.kind in _AT_ONCE and holder is not None:
        _at_once(scene, ability, effect, holder, unit)
    else:
        on = None if effect.who == "army" else holder
        state = scene.state
        scene.emit(ev.EffectBegan(Active(ability.name, effect, side, on, state.round, state.turn)))


_AT_ONCE = frozenset({"mortal_wounds", "heal", "return"})


def _at_once(scene: Scene, ability: Ability, effect: Effect, unit: int, by: int | None) -> None:
    amount = effect.value
    if effect.amount is not None:
        rolled = scene.dice.roll(effect.amount.count, ability.name, effect.amount.sides or 6)
        if effect.text:  # so many of the dice as show the number or more
            amount = sum(face >= int(effect.text) for face in rolled)
        else:
            amount = sum(rolled) + effect.amount.plus
    if effect.kind == "mortal_wounds":
        mortal_wounds(scene, unit, amount, ability.name, by)
    elif effect.kind == "heal":
        heal(scene, unit, amount, ability.name)
    else:
        return_miniatures(scene, unit, amount, ability.name)
