"""What a unit's weapons can be aimed at now, and the numbers that an attack will need."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from highground.engine.abilities import on_attacks
from highground.engine.attack.definition import amounts_text, fnp_needed, save_needed
from highground.engine.attack.expected import expected
from highground.engine.attack.sequence import Sequence as Rolls
from highground.engine.attack.terms import Attack
from highground.engine.effects import Circumstances
from highground.engine.errors import Refusal
from highground.engine.scene import Scene
from highground.engine.state import Shot, Volley
from highground.engine.steps import declared, striking, targeting
from highground.engine.steps.armament import Arm
from highground.game.match.match import Match
from highground.game.parts.dice_tables import needed_face
from highground.game.parts.units import middle, weapon_stats
from highground.game.views.rolls import DeclaredAttack, NeededValues, StageSource
from highground.game.views.units import UsableWeapon, WeaponTarget


class Aim(msgspec.Struct, frozen=True):
    """A weapon of a unit aimed at another: all bearers that can, or those named.

    `count` is how many of the weapons shoot there, or how many of the attacks in melee are made there (0: all that no
    other target gets). Precise attacks go to leaders in sight, unless they are not to be `precise`.
    """

    unit_uuid: str
    weapon_uuid: str
    target_unit_uuid: str
    bearers: tuple[str, ...] = ()
    count: int = 0
    precise: bool = True


InHand = tuple[int, str]
"""A bearer, and the hand or the weapon that is in it (`_hand`)."""
Allotted = dict[InHand, dict[str, int]]
"""How much of each weapon there is given away already."""


def weapons(match: Match, unit: int, melee: bool) -> list[UsableWeapon]:
    """The unit's usable weapons, one entry a profile, each with the targets that some bearer has."""
    scene = match.battle.scene
    state = scene.state.units[unit]
    arms = striking.melee_arms(scene, state) if melee else targeting.usable(scene, state)
    foes = _foes(scene, unit, melee)
    return [
        _entry(match, unit, arm, [f for f in foes if _bearers(scene, unit, arm, f, melee)]) for arm in arms.values()
    ]


def _foes(scene: Scene, unit: int, melee: bool) -> list[int]:
    """Enemy units that the unit may aim at, the nearest first."""
    side = 1 - scene.state.units[unit].side
    if melee:
        found = scene.engaged_with(unit)
    else:
        found = [foe for foe in scene.standing(side) if targeting.target_refusal(scene, unit, foe) is None]
    return sorted(found, key=lambda foe: scene.gap(unit, foe))


def _bearers(scene: Scene, unit: int, arm: Arm, foe: int, melee: bool) -> tuple[int, ...]:
    if melee:
        return tuple(i for i in striking.strikers(scene, unit, foe) if i in arm.carried)
    return targeting.bearers_at(scene, scene.state.units[unit], arm, foe, scene.lane(unit, foe))


def shots_of(match: Match, unit: int, aims: Sequence[Aim], melee: bool) -> tuple[Shot, ...]:
    """Aims as the engine has them. Raises Refusal for those of several units, and for what is not there."""
    counted: list[Shot] = []
    found: list[Shot] = []
    used: Allotted = {}
    for aim in aims:
        if match.unit(aim.unit_uuid) != unit:
            raise Refusal("one-unit")
        bearers = tuple(match.miniature(unit, uuid) for uuid in aim.bearers)
        target, weapon = match.unit(aim.target_unit_uuid), match.weapon(unit, aim.weapon_uuid)
        shot = Shot(weapon, target, bearers, precise=aim.precise)
        if aim.count:
            counted += _counted(match.battle.scene, unit, shot, aim.count, melee, used)
        else:
            found.append(shot)
    return (*counted, *shared_out(match, unit, found, melee, used))


