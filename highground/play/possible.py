"""What can be done now, and what keeps a unit from it: the rules themselves are asked, and say why not."""

from __future__ import annotations

from collections.abc import Callable

from highground.engine import choices as ch
from highground.engine.battle import Battle
from highground.engine.choices import Request
from highground.engine.errors import Refusal
from highground.engine.scene import Scene
from highground.engine.state import Unit
from highground.engine.steps import charge
from highground.play.match import Match
from highground.views.state import Possible, PossibleUnit

MARCHES = frozenset({"move", "arrive", "disembark", "embark"})

_ASKED: dict[str, str] = {
    "zone": "{army} chooses a deployment zone.",
    "deploy": "{army} sets up a unit; {count} left.",
    "move": "{army} moves its units; {count} can still act.",
    "shoot": "{army} shoots; {count} can still act.",
    "charge": "{army} declares charges; {count} can still act.",
    "fight": "{army} picks a unit to fight; {count} can.",
    "strike": "{army} declares the attacks of {unit}.",
    "place": "{unit} has to be put down.",
    "pass": "{army} may answer what just happened, or pass.",
    "advance": "{army} goes on when it is ready.",
    "end": "Nobody is left to act: {army} ends the phase.",
    "roll": "The next dice are thrown: {stage}.",
}

_VERBS = {"deploy": "set up", "move": "move", "shoot": "shoot", "charge": "charge", "fight": "fight"}


def possible(match: Match, sides: frozenset[int]) -> Possible:
    """What is due in a sentence, whether it is one of `sides`' to do, and each unit with what keeps it from acting.

    `units` holds those of the side that acts: `why` is empty for one that can act, else the rules' sentence, with
    what would help in `remedy`.
    """
    request = match.ask()
    if request is None:
        return {"asked": "The battle is over.", "verb": "", "mine": False, "units": []}
    side, verb = request.side, _verb(match, request)
    return {
        "asked": _asked(match, request),
        "verb": _VERBS.get(verb, ""),
        "mine": side in sides,
        "units": [_unit(match, request, verb, unit.index) for unit in _theirs(match, side)] if verb in _VERBS else [],
    }


def _theirs(match: Match, side: int) -> list[Unit]:
    return [u for u in match.battle.state.units if u.side == side and u.joined is None and (u.alive or not u.deployed)]


def _verb(match: Match, request: Request) -> str:
    """What units do now: by what is asked, or, where nobody is left to do it, by the phase."""
    if MARCHES & set(request.kinds):
        return "move"
    known = next((kind for kind in request.kinds if kind in _VERBS), None)
    if known is not None:
        return known
    state = match.battle.state
    by_phase = {"movement": "move", "shooting": "shoot", "charge": "charge", "combat": "fight"}
    return by_phase.get(state.phase, "") if request.kinds == ("end",) and state.phase_time == "middle" else ""


def _asked(match: Match, request: Request) -> str:
    kind = "move" if MARCHES & set(request.kinds) and "deploy" not in request.kinds else request.kinds[0]
    words = _ASKED.get(kind, "{army} acts.")
    count = f"{len(request.units)} unit{'' if len(request.units) == 1 else 's'}"
    unit = "A unit" if request.unit is None else match.cast.units[request.unit]
    return words.format(army=match.cast.armies[request.side], count=count, unit=unit, stage=request.stage)


def _unit(match: Match, request: Request, verb: str, unit: int) -> PossibleUnit:
    refusal = None if unit in request.units else _why_not(match.battle, verb, unit)
    return {
        "uuid": match.cast.unit_uuids[unit],
        "name": match.cast.units[unit],
        "can": unit in request.units,
        "why": "" if refusal is None else refusal.sentence,
        "measure": "" if refusal is None else refusal.measure,
        "remedy": "" if refusal is None else refusal.remedy,
    }


def _why_not(battle: Battle, verb: str, unit: int) -> Refusal:
    """What the rules say to the unit's trying, on a copy of the battle that is thrown away."""
    if verb == "charge":
        return _no_charge(battle.scene, unit)
    try:
        battle.clone().answer(_TRIES[verb](battle.scene, unit))
    except Refusal as refusal:
        return refusal
    return Refusal("not-asked", f"{battle.scene.sheets[unit].name} is not asked now.")


def _no_charge(scene: Scene, unit: int) -> Refusal:
    state, name = scene.state.units[unit], scene.sheets[unit].name
    if not state.on_table:
        return Refusal("not-on-table", f"{name} is not on the table.")
    known = charge.why_not(scene, state)
    if known is not None:
        return known
    gaps = [scene.gap(unit, foe) for foe in scene.standing(1 - state.side)]
    measure = f"{min(gaps):.1f} of {charge.REACH:g} inches" if gaps else ""
    return Refusal("out-of-range", f"No enemy is within {charge.REACH:g} inches of {name}.", measure)


def _try_move(scene: Scene, unit: int) -> ch.Choice:
    state = scene.state.units[unit]
    if state.reserves:
        return ch.Arrive(unit, state.places)
    if state.inside is not None:
        return ch.Disembark(unit, state.places)
    return ch.Move(unit, "stationary")


_TRIES: dict[str, Callable[[Scene, int], ch.Choice]] = {
    "deploy": lambda scene, unit: ch.Reserve(unit),
    "move": _try_move,
    "shoot": lambda scene, unit: ch.Shoot(unit),
    "fight": lambda scene, unit: ch.Fight(unit),
}
