"""The roll driver: real dice, stage by stage, every face kept.

Stages go hit, wound, save, damage, fnp, complete. Dice of a stage are rolled together, in the order of the attacks
(the hits that a critical hit adds come right after it), then those that are re-rolled. Ordinary wounds are allocated
before devastating ones. A target whose miniatures have different saves cannot be rolled together: its save stage
resolves one wound after the other to its end (save, damage, fnp) and stops when nobody is left, so the damage and fnp
stages have nothing to roll. A target with different fnp values but one save rolls its fnp per wound.

Where critical rolls pierce better or find leaders, each wound has a kind (`KINDS`), and saves run along the wounds in
the order of the attacks, each against its own number. Wounds of which some find leaders are resolved one by one too.
"""

from __future__ import annotations

from msgspec.structs import replace

from highground.engine.attack.definition import fnp_needed, miniature_wounds, save_check, save_needed
from highground.engine.attack.sequence import (
    STAGES,
    DamageDice,
    Faces,
    HitDice,
    Losses,
    SaveDice,
    Sequence,
    WoundDice,
)
from highground.engine.attack.terms import KINDS, NO_SAVE, Attack, Harm, Target
from highground.engine.dice import Dice, GivenDice
from highground.engine.effects import Amounts, Check
from highground.engine.effects.check import CRITICAL, SUCCESS


def roll_check(check: Check, count: int, dice: Dice, purpose: str) -> tuple[Faces, Faces]:
    """Roll `count` dice and those again that the check rerolls; the faces that count, and first faces or ()."""
    faces = dice.roll(count, purpose)
    again = check.again
    if not again:
        return faces, ()
    where = [index for index, face in enumerate(faces) if face in again]
    if not where:
        return faces, ()
    final, first = list(faces), [0] * count
    for index, face in zip(where, dice.reroll(len(where), purpose)):
        first[index], final[index] = final[index], face
    return tuple(final), tuple(first)


def roll_amounts(amounts: Amounts, count: int, dice: Dice, purpose: str) -> tuple[list[int], Faces]:
    """`count` values of an amount, and the faces rolled, dice of one size together."""
    values = [amounts[0].plus] * count
    faces_rolled: Faces = ()
    for amount in amounts:
        size = amount.count
        if size and count:
            faces = dice.roll(size * count, purpose, amount.sides)
            faces_rolled += faces
            values = [value + sum(faces[i * size : i * size + size]) for i, value in enumerate(values)]
    return values, faces_rolled


def count_attacks(attack: Attack, dice: Dice) -> HitDice:
    """The number of attacks, before anything is rolled to hit."""
    low, high = attack.attack_range
    if low == high:
        return HitDice(high, 0, 0, 0)
    values, faces = roll_amounts(attack.attacks, attack.weapons, dice, "attacks")
    return HitDice(sum(max(attack.least, value) for value in values), 0, 0, 0, attack_faces=faces)


def roll_hits(attack: Attack, dice: Dice, counted: HitDice | None = None) -> HitDice:
    """The number of attacks, unless they are `counted`, the hit rolls, and the hits that criticals add."""
    known = counted if counted is not None else count_attacks(attack, dice)
    attacks, check = known.attacks, attack.hit
    if check.automatic or not attacks:
        return replace(known, hits=attacks)
    faces, first = roll_check(check, attacks, dice, "hit")
    criticals = bytes(faces).translate(check.codes).count(CRITICAL)
    extra: Faces = ()
    if attack.sustained is not None and criticals:
        extra = tuple(roll_amounts((attack.sustained,), criticals, dice, "sustained hits")[0])
    return hit_dice(attack, known, faces, first, extra)


def hit_dice(attack: Attack, known: HitDice, faces: Faces, first: Faces, extra: Faces) -> HitDice:
    """What these faces come to, with the hits that their criticals add."""
    codes = bytes(faces).translate(attack.hit.codes)
    criticals = codes.count(CRITICAL)
    lethal = criticals if attack.lethal else 0
    hits = codes.count(SUCCESS) + criticals - lethal + sum(extra)
    return HitDice(known.attacks, hits, criticals, lethal, faces, first, known.attack_faces, extra, known.attack_first)


