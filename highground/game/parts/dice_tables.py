"""The dice tables of an attack: a row for each attack, every die with what it needed and what changed the number."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

import msgspec

from highground.engine.attack.definition import explain_save, save_needed
from highground.engine.attack.rows import AttackRow, rows
from highground.engine.attack.sequence import Sequence
from highground.engine.attack.terms import Attack, Pool
from highground.engine.effects import Check, Source
from highground.game.parts.phrases import count, listed
from highground.game.views.rolls import AmountRoll, AttackDice, CheckRoll, DiceTable
from highground.game.views.values import ValueSource as NamedSource

NO_SAVE = 7
ADDED = ("sustained hits",)
LETHAL = ("lethal hits",)


def dice_log(sequence: Sequence, weapon_uuid: str) -> DiceTable:
    """All rolls of one weapon's attacks at one target. `attacks_roll` is how many attacks there were."""
    attack = sequence.attack
    hit = sequence.hit
    table = _Table(sequence)
    number: AmountRoll = {
        "needed": None,
        "roll": hit.attacks if hit else None,
        "faces": list(hit.attack_faces) if hit else [],
        "active_abilities": _abilities(attack.attack_sources, "attacks"),
    }
    if hit and hit.attack_first:
        number["first"] = list(hit.attack_first)
    return {
        "weapon_uuid": weapon_uuid,
        "weapon_name": attack.name,
        "weapons": attack.weapons,
        "attacks_roll": number,
        "attacks": [table.row(row) for row in rows(sequence)],
    }


class Acted(msgspec.Struct):
    """What the keywords of a weapon did in its attacks: how often, under the name of each with its number."""

    extra: Counter[str] = msgspec.field(default_factory=Counter)
    automatic: Counter[str] = msgspec.field(default_factory=Counter)
    unsaved: Counter[str] = msgspec.field(default_factory=Counter)

    def add(self, sequence: Sequence) -> None:
        hit, wound, attack = sequence.hit, sequence.wound, sequence.attack
        if hit and attack.sustained is not None:
            self.extra[f"Sustained Hits {attack.sustained}"] += sum(hit.extra)
        if hit and wound:
            self.automatic["Lethal Hits"] += hit.lethal
            self.unsaved["Devastating Wounds"] += wound.devastating

    def hits(self) -> list[str]:
        """'2 extra hits (Sustained Hits 1)'."""
        return [f"{count(number, 'extra hit')} ({name})" for name, number in self.extra.items() if number]

    def wounds(self) -> list[str]:
        """'1 automatic wound (Lethal Hits)', '1 wound past saves (Devastating Wounds)'."""
        lethal = [f"{count(number, 'automatic wound')} ({name})" for name, number in self.automatic.items() if number]
        past = [
            f"{count(number, 'wound past saves', 'wounds past saves')} ({name})"
            for name, number in self.unsaved.items()
            if number
        ]
        return lethal + past


def acted(sequence: Sequence) -> Acted:
    """What the weapon's keywords have done so far."""
    found = Acted()
    found.add(sequence)
    return found


def summary(sequence: Sequence) -> list[str]:
    """'10 attacks', '6 hits', '4 wounds', '2 slain': as far as it went."""
    hit, wound = sequence.hit, sequence.wound
    attacks = hit.attacks if hit else 0
    hits = hit.hits + hit.lethal if hit else 0
    wounds = wound.wounds + wound.devastating if wound else 0
    return tallied(attacks, hits, wounds, sequence.damage, sequence.slain, acted(sequence))


def tallied(attacks: int, hits: int, wounds: int, damage: int, slain: int, did: Acted) -> list[str]:
    """The stages of an attack in words, up to the one where nothing was left: '8 hits with 2 extra hits (...)'."""
    parts = [count(attacks, "attack")]
    if attacks:
        parts.append(" with ".join([count(hits, "hit"), *_some(did.hits())]))
    if hits:
        parts.append(" with ".join([count(wounds, "wound"), *_some(did.wounds())]))
    if wounds:
        parts.append(f"{slain} slain" if slain else f"{damage} damage" if damage else "no damage")
    return parts


def _some(words: list[str]) -> list[str]:
    return [listed(words)] if words else []


@lru_cache(maxsize=4096)
def _described(sources: tuple[Source, ...], affects: str) -> tuple[tuple[str, str, str], ...]:
    return tuple((source.name, affects, source.effect) for source in sources)


def _abilities(sources: Iterable[Source], affects: str) -> list[NamedSource]:
    found = _described(tuple(sources), affects)
    return [{"name": name, "affects": affects, "effect": effect} for name, affects, effect in found]