def _counted(scene: Scene, unit: int, shot: Shot, count: int, melee: bool, used: Allotted) -> Iterator[Shot]:
    """So many of a weapon, or of its attacks in melee, by those first who reach the fewest others."""
    arm = _arms(scene, unit, melee).get(shot.weapon)
    if arm is None:
        yield shot
        return
    foes = _foes(scene, unit, melee)
    reach = {foe: _bearers(scene, unit, arm, foe, melee) for foe in foes}
    able = [i for i in reach.get(shot.target, ()) if not shot.bearers or i in shot.bearers]
    whole: list[int] = []
    asked = count
    for bearer in sorted(able, key=lambda i: sum(i in each for each in reach.values())):
        before, each = used.setdefault((bearer, _hand(arm)), {}), parts(scene, unit, arm, bearer)
        left = min(count, each - sum(before.values()))
        if left <= 0:
            continue
        count -= left
        if left == each:
            whole.append(bearer)
        else:
            yield replace(shot, bearers=(bearer,), share=left)
        before[shot.weapon] = before.get(shot.weapon, 0) + left
    if whole:
        yield replace(shot, bearers=tuple(sorted(whole)))
    if count == asked:
        raise Refusal("used-twice", weapon=arm.weapon.name)
    if count:
        name, target, most = arm.weapon.name, scene.called(shot.target), asked - count
        if melee:
            raise Refusal("too-many-attacks", weapon=name, target=target, able=most, asked=asked)
        raise Refusal("too-many-weapons", weapon=name, target=target, able=most, asked=asked)


def parts(scene: Scene, unit: int, arm: Arm, bearer: int) -> int:
    """Into how many parts a bearer can share its weapons or attacks out: 1 where the number of attacks is rolled."""
    if not arm.weapon.melee:
        return arm.carried[bearer]
    attacks = arm.weapon.attacks
    several = arm.carried[bearer] if "extra attacks" in arm.keywords else 1
    return 1 if attacks.count else attacks.plus * several


def _arms(scene: Scene, unit: int, melee: bool) -> dict[str, Arm]:
    state = scene.state.units[unit]
    return striking.melee_arms(scene, state) if melee else targeting.usable(scene, state)


def shared_out(match: Match, unit: int, shots: Sequence[Shot], melee: bool, used: Allotted) -> tuple[Shot, ...]:
    """Shots with their bearers, where a miniature carries several weapons of which it may use one.

    Named bearers stand. The rest goes to the weapons that the fewest carry first; one for which nobody is left drops
    out, and one that nobody could aim stays as it is, for the battle to refuse. `used` is what is given away already.
    """
    scene = match.battle.scene
    arms = _arms(scene, unit, melee)
    taken = {(bearer, _hand(arms[shot.weapon])) for shot in shots if shot.weapon in arms for bearer in shot.bearers}
    found: dict[int, Shot] = {}
    waiting = [i for i, shot in enumerate(shots) if shot.weapon in arms and not shot.bearers]
    for index in sorted(waiting, key=lambda i: len(arms[shots[i].weapon].carried)):
        shot, arm = shots[index], arms[shots[index].weapon]
        able = _bearers(scene, unit, arm, shot.target, melee)
        free = (bearer for bearer in able if (bearer, _hand(arm)) not in taken)
        left = tuple(i for i in free if _has_left(scene, unit, arm, i, used.get((i, _hand(arm)), {})))
        taken |= {(bearer, _hand(arm)) for bearer in left}
        if left or not able:
            found[index] = shot if len(left) == len(able) else replace(shot, bearers=left)
    return tuple(found.get(i, shot) for i, shot in enumerate(shots) if i in found or i not in waiting)


def _has_left(scene: Scene, unit: int, arm: Arm, bearer: int, before: Mapping[str, int]) -> bool:
    """Whether a bearer has weapons or attacks left for a weapon; in melee it strikes with one."""
    other = arm.weapon.melee and any(before[uid] for uid in before if uid != arm.weapon.uid)
    return not other and sum(before.values()) < parts(scene, unit, arm, bearer)


def _hand(arm: Arm) -> str:
    """What two weapons have in common of which a miniature uses one: a way of firing, or the hand that strikes."""
    if not arm.weapon.melee:
        return arm.weapon.mode or arm.weapon.uid
    return arm.weapon.uid if "extra attacks" in arm.keywords else ""


def _entry(match: Match, unit: int, arm: Arm, foes: list[int]) -> UsableWeapon:
    scene, cast, weapon = match.battle.scene, match.cast, arm.weapon
    carriers = [i for i in arm.carried if scene.state.units[unit].wounds[i]]
    return {
        "weapon_uuid": cast.weapon_uuid(weapon.uid),
        "miniature_uuid": match.miniature_uuid(unit, carriers[0]) if carriers else None,
        "bearers": [match.miniature_uuid(unit, i) for i in carriers],
        **weapon_stats(weapon, sum(arm.carried[i] for i in carriers)),
        "weapon_range": "Melee" if weapon.melee else weapon.range,
        "mode": weapon.mode,
        "parts": sum(parts(scene, unit, arm, i) for i in carriers),
        "targets": [_target(match, unit, foe, arm) for foe in foes],
    }


