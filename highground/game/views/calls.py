"""What the calls of a game answer: each the state after it, or what has changed, and beside it what the call was about.

A caller that names the state it has (`Highground-Known`) is answered with what has changed since then, and with what is
new in the log where it names the last entry that it has (`Highground-Log`).
"""

from __future__ import annotations

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from highground.game.views.abilities import AbilityState, BattleTime
from highground.game.views.changes import Changes
from highground.game.views.counsel import MapMark, ThoughtState
from highground.game.views.log import NewEntries
from highground.game.views.rolls import DeclaredAttack, LatestRoll
from highground.game.views.state import ChargeResult, GameState
from highground.game.views.units import UnitState
from highground.game.views.values import NamedThing


class Offered(TypedDict):
    """Dice of the other player were rolled, or something is to be done by hand: they have to agree before it counts."""

    offered: Literal["dice", "by_hand"]


class PartRefused(TypedDict):
    """Why something was refused that comes with an answer: a part of a command whose dice stand, or a look ahead."""

    detail: str
    code: str
    measure: str
    remedy: str


class Logged(TypedDict):
    """`log` is there where the caller named the last entry that it has: those after it, as the log's call has them."""

    log: NotRequired[NewEntries]


class Nothing(TypedDict):
    """A call that has no result of its own."""

    result: Offered | None


class MoveResult(TypedDict):
    refused: PartRefused | None


class Moved(TypedDict):
    result: MoveResult


class TakenOver(MoveResult):
    """A unit that was put where a photo shows it."""

    unit_uuid: str


class PhotoTaken(TypedDict):
    result: TakenOver


class Picked(TypedDict):
    """`unit` is the one that was picked, with the weapons that it may use and the targets of each."""

    unit: UnitState
    result: None


class DeclaredRows(TypedDict):
    needed_values: list[DeclaredAttack]


class Declared(DeclaredRows):
    """`needed_values` are the attacks that were declared, each with the numbers that it needs."""

    result: DeclaredRows


class RolledMoment(BattleTime):
    """Where the battle is after a roll. `latest_roll` has every die of the attacks so far."""

    latest_roll: LatestRoll | None


class Rolled(TypedDict):
    game_state: RolledMoment
    result: Offered | None


class ChargeLine(TypedDict):
    message: str
    roll: int
    needed: int


class ChargeLines(TypedDict):
    charge_logs: list[ChargeLine]


class Charges(ChargeLines):
    charge_results: list[ChargeResult]


class Charged(ChargeLines):
    """`charge_logs` tell the charge that was rolled; `charge_results` of the state are those of the phase."""

    result: Charges | Offered


class Used(TypedDict):
    """`result` is the ability after its use."""

    result: AbilityState


class Words(TypedDict):
    """What the computer did, why, and what to do on a real table."""

    ai_action_description: str
    ai_rationale: str
    ai_instructions: list[str]


class Said(Words):
    """The same of one choice: `kind` is that of the choice, `terms` what it was worth to the computer.

    `plan` is what it thought before, `marks` what is drawn of the choice.
    """

    kind: str
    terms: dict[str, float]
    plan: ThoughtState | None
    marks: list[MapMark]


class Attacking(Said):
    """The attacks that the computer has declared; the dice are still to be rolled."""

    status: Literal["ok"]
    selected_unit: NamedThing
    needed_values: list[DeclaredAttack]


class SaidResult(Said):
    result: Said


class AttackingResult(Attacking):
    result: Attacking


class WordsResult(Words):
    result: Words


class Done(GameState, Nothing, Logged):
    """The state after a call."""


class DoneChanges(Changes, Nothing, Logged):
    """What has changed by a call."""


class MovedState(GameState, Moved, Logged):
    """The state after a move; `result.refused` says why a unit that has rolled its advance cannot go there."""


class MovedChanges(Changes, Moved, Logged):
    """What has changed by a move."""


class PickedState(GameState, Picked, Logged):
    """The state after a unit was picked."""


class PickedChanges(Changes, Picked, Logged):
    """What has changed by picking a unit."""


class DeclaredState(GameState, Declared, Logged):
    """The state after attacks were declared."""


class DeclaredChanges(Changes, Declared, Logged):
    """What has changed by declaring attacks."""


class RolledState(GameState, Rolled, Logged):
    """The state after a roll."""


class RolledChanges(Changes, Rolled, Logged):
    """What has changed by a roll."""


class ChargedState(GameState, Charged, Logged):
    """The state after a charge."""


class ChargedChanges(Changes, Charged, Logged):
    """What has changed by a charge."""


class UsedState(GameState, Used, Logged):
    """The state after the use of an ability."""


class UsedChanges(Changes, Used, Logged):
    """What has changed by the use of an ability."""


class SaidState(GameState, SaidResult, Logged):
    """The state after a choice of the computer."""


class SaidChanges(Changes, SaidResult, Logged):
    """What has changed by a choice of the computer."""


class AttackingState(GameState, AttackingResult, Logged):
    """The state after the computer has declared attacks."""


class AttackingChanges(Changes, AttackingResult, Logged):
    """What has changed by attacks that the computer has declared."""


class WordsState(GameState, WordsResult, Logged):
    """The state after the computer has registered its charges."""


class WordsChanges(Changes, WordsResult, Logged):
    """What has changed by charges that the computer has registered."""


class TakenOverState(GameState, PhotoTaken, Logged):
    """The state after a photo was taken over."""


class TakenOverChanges(Changes, PhotoTaken, Logged):
    """What has changed by a photo that was taken over."""
