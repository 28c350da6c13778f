"""What may be answered when the battle asks (`prompts`)."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from highground.engine.abilities import AnyEffect
from highground.engine.amendments import AnyAmendment
from highground.engine.model import Point
from highground.engine.state import Shot

How = Literal["stationary", "move", "advance", "fall_back", "fly_off"]
STAGES = ("hit", "wound", "save", "damage", "fnp")
ASKING = "asking"


class ChoiceBase(msgspec.Struct, frozen=True, gc=False, tag_field="choice", forbid_unknown_fields=True):
    """One answer. Recorded as it was given, so that a battle can be played again."""


class Advance(ChoiceBase, frozen=True, tag="advance"):
    """On to the next phase time; from the deployment, the battle's start."""


class RollDice(ChoiceBase, frozen=True, tag="roll"):
    """Roll the dice that the prompt names: one `stage` of the attacks, or all that is left ('all').

    `ASKING` is all that is left, but stops at failed saves where the defender could reroll one.
    """

    stage: str = "all"


class ChooseZone(ChoiceBase, frozen=True, tag="zone"):
    zone: int


class Deploy(ChoiceBase, frozen=True, tag="deploy", omit_defaults=True):
    """Set a unit up. `heights` are inches above the ground, one a miniature; () puts all on the ground."""

    unit: int
    places: tuple[Point, ...]
    heights: tuple[float, ...] = ()
    facings: tuple[int, ...] = ()


class Reserve(ChoiceBase, frozen=True, tag="reserve"):
    unit: int


class Arrive(ChoiceBase, frozen=True, tag="arrive", omit_defaults=True):
    """A unit comes in from the reserves. `heights` as in `Deploy`."""

    unit: int
    places: tuple[Point, ...]
    heights: tuple[float, ...] = ()
    facings: tuple[int, ...] = ()


class Move(ChoiceBase, frozen=True, tag="move", omit_defaults=True):
    """Move a unit. `places` has one place a miniature, the dead included (theirs is ignored). `heights` as in `Deploy`.

    'stationary' needs no places; 'advance' rolls first and is placed by a `Place`. Aircraft 'move' straight ahead, or
    'fly_off' the table into reserve.
    """

    unit: int
    how: How
    places: tuple[Point, ...] = ()
    heights: tuple[float, ...] = ()
    facings: tuple[int, ...] = ()


class Place(ChoiceBase, frozen=True, tag="place", omit_defaults=True):
    """Put down a unit whose advance, charge, pile-in, consolidation or scouting move is due. `heights` as in `Deploy`.

    Without places an advance or a scouting move stays where it is, and the engine finds the way of the others.
    """

    places: tuple[Point, ...] | None = None
    heights: tuple[float, ...] = ()
    facings: tuple[int, ...] = ()


class Embark(ChoiceBase, frozen=True, tag="embark"):
    """A unit gets into a transport: instead of being set up, or after its move."""

    unit: int
    transport: int


class Disembark(ChoiceBase, frozen=True, tag="disembark"):
    """A unit gets out of its transport."""

    unit: int
    places: tuple[Point, ...]


class Shoot(ChoiceBase, frozen=True, tag="shoot"):
    """Declare a unit's shots; none at all is holding fire."""

    unit: int
    shots: tuple[Shot, ...] = ()


class Charge(ChoiceBase, frozen=True, tag="charge"):
    """Declare a charge and roll for it."""

    unit: int
    targets: tuple[int, ...]


class Fight(ChoiceBase, frozen=True, tag="fight"):
    """Pick a unit to fight."""

    unit: int


class Strike(ChoiceBase, frozen=True, tag="strike"):
    """Declare the picked unit's attacks in melee."""

    shots: tuple[Shot, ...] = ()


class Use(ChoiceBase, frozen=True, tag="use"):
    """Use an ability or a stratagem, by its uid: by or on `unit`, at `targets`, picking one of its choices by name.

    `die` names the die of an attack that is rerolled: its volley, and its place among that roll's faces.
    """

    ability: str
    unit: int | None = None
    targets: tuple[int, ...] = ()
    pick: str = ""
    die: tuple[int, int] | None = None


class ByHand(ChoiceBase, frozen=True, tag="by_hand", omit_defaults=True):
    """Switch an ability that the engine does not act on, of `unit` or the army (None): on with these effects, or off.

    The effects are for the unit or the army, or for `target`, which may be an enemy unit. With the duration 'always'
    they hold until they are switched off. `amend` has what is put right at once besides. `side` is whose ability it
    is, where that is not who is asked: either player may at any moment.
    """

    ability: str
    unit: int | None = None
    effects: tuple[AnyEffect, ...] = ()
    on: bool = True
    target: int | None = None
    amend: tuple[AnyAmendment, ...] = ()
    side: Annotated[int, msgspec.Meta(ge=0, le=1)] | None = None


class Allocate(ChoiceBase, frozen=True, tag="allocate"):
    """The miniatures of a unit that take wounds first where none is wounded, in this order; none: as usual.

    It fits at any moment of a battle, whatever is asked, between the rolls of an attack too. Whose unit it is is
    checked by the caller.
    """

    unit: int
    first: tuple[int, ...] = ()


class Remove(ChoiceBase, frozen=True, tag="remove"):
    """Take these miniatures of a unit that stands apart off the table; none: those that are proposed first."""

    miniatures: tuple[int, ...] = ()


class Pass(ChoiceBase, frozen=True, tag="pass"):
    """Use nothing in a timing window."""


class End(ChoiceBase, frozen=True, tag="end"):
    """End the phase's actions, though units may be left that could act."""


class EndBattle(ChoiceBase, frozen=True, tag="end_battle"):
    """End the battle before its time: `loser` resigned, stayed away or ran out of time; None is a draw both agreed to.

    It fits at any moment of a battle, whatever is asked. Who may end it so is checked by the caller.
    """

    loser: int | None
    reason: Literal["resigned", "absent", "time", "draw"]


Choice = (
    Advance
    | RollDice
    | ChooseZone
    | Deploy
    | Reserve
    | Arrive
    | Move
    | Place
    | Embark
    | Disembark
    | Shoot
    | Charge
    | Fight
    | Strike
    | Use
    | ByHand
    | Allocate
    | Remove
    | Pass
    | End
    | EndBattle
)
