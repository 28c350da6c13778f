"""Figures of a battle: what each unit dealt and suffered, and how lucky the dice were.

Luck compares what attacks did with the exact mean of the same attacks at the same targets (`attack.expected`), and
successful rolls with the sum of their chances. Wounds outside of attacks (hazards, demises) have no mean and count
as damage only.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy
from typing import Any, ClassVar, Self

import msgspec

from highground.engine import events as ev
from highground.engine.attack.definition import save_check
from highground.engine.attack.expected import expected
from highground.engine.attack.rows import rows
from highground.engine.attack.sequence import Sequence as AttackSequence
from highground.engine.battle import opening
from highground.engine.events import apply
from highground.engine.log import Log
from highground.engine.model import MiniatureSheet, Setup
from highground.engine.record import Record
from highground.engine.state import State, Unit
from highground.engine.steps.catalogue import LEADER
from highground.game.parts.board import by_hand_shown, head_start_shown
from highground.game.parts.cast import Cast
from highground.game.timeline.dice_marks import marks_of
from highground.game.views.log import ArmyFigures, BattleFigures, GameFigures, Luck, RoundScore, StageRolls, UnitFigures

STAGES = ("hit", "wound", "save")
Losses = Sequence[tuple[int, int]]
"""Miniatures and the wounds that each lost."""


class Rolls(msgspec.Struct):
    """Dice of one stage: `expected` successes are the sum of the dice's chances, re-rolls included.

    `variance` is the sum of p (1 - p) over the dice, that of independent trials with chances p (the Poisson binomial
    distribution); its root says how far from `expected` chance alone goes.
    """

    dice: int = 0
    successes: int = 0
    expected: float = 0.0
    variance: float = 0.0


class Scored(msgspec.Struct):
    """Victory points of one round by their source."""

    primary: int = 0
    secondary: int = 0
    by_hand: int = 0


class Tally(msgspec.Struct):
    """What a unit did and suffered. `slain`, `lost` and `returned` count miniatures, `expected` only attacks.

    `worth` is what the slain cost: of each its share of its unit's points. `destroyed` counts the enemy units whose
    last miniature it slew, `destroyed_points` what these cost. Who fell out of coherency or to a hazard fell to nobody;
    who stood up again and fell once more counts once.
    """

    dealt: int = 0
    taken: int = 0
    slain: int = 0
    worth: float = 0.0
    lost: int = 0
    attacks: int = 0
    attack_damage: int = 0
    expected: float = 0.0
    destroyed: int = 0
    destroyed_points: int = 0
    charges: int = 0
    charges_made: int = 0
    healed: int = 0
    returned: int = 0
    destroyed_in_round: int | None = None


class DiceCount(msgspec.Struct):
    """All dice of a battle; of these `own` were rolled by players themselves, `unwitnessed` without their witness."""

    dice: int = 0
    own: int = 0
    unwitnessed: int = 0


class CounterMark(msgspec.Struct, frozen=True):
    """What a counter had counted at some point of the battle."""

    state: State
    counts: dict[str, Any]


class Counter:
    """Counts a battle's events, one after the other.

    What happens to the miniatures of a leader counts for the leader, also while it is with another unit, and so do the
    attacks that only its miniatures make.
    """

    COUNTED: ClassVar[tuple[str, ...]] = (
        "uses",
        "spent",
        "tallies",
        "rolls",
        "scored",
        "dice",
        "_felled_by",
        "_fallen",
    )
    """The attributes that hold what was counted."""

    def __init__(self, setup: Setup, cast: Cast) -> None:
        self._cast = cast
        self.state: State = opening(setup)
        self.uses = [0] * len(self.state.armies)
        self.spent = [0] * len(self.state.armies)
        self.tallies = [Tally() for _ in self.state.units]
        self.rolls = tuple({stage: Rolls() for stage in STAGES} for _ in self.state.armies)
        self.scored: tuple[dict[int, Scored], ...] = tuple({} for _ in self.state.armies)
        self.dice = DiceCount()
        self._felled_by: dict[int, int] = {}
        """For each unit whose last miniature was slain by an enemy, who slew it."""
        self._fallen: set[int] = set()

    def read(self, log: Log) -> Self:
        """Count all events of a log."""
        for record in log.records:
            self.threw(record)
            for event in record.events:
                self.take(event, apply(self.state, event))
        return self

    def threw(self, record: Record) -> None:
        """Count the dice of a choice."""
        number, marks = sum(len(each.faces) for each in record.dice), marks_of(record)
        self.dice.dice += number
        self.dice.own += 0 if record.given is None else len(record.given.faces)
        self.dice.unwitnessed += number if "unwitnessed" in marks else 0

    def mark(self) -> CounterMark:
        """The counts at this point, to come back to."""
        return CounterMark(self.state, deepcopy({name: getattr(self, name) for name in self.COUNTED}))

    def back_to(self, mark: CounterMark) -> None:
        self.state = mark.state
        for name, value in deepcopy(mark.counts).items():
            setattr(self, name, value)

    def take(self, event: ev.Event, after: State) -> None:
        """The next event of the battle, with the state after it."""
        before, self.state = self.state, after
        if isinstance(event, ev.AttacksMade):
            self._attacks(event, before)
        elif isinstance(event, ev.WoundsLost):
            self._wounds(before.units[event.unit], event.lost, event.slain, event.by)
        elif isinstance(event, ev.MiniaturesRemoved):
            self._lost(before.units[event.unit], event.miniatures)
        elif isinstance(event, ev.ReservesLost):
            self._lost(before.units[event.unit], tuple(before.units[event.unit].standing))
        elif isinstance(event, ev.WoundsHealed):
            self._healed(before.units[event.unit], event)
        elif isinstance(event, ev.AbilityUsed):
            self.uses[event.side] += event.ability != LEADER.uid
            self.spent[event.side] += event.cost
        elif isinstance(event, ev.ChargeRolled):
            self.tallies[event.unit].charges += not before.units[event.unit].charge_tried
        elif isinstance(event, ev.ChargeMoved):
            self.tallies[event.unit].charges_made += 1
        elif isinstance(event, ev.UnitDestroyed):
            self._destroyed(event)
        elif isinstance(event, ev.PrimaryScored):
            self._scored(event.side).primary += event.points
        elif isinstance(event, ev.SecondaryScored):
            self._scored(event.side).secondary += event.points
        elif isinstance(event, ev.PointsAmended):
            self._scored(event.side).by_hand += event.points

    def _scored(self, side: int) -> Scored:
        return self.scored[side].setdefault(self.state.round, Scored())

    def _attacks(self, event: ev.AttacksMade, before: State) -> None:
        sequence = event.sequence
        attackers = {self._cast.owner(before.units[event.unit], bearer) for bearer in event.bearers}
        by = attackers.pop() if len(attackers) == 1 else event.unit
        self._wounds(before.units[event.target], event.lost, event.slain, by)
        tally = self.tallies[by]
        tally.attacks += sequence.hit.attacks if sequence.hit else 0
        tally.attack_damage += sequence.damage
        tally.expected += expected(sequence.attack, sequence.target)
        side = self.state.units[event.unit].side
        self._count_rolls(sequence, side, self.state.units[event.target].side)

    def _wounds(self, unit: Unit, lost: Losses, slain: Sequence[int], by: int | None) -> None:
        """Own wounds are suffered, but nobody's merit."""
        damage = sum(amount for _, amount in lost)
        for miniature, amount in lost:
            self.tallies[self._cast.owner(unit, miniature)].taken += amount
        self._lost(unit, slain)
        if by is not None and self.state.units[by].side != unit.side:
            self.tallies[by].dealt += damage
            self.tallies[by].slain += len(slain)
            self.tallies[by].worth += sum(self._price(unit, miniature) for miniature in slain)
            for owner in self._ended(unit, slain):
                self._felled_by[owner] = by

    def _ended(self, unit: Unit, slain: Sequence[int]) -> list[int]:
        """The unit and the leaders with it whose last miniatures are among the slain."""
        owners = dict.fromkeys(self._cast.owner(unit, miniature) for miniature in slain)
        return [owner for owner in owners if self._gone(owner)]

    def _gone(self, unit: int) -> bool:
        return not any(self._cast.wounds(self.state.units, unit))

    def _price(self, unit: Unit, miniature: int) -> float:
        """What it cost: a miniature that was added in the battle cost nothing."""
        sheet = self._cast.sheets[self._cast.owner(unit, miniature)]
        if sheet.spares and self._line_up(unit)[miniature].spare is True:
            return 0.0
        return sheet.points / len(sheet.starting)

    def _line_up(self, unit: Unit) -> list[MiniatureSheet]:
        """The sheets of a unit's miniatures, with those of the leaders that have joined it."""
        return [each for part in (unit.index, *unit.leaders) for each in self._cast.sheets[part].line_up]

    def _lost(self, unit: Unit, miniatures: Sequence[int]) -> None:
        """A part of the unit of which nobody is left is destroyed, though no event may say so of a leader."""
        for miniature in miniatures:
            owner = self._cast.owner(unit, miniature)
            self.tallies[owner].lost += 1
            if self._gone(owner):
                self.tallies[owner].destroyed_in_round = self.state.round

    def _healed(self, unit: Unit, event: ev.WoundsHealed) -> None:
        for miniature, amount in event.gained:
            tally = self.tallies[self._cast.owner(unit, miniature)]
            tally.healed += amount
            tally.returned += not unit.wounds[miniature]
            tally.destroyed_in_round = None

    def _destroyed(self, event: ev.UnitDestroyed) -> None:
        """The event names the unit that attacked; a leader in it may have struck the last blow."""
        self.tallies[event.unit].destroyed_in_round = self.state.round
        again = event.unit in self._fallen
        self._fallen.add(event.unit)
        if again or event.by is None or self.state.units[event.by].side == self.state.units[event.unit].side:
            return
        tally = self.tallies[self._felled_by.get(event.unit, event.by)]
        tally.destroyed += 1
        tally.destroyed_points += self._cast.sheets[event.unit].points

    def _count_rolls(self, sequence: AttackSequence, attacker: int, defender: int) -> None:
        attack = sequence.attack
        hit, wound, save = (
            self.rolls[side][stage] for side, stage in zip((attacker, attacker, defender), STAGES, strict=True)
        )
        for row in rows(sequence):
            if row.hit is not None:
                _add(hit, row.hit_success, sum(attack.hit.chance))
            if row.wound is not None:
                _add(wound, row.wound_success, sum(attack.wound.chance))
            if row.save is not None and row.save_needed is not None:
                _add(save, bool(row.saved), sum(save_check(attack, row.save_needed).chance))


