"""Plans in which single units follow another plan, or shoot or charge otherwise: their names, and which to try."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from highground.ai.aims import Aims
from highground.ai.appraisal import Appraisal
from highground.ai.player import AiPlayer
from highground.ai.targets import charge_worth, left_behind, shots
from highground.engine import choices as ch
from highground.engine.battle import Battle
from highground.engine.model import Point
from highground.engine.prompts import ChargePrompt, MovePrompt, ShootPrompt
from highground.engine.scene import Scene
from highground.engine.steps import charge
from highground.engine.table.objectives import holders

APART = 1.0
"""Inches between the places of two moves that count as different."""
OTHER_WAYS = 2
"""Plans that are tried for a unit beside its army's; each takes it somewhere else."""
MOST_PARTS = 16
"""Changes of single units that are tried in all, those of the units with most points first."""
LONGEST_CHARGE = 10
"""The most that a charge may need to roll for it to be tried."""
NO_CHARGE = -1
"""In place of a charge's target: the unit does not charge."""
_NOBODY = "-"
EVERYBODY = -1
"""In place of a unit: its whole army prefers a target."""
_EVERYBODY = "*"
MOST_FOCUSES = 6
"""Targets that are tried for the whole army to prefer."""


class Named(NamedTuple):
    """What a plan's name says: the army's plan, and the plans, charges and preferred targets of single units."""

    base: str
    plans: Mapping[int, str] = {}
    charges: Mapping[int, int] = {}
    preferred: Mapping[int, int] = {}

    @property
    def changes(self) -> int:
        """How often a single unit does something else than its army's plan has it do."""
        return len(self.plans) + len(self.charges) + len(self.preferred)


def named(
    base: str,
    plans: Mapping[int, str],
    charges: Mapping[int, int] | None = None,
    preferred: Mapping[int, int] | None = None,
) -> str:
    """The name of a plan: in `steady+4:guns+7>12+9>-+3!8` unit 4 follows `guns`, 7 charges 12, 9 does not charge, and 3
    would rather shoot at 8 than at others, as in `steady+*!8` everybody would."""
    parts = [f"{unit}:{plan}" for unit, plan in sorted(plans.items())]
    for unit, target in sorted((charges or {}).items()):
        parts.append(f"{unit}>{_NOBODY if target == NO_CHARGE else target}")
    for unit, target in sorted((preferred or {}).items()):
        parts.append(f"{_EVERYBODY if unit == EVERYBODY else unit}!{target}")
    return "+".join([base, *parts])


def parts_of(name: str) -> Named:
    """What a name of `named` says."""
    base, *parts = name.split("+")
    plans, charges, preferred = dict[int, str](), dict[int, int](), dict[int, int]()
    for part in parts:
        if ">" in part:
            unit, _, target = part.partition(">")
            charges[int(unit)] = NO_CHARGE if target == _NOBODY else int(target)
        elif "!" in part:
            unit, _, target = part.partition("!")
            preferred[EVERYBODY if unit == _EVERYBODY else int(unit)] = int(target)
        else:
            unit, _, plan = part.partition(":")
            plans[int(unit)] = plan
    return Named(base, plans, charges, preferred)


def changes(battle: Battle, base: str, players: Sequence[tuple[str, AiPlayer]]) -> list[str]:
    """Names of the base plan with one unit's changed, where that takes the unit elsewhere than the base does.

    `players` play by each plan, the more promising ones first. A unit that the base takes onto a free objective by a
    plain move is not tried elsewhere.
    """
    prompt, found = battle.ask(), list[str]()
    if not isinstance(prompt, MovePrompt):
        return found
    states, sheets = battle.state.units, battle.scene.sheets
    errands = Aims.of(battle.scene, prompt.side).errands
    able = [unit for unit in prompt.units if states[unit].on_table and not states[unit].moved]
    usual = dict(players)[base]
    for unit in sorted(able, key=lambda each: (-sheets[each].points, each)):
        if sheets[unit].gait.airborne:
            continue
        seen = [usual.own_move(battle, unit).choice]
        ground = errands.get(unit) if usual.weights(unit).mission else None
        if ground is not None and not _takes(battle.scene, seen[0], ground):
            ground = None
        for name, player in players:
            choice = player.own_move(battle, unit).choice
            if any(alike(choice, known) for known in seen):
                continue
            if ground is not None and not _takes(battle.scene, choice, ground):
                continue
            seen.append(choice)
            found.append(named(base, {unit: name}))
            if len(seen) > OTHER_WAYS:
                break
    return found[:MOST_PARTS]


