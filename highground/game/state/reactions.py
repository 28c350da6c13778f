"""The reactions of a player's armies with their stops, and the question that he is asked now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from highground.ai import stakes
from highground.engine.abilities.model import Ability
from highground.engine.attack.again import reroll_gain
from highground.engine.errors import Refusal
from highground.engine.events import AdvanceRolled
from highground.engine.model import Setup
from highground.engine.state import Window
from highground.engine.steps import offers
from highground.engine.steps.catalogue import catalogue
from highground.engine.steps.offers import Offer
from highground.game.match.match import Match
from highground.game.match.stops import Stop, Stops, key_in, key_of, line, usual
from highground.game.state import abilities
from highground.game.state.rolls import rerollable_dice
from highground.game.views.questions import (
    AnswerWay,
    ArmyReactions,
    QuestionDice,
    QuestionOffer,
    Reaction,
    ShownQuestion,
    SpareDie,
)
from highground.game.views.values import NamedThing
from highground.words.questions import otherwise

CHOOSABLE: tuple[Stop, ...] = ("always", "worth", "turn", "never")
_ANYWHERE = 100.0
"""Inches, more than any board is long."""
MOST_WAYS = 12
"""Ways to use one reaction that a question names, the best first."""


def reactions(match: Match, sides: Iterable[int]) -> list[ArmyReactions]:
    """What the armies of a player may answer with, and when he is asked."""
    return [
        {
            "army_uuid": match.cast.army_uuids[side],
            "army_name": match.cast.armies[side],
            "reactions": list(_reactions(match, side)),
            "closing": match.closes_by_hand(side),
        }
        for side in sorted(sides)
        if not match.is_computer(side)
    ]


class ReactionKind(msgspec.Struct, frozen=True):
    """A reaction: an ability in a window, for one roll if it is for several, with the units that have it."""

    ability: Ability
    roll: str
    units: tuple[int, ...]


def kinds(setup: Setup, side: int) -> dict[str, ReactionKind]:
    """Every reaction of a side by its key, in the order of the rules' lists."""
    found: dict[str, ReactionKind] = {}
    for window, entries in catalogue(setup, side).entries.items():
        for entry in entries if window else ():
            ability, unit = entry.ability, entry.unit
            for roll in entry.rolls or ("",):
                key = key_of(ability, roll)
                known = found.get(key, ReactionKind(ability, roll, ()))
                more = () if unit is None else (unit,)
                found[key] = msgspec.structs.replace(known, units=(*known.units, *more))
    return found


def _reactions(match: Match, side: int) -> Iterator[Reaction]:
    state, stops = match.battle.state, match.asking.seats[side]
    for key, kind in kinds(match.battle.setup, side).items():
        use = kind.ability.use
        assert use is not None
        yield {
            "key": key,
            "name": kind.ability.name,
            "description": kind.ability.text,
            "cost": use.cost,
            "why": use.window,
            "roll": kind.roll,
            "units": [match.cast.units[unit] for unit in kind.units],
            "stop": stops.of(key, kind.ability, (state.round, state.turn)),
            "usual": usual(kind.ability),
        }


def choose_stops(
    match: Match, side: int, chosen: Mapping[str, Stop], rest: Stop | None = None, reset: bool = False
) -> None:
    """Choose when a side is asked about some reactions, or about the `rest`; `reset` forgets what was chosen before.

    What is due is passed if it is not asked about any more. Raises Refusal for a reaction that the side does not have.
    """
    known = kinds(match.battle.setup, side)
    for key in chosen:
        if key not in known:
            raise Refusal("no-such-reaction", reaction=key)
    state = match.battle.state
    stops = match.asking.seats[side]
    if reset:
        stops = Stops(rest=rest, closing=stops.closing)
    for stop in CHOOSABLE:
        some = [key for key, each in chosen.items() if each == stop]
        if some:
            stops = stops.but(some, stop, (state.round, state.turn))
    _keep(match, side, stops)
    match.let_pass()


def ask_closing(match: Match, side: int, closing: bool) -> None:
    """Whether a side is asked where its units go that charge, pile in and consolidate."""
    _keep(match, side, msgspec.structs.replace(match.asking.seats[side], closing=closing))


def _keep(match: Match, side: int, stops: Stops) -> None:
    seats = (stops, match.asking.seats[1]) if side == 0 else (match.asking.seats[0], stops)
    match.asking = msgspec.structs.replace(match.asking, seats=seats)


def question(match: Match, sides: frozenset[int]) -> ShownQuestion | None:
    """What a player is asked for a reaction to now, with what each answer would change; None if he is not."""
    window = match.battle.scene.top
    if match.ask() is None or not isinstance(window, Window) or window.side not in sides:
        return None
    side, units = window.side, match.battle.state.units
    dice = _dice(match, window)
    return {
        "why": window.kind,
        "roll": window.roll,
        "own": [_named(match, unit) for unit in window.about if units[unit].side == side],
        "enemies": [_named(match, unit) for unit in window.about if units[unit].side != side],
        "dice": dice,
        "spare": _spare(match, window),
        "offers": _offers(match, window),
        "otherwise": otherwise(window.kind, window.roll, None if dice is None else dice["success"]),
        "command_points": match.battle.state.armies[side].cp,
    }