def _add(rolls: Rolls, success: bool, chance: float) -> None:
    rolls.dice += 1
    rolls.successes += success
    rolls.expected += chance
    rolls.variance += chance * (1 - chance)


def statistics(log: Log, game_id: str = "") -> GameFigures:
    """The battle's figures, with the game's id; see `figures`."""
    cast = Cast(log.setup, game_id)
    return {"game_id": game_id, **figures(Counter(log.setup, cast).read(log), cast)}


def figures(counter: Counter, cast: Cast) -> BattleFigures:
    """What was counted: `armies` in their order, `units` in theirs; uuids are those of the timeline.

    Damage is in wounds; expected values and spreads (standard deviations) are rounded to hundredths. One row a unit
    and one a round, whatever the number of dice.
    """
    return {
        "armies": [_army(counter, cast, side) for side in range(len(cast.armies))],
        "units": [_unit(counter, cast, index) for index in range(len(cast.sheets))],
        "dice": msgspec.to_builtins(counter.dice),
    }


def _army(counter: Counter, cast: Cast, side: int) -> ArmyFigures:
    mine = [tally for tally, owner in zip(counter.tallies, cast.sides, strict=True) if owner == side]
    army, rolls = counter.state.armies[side], counter.rolls[side]
    luck = _luck(sum(tally.attack_damage for tally in mine), sum(tally.expected for tally in mine))
    return {
        "army_uuid": cast.army_uuids[side],
        "name": cast.armies[side],
        "vp": army.vp,
        "vp_primary": army.primary,
        "vp_secondary": army.secondary,
        "vp_by_round": list(army.vp_by_round),
        **head_start_shown(army.head_start),
        **by_hand_shown(army.by_hand),
        "rounds": _rounds(counter, side),
        "damage_dealt": sum(tally.dealt for tally in mine),
        "damage_taken": sum(tally.taken for tally in mine),
        "models_slain": sum(tally.slain for tally in mine),
        "models_lost": sum(tally.lost for tally in mine),
        "models_returned": sum(tally.returned for tally in mine),
        "wounds_healed": sum(tally.healed for tally in mine),
        "units_destroyed": sum(tally.destroyed for tally in mine),
        "points_destroyed": sum(tally.destroyed_points for tally in mine),
        "abilities_used": counter.uses[side],
        "cp_spent": counter.spent[side],
        **luck,
        "rolls": {"hit": _stage(rolls["hit"]), "wound": _stage(rolls["wound"]), "save": _stage(rolls["save"])},
    }


