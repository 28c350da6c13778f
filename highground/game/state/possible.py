"""What can be done now, and what keeps a unit from it: the rules themselves are asked, and say why not."""

from __future__ import annotations

from collections.abc import Callable

from highground.engine import choices as ch
from highground.engine.battle import Battle
from highground.engine.errors import Refusal
from highground.engine.listing import single_shots
from highground.engine.prompts import (
    AdvancePrompt,
    ChargePrompt,
    DeployPrompt,
    EndPrompt,
    MovePrompt,
    PickPrompt,
    PlacePrompt,
    Prompt,
    ReactPrompt,
    RemovePrompt,
    RollPrompt,
    ShootPrompt,
    StrikePrompt,
    ZonePrompt,
)
from highground.engine.scene import Scene
from highground.engine.state import Shot, Unit
from highground.engine.steps import charge, targeting
from highground.game.match.match import Match
from highground.game.views.state import Possible, PossibleUnit
from highground.words import explain

MOST_REASONS = 2
"""Reasons that are said of a unit that has nobody to shoot at."""
MARCHES = frozenset({"move", "arrive", "disembark", "embark"})

_ASKED: dict[type[Prompt], str] = {
    ZonePrompt: "{army} chooses a deployment zone.",
    DeployPrompt: "{army} sets up a unit; {count} left.",
    MovePrompt: "{army} moves its units; {count} can still act.",
    ShootPrompt: "{army} shoots; {count} can still act.",
    ChargePrompt: "{army} declares charges; {count} can still act.",
    PickPrompt: "{army} picks a unit to fight; {count} can.",
    StrikePrompt: "{army} declares the attacks of {unit}.",
    PlacePrompt: "{unit} has to be put down.",
    RemovePrompt: "{unit} are out of coherency: {army} chooses the miniatures that they lose.",
    ReactPrompt: "{army} may answer what just happened, or pass.",
    AdvancePrompt: "{army} goes on when it is ready.",
    EndPrompt: "Nobody is left to act: {army} ends the phase.",
    RollPrompt: "The next dice to roll: {stage}.",
}

_VERBS = {"deploy": "set up", "move": "move", "shoot": "shoot", "charge": "charge", "fight": "fight"}


def possible(match: Match, sides: frozenset[int]) -> Possible:
    """What is due in a sentence, whether it is one of `sides`' to do, and each unit with what keeps it from acting.

    `units` holds those of the side that acts: `why` is empty for one that can act, else the rules' sentence, with
    what would help in `remedy`.
    """
    prompt = match.ask()
    if prompt is None:
        return {"asked": "The battle is over.", "verb": "", "mine": False, "units": []}
    side, verb = prompt.side, _verb(match, prompt)
    idle = _idle(match, prompt)
    theirs = _theirs(match, side) if verb in _VERBS else []
    return {
        "asked": _asked(match, prompt, len(prompt.units) - len(idle)),
        "verb": _VERBS.get(verb, ""),
        "mine": side in sides,
        "units": [_unit(match, prompt, verb, unit.index, idle) for unit in theirs],
    }


def _theirs(match: Match, side: int) -> list[Unit]:
    return [u for u in match.battle.state.units if u.side == side and u.joined is None and (u.alive or not u.deployed)]


def _verb(match: Match, prompt: Prompt) -> str:
    """What units do now: by what is asked, or, where nobody is left to do it, by the phase."""
    if MARCHES & set(prompt.kinds):
        return "move"
    known = next((kind for kind in prompt.kinds if kind in _VERBS), None)
    if known is not None:
        return known
    state = match.battle.state
    by_phase = {"movement": "move", "shooting": "shoot", "charge": "charge", "combat": "fight"}
    return by_phase.get(state.phase, "") if prompt.kinds == ("end",) and state.phase_time == "middle" else ""


def _asked(match: Match, prompt: Prompt, able: int) -> str:
    marching = MARCHES & set(prompt.kinds) and not isinstance(prompt, DeployPrompt)
    words = _ASKED[MovePrompt if marching else type(prompt)]
    count = f"{able} unit{'' if able == 1 else 's'}"
    unit = "A unit" if prompt.unit is None else match.cast.units[prompt.unit]
    return words.format(army=match.cast.armies[prompt.side], count=count, unit=unit, stage=prompt.stage)


