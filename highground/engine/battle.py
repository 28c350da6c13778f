"""A battle: a setup, a seed and a list of choices. It asks, takes an answer, and tells what came of it."""

from __future__ import annotations

from collections.abc import Sequence

from highground.engine.apply import START, apply
from highground.engine.choices import Choice, Request
from highground.engine.dice import Dice, DiceError, GivenDice
from highground.engine.digest import chain
from highground.engine.errors import Refusal
from highground.engine.events import Event
from highground.engine.model import ArmySheet, Setup
from highground.engine.record import Given, Record, Undone
from highground.engine.scene import Scene
from highground.engine.state import Army, Marker, State, Unit
from highground.engine.steps import answer, ask


def opening(setup: Setup) -> State:
    """The state before the first roll: nothing is on the table."""
    units: list[Unit] = []
    for side, army in enumerate(setup.armies):
        units.extend(_muster(army, side, len(units)))
    markers = tuple([Marker() for _ in setup.layout.objectives])
    return State((Army(), Army()), tuple(units), markers, stack=START)


def _muster(army: ArmySheet, side: int, first: int) -> list[Unit]:
    return [
        Unit(
            first + i,
            side,
            tuple([(0.0, 0.0) for _ in sheet.line_up]),
            tuple([miniature.profile.wounds for miniature in sheet.line_up]),
        )
        for i, sheet in enumerate(army.units)
    ]


class Battle:
    """The door to the rules for a person, an AI, a photo, a simulation and a replay alike.

    >>> battle = Battle(setup, seed=7)               # doctest: +SKIP
    >>> battle.ask().kinds                           # doctest: +SKIP
    ('roll',)
    >>> events = battle.answer(RollDice())           # doctest: +SKIP
    """

    __slots__ = ("_before", "_digests", "records", "scene", "seed", "undone")

    def __init__(self, setup: Setup, seed: int, scene: Scene | None = None) -> None:
        self.scene = scene if scene is not None else Scene(setup, opening(setup))
        self.seed = seed
        self.records: list[Record] = []
        self.undone: list[Undone] = []
        self._before: list[State] = []
        self._digests: list[bytes] = [b""]

    @classmethod
    def restored(cls, setup: Setup, seed: int, records: Sequence[Record], undone: Sequence[Undone] = ()) -> Battle:
        """A battle as its records left it. Their events are taken as the facts they are; nothing is decided again."""
        battle = cls(setup, seed)
        state = battle.state
        for record in records:
            battle._before.append(state)
            for event in record.events:
                state = apply(state, event)
        battle.records, battle.undone = list(records), list(undone)
        battle.scene.rewind(state)
        return battle

    @property
    def setup(self) -> Setup:
        return self.scene.setup

    @property
    def state(self) -> State:
        return self.scene.state

    def ask(self) -> Request | None:
        """What has to be answered next; None once the battle is over."""
        return ask(self.scene)

    def answer(self, choice: Choice, given: Given | None = None) -> tuple[Event, ...]:
        """Take a choice and return its events. Raises Refusal and leaves the battle as it was if it is not allowed.

        `given` holds dice from outside; there must be exactly as many as the choice throws.
        """
        scene, before = self.scene, self.scene.state
        dice = Dice(self.seed, len(self.records))
        if given is not None:
            dice = GivenDice(given.faces, given.source, dice)
        scene.dice, scene.events = dice, []
        try:
            answer(scene, choice)
            if isinstance(dice, GivenDice):
                dice.finish()
        except DiceError as error:
            scene.rewind(before)
            raise Refusal("wrong-dice", f"{str(error)[:1].upper()}{str(error)[1:]}.") from error
        except BaseException:
            scene.rewind(before)
            raise
        record = Record(choice, tuple(dice.ledger), tuple(scene.events), before.events, given)
        self.records.append(record)
        self._before.append(before)
        return record.events

    def undo(self, consent: bool = False) -> Record:
        """Take the last choice back, and return what it was.

        Free while it threw no die and showed nothing hidden; else raises Refusal unless the opponent consents. The
        same choice made again meets the same dice.
        """
        if not self.records:
            raise Refusal("nothing-to-undo", "There is nothing to take back.")
        record = self.records[-1]
        if not consent and not free_to_undo(record):
            raise Refusal(
                "needs-consent", "Dice were thrown or cards shown: the opponent has to agree to take this back."
            )
        self.records.pop()
        del self._digests[len(self.records) + 1 :]
        self.scene.rewind(self._before.pop())
        self.undone.append(Undone(len(self.records), record.choice, not free_to_undo(record)))
        return record

    def clone(self) -> Battle:
        """An independent battle at the same point."""
        twin = Battle(self.setup, self.seed, self.scene.fork())
        twin.records, twin.undone = self.records.copy(), self.undone.copy()
        twin._before, twin._digests = self._before.copy(), self._digests.copy()
        return twin

    def branch(self, at: int) -> Battle:
        """An independent battle as it was after its first `at` choices. Raises ValueError beyond the record."""
        if not 0 <= at <= len(self.records):
            raise ValueError(f"there are {len(self.records)} choices, not {at}")
        twin = self.clone()
        if at < len(self.records):
            twin.scene.rewind(self._before[at])
        del twin.records[at:], twin._before[at:], twin._digests[at + 1 :], twin.undone[:]
        return twin

    def digest(self) -> str:
        """A fingerprint of every event so far, in order."""
        for record in self.records[len(self._digests) - 1 :]:
            self._digests.append(chain(self._digests[-1], record.events))
        return self._digests[-1].hex()


HIDDEN = ("SecondaryDrawn", "SecondariesDealt")
"""Events that show somebody what was hidden before."""


def free_to_undo(record: Record) -> bool:
    """Whether a choice may be taken back without asking: it threw no die and showed nothing."""
    return not record.dice and all(type(event).__name__ not in HIDDEN for event in record.events)


def play(setup: Setup, seed: int, choices: Sequence[tuple[Choice, Given | None]]) -> Battle:
    """The battle that these choices make."""
    battle = Battle(setup, seed)
    for choice, given in choices:
        battle.answer(choice, given)
    return battle