def _named(match: Match, unit: int) -> NamedThing:
    return {"uuid": match.cast.unit_uuids[unit], "name": match.cast.units[unit]}


def _dice(match: Match, window: Window) -> QuestionDice | None:
    """The dice of a charge or an advance; those of attacks are in the table of their rolls."""
    if window.roll == "charge":
        rolled = stakes.last_charge(match.battle)
        if rolled is None:
            return None
        faces, total = list(rolled.dice), rolled.limit
        return {"faces": faces, "total": total, "needed": rolled.needed, "success": rolled.success}
    events = match.battle.records[-1].events if window.roll == "advance" else ()
    for event in reversed(events):
        if isinstance(event, AdvanceRolled):
            return {"faces": [event.roll], "total": event.limit, "needed": None, "success": None}
    return None


def _spare(match: Match, window: Window) -> list[SpareDie]:
    """The dice of an attack that may be rerolled, that which gains most first."""
    found: list[SpareDie] = []
    for die in rerollable_dice(match, match.due()):
        chance, wounds = reroll_gain(*stakes.rolled(match.battle, window, (die["volley"], die["die"])))
        found.append(
            {
                "unit_uuid": die["unit_uuid"],
                "volley": die["volley"],
                "die": die["die"],
                "face": die["face"],
                "weapon_name": die["weapon_name"],
                "target_unit_name": die["target_unit_name"],
                "chance": round(chance, 3),
                "wounds": round(wounds, 3),
                "success": chance == 0.0,
            }
        )
    return sorted(found, key=lambda each: -each["wounds"])


def _offers(match: Match, window: Window) -> list[QuestionOffer]:
    found: dict[str, list[Offer]] = {}
    by_uuid: dict[str, str] = {}
    said: set[tuple[str, str]] = set()
    for offer in offers.offers(match.battle.scene, window.side, window.kind, window.about, window.roll):
        ability = offer.ability
        if _same_for_all(ability) and (ability.name, ability.text) in said:
            continue
        said.add((ability.name, ability.text))
        uuid = _uuid_of(match, window.side, offer)
        found.setdefault(uuid, []).append(offer)
        by_uuid[uuid] = key_in(window, offer.ability)
    return [_offer(match, window, uuid, by_uuid[uuid], each) for uuid, each in found.items()]


def _same_for_all(ability: Ability) -> bool:
    """Whether it makes no difference which unit uses it: once for all that have it, at enemies wherever they stand."""
    use = ability.use
    everywhere = all(effect.who == "enemies within" and effect.reach >= _ANYWHERE for effect in ability.effects)
    return use is not None and use.shared and use.target == "none" and everywhere


def _uuid_of(match: Match, side: int, offer: Offer) -> str:
    """The uuid of the ability that an offer is of: of a unit's own, that unit's."""
    mine = [each for each in abilities.held(match) if each.side == side and each.ability == offer.ability]
    bearers = [each for each in mine if each.unit is None or offers.bearer(match.battle.scene, each.unit) == offer.unit]
    return abilities.uuid_of(match, (bearers or mine)[0])


def _offer(match: Match, window: Window, uuid: str, key: str, made: list[Offer]) -> QuestionOffer:
    state, ability = match.battle.state, made[0].ability
    own = abilities.find(match, uuid).unit is not None
    weighed = [
        (stakes.stake(match.battle, window, offer, target), offer, target)
        for offer in made
        for target in offer.targets or (None,)
    ]
    weighed.sort(key=lambda each: -each[0].worth)
    made_of: QuestionOffer = {
        "ability_uuid": uuid,
        "key": key,
        "name": ability.name,
        "description": ability.text,
        "cost": offers.cost(ability),
        "stop": match.asking.seats[window.side].of(key, ability, (state.round, state.turn)),
        "ways": [_way(match, own, *each) for each in weighed[:MOST_WAYS]],
    }
    if ability.choices:
        listed = [abilities.choice_of(match, uuid, choice) for choice in ability.choices]
        made_of["choices"] = [
            {"uuid": each["uuid"], "name": each["name"], "description": each["description"]} for each in listed
        ]
    return made_of


def _gap(match: Match, unit: int | None, target: int | None) -> float | None:
    units = match.battle.state.units
    if unit is None or target is None or not (units[unit].on_table and units[target].on_table):
        return None
    return round(max(0.0, match.battle.scene.gap(unit, target)), 1)


def _way(match: Match, own: bool, stake: stakes.Stake, offer: Offer, target: int | None) -> AnswerWay:
    """`own`: the ability is the unit's own, which need not be named."""
    named = (target,) if own else (offer.unit, target)
    return {
        "unit": None if offer.unit is None else _named(match, offer.unit),
        "target": None if target is None else _named(match, target),
        "distance": _gap(match, offer.unit, target),
        "measure": stake.measure,
        "without": round(stake.without, 3),
        "having": round(stake.having, 3),
        "worth_it": stake.worth >= line(offer),
        "uuids": [match.cast.unit_uuids[each] for each in named if each is not None],
    }
