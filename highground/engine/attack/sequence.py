"""An attack on its way: what has been rolled at each stage, and what it came to."""

from __future__ import annotations

from typing import Literal

import msgspec

from highground.engine.attack.terms import Attack, Target

RollStage = Literal["hit", "wound", "save", "damage", "fnp", "complete"]
STAGES: tuple[RollStage, ...] = ("hit", "wound", "save", "damage", "fnp", "complete")

Faces = tuple[int, ...]


class HitDice(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """`first` holds the first face of each re-rolled die, else 0; it is empty when none was re-rolled.

    `extra`: the hits that each critical adds, in order. `hits` need a wound roll, `lethal` wound without one.
    `attack_first` is to the dice of the number of attacks what `first` is to the hit rolls.
    """

    attacks: int
    hits: int
    criticals: int
    lethal: int
    faces: Faces = ()
    first: Faces = ()
    attack_faces: Faces = ()
    extra: Faces = ()
    attack_first: Faces = ()


class WoundDice(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """`wounds` take saves (lethal ones included), `devastating` take none."""

    wounds: int
    devastating: int
    criticals: int
    faces: Faces = ()
    first: Faces = ()


class SaveDice(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """`faces` run along the ordinary wounds; 0 where no save was possible. No faces at all: nobody had a save."""

    unsaved: int
    faces: Faces = ()
    first: Faces = ()


class DamageDice(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """`amounts`: the damage of each unsaved wound after modifiers, devastating ones last; `faces` their dice.

    `first` holds the first face of each die that was rerolled, else 0.
    """

    amounts: Faces = ()
    faces: Faces = ()
    first: Faces = ()


class Losses(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """`faces`: feel-no-pain dice, `counts` of them for each damaging wound. `lost`: wounds lost by each miniature."""

    lost: Faces = ()
    slain: int = 0
    damage: int = 0
    faces: Faces = ()
    counts: Faces = ()


class Sequence(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """An attack on its way: what has been rolled, and the stage that comes next. Complete, it is the result."""

    attack: Attack
    target: Target
    stage: RollStage = "hit"
    hit: HitDice | None = None
    wound: WoundDice | None = None
    save: SaveDice | None = None
    wounding: DamageDice | None = None
    losses: Losses | None = None

    @property
    def lost(self) -> Faces:
        """Wounds lost by each miniature, in allocation order; empty before the end."""
        return self.losses.lost if self.losses else ()

    @property
    def damage(self) -> int:
        """Wounds that the target lost."""
        return self.losses.damage if self.losses else 0

    @property
    def slain(self) -> int:
        return self.losses.slain if self.losses else 0
