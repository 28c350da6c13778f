"""Abilities and stratagems that somebody may choose to use: when, by or on which unit, at what price."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from highground.engine.abilities import conditions, powers
from highground.engine.abilities.model import Ability
from highground.engine.abilities.model import Use as AbilityUse
from highground.engine.abilities.resources import ChangePrice, ChangeSpend
from highground.engine.abilities.sources import Power, Powers
from highground.engine.attached import base_sheets
from highground.engine.choices import Use
from highground.engine.errors import Refusal
from highground.engine.kept import While
from highground.engine.model import Setup
from highground.engine.scene import Scene
from highground.engine.state import AbilityCast, Window
from highground.engine.steps import possible, rerolls, struck
from highground.engine.steps.catalogue import LEADER, Entry, catalogue, in_turn
from highground.engine.steps.reserving import join_refusal
from highground.engine.table.distance import FAR, TOLERANCE


class Offer(NamedTuple):
    """An ability that may be used: by or on `unit` (None: nobody in particular), at one of `targets` if it aims."""

    ability: Ability
    unit: int | None
    targets: tuple[int, ...]
    price: int = 0
    whose: int | None = None
    """Whose it is, if it is a unit's own: `unit`, or a leader that has joined it."""


_READY: While[tuple[int, str, str], list[Entry]] = While()
_ANY: While[tuple[int, str], tuple[Entry, int | None]] = While()
_ANYTHING: While[int, bool] = While()
_WIDE = frozenset({"", "battle start", "round start", "phase start", "phase end", "charged", "moved", "deployed"})
"""Windows that are about no enemy: what is used in them may be aimed at any."""
_DONE = frozenset({"shot", "charged", "moved"})
"""Windows for the unit that they are about alone."""
_OF_ONE = _DONE | {"rolled", "wounded"}
_OF_THESE = _OF_ONE | {"targeted", "fight targeted", "before shock", "enemy destroyed"}
"""Windows that are about units of the side: what is used on a friend is used on one of these."""
_CASTS: While[int, dict[str, list[AbilityCast]]] = While(same=True)
_NEVER: list[AbilityCast] = []


def anything(scene: Scene, side: int) -> bool:
    """Whether there is anything that the side may use now outside of windows."""
    ready = _ready(scene, side, "", "")
    if not ready:
        return False
    state = scene.state
    known = _ANYTHING.last(scene.memory, side)
    if known is not None:
        whose, units, effects = known[0]
        if whose is ready and units is state.units and effects is state.active_effects:
            return known[1]
    found = any_offer(scene, side, "", ())
    return _ANYTHING.put(scene.memory, side, (ready, state.units, state.active_effects), found)


def used_in(setup: Setup, side: int, window: str) -> bool:
    """Whether the side has anything at all for a timing window."""
    return window in catalogue(setup, side).entries


def asks_for_hits(setup: Setup, side: int) -> bool:
    """Whether anything that the side may use after it has shot depends on which weapons hit."""
    return any(each.use.weapon or each.use.of_model for each in catalogue(setup, side).entries.get("shot", []))


def asks_for_ways(setup: Setup, side: int) -> bool:
    """Whether anything that the side may use after it has moved depends on what it moved over."""
    return any(each.use.over for each in catalogue(setup, side).entries.get("moved", []))


def used_now(scene: Scene, side: int, window: str) -> bool:
    """Whether the side has used something of a window in this phase."""
    entries = catalogue(scene.setup, side).entries.get(window)
    if not entries:
        return False
    names, state = {each.uid for each in entries}, scene.state
    now = (state.round, state.turn, state.phase)
    return any(c.side == side and c.ability in names and (c.round, c.turn, c.phase) == now for c in state.casts)


def _ready(scene: Scene, side: int, window: str, roll: str) -> list[Entry]:
    """The abilities of a window that phase, turn, price and count allow, whichever unit would use them."""
    state = scene.state
    entries = catalogue(scene.setup, side).at(window, state.phase, state.active == side)
    if not entries:
        return entries
    army = state.armies[side]
    now = (state.phase, state.round, state.turn, state.active, army.cp, len(state.casts), army.counts)
    key = (side, window, roll)
    found = _READY.get(scene.memory, key, now)
    if found is None:
        found = _READY.put(scene.memory, key, now, [e for e in entries if _affordable(scene, side, e, roll)])
    return found