def roll_wounds(attack: Attack, hit: HitDice, dice: Dice) -> WoundDice:
    if not hit.hits:
        return WoundDice(hit.lethal, 0, 0)
    check = attack.wound
    faces, first = roll_check(check, hit.hits, dice, "wound")
    return wound_dice(attack, hit, faces, first)


def wound_dice(attack: Attack, hit: HitDice, faces: Faces, first: Faces) -> WoundDice:
    """What these faces come to."""
    codes = bytes(faces).translate(attack.wound.codes)
    criticals = codes.count(CRITICAL)
    devastating = criticals if attack.devastating else 0
    return WoundDice(codes.count(SUCCESS) + criticals - devastating + hit.lethal, devastating, criticals, faces, first)


def wound_kinds(attack: Attack, hit: HitDice, wound: WoundDice) -> tuple[list[int], list[int]]:
    """The kinds of the wounds that take a save, in the order of the attacks, and of those that take none."""
    if not attack.edged:
        return [0] * wound.wounds, [0] * wound.devastating
    found: tuple[list[int], list[int]] = ([], [])
    codes = iter(bytes(wound.faces).translate(attack.wound.codes))
    for sharp in _hits_in_order(attack, hit):
        if sharp and attack.lethal:
            found[0].append(2)
            continue
        code = next(codes)
        if code:
            critical = code == CRITICAL
            found[critical and attack.devastating].append(2 * sharp + critical)
    found[1].sort(key=lambda kind: attack.edges[kind].precise)
    return found


def _hits_in_order(attack: Attack, hit: HitDice) -> list[bool]:
    """The hits as the wounds are rolled for them: whether each is critical."""
    if not hit.faces:
        return [False] * hit.attacks
    found: list[bool] = []
    extra = iter(hit.extra)
    for code in bytes(hit.faces).translate(attack.hit.codes):
        if code:
            found.append(code == CRITICAL)
        if code == CRITICAL:
            found += [False] * next(extra, 0)
    return found


def _alike(attack: Attack, target: Target) -> bool:
    """Whether wounds of each kind meet the same save in all miniatures, and none of them looks for some of these."""
    if attack.seeks and any(pool.sought for pool in target):
        return False
    return all(len({save_needed(attack, pool, kind) for pool in target}) < 2 for kind in KINDS)


def common_save(attack: Attack, target: Target) -> int | None:
    """The save that all miniatures of the target need, or None when they differ.

    Of an attack whose critical rolls pierce better it is what its other wounds meet.
    """
    if attack.edged and not _alike(attack, target):
        return None
    needed = {save_needed(attack, pool) for pool in target}
    return needed.pop() if len(needed) == 1 else None if needed else NO_SAVE


def roll_saves(attack: Attack, target: Target, needed: int, hit: HitDice, wound: WoundDice, dice: Dice) -> SaveDice:
    """The saves of a target whose miniatures all need the same."""
    if not wound.wounds or needed >= NO_SAVE:
        return SaveDice(wound.wounds)
    if attack.edged:
        return _edged_saves(attack, saves_due(attack, target, hit, wound), dice)
    check = save_check(attack, needed)
    faces, first = roll_check(check, wound.wounds, dice, "save")
    return SaveDice(bytes(faces).translate(check.codes).count(0), faces, first)


def saves_due(attack: Attack, target: Target, hit: HitDice, wound: WoundDice) -> list[int]:
    """The save that each wound meets that takes one."""
    return [save_needed(attack, target[0], kind) for kind in wound_kinds(attack, hit, wound)[0]]


def _edged_saves(attack: Attack, due: list[int], dice: Dice) -> SaveDice:
    """One save after the other, each against its own number; no die where none could save."""
    checks = [save_check(attack, needed) for needed in due]
    rolled = iter(dice.roll(sum(needed < NO_SAVE for needed in due), "save"))
    faces = [next(rolled) if needed < NO_SAVE else 0 for needed in due]
    again = [i for i, face in enumerate(faces) if face and face in checks[i].again]
    first = [0] * len(faces)
    for i, face in zip(again, dice.reroll(len(again), "save") if again else ()):
        first[i], faces[i] = faces[i], face
    return edged_save_dice(due, tuple(faces), tuple(first) if again else ())


def edged_save_dice(due: list[int], faces: Faces, first: Faces) -> SaveDice:
    """What these faces come to."""
    return SaveDice(sum(face < needed for face, needed in zip(faces, due, strict=True)), faces, first)