def _target(match: Match, unit: int, foe: int, arm: Arm) -> WeaponTarget:
    """`seeks`: critical rolls at it may find its leaders, which the player may decline."""
    scene, weapon = match.battle.scene, arm.weapon
    bearers = _bearers(scene, unit, arm, foe, weapon.melee)
    found: WeaponTarget = {
        "target_unit_uuid": match.cast.unit_uuids[foe],
        "target_miniature_uuid": match.miniature_uuid(foe, scene.figures(foe).indices[0]),
        "target_unit_name": match.cast.units[foe],
        "distance": round(max(0.0, scene.gap(unit, foe)), 1),
        "location": middle(scene.state.units[foe]),
        "able": sum(arm.carried[i] for i in bearers),
        "expected": round(_expected(scene, unit, arm, bearers, foe), 2),
        "wounds": sum(scene.state.units[foe].wounds),
    }
    if scene.sheets[foe].body and on_attacks.seeks(scene, unit, foe, weapon):
        found["seeks"] = True
    return found


def _expected(scene: Scene, unit: int, arm: Arm, bearers: tuple[int, ...], foe: int) -> float:
    """Wounds that the target loses to these bearers of a weapon on average."""
    state = scene.state.units[unit]
    if arm.weapon.melee:
        volleys = declared.volleys(scene, unit, arm, bearers, foe, Circumstances(charged=state.charged))
    else:
        volleys = targeting.split(scene, state, arm, bearers, foe)
    return sum(expected(each.sequence.attack, each.sequence.target) for each in volleys)


def needed(match: Match, unit: int, volleys: tuple[Volley, ...]) -> list[DeclaredAttack]:
    """The rows of the resolution table before any dice are rolled: one a volley."""
    return [row(match, unit, each) for each in volleys]


def row(match: Match, unit: int, volley: Volley) -> DeclaredAttack:
    """One volley before any dice are rolled."""
    cast, attack = match.cast, volley.sequence.attack
    low, high = attack.attack_range
    return {
        "unit_uuid": cast.unit_uuids[unit],
        "unit_name": cast.units[unit],
        "weapon_uuid": cast.weapon_uuid(volley.weapon),
        "weapon_name": attack.name,
        "weapons": attack.weapons,
        "attacks": str(low) if low == high else f"{low} to {high}",
        "target_unit_uuid": cast.unit_uuids[volley.target],
        "target_unit_name": cast.units[volley.target],
        "needed_values": needed_values(volley.sequence),
    }


def needed_values(sequence: Rolls) -> NeededValues:
    """Faces as '3+', None where nothing is rolled or no face would do; modifiers as signed numbers.

    Of a target whose miniatures have different saves, that of the first to be hurt is shown.
    """
    attack, target = sequence.attack, sequence.target
    first = target[0] if target else None
    return {
        "hit_needed": needed_face(attack.hit.needed),
        "hit_modifier": attack.hit.modifier,
        "wound_needed": needed_face(attack.wound.needed),
        "wound_modifier": attack.wound.modifier,
        "save_needed": None if first is None else needed_face(save_needed(attack, first)),
        "fnp_needed": None if first is None else needed_face(fnp_needed(attack, first)),
        "damage": _damage(attack),
        "sources": list(_sources(attack)),
    }


def _damage(attack: Attack) -> str:
    return str(attack.flat_damage) if attack.flat_damage is not None else amounts_text(attack.harm.damage)


def _sources(attack: Attack) -> Iterator[StageSource]:
    """Where each number comes from: 'hit', 'skill', '3+'."""
    stages = (
        ("attacks", attack.attack_sources),
        ("hit", attack.hit.sources),
        ("wound", attack.wound.sources),
        ("save", attack.save_sources),
        ("damage", attack.damage_sources),
    )
    for stage, sources in stages:
        for source in sources:
            yield {"stage": stage, "name": source.name, "effect": source.effect}