def _affordable(scene: Scene, side: int, entry: Entry, roll: str) -> bool:
    """As `refusal`, for an ability whose time it is."""
    army = scene.state.armies[side]
    if entry.rolls and roll and roll not in entry.rolls:
        return False
    if not _spends_by_unit(scene, entry) and any(army.count(count) < number for count, number in entry.use.spend):
        return False
    if _priced(scene, entry.ability):
        return True  # it depends on the unit
    return entry.cost <= army.cp and casts_left(scene, side, entry.ability, entry.unit) != 0


def ready(scene: Scene, side: int) -> list[Ability]:
    """What phase, turn, price and count would let the side use outside of windows, whichever unit would use it."""
    return [entry.ability for entry in _ready(scene, side, "", "")]


def cheapest(scene: Scene, side: int, window: str, roll: str = "") -> int | None:
    """The fewest command points that anything in a window costs the side now; None if there is nothing."""
    return min([entry.cost for entry in _ready(scene, side, window, roll)], default=None)


def any_offer(scene: Scene, side: int, window: str, about: tuple[int, ...], roll: str = "") -> bool:
    """Whether the side has an answer in a window; stops at the first. Mostly it is the same as the last time."""
    ready, last = _ready(scene, side, window, roll), (side, window)
    if not ready:
        return False
    known = _ANY.last(scene.memory, last)
    if known is not None and known[1][0] in ready:
        entry, user = known[1]
        if any(True for _ in _usable(scene, side, entry, about, user)):
            return True
    for entry in ready:
        for user, _ in _usable(scene, side, entry, about):
            _ANY.put(scene.memory, last, None, (entry, user))
            return True
    return False


def offers(
    scene: Scene, side: int, window: str = "", about: tuple[int, ...] = (), roll: str = "", only: int | None = None
) -> list[Offer]:
    """What the side may use now, outside of any window or in the one named; by or on one unit, if `only` names it."""
    ready = _ready(scene, side, window, roll)
    return [offer for entry in ready for offer in _offers_of(scene, side, entry, about, only)]


def _offers_of(
    scene: Scene, side: int, entry: Entry, about: tuple[int, ...], only: int | None = None
) -> Iterator[Offer]:
    ability = entry.ability
    for user, targets in _usable(scene, side, entry, about, only):
        yield Offer(ability, user, targets, price(scene, side, ability, user), entry.unit)


def _usable(
    scene: Scene, side: int, entry: Entry, about: tuple[int, ...], only: int | None = None
) -> Iterator[tuple[int | None, tuple[int, ...]]]:
    """The units that can use the ability or that it can be used on, and its targets."""
    foes = _foes(scene, side, entry, about)
    if foes is not None and not foes:
        return
    for user in _users(scene, side, entry, about):
        if only is not None and user != only:
            continue
        if user is None:
            if not entry.aims:
                yield None, ()
        elif _fits(scene, side, entry, user):
            targets = _aims_of(scene, entry, user, foes)
            if (targets or not entry.aims) and _unit_refusal(scene, side, entry.ability, user) is None:
                yield user, targets


def _fits(scene: Scene, side: int, entry: Entry, unit: int) -> bool:
    """The cheap part of `user_refusal`: most units are settled by it."""
    state = scene.state.units[unit]
    if state.side != side or (state.shocked and entry.stratagem) or not state.alive:
        return False
    return not entry.keywords or scene.has_keywords(unit, entry.keywords)


def _users(scene: Scene, side: int, entry: Entry, about: tuple[int, ...]) -> Sequence[int | None]:
    if entry.unit is not None:
        user = bearer(scene, entry.unit)
        if user is None or (entry.ability.bearers and scene.bearing(entry.unit, entry.ability.bearers) is None):
            return []  # who carries it has fallen
        return [] if entry.window in _OF_ONE and user not in about else [user]
    if entry.target == "none":
        return [None]
    if entry.window in _OF_THESE:
        return [other for other in about if scene.state.units[other].side == side]
    if entry.early:
        return [u.index for u in scene.state.units if u.side == side and u.reserves and u.alive]
    return list(scene.standing(side))


