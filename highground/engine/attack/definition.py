"""The one definition of an attack, with the provenance of every number, and what it is aimed at.

`define` turns a weapon and its circumstances into an `Attack`. The drivers (`roll`, `exact`, `expected`) and the screen
read nothing else.
"""

from __future__ import annotations

from functools import lru_cache

from highground.engine.attack.terms import NO_SAVE, Attack, Edge, Harm, Pool, Target
from highground.engine.effects import (
    FLAGS,
    Amounts,
    Check,
    Circumstances,
    Modifier,
    Reroll,
    Source,
    Stage,
    keyword_modifiers,
    resolve_amount,
    resolve_check,
    resolve_number,
    situation_modifiers,
    unknown_keywords,
)
from highground.engine.effects.records import REROLLS
from highground.engine.effects.resolver import ROLL_CAP, join
from highground.engine.model import Amount, Weapon


def wound_needed(strength: int, toughness: int) -> int:
    """The wound roll of strength against toughness: 2+ at double or more, 3+, 4+ equal, 5+, 6+ at half or less."""
    if strength >= 2 * toughness:
        return 2
    if strength > toughness:
        return 3
    if strength == toughness:
        return 4
    return 6 if 2 * strength <= toughness else 5


LEAST_ATTACKS = 1
"""What a weapon that attacks at all is left with, whatever takes attacks away from it."""
BEST_ARMOUR = 3
"""The save to which effects improve one that is worse, and no further."""


def armour_of(attack: Attack, pool: Pool) -> int:
    """The save on the sheet, as effects improve it; 7 stays none."""
    worse = BEST_ARMOUR < pool.save < NO_SAVE
    return max(BEST_ARMOUR, pool.save - attack.armour) if attack.armour and worse else pool.save


def covered(attack: Attack, pool: Pool, kind: int = 0) -> bool:
    """Whether cover helps these miniatures: not those in the open, nor a save of 3+ or better against AP 0."""
    return attack.cover and not pool.exposed and not (armour_of(attack, pool) <= 3 and attack.ap_of(kind) == 0)


def save_needed(attack: Attack, pool: Pool, kind: int = 0) -> int:
    """The lowest face that saves a miniature of `pool`, armour or invulnerable, whichever is better; 7 is no save.

    `kind` is that of the wound, of an attack whose critical rolls pierce better.
    """
    armour = NO_SAVE
    if pool.save < NO_SAVE:
        better = min(ROLL_CAP, attack.save_modifier + covered(attack, pool, kind))
        armour = max(2, armour_of(attack, pool) - better - attack.ap_of(kind))
    invulnerable = min(pool.invuln or NO_SAVE, attack.invuln or NO_SAVE)
    return min(armour, invulnerable, NO_SAVE)


def fnp_needed(attack: Attack, pool: Pool) -> int:
    """The lowest face that ignores a point of damage; 7 is none."""
    return attack.harm.fnp_needed(pool)


def save_check(attack: Attack, needed: int) -> Check:
    """A save as a check: an unmodified 1 fails, there is no critical."""
    return _save_check(needed, attack.save_reroll)


@lru_cache(maxsize=64)
def _save_check(needed: int, reroll: Reroll) -> Check:
    return Check(needed, needed, reroll=reroll, critical=7)


def explain_save(attack: Attack, pool: Pool, kind: int = 0) -> Check:
    """The save of a miniature of `pool` with its sources, to be shown."""
    needed = save_needed(attack, pool, kind)
    sources = [Source("save", f"{pool.save}+" if pool.save < NO_SAVE else "none"), *attack.save_sources]
    sources += attack.edges[kind].sources
    if attack.cover:
        sources.append(Source("cover", "-1" if covered(attack, pool, kind) else "no effect"))
    invulnerable = min(pool.invuln or NO_SAVE, attack.invuln or NO_SAVE)
    if invulnerable < NO_SAVE:
        sources.append(Source("invulnerable", f"{invulnerable}+"))
    return Check(needed, min(pool.save, NO_SAVE), reroll=attack.save_reroll, critical=7, sources=tuple(sources))


def miniature_wounds(target: Target) -> list[int]:
    """The wounds left of each miniature, in allocation order."""
    return [pool.wounds for pool in target for _ in range(pool.count)]