def _idle(match: Match, prompt: Prompt) -> dict[int, list[Refusal]]:
    """Units that may shoot and have nobody to shoot at, each with what the rules say to the shots at the nearest."""
    if not isinstance(prompt, ShootPrompt):
        return {}
    scene = match.battle.scene
    return {unit: _no_shots(match.battle, unit) for unit in prompt.units if not single_shots(scene, unit)}


def _no_shots(battle: Battle, unit: int) -> list[Refusal]:
    """Why the weapon that reaches farthest may not be aimed at the enemies, the nearest first; each reason once."""
    scene = battle.scene
    arms = targeting.usable(scene, scene.state.units[unit]).values()
    far = max(arms, key=lambda arm: arm.weapon.range, default=None)
    found: dict[str, Refusal] = {}
    for foe in sorted(scene.standing(1 - scene.state.units[unit].side), key=lambda foe: scene.gap(unit, foe)):
        refusal = far and battle.refusal_of(ch.Shoot(unit, (Shot(far.weapon.uid, foe),)))
        if refusal:
            found.setdefault(refusal.code, refusal)
    return list(found.values())[:MOST_REASONS]


def _unit(match: Match, prompt: Prompt, verb: str, unit: int, idle: dict[int, list[Refusal]]) -> PossibleUnit:
    if unit in idle:
        return _nothing_to_shoot_at(match, unit, idle[unit])
    refusal = None if unit in prompt.units else _why_not(match.battle, verb, unit)
    said = None if refusal is None else explain(refusal)
    return {
        "uuid": match.cast.unit_uuids[unit],
        "name": match.cast.units[unit],
        "can": unit in prompt.units,
        "why": "" if said is None else said.sentence,
        "measure": "" if said is None else said.measure,
        "remedy": "" if said is None else said.remedy,
    }


def _nothing_to_shoot_at(match: Match, unit: int, refusals: list[Refusal]) -> PossibleUnit:
    said = [explain(refusal) for refusal in refusals]
    sentences = [f"{each.sentence[:-1]}: {each.measure}." if each.measure else each.sentence for each in said]
    return {
        "uuid": match.cast.unit_uuids[unit],
        "name": match.cast.units[unit],
        "can": False,
        "why": " ".join(sentences) or "No enemy is on the table.",
        "measure": "",
        "remedy": said[0].remedy if len(said) == 1 else "",
    }


def _why_not(battle: Battle, verb: str, unit: int) -> Refusal:
    """What the rules say to the unit's trying."""
    if verb == "charge":
        return _no_charge(battle.scene, unit)
    refusal = battle.refusal_of(_TRIES[verb](battle.scene, unit))
    return refusal or Refusal("unit-not-asked", unit=battle.scene.called(unit))


def _no_charge(scene: Scene, unit: int) -> Refusal:
    state, name = scene.state.units[unit], scene.called(unit)
    if not state.on_table:
        return Refusal("not-on-table", unit=name)
    known = charge.why_not(scene, state)
    if known is not None:
        return known
    gaps = [scene.gap(unit, foe) for foe in scene.standing(1 - state.side)]
    return Refusal("no-enemy-in-reach", unit=name, gap=min(gaps, default=None), reach=charge.REACH)


def _try_move(scene: Scene, unit: int) -> ch.Choice:
    state = scene.state.units[unit]
    if state.reserves:
        return ch.Arrive(unit, state.places)
    if state.inside is not None:
        return ch.Disembark(unit, state.places)
    return ch.Move(unit, "fly_off" if scene.sheets[unit].gait.airborne else "stationary")


_TRIES: dict[str, Callable[[Scene, int], ch.Choice]] = {
    "deploy": lambda scene, unit: ch.Reserve(unit),
    "move": _try_move,
    "shoot": lambda scene, unit: ch.Shoot(unit),
    "fight": lambda scene, unit: ch.Fight(unit),
}