def _takes(scene: Scene, choice: ch.Choice, objective: int) -> bool:
    """Whether a move that needs no roll ends at an objective."""
    if not isinstance(choice, ch.Move) or choice.how != "move":
        return False
    figures = scene.figures(choice.unit)
    places = [choice.places[index] for index in figures.indices]
    return bool(holders(places, figures.bases, scene.setup.layout.objectives[objective]))


def charges(battle: Battle, base: str, player: AiPlayer) -> list[str]:
    """Names of the base plan with one unit's charge changed: at another target than it would choose, or none at all.

    Those come first that are worth most, one choice ahead. None leaves ground that the unit alone holds.
    """
    prompt, found = battle.ask(), list[tuple[float, str]]()
    if not isinstance(prompt, ChargePrompt):
        return []
    scene, army = battle.scene, parts_of(base)
    aims = Aims.of(scene, prompt.side)
    for unit in prompt.units:
        weights = player.weights(unit)
        usual = player.best_charge(scene, (unit,))
        if usual is not None:
            found.append((-usual[0], named(army.base, army.plans, {unit: NO_CHARGE}, army.preferred)))
        for target in charge.targets(scene, unit):
            if usual is not None and usual[2] == target:
                continue
            if left_behind(scene, unit, target, aims) > 0.0:
                continue
            if charge.needed(scene.gap(unit, target)) <= LONGEST_CHARGE:
                worth = charge_worth(scene, unit, target, weights)
                found.append((-worth, named(army.base, army.plans, {unit: target}, army.preferred)))
    return [name for _, name in sorted(found)[:MOST_PARTS]]


def aimed(battle: Battle, base: str, player: AiPlayer) -> list[str]:
    """Names of the base plan where the whole army, or one unit, would rather shoot at another target.

    First the targets to which the army could do most harm, then those to which single units could.
    """
    prompt = battle.ask()
    if not isinstance(prompt, ShootPrompt):
        return []
    scene, army = battle.scene, parts_of(base)
    appraisal, aims = Appraisal.of(scene.setup), Aims.of(scene, prompt.side)
    able = [unit for unit in prompt.units if player.weights(unit).mission]
    harm, single = dict[int, float](), list[tuple[float, int, int]]()
    for unit in able:
        usual = {shot.target for shot in shots(scene, unit, aims)[0]}
        for foe in scene.standing(1 - prompt.side):
            if not appraisal.shooting[unit][foe] or not scene.within(unit, foe, appraisal.longest[unit]):
                continue
            other = {shot.target for shot in shots(scene, unit, aims, foe)[0]}
            if foe not in other:
                continue
            worth = appraisal.shooting[unit][foe] * appraisal.worth[foe]
            harm[foe] = harm.get(foe, 0.0) + worth
            if other != usual:
                single.append((-worth, unit, foe))
    focuses = sorted(harm, key=lambda foe: (-harm[foe], foe))[:MOST_FOCUSES]
    found = [named(army.base, army.plans, {}, {EVERYBODY: foe}) for foe in focuses]
    found += [named(army.base, army.plans, {}, {unit: foe}) for _, unit, foe in sorted(single)]
    return found[:MOST_PARTS] if single else []


def together(base: str, changed: Iterable[str]) -> str:
    """The base plan with all of these changes, of each unit's the first."""
    army = parts_of(base)
    plans, targets, preferred = dict(army.plans), dict(army.charges), dict(army.preferred)
    for name in changed:
        other = parts_of(name)
        for unit, plan in other.plans.items():
            plans.setdefault(unit, plan)
        for unit, target in other.charges.items():
            targets.setdefault(unit, target)
        for unit, target in other.preferred.items():
            preferred.setdefault(unit, target)
    return named(army.base, plans, targets, preferred)


def alike(a: ch.Choice, b: ch.Choice) -> bool:
    """Whether two answers are as good as one: moves of a unit to about the same place."""
    if isinstance(a, ch.Move) and isinstance(b, ch.Move) and a.unit == b.unit and a.how == b.how:
        return _close(a.places, b.places)
    if isinstance(a, ch.Deploy) and isinstance(b, ch.Deploy) and a.unit == b.unit:
        return _close(a.places, b.places)
    return a == b


def _close(a: Sequence[Point], b: Sequence[Point]) -> bool:
    if len(a) != len(b):
        return False
    return all(abs(a[i][0] - b[i][0]) + abs(a[i][1] - b[i][1]) <= APART for i in range(len(a)))