@lru_cache(maxsize=1 << 13)
def define(weapon: Weapon, weapons: int, circumstances: Circumstances, toughness: int) -> Attack:
    """The attack of `weapons` weapons of one profile against a target of this toughness.

    Circumstances hold for all of them: weapons for which others hold (half range, sight) make an attack of their own.
    A strength with dice counts with its mean, rounded down.
    """
    found = situation_modifiers(weapon, circumstances)
    found += keyword_modifiers(weapon, circumstances)
    found += circumstances.modifiers
    strength = max(1, resolve_number("strength", int(weapon.strength.mean), found))
    found = [m for m in found if m.stronger is None or m.stronger == (strength > toughness)]
    found = [m for m in found if m.half_range is None or m.half_range == circumstances.half_range]
    needed = weapon.skill if weapon.skill is None else max(2, weapon.skill - _skill_change(found))
    skill = Source("skill", "N/A" if needed is None else f"{needed}+")
    against = Source(f"strength {strength} against {toughness}", f"{wound_needed(strength, toughness)}+")
    return Attack(
        weapon.uid,
        weapon.name,
        weapon.melee,
        weapons,
        resolve_amount("attacks", weapon.attacks, found),
        resolve_check("hit", needed, skill, found),
        resolve_check("wound", wound_needed(strength, toughness), against, found),
        strength,
        toughness,
        min(0, resolve_number("ap", weapon.ap, found, better=-1)),
        _harm(weapon, found),
        sustained=_sustained(found),
        lethal=_has(found, "hit", "lethal"),
        devastating=_has(found, "wound", "devastating"),
        cover=not weapon.melee and _has(found, "save", "cover") and not _has(found, "save", "no cover"),
        save_modifier=sum(m.value for m in found if m.stage == "save" and m.kind == "add"),
        armour=sum(m.value for m in found if m.kind == "armour"),
        save_reroll=max([m.reroll for m in found if m.stage == "save"], key=REROLLS.index, default="none"),
        invuln=min([m.value for m in found if m.kind == "invulnerable"], default=None),
        on_hit=_edge(found, "hit"),
        on_wound=_edge(found, "wound"),
        flags=tuple([keyword.name for keyword in weapon.keywords if keyword.name in FLAGS]),
        unknown=unknown_keywords(weapon),
        attack_sources=(Source("attacks", str(weapon.attacks)), *_amount_sources("attacks", found)),
        save_sources=_save_sources(weapon, found),
        damage_sources=(Source("damage", str(weapon.damage)), *_amount_sources("damage", found)),
        least=min(LEAST_ATTACKS, weapon.attacks.low),
    )


def _skill_change(found: list[Modifier]) -> int:
    steady = _has(found, "skill", "steady")
    return sum([m.value for m in found if m.stage == "skill" and m.kind == "add" and not (steady and m.value < 0)])


def _has(found: list[Modifier], stage: str, kind: str) -> bool:
    return any(m.stage == stage and m.kind == kind for m in found)


def _edge(found: list[Modifier], stage: Stage) -> Edge | None:
    """What a critical roll of a stage brings."""
    own = [m for m in found if m.stage == stage and m.kind in {"pierce", "precise"}]
    if not own:
        return None
    pierce = [m for m in own if m.kind == "pierce"]
    sources = tuple([Source(m.name, f"{-m.value:+d}") for m in pierce])
    return Edge(sum(m.value for m in pierce), any(m.kind == "precise" for m in own), sources)


def _harm(weapon: Weapon, found: list[Modifier]) -> Harm:
    """The damage; when it is halved, plain numbers are added afterwards."""
    fnp = min([m.value for m in found if m.stage == "fnp"], default=None)
    again: Reroll = max([m.reroll for m in found if m.stage == "damage"], key=REROLLS.index, default="none")
    if not _has(found, "damage", "halve"):
        return Harm(resolve_amount("damage", weapon.damage, found), fnp=fnp, reroll=again)
    later = [m for m in found if m.stage == "damage" and m.kind == "add" and not (m.amount and m.amount.count)]
    first = [m for m in found if m not in later]
    add = sum(m.amount.plus if m.amount else m.value for m in later)
    return Harm(resolve_amount("damage", weapon.damage, first), True, add, fnp, again)


def _sustained(found: list[Modifier]) -> Amount | None:
    """The most that any rule gives: sustained hits do not add up."""
    amounts = [m.amount or Amount(plus=m.value) for m in found if m.kind == "sustained"]
    return max(amounts, key=lambda amount: amount.mean) if amounts else None


def _amount_sources(stage: str, found: list[Modifier]) -> tuple[Source, ...]:
    return tuple([Source(m.name, _amount_text(m)) for m in found if m.stage == stage])


def _amount_text(modifier: Modifier) -> str:
    if modifier.kind in {"halve", "reroll"}:
        return "halved" if modifier.kind == "halve" else f"re-rolls {modifier.reroll}"
    if modifier.amount is None:
        return f"{modifier.value:+d}" if modifier.kind == "add" else str(modifier.value)
    return f"+{modifier.amount}" if modifier.kind == "add" else str(modifier.amount)


def _save_sources(weapon: Weapon, found: list[Modifier]) -> tuple[Source, ...]:
    """What changes the save, in terms of the number needed: AP -1 is '+1'. Cover is up to the miniature."""
    sources = [Source("AP", f"{-weapon.ap:+d}")] if weapon.ap else []
    for m in found:
        if m.stage == "ap":
            sources.append(Source(m.name, f"AP {m.value}" if m.kind == "set" else f"{-m.value:+d}"))
        elif m.stage == "save" and m.kind != "cover":
            sources.append(Source(m.name, _save_text(m)))
    return tuple(sources)


def _save_text(modifier: Modifier) -> str:
    if modifier.kind == "reroll":
        return f"re-rolls {modifier.reroll}"
    if modifier.kind == "invulnerable":
        return f"{modifier.value}+"
    return "no cover" if modifier.kind == "no cover" else f"{-modifier.value:+d}"


def amounts_text(amounts: Amounts) -> str:
    """An amount as written: '2', 'D6+1', '2D6+D3'."""
    first, *more = join(amounts)
    return "+".join([str(first), *(str(amount) for amount in more)])