def bearer(scene: Scene, unit: int) -> int | None:
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
    use, name = ability.use, ability.name
    assert use is not None
    why = time_refusal(scene, side, ability)
    if why is not None:
        return why
    if use.rolls and roll and roll not in use.rolls:
        return Refusal("wrong-roll", ability=name, roll=roll)
    spent = None if _spends_by_unit(scene, Entry(ability, unit)) else spend_refusal(scene, side, ability)
    if spent is not None:
        return spent
    if _priced(scene, ability):
        return None  # it depends on the unit
    return price_refusal(scene, side, ability) or casts_refusal(scene, side, ability, unit)


def spend_refusal(scene: Scene, side: int, ability: Ability, unit: int | None = None) -> Refusal | None:
    """Whether the army has less of what it keeps count of than the ability takes, used by or on the unit if known."""
    for count, number in spends(scene, side, ability, unit):
        left = scene.state.armies[side].count(count)
        if left < number:
            return Refusal("too-few", ability=ability.name, count=count, price=number, left=left)
    return None


def time_refusal(scene: Scene, side: int, ability: Ability) -> Refusal | None:
    """Why this is not the ability's phase or turn, if it is not."""
    use, state, name = ability.use, scene.state, ability.name
    if use is None:
        return None
    if use.phases and state.phase not in use.phases:
        return Refusal("wrong-phase", ability=name, phases=use.phases, phase=state.phase)
    if not in_turn(use, state.phase, state.active == side):
        return Refusal("wrong-turn", ability=name, turn=use.turn)
    return None


def price_refusal(scene: Scene, side: int, ability: Ability, unit: int | None = None) -> Refusal | None:
    """Whether the side cannot pay for the ability, used by or on the unit if it is known."""
    wanted, cp = price(scene, side, ability, unit), scene.state.armies[side].cp
    if cp >= wanted:
        return None
    return Refusal("command-points", ability=ability.name, price=wanted, points=cp)


def _priced(scene: Scene, ability: Ability) -> bool:
    """Whether what the ability costs, or how often it is used, depends on the unit that it is used on."""
    use = ability.use
    on_unit = use is not None and use.kind == "stratagem" and use.target != "none"
    return on_unit and Powers.of(scene.setup).priced


def price(scene: Scene, side: int, ability: Ability, unit: int | None) -> int:
    """The command points that the ability costs when it is used by or on the unit."""
    found = _changes(scene, side, ability, unit)
    if any(each.free for _, each in found):
        return 0
    rises = sum([each.value for _, each in found if each.value > 0 and not each.alone])
    highest = max([rises, *(each.value for _, each in found if each.alone)])
    return max(0, cost(ability) + highest + sum([each.value for _, each in found if each.value < 0]))


def discounts(scene: Scene, side: int, ability: Ability, unit: int | None) -> list[Power]:
    """What makes the ability cheaper for the unit, and may do so only so often."""
    prices = [power for power, each in _changes(scene, side, ability, unit) if each.per]
    return prices + [power for power, each in _spendings(scene, side, ability, unit) if each.per]


def _spends_by_unit(scene: Scene, entry: Entry) -> bool:
    """Whether what the ability takes of its army's counts depends on the unit that it is used by or on."""
    by_unit = entry.unit is not None or entry.target != "none"
    return by_unit and bool(entry.counts) and Powers.of(scene.setup).spending


def spends(scene: Scene, side: int, ability: Ability, unit: int | None) -> tuple[tuple[str, int], ...]:
    """What the ability takes of the army's counts when it is used by or on the unit."""
    usual = ability.use.spend if ability.use is not None else ()
    found = _spendings(scene, side, ability, unit)
    if not found:
        return usual
    changed: list[tuple[str, int]] = []
    for count, number in usual:
        mine = [each for _, each in found if each.name == count]
        free = any(each.free for each in mine)
        changed.append((count, 0 if free else max(0, number + sum([each.value for each in mine]))))
    return tuple(changed)