def _stage(rolls: Rolls) -> StageRolls:
    return {
        "dice": rolls.dice,
        "successes": rolls.successes,
        "expected": round(rolls.expected, 2),
        "spread": round(rolls.variance**0.5, 2),
    }


def _rounds(counter: Counter, side: int) -> list[RoundScore]:
    """The rounds that have begun, with what was scored in each."""
    scored = counter.scored[side]
    rounds = ((number, scored.get(number, Scored())) for number in range(1, counter.state.round + 1))
    return [
        {"round": number, "primary": row.primary, "secondary": row.secondary, **by_hand_shown(row.by_hand)}
        for number, row in rounds
    ]


def _unit(counter: Counter, cast: Cast, index: int) -> UnitFigures:
    tally, unit = counter.tallies[index], counter.state.units[index]
    return {
        "unit_uuid": cast.unit_uuids[index],
        "army_uuid": cast.army_uuids[unit.side],
        "name": cast.units[index],
        "points": cast.sheets[index].points,
        "damage_dealt": tally.dealt,
        "damage_taken": tally.taken,
        "models_slain": tally.slain,
        "models_lost": tally.lost,
        "models_remaining": sum(wounds > 0 for wounds in cast.wounds(counter.state.units, index)),
        "models_returned": tally.returned,
        "wounds_healed": tally.healed,
        "units_destroyed": tally.destroyed,
        "destroyed_in_round": tally.destroyed_in_round,
        "attacks": tally.attacks,
        "charges": tally.charges,
        "charges_made": tally.charges_made,
        **_luck(tally.attack_damage, tally.expected),
    }


def _luck(damage: int, mean: float) -> Luck:
    return {"attack_damage": damage, "attack_damage_expected": round(mean, 2), "luck": round(damage - mean, 2)}
