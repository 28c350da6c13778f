"""Reactions: which an army has and when its player is asked about them, and what a question is about."""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from highground.game.views.values import NamedThing

StopKind = Literal["always", "worth", "turn", "never"]
MeasureKind = Literal["", "charge", "inches", "suffered", "dealt"]


class Reaction(TypedDict):
    """Something that an army may answer with, by its `key`. `why` is the window and `roll` the roll that it is for.

    `units` have it where it is not the whole army's. `stop` says when its player is asked, `usual` when he would be
    if he had chosen nothing.
    """

    key: str
    name: str
    description: str
    cost: int
    why: str
    roll: str
    units: list[str]
    stop: StopKind
    usual: StopKind


class ArmyReactions(TypedDict):
    """What an army may answer with; `closing`: its player is asked where units go that charge, pile in, consolidate."""

    army_uuid: str
    army_name: str
    reactions: list[Reaction]
    closing: bool


class AllReactions(TypedDict):
    """The reactions of the caller's armies."""

    armies: list[ArmyReactions]


class AnswerWay(TypedDict):
    """A way to use a reaction: by or on `unit`, at `target` so many inches away, with what it changes.

    `measure` says what `without` and `having` count: the chance that a charge reaches, inches of an advance, mean
    wounds that your own unit suffers or an enemy is dealt; '' where that cannot be said. `uuids` are what the
    call that uses it names.
    """

    unit: NamedThing | None
    target: NamedThing | None
    distance: float | None
    measure: MeasureKind
    without: float
    having: float
    worth_it: bool
    uuids: list[str]


class OfferChoice(TypedDict):
    """One of the choices of a reaction."""

    uuid: str
    name: str
    description: str


class QuestionOffer(TypedDict):
    """A reaction that may be used now, the ways that are worth most first."""

    ability_uuid: str
    key: str
    name: str
    description: str
    cost: int
    stop: StopKind
    ways: list[AnswerWay]
    choices: NotRequired[list[OfferChoice]]
    """Of what is used one of these is picked; without them there is nothing to pick."""


class QuestionDice(TypedDict):
    """The dice that a question is about: `needed` on all of them together, and whether that was reached."""

    faces: list[int]
    total: float
    needed: int | None
    success: bool | None


class SpareDie(TypedDict):
    """A die of an attack that may be rerolled: `chance` is that of doing better, `wounds` what that brings on average.

    `success`: it has done all that it could.
    """

    unit_uuid: str
    volley: int
    die: int
    face: int
    weapon_name: str
    target_unit_name: str
    chance: float
    wounds: float
    success: bool


class ShownQuestion(TypedDict):
    """What an army is asked: what happened (`why`, `roll`) to which unit or by which, the dice, what it may do.

    `dice` are those of a charge or an advance, `spare` those of an attack that may be rerolled, the best to reroll
    first. `otherwise` says what happens if it does nothing. `command_points` are what it has.
    """

    why: str
    roll: str
    own: list[NamedThing]
    enemies: list[NamedThing]
    dice: QuestionDice | None
    spare: list[SpareDie]
    offers: list[QuestionOffer]
    otherwise: str
    command_points: int


class QuestionAsked(TypedDict):
    """The question that is asked of the caller now; null where none is."""

    question: ShownQuestion | None