def _spendings(scene: Scene, side: int, ability: Ability, unit: int | None) -> list[tuple[Power, ChangeSpend]]:
    if unit is None or ability.use is None or not ability.use.spend:
        return []
    counts = {count for count, _ in ability.use.spend}
    return [
        (power, power.effect)
        for power in powers.spendings(scene, unit)
        if isinstance(power.effect, ChangeSpend)
        if power.effect.name in counts and _unspent(scene, side, power, power.effect, unit)
    ]


def _changes(scene: Scene, side: int, ability: Ability, unit: int | None) -> list[tuple[Power, ChangePrice]]:
    if unit is None or not _priced(scene, ability):
        return []
    deal = _deal(ability)
    return [
        (power, power.effect)
        for power in powers.prices(scene, unit)
        if isinstance(power.effect, ChangePrice)
        if power.effect.what in {"any", deal} and power.effect.stratagem in {"", ability.name}
        if _unspent(scene, side, power, power.effect, unit)
    ]


def _unspent(scene: Scene, side: int, power: Power, change: ChangePrice | ChangeSpend, unit: int) -> bool:
    """Whether the change has not been used up."""
    if not change.per:
        return True
    made = [c for c in scene.state.casts if c.ability == power.name and c.side == side]
    return not any(_since(scene, change.per, cast) for cast in made if change.shared or cast.unit == unit)


def _since(scene: Scene, spell: str, cast: AbilityCast) -> bool:
    """Whether it was used in the phase, turn, round or battle that it is now."""
    state = scene.state
    if spell == "battle" or cast.round != state.round:
        return spell == "battle"
    return spell == "round" or (cast.turn == state.turn and (spell == "turn" or cast.phase == state.phase))


def _deal(ability: Ability) -> str:
    """Which stratagem it is, by what it does."""
    use = ability.use
    for kind, deal in _DEALS.items():
        if any(effect.kind == kind for effect in ability.effects):
            return deal
    if any(effect.permits("arrive early") for effect in ability.effects):
        return "arrival"
    wounds = use is not None and any(effect.kind == "mortal_wounds" for effect in ability.effects)
    if use is not None and wounds:
        return "grenades" if "grenades" in use.keywords else "impact" if use.phases == ("charge",) else ""
    return ""


_DEALS = {
    "shoot": "overwatch",
    "charge_now": "intervention",
    "roll_again": "reroll",
    "fight_next": "counter",
    "steadfast": "nerve",
}


def casts_refusal(scene: Scene, side: int, ability: Ability, unit: int | None) -> Refusal | None:
    """Whether the ability has been used as often as it may be."""
    if ability.use is None or casts_left(scene, side, ability, unit):
        return None
    return Refusal("used-up", ability=ability.name, spell=_spell(ability))


def offered(scene: Scene, side: int, ability: Ability, unit: int | None, window: Window | None) -> bool:
    """Whether somebody could use the ability at something now, were it only the time for it."""
    about = window.about if window is not None else ()
    return any(True for _ in _usable(scene, side, Entry(ability, unit), about))


def _spell(ability: Ability) -> str:
    return ability.use.per if ability.use is not None else "battle"


def casts_left(scene: Scene, side: int, ability: Ability, unit: int | None) -> int:
    """How often the ability may still be used; -1 for as often as one likes. A stratagem's uses count for all units."""
    use = ability.use
    if use is None:
        return 0
    if use.count < 0:
        return -1
    together = use.shared or use.kind == "stratagem"
    mine = casts_of(scene, side, ability, None if together else unit)
    return max(0, use.count - sum([_since(scene, use.per, cast) for cast in mine])) if mine else use.count


def casts_of(scene: Scene, side: int, ability: Ability, unit: int | None) -> list[AbilityCast]:
    """When the side has used the ability so far, by or on the unit if one is named."""
    made = scene.state.casts
    if not made:
        return _NEVER
    uid, group = ability.uid or ability.name, "" if ability.use is None else ability.use.counts_with
    if group:
        same = catalogue(scene.setup, side).together.get(group, [uid])
        mine = [cast for cast in made if cast.ability in same and cast.side == side]
    else:
        mine = _casts(scene, side, made).get(uid, _NEVER)
    return mine if unit is None else [cast for cast in mine if _by(scene, cast, unit)]


