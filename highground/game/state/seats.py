"""What a seat sees beyond what everybody sees: whose turn it is to answer, what it has prepared, its rosters' texts.

What everybody sees is worked out once for a moment of the battle; a seat's own things are put on top of it.
"""

from __future__ import annotations

import zlib
from collections import Counter
from collections.abc import Mapping

import msgspec

from highground.engine.model import Ability
from highground.engine.prompts import Prompt
from highground.game.match.match import Match
from highground.game.state.asked import request_view
from highground.game.state.offers import offers_view
from highground.game.state.takeback import last_choice
from highground.game.state.units import ability_view
from highground.game.views.state import ArmyState, BattleState, PromptState, SeatState, UnaskedState
from highground.game.views.units import UnitState, UnitTexts


def seen_by(plain: BattleState, match: Match, sides: frozenset[int]) -> BattleState:
    """The state as the commander of `sides` sees it. `plain` is what everybody sees now; it stays as it is."""
    return overlaid(plain, own_of(plain, match, sides), private_texts(match, sides))


def own_of(plain: BattleState, match: Match, sides: frozenset[int]) -> SeatState:
    """The parts of the state that are the seat's own."""
    request, asked = match.ask(), plain["request"]
    mine = request is not None and request.side in sides
    return {
        "sides": sorted(sides),
        "version": version(match, sides),
        "undo": last_choice(match, sides),
        "offers": offers_view(match, sides),
        "request": _mine(request, match) if request is not None and mine else asked,
        "recorded_charges": recorded_charges(match) if match.battle.state.active in sides else {},
        "unasked": unasked(match, sides),
    }


def unasked(match: Match, sides: frozenset[int]) -> list[UnaskedState]:
    """What the commander of `sides` was not asked about in this turn and the one before, since it was not worth it."""
    state = match.battle.state
    now = 2 * state.round + state.turn
    counted = Counter(
        (each.key, each.name, *each.turn)
        for each in match.asking.unasked
        if each.side in sides and 2 * each.turn[0] + each.turn[1] >= now - 1
    )
    seats = match.asking.seats
    return [
        {
            "key": key,
            "name": name,
            "round": number,
            "turn": turn,
            "times": times,
            "asks": any(seats[side].asks(key) for side in sides),
        }
        for (key, name, number, turn), times in counted.items()
    ]


def _mine(prompt: Prompt, match: Match) -> PromptState:
    return {**request_view(match, prompt), "mine": True, "selected_unit_uuid": selected(match)}


def overlaid(plain: BattleState, own: SeatState, private: Mapping[str, UnitTexts]) -> BattleState:
    """What everybody sees, with a seat's own parts and private texts in their places."""
    seen: BattleState = {**plain, **own}
    if private:
        model = plain["game_model"]
        seen["game_model"] = {**model, "armies": [_army(each, private) for each in model["armies"]]}
        seen["units"] = [_unit(each, private) for each in plain["units"]]
    return seen


def version(match: Match, sides: frozenset[int]) -> str:
    """Identifies a game's state as a seat sees it: `count`, what is prepared or shown beside, the clock, the seat."""
    asked = match.ask()
    wanted = [match.asking.seats[side] for side in sorted(sides)]
    preparing = match.battle.state.active in sides or (asked is not None and asked.side in sides)
    prepared = match.draft if preparing else match.undo_asked
    beside = zlib.crc32(
        msgspec.json.encode(
            (prepared, match.clock, match.about, match.offers, match.coached, _under_way(match), wanted)
        )
    )
    return f"{match.count}.{beside}.{''.join(map(str, sorted(sides)))}"


def _under_way(match: Match) -> int:
    return 0 if match.pending is None else match.pending.roll


def selected(match: Match) -> str | None:
    """The unit that is picked to shoot or to fight."""
    unit = match.draft.selected
    return None if unit is None else match.cast.unit_uuids[unit]


def recorded_charges(match: Match) -> dict[str, list[str]]:
    """The charges that are registered but not rolled yet: targets' uuids by the charger's."""
    uuids = match.cast.unit_uuids
    return {uuids[unit]: [uuids[target] for target in targets] for unit, targets in match.draft.charges}


def _army(army: ArmyState, private: Mapping[str, UnitTexts]) -> ArmyState:
    units = [_unit(each, private) for each in army["units"]]
    texts = private.get(army["uuid"])
    return {**army, "units": units} if texts is None else {**army, **texts, "units": units}


def _unit(unit: UnitState, private: Mapping[str, UnitTexts]) -> UnitState:
    texts = private.get(unit["uuid"])
    return unit if texts is None else {**unit, **texts}


def private_texts(match: Match, sides: frozenset[int]) -> dict[str, UnitTexts]:
    """The abilities, with their texts, of the seat's armies and units that have private ones; by uuid."""
    sheets = (*match.battle.setup.armies, *match.battle.scene.sheets)
    return match.kept.get(("private", sides), sheets, lambda: _private_texts(match, sides))


def _private_texts(match: Match, sides: frozenset[int]) -> dict[str, UnitTexts]:
    found: dict[str, UnitTexts] = {}
    for side in sides:
        _add(found, match.cast.army_uuids[side], match.battle.setup.armies[side].abilities)
    for unit in match.battle.state.units:
        if unit.side in sides:
            _add(found, match.cast.unit_uuids[unit.index], match.battle.scene.sheets[unit.index].abilities)
    return found


def _add(found: dict[str, UnitTexts], uuid: str, abilities: tuple[Ability, ...]) -> None:
    if any(each.private for each in abilities):
        found[uuid] = {"abilities": [ability_view(each, own=True) for each in abilities]}