def roll_damage(attack: Attack, unsaved: int, dice: Dice) -> DamageDice:
    """The damage of each unsaved wound."""
    if attack.flat_damage is not None:
        return DamageDice((attack.flat_damage,) * unsaved)
    values, faces = roll_amounts(attack.harm.damage, unsaved, dice, "damage")
    if attack.harm.reroll != "none":
        return _damage_again(attack.harm, unsaved, faces, dice)
    return DamageDice(tuple([attack.harm.final(value) for value in values]), faces)


def _damage_again(harm: Harm, unsaved: int, faces: Faces, dice: Dice) -> DamageDice:
    """The damage once the poor dice have been rolled again."""
    sides = [amount.sides for amount in harm.damage for _ in range(amount.count * unsaved)]
    now, first = list(faces), [0] * len(faces)
    for place, face in enumerate(faces):
        if harm.again(face, sides[place]):
            first[place], now[place] = face, dice.reroll(1, "damage", sides[place])[0]
    values, _ = roll_amounts(harm.damage, unsaved, GivenDice(tuple(now)), "damage")
    final = tuple([harm.final(value) for value in values])
    return DamageDice(final, tuple(now), tuple(first) if any(first) else ())


def roll_losses(attack: Attack, target: Target, amounts: Faces, dice: Dice) -> Losses:
    """Feel no pain for each point of damage, then the wounds lost: one miniature after the other, nothing spills."""
    needed = [fnp_needed(attack, pool) for pool in target]
    if min(needed, default=NO_SAVE) >= NO_SAVE:
        return _settle(target, amounts)
    if len(set(needed)) > 1:
        return _lose_one_by_one(attack, target, amounts, dice)
    faces = dice.roll(sum(amounts), "fnp") if amounts else ()
    points = []
    start = 0
    for amount in amounts:
        points.append(sum(face < needed[0] for face in faces[start : start + amount]))
        start += amount
    return _settle(target, tuple(points), faces, amounts)


def _settle(target: Target, points: Faces, faces: Faces = (), counts: Faces = ()) -> Losses:
    left = miniature_wounds(target)
    lost = [0] * len(left)
    index = 0
    for point in points:
        if index == len(left):
            break
        room = left[index] - lost[index]
        if point < room:
            lost[index] += point
        else:
            lost[index] = left[index]
            index += 1
    return Losses(tuple(lost), index, sum(lost), faces, counts)


class Survivors:
    """The miniatures of a target while wounds are put on them one by one."""

    def __init__(self, attack: Attack, target: Target) -> None:
        self.attack = attack
        self.pools = [pool for pool in target for _ in range(pool.count)]
        self.lost = [0] * len(self.pools)
        self.fallen = 0
        everyone = list(range(len(self.pools)))
        self._order = everyone
        self._sought = sorted(everyone, key=lambda i: not self.pools[i].sought) if attack.seeks else everyone

    @property
    def over(self) -> bool:
        return self.fallen == len(self.pools)

    def next(self, kind: int) -> int:
        """The miniature that a wound of this kind finds."""
        order = self._sought if kind and self.attack.edges[kind].precise else self._order
        return next(i for i in order if self.lost[i] < self.pools[i].wounds)

    def lose(self, index: int, points: int) -> int:
        """Takes wounds off a miniature: how many it lost."""
        before, wounds = self.lost[index], self.pools[index].wounds
        self.lost[index] = min(wounds, before + points)
        self.fallen += self.lost[index] == wounds
        return self.lost[index] - before


class _Row(Survivors):
    """The same with the dice of feel no pain."""

    def __init__(self, attack: Attack, target: Target) -> None:
        super().__init__(attack, target)
        self.faces: list[int] = []
        self.counts: list[int] = []

    def suffer(self, amount: int, dice: Dice, kind: int = 0) -> None:
        index = self.next(kind)
        pool = self.pools[index]
        needed = fnp_needed(self.attack, pool)
        faces = dice.roll(amount, "fnp") if needed < NO_SAVE else ()
        self.faces += faces
        self.counts.append(len(faces))
        passed = sum(face >= needed for face in faces)
        self.lose(index, amount - passed)

    def losses(self) -> Losses:
        return Losses(tuple(self.lost), self.fallen, sum(self.lost), tuple(self.faces), tuple(self.counts))