def _casts(scene: Scene, side: int, made: tuple[AbilityCast, ...]) -> dict[str, list[AbilityCast]]:
    """What the side has used so far, by the ability's uid."""
    known = _CASTS.get(scene.memory, side, made)
    if known is None:
        known = _CASTS.put(scene.memory, side, made, {})
        for cast in made:
            if cast.side == side:
                known.setdefault(cast.ability, []).append(cast)
    return known


def _by(scene: Scene, cast: AbilityCast, unit: int) -> bool:
    """Whether the unit used it, alone or as the leader of another; the other may have fallen since."""
    if cast.unit is None or cast.unit in {unit, scene.state.units[unit].joined}:
        return True
    if cast.ability == LEADER.uid:
        return False  # every leader has it, each its own
    known = {each.uid or each.name for each in base_sheets(scene.setup)[cast.unit].abilities}
    return cast.ability not in known and not scene.state.units[cast.unit].alive


def user_refusal(scene: Scene, side: int, ability: Ability, unit: int) -> Refusal | None:
    """Why this unit cannot use the ability, or have it used on it."""
    use, state, name = ability.use, scene.state.units[unit], scene.called(unit)
    assert use is not None
    if state.side != side or not state.alive:
        return Refusal("not-yours", unit=name)
    if use.kind == "stratagem" and state.shocked:
        return Refusal("battle-shocked", unit=name)
    missing = [keyword for keyword in use.keywords if not scene.has_keyword(unit, keyword)]
    if missing:
        return Refusal("keyword", ability=ability.name, unit=name, keyword=missing[0])
    return _unit_refusal(scene, side, ability, unit)


def _unit_refusal(scene: Scene, side: int, ability: Ability, unit: int) -> Refusal | None:
    """The same for a unit of the side with all keywords that it takes: price, count, conditions, and what it does."""
    use = ability.use
    assert use is not None
    short = spend_refusal(scene, side, ability, unit) if use.spend else None
    if short is not None:
        return short
    if _priced(scene, ability):
        why = price_refusal(scene, side, ability, unit)
        again = any(each.again for _, each in _changes(scene, side, ability, unit))
        why = why or (None if again else casts_refusal(scene, side, ability, unit))
        if why is not None:
            return why
    for condition in use.conditions:
        if not conditions.check(scene, condition, unit, None):
            name = scene.called(unit)
            return Refusal("condition", ability=ability.name, unit=name, condition=condition)
    return possible.refusal(scene, ability, unit)


def _foes(scene: Scene, side: int, entry: Entry, about: tuple[int, ...]) -> list[int] | None:
    """The enemies that an ability for use on enemies could be aimed at, whatever uses it; None for other abilities."""
    units = scene.state.units
    if entry.target == "ally":
        return scene.standing(side)
    if entry.target == "reserve":
        return [each.index for each in scene.state.units if each.side == side and each.reserves and each.alive]
    if entry.target != "enemy":
        return None
    if entry.window in _WIDE and not entry.use.over:
        return scene.standing(1 - side)
    return [unit for unit in about if units[unit].side != side and scene.on_table(unit)]


def _aims_of(scene: Scene, entry: Entry, unit: int, foes: list[int] | None) -> tuple[int, ...]:
    """The units that the ability may be aimed at by its user."""
    if not entry.aims:
        return ()
    if foes is None:
        return possible.leadable(scene, unit)
    use, own, ability = entry.use, entry.unit, entry.ability
    if not scene.on_table(unit) and (entry.window != "deployed" or use.reach or use.sight):
        return ()
    if entry.target == "reserve":
        return tuple([foe for foe in foes if _aimable(scene, use, unit, foe)])
    reach = powers.stretched(scene, unit, use.reach, entry.counts)
    near = scene.about(unit, foes, reach) if reach else foes
    if not near:
        return ()
    watching = entry.stratagem and entry.target == "enemy" and _deal(ability) == "overwatch"
    return tuple(
        [
            foe
            for foe in near
            if _aimable(scene, use, unit, foe)
            and not (watching and powers.permits(scene, foe, "unwatched"))
            and struck.hit_so(scene, use, unit, own, foe)
            and _reached(scene, ability, unit, own, foe, reach)
            and possible.able_at(scene, ability, unit, foe)
        ]
    )