def _only(abilities: list[NamedSource], names: tuple[str, ...]) -> list[NamedSource]:
    return [ability for ability in abilities if ability["name"].startswith(names)]


def needed_face(face: int) -> str | None:
    """'3+', None where nothing is rolled or no face would do."""
    return f"{face}+" if 0 < face < NO_SAVE else None


class _Table:
    """Rows of one sequence. What is the same in all rows is made once."""

    def __init__(self, sequence: Sequence) -> None:
        attack = self.attack = sequence.attack
        self.target = sequence.target
        self.pools = [pool for pool in sequence.target for _ in range(pool.count)]
        self.hit = _abilities(attack.hit.sources, "hit")
        self.wound = _abilities(attack.wound.sources, "wound")
        self.damage = _abilities(attack.damage_sources, "damage")
        self.saves: dict[tuple[int, int], list[NamedSource]] = {}

    def row(self, row: AttackRow) -> AttackDice:
        found: AttackDice = {
            "hit_roll": self._hit(row),
            "critical_hit": row.critical_hit,
            "critical_wound": row.critical_wound,
        }
        if row.wound is not None or row.lethal:
            found["wound_roll"] = self._wound(row)
        if row.saved is not None:
            found["save_roll"] = self._save(row)
        if row.damage is not None:
            found["damage_roll"] = self._damage(row)
        if row.fnp:
            found["fnp_roll"] = self._fnp(row)
        if row.wasted:
            found["wasted"] = True
        return found

    def _hit(self, row: AttackRow) -> CheckRoll:
        if row.hit is not None:
            return _roll(self.attack.hit, row.hit, row.hit_first, row.hit_success, self.hit)
        why = _only(self.hit, ADDED) if row.added else self.hit
        return {"needed": None, "roll": None, "success": True, "active_abilities": why}

    def _wound(self, row: AttackRow) -> CheckRoll:
        if row.wound is not None:
            return _roll(self.attack.wound, row.wound, row.wound_first, row.wound_success, self.wound)
        return {"needed": None, "roll": None, "success": True, "active_abilities": _only(self.hit, LETHAL)}

    def _save(self, row: AttackRow) -> CheckRoll:
        needed = row.save_needed or NO_SAVE
        key = (needed, row.kind)
        if key not in self.saves:
            self.saves[key] = self._save_abilities(needed, row.kind)
        roll: CheckRoll = {
            "needed": needed_face(needed),
            "roll": row.save,
            "success": bool(row.saved),
            "active_abilities": self.saves[key],
        }
        if row.save_first is not None:
            roll["first"] = row.save_first
        return roll

    def _save_abilities(self, needed: int, kind: int) -> list[NamedSource]:
        """Where the number comes from, for the first miniature that needs it against a wound of a kind."""
        pool = next((pool for pool in self.target if save_needed(self.attack, pool, kind) == needed), None)
        return _abilities(explain_save(self.attack, pool, kind).sources, "save") if pool is not None else []

    def _damage(self, row: AttackRow) -> AmountRoll:
        roll: AmountRoll = {
            "needed": None,
            "roll": row.damage,
            "faces": list(row.damage_faces),
            "active_abilities": self.damage,
        }
        if any(row.damage_first):
            roll["first"] = list(row.damage_first)
        if row.final_damage is not None or row.wasted:
            roll["final_damage"] = row.final_damage or 0
        return roll

    def _fnp(self, row: AttackRow) -> list[CheckRoll]:
        pool = self.pools[row.miniature if row.miniature is not None else -1]
        needed = self.attack.harm.fnp_needed(pool)
        why = _fnp_sources(self.attack, pool)
        return [
            {"needed": needed_face(needed), "roll": face, "success": face >= needed, "active_abilities": why}
            for face in row.fnp
        ]


def _fnp_sources(attack: Attack, pool: Pool) -> list[NamedSource]:
    best = attack.harm.fnp_needed(pool)
    name = "feel no pain" if pool.fnp == best else "granted feel no pain"
    return _abilities((Source(name, f"{best}+"),), "fnp")


def _roll(check: Check, face: int, first: int | None, success: bool, abilities: list[NamedSource]) -> CheckRoll:
    roll: CheckRoll = {
        "needed": needed_face(check.needed),
        "roll": face,
        "success": success,
        "active_abilities": abilities,
    }
    if first is not None:
        roll["first"] = first
    if check.modifier:
        roll["modifier"] = check.modifier
    return roll