def _lose_one_by_one(attack: Attack, target: Target, amounts: Faces, dice: Dice) -> Losses:
    row = _Row(attack, target)
    for amount in amounts:
        if row.over:
            break
        row.suffer(amount, dice)
    return row.losses()


def _save_one(attack: Attack, row: _Row, kind: int, dice: Dice) -> tuple[int, int, bool]:
    """The save of the miniature whose turn it is: face (0: none possible), first face if re-rolled, saved or not."""
    needed = save_needed(attack, row.pools[row.next(kind)], kind)
    if needed >= NO_SAVE:
        return 0, 0, False
    faces, first = roll_check(save_check(attack, needed), 1, dice, "save")
    return faces[0], first[0] if first else 0, faces[0] >= needed


def _resolve_mixed(
    attack: Attack, target: Target, hit: HitDice, wound: WoundDice, dice: Dice
) -> tuple[SaveDice, DamageDice, Losses]:
    """Save, damage and fnp of one wound after the other, devastating ones last, until nobody is left."""
    row = _Row(attack, target)
    saves: list[tuple[int, int, bool]] = []
    amounts: list[int] = []
    faces_rolled: Faces = ()
    first_rolled: Faces = ()
    ordinary, devastating = wound_kinds(attack, hit, wound)
    for number, kind in enumerate(ordinary + devastating):
        if row.over:
            break
        if number < wound.wounds:
            saves.append(_save_one(attack, row, kind, dice))
            if saves[-1][2]:
                continue
        damage = roll_damage(attack, 1, dice)
        faces_rolled += damage.faces
        first_rolled += damage.first or (0,) * len(damage.faces)
        amounts += damage.amounts
        row.suffer(damage.amounts[0], dice, kind)
    faces = tuple([face for face, _, _ in saves])
    first = tuple([face for _, face, _ in saves])
    unsaved = sum(not saved for _, _, saved in saves)
    wounding = DamageDice(tuple(amounts), faces_rolled, first_rolled if any(first_rolled) else ())
    return SaveDice(unsaved, faces, first if any(first) else ()), wounding, row.losses()


def start(attack: Attack, target: Target) -> Sequence:
    """An attack of which nothing has been rolled."""
    return Sequence(attack, target)


def roll_stage(sequence: Sequence, dice: Dice) -> Sequence:
    """The sequence with its next stage rolled; a complete one comes back as it is."""
    attack, target, stage = sequence.attack, sequence.target, sequence.stage
    if stage == "complete":
        return sequence
    found: dict[str, object] = {"stage": STAGES[STAGES.index(stage) + 1]}
    if stage == "hit":
        found["hit"] = roll_hits(attack, dice, sequence.hit)
    elif stage == "wound" and sequence.hit:
        found["wound"] = roll_wounds(attack, sequence.hit, dice)
    elif stage == "save" and sequence.hit and sequence.wound:
        hit, wound, needed = sequence.hit, sequence.wound, common_save(attack, target)
        if needed is None:
            found["save"], found["wounding"], found["losses"] = _resolve_mixed(attack, target, hit, wound, dice)
        else:
            found["save"] = roll_saves(attack, target, needed, hit, wound, dice)
    elif stage == "damage" and sequence.wounding is None and sequence.save and sequence.wound:
        found["wounding"] = roll_damage(attack, sequence.save.unsaved + sequence.wound.devastating, dice)
    elif stage == "fnp" and sequence.losses is None and sequence.wounding:
        found["losses"] = roll_losses(attack, target, sequence.wounding.amounts, dice)
    return replace(sequence, **found)


def roll(attack: Attack, target: Target, dice: Dice) -> Sequence:
    """The whole sequence at once; the same dice as stage by stage."""
    hit = roll_hits(attack, dice)
    wound = roll_wounds(attack, hit, dice)
    needed = common_save(attack, target)
    if needed is None:
        save, wounding, losses = _resolve_mixed(attack, target, hit, wound, dice)
    else:
        save = roll_saves(attack, target, needed, hit, wound, dice)
        wounding = roll_damage(attack, save.unsaved + wound.devastating, dice)
        losses = roll_losses(attack, target, wounding.amounts, dice)
    return Sequence(attack, target, "complete", hit, wound, save, wounding, losses)