def _aimable(scene: Scene, use: AbilityUse, unit: int, target: int) -> bool:
    """Whether the target is what the use asks for; the other unit of its conditions is the user."""
    return not use.aimed or any(all(conditions.check(scene, each, target, unit) for each in one) for one in use.aimed)


def _reached(scene: Scene, ability: Ability, unit: int, own: int | None, target: int, reach: float) -> bool:
    """Whether the target is in sight if it must be, and near those who have the ability where others are with them."""
    use, carriers = ability.use, ability.bearers
    assert use is not None
    alone = not use.of_model or own is None or (own == unit and not carriers) or use.window == "shot"
    if alone and not use.sight:
        return True
    if unit == target:
        return True
    lane = scene.lane(unit, target)
    mine: Sequence[int] = (
        range(len(scene.state.units[unit].wounds)) if alone else struck.carriers_in(scene, unit, own, carriers)
    )
    most = reach + TOLERANCE if reach else FAR
    return any(
        index in mine and gap <= most and (not use.sight or lane.sees_within(k, most))
        for k, (index, gap) in enumerate(zip(lane.indices, lane.gaps, strict=True))
    )


def check(scene: Scene, side: int, choice: Use, window: Window | None = None) -> Offer:
    """The offer that the choice takes up. Raises Refusal if the ability may not be used so."""
    offer = _offer(scene, side, choice, window)
    picked(offer.ability, choice)
    rerolls.check(scene, offer.ability, choice, window)
    return offer


def cost(ability: Ability) -> int:
    return ability.use.cost if ability.use else 0


def _offer(scene: Scene, side: int, choice: Use, window: Window | None) -> Offer:
    """The offer that the choice takes up."""
    known = catalogue(scene.setup, side).by_uid.get(choice.ability)
    if not known:
        raise Refusal("no-such-ability", ability=choice.ability)
    users = (None if entry.unit is None else bearer(scene, entry.unit) for entry in known)
    entry = next((entry for entry, user in zip(known, users) if user == choice.unit), known[0])
    ability, unit = entry.ability, entry.unit
    kind = window.kind if window else ""
    if entry.window != kind:
        raise Refusal("wrong-time", ability=ability.name, window=entry.window)
    about, rolled = (window.about, window.roll) if window else ((), "")
    why = refusal(scene, side, ability, unit, rolled)
    if why is None and choice.unit is not None:
        if not 0 <= choice.unit < len(scene.state.units):
            raise Refusal("no-such-unit", number=choice.unit)
        why = user_refusal(scene, side, ability, choice.unit)
    if why is not None:
        raise why
    for offer in _offers_of(scene, side, entry, about, choice.unit):
        if offer.unit == choice.unit and _hits(offer, choice):
            return offer
    raise _not_led(scene, entry, choice) or Refusal("wrong-use", ability=ability.name)


def _not_led(scene: Scene, entry: Entry, choice: Use) -> Refusal | None:
    """Why a leader may not join a unit with which it waits in reserve."""
    if entry.target != "leadable" or choice.unit is None or len(choice.targets) != 1:
        return None
    leader, units, led = scene.state.units[choice.unit], scene.state.units, choice.targets[0]
    there = leader.reserves and 0 <= led < len(units) and units[led].side == leader.side
    return join_refusal(scene, leader, units[led]) if there else None


def _hits(offer: Offer, choice: Use) -> bool:
    if not offer.targets:
        return not choice.targets
    return len(choice.targets) == 1 and choice.targets[0] in offer.targets


def picked(ability: Ability, choice: Use) -> Ability | None:
    """The one of a selectable ability's choices that was picked."""
    if not ability.choices:
        return None
    found = next((each for each in ability.choices if choice.pick in {each.uid, each.name}), None)
    if found is None:
        raise Refusal("no-pick", ability=ability.name, choices=tuple([each.name for each in ability.choices]))
    return found
