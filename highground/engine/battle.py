"""A battle: a setup, a seed and a list of choices. It asks, takes an answer, and tells what came of it."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from highground.engine import steps
from highground.engine.apply import START
from highground.engine.choices import Choice, Request
from highground.engine.dice import Dice, DiceError, GivenDice, Rolled, Source
from highground.engine.digest import chain
from highground.engine.errors import Refusal
from highground.engine.events import Event
from highground.engine.model import ArmySheet, Setup
from highground.engine.scene import Scene
from highground.engine.state import Army, Marker, State, Unit


class Given(msgspec.Struct, frozen=True):
    """Dice from outside that answered a choice's rolls, in the order of the throws."""

    faces: tuple[int, ...]
    source: Source = "typed"


class Record(msgspec.Struct, frozen=True):
    """One answered choice with its dice and what came of it. `first_event` numbers its first event, from 0."""

    choice: Choice
    dice: tuple[Rolled, ...]
    events: tuple[Event, ...]
    first_event: int
    given: Given | None = None


def opening(setup: Setup) -> State:
    """The state before the first roll: nothing is on the table."""
    units: list[Unit] = []
    for side, army in enumerate(setup.armies):
        units.extend(_muster(army, side, len(units)))
    markers = tuple(Marker() for _ in setup.layout.objectives)
    return State((Army(), Army()), tuple(units), markers, stack=START)


def _muster(army: ArmySheet, side: int, first: int) -> list[Unit]:
    return [
        Unit(
            first + i,
            side,
            tuple((0.0, 0.0) for _ in sheet.line_up),
            tuple(miniature.profile.wounds for miniature in sheet.line_up),
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

    __slots__ = ("_digest", "_digested", "records", "scene", "seed")

    def __init__(self, setup: Setup, seed: int) -> None:
        self.scene = Scene(setup, opening(setup))
        self.seed = seed
        self.records: list[Record] = []
        self._digest = b""
        self._digested = 0

    @property
    def setup(self) -> Setup:
        return self.scene.setup

    @property
    def state(self) -> State:
        return self.scene.state

    def ask(self) -> Request | None:
        """What has to be answered next; None once the battle is over."""
        return steps.ask(self.scene)

    def answer(self, choice: Choice, given: Given | None = None) -> tuple[Event, ...]:
        """Take a choice and return its events. Raises Refusal and leaves the battle as it was if it is not allowed.

        `given` holds dice from outside; there must be exactly as many as the choice throws.
        """
        scene, before = self.scene, self.scene.state
        dice = Dice(self.seed, len(self.records)) if given is None else GivenDice(given.faces, given.source)
        scene.dice, scene.events = dice, []
        try:
            steps.answer(scene, choice)
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
        return record.events

    def clone(self) -> Battle:
        """An independent battle at the same point."""
        twin: Battle = object.__new__(Battle)
        twin.scene = self.scene.fork()
        twin.seed, twin.records = self.seed, self.records.copy()
        twin._digest, twin._digested = self._digest, self._digested
        return twin

    def branch(self, at: int) -> Battle:
        """An independent battle as it was after its first `at` choices. Raises ValueError beyond the record."""
        if not 0 <= at <= len(self.records):
            raise ValueError(f"there are {len(self.records)} choices, not {at}")
        twin = Battle(self.setup, self.seed)
        for record in self.records[:at]:
            twin.answer(record.choice, record.given)
        return twin

    def digest(self) -> str:
        """A fingerprint of every event so far, in order."""
        for record in self.records[self._digested :]:
            self._digest = chain(self._digest, record.events)
        self._digested = len(self.records)
        return self._digest.hex()


def play(setup: Setup, seed: int, choices: Sequence[tuple[Choice, Given | None]]) -> Battle:
    """The battle that these choices make."""
    battle = Battle(setup, seed)
    for choice, given in choices:
        battle.answer(choice, given)
    return battle
