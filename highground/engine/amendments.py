"""What players put right by hand, beside effects of the vocabulary: victory points, where a unit stands, dice."""

from __future__ import annotations

from typing import Literal

import msgspec

from highground.engine.model import Point


class Amendment(msgspec.Struct, frozen=True, gc=False, tag_field="amend", forbid_unknown_fields=True):
    """One thing that players put right. It is recorded with the choice, as it was given."""


class AmendScore(Amendment, frozen=True, tag="score"):
    """The army has so many victory points more, or fewer."""

    points: int


class AmendPlace(Amendment, frozen=True, tag="place", omit_defaults=True):
    """A unit stands elsewhere: one place a miniature, wherever bases may stand, near the enemy too.

    A unit in reserve comes to the table so. `heights` are inches above the ground; () puts all on the ground.
    `facings` are in whole degrees, clockwise from +x; () leaves them as they are.
    """

    places: tuple[Point, ...]
    heights: tuple[float, ...] = ()
    facings: tuple[int, ...] = ()


class AmendDie(Amendment, frozen=True, tag="die", omit_defaults=True):
    """A die of the attacks that were just rolled shows another face; 0 rolls it again."""

    volley: int
    die: int
    face: int = 0


class AmendDamage(Amendment, frozen=True, tag="damage", omit_defaults=True):
    """An attack that got through is about to do so much damage instead: 0 does none. `wound` is its place among the
    unsaved wounds of its volley.
    """

    volley: int
    wound: int
    damage: int = 0


class AmendWounds(Amendment, frozen=True, tag="wounds", omit_defaults=True):
    """A miniature of the unit has so many wounds left; with 0 it is removed. `miniature` is its place in the unit."""

    wounds: int
    miniature: int = 0


MendedRoll = Literal["advance", "charge", "battle-shock"]


class AmendRoll(Amendment, frozen=True, tag="roll", omit_defaults=True):
    """The dice of a unit's roll show these faces, 0 rolls a die again; without `faces` all are rolled again.

    An advance until its unit stands, a charge until its unit has moved. `targets` are the charge's.
    """

    roll: MendedRoll
    faces: tuple[int, ...] = ()
    targets: tuple[int, ...] = ()


AnyAmendment = AmendScore | AmendPlace | AmendDie | AmendDamage | AmendWounds | AmendRoll
