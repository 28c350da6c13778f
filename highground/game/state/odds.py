"""What attacks would do that are not declared yet, exactly, without a die: the odds beside the shot."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from highground.engine.attack.chances import Pmf, mean, most_wounds
from highground.engine.attack.definition import miniature_wounds
from highground.engine.attack.exact import Distribution, distribution
from highground.engine.attack.terms import Pool, Target
from highground.engine.errors import Refusal
from highground.engine.state import Volley
from highground.engine.steps import striking, targeting
from highground.game.match.match import Match
from highground.game.state import aiming
from highground.game.views.rolls import AttackOdds, Chances, ShotOdds, TargetOdds

MOST_CAUSED = 2000
"""More wounds than this at once are not worked out: it would keep everybody waiting."""
NEGLIGIBLE = 1e-9
"""States of a target that are less likely than this are left out when volleys are put one after the other."""
DIGITS = 6


def attack_odds(match: Match, aims: Sequence[aiming.Aim]) -> AttackOdds:
    """Each shot by itself, and all shots at one target together.

    Raises Refusal for what could not be declared now.
    """
    if not aims:
        return {"shots": [], "targets": []}
    unit = match.unit(aims[0].unit_uuid)
    volleys = _volleys(match, unit, aims)
    if sum(most_wounds(each.sequence.attack) for each in volleys) > MOST_CAUSED:
        raise Refusal("too-many")
    targets = dict.fromkeys(each.target for each in volleys)
    return {
        "shots": [_shot(match, unit, each) for each in volleys],
        "targets": [_target(match, target, [v for v in volleys if v.target == target]) for target in targets],
    }


def _volleys(match: Match, unit: int, aims: Sequence[aiming.Aim]) -> list[Volley]:
    scene = match.battle.scene
    state, melee = scene.state.units[unit], scene.state.phase == "combat"
    shots = aiming.shots_of(match, unit, aims, melee)
    if melee:
        return striking.volleys_of(scene, state, shots)
    return targeting.volleys_of(scene, state, targeting.usable(scene, state), shots)


def _shot(match: Match, unit: int, volley: Volley) -> ShotOdds:
    found = distribution(volley.sequence.attack, volley.sequence.target)
    return {**aiming.row(match, unit, volley), "damage": _chances(found.damage), "slain": _chances(found.slain)}


def _target(match: Match, target: int, volleys: Sequence[Volley]) -> TargetOdds:
    standing = volleys[0].sequence.target
    lost = together(volleys)
    slain = fallen(standing, lost)
    return {
        "target_unit_uuid": match.cast.unit_uuids[target],
        "target_unit_name": match.cast.units[target],
        "models": len(miniature_wounds(standing)),
        "wounds": sum(miniature_wounds(standing)),
        "damage": _chances(lost),
        "slain": _chances(slain),
        "destroyed": round(lost[-1], DIGITS),
    }


def together(volleys: Sequence[Volley]) -> Pmf:
    """The chances of 0, 1, 2, ... wounds lost to volleys that meet a target one after the other.

    A Markov chain over the wounds lost so far: each volley meets what the ones before it have left standing. All are
    allocated in the order of the first.
    """
    standing = volleys[0].sequence.target
    total = sum(miniature_wounds(standing))
    lost = [1.0] + [0.0] * total
    for volley in volleys:
        after = [0.0] * (total + 1)
        for gone, chance in enumerate(lost):
            if chance <= NEGLIGIBLE or gone == total:
                after[gone] += chance
                continue
            for more, likely in enumerate(_of(volley, left(standing, gone)).damage):
                after[gone + more] += chance * likely
        lost = after
    return tuple(lost)


def _of(volley: Volley, target: Target) -> Distribution:
    return distribution(volley.sequence.attack, target)


def left(target: Target, gone: int) -> Target:
    """The miniatures that stand once so many wounds are lost, in allocation order."""
    pools: list[Pool] = []
    for pool in target:
        whole = min(gone // pool.wounds, pool.count)
        gone -= whole * pool.wounds
        if whole == pool.count:
            continue
        if gone:
            pools.append(replace(pool, wounds=pool.wounds - gone, count=1))
            whole, gone = whole + 1, 0
        if whole < pool.count:
            pools.append(replace(pool, count=pool.count - whole))
    return tuple(pools)


def fallen(target: Target, lost: Pmf) -> Pmf:
    """The chances of 0, 1, 2, ... slain miniatures, from those of wounds lost."""
    wounds = miniature_wounds(target)
    result = [0.0] * (len(wounds) + 1)
    for gone, chance in enumerate(lost):
        result[_slain(wounds, gone)] += chance
    return tuple(result)


def _slain(wounds: Iterable[int], gone: int) -> int:
    count = 0
    for each in wounds:
        if gone < each:
            break
        gone -= each
        count += 1
    return count


def _chances(pmf: Pmf) -> Chances:
    return {"mean": round(mean(pmf), DIGITS), "chances": [round(chance, DIGITS) for chance in pmf]}
