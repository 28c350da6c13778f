"""The rows of a dice table: one for each attack, one for each hit that a critical hit added."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from highground.engine.attack.definition import save_needed
from highground.engine.attack.roll import Survivors, common_save
from highground.engine.attack.sequence import Faces, Sequence, WoundDice
from highground.engine.attack.terms import Attack
from highground.engine.effects.check import CRITICAL, MISS


class AttackRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """One attack from hit to feel no pain. A face is None where no die was rolled; `..._first` is a re-rolled face.

    `added`: a hit that a critical hit added. `lethal`: wounded without a roll. `saved` None: no save was due.
    `kind` is that of its wound, as `Attack.edges` counts them.
    `damage` is after modifiers, `damage_faces` its dice (`damage_first`: first faces of those rerolled, else 0),
    `fnp` the faces rolled for its points, `final_damage` the wounds that miniature `miniature` (allocation order) lost
    by it. Nobody left to suffer it: `wasted`.
    """

    attack: int
    added: bool = False
    hit: int | None = None
    hit_first: int | None = None
    hit_success: bool = False
    critical_hit: bool = False
    lethal: bool = False
    wound: int | None = None
    wound_first: int | None = None
    wound_success: bool = False
    critical_wound: bool = False
    save: int | None = None
    save_first: int | None = None
    save_needed: int | None = None
    saved: bool | None = None
    kind: int = 0
    damage: int | None = None
    damage_faces: Faces = ()
    damage_first: Faces = ()
    fnp: Faces = ()
    miniature: int | None = None
    final_damage: int | None = None
    slain: bool = False
    wasted: bool = False


RowDraft = dict[str, object]


def rows(result: Sequence) -> list[AttackRow]:
    """The table of what has been rolled so far, in the order of the attacks."""
    if result.hit is None or result.stage == "hit":
        return []
    drafts = list(_hit_rows(result))
    if result.wound is not None:
        ordinary, devastating = _wound_rows(result.attack, result.wound, drafts)
        if result.save is not None:
            _harm_rows(result, _save_rows(result, ordinary), devastating)
    return [AttackRow(**draft) for draft in drafts]  # type: ignore[arg-type]


def _first(first: Faces, index: int) -> int | None:
    return (first[index] or None) if first else None


def _hit_rows(result: Sequence) -> Iterator[RowDraft]:
    hit, attack = result.hit, result.attack
    assert hit is not None
    extra = iter(hit.extra)
    for index in range(hit.attacks):
        if not hit.faces:
            yield {"attack": index, "hit_success": True}
            continue
        face = hit.faces[index]
        code = attack.hit.codes[face]
        yield {
            "attack": index,
            "hit": face,
            "hit_first": _first(hit.first, index),
            "hit_success": code != MISS,
            "critical_hit": code == CRITICAL,
            "lethal": code == CRITICAL and attack.lethal,
        }
        if code == CRITICAL:
            for _ in range(next(extra, 0)):
                yield {"attack": index, "added": True, "hit_success": True}


def _wound_rows(attack: Attack, wound: WoundDice, drafts: list[RowDraft]) -> tuple[list[RowDraft], list[RowDraft]]:
    """Fill in the wound rolls; the rows that take a save and those that take none."""
    ordinary: list[RowDraft] = []
    devastating: list[RowDraft] = []
    index = 0
    for draft in drafts:
        if draft.get("lethal"):
            draft["wound_success"] = True
            draft["kind"] = 2
            ordinary.append(draft)
        elif draft["hit_success"]:
            code = attack.wound.codes[wound.faces[index]]
            draft["wound"] = wound.faces[index]
            draft["wound_first"] = _first(wound.first, index)
            draft["wound_success"] = code != MISS
            draft["critical_wound"] = code == CRITICAL
            draft["kind"] = 2 * bool(draft.get("critical_hit")) + (code == CRITICAL)
            index += 1
            if code != MISS:
                (devastating if code == CRITICAL and attack.devastating else ordinary).append(draft)
    devastating.sort(key=lambda draft: attack.edges[kind_of(draft)].precise)
    return ordinary, devastating


def kind_of(draft: RowDraft) -> int:
    kind = draft.get("kind", 0)
    assert isinstance(kind, int)
    return kind


def _save_rows(result: Sequence, ordinary: list[RowDraft]) -> list[RowDraft]:
    """Fill in the saves of a target with one save; the rows that got through. Mixed saves wait for `_harm_rows`."""
    needed = common_save(result.attack, result.target)
    save = result.save
    if needed is None or save is None:
        return ordinary
    for index, draft in enumerate(ordinary):
        draft["saved"] = False
        if save.faces and save.faces[index]:
            needed = save_needed(result.attack, result.target[0], kind_of(draft))
            draft["save"] = save.faces[index]
            draft["save_first"] = _first(save.first, index)
            draft["save_needed"] = needed
            draft["saved"] = save.faces[index] >= needed
    return [draft for draft in ordinary if not draft["saved"]]


class _Harm:
    """Walks along the dice of damage and feel no pain while rows are filled in."""

    def __init__(self, result: Sequence) -> None:
        self.result = result
        self.left = Survivors(result.attack, result.target)
        self.wound = 0
        self.fnp = 0

    @property
    def over(self) -> bool:
        return self.left.over

    def suffer(self, draft: RowDraft) -> None:
        wounding, losses = self.result.wounding, self.result.losses
        if wounding is None or self.wound >= len(wounding.amounts):
            draft["wasted"] = self.over
            return
        amount = wounding.amounts[self.wound]
        draft["damage"] = amount
        draft["damage_faces"] = self._damage_faces(len(wounding.amounts), wounding.faces)
        draft["damage_first"] = self._damage_faces(len(wounding.amounts), wounding.first)
        if losses is not None:
            count = losses.counts[self.wound] if self.wound < len(losses.counts) else 0
            faces = losses.faces[self.fnp : self.fnp + count]
            self.fnp += count
            draft["fnp"] = faces
            self._lose(draft, amount, faces)
        self.wound += 1

    def _damage_faces(self, total: int, faces: Faces) -> Faces:
        """This wound's dice: dice of each size lie together, a block for each size."""
        found: Faces = ()
        start = 0
        if self.result.hit is None or not faces:
            return found
        if common_save(self.result.attack, self.result.target) is None:
            size = len(faces) // total
            return faces[self.wound * size : self.wound * size + size]
        for amount in self.result.attack.harm.damage:
            size = amount.count
            found += faces[start + self.wound * size : start + self.wound * size + size]
            start += size * total
        return found

    def _lose(self, draft: RowDraft, amount: int, faces: Faces) -> None:
        if self.over:
            draft["wasted"] = True
            return
        index = self.left.next(kind_of(draft))
        pool = self.left.pools[index]
        needed = self.result.attack.harm.fnp_needed(pool)
        draft["miniature"] = index
        draft["final_damage"] = self.left.lose(index, amount - sum(face >= needed for face in faces))
        draft["slain"] = self.left.lost[index] == pool.wounds


def _harm_rows(result: Sequence, ordinary: list[RowDraft], devastating: list[RowDraft]) -> None:
    harm = _Harm(result)
    mixed = common_save(result.attack, result.target) is None
    for index, draft in enumerate(ordinary):
        if mixed:
            if harm.over:
                draft["wasted"] = True
                continue
            if _mixed_save(result, harm, draft, index):
                continue
        harm.suffer(draft)
    for draft in devastating:
        harm.suffer(draft)


def _mixed_save(result: Sequence, harm: _Harm, draft: RowDraft, index: int) -> bool:
    """Fill in the save of a wound that was resolved by itself; whether it was made."""
    save = result.save
    assert save is not None
    left, kind = harm.left, kind_of(draft)
    needed = save_needed(result.attack, left.pools[left.next(kind)], kind)
    face = save.faces[index]
    draft["saved"] = bool(face) and face >= needed
    if face:
        draft["save"], draft["save_first"], draft["save_needed"] = face, _first(save.first, index), needed
    return bool(draft["saved"])
